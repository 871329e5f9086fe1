//! Ultimately arithmetic-periodic functions: f(n + P) = f(n) + s from some n on.

use super::Relation;
use crate::budget::{Blowup, Budget};
use crate::formula::Formula;
use crate::linear::{Linear, Variable};
use crate::relations::Relations;

/// A function on the numbers from `first` on: the values of `preperiod`, then those of `period`
/// again and again, larger by `saltus` each time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodic {
    /// Where it begins.
    pub first: u64,
    /// The first values.
    pub preperiod: Vec<u64>,
    /// The values that come again.
    pub period: Vec<u64>,
    /// By how much they are larger each time.
    pub saltus: u64,
}

impl Periodic {
    /// The value, if `n` is not before the first.
    pub fn value(&self, n: u64) -> Option<u64> {
        let place = usize::try_from(n.checked_sub(self.first)?).ok()?;
        let Some(later) = place.checked_sub(self.preperiod.len()) else {
            return Some(self.preperiod[place]);
        };
        let rounds = (later / self.period.len()) as u64;
        Some(self.period[later % self.period.len()] + self.saltus * rounds)
    }

    /// The moduli in which it is simplest: its period, and the power of two in its saltus. A
    /// function that is bounded has all its values as residues.
    pub fn moduli(&self) -> (u32, u32) {
        let period = u32::try_from(self.period.len()).expect("a period of 32 bits");
        let low = match self.saltus {
            0 => {
                let largest = self.preperiod.iter().chain(&self.period).max().copied().unwrap_or(0);
                u32::try_from(largest + 1).expect("values of 32 bits").next_power_of_two()
            }
            saltus => 1 << saltus.trailing_zeros().min(16),
        };
        (period, low)
    }

    /// {(n, v) : v = f(n)}. The names must sort in this order.
    pub fn graph(&self, n: &str, v: &str, budget: &Budget) -> Result<Relation, Blowup> {
        self.relation(n, v, budget, |quotient, value, digit, low| {
            // low * quotient + digit = value
            let aligned = value.constant_part() - digit;
            if aligned.rem_euclid(low) != 0 {
                return Formula::False;
            }
            quotient.equals(divided(value, aligned, low))
        })
    }

    /// {(n, v) : v < f(n)}. The names must sort in this order.
    pub fn below(&self, n: &str, v: &str, budget: &Budget) -> Result<Relation, Blowup> {
        self.relation(n, v, budget, |quotient, value, digit, low| {
            // low * quotient + digit < value iff quotient < ceiling of (value - digit) / low
            let above = value.constant_part() - digit + low - 1;
            quotient.less(divided(value, above, low))
        })
    }

    /// For q = 1, ..., `most`: {(n, v) : v is the xor of f at q numbers that sum to n}.
    pub fn sums(
        &self,
        n: &str,
        v: &str,
        most: usize,
        budget: &Budget,
    ) -> Result<Vec<Relation>, Blowup> {
        let graph = self.graph(n, v, budget)?;
        let mut sums = vec![graph.clone()];
        while sums.len() < most {
            sums.push(sums[sums.len() - 1].sum_xor(&graph, budget)?);
        }
        Ok(sums)
    }

    /// For each residue and each low digit the regular heaps and the early ones, with what is asked
    /// of the value's quotient.
    fn relation(
        &self,
        n: &str,
        v: &str,
        budget: &Budget,
        asked: impl Fn(&Linear, &Linear, i64, i64) -> Formula,
    ) -> Result<Relation, Blowup> {
        assert!(n < v, "names in the order of the coordinates");
        assert!(!self.period.is_empty(), "a period");
        let (period, low) = self.moduli();
        let regular = self.first + self.preperiod.len() as u64;
        let coordinates = vec![(Variable::new(n), period), (Variable::new(v), low)];
        let (k, l) = (Linear::var(n), Linear::var(v));
        Relation::from_formulas(coordinates, &Relations::binary(), budget, |residues| {
            let (residue, digit) = (u64::from(residues[0]), i64::from(residues[1]));
            let asked = |value: &Linear| asked(&l, value, digit, i64::from(low));
            let period = u64::from(period);
            let early = (self.first..regular).filter(|n| n % period == residue).map(|n| {
                let value = self.value(n).expect("not before the first");
                Formula::and([
                    k.equals((n / period) as i64),
                    asked(&Linear::constant(value as i64)),
                ])
            });
            // From round k0 on the value is v0 + saltus (k - k0).
            let k0 = regular.saturating_sub(residue).div_ceil(period);
            let v0 = self.value(period * k0 + residue).expect("regular");
            let value = (k.clone() - k0 as i64) * self.saltus as i64 + v0 as i64;
            // The saltus is a multiple of `low`, so only the constant part matters for alignment.
            Formula::or(early.chain([Formula::and([k.at_least(k0 as i64), asked(&value)])]))
        })
    }
}

/// The term over `low`, its constant replaced by the floor of `constant / low`. The coefficients
/// are multiples.
fn divided(term: &Linear, constant: i64, low: i64) -> Linear {
    let start = Linear::constant(constant.div_euclid(low));
    term.coefficients().fold(start, |sum, (v, c)| sum + Linear::var(v) * (c / low))
}
