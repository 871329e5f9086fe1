//! Positions as tuples of natural numbers in formulas: the numbers of a board, the piles as sums of them, and
//! which tuples belong to smaller boards.

use sprague_automata::{Formula, Linear, Variable};
use sprague_claim::Board;

use crate::scene::{all, any};

/// A board in formulas. Every tuple is a position, and smaller boards are part of it.
pub trait Coordinates {
    /// The numbers of a position, each as a variable.
    fn variables(self) -> Vec<Variable>;

    /// The piles in ascending order, or the counts.
    fn terms(self) -> Vec<Linear>;

    /// The tuple of a position given by terms: counts, then ascending piles.
    fn coordinates(self, terms: &[Linear]) -> Vec<Linear>;

    /// There is no pile.
    fn nothing(self) -> Formula;

    /// Exactly so many piles, or a largest pile of exactly this size.
    fn exactly(self, numbers: usize) -> Formula;

    /// At most so many, and at least one pile.
    fn at_most(self, numbers: usize) -> Formula;

    /// The terms that a statement about boards of `numbers` names.
    fn named(self, numbers: usize) -> Vec<Linear>;
}

impl Coordinates for Board {
    fn variables(self) -> Vec<Variable> {
        (1..=self.numbers()).map(|i| Variable::from(format!("x{i}"))).collect()
    }

    fn terms(self) -> Vec<Linear> {
        let variables = self.variables();
        let (counts, differences) = variables.split_at(self.counted());
        let mut sum = Linear::constant(0);
        let piles = differences.iter().map(|variable| {
            sum = sum.clone() + Linear::var(variable);
            sum.clone()
        });
        counts.iter().map(Linear::var).chain(piles).collect()
    }

    fn coordinates(self, terms: &[Linear]) -> Vec<Linear> {
        let (counts, piles) = terms.split_at(self.counted());
        let differences = piles.windows(2).map(|pair| &pair[1] - &pair[0]);
        counts.iter().chain(piles.first()).cloned().chain(differences).collect()
    }

    fn nothing(self) -> Formula {
        all(self.variables().iter().map(|variable| Linear::var(variable).equals(0)))
    }

    fn exactly(self, numbers: usize) -> Formula {
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
            Board::Row(_) | Board::Mixed { .. } => Formula::True,
        }
    }

    fn at_most(self, numbers: usize) -> Formula {
        if matches!(self, Board::Row(_) | Board::Mixed { .. }) {
            return Formula::True;
        }
        any((1..=numbers).map(|numbers| self.exactly(numbers)))
    }

    fn named(self, numbers: usize) -> Vec<Linear> {
        let terms = self.terms();
        match self {
            Board::Piles(whole) => terms[whole - numbers..].to_vec(),
            Board::Row(_) | Board::Counts(_) | Board::Mixed { .. } => terms[..numbers].to_vec(),
        }
    }
}
