//! Everything that is not a tree: colour refinement and individualisation.
//!
//! Colours are refined by what the neighbours' colours are until nothing changes (with sums of
//! hashes, so that a round is linear up to sorting). If vertices of one colour remain, one of them is
//! singled out and refinement goes on; every choice is tried, and the labelling that gives the least
//! list of edges wins (McKay's method without its finer pruning). Three things keep the tree of
//! choices small: twins are interchangeable, so one of them is enough; two labellings with the same
//! edges give an automorphism, and choices that automorphisms turn into each other are tried once;
//! and after [`MOST_LEAVES`] labellings the best so far is taken. The last makes the form of some
//! large and very regular graphs depend on their numbering; a memory keyed by it then holds a
//! position twice, but never confuses two.

use sprague_task::Watch;

use crate::graph::Graph;
use crate::twins::{Twins, mix};

/// Labellings that are tried before the best so far is taken.
const MOST_LEAVES: usize = 3000;

/// Twins that are put in order at once, which is as good as one after the other and takes one refinement.
const MANY_TWINS: usize = 16;
/// Edges of graphs whose steps take long enough to look at the watch.
const LARGE: usize = 1000;

/// A canonical order of the vertices.
pub struct Labelling {
    /// The vertex that comes i-th.
    pub order: Vec<u32>,
    /// For each place in turn, the places of later neighbours, closed by the place itself.
    pub form: Vec<u32>,
}

/// The labelling, unless the watch says stop.
pub fn label(graph: &Graph, colours: &[u32], watch: &Watch) -> Option<Labelling> {
    let n = graph.vertices();
    let mut order: Vec<u32> = (0..n as u32).collect();
    order.sort_unstable_by_key(|&v| colours[v as usize]);
    let mut cells = Cells { order, cell: vec![0; n], hash: vec![0; n], count: 0 };
    cells.number_by(|v| u64::from(colours[v as usize]));
    let watch = (graph.size() > LARGE).then_some(watch);
    cells.refine(graph);
    let mut search = Search {
        graph,
        colours,
        twins: None,
        best: None,
        leaves: 0,
        automorphisms: Vec::new(),
        fixed: Vec::new(),
        watch,
    };
    match search.descend(cells) {
        true => Some(search.best.expect("at least one labelling is tried")),
        false => None,
    }
}

/// An ordered partition of the vertices.
#[derive(Clone)]
struct Cells {
    /// The vertices, cell after cell.
    order: Vec<u32>,
    /// For each vertex, where its cell begins in `order`.
    cell: Vec<u32>,
    /// Scratch: what the neighbours of a vertex look like.
    hash: Vec<u64>,
    count: usize,
}

impl Cells {
    /// Gives the same cell to neighbours in the order with equal keys (and equal cells before).
    fn number_by(&mut self, key: impl Fn(u32) -> u64) {
        let mut last = None;
        let mut begins = 0;
        self.count = 0;
        for i in 0..self.order.len() {
            let v = self.order[i];
            let mine = Some((self.cell[v as usize], key(v)));
            if mine != last {
                (last, begins) = (mine, i as u32);
                self.count += 1;
            }
            // Later vertices are compared with the old cell, which is kept in `last`.
            self.cell[v as usize] = begins;
        }
    }

    fn refine(&mut self, graph: &Graph) {
        loop {
            let before = self.count;
            if before == self.order.len() {
                return;
            }
            for v in 0..self.cell.len() {
                let seen = graph.neighbours(v).iter().map(|&w| mix(self.cell[w as usize].into()));
                self.hash[v] = seen.fold(0, u64::wrapping_add);
            }
            let (cell, hash) = (&self.cell, &self.hash);
            self.order.sort_unstable_by_key(|&v| (cell[v as usize], hash[v as usize]));
            let hash = std::mem::take(&mut self.hash);
            self.number_by(|v| hash[v as usize]);
            self.hash = hash;
            if self.count == before {
                return;
            }
        }
    }

    /// The first of the smallest cells with more than one vertex.
    fn target(&self) -> Option<std::ops::Range<usize>> {
        let mut best: Option<std::ops::Range<usize>> = None;
        let mut start = 0;
        while start < self.order.len() {
            let cell = self.cell[self.order[start] as usize];
            let inside = self.order[start..].iter();
            let length = inside.take_while(|&&v| self.cell[v as usize] == cell).count();
            if length > 1 && best.as_ref().is_none_or(|b| length < b.len()) {
                best = Some(start..start + length);
            }
            start += length;
        }
        best
    }

