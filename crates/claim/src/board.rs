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
}

impl Board {
    /// How many numbers describe a position.
    pub fn numbers(self) -> usize {
        match self {
            Board::Piles(count) | Board::Counts(count) => count,
        }
    }

    pub fn variables(self) -> Vec<Variable> {
        (1..=self.numbers()).map(|i| Variable::from(format!("x{i}"))).collect()
    }

    /// The piles in ascending order, or the counts.
    pub fn terms(self) -> Vec<Linear> {
        let variables = self.variables();
        match self {
            Board::Counts(_) => variables.iter().map(Linear::var).collect(),
            Board::Piles(_) => {
                let mut sum = Linear::constant(0);
                variables
                    .iter()
                    .map(|variable| {
                        sum = sum.clone() + Linear::var(variable);
                        sum.clone()
                    })
                    .collect()
            }
        }
    }

    /// The tuple of a position given by terms: ascending piles, or counts.
    pub fn coordinates(self, terms: &[Linear]) -> Vec<Linear> {
        match self {
            Board::Counts(_) => terms.to_vec(),
            Board::Piles(_) => {
                let differences = terms.windows(2).map(|pair| &pair[1] - &pair[0]);
                terms.first().cloned().into_iter().chain(differences).collect()
            }
        }
    }

    /// The position that a tuple stands for.
    pub fn position(self, tuple: &[u128]) -> Option<Vec<u32>> {
        let mut piles = Vec::new();
        match self {
            Board::Piles(_) => {
                let mut size = 0u32;
                for &difference in tuple {
                    size = size.checked_add(u32::try_from(difference).ok()?)?;
                    if size > 0 {
                        piles.push(size);
                    }
                }
            }
            Board::Counts(_) => {
                if tuple.iter().sum::<u128>() > 1000 {
                    return None;
                }
                for (size, &count) in (1u32..).zip(tuple) {
                    piles.extend((0..count).map(|_| size));
                }
            }
        }
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
        }
    }

    /// At most so many, and at least one pile.
    pub fn is_at_most(self, numbers: usize) -> Formula {
        any((1..=numbers).map(|numbers| self.is_exactly(numbers)))
    }

    /// The terms that a statement about boards of `numbers` names.
    pub fn named(self, numbers: usize) -> Vec<Linear> {
        let terms = self.terms();
        match self {
            Board::Piles(whole) => terms[whole - numbers..].to_vec(),
            Board::Counts(_) => terms[..numbers].to_vec(),
        }
    }
}
