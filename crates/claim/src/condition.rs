//! Conditions of claims: those of the rule language over the numbers that a claim names, and what else
//! papers say of numbers: nim-sums, powers of two, golden and other metallic pairs, patterns.
//!
//! A condition has two meanings that must agree: its value at given numbers ([`Condition::holds`]), with which
//! tables are checked, and its formula in the room for arithmetic, with which it is proved.

mod counted;
mod read;
mod rewrite;
mod summed;

use sprague_rules::expr::{Board, Cond, Expr, Mention};

pub use counted::Counted;
pub use read::{condition, condition_on_outcomes, expression, number};
pub use rewrite::{Rewrite, rewritten};
pub use summed::Summed;

/// A condition on the numbers in slots 0, 1, 2, ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A condition of the rule language.
    Plain(Cond),
    /// It is not so.
    Not(Box<Condition>),
    /// All of these.
    And(Vec<Condition>),
    /// One of these.
    Or(Vec<Condition>),
    /// The nim-sum of these is 0.
    NimSumZero(Vec<Expr>),
    /// A nim-sum over all piles is 0.
    PilesSumZero(Summed),
    /// It is 1, 2, 4, 8, ...
    PowerOfTwo(Expr),
    /// The second is the largest power of two that divides the first.
    LowBit(Expr, Expr),
    /// With this t, for some n >= 1, the first is n times (2 - t + sqrt(t^2 + 4)) / 2 = [1; t, t, ...] rounded down, and the second
    /// is t n more: for t = 1 a golden pair, n phi and n phi^2 rounded down.
    MetallicPair(u8, Expr, Expr),
    /// The position with these piles is P. It is for tables to know: see [`Condition::resolved`].
    Lost(Vec<Expr>),
}

/// A number: an expression, or the nim-sum of some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// An expression of the rule language.
    Plain(Expr),
    /// The nim-sum of these.
    NimSum(Vec<Expr>),
    /// A nim-sum over all piles.
    PilesSum(Summed),
    /// The first number under the condition, else the second.
    Either(Box<Condition>, Box<Number>, Box<Number>),
}

/// Slots that expressions of claims may use.
pub const SLOTS: usize = 16;
impl Condition {
    /// What is always so.
    pub const ALWAYS: Condition = Condition::Plain(Cond::Always);

    /// Does it hold for what is seen?
    pub fn holds(&self, sight: Sight) -> bool {
        let value = |expr: &Expr| value_of(expr, sight);
        match self {
            Condition::Plain(cond) => with_board(sight, |board| board.holds(cond)),
            Condition::Not(inner) => !inner.holds(sight),
            Condition::And(parts) => parts.iter().all(|part| part.holds(sight)),
            Condition::Or(parts) => parts.iter().any(|part| part.holds(sight)),
            Condition::NimSumZero(parts) => {
                let values: Vec<i64> = parts.iter().map(value).collect();
                values.iter().all(|&v| v >= 0) && values.iter().fold(0, |sum, v| sum ^ v) == 0
            }
            Condition::PilesSumZero(summed) => summed.value(sight) == Some(0),
            Condition::PowerOfTwo(expr) => {
                let value = value(expr);
                value > 0 && value & (value - 1) == 0
            }
            Condition::LowBit(a, b) => {
                let (a, b) = (value(a), value(b));
                a > 0 && b == a & a.wrapping_neg()
            }
            Condition::MetallicPair(t, a, b) => is_metallic_pair(*t, value(a), value(b)),
            Condition::Lost(_) => unreachable!("outcomes are looked up before"),
        }
    }

