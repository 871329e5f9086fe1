//! Proofs in one stroke: evidence that either is right or is not, which the checker decides at once. What it does not accept
//! is no finding, and other methods go on.

use sprague_certificate::{Certificate, Evidence, PilesEvidence};
use sprague_claim::Claim;
use sprague_claim::claim::OnPiles;
use sprague_claim::meaning::Demand;
use sprague_task::Task;

use crate::finding::Finding;

/// Piles and sizes among which a position is looked for of which the claim says something.
const PILES: usize = 6;
const SIZE: u32 = 9;

/// The proof, if the checker accepts it.
pub fn proved(
    claim: &Claim,
    on: &OnPiles,
    by: &'static str,
    evidence: PilesEvidence,
    task: &Task,
) -> Option<Finding> {
    if !speaks(on) {
        return None;
    }
    let evidence = Evidence::Piles(evidence);
    let (text, games) = (claim.text.clone(), claim.games.clone());
    let certificate = Certificate { claim: text, games, evidence: evidence.clone() };
    sprague_verify::accept(certificate, &task.part(task.limits().steps)).ok()?;
    Some(Finding::Proved { by, evidence: Some(evidence) })
}

/// Is anything said of a position with a few small piles? What says nothing is not to be called proved.
pub fn speaks(on: &OnPiles) -> bool {
    fn look(on: &OnPiles, piles: &mut Vec<u32>) -> bool {
        let mut unknown = |_: &[u32]| Err(());
        if !piles.is_empty() && on.demand(piles, &mut unknown) != Ok(Demand::Nothing) {
            return true;
        }
        if piles.len() == PILES.max(on.least) {
            return false;
        }
        let least = piles.last().copied().unwrap_or(1);
        // The last piles of a long position are all of one size.
        let sizes = if piles.len() < PILES { least..=SIZE } else { least..=least };
        for size in sizes {
            piles.push(size);
            let found = look(on, piles);
            piles.pop();
            if found {
                return true;
            }
        }
        false
    }
    look(on, &mut Vec::new())
}
