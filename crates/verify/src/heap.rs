//! Claims about the sequence of one heap. The claim says which cases there are; every one of them needs evidence of its
//! own, for its own ruleset. One counterexample in one case refutes the claim.

use sprague_certificate::{CaseEvidence, HeapEvidence};
use sprague_claim::Claim;
use sprague_claim::claim::{OfHeap, OnHeap};
use sprague_claim::formula::plain::Value;
use sprague_rules::Ruleset;
use sprague_task::Task;

use crate::Rejection;

/// One case of a claim: the numbers or the set that it fixes, and its game.
pub(crate) struct Case<'c> {
    pub(crate) claim: &'c Claim,
    pub(crate) on: &'c OnHeap,
    pub(crate) globals: &'c [Value],
    pub(crate) ruleset: &'c Ruleset,
}

/// Decides the evidence again.
pub(crate) fn check(
    claim: &Claim,
    on: &OnHeap,
    evidence: &HeapEvidence,
    task: &Task,
) -> Result<(), Rejection> {
    let all = match &on.cases {
        Some(cases) => cases.all().map_err(Rejection::new)?,
        None => vec![Vec::new()],
    };
    let with_case = |globals: &[Value], then: &dyn Fn(&Case) -> Result<(), Rejection>| {
        let ruleset = match &on.cases {
            Some(cases) => &cases.ruleset(globals).map_err(Rejection::new)?,
            None => &on.ruleset,
        };
        let case = Case { claim, on, globals, ruleset };
        then(&case).map_err(|rejection| match &on.cases {
            Some(_) => Rejection::new(format!("{}: {rejection}", ruleset.expression)),
            None => rejection,
        })
    };
    match evidence {
        HeapEvidence::Proof(entries) => {
            if entries.len() != all.len() || all.is_empty() {
                let (found, needed) = (entries.len(), all.len());
                return Err(Rejection::new(format!(
                    "{found} cases are proved; there are {needed}"
                )));
            }
            for (globals, entry) in all.iter().zip(entries) {
                task.spend(1)?;
                with_case(globals, &|case| proof(case, entry, task))?;
            }
            Ok(())
        }
        HeapEvidence::Counterexample { case, at } => {
            let globals = all.get(*case).ok_or_else(|| Rejection::new("there is no such case"))?;
            with_case(globals, &|case| counterexample(case, at, task))
        }
    }
}

/// The proof of one case.
fn proof(case: &Case, evidence: &CaseEvidence, _task: &Task) -> Result<(), Rejection> {
    match &case.on.says {
        OfHeap::Formula(_) | OfHeap::Sequence(_) | OfHeap::Regular | OfHeap::Fractal { .. } => {
            Err(Rejection::new(format!("`{}` is not checked yet", evidence.kind())))
        }
    }
}

/// The counterexample of one case.
fn counterexample(case: &Case, _at: &[i64], _task: &Task) -> Result<(), Rejection> {
    match &case.on.says {
        OfHeap::Formula(_) | OfHeap::Sequence(_) | OfHeap::Regular | OfHeap::Fractal { .. } => {
            Err(Rejection::new("a counterexample is not checked yet"))
        }
    }
}
