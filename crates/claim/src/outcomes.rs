//! Statements about the outcomes of one heap, for one subtraction set or for all of a family: which outcomes
//! are neighbours, and how long an outcome may last.
//!
//! Each set is settled for ever: once its outcomes are proved to repeat, looking at the preperiod and one period
//! (and as far beyond as the statement reaches) is looking at all heaps.

use sprague_rules::{HeapMoves, Outcome, Ruleset, parse_ruleset};
use sprague_sequence::{Sequence, Terms, Verdict as Known};

use crate::text::{Claim, Statement};
use crate::verdict::{Limits, Verdict};

/// How long an outcome may last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Number(i64),
    /// The least, or the largest, amount and something added.
    Least(i64),
    Largest(i64),
}

/// All non-empty sets within these numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The ruleset with the set left open: `lr-nim(S)`.
    pub expression: String,
    pub name: String,
    pub least: u32,
    pub largest: u32,
}

impl Family {
    /// The ruleset of one set.
    fn ruleset(&self, members: &[String]) -> Option<Ruleset> {
        parse_ruleset(&self.expression.replace(&self.name, &members.join(","))).ok()
    }
}

/// The verdict on a statement about outcomes of one heap.
pub fn judge(claim: &Claim, limits: &Limits) -> Verdict {
    let Some(family) = &claim.family else {
        return match one(&claim.ruleset, &claim.statement, limits) {
            Ok(None) => Verdict::Proved { by: "window" },
            Ok(Some((heap, shown))) => Verdict::Refuted { witness: vec![heap].into(), shown },
            Err(why) => Verdict::Undecided { why },
        };
    };
    let deadline = std::time::Instant::now() + limits.time;
    let elements: Vec<u32> = (family.least..=family.largest).collect();
    let sets = 1u64 << elements.len();
    let mut worst: Option<(u32, String)> = None;
    for bits in 1..sets {
        if std::time::Instant::now() > deadline {
            let region = format!("the first {bits} of {} sets", sets - 1);
            return Verdict::Holds { region, why: "time ran out".into() };
        }
        let chosen = elements.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
        let members: Vec<String> = chosen.map(|(_, n)| n.to_string()).collect();
        let Some(ruleset) = family.ruleset(&members) else {
            return Verdict::Undecided {
                why: format!("{{{}}} is no set for it", members.join(",")),
            };
        };
        match one(&ruleset, &claim.statement, limits) {
            Ok(None) => {}
            Ok(Some((heap, shown))) => {
                if worst.as_ref().is_none_or(|(least, _)| heap < *least) {
                    worst = Some((heap, format!("{}: {shown}", ruleset.expression)));
                }
            }
            Err(why) => {
                return Verdict::Undecided { why: format!("{}: {why}", ruleset.expression) };
            }
        }
    }
    match worst {
        Some((heap, shown)) => Verdict::Refuted { witness: vec![heap].into(), shown },
        None => Verdict::Proved { by: "window, set by set" },
    }
}

/// The least heap at which the statement fails for this ruleset.
fn one(
    ruleset: &Ruleset,
    statement: &Statement,
    limits: &Limits,
) -> Result<Option<(u32, String)>, String> {
    let amounts = HeapMoves::of(ruleset).and_then(|moves| moves.subtraction_set());
    let amounts = amounts.ok_or("moves must take amounts of a set")?;
    let Settled { outcomes, end, period } = settled(ruleset, limits)?;
    let words =
        |some: &[Outcome]| some.iter().map(|o| o.to_string()).collect::<Vec<_>>().join(" or ");
    match statement {
        Statement::Whenever { here, there } => {
            // A heap that looks back past the end of the preperiod comes again, one period on, and then looks at
            // the end of the period.
            let back = there.iter().map(|(shift, _)| shift.min(&0).unsigned_abs()).max();
            let end = end + back.unwrap_or(0) as usize;
            for n in (0..end).filter(|&n| here.contains(&outcomes[n])) {
                for (shift, allowed) in there {
                    let Some(place) = n.checked_add_signed(*shift as isize) else { continue };
                    if !allowed.contains(&outcomes[place]) {
                        let shown = format!(
                            "{n} is {}, but {place} is {}, not {}",
                            outcomes[n],
                            outcomes[place],
                            words(allowed)
                        );
                        return Ok(Some((n as u32, shown)));
                    }
                }
            }
            Ok(None)
        }
        Statement::Runs { outcome, most } => {
            let most = match *most {
                Bound::Number(n) => n,
                Bound::Least(more) => i64::from(*amounts.first().unwrap_or(&0)) + more,
                Bound::Largest(more) => i64::from(*amounts.last().unwrap_or(&0)) + more,
            };
            if outcomes[end - period..end].iter().all(|found| found == outcome) {
                let shown = format!("all heaps from {} on are {outcome}", end - period);
                return Ok(Some(((end - period) as u32, shown)));
            }
            let mut run = 0;
            for (n, found) in outcomes.iter().enumerate() {
                run = if found == outcome { run + 1 } else { 0 };
                if run > most {
                    let shown = format!("{run} heaps in a row up to {n} are {outcome}");
                    return Ok(Some((n as u32, shown)));
                }
            }
            Ok(None)
        }
        _ => Err("this is not about the outcomes of one heap".into()),
    }
}

/// Heaps beyond the period that a statement may look at.
const BEYOND: usize = 64;

/// Outcomes of the preperiod and two periods and some more; what follows repeats.
struct Settled {
    outcomes: Vec<Outcome>,
    /// Where the first period ends.
    end: usize,
    period: usize,
}

fn settled(ruleset: &Ruleset, limits: &Limits) -> Result<Settled, String> {
    let budget = limits.budget();
    let watch = limits.watch();
    for to in [200, 2000, 20_000, 1_000_000] {
        let sequence =
            Sequence::compute(ruleset, to, &budget, &watch).map_err(|r| r.to_string())?;
        let Some(regularity) = sequence.regularity(ruleset) else { continue };
        let Known::Proved(_) = regularity.verdict else { continue };
        let end = regularity.preperiod + regularity.period;
        let Terms::Outcomes(mut outcomes) = sequence.terms else {
            return Err("these are nim-values, not outcomes".into());
        };
        // Runs may go on from one period into the next: two periods show the longest, or one without end.
        let enough = end + regularity.period.max(BEYOND) + 2 * BEYOND;
        if enough < outcomes.len() {
            outcomes.truncate(enough);
            return Ok(Settled { outcomes, end, period: regularity.period });
        }
    }
    Err("no period is proved within a million heaps".into())
}
