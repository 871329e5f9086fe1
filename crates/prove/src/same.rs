//! Two rulesets with the same outcomes, or nim-values, on the positions that a claim speaks of: compared in a table, then proved if they have
//! the same moves, or if the outcomes of both can be unfolded together.

use crate::cost;
use sprague_certificate::{BoardEvidence, Evidence};
use sprague_rules::{Ruleset, write_position};
use sprague_solve::{Question, Reference, Region, Wanted};
use sprague_task::Task;
use sprague_verify::isomorphic::same_moves;

use sprague_claim::claim::OnBoard;
use sprague_claim::{Board, Claim, Sight};

use crate::check::deep_enough;
use crate::finding::{Finding, Trace};
use crate::unfold;

pub fn judge(
    claim: &Claim,
    on: &OnBoard,
    other: &Ruleset,
    nim_values: bool,
    task: &Task,
    trace: &mut Trace,
) -> Finding {
    let OnBoard { board: Board::Piles(count) | Board::Row(count), names, ruleset, .. } = on else {
        return Finding::Undecided { why: "rulesets are compared on piles".into() };
    };
    let wanted = if nim_values { Wanted::NimValues } else { Wanted::Outcomes };
    let fits = |region: Region| {
        region.positions().is_some_and(|p| p <= task.limits().positions)
            && [ruleset, other].iter().all(|r| cost::affords(task, r, region, wanted))
    };
    let max = claim
        .check_to
        .unwrap_or_else(|| Region::new(ruleset, *count, 3000).largest_max(fits).max(3));
    let region = Region::new(ruleset, *count, max);
    if region.positions().is_none_or(|positions| positions > task.limits().bytes / 100) {
        return Finding::Undecided { why: "there are too many positions to check".into() };
    }
    let (budget, watch) = (cost::budget(task), task.watch());
    let solvers = [ruleset, other].map(|ruleset| {
        let question = Question::about_region(ruleset, region).wanted(wanted);
        let solver = question.budget(&budget).watch(&watch).solver();
        solver.map_err(|refusal| refusal.to_string())
    });
    let [Ok(mut here), Ok(mut there)] = solvers else {
        return Finding::Undecided { why: "a table is too large".into() };
    };
    let mut all = Vec::new();
    region.visit_whole(&mut |position| {
        let numbers: Vec<i64> = position.iter().map(|&n| n.into()).collect();
        if on.suppose.holds(Sight { numbers: &numbers, piles: position }) {
            all.push(position.to_vec());
        }
        !all.len().is_multiple_of(1 << 14) || watch.goes_on()
    });
    if !watch.goes_on() {
        return Finding::Undecided {
            why: "time ran out before all positions were compared".into(),
        };
    }
    if all.is_empty() {
        return Finding::Undecided { why: "it speaks of no position of the region".into() };
    }
    let mut worst: Option<Vec<u32>> = None;
    for position in &all {
        let same = match nim_values {
            true => here.nim_value(position).is_ok_and(|v| there.nim_value(position) == Ok(v)),
            false => here.outcome(position).is_ok_and(|o| there.outcome(position) == Ok(o)),
        };
        let rank = |p: &Vec<u32>| (p.iter().sum::<u32>(), p.clone());
        if !same && worst.as_ref().is_none_or(|worst| rank(position) < rank(worst)) {
            worst = Some(position.clone());
        }
    }
    let Some(witness) = worst else {
        if let Some(finding) = proved(on, other, nim_values, task, trace) {
            return finding;
        }
        let region = format!("{} up to {max}: {} positions", on.board.listed(names), all.len());
        return Finding::Holds {
            region,
            why: "two rulesets are compared, not proved equal".into(),
        };
    };
    // The plain recursion has the last word.
    let both = deep_enough(&witness, || {
        let plainly = |ruleset: &Ruleset| {
            let mut reference = Reference::watched(ruleset, &watch);
            match nim_values {
                true => reference.find_nim_value(&witness).ok().map(|value| value.to_string()),
                false => reference.find_outcome(&witness).ok().map(|outcome| outcome.to_string()),
            }
        };
        Some([plainly(ruleset)?, plainly(other)?])
    });
    if both.is_none() && !watch.goes_on() {
        let at = write_position(&witness);
        return Finding::Undecided { why: format!("it was stopped before {at} was confirmed") };
    }
    let Some([left, right]) = both.filter(|[left, right]| left != right) else {
        let why = format!("two solvers disagree at {}", write_position(&witness));
        return Finding::Undecided { why };
    };
    let evidence = Some(Evidence::Board(BoardEvidence::Counterexample(witness.clone())));
    let shown = format!("it is {left} here and {right} in {}", other.expression);
    Finding::Refuted { witness: witness.into(), shown, evidence }
}

/// A proof for all positions.
fn proved(
    on: &OnBoard,
    other: &Ruleset,
    nim_values: bool,
    task: &Task,
    trace: &mut Trace,
) -> Option<Finding> {
    if same_moves(on, other, nim_values, &task.part(task.limits().steps)).is_ok() {
        trace.steps.push("both games have the same moves".to_string());
        let evidence = Some(Evidence::Board(BoardEvidence::Isomorphic));
        return Some(Finding::Proved { by: "the same moves", evidence });
    }
    unfold::prove(on, task, trace)
}
