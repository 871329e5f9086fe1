//! Statements about the values of heaps: who wins sums of heaps and their negatives, for every n.
//!
//! Values are those of normal play; a game that decides its stuck positions, such as LR-Nim, is turned into one by Nowakowski's
//! normalisation (`sprague_value::ruleset`). Where the values are proved to repeat with p from e on, and the condition on n
//! repeats with q from t on, the heaps up to a common multiple of p and q further on are all that matter; otherwise the
//! statement is checked as far as it says.
//!
//! What refutes it is played by the checker, move by move.

use crate::cost;
use sprague_task::Task;

use sprague_certificate::{Evidence, ValuesEvidence};
use sprague_rules::expr::Expr;
use sprague_rules::{Outcome, Ruleset};
use sprague_solve::Reference;
use sprague_value::play::Evaluator;
use sprague_value::regularity::{self, Verdict as Known};
use sprague_value::ruleset::{Positions, heaps};
use sprague_value::{Arena, Value, ZERO};

use sprague_claim::claim::{OfValues, OnValues, Sum};
use sprague_claim::condition::value_of;
use sprague_claim::outcomes::onwards::Onwards;
use sprague_claim::{Claim, Condition, Sight};

use crate::finding::Finding;
use crate::outcomes::settled::Settled;

/// How far it is checked if nothing is said.
const FAR: u32 = 200;

pub fn judge(claim: &Claim, on: &OnValues, task: &Task) -> Finding {
    match judged(claim, on, task) {
        Ok(verdict) => verdict,
        Err(why) => Finding::Undecided { why },
    }
}

/// The values of heaps, and what they do for ever.
struct Heaps {
    arena: Arena,
    evaluator: Evaluator<Positions>,
    values: Vec<Value>,
    /// From where on, and how soon again, if that is proved.
    repeat: Option<Onwards>,
    found: Option<regularity::Regularity>,
}

impl Heaps {
    fn new(ruleset: &Ruleset, to: u32, task: &Task) -> Result<Heaps, String> {
        let mut arena = Arena::new();
        arena.limit_memory(cost::bytes(task));
        arena.watch(task.watch());
        let positions = Positions::new(ruleset, &mut arena).map_err(|none| none.to_string())?;
        let mut evaluator = Evaluator::new(positions);
        let values = heaps(&mut arena, &mut evaluator, to).map_err(|limit| limit.to_string())?;
        let window = regularity::window(ruleset);
        let found = regularity::find(&mut arena, &values, window).map_err(|l| l.to_string())?;
        let repeat = found.filter(|r| r.saltus == ZERO && matches!(r.verdict, Known::Proved(_)));
        let repeat = repeat.map(|r| Onwards { from: r.preperiod as i64, period: r.period as i64 });
        Ok(Heaps { arena, evaluator, values, repeat, found })
    }

    /// The value of one heap; of those below 0 there is none.
    fn value(&mut self, heap: i64) -> Result<Option<Value>, String> {
        let Ok(heap) = u32::try_from(heap) else { return Ok(None) };
        while self.values.len() <= heap as usize {
            let to = (2 * self.values.len() as u32).max(heap);
            let more = heaps(&mut self.arena, &mut self.evaluator, to);
            self.values = more.map_err(|limit| limit.to_string())?;
        }
        Ok(Some(self.values[heap as usize]))
    }

    /// Who wins the sum for n.
    fn outcome(&mut self, sum: &Sum, n: i64) -> Result<Option<Outcome>, String> {
        let (mut plus, mut minus) = (ZERO, ZERO);
        for (times, heap) in sum {
            let heap = value_of(heap, Sight::of(&[n]));
            let Some(value) = self.value(heap)? else { return Ok(None) };
            let side = if *times > 0 { &mut plus } else { &mut minus };
            let many = self.arena.multiple(times.abs(), value).map_err(|l| l.to_string())?;
            *side = self.arena.sum(*side, many).map_err(|l| l.to_string())?;
        }
        Ok(Some(self.arena.outcome_of_difference(plus, minus)))
    }
}

