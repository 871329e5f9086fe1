//! Judging a claim: look for a counterexample, then for a proof, and say exactly what is known.

use std::time::{Duration, Instant};

use sprague_certificate::{BoardEvidence, Certificate, Evidence};
use sprague_task::Task;
use sprague_verify::Accepted;

use sprague_claim::claim::{About, OfListed, OnBoard, Says};
use sprague_claim::{Board, Claim, Expected};

use crate::any;
use crate::boxes;
use crate::cases;
use crate::check::{self, Checked};
use crate::depends;
use crate::graphs;
use crate::lines;
use crate::outcomes;
use crate::play;
use crate::prove::{self, Proof};
use crate::same;
use crate::values;

/// What a method found, before the checker has seen it.
#[derive(Clone, Debug)]
pub enum Finding {
    /// For all positions.
    Proved {
        /// The method.
        by: &'static str,
        /// What the checker needs.
        evidence: Option<Evidence>,
    },
    /// For every position of this region; why not for all.
    Holds { region: String, why: String },
    /// Not so at this position.
    Refuted {
        witness: Witness,
        shown: String,
        /// What the checker needs.
        evidence: Option<Evidence>,
    },
    /// Nothing is known.
    Undecided { why: String },
}

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

/// A position at which a claim is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Witness {
    /// Piles, or a heap.
    Piles(Vec<u32>),
    /// As the command line reads it.
    Written(String),
}

impl Witness {
    /// The piles; none, if it is written.
    pub fn piles(&self) -> &[u32] {
        match self {
            Witness::Piles(piles) => piles,
            Witness::Written(_) => &[],
        }
    }
}

impl From<Vec<u32>> for Witness {
    fn from(piles: Vec<u32>) -> Witness {
        Witness::Piles(piles)
    }
}

impl std::fmt::Display for Witness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Witness::Piles(piles) => f.write_str(&sprague_rules::write_position(piles)),
            Witness::Written(text) => f.write_str(text),
        }
    }
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

/// What was done to find a proof.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// What the proof decided, sentence by sentence, with the sizes of automata.
    pub steps: Vec<String>,
    /// States of the largest automaton.
    pub states: Option<usize>,
    /// Points of the periodic box.
    pub points: Option<usize>,
    /// The largest size, or count, that was looked at, and at how many positions the claim was right there.
    pub looked: Option<(u32, u64)>,
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
pub(crate) fn find(claim: &Claim, task: &Task, trace: &mut Trace) -> Finding {
    match &claim.about {
        About::Piles(on) => any::judge(claim, on, task, trace),
        About::Heap(on) => cases::judge(claim, on, task, &mut trace.steps),
        About::Listed(on) => match &on.says {
            OfListed::Facts(facts) => check::facts(&on.ruleset, facts, task),
            OfListed::Lines(lines) => lines::judge(claim, &on.ruleset, lines, task, trace),
            OfListed::Play(play) => play::judge(&on.ruleset, play),
        },
        About::Graphs(on) => graphs::judge(claim, on, task, trace),
        About::Values(on) => values::judge(claim, on, task),
        About::Outcomes(on) => {
            let (finding, steps) = outcomes::judge(on, task);
            trace.steps = steps;
            finding
        }
        About::Board(on) => match &on.says {
            Says::SameAs { ruleset, nim_values } => {
                same::judge(claim, on, ruleset, *nim_values, task)
            }
            Says::Depends(_) => depends::judge(claim, on, task, trace),
            Says::Exactly(_) | Says::If { .. } | Says::Strategy { .. } | Says::Adding(_) => {
                match check::positions(claim, on, task) {
                    Checked::Refuted(finding) | Checked::Failed(finding) => finding,
                    Checked::Holds(looked) => {
                        trace.looked = Some((looked.up_to, looked.positions));
                        proved(claim, on, task, trace)
                            .unwrap_or_else(|why| as_far(looked.positions, looked.to_string(), why))
                    }
                }
            }
        },
    }
}

/// It is so as far as was looked, which is at so many positions; nothing is known if that is none.
pub(crate) fn as_far(positions: u64, region: String, why: String) -> Finding {
    match positions {
        0 => Finding::Undecided {
            why: format!("it speaks of no position of {region}; not proved: {why}"),
        },
        _ => Finding::Holds { region, why },
    }
}

/// Tries to prove it for all positions; why not, in words. Automata come first, boxes where there are so many numbers
/// that automata are likely to be too large; then the other way is tried.
pub(crate) fn proved(
    claim: &Claim,
    on: &OnBoard,
    task: &Task,
    trace: &mut Trace,
) -> Result<Finding, String> {
    let log = &mut trace.steps;
    // Each way has all steps for itself, so that the second does not depend on what the first has spent.
    let automata = task.part(task.limits().steps);
    let points = task.part(task.limits().steps);
    // Boxes do not prove what is given.
    let proof = if !on.given.is_empty() {
        prove::prove(on, &automata, log)
    } else if many_numbers(on) {
        boxes::prove(claim, on, &points, log).or_else(|boxes| {
            prove::prove(on, &automata, log).map_err(|why| format!("{boxes}; {why}"))
        })
    } else {
        prove::prove(on, &automata, log).or_else(|why| {
            boxes::prove(claim, on, &points, log).map_err(|boxes| format!("{why}; {boxes}"))
        })
    };
    match proof? {
        Proof::Boxed { points, periodic } => {
            trace.points = Some(points);
            let evidence = Some(Evidence::Board(BoardEvidence::Box(periodic)));
            Ok(Finding::Proved { by: "periodic box", evidence })
        }
        Proof::Complete { by, states, evidence } => {
            trace.states = Some(states);
            Ok(Finding::Proved { by, evidence: evidence.map(Evidence::Board) })
        }
        Proof::Apart { won, lost } => depends::apart(&on.ruleset, &won, &lost)
            .ok_or_else(|| format!("two solvers disagree at {won:?} or {lost:?}")),
        Proof::Broken { at, known } => {
            if let Some(refuted) = check::around(on, &at, task) {
                return Ok(refuted);
            }
            match known {
                Some(set) => Ok(Finding::Refuted {
                    shown: "the P-positions, proved for all positions, say otherwise".into(),
                    witness: at.clone().into(),
                    evidence: Some(Evidence::Board(BoardEvidence::Far { at, set })),
                }),
                None => Err(format!(
                    "the proof breaks at {}, which is too far out to be looked at",
                    sprague_rules::write_position(&at)
                )),
            }
        }
    }
}

/// Are there many numbers to a position?
fn many_numbers(on: &OnBoard) -> bool {
    match on.whole() {
        Board::Piles(count) | Board::Row(count) => count >= 7,
        Board::Counts(sizes) => sizes >= 5,
        Board::Mixed { sizes, piles } => sizes + piles >= 4,
    }
}
