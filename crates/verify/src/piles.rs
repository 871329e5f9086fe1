//! Claims about any number of piles.
//!
//! *One number of piles after the other.* The claim about positions with exactly k piles is a claim about a board, for
//! which there is evidence of its own. Where the claim is about more piles than that, few piles must be enough
//! ([`crate::few`]).
//!
//! *A table that repeats*: [`crate::repeating`]. *Counts of piles of each kind*: [`crate::counting`]. *Sums*: [`crate::sums`].
//! *Finite quotients*: [`crate::quotient`]. *Piles as words*: [`crate::words`].
//! *Beside any position*: [`crate::contexts`].
//!
//! *A counterexample* is a position of which the claim demands what is not so, by the definitions; or evidence against the
//! claim about exactly so many piles.

use sprague_certificate::{BoardEvidence, PilesEvidence, Verdict};
use sprague_claim::Claim;
use sprague_claim::claim::OnPiles;
use sprague_claim::meaning::{Demand, with_piles};
use sprague_rules::Outcome;
use sprague_task::Task;

use crate::depends::{Solver, is_canonical};
use crate::{Rejection, board, contexts, counting, few, quotient, repeating, sums, words};

/// Decides the evidence again.
pub(crate) fn check(
    claim: &Claim,
    on: &OnPiles,
    evidence: &PilesEvidence,
    task: &Task,
) -> Result<(), Rejection> {
    match evidence {
        PilesEvidence::EachNumber(parts) => each_number(claim, on, parts, task),
        PilesEvidence::RepeatingTable { threshold, period } => {
            repeating::check(on, *threshold, *period, task)
        }
        PilesEvidence::Counts { threshold, period, count_threshold, count_period } => {
            let (sizes, counts) = ((*threshold, *period), (*count_threshold, *count_period));
            counting::check(on, sizes, counts, task)
        }
        PilesEvidence::Sum(evidence) => sums::check(claim, on, evidence.as_ref(), task),
        PilesEvidence::Contexts => contexts::check(on, task),
        PilesEvidence::Quotient(quotient) => quotient::check(on, quotient, task),
        PilesEvidence::Words(evidence) => words::check(on, evidence, task),
        PilesEvidence::OfNumber { piles, evidence } => of_number(claim, on, *piles, evidence, task),
        PilesEvidence::Counterexample(at) => match is_wrong(on, at, task)? {
            true => Ok(()),
            false => Err(Rejection::new("the claim is right at this position")),
        },
    }
}

/// The claim about exactly so many piles, from the least number on.
fn each_number(
    claim: &Claim,
    on: &OnPiles,
    parts: &[BoardEvidence],
    task: &Task,
) -> Result<(), Rejection> {
    let Some(last) = (on.least + parts.len()).checked_sub(1).filter(|_| !parts.is_empty()) else {
        return Err(Rejection::new("there is no evidence for any number of piles"));
    };
    let enough = last >= *few::ENOUGH.end() && few::are_enough(on);
    if on.most.is_none_or(|most| most > last) && !enough {
        return Err(Rejection::new(format!("nothing is said of more than {last} piles")));
    }
    if on.most.is_some_and(|most| most < last) {
        return Err(Rejection::new(format!("the claim says nothing of {last} piles")));
    }
    for (count, part) in (on.least..).zip(parts) {
        let about = |why: String| Rejection::new(format!("{count} piles: {why}"));
        let exactly = on.with_exactly(count).ok_or_else(|| about("these are too many".into()))?;
        if part.verdict() != Verdict::Proved {
            return Err(about("a counterexample proves nothing".into()));
        }
        board::check(claim, &exactly, part, task).map_err(|rejection| about(rejection.why))?;
    }
    Ok(())
}

/// The claim about exactly so many piles is false.
fn of_number(
    claim: &Claim,
    on: &OnPiles,
    piles: usize,
    evidence: &BoardEvidence,
    task: &Task,
) -> Result<(), Rejection> {
    let exactly = on.with_exactly(piles).filter(|_| on.is_about(piles));
    let exactly = exactly.ok_or_else(|| Rejection::new("the claim is not about so many piles"))?;
    match evidence.verdict() {
        Verdict::Refuted => board::check(claim, &exactly, evidence, task),
        Verdict::Proved => Err(Rejection::new("a proof refutes nothing")),
    }
}

/// Does the claim demand of the position what is not so?
fn is_wrong(on: &OnPiles, at: &[u32], task: &Task) -> Result<bool, Rejection> {
    is_canonical(&on.ruleset, at)?;
    let mut solver = Solver::around(&on.ruleset, &[at], task);
    let mut is_lost =
        |position: &[u32]| Ok::<bool, Rejection>(solver.outcome(position)? == Outcome::P);
    Ok(match on.demand(at, &mut is_lost)? {
        Demand::Nothing => false,
        Demand::Outcome(outcome) => solver.outcome(at)? != outcome,
        Demand::NimValue(value) => i64::from(solver.nim_value(at)?) != value,
        Demand::Move(to) => {
            let mut none = true;
            for option in on.targets(at, &to) {
                none = none && solver.outcome(&option)? != Outcome::P;
            }
            none
        }
        Demand::Same(piles) => solver.outcome(at)? != solver.outcome(&with_piles(at, &piles))?,
    })
}
