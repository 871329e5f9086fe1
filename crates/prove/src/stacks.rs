//! Claims about any number of piles, by claims about one pile, two piles, three piles, ...
//!
//! **Few piles are enough.** Suppose that every move takes from one pile, that its amount and condition speak
//! of the piles only through the size of the chosen pile and the smallest and largest size of all piles, of the others, or
//! after the move; that the claim says `P iff` or `nim-value =` and speaks only of the smallest and the largest pile; and
//! that play is normal. If the claim is right for all positions with 4 and with 5 piles, it is right for more.
//!
//! By induction on the number n >= 6 of piles, and on tokens for each n. Let x have the piles x1 <= ... <= xn, and
//! let x' be x without its pile p = x3. Two other piles are at most p and two are at least p; a move of a pile q other than
//! p changes one of these at most. So the smallest and the largest of all piles, of those other than q, and of
//! those after the move are the same in x' as in x: q has the same moves in both, and the claim says the same
//! of an option of x by such a move and of the one of x', which has n - 2 or n - 1 piles. By induction what is claimed of
//! the options of x' is true, and so is what is claimed of x', as of x: therefore the options of x by moves of other
//! piles than p have values whose mex is the claimed value of x (in outcomes: one of them is P iff x is claimed to be N).
//! Moves of p do not change this: in x without its pile x4, which has the same claimed value, p has the same moves for the same
//! reason, to options of the same values, and none of these is the value of that position.

use std::ops::RangeInclusive;

use sprague_task::Task;

use sprague_certificate::{BoardEvidence, Evidence, PilesEvidence};
use sprague_rules::Ruleset;
use sprague_rules::expr::{Aggregate, Cond, Expr};
use sprague_rules::ruleset::{Amount, Ending, MoveAct, Mover};

use sprague_claim::claim::{Meaning, OnBoard, OnPiles, Says};
use sprague_claim::piles::takes_constants;
use sprague_claim::{Claim, Condition, Number};

use crate::boards;
use crate::check::{self, Checked};
use crate::finding::{Finding, Trace};

/// From 6 piles on the theorem leads back to fewer.
const ENOUGH: usize = 5;
/// The least number of piles of a claim that it leads back to.
const LEAST: usize = 4;
/// Piles that are tried where any number is claimed.
const TRIED: usize = 7;

/// What is known of the claim, one number of piles after the other.
pub fn judge(claim: &Claim, on: &OnPiles, task: &Task, judgement: &mut Trace) -> Finding {
    let (least, most) = (on.least, on.most);
    let few = most.is_none_or(|most| most > ENOUGH) && least <= LEAST && few_are_enough(on);
    let looked_at = most.or(claim.check_piles.map(|piles| piles as usize));
    let last = if few { ENOUGH } else { looked_at.unwrap_or(TRIED).max(least) };
    let (mut regions, mut reason, mut by) = (Vec::new(), None, "automata");
    let mut parts: Vec<Option<BoardEvidence>> = Vec::new();
    if let Some(refuted) = refuted_by_tables(claim, on, least..=last, task) {
        return refuted;
    }
    for count in least..=last {
        if count > least && !task.goes_on() {
            reason = reason.or(Some(format!("out of time before {count} piles")));
            break;
        }
        let about = format!("{count} pile{}", if count == 1 { "" } else { "s" });
        let Some(exactly) = on.with_exactly(count) else {
            reason = reason.or(Some(format!("{about} are not looked at one by one")));
            break;
        };
        // Boxes compute smaller boards; automata are told what is known of them.
        let given = match takes_constants(&on.ruleset) {
            true => Vec::new(),
            false => on.given_below(count),
        };
        let exactly = OnBoard { given, ..exactly };
        let mut trace = Trace::default();
        let finding = boards::judge(claim, &exactly, task, &mut trace);
        judgement.steps.extend(trace.steps.iter().map(|step| format!("{about}: {step}")));
        judgement.states = judgement.states.max(trace.states);
        match finding {
            Finding::Proved { by: method, evidence } => {
                by = method;
                regions.push(format!("{about}: all"));
                parts.push(match evidence {
                    Some(Evidence::Board(evidence)) => Some(evidence),
                    _ => None,
                });
            }
            Finding::Holds { region, why } => {
                regions.push(match trace.looked {
                    Some((up_to, positions)) => {
                        format!("{about} up to {up_to}: {positions} positions")
                    }
                    None => region,
                });
                reason = reason.or(Some(format!("{about}: {why}")));
            }
            Finding::Refuted { .. } => return of_number(count, finding),
            // It may say something of other numbers of piles.
            Finding::Undecided { why } if trace.looked.is_some_and(|(_, spoken)| spoken == 0) => {
                reason = reason.or(Some(format!("{about}: {why}")));
            }
            // More piles than can be looked at say nothing against fewer.
            Finding::Undecided { .. } if most.is_none() && count > least.max(2) => {
                reason = reason.or(Some(format!("{about} are too many to look at")));
                break;
            }
            Finding::Undecided { why } => {
                return Finding::Undecided { why: format!("{about}: {why}") };
            }
        }
    }
    if let (true, Some(why)) = (regions.is_empty(), &reason) {
        return Finding::Undecided { why: why.clone() };
    }
    if few {
        judgement.steps.push(format!("more than {ENOUGH} piles: as for fewer"));
    }
    let region = || regions.join("; ");
    match (reason, most.is_some() || few) {
        (None, true) => {
            let parts: Option<Vec<BoardEvidence>> = parts.into_iter().collect();
            let evidence = parts.map(|parts| Evidence::Piles(PilesEvidence::EachNumber(parts)));
            Finding::Proved { by, evidence }
        }
        (None, false) => {
            Finding::Holds { region: region(), why: "more piles were not looked at".into() }
        }
        (Some(why), _) => Finding::Holds { region: region(), why },
    }
}

