//! Claims about any number of piles: `piles any`, or `piles 3..16`.
//!
//! A condition speaks of the position as a whole, by the numbers of [`names`]. The claim is compared with a table of all
//! positions with at most K piles of at most N tokens, and then proved in one of two ways.
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

mod counting;
mod table;

use sprague_task::Task;

use sprague_claim::claim::{Meaning, OnPiles, Says};
use sprague_claim::{Claim, Condition};
use sprague_rules::expr::{Aggregate, Comparison, Cond, Expr, Mention, Piles};

use crate::verdict::{Trace, Finding};
use counting::Counting;
use table::Check;

/// The numbers that a condition on any number of piles is seen by: how many there are, the two smallest and the largest,
/// how many are odd and even, and all tokens.
pub fn features(position: &[u32]) -> Vec<i64> {
    let pile = |place: Option<&u32>| place.map_or(0, |&n| i64::from(n));
    let odds = position.iter().filter(|&&n| n % 2 == 1).count() as i64;
    let count = position.len() as i64;
    let total = position.iter().map(|&n| i64::from(n)).sum();
    let (smallest, second) = (pile(position.first()), pile(position.get(1)));
    vec![count, smallest, second, pile(position.last()), odds, count - odds, total]
}

/// What the claim says, as conditions on the features alone: each of these in a slot, in the order of [`features`].
pub struct Featured<'c> {
    pub claim: &'c Claim,
    pub on: &'c OnPiles,
    pub suppose: Condition,
    pub says: Says,
}

impl<'c> Featured<'c> {
    /// None, if a condition sees more of a position than its features.
    pub fn new(claim: &'c Claim, on: &'c OnPiles) -> Option<Featured<'c>> {
        let of = |condition: &Condition| {
            let featured = condition.rewritten(&feature);
            let more = |mention: Mention| matches!(mention, Mention::Piles(_));
            (!featured.mentions(&more)).then_some(featured)
        };
        let says = match &on.says {
            Says::Exactly(Meaning::P(condition)) => Says::Exactly(Meaning::P(of(condition)?)),
            Says::If { outcome, condition } => {
                Says::If { outcome: *outcome, condition: of(condition)? }
            }
            Says::Strategy { from, to } => Says::Strategy { from: of(from)?, to: of(to)? },
            Says::Adding(piles) => Says::Adding(piles.clone()),
            Says::Exactly(Meaning::NimValue(_)) | Says::Depends(_) | Says::SameAs { .. } => {
                return None;
            }
        };
        Some(Featured { claim, on, suppose: of(&on.suppose)?, says })
    }
}

/// The slot of a feature in place of what a claim says of all piles.
fn feature(expr: &Expr) -> Option<Expr> {
    let counted = |odd: i64| {
        let parity = |slot: usize| {
            let rest = Expr::Mod(Box::new(Expr::Slot(slot)), Box::new(Expr::Const(2)));
            Cond::Compare(Comparison::Equal, rest, Expr::Const(odd))
        };
        matches!(expr, Expr::CountWhere(Piles::Before, slot, cond) if **cond == parity(*slot))
    };
    let slot = match expr {
        Expr::Of(Aggregate::Count, Piles::Before) => 0,
        Expr::Of(Aggregate::Min, Piles::Before) => 1,
        // The only number of its own is the second smallest pile.
        Expr::Slot(0) => 2,
        Expr::Of(Aggregate::Max, Piles::Before) => 3,
        _ if counted(1) => 4,
        _ if counted(0) => 5,
        Expr::Of(Aggregate::Sum, Piles::Before) => 6,
        _ => return None,
    };
    Some(Expr::Slot(slot))
}

/// Piles that are checked if nothing is said.
const QUICK_PILES: usize = 9;
pub fn judge(
    claim: &Claim,
    on: &OnPiles,
    task: &Task,
    judgement: &mut Trace,
) -> Finding {
    let most = on.most;
    let Some(featured) = Featured::new(claim, on) else {
        let why = "a condition sees more of a position than its smallest, second and largest pile, \
                   and how many there are, even and odd";
        return Finding::Undecided { why: why.into() };
    };
    let piles = most.or(claim.check_piles.map(|piles| piles as usize)).unwrap_or(QUICK_PILES);
    let checked = Check { claim: &featured, task, piles }.run(&mut judgement.steps);
    let (any_size, words) = match checked {
        Err(verdict) => return verdict,
        Ok(found) => found,
    };
    if any_size && most.is_some() {
        return Finding::Proved { by: "repeating table", evidence: None };
    }
    match most {
        Some(_) => {
            let why = "the table does not repeat within the task".to_string();
            Finding::Holds { region: words, why }
        }
        None => match Counting::new(&featured, task).prove(&mut judgement.steps) {
            Ok(states) => {
                judgement.states = Some(states);
                Finding::Proved { by: "automata", evidence: None }
            }
            Err(why) => Finding::Holds { region: words, why },
        },
    }
}
