//! Claims against tables: every position of a region, the smallest counterexample, and single facts.

use sprague_rules::{Options, Outcome, Player, Ruleset, write_position};
use sprague_sequence::Verdict as Known;
use sprague_sequence::notation::{Notation, Symbol, parse_notation};
use sprague_sequence::{Sequence, Terms};
use sprague_solve::{Purpose, Reference, Region, Solver, Wanted, Winning};

use crate::any;
use crate::board::Board;
use crate::condition::Condition;
use crate::learn::{Learned, learn};
use crate::text::{Claim, Fact, Meaning, Statement, Subject};
use crate::values;
use crate::verdict::{Limits, Verdict};

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

/// Largest pile of the tables from which P-positions are learned, by the number of piles, at the first attempt and at
/// the next ones, if what was learned before turned out to be wrong.
const LEARNED_TO: [[u32; 7]; 3] =
    [[0, 4000, 700, 150, 60, 34, 24], [0, 8000, 1500, 300, 128, 64, 36], [0, 0, 0, 0, 0, 110, 56]];
/// Largest pile of the positions with which a guess is compared.
const SAMPLED_TO: [u32; 7] = [0, 4000, 700, 150, 60, 34, 24];
/// The same for counts, by the largest pile.
const COUNTED_TO: [u32; 6] = [0, 200, 80, 30, 12, 7];
/// States of an automaton that is worth a proof.
const LEARNED_STATES: usize = 400;

/// How often learning is worth trying.
pub const ATTEMPTS: usize = LEARNED_TO.len();

/// The P-positions of the whole board as an automaton learned from a table, if one fits.
pub fn learned(
    ruleset: &Ruleset,
    board: Board,
    attempt: usize,
    limits: &Limits,
) -> Option<Learned> {
    let (region, most, sampled) = match board {
        Board::Piles(count) => {
            let max = *LEARNED_TO.get(attempt)?.get(count).filter(|&&max| max > 0)?;
            (Region::new(ruleset, count, max), max, SAMPLED_TO[count])
        }
        Board::Counts(size) => {
            let max = *COUNTED_TO.get(size).filter(|_| attempt == 0)?;
            (Region::new(ruleset, size * max as usize, size as u32), max, max)
        }
        Board::Mixed { .. } => return None,
    };
    let budget = limits.budget();
    let watch = limits.watch();
    let purpose = Purpose::WholeRegion;
    let wanted = Wanted::Outcomes;
    let mut solver = Solver::new(ruleset, region, wanted, purpose, &budget, None, &watch).ok()?;
    let mut oracle = |tuple: &[u32]| {
        let inside = match board {
            Board::Piles(_) => tuple.iter().sum::<u32>() <= most,
            _ => tuple.iter().all(|&count| count <= most),
        };
        if !inside {
            return None;
        }
        let wide: Vec<u128> = tuple.iter().map(|&n| n.into()).collect();
        solver.outcome(&board.position(&wide)?).ok().map(|outcome| outcome == Outcome::P)
    };
    let samples = tuples(board.numbers(), sampled, matches!(board, Board::Piles(_)));
    learn(board.numbers(), &mut oracle, &samples, LEARNED_STATES, &|| watch.goes_on())
}

