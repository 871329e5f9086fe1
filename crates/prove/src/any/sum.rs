//! The sum rule: where every move is made in one pile, blind to the others, the nim-value is the nim-sum of the piles' nim-values. What is
//! left to prove is what the claim says of one pile, as a claim about boards of one pile; or, for `adding`, that the piles
//! added have nim-value 0.
//!
//! That the rule applies, and that the claim follows, is for the checker to say (`sprague_verify::sums`).

use sprague_certificate::{Evidence, PilesEvidence};
use sprague_claim::board::Board;
use sprague_claim::claim::{Meaning, OnBoard, OnPiles, Says};
use sprague_claim::condition::Summed;
use sprague_claim::{Claim, Condition, Number};
use sprague_rules::expr::Expr;
use sprague_task::Task;

use super::candidate;
use crate::boards;
use crate::finding::{Finding, Trace};

const BY: &str = "sum rule";

/// A proof, if there is one by this rule.
pub fn prove(claim: &Claim, on: &OnPiles, task: &Task, trace: &mut Trace) -> Option<Finding> {
    if !on.ruleset.is_sum_of_piles() || !on.ruleset.has_nim_values() {
        return None;
    }
    if let Says::Adding(_) = on.says {
        return candidate::proved(claim, on, BY, PilesEvidence::Sum(None), task);
    }
    let of_one = OnBoard {
        ruleset: on.ruleset.clone(),
        board: Board::Piles(1),
        names: vec!["x".to_string()],
        suppose: Condition::ALWAYS,
        given: Vec::new(),
        says: Says::Exactly(Meaning::NimValue(Number::Plain(term(on)?))),
    };
    let mut of_pile = Trace::default();
    match boards::judge(claim, &of_one, task, &mut of_pile) {
        Finding::Proved { evidence: Some(Evidence::Board(evidence)), .. } => {
            trace.steps.extend(of_pile.steps.iter().map(|step| format!("one pile: {step}")));
            trace.states = of_pile.states;
            candidate::proved(claim, on, BY, PilesEvidence::Sum(Some(evidence)), task)
        }
        _ => None,
    }
}

/// The number of one pile in the first nim-sum over piles that the claim speaks of.
fn term(on: &OnPiles) -> Option<Expr> {
    fn first(condition: &Condition) -> Option<&Summed> {
        match condition {
            Condition::PilesSumZero(summed) => Some(summed),
            Condition::Not(inner) => first(inner),
            Condition::And(parts) | Condition::Or(parts) => parts.iter().find_map(first),
            _ => None,
        }
    }
    let summed = match &on.says {
        Says::Exactly(Meaning::NimValue(Number::PilesSum(summed))) => summed,
        says => says.conditions().into_iter().find_map(first)?,
    };
    Summed { rest: Vec::new(), ..summed.clone() }.of_one()
}
