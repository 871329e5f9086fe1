//! Wyg and Wygthoff: Wynnie and Wythoff on the ends of an edge.
//!
//! A move on the edge (u, v) takes k > 0 chips from one end or k from both. In Wyg, k is at most the
//! smaller of the two stacks; in Wygthoff, at most what the stacks hold. Once chosen, the edge is in
//! play until one of its ends is empty; in the free versions any edge may be chosen on every turn.

use super::{Game, Move, Visit};
use crate::position::Position;
use crate::twins::Twins;

/// Visits the moves of Wyg or Wygthoff, bound or free, as [`Game::moves`] does.
pub fn moves(game: Game, position: &Position, twins: Option<&Twins>, visit: &mut Visit) -> bool {
    if let Some(edge) = position.play {
        return on_edge(game, position, edge, visit);
    }
    let mut edges = position.edges().filter(|&e| twins.is_none_or(|t| t.speaks_for(e)));
    edges.all(|edge| on_edge(game, position, edge, visit))
}

fn on_edge(game: Game, position: &Position, edge: (usize, usize), visit: &mut Visit) -> bool {
    let stacks = (position.chips[edge.0], position.chips[edge.1]);
    takes(game, stacks).all(|take| visit(Move::OnEdge { edge, take }))
}

/// What may be taken from two stacks; large amounts first, for they end the most.
pub fn takes(game: Game, (a, b): (u32, u32)) -> impl Iterator<Item = (u32, u32)> {
    let least = a.min(b);
    let (most_a, most_b) = match game {
        Game::Wygthoff | Game::WygthoffFree => (a, b),
        _ => (least, least),
    };
    let both = (1..=least).rev().map(|k| (k, k));
    both.chain((1..=most_a).rev().map(|k| (k, 0))).chain((1..=most_b).rev().map(|k| (0, k)))
}
