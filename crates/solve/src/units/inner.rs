//! The lowest coordinates of a position, settled together as one block of bits.

use std::ops::Range;

use super::bits::{bit, clear, run, span, zeros};
use super::{Ranks, UnitMoves, spread};

/// Lists of numbers, one list after the other.
struct Rows {
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Rows {
    fn new() -> Self {
        Self { start: vec![0], items: Vec::new() }
    }

    /// Ends the list that `items` is being filled with.
    fn end(&mut self) {
        self.start.push(self.items.len() as u32);
    }

    #[inline]
    fn row(&self, at: usize) -> &[u32] {
        &self.items[self.start[at] as usize..self.start[at + 1] as usize]
    }
}

/// One block: the positions that agree in the outer coordinates.
pub(super) struct Block {
    /// How many positions, and how many runs of `d_1` they make.
    pub(super) len: usize,
    pub(super) runs: usize,
    /// Where the options by taking from each pile begin, one for each run.
    pub(super) image: usize,
    /// Whether the block ends with the empty position; it is its own image then.
    pub(super) last: bool,
}

/// What can be said of a block `(d_1, …, d_I)` before its outer coordinates are known. Its bits
/// are numbered by rank, so that the block for a smaller bound `d_{I+1}` is a prefix of the block
/// for a larger one, and one set of tables, made for the largest bound, serves them all.
pub(super) struct Inner {
    /// The positions that may be P: all of them, but for misère play those with a move.
    live: Vec<u64>,
    /// For each `y` the positions with a legal move to `y` inside the block: those in the same
    /// word of 64 as a mask, those in lower words as a list.
    near: Vec<u64>,
    far: Rows,
    /// `options[q - 1]`: for each `y` where `q` tokens from the inner piles can lead.
    options: Vec<Rows>,
    /// `runs[z]` is where the run of `d_1` for the `z`-th `(d_2, …, d_I)` begins; taking from each
    /// pile forgets `d_1`, and is thus the same option all over a run.
    runs: Vec<u32>,
    each: bool,
    /// The positions of the largest block with `d_I < K`.
    inside: usize,
}

impl Inner {
    /// The tables for `coords` inner coordinates; `moves` has no size above the bound of `ranks`.
    pub(super) fn new(moves: &UnitMoves, ranks: &Ranks, coords: usize) -> Self {
        let bound = ranks.bound;
        let len = ranks.below(coords, bound + 1);
        let reach = moves.reach();
        let stuck = moves.stuck_from(bound);
        let mut inner = Self {
            live: zeros(len),
            near: vec![0; len],
            far: Rows::new(),
            options: (1..reach).map(|_| Rows::new()).collect(),
            runs: Vec::new(),
            each: moves.each,
            inside: ranks.below(coords, bound),
        };
        let mut tuple = vec![0; coords];
        for y in 0..len {
            let first = tuple[0];
            if first == 0 {
                inner.runs.push(y as u32);
            }
            if first < stuck {
                inner.live[y / 64] |= 1 << (y % 64);
            }
            // A parent has d_i - s_i; its own room d_{i+1} - d_i for s_i amounts to this.
            let room = |i: usize| tuple[i] - if i == 0 { 0 } else { tuple[i - 1] };
            for &tokens in &moves.sizes {
                spread(coords, tokens, &room, &mut |s| {
                    let x = (0..coords).map(|i| ranks.below(i + 1, tuple[i] - s[i])).sum::<usize>();
                    if x / 64 == y / 64 {
                        inner.near[y] |= 1 << (x % 64);
                    } else {
                        inner.far.items.push(x as u32);
                    }
                });
            }
            inner.far.end();
            // The bound of the block at hand, at most K, is looked at when an option is.
            let room = |i: usize| tuple.get(i + 1).unwrap_or(&bound) - tuple[i];
            for (q, rows) in inner.options.iter_mut().enumerate() {
                spread(coords, q + 1, &room, &mut |s| {
                    let x = (0..coords).map(|i| ranks.below(i + 1, tuple[i] + s[i])).sum::<usize>();
                    rows.items.push(x as u32);
                });
                rows.end();
            }
            let rise = (1..coords).find(|&i| tuple[i - 1] < tuple[i]);
            let rise = rise.unwrap_or(coords) - 1;
            tuple[rise] += 1;
            tuple[..rise].fill(0);
        }
        inner.runs.push(len as u32);
        inner
    }

    /// Settles a block. On entry `reached[q]` holds the positions `x` of the block that make `y`
    /// an N-position when `q` inner tokens lead from `y` to `x`, and `image` the P-bits for taking
    /// from each pile. On return `reached[0]` holds the P-positions.
    pub(super) fn settle(&self, block: &Block, reached: &mut [Vec<u64>], image: &[u64]) {
        let (open, reached) = reached.split_first_mut().expect("reached[0]");
        let words = span(block.len);
        for (open, live) in open[..words].iter_mut().zip(&self.live) {
            *open = live & !*open;
        }
        clear(open, block.len, words * 64);
        if self.each {
            self.close_runs(block, open, image);
        }
        for word in (0..words).rev() {
            let mut rest = open[word];
            let mut won = 0;
            while rest != 0 {
                let top = rest.ilog2();
                let y = word * 64 + top as usize;
                rest ^= 1 << top;
                if self.meets(y, block.len, reached) {
                    continue;
                }
                won |= 1 << top;
                rest &= !self.near[y];
                for &x in self.far.row(y) {
                    open[x as usize / 64] &= !(1 << (x % 64));
                }
                if block.last && self.each && y >= self.inside {
                    open[word] = rest;
                    let run = self.run(y - self.inside);
                    clear(open, run.start, run.end.min(y));
                    rest = open[word];
                }
            }
            open[word] = won;
        }
    }

    /// Where the positions with the `z`-th `(d_2, …, d_I)` are.
    #[inline]
    fn run(&self, z: usize) -> Range<usize> {
        self.runs[z] as usize..self.runs[z + 1] as usize
    }

    /// Clears the runs whose image is a P-position.
    fn close_runs(&self, block: &Block, open: &mut [u64], image: &[u64]) {
        let words = run(image, block.image);
        for (at, mut word) in (0..block.runs).step_by(64).zip(words) {
            while word != 0 {
                let z = at + word.trailing_zeros() as usize;
                if z >= block.runs {
                    return;
                }
                let run = self.run(z);
                clear(open, run.start, run.end.min(block.len));
                word &= word - 1;
            }
        }
    }

    /// Whether some inner tokens lead from `y` to a position that is reached with as many.
    #[inline]
    fn meets(&self, y: usize, len: usize, reached: &[Vec<u64>]) -> bool {
        self.options.iter().zip(reached).any(|(rows, reached)| {
            rows.row(y).iter().any(|&x| (x as usize) < len && bit(reached, x as usize))
        })
    }
}
