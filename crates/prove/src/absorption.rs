//! Claims for every set of further numbers, `any D of d where ...`: the claim is judged without them, and then it is asked whether they are absorbed.
//!
//! What has to be so for that is the checker's to say ([`sprague_verify::absorption`]): nim-sets of some parts more lie within those of fewer, and the value of a heap is in none of
//! finitely many nim-sets. Here the two numbers are found that it leaves open, in one case; and both claims are then judged as everywhere. Where
//! the value of a heap is in such a nim-set, one number d may well refute the claim; it is judged with that number alone.

use sprague_certificate::{AbsorptionEvidence, Evidence, HeapEvidence};
use sprague_claim::Claim;
use sprague_claim::claim::{OfHeap, OnHeap};
use sprague_claim::formula::plain::Value;
use sprague_claim::further::Further;
use sprague_task::Task;
use sprague_verify::absorption::Absorbing;

use crate::cases::one;
use crate::finding::{Finding, Trace};
use crate::verdict::of_heap;

/// Nim-sets lie within others from so many parts on, at most.
const FEWEST: i64 = 6;

/// What is known of all sets together.
pub fn judge(
    claim: &Claim,
    on: &OnHeap,
    further: &Further,
    task: &Task,
    trace: &mut Trace,
) -> Finding {
    let undecided = |why: String| Finding::Undecided { why };
    let set = &further.name;
    let plain = match further.with(on, &[]) {
        Ok(plain) => plain,
        Err(why) => return undecided(why),
    };
    let without = match of_heap(claim, &plain, task, trace) {
        Finding::Proved { evidence: Some(Evidence::Heap(evidence)), .. } => evidence,
        Finding::Refuted { witness, shown, evidence } => {
            let shown = format!("{set} = {{}}, {shown}");
            return Finding::Refuted { witness, shown, evidence: with(Vec::new(), evidence) };
        }
        Finding::Proved { .. } => return undecided("there is no certificate".into()),
        Finding::Holds { region, why } => {
            return undecided(format!("without {set} it holds for {region}; {why}"));
        }
        Finding::Undecided { why } => return undecided(format!("without {set}: {why}")),
    };
    let search = Search { claim, on, further, task };
    let (step, fewest, absorbing) = match search.chain() {
        Ok(found) => found,
        Err(why) => return undecided(why),
    };
    let how = trace.how.take();
    let mut inner = Trace::default();
    let found = of_heap(claim, &absorbing.on, task, &mut inner);
    trace.steps.extend(inner.steps);
    match found {
        Finding::Proved { evidence: Some(Evidence::Heap(absorbs)), .. } => {
            let (without, absorbs) = (Box::new(without), Box::new(absorbs));
            let evidence = AbsorptionEvidence { step, fewest, without, absorbs };
            trace.how = Some(match (how, inner.how) {
                (Some(how), Some(then)) if how == then => format!("absorption, with {how}"),
                (Some(how), Some(then)) => {
                    format!("absorption, with {how}; that {set} is absorbed: {then}")
                }
                (how, then) => match how.or(then) {
                    Some(how) => format!("absorption, with {how}"),
                    None => "absorption".into(),
                },
            });
            let evidence = Some(Evidence::Heap(HeapEvidence::Absorption(evidence)));
            Finding::Proved { by: "absorption", evidence }
        }
        Finding::Proved { .. } => undecided("there is no certificate".into()),
        Finding::Refuted { shown, evidence, .. } => {
            let single = evidence.and_then(|evidence| search.single(&absorbing, &evidence));
            single.unwrap_or_else(|| undecided(format!("{set} is not absorbed: {shown}")))
        }
        Finding::Holds { why, .. } | Finding::Undecided { why } => {
            undecided(format!("whether {set} is absorbed is not decided: {why}"))
        }
    }
}

/// A refutation with these further numbers.
fn with(further: Vec<i64>, evidence: Option<Evidence>) -> Option<Evidence> {
    match evidence {
        Some(Evidence::Heap(why)) => {
            Some(Evidence::Heap(HeapEvidence::With { further, why: Box::new(why) }))
        }
        _ => None,
    }
}

