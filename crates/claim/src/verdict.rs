//! Judging a claim: look for a counterexample, then for a proof, and say exactly what is known.

use std::time::{Duration, Instant};

use sprague_automata::Dfa;
use sprague_solve::{Budget, Watch};

use crate::any;
use crate::board::Board;
use crate::boxes;
use crate::cases;
use crate::check::{self, Checked};
use crate::depends;
use crate::fractal;
use crate::graphs;
use crate::lines;
use crate::outcomes;
use crate::play;
use crate::prove::{self, Proof};
use crate::same;
use crate::stacks;
use crate::text::{Claim, Expected, Statement, Subject};
use crate::values;

/// What is known of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// For all positions.
    Proved {
        by: &'static str,
    },
    /// For every position of this region; why not for all.
    Holds {
        region: String,
        why: String,
    },
    /// Not so at this position.
    Refuted {
        witness: Witness,
        shown: String,
    },
    Undecided {
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
    pub fn kind(&self) -> Expected {
        match self {
            Verdict::Proved { .. } => Expected::Proved,
            Verdict::Holds { .. } => Expected::Holds,
            Verdict::Refuted { .. } => Expected::Refuted,
            Verdict::Undecided { .. } => Expected::Undecided,
        }
    }
}

/// A verdict with how it was reached.
#[derive(Clone, Debug)]
pub struct Judgement {
    pub verdict: Verdict,
    /// What the proof decided, sentence by sentence, with the sizes of automata.
    pub steps: Vec<String>,
    /// The largest automaton of a proof.
    pub states: Option<usize>,
    /// What a proof by automata is about, for its certificate.
    pub automaton: Option<Dfa>,
    /// The points of the periodic box of a proof.
    pub points: Option<usize>,
    pub time: Duration,
}

impl Judgement {
    /// Is the verdict the one that the claim's file expects?
    pub fn is_expected(&self, claim: &Claim) -> bool {
        claim.expected.is_none_or(|expected| expected == self.verdict.kind())
    }
}

/// What judging one claim may cost.
#[derive(Clone, Debug)]
pub struct Limits {
    /// States of one automaton.
    pub states: usize,
    /// Bytes of one construction or table.
    pub memory: u64,
    pub time: Duration,
    /// Positions to check before a proof is tried.
    pub positions: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            states: 300_000,
            memory: 1 << 30,
            time: Duration::from_secs(20),
            positions: 60_000,
        }
    }
}

impl Limits {
    /// The budget of a table or a search.
    pub(crate) fn budget(&self) -> Budget {
        Budget { memory: self.memory, ..Budget::default() }
    }

    /// The budget of automata.
    pub(crate) fn automata(&self, deadline: Instant) -> sprague_automata::Budget {
        let bytes = usize::try_from(self.memory).unwrap_or(usize::MAX);
        let (states, deadline) = (self.states, Some(deadline));
        sprague_automata::Budget { states, bytes, deadline, cancel: None }
    }

    /// A watch that stops it in time.
    pub(crate) fn watch(&self) -> Watch {
        Watch::new(Some(self.time))
    }
}

