//! Which conditions do not tell apart tuples that are alike.
//!
//! Let every coordinate i have a threshold T_i and a period p_i >= 1. Two numbers are *alike* in coordinate i if they are
//! equal, or both at least T_i and congruent modulo p_i; tuples are, if they are in every coordinate. A condition is
//! *blind* if it is the same at any two tuples that are alike. That is found by going through its expressions. Each is
//! either a linear form in the coordinates, or a number that is the same at tuples that are alike, perhaps with
//! bounds:
//!
//! - the remainder of a form modulo m is the same if m divides c_i p_i for every coefficient c_i;
//! - the sign of a form whose coefficients are not negative, compared with a number v that is the same, is the same if
//!   c_i T_i plus the constant exceeds the bound of v for every c_i > 0: where a coordinate with c_i > 0 differs it
//!   is at least T_i at both tuples, so that the form exceeds v at both; where none differs the form is the same;
//! - whatever is computed from numbers that are the same is the same.
//!
//! Everything else is taken to be seen.

use sprague_claim::Condition;
use sprague_rules::expr::{Aggregate, Board, Cond, Expr, Mention, Piles, Slot};

/// Threshold and period of every coordinate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) thresholds: Vec<u64>,
    pub(crate) periods: Vec<u64>,
}

impl Shape {
    /// The same in so many coordinates.
    pub(crate) fn uniform(coordinates: usize, threshold: u64, period: u64) -> Shape {
        Shape { thresholds: vec![threshold; coordinates], periods: vec![period; coordinates] }
    }

    /// As many thresholds as periods as there are coordinates, and no period 0.
    pub(crate) fn is_for(&self, coordinates: usize) -> bool {
        self.thresholds.len() == coordinates
            && self.periods.len() == coordinates
            && !self.periods.contains(&0)
    }

    /// Are tuples that are alike here also alike there?
    pub(crate) fn refines(&self, other: &Shape) -> bool {
        let finer = |i: usize| {
            self.thresholds[i] >= other.thresholds[i]
                && self.periods[i].is_multiple_of(other.periods[i])
        };
        (0..self.thresholds.len()).all(finer)
    }
}

/// A sum of coordinates with coefficients, and a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    pub(crate) coefficients: Vec<i64>,
    pub(crate) constant: i64,
}

impl Form {
    /// A number.
    pub(crate) fn constant(coordinates: usize, constant: i64) -> Form {
        Form { coefficients: vec![0; coordinates], constant }
    }

    /// The sum of the coordinates that are chosen, each as often as is said.
    pub(crate) fn sum(coordinates: usize, times: impl Fn(usize) -> i64) -> Form {
        Form { coefficients: (0..coordinates).map(times).collect(), constant: 0 }
    }

    fn as_constant(&self) -> Option<i64> {
        self.coefficients.iter().all(|&c| c == 0).then_some(self.constant)
    }

    fn plus(&self, other: &Form, times: i64) -> Option<Form> {
        let add = |a: i64, b: i64| b.checked_mul(times).and_then(|b| a.checked_add(b));
        let pairs = self.coefficients.iter().zip(&other.coefficients);
        let coefficients = pairs.map(|(&a, &b)| add(a, b)).collect::<Option<_>>()?;
        Some(Form { coefficients, constant: add(self.constant, other.constant)? })
    }

    /// Its value at a tuple.
    pub(crate) fn value(&self, x: &[u64]) -> Option<i64> {
        let mut sum = self.constant;
        for (&c, &x) in self.coefficients.iter().zip(x) {
            sum = sum.checked_add(c.checked_mul(i64::try_from(x).ok()?)?)?;
        }
        Some(sum)
    }
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// A linear form.
    Form(Form),
    /// The same at tuples that are alike, and perhaps between two bounds.
    Same(Option<(i64, i64)>),
}

/// The piles of which a condition may speak.
#[derive(Clone, Debug)]
pub(crate) enum Seen {
    /// These, in ascending order, each there.
    Listed(Vec<Form>),
    /// The first coordinates say how many there are of size 1, 2, 3, ..., so many sizes; and there are no others.
    Counted(usize),
    /// Some that this does not know of.
    Others,
}

/// What conditions look at.
pub(crate) struct View<'s> {
    pub(crate) shape: &'s Shape,
    /// The numbers that are named.
    pub(crate) slots: Vec<Value>,
    pub(crate) piles: Seen,
}

/// The pile that is being counted.
type Bound<'b> = Option<(Slot, &'b Form)>;

