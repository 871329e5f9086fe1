//! Families with a recursion of their own: one chip on each vertex, Wyg or Wygthoff.
//!
//! With one chip each, all four versions are the same game: delete a vertex that has an edge, or both
//! ends of an edge. From a double star only brooms, paths and smaller double stars are reached, so a
//! table indexed by the numbers of leaves and the length of the path replaces graphs altogether, and
//! lengths in the thousands are reached in quadratic time. On a path the game is octal 0.67.

use rustc_hash::FxHashMap;
use sprague_task::Watch;

use crate::position::Position;

/// Stars with m and n leaves whose centres are joined by a path with k edges (k = 0: one star with
/// m + n leaves). A path on n vertices is (0, 0, n - 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Leaves of one centre.
    pub m: usize,
    /// Leaves of the other centre.
    pub n: usize,
    /// Edges of the path between the centres.
    pub k: usize,
}

impl Shape {
    /// The shape of a connected position with one chip on each vertex, if it is of this family.
    pub fn of(part: &Position) -> Option<Shape> {
        let graph = &part.graph;
        let vertices = graph.vertices();
        if graph.size() + 1 != vertices || part.chips.iter().any(|&c| c != 1) {
            return None;
        }
        let mut leaves = [0, 0];
        for (hubs, v) in (0..vertices).filter(|&v| graph.degree(v) > 2).enumerate() {
            let neighbours = graph.neighbours(v).iter();
            let hanging = neighbours.filter(|&&w| graph.degree(w as usize) == 1).count();
            if hubs == 2 || hanging + 1 < graph.degree(v) {
                return None;
            }
            leaves[hubs] = hanging;
        }
        let [m, n] = leaves;
        Some(Shape { m, n, k: vertices - 1 - m - n })
    }

    /// Is the table that it needs filled in seconds? It has a row for all smaller numbers of leaves, and an entry of a row
    /// looks at all before it.
    pub fn pays(self) -> bool {
        let rows = (self.m as u64 + 1).saturating_mul(self.n as u64 + 1);
        rows < 10_000_000 && rows.saturating_mul((self.k as u64 + 1).saturating_pow(2)) < 1 << 33
    }
}

/// A table of nim-values, extended when it is asked for more.
#[derive(Default)]
pub struct DoubleStars {
    /// For m <= n, the nim-values by k.
    rows: FxHashMap<(usize, usize), Vec<u16>>,
    /// Scratch for the least missing number: when a value was last seen.
    seen: Vec<u64>,
    round: u64,
    /// Work since the watch was looked at.
    unseen: usize,
}

/// Pairs of values between two looks at the watch: about a millisecond.
const LOOK_UP: usize = 1 << 20;

impl DoubleStars {
    /// The nim-value of a double star with one chip on each vertex.
    pub fn nim_value(&mut self, shape: Shape) -> u32 {
        self.nim_value_within(shape, &Watch::default()).expect("nobody stops it")
    }

    /// The same, unless the watch stops it.
    pub fn nim_value_within(&mut self, Shape { m, n, k }: Shape, watch: &Watch) -> Option<u32> {
        if k == 0 && m > 0 && n > 0 {
            return self.nim_value_within(Shape { m: m + n, n: 0, k }, watch);
        }
        let (m, n) = (m.min(n), m.max(n));
        let filled = self.rows.get(&(m, n)).is_some_and(|row| row.len() > k);
        (filled || self.extend(m, n, k, watch)).then(|| self.rows[&(m, n)][k].into())
    }

    /// The values of the paths on 0, 1, ..., `to` vertices.
    pub fn paths(&mut self, to: usize) -> Vec<u32> {
        (0..=to)
            .map(|n| match n {
                0 => 0,
                _ => self.nim_value(Shape { m: 0, n: 0, k: n - 1 }),
            })
            .collect()
    }

    /// Fills the rows that (m, n) needs, up to k, smallest first; false if stopped.
    fn extend(&mut self, m: usize, n: usize, k: usize, watch: &Watch) -> bool {
        let pairs = (0..=m).flat_map(|a| (a..=n).map(move |b| (a, b)));
        let mut rows = pairs.flat_map(|(a, b)| [(0, a), (0, b), (a, b)]);
        rows.all(|(m, n)| self.extend_row(m, n, k, watch))
    }

