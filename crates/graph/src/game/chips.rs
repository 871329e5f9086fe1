//! Mig: Minnie on a graph. Choose a vertex and take from it at most as many chips as the smallest
//! stack among the vertex and its neighbours holds; empty stacks are gone and do not count.

use super::{Move, Visit};
use crate::position::Position;
use crate::twins::Twins;

/// Visits the moves of Mig, as [`Game::moves`](super::Game::moves) does.
pub fn moves(position: &Position, twins: Option<&Twins>, visit: &mut Visit) -> bool {
    for vertex in 0..position.chips.len() {
        if !position.alive(vertex) || twins.is_some_and(|t| !t.leads(vertex)) {
            continue;
        }
        let around = position.neighbours(vertex).map(|w| position.chips[w]);
        let least = around.fold(position.chips[vertex], u32::min);
        if !(1..=least).rev().all(|chips| visit(Move::Take { vertex, chips })) {
            return false;
        }
    }
    true
}
