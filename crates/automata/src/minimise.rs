//! The least automaton of a language, by Moore's refinement.
//!
//! Blocks of states start as accepting and not; a round splits them by the blocks of their
//! successors, until nothing splits. Hashes only find candidates: two states share a block only
//! after their whole rows of successor blocks have been compared, since a weak hash that merges
//! states "proves" anything. Rounds are few for arithmetic (they follow the length of words that
//! tell states apart), which is why Moore's n·2^k per round is preferred to Hopcroft's inverse
//! tables.
//!
//! The result is numbered breadth first, so equal languages give equal tables.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

use crate::budget::{Blowup, Budget, Operation};
use crate::explore::Table;

pub(crate) fn minimise(table: &Table, budget: &Budget) -> Result<Table, Blowup> {
    let blocks = refine(table, row_hash, budget)?;
    Ok(quotient(table, &blocks))
}

/// The block of each state; states share one iff no word tells them apart.
fn refine(
    table: &Table,
    hash: impl Fn(&Table, u32, &[u32]) -> u64,
    budget: &Budget,
) -> Result<Vec<u32>, Blowup> {
    let mut blocks: Vec<u32> = table.accepting.iter().map(|&a| a as u32).collect();
    let mut count = 1 + table.accepting.iter().any(|&a| a != table.accepting[0]) as usize;
    if count == 1 {
        return Ok(vec![0; table.len()]);
    }
    loop {
        let (refined, more) = split(table, &blocks, &hash, budget)?;
        if more == count {
            return Ok(blocks);
        }
        (blocks, count) = (refined, more);
    }
}

/// One round: equal block and equal blocks of all successors, compared entry by entry.
fn split(
    table: &Table,
    blocks: &[u32],
    hash: &impl Fn(&Table, u32, &[u32]) -> u64,
    budget: &Budget,
) -> Result<(Vec<u32>, usize), Blowup> {
    let same = |p: u32, q: u32| {
        blocks[p as usize] == blocks[q as usize]
            && table
                .row(p)
                .iter()
                .zip(table.row(q))
                .all(|(&a, &b)| blocks[a as usize] == blocks[b as usize])
    };
    let mut refined = Vec::with_capacity(blocks.len());
    let mut representatives: Vec<u32> = Vec::new();
    let mut by_hash: FxHashMap<u64, SmallVec<[u32; 2]>> = FxHashMap::default();
    for state in 0..table.len() as u32 {
        if state.is_multiple_of(4096) {
            budget.in_time(Operation::Minimisation, table.len())?;
        }
        let candidates = by_hash.entry(hash(table, state, blocks)).or_default();
        let known = candidates.iter().find(|&&b| same(representatives[b as usize], state));
        let block = match known {
            Some(&block) => block,
            None => {
                let block = representatives.len() as u32;
                representatives.push(state);
                candidates.push(block);
                block
            }
        };
        refined.push(block);
    }
    Ok((refined, representatives.len()))
}

/// Any function of the block and the blocks of the successors would do; this one seldom collides.
fn row_hash(table: &Table, state: u32, blocks: &[u32]) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    blocks[state as usize].hash(&mut hasher);
    for &next in table.row(state) {
        blocks[next as usize].hash(&mut hasher);
    }
    hasher.finish()
}

/// The automaton of the blocks that are reachable, numbered breadth first.
fn quotient(table: &Table, blocks: &[u32]) -> Table {
    const UNSEEN: u32 = u32::MAX;
    let mut number = vec![UNSEEN; table.len()];
    let mut order = vec![0u32];
    number[blocks[0] as usize] = 0;
    let mut next = Vec::new();
    let mut done = 0;
    while done < order.len() {
        for &successor in table.row(order[done]) {
            let block = blocks[successor as usize] as usize;
            if number[block] == UNSEEN {
                number[block] = order.len() as u32;
                order.push(successor);
            }
            next.push(number[block]);
        }
        done += 1;
    }
    let accepting = order.iter().map(|&state| table.accepting[state as usize]).collect();
    Table { letters: table.letters, next, accepting }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_table() -> impl Strategy<Value = Table> {
        (1usize..30, 0u32..3).prop_flat_map(|(states, tracks)| {
            let letters = 1usize << tracks;
            (
                prop::collection::vec(0..states as u32, states * letters),
                prop::collection::vec(any::<bool>(), states),
            )
                .prop_map(move |(next, accepting)| Table { letters, next, accepting })
        })
    }

    /// The definition: pairs told apart, as the least fixed point over all pairs.
    fn told_apart(table: &Table) -> Vec<Vec<bool>> {
        let n = table.len();
        let mut apart = vec![vec![false; n]; n];
        loop {
            let mut changed = false;
            for p in 0..n {
                for q in 0..n {
                    let now = table.accepting[p] != table.accepting[q]
                        || (0..table.letters).any(|a| {
                            let step = |s: usize| table.step(s as u32, a) as usize;
                            apart[step(p)][step(q)]
                        });
                    changed |= now != apart[p][q];
                    apart[p][q] = now;
                }
            }
            if !changed {
                return apart;
            }
        }
    }

    proptest! {
        #[test]
        fn states_merge_exactly_when_no_word_tells_them_apart(table in any_table()) {
            let apart = told_apart(&table);
            // The second hash takes everything for everything.
            let blocks = refine(&table, row_hash, &Budget::default()).unwrap();
            let colliding = refine(&table, |_, _, _| 0, &Budget::default()).unwrap();
            for p in 0..table.len() {
                for q in 0..table.len() {
                    prop_assert_eq!(blocks[p] != blocks[q], apart[p][q]);
                    prop_assert_eq!(colliding[p] != colliding[q], apart[p][q]);
                }
            }
            let least = minimise(&table, &Budget::default()).unwrap();
            let apart = told_apart(&least);
            for (p, apart) in apart.iter().enumerate() {
                prop_assert!(apart[..p].iter().all(|&apart| apart));
            }
            prop_assert_eq!(minimise(&least, &Budget::default()).unwrap(), least);
        }
    }
}
