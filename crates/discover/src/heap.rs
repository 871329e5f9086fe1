//! One heap: its sequence of nim-values, or outcomes, is regular, with proof; or is not known to be, and shows some structure.

use sprague_claim::{Claim, read_claims};
use sprague_prove::{Verdict, judge};
use sprague_rules::{HeapMoves, Outcome};
use sprague_sequence::{Regularity, Sequence, Terms, nearest};
use sprague_solve::Budget;
use sprague_task::Task;

use crate::discovery::{Discovery, Known};
use crate::structure::{Structure, structure};
use crate::subject::Subject;

/// Heaps that are looked at, one after the other.
const HEAPS: [u32; 2] = [1000, 20_000];
/// Known games that are named where they begin in the same way.
const NEAREST: usize = 3;

/// What is known of one heap: its terms, and their regularity.
#[derive(Default)]
pub struct OneHeap {
    /// Nim-values, or 0 for P and 1 for N where there are none.
    terms: Vec<u32>,
    /// Are the terms nim-values?
    are_nim_values: bool,
    /// A regularity: proved, or seen as far as the terms go.
    pub regular: Option<Discovery>,
}

/// Looks at the heaps one after the other until a regularity is proved.
pub fn looked_at(subject: &Subject, task: &Task) -> OneHeap {
    let ruleset = &subject.ruleset;
    let budget = Budget { memory: task.limits().bytes, ..Budget::default() };
    let watch = task.watch();
    let mut heap = OneHeap::default();
    // Without nim-values a heap that may be split is a game of many: only windows of outcomes are cheap.
    let subtraction = || HeapMoves::of(ruleset).and_then(|moves| moves.subtraction_set());
    if !ruleset.has_nim_values() && subtraction().is_none() {
        return heap;
    }
    for to in HEAPS {
        let Ok(sequence) = Sequence::compute(ruleset, to, &budget, &watch) else { break };
        (heap.terms, heap.are_nim_values) = match &sequence.terms {
            Terms::NimValues(values) => (values.to_vec(), true),
            Terms::Outcomes(outcomes) => {
                (outcomes.iter().map(|&outcome| (outcome != Outcome::P).into()).collect(), false)
            }
        };
        let Some(found) = sequence.regularity_within(ruleset, &watch) else { continue };
        heap.regular = regular(subject, &found, to, task);
        if heap.regular.as_ref().is_some_and(Discovery::is_proved) {
            break;
        }
    }
    heap
}

impl OneHeap {
    /// What the terms show where no regularity is proved: as far as they go, and no further.
    pub fn structure(&self, subject: &Subject, task: &Task) -> Option<Structure> {
        let mut seen = structure(&self.terms);
        if !self.are_nim_values {
            // Of two outcomes one may be rare, but that is no sparse space.
            (seen.of_outcomes, seen.rare) = (true, None);
        } else {
            let budget = Budget { memory: task.limits().bytes, ..Budget::default() };
            let (name, watch) = (&subject.ruleset.expression, task.watch());
            seen.nearest = nearest(name, &self.terms, NEAREST, &budget, &watch).unwrap_or_default();
        }
        Some(seen).filter(|seen| !seen.is_empty())
    }
}

/// A regularity of the heaps up to a bound, as what is known of them all.
fn regular(subject: &Subject, found: &Regularity, to: u32, task: &Task) -> Option<Discovery> {
    let saltus = match found.saltus {
        0 => String::new(),
        saltus => format!(" and saltus {saltus}"),
    };
    let said = format!("from {} with period {}{saltus}", found.preperiod, found.period);
    let claim = claim(subject, &format!("regular {said}"))?;
    let judgement = judge(&claim, task);
    let latex = format!(
        r"\mathcal{{G}}(n + {}) = \mathcal{{G}}(n) + {} \text{{ for all }} n \geq {}",
        found.period, found.saltus, found.preperiod
    );
    let mut discovery = Discovery::undecided(String::new(), judgement.trace.steps);
    discovery.formula = Some(format!("regular {said}"));
    discovery.latex = Some(latex.replace(" + 0 ", " "));
    discovery.claim = Some(claim.text.clone());
    discovery.by = judgement.by.map(String::from);
    discovery.known = match judgement.verdict {
        Verdict::Proved(accepted) => Known::Proved(accepted),
        Verdict::Unchecked { certificate: Some(certificate), why } => {
            Known::Unchecked { certificate, why }
        }
        _ => {
            let why = "the sequence repeats as far as it was computed, which proves nothing";
            (discovery.by, discovery.holds_to) = (None, Some(to));
            Known::Undecided { why: why.into() }
        }
    };
    Some(discovery)
}

fn claim(subject: &Subject, said: &str) -> Option<Claim> {
    let game = &subject.expression;
    let title = format!("{game}, one heap").replace('"', "'");
    let text = format!("claim \"{title}\"\n  game {game}\n  {said}\n  expect proved\n");
    let (mut claims, wrong) = read_claims("claim", &text, &|name| subject.library.text(name));
    claims.pop().filter(|_| wrong.is_empty())
}
