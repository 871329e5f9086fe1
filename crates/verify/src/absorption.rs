//! Every set of further numbers: `any D of d where ...`, for a game that splits a pile into d + k parts, d in its set.
//!
//! *Absorption.* Let g be the nim-values of the game with the set C, and let g(n) be in N(n, d + k), the nim-set of splits of n under g, for no n and no d of D. Then
//! the game with C and any numbers of D, finitely or infinitely many, has the nim-values g. By induction on n: a split of n has smaller parts, and so its value is that
//! under g; the values of the moves by C have the mex g(n), and moves by numbers of D add others than g(n). So all nim-values
//! and all nim-sets are those of the game with C, and what is said of one is said of the other.
//!
//! *Finitely many d are enough.* The numbers that D may have are progressions s, s + m, s + 2m, ... Suppose that N(n, p + M) lies within N(n, p) for all n and all
//! p from q on, M a multiple of every m. Let s + i m be the first number of a progression with s + i m + k >= q. Test it, all before it, and the next ones up to M after it:
//! any later number of the progression is one of those tested from s + i m on and a multiple of M more, and so its nim-set lies within a tested one. Where s is linear in c, with a
//! coefficient that is not negative, i is found for the least c, and is enough for all larger ones.
//!
//! That these nim-sets are so is a formula about the game with C, and the certificate has evidence for it as for any formula.

use sprague_certificate::{AbsorptionEvidence, HeapEvidence, Verdict};
use sprague_claim::Claim;
use sprague_claim::cases::Cases;
use sprague_claim::claim::{OfHeap, OnHeap};
use sprague_claim::formula::plain::Value;
use sprague_claim::formula::{Arithmetic, Binding, Expr, Formula, Sentence, SetRelation};
use sprague_claim::further::{Further, Progression};
use sprague_task::Task;

use crate::{Rejection, heap};

/// Nim-sets that are tested, at most.
const MOST: usize = 48;
/// Steps and parts are at most so many.
const LARGEST: i64 = 48;

/// What is to be so of the game without further numbers, for them to change nothing.
pub struct Absorbing {
    /// The formula, as a claim of its own. If nim-sets have to lie within others, its first sentence says so.
    pub on: OnHeap,
    /// The numbers whose nim-sets the other sentences speak of, in their order: coefficients of c and constants.
    pub tested: Vec<(i64, i64)>,
    /// Is it said that nim-sets lie within others?
    pub chained: bool,
}

impl Absorbing {
    /// With nim-sets of `step` parts more within those of p parts, for p from `fewest` on.
    pub fn of(
        claim: &Claim,
        (on, further): (&OnHeap, &Further),
        (step, fewest): (i64, i64),
    ) -> Result<Absorbing, Rejection> {
        if !(1..=LARGEST).contains(&step) || !(1..=LARGEST).contains(&fewest) {
            return Err(Rejection::new("a step, and the fewest parts, are small and at least 1"));
        }
        let name = further.game_name();
        let game = claim.library().game(name);
        let game = game.map_err(|found| Rejection::new(found.complaint.message))?;
        let over = game.splits_by_set().filter(|_| on.ruleset.has_nim_values());
        let over = over.ok_or_else(|| {
            Rejection::new(format!(
                "{name} is not a game of splitting a pile into numbers of parts that a set gives"
            ))
        })?;
        let least_c = match &on.cases {
            None => 0,
            Some(cases) => cases.least_number().ok_or_else(|| Rejection::new("too many names"))?,
        };
        let mut tested: Vec<(i64, i64)> = Vec::new();
        for &Progression { first: (by_c, constant), step: own } in &further.progressions {
            if by_c < 0 || own < 0 || own > 0 && step % own != 0 {
                return Err(Rejection::new("the step is a multiple of those of the numbers"));
            }
            let mut number = constant;
            let mut after = if own == 0 { 1 } else { step / own };
            while after > 0 {
                if tested.len() >= MOST {
                    return Err(Rejection::new("too many nim-sets to test"));
                }
                if !tested.contains(&(by_c, number)) {
                    tested.push((by_c, number));
                }
                if own == 0 || by_c * least_c + number + over >= fewest {
                    after -= 1;
                }
                number += own;
            }
        }
        let chained = further.progressions.iter().any(|progression| progression.step > 0);
        let chain = chained.then(|| lies_within(step, fewest));
        let others = tested.iter().map(|&(by_c, constant)| differs((by_c, constant + over)));
        let sentences = chain.into_iter().chain(others).collect();
        let without = further.with(on, &[]).map_err(Rejection::new)?;
        let says = OfHeap::Formula(Formula { definitions: Vec::new(), sentences });
        Ok(Absorbing { on: OnHeap { says, ..without }, tested, chained })
    }
}

