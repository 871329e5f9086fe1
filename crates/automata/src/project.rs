//! "There is a number such that": projection, by subset construction on the fly.
//!
//! Dropping a track leaves a nondeterministic automaton; its reachable sets of states are the
//! states of the result. A witness may be longer than the numbers that remain, so a state accepts
//! as soon as zeros on the remaining tracks lead to an accepting one.
//!
//! Subsets are kept small in two ways. Dead states are left out. And a state is left out when
//! another of the subset simulates it (can follow it, letter by letter, into acceptance), for then
//! it adds nothing to what the subset accepts. The simulation is the greatest fixed point over
//! pairs; it is computed where pairs are few, which is where it costs less than it saves.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::budget::{Blowup, Budget, Operation};
use crate::dfa::{Dfa, restriction};
use crate::explore::Table;
use crate::linear::Variable;

/// Simulation is computed for up to this many (pairs of states) x letters.
const MOST_SIMULATION: usize = 1 << 22;
/// And given up if it has not settled after so many rounds.
const MOST_ROUNDS: usize = 40;

impl Dfa {
    /// The tuples that some numbers for `variables` complete to a member.
    pub fn exists(&self, variables: &[Variable], budget: &Budget) -> Result<Dfa, Blowup> {
        let kept: Vec<Variable> =
            self.tracks.iter().filter(|v| !variables.contains(v)).cloned().collect();
        if kept.len() == self.tracks.len() {
            return Ok(self.clone());
        }
        let hidden = restriction(self.numeration, &self.tracks, &kept);
        let nondeterministic = Projected::new(&self.table, &hidden, budget)?;
        let table = nondeterministic.determinise(budget)?;
        Dfa::new(self.numeration, kept, table, budget)
    }

    /// The tuples that every choice of numbers for `variables` completes to a member.
    pub fn forall(&self, variables: &[Variable], budget: &Budget) -> Result<Dfa, Blowup> {
        self.complement(budget)?.exists(variables, budget)?.complement(budget)
    }
}

/// A table with some digits hidden.
struct Projected {
    letters: usize,
    /// The live successors of state `q` under letter `a`, sorted, are those between two
    /// neighbouring `ends` from `q * letters + a` on.
    successors: Vec<u32>,
    ends: Vec<u32>,
    accepting: Vec<bool>,
    /// `simulated_by[q]`: the states that simulate `q`, and win over it if both simulate each
    /// other.
    simulated_by: Vec<Vec<u32>>,
}

impl Projected {
    fn new(table: &Table, kept: &[usize], budget: &Budget) -> Result<Projected, Blowup> {
        let letters = kept.iter().max().map_or(1, |most| most + 1);
        let bytes = 4 * table.next.len() + 4 * table.len() * letters;
        budget.allow(Operation::Projection, table.len(), bytes)?;
        let mut full: Vec<Vec<usize>> = vec![Vec::new(); letters];
        for (letter, &kept) in kept.iter().enumerate() {
            full[kept].push(letter);
        }
        let live: Vec<bool> =
            (0..table.len() as u32).map(|state| table.sink(state) != Some(false)).collect();
        let (mut successors, mut ends) = (Vec::new(), vec![0]);
        let mut set: Vec<u32> = Vec::new();
        for state in 0..table.len() as u32 {
            for full in &full {
                let next = full.iter().map(|&letter| table.step(state, letter));
                set.clear();
                set.extend(next.filter(|&next| live[next as usize]));
                set.sort_unstable();
                set.dedup();
                successors.extend_from_slice(&set);
                ends.push(successors.len() as u32);
            }
        }
        let accepting = table.accepting.clone();
        let mut projected =
            Projected { letters, successors, ends, accepting, simulated_by: Vec::new() };
        projected.accept_after_zeros();
        projected.simulated_by = projected.simulation(budget)?;
        Ok(projected)
    }

    fn successors(&self, state: u32, letter: usize) -> &[u32] {
        let place = state as usize * self.letters + letter;
        &self.successors[self.ends[place] as usize..self.ends[place + 1] as usize]
    }

