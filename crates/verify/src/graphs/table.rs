//! Nim-values of families with one chip on each vertex, in Wyg and Wygthoff, and what they are for all sizes.
//!
//! With one chip each a move deletes a vertex that has an edge, or both ends of an edge; a part of the graph that no edge
//! joins to the rest is a summand. So the nim-value f of a member is the least number that is none of
//!
//! - K(n), n >= 2: f(n - 1), f(n - 2);
//! - K(m,n), with l >= 1 the smaller of m and n, and d what the other has more: for d >= 1 f(l - 1, d + 1), f(l, d - 1) and
//!   f(l - 1, d); for d = 0 f(l - 1, 1) and f(l - 1, 0);
//! - S(n), n >= 1: f(n - 1) and 0;
//! - DS(m,n,k), k >= 1: f(m - 1, n) if m >= 1, f(m, n - 1) if n >= 1, and, whatever m and n are, with b(i, n) the value of
//!   the broom DS(0,n,i) and 0 for a broom of i = -1: b(i, m) xor b(k - 2 - i, n) for i from -1 to k - 1 (one vertex of the path
//!   is deleted, the first one perhaps with a leaf), and b(i, m) xor b(k - 3 - i, n) for i from -1 to k - 2 (two
//!   neighbours on the path are). Brooms are the case m = 0; b(0, n) is the star S(n).
//!
//! *Theorem.* Let T be at least 2 for K(n) and at least 1 for the others, p >= 1, and call numbers alike if they are equal,
//! or both at least T and congruent modulo p; points are alike if their entries are. Suppose f(x) = f(y) for all alike
//! points x and y with entries below T + p + 2, and for DS(m,n,k) the same of all brooms b(i, n) with i < k. Then f(x) =
//! f(y) for all alike x and y.
//!
//! *Proof.* Options differ from a point by at most 2 downwards (K(n)), or by at most 1 in each entry, up or down. Let g(x) be f at
//! the point with entries below T + p that is alike to x. Given x, lower each entry beyond T + p + 1 (for K(n)), or beyond
//! T + p, by multiples of p until it is not; call this y. A lowered entry is at least T + 2, or T + 1. The lists of options of
//! x and of y are of the same form, since entries that were lowered are at least T before and after, and the others are the
//! same; corresponding options are alike, since lowered entries stay at least T one move on; and the brooms in the lists have
//! the same values, by the theorem for shorter brooms. All entries of y and of its options are below T + p + 2, so there f
//! is g. So g(x) = g(y) = f(y) is the least number that is none of f at the options of y, that is of g at the options of
//! x. This recursion has one solution only, since options have fewer vertices; so g = f. ∎

use sprague_task::{Stop, Task};

/// Larger thresholds and periods are not believed: tables would be large.
pub(super) const LARGEST: usize = 64;
/// Longer paths between stars are not believed.
const LONGEST: usize = 20_000;

/// Where values repeat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Repeat {
    pub(super) threshold: usize,
    pub(super) period: usize,
}

impl Repeat {
    /// Numbers below this are looked at.
    fn side(self) -> usize {
        self.threshold + self.period + 2
    }

    /// The number below threshold + period that is alike to this one.
    pub(super) fn lowered(self, n: usize) -> usize {
        match n < self.threshold {
            true => n,
            false => self.threshold + (n - self.threshold) % self.period,
        }
    }

    /// Are the values of one number the same at alike ones, as far as they go?
    fn row(self, values: &[u32]) -> bool {
        (0..self.side()).all(|n| values[n] == values[self.lowered(n)])
    }

    /// The same for two numbers.
    fn square(self, values: &[Vec<u32>]) -> bool {
        let alike = |m: usize, n: usize| values[m][n] == values[self.lowered(m)][self.lowered(n)];
        (0..self.side()).all(|m| (0..self.side()).all(|n| alike(m, n)))
    }
}

/// The least number that is not among these.
fn mex(values: &[u32]) -> u32 {
    (0..).find(|n| !values.contains(n)).unwrap_or(0)
}

/// K(0), K(1), ..., if they repeat so.
pub(super) fn complete(repeat: Repeat) -> Option<Vec<u32>> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..repeat.side() {
        let options = if n < 2 { vec![] } else { vec![values[n - 1], values[n - 2]] };
        values.push(mex(&options));
    }
    (repeat.threshold >= 2 && repeat.row(&values)).then_some(values)
}

