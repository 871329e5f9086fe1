//! Claims that the outcome is a function of some numbers, such as the parities of counts: two positions that agree in these
//! numbers, but not in their outcomes, refute them.

use std::collections::HashMap;
use std::time::Instant;

use sprague_rules::ruleset::Ending;
use sprague_rules::{Outcome, Ruleset, write_position};
use sprague_solve::plain_units::PlainTable;
use sprague_solve::units::UnitMoves;
use sprague_solve::{Purpose, Reference, Region, Solver, Wanted};

use crate::board::Board;
use crate::check::{deep_enough, readings};
use crate::condition::value_of;
use crate::text::{Claim, Statement, Subject};
use crate::verdict::{Judgement, Limits, Verdict, proved, unspoken};

/// A position with its tokens.
type Seen = Option<(u32, Vec<u32>)>;

/// What a table shows.
enum Found {
    /// The claim speaks of none of its positions.
    Nothing,
    Agreement,
    /// An N-position and a P-position.
    Apart(Vec<u32>, Vec<u32>),
}

/// The verdict: two positions of a table, or a proof.
pub fn judge(
    claim: &Claim,
    limits: &Limits,
    deadline: Instant,
    judgement: &mut Judgement,
) -> Verdict {
    let Subject::Board { board, .. } = &claim.subject else {
        return Verdict::Undecided { why: "it is not about piles or counts".into() };
    };
    let region = region(claim, *board, limits);
    let numbers = match board {
        Board::Piles(count) => *count..=*count,
        _ => 0..=region.places,
    };
    match compared(claim, region, numbers, limits) {
        Err(why) => Verdict::Undecided { why },
        Ok(Found::Apart(won, lost)) => apart(claim, &won, &lost).unwrap_or_else(|| {
            let (won, lost) = (write_position(&won), write_position(&lost));
            Verdict::Undecided { why: format!("two solvers disagree at {won} or {lost}") }
        }),
        Ok(found) => {
            let (places, max) = (region.places, region.max);
            let words = match board {
                Board::Piles(_) => format!("piles up to {max}"),
                _ => format!("at most {places} piles of at most {max}"),
            };
            proved(claim, limits, deadline, judgement).unwrap_or_else(|why| match found {
                Found::Nothing => Verdict::Undecided { why: unspoken(&words, &why) },
                _ => Verdict::Holds { region: words, why },
            })
        }
    }
}

/// The positions to look at: a fixed number of piles up to some size, or at most so many piles of bounded size.
fn region(claim: &Claim, board: Board, limits: &Limits) -> Region {
    let few = |region: &Region| {
        region.positions().is_some_and(|positions| positions <= 20 * limits.positions)
    };
    match board {
        Board::Piles(count) => {
            let one = Region::new(&claim.ruleset, count, 3000);
            let max = claim.check_to.unwrap_or_else(|| one.largest_max(|region| few(&region)));
            Region { max, ..one }
        }
        _ => {
            let largest = board.numbers() as u32;
            let of = |places: usize| Region::new(&claim.ruleset, places, largest);
            let quick = (1..60).take_while(|&places| few(&of(places))).last().unwrap_or(1);
            of(claim.check_piles.map_or(quick, |piles| piles as usize))
        }
    }
}

/// An N-position and a P-position of the region that agree in the numbers, with as few tokens as can be.
fn compared(
    claim: &Claim,
    region: Region,
    numbers: std::ops::RangeInclusive<usize>,
    limits: &Limits,
) -> Result<Found, String> {
    let Statement::Depends(on) = &claim.statement else { return Err("nothing to compare".into()) };
    let (budget, watch) = (limits.budget(), limits.watch());
    let purpose = Purpose::WholeRegion;
    let solver =
        Solver::new(&claim.ruleset, region, Wanted::Outcomes, purpose, &budget, None, &watch);
    let mut solver = solver.map_err(|refusal| refusal.to_string())?;
    let mut seen: HashMap<Vec<i64>, [Seen; 2]> = HashMap::new();
    let mut trouble = None;
    for places in numbers {
        Region { places, ..region }.visit_full(&mut |position| {
            for named in readings(claim, position) {
                if !claim.suppose.holds(&named) {
                    continue;
                }
                let outcome = match solver.outcome(position) {
                    Ok(outcome) => outcome,
                    Err(refusal) => {
                        trouble = Some(refusal.to_string());
                        return false;
                    }
                };
                let key: Vec<i64> = on.iter().map(|number| value_of(number, &named)).collect();
                let first = &mut seen.entry(key).or_default()[usize::from(outcome == Outcome::P)];
                let tokens: u32 = position.iter().sum();
                if first.as_ref().is_none_or(|(least, _)| tokens < *least) {
                    *first = Some((tokens, position.to_vec()));
                }
            }
            true
        });
    }
    if let Some(why) = trouble {
        return Err(why);
    }
    if seen.is_empty() {
        return Ok(Found::Nothing);
    }
    let pairs = seen.into_values().filter_map(|[won, lost]| won.zip(lost));
    let least = pairs.min_by_key(|(won, lost)| (won.0.max(lost.0), won.1.clone()));
    Ok(least.map_or(Found::Agreement, |(won, lost)| Found::Apart(won.1, lost.1)))
}

/// Positions below a witness that the plain recursion goes through; further up the plain table of unit moves does.
const PLAIN: u64 = 400_000;

/// The refutation by two positions, if their outcomes are confirmed from the rules alone.
pub fn apart(claim: &Claim, won: &[u32], lost: &[u32]) -> Option<Verdict> {
    let larger = won.iter().sum::<u32>() > lost.iter().sum::<u32>();
    let (here, there) = if larger { (won, lost) } else { (lost, won) };
    let outcomes = |positions: [&[u32]; 2]| -> Option<[Outcome; 2]> {
        let region = Region::around(&claim.ruleset, positions);
        if region.positions().is_some_and(|positions| positions <= PLAIN) {
            return deep_enough(here, || {
                let mut reference = Reference::new(&claim.ruleset);
                Some(positions.map(|position| reference.outcome(position)))
            });
        }
        let table =
            PlainTable::compute(&unit_moves(&claim.ruleset)?, region.places, region.max as usize);
        let outcome = |position| if table.is_p(position) { Outcome::P } else { Outcome::N };
        Some(positions.map(outcome))
    };
    let [of_won, of_lost] = outcomes([won, lost])?;
    if of_won == of_lost {
        return None;
    }
    let outcome = if larger { of_won } else { of_lost };
    let other = if larger { of_lost } else { of_won };
    let shown = format!("it is {outcome}, but {} is {other}", write_position(there));
    Some(Verdict::Refuted { witness: here.to_vec().into(), shown })
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
