//! Claims that the outcome is a function of some numbers, such as the parities of counts: two positions that agree in these
//! numbers, but not in their outcomes, refute them.

use crate::cost;
use sprague_task::Task;
use std::collections::HashMap;

use sprague_certificate::{BoardEvidence, Evidence};
use sprague_rules::ruleset::Ending;
use sprague_rules::{Outcome, Ruleset, write_position};
use sprague_solve::plain_units::PlainTable;
use sprague_solve::units::UnitMoves;
use sprague_solve::{Question, Reference, Region, Wanted};

use sprague_claim::claim::{OnBoard, Says};
use sprague_claim::condition::value_of;
use sprague_claim::{Board, Claim, Sight};

use crate::boards::proved;
use crate::check::deep_enough;
use crate::finding::{Finding, Trace, as_far};

/// A position with its tokens.
type Seen = Option<(u32, Vec<u32>)>;

/// What a table shows.
enum Found {
    /// It does so at so many positions of which the claim speaks.
    Agreement(u64),
    /// Two positions with different outcomes.
    Apart(Vec<u32>, Vec<u32>),
}

/// The verdict: two positions of a table, or a proof.
pub fn judge(claim: &Claim, on: &OnBoard, task: &Task, judgement: &mut Trace) -> Finding {
    let board = &on.board;
    let region = region(claim, on, task);
    let numbers = match board {
        Board::Piles(count) | Board::Row(count) => *count..=*count,
        _ => 0..=region.places,
    };
    match compared(on, region, numbers, task) {
        Err(why) => Finding::Undecided { why },
        Ok(Found::Apart(won, lost)) => apart(&on.ruleset, &won, &lost, task).unwrap_or_else(|| {
            let (won, lost) = (write_position(&won), write_position(&lost));
            Finding::Undecided { why: format!("two solvers disagree at {won} or {lost}") }
        }),
        Ok(Found::Agreement(positions)) => {
            let (places, max) = (region.places, region.max);
            let words = match board {
                Board::Row(_) => format!("places up to {max}: {positions} positions"),
                Board::Piles(_) => format!("piles up to {max}: {positions} positions"),
                _ => format!("at most {places} piles of at most {max}: {positions} positions"),
            };
            proved(claim, on, task, judgement).unwrap_or_else(|why| as_far(positions, words, why))
        }
    }
}

/// The positions to look at: a fixed number of piles up to some size, or at most so many piles of bounded size.
fn region(claim: &Claim, on: &OnBoard, task: &Task) -> Region {
    let board = on.board;
    let few = |region: &Region| {
        region.positions().is_some_and(|positions| positions <= 20 * task.limits().positions)
            && cost::affords(task, &on.ruleset, *region, Wanted::Outcomes)
    };
    match board {
        Board::Piles(count) | Board::Row(count) => {
            let one = Region::new(&on.ruleset, count, 3000);
            let max = claim.check_to.unwrap_or_else(|| one.largest_max(|region| few(&region)));
            Region { max, ..one }
        }
        _ => {
            let largest = board.numbers() as u32;
            let of = |places: usize| Region::new(&on.ruleset, places, largest);
            let quick = (1..60).take_while(|&places| few(&of(places))).last().unwrap_or(1);
            of(claim.check_piles.map_or(quick, |piles| piles as usize))
        }
    }
}

