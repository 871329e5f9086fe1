//! Where guards agree, nim-sets are the same: compared with the definition, for random values on random classes.

use std::collections::BTreeSet;

use sprague_certificate::Stretch;

use super::form::Ranges;
use super::guards::{Class, Guards, classes};
use super::{around, well_formed};

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % most as u64) as i64
    }
}

fn at((by_c, constant): (i64, i64), c: i64) -> i64 {
    by_c * c + constant
}

/// The remainders of a class.
fn members(class: &Class, c: i64, modulo: i64) -> Vec<i64> {
    (at(class.least, c)..=at(class.most, c)).step_by(modulo as usize).collect()
}

/// Nim-sets of so many parts by the definition, from heap 0 on.
fn nim_sets(values: &[u32], parts: usize) -> Vec<BTreeSet<u32>> {
    let mut sets = vec![BTreeSet::new(); values.len()];
    sets[0].insert(0);
    for _ in 0..parts {
        let longer = |n: usize| {
            let first = |h: usize| sets[n - h].iter().map(move |rest| rest ^ values[h]);
            (1..=n).flat_map(first).collect()
        };
        sets = (0..values.len()).map(longer).collect();
    }
    sets
}

#[test]
fn every_remainder_is_in_one_class() {
    let stretch = Stretch { block: (4, 1), first: 2, last: 3, modulo: 2, around: (5, 4) };
    for all in [classes(&stretch), around(&stretch)] {
        for c in 4..9 {
            let mut found: Vec<i64> = all.iter().flat_map(|class| members(class, c, 2)).collect();
            found.sort_unstable();
            assert_eq!(found, (1..=4 * c + 1).collect::<Vec<_>>());
        }
    }
}

#[test]
fn guards_that_agree_give_the_same_nim_sets() {
    let mut dice = Dice(7);
    let (mut same, mut unlike) = (0, 0);
    for _ in 0..60 {
        let modulo = 1 + dice.below(3);
        let stretch = Stretch {
            block: (modulo * (1 + dice.below(2)), dice.below(3) - 1),
            first: dice.below(3),
            last: dice.below(3),
            modulo,
            around: (dice.below(9), dice.below(7)),
        };
        let from = 2 + dice.below(5);
        let parts = 2 + dice.below(2) as usize;
        if well_formed(&stretch, from).is_err() || at(stretch.block, from) > 22 {
            continue;
        }
        // Values by block and class, and the nim-sets for the cutoff and two larger c.
        let blocks = 4;
        let all = classes(&stretch);
        let table: Vec<Vec<u32>> =
            (0..blocks).map(|_| all.iter().map(|_| dice.below(8) as u32).collect()).collect();
        let of = |c: i64| {
            let length = at(stretch.block, c);
            let mut values = vec![0; (length * blocks as i64 + 1) as usize];
            for (block, row) in table.iter().enumerate() {
                for (class, &value) in all.iter().zip(row) {
                    for rest in members(class, c, modulo) {
                        values[(length * block as i64 + rest) as usize] = value;
                    }
                }
            }
            nim_sets(&values, parts)
        };
        let sets: Vec<_> = (from..from + 3).map(of).collect();
        for class in around(&stretch) {
            let mut guards = Guards::default();
            let world = super::walk::World {
                definitions: &[],
                stretch,
                from,
                families: Vec::new(),
                task: &sprague_task::Task::default(),
            };
            let mut walk = super::walk::Walk::new(&world, &mut guards);
            let rest = walk.rest(&class);
            let ranges: Ranges = walk.ranges.clone();
            if Guards::default().agree(&stretch, &ranges, parts, &rest).is_err() {
                unlike += 1;
                continue;
            }
            for block in 0..blocks as i64 {
                let heap = |c: i64, rest: i64| (at(stretch.block, c) * block + rest) as usize;
                let known = &sets[0][heap(from, members(&class, from, modulo)[0])];
                for (more, sets) in sets.iter().enumerate() {
                    let c = from + more as i64;
                    for rest in members(&class, c, modulo) {
                        assert_eq!(&sets[heap(c, rest)], known, "{stretch:?} {c} {block} {rest}");
                        same += 1;
                    }
                }
            }
        }
    }
    assert!(same > 1000 && unlike > 20, "{same} {unlike}");
}
