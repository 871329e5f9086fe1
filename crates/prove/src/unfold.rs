//! Claims that speak of the outcomes of other positions, or of another game: proved by induction with these outcomes left open, to a
//! depth of one, two or three moves. How that is argued is in `sprague_verify::unfold`; there is nothing to guess but the depth.

use sprague_certificate::{BoardEvidence, Evidence};
use sprague_claim::claim::OnBoard;
use sprague_task::Task;
use sprague_verify::unfold::unfolded;

use crate::finding::{Finding, Trace};

const DEPTHS: std::ops::RangeInclusive<u32> = 1..=3;

/// A proof, if there is one by this rule.
pub(crate) fn prove(on: &OnBoard, task: &Task, trace: &mut Trace) -> Option<Finding> {
    for depth in DEPTHS {
        if let Ok(cells) = unfolded(on, depth, &task.part(task.limits().steps / 4)) {
            trace.steps.push(format!("unfolded {depth} deep: {cells} cells"));
            let evidence = Some(Evidence::Board(BoardEvidence::Unfolded { depth, cells }));
            return Some(Finding::Proved { by: "unfolding", evidence });
        }
    }
    None
}
