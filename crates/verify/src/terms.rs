//! The first terms of the sequence of one heap, computed again: nim-values where there are any, otherwise outcomes.
//!
//! Where positions are sums of their piles, the value of a heap is the mex of the nim-sums of its options, and single heaps
//! are all that is needed; options into many parts are gathered as nim-sets. In any other game each heap is a position
//! like every other.

use sprague_rules::{HeapMoves, Options, Player, Ruleset, Shape};
use sprague_task::Task;

use crate::Rejection;
use crate::nim_sets::{self, Rows};
use crate::plain::Plain;

/// More terms than this are not computed plainly.
const MOST: usize = 1 << 20;

/// The terms of the heaps 0 to `to` as numbers: nim-values, or the numbers of outcomes.
pub(crate) fn computed(ruleset: &Ruleset, to: usize, task: &Task) -> Result<Vec<u32>, Rejection> {
    if to > MOST {
        return Err(Rejection::new(format!("heaps beyond {MOST} are not computed")));
    }
    if ruleset.has_nim_values() && ruleset.is_sum_of_piles() {
        return match HeapMoves::of(ruleset).filter(|moves| moves.most_parts() > 2) {
            Some(moves) if !moves.has_unequal() => by_nim_sets(&moves, to, task),
            _ => by_options(ruleset, to, task),
        };
    }
    let mut plain = Plain::new(ruleset, task);
    let row = matches!(ruleset.shape, Shape::Row { .. });
    let term = |heap: usize| -> Result<u32, Rejection> {
        let size = heap as u32;
        let position = if size == 0 && !row { vec![] } else { vec![size] };
        Ok(match ruleset.has_nim_values() {
            true => plain.nim_value(&position)?,
            false => plain.outcome(&position)? as u32,
        })
    };
    (0..=to).map(term).collect()
}

/// The mex of the nim-sums of all options.
fn by_options(ruleset: &Ruleset, to: usize, task: &Task) -> Result<Vec<u32>, Rejection> {
    let options = Options::new(ruleset);
    let mut values: Vec<u32> = Vec::new();
    for n in 0..=to {
        let position: &[u32] = if n == 0 { &[] } else { &[n as u32] };
        let list = options.list(position, Player::Left);
        task.spend(1 + list.len() as u64)?;
        let mut seen = vec![false; list.len() + 1];
        for option in &list {
            let mut sum = 0;
            for &pile in option {
                let value = values.get(pile as usize);
                sum ^= value.ok_or_else(|| Rejection::new("an option is no smaller heap"))?;
            }
            if let Some(seen) = seen.get_mut(sum as usize) {
                *seen = true;
            }
        }
        values.push(seen.iter().position(|&seen| !seen).unwrap_or(list.len()) as u32);
    }
    Ok(values)
}

/// The same with the options into several parts gathered as nim-sets.
fn by_nim_sets(moves: &HeapMoves, to: usize, task: &Task) -> Result<Vec<u32>, Rejection> {
    let reached = |sets: &[Rows], n: usize, value: usize| {
        moves
            .leaves
            .iter()
            .filter(|leave| leave.fits(n as u32))
            .any(|leave| sets[leave.parts as usize].has(n - leave.take as usize, value))
    };
    nim_sets::values(moves.most_parts() as usize, to, &reached, task)
}
