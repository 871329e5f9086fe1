//! The arithmetic of the checked tree: numbers and conditions over the piles of a position and the
//! things a mover chooses.
//!
//! All division rounds down; `x / 0 = 0` and `x mod 0 = x`, so that every expression has a value.
//! `min` and `max` of no piles are 0.

use std::fmt;

/// A number chosen in a move: a pile's size, an amount, a part. An index into [`Move::slots`].
///
/// [`Move::slots`]: crate::ruleset::Move::slots
pub type Slot = usize;

/// The piles that an aggregate looks at; piles of size 0 are gone from each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piles {
    /// All piles before the move.
    Before,
    /// The piles before the move that the move does not choose.
    Others,
    /// All piles after the move.
    After,
}

/// A number made of the sizes of all piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aggregate {
    /// The smallest pile.
    Min,
    /// The largest pile.
    Max,
    /// The tokens of all piles together.
    Sum,
    /// How many piles there are.
    Count,
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// The same number in every position.
    Const(i64),
    /// The number in a slot.
    Slot(Slot),
    /// `a + b`
    Add(Box<Expr>, Box<Expr>),
    /// `a - b`
    Sub(Box<Expr>, Box<Expr>),
    /// `a * b`
    Mul(Box<Expr>, Box<Expr>),
    /// `a / b`, rounded down.
    Div(Box<Expr>, Box<Expr>),
    /// `a mod b`, which has the sign of `b`.
    Mod(Box<Expr>, Box<Expr>),
    /// The smaller of two numbers.
    Min(Box<Expr>, Box<Expr>),
    /// The larger of two numbers.
    Max(Box<Expr>, Box<Expr>),
    /// An aggregate of these piles.
    Of(Aggregate, Piles),
    /// How many of the piles, each in turn bound to the slot, fulfil the condition.
    CountWhere(Piles, Slot, Box<Cond>),
}

/// How two numbers compare; `>` and `>=` are written with the sides exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `a < b`
    Less,
    /// `a <= b`
    AtMost,
    /// `a = b`
    Equal,
    /// `a != b`
    NotEqual,
}

impl Comparison {
    /// Do these two numbers compare so?
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
        }
    }
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cond {
    /// True.
    Always,
    /// False.
    Never,
    /// The inner condition does not hold.
    Not(Box<Cond>),
    /// All of these hold.
    And(Vec<Cond>),
    /// At least one of these holds.
    Or(Vec<Cond>),
    /// The two numbers compare so.
    Compare(Comparison, Expr, Expr),
    /// Membership in a set of constants, ascending.
    InSet(Expr, Vec<i64>),
    /// Equal to the size of some pile.
    InPiles(Expr, Piles),
    /// No two piles are equal.
    Distinct(Piles),
}

impl Cond {
    /// The conditions whose conjunction this is.
    pub fn conjuncts(&self) -> Vec<&Cond> {
        match self {
            Cond::Always => Vec::new(),
            Cond::And(parts) => parts.iter().flat_map(Cond::conjuncts).collect(),
            other => vec![other],
        }
    }

    /// The condition that holds when this one does not, with the negation pushed inwards.
    pub fn negated(self) -> Cond {
        let each = |parts: Vec<Cond>| parts.into_iter().map(Cond::negated).collect();
        match self {
            Cond::Always => Cond::Never,
            Cond::Never => Cond::Always,
            Cond::Not(inner) => *inner,
            Cond::And(parts) => Cond::Or(each(parts)),
            Cond::Or(parts) => Cond::And(each(parts)),
            Cond::Compare(Comparison::Less, a, b) => Cond::Compare(Comparison::AtMost, b, a),
            Cond::Compare(Comparison::AtMost, a, b) => Cond::Compare(Comparison::Less, b, a),
            Cond::Compare(Comparison::Equal, a, b) => Cond::Compare(Comparison::NotEqual, a, b),
            Cond::Compare(Comparison::NotEqual, a, b) => Cond::Compare(Comparison::Equal, a, b),
            other => Cond::Not(Box::new(other)),
        }
    }

    /// The conjunction of `parts`.
    pub fn all(parts: Vec<Cond>) -> Cond {
        let mut flat: Vec<Cond> = Vec::new();
        for part in parts {
            match part {
                Cond::Always => {}
                Cond::And(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Cond::Always,
            1 => flat.remove(0),
            _ => Cond::And(flat),
        }
    }

    /// Does any part of the condition fulfil the predicate?
    pub fn mentions(&self, test: &dyn Fn(Mention) -> bool) -> bool {
        match self {
            Cond::Always | Cond::Never => false,
            Cond::Not(inner) => inner.mentions(test),
            Cond::And(parts) | Cond::Or(parts) => parts.iter().any(|c| c.mentions(test)),
            Cond::Compare(_, a, b) => a.mentions(test) || b.mentions(test),
            Cond::InSet(a, _) => a.mentions(test),
            Cond::InPiles(a, piles) => test(Mention::Piles(*piles)) || a.mentions(test),
            Cond::Distinct(piles) => test(Mention::Piles(*piles)),
        }
    }
}

/// Something an expression or a condition reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mention {
    /// The number in this slot.
    Slot(Slot),
    /// The sizes of these piles.
    Piles(Piles),
}

impl Expr {
    /// Does any part of the expression fulfil the predicate?
    pub fn mentions(&self, test: &dyn Fn(Mention) -> bool) -> bool {
        match self {
            Expr::Slot(slot) => test(Mention::Slot(*slot)),
            Expr::Of(_, piles) => test(Mention::Piles(*piles)),
            Expr::CountWhere(piles, slot, cond) => {
                test(Mention::Piles(*piles))
                    || cond.mentions(&|m| m != Mention::Slot(*slot) && test(m))
            }
            _ => self.operands().into_iter().flatten().any(|e| e.mentions(test)),
        }
    }

