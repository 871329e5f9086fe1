//! The least member of a set.
//!
//! Least is by the sum of the coordinates, then lexicographically in the order of the tracks. The
//! nodes of the search are a state and a position; reading a letter there adds its digits times the
//! weight of the position, so this is Dijkstra's algorithm with the tuple read so far as distance,
//! ordered as above (adding the same letter to two tuples keeps their order, and never makes one
//! smaller). A shortest accepted word bounds how far positions need to go: a letter at a position
//! whose weight exceeds the sum of that word's tuple is too dear.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use crate::dfa::Dfa;
use crate::letters::Letters;

impl Dfa {
    /// The member with the least sum, of these the lexicographically first; one number for each
    /// track.
    ///
    /// None if there is no member ([`Dfa::is_empty`]), or if even the shortest has more than 96
    /// digits.
    pub fn least(&self) -> Option<Vec<u128>> {
        self.least_scaled(&vec![1; self.tracks.len()])
    }

    /// The least member when each coordinate counts `scale` times in the sum.
    pub(crate) fn least_scaled(&self, scale: &[u128]) -> Option<Vec<u128>> {
        let letters = Letters::new(self.numeration, self.tracks.len());
        let cost = |letter: usize| {
            let digits = letters.digits(letter);
            digits.iter().zip(scale).map(|(&digit, scale)| u128::from(digit) * scale).sum()
        };
        let costs: Vec<u128> = (0..letters.count()).map(cost).collect();
        let shortest = self.shortest()?;
        let weights: Vec<u128> =
            (0..100).map_while(|position| self.numeration.weight(position)).collect();
        if shortest.len() > 96 {
            return None;
        }
        let known: u128 =
            shortest.iter().zip(&weights).map(|(&letter, &weight)| costs[letter] * weight).sum();
        let mut open =
            BinaryHeap::from([Reverse((0u128, vec![0u128; self.tracks.len()], 0usize, 0u32))]);
        let mut closed: FxHashSet<(usize, u32)> = FxHashSet::default();
        while let Some(Reverse((sum, tuple, position, state))) = open.pop() {
            if self.table.accepting[state as usize] {
                return Some(tuple);
            }
            if !closed.insert((position, state)) || position >= weights.len() {
                continue;
            }
            let weight = weights[position];
            for (letter, &next) in self.table.row(state).iter().enumerate() {
                let dearer = sum + costs[letter] * weight;
                if weight > known || dearer > known || self.table.sink(next) == Some(false) {
                    continue;
                }
                let mut longer = tuple.clone();
                for (number, digit) in longer.iter_mut().zip(letters.digits(letter)) {
                    *number += u128::from(digit) * weight;
                }
                open.push(Reverse((dearer, longer, position + 1, next)));
            }
        }
        unreachable!("the shortest word is accepted and within bounds")
    }

    /// A shortest accepted word, as letters.
    pub(crate) fn shortest(&self) -> Option<Vec<usize>> {
        let mut from: Vec<Option<(u32, usize)>> = vec![None; self.states()];
        let mut order = vec![0u32];
        let mut done = 0;
        while done < order.len() {
            let state = order[done];
            if self.table.accepting[state as usize] {
                let mut word = Vec::new();
                let mut state = state;
                while let Some((previous, letter)) = from[state as usize].filter(|_| state != 0) {
                    word.push(letter);
                    state = previous;
                }
                word.reverse();
                return Some(word);
            }
            for (letter, &next) in self.table.row(state).iter().enumerate() {
                if next != 0 && from[next as usize].is_none() {
                    from[next as usize] = Some((state, letter));
                    order.push(next);
                }
            }
            done += 1;
        }
        None
    }
}
