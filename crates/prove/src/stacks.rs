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

use sprague_task::Task;

use sprague_rules::Ruleset;
use sprague_rules::expr::{Aggregate, Cond, Expr};
use sprague_rules::ruleset::{Amount, Ending, MoveAct, Mover};

use sprague_claim::claim::{About, Given, Meaning, OnBoard, OnPiles, Says};
use sprague_claim::{Board, Claim, Condition, Number};

use crate::verdict::{Trace, SILENT, Finding, find};

/// From 6 piles on the theorem leads back to fewer.
const ENOUGH: usize = 5;
/// The least number of piles of a claim that it leads back to.
const LEAST: usize = 4;
/// Piles that are tried where any number is claimed.
const TRIED: usize = 7;

pub fn judge(
    claim: &Claim,
    on: &OnPiles,
    task: &Task,
    judgement: &mut Trace,
) -> Finding {
    let (least, most) = (on.least, on.most);
    let few = most.is_none_or(|most| most > ENOUGH) && least <= LEAST && few_are_enough(on);
    let looked_at = most.or(claim.check_piles.map(|piles| piles as usize));
    let last = if few { ENOUGH } else { looked_at.unwrap_or(TRIED).max(least) };
    let (mut regions, mut reason, mut by) = (Vec::new(), None, "automata");
    for count in least..=last {
        if count > least && !task.goes_on() {
            reason = reason.or(Some(format!("out of time before {count} piles")));
            break;
        }
        let mut trace = Trace::default();
        let finding = find(&with_piles(claim, on, count), task, &mut trace);
        let about = format!("{count} pile{}", if count == 1 { "" } else { "s" });
        judgement.steps.extend(trace.steps.iter().map(|step| format!("{about}: {step}")));
        judgement.states = judgement.states.max(trace.states);
        match finding {
            Finding::Proved { by: method, .. } => {
                by = method;
                regions.push(format!("{about}: all"));
            }
            Finding::Holds { region, why } => {
                let size = region.split(" up to ").nth(1).map_or(region.clone(), |size| {
                    format!("{about} up to {}", size.split(':').next().unwrap_or(size))
                });
                regions.push(size);
                reason = reason.or(Some(format!("{about}: {why}")));
            }
            refuted @ Finding::Refuted { .. } => return refuted,
            // It may say something of other numbers of piles.
            Finding::Undecided { why } if why.starts_with(SILENT) => {
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
    match (reason, most) {
        (None, Some(_)) => Finding::Proved { by, evidence: None },
        (None, None) if few => Finding::Proved { by, evidence: None },
        (None, None) => Finding::Holds {
            region: regions.join("; "),
            why: "more piles were not looked at".into(),
        },
        (Some(why), _) => Finding::Holds { region: regions.join("; "), why },
    }
}

/// The claim for positions with exactly so many piles; for fewer, down to the least, it is given.
fn with_piles(claim: &Claim, on: &OnPiles, count: usize) -> Claim {
    let names = |count: usize| (1..=count).map(|i| format!("pile{i}")).collect::<Vec<_>>();
    // The second smallest pile is the one in the second slot, or there is none.
    let of = |count: usize| {
        move |expr: &Expr| match expr {
            Expr::Slot(0) if count > 1 => Some(Expr::Slot(1)),
            Expr::Slot(0) => Some(Expr::Const(0)),
            _ => None,
        }
    };
    let meant = |meaning: &Meaning, count: usize| match meaning {
        Meaning::P(condition) => Meaning::P(condition.rewritten(&of(count))),
        Meaning::NimValue(number) => Meaning::NimValue(number.rewritten(&of(count))),
    };
    let says = match &on.says {
        Says::Exactly(meaning) => Says::Exactly(meant(meaning, count)),
        Says::If { outcome, condition } => {
            Says::If { outcome: *outcome, condition: condition.rewritten(&of(count)) }
        }
        other => other.clone(),
    };
    let given = match &on.says {
        Says::Exactly(meaning) if on.suppose == Condition::Plain(Cond::Always) => {
            let given = |count| Given { names: names(count), meaning: meant(meaning, count) };
            (on.least..count).map(given).collect()
        }
        _ => Vec::new(),
    };
    let (ruleset, suppose) = (on.ruleset.clone(), on.suppose.rewritten(&of(count)));
    let (board, names) = (Board::Piles(count), names(count));
    let about = About::Board(OnBoard { ruleset, board, names, suppose, given, says });
    Claim { about, ..claim.clone() }
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
        Condition::LowBit(a, b) | Condition::GoldenPair(a, b) => ends(&[a, b]),
        Condition::Lost(_) => false,
    }
}

fn number_of_ends(number: &Number) -> bool {
    match number {
        Number::Plain(expr) => expr_of_ends(expr),
        Number::NimSum(parts) => parts.iter().all(expr_of_ends),
        Number::Either(condition, then, otherwise) => {
            only_ends(condition) && number_of_ends(then) && number_of_ends(otherwise)
        }
    }
}
