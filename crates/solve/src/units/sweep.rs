//! The sweep over all positions, tile by tile.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

use super::bits::{copy, join, peek, publish, span, spill, zeros};
use super::leaf::{LEAF, Leaf, first};
use super::{Ranks, UnitMoves, UnitTable, nondecreasing, spread};

/// A table in the making.
pub(super) struct Sweep {
    each: bool,
    /// The most tokens a move takes from chosen piles, or 1.
    reach: usize,
    /// `legal[m]`: whether a move may take from `m` piles.
    legal: Vec<bool>,
    /// The least `d_1` of the positions that are N for want of a move.
    stuck: usize,
    max: usize,
    /// `N`, or 1 if `N = 0`.
    coords: usize,
    /// The coordinates above `free` name a tile.
    free: usize,
    ranks: Ranks,
    /// The tables for blocks of at most 64 positions, by their number of coordinates.
    leaves: Vec<Leaf>,
    table: Vec<AtomicU64>,
}

/// Positions that are settled before it is asked whether to go on.
const TOLD: usize = 1 << 18;

/// Is told how many more positions are settled, and says whether to go on.
type Done<'d> = &'d dyn Fn(usize) -> bool;

/// What one thread works with.
struct Desk {
    /// The P-positions of the tile.
    won: Vec<u64>,
    /// The P-bits of the tile's options by taking from each pile.
    image: Vec<u64>,
    /// `reached[j][q]`, for the block of `j` coordinates at hand: the positions `x` in it from
    /// which some `p >= 1` tokens, taken from piles above size `j`, lead to a P-position, where
    /// `p + q` tokens make a legal move. A position is N if `q` tokens from its piles of size up to
    /// `j` lead to such an `x`.
    reached: Vec<Vec<Vec<u64>>>,
}

/// The positions of a tile that agree in the coordinates above `j`.
#[derive(Clone, Copy)]
struct Block {
    j: usize,
    /// The coordinate `d_{j+1}`.
    bound: usize,
    /// Where the block begins in its tile.
    start: usize,
    /// Where the options by taking from each pile begin in the image of the tile.
    image: usize,
}

