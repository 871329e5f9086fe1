//! Thinking: which moves win, and which resist longest.

use std::cmp::{Ordering, Reverse};

use sprague_rules::Player;

use crate::moves::{MOST, Move};
use crate::oracle::{Need, Unknown};
use crate::play::Play;
use crate::position::Position;

/// Options that are weighed against each other; of more, a small move is taken.
const WEIGHED: usize = 64;
/// Replies that are counted, and positions that are asked about in order to weigh options.
const COUNTED: usize = 4096;

impl Play {
    /// Begins to think about the position at hand, with all the time there is.
    pub(crate) fn think(&mut self) -> Result<(), Unknown> {
        let moves = self.history().len();
        self.oracle.prepare(&self.position, moves)
    }

    /// Does `player` win with the move at each of the positions?
    pub(crate) fn win(
        &mut self,
        positions: &[Position],
        player: Player,
        need: Need,
    ) -> Result<Vec<bool>, Unknown> {
        let answers = self.oracle.ask(positions.to_vec(), need)?;
        let first = |outcome: sprague_rules::Outcome| outcome.first_wins(player);
        Ok(answers.iter().map(|answer| answer.outcome.is_some_and(first)).collect())
    }

    /// Does `player` win with the move?
    pub(crate) fn wins(&mut self, position: &Position, player: Player) -> Result<bool, Unknown> {
        Ok(self.win(std::slice::from_ref(position), player, Need::Outcomes)?[0])
    }

    /// A winning move of `player`, if there is one: of all of them the one that leaves the fewest
    /// replies.
    pub(crate) fn winning(
        &mut self,
        position: &Position,
        player: Player,
    ) -> Result<Option<Move>, Unknown> {
        if !self.wins(position, player)? {
            return Ok(None);
        }
        let opponent = player.opponent();
        let (mut options, complete) = self.rules().options(position, player, MOST);
        if !complete {
            return self.first_winning(position, player);
        }
        // The search decides smaller options first, so it knows these already.
        options.sort_by_key(Position::total);
        // One by one up to the first that wins; asking about the others is a luxury.
        let mut first = 0;
        while first < options.len() && self.wins(&options[first], opponent)? {
            first += 1;
        }
        if first == options.len() {
            return Ok(None);
        }
        let mut winning = vec![options[first].clone()];
        let rest: Vec<Position> = options[first + 1..].iter().take(COUNTED).cloned().collect();
        if let Ok(wins) = self.win(&rest, opponent, Need::Spare) {
            let others = rest.into_iter().zip(wins).filter(|(_, wins)| !wins);
            winning.extend(others.map(|(option, _)| option).take(WEIGHED - 1));
        }
        let replies = |option: &Position| self.rules().options(option, opponent, COUNTED).0.len();
        let best = winning.into_iter().min_by_key(replies);
        Ok(best.and_then(|option| self.rules().move_to(position, &option, player)))
    }

    /// The first winning move of `player`, where there are too many to keep.
    fn first_winning(
        &mut self,
        position: &Position,
        player: Player,
    ) -> Result<Option<Move>, Unknown> {
        let rules = self.rules().clone();
        let mut chunk: Vec<Position> = Vec::new();
        let mut winning: Result<Option<Position>, Unknown> = Ok(None);
        let mut look = |chunk: &mut Vec<Position>| {
            let asked = std::mem::take(chunk);
            let wins = self.win(&asked, player.opponent(), Need::Outcomes);
            winning = wins.and_then(|wins| {
                let first = asked.into_iter().zip(wins).find(|(_, wins)| !wins);
                self.oracle.go_on().map(|()| first.map(|(option, _)| option))
            });
            matches!(winning, Ok(None))
        };
        rules.visit(position, player, &mut |option| {
            chunk.push(option);
            chunk.len() < COUNTED || look(&mut chunk)
        });
        if !chunk.is_empty() {
            look(&mut chunk);
        }
        Ok(winning?.and_then(|option| rules.move_to(position, &option, player)))
    }

    /// The best move at hand: one that wins, or else the one that is hardest to answer.
    pub(crate) fn best(&mut self) -> Result<Option<Move>, Unknown> {
        self.think()?;
        let (position, player) = (self.position.clone(), self.to_move());
        match self.winning(&position, player)? {
            Some(winning) => Ok(Some(winning)),
            None => Ok(self.hardest(&position, player)),
        }
    }

    /// The move after which a win is hardest to find.
    pub(crate) fn hardest(&mut self, position: &Position, player: Player) -> Option<Move> {
        let (mut options, _) = self.rules().options(position, player, MOST);
        options.sort_by_key(|option| Reverse(option.total()));
        let weighed = match options.len() <= WEIGHED {
            true => self.chances(&options, player.opponent()),
            false => None,
        };
        let mut hardest = 0;
        if let Some(chances) = weighed {
            for (i, chance) in chances.iter().enumerate() {
                if chance.cmp(&chances[hardest]) == Ordering::Less {
                    hardest = i;
                }
            }
        }
        let option = options.into_iter().nth(hardest)?;
        self.rules().move_to(position, &option, player)
    }

    /// What `player`, who can win, finds at each of the positions, if it is not too much to ask.
    fn chances(&mut self, positions: &[Position], player: Player) -> Option<Vec<Chance>> {
        let opponent = player.opponent();
        let replies: Vec<(Vec<Position>, bool)> =
            positions.iter().map(|p| self.rules().options(p, player, COUNTED)).collect();
        if replies.iter().any(|(_, complete)| !complete) {
            return None;
        }
        let all: Vec<Position> = replies.iter().flat_map(|(list, _)| list.clone()).collect();
        let mut wins = self.win(&all, opponent, Need::Spare).ok()?.into_iter();
        let chance = |(list, _): &(Vec<Position>, bool)| {
            let mut chance = Chance { at_once: list.is_empty(), winning: 0, all: list.len() };
            for option in list {
                if !wins.next()? {
                    chance.winning += 1;
                    chance.at_once |= self.rules().is_stuck(option, opponent);
                }
            }
            Some(chance)
        };
        replies.iter().map(chance).collect()
    }
}

/// How easily a win is found.
struct Chance {
    /// Is the game won now or with the next move?
    at_once: bool,
    /// So many options win, of all.
    winning: usize,
    all: usize,
}

impl Chance {
    /// A win that is not seen at once is harder to find, then a rare one.
    fn cmp(&self, other: &Chance) -> Ordering {
        let rarer = (self.winning * other.all).cmp(&(other.winning * self.all));
        self.at_once.cmp(&other.at_once).then(rarer)
    }
}
