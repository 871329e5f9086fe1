//! Claims about the terms of one heap: that they go as a notation says, that they are regular, that they are fractal.
//!
//! The terms are computed some way, and compared. If a regularity of theirs is proved, all of them are known, and everything
//! that is said here can be decided; the regularity with its first terms is then what the checker gets to see. A
//! counterexample is a heap; where that is too far out to be computed plainly again, it is the regularity, too.

use sprague_certificate::{
    CaseEvidence, Evidence, HeapEvidence, Method as Theorem, Regularity as Certified,
    Terms as CertifiedTerms,
};
use sprague_claim::sequence::{Regular, Said};
use sprague_rules::expr::Cond;
use sprague_rules::ruleset::{Amount, MoveAct};
use sprague_rules::{HeapMoves, Ruleset};
use sprague_sequence::regularity::{Reach, guy_smith_bound};
use sprague_sequence::{Method, Regularity, Sequence, Terms, Verdict as Known};
use sprague_task::Task;

use crate::cost;
use crate::finding::Finding;

/// Heaps that are looked at for a regularity, if nothing is said.
const LOOKS: [u32; 4] = [400, 1500, 5000, 15_000];
/// Heaps that a fractal sequence is looked at for, if nothing is said.
const FRACTAL: u32 = 2000;
/// A counterexample beyond this heap is shown by a regularity, if there is one.
const NEAR: usize = 1000;
/// From so many terms on a mask is chosen.
const MASKED: usize = 1024;

/// Terms that were computed, and those that follow from a regularity that is proved.
struct Seen<'s> {
    sequence: &'s Sequence,
    proved: Option<Regularity>,
}

impl Seen<'_> {
    /// The term of a heap as a number, if it is known.
    fn term(&self, heap: usize) -> Option<u32> {
        let (mut heap, mut rise) = (heap, 0);
        if heap >= self.sequence.len() {
            let Regularity { preperiod, period, saltus, .. } = self.proved?;
            let rounds = (heap - preperiod) / period;
            heap -= rounds * period;
            rise = u32::try_from(rounds as i64 * saltus).ok()?;
        }
        match &self.sequence.terms {
            Terms::NimValues(values) => values.at(heap).checked_add(rise),
            Terms::Outcomes(outcomes) => Some(outcomes[heap] as u32),
        }
    }
}

/// Does the sequence of one heap go as is said?
pub fn judge(ruleset: &Ruleset, check_to: Option<u32>, said: &Said, task: &Task) -> Finding {
    let (before, repeated) = said.lengths();
    let quick = (6 * (before + repeated)).clamp(200, 20_000) as u32;
    let needed = said.last().unwrap_or(0).try_into().unwrap_or(u32::MAX);
    let to = check_to.unwrap_or(quick).max(needed);
    let sequence = match Sequence::compute(ruleset, to, &cost::budget(task), &task.watch()) {
        Ok(sequence) => sequence,
        Err(refusal) => return Finding::Undecided { why: refusal.to_string() },
    };
    let seen = Seen { sequence: &sequence, proved: proved(&sequence, ruleset, task) };
    let far = match (&seen.proved, said.last()) {
        (_, Some(last)) => last,
        (Some(known), None) => known.preperiod.max(said.first() + before) + known.period + repeated,
        (None, None) => sequence.len() - 1,
    };
    for heap in said.first()..=far.max(sequence.len() - 1) {
        let (Some(truly), Some(stated)) = (seen.term(heap), said.term(heap)) else {
            if said.last().is_some_and(|last| heap > last) {
                break;
            }
            return Finding::Undecided { why: format!("the term of the heap {heap} is too large") };
        };
        if truly != stated {
            let (truly, stated) = (said.written(truly), said.written(stated));
            let shown = format!("the heap has {truly}, not {stated}");
            return refuted(ruleset, &seen, heap, heap, shown);
        }
    }
    if said.last().is_some() {
        return proof("computation", CaseEvidence::Computation);
    }
    match seen.proved {
        Some(known) => proved_by(ruleset, &sequence, known),
        None => Finding::Holds {
            region: format!("heaps up to {to}"),
            why: "the regularity of the sequence is not proved".into(),
        },
    }
}

