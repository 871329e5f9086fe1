//! Claims about values of heaps.

use sprague_certificate::ValuesEvidence;
use sprague_claim::Claim;
use sprague_claim::claim::OnValues;
use sprague_task::Task;

use crate::Rejection;

/// Decides the evidence again.
pub(crate) fn check(
    _claim: &Claim,
    _on: &OnValues,
    evidence: &ValuesEvidence,
    _task: &Task,
) -> Result<(), Rejection> {
    Err(Rejection::new(format!("`{}` is not checked yet", evidence.kind())))
}
