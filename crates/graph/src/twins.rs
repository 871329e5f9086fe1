//! Twins: vertices with the same chips and the same other neighbours.
//!
//! Exchanging two twins changes nothing, so of the moves on a class of twins one is enough. This is
//! what keeps complete graphs, stars and complete bipartite graphs small: a position on K_n with one
//! chip each has a single class and two options. A vertex cannot have both a twin that is its
//! neighbour and one that is not, so the classes are well defined.

use smallvec::SmallVec;

use crate::graph::Graph;

/// The classes of twins of a coloured graph.
pub struct Twins {
    /// The class of each vertex.
    class: Vec<u32>,
    /// How many members of the class come before the vertex.
    rank: Vec<u32>,
}

impl Twins {
    /// Twins with the same colour.
    pub fn of(graph: &Graph, colours: &[u32]) -> Twins {
        let n = graph.vertices();
        let mut twins = Twins { class: vec![u32::MAX; n], rank: vec![0; n] };
        let mut classes = 0;
        // What twins have in common, as a number: the neighbours of those that are not adjacent, the
        // closed neighbourhood of those that are.
        let common = |v: usize, closed: bool| {
            let mine = if closed { mix(v as u64) } else { 0 };
            let sum = graph.neighbours(v).iter().map(|&w| mix(w.into()));
            sum.fold(mine, u64::wrapping_add) ^ mix(!u64::from(colours[v]))
        };
        for closed in [false, true] {
            let mut sorted: SmallVec<[(u64, u32); 32]> = (0..n)
                .filter(|&v| twins.class[v] == u32::MAX)
                .map(|v| (common(v, closed), v as u32))
                .collect();
            sorted.sort_unstable();
            for group in sorted.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
                let head = group[0].1 as usize;
                let mut count = 1;
                for &(_, v) in &group[1..] {
                    // Equal numbers are no proof.
                    if are_twins(graph, colours, head, v as usize) {
                        twins.class[v as usize] = classes;
                        twins.rank[v as usize] = count;
                        count += 1;
                    }
                }
                if count > 1 {
                    twins.class[head] = classes;
                    classes += 1;
                }
            }
        }
        for class in twins.class.iter_mut().filter(|class| **class == u32::MAX) {
            *class = classes;
            classes += 1;
        }
        twins
    }

    /// Is this the first of its class?
    pub fn leads(&self, v: usize) -> bool {
        self.rank[v] == 0
    }

    /// Is this the edge that stands for all that twins turn it into?
    pub fn speaks_for(&self, (u, v): (usize, usize)) -> bool {
        match self.class[u] == self.class[v] {
            true => self.rank[u] + self.rank[v] == 1,
            false => self.rank[u] == 0 && self.rank[v] == 0,
        }
    }

    /// Are all of these twins of each other?
    pub fn all_same(&self, vertices: &[u32]) -> bool {
        vertices.iter().all(|&v| self.class[v as usize] == self.class[vertices[0] as usize])
    }
}

fn are_twins(graph: &Graph, colours: &[u32], u: usize, v: usize) -> bool {
    let others = |x: usize, y: usize| graph.neighbours(x).iter().filter(move |&&w| w as usize != y);
    colours[u] == colours[v] && graph.degree(u) == graph.degree(v) && others(u, v).eq(others(v, u))
}

/// Spreads the bits of a number (the finaliser of SplitMix64).
pub fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves_that_count(graph: &Graph, colours: &[u32]) -> (usize, usize) {
        let twins = Twins::of(graph, colours);
        let vertices = (0..graph.vertices()).filter(|&v| twins.leads(v)).count();
        (vertices, graph.edges().filter(|&e| twins.speaks_for(e)).count())
    }

    #[test]
    fn a_class_of_twins_counts_once() {
        assert_eq!(moves_that_count(&Graph::complete(9), &[1; 9]), (1, 1));
        assert_eq!(moves_that_count(&Graph::complete_bipartite(4, 5), &[1; 9]), (2, 1));
        assert_eq!(moves_that_count(&Graph::path(5), &[1; 5]), (5, 4));
        assert_eq!(moves_that_count(&Graph::cycle(4), &[1; 4]), (2, 1));
        assert_eq!(moves_that_count(&Graph::cycle(4), &[1, 2, 1, 3]), (3, 2));
    }
}
