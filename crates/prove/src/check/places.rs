//! Which positions a claim is compared with: those of a table that is cheap enough, or as far as the claim says. They are visited one
//! by one and never listed, so that nothing has to be sorted or thrown away when the work is told to stop.

use sprague_claim::claim::{OnBoard, Says};
use sprague_claim::meaning::with_piles;
use sprague_claim::{Board, Claim};
use sprague_rules::Ruleset;
use sprague_solve::Region;
use sprague_task::Task;

use super::{Looked, wanted};
use crate::cost;

/// The positions of which a claim may speak.
pub enum Places {
    /// Those of some regions.
    Of(Vec<Region>),
    /// Up to `max` piles of each size up to `sizes`, and at most so many other piles up to `max`.
    Mixed { sizes: u32, piles: usize, max: u32 },
    /// Up to `max` piles of each size up to `sizes`.
    Counts { sizes: u32, max: u32 },
}

impl Places {
    /// Visits each of them once; stops when the visitor returns false.
    pub fn visit(&self, ruleset: &Ruleset, visit: &mut dyn FnMut(&[u32]) -> bool) {
        match self {
            Places::Of(regions) => {
                let mut goes_on = true;
                for region in regions {
                    region.visit_whole(&mut |position| {
                        goes_on = goes_on && visit(position);
                        goes_on
                    });
                }
            }
            &Places::Mixed { sizes, piles, max } => {
                let mut goes_on = true;
                for count in 0..=piles {
                    Region::new(ruleset, count, max).visit_full(&mut |others| {
                        // A small pile is among the others only where no more of its size are counted: so nothing comes twice.
                        let least = |size: u32| if others.contains(&size) { max } else { 0 };
                        let from: Vec<u32> = (1..=sizes).map(least).collect();
                        goes_on = goes_on
                            && each_count(&from, max, &mut |small| {
                                visit(&with_piles(others, small))
                            });
                        goes_on
                    });
                }
            }
            &Places::Counts { sizes, max } => {
                each_count(&vec![0; sizes as usize], max, visit);
            }
        }
    }
}

/// Visits all multisets in which each size 1, 2, ... stands so many times at least, and `max` times at most; false if it was stopped.
fn each_count(from: &[u32], max: u32, visit: &mut dyn FnMut(&[u32]) -> bool) -> bool {
    let mut counts = from.to_vec();
    loop {
        let repeated =
            counts.iter().zip(1..).map(|(&n, size)| std::iter::repeat_n(size, n as usize));
        if !visit(&repeated.flatten().collect::<Vec<u32>>()) {
            return false;
        }
        let Some(i) = counts.iter().rposition(|&count| count < max) else { return true };
        counts[i] += 1;
        counts[i + 1..].copy_from_slice(&from[i + 1..]);
    }
}

