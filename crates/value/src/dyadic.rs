//! Dyadic rationals m / 2^k: the numbers among the short games.
//!
//! Held in one word and a half, always in lowest terms, so that equality is equality of fields. The
//! range is fixed (62 binary digits on either side of the point): arithmetic that would leave it
//! says so instead of wrapping.

use std::cmp::Ordering;
use std::fmt;

use crate::limit::Limit;

/// The largest exponent k of a denominator 2^k, and the number of binary digits of a numerator.
pub const DIGITS: u32 = 62;

/// m / 2^k in lowest terms: m is odd or k = 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Dyadic {
    numerator: i64,
    exponent: u32,
}

impl Dyadic {
    /// The number 0.
    pub const ZERO: Dyadic = Dyadic { numerator: 0, exponent: 0 };
    /// The number 1.
    pub const ONE: Dyadic = Dyadic { numerator: 1, exponent: 0 };

    /// The number m / 2^k, brought into lowest terms.
    pub fn new(numerator: i128, exponent: u32) -> Result<Dyadic, Limit> {
        if numerator == 0 {
            return Ok(Dyadic::ZERO);
        }
        let shift = numerator.trailing_zeros().min(exponent);
        let (numerator, exponent) = (numerator >> shift, exponent - shift);
        match i64::try_from(numerator) {
            Ok(m) if m.unsigned_abs() <= 1 << DIGITS && exponent <= DIGITS => {
                Ok(Dyadic { numerator: m, exponent })
            }
            _ => Err(Limit::Number),
        }
    }

    /// An integer.
    pub const fn integer(n: i32) -> Dyadic {
        Dyadic { numerator: n as i64, exponent: 0 }
    }

    /// m, where the number is m / 2^k.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// k, where the denominator is 2^k.
    pub fn exponent(self) -> u32 {
        self.exponent
    }

    /// Is the denominator 1?
    pub fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// The sum, if it is in range.
    pub fn plus(self, other: Dyadic) -> Result<Dyadic, Limit> {
        let exponent = self.exponent.max(other.exponent);
        Dyadic::new(self.scaled(exponent) + other.scaled(exponent), exponent)
    }

    /// The difference, if it is in range.
    pub fn minus(self, other: Dyadic) -> Result<Dyadic, Limit> {
        self.plus(other.negative())
    }

    /// The product with an integer, if it is in range.
    pub fn times(self, factor: i64) -> Result<Dyadic, Limit> {
        Dyadic::new(i128::from(self.numerator) * i128::from(factor), self.exponent)
    }

    /// The number divided by 2, if that is in range.
    pub fn half(self) -> Result<Dyadic, Limit> {
        Dyadic::new(self.numerator.into(), self.exponent + 1)
    }

    /// The number with the other sign.
    pub fn negative(self) -> Dyadic {
        Dyadic { numerator: -self.numerator, exponent: self.exponent }
    }

    /// The number times 2^exponent, which must make it whole.
    fn scaled(self, exponent: u32) -> i128 {
        i128::from(self.numerator) << (exponent - self.exponent)
    }

    /// The largest integer that is at most this.
    pub fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// The day on which the number is born.
    pub fn birthday(self) -> u64 {
        match self.exponent {
            0 => self.numerator.unsigned_abs(),
            k => (self.numerator.unsigned_abs() >> k) + 1 + u64::from(k),
        }
    }

    /// The Left and Right options of the canonical form.
    pub fn options(self) -> (Option<Dyadic>, Option<Dyadic>) {
        let Dyadic { numerator: m, exponent: k } = self;
        let near =
            |step: i64| Dyadic::new(i128::from(m + step), k).expect("a simpler number is in range");
        match (m.signum(), k) {
            (0, _) => (None, None),
            (1, 0) => (Some(near(-1)), None),
            (_, 0) => (None, Some(near(1))),
            _ => (Some(near(-1)), Some(near(1))),
        }
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / (1u64 << self.exponent) as f64
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if self.exponent == other.exponent {
            return self.numerator.cmp(&other.numerator);
        }
        let exponent = self.exponent.max(other.exponent);
        self.scaled(exponent).cmp(&other.scaled(exponent))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            k => write!(f, "{}/{}", self.numerator, 1u64 << k),
        }
    }
}

/// An end of an interval of numbers; `open` leaves the end itself out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The number at this end.
    pub at: Dyadic,
    /// Is that number left out?
    pub open: bool,
}

/// The number of least birthday in an interval that is not empty; no end means no bound.
pub fn simplest(low: Option<End>, high: Option<End>) -> Result<Dyadic, Limit> {
    let above = |x: Dyadic| low.is_none_or(|e| if e.open { e.at < x } else { e.at <= x });
    let below = |x: Dyadic| high.is_none_or(|e| if e.open { x < e.at } else { x <= e.at });
    if above(Dyadic::ZERO) && below(Dyadic::ZERO) {
        return Ok(Dyadic::ZERO);
    }
    let Some(low) = low.filter(|_| !above(Dyadic::ZERO)) else {
        // All of it is negative: reflect.
        let reflected = |e: End| End { at: e.at.negative(), ..e };
        return Ok(simplest(high.map(reflected), low.map(reflected))?.negative());
    };
    // All of it is positive: the least multiple of 1, 1/2, 1/4, ... that is inside.
    for exponent in 0..=DIGITS {
        let wide = i128::from(low.at.numerator) << DIGITS >> (low.at.exponent + DIGITS - exponent);
        let mut least = Dyadic::new(wide, exponent)?;
        if !above(least) {
            least = Dyadic::new(wide + 1, exponent)?;
        }
        if below(least) {
            return Ok(least);
        }
    }
    Err(Limit::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dyadic(m: i128, k: u32) -> Dyadic {
        Dyadic::new(m, k).unwrap()
    }

    #[test]
    fn the_simplest_number_is_found() {
        let end = |m, k, open| Some(End { at: dyadic(m, k), open });
        let rows = [
            (end(0, 0, true), end(1, 0, true), dyadic(1, 1)),
            (end(0, 0, true), None, dyadic(1, 0)),
            (None, end(-5, 1, true), dyadic(-3, 0)),
            (end(1, 2, true), end(3, 0, true), dyadic(1, 0)),
            (end(5, 2, true), end(7, 2, true), dyadic(3, 1)),
            (end(5, 2, false), end(5, 2, false), dyadic(5, 2)),
            (end(-7, 2, true), end(-5, 2, true), dyadic(-3, 1)),
            (end(-1, 0, false), end(3, 0, true), dyadic(0, 0)),
            (end(3, 3, true), end(1, 1, true), dyadic(7, 4)),
        ];
        for (low, high, expected) in rows {
            assert_eq!(simplest(low, high).unwrap(), expected, "{low:?} {high:?}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        assert!(Dyadic::new(1, DIGITS).is_ok());
        assert!(dyadic(1, DIGITS).half().is_err());
        assert!(dyadic(1 << DIGITS, 0).plus(Dyadic::ONE).is_err());
        let end = |at| Some(End { at, open: true });
        assert!(simplest(end(Dyadic::ZERO), end(dyadic(1, DIGITS))).is_err());
    }

    #[test]
    fn birthdays_of_numbers() {
        let rows = [(0, 0, 0), (-7, 0, 7), (1, 1, 2), (3, 1, 3), (3, 2, 3), (-5, 3, 4)];
        for (m, k, day) in rows {
            assert_eq!(dyadic(m, k).birthday(), day);
        }
    }
}
