//! Claims about positions on graphs.

use sprague_certificate::GraphsEvidence;
use sprague_claim::Claim;
use sprague_claim::graphs::OnGraphs;
use sprague_task::Task;

use crate::Rejection;

/// Decides the evidence again.
pub(crate) fn check(
    _claim: &Claim,
    _on: &OnGraphs,
    evidence: &GraphsEvidence,
    _task: &Task,
) -> Result<(), Rejection> {
    Err(Rejection::new(format!("`{}` is not checked yet", evidence.kind())))
}
