//! Piles as words: a position is read from its smallest pile to its largest, and so is each of its moves, which takes from one pile. What
//! conditions see of sizes is their order, small gaps and remainders; so finitely many states stand for all positions, and the
//! partition theorem is tested at each. How that is argued, and the exploration, are the checker's (`sprague_verify::words`): there is
//! nothing to guess.

use sprague_certificate::{Evidence, PilesEvidence};
use sprague_claim::claim::OnPiles;
use sprague_task::Task;
use sprague_verify::words::read_all;

use super::candidate;
use crate::finding::{Finding, Trace};

/// The most steps that are spent on it, so that other methods have theirs.
const MOST_STEPS: u64 = 200_000_000;

/// A proof, if there is one by this rule.
pub fn prove(on: &OnPiles, task: &Task, trace: &mut Trace) -> Option<Finding> {
    if !candidate::speaks(on) {
        return None;
    }
    let steps = MOST_STEPS.min(task.limits().steps / 4);
    let words = read_all(on, &task.part(steps)).ok()?;
    trace.steps.push(format!("positions as words: {} states", words.states));
    let evidence = Some(Evidence::Piles(PilesEvidence::Words(words)));
    Some(Finding::Proved { by: "piles as words", evidence })
}
