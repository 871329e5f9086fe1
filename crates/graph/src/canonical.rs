//! Canonical forms: isomorphic coloured graphs get the same key, others different ones.
//!
//! Three ways, by the shape of the (connected) graph: a path or a cycle is read off along its
//! vertices; a tree gets a number for each rooted subtree, from the leaves up to the centre
//! (Aho, Hopcroft, Ullman); everything else goes to partition refinement with
//! individualisation. The games here meet mostly the first two, and the third mostly with fewer
//! than a dozen vertices, where a call to an outside program's library would cost more than it saves.

mod refine;
mod tree;

use std::cmp::Ordering;

use rustc_hash::FxHashMap;
use sprague_task::Watch;

use crate::graph::Graph;

pub use refine::Labelling;

/// Equal keys mean isomorphic graphs, colours respected.
pub type Key = Box<[u32]>;

/// Makes keys; numbers for subtrees are kept from one call to the next, so keys of one maker must
/// not be compared with those of another.
#[derive(Default)]
pub struct Canonical {
    subtrees: FxHashMap<Key, u32>,
}

/// The first number of a key: which of the three ways it was made.
const PATH: u32 = 0;
const CYCLE: u32 = 1;
const TREE: u32 = 2;
const OTHER: u32 = 3;

impl Canonical {
    /// The key of a connected graph with coloured vertices.
    pub fn key(&mut self, graph: &Graph, colours: &[u32]) -> Key {
        self.key_within(graph, colours, &Watch::default()).expect("nobody stops it")
    }

    /// The same, unless the watch says stop.
    pub fn key_within(&mut self, graph: &Graph, colours: &[u32], watch: &Watch) -> Option<Key> {
        let n = graph.vertices();
        let most = (0..n).map(|v| graph.degree(v)).max().unwrap_or(0);
        if most <= 2 {
            return Some(line(graph, colours));
        }
        if graph.size() + 1 == n {
            return Some(tree::key(graph, colours, &mut self.subtrees));
        }
        let labelling = refine::label(graph, colours, watch)?;
        let mut key = Vec::with_capacity(2 + 2 * n + graph.size());
        key.extend([OTHER, n as u32]);
        key.extend(labelling.order.iter().map(|&v| colours[v as usize]));
        key.extend(labelling.form);
        Some(key.into())
    }

    /// Bytes that the numbers of subtrees take, roughly.
    pub fn bytes(&self) -> usize {
        self.subtrees.len() * 64
    }
}

/// The labelling of any graph, connected or not.
pub fn label(graph: &Graph, colours: &[u32]) -> Labelling {
    refine::label(graph, colours, &Watch::default()).expect("nobody stops it")
}

/// The key of a path or a cycle: its colours, in the direction (and from the vertex) that makes
/// them least.
fn line(graph: &Graph, colours: &[u32]) -> Key {
    let n = graph.vertices();
    let end = (0..n).find(|&v| graph.degree(v) < 2);
    let along = walk(graph, end.unwrap_or(0));
    let forward: Vec<u32> = along.iter().map(|&v| colours[v]).collect();
    let backward: Vec<u32> = forward.iter().rev().copied().collect();
    let best = match end {
        Some(_) => forward.min(backward),
        None => least_rotation(forward).min(least_rotation(backward)),
    };
    let kind = if end.is_some() { PATH } else { CYCLE };
    [kind].into_iter().chain(best).collect()
}

/// The vertices of a path or a cycle, one after the other.
fn walk(graph: &Graph, start: usize) -> Vec<usize> {
    let mut along = vec![start];
    let (mut last, mut here) = (usize::MAX, start);
    while let Some(&next) = graph.neighbours(here).iter().find(|&&w| w as usize != last) {
        (last, here) = (here, next as usize);
        if here == start {
            break;
        }
        along.push(here);
    }
    along
}

