//! Judging a claim: look for a counterexample, then for a proof, and say exactly what is known.

use std::time::{Duration, Instant};

use sprague_solve::{Budget, Watch};

use crate::cases;
use crate::check::{self, Checked};
use crate::outcomes;
use crate::prove::{self, Proof};
use crate::text::{Claim, Expected, Statement};

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
        witness: Vec<u32>,
        shown: String,
    },
    Undecided {
        why: String,
    },
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
        time: begun.elapsed(),
    };
    judgement.verdict = match &claim.statement {
        Statement::Sequence(_) | Statement::Formula(_) | Statement::Regular => {
            cases::judge(claim, limits, deadline, &mut judgement.steps)
        }
        Statement::Facts(facts) => check::facts(claim, facts, limits),
        Statement::Whenever { .. } | Statement::Runs { .. } => outcomes::judge(claim, limits),
        Statement::Exactly(_)
        | Statement::If { .. }
        | Statement::Strategy { .. }
        | Statement::Adding(_) => match check::positions(claim, limits) {
            Checked::Refuted(verdict) | Checked::Failed(verdict) => verdict,
            Checked::Holds { region } => match proved(claim, limits, deadline, &mut judgement) {
                Ok(verdict) => verdict,
                Err(why) => Verdict::Holds { region, why },
            },
        },
    };
    judgement.time = begun.elapsed();
    judgement
}

fn undecided(why: &str) -> Verdict {
    Verdict::Undecided { why: why.to_string() }
}

/// Tries to prove it for all positions; why not, in words.
fn proved(
    claim: &Claim,
    limits: &Limits,
    deadline: Instant,
    judgement: &mut Judgement,
) -> Result<Verdict, String> {
    match prove::prove(claim, limits, deadline, &mut judgement.steps)? {
        Proof::Complete { by, states } => {
            judgement.states = Some(states);
            Ok(Verdict::Proved { by })
        }
        Proof::Broken { at } => match check::around(claim, &at, limits) {
            Some(refuted) => Ok(refuted),
            None => Err(format!(
                "the proof breaks at {at:?}, where the claim is right: what is said of smaller boards may be wrong"
            )),
        },
    }
}
