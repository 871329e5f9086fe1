//! Claims about any number of piles: `piles any`, or `piles 3..16`.
//!
//! The methods are tried in this order, each where it suits the moves and what is said:
//!
//! 0. what is proved in one stroke, if the checker agrees: sums of piles ([`sum`]), what may be added beside any position, and
//!    automata that read the piles ([`quotient`]), or the positions as words ([`words`]);
//! 1. a table of all positions with at most K piles of at most N tokens, which refutes the claim, or proves it if the
//!    table repeats ([`table`]);
//! 2. for any number of piles, counts of piles of each kind ([`counting`]);
//! 3. one number of piles after the other, each as a claim about a board, and the theorem that few piles are enough
//!    ([`crate::stacks`]).
//!
//! # Any size, for up to K piles
//!
//! Moves take one token from each of some piles. Sizes a, b are alike if a = b, or both are at least T and
//! congruent modulo p; positions are, if their piles are, one by one. *If in all positions with at most K piles of at
//! most N = T + p, T >= 1, a pile of N may be replaced by one of T without changing the outcome, then in all positions
//! with at most K piles the outcome is that of the position with every pile lowered, by multiples of p, to less than
//! T + p.*
//!
//! Let g be the outcome of the lowered position. On positions with piles up to N the function g is the
//! outcome, by the condition, so it satisfies the recursion there. Take any position x with at most K piles, and lower
//! each pile above N by multiples of p to T + 1, ..., T + p: this gives y with piles up to N. Moves
//! from x and from y correspond pile by pile, since the same piles are there; a lowered pile that loses a token is at least T in
//! both, so that options are alike and g is the same at both. So g satisfies the recursion at x, which has one
//! solution. ∎
//!
//! Where the claim's conditions are the same at positions that are alike ([`crate::sizes::sizes_seen`]), comparing it with the table
//! decides it for all sizes.
//!
//! # Any number of piles
//!
//! If a set A of positions depends only on how many piles there are of each kind (each size below T, each residue
//! modulo p from T on), statements about A, its options and their options need to be decided for piles of at most n =
//! T + p + 2d - 1 only, d the largest amount: lower larger piles to T + 2d, ..., T + 2d + p - 1 by multiples of p; moves correspond
//! pile by pile, two moves deep. For piles up to n the statements are sentences about the counts a_1, ..., a_n,
//! decided by automata:
//!
//! - `P iff`: the partition theorem;
//! - `P if`, `strategy`: from every option of a position of A some move leads to A again, so the second player always
//!   has an answer, and A is a set of P-positions in normal play; for a strategy, some move leads to A from every position it is
//!   for.

mod candidate;
mod counting;
pub mod quotient;
mod sum;
mod table;
mod words;

use std::cell::RefCell;

use sprague_certificate::{Evidence, PilesEvidence};
use sprague_claim::claim::{Meaning, OnPiles, Says};
use sprague_claim::condition::{SLOTS, value_of};
use sprague_claim::piles::takes_constants;
use sprague_claim::{Claim, Condition, Sight};
use sprague_rules::expr::{Aggregate, Cond, Expr, Mention, Piles, Slot};
use sprague_task::Task;

use crate::classes::holds_of_size;
use crate::finding::{Finding, Trace};
use crate::stacks;
use counting::Counting;
use table::{Check, Checked};

/// What a condition on any number of piles looks at.
#[derive(Clone, Debug)]
pub enum Feature {
    /// How many piles there are.
    Count,
    /// The smallest one.
    Smallest,
    /// The second smallest one, 0 if there is none.
    Second,
    /// The largest one.
    Largest,
    /// All tokens.
    Total,
    /// How many piles have a size that is so.
    Counted {
        /// The slot of the size.
        slot: Slot,
        /// What is asked of it.
        cond: Cond,
        /// Whether small sizes are so.
        small: Vec<bool>,
    },
    /// How many piles are so, which is not a matter of their size alone.
    Other(Expr),
}

/// Sizes for which it is kept whether they are counted.
const SMALL: usize = 256;

impl Feature {
    fn of(expr: &Expr) -> Option<Feature> {
        Some(match expr {
            Expr::Of(Aggregate::Count, Piles::Before) => Feature::Count,
            Expr::Of(Aggregate::Min, Piles::Before) => Feature::Smallest,
            Expr::Of(Aggregate::Max, Piles::Before) => Feature::Largest,
            Expr::Of(Aggregate::Sum, Piles::Before) => Feature::Total,
            // The only number that is named.
            Expr::Slot(0) => Feature::Second,
            Expr::CountWhere(Piles::Before, slot, cond) => {
                let holds = |size: usize| holds_of_size(cond, *slot, size as i64);
                match (0..SMALL).map(holds).collect::<Option<Vec<bool>>>() {
                    Some(small) => Feature::Counted { slot: *slot, cond: (**cond).clone(), small },
                    None => Feature::Other(expr.clone()),
                }
            }
            _ => return None,
        })
    }

    fn value(&self, position: &[u32]) -> i64 {
        let pile = |place: Option<&u32>| place.map_or(0, |&n| i64::from(n));
        match self {
            Feature::Count => position.len() as i64,
            Feature::Smallest => pile(position.first()),
            Feature::Second => pile(position.get(1)),
            Feature::Largest => pile(position.last()),
            Feature::Total => position.iter().map(|&n| i64::from(n)).sum(),
            Feature::Counted { slot, cond, small } => {
                let counted = |&&size: &&u32| match small.get(size as usize) {
                    Some(&counted) => counted,
                    None => holds_of_size(cond, *slot, size.into()) == Some(true),
                };
                position.iter().filter(counted).count() as i64
            }
            Feature::Other(expr) => {
                let numbers = OnPiles::numbers(position);
                value_of(expr, Sight { numbers: &numbers, piles: position })
            }
        }
    }
}