impl View<'_> {
    /// Is the condition the same at tuples that are alike?
    pub(crate) fn is_blind(&self, condition: &Condition) -> bool {
        let all = |parts: &[Expr]| parts.iter().all(|part| self.is_blind_number(part));
        match condition {
            Condition::Plain(cond) => self.blind(cond, None).is_some(),
            Condition::Not(inner) => self.is_blind(inner),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().all(|part| self.is_blind(part))
            }
            Condition::NimSumZero(parts) => all(parts),
            Condition::PowerOfTwo(a) => self.is_blind_number(a),
            Condition::LowBit(a, b) | Condition::MetallicPair(_, a, b) => {
                self.is_blind_number(a) && self.is_blind_number(b)
            }
            Condition::PilesSumZero(_) | Condition::Lost(_) => false,
        }
    }

    /// Is the number the same at tuples that are alike?
    pub(crate) fn is_blind_number(&self, expr: &Expr) -> bool {
        match self.value(expr, None) {
            Some(Value::Form(form)) => form.as_constant().is_some(),
            Some(Value::Same(_)) => true,
            None => false,
        }
    }

    /// Is a condition on a pile, which is this form, the same at tuples that are alike?
    pub(crate) fn is_blind_of(&self, cond: &Cond, slot: Slot, pile: &Form) -> bool {
        self.blind(cond, Some((slot, pile))).is_some()
    }

    fn coordinates(&self) -> usize {
        self.shape.thresholds.len()
    }

    fn blind(&self, cond: &Cond, bound: Bound) -> Option<()> {
        match cond {
            Cond::Always | Cond::Never => Some(()),
            Cond::Not(inner) => self.blind(inner, bound),
            Cond::And(parts) | Cond::Or(parts) => {
                parts.iter().try_for_each(|part| self.blind(part, bound))
            }
            Cond::Compare(_, a, b) => {
                let (a, b) = (self.value(a, bound)?, self.value(b, bound)?);
                self.compared(&a, &b)
            }
            Cond::InSet(a, set) => {
                let a = self.value(a, bound)?;
                set.iter()
                    .try_for_each(|&member| self.compared(&a, &Value::Same(Some((member, member)))))
            }
            Cond::InPiles(a, Piles::Before) => {
                let Seen::Listed(piles) = &self.piles else { return None };
                let a = self.value(a, bound)?;
                piles.iter().try_for_each(|pile| self.compared(&a, &Value::Form(pile.clone())))
            }
            Cond::Distinct(Piles::Before) => {
                let Seen::Listed(piles) = &self.piles else { return None };
                let pairs = (0..piles.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
                pairs
                    .into_iter()
                    .try_for_each(|(i, j)| self.sign(&piles[j].plus(&piles[i], -1)?, (0, 0)))
            }
            Cond::InPiles(..) | Cond::Distinct(_) => None,
        }
    }

    /// Is it the same which of the two is larger?
    fn compared(&self, a: &Value, b: &Value) -> Option<()> {
        match (a, b) {
            (Value::Form(a), Value::Form(b)) => self.sign(&a.plus(b, -1)?, (0, 0)),
            (Value::Form(form), Value::Same(bounds)) | (Value::Same(bounds), Value::Form(form)) => {
                match (form.as_constant(), bounds) {
                    (Some(_), _) => Some(()),
                    (None, Some(bounds)) => self.sign(form, *bounds),
                    (None, None) => None,
                }
            }
            (Value::Same(_), Value::Same(_)) => Some(()),
        }
    }

    /// The sign of the form minus a number between the bounds, which is the same at tuples that are alike, is the same.
    fn sign(&self, form: &Form, (least, most): (i64, i64)) -> Option<()> {
        let positive = form.coefficients.iter().all(|&c| c >= 0);
        let negative = form.coefficients.iter().all(|&c| c <= 0);
        if !positive && !negative {
            return None;
        }
        let constant = i128::from(form.constant);
        let rest =
            if positive { constant - i128::from(most) } else { i128::from(least) - constant };
        let clear = |(&c, &threshold): (&i64, &u64)| {
            let reached = i128::from(c.unsigned_abs()).checked_mul(i128::from(threshold));
            c == 0 || reached.and_then(|n| n.checked_add(rest)).is_some_and(|n| n >= 1)
        };
        form.coefficients.iter().zip(&self.shape.thresholds).all(clear).then_some(())
    }

    fn value(&self, expr: &Expr, bound: Bound) -> Option<Value> {
        let coordinates = self.coordinates();
        let constant = |value: i64| Some(Value::Form(Form::constant(coordinates, value)));
        if let Expr::Const(c) = expr {
            return constant(*c);
        }
        let (a, b) = match expr {
            Expr::Slot(slot) => {
                return match bound {
                    Some((counted, form)) if counted == *slot => Some(Value::Form(form.clone())),
                    _ => self.slots.get(*slot).cloned(),
                };
            }
            Expr::Of(aggregate, Piles::Before) => return self.aggregate(*aggregate),
            Expr::CountWhere(Piles::Before, slot, cond) => return self.count(*slot, cond),
            _ => {
                let [a, b] = expr.operands()?;
                (self.value(a, bound)?, self.value(b, bound)?)
            }
        };
        match (expr, &a, &b) {
            (Expr::Add(..), Value::Form(a), Value::Form(b)) => Some(Value::Form(a.plus(b, 1)?)),
            (Expr::Sub(..), Value::Form(a), Value::Form(b)) => Some(Value::Form(a.plus(b, -1)?)),
            (Expr::Mul(..), Value::Form(a), Value::Form(b))
                if a.as_constant().is_some() || b.as_constant().is_some() =>
            {
                let (form, times) = match a.as_constant() {
                    Some(times) => (b, times),
                    None => (a, b.constant),
                };
                Some(Value::Form(Form::constant(coordinates, 0).plus(form, times)?))
            }
            (Expr::Mod(..), Value::Form(form), Value::Form(modulus)) => {
                let modulus = modulus.as_constant().filter(|&m| m > 0)?;
                let kept = |(&c, &p): (&i64, &u64)| {
                    let step = i128::from(c).checked_mul(i128::from(p));
                    step.is_some_and(|step| step % i128::from(modulus) == 0)
                };
                let same = form.coefficients.iter().zip(&self.shape.periods).all(kept);
                same.then_some(Value::Same(Some((0, modulus - 1))))
            }
            (_, a, b) => {
                let (a, b) = (same(a)?, same(b)?);
                Some(Value::Same(a.zip(b).and_then(|(a, b)| bounds(expr, a, b))))
            }
        }
    }

    /// The sum, the number, the smallest or the largest of the piles.
    fn aggregate(&self, aggregate: Aggregate) -> Option<Value> {
        let coordinates = self.coordinates();
        match &self.piles {
            Seen::Others => None,
            Seen::Listed(piles) => {
                let none = Form::constant(coordinates, 0);
                Some(Value::Form(match aggregate {
                    Aggregate::Sum => piles.iter().try_fold(none, |sum, pile| sum.plus(pile, 1))?,
                    Aggregate::Count => Form::constant(coordinates, piles.len() as i64),
                    Aggregate::Min => piles.first().cloned().unwrap_or(none),
                    Aggregate::Max => piles.last().cloned().unwrap_or(none),
                }))
            }
            Seen::Counted(sizes) => {
                let sizes = *sizes;
                let of = |times: &dyn Fn(usize) -> i64| {
                    Form::sum(coordinates, |i| if i < sizes { times(i) } else { 0 })
                };
                match aggregate {
                    Aggregate::Sum => Some(Value::Form(of(&|i| i as i64 + 1))),
                    Aggregate::Count => Some(Value::Form(of(&|_| 1))),
                    // Which sizes are there is the same.
                    Aggregate::Min | Aggregate::Max => {
                        let seen = self.shape.thresholds[..sizes].iter().all(|&t| t >= 1);
                        seen.then_some(Value::Same(Some((0, sizes as i64))))
                    }
                }
            }
        }
    }

    /// How many piles fulfil the condition.
    fn count(&self, slot: Slot, cond: &Cond) -> Option<Value> {
        match &self.piles {
            Seen::Others => None,
            Seen::Listed(piles) => {
                piles.iter().try_for_each(|pile| self.blind(cond, Some((slot, pile))))?;
                Some(Value::Same(Some((0, piles.len() as i64))))
            }
            Seen::Counted(sizes) => {
                let counted = |size: usize| holds_of_size(cond, slot, size as i64);
                let each: Vec<bool> = (1..=*sizes).map(counted).collect::<Option<_>>()?;
                let times = |i: usize| i64::from(each.get(i).copied().unwrap_or(false));
                Some(Value::Form(Form::sum(self.coordinates(), times)))
            }
        }
    }
}

