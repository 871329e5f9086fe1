//! Numbers along a class: at + the sum of slope k over the numbers k >= 0 that count the steps of the open numbers.
//!
//! All arithmetic is exact or refused. A number has a sign only if it has the same one for all k; a quotient or a
//! remainder by d is linear if d divides every slope; a nim-sum is linear if all but one of its numbers are fixed and
//! smaller than a power of two that divides every slope of that one: its lower digits are then fixed, and only they are
//! changed.

use sprague_claim::formula::Arithmetic;
use sprague_rules::expr::{quotient, remainder};

use crate::Rejection;

/// The most numbers that a sentence binds.
pub(super) const MOST_OPEN: usize = 8;

/// A number that is linear along a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    pub(super) at: i64,
    pub(super) slopes: [i64; MOST_OPEN],
}

pub(super) type Checked<T> = Result<T, Rejection>;

pub(super) fn reject<T>(why: impl Into<String>) -> Checked<T> {
    Err(Rejection::new(why))
}

/// Products and sums of numbers below this stay far from the limits of the machine.
const LARGEST: u64 = 1 << 50;

fn fits(number: Option<i64>) -> Checked<i64> {
    match number {
        Some(number) if number.unsigned_abs() < LARGEST => Ok(number),
        _ => reject("a number is too large"),
    }
}

impl Linear {
    pub(super) fn fixed(at: i64) -> Linear {
        Linear { at, slopes: [0; MOST_OPEN] }
    }

    /// at + step k, for the open number in that place.
    pub(super) fn raised(at: i64, place: usize, step: i64) -> Linear {
        let mut number = Linear::fixed(at);
        number.slopes[place] = step;
        number
    }

    pub(super) fn is_fixed(&self) -> bool {
        self.slopes.iter().all(|&slope| slope == 0)
    }

    /// The number, if it is the same for the whole class.
    pub(super) fn constant(&self) -> Checked<i64> {
        if self.is_fixed() {
            Ok(self.at)
        } else {
            reject("this varies with a number without bound")
        }
    }

    fn zip(&self, other: &Linear, by: impl Fn(i64, i64) -> Option<i64>) -> Checked<Linear> {
        let mut result = Linear::fixed(fits(by(self.at, other.at))?);
        for (place, slope) in result.slopes.iter_mut().enumerate() {
            *slope = fits(by(self.slopes[place], other.slopes[place]))?;
        }
        Ok(result)
    }

    pub(super) fn minus(&self, other: &Linear) -> Checked<Linear> {
        self.zip(other, i64::checked_sub)
    }

    fn times(&self, factor: i64) -> Checked<Linear> {
        self.zip(self, |number, _| number.checked_mul(factor))
    }

    /// The result of an operation.
    pub(super) fn arithmetic(operation: Arithmetic, a: &Linear, b: &Linear) -> Checked<Linear> {
        match operation {
            Arithmetic::Plus => a.zip(b, i64::checked_add),
            Arithmetic::Minus => a.minus(b),
            Arithmetic::Times if b.is_fixed() => a.times(b.at),
            Arithmetic::Times if a.is_fixed() => b.times(a.at),
            Arithmetic::Times => reject("a product of two numbers without bound"),
            Arithmetic::Over | Arithmetic::Mod => {
                let by = b.constant()?;
                if by == 0 {
                    // As in the rules of games: a / 0 is 0, and a mod 0 is a.
                    return Ok(if operation == Arithmetic::Over { Linear::fixed(0) } else { *a });
                }
                a.divisible(by)?;
                Ok(match operation {
                    Arithmetic::Over => {
                        let slopes = a.slopes.map(|slope| slope / by);
                        Linear { at: quotient(a.at, by), slopes }
                    }
                    _ => Linear::fixed(remainder(a.at, by)),
                })
            }
        }
    }

    /// Every slope must be a multiple of this.
    pub(super) fn divisible(&self, by: i64) -> Checked<()> {
        match self.slopes.iter().all(|slope| slope % by == 0) {
            true => Ok(()),
            false => reject(format!("the steps are no multiples of {by}")),
        }
    }

    /// The sign that it has for the whole class.
    pub(super) fn sign(&self) -> Checked<i64> {
        let rises = self.slopes.iter().any(|&slope| slope > 0);
        let falls = self.slopes.iter().any(|&slope| slope < 0);
        match (self.at.signum(), rises, falls) {
            (sign, false, false) => Ok(sign),
            (1, true, false) => Ok(1),
            (-1, false, true) => Ok(-1),
            _ => reject("a comparison is not the same for a whole class"),
        }
    }

    /// Is it at least this for the whole class, or less for the whole class?
    pub(super) fn at_least(&self, bound: i64) -> Checked<bool> {
        Ok(self.minus(&Linear::fixed(bound.checked_sub(1).unwrap_or(bound)))?.sign()? > 0)
    }

    /// The open number that it varies with, which is the only one.
    pub(super) fn only_place(&self) -> Checked<usize> {
        let mut places = (0..MOST_OPEN).filter(|&place| self.slopes[place] != 0);
        match (places.next(), places.next()) {
            (Some(place), None) => Ok(place),
            _ => reject("a nim-set that varies with more than one number without bound"),
        }
    }

    /// The nim-sum. Equal numbers cancel.
    pub(super) fn nim_sum(numbers: &[Linear]) -> Checked<Linear> {
        let negative = |n: &Linear| n.at < 0 || n.slopes.iter().any(|&slope| slope < 0);
        if numbers.iter().any(negative) {
            return reject("a nim-sum of what may be negative");
        }
        let (mut fixed, mut varying) = (0, Vec::new());
        for number in numbers {
            if number.is_fixed() {
                fixed ^= number.at;
            } else if let Some(place) = varying.iter().position(|known| known == number) {
                varying.swap_remove(place);
            } else {
                varying.push(*number);
            }
        }
        let one = match varying[..] {
            [] => return Ok(Linear::fixed(fixed)),
            [one] => one,
            _ => return reject("a nim-sum of numbers that vary together"),
        };
        let power = i64::try_from((fixed.unsigned_abs() + 1).next_power_of_two());
        one.divisible(fits(power.ok())?)?;
        Ok(Linear { at: one.at ^ fixed, ..one })
    }
}
