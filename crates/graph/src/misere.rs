//! Misère play: who cannot move has won.
//!
//! There is no value to add up, so whole positions are remembered, as the sorted numbers of their
//! parts. Isomorphic positions still meet, and so do positions whose parts come in another order.

use crate::limit::Limit;
use crate::position::Position;
use crate::solver::{Id, Parts, Solver};

impl Solver<'_> {
    /// Does the player to move win?
    pub(crate) fn misere_wins(&mut self, position: &Position) -> Result<bool, Limit> {
        let parts = self.numbers(position);
        self.misere_sum_wins(parts)
    }

    /// The parts of a position that have moves.
    fn numbers(&mut self, position: &Position) -> Parts {
        let mut parts = Parts::new();
        for part in position.components() {
            if part.chips.len() > 1 || self.game.plays_lone_vertices() {
                parts.push(self.number(part));
            }
        }
        parts.sort_unstable();
        parts
    }

    fn misere_sum_wins(&mut self, parts: Parts) -> Result<bool, Limit> {
        if let Some(&known) = self.sums.get(&parts) {
            return Ok(known);
        }
        self.count_one()?;
        let in_play = parts.iter().position(|&id| self.parts[id as usize].play.is_some());
        let mut movable = false;
        let mut wins = false;
        'parts: for (i, &id) in parts.iter().enumerate() {
            let repeated = i > 0 && parts[i - 1] == id;
            if repeated || in_play.is_some_and(|place| place != i) {
                continue;
            }
            let part = self.parts[id as usize].clone();
            for (m, _) in self.ordered_moves(&part) {
                movable = true;
                let changed = self.numbers(&m.made(self.game, &part));
                if !self.misere_sum_wins(replaced(&parts, i, &changed))? {
                    wins = true;
                    break 'parts;
                }
            }
        }
        // A part of the edge-delete game may have edges and yet no move.
        wins |= !movable;
        self.sums.insert(parts, wins);
        Ok(wins)
    }
}

fn replaced(parts: &[Id], place: usize, by: &[Id]) -> Parts {
    let mut sum: Parts =
        parts[..place].iter().chain(&parts[place + 1..]).chain(by).copied().collect();
    sum.sort_unstable();
    sum
}