/// Is the sequence of one heap regular from some heap on, with these numbers if there are any?
pub fn regular(
    ruleset: &Ruleset,
    check_to: Option<u32>,
    numbers: Option<Regular>,
    task: &Task,
) -> Finding {
    let (budget, watch) = (cost::budget(task), task.watch());
    let mut looks = match check_to {
        Some(to) => vec![to],
        None => LOOKS.to_vec(),
    };
    if let Some(Regular { from, period, .. }) = numbers {
        // As far as the theorems look.
        let needed = match Reach::of(ruleset) {
            Some(Reach::Window { length }) => (from + 2 * period + length) as u64,
            Some(Reach::Breaks(moves)) => {
                guy_smith_bound(&moves, from, period).saturating_add(2 * period as u64)
            }
            None => (from + 3 * period) as u64,
        };
        let needed = u32::try_from(needed).unwrap_or(u32::MAX).saturating_add(1);
        if looks.last().is_some_and(|&last| last < needed) {
            looks.push(needed);
        }
    }
    let mut holds = None;
    for to in looks {
        let sequence = match Sequence::compute(ruleset, to, &budget, &watch) {
            Ok(sequence) => sequence,
            Err(refusal) => return Finding::Undecided { why: refusal.to_string() },
        };
        let seen = Seen { sequence: &sequence, proved: proved(&sequence, ruleset, task) };
        if let Some(known) = seen.proved {
            return match numbers {
                Some(numbers) => with_numbers(ruleset, &seen, known, numbers),
                None => proved_by(ruleset, &sequence, known),
            };
        }
        let region = format!("heaps up to {to}");
        if let Some(numbers) = numbers {
            match differs(&seen, numbers, sequence.len().saturating_sub(numbers.period)) {
                Some((heap, shown)) => {
                    return refuted(ruleset, &seen, heap, heap + numbers.period, shown);
                }
                None if sequence.len() > numbers.from + numbers.period => {
                    holds = Some((region, "it is seen, not proved".to_string()));
                }
                None => {}
            }
        } else {
            holds = sequence.regularity_within(ruleset, &watch).map(|found| {
                let (period, saltus) = (found.period, found.saltus);
                (region, format!("period {period} and saltus {saltus} are seen, not proved"))
            });
        }
    }
    match holds {
        Some((region, why)) => Finding::Holds { region, why },
        None => Finding::Undecided { why: "no regularity shows".into() },
    }
}

/// A regularity that is proved against the numbers that are said.
fn with_numbers(ruleset: &Ruleset, seen: &Seen, known: Regularity, said: Regular) -> Finding {
    let Regularity { preperiod, period, saltus, .. } = known;
    if (preperiod, period, saltus) == (said.from, said.period, i64::from(said.saltus)) {
        return proved_by(ruleset, seen.sequence, known);
    }
    let far = preperiod.max(said.from) + period + said.period;
    if let Some((heap, shown)) = differs(seen, said, far) {
        return refuted(ruleset, seen, heap, heap + said.period, shown);
    }
    let rise = if saltus > 0 { format!(" and saltus {saltus}") } else { String::new() };
    let shown = format!("it is regular from {preperiod} on, with period {period}{rise}");
    let witness = vec![preperiod as u32].into();
    Finding::Refuted { witness, shown, evidence: by_regularity(ruleset, seen) }
}

/// The first heap below a bound at which the terms do not repeat as is said.
fn differs(seen: &Seen, said: Regular, below: usize) -> Option<(usize, String)> {
    (said.from..below).find_map(|heap| {
        let (now, later) = (seen.term(heap)?, seen.term(heap + said.period)?);
        (now.checked_add(said.saltus) != Some(later)).then(|| {
            let (then, rise) = (heap + said.period, said.saltus);
            let terms = match &seen.sequence.terms {
                Terms::NimValues(_) => {
                    format!("the heaps {heap} and {then} have {now} and {later}")
                }
                Terms::Outcomes(_) => {
                    format!("the heaps {heap} and {then} have different outcomes")
                }
            };
            let rise = if rise > 0 { format!(", not {rise} more") } else { String::new() };
            (heap, format!("{terms}{rise}"))
        })
    })
}

/// Are the nim-values from this heap on a fractal sequence?
pub fn fractal(ruleset: &Ruleset, check_to: Option<u32>, first: usize, task: &Task) -> Finding {
    let to = check_to.unwrap_or(FRACTAL);
    let sequence = match Sequence::compute(ruleset, to, &cost::budget(task), &task.watch()) {
        Ok(sequence) => sequence,
        Err(refusal) => return Finding::Undecided { why: refusal.to_string() },
    };
    let Terms::NimValues(values) = &sequence.terms else {
        return Finding::Undecided { why: "there are no nim-values".into() };
    };
    if values.len() <= first {
        return Finding::Undecided { why: format!("no heap up to {to} is spoken of") };
    }
    let seen = Seen { sequence: &sequence, proved: proved(&sequence, ruleset, task) };
    let far = match &seen.proved {
        Some(known) if known.saltus == 0 => {
            2 * (known.preperiod.max(first) + known.period) + known.period
        }
        _ => 0,
    };
    let terms: Vec<u32> =
        (first..values.len().max(first + far)).map_while(|heap| seen.term(heap)).collect();
    let mut met = std::collections::HashSet::new();
    let mut left = 0;
    for (place, &term) in terms.iter().enumerate() {
        if met.insert(term) {
            continue;
        }
        if terms[left] != term {
            let heap = first + place;
            let shown = format!("{term} stands where {} should be left", terms[left]);
            return refuted(ruleset, &seen, heap, heap, shown);
        }
        left += 1;
    }
    match seen.proved {
        Some(known) if known.saltus > 0 => Finding::Refuted {
            witness: vec![first as u32].into(),
            shown: format!(
                "{} comes finitely often, as every value does, and once less without its first instance",
                terms[0]
            ),
            evidence: by_regularity(ruleset, &seen),
        },
        Some(known) => proved_by(ruleset, &sequence, known),
        None if takes_anything(ruleset) => {
            let why = CaseEvidence::Distinct;
            Finding::Refuted {
                witness: vec![first as u32].into(),
                shown: format!("{} comes once, as every value does, and is then gone", terms[0]),
                evidence: Some(Evidence::Heap(HeapEvidence::Refutation { case: 0, why })),
            }
        }
        None if left == 0 => Finding::Undecided {
            why: format!("no number comes twice up to heap {to}, so that nothing was compared"),
        },
        None => Finding::Holds {
            region: format!("heaps up to {to}"),
            why: "a fractal sequence is compared with itself, not proved".into(),
        },
    }
}

