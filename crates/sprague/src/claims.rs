//! Claims: judged, and certificates checked.

use std::time::Duration;

use sprague_certificate::Certificate;
use sprague_claim::{Claim, read_claims};
use sprague_prove::overlay::{self, Overlay, Unfit};
use sprague_prove::{Judgement, judge, judge_unchecked};
use sprague_report::automaton::Machine;
use sprague_rules::{Diagnostics, Library};
use sprague_verify::{Accepted, Rejection, accept};

use crate::error::Error;
use crate::session::Session;

/// A claim and what is known of it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The claim.
    pub claim: Claim,
    /// What is known of it, and how that was found.
    pub judgement: Judgement,
}

/// The claims of a text, whose games are those of a library.
pub fn claims(text: &str, library: &Library) -> Result<Vec<Claim>, Error> {
    let (claims, wrong) = read_claims("claims", text, &|name| library.text(name));
    match Diagnostics::new(wrong) {
        None => Ok(claims),
        Some(wrong) => Err(wrong.into()),
    }
}

/// What was decided since it was told last, and how far it is.
#[derive(Clone, Debug)]
pub struct SoFar {
    /// What was decided, in words.
    pub steps: Vec<String>,
    /// Elementary steps that were done.
    pub spent: u64,
    /// How long it has been going on.
    pub time: Duration,
}

/// For how many piles a claim can be laid over a table: the least and the largest number; none, if it cannot.
pub fn overlay_piles(claim: &Claim) -> Option<(usize, Option<usize>)> {
    overlay::piles(claim)
}

/// The automaton in a certificate, if there is one.
pub fn automaton(certificate: &Certificate) -> Option<Machine> {
    Machine::of(certificate)
}

impl Session {
    /// The verdict on every claim of a text. What is called proved or refuted, the independent checker has accepted.
    ///
    /// ```
    /// use sprague::{Library, Session, Verdict};
    ///
    /// let text = "claim \"taking one or two\" game subtract(1,2) piles a P iff a mod 3 = 0";
    /// let text = text.replace(" game", "\n  game").replace(" piles", "\n  piles").replace(" P iff", "\n  P iff");
    /// let session = Session::new();
    /// let judged = session.prove(&text, &Library::catalogue()).unwrap();
    /// let accepted = judged[0].judgement.verdict.accepted().expect("it is proved");
    /// assert!(session.verify(&accepted.certificate().write()).is_ok());
    /// ```
    pub fn prove(&self, text: &str, library: &Library) -> Result<Vec<Judged>, Error> {
        let watch = self.watch();
        let claims = claims(text, library)?;
        watch.expect(claims.len() as u64);
        let judged = claims.into_iter().map(|claim| {
            let judgement = self.judge(&claim);
            watch.advance(1);
            Judged { claim, judgement }
        });
        Ok(judged.collect())
    }

    /// The verdict on one claim.
    pub fn judge(&self, claim: &Claim) -> Judgement {
        judge(claim, &self.task(claim.deep))
    }

    /// The verdict on one claim; meanwhile, every so often and from another thread, it is told what was decided since.
    ///
    /// ```
    /// use std::time::Duration;
    /// use sprague::{Library, Session, claims};
    ///
    /// let text = "claim \"equal piles\"\n  game wythoff\n  piles a <= b\n  P iff golden(a, b)\n";
    /// let claim = &claims(text, &Library::catalogue()).unwrap()[0];
    /// let mut told = Vec::new();
    /// let every = Duration::from_millis(1);
    /// let judgement = Session::new().judge_telling(claim, every, |so_far| told.extend(so_far.steps));
    /// assert!(judgement.verdict.accepted().is_some() && !told.is_empty());
    /// ```
    pub fn judge_telling(
        &self,
        claim: &Claim,
        every: Duration,
        mut tell: impl FnMut(SoFar) + Send,
    ) -> Judgement {
        let task = self.task(claim.deep);
        let mut so_far = || {
            let steps = task.take_notes();
            tell(SoFar { steps, spent: task.spent(), time: task.elapsed() });
        };
        let judgement = self.telling(every, |_| so_far(), || judge(claim, &task));
        // What was decided last was perhaps not told.
        so_far();
        judgement
    }

    /// A claim laid over the table of so many piles of sizes from 0 to `max`, of which all but the last two are fixed: where it
    /// is right and where it is wrong.
    ///
    /// ```
    /// use sprague::{Library, Mark, Session, claims};
    ///
    /// let text = "claim \"nearly\"\n  game nim\n  piles a <= b\n  P iff a = b and a != 3\n";
    /// let claim = &claims(text, &Library::catalogue()).unwrap()[0];
    /// let overlay = Session::new().overlay(claim, 2, 9, &[]).unwrap();
    /// assert_eq!((overlay.counts()[2], overlay.marks[3 * 10 + 3]), (1, Mark::Wrong));
    /// ```
    pub fn overlay(
        &self,
        claim: &Claim,
        piles: usize,
        max: u32,
        fixed: &[u32],
    ) -> Result<Overlay, Error> {
        let (budget, watch) = (self.budget(), self.watch());
        let pool = self.threads_of_its_own();
        overlay::overlay(claim, piles, max, fixed, &budget, &watch, pool).map_err(|unfit| {
            match unfit {
                Unfit::Claim(words) => Error::Request(words),
                Unfit::Refused(refusal) => Error::Refused(refusal),
            }
        })
    }

    /// The same without the checker: what is found is at most proved, unchecked.
    pub fn judge_unchecked(&self, claim: &Claim) -> Judgement {
        judge_unchecked(claim, &self.task(claim.deep))
    }

    /// Checks the text of a certificate, with a checker that uses nothing of the provers.
    pub fn verify(&self, certificate: &str) -> Result<Accepted, Error> {
        let certificate = Certificate::read(certificate).map_err(Rejection::from)?;
        Ok(accept(certificate, &self.task(true))?)
    }
}
