//! In which order to choose the numbers of a move, and what its condition says at each step.
//!
//! A condition such as `k <= min(piles) and distinct(after)` is taken apart once: conjuncts that do
//! not depend on any chosen number guard the whole search, linear ones bound a number, sets list
//! its candidates, and those that mention `after` are tested last. The interpreter and the code
//! generator both work from the same [`Plan`], so they search the same moves.

use crate::expr::{Comparison, Cond, Expr, Mention, Piles, Slot};
use crate::ruleset::{Amount, Move, MoveAct, Parts};

/// A move's condition, sorted by when it can be tested.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Needs only the chosen piles.
    pub guard: Vec<Cond>,
    /// The chosen numbers, in the order of choice.
    pub levels: Vec<Level>,
    /// Needs the piles after the move.
    pub last: Vec<Cond>,
}

/// One chosen number.
#[derive(Clone, Debug)]
pub struct Level {
    /// Where the number is kept.
    pub slot: Slot,
    /// `factor * number >= expr`, with `factor >= 1`.
    pub lower: Vec<Bound>,
    /// `factor * number <= expr`, with `factor >= 1`.
    pub upper: Vec<Bound>,
    /// The only candidates, ascending.
    pub candidates: Option<Vec<i64>>,
    /// What else must hold once the number is chosen.
    pub tests: Vec<Cond>,
}

/// A linear bound on a chosen number, from below or from above.
#[derive(Clone, Debug)]
pub struct Bound {
    /// What the number is multiplied by.
    pub factor: i64,
    /// What the product is compared with.
    pub expr: Expr,
}

/// The numbers that a move chooses, in order.
pub fn numbers(act: &MoveAct) -> Vec<Slot> {
    let chosen = |amount: &Amount| match amount {
        Amount::Chosen(slot) => Some(*slot),
        Amount::Fixed(_) => None,
    };
    match act {
        MoveAct::Take(takes) => takes.iter().filter_map(|(_, amount)| chosen(amount)).collect(),
        MoveAct::TakeEach { amount, .. } | MoveAct::TakeAll { amount } => {
            chosen(amount).into_iter().collect()
        }
        MoveAct::Break { amount, parts, .. } => {
            let mut slots: Vec<Slot> = amount.iter().filter_map(chosen).collect();
            match parts {
                Parts::Named(names) => slots.extend(names),
                Parts::Chosen { slot, .. } => slots.push(*slot),
                Parts::Between(..) => {}
            }
            slots
        }
        MoveAct::Replace { .. } | MoveAct::Subtract(_) => Vec::new(),
    }
}

impl Plan {
    /// The plan of a move.
    pub fn of(checked: &Move) -> Plan {
        let order = numbers(&checked.act);
        let mut plan = Plan {
            guard: Vec::new(),
            levels: order.iter().map(|&slot| Level::new(slot)).collect(),
            last: Vec::new(),
        };
        for condition in checked.condition.conjuncts() {
            if condition.mentions(&|m| m == Mention::Piles(Piles::After)) {
                plan.last.push(condition.clone());
                continue;
            }
            let level =
                order.iter().rposition(|&slot| condition.mentions(&|m| m == Mention::Slot(slot)));
            match level {
                None => plan.guard.push(condition.clone()),
                Some(level) => plan.levels[level].learn(condition),
            }
        }
        plan
    }
}

impl Level {
    fn new(slot: Slot) -> Level {
        Level { slot, lower: Vec::new(), upper: Vec::new(), candidates: None, tests: Vec::new() }
    }

    /// Adds a condition on this number and earlier ones.
    fn learn(&mut self, condition: &Cond) {
        match condition {
            Cond::InSet(Expr::Slot(slot), set) if *slot == self.slot => {
                self.candidates = Some(match self.candidates.take() {
                    None => set.clone(),
                    Some(known) => known.into_iter().filter(|n| set.contains(n)).collect(),
                });
            }
            Cond::Compare(comparison, a, b) if *comparison != Comparison::NotEqual => {
                match (self.split(a), self.split(b)) {
                    (Some(a), Some(b)) if a.0 != b.0 => self.bound(*comparison, a, b),
                    _ => self.tests.push(condition.clone()),
                }
            }
            _ => self.tests.push(condition.clone()),
        }
    }

    /// Turns `f_a * n + a  comparison  f_b * n + b` into bounds of n.
    fn bound(&mut self, comparison: Comparison, a: (i64, Expr), b: (i64, Expr)) {
        let difference = |x: &Expr, y: &Expr| match (x, y) {
            (x, Expr::Const(0)) => x.clone(),
            _ => Expr::Sub(Box::new(x.clone()), Box::new(y.clone())),
        };
        // factor * n <= right, or with a negative factor: -factor * n >= left.
        let factor = a.0 - b.0;
        let strict = i64::from(comparison == Comparison::Less);
        let shift = |expr: Expr, by: i64| match by {
            0 => expr,
            _ => Expr::Add(Box::new(expr), Box::new(Expr::Const(by))),
        };
        let up = |by| Bound { factor: factor.abs(), expr: shift(difference(&b.1, &a.1), by) };
        let down = |by| Bound { factor: factor.abs(), expr: shift(difference(&a.1, &b.1), by) };
        if factor > 0 {
            self.upper.push(up(-strict));
            if comparison == Comparison::Equal {
                self.lower.push(up(0));
            }
        } else {
            self.lower.push(down(strict));
            if comparison == Comparison::Equal {
                self.upper.push(down(0));
            }
        }
    }

    /// The expression as `factor * number + rest`, where the rest does not mention the number.
    fn split(&self, expr: &Expr) -> Option<(i64, Expr)> {
        let free = |e: &Expr| !e.mentions(&|m| m == Mention::Slot(self.slot));
        let zero = Expr::Const(0);
        let join = |make: fn(Box<Expr>, Box<Expr>) -> Expr, a: Expr, b: Expr| match (&a, &b) {
            (_, Expr::Const(0)) => a,
            _ => make(Box::new(a), Box::new(b)),
        };
        match expr {
            Expr::Slot(slot) if *slot == self.slot => Some((1, zero)),
            e if free(e) => Some((0, e.clone())),
            Expr::Add(a, b) => {
                let (a, b) = (self.split(a)?, self.split(b)?);
                Some((a.0 + b.0, join(Expr::Add, a.1, b.1)))
            }
            Expr::Sub(a, b) => {
                let (a, b) = (self.split(a)?, self.split(b)?);
                Some((a.0 - b.0, join(Expr::Sub, a.1, b.1)))
            }
            Expr::Mul(a, b) => {
                let (factor, other) = match (&**a, &**b) {
                    (Expr::Const(c), e) | (e, Expr::Const(c)) => (*c, self.split(e)?),
                    _ => return None,
                };
                let rest = match &other.1 {
                    Expr::Const(c) => Expr::Const(factor.checked_mul(*c)?),
                    e => Expr::Mul(Box::new(Expr::Const(factor)), Box::new(e.clone())),
                };
                Some((factor.checked_mul(other.0)?, rest))
            }
            _ => None,
        }
    }
}
