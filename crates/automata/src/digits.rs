//! Relations between the digits of numbers.
//!
//! "Xor" and its kin compare digits position by position: one state while all is well. Powers of
//! two and V_2 look for the lowest one. In Fibonacci digits the same relations hold of Zeckendorf
//! words; there `Shifted` is the useful one (Wythoff's pairs are a word and its shift).

use std::fmt;

use crate::budget::{Blowup, Budget};
use crate::dfa::Dfa;
use crate::linear::Variable;
use crate::numeration::Numeration;

/// A relation between the digits of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Digitwise {
    /// The digitwise sum modulo 2 of all arguments is 0: `x xor y = z` is `Xor(x, y, z)`.
    Xor,
    /// The last argument is the digitwise "and" of the others.
    And,
    /// The last argument is the digitwise "or" of the others.
    Or,
    /// Of one argument: exactly one digit is 1 (a power of two in binary, a Fibonacci number in
    /// Fibonacci).
    SingleOne,
    /// Of (x, y): y is the lowest one of x, as a number (in binary, V_2(x) = y: the largest power
    /// of two that divides x). False for x = 0.
    LowestOne,
    /// Of (x, y): y is x with a zero put before its lowest digit (in binary, y = 2x).
    Shifted,
    /// Of one argument: it is not zero and has an even number of zeros below its lowest one.
    EvenZeros,
    /// Of one argument: the digit at this position is 1.
    Digit(u32),
}

impl Digitwise {
    /// May it have so many arguments?
    pub fn takes(self, arguments: usize) -> bool {
        match self {
            Digitwise::Xor => true,
            Digitwise::And | Digitwise::Or => arguments >= 1,
            Digitwise::SingleOne | Digitwise::EvenZeros | Digitwise::Digit(_) => arguments == 1,
            Digitwise::LowestOne | Digitwise::Shifted => arguments == 2,
        }
    }

    /// The relation between distinct variables, as arguments in this order.
    ///
    /// # Panics
    /// If it does not take so many arguments.
    pub fn of(
        self,
        numeration: Numeration,
        arguments: &[Variable],
        budget: &Budget,
    ) -> Result<Dfa, Blowup> {
        assert!(self.takes(arguments.len()), "{self} of {} arguments", arguments.len());
        let letters = |allowed: &dyn Fn(&[bool]) -> bool| {
            Dfa::letters(numeration, arguments, allowed, budget)
        };
        let last_is = |f: &dyn Fn(&[bool]) -> bool| {
            letters(&|digits| {
                let (last, others) = digits.split_last().expect("at least one argument");
                *last == f(others)
            })
        };
        // For the rest: a number that counts what was seen, `OVER` once the relation has failed.
        const OVER: u32 = u32::MAX;
        let read = |step: &dyn Fn(u32, &[bool]) -> u32, accepting: &dyn Fn(u32) -> bool| {
            let step = |&state: &u32, digits: &[bool]| {
                if state == OVER { OVER } else { step(state, digits) }
            };
            let accepting = |&state: &u32| state != OVER && accepting(state);
            Dfa::reading(numeration, arguments, 0, step, accepting, budget)
        };
        match self {
            Digitwise::Xor => letters(&|digits| digits.iter().filter(|&&d| d).count() % 2 == 0),
            // "And" of no numbers would be all ones: no number. Then nothing qualifies.
            Digitwise::And => last_is(&|others| others.iter().all(|&d| d)),
            Digitwise::Or => last_is(&|others| others.iter().any(|&d| d)),
            Digitwise::SingleOne => read(
                &|seen, digits| if digits[0] { if seen == 0 { 1 } else { OVER } } else { seen },
                &|seen| seen == 1,
            ),
            Digitwise::LowestOne => read(
                &|seen, digits| match (seen, digits[0], digits[1]) {
                    (0, true, true) => 1,
                    (0, false, false) => 0,
                    (1, _, false) => 1,
                    _ => OVER,
                },
                &|seen| seen == 1,
            ),
            Digitwise::Shifted => read(
                &|last, digits| if digits[1] as u32 == last { digits[0] as u32 } else { OVER },
                &|last| last == 0,
            ),
            Digitwise::EvenZeros => read(
                // 0 and 1: the parity of the zeros so far; 2: a one came after evenly many.
                &|seen, digits| match (seen, digits[0]) {
                    (2, _) => 2,
                    (parity, false) => 1 - parity,
                    (0, true) => 2,
                    _ => OVER,
                },
                &|seen| seen == 2,
            ),
            Digitwise::Digit(position) => {
                // Counts to the position, then remembers its digit.
                let (zero, one) = (position + 1, position + 2);
                read(
                    &|at, digits| match at {
                        at if at < position => at + 1,
                        at if at == position => {
                            if digits[0] {
                                one
                            } else {
                                zero
                            }
                        }
                        seen => seen,
                    },
                    &|at| at == one,
                )
            }
        }
    }

    /// Does it hold of these numbers? The plain meaning, in binary.
    pub fn holds(self, numbers: &[u128]) -> bool {
        let split = || numbers.split_last().expect("at least one argument");
        match self {
            Digitwise::Xor => numbers.iter().fold(0, |sum, n| sum ^ n) == 0,
            Digitwise::And => split().1.iter().copied().reduce(|a, b| a & b) == Some(*split().0),
            Digitwise::Or => split().1.iter().fold(0, |sum, n| sum | n) == *split().0,
            Digitwise::SingleOne => numbers[0].is_power_of_two(),
            Digitwise::LowestOne => {
                numbers[0] != 0 && numbers[1] == 1 << numbers[0].trailing_zeros()
            }
            Digitwise::Shifted => numbers[1] == 2 * numbers[0],
            Digitwise::EvenZeros => {
                numbers[0] != 0 && numbers[0].trailing_zeros().is_multiple_of(2)
            }
            Digitwise::Digit(position) => {
                numbers[0].checked_shr(position).is_some_and(|shifted| shifted & 1 == 1)
            }
        }
    }
}

impl fmt::Display for Digitwise {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Digitwise::Xor => f.write_str("xor-zero"),
            Digitwise::And => f.write_str("bitand"),
            Digitwise::Or => f.write_str("bitor"),
            Digitwise::SingleOne => f.write_str("single-one"),
            Digitwise::LowestOne => f.write_str("lowest-one"),
            Digitwise::Shifted => f.write_str("shifted"),
            Digitwise::EvenZeros => f.write_str("even-zeros"),
            Digitwise::Digit(position) => write!(f, "digit-{position}"),
        }
    }
}
