//! Claims against tables: every position of a region, and the smallest counterexample.

mod facts;
mod learned;
mod places;

use crate::cost;
use sprague_certificate::{BoardEvidence, Evidence, PilesEvidence};
use sprague_claim::claim::{Meaning, OnBoard, OnPiles, Says};
use sprague_claim::meaning::{Demand, with_piles};
use sprague_claim::{Claim, Condition};
use sprague_rules::{Options, Outcome, Player, Ruleset, write_position};
use sprague_solve::{Question, Reference, Solver, Stopped, Wanted, Winning};
use sprague_task::{Task, Watch};

use crate::finding::Finding;

pub use facts::facts;
pub use learned::{ATTEMPTS, Unlearned, learned};

pub enum Checked {
    Holds(Looked),
    Refuted(Finding),
    Failed(Finding),
}

/// Which positions were looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looked {
    /// The names of their numbers.
    pub names: String,
    /// The largest of these.
    pub up_to: u32,
    /// Of how many the claim speaks.
    pub positions: u64,
}

impl std::fmt::Display for Looked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} up to {}: {} positions", self.names, self.up_to, self.positions)
    }
}

/// What a table must tell to be compared with the claim.
fn wanted(on: &OnBoard) -> Wanted {
    match &on.says {
        Says::Exactly(Meaning::NimValue(_)) => Wanted::NimValues,
        _ => Wanted::Outcomes,
    }
}

/// Compares the claim with a table of small positions.
pub fn positions(claim: &Claim, on: &OnBoard, task: &Task) -> Checked {
    let (region, all, mut looked) = match places::region(claim, on, task) {
        Some(region) => region,
        None => {
            return Checked::Failed(Finding::Undecided {
                why: "there are too many positions to check".into(),
            });
        }
    };
    let wanted = wanted(on);
    let budget = cost::budget(task);
    let watch = task.watch();
    let question = Question::about_region(&on.ruleset, region).wanted(wanted);
    let mut solver = match question.budget(&budget).watch(&watch).solver() {
        Ok(solver) => solver,
        Err(refusal) => return Checked::Failed(Finding::Undecided { why: refusal.to_string() }),
    };
    let (mut done, mut trouble, mut worst): (u64, _, Option<Vec<u32>>) = (0, None, None);
    all.visit(&on.ruleset, &mut |position| {
        if done.is_multiple_of(1024) && !watch.goes_on() {
            trouble = Some(format!("time ran out after {done} positions"));
            return false;
        }
        done += 1;
        let mut spoken = false;
        let differs = differs(on, position, &mut solver, &mut spoken);
        looked.positions += u64::from(spoken);
        let rank = |p: &[u32]| (p.iter().sum::<u32>(), p.to_vec());
        match differs {
            Ok(true) if worst.as_ref().is_none_or(|worst| rank(position) < rank(worst)) => {
                worst = Some(position.to_vec());
            }
            Ok(_) => {}
            Err(refusal) => trouble = Some(refusal),
        }
        trouble.is_none()
    });
    if let Some(why) = trouble {
        return Checked::Failed(Finding::Undecided { why });
    }
    match worst {
        Some(position) => match confirmed(Speaker::Board(on), &position, task) {
            Some(undecided @ Finding::Undecided { .. }) => Checked::Failed(undecided),
            Some(verdict) => Checked::Refuted(verdict),
            None => Checked::Failed(Finding::Undecided {
                why: format!("two solvers disagree at {}", write_position(&position)),
            }),
        },
        None => Checked::Holds(looked),
    }
}

/// Is the position other than the claim says, or says is given? `spoken` is set if it says anything of its own.
fn differs(
    on: &OnBoard,
    position: &[u32],
    solver: &mut Solver,
    spoken: &mut bool,
) -> Result<bool, String> {
    let refusal = |refusal: sprague_solve::Refusal| refusal.to_string();
    for numbers in on.readings(position) {
        let mut is_lost = |p: &[u32]| -> Result<bool, String> {
            Ok(solver.outcome(p).map_err(refusal)? == Outcome::P)
        };
        let demand = on.demand(position, &numbers, &mut is_lost)?;
        *spoken |= demand != Demand::Nothing;
        if is_broken(on, position, &demand, solver)? {
            return Ok(true);
        }
    }
    match on.given_demand(position) {
        Some(demand) => is_broken(on, position, &demand, solver),
        None => Ok(false),
    }
}

