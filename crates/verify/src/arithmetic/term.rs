//! Linear terms: integer multiples of numbers, and a constant.

use super::Variable;

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term {
    /// Ascending by variable, without zeros.
    parts: Vec<(Variable, i64)>,
    constant: i64,
}

impl Term {
    pub fn number(constant: i64) -> Term {
        Term { parts: Vec::new(), constant }
    }

    pub fn variable(variable: Variable) -> Term {
        Term { parts: vec![(variable, 1)], constant: 0 }
    }

    pub fn constant(&self) -> i64 {
        self.constant
    }

    /// Its value, if it does not depend on a variable.
    pub fn as_constant(&self) -> Option<i64> {
        self.parts.is_empty().then_some(self.constant)
    }

    /// One bit for each of its variables.
    pub fn variables(&self) -> u64 {
        self.parts.iter().fold(0, |all, (variable, _)| all | 1 << variable)
    }

    pub fn plus_constant(mut self, more: i64) -> Term {
        self.constant += more;
        self
    }

    pub fn times(&self, factor: i64) -> Term {
        let part = |&(variable, c): &(Variable, i64)| (variable, c * factor);
        let parts = self.parts.iter().map(part).filter(|&(_, c)| c != 0).collect();
        Term { parts, constant: self.constant * factor }
    }

    pub fn plus(&self, other: &Term) -> Term {
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

    pub fn minus(&self, other: &Term) -> Term {
        self.plus(&other.times(-1))
    }

    /// The least value, if there is one: no variable counts negatively.
    pub fn least(&self) -> Option<i64> {
        self.parts.iter().all(|&(_, c)| c > 0).then_some(self.constant)
    }

    /// The largest value, if there is one.
    pub fn largest(&self) -> Option<i64> {
        self.parts.iter().all(|&(_, c)| c < 0).then_some(self.constant)
    }

    /// Are all its constants at most this, up to their sign?
    pub fn is_within(&self, largest: i64) -> bool {
        let small = |c: i64| (-largest..=largest).contains(&c);
        small(self.constant) && self.parts.iter().all(|&(_, c)| small(c))
    }

    /// The same up to multiples of a number.
    pub fn reduced(&self, of: i64) -> Term {
        let part = |&(variable, c): &(Variable, i64)| (variable, c.rem_euclid(of));
        let parts = self.parts.iter().map(part).filter(|&(_, c)| c != 0).collect();
        Term { parts, constant: self.constant.rem_euclid(of) }
    }

    /// Where each variable is 2 n + d, the term is twice the first (in n) plus the second.
    pub fn split(&self, digits: u64) -> (Term, i64) {
        let ones = self.parts.iter().filter(|(variable, _)| digits >> variable & 1 == 1);
        let last = self.constant + ones.map(|(_, c)| c).sum::<i64>();
        (Term { parts: self.parts.clone(), constant: 0 }, last)
    }
}
