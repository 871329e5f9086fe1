//! Raw transition tables, and building one by walking what is reachable from a start state.
//!
//! Every deterministic construction here (products, carries, substitutions) is a start state and a
//! step; [`explore`] numbers the states it meets, breadth first.

use std::collections::hash_map::Entry;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::budget::{Blowup, Budget, Operation};

/// Transitions of a complete deterministic automaton; state 0 is initial.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Table {
    /// Letters are numbered `0..letters`, a power of the base.
    pub letters: usize,
    /// The successor of state `q` under letter `a` is at `q * letters + a`.
    pub next: Vec<u32>,
    pub accepting: Vec<bool>,
}

impl Table {
    pub fn len(&self) -> usize {
        self.accepting.len()
    }

    pub fn step(&self, state: u32, letter: usize) -> u32 {
        self.next[state as usize * self.letters + letter]
    }

    pub fn row(&self, state: u32) -> &[u32] {
        &self.next[state as usize * self.letters..][..self.letters]
    }

    /// For a state that loops under every letter: is all that follows accepted (or nothing)?
    pub fn sink(&self, state: u32) -> Option<bool> {
        let loops = self.row(state).iter().all(|&next| next == state);
        loops.then(|| self.accepting[state as usize])
    }
}

pub(crate) fn explore<S: Hash + Eq + Clone>(
    operation: Operation,
    letters: usize,
    start: S,
    step: impl Fn(&S, usize) -> S,
    accepting: impl Fn(&S) -> bool,
    budget: &Budget,
) -> Result<Table, Blowup> {
    explore_weighed(operation, letters, start, step, accepting, |_| 0, budget)
}

/// The same for states that hold memory of their own: `weight` is its bytes.
pub(crate) fn explore_weighed<S: Hash + Eq + Clone>(
    operation: Operation,
    letters: usize,
    start: S,
    step: impl Fn(&S, usize) -> S,
    accepting: impl Fn(&S) -> bool,
    weight: impl Fn(&S) -> usize,
    budget: &Budget,
) -> Result<Table, Blowup> {
    // A state is stored twice (list and index), and its row once.
    let state_bytes = 2 * size_of::<S>() + 16 + 4 * letters;
    let mut states = vec![start.clone()];
    let mut index = FxHashMap::from_iter([(start, 0u32)]);
    let mut next = Vec::new();
    let mut done = 0;
    let mut held = 0;
    while done < states.len() {
        let state = states[done].clone();
        for letter in 0..letters {
            let successor = step(&state, letter);
            let number = match index.entry(successor) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(free) => {
                    held += weight(free.key());
                    states.push(free.key().clone());
                    *free.insert(states.len() as u32 - 1)
                }
            };
            next.push(number);
        }
        done += 1;
        budget.allow(operation, states.len(), held + states.len() * state_bytes)?;
        if done.is_multiple_of(64) {
            budget.in_time(operation, states.len())?;
        }
    }
    let accepting = states.iter().map(accepting).collect();
    Ok(Table { letters, next, accepting })
}
