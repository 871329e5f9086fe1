//! A move of the ruleset, taken apart for writing.

use sprague_rules::expr::{Mention, Piles, Slot};
use sprague_rules::plan::Plan;
use sprague_rules::ruleset::{Amount, Move, MoveAct, Parts};

use crate::Unsupported;
use crate::condition::{cost, cost_of_number};

/// One kind of move.
pub struct Taking<'r> {
    pub plan: Plan,
    pub act: Act<'r>,
    pub remains: Remains,
}

/// From which piles how much is taken.
pub enum Act<'r> {
    /// From each chosen pile its own amount.
    Own(Vec<(Slot, &'r Amount)>),
    /// The same amount from each of so many piles.
    Same { amount: &'r Amount, least: usize, most: usize },
    /// The same amount from each pile.
    All(&'r Amount),
    /// One of these vectors.
    Vectors(&'r [Vec<u32>]),
}

/// What must remain of a pile.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Remains {
    Anything,
    Something,
    Nothing,
}

impl<'r> Taking<'r> {
    pub fn of(checked: &'r Move) -> Result<Taking<'r>, Unsupported> {
        let mut remains = Remains::Anything;
        let act = match &checked.act {
            MoveAct::Take(takes) => Act::Own(takes.iter().map(|(s, a)| (*s, a)).collect()),
            MoveAct::TakeEach { amount, least, most } => {
                Act::Same { amount, least: *least, most: most.unwrap_or(usize::MAX) }
            }
            MoveAct::TakeAll { amount } => Act::All(amount),
            MoveAct::Subtract(vectors) => Act::Vectors(vectors),
            MoveAct::Break { pile, amount: Some(amount), parts: Parts::Between(from, to) }
                if *to <= 1 =>
            {
                remains = match (from, to) {
                    (0, 0) => Remains::Nothing,
                    (0, _) => Remains::Anything,
                    _ => Remains::Something,
                };
                Act::Own(vec![(*pile, amount)])
            }
            MoveAct::Break { .. } => {
                return Err(Unsupported(format!("`{}` leaves piles in parts", checked.text)));
            }
            MoveAct::Replace { .. } => {
                return Err(Unsupported(format!("`{}` replaces piles", checked.text)));
            }
        };
        let looks_ahead = |amount: &Amount| match amount {
            Amount::Fixed(expr) => expr.mentions(&|m| m == Mention::Piles(Piles::After)),
            Amount::Chosen(_) => false,
        };
        let ahead = match &act {
            Act::Own(takes) => takes.iter().any(|(_, amount)| looks_ahead(amount)),
            Act::Same { amount, .. } | Act::All(amount) => looks_ahead(amount),
            Act::Vectors(_) => false,
        };
        if ahead {
            let reason = "takes an amount that depends on the piles after the move";
            return Err(Unsupported(format!("`{}` {reason}", checked.text)));
        }
        Ok(Taking { plan: Plan::of(checked), act, remains })
    }

    /// About how many instructions the conditions and amounts take, each written once.
    pub fn cost(&self, piles: usize) -> f64 {
        let Plan { guard, levels, last } = &self.plan;
        let tests = levels.iter().flat_map(|level| &level.tests);
        let bounds = levels.iter().flat_map(|level| level.lower.iter().chain(&level.upper));
        let amounts: Vec<&Amount> = match &self.act {
            Act::Own(takes) => takes.iter().map(|take| take.1).collect(),
            Act::Same { amount, .. } | Act::All(amount) => vec![amount],
            Act::Vectors(_) => Vec::new(),
        };
        let fixed = amounts.into_iter().filter_map(|amount| match amount {
            Amount::Fixed(expr) => Some(expr),
            Amount::Chosen(_) => None,
        });
        let numbers = bounds.map(|bound| &bound.expr).chain(fixed);
        guard.iter().chain(tests).chain(last).map(|c| cost(c, piles)).sum::<f64>()
            + numbers.map(|n| cost_of_number(n, piles)).sum::<f64>()
    }

    /// What is taken from the chosen pile with that number.
    pub fn amount(&self, number: usize) -> &'r Amount {
        match &self.act {
            Act::Own(takes) => takes[number].1,
            Act::Same { amount, .. } | Act::All(amount) => amount,
            Act::Vectors(_) => unreachable!("vectors are subtracted directly"),
        }
    }

    /// Is the same taken from each chosen pile?
    pub fn equally(&self) -> bool {
        !matches!(&self.act, Act::Own(takes) if takes.len() > 1)
    }
}
