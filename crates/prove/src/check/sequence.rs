//! The sequence of one heap against the notation of papers.

use sprague_task::Task;
use crate::cost;
use sprague_rules::{Outcome, Ruleset};
use sprague_sequence::Verdict as Known;
use sprague_claim::notation::{Notation, Symbol, parse_notation};
use sprague_sequence::{Sequence, Terms};

use crate::verdict::Finding;

/// The sequence of one heap against a notation.
pub fn sequence_of(
    ruleset: &Ruleset,
    check_to: Option<u32>,
    notation: &str,
    task: &Task,
) -> Finding {
    let about = (ruleset, check_to);
    match ruleset.has_nim_values() {
        true => {
            compare_sequence(about, parse_notation::<u32>(notation), 1, task, |terms| match terms
            {
                Terms::NimValues(values) => values,
                Terms::Outcomes(_) => Vec::new(),
            })
        }
        false => compare_sequence(about, parse_notation::<Outcome>(notation), 0, task, |terms| {
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
    task: &Task,
    terms: impl Fn(Terms) -> Vec<T>,
) -> Finding {
    let notation = match notation {
        Ok(notation) => notation,
        Err(complaint) => {
            return Finding::Undecided {
                why: format!("the sequence is not understood: {}", complaint.message),
            };
        }
    };
    let (before, period) = (notation.preperiod.len(), notation.period.len());
    let quick = (6 * (before + period)).clamp(200, 20_000) as u32;
    let to = check_to.unwrap_or(quick);
    let budget = cost::budget(task);
    let watch = cost::watch(task);
    let sequence = match Sequence::compute(ruleset, to, &budget, &watch) {
        Ok(sequence) => sequence,
        Err(refusal) => return Finding::Undecided { why: refusal.to_string() },
    };
    let regularity = sequence.regularity(ruleset);
    let computed = terms(sequence.terms);
    for (heap, truly) in computed.iter().enumerate().skip(first) {
        match notation.term(heap - first) {
            Some(stated) if stated != *truly => {
                let shown = format!("the heap has {truly}, not {stated}");
                return Finding::Refuted { witness: vec![heap as u32].into(), shown, evidence: None };
            }
            _ => {}
        }
    }
    if period == 0 && before + first <= computed.len() {
        return Finding::Proved { by: "computation", evidence: None };
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
            return Finding::Proved { by: method.name(), evidence: None };
        }
    }
    let region = format!("heaps up to {to}");
    Finding::Holds { region, why: "the regularity of the sequence is not proved".into() }
}
