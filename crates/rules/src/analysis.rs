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

    /// About so many choices has a player in a position of so many piles of at most this size, which are half as large on
    /// average. It is what looking at all options may cost: a condition may leave few of them.
    pub fn choices(&self, piles: usize, largest: u32) -> u64 {
        let (piles, largest) = (piles as u64, u64::from(largest).max(1));
        let amounts = |amount: &Amount| match amount {
            Amount::Chosen(_) => largest.div_ceil(2),
            Amount::Fixed(_) => 1,
        };
        let product = |factors: &mut dyn Iterator<Item = u64>| factors.fold(1, u64::saturating_mul);
        let of = |m: &Move| match &m.act {
            MoveAct::Take(takes) => {
                product(&mut takes.iter().enumerate().map(|(i, (_, amount))| {
                    piles.saturating_sub(i as u64).max(1).saturating_mul(amounts(amount))
                }))
            }
            MoveAct::TakeEach { amount, least, most } => {
                let subsets = match most {
                    Some(most) if *most < 20 => (*least..=*most)
                        .map(|many| product(&mut (0..many).map(|_| piles)))
                        .fold(0, u64::saturating_add),
                    _ => 1u64.checked_shl(piles.min(64) as u32).unwrap_or(u64::MAX),
                };
                subsets.saturating_mul(amounts(amount))
            }
            MoveAct::TakeAll { amount } => amounts(amount),
            MoveAct::Break { amount, parts, .. } => {
                let cuts = match parts {
                    Parts::Named(parts) => parts.len().saturating_sub(1),
                    Parts::Between(_, most) => most.saturating_sub(1),
                    Parts::Chosen { .. } => largest as usize,
                };
                let taken = amount.as_ref().map_or(1, amounts);
                let split = product(&mut (0..cuts.min(64)).map(|_| largest));
                piles.saturating_mul(taken).saturating_mul(split)
            }
            MoveAct::Replace { piles: chosen, .. } => {
                let numbers = m.slots.len().saturating_sub(chosen.len());
                let free = product(&mut (0..numbers).map(|_| largest));
                product(&mut chosen.iter().map(|_| piles)).saturating_mul(free)
            }
            MoveAct::Subtract(vectors) => vectors.len() as u64,
        };
        self.moves.iter().map(of).fold(0, u64::saturating_add)
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
