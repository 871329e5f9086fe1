//! Random numbers for tests and benchmarks: SplitMix64, the same on every machine.

use crate::graph::Graph;
use crate::position::Position;
use crate::twins::mix;

/// A generator.
pub struct Random(u64);

impl Random {
    /// The generator that starts here.
    pub fn new(seed: u64) -> Random {
        Random(mix(seed))
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0) % bound
    }

    /// A graph in which each edge is there with `percent` in a hundred.
    pub fn graph(&mut self, vertices: usize, percent: u64) -> Graph {
        let pairs = (0..vertices).flat_map(|u| (u + 1..vertices).map(move |v| (u, v)));
        let edges: Vec<_> = pairs.filter(|_| self.below(100) < percent).collect();
        Graph::from_edges(vertices, &edges)
    }

    /// Random chips, none to `most` on each vertex.
    pub fn position(&mut self, vertices: usize, percent: u64, most: u32) -> Position {
        let graph = self.graph(vertices, percent);
        let chips = (0..vertices).map(|_| self.below(u64::from(most) + 1) as u32).collect();
        Position::new(graph, chips)
    }
}
