//! Two rulesets with the same outcomes, or nim-values, on the positions that a claim speaks of.

use sprague_rules::{Ruleset, write_position};
use sprague_solve::{Purpose, Reference, Region, Solver, Wanted};

use crate::board::Board;
use crate::check::deep_enough;
use crate::text::{Claim, Subject};
use crate::verdict::{Limits, Verdict};

pub fn judge(claim: &Claim, other: &Ruleset, nim_values: bool, limits: &Limits) -> Verdict {
    let Subject::Board { board: Board::Piles(count), names } = &claim.subject else {
        return Verdict::Undecided { why: "rulesets are compared on piles".into() };
    };
    let fits = |region: Region| region.positions().is_some_and(|p| p <= limits.positions);
    let max = claim
        .check_to
        .unwrap_or_else(|| Region::new(&claim.ruleset, *count, 3000).largest_max(fits).max(3));
    let region = Region::new(&claim.ruleset, *count, max);
    if region.positions().is_none_or(|positions| positions > limits.memory / 100) {
        return Verdict::Undecided { why: "there are too many positions to check".into() };
    }
    let wanted = if nim_values { Wanted::NimValues } else { Wanted::Outcomes };
    let (budget, watch) = (limits.budget(), limits.watch());
    let whole = Purpose::WholeRegion;
    let solvers = [&claim.ruleset, other].map(|ruleset| {
        Solver::new(ruleset, region, wanted, whole, &budget, None, &watch)
            .map_err(|refusal| refusal.to_string())
    });
    let [Ok(mut here), Ok(mut there)] = solvers else {
        return Verdict::Undecided { why: "a table is too large".into() };
    };
    let mut all = Vec::new();
    region.visit_full(&mut |position| {
        let numbers: Vec<i64> = position.iter().map(|&n| n.into()).collect();
        if claim.suppose.holds(&numbers) {
            all.push(position.to_vec());
        }
        true
    });
    if all.is_empty() {
        return Verdict::Undecided { why: "it speaks of no position of the region".into() };
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
        let region = format!("{} up to {max}: {} positions", names.join(" <= "), all.len());
        return Verdict::Holds {
            region,
            why: "two rulesets are compared, not proved equal".into(),
        };
    };
    // The plain recursion has the last word.
    let both = deep_enough(&witness, || {
        let mut plain = [Reference::new(&claim.ruleset), Reference::new(other)];
        Some(match nim_values {
            true => plain.each_mut().map(|r| r.nim_value(&witness).to_string()),
            false => plain.each_mut().map(|r| r.outcome(&witness).to_string()),
        })
    });
    let Some([left, right]) = both.filter(|[left, right]| left != right) else {
        let why = format!("two solvers disagree at {}", write_position(&witness));
        return Verdict::Undecided { why };
    };
    Verdict::Refuted {
        witness: witness.into(),
        shown: format!("it is {left} here and {right} in {}", other.expression),
    }
}