    /// Does it hold for what is seen, where outcomes of positions are looked up as they are needed? The same as
    /// [`Condition::resolved`] and then [`Condition::holds`], without a condition made for every position.
    pub fn holds_with<E>(
        &self,
        sight: Sight,
        is_lost: &mut dyn FnMut(&[u32]) -> Result<bool, E>,
    ) -> Result<bool, E> {
        match self {
            Condition::Not(inner) => Ok(!inner.holds_with(sight, is_lost)?),
            Condition::And(parts) => {
                for part in parts {
                    if !part.holds_with(sight, is_lost)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Condition::Or(parts) => {
                for part in parts {
                    if part.holds_with(sight, is_lost)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Condition::Lost(piles) => match sizes(piles, sight) {
                Some(position) => is_lost(&position),
                None => Ok(false),
            },
            other => Ok(other.holds(sight)),
        }
    }

    /// Does any part of it speak of all piles at once?
    pub fn speaks_of_piles(&self) -> bool {
        self.mentions(&|mention| matches!(mention, Mention::Piles(_)))
    }

    /// Does any part of it speak of slots beyond the first ones?
    pub fn mentions_beyond(&self, slots: usize) -> bool {
        self.mentions(&|mention| matches!(mention, Mention::Slot(slot) if slot >= slots))
    }

    /// Does any part of it fulfil the predicate?
    pub fn mentions(&self, test: &dyn Fn(Mention) -> bool) -> bool {
        match self {
            Condition::Plain(cond) => cond.mentions(test),
            Condition::Not(inner) => inner.mentions(test),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().any(|part| part.mentions(test))
            }
            Condition::NimSumZero(parts) => parts.iter().any(|part| part.mentions(test)),
            Condition::PilesSumZero(summed) => summed.mentions(test),
            Condition::PowerOfTwo(expr) => expr.mentions(test),
            Condition::LowBit(a, b) | Condition::MetallicPair(_, a, b) => {
                a.mentions(test) || b.mentions(test)
            }
            Condition::Lost(parts) => parts.iter().any(|part| part.mentions(test)),
        }
    }

    /// Does any part of it speak of binary digits?
    pub fn is_binary(&self) -> bool {
        match self {
            Condition::NimSumZero(_)
            | Condition::PilesSumZero(_)
            | Condition::PowerOfTwo(_)
            | Condition::LowBit(..) => true,
            Condition::Not(inner) => inner.is_binary(),
            Condition::And(parts) | Condition::Or(parts) => parts.iter().any(Condition::is_binary),
            Condition::Plain(_) | Condition::MetallicPair(..) | Condition::Lost(_) => false,
        }
    }

    /// Does any part of it speak of the outcome of a position?
    pub fn speaks_of_outcomes(&self) -> bool {
        match self {
            Condition::Lost(_) => true,
            Condition::Not(inner) => inner.speaks_of_outcomes(),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().any(Condition::speaks_of_outcomes)
            }
            _ => false,
        }
    }

    /// How many numbers each position has whose outcome it speaks of.
    pub fn places_spoken_of(&self) -> Vec<usize> {
        match self {
            Condition::Lost(places) => vec![places.len()],
            Condition::Not(inner) => inner.places_spoken_of(),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().flat_map(Condition::places_spoken_of).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What is left of it at these numbers once outcomes are looked up, of positions as they are written: piles may be in any
    /// order, and some of them 0. Piles below 0 are no position, and not P.
    pub fn resolved<E>(
        &self,
        sight: Sight,
        is_lost: &mut dyn FnMut(&[u32]) -> Result<bool, E>,
    ) -> Result<Condition, E> {
        let mut each = |parts: &[Condition]| {
            parts.iter().map(|part| part.resolved(sight, is_lost)).collect::<Result<_, _>>()
        };
        Ok(match self {
            Condition::And(parts) => Condition::And(each(parts)?),
            Condition::Or(parts) => Condition::Or(each(parts)?),
            Condition::Not(inner) => Condition::Not(Box::new(inner.resolved(sight, is_lost)?)),
            Condition::Lost(piles) => {
                let lost = match sizes(piles, sight) {
                    Some(position) => is_lost(&position)?,
                    None => false,
                };
                Condition::Plain(if lost { Cond::Always } else { Cond::Never })
            }
            other => other.clone(),
        })
    }

    /// The same as a condition of the rule language, if it is one.
    pub(super) fn plain(&self) -> Option<Cond> {
        let each = |parts: &[Condition]| parts.iter().map(Condition::plain).collect::<Option<_>>();
        match self {
            Condition::Plain(cond) => Some(cond.clone()),
            Condition::Not(inner) => Some(Cond::Not(Box::new(inner.plain()?))),
            Condition::And(parts) => Some(Cond::And(each(parts)?)),
            Condition::Or(parts) => Some(Cond::Or(each(parts)?)),
            _ => None,
        }
    }

    /// The numbers t with which it speaks of metallic pairs, in ascending order.
    pub fn metallic(&self) -> Vec<u8> {
        let mut all = match self {
            Condition::MetallicPair(t, ..) => vec![*t],
            Condition::Not(inner) => inner.metallic(),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().flat_map(Condition::metallic).collect()
            }
            _ => Vec::new(),
        };
        all.sort_unstable();
        all.dedup();
        all
    }
}

impl Number {
    /// The conditions of its cases.
    pub fn conditions(&self) -> Vec<&Condition> {
        match self {
            Number::Plain(_) | Number::NimSum(_) | Number::PilesSum(_) => Vec::new(),
            Number::Either(condition, then, otherwise) => {
                let parts = [vec![&**condition], then.conditions(), otherwise.conditions()];
                parts.concat()
            }
        }
    }

    /// Is it a nim-sum in some case?
    pub fn has_nim_sums(&self) -> bool {
        match self {
            Number::Plain(_) => false,
            Number::NimSum(_) | Number::PilesSum(_) => true,
            Number::Either(_, then, otherwise) => then.has_nim_sums() || otherwise.has_nim_sums(),
        }
    }

    /// Does any part of it speak of slots beyond the first ones?
    pub fn mentions_beyond(&self, slots: usize) -> bool {
        self.mentions(&|mention| matches!(mention, Mention::Slot(slot) if slot >= slots))
    }

    /// Does any part of it speak of all piles at once?
    pub fn speaks_of_piles(&self) -> bool {
        self.mentions(&|mention| matches!(mention, Mention::Piles(_)))
    }

    /// Does any part of it fulfil the predicate?
    pub fn mentions(&self, test: &dyn Fn(Mention) -> bool) -> bool {
        match self {
            Number::Plain(expr) => expr.mentions(test),
            Number::NimSum(parts) => parts.iter().any(|part| part.mentions(test)),
            Number::PilesSum(summed) => summed.mentions(test),
            Number::Either(condition, then, otherwise) => {
                condition.mentions(test) || then.mentions(test) || otherwise.mentions(test)
            }
        }
    }

    /// Its value for what is seen.
    pub fn value(&self, sight: Sight) -> i64 {
        match self {
            Number::Plain(expr) => value_of(expr, sight),
            // The nim-sum of numbers below 0 is none, and -1 stands for that.
            Number::NimSum(parts) => {
                let values: Vec<i64> = parts.iter().map(|part| value_of(part, sight)).collect();
                match values.iter().all(|&v| v >= 0) {
                    true => values.iter().fold(0, |sum, v| sum ^ v),
                    false => -1,
                }
            }
            Number::PilesSum(summed) => summed.value(sight).unwrap_or(-1),
            Number::Either(condition, then, _) if condition.holds(sight) => then.value(sight),
            Number::Either(_, _, otherwise) => otherwise.value(sight),
        }
    }

    /// The same number of other expressions.
    pub fn rewritten(&self, with: &Rewrite) -> Number {
        let each = |parts: &[Expr]| parts.iter().map(|part| rewritten(part, with)).collect();
        match self {
            Number::Plain(expr) => Number::Plain(rewritten(expr, with)),
            Number::NimSum(parts) => Number::NimSum(each(parts)),
            Number::PilesSum(summed) => Number::PilesSum(summed.rewritten(with)),
            Number::Either(condition, then, otherwise) => Number::Either(
                Box::new(condition.rewritten(with)),
                Box::new(then.rewritten(with)),
                Box::new(otherwise.rewritten(with)),
            ),
        }
    }
}

/// What a condition looks at: the numbers that are named, in the order of their slots, and the piles of the position.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// The named numbers.
    pub numbers: &'a [i64],
    /// The piles that `total`, `smallest`, `count(x in piles where ...)` and the like speak of.
    pub piles: &'a [u32],
}

impl<'a> Sight<'a> {
    /// Where no piles are spoken of.
    pub fn of(numbers: &'a [i64]) -> Sight<'a> {
        Sight { numbers, piles: &[] }
    }
}

/// The value of an expression for what is seen.
pub fn value_of(expr: &Expr, sight: Sight) -> i64 {
    with_board(sight, |board| board.number(expr))
}

/// The piles of a position that is spoken of; none, if one is below 0.
fn sizes(piles: &[Expr], sight: Sight) -> Option<Vec<u32>> {
    piles.iter().map(|pile| u32::try_from(value_of(pile, sight)).ok()).collect()
}

fn with_board<T>(sight: Sight, look: impl FnOnce(&mut Board) -> T) -> T {
    let mut slots = [0; SLOTS];
    slots[..sight.numbers.len()].copy_from_slice(sight.numbers);
    look(&mut Board { slots: &mut slots, before: sight.piles, chosen: &[], after: &[] })
}

/// The largest t of metallic pairs: for larger ones no automaton is feasible.
pub const LARGEST_METALLIC: u8 = 7;

/// For some n >= 1, is the first n [1; t, t, ...] rounded down, and the second t n more?
pub fn is_metallic_pair(t: u8, a: i64, b: i64) -> bool {
    let (t, a, b) = (i128::from(t), i128::from(a), i128::from(b));
    let n = (b - a) / t;
    // x = [1; t, t, ...] is the positive root of x^2 + (t - 2) x - t; and a < n x < a + 1, as x is irrational.
    let below = |a: i128| a * a + (t - 2) * a * n - t * n * n < 0;
    a >= 1 && b > a && (b - a) % t == 0 && below(a) && !below(a + 1)
}

#[cfg(test)]
mod tests {
    use super::is_metallic_pair;

    /// Each first number is the least that was not in a pair before, and the n-th differences are t n.
    #[test]
    fn metallic_pairs_are_those_of_the_definition() {
        for t in 1..=7u8 {
            let mut met = std::collections::HashSet::new();
            let mut first = 1;
            for n in 1..300 {
                while met.contains(&first) {
                    first += 1;
                }
                let second = first + i64::from(t) * n;
                met.extend([first, second]);
                for other in second - 3..=second + 3 {
                    assert_eq!(is_metallic_pair(t, first, other), other == second, "{t}: {n}");
                }
            }
        }
        assert!(!is_metallic_pair(2, 0, 0) && !is_metallic_pair(1, -1, -2));
    }
}
