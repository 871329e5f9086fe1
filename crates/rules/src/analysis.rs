//! What a ruleset's form says about how to solve it.

use crate::expr::{Cond, Expr, Mention};
use crate::ruleset::*;

impl Ruleset {
    /// Does every move act on one pile without looking at the others? Then a position is the sum of
    /// its piles, and nim-values add.
    pub fn is_sum_of_piles(&self) -> bool {
        let local = |m: &Move| {
            let one = match &m.act {
                MoveAct::Take(takes) => takes.len() == 1,
                MoveAct::Break { .. } => true,
                MoveAct::Replace { piles, .. } => piles.len() == 1,
                _ => false,
            };
            let looks = |mention: Mention| matches!(mention, Mention::Piles(_));
            one && !m.condition.mentions(&looks) && !amounts_mention(m, &looks)
        };
        matches!(self.shape, Shape::Piles { .. }) && self.moves.iter().all(local)
    }

    /// Does every move only make piles smaller, each on its own? Then, with the piles in order, every
    /// option is at most the position place by place.
    pub fn only_takes(&self) -> bool {
        let takes = |m: &Move| match &m.act {
            MoveAct::Break { parts, .. } => matches!(parts, Parts::Between(_, 0 | 1)),
            MoveAct::Replace { .. } => false,
            _ => true,
        };
        self.moves.iter().all(takes)
    }

    /// If every move takes one token from each of some number of piles, whatever the position:
    /// those numbers, and whether one token from each pile there is may be taken.
    pub fn unit_moves(&self) -> Option<UnitMoves> {
        if !self.same_moves() || !matches!(self.shape, Shape::Piles { .. }) {
            return None;
        }
        let mut units = UnitMoves { sizes: Vec::new(), each: false };
        let one = |amount: &Amount, condition: &Cond| match (amount, condition) {
            (Amount::Fixed(expr), Cond::Always) => *expr == Expr::Const(1),
            (Amount::Chosen(slot), Cond::InSet(Expr::Slot(s), set)) => s == slot && *set == [1],
            _ => false,
        };
        for m in &self.moves {
            match &m.act {
                MoveAct::Take(takes) if takes.len() == 1 && one(&takes[0].1, &m.condition) => {
                    units.sizes.push(1);
                }
                MoveAct::TakeEach { amount, least, most: Some(most) }
                    if one(amount, &m.condition) =>
                {
                    units.sizes.extend(*least..=*most);
                }
                MoveAct::TakeAll { amount } if one(amount, &m.condition) => units.each = true,
                _ => return None,
            }
        }
        units.sizes.sort_unstable();
        units.sizes.dedup();
        Some(units)
    }
}

/// See [`Ruleset::unit_moves`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitMoves {
    /// From how many piles a move takes one token each, ascending.
    pub sizes: Vec<usize>,
    /// May a move take one token from each pile?
    pub each: bool,
}

fn amounts_mention(m: &Move, test: &dyn Fn(Mention) -> bool) -> bool {
    let fixed = |amount: &Amount| match amount {
        Amount::Fixed(expr) => expr.mentions(test),
        Amount::Chosen(_) => false,
    };
    match &m.act {
        MoveAct::Take(takes) => takes.iter().any(|(_, amount)| fixed(amount)),
        MoveAct::TakeEach { amount, .. } | MoveAct::TakeAll { amount } => fixed(amount),
        MoveAct::Break { amount, .. } => amount.iter().any(fixed),
        MoveAct::Replace { by, .. } => by.iter().any(|expr| expr.mentions(test)),
        MoveAct::Subtract(_) => false,
    }
}
