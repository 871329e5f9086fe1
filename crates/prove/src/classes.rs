//! From which thresholds on, and with which periods, a condition sees no more of a tuple than residues.
//!
//! Tuples are *alike* for thresholds T and periods p if in every coordinate their entries are equal, or both at least T_i
//! and congruent modulo p_i. Every expression is either a linear form in the coordinates, kept as such, or has the
//! same value at tuples that are alike; what it takes for that is collected:
//!
//! - a remainder of a form modulo m: m divides each c_i p_i;
//! - a form with coefficients c_i >= 0 compared with 0: c_i T_i and the constant add up to 1 or more, for each c_i > 0. If
//!   a coordinate with c_i > 0 differs, it is at least T_i at both tuples, and the form is positive at both.
//!
//! Anything else, such as a form of both signs, is no matter for boxes.

use sprague_automata::boxes::Shape;
use sprague_rules::expr::{Aggregate, Board, Cond, Expr, Mention, Piles, Slot, quotient};

use sprague_claim::Condition;

/// A sum of coordinates with coefficients, and a constant.
#[derive(Clone, Debug)]
pub struct Form {
    pub coefficients: Vec<i64>,
    pub constant: i64,
}

impl Form {
    pub fn constant(numbers: usize, constant: i64) -> Form {
        Form { coefficients: vec![0; numbers], constant }
    }

    fn is_constant(&self) -> bool {
        self.coefficients.iter().all(|&c| c == 0)
    }

    fn plus(&self, other: &Form, times: i64) -> Option<Form> {
        let add = |a: i64, b: i64| b.checked_mul(times).and_then(|b| a.checked_add(b));
        let pairs = self.coefficients.iter().zip(&other.coefficients);
        let coefficients = pairs.map(|(&a, &b)| add(a, b)).collect::<Option<_>>()?;
        Some(Form { coefficients, constant: add(self.constant, other.constant)? })
    }

    pub fn value(&self, x: &[u64]) -> i64 {
        let terms = self.coefficients.iter().zip(x).map(|(&c, &x)| c * x as i64);
        terms.sum::<i64>() + self.constant
    }
}

enum Kind {
    Form(Form),
    /// The same at tuples that are alike.
    Alike,
}

/// The piles of which conditions may speak.
#[derive(Clone, Copy)]
pub enum Seen<'a> {
    /// These, ascending.
    Listed(&'a [Form]),
    /// The coordinates say how many there are of each size from 1 on.
    Counted,
    /// Nothing is known of them here.
    Unknown,
}

/// What conditions ask of thresholds and periods.
pub struct Classes<'a> {
    /// What the slots stand for.
    pub slots: &'a [Form],
    /// The piles of which conditions may speak.
    pub piles: Seen<'a>,
    /// Is the number in the first slot the second smallest of counted piles?
    pub second: bool,
    /// May some of them be gone? Then the smallest one and their number are no forms.
    pub gone: bool,
    pub shape: Shape,
    /// The pile that is being counted.
    counted: Option<(Slot, Form)>,
}

