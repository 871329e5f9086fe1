//! One chip on each vertex of a small graph: a table over all sets of vertices.
//!
//! A position is then the set of vertices that are left, and an option a smaller set, so one pass
//! over the numbers 0, 1, ..., 2^n - 1 solves every position below the whole graph. For a sweep over
//! all graphs with up to a dozen vertices nothing is faster: 256 table entries for eight vertices
//! cost less than the canonical form of one graph.

use crate::game::Game;
use crate::graph::Graph;

/// The table takes a byte a set.
pub const MOST_VERTICES: usize = 20;

/// What the whole graph is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Does the player to move win?
    pub wins: bool,
    /// In normal play.
    pub nim_value: Option<u32>,
}

/// Can this game be played on sets of vertices?
pub fn suits(game: Game, vertices: usize) -> bool {
    game != Game::EdgeDelete && vertices <= MOST_VERTICES
}

/// Solves a graph with one chip on each vertex.
pub fn solve(game: Game, misere: bool, graph: &Graph) -> Answer {
    let n = graph.vertices();
    assert!(suits(game, n), "sets of vertices are not enough");
    let around: Vec<u32> =
        (0..n).map(|v| graph.neighbours(v).iter().fold(0, |set, &w| set | 1 << w)).collect();
    // In misère play 1 stands for a win of the player to move, and 0 for a loss.
    let mut table = vec![0u8; 1 << n];
    for set in 0..1u32 << n {
        let mut seen = 0u64;
        let mut see = |option: u32| seen |= 1 << table[option as usize];
        let mut rest = set;
        while rest != 0 {
            let v = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let without = set & !(1 << v);
            let near = around[v] & set;
            match game {
                Game::Mig => see(without),
                Game::NodeKayles => see(without & !near),
                _ if near == 0 => {}
                _ => {
                    if game != Game::ArcKayles {
                        see(without);
                    }
                    let mut others = near & rest;
                    while others != 0 {
                        see(without & !(others & others.wrapping_neg()));
                        others &= others - 1;
                    }
                }
            }
        }
        table[set as usize] = match misere {
            false => seen.trailing_ones() as u8,
            true => u8::from(seen == 0 || seen & 1 == 1),
        };
    }
    let value = table[(1usize << n) - 1];
    Answer { wins: value != 0, nim_value: (!misere).then(|| value.into()) }
}
