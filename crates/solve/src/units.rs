//! DOC

mod bits;
mod inner;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

use bits::{bit, copy, join, publish, span, spill, zeros};
use inner::{Block, Inner};

/// The rules of a unit-move game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitMoves {
    sizes: Vec<usize>,
    each: bool,
    misere: bool,
}

impl UnitMoves {
    /// A move takes one token from each of `m` piles, for some `m >= 1` in `sizes`; or, if `each`,
    /// one from each pile there is. A player without a move loses, or wins if `misere`.
    pub fn new(sizes: &[usize], each: bool, misere: bool) -> Self {
        let mut sizes: Vec<usize> = sizes.iter().copied().filter(|&m| m > 0).collect();
        sizes.sort_unstable();
        sizes.dedup();
        Self { sizes, each, misere }
    }

    /// The numbers of piles a move may take from, ascending.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// Whether a move may take from all piles.
    pub fn each(&self) -> bool {
        self.each
    }

    /// Whether the player without a move wins.
    pub fn misere(&self) -> bool {
        self.misere
    }

    /// The fewest piles with which there is a move.
    pub fn fewest(&self) -> Option<usize> {
        if self.each { Some(1) } else { self.sizes.first().copied() }
    }

    /// The most tokens a move takes from chosen piles, or 1 if there is no such move.
    fn reach(&self) -> usize {
        self.sizes.last().copied().unwrap_or(1)
    }

    /// The least `d_1 = K - piles` for which a position is N for want of a move.
    fn stuck_from(&self, piles: usize) -> usize {
        match self.fewest() {
            _ if !self.misere => piles + 1,
            Some(fewest) => (piles + 1).saturating_sub(fewest),
            None => 0,
        }
    }
}

/// Ranks of nondecreasing tuples `d_1 <= … <= d_j` of numbers up to a bound, `d_1` fastest.
struct Ranks {
    bound: usize,
    below: Vec<usize>,
}

impl Ranks {
    fn new(coords: usize, bound: usize) -> Self {
        let width = bound + 2;
        let mut below = vec![1; (coords + 1) * width];
        for j in 1..=coords {
            below[j * width] = 0;
            for d in 1..width {
                below[j * width + d] = below[j * width + d - 1] + below[(j - 1) * width + d];
            }
        }
        Self { bound, below }
    }

    /// `C(d + j - 1, j)`: how many `j`-tuples stay below `d`. The rank of a tuple is the sum of
    /// `below(j, d_j)`.
    #[inline]
    fn below(&self, j: usize, d: usize) -> usize {
        self.below[j * (self.bound + 2) + d]
    }
}

/// Calls `f` with every way to spread `tokens` over `coords` places with the given room.
fn spread(
    coords: usize,
    tokens: usize,
    room: &dyn Fn(usize) -> usize,
    f: &mut dyn FnMut(&[usize]),
) {
    fn place(
        spent: &mut Vec<usize>,
        coords: usize,
        left: usize,
        room: &dyn Fn(usize) -> usize,
        f: &mut dyn FnMut(&[usize]),
    ) {
        let i = spent.len();
        if i == coords {
            if left == 0 {
                f(spent);
            }
            return;
        }
        for s in 0..=left.min(room(i)) {
            spent.push(s);
            place(spent, coords, left - s, room, f);
            spent.pop();
        }
    }
    place(&mut Vec::with_capacity(coords), coords, tokens, room, f);
}

/// The P-positions among the positions of at most `K` piles of at most `N` tokens.
pub struct UnitTable {
    max: usize,
    coords: usize,
    ranks: Ranks,
    table: Vec<AtomicU64>,
}

impl UnitTable {
    /// How many positions have at most `piles` piles of at most `max` tokens: `C(max + piles,
    /// piles)`, or `None` if that is above `u64::MAX`.
    pub fn positions(piles: usize, max: usize) -> Option<u64> {
        let few = piles.min(max) as u128;
        let all = piles.checked_add(max)? as u128;
        let mut count = 1u128;
        for i in 1..=few {
            count = count * (all - few + i) / i;
            if count > u64::MAX.into() {
                return None;
            }
        }
        Some(count as u64)
    }

    /// Computes the table on the threads of the current rayon pool. `progress` is told how many
    /// positions are done, by any thread and not always in order; once it says `false` the
    /// computation stops, with `None`.
    ///
    /// # Panics
    ///
    /// If the region has more positions than memory could number.
    pub fn compute(
        moves: &UnitMoves,
        piles: usize,
        max: usize,
        progress: &(dyn Fn(u64) -> bool + Sync),
    ) -> Option<Self> {
        let coords = max.max(1);
        let free = 1.max(coords.saturating_sub(3));
        let inner: usize = std::env::var("INNER").map_or(3, |s| s.parse().unwrap()).min(free);
        Self::sweep(moves, piles, max, (inner, free), progress)
    }

