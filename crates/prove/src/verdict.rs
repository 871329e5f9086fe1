//! Judging a claim: look for a counterexample, then for a proof, and say exactly what is known.

use std::time::{Duration, Instant};

use sprague_certificate::{Certificate, Evidence};
use sprague_task::Task;
use sprague_verify::Accepted;

use sprague_claim::claim::{About, OfListed, OnHeap};
use sprague_claim::{Claim, Expected};

use crate::absorption;
use crate::any;
use crate::boards;
use crate::cases;
use crate::check;
use crate::cutoff;
use crate::finding::{Finding, Trace, Witness};
use crate::graphs;
use crate::laws;
use crate::lines;
use crate::outcomes;
use crate::play;
use crate::values;

/// What is known of a claim.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// For all positions that it speaks of: the checker has accepted the certificate.
    Proved(Box<Accepted>),
    /// A proof was found that the checker has not seen.
    Unchecked {
        /// The certificate, if there is one.
        certificate: Option<Box<Certificate>>,
        /// Why the checker has not seen it.
        why: String,
    },
    /// For every position of this region; why not for all.
    Holds {
        /// The region, in words.
        region: String,
        /// Why it is not proved.
        why: String,
    },
    /// Not so at this position.
    Refuted {
        /// Where.
        witness: Witness,
        /// What is so there.
        shown: String,
        /// The certificate, if there is one that the checker has not seen.
        certificate: Option<Box<Certificate>>,
        /// The certificate, if the checker has come to the same.
        accepted: Option<Box<Accepted>>,
    },
    /// Nothing is known.
    Undecided {
        /// Why.
        why: String,
    },
}

impl Verdict {
    /// What the checker has accepted: a proof, or a counterexample.
    pub fn accepted(&self) -> Option<&Accepted> {
        match self {
            Verdict::Proved(accepted) => Some(accepted),
            Verdict::Refuted { accepted, .. } => accepted.as_deref(),
            _ => None,
        }
    }

    /// Why it is not more than it is, if it says so.
    pub fn reason_mut(&mut self) -> Option<&mut String> {
        match self {
            Verdict::Unchecked { why, .. }
            | Verdict::Holds { why, .. }
            | Verdict::Undecided { why } => Some(why),
            Verdict::Proved(_) | Verdict::Refuted { .. } => None,
        }
    }

    /// Its kind, as files expect it.
    pub fn kind(&self) -> Expected {
        match self {
            Verdict::Proved(_) | Verdict::Unchecked { .. } => Expected::Proved,
            Verdict::Holds { .. } => Expected::Holds,
            Verdict::Refuted { .. } => Expected::Refuted,
            Verdict::Undecided { .. } => Expected::Undecided,
        }
    }
}

/// A verdict with how it was reached.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// What is known.
    pub verdict: Verdict,
    /// The method of a proof.
    pub by: Option<&'static str>,
    /// What was done on the way.
    pub trace: Trace,
    /// How long it took to find.
    pub time: Duration,
    /// How long it took to check.
    pub checking: Duration,
}

impl Judgement {
    /// Is the verdict the one that the claim's file expects?
    pub fn is_expected(&self, claim: &Claim) -> bool {
        claim.expected.is_none_or(|expected| expected == self.verdict.kind())
    }
}

