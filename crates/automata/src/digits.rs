//! Relations between the digits of numbers.
//!
//! "Xor" and its kin compare digits position by position: one state while all is well. Powers of
//! two and V_2 look for the lowest digit that is not 0. In other digits the same relations hold of
//! words; there `Shifted` is the useful one (Wythoff's pairs are a word and its shift).

use std::fmt;

use crate::budget::{Blowup, Budget};
use crate::dfa::Dfa;
use crate::linear::Variable;
use crate::numeration::Numeration;

/// A relation between the digits of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Digitwise {
    /// The digitwise sum of all arguments is 0, modulo the number of digits: in binary, `x xor y =
    /// z` is `Xor(x, y, z)`.
    Xor,
    /// The last argument has the smallest digit of the others everywhere: in binary, their "and".
    And,
    /// The last argument has the largest digit of the others everywhere: in binary, their "or".
    Or,
    /// Of one argument: one digit is 1, and all others are 0 (a power of two in binary, a Fibonacci
    /// number in Zeckendorf's digits).
    SingleOne,
    /// Of (x, y): y is the lowest digit of x that is not 0, as a number (in binary, V_2(x) = y: the
    /// largest power of two that divides x). False for x = 0.
    LowestOne,
    /// Of (x, y): y is x with a zero put before its lowest digit (in binary, y = 2x).
    Shifted,
    /// Of one argument: it is not zero and has an even number of zeros below its lowest other digit.
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
        let letters =
            |allowed: &dyn Fn(&[u8]) -> bool| Dfa::letters(numeration, arguments, allowed, budget);
        let last_is = |f: &dyn Fn(&[u8]) -> Option<u8>| {
            letters(&|digits| {
                let (last, others) = digits.split_last().expect("at least one argument");
                f(others) == Some(*last)
            })
        };
        // For the rest: a number that counts what was seen, `OVER` once the relation has failed.
        const OVER: u32 = u32::MAX;
        let read = |step: &dyn Fn(u32, &[u8]) -> u32, accepting: &dyn Fn(u32) -> bool| {
            let step = |&state: &u32, digits: &[u8]| {
                if state == OVER { OVER } else { step(state, digits) }
            };
            let accepting = |&state: &u32| state != OVER && accepting(state);
            Dfa::reading(numeration, arguments, 0, step, accepting, budget)
        };
        match self {
            Digitwise::Xor => letters(&|digits| {
                let sum: usize = digits.iter().map(|&digit| usize::from(digit)).sum();
                sum.is_multiple_of(numeration.base())
            }),
            // The smallest of no digits would be none: then nothing qualifies.
            Digitwise::And => last_is(&|others| others.iter().min().copied()),
            Digitwise::Or => last_is(&|others| Some(others.iter().max().copied().unwrap_or(0))),
            Digitwise::SingleOne => read(
                &|seen, digits| match (seen, digits[0]) {
                    (seen, 0) => seen,
                    (0, 1) => 1,
                    _ => OVER,
                },
                &|seen| seen == 1,
            ),
            Digitwise::LowestOne => read(
                &|seen, digits| match (seen, digits[0], digits[1]) {
                    (0, 0, 0) => 0,
                    (0, x, y) if x == y => 1,
                    (1, _, 0) => 1,
                    _ => OVER,
                },
                &|seen| seen == 1,
            ),
            Digitwise::Shifted => read(
                &|last, digits| if u32::from(digits[1]) == last { digits[0].into() } else { OVER },
                &|last| last == 0,
            ),
            Digitwise::EvenZeros => read(
                // 0 and 1: the parity of the zeros so far; 2: another digit came after evenly many.
                &|seen, digits| match (seen, digits[0]) {
                    (2, _) => 2,
                    (parity, 0) => 1 - parity,
                    (0, _) => 2,
                    _ => OVER,
                },
                &|seen| seen == 2,
            ),
            Digitwise::Digit(position) => {
                // Counts to the position, then remembers its digit.
                let (other, one) = (position + 1, position + 2);
                read(
                    &|at, digits| match at {
                        at if at < position => at + 1,
                        at if at == position => {
                            if digits[0] == 1 {
                                one
                            } else {
                                other
                            }
                        }
                        seen => seen,
                    },
                    &|at| at == one,
                )
            }
        }
    }

    /// Does it hold of these numbers? The plain meaning, from their digits.
    pub fn holds(self, numeration: Numeration, numbers: &[u128]) -> bool {
        let words: Vec<Vec<u8>> = numbers.iter().map(|&n| numeration.digits(n)).collect();
        let digit = |word: &[u8], place: usize| word.get(place).copied().unwrap_or(0);
        let length = words.iter().map(Vec::len).max().unwrap_or(0) + 1;
        // At every place, the digits of all.
        let everywhere = |holds: &dyn Fn(&[u8]) -> bool| {
            let at = |place| words.iter().map(|word| digit(word, place)).collect::<Vec<u8>>();
            (0..length).all(|place| holds(&at(place)))
        };
        let zeros = |word: &[u8]| word.iter().take_while(|&&digit| digit == 0).count();
        match self {
            Digitwise::Xor => everywhere(&|digits| {
                let sum: usize = digits.iter().map(|&digit| usize::from(digit)).sum();
                sum.is_multiple_of(numeration.base())
            }),
            Digitwise::And => everywhere(&|digits| {
                let (last, others) = digits.split_last().expect("at least one argument");
                others.iter().min() == Some(last)
            }),
            Digitwise::Or => everywhere(&|digits| {
                let (last, others) = digits.split_last().expect("at least one argument");
                others.iter().max().unwrap_or(&0) == last
            }),
            Digitwise::SingleOne => words[0].iter().map(|&d| u32::from(d)).sum::<u32>() == 1,
            Digitwise::LowestOne => {
                let zeros = zeros(&words[0]);
                let alone = |word: &[u8]| [&vec![0; zeros][..], &word[zeros..=zeros]].concat();
                numbers[0] != 0 && words[1] == alone(&words[0])
            }
            Digitwise::Shifted => {
                (numbers[0] == 0 && numbers[1] == 0)
                    || numbers[0] != 0 && words[1] == [&[0], &words[0][..]].concat()
            }
            Digitwise::EvenZeros => numbers[0] != 0 && zeros(&words[0]) % 2 == 0,
            Digitwise::Digit(position) => digit(&words[0], position as usize) == 1,
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
