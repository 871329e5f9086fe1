//! Two sets combined by a connective: the reachable pairs of states.
//!
//! The tracks of the result are the union of both; each side reads its own digits of a letter, so
//! missing tracks are never added to a table first. A pair whose outcome is already settled by a
//! sink on one side becomes a sink itself, which keeps conjunctions from walking dead halves.

use crate::budget::{Blowup, Budget, Operation};
use crate::dfa::{Dfa, restriction, sorted};
use crate::explore::{Table, explore};
use crate::letters::allow_tracks;
use crate::numeration::Numeration;

/// How two truth values make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connective {
    /// Both.
    And,
    /// One at least.
    Or,
    /// One of the two alone.
    Xor,
    /// Both or neither.
    Iff,
    /// The second, if the first.
    Implies,
    /// The first without the second.
    AndNot,
}

impl Connective {
    /// What it makes of these two.
    pub fn of(self, a: bool, b: bool) -> bool {
        match self {
            Connective::And => a && b,
            Connective::Or => a || b,
            Connective::Xor => a != b,
            Connective::Iff => a == b,
            Connective::Implies => !a || b,
            Connective::AndNot => a && !b,
        }
    }

    /// The outcome, if what is known of the two sides settles it.
    fn settled(self, a: Option<bool>, b: Option<bool>) -> Option<bool> {
        let left = a.map_or(&[false, true][..], |a| if a { &[true] } else { &[false] });
        let right = b.map_or(&[false, true][..], |b| if b { &[true] } else { &[false] });
        let mut outcomes = left.iter().flat_map(|&a| right.iter().map(move |&b| self.of(a, b)));
        let first = outcomes.next()?;
        outcomes.all(|outcome| outcome == first).then_some(first)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Pair {
    Both(u32, u32),
    Settled(bool),
}

impl Dfa {
    /// The tuples over the variables of both for which the connective holds.
    ///
    /// # Panics
    /// If the numerations differ.
    pub fn product(
        &self,
        other: &Dfa,
        connective: Connective,
        budget: &Budget,
    ) -> Result<Dfa, Blowup> {
        assert_eq!(self.numeration, other.numeration, "sets of one numeration");
        let tracks = sorted(self.tracks.iter().chain(&other.tracks));
        allow_tracks(Operation::Product, self.numeration, tracks.len())?;
        let left = restriction(self.numeration, &tracks, &self.tracks);
        let right = restriction(self.numeration, &tracks, &other.tracks);
        let left_sinks = sinks(&self.table);
        let right_sinks = sinks(&other.table);
        let pair = |p: u32, q: u32| match connective
            .settled(left_sinks[p as usize], right_sinks[q as usize])
        {
            Some(outcome) => Pair::Settled(outcome),
            None => Pair::Both(p, q),
        };
        let table = explore(
            Operation::Product,
            left.len(),
            pair(0, 0),
            |&state, letter| match state {
                Pair::Both(p, q) => {
                    pair(self.table.step(p, left[letter]), other.table.step(q, right[letter]))
                }
                settled => settled,
            },
            |&state| match state {
                Pair::Both(p, q) => connective
                    .of(self.table.accepting[p as usize], other.table.accepting[q as usize]),
                Pair::Settled(outcome) => outcome,
            },
            budget,
        )?;
        let product = Dfa::new(self.numeration, tracks, table, budget)?;
        // Words that are no numbers are outside both sides; a connective other than "and" may let
        // them in, on a track that only one side reads or where both sides fail.
        let leaks = connective.of(false, false) || self.tracks != other.tracks;
        match self.numeration {
            Numeration::Ostrowski(_) if connective != Connective::And && leaks => {
                let all = Dfa::universe(self.numeration, &product.tracks, budget)?;
                product.product(&all, Connective::And, budget)
            }
            _ => Ok(product),
        }
    }

    /// The tuples that both hold.
    pub fn and(&self, other: &Dfa, budget: &Budget) -> Result<Dfa, Blowup> {
        self.product(other, Connective::And, budget)
    }

    /// The tuples that one of them holds.
    pub fn or(&self, other: &Dfa, budget: &Budget) -> Result<Dfa, Blowup> {
        self.product(other, Connective::Or, budget)
    }

    /// The members that are not members of `other`.
    pub fn minus(&self, other: &Dfa, budget: &Budget) -> Result<Dfa, Blowup> {
        self.product(other, Connective::AndNot, budget)
    }

    /// Do both hold the same tuples? Tracks that one of them lacks are free there.
    pub fn is_equivalent(&self, other: &Dfa, budget: &Budget) -> Result<bool, Blowup> {
        if self.tracks == other.tracks {
            return Ok(self == other);
        }
        Ok(self.product(other, Connective::Xor, budget)?.is_empty())
    }
}

fn sinks(table: &Table) -> Vec<Option<bool>> {
    (0..table.len() as u32).map(|state| table.sink(state)).collect()
}
