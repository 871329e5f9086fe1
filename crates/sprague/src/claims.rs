//! Claims: judged, and certificates checked.

use sprague_certificate::Certificate;
use sprague_claim::{Claim, read_claims};
use sprague_prove::{Judgement, judge, judge_unchecked};
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
