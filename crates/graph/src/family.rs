//! The families of graphs that have a name: P, C, K, W, S and DS.

use crate::graph::Graph;
use crate::graph6;

/// Edges of one graph.
const MOST_EDGES: usize = 4_000_000;

/// A family of graphs with one, two or three parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `P(n)`: n vertices in a line.
    Path,
    /// `C(n)`: n vertices in a circle, at least 3.
    Cycle,
    /// `K(n)`: n vertices, every two of them joined.
    Complete,
    /// `W(n)`: a cycle on n - 1 vertices, all of them joined to a hub.
    Wheel,
    /// `S(n)`: a centre with n leaves.
    Star,
    /// `K(m,n)`: m vertices and n others, each of the one part joined to each of the other.
    CompleteBipartite,
    /// `DS(m,n,k)`: stars with m and n leaves whose centres are joined by a path with k > 0 edges.
    DoubleStar,
}

impl Family {
    /// The family with that name and so many parameters; otherwise what is wrong, and a remedy.
    pub fn new(name: &str, parameters: usize) -> Result<Family, (String, String)> {
        let (family, expected) = match (name, parameters) {
            ("P", _) => (Family::Path, 1),
            ("C", _) => (Family::Cycle, 1),
            ("K", 2) => (Family::CompleteBipartite, 2),
            ("K", _) => (Family::Complete, 1),
            ("W", _) => (Family::Wheel, 1),
            ("S", _) => (Family::Star, 1),
            _ => (Family::DoubleStar, 3),
        };
        if parameters != expected {
            let numbers = if parameters == 1 { "number" } else { "numbers" };
            let message = format!("`{name}` does not take {parameters} {numbers}");
            let help = match name {
                "K" => "write K(n) or K(m,n)".to_string(),
                "DS" => "write DS(m,n,k): m and n leaves, k edges between the centres".to_string(),
                _ => format!("write {name}(n)"),
            };
            return Err((message, help));
        }
        Ok(family)
    }

    /// How many vertices and edges the graph with these parameters has, if there is one.
    pub fn counts(self, numbers: &[u64]) -> (u64, u64) {
        match (self, numbers) {
            (Family::Path, &[n]) => (n, n.saturating_sub(1)),
            (Family::Cycle, &[n]) => (n, n),
            (Family::Complete, &[n]) => (n, n.saturating_mul(n.saturating_sub(1)) / 2),
            (Family::Wheel, &[n]) => (n, n.saturating_sub(1).saturating_mul(2)),
            (Family::Star, &[n]) => (n.saturating_add(1), n),
            (Family::CompleteBipartite, &[m, n]) => (m.saturating_add(n), m.saturating_mul(n)),
            (Family::DoubleStar, &[m, n, k]) => {
                let edges = m.saturating_add(n).saturating_add(k);
                (edges.saturating_add(1), edges)
            }
            _ => unreachable!("the number of parameters was checked"),
        }
    }

    /// The graph with these parameters; otherwise what is wrong, and a remedy.
    pub fn graph(self, numbers: &[usize]) -> Result<Graph, (String, String)> {
        let (least, what) = match self {
            Family::Cycle => (3, "a cycle has at least 3 vertices"),
            Family::Wheel => (4, "a wheel has at least 4 vertices, the hub among them"),
            _ => (0, ""),
        };
        if numbers[0] < least {
            return Err((what.into(), format!("the least is {least}")));
        }
        if self == Family::DoubleStar && numbers[2] == 0 {
            let message = "the centres of a double star are joined by at least one edge";
            return Err((message.into(), "DS(m,n,k) has k > 0; S(n) is a single star".into()));
        }
        let vertices: usize = numbers.iter().sum::<usize>() + 1;
        let edges = match self {
            Family::Complete => numbers[0].saturating_mul(numbers[0]) / 2,
            Family::CompleteBipartite => numbers[0].saturating_mul(numbers[1]),
            _ => vertices,
        };
        if vertices > graph6::MOST_VERTICES || edges > MOST_EDGES {
            let message = "this graph is too large to be written down".to_string();
            let help = format!(
                "graphs have at most {} vertices and {MOST_EDGES} edges",
                graph6::MOST_VERTICES
            );
            return Err((message, help));
        }
        Ok(match (self, numbers) {
            (Family::Path, &[n]) => Graph::path(n),
            (Family::Cycle, &[n]) => Graph::cycle(n),
            (Family::Complete, &[n]) => Graph::complete(n),
            (Family::Wheel, &[n]) => Graph::wheel(n),
            (Family::Star, &[n]) => Graph::star(n),
            (Family::CompleteBipartite, &[m, n]) => Graph::complete_bipartite(m, n),
            (Family::DoubleStar, &[m, n, k]) => Graph::double_star(m, n, k),
            _ => unreachable!("the number of parameters was checked"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_the_graphs() {
        for (name, numbers) in [
            ("P", vec![5]),
            ("C", vec![5]),
            ("K", vec![5]),
            ("W", vec![5]),
            ("S", vec![5]),
            ("K", vec![2, 3]),
            ("DS", vec![2, 3, 4]),
        ] {
            let family = Family::new(name, numbers.len()).unwrap();
            let graph = family.graph(&numbers).unwrap();
            let numbers: Vec<u64> = numbers.iter().map(|&n| n as u64).collect();
            let counts = (graph.vertices() as u64, graph.size() as u64);
            assert_eq!(family.counts(&numbers), counts, "{name}");
        }
    }
}