/// Does a pile of this size fulfil the condition? None if it looks at something else.
pub(crate) fn holds_of_size(cond: &Cond, slot: Slot, size: i64) -> Option<bool> {
    let other = |mention: Mention| mention != Mention::Slot(slot);
    if cond.mentions(&other) {
        return None;
    }
    let mut slots = vec![0; slot + 1];
    slots[slot] = size;
    Some(Board { slots: &mut slots, before: &[], chosen: &[], after: &[] }.holds(cond))
}

/// The bounds of a number that is the same at tuples that are alike; none if it is not.
fn same(value: &Value) -> Option<Option<(i64, i64)>> {
    match value {
        Value::Form(form) => form.as_constant().map(|c| Some((c, c))),
        Value::Same(bounds) => Some(*bounds),
    }
}

/// Bounds of the result of an operation, where they are easy to know.
pub(crate) fn bounds(expr: &Expr, (a, b): (i64, i64), (c, d): (i64, i64)) -> Option<(i64, i64)> {
    match expr {
        Expr::Add(..) => Some((a.checked_add(c)?, b.checked_add(d)?)),
        Expr::Sub(..) => Some((a.checked_sub(d)?, b.checked_sub(c)?)),
        Expr::Mul(..) => {
            let ends = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
            Some((ends.into_iter().min()?, ends.into_iter().max()?))
        }
        Expr::Div(..) if c == d && c > 0 => Some((a.div_euclid(c), b.div_euclid(c))),
        Expr::Mod(..) if c == d && c > 0 => Some((0, c - 1)),
        Expr::Min(..) => Some((a.min(c), b.min(d))),
        Expr::Max(..) => Some((a.max(c), b.max(d))),
        _ => None,
    }
}
