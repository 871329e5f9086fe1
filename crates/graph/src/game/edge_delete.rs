//! The edge-delete game of Gallant, Gunther, Hartnell and Rall: delete an edge without making a
//! vertex that has no edges.

use super::{Move, Visit};
use crate::position::Position;
use crate::twins::Twins;

/// Visits the moves of the edge-delete game, as [`Game::moves`](super::Game::moves) does.
pub fn moves(position: &Position, twins: Option<&Twins>, visit: &mut Visit) -> bool {
    let degrees: Vec<usize> =
        (0..position.chips.len()).map(|v| position.neighbours(v).count()).collect();
    let mut edges = position.edges().filter(|&e| twins.is_none_or(|t| t.speaks_for(e)));
    edges.all(|edge| {
        let allowed = degrees[edge.0] > 1 && degrees[edge.1] > 1;
        !allowed || visit(Move::DeleteEdge { edge })
    })
}
