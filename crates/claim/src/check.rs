//! Claims against tables: every position of a region, and the smallest counterexample.

mod facts;
mod learned;
mod sequence;

use sprague_rules::{Options, Outcome, Player, write_position};
use sprague_solve::{Purpose, Reference, Region, Solver, Wanted, Winning};

use crate::any;
use crate::board::Board;
use crate::condition::Condition;
use crate::text::{Claim, Meaning, Statement, Subject};
use crate::verdict::{Limits, Verdict};

pub use facts::facts;
pub use learned::{ATTEMPTS, learned};
pub use sequence::sequence_of;

pub enum Checked {
    Holds { region: String, spoken: bool },
    Refuted(Verdict),
    Failed(Verdict),
}

/// What the claim says of one position of its subject: nothing, or what must be so.
enum Said {
    Nothing,
    Outcome(Outcome),
    NimValue(i64),
    /// Some option is so, and it is P.
    Move(Condition),
    /// The outcome is that with these piles added.
    Same(Vec<u32>),
}

/// Is the position P?
type IsLost<'l> = &'l mut dyn FnMut(&[u32]) -> Result<bool, String>;

fn said(claim: &Claim, numbers: &[i64], is_lost: IsLost) -> Result<Said, String> {
    let mut holds = |condition: &Condition| match condition.speaks_of_outcomes() {
        true => Ok::<bool, String>(condition.resolved(numbers, is_lost)?.holds(numbers)),
        false => Ok(condition.holds(numbers)),
    };
    if !holds(&claim.suppose)? {
        return Ok(Said::Nothing);
    }
    Ok(match &claim.statement {
        Statement::Exactly(Meaning::P(condition)) => {
            Said::Outcome(if holds(condition)? { Outcome::P } else { Outcome::N })
        }
        Statement::Exactly(Meaning::NimValue(number)) => Said::NimValue(number.value(numbers)),
        Statement::If { outcome, condition } if holds(condition)? => Said::Outcome(*outcome),
        Statement::Strategy { from, to } if from.holds(numbers) => Said::Move(to.clone()),
        Statement::Adding(piles) => Said::Same(piles.clone()),
        _ => Said::Nothing,
    })
}

/// The numbers that the claim names, for a position: none if it does not speak of it, several where piles may be counted
/// or not.
pub fn readings(claim: &Claim, position: &[u32]) -> Vec<Vec<i64>> {
    let board = match &claim.subject {
        Subject::Board { board, .. } => *board,
        Subject::Any { .. } => return any::features_of(claim, position).into_iter().collect(),
        _ => return Vec::new(),
    };
    let count = |position: &[u32], most: usize| -> Vec<i64> {
        let count = |size: u32| position.iter().filter(|&&n| n == size).count() as i64;
        (1..=most as u32).map(count).collect()
    };
    match board {
        Board::Piles(count) if position.len() == count => {
            vec![position.iter().map(|&n| n.into()).collect()]
        }
        Board::Piles(_) => Vec::new(),
        Board::Counts(most) => {
            let largest = position.last().copied().unwrap_or(0) as usize;
            let spoken = claim.boards(most).contains(&largest);
            if spoken { vec![count(position, most)] } else { Vec::new() }
        }
        Board::Mixed { sizes, piles } => {
            let mut found = Vec::new();
            for chosen in parts(position, piles) {
                let mut left = position.to_vec();
                for pile in &chosen {
                    let place = left.iter().position(|n| n == pile).expect("it is a part");
                    left.remove(place);
                }
                if left.iter().all(|&n| n as usize <= sizes) {
                    let gone = std::iter::repeat_n(0, piles - chosen.len());
                    let named = gone.chain(chosen.iter().map(|&n| i64::from(n)));
                    found.push(count(&left, sizes).into_iter().chain(named).collect());
                }
            }
            found
        }
    }
}

/// The different multisets of at most so many of the piles, ascending.
fn parts(position: &[u32], most: usize) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for &pile in position {
        let longer = all.iter().filter(|part| part.len() < most);
        let longer: Vec<Vec<u32>> = longer.map(|part| [&part[..], &[pile]].concat()).collect();
        all.extend(longer);
        all.sort_unstable();
        all.dedup();
    }
    all
}

