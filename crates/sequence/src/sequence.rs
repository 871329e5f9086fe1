//! The terms: nim-values where there are any, otherwise outcomes.

use std::time::{Duration, Instant};

use sprague_rules::{HeapMoves, Outcome, Ruleset, Shape};
use sprague_solve::heaps::{HeapValues, NimValues};
use sprague_solve::table::Table;
use sprague_solve::{Budget, Question, Refusal, Region, Wanted, Watch, window};

use crate::regularity::{self, Reach, Regularity, Verdict};

/// What is known of the heaps 0, 1, 2, ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terms {
    /// Nim-values.
    NimValues(NimValues),
    /// Outcomes, where there are no nim-values.
    Outcomes(Vec<Outcome>),
}

/// The sequence of one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The terms, from heap 0 on.
    pub terms: Terms,
    /// How the terms were computed, in words.
    pub way: String,
}

/// Values that were computed before, and what is done with new ones from time to time.
pub struct Run<'k> {
    /// The nim-values that are known, from heap 0 on.
    pub known: NimValues,
    /// Told all values that are known, from time to time and at the end.
    pub keep: &'k mut dyn FnMut(&NimValues),
}

/// So many outcomes are cheap.
const CHEAP: usize = 1 << 16;
/// How often values are kept.
const KEEP_EVERY: Duration = Duration::from_secs(15);
/// How many values are computed at first before it is looked at how long that took.
const FIRST_SLICE: u32 = 256;

impl Sequence {
    /// The heaps of size 0 to `to`.
    pub fn compute(
        ruleset: &Ruleset,
        to: u32,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<Sequence, Refusal> {
        let run = Run { known: NimValues::default(), keep: &mut |_| {} };
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

    /// The least regularity that the terms show, and whether it is proved to last.
    pub fn regularity(&self, ruleset: &Ruleset) -> Option<Regularity> {
        self.regularity_within(ruleset, &Watch::default())
    }

    /// The same, as far as the watch lets it go.
    pub fn regularity_within(&self, ruleset: &Ruleset, watch: &Watch) -> Option<Regularity> {
        let reach = Reach::of(ruleset);
        match &self.terms {
            Terms::NimValues(values) => values.regularity_within(reach.as_ref(), watch),
            Terms::Outcomes(outcomes) => {
                regularity::find_within(outcomes, false, reach.as_ref(), watch)
            }
        }
    }

    /// The same; where the terms are too few for a proof and more of them are cheap, with more of them. It may begin
    /// beyond the terms.
    pub fn lasting(&self, ruleset: &Ruleset, budget: &Budget, watch: &Watch) -> Option<Regularity> {
        let seen = self.regularity_within(ruleset, watch);
        let reach = Reach::of(ruleset);
        if reach.is_none() || seen.is_some_and(|found| matches!(found.verdict, Verdict::Proved(_)))
        {
            return seen;
        }
        let beyond = match &self.terms {
            Terms::NimValues(values) if ruleset.is_sum_of_piles() => {
                let mut heaps = HeapValues::resume(ruleset, budget.memory, values.clone());
                // What stops it only leaves it unproved.
                let _ = heaps.settle(heaps.cheap(), watch);
                heaps.law().and_then(|law| law.regularity())
            }
            Terms::Outcomes(outcomes) if outcomes.len() <= CHEAP => {
                let moves = HeapMoves::of(ruleset).and_then(|moves| moves.subtraction_set());
                let outcomes = window::outcomes(ruleset, &moves?, CHEAP, watch);
                regularity::find_within(&outcomes, false, reach.as_ref(), watch)
                    .filter(|found| matches!(found.verdict, Verdict::Proved(_)))
            }
            _ => None,
        };
        beyond.or(seen)
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        match &self.terms {
            Terms::NimValues(values) => values.len(),
            Terms::Outcomes(outcomes) => outcomes.len(),
        }
    }

    /// Are there no terms?
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
    let breaks = matches!(Reach::of(ruleset), Some(Reach::Breaks(_)));
    let mut known = run.known;
    known.truncate(to as usize + 1);
    watch.expect(u64::from(to) + 1 - known.len() as u64);
    let mut heaps = HeapValues::resume(ruleset, budget.memory, known);
    let mut way = heaps.way().to_string();
    let (mut slice, mut kept) = (FIRST_SLICE, Instant::now());
    while heaps.values().len() <= to as usize {
        let have = heaps.values().len() as u32;
        let (begun, next) = (Instant::now(), to.min(have.saturating_add(slice)));
        // Where moves only take, the kernel itself sees what repeats.
        let reached = if breaks { heaps.settle(next, watch) } else { heaps.reach(next, watch) };
        match reached {
            Ok(()) => {}
            Err(Refusal::Stopped { .. }) if !heaps.values().is_empty() => break,
            Err(refusal) => return Err(refusal),
        }
        if let Some(law) = heaps.law() {
            let computed = heaps.values().len();
            way = format!("{way}; from {computed} on by the proved period");
            let mut values = heaps.into_values();
            values.repeat(law.period, law.saltus, to as usize + 1);
            watch.advance((values.len() - computed) as u64);
            (run.keep)(&values);
            return Ok(Sequence { terms: Terms::NimValues(values), way });
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