impl<'a> Classes<'a> {
    pub fn new(slots: &'a [Form], piles: Seen<'a>, shape: Shape) -> Classes<'a> {
        Classes { slots, piles, second: false, gone: false, shape, counted: None }
    }

    fn numbers(&self) -> usize {
        self.shape.thresholds.len()
    }

    /// Raises thresholds and periods so that the condition is the same at tuples that are alike; none if that is not
    /// to be had.
    pub fn condition(&mut self, condition: &Condition) -> Option<()> {
        match condition {
            Condition::Plain(cond) => self.cond(cond),
            Condition::Not(inner) => self.condition(inner),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().try_for_each(|part| self.condition(part))
            }
            Condition::NimSumZero(_)
            | Condition::PowerOfTwo(_)
            | Condition::LowBit(..)
            | Condition::MetallicPair(..)
            | Condition::PilesSumZero(_)
            | Condition::Lost(_) => None,
        }
    }

    /// The same for a condition on one pile, in this slot, which is the first coordinate.
    pub fn of_size(&mut self, cond: &Cond, slot: Slot) -> Option<()> {
        let mut size = Form::constant(self.numbers(), 0);
        size.coefficients[0] = 1;
        self.counted = Some((slot, size));
        self.cond(cond)
    }

    /// The same for a number.
    pub fn number(&mut self, expr: &Expr) -> Option<()> {
        match self.kind(expr)? {
            Kind::Form(form) if !form.is_constant() => None,
            _ => Some(()),
        }
    }

    fn cond(&mut self, cond: &Cond) -> Option<()> {
        match cond {
            Cond::Always | Cond::Never => Some(()),
            Cond::Not(inner) => self.cond(inner),
            Cond::And(parts) | Cond::Or(parts) => parts.iter().try_for_each(|part| self.cond(part)),
            Cond::Compare(_, a, b) => match (self.kind(a)?, self.kind(b)?) {
                (Kind::Form(a), Kind::Form(b)) => self.sign(&a.plus(&b, -1)?),
                (Kind::Form(form), Kind::Alike) | (Kind::Alike, Kind::Form(form)) => {
                    form.is_constant().then_some(())
                }
                (Kind::Alike, Kind::Alike) => Some(()),
            },
            Cond::InSet(a, set) => match self.kind(a)? {
                Kind::Alike => Some(()),
                Kind::Form(form) => set.iter().try_for_each(|&member| {
                    self.sign(&form.plus(&Form::constant(self.numbers(), member), -1)?)
                }),
            },
            Cond::InPiles(..) | Cond::Distinct(_) => None,
        }
    }

    /// The sign of the form is the same at tuples that are alike.
    fn sign(&mut self, form: &Form) -> Option<()> {
        let (positive, negative) =
            (form.coefficients.iter().any(|&c| c > 0), form.coefficients.iter().any(|&c| c < 0));
        if positive && negative {
            return None;
        }
        let sign = if negative { -1 } else { 1 };
        for (threshold, &c) in self.shape.thresholds.iter_mut().zip(&form.coefficients) {
            if c != 0 {
                let (c, below) = (c.checked_mul(sign)?, form.constant.checked_mul(-sign)?);
                // c T - below >= 1
                let least = if below < 0 { 0 } else { below / c + 1 };
                *threshold = (*threshold).max(u64::try_from(least).ok()?);
            }
        }
        Some(())
    }

    fn kind(&mut self, expr: &Expr) -> Option<Kind> {
        let numbers = self.numbers();
        match expr {
            Expr::Const(c) => Some(Kind::Form(Form::constant(numbers, *c))),
            Expr::Slot(slot) => match &self.counted {
                Some((bound, form)) if bound == slot => Some(Kind::Form(form.clone())),
                _ if self.second && *slot == 0 => {
                    // It is seen whether there are two of a size.
                    self.shape.thresholds.iter_mut().for_each(|threshold| {
                        *threshold = (*threshold).max(2);
                    });
                    Some(Kind::Alike)
                }
                _ => self.slots.get(*slot).map(|form| Kind::Form(form.clone())),
            },
            Expr::Add(a, b) | Expr::Sub(a, b) => {
                let times = if matches!(expr, Expr::Add(..)) { 1 } else { -1 };
                match (self.kind(a)?, self.kind(b)?) {
                    (Kind::Form(a), Kind::Form(b)) => Some(Kind::Form(a.plus(&b, times)?)),
                    (a, b) => alike(&a, &b),
                }
            }
            Expr::Mul(a, b) => match (self.kind(a)?, self.kind(b)?) {
                (Kind::Form(a), Kind::Form(b)) if a.is_constant() || b.is_constant() => {
                    let (factor, form) = if a.is_constant() { (a, b) } else { (b, a) };
                    let zero = Form::constant(numbers, 0);
                    Some(Kind::Form(zero.plus(&form, factor.constant)?))
                }
                (a, b) => alike(&a, &b),
            },
            Expr::Mod(a, b) => match (self.kind(a)?, self.kind(b)?) {
                (Kind::Form(form), Kind::Form(modulus))
                    if modulus.is_constant() && modulus.constant > 0 =>
                {
                    self.remainder(&form, modulus.constant)?;
                    Some(Kind::Alike)
                }
                (a, b) => alike(&a, &b),
            },
            Expr::Div(a, b) | Expr::Min(a, b) | Expr::Max(a, b) => {
                match (self.kind(a)?, self.kind(b)?) {
                    (Kind::Form(a), Kind::Form(b)) if a.is_constant() && b.is_constant() => {
                        let value = match expr {
                            Expr::Div(..) => quotient(a.constant, b.constant),
                            Expr::Min(..) => a.constant.min(b.constant),
                            _ => a.constant.max(b.constant),
                        };
                        Some(Kind::Form(Form::constant(numbers, value)))
                    }
                    (a, b) => alike(&a, &b),
                }
            }
            Expr::Of(aggregate, Piles::Before) => self.aggregate(*aggregate),
            Expr::CountWhere(Piles::Before, slot, cond) => match self.piles {
                Seen::Listed(piles) => {
                    let outer = self.counted.take();
                    for pile in piles {
                        self.counted = Some((*slot, pile.clone()));
                        self.cond(cond)?;
                    }
                    self.counted = outer;
                    Some(Kind::Alike)
                }
                Seen::Counted => {
                    let holds = |i: usize| holds_of_size(cond, *slot, i as i64 + 1);
                    let coefficients =
                        (0..numbers).map(|i| holds(i).map(i64::from)).collect::<Option<_>>()?;
                    Some(Kind::Form(Form { coefficients, constant: 0 }))
                }
                Seen::Unknown => None,
            },
            Expr::Of(..) | Expr::CountWhere(..) => None,
        }
    }

    /// The total, the number, the smallest or the largest of the piles.
    fn aggregate(&mut self, aggregate: Aggregate) -> Option<Kind> {
        let numbers = self.numbers();
        match (self.piles, aggregate) {
            (Seen::Unknown, _) => None,
            (Seen::Listed(_), Aggregate::Min | Aggregate::Count) if self.gone => None,
            (Seen::Listed(piles), _) => {
                let zero = Form::constant(numbers, 0);
                let sum = |sum: Option<Form>, pile: &Form| sum?.plus(pile, 1);
                Some(Kind::Form(match aggregate {
                    Aggregate::Sum => piles.iter().fold(Some(zero), sum)?,
                    Aggregate::Min => piles.first().cloned()?,
                    Aggregate::Max => piles.last().cloned()?,
                    Aggregate::Count => Form::constant(numbers, piles.len() as i64),
                }))
            }
            (Seen::Counted, Aggregate::Sum) => {
                let coefficients = (1..=numbers as i64).collect();
                Some(Kind::Form(Form { coefficients, constant: 0 }))
            }
            (Seen::Counted, Aggregate::Count) => {
                Some(Kind::Form(Form { coefficients: vec![1; numbers], constant: 0 }))
            }
            // Which sizes are there is seen.
            (Seen::Counted, Aggregate::Min | Aggregate::Max) => {
                self.shape.thresholds.iter_mut().for_each(|threshold| {
                    *threshold = (*threshold).max(1);
                });
                Some(Kind::Alike)
            }
        }
    }

    /// The remainder of the form is the same at tuples that are alike.
    fn remainder(&mut self, form: &Form, modulus: i64) -> Option<()> {
        for (period, &c) in self.shape.periods.iter_mut().zip(&form.coefficients) {
            let needed = u64::try_from(modulus).ok()? / gcd(c.unsigned_abs(), modulus as u64);
            *period = period.checked_mul(needed / gcd(*period, needed))?;
        }
        Some(())
    }
}

/// Does a pile of this size fulfil the condition? None if it looks at something else.
pub fn holds_of_size(cond: &Cond, slot: Slot, size: i64) -> Option<bool> {
    let other = |mention: Mention| mention != Mention::Slot(slot);
    if cond.mentions(&other) {
        return None;
    }
    let mut slots = vec![0; slot + 1];
    slots[slot] = size;
    Some(Board { slots: &mut slots, before: &[], chosen: &[], after: &[] }.holds(cond))
}

/// An operation on these, neither of which is a form that varies.
fn alike(a: &Kind, b: &Kind) -> Option<Kind> {
    let fixed = |kind: &Kind| match kind {
        Kind::Form(form) => form.is_constant(),
        Kind::Alike => true,
    };
    (fixed(a) && fixed(b)).then_some(Kind::Alike)
}

pub fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