fn judged(claim: &Claim, on: &OnValues, task: &Task) -> Result<Finding, String> {
    let to = i64::from(claim.check_to.unwrap_or(FAR));
    let mut heaps = Heaps::new(&on.ruleset, to as u32, task)?;
    let (wrong, far) = match &on.says {
        OfValues::Irregular => {
            return Ok(match heaps.found {
                None => Finding::Holds {
                    region: format!("no period or saltus is seen in the heaps up to {to}"),
                    why: "what does not repeat so far may do so later".into(),
                },
                Some(found) => {
                    let saltus = heaps.arena.text(found.saltus).map_err(|l| l.to_string())?;
                    let words = format!("period {} and saltus {saltus}", found.period);
                    match found.verdict {
                        Known::Proved(_) => Finding::Refuted {
                            witness: vec![found.preperiod as u32].into(),
                            shown: format!("from there on {words}"),
                            evidence: heaps.repeat.and_then(|repeat| {
                                let (preperiod, period) = numbers(repeat)?;
                                let regular = ValuesEvidence::Regular { preperiod, period };
                                Some(Evidence::Values(regular))
                            }),
                        },
                        Known::Holds { to } => {
                            Finding::Undecided { why: format!("{words}, seen to {to}") }
                        }
                    }
                }
            });
        }
        OfValues::Outcome { sum, outcomes, when, only } => {
            let far = horizon(heaps.repeat, sum, when);
            let mut spoken = false;
            let mut wrong = |n: i64| -> Result<Option<String>, String> {
                let Some(truly) = heaps.outcome(sum, n)? else { return Ok(None) };
                let holds = when.holds(Sight::of(&[n]));
                spoken |= holds || *only;
                let is = outcomes.contains(truly);
                if holds && !is || *only && !holds && is {
                    let sizes = sum.iter().map(|(_, heap)| value_of(heap, Sight::of(&[n])));
                    let parts = sum.iter().map(|(times, _)| *times).zip(sizes);
                    let parts: Vec<(i64, u32)> = parts.map(|(t, size)| (t, size as u32)).collect();
                    return Ok(Some(format!("{} is {truly}", written(&parts))));
                }
                Ok(None)
            };
            let end = far.filter(|&far| far < 100 * to.max(1000)).unwrap_or(to).max(to);
            let found = first(0..=end, task, &mut wrong)?;
            if !spoken {
                return Err(format!("there is no such sum of heaps for n up to {end}"));
            }
            (found, far.is_some_and(|far| far <= end))
        }
        OfValues::Keeps => {
            let settled: Option<Settled> = crate::outcomes::family::settled(&on.ruleset, task).ok();
            let far = settled.zip(heaps.repeat).and_then(|(settled, repeat)| {
                let (from, period) = (settled.preperiod as i64, settled.period as i64);
                let both = repeat.and(Onwards { from, period })?;
                Some(both.from + both.period)
            });
            let mut reference = Reference::watched(&on.ruleset, &task.watch());
            let mut wrong = |n: i64| -> Result<Option<String>, String> {
                let Some(value) = heaps.value(n)? else { return Ok(None) };
                let position = if n == 0 { vec![] } else { vec![n as u32] };
                let truly = reference.find_outcome(&position).map_err(|_| "stopped".to_string())?;
                let of_value = heaps.arena.outcome(value);
                Ok((of_value != truly).then(|| format!("it is {truly}, and its value {of_value}")))
            };
            (first(0..=to, task, &mut wrong)?, far.is_some_and(|far| far <= to))
        }
    };
    Ok(match wrong {
        Some((n, shown)) => {
            let n = u32::try_from(n).map_err(|_| "a heap is too large".to_string())?;
            let evidence = Some(Evidence::Values(ValuesEvidence::Counterexample(n)));
            Finding::Refuted { witness: vec![n].into(), shown, evidence }
        }
        None if far => {
            let repeat = heaps.repeat.and_then(numbers);
            let evidence = repeat.map(|(preperiod, period)| {
                Evidence::Values(ValuesEvidence::Periodic { preperiod, period })
            });
            Finding::Proved { by: "window", evidence }
        }
        None => Finding::Holds {
            region: format!("n up to {to}"),
            why: "the values are not proved to repeat".into(),
        },
    })
}

/// The value of a position, if it is another than this.
pub fn other_than(
    ruleset: &Ruleset,
    position: &[u32],
    text: &str,
) -> Result<Option<String>, String> {
    let mut arena = Arena::new();
    let stated = arena.parse(text).map_err(|complaint| complaint.message)?;
    let positions = Positions::new(ruleset, &mut arena).map_err(|none| none.to_string())?;
    let parts = positions.parts(position);
    let value = Evaluator::new(positions).value(&mut arena, &parts).map_err(|l| l.to_string())?;
    let truly = arena.text(value).map_err(|limit| limit.to_string())?;
    Ok((value != stated).then_some(truly))
}

/// The first n at which something is wrong, in time.
fn first(
    numbers: std::ops::RangeInclusive<i64>,
    task: &Task,
    wrong: &mut dyn FnMut(i64) -> Result<Option<String>, String>,
) -> Result<Option<(i64, String)>, String> {
    for n in numbers {
        if !task.goes_on() {
            return Err(format!("time ran out at n = {n}"));
        }
        if let Some(shown) = wrong(n)? {
            return Ok(Some((n, shown)));
        }
    }
    Ok(None)
}

/// How many n must be looked at to know of all, if the values repeat.
fn horizon(repeat: Option<Onwards>, sum: &Sum, when: &Condition) -> Option<i64> {
    let repeat = repeat?;
    let condition = Onwards::of(when, &[0])?;
    // Heaps grow with n: from some n on all of them are where the values repeat.
    let at = |heap: &Expr, n: i64| value_of(heap, Sight::of(&[n]));
    let late = |heap: &Expr| {
        let slope = at(heap, 1) - at(heap, 0);
        (slope > 0).then(|| (repeat.from - at(heap, 0)).max(0) / slope + 1)
    };
    let late = sum.iter().map(|(_, heap)| late(heap)).collect::<Option<Vec<i64>>>()?;
    let from = late.into_iter().max()?;
    let all = condition.and(Onwards { from, period: repeat.period })?;
    Some(all.from + all.period)
}

/// `[28] - 2*[19] + [10]`
fn written(parts: &[(i64, u32)]) -> String {
    let mut text = String::new();
    for (place, (times, heap)) in parts.iter().enumerate() {
        text += match (place, *times < 0) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        let many = if times.abs() == 1 { String::new() } else { format!("{}*", times.abs()) };
        text += &format!("{many}[{heap}]");
    }
    text
}

/// Preperiod and period.
fn numbers(repeat: Onwards) -> Option<(u32, u32)> {
    Some((u32::try_from(repeat.from).ok()?, u32::try_from(repeat.period).ok()?))
}
