//! The plain twin of [`crate::units`]: one thread, one position at a time.
//!
//! A position is its sorted list of piles `x_1 <= … <= x_K`, padded with zeros, and its rank is the
//! sum of `C(x_i + i - 1, i)`; every move lowers the rank, so one ascending sweep sees the options
//! of a position before the position. Equal piles are looked at as one group: taking from some of
//! them means taking from the first of them. The groups are kept from one position to the next.

use crate::units::{UnitMoves, UnitTable};

/// Piles of one size.
#[derive(Clone, Copy)]
struct Group {
    size: usize,
    /// The index of the first of these piles in the sorted list; the piles end where the next
    /// larger ones begin.
    first: usize,
    /// How much the rank falls when one token is taken from each of these and all larger piles.
    each: usize,
}

/// The P-positions among the positions of at most `K` piles of at most `N` tokens.
pub struct PlainTable {
    piles: usize,
    max: usize,
    /// `fall[i][x]`, `C(x + i - 1, i)` with `i` from 0: how much the rank falls when the pile
    /// with index `i` loses the last of its `x` tokens.
    fall: Vec<Vec<usize>>,
    won: Vec<u64>,
}

impl PlainTable {
    /// Computes the table. Panics if the region has more positions than memory could number.
    pub fn compute(moves: &UnitMoves, piles: usize, max: usize) -> Self {
        let total = UnitTable::positions(piles, max).and_then(|n| usize::try_from(n).ok());
        let total = total.expect("a region that can be numbered");
        let mut fall: Vec<Vec<usize>> = Vec::new();
        for _ in 0..piles {
            let mut row = vec![1; max + 1];
            row[0] = 0;
            if let Some(previous) = fall.last() {
                for x in 1..=max {
                    row[x] = row[x - 1] + previous[x];
                }
            }
            fall.push(row);
        }
        let mut table = Self { piles, max, fall, won: vec![0; total.div_ceil(64)] };
        // The groups of the empty position, smallest last.
        let mut groups = vec![Group { size: 0, first: 0, each: 0 }];
        for rank in 0..total {
            if rank > 0 {
                table.advance(&mut groups);
            }
            if table.settle(moves, &groups, rank) {
                table.won[rank / 64] |= 1 << (rank % 64);
            }
        }
        table
    }

    /// Goes on to the position with the next rank: the last of the smallest piles grows by one,
    /// the piles before it vanish.
    fn advance(&self, groups: &mut Vec<Group>) {
        let least = groups.pop().expect("a group");
        let last = groups.last().map_or(self.piles, |next| next.first) - 1;
        let size = least.size + 1;
        let larger = groups.last().map_or(0, |next| next.each);
        let each = larger + self.fall[last][size];
        match groups.last_mut() {
            Some(next) if next.size == size => (next.first, next.each) = (last, each),
            _ => groups.push(Group { size, first: last, each }),
        }
        if last > 0 {
            groups.push(Group { size: 0, first: 0, each });
        }
    }

    /// Whether the position of this rank is a P-position, its options being settled.
    fn settle(&self, moves: &UnitMoves, groups: &[Group], rank: usize) -> bool {
        let groups = match groups {
            [standing @ .., Group { size: 0, .. }] => standing,
            standing => standing,
        };
        let (piles, each) =
            groups.last().map_or((0, 0), |least| (self.piles - least.first, least.each));
        if moves.fewest().is_none_or(|fewest| piles < fewest) {
            return !moves.misere();
        }
        !(moves.each() && self.bit(rank - each)
            || self.meets(moves.sizes(), groups, self.piles, rank, 0))
    }

    /// Whether a P-position is met by taking from some of `groups`, which end at the index `end`,
    /// `taken` tokens having led to `rank` already.
    fn meets(
        &self,
        sizes: &[usize],
        groups: &[Group],
        mut end: usize,
        rank: usize,
        taken: usize,
    ) -> bool {
        let most = sizes.last().copied().unwrap_or(0);
        for (i, group) in groups.iter().enumerate() {
            let mut rank = rank;
            for (taken, pile) in (taken + 1..=most).zip(group.first..end) {
                rank -= self.fall[pile][group.size];
                if sizes.contains(&taken) && self.bit(rank)
                    || taken < most && self.meets(sizes, &groups[i + 1..], group.first, rank, taken)
                {
                    return true;
                }
            }
            end = group.first;
        }
        false
    }

    fn bit(&self, rank: usize) -> bool {
        self.won[rank / 64] >> (rank % 64) & 1 != 0
    }

    /// Whether a position is a P-position; its piles may come in any order.
    pub fn is_p(&self, piles: &[u32]) -> bool {
        assert!(piles.iter().all(|&x| x as usize <= self.max));
        let mut sizes = vec![0; self.piles - piles.len()];
        sizes.extend(piles.iter().map(|&x| x as usize));
        sizes.sort_unstable();
        // The rank is what the piles lose on their way to zero.
        let rank = sizes.iter().zip(&self.fall).map(|(&x, fall)| fall[1..=x].iter().sum::<usize>());
        self.bit(rank.sum())
    }
}