/// The verdict on a claim. What is found is shown to the checker, and is proved or refuted only if it accepts.
pub fn judge(claim: &Claim, task: &Task) -> Judgement {
    let mut judgement = judge_unchecked(claim, task);
    let certificate = match &mut judgement.verdict {
        Verdict::Unchecked { certificate, .. } => certificate.take(),
        Verdict::Refuted { certificate, .. } => certificate.take(),
        _ => None,
    };
    let Some(certificate) = certificate else { return judgement };
    let begun = Instant::now();
    task.note(match judgement.verdict {
        Verdict::Refuted { .. } => "a counterexample is found; the checker computes it again",
        _ => "a proof is found; the checker goes through it",
    });
    // The checker has steps of its own: what was spent on finding does not count.
    let checked = sprague_verify::accept((*certificate).clone(), &task.part(task.limits().steps));
    judgement.checking = begun.elapsed();
    match (checked, &mut judgement.verdict) {
        (Ok(seen), Verdict::Refuted { accepted, .. }) => *accepted = Some(Box::new(seen)),
        (Ok(seen), verdict) => *verdict = Verdict::Proved(Box::new(seen)),
        (Err(rejection), verdict) if rejection.stopped.is_some() => {
            judgement.trace.steps.push(format!("the checker: {rejection}"));
            match verdict {
                Verdict::Unchecked { certificate: place, why } => {
                    *place = Some(certificate);
                    *why = rejection.to_string();
                }
                Verdict::Refuted { certificate: place, .. } => *place = Some(certificate),
                _ => {}
            }
        }
        (Err(rejection), verdict) => {
            let what = if verdict.kind() == Expected::Proved { "proof" } else { "counterexample" };
            let why =
                format!("a {what} was found, but the checker does not accept it: {rejection}");
            judgement.trace.steps.push(why.clone());
            judgement.by = None;
            *verdict = Verdict::Undecided { why };
        }
    }
    judgement
}

/// The same without the checker: at most [`Verdict::Unchecked`], never [`Verdict::Proved`].
pub fn judge_unchecked(claim: &Claim, task: &Task) -> Judgement {
    let begun = Instant::now();
    let mut trace = Trace::default();
    let finding = find(claim, task, &mut trace);
    let by = match &finding {
        Finding::Proved { by, .. } => Some(*by),
        _ => None,
    };
    let certificate = |evidence: Option<Evidence>| {
        let (text, games) = (claim.text.clone(), claim.games.clone());
        evidence.map(|evidence| Box::new(Certificate { claim: text, games, evidence }))
    };
    let verdict = match finding {
        Finding::Proved { evidence, .. } => {
            let why = match evidence {
                Some(_) => "the checker was not asked",
                None => "there is no certificate for this kind of proof",
            };
            Verdict::Unchecked { certificate: certificate(evidence), why: why.into() }
        }
        Finding::Refuted { witness, shown, evidence } => {
            let certificate = certificate(evidence);
            Verdict::Refuted { witness, shown, certificate, accepted: None }
        }
        Finding::Holds { region, why } => Verdict::Holds { region, why: with_limit(why, task) },
        Finding::Undecided { why } => Verdict::Undecided { why: with_limit(why, task) },
    };
    let (time, checking) = (begun.elapsed(), Duration::ZERO);
    Judgement { verdict, by, trace, time, checking }
}

/// Why there is no proof, with the limit that was passed, if one was.
fn with_limit(why: String, task: &Task) -> String {
    match task.spend(0).and_then(|()| task.glance()) {
        Err(stop) if !why.contains(&stop.to_string()) => format!("{why} ({stop})"),
        _ => why,
    }
}

/// What the methods find.
fn find(claim: &Claim, task: &Task, trace: &mut Trace) -> Finding {
    match &claim.about {
        About::Piles(on) => any::judge(claim, on, task, trace),
        About::Heap(on) => match &on.further {
            Some(further) => absorption::judge(claim, on, further, task, trace),
            None => of_heap(claim, on, task, trace),
        },
        About::Listed(on) => match &on.says {
            OfListed::Facts(facts) => check::facts(&on.ruleset, facts, task),
            OfListed::Lines(lines) => lines::judge(claim, &on.ruleset, lines, task, trace),
            OfListed::Play(play) => play::judge(&on.ruleset, play),
        },
        About::Graphs(on) => graphs::judge(claim, on, task, trace),
        About::Values(on) => values::judge(claim, on, task),
        About::Laws(on) => laws::judge(claim, on, task),
        About::Outcomes(on) => {
            let (finding, steps) = outcomes::judge(on, task);
            trace.steps = steps;
            finding
        }
        About::Board(on) => boards::judge(claim, on, task, trace),
    }
}

/// What the methods find of the sequence of one heap, without further numbers.
pub(crate) fn of_heap(claim: &Claim, on: &OnHeap, task: &Task, trace: &mut Trace) -> Finding {
    match on.cases.as_ref().is_some_and(|cases| cases.endless().is_some()) {
        true => cutoff::judge(claim, on, task, trace),
        false => cases::judge(claim, on, task, &mut trace.steps),
    }
}