/// All tuples with a sum, or entries, up to `most`, in ascending order of their sum.
fn tuples(numbers: usize, most: u32, by_sum: bool) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..numbers {
        let longer = |head: Vec<u32>| {
            let room = if by_sum { most - head.iter().sum::<u32>() } else { most };
            (0..=room).map(move |n| [head.clone(), vec![n]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all.sort_by_key(|tuple| tuple.iter().sum::<u32>());
    all
}

/// Each fact by itself.
pub fn facts(claim: &Claim, facts: &[Fact], limits: &Limits) -> Verdict {
    let positions: Vec<&[u32]> = facts
        .iter()
        .flat_map(|fact| match fact {
            Fact::Outcome(p, _) | Fact::NimValue(p, _) => vec![&p[..]],
            Fact::Value(..) => vec![],
            Fact::Option(p, q) | Fact::Winning(p, q) => vec![&p[..], &q[..]],
        })
        .collect();
    let budget = limits.budget();
    let watch = limits.watch();
    let region = Region::around(&claim.ruleset, positions.iter().copied());
    let purpose = Purpose::positions(positions.iter().copied());
    let valued = facts.iter().any(|fact| matches!(fact, Fact::NimValue(..)));
    let wanted = if valued { Wanted::NimValues } else { Wanted::Outcomes };
    let solver = Solver::new(&claim.ruleset, region, wanted, purpose, &budget, None, &watch);
    let mut solver = match solver {
        Ok(solver) => solver,
        Err(refusal) => return Verdict::Undecided { why: refusal.to_string() },
    };
    for fact in facts {
        match wrong(claim, fact, &mut solver) {
            Err(why) => return Verdict::Undecided { why },
            Ok(Some((at, shown))) => return Verdict::Refuted { witness: at.into(), shown },
            Ok(None) => {}
        }
    }
    // Finitely many positions are all there are.
    Verdict::Proved { by: "computation" }
}

/// What is wrong with a fact.
fn wrong(
    claim: &Claim,
    fact: &Fact,
    solver: &mut Solver,
) -> Result<Option<(Vec<u32>, String)>, String> {
    let refusal = |refusal: sprague_solve::Refusal| refusal.to_string();
    let is_option = |from: &[u32], to: &[u32]| {
        let options = Options::new(&claim.ruleset);
        Player::BOTH.iter().any(|&player| options.list(from, player).iter().any(|o| o == to))
    };
    Ok(match fact {
        Fact::Outcome(position, outcome) => {
            let truly = solver.outcome(position).map_err(refusal)?;
            (truly != *outcome).then(|| (position.clone(), format!("it is {truly}")))
        }
        Fact::NimValue(position, value) => {
            let truly = solver.nim_value(position).map_err(refusal)?;
            (truly != Some(*value)).then(|| {
                let truly = truly.map_or("undefined".to_string(), |truly| truly.to_string());
                (position.clone(), format!("its nim-value is {truly}"))
            })
        }
        Fact::Value(position, text) => values::other_than(&claim.ruleset, position, text)?
            .map(|truly| (position.clone(), format!("its value is {truly}"))),
        Fact::Option(from, to) | Fact::Winning(from, to) if !is_option(from, to) => {
            Some((from.clone(), format!("{} is not an option", write_position(to))))
        }
        Fact::Option(..) => None,
        Fact::Winning(from, to) => {
            let truly = solver.outcome(to).map_err(refusal)?;
            let wins = !truly.first_wins(Player::Right) || !truly.first_wins(Player::Left);
            (!wins).then(|| (from.clone(), format!("{} is {truly}", write_position(to))))
        }
    })
}

/// The sequence of one heap against a notation.
pub fn sequence_of(
    ruleset: &Ruleset,
    check_to: Option<u32>,
    notation: &str,
    limits: &Limits,
) -> Verdict {
    let about = (ruleset, check_to);
    match ruleset.has_nim_values() {
        true => {
            compare_sequence(about, parse_notation::<u32>(notation), 1, limits, |terms| match terms
            {
                Terms::NimValues(values) => values,
                Terms::Outcomes(_) => Vec::new(),
            })
        }
        false => compare_sequence(about, parse_notation::<Outcome>(notation), 0, limits, |terms| {
            match terms {
                Terms::Outcomes(outcomes) => outcomes,
                Terms::NimValues(_) => Vec::new(),
            }
        }),
    }
}

/// Compares with what is computed, which settles all heaps if its regularity is proved.
fn compare_sequence<T: Symbol>(
    (ruleset, check_to): (&Ruleset, Option<u32>),
    notation: Result<Notation<T>, sprague_rules::Complaint>,
    first: usize,
    limits: &Limits,
    terms: impl Fn(Terms) -> Vec<T>,
) -> Verdict {
    let notation = match notation {
        Ok(notation) => notation,
        Err(complaint) => {
            return Verdict::Undecided {
                why: format!("the sequence is not understood: {}", complaint.message),
            };
        }
    };
    let (before, period) = (notation.preperiod.len(), notation.period.len());
    let quick = (6 * (before + period)).clamp(200, 20_000) as u32;
    let to = check_to.unwrap_or(quick);
    let budget = limits.budget();
    let watch = limits.watch();
    let sequence = match Sequence::compute(ruleset, to, &budget, &watch) {
        Ok(sequence) => sequence,
        Err(refusal) => return Verdict::Undecided { why: refusal.to_string() },
    };
    let regularity = sequence.regularity(ruleset);
    let computed = terms(sequence.terms);
    for (heap, truly) in computed.iter().enumerate().skip(first) {
        match notation.term(heap - first) {
            Some(stated) if stated != *truly => {
                let shown = format!("the heap has {truly}, not {stated}");
                return Verdict::Refuted { witness: vec![heap as u32].into(), shown };
            }
            _ => {}
        }
    }
    if period == 0 && before + first <= computed.len() {
        return Verdict::Proved { by: "computation" };
    }
    // Two sequences, both regular from some heap on, agree for ever once they do so through both
    // preperiods and as many terms as both periods together.
    if let Some(regularity) = regularity
        && let Known::Proved(method) = regularity.verdict
    {
        let start = regularity.preperiod.max(before + first);
        if start + regularity.period * period.max(1) < computed.len()
            || (regularity.period == period && start + 2 * period < computed.len())
        {
            return Verdict::Proved { by: method.name() };
        }
    }
    let region = format!("heaps up to {to}");
    Verdict::Holds { region, why: "the regularity of the sequence is not proved".into() }
}
