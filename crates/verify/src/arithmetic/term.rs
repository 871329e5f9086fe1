//! Linear terms: integer multiples of numbers, and a constant. The constants of formulas are kept below 2^60 by those who
//! build them ([`Term::is_within`]), so that sums of a few terms stay within 64 bits.

use super::Variable;
use super::set::Alphabet;

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Term {
    /// Ascending by variable, without zeros.
    pub(super) parts: Vec<(Variable, i64)>,
    pub(super) constant: i64,
}

impl Term {
    pub(crate) fn number(constant: i64) -> Term {
        Term { parts: Vec::new(), constant }
    }

    pub(crate) fn variable(variable: Variable) -> Term {
        Term { parts: vec![(variable, 1)], constant: 0 }
    }

    /// Its value, if it does not depend on a variable.
    pub(crate) fn as_constant(&self) -> Option<i64> {
        self.parts.is_empty().then_some(self.constant)
    }

    /// The variable that it is, if it is nothing else.
    pub(super) fn as_variable(&self) -> Option<Variable> {
        match self.parts[..] {
            [(variable, 1)] if self.constant == 0 => Some(variable),
            _ => None,
        }
    }

    /// One bit for each of its variables.
    pub(super) fn variables(&self) -> u64 {
        self.parts.iter().fold(0, |all, (variable, _)| all | 1 << variable)
    }

    pub(crate) fn plus_constant(mut self, more: i64) -> Term {
        self.constant += more;
        self
    }

    pub(crate) fn times(&self, factor: i64) -> Term {
        let part = |&(variable, c): &(Variable, i64)| (variable, c * factor);
        let parts = self.parts.iter().map(part).filter(|&(_, c)| c != 0).collect();
        Term { parts, constant: self.constant * factor }
    }

    pub(crate) fn plus(&self, other: &Term) -> Term {
        let mut parts = self.parts.clone();
        for &(variable, c) in &other.parts {
            match parts.binary_search_by_key(&variable, |part| part.0) {
                Ok(place) => parts[place].1 += c,
                Err(place) => parts.insert(place, (variable, c)),
            }
        }
        parts.retain(|&(_, c)| c != 0);
        Term { parts, constant: self.constant + other.constant }
    }

    pub(crate) fn minus(&self, other: &Term) -> Term {
        self.plus(&other.times(-1))
    }

    /// The least value, if there is one: no variable counts negatively.
    pub(crate) fn least(&self) -> Option<i64> {
        self.parts.iter().all(|&(_, c)| c > 0).then_some(self.constant)
    }

    /// The largest value, if there is one.
    pub(crate) fn largest(&self) -> Option<i64> {
        self.parts.iter().all(|&(_, c)| c < 0).then_some(self.constant)
    }

    /// Are all its constants at most this, up to their sign?
    pub(crate) fn is_within(&self, largest: i64) -> bool {
        let small = |c: i64| (-largest..=largest).contains(&c);
        small(self.constant) && self.parts.iter().all(|&(_, c)| small(c))
    }

    /// The same up to multiples of a number.
    pub(super) fn reduced(&self, of: i64) -> Term {
        let part = |&(variable, c): &(Variable, i64)| (variable, c.rem_euclid(of));
        let parts = self.parts.iter().map(part).filter(|&(_, c)| c != 0).collect();
        Term { parts, constant: self.constant.rem_euclid(of) }
    }

    /// For every letter over these tracks, what its digits add.
    pub(super) fn added(&self, tracks: &[Variable], alphabet: Alphabet) -> Vec<i64> {
        let each: Vec<i64> = tracks
            .iter()
            .map(|track| self.parts.iter().find(|part| part.0 == *track).map_or(0, |part| part.1))
            .collect();
        let sum = |letter: usize| {
            each.iter().enumerate().map(|(i, c)| c * alphabet.digit(letter, i) as i64).sum()
        };
        (0..alphabet.letters(tracks.len())).map(sum).collect()
    }
}
