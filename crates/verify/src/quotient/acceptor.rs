//! Sets of positions as automata that read sizes of piles one after the other: explored from what is kept of a position, joined, and made
//! as small as they can be.

use std::collections::HashMap;
use std::hash::Hash;

use sprague_task::Task;

use crate::Rejection;

/// States that are looked at.
const MOST_STATES: usize = 100_000;

/// An automaton that reads the sizes 1, 2, ...; it begins in the state 0.
pub(super) struct Acceptor {
    pub(super) next: Vec<Vec<u32>>,
    pub(super) accepts: Vec<bool>,
}

impl Acceptor {
    /// All positions.
    pub(super) fn always(letters: usize) -> Acceptor {
        Acceptor { next: vec![vec![0; letters]], accepts: vec![true] }
    }

    /// What is kept of positions, step by step, and whether they are in the set.
    pub(super) fn of<K: Clone + Eq + Hash>(
        letters: usize,
        nothing: K,
        step: impl Fn(&K, u32) -> K,
        yes: impl Fn(&K) -> bool,
        task: &Task,
    ) -> Result<Acceptor, Rejection> {
        let mut known: HashMap<K, u32> = HashMap::from([(nothing.clone(), 0)]);
        let mut kept = vec![nothing];
        let mut next = Vec::new();
        while next.len() < kept.len() {
            task.spend(letters as u64)?;
            let mut row = Vec::with_capacity(letters);
            for size in 1..=letters as u32 {
                let more = step(&kept[next.len()], size);
                let fresh = kept.len() as u32;
                let state = *known.entry(more.clone()).or_insert(fresh);
                if state == fresh {
                    kept.push(more);
                }
                row.push(state);
            }
            next.push(row);
            if kept.len() > MOST_STATES {
                return Err(Rejection::new("the claim looks at too much to be compared"));
            }
        }
        let accepts = kept.iter().map(yes).collect();
        Acceptor { next, accepts }.reduced(task)
    }

    pub(super) fn negated(mut self) -> Acceptor {
        self.accepts.iter_mut().for_each(|accepts| *accepts = !*accepts);
        self
    }

    /// The positions that are so by both.
    pub(super) fn joined(
        &self,
        other: &Acceptor,
        join: fn(bool, bool) -> bool,
        task: &Task,
    ) -> Result<Acceptor, Rejection> {
        let step = |&(a, b): &(u32, u32), size: u32| {
            let letter = size as usize - 1;
            (self.next[a as usize][letter], other.next[b as usize][letter])
        };
        let yes = |&(a, b): &(u32, u32)| join(self.accepts[a as usize], other.accepts[b as usize]);
        Acceptor::of(self.next[0].len(), (0, 0), step, yes, task)
    }

    /// States that no piles tell apart are made one: classes are split until the next states of a class are in the same classes.
    fn reduced(self, task: &Task) -> Result<Acceptor, Rejection> {
        let mut classes: Vec<u32> = self.accepts.iter().map(|&accepts| accepts.into()).collect();
        let mut many = 0;
        loop {
            task.spend(self.next.len() as u64)?;
            // The class of the state 0 is numbered first, so that the automaton begins there.
            let mut known: HashMap<(u32, Vec<u32>), u32> = HashMap::new();
            let mut finer = Vec::with_capacity(classes.len());
            for (state, row) in self.next.iter().enumerate() {
                let next = row.iter().map(|&next| classes[next as usize]).collect();
                let fresh = known.len() as u32;
                finer.push(*known.entry((classes[state], next)).or_insert(fresh));
            }
            classes = finer;
            if known.len() == many {
                break;
            }
            many = known.len();
        }
        let mut next = vec![Vec::new(); many];
        let mut accepts = vec![false; many];
        for (state, row) in self.next.iter().enumerate() {
            let class = classes[state] as usize;
            if next[class].is_empty() {
                next[class] = row.iter().map(|&next| classes[next as usize]).collect();
                accepts[class] = self.accepts[state];
            }
        }
        Ok(Acceptor { next, accepts })
    }
}