    /// Puts `v` before the rest of its cell.
    fn single_out(&mut self, v: u32, range: std::ops::Range<usize>) {
        let at = range.start + self.order[range.clone()].iter().position(|&w| w == v).unwrap_or(0);
        self.order.swap(range.start, at);
        for &w in &self.order[range.start + 1..range.end] {
            self.cell[w as usize] = range.start as u32 + 1;
        }
        self.count += 1;
    }
}

impl Cells {
    /// Makes a cell of its own of every vertex of a cell of twins, in any order.
    fn single_out_all(&mut self, range: std::ops::Range<usize>) {
        self.count += range.len() - 1;
        for place in range {
            self.cell[self.order[place] as usize] = place as u32;
        }
    }
}

struct Search<'g> {
    graph: &'g Graph,
    colours: &'g [u32],
    /// Found when they are first needed: most small graphs are told apart by refinement alone.
    twins: Option<Twins>,
    best: Option<Labelling>,
    leaves: usize,
    automorphisms: Vec<Vec<u32>>,
    /// The vertices singled out on the way here.
    fixed: Vec<u32>,
    /// Asked at every step, if these are long.
    watch: Option<&'g Watch>,
}

impl Search<'_> {
    /// Tries the labellings that refine the cells; false if the watch said stop.
    fn descend(&mut self, mut cells: Cells) -> bool {
        if self.watch.is_some_and(|watch| !watch.goes_on()) {
            return false;
        }
        let Some(range) = cells.target() else {
            self.leaf(&cells);
            return true;
        };
        let mut candidates = cells.order[range.clone()].to_vec();
        let twins = self.twins.get_or_insert_with(|| Twins::of(self.graph, self.colours));
        if twins.all_same(&candidates) {
            if candidates.len() > MANY_TWINS {
                cells.single_out_all(range);
                cells.refine(self.graph);
                return self.descend(cells);
            }
            candidates.truncate(1);
        }
        let mut tried: Vec<u32> = Vec::new();
        for &v in &candidates {
            if self.leaves >= MOST_LEAVES {
                return true;
            }
            if !tried.is_empty() && self.moves_to_one_of(v, &tried) {
                continue;
            }
            let mut next = cells.clone();
            next.single_out(v, range.clone());
            next.refine(self.graph);
            self.fixed.push(v);
            let finished = self.descend(next);
            self.fixed.pop();
            if !finished {
                return false;
            }
            tried.push(v);
        }
        true
    }

    /// Do automorphisms that leave the fixed vertices alone turn `v` into one of `tried`?
    fn moves_to_one_of(&self, v: u32, tried: &[u32]) -> bool {
        let keep = |a: &&Vec<u32>| self.fixed.iter().all(|&f| a[f as usize] == f);
        let usable: Vec<&Vec<u32>> = self.automorphisms.iter().filter(keep).collect();
        let mut seen = vec![v];
        let mut next = 0;
        while let Some(&w) = seen.get(next) {
            next += 1;
            if tried.contains(&w) {
                return true;
            }
            for a in &usable {
                if !seen.contains(&a[w as usize]) {
                    seen.push(a[w as usize]);
                }
            }
        }
        false
    }

    fn leaf(&mut self, cells: &Cells) {
        self.leaves += 1;
        let mut form = Vec::with_capacity(self.graph.vertices() + self.graph.size());
        for (place, &v) in cells.order.iter().enumerate() {
            let start = form.len();
            let neighbours = self.graph.neighbours(v as usize);
            let places = neighbours.iter().map(|&w| cells.cell[w as usize]);
            form.extend(places.filter(|&p| p > place as u32));
            form[start..].sort_unstable();
            form.push(place as u32);
        }
        match self.best.as_ref().map(|best| form.cmp(&best.form)) {
            Some(std::cmp::Ordering::Greater) => {}
            Some(std::cmp::Ordering::Equal) => {
                let best = self.best.as_ref().expect("it was compared");
                let mut automorphism = vec![0; cells.order.len()];
                for (&from, &to) in best.order.iter().zip(&cells.order) {
                    automorphism[from as usize] = to;
                }
                let mut inverse = vec![0; automorphism.len()];
                for (from, &to) in automorphism.iter().enumerate() {
                    inverse[to as usize] = from as u32;
                }
                self.automorphisms.extend([automorphism, inverse]);
            }
            _ => self.best = Some(Labelling { order: cells.order.clone(), form }),
        }
    }
}
