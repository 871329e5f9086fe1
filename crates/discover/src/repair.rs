//! Repairs: the smallest changes of a refuted claim that hold.
//!
//! What it says and supposes is changed in one place ([`changes`]). A change under which the counterexample is still demanded to be what it is
//! not is dropped at once; every other one is a claim of its own, and is judged as any other. Of those that hold the most plausible come
//! first: small changes before large ones, proofs before tables, and what gives up few positions before what gives up many.

mod changes;

use serde::Serialize;
use sprague_claim::claim::About;
use sprague_claim::meaning::Demand;
use sprague_claim::{Claim, Expected, read_claims};
use sprague_prove::{Judgement, Verdict, judge};
use sprague_rules::Library;
use sprague_task::Task;

use changes::{Change, changes};

/// A changed claim and what is known of it.
#[derive(Clone, Debug, Serialize)]
pub struct Repair {
    /// The changed clauses.
    pub text: String,
    /// What was changed.
    pub change: String,
    /// `proved` or `holds`.
    pub verdict: &'static str,
    /// Has the checker accepted the proof?
    pub checked: bool,
    /// The whole claim.
    pub claim: String,
}

/// Changes that are judged, and repairs after which no dearer ones are looked for.
const MOST: usize = 400;
const ENOUGH: usize = 12;
/// Repairs that are shown.
const SHOWN: usize = 5;
/// Piles of the positions that are looked at to see what a repair gives up, and the largest of them.
const PILES: usize = 6;
const SIZE: u32 = 9;
const POSITIONS: usize = 4000;

/// Repairs of a claim that hold, the most plausible first; an error, if it is not refuted.
pub fn repairs(claim: &Claim, library: &Library, task: &Task) -> Result<Vec<Repair>, String> {
    let judgement = judge(claim, &task.part(task.limits().steps));
    let Verdict::Refuted { witness, .. } = &judgement.verdict else {
        return Err(format!("it is not refuted: {}", judgement.verdict.kind().name()));
    };
    let witness = witness.piles();
    let positions = positions(claim);
    let mut found: Vec<(u32, Repair, Vec<Demand>)> = Vec::new();
    let watch = task.watch();
    let possible: Vec<(Change, Claim)> = changes(claim, witness)
        .into_iter()
        .filter_map(|change| {
            let other = read(&change.claim, library)?;
            (!is_still_wrong(claim, &other, witness)).then_some((change, other))
        })
        .take(MOST)
        .collect();
    watch.expect(possible.len() as u64);
    let mut dearest = u32::MAX;
    for (change, other) in possible {
        if !task.goes_on() || change.cost > dearest {
            break;
        }
        watch.advance(1);
        let given_up = given_up(claim, &other, &positions);
        let Judgement { verdict, .. } = judge(&other, &task.part(task.limits().steps / 16));
        let checked = matches!(verdict, Verdict::Proved(_));
        let (kind, more) = match verdict.kind() {
            Expected::Proved => ("proved", 0),
            Expected::Holds => ("holds", 12),
            _ => continue,
        };
        let Change { text, change, claim, cost } = change;
        let cost = 2 * cost + more + given_up;
        let repair = Repair { text, change, verdict: kind, checked, claim };
        found.push((cost, repair, all_demands(&other, &positions)));
        if found.len() == ENOUGH {
            // Nothing much dearer can come before these.
            dearest = cost.max(8);
        }
    }
    found.sort_by_key(|(cost, ..)| *cost);
    // What says the same of all small positions is said once, in the most plausible way; unless it is larger ones that matter.
    let small = witness.len() <= PILES && witness.iter().all(|&pile| pile < SIZE);
    let mut said: Vec<Vec<Demand>> = Vec::new();
    let mut shown = Vec::new();
    for (_, repair, demands) in found {
        let speaks = demands.iter().any(|demand| *demand != Demand::Nothing);
        let moves = demands.iter().any(|demand| matches!(demand, Demand::Move(_)));
        if small && speaks && !moves {
            if said.contains(&demands) {
                continue;
            }
            said.push(demands);
        }
        shown.push(repair);
    }
    shown.truncate(SHOWN);
    Ok(shown)
}

fn read(text: &str, library: &Library) -> Option<Claim> {
    let (mut claims, wrong) = read_claims("claim", text, &|name| library.text(name));
    claims.pop().filter(|_| wrong.is_empty())
}

/// What a claim demands of a position, if that is a matter of the position alone.
fn demands(claim: &Claim, position: &[u32]) -> Option<Vec<Demand>> {
    let mut unknown = |_: &[u32]| Err(());
    match &claim.about {
        About::Board(on) => on.demands(position, &mut unknown).ok(),
        About::Piles(on) => Some(vec![on.demand(position, &mut unknown).ok()?]),
        _ => None,
    }
}

/// What a claim demands of all of these positions, as far as that is a matter of each alone.
fn all_demands(claim: &Claim, positions: &[Vec<u32>]) -> Vec<Demand> {
    positions.iter().flat_map(|position| demands(claim, position).unwrap_or_default()).collect()
}

/// Does a changed claim demand the same of the counterexample, which is not so?
fn is_still_wrong(claim: &Claim, other: &Claim, witness: &[u32]) -> bool {
    let speaks = |demand: &Demand| matches!(demand, Demand::Outcome(_) | Demand::NimValue(_));
    match (demands(claim, witness), demands(other, witness)) {
        (Some(before), Some(after)) => {
            after.iter().any(|demand| speaks(demand) && before.contains(demand))
                && before.len() == 1
                && after.len() == 1
        }
        _ => false,
    }
}

/// Some small positions that a claim may speak of.
fn positions(claim: &Claim) -> Vec<Vec<u32>> {
    let piles = match &claim.about {
        About::Board(on) => on.board.numbers().min(PILES),
        About::Piles(_) => PILES,
        _ => return Vec::new(),
    };
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..piles {
        let to = all.len();
        for place in from..to {
            let least = all[place].last().copied().unwrap_or(1);
            let longer = (least..=SIZE).map(|size| [&all[place][..], &[size]].concat());
            let longer: Vec<Vec<u32>> = longer.collect();
            all.extend(longer);
        }
        from = to;
        if all.len() > POSITIONS {
            break;
        }
    }
    all
}

/// How much less a changed claim speaks of, about, as a number of binary digits.
fn given_up(claim: &Claim, other: &Claim, positions: &[Vec<u32>]) -> u32 {
    let speaks = |claim: &Claim, position: &[u32]| {
        let all = demands(claim, position);
        all.is_some_and(|all| all.iter().any(|demand| *demand != Demand::Nothing))
    };
    let lost = |position: &&Vec<u32>| speaks(claim, position) && !speaks(other, position);
    let many = positions.iter().filter(lost).count();
    usize::BITS - many.leading_zeros()
}
