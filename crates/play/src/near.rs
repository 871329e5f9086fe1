//! Legal moves near one that is not.

use sprague_rules::Player;

use crate::moves::Move;
use crate::position::Position;
use crate::setting::Rules;

/// Legal moves that are offered instead.
const OFFERED: usize = 3;

impl Rules {
    /// The legal moves nearest to `target`.
    pub fn nearest(&self, position: &Position, target: &Position, player: Player) -> Vec<Move> {
        let mut moves = self.moves(position, player).moves;
        moves.sort_by_key(|m| distance(&m.after, target));
        moves.truncate(OFFERED);
        moves
    }
}

/// How many tokens lie differently.
fn distance(one: &Position, other: &Position) -> u64 {
    match (one, other) {
        (Position::Piles(one), Position::Piles(other)) => between_piles(one, other),
        (Position::Graph(one), Position::Graph(other)) if one.chips.len() == other.chips.len() => {
            let chips = one.chips.iter().zip(&other.chips).map(|(a, b)| u64::from(a.abs_diff(*b)));
            let elsewhere = one.play != other.play;
            let lost = one.graph.edges().filter(|&(u, v)| !other.graph.adjacent(u, v)).count();
            chips.sum::<u64>() + u64::from(elsewhere) + lost as u64
        }
        _ => u64::MAX,
    }
}

/// The largest pile compared with the largest.
fn between_piles(one: &[u32], other: &[u32]) -> u64 {
    let places = one.len().max(other.len());
    let size =
        |piles: &[u32], i: usize| i.checked_sub(places - piles.len()).map_or(0, |i| piles[i]);
    (0..places).map(|i| u64::from(size(one, i).abs_diff(size(other, i)))).sum()
}
