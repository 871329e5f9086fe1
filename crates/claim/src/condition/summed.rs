//! Nim-sums over all piles: `xor(piles)`, `xor(x mod 4 for x in piles where x >= 4)`.

use sprague_rules::expr::{Board, Comparison, Cond, Expr, Mention, Piles, Slot};

use super::rewrite::{Rewrite, rewritten, rewritten_cond};
use super::{Condition, Number, SLOTS, Sight, value_of};

/// The nim-sum of one number for each pile that counts, and of some others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summed {
    /// Where the size of a pile is, as it is looked at.
    pub slot: Slot,
    /// The number of that pile.
    pub term: Expr,
    /// Which piles count.
    pub only: Cond,
    /// What is nim-added beside.
    pub rest: Vec<Expr>,
}

impl Summed {
    /// Its value; none, if a number is below 0.
    pub fn value(&self, sight: Sight) -> Option<i64> {
        let mut slots = [0; SLOTS];
        slots[..sight.numbers.len()].copy_from_slice(sight.numbers);
        let mut sum = 0;
        for &pile in sight.piles {
            slots[self.slot] = pile.into();
            let (before, chosen, after) = (sight.piles, &[][..], &[][..]);
            let mut board = Board { slots: &mut slots, before, chosen, after };
            if board.holds(&self.only) {
                sum ^= Some(board.number(&self.term)).filter(|&number| number >= 0)?;
            }
        }
        for other in &self.rest {
            sum ^= Some(value_of(other, sight)).filter(|&number| number >= 0)?;
        }
        Some(sum)
    }

    /// Does any part of it fulfil the predicate? It looks at all piles.
    pub fn mentions(&self, test: &dyn Fn(Mention) -> bool) -> bool {
        let inside = |mention: Mention| mention != Mention::Slot(self.slot) && test(mention);
        test(Mention::Piles(Piles::Before))
            || self.term.mentions(&inside)
            || self.only.mentions(&inside)
            || self.rest.iter().any(|other| other.mentions(test))
    }

    /// The same of other expressions.
    pub fn rewritten(&self, with: &Rewrite) -> Summed {
        Summed {
            slot: self.slot,
            term: rewritten(&self.term, with),
            only: rewritten_cond(&self.only, with),
            rest: self.rest.iter().map(|other| rewritten(other, with)).collect(),
        }
    }

    /// What is nim-added where the piles are the numbers in the first slots.
    pub fn spelled(&self, piles: usize) -> Vec<Expr> {
        let of_pile = |pile: usize| {
            // A count inside has a pile of its own in the slot.
            let here = |expr: &Expr| match expr {
                Expr::Slot(slot) if *slot == self.slot => Some(Expr::Slot(pile)),
                Expr::CountWhere(..) => Some(expr.clone()),
                _ => None,
            };
            let term = rewritten(&self.term, &here);
            match &self.only {
                Cond::Always => term,
                // It counts if a pile that counts is as large.
                only => {
                    let size = Expr::Slot(self.slot);
                    let alike = Cond::Compare(Comparison::Equal, size, Expr::Slot(pile));
                    let counting = Cond::all(vec![alike, only.clone()]);
                    let many = Expr::CountWhere(Piles::Before, self.slot, Box::new(counting));
                    let there = Expr::Min(Box::new(many), Box::new(Expr::Const(1)));
                    Expr::Mul(Box::new(term), Box::new(there))
                }
            }
        };
        (0..piles).map(of_pile).chain(self.rest.iter().cloned()).collect()
    }

    /// The number of one pile, in the first slot, if all piles count and only its size is looked at.
    pub fn of_one(&self) -> Option<Expr> {
        let more = |mention: Mention| mention != Mention::Slot(self.slot);
        match (&self.only, &self.rest[..]) {
            (Cond::Always, []) if !self.term.mentions(&more) => self.spelled(1).pop(),
            _ => None,
        }
    }
}

impl Condition {
    /// The same where the piles are the numbers in the first slots, without nim-sums over all piles.
    pub fn spelled(&self, piles: usize) -> Condition {
        let each = |parts: &[Condition]| parts.iter().map(|part| part.spelled(piles)).collect();
        match self {
            Condition::PilesSumZero(summed) => Condition::NimSumZero(summed.spelled(piles)),
            Condition::Not(inner) => Condition::Not(Box::new(inner.spelled(piles))),
            Condition::And(parts) => Condition::And(each(parts)),
            Condition::Or(parts) => Condition::Or(each(parts)),
            other => other.clone(),
        }
    }

    /// Does any part of it speak of a nim-sum over all piles?
    pub fn sums_piles(&self) -> bool {
        match self {
            Condition::PilesSumZero(_) => true,
            Condition::Not(inner) => inner.sums_piles(),
            Condition::And(parts) | Condition::Or(parts) => parts.iter().any(Condition::sums_piles),
            _ => false,
        }
    }
}

impl Number {
    /// The same where the piles are the numbers in the first slots, without nim-sums over all piles.
    pub fn spelled(&self, piles: usize) -> Number {
        match self {
            Number::PilesSum(summed) => Number::NimSum(summed.spelled(piles)),
            Number::Either(condition, then, otherwise) => Number::Either(
                Box::new(condition.spelled(piles)),
                Box::new(then.spelled(piles)),
                Box::new(otherwise.spelled(piles)),
            ),
            other => other.clone(),
        }
    }
}
