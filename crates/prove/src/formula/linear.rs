//! Numbers that are linear along a class, and what is needed where they are not.

use smallvec::SmallVec;
use sprague_automata::Blowup;

use super::Arithmetic;
use sprague_claim::formula::plain::arithmetic;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// The step of this number should be so many times as large.
    Factor(usize, i64),
    /// The class should begin later in this number.
    Later(usize),
    /// In words.
    Never(String),
}

impl From<Blowup> for Need {
    fn from(blowup: Blowup) -> Need {
        Need::Never(format!("too large for automata: {blowup}"))
    }
}

impl From<String> for Need {
    fn from(why: String) -> Need {
        Need::Never(why)
    }
}

/// What was found, or what has to be known first.
pub type Answer<T> = Result<T, Need>;

/// at + the sum of slope k over all numbers that are raised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearNumber {
    /// The number at the beginning of the class.
    pub at: i64,
    /// How much it grows with each number that varies.
    pub slopes: SmallVec<[i64; 6]>,
}

impl LinearNumber {
    pub(super) fn is_fixed(&self) -> bool {
        self.slopes.iter().all(|&slope| slope == 0)
    }

    pub(super) fn zip(
        &self,
        other: &LinearNumber,
        by: impl Fn(i64, i64) -> Option<i64>,
    ) -> Answer<LinearNumber> {
        let slopes = self.slopes.iter().zip(&other.slopes).map(|(&a, &b)| fits(by(a, b)));
        Ok(LinearNumber {
            at: fits(by(self.at, other.at))?,
            slopes: slopes.collect::<Answer<_>>()?,
        })
    }

    pub(super) fn minus(&self, other: &LinearNumber) -> Answer<LinearNumber> {
        self.zip(other, i64::checked_sub)
    }

    pub(super) fn each(&self, by: impl Fn(i64) -> Option<i64>) -> Answer<LinearNumber> {
        let slopes = self.slopes.iter().map(|&slope| fits(by(slope)));
        Ok(LinearNumber { at: fits(by(self.at))?, slopes: slopes.collect::<Answer<_>>()? })
    }

    /// The place of the only number that it is raised with.
    pub(super) fn only_slope(&self) -> Answer<usize> {
        let mut places = (0..self.slopes.len()).filter(|&place| self.slopes[place] != 0);
        match (places.next(), places.next()) {
            (Some(place), None) => Ok(place),
            _ => Err(Need::Never("nim-sets of more than one number without bound".into())),
        }
    }

    /// The sign that it has for the whole class.
    pub(super) fn sign(&self) -> Answer<i64> {
        let rising = self.slopes.iter().position(|&slope| slope > 0);
        let falling = self.slopes.iter().position(|&slope| slope < 0);
        match (self.at.signum(), rising, falling) {
            (sign, None, None) => Ok(sign),
            (1, _, None) => Ok(1),
            (-1, None, _) => Ok(-1),
            (_, Some(place), None) | (_, None, Some(place)) => Err(Need::Later(place)),
            _ => Err(Need::Never("a comparison of numbers that grow independently".into())),
        }
    }

    /// By how much a step must grow for a divisor of the slopes.
    pub(super) fn multiple_of(&self, divisor: i64) -> Answer<()> {
        match self.slopes.iter().position(|slope| slope % divisor != 0) {
            Some(place) => Err(Need::Factor(
                place,
                divisor.abs() / greatest_divisor(self.slopes[place].abs(), divisor.abs()),
            )),
            None => Ok(()),
        }
    }
}

fn greatest_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

/// A number that is not too large.
fn fits(number: Option<i64>) -> Answer<i64> {
    let small = number.filter(|number| number.unsigned_abs() < LARGEST);
    small.ok_or_else(|| Need::Never("a number is too large".into()))
}

/// Numbers and slopes are below this.
const LARGEST: u64 = 1 << 50;

pub(super) fn linear(
    operation: Arithmetic,
    a: &LinearNumber,
    b: &LinearNumber,
) -> Answer<LinearNumber> {
    match operation {
        Arithmetic::Plus => a.zip(b, i64::checked_add),
        Arithmetic::Minus => a.minus(b),
        Arithmetic::Times if b.is_fixed() => a.each(|n| n.checked_mul(b.at)),
        Arithmetic::Times if a.is_fixed() => b.each(|n| n.checked_mul(a.at)),
        Arithmetic::Over if b.is_fixed() && b.at == 0 => a.each(|_| Some(0)),
        Arithmetic::Mod if b.is_fixed() && b.at == 0 => Ok(a.clone()),
        Arithmetic::Over | Arithmetic::Mod if b.is_fixed() => {
            a.multiple_of(b.at)?;
            let at = arithmetic(operation, a.at, b.at)?;
            let slope = |slope: i64| if operation == Arithmetic::Over { slope / b.at } else { 0 };
            Ok(LinearNumber { at, slopes: a.slopes.iter().map(|&s| slope(s)).collect() })
        }
        _ => Err(Need::Never("a product or quotient of numbers without bound".into())),
    }
}

/// Equal numbers cancel; of the rest one may vary, by multiples of a power of two that no other reaches.
pub(super) fn nim_sum(mut numbers: Vec<LinearNumber>, zero: LinearNumber) -> Answer<LinearNumber> {
    if numbers.iter().any(|number| number.at < 0 || number.slopes.iter().any(|&slope| slope < 0)) {
        return Err(Need::Never("a nim-sum of what may be negative".into()));
    }
    let mut left: Vec<LinearNumber> = Vec::new();
    for number in numbers.drain(..) {
        match left.iter().position(|known| *known == number) {
            Some(place) => {
                left.swap_remove(place);
            }
            None => left.push(number),
        }
    }
    let fixed = left.iter().filter(|n| n.is_fixed()).fold(0, |sum, number| sum ^ number.at);
    let mut varying = left.iter().filter(|n| !n.is_fixed());
    let Some(one) = varying.next() else { return Ok(LinearNumber { at: fixed, ..zero }) };
    if varying.next().is_some() {
        return Err(Need::Never("a nim-sum of numbers that vary together".into()));
    }
    let power = (fixed as u64 + 1).next_power_of_two() as i64;
    one.multiple_of(power)?;
    Ok(LinearNumber { at: one.at ^ fixed, slopes: one.slopes.clone() })
}
