//! What is said of every set without bound: induction on the heap with the set left open.
//!
//! What the sets with small members do not refute is looked at as it stands: its opposite at a least heap n, the recursion of the games unfolded
//! at the heaps that are named ([`gather`]), and a case analysis that finds no case left ([`search`], [`simplex`]). A case that is left
//! is no counterexample, as other instances may close it; then more are taken, and in the end the claim is said to hold for
//! the sets that were looked at. The argument, and every fact that is used, is the checker's: `sprague_verify::induction`.

mod far;
mod gather;
mod search;
mod simplex;

use sprague_certificate::induction::Refutation;
use sprague_certificate::{Evidence, OutcomesEvidence};
use sprague_claim::claim::OnOutcomes;
use sprague_claim::outcomes::Family;
use sprague_task::Task;
use sprague_verify::induction::Setting;

use super::Judged;
use crate::finding::Finding;
use gather::{DEPTHS, Gathering, Outcome};

/// The verdict on a claim about all sets, of which those that are looked at one by one gave the first.
pub fn judge(on: &OnOutcomes, family: &Family, looked_at: Judged, task: &Task) -> Judged {
    let (finding, mut steps) = looked_at?;
    let bounded = match finding {
        Finding::Proved { .. } => family.words_of_part(),
        Finding::Holds { region, .. } => region,
        other => return Ok((other, steps)),
    };
    match prove(on, task, &mut steps) {
        Ok(refutations) => {
            let evidence = Evidence::Outcomes(OutcomesEvidence::Induction { refutations });
            Ok((Finding::Proved { by: "induction", evidence: Some(evidence) }, steps))
        }
        Err(why) => Ok((Finding::Holds { region: bounded, why }, steps)),
    }
}

/// Refutes the opposite of every lemma and of every part of the claim; or why not.
fn prove(on: &OnOutcomes, task: &Task, steps: &mut Vec<String>) -> Result<Vec<Refutation>, String> {
    let setting = Setting::of(on).map_err(|rejection| rejection.to_string())?;
    let lemmas = on.saying.lemmas.len();
    let mut refutations = Vec::new();
    for goal in 0..setting.goals() {
        let name = match goal < lemmas {
            true => format!("lemma {}", goal + 1),
            false if setting.goals() - lemmas > 1 => format!("part {}", goal - lemmas + 1),
            false => "the claim".to_string(),
        };
        let refutation =
            one(&setting, goal, task).map_err(|why| format!("{name} is not proved: {why}"))?;
        let step = format!("{name} follows from {} instances", refutation.instances.len());
        task.note(step.clone());
        steps.push(step);
        refutations.push(refutation);
    }
    Ok(refutations)
}

/// Refutes the opposite of one sentence, with more and more instances.
fn one(setting: &Setting, goal: usize, task: &Task) -> Result<Refutation, String> {
    let mut left = String::new();
    // Most lemmas are true whatever is supposed.
    let lemma = goal < setting.lemmas();
    for supposing in [false, true].into_iter().skip(usize::from(!lemma)) {
        for depth in DEPTHS {
            let mut gathering = Gathering::new(setting, goal, depth, supposing)
                .map_err(|rejection| rejection.to_string())?;
            match gathering.refute(task).map_err(|stop| stop.to_string())? {
                Outcome::Refuted(refutation) => return Ok(refutation),
                Outcome::Left(case) => left = case,
            }
        }
    }
    Err(left)
}
