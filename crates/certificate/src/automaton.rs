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
//! The automaton starts in state 0 and reads one digit of each number at a time, the least significant digits first; in a
//! letter the digit of number i counts b^i, where b is the number of digits that there are (in binary: it is bit i). After `next`, one line a state, stand the states that follow, by letter. A tuple is
//! in the set if the state after its last digits is one of `yes`; further zeros must change nothing.

use crate::text::{Fault, Reader, Writer};

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// The digits weigh 1, 2, 4, 8, ...
    Binary,
    /// With this t, from 1 on: the digits 0 to t weigh 1, t + 1, ..., each weight t times the one before and the one before that;
    /// below a digit t stands a 0. For t = 1: 1, 2, 3, 5, 8, ..., and no two neighbours are both 1 (Zeckendorf).
    Ostrowski(u8),
}

impl Digits {
    /// Zeckendorf's.
    pub const FIBONACCI: Digits = Digits::Ostrowski(1);
    /// The largest t.
    pub const LARGEST_QUOTIENT: u8 = 7;

    /// Its word: `binary`, `fibonacci`, `ostrowski-2`, ...
    pub fn name(self) -> String {
        match self {
            Digits::Binary => "binary".into(),
            Digits::FIBONACCI => "fibonacci".into(),
            Digits::Ostrowski(quotient) => format!("ostrowski-{quotient}"),
        }
    }

    /// What a word names.
    pub fn named(word: &str) -> Option<Digits> {
        let others = (1..=Digits::LARGEST_QUOTIENT).map(Digits::Ostrowski);
        [Digits::Binary].into_iter().chain(others).find(|digits| digits.name() == word)
    }

    /// How many digits there are.
    pub fn base(self) -> usize {
        match self {
            Digits::Binary => 2,
            Digits::Ostrowski(quotient) => usize::from(quotient) + 1,
        }
    }

    /// How many letters there are for so many numbers; none, if too many.
    pub fn letters(self, tracks: usize) -> Option<usize> {
        let letters = self.base().checked_pow(u32::try_from(tracks).ok()?)?;
        (tracks <= MOST_TRACKS && letters <= MOST_LETTERS).then_some(letters)
    }
}

/// A set of tuples of natural numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// How the numbers are written.
    pub digits: Digits,
    /// How many numbers a tuple has.
    pub tracks: usize,
    /// The state that follows state s and letter l, at place `s * letters + l`.
    pub next: Vec<u32>,
    /// Whether a word that ends in this state is in the set.
    pub accepting: Vec<bool>,
}

/// The most numbers of a tuple, and the most letters that they may have.
const MOST_TRACKS: usize = 12;
const MOST_LETTERS: usize = 1 << 12;
/// The most states that are read.
const MOST_STATES: usize = 1_000_000;

impl Automaton {
    /// How many states it has.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// How many letters it reads; none, if there are too many.
    pub fn letters(&self) -> Option<usize> {
        self.digits.letters(self.tracks)
    }

    /// Is every state that follows one of its states, for every letter, and is there one to start in?
    pub fn is_complete(&self) -> bool {
        let states = self.states();
        (1..=MOST_STATES).contains(&states)
            && self.letters().is_some_and(|letters| self.next.len() == states * letters)
            && self.next.iter().all(|&next| (next as usize) < states)
    }

    /// Writes it, a line a field.
    pub fn write(&self, out: &mut Writer) {
        out.field("digits", self.digits.name());
        out.field("tracks", self.tracks);
        out.field("states", self.states());
        out.numbers("yes", (0..self.states()).filter(|&state| self.accepting[state]));
        for row in self.next.chunks(self.letters().unwrap_or(1)) {
            out.numbers("next", row);
        }
    }

    /// Reads what [`Automaton::write`] wrote.
    pub fn read(lines: &mut Reader) -> Result<Automaton, Fault> {
        let word = lines.field("digits")?;
        let digits = Digits::named(word);
        let digits = digits
            .ok_or_else(|| lines.fault("digits are binary, fibonacci, or ostrowski-2 and so on"))?;
        let tracks: usize = lines.number("tracks")?;
        let Some(letters) = digits.letters(tracks) else {
            let most = (0..=MOST_TRACKS).rev().find(|&n| digits.letters(n).is_some()).unwrap_or(0);
            return Err(lines.fault(format!("at most {most} numbers are read at once")));
        };
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
            if row.len() != letters || row.iter().any(|&state| state as usize >= states) {
                return Err(lines.fault("there must be a state for every letter"));
            }
            next.extend(row);
            accepting.push(yes.binary_search(&state).is_ok());
        }
        Ok(Automaton { digits, tracks, next, accepting })
    }
}