/// Of all rotations the least, in linear time: two starts are compared, and where they first differ, after k places,
/// the worse of them and the k starts after it are out (each of those is beaten by its counterpart).
fn least_rotation(mut colours: Vec<u32>) -> Vec<u32> {
    let n = colours.len();
    let (mut one, mut other, mut same) = (0, 1, 0);
    while one < n && other < n && same < n {
        let worse = match colours[(one + same) % n].cmp(&colours[(other + same) % n]) {
            Ordering::Equal => {
                same += 1;
                continue;
            }
            Ordering::Greater => &mut one,
            Ordering::Less => &mut other,
        };
        *worse += same + 1;
        if one == other {
            other += 1;
        }
        same = 0;
    }
    colours.rotate_left(one.min(other).min(n.saturating_sub(1)));
    colours
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;
    use crate::random::Random;

    fn shuffled(graph: &Graph, colours: &[u32], random: &mut Random) -> (Graph, Vec<u32>) {
        let n = graph.vertices();
        let mut to: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            to.swap(i, random.below(i as u64 + 1) as usize);
        }
        let edges: Vec<_> = graph.edges().map(|(u, v)| (to[u], to[v])).collect();
        let mut moved = vec![0; n];
        (0..n).for_each(|v| moved[to[v]] = colours[v]);
        (Graph::from_edges(n, &edges), moved)
    }

    #[test]
    fn renumbering_does_not_change_the_key() {
        let mut random = Random::new(1);
        let mut canonical = Canonical::default();
        let mut graphs: Vec<Graph> = generate::all(6).into_iter().filter(is_connected).collect();
        graphs.extend([Graph::cycle(30), Graph::path(40), Graph::double_star(4, 5, 6)]);
        graphs.extend([Graph::wheel(12), Graph::complete(15), Graph::complete_bipartite(5, 7)]);
        for graph in graphs {
            for most in [1, 2, 4] {
                let colours: Vec<u32> =
                    (0..graph.vertices()).map(|_| random.below(most) as u32).collect();
                let (other, moved) = shuffled(&graph, &colours, &mut random);
                let (one, two) = (canonical.key(&graph, &colours), canonical.key(&other, &moved));
                assert_eq!(one, two, "{graph:?} {colours:?}");
            }
        }
    }

    #[test]
    fn the_least_rotation_is_the_least_of_all() {
        let mut random = Random::new(3);
        for _ in 0..500 {
            let (length, most) = (random.below(12) as usize, 1 + random.below(3));
            let word: Vec<u32> = (0..length).map(|_| random.below(most) as u32).collect();
            let rotations = (0..length.max(1)).map(|start| {
                let mut turned = word.clone();
                turned.rotate_left(start);
                turned
            });
            assert_eq!(least_rotation(word.clone()), rotations.min().unwrap(), "{word:?}");
        }
    }

    #[test]
    fn graphs_that_differ_have_different_keys() {
        // A001349: connected graphs on n vertices.
        let mut canonical = Canonical::default();
        for (n, expected) in [(3, 2), (4, 6), (5, 21), (6, 112), (7, 853)] {
            let keys: std::collections::HashSet<Key> = generate::all(n)
                .iter()
                .filter(|g| is_connected(g))
                .map(|g| canonical.key(g, &vec![1; n]))
                .collect();
            assert_eq!(keys.len(), expected);
        }
    }

    fn is_connected(graph: &Graph) -> bool {
        crate::Position::constant(graph.clone(), 1).components().len() == 1
    }

    #[test]
    fn very_symmetric_graphs_are_labelled_in_time() {
        // The Petersen graph, the cube of dimension 6, the 8 x 8 rook's graph.
        let pairs: Vec<(usize, usize)> =
            (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))).collect();
        let meets = |p: (usize, usize), q: (usize, usize)| {
            p.0 == q.0 || p.0 == q.1 || p.1 == q.0 || p.1 == q.1
        };
        let between = |n: usize, test: &dyn Fn(usize, usize) -> bool| {
            let edges: Vec<_> = (0..n)
                .flat_map(|u| (u + 1..n).map(move |v| (u, v)))
                .filter(|&(u, v)| test(u, v))
                .collect();
            Graph::from_edges(n, &edges)
        };
        let petersen = between(10, &|u, v| !meets(pairs[u], pairs[v]));
        let cube = between(64, &|u, v| (u ^ v).count_ones() == 1);
        let rook = between(64, &|u, v| u / 8 == v / 8 || u % 8 == v % 8);
        let mut random = Random::new(2);
        let mut canonical = Canonical::default();
        for graph in [petersen, cube, rook] {
            let colours = vec![1; graph.vertices()];
            let (other, moved) = shuffled(&graph, &colours, &mut random);
            assert_eq!(canonical.key(&graph, &colours), canonical.key(&other, &moved));
        }
    }
}
