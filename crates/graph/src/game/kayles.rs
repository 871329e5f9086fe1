//! Node Kayles (delete a vertex and its neighbours) and Arc Kayles (delete both ends of an edge).

use super::{Move, Visit};
use crate::position::Position;
use crate::twins::Twins;

/// Visits the moves of Node Kayles, as [`Game::moves`](super::Game::moves) does.
pub fn vertex_moves(position: &Position, twins: Option<&Twins>, visit: &mut Visit) -> bool {
    (0..position.chips.len()).all(|vertex| {
        let counts = position.alive(vertex) && twins.is_none_or(|t| t.leads(vertex));
        !counts || visit(Move::DeleteAround { vertex })
    })
}

/// Visits the moves of Arc Kayles, likewise.
pub fn edge_moves(position: &Position, twins: Option<&Twins>, visit: &mut Visit) -> bool {
    let mut edges = position.edges().filter(|&e| twins.is_none_or(|t| t.speaks_for(e)));
    edges.all(|edge| visit(Move::DeleteEnds { edge }))
}