    fn sweep(
        moves: &UnitMoves,
        piles: usize,
        max: usize,
        (inner, free): (usize, usize),
        progress: &(dyn Fn(u64) -> bool + Sync),
    ) -> Option<Self> {
        let coords = max.max(1);
        let total = Self::positions(piles, coords).and_then(|n| usize::try_from(n).ok());
        let total = total.expect("a region that can be numbered");
        let mut moves = moves.clone();
        moves.sizes.retain(|&m| m <= piles);
        let ranks = Ranks::new(coords, piles);
        let sweep = Sweep {
            inner: Inner::new(&moves, &ranks, inner),
            reach: moves.reach(),
            moves,
            coords,
            ranks,
            split: inner,
            free,
            table: (0..=span(total)).map(|_| AtomicU64::new(0)).collect(),
        };
        sweep.run(progress)?;
        Some(Self { max, coords, ranks: sweep.ranks, table: sweep.table })
    }

    /// Whether a position is a P-position; its piles may come in any order.
    ///
    /// # Panics
    ///
    /// If the position is not in the region.
    pub fn is_p(&self, piles: &[u32]) -> bool {
        assert!(piles.iter().all(|&x| x as usize <= self.max));
        let mut sizes: Vec<usize> = piles.iter().map(|&x| x as usize).collect();
        sizes.sort_unstable();
        let rank = (1..=self.coords).map(|j| {
            let taller = sizes.len() - sizes.partition_point(|&x| x < j);
            self.ranks.below(j, self.ranks.bound - taller)
        });
        bit(&self.table, rank.sum())
    }

    /// How many P-positions have exactly `K` piles.
    pub fn count_p_exact(&self) -> u64 {
        if self.max == 0 && self.ranks.bound > 0 {
            return 0;
        }
        let top = self.ranks.bound * usize::from(self.coords > 1);
        (0..=top)
            .into_par_iter()
            .map(|d| self.count(self.coords - 1, d, self.ranks.below(self.coords, d)))
            .sum()
    }

    /// How many P-positions with `d_1 = 0` have `d_j <= bound`, their coordinates above `j` adding
    /// up to `rank`.
    fn count(&self, j: usize, bound: usize, rank: usize) -> u64 {
        if j < 2 {
            return bit(&self.table, rank).into();
        }
        (0..=bound).map(|d| self.count(j - 1, d, rank + self.ranks.below(j, d))).sum()
    }

    /// Calls `f` with each P-position of exactly `K` piles, its piles ascending, the positions in
    /// lexicographic order.
    pub fn for_each_p_exact(&self, f: &mut dyn FnMut(&[u32])) {
        if self.max > 0 || self.ranks.bound == 0 {
            self.visit(1, 0, 0, &mut vec![1; self.ranks.bound], f);
        }
    }

    /// The positions of `K` piles whose piles of size up to `j` are the first `d` of `piles`; the
    /// coordinates up to `j` add up to `rank`, all later piles are of size `j + 1` so far.
    fn visit(&self, j: usize, d: usize, rank: usize, piles: &mut [u32], f: &mut dyn FnMut(&[u32])) {
        if j == self.coords {
            if bit(&self.table, rank) {
                f(piles);
            }
            return;
        }
        for next in (d..=self.ranks.bound).rev() {
            piles[next..].fill(j as u32 + 1);
            self.visit(j + 1, next, rank + self.ranks.below(j + 1, next), piles, f);
        }
        piles[d..].fill(j as u32);
    }

    /// The bytes the table keeps.
    pub fn resident_bytes(&self) -> u64 {
        (size_of_val(&self.table[..]) + size_of_val(&self.ranks.below[..])) as u64
    }
}

/// A table in the making.
struct Sweep {
    moves: UnitMoves,
    /// The most tokens a move takes from chosen piles, or 1.
    reach: usize,
    coords: usize,
    /// The coordinates up to `split` are inner, those above `free` name a tile.
    split: usize,
    free: usize,
    ranks: Ranks,
    inner: Inner,
    table: Vec<AtomicU64>,
}

/// The coordinates above `free` of the positions in a tile.
type Tile = Vec<usize>;

/// What one thread works with.
struct Desk {
    /// The P-positions of the tile.
    won: Vec<u64>,
    /// The P-bits of the tile's options by taking from each pile.
    image: Vec<u64>,
    /// `reached[j - split][q]`, for the block of coordinates up to `j` at hand: the positions `x`
    /// in it such that `x` with some `p >= 1` more tokens taken from piles of size above `j` is a
    /// P-position, and a move of `p + q` tokens is legal.
    reached: Vec<Vec<Vec<u64>>>,
}