impl Sweep {
    /// Makes ready to sweep, the coordinates above `free` naming the tiles.
    pub(super) fn new(moves: &UnitMoves, piles: usize, max: usize, free: usize) -> Self {
        let coords = max.max(1);
        let ranks = Ranks::new(coords, piles);
        let mut moves = moves.clone();
        moves.sizes.retain(|&m| m <= ranks.bound);
        let reach = moves.reach();
        let total = ranks.below(coords, ranks.bound + 1);
        Self {
            each: moves.each,
            reach,
            legal: (0..=reach).map(|m| moves.sizes.contains(&m)).collect(),
            stuck: moves.stuck_from(ranks.bound),
            max,
            coords,
            free,
            leaves: (0..=coords).map(|j| Leaf::new(&moves, &ranks, j)).collect(),
            ranks,
            table: (0..=span(total)).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Computes the table, unless `progress` says to stop.
    ///
    /// Every move leads to a tile whose coordinates have a larger sum, or stays in its tile: taking
    /// from each pile turns `(a, b, …, z)` into `(b, …, z, K)`, the same sum only if all are `K`.
    /// So the tiles of equal sum are independent. The larger ones, those of larger first
    /// coordinate, are begun first.
    pub(super) fn run(self, progress: &(dyn Fn(u64) -> bool + Sync)) -> Option<UnitTable> {
        let mut desks = Vec::new();
        desks.resize_with(rayon::current_num_threads(), || self.desk());
        let tops = self.coords - self.free;
        let mut levels = vec![Vec::new(); tops * self.ranks.bound + 1];
        nondecreasing(tops, self.ranks.bound, &mut |tile| {
            levels[tile.iter().sum::<usize>()].push(tile.to_vec());
        });
        let done = AtomicU64::new(0);
        for level in levels.iter().rev() {
            let next = AtomicUsize::new(0);
            desks.par_iter_mut().with_max_len(1).try_for_each(|desk| {
                while let Some(tile) = level.iter().rev().nth(next.fetch_add(1, Relaxed)) {
                    self.settle(tile, desk, &|len| {
                        progress(done.fetch_add(len as u64, Relaxed) + len as u64)
                    })?;
                }
                Some(())
            })?;
        }
        Some(UnitTable {
            max: self.max,
            full: self.leaves.iter().map(|leaf| (leaf.bound, leaf.full)).collect(),
            ranks: self.ranks,
            table: self.table,
        })
    }

    fn desk(&self) -> Desk {
        let block = |j: usize| zeros(self.ranks.below(j, self.ranks.bound + 1));
        Desk {
            won: block(self.free),
            image: block(self.free - 1),
            reached: (0..=self.free).map(|j| vec![block(j); self.reach]).collect(),
        }
    }

    /// Settles a tile, unless `done` says to stop: it is told of every part that is settled how many positions it has.
    fn settle(&self, tile: &[usize], desk: &mut Desk, done: Done) -> Option<()> {
        let Desk { won, image, reached } = desk;
        let (ranks, free) = (&self.ranks, self.free);
        let bound = tile.first().copied().unwrap_or(ranks.bound);
        let len = ranks.below(free, bound + 1);
        let start: usize = (free + 1..).zip(tile).map(|(j, &d)| ranks.below(j, d)).sum();
        won[..=span(len)].fill(0);
        for reached in &mut reached[free] {
            reached[..span(len)].fill(0);
        }
        let room = |i: usize| tile.get(i + 1).unwrap_or(&ranks.bound) - tile[i];
        for p in 1..=self.reach {
            spread(tile.len(), p, &room, &mut |s| {
                let moved = tile.iter().zip(s).map(|(d, s)| d + s);
                let from = (free + 1..).zip(moved).map(|(j, d)| ranks.below(j, d)).sum();
                for (reached, legal) in reached[free].iter_mut().zip(&self.legal[p..]) {
                    if *legal {
                        join(&mut reached[..span(len)], &self.table, from);
                    }
                }
            });
        }
        // Taking from each pile moves every coordinate down by one and `K` in at the top.
        let shifted = (free..).zip(tile).map(|(j, &d)| ranks.below(j, d)).sum::<usize>()
            + ranks.below(self.coords, ranks.bound);
        let own = tile.iter().all(|&d| d == ranks.bound);
        if self.each && !own {
            let words = span(ranks.below(free - 1, bound + 1));
            copy(&mut image[..words], &self.table, shifted);
        }
        let (at, image) = if own { (shifted - start, None) } else { (0, Some(&image[..])) };
        let block = Block { j: free, bound, start: 0, image: at };
        self.descend(block, reached, won, image, Some(done))?;
        publish(&self.table, start, won, len);
        Some(())
    }

    /// Settles a block, the last of `reached` being its own: one value of `d_j` after the other, as
    /// blocks of `j - 1` coordinates, until the rest is a leaf. Without an `image` the tile is its
    /// own image. One tile may be as large as all others together, so `done` is told of each large block in it.
    fn descend(
        &self,
        block: Block,
        reached: &mut [Vec<Vec<u64>>],
        won: &mut [u64],
        image: Option<&[u64]>,
        done: Option<Done>,
    ) -> Option<()> {
        let (here, lower) = reached.split_last_mut().expect("the block's own");
        let Block { j, bound, start, .. } = block;
        let below = |d: usize| self.ranks.below(j, d);
        let inside = |d: usize| self.ranks.below(j - 1, d + 1);
        let rest = self.leaves[j].bound.min(bound);
        let mut untold = below(bound + 1);
        let inner = done.filter(|_| untold > TOLD);
        for d in (rest + 1..=bound).rev() {
            let part = Block {
                j: j - 1,
                bound: d,
                start: start + below(d),
                // The image forgets d_1.
                image: block.image + if j > 1 { self.ranks.below(j - 1, d) } else { 0 },
            };
            if inside(d) <= LEAF {
                let reached = |q: usize| {
                    let mut word = peek(&here[q], below(d));
                    for s in 1..=(bound - d).min(self.reach - q) {
                        word |= self.beyond(here, won, start, q + s, below(d + s));
                    }
                    word
                };
                let word = self.leaf(part, reached, won, image);
                spill(won, part.start, word);
                continue;
            }
            for (q, into) in lower[j - 1].iter_mut().enumerate() {
                let into = &mut into[..span(inside(d))];
                copy(into, &here[q], below(d));
                for s in 1..=(bound - d).min(self.reach - q) {
                    if let Some(reached) = here.get(q + s) {
                        join(into, reached, below(d + s));
                    }
                    if self.legal[q + s] {
                        join(into, won, start + below(d + s));
                    }
                }
            }
            self.descend(part, lower, won, image, inner)?;
            if inner.is_some() {
                untold -= inside(d);
            }
        }
        let reached = |q: usize| {
            let mut word = peek(&here[q], 0);
            for d in rest + 1..=bound.min(rest + self.reach - q) {
                for s in d - rest..=d.min(self.reach - q) {
                    let bits = self.beyond(here, won, start, q + s, below(d));
                    word |= first(bits, inside(d - s)) << below(d - s);
                }
            }
            word
        };
        let word = self.leaf(Block { bound: rest, ..block }, reached, won, image);
        spill(won, start, word);
        match done {
            Some(done) => done(untold).then_some(()),
            None => Some(()),
        }
    }

    /// The 64 positions from bit `at` of a block that a move of `taken` tokens from piles up to size
    /// `j` must not reach, whether it ends there or takes more tokens above.
    #[inline]
    fn beyond(&self, here: &[Vec<u64>], won: &[u64], start: usize, taken: usize, at: usize) -> u64 {
        let ends = if self.legal[taken] { peek(won, start + at) } else { 0 };
        here.get(taken).map_or(ends, |reached| ends | peek(reached, at))
    }

    /// The P-positions of a block of at most 64 positions.
    #[inline]
    fn leaf(
        &self,
        block: Block,
        reached: impl Fn(usize) -> u64,
        won: &[u64],
        image: Option<&[u64]>,
    ) -> u64 {
        let Block { j, bound, .. } = block;
        if j == 0 && bound >= self.stuck {
            return 0;
        }
        let len = self.ranks.below(j, bound + 1);
        let whole = self.ranks.below(self.free, self.ranks.bound + 1);
        let own = image.is_none() && block.start + len == whole;
        let mut options =
            if self.each && !own { peek(image.unwrap_or(won), block.image) } else { 0 };
        loop {
            let word = self.leaves[j].settle(len, &reached, options);
            // The block of the empty position is its own image. Each round settles some more of it.
            let again = if own && self.each { word >> self.ranks.below(j, bound) } else { options };
            if again == options {
                return word;
            }
            options = again;
        }
    }
}
