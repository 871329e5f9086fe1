//! Claims about positions that are written out.

use sprague_certificate::ListedEvidence;
use sprague_claim::Claim;
use sprague_claim::claim::Listed;
use sprague_task::Task;

use crate::Rejection;

/// Decides the evidence again.
pub(crate) fn check(
    _claim: &Claim,
    _on: &Listed,
    evidence: &ListedEvidence,
    _task: &Task,
) -> Result<(), Rejection> {
    Err(Rejection::new(format!("`{}` is not checked yet", evidence.kind())))
}
