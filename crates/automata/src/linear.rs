//! Variables and linear terms `c0 + c1 x1 + ... + cn xn` with integer coefficients.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};
use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

/// A variable is its name. Names order the tracks of an automaton.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(Arc<str>);

impl Variable {
    /// The variable of that name.
    pub fn new(name: &str) -> Variable {
        Variable(name.into())
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Variable {
    fn from(name: &str) -> Variable {
        Variable::new(name)
    }
}

impl From<String> for Variable {
    fn from(name: String) -> Variable {
        Variable(name.into())
    }
}

impl From<&Variable> for Variable {
    fn from(variable: &Variable) -> Variable {
        variable.clone()
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A linear term. No stored coefficient is zero.
///
/// The operators panic when a coefficient leaves `i64`; the compiler uses [`Linear::plus`].
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Linear {
    constant: i64,
    /// Ascending by variable. Terms are short and there are very many of them.
    coefficients: SmallVec<[(Variable, i64); 3]>,
}

impl Linear {
    /// A constant.
    pub fn constant(constant: i64) -> Linear {
        Linear { constant, coefficients: SmallVec::new() }
    }

    /// A variable.
    pub fn var(variable: impl Into<Variable>) -> Linear {
        Linear { constant: 0, coefficients: smallvec![(variable.into(), 1)] }
    }

    /// What is added to the multiples of variables.
    pub fn constant_part(&self) -> i64 {
        self.constant
    }

    /// By what a variable is multiplied.
    pub fn coefficient(&self, variable: &Variable) -> i64 {
        let own = self.coefficients.iter().find(|(own, _)| own == variable);
        own.map_or(0, |&(_, coefficient)| coefficient)
    }

    /// The variables with their coefficients, in the order of the variables.
    pub fn coefficients(&self) -> impl ExactSizeIterator<Item = (&Variable, i64)> {
        self.coefficients.iter().map(|(v, c)| (v, *c))
    }

    /// Its variables, in order.
    pub fn variables(&self) -> impl ExactSizeIterator<Item = &Variable> {
        self.coefficients.iter().map(|(v, _)| v)
    }

    /// The variable that this term is, if it is nothing else.
    pub fn as_variable(&self) -> Option<&Variable> {
        match &self.coefficients[..] {
            [(v, 1)] if self.constant == 0 => Some(v),
            _ => None,
        }
    }

    /// Is it non-negative whatever its variables are?
    pub fn is_never_negative(&self) -> bool {
        self.constant >= 0 && self.coefficients.iter().all(|&(_, c)| c >= 0)
    }

    /// `self + factor * other`, unless a coefficient leaves `i64`.
    pub fn plus(&self, factor: i64, other: &Linear) -> Option<Linear> {
        let constant = self.constant.checked_add(factor.checked_mul(other.constant)?)?;
        let mut coefficients = SmallVec::new();
        let (mut own, mut others) = (&self.coefficients[..], &other.coefficients[..]);
        // Both ascend, and so does what they make.
        loop {
            let order = match (own.first(), others.first()) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some((a, _)), Some((b, _))) => a.cmp(b),
            };
            let (variable, mut coefficient) = match order {
                Ordering::Less | Ordering::Equal => own[0].clone(),
                Ordering::Greater => (others[0].0.clone(), 0),
            };
            if order != Ordering::Less {
                coefficient = coefficient.checked_add(factor.checked_mul(others[0].1)?)?;
                others = &others[1..];
            }
            if order != Ordering::Greater {
                own = &own[1..];
            }
            if coefficient != 0 {
                coefficients.push((variable, coefficient));
            }
        }
        Some(Linear { constant, coefficients })
    }

    /// The value, given the values of the variables.
    pub fn value(&self, of: impl Fn(&Variable) -> i128) -> i128 {
        self.coefficients
            .iter()
            .fold(i128::from(self.constant), |sum, (v, c)| sum + i128::from(*c) * of(v))
    }

    /// The largest absolute value among constant and coefficients.
    pub(crate) fn magnitude(&self) -> u64 {
        let largest = self.coefficients.iter().map(|(_, c)| c.unsigned_abs()).max().unwrap_or(0);
        largest.max(self.constant.unsigned_abs())
    }
}

const OVERFLOW: &str = "a coefficient beyond 64 bits";

impl From<i64> for Linear {
    fn from(constant: i64) -> Linear {
        Linear::constant(constant)
    }
}

impl Add<&Linear> for &Linear {
    type Output = Linear;
    fn add(self, other: &Linear) -> Linear {
        self.plus(1, other).expect(OVERFLOW)
    }
}

impl Sub<&Linear> for &Linear {
    type Output = Linear;
    fn sub(self, other: &Linear) -> Linear {
        self.plus(-1, other).expect(OVERFLOW)
    }
}

impl Add for Linear {
    type Output = Linear;
    fn add(self, other: Linear) -> Linear {
        &self + &other
    }
}

impl Sub for Linear {
    type Output = Linear;
    fn sub(self, other: Linear) -> Linear {
        &self - &other
    }
}

impl Add<i64> for Linear {
    type Output = Linear;
    fn add(self, constant: i64) -> Linear {
        &self + &Linear::constant(constant)
    }
}

impl Sub<i64> for Linear {
    type Output = Linear;
    fn sub(self, constant: i64) -> Linear {
        &self - &Linear::constant(constant)
    }
}

impl Mul<i64> for Linear {
    type Output = Linear;
    fn mul(self, factor: i64) -> Linear {
        Linear::default().plus(factor, &self).expect(OVERFLOW)
    }
}

impl Neg for Linear {
    type Output = Linear;
    fn neg(self) -> Linear {
        self * -1
    }
}

impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut first = true;
        for (variable, coefficient) in self.coefficients() {
            let sign = match (first, coefficient < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            first = false;
            match coefficient.unsigned_abs() {
                1 => write!(f, "{sign}{variable}")?,
                c => write!(f, "{sign}{c} {variable}")?,
            }
        }
        match self.constant {
            c if first => write!(f, "{c}"),
            0 => Ok(()),
            c if c > 0 => write!(f, " + {c}"),
            c => write!(f, " - {}", c.unsigned_abs()),
        }
    }
}