/// The region to check, its positions of which the claim may speak, and its name.
pub fn region(claim: &Claim, on: &OnBoard, task: &Task) -> Option<(Region, Places, Looked)> {
    let OnBoard { board, names, ruleset, .. } = on;
    // A position takes some hundred bytes.
    let few = |positions: Option<u64>| positions.is_some_and(|p| p <= task.limits().bytes / 100);
    // Unless the claim says how far, a table has few positions and costs little.
    let quick = |table: Region, positions: u64| {
        table.positions().is_some_and(|p| p <= positions)
            && cost::affords(task, ruleset, table, wanted(on))
    };
    // Where piles are added, the table must hold them too.
    let (extra, largest) = match &on.says {
        Says::Adding(piles) => (piles.len(), piles.iter().copied().max().unwrap_or(0)),
        _ => (0, 0),
    };
    match *board {
        Board::Piles(count) | Board::Row(count) => {
            let one = |max: u32| Region::new(ruleset, count, max);
            let whole = |max: u32| Region::new(ruleset, count + extra, max.max(largest));
            let fits = |region: Region| quick(whole(region.max), task.limits().positions);
            let max = claim.check_to.unwrap_or_else(|| one(3000).largest_max(fits).max(3));
            let region = one(max);
            let table = whole(max);
            if !few(table.positions()) {
                return None;
            }
            // What is given on smaller boards is looked at, too.
            let given = on.given.iter().map(|given| Region::new(ruleset, given.names.len(), max));
            let all = Places::Of(given.chain([region]).collect());
            Some((table, all, Looked { names: board.listed(names), up_to: max, positions: 0 }))
        }
        Board::Mixed { sizes, piles } => {
            let others = |max: u32| Region::new(ruleset, piles, max);
            let tuples = |max: u32| {
                let counts = (u64::from(max) + 1).checked_pow(sizes as u32);
                counts.zip(others(max).positions()).and_then(|(a, b)| a.checked_mul(b))
            };
            let table = |max: u32| {
                let largest = max.max(sizes as u32).max(largest);
                Region::new(ruleset, sizes * max as usize + piles + extra, largest)
            };
            let fits = |max: u32| {
                tuples(max).is_some_and(|t| t <= task.limits().positions)
                    && quick(table(max), 100 * task.limits().positions)
            };
            let most = (1..200).take_while(|&max| fits(max)).last().unwrap_or(1);
            let max = claim.check_to.unwrap_or(most);
            if !few(tuples(max)) || !few(table(max).positions()) {
                return None;
            }
            let all = Places::Mixed { sizes: sizes as u32, piles, max };
            Some((table(max), all, Looked { names: names.join(", "), up_to: max, positions: 0 }))
        }
        Board::Counts(most) => {
            let total = |max: u32| (u64::from(max) + 1).saturating_pow(most as u32);
            let largest = largest.max(most as u32);
            let table = |max: u32| Region::new(ruleset, most * max as usize + extra, largest);
            let fits = |max: u32| {
                total(max) <= task.limits().positions
                    && quick(table(max), 20 * task.limits().positions)
            };
            let most_each = (1..200).take_while(|&max| fits(max)).last().unwrap_or(1);
            let max = claim.check_to.unwrap_or(most_each);
            if !few(total(max).checked_mul(1 + (most as u64 * u64::from(max)) / 25)) {
                return None;
            }
            let all = Places::Counts { sizes: most as u32, max };
            Some((table(max), all, Looked { names: names.join(", "), up_to: max, positions: 0 }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn visited(places: &Places, ruleset: &Ruleset) -> Vec<Vec<u32>> {
        let mut all = Vec::new();
        places.visit(ruleset, &mut |position| {
            all.push(position.to_vec());
            true
        });
        all
    }

    /// The obvious way: all counts and all others, put together and each kept once.
    #[test]
    fn small_and_other_piles_come_once_in_every_way_to_put_them_together() {
        let ruleset = sprague_rules::parse_ruleset("nim").unwrap();
        for (sizes, piles, max) in
            [(1, 0, 3), (1, 2, 4), (2, 1, 3), (2, 2, 2), (3, 2, 3), (0, 2, 4)]
        {
            let mut wanted = BTreeSet::new();
            for count in 0..=piles {
                Region::new(&ruleset, count, max).visit_full(&mut |others| {
                    each_count(&vec![0; sizes as usize], max, &mut |small| {
                        wanted.insert(with_piles(others, small));
                        true
                    });
                    true
                });
            }
            let mut found = visited(&Places::Mixed { sizes, piles, max }, &ruleset);
            let many = found.len();
            found.sort();
            found.dedup();
            assert_eq!((many, &found), (wanted.len(), &wanted.into_iter().collect()));
        }
    }

    #[test]
    fn counts_are_all_multisets_and_a_visitor_can_stop() {
        let ruleset = sprague_rules::parse_ruleset("nim").unwrap();
        let places = Places::Counts { sizes: 2, max: 1 };
        assert_eq!(visited(&places, &ruleset), [vec![], vec![2], vec![1], vec![1, 2]]);
        let regions = vec![Region::new(&ruleset, 1, 5), Region::new(&ruleset, 2, 5)];
        let whole = [
            Places::Of(regions),
            Places::Mixed { sizes: 2, piles: 2, max: 4 },
            Places::Counts { sizes: 3, max: 3 },
        ];
        for places in whole {
            let all = visited(&places, &ruleset).len();
            for most in 1..all {
                let mut seen = 0;
                places.visit(&ruleset, &mut |_| {
                    seen += 1;
                    seen < most
                });
                assert_eq!(seen, most);
            }
        }
    }
}