/// S(0), S(1), ..., if they repeat so.
pub(super) fn stars(repeat: Repeat) -> Option<Vec<u32>> {
    let mut values = vec![0];
    for n in 1..repeat.side() {
        values.push(mex(&[values[n - 1], 0]));
    }
    (repeat.threshold >= 1 && repeat.row(&values)).then_some(values)
}

/// K(l, l + d), by l and d, if they repeat so.
pub(super) fn complete_bipartite(repeat: Repeat) -> Option<Vec<Vec<u32>>> {
    let side = repeat.side();
    // The smaller part is at most `side`, and the larger one so much larger that all options are there.
    let mut values = vec![vec![0; 2 * side + 1]; side];
    for l in 1..side {
        // A row goes as far as the row before it, less one.
        for d in 0..=2 * side - l {
            let options = match d {
                0 => vec![values[l - 1][1], values[l - 1][0]],
                _ => vec![values[l - 1][d + 1], values[l][d - 1], values[l - 1][d]],
            };
            values[l][d] = mex(&options);
        }
    }
    (repeat.threshold >= 1 && repeat.square(&values)).then_some(values)
}

/// Stars with leaves, joined by paths.
pub(super) struct DoubleStars<'t> {
    repeat: Repeat,
    /// For each number of leaves, the values of what is left on one side of a hole, by how many vertices of the path it
    /// has: nothing, then brooms.
    brooms: Vec<Vec<u32>>,
    /// Are all brooms so far known to repeat?
    sound: bool,
    task: &'t Task,
}

impl<'t> DoubleStars<'t> {
    pub(super) fn new(repeat: Repeat, task: &'t Task) -> DoubleStars<'t> {
        let brooms = vec![vec![0]; repeat.side()];
        DoubleStars { repeat, brooms, sound: repeat.threshold >= 1, task }
    }

    /// The values of DS(m,n,k), by m and n, if they repeat so.
    pub(super) fn values(&mut self, k: usize) -> Result<Option<Vec<Vec<u32>>>, Stop> {
        if k == 0 || k > LONGEST {
            return Ok(None);
        }
        while self.sound && self.brooms[0].len() <= k {
            let row = self.rows(self.brooms[0].len() - 1, 1)?.remove(0);
            self.sound = self.repeat.row(&row);
            self.brooms.iter_mut().zip(row).for_each(|(brooms, value)| brooms.push(value));
        }
        if !self.sound {
            return Ok(None);
        }
        let values = self.rows(k, self.repeat.side())?;
        Ok(Some(values).filter(|values| self.repeat.square(values)))
    }

    /// The values of DS(m,n,k) for m below a bound; all shorter brooms are there.
    fn rows(&self, k: usize, most: usize) -> Result<Vec<Vec<u32>>, Stop> {
        let side = self.repeat.side();
        let mut rows: Vec<Vec<u32>> = Vec::new();
        for m in 0..most {
            let mut row: Vec<u32> = Vec::new();
            for n in 0..side {
                self.task.spend(2 * k as u64 + 4)?;
                let mut seen = vec![false; 64];
                if m >= 1 {
                    see(rows[m - 1][n], &mut seen);
                }
                if n >= 1 {
                    see(row[n - 1], &mut seen);
                }
                if k == 0 && n >= 1 {
                    see(0, &mut seen);
                }
                // One vertex of the path is deleted, or two: so many are left.
                for left in [k, k.saturating_sub(1)].into_iter().filter(|_| k > 0) {
                    let (first, last) = (&self.brooms[m][..=left], &self.brooms[n][..=left]);
                    for (one, other) in first.iter().zip(last.iter().rev()) {
                        see(one ^ other, &mut seen);
                    }
                }
                row.push(seen.iter().take_while(|&&seen| seen).count() as u32);
            }
            rows.push(row);
        }
        Ok(rows)
    }
}

fn see(value: u32, seen: &mut Vec<bool>) {
    let value = value as usize;
    if value >= seen.len() {
        seen.resize(value + 1, false);
    }
    seen[value] = true;
}
