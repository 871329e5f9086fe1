//! Claims about the sequence of one heap. The claim says which cases there are; every one of them needs evidence of its
//! own, for its own ruleset. One counterexample in one case refutes the claim.

use sprague_certificate::{CaseEvidence, HeapEvidence};
use sprague_claim::Claim;
use sprague_claim::claim::{OfHeap, OnHeap};
use sprague_claim::formula::plain::Value;
use sprague_claim::sequence::{Regular, Said, Sequence};
use sprague_rules::expr::Cond;
use sprague_rules::ruleset::{Amount, MoveAct};
use sprague_rules::{Ruleset, Shape};
use sprague_task::Task;

use crate::regular::Lasting;
use crate::sequences::{first_difference, is_fractal, unlike_itself};
use crate::{Rejection, absorption, cutoff, formula, terms};

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
    if let Some(further) = &on.further {
        return absorption::check(claim, (on, further), evidence, task);
    }
    // Of infinitely many cases, a counterexample names one, and a proof those up to the cutoff.
    let endless = on.cases.as_ref().and_then(|cases| Some((cases, cases.endless()?)));
    let all = match (&on.cases, evidence) {
        (Some(_), HeapEvidence::Proof(_)) if endless.is_some() => {
            return Err(Rejection::new("there are infinitely many cases"));
        }
        (None, _) => vec![Vec::new()],
        (Some(cases), _) if endless.is_none() => cases.all().map_err(Rejection::new)?,
        _ => Vec::new(),
    };
    let one = |place: usize| match endless {
        Some((_, least)) => {
            let number = i64::try_from(place).ok().and_then(|place| least.checked_add(place));
            number.map(|number| vec![Value::Number(number)])
        }
        None => all.get(place).cloned(),
    };
    let one = |place: usize| one(place).ok_or_else(|| Rejection::new("there is no such case"));
    let with_case = |globals: &[Value], then: &dyn Fn(&Case) -> Result<(), Rejection>| {
        let ruleset = match &on.cases {
            Some(cases) => &cases.ruleset(globals).map_err(Rejection::new)?,
            None => &on.ruleset,
        };
        if matches!(ruleset.shape, Shape::Row { places } if places != 1) {
            return Err(Rejection::new(format!("{} has no single heap", ruleset.expression)));
        }
        let case = Case { claim, on, globals, ruleset };
        then(&case).map_err(|rejection| match &on.cases {
            Some(_) => {
                // A limit that was reached stays one.
                let why = format!("{}: {}", ruleset.expression, rejection.why);
                Rejection { why, ..rejection }
            }
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
        HeapEvidence::Cutoff(cutoff) => {
            let (Some((_, least)), Some(last)) = (endless, cutoff.cases.len().checked_sub(1))
            else {
                return Err(Rejection::new(
                    "a cutoff is for infinitely many cases, after one at least",
                ));
            };
            for (place, entry) in cutoff.cases.iter().enumerate() {
                task.spend(1)?;
                with_case(&one(place)?, &|case| proof(case, entry, task))?;
            }
            with_case(&one(last)?, &|case| cutoff::check(case, cutoff, least + last as i64, task))
        }
        HeapEvidence::Absorption(_) | HeapEvidence::With { .. } => {
            Err(Rejection::new("the claim is not about sets of further numbers"))
        }
        HeapEvidence::Counterexample { case, at } => {
            with_case(&one(*case)?, &|case| counterexample(case, at, task))
        }
        HeapEvidence::Refutation { case, why } => {
            with_case(&one(*case)?, &|case| refutation(case, why, task))
        }
    }
}

/// The proof of one case.
fn proof(case: &Case, evidence: &CaseEvidence, task: &Task) -> Result<(), Rejection> {
    let unsuited = || Rejection::new(format!("`{}` proves nothing here", evidence.kind()));
    match (&case.on.says, evidence) {
        (OfHeap::Formula(formula), CaseEvidence::Formula(evidence)) => {
            formula::check(case, formula, evidence, task)
        }
        (OfHeap::Sequence(sequence), CaseEvidence::Computation) => {
            let said = case.said(sequence)?;
            let last = said.last().ok_or_else(unsuited)?;
            let terms = terms::computed(case.ruleset, last, task)?;
            match (said.first()..=last).find(|&heap| said.term(heap) != Some(terms[heap])) {
                Some(heap) => Err(Rejection::new(format!("the heap {heap} has another term"))),
                None => Ok(()),
            }
        }
        (_, CaseEvidence::Regularity(regularity)) => {
            let lasting = Lasting::tested(case.ruleset, regularity, task)?;
            match is_so(case, &lasting, task)? {
                true => Ok(()),
                false => Err(Rejection::new("what is said does not follow; it is false")),
            }
        }
        _ => Err(unsuited()),
    }
}

/// Is what is said of a sequence so, all of whose terms are known?
fn is_so(case: &Case, lasting: &Lasting, task: &Task) -> Result<bool, Rejection> {
    match &case.on.says {
        OfHeap::Regular(None) => Ok(true),
        OfHeap::Regular(Some(numbers)) => Ok(lasting.least(task)? == *numbers),
        OfHeap::Sequence(sequence) => {
            Ok(first_difference(&case.said(sequence)?, lasting, task)?.is_none())
        }
        OfHeap::Fractal { first } => match case.ruleset.has_nim_values() {
            true => is_fractal(lasting, *first, task),
            false => Err(Rejection::new("there are no nim-values")),
        },
        OfHeap::Formula(_) => Err(Rejection::new("a regularity alone decides no formula")),
    }
}

/// The refutation of one case by all of its terms.
fn refutation(case: &Case, why: &CaseEvidence, task: &Task) -> Result<(), Rejection> {
    match (why, &case.on.says) {
        (CaseEvidence::Regularity(regularity), _) => {
            let lasting = Lasting::tested(case.ruleset, regularity, task)?;
            match is_so(case, &lasting, task)? {
                false => Ok(()),
                true => Err(Rejection::new("what is said is true")),
            }
        }
        // Every number comes at most once, and not at all without its first instance.
        (CaseEvidence::Distinct, OfHeap::Fractal { .. }) => distinct(case.ruleset),
        _ => Err(Rejection::new(format!("`{}` refutes nothing here", why.kind()))),
    }
}

/// Is every smaller heap an option of every heap? Then no two have the same nim-value.
fn distinct(ruleset: &Ruleset) -> Result<(), Rejection> {
    let takes_anything = ruleset.moves.iter().any(|m| {
        let one =
            matches!(&m.act, MoveAct::Take(takes) if matches!(takes[..], [(_, Amount::Chosen(_))]));
        one && matches!(m.condition, Cond::Always)
    });
    let heaps = matches!(ruleset.shape, Shape::Piles { .. });
    match takes_anything && heaps && ruleset.has_nim_values() {
        true => Ok(()),
        false => Err(Rejection::new("no move takes any number of tokens from a heap")),
    }
}

/// The counterexample of one case.
fn counterexample(case: &Case, at: &[i64], task: &Task) -> Result<(), Rejection> {
    let heap = || match *at {
        [heap] => usize::try_from(heap).map_err(|_| Rejection::new("this is no heap")),
        _ => Err(Rejection::new("the counterexample is one heap")),
    };
    let shown = match &case.on.says {
        OfHeap::Formula(said) => return formula::counterexample(case, said, at, task),
        OfHeap::Regular(None) => {
            return Err(Rejection::new("no single heap shows that a sequence is not regular"));
        }
        OfHeap::Sequence(sequence) => {
            let (heap, said) = (heap()?, case.said(sequence)?);
            let stated = said
                .term(heap)
                .ok_or_else(|| Rejection::new(format!("nothing is said of the heap {heap}")))?;
            terms::computed(case.ruleset, heap, task)?[heap] != stated
        }
        OfHeap::Regular(Some(Regular { from, period, saltus })) => {
            let heap = heap()?;
            let later = heap.checked_add(*period).filter(|_| heap >= *from);
            let later = later.ok_or_else(|| Rejection::new("nothing is said of this heap"))?;
            let terms = terms::computed(case.ruleset, later, task)?;
            terms[heap].checked_add(*saltus) != Some(terms[later])
        }
        OfHeap::Fractal { first } => {
            let heap = heap()?;
            if heap < *first || !case.ruleset.has_nim_values() {
                return Err(Rejection::new("nothing is said of this heap"));
            }
            let terms = terms::computed(case.ruleset, heap, task)?;
            unlike_itself(&terms[*first..], task)? == Some(heap - first)
        }
    };
    match shown {
        true => Ok(()),
        false => Err(Rejection::new("the claim is right there")),
    }
}

impl Case<'_> {
    /// What is said of the terms in this case.
    fn said(&self, sequence: &Sequence) -> Result<Said, Rejection> {
        sequence.in_case(self.on.cases.as_ref(), self.globals).map_err(Rejection::new)
    }
}
