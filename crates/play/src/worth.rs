//! What moves are worth: to the player at hand, and as proposals of one.

use serde::Serialize;

use crate::illegal::Illegal;
use crate::level::Level;
use crate::moves::{Move, Moves};
use crate::oracle::{Need, Unknown};
use crate::play::Play;
use crate::position::Position;
use crate::read::Proposal;
use crate::setting::Rules;

/// What a move, or having the move, is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Worth {
    /// Does it win? `None` if that is not known.
    pub wins: Option<bool>,
    /// The nim-value of the position, after the move if it is a move's worth; `None` if there is none
    /// or it is not known.
    pub nim: Option<u32>,
}

/// A move with its worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Priced {
    /// The move.
    #[serde(flatten)]
    pub made: Move,
    /// For the player who makes it.
    pub worth: Worth,
}

/// Every move with its worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Worths {
    /// What the move is worth to the player to move.
    pub position: Worth,
    /// The moves.
    pub moves: Vec<Priced>,
    /// Are these all?
    pub complete: bool,
    /// Why something is not known.
    pub unknown: Option<Unknown>,
}

/// What there is to say about a proposed move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum Judgement {
    /// It may be made.
    Legal {
        /// The move.
        made: Move,
        /// Its worth.
        worth: Worth,
        /// What it does to the chances of the player; `None` if it is not known.
        effect: Option<Effect>,
        /// Why it is not known.
        unknown: Option<Unknown>,
    },
    /// It may not.
    Illegal(Illegal),
}

/// What a move does to the chances of the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The position was won and is.
    KeepsTheWin,
    /// The position was won and is no longer.
    GivesTheWinAway,
    /// The position was lost, whatever is done.
    StaysLost,
}

impl Play {
    /// What the position at hand and every move are worth.
    pub fn worth(&mut self) -> Worths {
        let Moves { moves, complete } = self.moves();
        let player = self.to_move();
        let after: Vec<Position> = moves.iter().map(|m| m.after.clone()).collect();
        let thought = match self.over() {
            Some(_) => Ok(Vec::new()),
            None => self.think().and_then(|()| self.win(&after, player.opponent(), Need::Outcomes)),
        };
        let (wins, unknown) = match thought {
            Ok(lost) => (lost.into_iter().map(|lost| Some(!lost)).collect(), None),
            Err(unknown) => (self.seen(&moves, Level::Club.depth()), Some(unknown)),
        };
        let nims = self.nim_values(&after, &wins);
        let mut worths = wins.into_iter().zip(nims).map(|(wins, nim)| Worth { wins, nim });
        let moves: Vec<Priced> = moves
            .into_iter()
            .map(|made| Priced { made, worth: worths.next().unwrap_or_default() })
            .collect();
        let position = self.position_worth(&moves, complete);
        Worths { position, moves, complete, unknown }
    }

    fn position_worth(&mut self, moves: &[Priced], complete: bool) -> Worth {
        let wins = match self.over() {
            Some(end) => Some(end.winner == self.to_move()),
            None if moves.iter().any(|m| m.worth.wins == Some(true)) => Some(true),
            None if complete && moves.iter().all(|m| m.worth.wins == Some(false)) => Some(false),
            None => self.wins_now().ok(),
        };
        let here = self.position.clone();
        // A won position is one that the other player would lose after a move to it.
        let nim = self.nim_values(&[here], &[wins.map(|wins| !wins)])[0];
        Worth { wins, nim }
    }

    /// The nim-values of positions, some of which are known to be won by whoever moves to them.
    fn nim_values(&mut self, positions: &[Position], won: &[Option<bool>]) -> Vec<Option<u32>> {
        let exist = match self.rules() {
            Rules::Piles(ruleset) => ruleset.has_nim_values(),
            Rules::Graph { misere, .. } => !misere,
        };
        let mut dear = !exist;
        let mut value = |(position, won): (&Position, &Option<bool>)| {
            // A P-position of piles is one of nim-value 0.
            let zero = exist && *won == Some(true) && matches!(position, Position::Piles(_));
            if zero || dear {
                return zero.then_some(0);
            }
            match self.oracle.ask(vec![position.clone()], Need::NimValues) {
                Ok(answers) => answers[0].nim,
                Err(_) => {
                    dear = true;
                    None
                }
            }
        };
        positions.iter().zip(won).map(&mut value).collect()
    }

    /// Judges a proposed move.
    pub fn judge(&mut self, proposal: &Proposal) -> Judgement {
        match self.resolve(proposal) {
            Ok(made) => self.weigh(made),
            Err(illegal) => Judgement::Illegal(illegal),
        }
    }

    fn weigh(&mut self, made: Move) -> Judgement {
        let player = self.to_move();
        let (here, after) = (self.position.clone(), made.after.clone());
        let thought = self
            .think()
            .and_then(|()| Ok((self.wins(&here, player)?, !self.wins(&after, player.opponent())?)));
        let (wins, effect, unknown) = match thought {
            Ok((_, true)) => (Some(true), Some(Effect::KeepsTheWin), None),
            Ok((true, false)) => (Some(false), Some(Effect::GivesTheWinAway), None),
            Ok((false, false)) => (Some(false), Some(Effect::StaysLost), None),
            Err(unknown) => {
                let wins = self.seen(std::slice::from_ref(&made), Level::Perfect.depth())[0];
                let effect = wins.filter(|&wins| wins).map(|_| Effect::KeepsTheWin);
                (wins, effect, Some(unknown))
            }
        };
        let nim = self.nim_values(&[after], &[wins])[0];
        Judgement::Legal { made, worth: Worth { wins, nim }, effect, unknown }
    }
}