    /// The two sides of an operation.
    pub fn operands(&self) -> Option<[&Expr; 2]> {
        match self {
            Expr::Add(a, b)
            | Expr::Sub(a, b)
            | Expr::Mul(a, b)
            | Expr::Div(a, b)
            | Expr::Mod(a, b)
            | Expr::Min(a, b)
            | Expr::Max(a, b) => Some([a, b]),
            Expr::Const(_) | Expr::Slot(_) | Expr::Of(..) | Expr::CountWhere(..) => None,
        }
    }

    /// Nodes of the tree.
    pub fn size(&self) -> usize {
        1 + self.operands().into_iter().flatten().map(Expr::size).sum::<usize>()
    }
}

/// What the slots and the piles of an expression stand for at one position and one choice.
pub struct Board<'a> {
    /// The numbers chosen so far, each in its slot.
    pub slots: &'a mut [i64],
    /// The position that the move is made from.
    pub before: &'a [u32],
    /// Places in `before` that the move chooses.
    pub chosen: &'a [usize],
    /// The position that the move leads to.
    pub after: &'a [u32],
}

impl Board<'_> {
    /// The sizes of the piles, without those that are gone.
    fn sizes(&self, piles: Piles) -> impl Iterator<Item = i64> + '_ {
        let (list, hidden) = match piles {
            Piles::Before => (self.before, &[][..]),
            Piles::Others => (self.before, self.chosen),
            Piles::After => (self.after, &[][..]),
        };
        let shown = list.iter().enumerate().filter(move |(i, _)| !hidden.contains(i));
        shown.map(|(_, &size)| i64::from(size)).filter(|&size| size > 0)
    }

    /// The value of an expression.
    pub fn number(&mut self, expr: &Expr) -> i64 {
        match expr {
            Expr::Const(c) => *c,
            Expr::Slot(slot) => self.slots[*slot],
            Expr::Add(a, b) => self.number(a) + self.number(b),
            Expr::Sub(a, b) => self.number(a) - self.number(b),
            Expr::Mul(a, b) => self.number(a) * self.number(b),
            Expr::Div(a, b) => quotient(self.number(a), self.number(b)),
            Expr::Mod(a, b) => remainder(self.number(a), self.number(b)),
            Expr::Min(a, b) => self.number(a).min(self.number(b)),
            Expr::Max(a, b) => self.number(a).max(self.number(b)),
            Expr::Of(aggregate, piles) => {
                let sizes = self.sizes(*piles);
                match aggregate {
                    Aggregate::Min => sizes.min().unwrap_or(0),
                    Aggregate::Max => sizes.max().unwrap_or(0),
                    Aggregate::Sum => sizes.sum(),
                    Aggregate::Count => sizes.count() as i64,
                }
            }
            Expr::CountWhere(piles, slot, cond) => {
                let sizes: smallvec::SmallVec<[i64; 8]> = self.sizes(*piles).collect();
                // A count inside a condition that counts may use the same slot.
                let outer = self.slots[*slot];
                let mut count = 0;
                for size in sizes {
                    self.slots[*slot] = size;
                    count += i64::from(self.holds(cond));
                }
                self.slots[*slot] = outer;
                count
            }
        }
    }

    /// Does a condition hold?
    pub fn holds(&mut self, cond: &Cond) -> bool {
        match cond {
            Cond::Always => true,
            Cond::Never => false,
            Cond::Not(inner) => !self.holds(inner),
            Cond::And(parts) => parts.iter().all(|c| self.holds(c)),
            Cond::Or(parts) => parts.iter().any(|c| self.holds(c)),
            Cond::Compare(comparison, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                comparison.holds(a, b)
            }
            Cond::InSet(a, set) => set.binary_search(&self.number(a)).is_ok(),
            Cond::InPiles(a, piles) => {
                let a = self.number(a);
                self.sizes(*piles).any(|size| size == a)
            }
            Cond::Distinct(piles) => {
                let mut sizes: smallvec::SmallVec<[i64; 8]> = self.sizes(*piles).collect();
                sizes.sort_unstable();
                sizes.windows(2).all(|pair| pair[0] != pair[1])
            }
        }
    }
}

/// Division rounded down, with `a / 0 = 0`.
pub fn quotient(a: i64, b: i64) -> i64 {
    if b == 0 { 0 } else { (a - remainder(a, b)) / b }
}

/// `a - b * floor(a / b)`, with `a mod 0 = a`.
pub fn remainder(a: i64, b: i64) -> i64 {
    if b == 0 {
        return a;
    }
    let r = a % b;
    if r != 0 && (r < 0) != (b < 0) { r + b } else { r }
}

impl fmt::Display for Piles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Piles::Before => "piles",
            Piles::Others => "others",
            Piles::After => "after",
        })
    }
}
