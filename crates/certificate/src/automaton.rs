//! Automata in certificates: sets of tuples of natural numbers by their digits.
//!
//! ```text
//! digits binary
//! tracks 2
//! states 3
//! yes 0
//! next 0 1 2 0
//! next 1 1 1 1
//! next 2 2 2 2
//! ```
//!
//! The automaton starts in state 0 and reads one digit of each number at a time, the least significant digits first; bit i
//! of a letter is the digit of number i. After `next`, one line a state, stand the states that follow, by letter. A tuple is
//! in the set if the state after its last digits is one of `yes`; further zeros must change nothing.

use crate::text::{Fault, Reader, Writer};

/// How numbers are written with the digits 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// The digits weigh 1, 2, 4, 8, ...
    Binary,
    /// The digits weigh 1, 2, 3, 5, 8, ..., and no two neighbours are both 1 (Zeckendorf).
    Fibonacci,
}

impl Digits {
    /// Both, with their words.
    const ALL: [(Digits, &'static str); 2] =
        [(Digits::Binary, "binary"), (Digits::Fibonacci, "fibonacci")];

    /// Its word.
    pub fn name(self) -> &'static str {
        Digits::ALL.iter().find(|(digits, _)| *digits == self).map_or("", |(_, name)| name)
    }
}

/// A set of tuples of natural numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// How the numbers are written.
    pub digits: Digits,
    /// How many numbers a tuple has.
    pub tracks: usize,
    /// The state that follows state s and letter l, at place `s * 2^tracks + l`.
    pub next: Vec<u32>,
    /// Whether a word that ends in this state is in the set.
    pub accepting: Vec<bool>,
}

/// The most numbers of a tuple.
const MOST_TRACKS: usize = 12;
/// The most states that are read.
const MOST_STATES: usize = 1_000_000;

impl Automaton {
    /// How many states it has.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// Is every state that follows one of its states, for every letter, and is there one to start in?
    pub fn is_complete(&self) -> bool {
        let states = self.states();
        self.tracks <= MOST_TRACKS
            && (1..=MOST_STATES).contains(&states)
            && self.next.len() == states << self.tracks
            && self.next.iter().all(|&next| (next as usize) < states)
    }

    /// Writes it, a line a field.
    pub fn write(&self, out: &mut Writer) {
        out.field("digits", self.digits.name());
        out.field("tracks", self.tracks);
        out.field("states", self.states());
        out.numbers("yes", (0..self.states()).filter(|&state| self.accepting[state]));
        for row in self.next.chunks(1 << self.tracks) {
            out.numbers("next", row);
        }
    }

    /// Reads what [`Automaton::write`] wrote.
    pub fn read(lines: &mut Reader) -> Result<Automaton, Fault> {
        let word = lines.field("digits")?;
        let digits = Digits::ALL.iter().find(|(_, name)| *name == word);
        let digits = digits.ok_or_else(|| lines.fault("digits are binary or fibonacci"))?.0;
        let tracks: usize = lines.number("tracks")?;
        if tracks > MOST_TRACKS {
            return Err(lines.fault(format!("at most {MOST_TRACKS} numbers are read at once")));
        }
        let states: usize = lines.number("states")?;
        if !(1..=MOST_STATES).contains(&states) {
            return Err(lines.fault(format!("there are 1 to {MOST_STATES} states")));
        }
        let yes: Vec<usize> = lines.numbers("yes")?;
        if !yes.iter().all(|&state| state < states) || !yes.is_sorted_by(|a, b| a < b) {
            return Err(lines.fault("these are no states in ascending order"));
        }
        let mut accepting = Vec::new();
        let mut next: Vec<u32> = Vec::new();
        for state in 0..states {
            let row: Vec<u32> = lines.numbers("next")?;
            if row.len() != 1 << tracks || row.iter().any(|&state| state as usize >= states) {
                return Err(lines.fault("there must be a state for every letter"));
            }
            next.extend(row);
            accepting.push(yes.binary_search(&state).is_ok());
        }
        Ok(Automaton { digits, tracks, next, accepting })
    }
}
