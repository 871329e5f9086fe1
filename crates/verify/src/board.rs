//! Claims about all positions of a board.

use sprague_certificate::BoardEvidence;
use sprague_claim::Claim;
use sprague_claim::claim::OnBoard;
use sprague_task::Task;

use crate::Rejection;

/// Decides the evidence again.
pub(crate) fn check(
    _claim: &Claim,
    _on: &OnBoard,
    evidence: &BoardEvidence,
    _task: &Task,
) -> Result<(), Rejection> {
    Err(Rejection::new(format!("`{}` is not checked yet", evidence.kind())))
}