/// What the claim says, as conditions on features alone: each of these in a slot.
pub struct Featured<'c> {
    pub claim: &'c Claim,
    pub on: &'c OnPiles,
    pub features: Vec<Feature>,
    pub suppose: Condition,
    pub says: Says,
}

impl<'c> Featured<'c> {
    /// None, if it is not about outcomes, or looks at too much.
    pub fn new(claim: &'c Claim, on: &'c OnPiles) -> Option<Featured<'c>> {
        let seen: RefCell<Vec<Expr>> = RefCell::default();
        let slot_of = |expr: &Expr| {
            let is_feature = match expr {
                Expr::Of(_, piles) | Expr::CountWhere(piles, ..) => *piles == Piles::Before,
                Expr::Slot(slot) => *slot == 0,
                _ => false,
            };
            is_feature.then(|| {
                let mut seen = seen.borrow_mut();
                let place = seen.iter().position(|known| known == expr).unwrap_or_else(|| {
                    seen.push(expr.clone());
                    seen.len() - 1
                });
                Expr::Slot(place)
            })
        };
        let of = |condition: &Condition| condition.rewritten(&slot_of);
        let suppose = of(&on.suppose);
        let says = match &on.says {
            Says::Exactly(Meaning::P(condition)) => Says::Exactly(Meaning::P(of(condition))),
            Says::If { outcome, condition } => {
                Says::If { outcome: *outcome, condition: of(condition) }
            }
            Says::Strategy { from, to } => Says::Strategy { from: of(from), to: of(to) },
            Says::Adding(piles) => Says::Adding(piles.clone()),
            Says::Exactly(Meaning::NimValue(_)) | Says::Depends(_) | Says::SameAs { .. } => {
                return None;
            }
        };
        let seen = seen.into_inner();
        let more = |mention: Mention| matches!(mention, Mention::Piles(_));
        let all = says.conditions().into_iter().chain([&suppose]).all(|c| !c.mentions(&more));
        if seen.len() > SLOTS || !all {
            return None;
        }
        let features = seen.iter().map(Feature::of).collect::<Option<_>>()?;
        Some(Featured { claim, on, features, suppose, says })
    }

    /// The numbers in the slots.
    pub fn numbers(&self, position: &[u32]) -> Vec<i64> {
        let mut numbers = Vec::with_capacity(self.features.len());
        self.numbers_into(position, &mut numbers);
        numbers
    }

    /// The same, in place of what is there.
    pub fn numbers_into(&self, position: &[u32], numbers: &mut Vec<i64>) {
        numbers.clear();
        numbers.extend(self.features.iter().map(|feature| feature.value(position)));
    }
}

/// Piles that are checked if nothing is said.
const QUICK_PILES: usize = 9;
/// The most piles that are looked at one number after the other where a table has been looked at.
const FEW_PILES: usize = 7;

/// What is known of the claim.
pub fn judge(claim: &Claim, on: &OnPiles, task: &Task, trace: &mut Trace) -> Finding {
    if let Some(finding) = sum::prove(claim, on, task, trace) {
        return finding;
    }
    let adds = matches!(on.says, Says::Adding(_)) && on.most.is_none();
    if adds && takes_constants(&on.ruleset) {
        let (by, evidence) = ("context closure", PilesEvidence::Contexts);
        if let Some(finding) = candidate::proved(claim, on, by, evidence, task) {
            return finding;
        }
    }
    let featured = Featured::new(claim, on).filter(|_| takes_constants(&on.ruleset));
    let Some(featured) = featured else {
        if on.most.is_none() {
            let found = words::prove(on, task, trace);
            if let Some(finding) = found.or_else(|| quotient::judge(claim, on, task, trace)) {
                return finding;
            }
        }
        return stacks::judge(claim, on, task, trace);
    };
    let piles = on.most.or(claim.check_piles.map(|piles| piles as usize)).unwrap_or(QUICK_PILES);
    let found = Check { claim: &featured, task, piles }.run(&mut trace.steps);
    let (region, mut why) = match found {
        Err(finding @ Finding::Undecided { .. }) if task.goes_on() => (Err(finding), None),
        Err(finding) => return finding,
        Ok(Checked { repeats: Some((threshold, period)), .. }) if on.most.is_some() => {
            let evidence = PilesEvidence::RepeatingTable { threshold, period };
            let evidence = Some(Evidence::Piles(evidence));
            return Finding::Proved { by: "repeating table", evidence };
        }
        Ok(Checked { region, .. }) => {
            (Ok(region), on.most.map(|_| "the table does not repeat within the limits".to_string()))
        }
    };
    if region.is_ok() {
        match Counting::new(&featured, task).prove(&mut trace.steps) {
            Ok((states, evidence)) => {
                trace.states = Some(states);
                let evidence = Some(Evidence::Piles(evidence));
                return Finding::Proved { by: "automata", evidence };
            }
            Err(open) => why = why.or(Some(open)),
        }
    }
    // A proof one number of piles after the other is worth a try if there are few.
    if on.most.is_some_and(|most| most <= FEW_PILES) || region.is_err() {
        match (stacks::judge(claim, on, task, trace), &region) {
            (Finding::Holds { .. } | Finding::Undecided { .. }, Ok(_)) => {}
            (finding, _) => return finding,
        }
    }
    match region {
        Ok(region) => Finding::Holds { region, why: why.unwrap_or_default() },
        Err(finding) => finding,
    }
}
