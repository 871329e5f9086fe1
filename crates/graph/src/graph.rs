//! Finite simple graphs, as sorted lists of neighbours one after the other.
//!
//! Paths with thousands of vertices and complete graphs with forty are both wanted, so neighbours
//! are kept as lists (not as a matrix of bits), in two allocations a graph.

/// A simple graph on the vertices 0, 1, ..., n - 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    /// The neighbours of v are `ends[starts[v]..starts[v + 1]]`, in increasing order.
    starts: Vec<u32>,
    ends: Vec<u32>,
}

impl Graph {
    /// The graph with these edges; loops and repeated edges must not be among them.
    pub fn from_edges(vertices: usize, edges: &[(usize, usize)]) -> Graph {
        let mut starts = vec![0u32; vertices + 1];
        for &(u, v) in edges {
            debug_assert!(u != v && u < vertices && v < vertices);
            starts[u + 1] += 1;
            starts[v + 1] += 1;
        }
        for v in 0..vertices {
            starts[v + 1] += starts[v];
        }
        let mut next = starts.clone();
        let mut ends = vec![0; 2 * edges.len()];
        for &(u, v) in edges {
            for (from, to) in [(u, v), (v, u)] {
                ends[next[from] as usize] = to as u32;
                next[from] += 1;
            }
        }
        for v in 0..vertices {
            ends[starts[v] as usize..starts[v + 1] as usize].sort_unstable();
        }
        Graph { starts, ends }
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many edges there are.
    pub fn size(&self) -> usize {
        self.ends.len() / 2
    }

    /// The neighbours of a vertex, in increasing order.
    pub fn neighbours(&self, v: usize) -> &[u32] {
        &self.ends[self.starts[v] as usize..self.starts[v + 1] as usize]
    }

    /// How many neighbours a vertex has.
    pub fn degree(&self, v: usize) -> usize {
        (self.starts[v + 1] - self.starts[v]) as usize
    }

    /// Is there a way from every vertex to every other?
    pub fn is_connected(&self) -> bool {
        let mut met = vec![false; self.vertices()];
        let mut open = Vec::new();
        if let Some(first) = met.first_mut() {
            *first = true;
            open.push(0);
        }
        while let Some(v) = open.pop() {
            for &w in self.neighbours(v) {
                if !std::mem::replace(&mut met[w as usize], true) {
                    open.push(w as usize);
                }
            }
        }
        met.into_iter().all(|met| met)
    }

    /// Is there an edge between the two?
    pub fn adjacent(&self, u: usize, v: usize) -> bool {
        self.neighbours(u).binary_search(&(v as u32)).is_ok()
    }

    /// The edges (u, v) with u < v, in increasing order.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.vertices()).flat_map(move |u| {
            let larger = self.neighbours(u).iter().map(|&v| v as usize).filter(move |&v| v > u);
            larger.map(move |v| (u, v))
        })
    }

    /// The graph without one of its edges.
    pub fn without_edge(&self, u: usize, v: usize) -> Graph {
        let rest: Vec<_> = self.edges().filter(|&e| e != (u.min(v), u.max(v))).collect();
        Graph::from_edges(self.vertices(), &rest)
    }

    /// The graph induced on `kept`; vertex i of it is `kept[i]` here. `kept` is increasing.
    pub fn induced(&self, kept: &[usize]) -> Graph {
        let mut starts = Vec::with_capacity(kept.len() + 1);
        let mut ends = Vec::new();
        starts.push(0);
        for &v in kept {
            for &w in self.neighbours(v) {
                if let Ok(place) = kept.binary_search(&(w as usize)) {
                    ends.push(place as u32);
                }
            }
            starts.push(ends.len() as u32);
        }
        Graph { starts, ends }
    }

    /// This graph beside another, whose vertices are numbered on from this one's.
    pub fn beside(&self, other: &Graph) -> Graph {
        let mut both = self.clone();
        both.append(other);
        both
    }

    /// Puts another graph beside this one, its vertices numbered on from this one's.
    pub fn append(&mut self, other: &Graph) {
        let (vertices, ends) = (self.vertices() as u32, self.ends.len() as u32);
        self.starts.extend(other.starts.iter().skip(1).map(|start| start + ends));
        self.ends.extend(other.ends.iter().map(|end| end + vertices));
    }

    /// The graph on `vertices` vertices, the first of which are this graph's.
    pub fn with_vertices(&self, vertices: usize) -> Graph {
        let edges: Vec<_> = self.edges().collect();
        Graph::from_edges(vertices, &edges)
    }

    /// The graph without edges.
    pub fn empty(vertices: usize) -> Graph {
        Graph::from_edges(vertices, &[])
    }

    /// The path on n vertices.
    pub fn path(n: usize) -> Graph {
        let edges: Vec<_> = (1..n).map(|v| (v - 1, v)).collect();
        Graph::from_edges(n, &edges)
    }

    /// The cycle on n > 2 vertices.
    pub fn cycle(n: usize) -> Graph {
        let edges: Vec<_> = (0..n).map(|v| (v, (v + 1) % n)).collect();
        Graph::from_edges(n, &edges)
    }

    /// The complete graph on n vertices.
    pub fn complete(n: usize) -> Graph {
        let edges: Vec<_> = (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v))).collect();
        Graph::from_edges(n, &edges)
    }

    /// The wheel on n > 3 vertices: vertex 0, the hub, joined to a cycle on the others.
    pub fn wheel(n: usize) -> Graph {
        let rim = n - 1;
        let spokes = (1..n).map(|v| (0, v));
        let edges: Vec<_> = spokes.chain((0..rim).map(|v| (v + 1, (v + 1) % rim + 1))).collect();
        Graph::from_edges(n, &edges)
    }

    /// The complete bipartite graph: the first m vertices are one part.
    pub fn complete_bipartite(m: usize, n: usize) -> Graph {
        let edges: Vec<_> = (0..m).flat_map(|u| (m..m + n).map(move |v| (u, v))).collect();
        Graph::from_edges(m + n, &edges)
    }

    /// The star with n leaves; vertex 0 is its centre.
    pub fn star(n: usize) -> Graph {
        Graph::complete_bipartite(1, n)
    }

    /// Stars with m and n leaves whose centres are joined by a path with k > 0 edges. First come
    /// the k + 1 vertices of the path, then the leaves at its beginning, then those at its end.
    pub fn double_star(m: usize, n: usize, k: usize) -> Graph {
        let path = (1..=k).map(|v| (v - 1, v));
        let first = (0..m).map(|leaf| (0, k + 1 + leaf));
        let second = (0..n).map(|leaf| (k, k + 1 + m + leaf));
        let edges: Vec<_> = path.chain(first).chain(second).collect();
        Graph::from_edges(k + 1 + m + n, &edges)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_have_the_vertices_and_edges_they_should() {
        let counts = |g: Graph| (g.vertices(), g.size());
        assert_eq!(counts(Graph::path(5)), (5, 4));
        assert_eq!(counts(Graph::cycle(5)), (5, 5));
        assert_eq!(counts(Graph::complete(5)), (5, 10));
        assert_eq!(counts(Graph::wheel(5)), (5, 8));
        assert_eq!(counts(Graph::star(5)), (6, 5));
        assert_eq!(counts(Graph::complete_bipartite(2, 3)), (5, 6));
        assert_eq!(counts(Graph::double_star(2, 3, 4)), (10, 9));
        assert_eq!(Graph::wheel(4), Graph::complete(4));
    }

    #[test]
    fn induced_graphs_keep_the_edges_between_their_vertices() {
        let wheel = Graph::wheel(6);
        assert_eq!(wheel.induced(&[1, 2, 3, 4, 5]), Graph::cycle(5));
        assert_eq!(wheel.induced(&[2, 3, 4]), Graph::path(3));
    }
}
