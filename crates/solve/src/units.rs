//! P-positions of unit-move games, one bit a position.
//!
//! A move of a unit-move game takes one token from each of `m` different piles, `m` in a fixed set
//! of sizes, or one token from each pile there is. Here all positions with at most `K` piles of at
//! most `N` tokens are solved together, `C(N + K, K)` of them.
//!
//! # Coordinates
//!
//! Let `d_j` be `K` less the number of piles of size at least `j`, so that `0 <= d_1 <= … <= d_N <=
//! K`, and let the rank of a position be the sum of `C(d_j + j - 1, j)`. There are `d_{j+1} - d_j`
//! piles of size `j` (with `d_{N+1} = K`), and taking one token from `s` of them adds `s` to `d_j`
//! and changes nothing else. Taking from each pile gives `(d_2, …, d_N, K)`. Moves never lower a
//! coordinate, so a sweep down the ranks meets the options of a position before the position.
//!
//! Fix the coordinates above `j`. The positions left are consecutive, a block, and their order in it
//! depends on the fixed coordinates not at all; only their number does, through the bound `d_{j+1}`,
//! and the block for a smaller bound is a prefix of the block for a larger one. This is what pays: a
//! move in the fixed coordinates leads from a whole block to a whole block, bit for bit, and 64
//! positions are told of one option by one shift and one OR.
//!
//! # The sweep
//!
//! A block of `j` coordinates is settled as blocks of `j - 1`, for `d_j` from its bound down. Each
//! block comes with the sets `reached[q]` of its positions that a move must not enter having taken
//! `q` tokens inside the block, since with the tokens it takes outside it would end at a P-position.
//! The sets for a smaller block are unions of pieces of the sets for the larger one and of what is
//! settled of it: moves of `m` tokens cost of the order of `m^2` unions a level, where listing
//! the moves would cost as many as there are ways to choose `m` sizes. The descent ends with blocks of
//! at most 64 positions, settled in a register with tables indexed by bytes (see `leaf`). The lowest
//! values of `d_j` together make up such a leaf as soon as they fit, so leaves are more than half
//! full on average.
//!
//! The highest coordinates name tiles. Tiles with the same sum of coordinates are independent and
//! shared out over the threads. A tile is computed in private memory and then published, so only
//! the words at its two ends are ever written by two threads.
//!
//! # Cost
//!
//! Time is about one nanosecond a position and thread for moves of one token, one and a half for
//! moves of up to two. Memory is one bit a position for the table, and for each thread the tile at
//! hand with its `reached` sets, a small fraction of a bit. The coordinates suit many piles of
//! moderate size: each level adds its unions, so for piles of hundreds of tokens the plain sweep
//! ([`crate::plain_units`]) is the better choice, and with 64 piles or more the longest runs of
//! `d_1` are settled a bit at a time.
//!
//! # What was tried or set aside
//!
//! Hashing needs some hundred times the memory. The sorted list of piles as coordinates gives the
//! plain sweep: its options for neighbouring positions are not neighbours, and it looks at one bit
//! at a time. A fixed number of inner coordinates, with lists of the parents inside an inner block
//! and a visit to each open bit, was twice to three times slower than leaves settled by bytes, for
//! about every fourth position is P and must be visited; it also needed its tables sized by a
//! model of their cost.

mod bits;
mod leaf;
mod repeat;
mod sweep;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicU64;

use bits::{bit, peek};
use leaf::first;
use sweep::Sweep;

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
    /// For each number `j` of coordinates the largest bound for which a block is of at most 64
    /// positions, and those of them that have `K` piles.
    full: Vec<(usize, u64)>,
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
    /// computation stops, with `None`. The descent is as deep as `max`, which should stay within
    /// some thousands.
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
        let total = Self::positions(piles, coords).filter(|&n| usize::try_from(n).is_ok());
        let total = total.expect("a region that can be numbered");
        // Tiles as many as may be while worth their while. At least two coordinates name them in a
        // large region, for with one each tile would wait for the one before.
        let worthy = |&tops: &usize| {
            let tiles = Self::positions(piles, tops).unwrap_or(u64::MAX);
            total / tiles >= 1 << 14 || tops == 2 && total >= 1 << 16
        };
        let tops = (1..coords.min(7)).rev().find(worthy).unwrap_or(0);
        Self::sweep(moves, piles, max, coords - tops, progress)
    }

    /// Computes the table, the coordinates above `free` naming the tiles.
    fn sweep(
        moves: &UnitMoves,
        piles: usize,
        max: usize,
        free: usize,
        progress: &(dyn Fn(u64) -> bool + Sync),
    ) -> Option<Self> {
        Sweep::new(moves, piles, max, free).run(progress)
    }

    /// Is the position in the region?
    pub fn contains(&self, piles: &[u32]) -> bool {
        piles.len() <= self.ranks.bound && piles.iter().all(|&x| x as usize <= self.max)
    }

    /// Whether a position is a P-position; its piles may come in any order.
    ///
    /// # Panics
    ///
    /// If the position is not in the region.
    pub fn is_p(&self, piles: &[u32]) -> bool {
        assert!(self.contains(piles), "too many piles, or too large ones");
        let mut sizes: Vec<usize> = piles.iter().map(|&x| x as usize).collect();
        sizes.sort_unstable();
        let rank = (1..=self.coords()).map(|j| {
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
        self.count(self.coords(), self.ranks.bound, 0)
    }

    /// How many P-positions of `K` piles are in the block of `j` coordinates up to `bound` that
    /// begins at bit `start`.
    fn count(&self, j: usize, bound: usize, start: usize) -> u64 {
        let (widest, full) = self.full[j];
        let rest = widest.min(bound);
        let leaf = first(peek(&self.table, start), self.ranks.below(j, rest + 1)) & full;
        (rest + 1..=bound)
            .map(|d| self.count(j - 1, d, start + self.ranks.below(j, d)))
            .sum::<u64>()
            + u64::from(leaf.count_ones())
    }

    /// Calls `f` with each P-position of exactly `K` piles, its piles ascending. The positions come
    /// in colexicographic order, by the largest pile, then the next, and so on: that of the ranks
    /// from the top. (In lexicographic order every look at the table would be at a far place.)
    pub fn for_each_p_exact(&self, f: &mut dyn FnMut(&[u32])) {
        if self.max > 0 || self.ranks.bound == 0 {
            let mut piles = vec![1; self.ranks.bound];
            self.visit(self.coords(), self.ranks.bound, 0, &mut piles, f);
        }
    }

    /// Visits those with `d_j <= bound`, whose coordinates above `j` add up to `rank`: the first
    /// `bound` of `piles` are of size up to `j`, the others are known.
    fn visit(
        &self,
        j: usize,
        bound: usize,
        rank: usize,
        piles: &mut [u32],
        f: &mut dyn FnMut(&[u32]),
    ) {
        if j == 1 {
            if bit(&self.table, rank) {
                piles[..bound].fill(1);
                f(piles);
            }
            return;
        }
        for d in (0..=bound).rev() {
            piles[d..bound].fill(j as u32);
            self.visit(j - 1, d, rank + self.ranks.below(j, d), piles, f);
        }
    }

    /// A region without piles is computed as if it had piles of one token.
    fn coords(&self) -> usize {
        self.max.max(1)
    }

    /// The bytes the table keeps.
    pub fn resident_bytes(&self) -> u64 {
        let tables = size_of_val(&self.ranks.below[..]) + size_of_val(&self.full[..]);
        (size_of_val(&self.table[..]) + tables) as u64
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