    /// Fills one row up to k; the rows it needs are filled. False if stopped.
    fn extend_row(&mut self, m: usize, n: usize, k: usize, watch: &Watch) -> bool {
        let mut row = self.rows.remove(&(m, n)).unwrap_or_default();
        let mut goes_on = true;
        while row.len() <= k && goes_on {
            let value = self.next(m, n, &row);
            self.unseen += row.len();
            row.push(value);
            if self.unseen > LOOK_UP {
                self.unseen = 0;
                goes_on = watch.goes_on();
            }
        }
        let filled = row.len() > k;
        self.rows.insert((m, n), row);
        filled
    }

    /// The value at k = `row.len()`, as the least number that no option has.
    fn next(&mut self, m: usize, n: usize, row: &[u16]) -> u16 {
        self.round += 1;
        let (round, k) = (self.round, row.len());
        let mut seen = std::mem::take(&mut self.seen);
        let mut see = |value: u16| {
            let value = usize::from(value);
            if value >= seen.len() {
                seen.resize(value + 1, 0);
            }
            seen[value] = round;
        };
        let at = |a: usize, b: usize| -> &[u16] {
            let key = (a.min(b), a.max(b));
            if key == (m, n) { row } else { &self.rows[&key] }
        };
        // A leaf is deleted.
        if m > 0 {
            see(at(m - 1, n)[k]);
        }
        if n > 0 {
            see(at(m, n - 1)[k]);
        }
        if k == 0 {
            // The centre of a star is deleted, alone or with a leaf. Only stars (0, n) are asked for.
            if m + n > 0 {
                see(0);
            }
        } else {
            // Left of the hole stays a broom with m leaves, right of it one with n.
            let (left, right) = (at(0, m), at(0, n));
            // A centre, or a centre and the vertex next to it, is deleted.
            see(right[k - 1]);
            see(left[k - 1]);
            see(if k > 1 { right[k - 2] } else { 0 });
            see(if k > 1 { left[k - 2] } else { 0 });
            // A vertex between them is deleted, or two.
            for (a, b) in left[..k - 1].iter().zip(right[..k - 1].iter().rev()) {
                see(a ^ b);
            }
            if k > 2 {
                for (a, b) in left[..k - 2].iter().zip(right[..k - 2].iter().rev()) {
                    see(a ^ b);
                }
            }
        }
        let least = (0..).find(|&v| seen.get(v) != Some(&round)).expect("some number is missing");
        self.seen = seen;
        u16::try_from(least).expect("nim-values of double stars are small")
    }
}

/// The nim-values of complete graphs on 0, 1, ..., `to` vertices: one vertex or two are deleted.
pub fn complete(to: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..=to {
        let options = if n < 2 { vec![] } else { vec![values[n - 1], values[n - 2]] };
        values.push(crate::value::mex(options));
    }
    values
}

/// The nim-values of the complete bipartite graphs with parts of at most m and n vertices.
pub fn complete_bipartite(m: usize, n: usize) -> Vec<Vec<u32>> {
    let mut values = vec![vec![0; n + 1]; m + 1];
    for a in 1..=m {
        for b in 1..=n {
            let options = vec![values[a - 1][b], values[a][b - 1], values[a - 1][b - 1]];
            values[a][b] = crate::value::mex(options);
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Graph, plain::Plain};

    #[test]
    fn the_recursion_agrees_with_the_definition() {
        let mut plain = Plain::new(Game::WygFree, false);
        let mut table = DoubleStars::default();
        for m in 0..=3 {
            for n in 0..=3 {
                for k in 1..=5 {
                    let position = Position::constant(Graph::double_star(m, n, k), 1);
                    let expected = plain.nim_value(&position);
                    assert_eq!(table.nim_value(Shape { m, n, k }), expected, "DS({m},{n},{k})");
                    let shape = Shape::of(&position).unwrap();
                    assert_eq!(table.nim_value(shape), expected, "{shape:?}");
                }
            }
        }
    }

    #[test]
    fn shapes_are_recognised() {
        let shape =
            |graph: Graph| Shape::of(&Position::constant(graph, 1)).map(|s| (s.m, s.n, s.k));
        assert_eq!(shape(Graph::path(7)), Some((0, 0, 6)));
        assert_eq!(shape(Graph::star(4)), Some((4, 0, 0)));
        assert_eq!(shape(Graph::double_star(3, 0, 5)), Some((3, 0, 5)));
        assert_eq!(shape(Graph::double_star(3, 2, 1)), Some((3, 2, 1)));
        assert_eq!(shape(Graph::cycle(5)), None);
        // A spider with legs of length 2 is no double star.
        let spider = Graph::from_edges(7, &[(0, 1), (0, 2), (0, 3), (1, 4), (2, 5), (3, 6)]);
        assert_eq!(shape(spider), None);
    }
}
