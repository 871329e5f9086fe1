//! The door: a certificate that is right becomes [`Accepted`], and nothing else does.

use sprague_certificate::{Certificate, Evidence, Verdict};
use sprague_claim::claim::About;
use sprague_claim::{Claim, parse_claims_with};
use sprague_task::Task;

use crate::{Rejection, board, graphs, heap, laws, listed, outcomes, piles, values};

/// A certificate that the checker has accepted. It cannot be made in any other way.
#[derive(Clone, Debug)]
pub struct Accepted {
    certificate: Certificate,
    statement: String,
}

impl Accepted {
    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// What is now known, in words.
    pub fn statement(&self) -> &str {
        &self.statement
    }

    /// Whether the claim is proved or refuted by it.
    pub fn verdict(&self) -> Verdict {
        self.certificate.evidence.verdict()
    }
}

/// Checks a certificate: reads its claim with the games that it holds, and decides its evidence again.
pub fn accept(certificate: Certificate, task: &Task) -> Result<Accepted, Rejection> {
    let claim = claim_of(&certificate)?;
    check(&claim, &certificate.evidence, task)?;
    let Claim { name, said, .. } = &claim;
    let statement = match certificate.evidence.verdict() {
        Verdict::Proved => format!("\"{name}\", for {}: {said}", claim.scope()),
        Verdict::Refuted => format!("\"{name}\" is false: {said}"),
    };
    Ok(Accepted { certificate, statement })
}

/// The one claim of a certificate.
fn claim_of(certificate: &Certificate) -> Result<Claim, Rejection> {
    let claims = parse_claims_with("certificate", &certificate.claim, &certificate.games)
        .map_err(|wrong| Rejection::new(wrong.first().complaint.message.clone()))?;
    let [claim] = <[Claim; 1]>::try_from(claims)
        .map_err(|_| Rejection::new("a certificate is for one claim"))?;
    Ok(claim)
}

/// Decides the evidence for a claim again. Each kind of claim has its own room.
pub(crate) fn check(claim: &Claim, evidence: &Evidence, task: &Task) -> Result<(), Rejection> {
    match (&claim.about, evidence) {
        (About::Board(on), Evidence::Board(evidence)) => board::check(claim, on, evidence, task),
        (About::Piles(on), Evidence::Piles(evidence)) => piles::check(claim, on, evidence, task),
        (About::Heap(on), Evidence::Heap(evidence)) => heap::check(claim, on, evidence, task),
        (About::Outcomes(on), Evidence::Outcomes(evidence)) => {
            outcomes::check(claim, on, evidence, task)
        }
        (About::Values(on), Evidence::Values(evidence)) => values::check(claim, on, evidence, task),
        (About::Graphs(on), Evidence::Graphs(evidence)) => graphs::check(claim, on, evidence, task),
        (About::Listed(on), Evidence::Listed(evidence)) => listed::check(claim, on, evidence, task),
        (About::Laws(on), Evidence::Laws(evidence)) => laws::check(on, evidence, task),
        _ => Err(Rejection::unsuited(evidence)),
    }
}
