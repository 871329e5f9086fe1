//! A small prover for linear inequalities over the integers, by Fourier–Motzkin elimination.
//!
//! It answers "do these facts imply this?" with yes or don't know; it is used to see that moves
//! make positions smaller, where facts are few. Each fact is a form `c0 + c1 x1 + ... >= 0`.

use std::collections::BTreeMap;

/// Something with an unknown integer value.
pub type Atom = usize;

/// `constant + sum of coefficient * atom`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Form {
    constant: i128,
    terms: BTreeMap<Atom, i128>,
}

impl Form {
    /// A form without atoms.
    pub fn constant(constant: i64) -> Form {
        Form { constant: constant.into(), terms: BTreeMap::new() }
    }

    /// One atom with the coefficient 1.
    pub fn atom(atom: Atom) -> Form {
        Form { constant: 0, terms: BTreeMap::from([(atom, 1)]) }
    }

    /// `self + factor * other`
    pub fn plus(&self, factor: i64, other: &Form) -> Form {
        self.combine(1, other, factor.into())
    }

    /// The value, if it does not depend on atoms.
    pub fn value(&self) -> Option<i64> {
        if self.terms.is_empty() { i64::try_from(self.constant).ok() } else { None }
    }

    fn combine(&self, mine: i128, other: &Form, theirs: i128) -> Form {
        let mut sum = Form { constant: self.constant * mine, terms: self.terms.clone() };
        sum.terms.values_mut().for_each(|c| *c *= mine);
        sum.constant += other.constant * theirs;
        for (&atom, &coefficient) in &other.terms {
            *sum.terms.entry(atom).or_insert(0) += coefficient * theirs;
        }
        sum.terms.retain(|_, c| *c != 0);
        sum
    }
}

/// More facts than this at any stage, and the answer is "don't know".
const MOST_FACTS: usize = 400;
/// Coefficients beyond this, and the answer is "don't know".
const LARGEST_COEFFICIENT: i128 = 1 << 60;

/// Do `facts` (each `>= 0`) imply `goal >= 0`? `false` means that no proof was found.
pub fn implies(facts: &[Form], goal: &Form) -> bool {
    // The goal fails iff -goal - 1 >= 0; show that this contradicts the facts.
    let mut forms: Vec<Form> = facts.to_vec();
    forms.push(Form::constant(-1).plus(-1, goal));
    loop {
        if forms.iter().any(|f| f.terms.is_empty() && f.constant < 0) {
            return true;
        }
        let Some(&atom) = forms.iter().flat_map(|f| f.terms.keys()).next() else { return false };
        let sign = |f: &Form| f.terms.get(&atom).copied().unwrap_or(0);
        let (with, mut without): (Vec<Form>, Vec<Form>) =
            forms.into_iter().partition(|f| sign(f) != 0);
        for lower in with.iter().filter(|f| sign(f) > 0) {
            for upper in with.iter().filter(|f| sign(f) < 0) {
                let sum = lower.combine(-sign(upper), upper, sign(lower));
                if sum.terms.values().any(|c| c.abs() > LARGEST_COEFFICIENT)
                    || sum.constant.abs() > LARGEST_COEFFICIENT
                {
                    return false;
                }
                without.push(sum);
            }
        }
        without.sort();
        without.dedup();
        if without.len() > MOST_FACTS {
            return false;
        }
        forms = without;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_of_inequalities_is_followed() {
        let (x, y, z) = (Form::atom(0), Form::atom(1), Form::atom(2));
        // x <= y, y + 1 <= z imply x + 1 <= z but not x + 2 <= z.
        let facts = [y.plus(-1, &x), z.plus(-1, &y).plus(1, &Form::constant(-1))];
        assert!(implies(&facts, &z.plus(-1, &x).plus(1, &Form::constant(-1))));
        assert!(!implies(&facts, &z.plus(-1, &x).plus(1, &Form::constant(-2))));
    }

    #[test]
    fn nothing_follows_from_nothing() {
        assert!(!implies(&[], &Form::atom(0)));
        assert!(implies(&[], &Form::constant(0)));
    }
}
