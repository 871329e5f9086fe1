//! All graphs on n vertices up to isomorphism.
//!
//! Each graph on n vertices is one on n - 1 with another vertex, joined to some of them; what comes
//! out is sorted by canonical form and kept once. That is 128 * 1044 labellings for n = 8; for n = 10
//! and more the orderly generation of nauty's `geng` is the better tool, whose output can be read.

use rustc_hash::FxHashSet;

use crate::canonical;
use crate::graph::Graph;

/// More vertices would take hours and gigabytes here.
pub const MOST_VERTICES: usize = 9;

/// Every graph on n vertices once, fewest edges first.
pub fn all(n: usize) -> Vec<Graph> {
    while_it_lasts(n, &|| true).unwrap_or_default()
}

/// The same, unless the caller's watch says stop.
pub fn while_it_lasts(n: usize, goes_on: &dyn Fn() -> bool) -> Option<Vec<Graph>> {
    let mut graphs = vec![Graph::empty(0)];
    for vertices in 1..=n {
        let mut seen: FxHashSet<Vec<u32>> = FxHashSet::default();
        let mut larger = Vec::new();
        for graph in &graphs {
            if !goes_on() {
                return None;
            }
            let edges: Vec<_> = graph.edges().collect();
            for joined in 0..1u32 << (vertices - 1) {
                let mut edges = edges.clone();
                let ends = (0..vertices - 1).filter(|&v| joined >> v & 1 == 1);
                edges.extend(ends.map(|v| (v, vertices - 1)));
                let candidate = Graph::from_edges(vertices, &edges);
                // A vertex of least degree can always be taken for the last one.
                let last = candidate.degree(vertices - 1);
                if (0..vertices).any(|v| candidate.degree(v) < last) {
                    continue;
                }
                let form = canonical::label(&candidate, &vec![0; vertices]).form;
                if !seen.contains(&form) {
                    larger.push(from_form(vertices, &form));
                    seen.insert(form);
                }
            }
        }
        larger.sort_by_cached_key(|g| (g.size(), g.edges().collect::<Vec<_>>()));
        graphs = larger;
    }
    Some(graphs)
}

/// The graph that a canonical form describes.
fn from_form(vertices: usize, form: &[u32]) -> Graph {
    let mut edges = Vec::new();
    let mut place = 0;
    for &p in form {
        match p as usize == place {
            true => place += 1,
            false => edges.push((place, p as usize)),
        }
    }
    Graph::from_edges(vertices, &edges)
}

#[cfg(test)]
mod tests {
    #[test]
    fn there_are_as_many_graphs_as_there_should_be() {
        // A000088.
        let expected = [1, 1, 2, 4, 11, 34, 156, 1044];
        for (n, &count) in expected.iter().enumerate() {
            assert_eq!(super::all(n).len(), count, "{n} vertices");
        }
    }
}
