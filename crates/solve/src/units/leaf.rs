//! Blocks of at most 64 positions, each settled as one word.
//!
//! Three maps do the work, each of them tabulated byte by byte for the 256 values of a byte. Two are
//! linear, a union over the bits of a word: the parents of the positions reached from outside, and
//! the runs that taking from each pile leads to. The third is the sweep itself: the highest eight
//! open positions settle one another and close some lower ones, then the next eight do. A block
//! thus costs a few dozen table reads and no branch that depends on what is P.

use super::{Ranks, UnitMoves, nondecreasing, spread};

/// The most positions of a leaf.
pub(super) const LEAF: usize = u64::BITS as usize;

/// What a byte of a word does, for each byte and each of its values.
type ByBytes = Vec<[u64; 256]>;

/// What can be said of a block `(d_1, …, d_j)` of at most 64 positions before the coordinates above
/// `j` are known. Its bits are numbered by rank, so that the block for a smaller bound `d_{j+1}` is
/// a prefix of the block for a larger one, and one set of tables serves them all.
pub(super) struct Leaf {
    /// The largest bound, at most `K`, for which the block is a leaf.
    pub(super) bound: usize,
    /// The positions of `K` piles, which have `d_1 = 0`.
    pub(super) full: u64,
    /// The positions that may be P: all of them, but for misère play those with a move.
    live: u64,
    /// What settled bytes leave open: themselves as settled, and no parent of a P-position.
    sweep: ByBytes,
    /// `parents[q - 1]`: the positions from which `q` tokens lead to the given ones.
    parents: Vec<ByBytes>,
    /// The positions with the given `(d_2, …, d_j)`. Taking from each pile forgets `d_1`, and is
    /// thus the same option for all of them. Empty if there is no such move.
    runs: ByBytes,
}

impl Leaf {
    /// The tables for `j` coordinates; `moves` has no size above the bound of `ranks`.
    pub(super) fn new(moves: &UnitMoves, ranks: &Ranks, j: usize) -> Self {
        let fits = |bound: &usize| ranks.below(j, bound + 1) <= LEAF;
        let bound = (0..=ranks.bound).rev().find(fits).expect("one position");
        let len = ranks.below(j, bound + 1);
        let stuck = moves.stuck_from(ranks.bound);
        let (mut live, mut full) = (0, 0);
        let mut parents = vec![vec![0; len]; moves.reach()];
        let mut runs = vec![0; ranks.below(j.max(1) - 1, bound + 1)];
        nondecreasing(j, bound, &mut |tuple| {
            let lower = |s: &[usize]| -> usize {
                (0..j).map(|i| ranks.below(i + 1, tuple[i] - s[i])).sum()
            };
            let y = lower(&vec![0; j]);
            let z: usize = (1..j).map(|i| ranks.below(i, tuple[i])).sum();
            // Without coordinates, d_1 is not to be seen here.
            let least = tuple.first().copied();
            full |= u64::from(least == Some(0)) << y;
            live |= u64::from(least.is_none_or(|d| d < stuck)) << y;
            // The empty position has no pile to take from.
            runs[z] |= u64::from(least != Some(ranks.bound)) << y;
            // A parent has d_i - s_i, and s_i <= d_{i+1} - d_i holds for it if this does here:
            let room = |i: usize| tuple[i] - if i == 0 { 0 } else { tuple[i - 1] };
            for (tokens, parents) in (1..).zip(&mut parents) {
                spread(j, tokens, &room, &mut |s| parents[y] |= 1 << lower(s));
            }
        });
        let mut all = vec![0; len];
        for &tokens in &moves.sizes {
            for (all, parents) in all.iter_mut().zip(&parents[tokens - 1]) {
                *all |= parents;
            }
        }
        parents.pop();
        Self {
            bound,
            full,
            live,
            sweep: by_bytes(len, |at, byte| settled(&all, at, byte)),
            parents: parents
                .iter()
                .map(|parents| by_bytes(len, |at, byte| union(parents, at, byte)))
                .collect(),
            runs: by_bytes(if moves.each { runs.len() } else { 0 }, |at, byte| {
                union(&runs, at, byte)
            }),
        }
    }

    /// The P-positions of a block of `len` positions. `reached(q)` are the positions `x` of the
    /// block that make `y` an N-position when `q` tokens lead from `y` to `x`; `image` are the
    /// P-bits of taking from each pile, one for each run.
    #[inline]
    pub(super) fn settle(&self, len: usize, reached: impl Fn(usize) -> u64, image: u64) -> u64 {
        let mut open = first(self.live & !reached(0) & !map(&self.runs, image), len);
        for (q, parents) in (1..).zip(&self.parents) {
            open &= !map(parents, first(reached(q), len));
        }
        for at in (0..len.div_ceil(8)).rev() {
            open &= self.sweep[at][(open >> (8 * at)) as u8 as usize];
        }
        open
    }
}

/// The lowest `len` bits of `word`; there is at least one.
#[inline]
pub(super) fn first(word: u64, len: usize) -> u64 {
    word & u64::MAX >> (LEAF - len)
}

/// The union over the bits of `word` that `table` stands for.
#[inline]
fn map(table: &ByBytes, word: u64) -> u64 {
    let mut all = 0;
    for (table, byte) in table.iter().zip(word.to_le_bytes()) {
        all |= table[byte as usize];
    }
    all
}

/// The table of `f(at, byte)` for the bytes of a word of `len` bits.
fn by_bytes(len: usize, f: impl Fn(usize, usize) -> u64) -> ByBytes {
    let table = |at| std::array::from_fn(|byte| f(at, byte));
    (0..len.div_ceil(8)).map(table).collect()
}

/// The bits of `byte`, the `at`-th of a word, as bits of the word, highest first.
fn ones(at: usize, byte: usize) -> impl Iterator<Item = usize> {
    (0..8).rev().filter(move |i| byte >> i & 1 != 0).map(move |i| 8 * at + i)
}

/// The union of `masks` over the bits of the `at`-th byte.
fn union(masks: &[u64], at: usize, byte: usize) -> u64 {
    ones(at, byte).filter_map(|y| masks.get(y)).fold(0, |all, mask| all | mask)
}

/// What is left of a word whose `at`-th byte is open as given, when that byte is settled.
fn settled(parents: &[u64], at: usize, byte: usize) -> u64 {
    let mut left = !(0xff << (8 * at)) | (byte as u64) << (8 * at);
    for y in ones(at, byte) {
        if left >> y & 1 != 0 {
            left &= !parents.get(y).unwrap_or(&0);
        }
    }
    left
}
