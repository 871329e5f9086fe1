//! Which conditions on any number of piles see no more of sizes than what is small, and residues.
//!
//! Sizes are *alike* for a threshold T >= 1 and a period p if they are equal, or both at least T and congruent modulo p;
//! positions are, if their piles can be paired so that each is alike to its partner. Then the piles below T are the same in both,
//! and there are equally many others. So these are the same at positions that are alike:
//!
//! - the number of piles, and the number of piles whose size fulfils a condition that is the same for sizes that are alike;
//! - the total modulo m, if m divides p;
//! - how the smallest, the second smallest or the largest pile, or the total, compares with a number v below T: either it
//!   is the same number in both, or it is at least T in both. With a factor c >= 1 and a constant it is enough that
//!   c T plus the constant exceeds v;
//! - whatever is computed from numbers that are the same.

use sprague_claim::Condition;
use sprague_rules::expr::{Aggregate, Cond, Expr, Piles};

use crate::alike::{Form, Seen, Shape, View, bounds};

/// Threshold and period of sizes, and how many piles there are at most, if that is known.
pub(crate) struct Sizes {
    pub(crate) threshold: u32,
    pub(crate) period: u32,
    pub(crate) most: Option<usize>,
}

/// What a number is.
#[derive(Clone, Copy)]
enum Value {
    /// The same at positions that are alike, and perhaps between two bounds.
    Same(Option<(i64, i64)>),
    /// The smallest, second or largest pile, so often, plus a constant.
    Size(i64, i64),
    /// The total, so often, plus a constant.
    Total(i64, i64),
}

impl Sizes {
    /// Is the condition the same at positions that are alike?
    pub(crate) fn is_blind(&self, condition: &Condition) -> bool {
        let same = |expr: &Expr| matches!(self.value(expr), Some(Value::Same(_)));
        match condition {
            Condition::Plain(cond) => self.blind(cond).is_some(),
            Condition::Not(inner) => self.is_blind(inner),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().all(|part| self.is_blind(part))
            }
            Condition::NimSumZero(parts) => parts.iter().all(same),
            Condition::PowerOfTwo(a) => same(a),
            Condition::LowBit(a, b) | Condition::MetallicPair(_, a, b) => same(a) && same(b),
            Condition::PilesSumZero(_) | Condition::Lost(_) => false,
        }
    }

    fn blind(&self, cond: &Cond) -> Option<()> {
        match cond {
            Cond::Always | Cond::Never => Some(()),
            Cond::Not(inner) => self.blind(inner),
            Cond::And(parts) | Cond::Or(parts) => {
                parts.iter().try_for_each(|part| self.blind(part))
            }
            Cond::Compare(_, a, b) => match (self.value(a)?, self.value(b)?) {
                (Value::Same(_), Value::Same(_)) => Some(()),
                (Value::Same(bounds), other) | (other, Value::Same(bounds)) => {
                    self.exceeds(other, bounds?.1)
                }
                _ => None,
            },
            Cond::InSet(a, set) => {
                let a = self.value(a)?;
                set.iter().try_for_each(|&member| self.exceeds(a, member))
            }
            Cond::InPiles(..) | Cond::Distinct(_) => None,
        }
    }

    /// Does the number exceed the bound wherever it is not the same?
    fn exceeds(&self, value: Value, bound: i64) -> Option<()> {
        let (times, more) = match value {
            Value::Same(_) => return Some(()),
            Value::Size(times, more) | Value::Total(times, more) => (times, more),
        };
        let least = times.checked_mul(self.threshold.into())?.checked_add(more)?;
        (times >= 1 && least > bound).then_some(())
    }

    fn value(&self, expr: &Expr) -> Option<Value> {
        let many = self.most.and_then(|most| i64::try_from(most).ok()).map(|most| (0, most));
        let [a, b] = match expr {
            Expr::Const(c) => return Some(Value::Same(Some((*c, *c)))),
            Expr::Of(Aggregate::Count, Piles::Before) => return Some(Value::Same(many)),
            // The only number that is named is the second smallest pile.
            Expr::Of(Aggregate::Min | Aggregate::Max, Piles::Before) | Expr::Slot(0) => {
                return Some(Value::Size(1, 0));
            }
            Expr::Of(Aggregate::Sum, Piles::Before) => return Some(Value::Total(1, 0)),
            Expr::CountWhere(Piles::Before, slot, cond) => {
                let shape = Shape::uniform(1, self.threshold.into(), self.period.into());
                let view = View { shape: &shape, slots: Vec::new(), piles: Seen::Others };
                let size = Form::sum(1, |_| 1);
                return view.is_blind_of(cond, *slot, &size).then_some(Value::Same(many));
            }
            Expr::Slot(_) | Expr::Of(..) | Expr::CountWhere(..) => return None,
            _ => expr.operands()?,
        };
        let (a, b) = (self.value(a)?, self.value(b)?);
        let constant = |value: Value| match value {
            Value::Same(Some((low, high))) if low == high => Some(low),
            _ => None,
        };
        let moved = |value: Value, by: i64| match value {
            Value::Size(times, more) => Some(Value::Size(times, more.checked_add(by)?)),
            Value::Total(times, more) => Some(Value::Total(times, more.checked_add(by)?)),
            Value::Same(_) => None,
        };
        let scaled = |value: Value, by: i64| match value {
            Value::Size(times, more) => {
                Some(Value::Size(times.checked_mul(by)?, more.checked_mul(by)?))
            }
            Value::Total(times, more) => {
                Some(Value::Total(times.checked_mul(by)?, more.checked_mul(by)?))
            }
            Value::Same(_) => None,
        };
        match (expr, a, b) {
            (_, Value::Same(a), Value::Same(b)) => {
                Some(Value::Same(a.zip(b).and_then(|(a, b)| bounds(expr, a, b))))
            }
            (Expr::Add(..), a, b) => match (constant(a), constant(b)) {
                (Some(by), _) => moved(b, by),
                (_, Some(by)) => moved(a, by),
                _ => None,
            },
            (Expr::Sub(..), a, b) => moved(a, constant(b)?.checked_neg()?),
            (Expr::Mul(..), a, b) => match (constant(a), constant(b)) {
                (Some(by), _) => scaled(b, by),
                (_, Some(by)) => scaled(a, by),
                _ => None,
            },
            (Expr::Mod(..), Value::Total(times, _), modulus) => {
                let modulus = constant(modulus).filter(|&modulus| modulus > 0)?;
                let kept = times.checked_mul(self.period.into())? % modulus == 0;
                kept.then_some(Value::Same(Some((0, modulus - 1))))
            }
            _ => None,
        }
    }
}
