//! The terms: nim-values where there are any, otherwise outcomes.

use std::time::{Duration, Instant};

use sprague_rules::{HeapMoves, Outcome, Ruleset, Shape};
use sprague_solve::heaps::HeapValues;
use sprague_solve::table::Table;
use sprague_solve::{Budget, Question, Refusal, Region, Wanted, Watch, window};

use crate::regularity::{self, Reach, Regularity, Verdict};

/// What is known of the heaps 0, 1, 2, ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terms {
    NimValues(Vec<u32>),
    Outcomes(Vec<Outcome>),
}

/// The sequence of one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    pub terms: Terms,
    /// How the terms were computed, in words.
    pub way: String,
}

/// Values that were computed before, and what is done with new ones from time to time.
pub struct Run<'k> {
    pub known: Vec<u32>,
    pub keep: &'k mut dyn FnMut(&[u32]),
}

/// How often values are kept.
const KEEP_EVERY: Duration = Duration::from_secs(15);
/// After this many values, and each time their number has doubled, a proof of their regularity is tried:
/// once there is one, the rest follows from it.
const FIRST_LOOK: u32 = 256;

impl Sequence {
    /// The heaps of size 0 to `to`.
    pub fn compute(
        ruleset: &Ruleset,
        to: u32,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<Sequence, Refusal> {
        let run = Run { known: Vec::new(), keep: &mut |_| {} };
        let sequence = Sequence::run(ruleset, to, budget, watch, run)?;
        if sequence.len() <= to as usize {
            let reached = format!("heaps up to {} are known", sequence.len() - 1);
            return Err(Refusal::Stopped { reached });
        }
        Ok(sequence)
    }

    /// The same, going on from known values; fewer terms if the watch says stop.
    pub fn run(
        ruleset: &Ruleset,
        to: u32,
        budget: &Budget,
        watch: &Watch,
        run: Run,
    ) -> Result<Sequence, Refusal> {
        if ruleset.has_nim_values() && ruleset.is_sum_of_piles() {
            return heap_values(ruleset, to, budget, watch, run);
        }
        let moves = HeapMoves::of(ruleset);
        if let Some(amounts) = moves.and_then(|moves| moves.subtraction_set()) {
            Table::check_memory(
                ruleset,
                Region::new(ruleset, 1, to),
                Wanted::NimValues,
                budget.memory,
            )?;
            let outcomes = window::outcomes(ruleset, &amounts, to as usize, watch);
            let way = "subtraction: windows of outcomes".to_string();
            return Ok(Sequence { terms: Terms::Outcomes(outcomes), way });
        }
        by_solver(ruleset, to, budget, watch)
    }

    /// The terms as numbers: nim-values, or a number for each outcome.
    fn numbers(&self) -> Vec<i64> {
        match &self.terms {
            Terms::NimValues(values) => values.iter().map(|&v| i64::from(v)).collect(),
            Terms::Outcomes(outcomes) => outcomes.iter().map(|&o| o as i64).collect(),
        }
    }

    /// The least regularity that the terms show, and whether it is proved to last.
    pub fn regularity(&self, ruleset: &Ruleset) -> Option<Regularity> {
        let saltus = matches!(self.terms, Terms::NimValues(_));
        regularity::find(&self.numbers(), saltus, Reach::of(ruleset).as_ref())
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        match &self.terms {
            Terms::NimValues(values) => values.len(),
            Terms::Outcomes(outcomes) => outcomes.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Nim-values of single heaps; what lies beyond a proved regularity is copied.
fn heap_values(
    ruleset: &Ruleset,
    to: u32,
    budget: &Budget,
    watch: &Watch,
    run: Run,
) -> Result<Sequence, Refusal> {
    Table::check_memory(ruleset, Region::new(ruleset, 1, to), Wanted::NimValues, budget.memory)?;
    let reach = Reach::of(ruleset);
    let mut known = run.known;
    known.truncate(to as usize + 1);
    watch.expect(u64::from(to) + 1 - known.len() as u64);
    let mut heaps = HeapValues::resume(ruleset, budget.memory, known);
    let mut way = heaps.way().to_string();
    let (mut slice, mut kept) = (FIRST_LOOK, Instant::now());
    let mut look = FIRST_LOOK.max(heaps.values().len() as u32);
    loop {
        let have = heaps.values().len() as u32;
        let begun = Instant::now();
        match heaps.reach(to.min(look).min(have.saturating_add(slice)), watch) {
            Ok(()) => {}
            Err(Refusal::Stopped { .. }) if !heaps.values().is_empty() => break,
            Err(refusal) => return Err(refusal),
        }
        let reached = heaps.values().len() as u32 - 1;
        if reached >= to {
            break;
        }
        if reached >= look {
            look = look.saturating_mul(2);
            if let Some(Reach::Breaks(_)) = reach
                && let Some(proved) = proved(heaps.values(), reach.as_ref())
            {
                way = format!("{way}; from {} on by the proved period", reached + 1);
                let (period, saltus) = (proved.period, proved.saltus as u32);
                let mut values = heaps.into_values();
                for n in values.len()..=to as usize {
                    values.push(values[n - period] + saltus);
                }
                watch.advance(u64::from(to - reached));
                (run.keep)(&values);
                return Ok(Sequence { terms: Terms::NimValues(values), way });
            }
        }
        if begun.elapsed() < KEEP_EVERY / 4 {
            slice = slice.saturating_mul(2);
        }
        if kept.elapsed() > KEEP_EVERY {
            (run.keep)(heaps.values());
            kept = Instant::now();
        }
    }
    (run.keep)(heaps.values());
    Ok(Sequence { terms: Terms::NimValues(heaps.into_values()), way })
}

/// The proved regularity of these values, if there is one.
fn proved(values: &[u32], reach: Option<&Reach>) -> Option<Regularity> {
    let numbers: Vec<i64> = values.iter().map(|&value| value.into()).collect();
    let found = regularity::find(&numbers, true, reach)?;
    matches!(found.verdict, Verdict::Proved(_)).then_some(found)
}

/// By whichever kernel solves one pile of this ruleset.
fn by_solver(
    ruleset: &Ruleset,
    to: u32,
    budget: &Budget,
    watch: &Watch,
) -> Result<Sequence, Refusal> {
    let region = Region::new(ruleset, 1, to);
    let wanted = match ruleset.has_nim_values() {
        true => Wanted::NimValues,
        false => Wanted::Outcomes,
    };
    let question = Question::about_region(ruleset, region).wanted(wanted);
    let mut solver = question.budget(budget).watch(watch).solver()?;
    let row = matches!(ruleset.shape, Shape::Row { .. });
    let heap = |size: u32| if size == 0 && !row { vec![] } else { vec![size] };
    let terms = match wanted {
        Wanted::NimValues => {
            let value = |size| {
                let value = solver.nim_value(&heap(size))?;
                Ok(value.expect("the ruleset has nim-values"))
            };
            Terms::NimValues((0..=to).map(value).collect::<Result<_, Refusal>>()?)
        }
        Wanted::Outcomes => {
            let outcome = |size| solver.outcome(&heap(size));
            Terms::Outcomes((0..=to).map(outcome).collect::<Result<_, _>>()?)
        }
    };
    let way = format!("the kernel {}: {}", solver.choice.kernel, solver.choice.reason);
    Ok(Sequence { terms, way })
}
