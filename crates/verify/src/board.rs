//! Claims about all positions of a board.

use sprague_certificate::BoardEvidence;
use sprague_claim::Claim;
use sprague_claim::claim::{OnBoard, Says};
use sprague_task::Task;

use crate::{Rejection, boxes, depends};

/// Decides the evidence again.
pub(crate) fn check(
    _claim: &Claim,
    on: &OnBoard,
    evidence: &BoardEvidence,
    task: &Task,
) -> Result<(), Rejection> {
    match (evidence, &on.says) {
        (BoardEvidence::Box(periodic), _) => return boxes::check(on, periodic, task),
        (BoardEvidence::Apart { at, other }, _) => return depends::apart(on, at, other, task),
        (BoardEvidence::Counterexample(at), Says::SameAs { ruleset, nim_values }) => {
            return depends::differs(on, ruleset, *nim_values, at, task);
        }
        _ => {}
    }
    Err(Rejection::new(format!("`{}` is not checked yet", evidence.kind())))
}