/// May any number of tokens be taken from a heap? Then no two heaps have the same value.
fn takes_anything(ruleset: &Ruleset) -> bool {
    let one = |act: &MoveAct| matches!(act, MoveAct::Take(takes) if matches!(takes[..], [(_, Amount::Chosen(_))]));
    ruleset.has_nim_values()
        && ruleset.moves.iter().any(|m| one(&m.act) && matches!(m.condition, Cond::Always))
}

/// The regularity of a sequence, if it is proved.
fn proved(sequence: &Sequence, ruleset: &Ruleset, task: &Task) -> Option<Regularity> {
    let found = sequence.regularity_within(ruleset, &task.watch());
    found.filter(|found| matches!(found.verdict, Known::Proved(_)))
}

fn proof(by: &'static str, evidence: CaseEvidence) -> Finding {
    let evidence = Some(Evidence::Heap(HeapEvidence::Proof(vec![evidence])));
    Finding::Proved { by, evidence }
}

fn proved_by(ruleset: &Ruleset, sequence: &Sequence, known: Regularity) -> Finding {
    let by = match known.verdict {
        Known::Proved(method) => method.name(),
        Known::Holds { .. } => return Finding::Undecided { why: "it is not proved".into() },
    };
    match certified(ruleset, sequence, known) {
        Some(certified) => proof(by, CaseEvidence::Regularity(certified)),
        None => Finding::Undecided { why: "the regularity has no certificate".into() },
    }
}

/// Not so at a heap, for which the terms up to another one are needed.
fn refuted(ruleset: &Ruleset, seen: &Seen, heap: usize, needed: usize, shown: String) -> Finding {
    let near = || HeapEvidence::Counterexample { case: 0, at: vec![heap as i64] };
    let evidence = match needed <= NEAR {
        true => Some(Evidence::Heap(near())),
        false => by_regularity(ruleset, seen).or_else(|| Some(Evidence::Heap(near()))),
    };
    Finding::Refuted { witness: vec![heap as u32].into(), shown, evidence }
}

fn by_regularity(ruleset: &Ruleset, seen: &Seen) -> Option<Evidence> {
    let certified = certified(ruleset, seen.sequence, seen.proved?)?;
    let why = CaseEvidence::Regularity(certified);
    Some(Evidence::Heap(HeapEvidence::Refutation { case: 0, why }))
}

/// A regularity that is proved, as the checker wants it.
pub fn certified(ruleset: &Ruleset, sequence: &Sequence, known: Regularity) -> Option<Certified> {
    let Regularity { preperiod, period, saltus, verdict: Known::Proved(method) } = known else {
        return None;
    };
    let method = match method {
        Method::Window => Theorem::Window,
        Method::GuySmith => Theorem::GuySmith,
        Method::Levels(levels) => Theorem::Levels { factor: levels.factor, lifts: levels.lifts },
    };
    let saltus = u32::try_from(saltus).ok()?;
    let count = preperiod + period;
    let (terms, mask) = match &sequence.terms {
        Terms::NimValues(values) => {
            if values.len() < count {
                return None;
            }
            let values: Vec<u32> = values.iter().take(count).collect();
            let in_two = HeapMoves::of(ruleset).is_some_and(|moves| moves.most_parts() == 2);
            let mask = if in_two && count >= MASKED { mask(&values) } else { 0 };
            (CertifiedTerms::Values(values), mask)
        }
        Terms::Outcomes(outcomes) => (CertifiedTerms::Outcomes(outcomes.get(..count)?.to_vec()), 0),
    };
    Some(Certified { method, preperiod, period, saltus, mask, terms })
}

/// The mask for which the fewest values are rare: those that have an even number of ones in common with it. Read off the
/// Walsh–Hadamard transform of how often each value comes; 0 if nothing is gained.
fn mask(values: &[u32]) -> u32 {
    let largest = values.iter().copied().max().unwrap_or(0) as usize;
    if largest >= 1 << 20 {
        return 0;
    }
    let mut spectrum = vec![0i64; (largest + 1).next_power_of_two()];
    values.iter().skip(1).for_each(|&value| spectrum[value as usize] += 1);
    let mut half = 1;
    while half < spectrum.len() {
        for block in spectrum.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
    // An entry is the number of rare values less that of common ones.
    let best = (0..spectrum.len()).min_by_key(|&mask| spectrum[mask]).unwrap_or(0);
    let rare = (values.len() as i64 + spectrum[best]) / 2;
    if 4 * rare < values.len() as i64 { best as u32 } else { 0 }
}
