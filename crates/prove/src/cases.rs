//! Claims about the sequence of one heap, case by case.
//!
//! Each case is judged by itself. All are proved, or what is not is counted and named; one that is refuted refutes the
//! claim. What a case finds carries evidence for a claim with that case alone; here it becomes evidence for all of them
//! together, one entry a case.

use sprague_certificate::{Evidence, HeapEvidence};
use sprague_task::Task;

use sprague_claim::Claim;
use sprague_claim::claim::{OfHeap, OnHeap};
use sprague_claim::formula::games::Games;
use sprague_claim::formula::plain::Value;
use sprague_rules::Ruleset;

use crate::finding::Finding;
use crate::formula::judge::{Case, judge as judge_formula};
use crate::sequences;

/// What is known of all cases together.
pub fn judge(claim: &Claim, on: &OnHeap, task: &Task, steps: &mut Vec<String>) -> Finding {
    let Some(cases) = &on.cases else {
        return one(claim, on, &on.ruleset, &[], task);
    };
    let all = match cases.all() {
        Ok(all) if all.is_empty() => {
            return Finding::Undecided { why: "there is no such set or number".into() };
        }
        Ok(all) => all,
        Err(why) => return Finding::Undecided { why },
    };
    let (mut proved, mut methods, mut open) = (0, Vec::new(), Vec::new());
    let mut entries = Some(Vec::new());
    let mut held = false;
    for (place, case) in all.iter().enumerate() {
        if !task.goes_on() {
            if proved == 0 {
                return Finding::Undecided { why: "time ran out".into() };
            }
            let region = format!("{proved} of {} cases proved for all heaps", all.len());
            return Finding::Holds { region, why: "time ran out".into() };
        }
        let verdict = cases
            .ruleset(case)
            .map(|ruleset| (one(claim, on, &ruleset, case, task), ruleset.expression));
        let (verdict, name) = match verdict {
            Ok(found) => found,
            Err(why) => return Finding::Undecided { why },
        };
        match verdict {
            Finding::Proved { by, evidence } => {
                entries =
                    entries.zip(evidence).and_then(|(mut entries, evidence)| match evidence {
                        Evidence::Heap(HeapEvidence::Proof(entry)) => {
                            entries.extend(entry);
                            Some(entries)
                        }
                        _ => None,
                    });
                let step = format!("{name}: proved by {by}");
                task.note(step.clone());
                steps.push(step);
                proved += 1;
                if !methods.contains(&by) {
                    methods.push(by);
                }
            }
            Finding::Refuted { witness, shown, evidence } => {
                let evidence = evidence.and_then(|evidence| match evidence {
                    Evidence::Heap(evidence) => Some(Evidence::Heap(evidence.in_case(place))),
                    _ => None,
                });
                let before = match proved {
                    0 => String::new(),
                    _ => format!(" ({proved} of {} cases were proved before it)", all.len()),
                };
                let shown = format!("{name}: {shown}{before}");
                return Finding::Refuted { witness, shown, evidence };
            }
            Finding::Holds { region, why } => {
                held = true;
                open.push(format!("{name}: {region}; {why}"));
            }
            Finding::Undecided { why } => open.push(format!("{name}: {why}")),
        }
    }
    steps.extend(open.iter().cloned());
    match open.first() {
        None => {
            let by = if let [one] = methods[..] { one } else { "several methods, case by case" };
            let evidence = entries.map(|entries| Evidence::Heap(HeapEvidence::Proof(entries)));
            Finding::Proved { by, evidence }
        }
        Some(_) if proved == 0 && open.len() == 1 => Finding::Undecided { why: open.remove(0) },
        Some(first) => {
            let region = format!("{proved} of {} cases proved for all heaps", all.len());
            let rest = match open.len() {
                1 => String::new(),
                more => format!(", and {} more", more - 1),
            };
            let why = format!("{first}{rest}");
            match proved > 0 || held {
                true => Finding::Holds { region, why },
                false => Finding::Undecided { why },
            }
        }
    }
}

/// One case.
pub(crate) fn one(
    claim: &Claim,
    on: &OnHeap,
    ruleset: &Ruleset,
    globals: &[Value],
    task: &Task,
) -> Finding {
    match &on.says {
        OfHeap::Formula(formula) => judge_formula(
            &Case {
                formula,
                games: Games { own: ruleset, texts: &claim.games },
                globals,
                check_to: claim.check_to,
            },
            task,
        ),
        OfHeap::Regular(numbers) => sequences::regular(ruleset, claim.check_to, *numbers, task),
        OfHeap::Sequence(sequence) => match sequence.in_case(on.cases.as_ref(), globals) {
            Ok(said) => sequences::judge(ruleset, claim.check_to, &said, task),
            Err(why) => Finding::Undecided { why },
        },
        OfHeap::Fractal { first } => sequences::fractal(ruleset, claim.check_to, *first, task),
    }
}