/// Compares the claim with a table of small positions.
pub fn positions(claim: &Claim, limits: &Limits) -> Checked {
    let Subject::Board { board, names } = &claim.subject else {
        return Checked::Failed(Verdict::Undecided {
            why: "it is not about piles or counts".into(),
        });
    };
    let (region, all, words) = match region(claim, *board, names, limits) {
        Some(region) => region,
        None => {
            return Checked::Failed(Verdict::Undecided {
                why: "there are too many positions to check".into(),
            });
        }
    };
    let wanted = match &claim.statement {
        Statement::Exactly(Meaning::NimValue(_)) => Wanted::NimValues,
        _ => Wanted::Outcomes,
    };
    let budget = limits.budget();
    let watch = limits.watch();
    let solver =
        Solver::new(&claim.ruleset, region, wanted, Purpose::WholeRegion, &budget, None, &watch);
    let mut solver = match solver {
        Ok(solver) => solver,
        Err(refusal) => return Checked::Failed(Verdict::Undecided { why: refusal.to_string() }),
    };
    let mut worst: Option<Vec<u32>> = None;
    let mut spoken = false;
    for (done, position) in all.into_iter().enumerate() {
        if done % 1024 == 0 && !watch.goes_on() {
            let why = format!("time ran out after {done} positions");
            return Checked::Failed(Verdict::Undecided { why });
        }
        match differs(claim, &position, &mut solver, &mut spoken) {
            Ok(true) => {
                let rank = |p: &Vec<u32>| (p.iter().sum::<u32>(), p.clone());
                if worst.as_ref().is_none_or(|worst| rank(&position) < rank(worst)) {
                    worst = Some(position);
                }
            }
            Ok(false) => {}
            Err(refusal) => return Checked::Failed(Verdict::Undecided { why: refusal }),
        }
    }
    match worst {
        Some(position) => match confirmed(claim, &position) {
            Some(verdict) => Checked::Refuted(verdict),
            None => Checked::Failed(Verdict::Undecided {
                why: format!("two solvers disagree at {}", write_position(&position)),
            }),
        },
        None => Checked::Holds { region: words, spoken },
    }
}