/// A number from this one on.
fn bound(name: &str, least: i64) -> Binding {
    Binding { name: name.into(), least: Expr::Number(least), largest: None }
}

fn nim_set(parts: Expr) -> Expr {
    let (heap, parts) = (Box::new(Expr::Local(0)), Box::new(parts));
    Expr::NimSet { heap, parts, game: None, only: None }
}

fn plus(one: Expr, number: i64) -> Expr {
    Expr::Arithmetic(Arithmetic::Plus, Box::new([one, Expr::Number(number)]))
}

/// N(n, p + step) within N(n, p) for n >= 1, p >= fewest
fn lies_within(step: i64, fewest: i64) -> Sentence {
    let pair = [nim_set(plus(Expr::Local(1), step)), nim_set(Expr::Local(1))];
    let says = Expr::Sets(SetRelation::Within, Box::new(pair));
    Sentence { bindings: vec![bound("n", 1), bound("p", fewest)], condition: None, says }
}

/// G(n) not in N(n, a c + b) for n >= 1
fn differs((by_c, constant): (i64, i64)) -> Sentence {
    let parts = match by_c {
        0 => Expr::Number(constant),
        _ => {
            let pair = Box::new([Expr::Number(by_c), Expr::Global(0)]);
            plus(Expr::Arithmetic(Arithmetic::Times, pair), constant)
        }
    };
    let value = Expr::NimValue { heap: Box::new(Expr::Local(0)), game: None };
    let says = Expr::Not(Box::new(Expr::In(Box::new([value, nim_set(parts)]))));
    Sentence { bindings: vec![bound("n", 1)], condition: None, says }
}

/// Decides the evidence again.
pub(crate) fn check(
    claim: &Claim,
    (on, further): (&OnHeap, &Further),
    evidence: &HeapEvidence,
    task: &Task,
) -> Result<(), Rejection> {
    let within = |on: &OnHeap, evidence: &HeapEvidence, verdict: Verdict, words: &str| {
        if evidence.verdict() != verdict || on.further.is_some() {
            return Err(Rejection::new(format!("{words}: `{}` is no evidence", evidence.kind())));
        }
        heap::check(claim, on, evidence, task).map_err(|rejection| {
            let why = format!("{words}: {}", rejection.why);
            Rejection { why, ..rejection }
        })
    };
    let set = &further.name;
    match evidence {
        HeapEvidence::Absorption(AbsorptionEvidence { step, fewest, without, absorbs }) => {
            let absorbing = Absorbing::of(claim, (on, further), (*step, *fewest))?;
            let plain = further.with(on, &[]).map_err(Rejection::new)?;
            within(&plain, without, Verdict::Proved, &format!("without {set}"))?;
            within(&absorbing.on, absorbs, Verdict::Proved, &format!("that {set} is absorbed"))
        }
        HeapEvidence::With { further: numbers, why } => {
            let case = match &**why {
                HeapEvidence::Counterexample { case, .. }
                | HeapEvidence::Refutation { case, .. } => *case,
                _ => return Err(Rejection::new("this refutes nothing")),
            };
            let case = values(on.cases.as_ref(), case)?;
            if numbers.windows(2).any(|pair| pair[0] >= pair[1]) {
                return Err(Rejection::new("a set is written in ascending order"));
            }
            for &number in numbers {
                if !further.allows(&case, number).map_err(Rejection::new)? {
                    return Err(Rejection::new(format!(
                        "{number} is not one of the numbers of {set}"
                    )));
                }
            }
            let with = further.with(on, numbers).map_err(Rejection::new)?;
            within(&with, why, Verdict::Refuted, &format!("with {set} = {numbers:?}"))
        }
        _ => Err(Rejection::new(format!("`{}` says nothing of all {set}", evidence.kind()))),
    }
}

/// What a case fixes, by its place.
fn values(cases: Option<&Cases>, place: usize) -> Result<Vec<Value>, Rejection> {
    let missing = || Rejection::new("there is no such case");
    let Some(cases) = cases else {
        return if place == 0 { Ok(Vec::new()) } else { Err(missing()) };
    };
    match cases.endless() {
        Some(least) => {
            let number = i64::try_from(place).ok().and_then(|place| least.checked_add(place));
            number.map(|number| vec![Value::Number(number)]).ok_or_else(missing)
        }
        None => cases.all().map_err(Rejection::new)?.get(place).cloned().ok_or_else(missing),
    }
}