/// Two positions of the region that agree in the numbers, but not in their outcomes, with as few tokens as can be.
fn compared(
    on: &OnBoard,
    region: Region,
    numbers: std::ops::RangeInclusive<usize>,
    task: &Task,
) -> Result<Found, String> {
    let Says::Depends(numbers_of) = &on.says else { return Err("nothing to compare".into()) };
    let (budget, watch) = (cost::budget(task), task.watch());
    let question = Question::about_region(&on.ruleset, region).budget(&budget).watch(&watch);
    let mut solver = question.solver().map_err(|refusal| refusal.to_string())?;
    let mut seen: HashMap<Vec<i64>, [Seen; 4]> = HashMap::new();
    let mut trouble = None;
    let (mut positions, mut visited) = (0, 0u64);
    for places in numbers {
        Region { places, ..region }.visit_whole(&mut |position| {
            visited += 1;
            if visited % 1024 == 0 && !watch.goes_on() {
                trouble = Some(format!("time ran out after {visited} positions"));
                return false;
            }
            let mut spoken = false;
            for named in on.readings(position) {
                let sight = Sight { numbers: &named, piles: position };
                if !on.suppose.holds(sight) {
                    continue;
                }
                spoken = true;
                let outcome = match solver.outcome(position) {
                    Ok(outcome) => outcome,
                    Err(refusal) => {
                        trouble = Some(refusal.to_string());
                        return false;
                    }
                };
                let key: Vec<i64> =
                    numbers_of.iter().map(|number| value_of(number, sight)).collect();
                let first = &mut seen.entry(key).or_default()[outcome as usize];
                let tokens: u32 = position.iter().sum();
                if first.as_ref().is_none_or(|(least, _)| tokens < *least) {
                    *first = Some((tokens, position.to_vec()));
                }
            }
            positions += u64::from(spoken);
            true
        });
    }
    if let Some(why) = trouble {
        return Err(why);
    }
    // Two positions of a kind with different outcomes.
    let pairs = seen.into_values().flat_map(|seen| {
        let mut seen: Vec<(u32, Vec<u32>)> = seen.into_iter().flatten().collect();
        seen.sort();
        let mut seen = seen.into_iter();
        seen.next().zip(seen.next())
    });
    let least = pairs.min_by_key(|(one, two)| (one.0.max(two.0), one.1.clone(), two.1.clone()));
    Ok(least.map_or(Found::Agreement(positions), |(won, lost)| Found::Apart(won.1, lost.1)))
}

/// Positions below a witness that the plain recursion goes through; further up the plain table of unit moves does.
const PLAIN: u64 = 400_000;

/// The refutation by two positions, if their outcomes are confirmed from the rules alone; undecided, if that is stopped.
pub fn apart(ruleset: &Ruleset, won: &[u32], lost: &[u32], task: &Task) -> Option<Finding> {
    let larger = won.iter().sum::<u32>() > lost.iter().sum::<u32>();
    let (here, there) = if larger { (won, lost) } else { (lost, won) };
    let outcomes = |positions: [&[u32]; 2]| -> Option<[Outcome; 2]> {
        let region = Region::around(ruleset, positions);
        if region.positions().is_some_and(|positions| positions <= PLAIN) {
            return deep_enough(here, || {
                let mut reference = Reference::watched(ruleset, &task.watch());
                let [one, other] = positions.map(|position| reference.find_outcome(position));
                Some([one.ok()?, other.ok()?])
            });
        }
        let table = PlainTable::compute(&unit_moves(ruleset)?, region.places, region.max as usize);
        let outcome = |position| if table.is_p(position) { Outcome::P } else { Outcome::N };
        Some(positions.map(outcome))
    };
    let found = outcomes([won, lost]);
    if found.is_none() && !task.goes_on() {
        let (won, lost) = (write_position(won), write_position(lost));
        let why = format!("it was stopped before {won} and {lost} were confirmed");
        return Some(Finding::Undecided { why });
    }
    let [of_won, of_lost] = found?;
    if of_won == of_lost {
        return None;
    }
    let outcome = if larger { of_won } else { of_lost };
    let other = if larger { of_lost } else { of_won };
    let shown = format!("it is {outcome}, but {} is {other}", write_position(there));
    let evidence = BoardEvidence::Apart { at: here.to_vec(), other: there.to_vec() };
    let evidence = Some(Evidence::Board(evidence));
    Some(Finding::Refuted { witness: here.to_vec().into(), shown, evidence })
}

/// The moves of the ruleset, if each takes one token from each of some piles.
pub fn unit_moves(ruleset: &Ruleset) -> Option<UnitMoves> {
    let misere = match ruleset.ending {
        Ending::StuckLoses => false,
        Ending::StuckWins => true,
        Ending::Decided(_) => return None,
    };
    let units = ruleset.unit_moves()?;
    Some(UnitMoves::new(&units.sizes, units.each, misere))
}
