//! Positions: a graph, the chips on its vertices, and the edge in play.
//!
//! A vertex without chips is as good as deleted. [`Position::components`] is where the theory of
//! sums begins: the parts of what is left that no edge joins.

use std::sync::Arc;

use crate::graph::Graph;

/// A graph with chips on its vertices and perhaps an edge that has to be played on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The graph as it was given; vertices that have lost their chips are still counted.
    pub graph: Arc<Graph>,
    /// The chips on each vertex.
    pub chips: Vec<u32>,
    /// The edge in play, its smaller end first; both ends have chips.
    pub play: Option<(usize, usize)>,
}

impl Position {
    /// A position with no edge in play.
    pub fn new(graph: Graph, chips: Vec<u32>) -> Position {
        assert_eq!(graph.vertices(), chips.len(), "one stack a vertex");
        Position { graph: Arc::new(graph), chips, play: None }
    }

    /// The same number of chips on every vertex: W_n(G) of the thesis.
    pub fn constant(graph: Graph, chips: u32) -> Position {
        let chips = vec![chips; graph.vertices()];
        Position::new(graph, chips)
    }

    /// As many chips on a vertex as it has neighbours: W_dg(G) of the thesis.
    pub fn degrees(graph: Graph) -> Position {
        let chips = (0..graph.vertices()).map(|v| graph.degree(v) as u32).collect();
        Position::new(graph, chips)
    }

    /// The same position with an edge in play.
    pub fn playing(mut self, u: usize, v: usize) -> Position {
        self.play = Some((u.min(v), u.max(v)));
        self
    }

    /// Is the vertex still there?
    pub fn alive(&self, v: usize) -> bool {
        self.chips[v] > 0
    }

    /// The neighbours that are still there.
    pub fn neighbours(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        self.graph.neighbours(v).iter().map(|&w| w as usize).filter(|&w| self.alive(w))
    }

    /// The edges (u, v), u < v, both of whose ends are still there.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.graph.edges().filter(|&(u, v)| self.alive(u) && self.alive(v))
    }

    /// How many chips there are.
    pub fn total(&self) -> u64 {
        self.chips.iter().map(|&c| u64::from(c)).sum()
    }

    /// Has every vertex that is on an edge one chip only?
    pub fn single_chips(&self) -> bool {
        self.edges().all(|(u, v)| self.chips[u] == 1 && self.chips[v] == 1)
    }

    /// The connected parts, vertices without chips left out. The edge in play, if there is one, is
    /// in play in its part.
    pub fn components(&self) -> Vec<Position> {
        let mut part = vec![usize::MAX; self.chips.len()];
        let mut parts = Vec::new();
        for start in 0..self.chips.len() {
            if !self.alive(start) || part[start] != usize::MAX {
                continue;
            }
            let mine = parts.len();
            part[start] = mine;
            let mut members = vec![start];
            let mut next = 0;
            while let Some(&v) = members.get(next) {
                next += 1;
                for w in self.neighbours(v) {
                    if part[w] == usize::MAX {
                        part[w] = mine;
                        members.push(w);
                    }
                }
            }
            members.sort_unstable();
            let play = self.play.filter(|&(u, _)| part[u] == mine).map(|(u, v)| {
                let place =
                    |w| members.binary_search(&w).expect("an end of the edge is in its part");
                (place(u), place(v))
            });
            let chips = members.iter().map(|&v| self.chips[v]).collect();
            parts.push(Position { graph: Arc::new(self.graph.induced(&members)), chips, play });
        }
        parts
    }

    /// The position in the notation that [`crate::parse`] reads, as a list of edges.
    pub fn text(&self) -> String {
        let edges: Vec<String> = self.graph.edges().map(|(u, v)| format!("{u}-{v}")).collect();
        // One number for all would leave the number of vertices open.
        let list: Vec<String> = self.chips.iter().map(u32::to_string).collect();
        let play = self.play.map_or(String::new(), |(u, v)| format!(" play={u}-{v}"));
        format!("edges:{} chips={}{play}", edges.join(","), list.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_leave_dead_vertices_out_and_keep_the_edge_in_play() {
        let position = Position::new(Graph::path(6), vec![1, 2, 0, 3, 4, 5]).playing(4, 5);
        let parts = position.components();
        assert_eq!(parts[0], Position::new(Graph::path(2), vec![1, 2]));
        assert_eq!(parts[1], Position::new(Graph::path(3), vec![3, 4, 5]).playing(1, 2));
        assert_eq!(parts.len(), 2);
    }
}