/// A counterexample among small positions, before anything is proved: what many piles show must not wait until few piles
/// have taken all the time there is.
fn refuted_by_tables(
    claim: &Claim,
    on: &OnPiles,
    counts: RangeInclusive<usize>,
    task: &Task,
) -> Option<Finding> {
    for count in counts {
        match check::positions(claim, &on.with_exactly(count)?, task) {
            Checked::Refuted(finding) => return Some(of_number(count, finding)),
            Checked::Holds(_) => {}
            // A larger table would fail likewise.
            Checked::Failed(_) => return None,
        }
    }
    None
}

/// What refutes the claim for so many piles, as a refutation of the claim.
fn of_number(count: usize, finding: Finding) -> Finding {
    let Finding::Refuted { witness, shown, evidence } = finding else { return finding };
    let evidence = match evidence {
        Some(Evidence::Board(BoardEvidence::Counterexample(at))) => {
            PilesEvidence::Counterexample(at)
        }
        Some(Evidence::Board(evidence)) => PilesEvidence::OfNumber { piles: count, evidence },
        _ => PilesEvidence::Counterexample(witness.piles().to_vec()),
    };
    Finding::Refuted { witness, shown, evidence: Some(Evidence::Piles(evidence)) }
}

/// Does the theorem speak of this claim?
fn few_are_enough(on: &OnPiles) -> bool {
    // The only number that is named is the second smallest pile, which is no end.
    let said = match &on.says {
        Says::Exactly(Meaning::P(condition)) => {
            only_ends(condition) && !condition.mentions_beyond(0)
        }
        Says::Exactly(Meaning::NimValue(number)) => {
            number_of_ends(number) && !number.mentions_beyond(0)
        }
        _ => false,
    };
    said && on.suppose == Condition::Plain(Cond::Always)
        && matches!(on.ruleset.ending, Ending::StuckLoses)
        && takes_from_one(&on.ruleset)
}

/// Moves take from one pile and look at the others only for their smallest and largest size.
fn takes_from_one(ruleset: &Ruleset) -> bool {
    ruleset.moves.iter().all(|m| {
        let amount = match &m.act {
            MoveAct::Take(takes) if takes.len() == 1 => &takes[0].1,
            _ => return false,
        };
        let amount = match amount {
            Amount::Chosen(_) => true,
            Amount::Fixed(expr) => expr_of_ends(expr),
        };
        m.mover == Mover::Both && amount && cond_of_ends(&m.condition)
    })
}

fn expr_of_ends(expr: &Expr) -> bool {
    match expr {
        Expr::Const(_) | Expr::Slot(_) => true,
        Expr::Of(aggregate, _) => matches!(aggregate, Aggregate::Min | Aggregate::Max),
        Expr::CountWhere(..) => false,
        Expr::Add(a, b)
        | Expr::Sub(a, b)
        | Expr::Mul(a, b)
        | Expr::Div(a, b)
        | Expr::Mod(a, b)
        | Expr::Min(a, b)
        | Expr::Max(a, b) => expr_of_ends(a) && expr_of_ends(b),
    }
}

fn cond_of_ends(cond: &Cond) -> bool {
    match cond {
        Cond::Always | Cond::Never => true,
        Cond::Not(inner) => cond_of_ends(inner),
        Cond::And(parts) | Cond::Or(parts) => parts.iter().all(cond_of_ends),
        Cond::Compare(_, a, b) => expr_of_ends(a) && expr_of_ends(b),
        Cond::InSet(a, _) => expr_of_ends(a),
        Cond::InPiles(..) | Cond::Distinct(_) => false,
    }
}

/// The condition speaks of the smallest and the largest pile alone.
fn only_ends(condition: &Condition) -> bool {
    let ends = |exprs: &[&Expr]| exprs.iter().all(|expr| expr_of_ends(expr));
    match condition {
        Condition::Plain(cond) => cond_of_ends(cond),
        Condition::Not(inner) => only_ends(inner),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().all(only_ends),
        Condition::NimSumZero(parts) => parts.iter().all(expr_of_ends),
        Condition::PowerOfTwo(a) => expr_of_ends(a),
        Condition::LowBit(a, b) | Condition::MetallicPair(_, a, b) => ends(&[a, b]),
        Condition::PilesSumZero(_) | Condition::Lost(_) => false,
    }
}

fn number_of_ends(number: &Number) -> bool {
    match number {
        Number::Plain(expr) => expr_of_ends(expr),
        Number::NimSum(parts) => parts.iter().all(expr_of_ends),
        Number::PilesSum(_) => false,
        Number::Either(condition, then, otherwise) => {
            only_ends(condition) && number_of_ends(then) && number_of_ends(otherwise)
        }
    }
}
