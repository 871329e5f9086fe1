//! Positions as tuples of natural numbers, chosen so that automata stay small: a fixed number of piles by
//! their sorted differences, or piles up to a fixed size by how many there are of each.

use sprague_automata::{Formula, Linear, Variable};

use crate::arithmetic::{all, any};

/// The positions that a proof speaks of. Every tuple is a position, and smaller boards are part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// At most so many piles: the least one, and what each next one has more.
    Piles(usize),
    /// Piles of at most this size: how many there are of 1, 2, 3, ...
    Counts(usize),
    /// Any number of piles of 1, 2, ..., `sizes`, counted, and at most so many more. A position has several tuples: a small
    /// pile may be counted, or be one of the others.
    Mixed { sizes: usize, piles: usize },
}

impl Board {
    /// How many numbers describe a position.
    pub fn numbers(self) -> usize {
        match self {
            Board::Piles(count) | Board::Counts(count) => count,
            Board::Mixed { sizes, piles } => sizes + piles,
        }
    }

    /// How many numbers are counts; the others are piles.
    pub fn counted(self) -> usize {
        match self {
            Board::Piles(_) => 0,
            Board::Counts(sizes) | Board::Mixed { sizes, .. } => sizes,
        }
    }

    pub fn variables(self) -> Vec<Variable> {
        (1..=self.numbers()).map(|i| Variable::from(format!("x{i}"))).collect()
    }

    /// The piles in ascending order, or the counts.
    pub fn terms(self) -> Vec<Linear> {
        let variables = self.variables();
        let (counts, differences) = variables.split_at(self.counted());
        let mut sum = Linear::constant(0);
        let piles = differences.iter().map(|variable| {
            sum = sum.clone() + Linear::var(variable);
            sum.clone()
        });
        counts.iter().map(Linear::var).chain(piles).collect()
    }

    /// The tuple of a position given by terms: counts, then ascending piles.
    pub fn coordinates(self, terms: &[Linear]) -> Vec<Linear> {
        let (counts, piles) = terms.split_at(self.counted());
        let differences = piles.windows(2).map(|pair| &pair[1] - &pair[0]);
        counts.iter().chain(piles.first()).cloned().chain(differences).collect()
    }

    /// The position that a tuple stands for.
    pub fn position(self, tuple: &[u128]) -> Option<Vec<u32>> {
        let (counts, differences) = tuple.split_at(self.counted());
        if counts.iter().sum::<u128>() > 1000 {
            return None;
        }
        let mut piles = Vec::new();
        for (size, &count) in (1u32..).zip(counts) {
            piles.extend((0..count).map(|_| size));
        }
        let mut size = 0u32;
        for &difference in differences {
            size = size.checked_add(u32::try_from(difference).ok()?)?;
            if size > 0 {
                piles.push(size);
            }
        }
        piles.sort_unstable();
        Some(piles)
    }

    /// There is no pile.
    pub fn is_empty(self) -> Formula {
        all(self.variables().iter().map(|variable| Linear::var(variable).equals(0)))
    }

    /// Exactly so many piles, or a largest pile of exactly this size.
    pub fn is_exactly(self, numbers: usize) -> Formula {
        let terms: Vec<Linear> = self.variables().iter().map(Linear::var).collect();
        let whole = terms.len();
        match self {
            Board::Piles(_) => {
                let gone = terms[..whole - numbers].iter().map(|term| term.equals(0));
                let least = terms[whole - numbers..].first().map(|term| term.at_least(1));
                all(gone.chain(least))
            }
            Board::Counts(_) => {
                let gone = terms[numbers..].iter().map(|term| term.equals(0));
                let largest = terms[..numbers].last().map(|term| term.at_least(1));
                all(gone.chain(largest))
            }
            // All tuples, whatever is gone.
            Board::Mixed { .. } => Formula::True,
        }
    }

    /// At most so many, and at least one pile.
    pub fn is_at_most(self, numbers: usize) -> Formula {
        if matches!(self, Board::Mixed { .. }) {
            return Formula::True;
        }
        any((1..=numbers).map(|numbers| self.is_exactly(numbers)))
    }

    /// The terms that a statement about boards of `numbers` names.
    pub fn named(self, numbers: usize) -> Vec<Linear> {
        let terms = self.terms();
        match self {
            Board::Piles(whole) => terms[whole - numbers..].to_vec(),
            Board::Counts(_) | Board::Mixed { .. } => terms[..numbers].to_vec(),
        }
    }
}
