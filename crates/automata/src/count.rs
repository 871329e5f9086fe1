//! How many members lie below a bound, and which.
//!
//! Words compare as numbers do from the most significant digit; read from the low end, a number is
//! below the bound iff at the highest position where their digits differ it has the smaller one. One bit
//! for each track remembers who is ahead so far.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use crate::dfa::Dfa;
use crate::letters::Letters;

impl Dfa {
    /// The number of members with every coordinate below `bound`.
    ///
    /// # Panics
    /// If the number exceeds 128 bits.
    pub fn count_below(&self, bound: u128) -> u128 {
        let all = (1usize << self.tracks.len()) - 1;
        let letters = Letters::new(self.numeration, self.tracks.len());
        let mut counts: FxHashMap<(u32, usize), u128> = FxHashMap::from_iter([((0, 0), 1)]);
        for digit in self.numeration.digits(bound) {
            let mut longer: FxHashMap<(u32, usize), u128> = FxHashMap::default();
            for ((state, below), count) in counts {
                for (letter, &next) in self.table.row(state).iter().enumerate() {
                    let mut below = below;
                    for (track, own) in letters.digits(letter).into_iter().enumerate() {
                        match own.cmp(&digit) {
                            Ordering::Less => below |= 1 << track,
                            Ordering::Equal => {}
                            Ordering::Greater => below &= !(1 << track),
                        }
                    }
                    if self.table.sink(next) == Some(false) {
                        continue;
                    }
                    let sum = longer.entry((next, below)).or_insert(0);
                    *sum = sum.checked_add(count).expect("a count of 128 bits");
                }
            }
            counts = longer;
        }
        let counted = |&((state, below), _): &(&(u32, usize), &u128)| {
            *below == all && self.table.accepting[*state as usize]
        };
        counts.iter().filter(counted).map(|(_, count)| count).sum()
    }

    /// The members with every coordinate below `bound`, by their sum, then lexicographically.
    pub fn members_below(&self, bound: u128) -> Vec<Vec<u128>> {
        let length = self.numeration.digits(bound).len();
        let letters = Letters::new(self.numeration, self.tracks.len());
        // live[n]: the states from which n more letters can end in acceptance.
        let mut live = vec![self.table.accepting.clone()];
        for n in 0..length {
            let one_more = (0..self.states() as u32)
                .map(|q| self.table.row(q).iter().any(|&r| live[n][r as usize]));
            live.push(one_more.collect());
        }
        let mut members = Vec::new();
        let mut open = vec![(0u32, 0usize, vec![0u128; self.tracks.len()])];
        while let Some((state, position, tuple)) = open.pop() {
            if !live[length - position][state as usize] || tuple.iter().any(|&n| n >= bound.max(1))
            {
                continue;
            }
            if position == length {
                members.push(tuple);
                continue;
            }
            let weight = self.numeration.weight(position).expect("no more than the bound");
            for (letter, &next) in self.table.row(state).iter().enumerate() {
                let mut longer = tuple.clone();
                for (number, digit) in longer.iter_mut().zip(letters.digits(letter)) {
                    *number += u128::from(digit) * weight;
                }
                open.push((next, position + 1, longer));
            }
        }
        members.retain(|tuple| tuple.iter().all(|&n| n < bound));
        members.sort_by_cached_key(|tuple| (tuple.iter().sum::<u128>(), tuple.clone()));
        members
    }
}
