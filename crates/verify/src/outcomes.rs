//! Claims about the outcomes of one heap.

use sprague_certificate::OutcomesEvidence;
use sprague_claim::Claim;
use sprague_claim::claim::OnOutcomes;
use sprague_task::Task;

use crate::Rejection;

/// Decides the evidence again.
pub(crate) fn check(
    _claim: &Claim,
    _on: &OnOutcomes,
    evidence: &OutcomesEvidence,
    _task: &Task,
) -> Result<(), Rejection> {
    Err(Rejection::new(format!("`{}` is not checked yet", evidence.kind())))
}
