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

use std::time::Instant;

use sprague_rules::expr::Expr;
use sprague_rules::ruleset::{Amount, Move, MoveAct};
use sprague_rules::{Ruleset, Shape};

use crate::text::{Claim, Meaning, Statement, Subject};
use crate::verdict::{Judgement, Limits, Verdict};
use counting::Counting;
use table::Check;

/// What conditions on any number of piles speak of: how many there are, the two smallest and the largest, how many are odd and
/// even, and all tokens.
pub const FEATURES: [&str; 7] =
    ["count", "smallest", "second", "largest", "odds", "evens", "total"];

pub fn names() -> Vec<String> {
    FEATURES.iter().map(|name| name.to_string()).collect()
}

/// These numbers of a position, whose piles ascend.
pub fn features(position: &[u32]) -> Vec<i64> {
    let pile = |place: Option<&u32>| place.map_or(0, |&n| i64::from(n));
    let odds = position.iter().filter(|&&n| n % 2 == 1).count() as i64;
    let count = position.len() as i64;
    let total = position.iter().map(|&n| i64::from(n)).sum();
    let (smallest, second) = (pile(position.first()), pile(position.get(1)));
    vec![count, smallest, second, pile(position.last()), odds, count - odds, total]
}

/// The same, if the claim speaks of so many piles.
pub fn features_of(claim: &Claim, position: &[u32]) -> Option<Vec<i64>> {
    let Subject::Any { least, most } = claim.subject else { return None };
    let count = position.len();
    (count >= least && most.is_none_or(|most| count <= most)).then(|| features(position))
}

/// Can this be said of any number of piles?
pub fn possible(statement: &Statement, ruleset: &Ruleset) -> Result<(), String> {
    if ruleset.shape != (Shape::Piles { at_most: None }) {
        return Err(format!("{} is not played on any number of piles", ruleset.expression));
    }
    match statement {
        Statement::Exactly(Meaning::P(_))
        | Statement::If { .. }
        | Statement::Strategy { .. }
        | Statement::Adding(_) => Ok(()),
        _ => {
            Err("of any number of piles say `P iff`, `P if`, `N if`, `strategy` or `adding`".into())
        }
    }
}

/// The amounts that a move takes, if they are constants.
pub fn constant_amounts(m: &Move) -> Option<Vec<u64>> {
    let constant = |amount: &Amount| match amount {
        Amount::Fixed(Expr::Const(k)) => u64::try_from(*k).ok(),
        _ => None,
    };
    match &m.act {
        MoveAct::Take(takes) => takes.iter().map(|(_, amount)| constant(amount)).collect(),
        MoveAct::TakeEach { amount, .. } | MoveAct::TakeAll { amount } => {
            constant(amount).map(|amount| vec![amount])
        }
        _ => None,
    }
}

/// Piles that are checked if nothing is said.
const QUICK_PILES: usize = 9;
pub fn judge(
    claim: &Claim,
    limits: &Limits,
    deadline: Instant,
    judgement: &mut Judgement,
) -> Verdict {
    let Subject::Any { most, .. } = claim.subject else {
        return Verdict::Undecided { why: "it is about a board".into() };
    };
    let piles = most.or(claim.check_piles.map(|piles| piles as usize)).unwrap_or(QUICK_PILES);
    let checked = Check { claim, limits, deadline, piles }.run(&mut judgement.steps);
    let (any_size, words) = match checked {
        Err(verdict) => return verdict,
        Ok(found) => found,
    };
    if any_size && most.is_some() {
        return Verdict::Proved { by: "repeating table" };
    }
    match most {
        Some(_) => {
            let why = "the table does not repeat within the limits".to_string();
            Verdict::Holds { region: words, why }
        }
        None => match Counting::new(claim, limits, deadline).prove(&mut judgement.steps) {
            Ok(states) => {
                judgement.states = Some(states);
                Verdict::Proved { by: "automata" }
            }
            Err(why) => Verdict::Holds { region: words, why },
        },
    }
}