/// Is the position other than the claim says? `spoken` is set if it says anything.
fn differs(
    claim: &Claim,
    position: &[u32],
    solver: &mut Solver,
    spoken: &mut bool,
) -> Result<bool, String> {
    for numbers in readings(claim, position) {
        if differs_at(claim, position, &numbers, solver, spoken)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn differs_at(
    claim: &Claim,
    position: &[u32],
    numbers: &[i64],
    solver: &mut Solver,
    spoken: &mut bool,
) -> Result<bool, String> {
    let refusal = |refusal: sprague_solve::Refusal| refusal.to_string();
    let mut is_lost = |p: &[u32]| Ok(solver.outcome(p).map_err(refusal)? == Outcome::P);
    let said = said(claim, numbers, &mut is_lost)?;
    *spoken |= !matches!(said, Said::Nothing);
    Ok(match said {
        Said::Nothing => false,
        Said::Outcome(outcome) => solver.outcome(position).map_err(refusal)? != outcome,
        Said::NimValue(value) => {
            solver.nim_value(position).map_err(refusal)?.map(i64::from) != Some(value)
        }
        Said::Move(to) => {
            let mut found = false;
            for option in targets(claim, position, &to) {
                found |= solver.outcome(&option).map_err(refusal)? == Outcome::P;
            }
            !found
        }
        Said::Same(piles) => {
            let more = with_piles(position, &piles);
            solver.outcome(position).map_err(refusal)? != solver.outcome(&more).map_err(refusal)?
        }
    })
}

/// The same on a stack that is deep enough for the recursion.
pub fn confirmed(claim: &Claim, position: &[u32]) -> Option<Verdict> {
    deep_enough(position, || refuted(claim, position))
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
fn refuted(claim: &Claim, position: &[u32]) -> Option<Verdict> {
    let mut reference = Reference::new(&claim.ruleset);
    let mut readings = readings(claim, position).into_iter();
    readings.find_map(|numbers| refuted_at(claim, position, &numbers, &mut reference))
}

fn refuted_at(
    claim: &Claim,
    position: &[u32],
    numbers: &[i64],
    reference: &mut Reference,
) -> Option<Verdict> {
    let mut is_lost = |p: &[u32]| Ok(reference.outcome(p) == Outcome::P);
    let shown = match said(claim, numbers, &mut is_lost).ok()? {
        Said::Nothing => return None,
        Said::Outcome(outcome) => {
            let truly = reference.outcome(position);
            if truly == outcome {
                return None;
            }
            match winning_option(claim, position, reference) {
                Some(option) => {
                    format!("it is {truly}: moving to {} wins", write_position(&option))
                }
                None => format!("it is {truly}: no move wins"),
            }
        }
        Said::NimValue(value) => {
            let truly = reference.nim_value(position);
            if i64::from(truly) == value {
                return None;
            }
            format!("its nim-value is {truly}, not {value}")
        }
        Said::Move(to) => {
            if targets(claim, position, &to).iter().any(|o| reference.outcome(o) == Outcome::P) {
                return None;
            }
            "no such move wins".to_string()
        }
        Said::Same(piles) => {
            let more = with_piles(position, &piles);
            let (here, there) = (reference.outcome(position), reference.outcome(&more));
            if here == there {
                return None;
            }
            format!("it is {here}, but {} is {there}", write_position(&more))
        }
    };
    Some(Verdict::Refuted { witness: position.to_vec().into(), shown })
}

/// The options that fulfil the condition; piles that are gone count as 0.
fn targets(claim: &Claim, position: &[u32], to: &Condition) -> Vec<Vec<u32>> {
    let mut options = Options::new(&claim.ruleset).list(position, Player::Left);
    options.retain(|option| {
        let board = match &claim.subject {
            Subject::Board { board, .. } => *board,
            Subject::Any { .. } => return to.holds(&any::features(option)),
            _ => return false,
        };
        let numbers: Vec<i64> = match board {
            Board::Mixed { .. } => {
                return readings(claim, option).iter().any(|numbers| to.holds(numbers));
            }
            Board::Piles(count) => {
                let gone = count.saturating_sub(option.len());
                std::iter::repeat_n(0, gone).chain(option.iter().map(|&n| n.into())).collect()
            }
            Board::Counts(most) => (1..=most as u32)
                .map(|size| option.iter().filter(|&&n| n == size).count() as i64)
                .collect(),
        };
        to.holds(&numbers)
    });
    options
}

fn with_piles(position: &[u32], piles: &[u32]) -> Vec<u32> {
    let mut more = [position, piles].concat();
    more.sort_unstable();
    more
}

fn winning_option(claim: &Claim, position: &[u32], reference: &mut Reference) -> Option<Vec<u32>> {
    let options = Options::new(&claim.ruleset).list(position, Player::Left);
    options.into_iter().find(|option| !reference.outcome(option).first_wins(Player::Right))
}

/// Positions below a witness that the plain recursion goes through.
const CONFIRMED: u64 = 300_000;

/// Looks for a counterexample at a position where a proof broke, and among its options.
pub fn around(claim: &Claim, position: &[u32], limits: &Limits) -> Option<Verdict> {
    let mut near = vec![position.to_vec()];
    near.extend(Options::new(&claim.ruleset).list(position, Player::Left));
    near.sort_by_key(|p| (p.iter().sum::<u32>(), p.clone()));
    let budget = limits.budget();
    let watch = limits.watch();
    let mut looked_at = near.clone();
    if let Statement::Adding(piles) = &claim.statement {
        looked_at.extend(near.iter().map(|position| with_piles(position, piles)));
    }
    let region = Region::around(&claim.ruleset, looked_at.iter().map(Vec::as_slice));
    let purpose = Purpose::positions(looked_at.iter().map(Vec::as_slice));
    let wanted = match &claim.statement {
        Statement::Exactly(Meaning::NimValue(_)) => Wanted::NimValues,
        _ => Wanted::Outcomes,
    };
    let mut solver =
        Solver::new(&claim.ruleset, region, wanted, purpose, &budget, None, &watch).ok()?;
    let found = near
        .into_iter()
        .find(|position| differs(claim, position, &mut solver, &mut false) == Ok(true))?;
    // Where the plain recursion can follow, it has the last word.
    let below = found.iter().map(|&size| u64::from(size) + 1).fold(1, u64::saturating_mul);
    if below <= CONFIRMED {
        return confirmed(claim, &found);
    }
    let shown = match solver.winning(&found) {
        Ok(Winning::Either(winning)) => match winning.first() {
            Some(option) => format!("it is N: moving to {} wins", write_position(option)),
            None => "it is P: no move wins".to_string(),
        },
        _ => "its value is another".to_string(),
    };
    Some(Verdict::Refuted { witness: found.into(), shown })
}

/// The region to check, its positions of which the claim speaks, and its name.
fn region(
    claim: &Claim,
    board: Board,
    names: &[String],
    limits: &Limits,
) -> Option<(Region, Vec<Vec<u32>>, String)> {
    // A position takes some hundred bytes.
    let few = |positions: Option<u64>| positions.is_some_and(|p| p <= limits.memory / 100);
    match board {
        Board::Piles(count) => {
            let one = |max: u32| Region::new(&claim.ruleset, count, max);
            // Where piles are added, the table must hold them too.
            let (extra, largest) = match &claim.statement {
                Statement::Adding(piles) => (piles.len(), piles.iter().copied().max().unwrap_or(0)),
                _ => (0, 0),
            };
            let whole = |max: u32| Region::new(&claim.ruleset, count + extra, max.max(largest));
            let fits = |region: Region| {
                whole(region.max).positions().is_some_and(|p| p <= limits.positions)
            };
            let max = claim.check_to.unwrap_or_else(|| one(3000).largest_max(fits).max(3));
            let region = one(max);
            let table = whole(max);
            if !few(table.positions()) {
                return None;
            }
            let mut all = Vec::new();
            region.visit_full(&mut |position| {
                all.push(position.to_vec());
                true
            });
            let words = format!("{} up to {max}: {} positions", names.join(" <= "), all.len());
            Some((table, all, words))
        }
        Board::Mixed { sizes, piles } => {
            let others = |max: u32| Region::new(&claim.ruleset, piles, max);
            let tuples = |max: u32| {
                let counts = (u64::from(max) + 1).checked_pow(sizes as u32);
                counts.zip(others(max).positions()).and_then(|(a, b)| a.checked_mul(b))
            };
            let table = |max: u32| {
                Region::new(&claim.ruleset, sizes * max as usize + piles, max.max(sizes as u32))
            };
            let fits = |max: u32| {
                tuples(max).is_some_and(|t| t <= limits.positions)
                    && table(max).positions().is_some_and(|p| p <= 100 * limits.positions)
            };
            let quick = (1..200).take_while(|&max| fits(max)).last().unwrap_or(1);
            let max = claim.check_to.unwrap_or(quick);
            if !few(tuples(max)) || !few(table(max).positions()) {
                return None;
            }
            let mut all: Vec<Vec<u32>> = Vec::new();
            for count in 0..=piles {
                Region::new(&claim.ruleset, count, max).visit_full(&mut |position| {
                    all.push(position.to_vec());
                    true
                });
            }
            for size in 1..=sizes as u32 {
                let longer = |piles: Vec<u32>| {
                    (0..=max).map(move |count| with_piles(&piles, &vec![size; count as usize]))
                };
                all = all.into_iter().flat_map(longer).collect();
            }
            all.sort_unstable();
            all.dedup();
            let words = format!("{} up to {max}: {} positions", names.join(", "), all.len());
            Some((table(max), all, words))
        }
        Board::Counts(most) => {
            let total = |max: u32| (u64::from(max) + 1).saturating_pow(most as u32);
            // Where piles are added, the table must hold them too.
            let (extra, largest) = match &claim.statement {
                Statement::Adding(piles) => (piles.len(), piles.iter().copied().max().unwrap_or(0)),
                _ => (0, 0),
            };
            let largest = largest.max(most as u32);
            let table =
                |max: u32| Region::new(&claim.ruleset, most * max as usize + extra, largest);
            let fits = |max: u32| {
                total(max) <= limits.positions
                    && table(max).positions().is_some_and(|p| p <= 20 * limits.positions)
            };
            let quick = (1..200).take_while(|&max| fits(max)).last().unwrap_or(1);
            let max = claim.check_to.unwrap_or(quick);
            if !few(total(max).checked_mul(1 + (most as u64 * u64::from(max)) / 25)) {
                return None;
            }
            let mut all: Vec<Vec<u32>> = vec![Vec::new()];
            for size in 1..=most as u32 {
                let longer = |piles: Vec<u32>| {
                    (0..=max).map(move |count| {
                        let more = std::iter::repeat_n(size, count as usize);
                        piles.iter().copied().chain(more).collect()
                    })
                };
                all = all.into_iter().flat_map(longer).collect();
            }
            let words = format!("{} up to {max}: {} positions", names.join(", "), all.len());
            Some((table(max), all, words))
        }
    }
}