impl Sweep {
    fn run(&self, progress: &(dyn Fn(u64) -> bool + Sync)) -> Option<()> {
        let tops = self.coords - self.free;
        let bound = self.ranks.bound;
        let mut levels = vec![Vec::new(); tops * bound + 1];
        nondecreasing(tops, bound, &mut |tile| {
            levels[tile.iter().sum::<usize>()].push(tile.to_vec())
        });
        let mut desks: Vec<Desk> = (0..rayon::current_num_threads()).map(|_| self.desk()).collect();
        let done = AtomicU64::new(0);
        for mut level in levels.into_iter().rev() {
            level.sort_unstable_by(|a, b| b.cmp(a));
            let next = AtomicUsize::new(0);
            desks.par_iter_mut().with_max_len(1).try_for_each(|desk| {
                while let Some(tile) = level.get(next.fetch_add(1, Relaxed)) {
                    let len = self.tile(tile, desk) as u64;
                    if !progress(done.fetch_add(len, Relaxed) + len) {
                        return None;
                    }
                }
                Some(())
            })?;
        }
        Some(())
    }

    fn desk(&self) -> Desk {
        let block = |j: usize| zeros(self.ranks.below(j, self.ranks.bound + 1));
        Desk {
            won: block(self.free),
            image: block(self.free - 1),
            reached: (self.split..=self.free).map(|j| vec![block(j); self.reach]).collect(),
        }
    }

    /// Computes a tile; returns how many positions it has.
    fn tile(&self, tile: &Tile, desk: &mut Desk) -> usize {
        let bound = self.ranks.bound;
        let least = tile.first().copied().unwrap_or(bound);
        let len = self.ranks.below(self.free, least + 1);
        let place = |i: usize, d: usize| self.ranks.below(self.free + 1 + i, d);
        let start: usize = tile.iter().enumerate().map(|(i, &d)| place(i, d)).sum();
        desk.won[..=span(len)].fill(0);
        for reached in &mut desk.reached[self.free - self.split] {
            reached[..=span(len)].fill(0);
        }
        let room = |i: usize| tile.get(i + 1).unwrap_or(&bound) - tile[i];
        for p in 1..=self.reach {
            spread(tile.len(), p, &room, &mut |s| {
                let moved = tile.iter().zip(s).enumerate();
                let from = moved.map(|(i, (&d, &s))| place(i, d + s)).sum();
                for (q, reached) in desk.reached[self.free - self.split].iter_mut().enumerate() {
                    if self.moves.sizes.contains(&(p + q)) {
                        join(&mut reached[..span(len)], &self.table, from);
                    }
                }
            });
        }
        let shifted = tile.iter().enumerate();
        let mut image = shifted.map(|(i, &d)| self.ranks.below(self.free + i, d)).sum::<usize>()
            + self.ranks.below(self.coords, bound);
        let own = tile.iter().all(|&d| d == bound);
        if own {
            image -= start;
        } else {
            let len = span(self.ranks.below(self.free - 1, least + 1));
            if self.moves.each {
                copy(&mut desk.image[..len], &self.table, image);
            }
            image = 0;
        }
        let Desk { won, image: bits, reached } = desk;
        self.descend(self.free, least, 0, image, reached, won, if own { None } else { Some(bits) });
        publish(&self.table, start, won, len);
        len
    }

    fn descend(
        &self,
        j: usize,
        bound: usize,
        start: usize,
        image: usize,
        reached: &mut [Vec<Vec<u64>>],
        won: &mut [u64],
        bits: Option<&[u64]>,
    ) {
        let (here, lower) = reached.split_last_mut().expect("a block");
        if j == self.split {
            let block = Block {
                len: self.ranks.below(j, bound + 1),
                runs: self.ranks.below(j - 1, bound + 1),
                image,
                last: bits.is_none()
                    && start + self.ranks.below(j, bound + 1)
                        == self.ranks.below(self.free, self.ranks.bound + 1),
            };
            self.inner.settle(&block, here, bits.unwrap_or(won));
            spill(won, start, &here[0][..span(block.len)]);
            return;
        }
        for d in (0..=bound).rev() {
            let words = span(self.ranks.below(j - 1, d + 1));
            let offset = self.ranks.below(j, d);
            let child = lower.last_mut().expect("a block inside");
            for q in 0..self.reach {
                let into = &mut child[q][..words];
                copy(into, &here[q], offset);
                for s in 1..=(bound - d).min(self.reach - q) {
                    let from = self.ranks.below(j, d + s);
                    if q + s < self.reach {
                        join(into, &here[q + s], from);
                    }
                    if self.moves.sizes.contains(&(q + s)) {
                        join(into, won, start + from);
                    }
                }
            }
            self.descend(
                j - 1,
                d,
                start + offset,
                image + self.ranks.below(j - 1, d),
                lower,
                won,
                bits,
            );
        }
    }
}

/// Calls `f` with the nondecreasing tuples of `len` numbers up to `bound`.
fn nondecreasing(len: usize, bound: usize, f: &mut dyn FnMut(&[usize])) {
    fn extend(tuple: &mut Vec<usize>, len: usize, bound: usize, f: &mut dyn FnMut(&[usize])) {
        if tuple.len() == len {
            return f(tuple);
        }
        for d in tuple.last().copied().unwrap_or(0)..=bound {
            tuple.push(d);
            extend(tuple, len, bound, f);
            tuple.pop();
        }
    }
    extend(&mut Vec::with_capacity(len), len, bound, f);
}
