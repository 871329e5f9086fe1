//! Hints: a winning move and why it wins, or why every move loses.

use serde::Serialize;
use sprague_rules::Player;

use crate::level::{Basis, Level};
use crate::moves::Move;
use crate::oracle::Unknown;
use crate::play::Play;
use crate::position::Position;
use crate::setting::{End, player};

/// Moves whose answers a hint goes through.
const SHOWN: usize = 6;

/// What the player to move should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hint {
    /// Where.
    pub position: String,
    /// Who is to move there.
    #[serde(serialize_with = "player")]
    pub to_move: Player,
    /// Does that player win? `None` if it is not known.
    pub wins: Option<bool>,
    /// A winning move, or else the one that is hardest to answer.
    pub best: Option<Move>,
    /// The end, if the game is over, or is over after the winning move.
    pub end: Option<End>,
    /// Why: every move of the player who loses, with the answer to it, or the first few.
    pub exchanges: Vec<Exchange>,
    /// How many more there are.
    pub more: usize,
    /// Has the last move of the player to move given a win away?
    pub gave_away: bool,
    /// What could not be found out.
    pub unknown: Option<Unknown>,
}

/// A move of the losing player and what the other one answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Exchange {
    /// The losing move.
    pub made: Move,
    /// The answer; none where the winner is stuck, and wins thereby.
    pub answer: Option<Move>,
    /// The end, if this is it.
    pub end: Option<End>,
}

impl Play {
    /// A winning move with the answers to all replies, or why there is none.
    pub fn hint(&mut self) -> Hint {
        let (position, to_move) = (self.position.clone(), self.to_move());
        let mut hint = Hint {
            position: self.rules().write(&position),
            to_move,
            wins: None,
            best: None,
            end: self.over(),
            exchanges: Vec::new(),
            more: 0,
            gave_away: false,
            unknown: None,
        };
        if let Some(end) = &hint.end {
            hint.wins = Some(end.winner == to_move);
            return hint;
        }
        let thought = self.think().and_then(|()| self.find_reasons(&mut hint, &position));
        if let Err(unknown) = thought {
            hint.unknown = Some(unknown);
            self.look_instead(&mut hint);
        }
        hint
    }

    fn find_reasons(&mut self, hint: &mut Hint, position: &Position) -> Result<(), Unknown> {
        let (player, opponent) = (hint.to_move, hint.to_move.opponent());
        hint.wins = Some(self.wins(position, player)?);
        hint.best = self.winning(position, player)?;
        if let Some(best) = hint.best.clone() {
            if self.rules().is_stuck(&best.after, opponent) {
                hint.end = Some(self.rules().end(&best.after, opponent));
                return Ok(());
            }
            return self.find_exchanges(hint, &best.after, opponent);
        }
        if hint.wins == Some(true) {
            return Ok(());
        }
        hint.best = self.hardest(position, player);
        if let Some((earlier, moves)) = self.last_choice(player)
            && self.oracle.covers(moves)
        {
            hint.gave_away = self.wins(&earlier, player)?;
        }
        self.find_exchanges(hint, position, player)
    }

    /// For the first few moves of a losing `player`, what the other one answers.
    fn find_exchanges(
        &mut self,
        hint: &mut Hint,
        position: &Position,
        player: Player,
    ) -> Result<(), Unknown> {
        let winner = player.opponent();
        let moves = self.rules().moves(position, player).moves;
        hint.more = moves.len().saturating_sub(SHOWN);
        for made in moves.into_iter().take(SHOWN) {
            let answer = match self.rules().is_stuck(&made.after, winner) {
                true => None,
                false => self.winning(&made.after, winner)?,
            };
            let end = match &answer {
                None => Some(self.rules().end(&made.after, winner)),
                Some(answer) if self.rules().is_stuck(&answer.after, player) => {
                    Some(self.rules().end(&answer.after, player))
                }
                Some(_) => None,
            };
            hint.exchanges.push(Exchange { made, answer, end });
        }
        Ok(())
    }

    /// What can be seen without solving the game.
    fn look_instead(&mut self, hint: &mut Hint) {
        let Some((best, Basis::LookedAhead)) = self.looking(Level::Perfect) else { return };
        hint.wins = self.seen(std::slice::from_ref(&best), Level::Perfect.depth())[0];
        hint.best = Some(best);
    }
}
