//! Misère play: who cannot move has won.
//!
//! There is no value to add up, so whole positions are remembered, as the sorted numbers of their
//! parts. Isomorphic positions still meet, and so do positions whose parts come in another order.
//! Where a chosen edge binds, only positions with no edge in play are remembered; the play on the
//! edge is a table over its two stacks, as in normal play.

use rustc_hash::FxHashMap;

use crate::duel::{edges_to_try, remainder};
use crate::game::edges::takes;
use crate::limit::Limit;
use crate::position::Position;
use crate::solver::{Id, Parts, Solver};

/// The play on one edge of one part, the other parts standing by.
struct Duel<'d> {
    part: &'d Position,
    edge: (usize, usize),
    beside: &'d [Id],
    /// Does the player to move win with these stacks?
    table: FxHashMap<(u32, u32), bool>,
}

impl Solver<'_> {
    /// Does the player to move win?
    pub(crate) fn misere_wins(&mut self, position: &Position) -> Result<bool, Limit> {
        let Some(edge) = position.play else {
            let parts = self.numbers(position)?;
            return self.misere_sum_wins(parts);
        };
        // The whole position may be taken for the part: what is left is taken apart anyway.
        let part = Position { play: None, ..position.clone() };
        let stacks = (part.chips[edge.0], part.chips[edge.1]);
        let mut duel = Duel { part: &part, edge, beside: &[], table: FxHashMap::default() };
        self.misere_duel_wins(&mut duel, stacks)
    }

    /// The parts of a position that have moves.
    fn numbers(&mut self, position: &Position) -> Result<Parts, Limit> {
        let mut parts = Parts::new();
        self.look_at(position)?;
        for part in position.components() {
            if part.chips.len() > 1 || self.game.plays_lone_vertices() {
                parts.push(self.number(part)?);
            }
        }
        parts.sort_unstable();
        Ok(parts)
    }

    fn misere_sum_wins(&mut self, parts: Parts) -> Result<bool, Limit> {
        if let Some(&known) = self.sums.get(&parts) {
            return Ok(known);
        }
        self.count_one()?;
        let mut movable = false;
        let mut wins = false;
        for (i, &id) in parts.iter().enumerate() {
            if i > 0 && parts[i - 1] == id {
                continue;
            }
            let part = self.parts[id as usize].clone();
            let beside: Parts = parts[..i].iter().chain(&parts[i + 1..]).copied().collect();
            let (can, win) = match self.game.binds() {
                true => (true, self.misere_edge_wins(&part, &beside)?),
                false => self.misere_part_wins(&part, &beside)?,
            };
            movable |= can;
            if win {
                wins = true;
                break;
            }
        }
        // A part of the edge-delete game may have edges and yet no move.
        wins |= !movable;
        self.sums.insert(parts, wins);
        Ok(wins)
    }

    /// Is there a move in the part, and is there one that wins?
    fn misere_part_wins(&mut self, part: &Position, beside: &[Id]) -> Result<(bool, bool), Limit> {
        let moves = self.ordered_moves(part)?;
        for &(m, _) in &moves {
            let changed = self.numbers(&m.made(self.game, part))?;
            if !self.misere_sum_wins(together(beside, &changed))? {
                return Ok((true, true));
            }
        }
        Ok((!moves.is_empty(), false))
    }

    /// Is there an edge of the part whose choice wins?
    fn misere_edge_wins(&mut self, part: &Position, beside: &[Id]) -> Result<bool, Limit> {
        for edge in edges_to_try(part) {
            let stacks = (part.chips[edge.0], part.chips[edge.1]);
            let mut duel = Duel { part, edge, beside, table: FxHashMap::default() };
            if self.misere_duel_wins(&mut duel, stacks)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn misere_duel_wins(&mut self, duel: &mut Duel, stacks: (u32, u32)) -> Result<bool, Limit> {
        if let Some(&known) = duel.table.get(&stacks) {
            return Ok(known);
        }
        let wins = if stacks.0 == 0 || stacks.1 == 0 {
            let left = self.numbers(&remainder(duel.part, duel.edge, stacks))?;
            self.misere_sum_wins(together(duel.beside, &left))?
        } else {
            let mut wins = false;
            for take in takes(self.game, stacks) {
                self.pass(1)?;
                let left = (stacks.0 - take.0, stacks.1 - take.1);
                if !self.misere_duel_wins(duel, left)? {
                    wins = true;
                    break;
                }
            }
            wins
        };
        duel.table.insert(stacks, wins);
        Ok(wins)
    }
}

fn together(beside: &[Id], changed: &[Id]) -> Parts {
    let mut sum: Parts = beside.iter().chain(changed).copied().collect();
    sum.sort_unstable();
    sum
}