struct Search<'c> {
    claim: &'c Claim,
    on: &'c OnHeap,
    further: &'c Further,
    task: &'c Task,
}

impl Search<'_> {
    /// Steps and the fewest parts from which on nim-sets lie within others, in one case.
    fn chain(&self) -> Result<(i64, i64, Absorbing), String> {
        let steps = self.further.progressions.iter().map(|progression| progression.step.max(1));
        let common = steps.fold(1, least_common);
        let mut why = None;
        for step in [common, 2 * common] {
            for fewest in 1..=FEWEST {
                let of = (self.on, self.further);
                let absorbing = Absorbing::of(self.claim, of, (step, fewest));
                let absorbing = absorbing.map_err(|rejection| rejection.why)?;
                if !absorbing.chained {
                    return Ok((step, fewest, absorbing));
                }
                match self.first_sentence(&absorbing.on) {
                    Ok(()) => return Ok((step, fewest, absorbing)),
                    Err(reason) => why = Some(reason),
                }
                if !self.task.goes_on() {
                    return Err("time ran out".into());
                }
            }
        }
        let why = why.unwrap_or_default();
        Err(format!("nim-sets of more parts are not seen to lie within those of fewer: {why}"))
    }

    /// Is the first sentence of a formula proved in the second case, or in the only one?
    fn first_sentence(&self, on: &OnHeap) -> Result<(), String> {
        let OfHeap::Formula(formula) = &on.says else { return Err("there is no formula".into()) };
        let mut formula = formula.clone();
        formula.sentences.truncate(1);
        let first = OnHeap { says: OfHeap::Formula(formula), ..on.clone() };
        let case: Vec<Value> = match &on.cases {
            None => Vec::new(),
            Some(cases) => {
                let some = match cases.endless() {
                    Some(least) => cases.until(least + 1),
                    None => cases.all()?,
                };
                some.get(1).or(some.first()).ok_or("there is no case")?.clone()
            }
        };
        let ruleset = match &on.cases {
            None => on.ruleset.clone(),
            Some(cases) => cases.ruleset(&case)?,
        };
        match one(self.claim, &first, &ruleset, &case, self.task) {
            Finding::Proved { .. } => Ok(()),
            Finding::Refuted { shown, .. } => Err(shown),
            Finding::Holds { why, .. } | Finding::Undecided { why } => Err(why),
        }
    }

    /// The claim with one further number, where the value of a heap is in its nim-set.
    fn single(&self, absorbing: &Absorbing, evidence: &Evidence) -> Option<Finding> {
        let Evidence::Heap(HeapEvidence::Counterexample { case: place, at }) = evidence else {
            return None;
        };
        let sentence = usize::try_from(*at.first()?).ok()?;
        let tested = sentence.checked_sub(usize::from(absorbing.chained))?;
        let (by_c, constant) = *absorbing.tested.get(tested)?;
        let case = match &self.on.cases {
            None => Vec::new(),
            Some(cases) => match cases.endless() {
                Some(least) => vec![Value::Number(least + i64::try_from(*place).ok()?)],
                None => cases.all().ok()?.get(*place)?.clone(),
            },
        };
        let c = if let Some(Value::Number(c)) = case.first() { *c } else { 0 };
        let number = by_c * c + constant;
        let on = self.further.with(self.on, &[number]).ok()?;
        let ruleset = match &on.cases {
            None => on.ruleset.clone(),
            Some(cases) => cases.ruleset(&case).ok()?,
        };
        let found = one(self.claim, &on, &ruleset, &case, self.task);
        let Finding::Refuted { witness, shown, evidence } = found else { return None };
        let evidence = evidence.and_then(|evidence| match evidence {
            Evidence::Heap(evidence) => Some(Evidence::Heap(evidence.in_case(*place))),
            _ => None,
        });
        let shown =
            format!("{} = {{{number}}}, {}: {shown}", self.further.name, ruleset.expression);
        Some(Finding::Refuted { witness, shown, evidence: with(vec![number], evidence) })
    }
}

fn least_common(one: i64, other: i64) -> i64 {
    (1..=other).map(|times| one * times).find(|both| both % other == 0).unwrap_or(one * other)
}
