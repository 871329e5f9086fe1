//! Node Kayles (delete a vertex and its neighbours) and Arc Kayles (delete both ends of an edge).

use super::Move;
use crate::position::Position;
use crate::twins::Twins;

pub fn vertex_moves(position: &Position, twins: Option<&Twins>, visit: &mut dyn FnMut(Move)) {
    for vertex in 0..position.chips.len() {
        if position.alive(vertex) && twins.is_none_or(|t| t.leads(vertex)) {
            visit(Move::DeleteAround { vertex });
        }
    }
}

pub fn edge_moves(position: &Position, twins: Option<&Twins>, visit: &mut dyn FnMut(Move)) {
    for edge in position.edges().filter(|&e| twins.is_none_or(|t| t.speaks_for(e))) {
        visit(Move::DeleteEnds { edge });
    }
}
