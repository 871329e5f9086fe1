//! **The sum rule.** Suppose that play is normal, that both players have the same moves, and that every move acts on one
//! pile: what it may take from it, and what it leaves of it, is a matter of that pile's size alone. Then a position is the disjunctive
//! sum of its piles, and by the theorem of Sprague and Grundy its nim-value is the nim-sum of theirs; it is P iff that is 0.
//!
//! A claim `nim-value = xor(f(x) for x in piles)` is thus right as soon as f(x) is the nim-value of one pile of x, for every x >=
//! 1: a claim about boards of one pile, for which there is evidence of its own.
//!
//! `P iff`, `P if`, `N if` and `strategy` follow from that where the condition is decided by whether the nim-sum is 0,
//! whatever else it looks at. This is tested in three values: with the nim-sum taken to be 0, and taken not to be 0, every other atom
//! being unknown. From a position whose nim-sum is not 0 some move leads to one whose nim-sum is 0, as it is N.
//!
//! `adding A keeps the outcome` if the position A is P: its nim-value 0 changes no nim-sum. This needs no evidence: A is played.

use sprague_certificate::{BoardEvidence, Verdict};
use sprague_claim::board::Board;
use sprague_claim::claim::{Meaning, OnBoard, OnPiles, Says};
use sprague_claim::condition::Summed;
use sprague_claim::meaning::with_piles;
use sprague_claim::{Claim, Condition, Number};
use sprague_rules::expr::{Cond, Expr, Mention};
use sprague_rules::ruleset::{Amount, Ending, Move, MoveAct};
use sprague_rules::{Outcome, Ruleset, Shape};
use sprague_task::Task;

use crate::depends::{Solver, is_canonical};
use crate::{Rejection, board};

/// Decides it.
pub(crate) fn check(
    claim: &Claim,
    on: &OnPiles,
    evidence: Option<&BoardEvidence>,
    task: &Task,
) -> Result<(), Rejection> {
    if !is_sum(&on.ruleset) {
        return Err(Rejection::new("a position is not the sum of its piles in normal play"));
    }
    if let Says::Adding(piles) = &on.says {
        let added = with_piles(&[], piles);
        is_canonical(&on.ruleset, &added)?;
        let mut solver = Solver::around(&on.ruleset, &[&added], task);
        return match solver.nim_value(&added)? {
            0 => Ok(()),
            value => Err(Rejection::new(format!("what is added has the nim-value {value}"))),
        };
    }
    let term = one_term(on).ok_or_else(|| {
        Rejection::new("the claim does not say one nim-sum of numbers, one for each pile")
    })?;
    if !follows(on) {
        return Err(Rejection::new("the claim is not a matter of the nim-sum alone"));
    }
    let evidence = evidence.ok_or_else(|| Rejection::new("nothing is said of one pile"))?;
    if evidence.verdict() != Verdict::Proved {
        return Err(Rejection::new("a counterexample proves nothing"));
    }
    board::check(claim, &of_one_pile(on, term), evidence, task)
}

/// The claim about one pile.
fn of_one_pile(on: &OnPiles, term: Expr) -> OnBoard {
    OnBoard {
        ruleset: on.ruleset.clone(),
        board: Board::Piles(1),
        names: vec!["x".to_string()],
        suppose: Condition::ALWAYS,
        given: Vec::new(),
        says: Says::Exactly(Meaning::NimValue(Number::Plain(term))),
    }
}

/// Does every move act on one pile, whatever the others are, in normal play?
pub(crate) fn is_sum(ruleset: &Ruleset) -> bool {
    ruleset.ending == Ending::StuckLoses
        && ruleset.same_moves()
        && ruleset.shape == Shape::Piles { at_most: None }
        && ruleset.moves.iter().all(is_of_one_pile)
}

