//! Conditions on all piles, where piles up to some size are counted and others are named.

use sprague_rules::expr::{Aggregate, Board, Cond, Expr, Mention};

use super::{Condition, Number, SLOTS};

/// Where piles up to some size are counted: what expressions say of all piles, said of the counts in the first slots and
/// the other piles in those behind. None, if that cannot be said there.
pub struct Counted {
    /// The largest size that is counted.
    pub sizes: usize,
    /// How many piles there may be beside them.
    pub piles: usize,
}

impl Counted {
    /// The condition without a word on all piles.
    pub fn condition(&self, condition: &Condition) -> Option<Condition> {
        let lost = std::cell::Cell::new(false);
        let said = condition.rewritten(&|expr| self.spelled(expr, &lost));
        (!lost.get()).then_some(said)
    }

    /// The number without a word on all piles.
    pub fn number(&self, number: &Number) -> Option<Number> {
        let lost = std::cell::Cell::new(false);
        let said = number.rewritten(&|expr| self.spelled(expr, &lost));
        (!lost.get()).then_some(said)
    }

    fn spelled(&self, expr: &Expr, lost: &std::cell::Cell<bool>) -> Option<Expr> {
        let said = match expr {
            Expr::Of(aggregate, _) => self.aggregate(*aggregate),
            Expr::CountWhere(_, slot, cond) => self.counted(*slot, cond),
            _ => return None,
        };
        lost.set(lost.get() || said.is_none());
        Some(said.unwrap_or(Expr::Const(0)))
    }

    fn aggregate(&self, aggregate: Aggregate) -> Option<Expr> {
        let constant = |n: usize| Expr::Const(n as i64);
        let times = |n: usize, of: Expr| Expr::Mul(Box::new(constant(n)), Box::new(of));
        let there = |slot: usize| Expr::Min(Box::new(Expr::Slot(slot)), Box::new(constant(1)));
        let counts = 0..self.sizes;
        let others = self.sizes..self.sizes + self.piles;
        let zero = constant(0);
        let sum = |parts: Vec<Expr>| {
            parts
                .into_iter()
                .reduce(|a, b| Expr::Add(Box::new(a), Box::new(b)))
                .unwrap_or(zero.clone())
        };
        Some(match aggregate {
            Aggregate::Sum => {
                let counted = counts.map(|i| times(i + 1, Expr::Slot(i)));
                sum(counted.chain(others.map(Expr::Slot)).collect())
            }
            Aggregate::Count => sum(counts.map(Expr::Slot).chain(others.map(there)).collect()),
            Aggregate::Max => {
                let counted = counts.map(|i| times(i + 1, there(i)));
                let all = counted.chain(others.map(Expr::Slot));
                all.reduce(|a, b| Expr::Max(Box::new(a), Box::new(b))).unwrap_or(zero)
            }
            // A size of which there is no pile counts as one that is too large, and that as 0.
            Aggregate::Min if self.piles == 0 => {
                let large = self.sizes + 1;
                let size = |i: usize| {
                    let gone = Expr::Sub(Box::new(constant(1)), Box::new(there(i)));
                    Expr::Add(Box::new(constant(i + 1)), Box::new(times(large - i - 1, gone)))
                };
                let least = counts.map(size).reduce(|a, b| Expr::Min(Box::new(a), Box::new(b)))?;
                Expr::Mod(Box::new(least), Box::new(constant(large)))
            }
            Aggregate::Min => return None,
        })
    }

    /// The number of piles whose size is so, where nothing else is looked at.
    fn counted(&self, slot: usize, cond: &Cond) -> Option<Expr> {
        if self.piles > 0 || cond.mentions(&|mention| mention != Mention::Slot(slot)) {
            return None;
        }
        let mut sum = Expr::Const(0);
        for i in 0..self.sizes {
            let mut slots = [0; SLOTS];
            *slots.get_mut(slot)? = i as i64 + 1;
            let mut board = Board { slots: &mut slots, before: &[], chosen: &[], after: &[] };
            if board.holds(cond) {
                sum = Expr::Add(Box::new(sum), Box::new(Expr::Slot(i)));
            }
        }
        Some(sum)
    }
}