    /// Accepting are all states from which letters with zeros on all remaining tracks lead to
    /// acceptance.
    fn accept_after_zeros(&mut self) {
        let states = self.accepting.len() as u32;
        let mut before = vec![Vec::new(); states as usize];
        for state in 0..states {
            for &next in self.successors(state, 0) {
                before[next as usize].push(state);
            }
        }
        let mut open: Vec<u32> = (0..states).filter(|&s| self.accepting[s as usize]).collect();
        while let Some(state) = open.pop() {
            for &previous in &before[state as usize] {
                if !self.accepting[previous as usize] {
                    self.accepting[previous as usize] = true;
                    open.push(previous);
                }
            }
        }
    }

    fn simulation(&self, budget: &Budget) -> Result<Vec<Vec<u32>>, Blowup> {
        let n = self.accepting.len();
        if n * n * self.letters > MOST_SIMULATION {
            return Ok(vec![Vec::new(); n]);
        }
        // simulates[p * n + q]: p simulates q. Start with everything that acceptance allows.
        let mut simulates: Vec<bool> =
            (0..n * n).map(|pq| self.accepting[pq / n] || !self.accepting[pq % n]).collect();
        let follows = |p: usize, q: usize, simulates: &[bool]| {
            (0..self.letters).all(|letter| {
                let by = self.successors(p as u32, letter);
                let simulated =
                    |to: u32| by.iter().any(|&by| simulates[by as usize * n + to as usize]);
                self.successors(q as u32, letter).iter().all(|&to| simulated(to))
            })
        };
        let mut settled = false;
        for _ in 0..MOST_ROUNDS {
            budget.in_time(Operation::Projection, n)?;
            settled = true;
            for p in 0..n {
                for q in (0..n).filter(|&q| q != p) {
                    if simulates[p * n + q] && !follows(p, q, &simulates) {
                        simulates[p * n + q] = false;
                        settled = false;
                    }
                }
            }
            if settled {
                break;
            }
        }
        if !settled {
            // Only the fixed point is a simulation; what is above it is not.
            return Ok(vec![Vec::new(); n]);
        }
        let wins =
            |p: usize, q: usize| p != q && simulates[p * n + q] && (p < q || !simulates[q * n + p]);
        Ok((0..n).map(|q| (0..n).filter(|&p| wins(p, q)).map(|p| p as u32).collect()).collect())
    }

    /// Sorts a subset and drops what others of it simulate. "Wins over" is a strict order, so what
    /// drops a state is itself there or dropped by something larger that is.
    fn prune(&self, subset: &mut Vec<u32>, marks: &mut [bool]) {
        subset.sort_unstable();
        subset.dedup();
        if subset.len() < 2 {
            return;
        }
        subset.iter().for_each(|&state| marks[state as usize] = true);
        let all = subset.clone();
        subset.retain(|&q| !self.simulated_by[q as usize].iter().any(|&p| marks[p as usize]));
        all.iter().for_each(|&state| marks[state as usize] = false);
    }

    fn determinise(&self, budget: &Budget) -> Result<Table, Blowup> {
        let start: Rc<[u32]> = Rc::from([0u32]);
        let mut subsets = vec![start.clone()];
        let mut index: FxHashMap<Rc<[u32]>, u32> = FxHashMap::from_iter([(start, 0)]);
        let mut members = 1;
        let mut next = Vec::new();
        let mut marks = vec![false; self.accepting.len()];
        let mut scratch: Vec<u32> = Vec::new();
        let mut done = 0;
        let mut work = 0usize;
        while done < subsets.len() {
            let subset = subsets[done].clone();
            for letter in 0..self.letters {
                scratch.clear();
                for &state in &subset[..] {
                    scratch.extend_from_slice(self.successors(state, letter));
                }
                work += scratch.len();
                self.prune(&mut scratch, &mut marks);
                let number = match index.get(&scratch[..]) {
                    Some(&known) => known,
                    None => {
                        let new: Rc<[u32]> = scratch.as_slice().into();
                        members += new.len();
                        subsets.push(new.clone());
                        index.insert(new, subsets.len() as u32 - 1);
                        subsets.len() as u32 - 1
                    }
                };
                next.push(number);
            }
            done += 1;
            let bytes = 4 * members + subsets.len() * (64 + 4 * self.letters);
            budget.allow(Operation::Projection, subsets.len(), bytes)?;
            if work > 1 << 16 {
                work = 0;
                budget.in_time(Operation::Projection, subsets.len())?;
            }
        }
        let accepts = |s: &Rc<[u32]>| s.iter().any(|&state| self.accepting[state as usize]);
        let accepting = subsets.iter().map(accepts).collect();
        Ok(Table { letters: self.letters, next, accepting })
    }
}