/// Is the position other than demanded?
fn is_broken(
    on: &OnBoard,
    position: &[u32],
    demand: &Demand,
    solver: &mut Solver,
) -> Result<bool, String> {
    let refusal = |refusal: sprague_solve::Refusal| refusal.to_string();
    Ok(match demand {
        Demand::Nothing => false,
        Demand::Outcome(outcome) => solver.outcome(position).map_err(refusal)? != *outcome,
        Demand::NimValue(value) => {
            solver.nim_value(position).map_err(refusal)?.map(i64::from) != Some(*value)
        }
        Demand::Move(to) => {
            let mut found = false;
            for option in on.targets(position, to) {
                found |= solver.outcome(&option).map_err(refusal)? == Outcome::P;
            }
            !found
        }
        Demand::Same(piles) => {
            let more = with_piles(position, piles);
            solver.outcome(position).map_err(refusal)? != solver.outcome(&more).map_err(refusal)?
        }
    })
}

/// Who demands something of a position.
#[derive(Clone, Copy)]
pub enum Speaker<'c> {
    Board(&'c OnBoard),
    Piles(&'c OnPiles),
}

impl Speaker<'_> {
    /// What the checker needs to see that the claim is false there.
    fn counterexample(&self, position: &[u32]) -> Option<Evidence> {
        match self {
            Speaker::Board(_) => {
                Some(Evidence::Board(BoardEvidence::Counterexample(position.to_vec())))
            }
            Speaker::Piles(_) => {
                Some(Evidence::Piles(PilesEvidence::Counterexample(position.to_vec())))
            }
        }
    }

    fn ruleset(&self) -> &Ruleset {
        match self {
            Speaker::Board(on) => &on.ruleset,
            Speaker::Piles(on) => &on.ruleset,
        }
    }

    /// What is demanded, once for every way to read the position; what is given comes last, with a word before it.
    fn demands(
        &self,
        position: &[u32],
        reference: &mut Reference,
    ) -> Result<Vec<(&'static str, Demand)>, Stopped> {
        let mut is_lost = |p: &[u32]| Ok(reference.find_outcome(p)? == Outcome::P);
        let mut demands = Vec::new();
        match self {
            Speaker::Board(on) => {
                for numbers in on.readings(position) {
                    demands.push(("", on.demand(position, &numbers, &mut is_lost)?));
                }
                let given = on.given_demand(position);
                demands.extend(given.map(|demand| ("what is given is false: ", demand)));
            }
            Speaker::Piles(on) => demands.push(("", on.demand(position, &mut is_lost)?)),
        }
        Ok(demands)
    }

    fn targets(&self, position: &[u32], to: &Condition) -> Vec<Vec<u32>> {
        match self {
            Speaker::Board(on) => on.targets(position, to),
            Speaker::Piles(on) => on.targets(position, to),
        }
    }
}

/// The refutation at a position, confirmed by the plain recursion on a stack that is deep enough for it; undecided, if
/// that is stopped.
pub fn confirmed(speaker: Speaker, position: &[u32], task: &Task) -> Option<Finding> {
    let watch = task.watch();
    let stopped = |_: Stopped| {
        let at = write_position(position);
        let why = format!("it was stopped before {at} was confirmed by the plain recursion");
        Some(Finding::Undecided { why })
    };
    deep_enough(position, || refuted(speaker, position, &watch).unwrap_or_else(stopped))
}

/// Does something on a stack that is deep enough for the plain recursion from a position.
pub fn deep_enough<T: Send>(
    position: &[u32],
    work: impl FnOnce() -> Option<T> + Send,
) -> Option<T> {
    let tokens: usize = position.iter().map(|&n| n as usize).sum();
    let stack = (8 << 20) + tokens * (4 << 10);
    std::thread::scope(|scope| {
        let deep = std::thread::Builder::new().stack_size(stack);
        deep.spawn_scoped(scope, work).ok()?.join().ok()?
    })
}

