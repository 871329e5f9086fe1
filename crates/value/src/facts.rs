//! Facts about one value: birthday, size, what kind of game it is.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::{Arena, Value};
use crate::compact::Compact;
use crate::dyadic::Dyadic;

impl Arena {
    /// The height of the tree of the canonical form: the day on which the value is born.
    pub fn birthday(&mut self, g: Value) -> u64 {
        self.birthdays(&[g])[0]
    }

    /// The birthdays of several values, which share what they need.
    pub fn birthdays(&mut self, values: &[Value]) -> Vec<u64> {
        let mut known: FxHashMap<Value, u64> = FxHashMap::default();
        let mut waiting: Vec<Value> = values.to_vec();
        while let Some(&value) = waiting.last() {
            if known.contains_key(&value) {
                waiting.pop();
                continue;
            }
            if let Some(compact) = self.as_compact(value) {
                known.insert(value, compact.birthday());
                continue;
            }
            let height = waiting.len();
            let form = self.unfold(value);
            let mut oldest = 0;
            for option in &self.pool[form.left_range().start..form.right_range().end] {
                match known.get(option) {
                    Some(&day) => oldest = oldest.max(day),
                    None => waiting.push(*option),
                }
            }
            if waiting.len() == height {
                known.insert(value, oldest + 1);
            }
        }
        values.iter().map(|value| known[value]).collect()
    }

    /// How many different positions the canonical form has, itself among them; nothing if there
    /// are more than `most`.
    pub fn nodes(&mut self, g: Value, most: usize) -> Option<usize> {
        let followers = self.followers_and(g);
        // Compact values are unfolded here alone, without being stored.
        let mut found: FxHashSet<Compact> = FxHashSet::default();
        let mut waiting: Vec<Compact> = Vec::new();
        let mut others = 0;
        for value in followers {
            match self.as_compact(value) {
                Some(compact) => waiting.push(compact),
                None => others += 1,
            }
        }
        while let Some(compact) = waiting.pop() {
            if found.insert(compact) {
                let (left, right) = compact.options();
                waiting.extend(left.into_iter().chain(right));
            }
            if found.len() + others > most {
                return None;
            }
        }
        Some(found.len() + others)
    }

    /// Is it infinitely close to 0?
    pub fn is_infinitesimal(&self, g: Value) -> bool {
        self.left_stop(g) == Dyadic::ZERO && self.right_stop(g) == Dyadic::ZERO
    }

    /// Can, at every position of it, both players move or neither?
    pub fn is_all_small(&mut self, g: Value) -> bool {
        self.followers_and(g).into_iter().all(|value| match self.as_compact(value) {
            Some(compact) => compact.number == Dyadic::ZERO,
            None => true,
        })
    }
}
