//! Claims about the sequence of one heap.

use sprague_certificate::HeapEvidence;
use sprague_claim::Claim;
use sprague_claim::claim::OnHeap;
use sprague_task::Task;

use crate::Rejection;

/// Decides the evidence again.
pub(crate) fn check(
    _claim: &Claim,
    _on: &OnHeap,
    evidence: &HeapEvidence,
    _task: &Task,
) -> Result<(), Rejection> {
    Err(Rejection::new(format!("`{}` is not checked yet", evidence.kind())))
}