/// The refutation at a position, confirmed by the plain recursion from the rules alone.
fn refuted(speaker: Speaker, position: &[u32], watch: &Watch) -> Result<Option<Finding>, Stopped> {
    let mut reference = Reference::watched(speaker.ruleset(), watch);
    for (word, demand) in speaker.demands(position, &mut reference)? {
        let found = refuted_at(speaker, position, word, demand, &mut reference)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

fn refuted_at(
    speaker: Speaker,
    position: &[u32],
    word: &str,
    demand: Demand,
    reference: &mut Reference,
) -> Result<Option<Finding>, Stopped> {
    let shown = match demand {
        Demand::Nothing => return Ok(None),
        Demand::Outcome(outcome) => {
            let truly = reference.find_outcome(position)?;
            if truly == outcome {
                return Ok(None);
            }
            match winning_option(speaker.ruleset(), position, reference)? {
                Some(option) => {
                    format!("it is {truly}: moving to {} wins", write_position(&option))
                }
                None => format!("it is {truly}: no move wins"),
            }
        }
        Demand::NimValue(value) => {
            let truly = reference.find_nim_value(position)?;
            if i64::from(truly) == value {
                return Ok(None);
            }
            format!("its nim-value is {truly}, not {value}")
        }
        Demand::Move(to) => {
            for option in speaker.targets(position, &to) {
                if reference.find_outcome(&option)? == Outcome::P {
                    return Ok(None);
                }
            }
            "no such move wins".to_string()
        }
        Demand::Same(piles) => {
            let more = with_piles(position, &piles);
            let here = reference.find_outcome(position)?;
            let there = reference.find_outcome(&more)?;
            if here == there {
                return Ok(None);
            }
            format!("it is {here}, but {} is {there}", write_position(&more))
        }
    };
    Ok(Some(Finding::Refuted {
        witness: position.to_vec().into(),
        shown: format!("{word}{shown}"),
        evidence: speaker.counterexample(position),
    }))
}

fn winning_option(
    ruleset: &Ruleset,
    position: &[u32],
    reference: &mut Reference,
) -> Result<Option<Vec<u32>>, Stopped> {
    for option in Options::new(ruleset).list(position, Player::Left) {
        if !reference.find_outcome(&option)?.first_wins(Player::Right) {
            return Ok(Some(option));
        }
    }
    Ok(None)
}

/// Positions below a witness that the plain recursion goes through.
const CONFIRMED: u64 = 300_000;

/// Options that the plain recursion from a position looks at, about.
const NEAR: f64 = 1e8;

/// Is the position so small that the plain recursion can tell what it is? There are at most as many positions below as
/// there are multisets of so many piles of at most its largest, with about as many options each as there are tokens.
pub fn is_near(position: &[u32]) -> bool {
    let largest = f64::from(position.iter().copied().max().unwrap_or(0));
    let multisets = (1..=position.len()).fold(1.0, |all, i| all * (largest + i as f64) / i as f64);
    let tuples = position.iter().fold(1.0, |all, &size| all * (f64::from(size) + 1.0));
    let tokens: f64 = position.iter().map(|&size| f64::from(size)).sum();
    multisets.min(tuples) * (tokens + 1.0) <= NEAR
}

/// Looks for a counterexample at a position where a proof broke, and among its options.
pub fn around(on: &OnBoard, position: &[u32], task: &Task) -> Option<Finding> {
    if !is_near(position) {
        return None;
    }
    let mut near = vec![position.to_vec()];
    near.extend(Options::new(&on.ruleset).list(position, Player::Left));
    near.sort_by_key(|p| (p.iter().sum::<u32>(), p.clone()));
    let budget = cost::budget(task);
    let watch = task.watch();
    let mut looked_at = near.clone();
    if let Says::Adding(piles) = &on.says {
        looked_at.extend(near.iter().map(|position| with_piles(position, piles)));
    }
    let question = Question::about_positions(&on.ruleset, looked_at.iter().map(Vec::as_slice));
    let mut solver = question.wanted(wanted(on)).budget(&budget).watch(&watch).solver().ok()?;
    let found = near
        .into_iter()
        .find(|position| differs(on, position, &mut solver, &mut false) == Ok(true))?;
    // Where the plain recursion can follow, it has the last word.
    let below = found.iter().map(|&size| u64::from(size) + 1).fold(1, u64::saturating_mul);
    if below <= CONFIRMED {
        let confirmed = confirmed(Speaker::Board(on), &found, task);
        return confirmed.filter(|found| !matches!(found, Finding::Undecided { .. }));
    }
    let shown = match solver.winning(&found) {
        Ok(Winning::Either(winning)) => match winning.first() {
            Some(option) => format!("it is N: moving to {} wins", write_position(option)),
            None => "it is P: no move wins".to_string(),
        },
        _ => "its value is another".to_string(),
    };
    let evidence = Speaker::Board(on).counterexample(&found);
    Some(Finding::Refuted { witness: found.into(), shown, evidence })
}
