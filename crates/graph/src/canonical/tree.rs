//! Trees: a number for each rooted subtree, the same for isomorphic ones.
//!
//! A subtree is its root's colour and the sorted numbers of the subtrees below it. The whole tree is
//! rooted at its centre, found by stripping leaves; with two centres the two halves are kept apart.
//! The time is linear up to sorting, whatever the symmetries.

use rustc_hash::FxHashMap;

use super::{Key, TREE};
use crate::graph::Graph;

pub fn key(graph: &Graph, colours: &[u32], subtrees: &mut FxHashMap<Key, u32>) -> Key {
    let n = graph.vertices();
    let mut degree: Vec<usize> = (0..n).map(|v| graph.degree(v)).collect();
    let mut below: Vec<Vec<u32>> = vec![Vec::new(); n];
    let mut finished = vec![false; n];
    let mut layer: Vec<usize> = (0..n).filter(|&v| degree[v] <= 1).collect();
    let mut left = n;
    while left > 2 {
        left -= layer.len();
        let mut next = Vec::new();
        for &v in &layer {
            finished[v] = true;
            let code = number(colours[v], std::mem::take(&mut below[v]), subtrees);
            let above = graph.neighbours(v).iter().map(|&w| w as usize).find(|&w| !finished[w]);
            let above = above.expect("the centre is not stripped");
            below[above].push(code);
            degree[above] -= 1;
            if degree[above] == 1 {
                next.push(above);
            }
        }
        layer = next;
    }
    // With one vertex left it may have become a leaf only with its last neighbour.
    let mut centre: Vec<u32> = (0..n)
        .filter(|&v| !finished[v])
        .map(|v| number(colours[v], std::mem::take(&mut below[v]), subtrees))
        .collect();
    centre.sort_unstable();
    [TREE].into_iter().chain(centre).collect()
}

fn number(colour: u32, mut below: Vec<u32>, subtrees: &mut FxHashMap<Key, u32>) -> u32 {
    below.sort_unstable();
    below.push(colour);
    let fresh = subtrees.len() as u32;
    *subtrees.entry(below.into()).or_insert(fresh)
}