/// The verdict on a claim.
pub fn judge(claim: &Claim, limits: &Limits) -> Judgement {
    let begun = Instant::now();
    let deadline = begun + limits.time;
    let mut judgement = Judgement {
        verdict: undecided("nothing was tried"),
        steps: Vec::new(),
        states: None,
        automaton: None,
        points: None,
        time: begun.elapsed(),
    };
    judgement.verdict = match &claim.statement {
        _ if matches!(claim.subject, Subject::Stacks { .. }) => {
            stacks::judge(claim, limits, &mut judgement)
        }
        Statement::SameAs { ruleset, nim_values } => {
            same::judge(claim, ruleset, *nim_values, limits)
        }
        Statement::Fractal { first } => fractal::judge(claim, *first, limits),
        Statement::Sequence(_) | Statement::Formula(_) | Statement::Regular => {
            cases::judge(claim, limits, deadline, &mut judgement.steps)
        }
        Statement::Facts(facts) => check::facts(claim, facts, limits),
        Statement::OnGraphs(said) => graphs::judge(claim, said, limits, deadline, &mut judgement),
        Statement::Lines(lines) => lines::judge(claim, lines, limits, deadline, &mut judgement),
        Statement::Play(play) => play::judge(claim, play),
        Statement::Values(saying) => values::judge(claim, saying, limits),
        Statement::Outcomes(saying) => {
            let (verdict, steps) = outcomes::judge(claim, saying, limits);
            judgement.steps = steps;
            verdict
        }
        Statement::Depends(_) => depends::judge(claim, limits, deadline, &mut judgement),
        _ if matches!(claim.subject, Subject::Any { .. }) => {
            any::judge(claim, limits, deadline, &mut judgement)
        }
        Statement::Exactly(_)
        | Statement::If { .. }
        | Statement::Strategy { .. }
        | Statement::Adding(_) => match check::positions(claim, limits) {
            Checked::Refuted(verdict) | Checked::Failed(verdict) => verdict,
            Checked::Holds { region, spoken } => proved(claim, limits, deadline, &mut judgement)
                .unwrap_or_else(|why| match spoken {
                    true => Verdict::Holds { region, why },
                    false => Verdict::Undecided { why: unspoken(&region, &why) },
                }),
        },
    };
    judgement.time = begun.elapsed();
    judgement
}

/// How the reason begins where the claim says nothing of any position that was looked at.
pub(crate) const SILENT: &str = "it speaks of no position of";

/// Why nothing is known there.
pub(crate) fn unspoken(region: &str, why: &str) -> String {
    format!("{SILENT} {region}; not proved: {why}")
}

fn undecided(why: &str) -> Verdict {
    Verdict::Undecided { why: why.to_string() }
}

/// Tries to prove it for all positions; why not, in words. Automata come first, boxes where there are so many numbers
/// that automata are likely to be too large; then the other way is tried.
pub(crate) fn proved(
    claim: &Claim,
    limits: &Limits,
    deadline: Instant,
    judgement: &mut Judgement,
) -> Result<Verdict, String> {
    let half = Instant::now() + deadline.saturating_duration_since(Instant::now()) / 2;
    let log = &mut judgement.steps;
    let proof = if many_numbers(claim) {
        boxes::prove(claim, limits, half, log).or_else(|boxes| {
            prove::prove(claim, limits, deadline, log).map_err(|why| format!("{boxes}; {why}"))
        })
    } else {
        prove::prove(claim, limits, half, log).or_else(|why| {
            boxes::prove(claim, limits, deadline, log).map_err(|boxes| format!("{why}; {boxes}"))
        })
    };
    match proof? {
        Proof::Complete { by: by @ boxes::BY, states, .. } => {
            judgement.points = Some(states);
            Ok(Verdict::Proved { by })
        }
        Proof::Complete { by, states, automaton } => {
            judgement.states = Some(states);
            judgement.automaton = automaton;
            Ok(Verdict::Proved { by })
        }
        Proof::Apart { won, lost } => depends::apart(claim, &won, &lost)
            .ok_or_else(|| format!("two solvers disagree at {won:?} or {lost:?}")),
        Proof::Broken { at } => match check::around(claim, &at, limits) {
            Some(refuted) => Ok(refuted),
            None => Err(format!(
                "the proof breaks at {at:?}, where the claim is right: what is said of smaller boards may be wrong"
            )),
        },
    }
}

/// Are there many numbers to a position?
fn many_numbers(claim: &Claim) -> bool {
    match &claim.subject {
        Subject::Board { board: Board::Piles(count), .. } => {
            let added = match &claim.statement {
                Statement::Adding(piles) => piles.len(),
                _ => 0,
            };
            count + added >= 7
        }
        Subject::Board { board: Board::Counts(sizes), .. } => *sizes >= 5,
        Subject::Board { board: Board::Mixed { sizes, piles }, .. } => sizes + piles >= 4,
        _ => false,
    }
}