fn is_of_one_pile(m: &Move) -> bool {
    let looks = |mention: Mention| matches!(mention, Mention::Piles(_));
    let blind = |amount: &Amount| match amount {
        Amount::Chosen(_) => true,
        Amount::Fixed(expr) => !expr.mentions(&looks),
    };
    let one = match &m.act {
        MoveAct::Take(takes) => takes.len() == 1 && takes.iter().all(|(_, amount)| blind(amount)),
        MoveAct::Break { amount, .. } => amount.iter().all(blind),
        MoveAct::Replace { piles, by } => {
            piles.len() == 1 && by.iter().all(|expr| !expr.mentions(&looks))
        }
        MoveAct::TakeEach { .. } | MoveAct::TakeAll { .. } | MoveAct::Subtract(_) => false,
    };
    one && !m.condition.mentions(&looks)
}

/// The number of one pile, in the first slot, if every nim-sum over piles that the claim speaks of is of the same numbers.
fn one_term(on: &OnPiles) -> Option<Expr> {
    let mut found: Vec<Expr> = Vec::new();
    let mut sums: Vec<&Summed> = Vec::new();
    if let Says::Exactly(Meaning::NimValue(number)) = &on.says {
        match number {
            Number::PilesSum(summed) => sums.push(summed),
            _ => return None,
        }
    }
    let conditions = on.says.conditions();
    conditions.into_iter().chain([&on.suppose]).for_each(|c| sums_of(c, &mut sums));
    for summed in sums {
        let alone = Summed { rest: Vec::new(), ..summed.clone() };
        let term = alone.of_one()?;
        if !found.contains(&term) {
            found.push(term);
        }
    }
    match <[Expr; 1]>::try_from(found) {
        Ok([term]) => Some(term),
        Err(_) => None,
    }
}

/// Every nim-sum over piles of a condition.
fn sums_of<'c>(condition: &'c Condition, sums: &mut Vec<&'c Summed>) {
    match condition {
        Condition::PilesSumZero(summed) => sums.push(summed),
        Condition::Not(inner) => sums_of(inner, sums),
        Condition::And(parts) | Condition::Or(parts) => {
            parts.iter().for_each(|part| sums_of(part, sums));
        }
        _ => {}
    }
}

/// Does the claim follow, the nim-sum being the nim-value?
fn follows(on: &OnPiles) -> bool {
    let supposed = |zero: bool| told(&on.suppose, zero);
    let is = |condition: &Condition, zero: bool| told(condition, zero);
    // Nothing is demanded where it is not as supposed.
    let excused = |zero: bool| supposed(zero) == Some(false);
    match &on.says {
        Says::Exactly(Meaning::NimValue(Number::PilesSum(summed))) => summed.rest.is_empty(),
        Says::Exactly(Meaning::P(condition)) => {
            let right = |zero: bool| excused(zero) || is(condition, zero) == Some(zero);
            right(true) && right(false)
        }
        Says::If { outcome, condition } => {
            let other = *outcome != Outcome::P;
            excused(other) || is(condition, other) == Some(false)
        }
        Says::Strategy { from, to } => {
            (excused(true) || is(from, true) == Some(false)) && is(to, true) == Some(true)
        }
        _ => false,
    }
}

/// Whether the condition holds, if that is known from whether the nim-sum is 0.
fn told(condition: &Condition, zero: bool) -> Option<bool> {
    let each = |parts: &[Condition]| -> Vec<Option<bool>> {
        parts.iter().map(|part| told(part, zero)).collect()
    };
    match condition {
        Condition::Plain(Cond::Always) => Some(true),
        Condition::Plain(Cond::Never) => Some(false),
        Condition::Not(inner) => told(inner, zero).map(|is| !is),
        Condition::And(parts) => {
            let parts = each(parts);
            match parts.contains(&Some(false)) {
                true => Some(false),
                false => parts.iter().all(|part| *part == Some(true)).then_some(true),
            }
        }
        Condition::Or(parts) => {
            let parts = each(parts);
            match parts.contains(&Some(true)) {
                true => Some(true),
                false => parts.iter().all(|part| *part == Some(false)).then_some(false),
            }
        }
        // All nim-sums of the claim are of the same numbers.
        Condition::PilesSumZero(summed) => match &summed.rest[..] {
            [] => Some(zero),
            [Expr::Const(c)] if *c != 0 && zero => Some(false),
            _ => None,
        },
        _ => None,
    }
}
