//! The edge-delete game of Gallant, Gunther, Hartnell and Rall: delete an edge without making a
//! vertex that has no edges.

use super::Move;
use crate::position::Position;
use crate::twins::Twins;

pub fn moves(position: &Position, twins: Option<&Twins>, visit: &mut dyn FnMut(Move)) {
    let degrees: Vec<usize> =
        (0..position.chips.len()).map(|v| position.neighbours(v).count()).collect();
    for edge in position.edges().filter(|&e| twins.is_none_or(|t| t.speaks_for(e))) {
        if degrees[edge.0] > 1 && degrees[edge.1] > 1 {
            visit(Move::DeleteEdge { edge });
        }
    }
}
