//! The same conditions and numbers of other expressions.

use sprague_rules::expr::{Cond, Expr};

use super::Condition;

/// What stands in place of an expression; none: what it is made of is looked at.
pub type Rewrite<'r> = dyn Fn(&Expr) -> Option<Expr> + 'r;

/// The expression with some of its parts replaced.
pub fn rewritten(expr: &Expr, with: &Rewrite) -> Expr {
    if let Some(other) = with(expr) {
        return other;
    }
    let two = |a: &Expr, b: &Expr| (Box::new(rewritten(a, with)), Box::new(rewritten(b, with)));
    let joined = |join: fn(Box<Expr>, Box<Expr>) -> Expr, a: &Expr, b: &Expr| {
        let (a, b) = two(a, b);
        join(a, b)
    };
    match expr {
        Expr::Const(_) | Expr::Slot(_) | Expr::Of(..) => expr.clone(),
        Expr::Add(a, b) => joined(Expr::Add, a, b),
        Expr::Sub(a, b) => joined(Expr::Sub, a, b),
        Expr::Mul(a, b) => joined(Expr::Mul, a, b),
        Expr::Div(a, b) => joined(Expr::Div, a, b),
        Expr::Mod(a, b) => joined(Expr::Mod, a, b),
        Expr::Min(a, b) => joined(Expr::Min, a, b),
        Expr::Max(a, b) => joined(Expr::Max, a, b),
        Expr::CountWhere(piles, slot, cond) => {
            Expr::CountWhere(*piles, *slot, Box::new(rewritten_cond(cond, with)))
        }
    }
}

pub(super) fn rewritten_cond(cond: &Cond, with: &Rewrite) -> Cond {
    let each = |parts: &[Cond]| parts.iter().map(|part| rewritten_cond(part, with)).collect();
    match cond {
        Cond::Always | Cond::Never | Cond::Distinct(_) => cond.clone(),
        Cond::Not(inner) => Cond::Not(Box::new(rewritten_cond(inner, with))),
        Cond::And(parts) => Cond::And(each(parts)),
        Cond::Or(parts) => Cond::Or(each(parts)),
        Cond::Compare(comparison, a, b) => {
            Cond::Compare(*comparison, rewritten(a, with), rewritten(b, with))
        }
        Cond::InSet(a, set) => Cond::InSet(rewritten(a, with), set.clone()),
        Cond::InPiles(a, piles) => Cond::InPiles(rewritten(a, with), *piles),
    }
}

impl Condition {
    /// The same condition on other expressions.
    pub fn rewritten(&self, with: &Rewrite) -> Condition {
        let each = |parts: &[Expr]| parts.iter().map(|part| rewritten(part, with)).collect();
        let all = |parts: &[Condition]| parts.iter().map(|part| part.rewritten(with)).collect();
        match self {
            Condition::Plain(cond) => Condition::Plain(rewritten_cond(cond, with)),
            Condition::Not(inner) => Condition::Not(Box::new(inner.rewritten(with))),
            Condition::And(parts) => Condition::And(all(parts)),
            Condition::Or(parts) => Condition::Or(all(parts)),
            Condition::NimSumZero(parts) => Condition::NimSumZero(each(parts)),
            Condition::PilesSumZero(summed) => Condition::PilesSumZero(summed.rewritten(with)),
            Condition::PowerOfTwo(expr) => Condition::PowerOfTwo(rewritten(expr, with)),
            Condition::LowBit(a, b) => Condition::LowBit(rewritten(a, with), rewritten(b, with)),
            Condition::MetallicPair(t, a, b) => {
                Condition::MetallicPair(*t, rewritten(a, with), rewritten(b, with))
            }
            Condition::Lost(parts) => Condition::Lost(each(parts)),
        }
    }
}
