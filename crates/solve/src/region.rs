//! Regions: the positions with at most K piles of size at most N, numbered densely.
//!
//! Piles are kept in places 0..K in nondecreasing order, the missing ones as zeros in front. In
//! colexicographic order (the last place decides first) the number of such a tuple is
//! `sum over i of C(x_i + i, i + 1)`: one table look-up a place, no hashing, and tuples with
//! smaller piles come first whatever N is. A row of places numbers its tuples to the base N + 1.
//! Either way the rank is a sum of one term for each place.

use sprague_rules::{Ruleset, Shape};

/// All positions with at most `places` piles of size at most `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Do places keep their order?
    pub row: bool,
    /// How many places.
    pub places: usize,
    /// The largest size.
    pub max: u32,
}

impl Region {
    /// The region of a ruleset with that many piles up to that size.
    pub fn new(ruleset: &Ruleset, places: usize, max: u32) -> Region {
        Region { row: matches!(ruleset.shape, Shape::Row { .. }), places, max }
    }

    /// The smallest region that holds all of `positions`.
    pub fn around<'p>(ruleset: &Ruleset, positions: impl IntoIterator<Item = &'p [u32]>) -> Region {
        let mut region = Region::new(ruleset, 0, 0);
        for position in positions {
            region.places = region.places.max(position.len());
            region.max = region.max.max(position.iter().copied().max().unwrap_or(0));
        }
        region
    }

    /// How many positions it has; `None` if more than 2^64.
    pub fn positions(&self) -> Option<u64> {
        if self.row {
            let base = u64::from(self.max) + 1;
            return base.checked_pow(u32::try_from(self.places).ok()?);
        }
        binomial(u64::from(self.max) + self.places as u64, self.places as u64)
    }

    /// The largest size, up to its own, for which a region of as many places fits.
    pub fn largest_max(&self, fits: impl Fn(Region) -> bool) -> u32 {
        let fits = |max: u32| fits(Region { max, ..*self });
        let (mut low, mut high) = (0, self.max);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if fits(middle) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        low
    }

    /// Visits the positions without empty places, in the order of their ranks from the last place
    /// on; stops when the visitor returns false.
    pub fn visit_full(&self, visit: &mut dyn FnMut(&[u32]) -> bool) {
        self.visit_from(1, visit);
    }

    /// Visits the positions with all their piles; in a row, a place may be empty.
    pub fn visit_whole(&self, visit: &mut dyn FnMut(&[u32]) -> bool) {
        self.visit_from(if self.row { 0 } else { 1 }, visit);
    }

    /// Visits the positions whose sizes are at least that, in lexicographic order.
    pub fn visit_from(&self, least: u32, visit: &mut dyn FnMut(&[u32]) -> bool) {
        let mut piles = vec![least; self.places];
        if self.max < least && self.places > 0 {
            return;
        }
        loop {
            if !visit(&piles) {
                return;
            }
            // The next tuple in lexicographic order.
            let Some(i) = (0..self.places).rev().find(|&i| piles[i] < self.max) else { return };
            let raised = piles[i] + 1;
            piles[i] = raised;
            let rest = if self.row { least } else { raised };
            piles[i + 1..].fill(rest);
        }
    }
}

/// `C(n, k)`, if it fits.
pub fn binomial(n: u64, k: u64) -> Option<u64> {
    let Some(rest) = n.checked_sub(k) else { return Some(0) };
    let k = k.min(rest);
    let mut result: u128 = 1;
    for i in 1..=k {
        result = result.checked_mul(u128::from(n - k + i))? / u128::from(i);
        if result > u128::from(u64::MAX) {
            return None;
        }
    }
    u64::try_from(result).ok()
}

/// The terms of the rank: `terms[place * (max + 1) + size]`.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// The region.
    pub region: Region,
    /// The terms.
    pub terms: Vec<u64>,
}

impl Ranking {
    /// The ranking of a region, which must have fewer than 2^64 positions.
    pub fn new(region: Region) -> Ranking {
        let shape = match region.row {
            true => Shape::Row { places: region.places },
            false => Shape::Piles { at_most: None },
        };
        let terms = match region.places {
            0 => Vec::new(),
            places => sprague_jit::ranks(shape, places, region.max),
        };
        Ranking { region, terms }
    }

    /// The term of one place.
    pub fn term(&self, place: usize, size: u32) -> u64 {
        self.terms[place * (self.region.max as usize + 1) + size as usize]
    }

    /// The number of a canonical position of the region.
    pub fn rank(&self, position: &[u32]) -> u64 {
        let first = self.region.places - position.len();
        let terms = position.iter().enumerate().map(|(i, &size)| self.term(first + i, size));
        terms.sum()
    }

    /// Is the position in the region?
    pub fn contains(&self, position: &[u32]) -> bool {
        position.len() <= self.region.places && position.iter().all(|&s| s <= self.region.max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_number_the_positions_of_a_region_without_gaps() {
        for row in [false, true] {
            for (places, max) in [(0, 3), (1, 5), (2, 4), (3, 3), (5, 2), (3, 0)] {
                let region = Region { row, places, max };
                let ranking = Ranking::new(region);
                let mut seen = vec![false; region.positions().unwrap() as usize];
                let mut count_full = 0;
                let mut tuple = vec![0; places];
                loop {
                    if row || tuple.is_sorted() {
                        let mut canonical = tuple.clone();
                        if !row {
                            canonical.retain(|&s| s > 0);
                        }
                        count_full += u64::from(tuple.iter().all(|&s| s > 0));
                        let rank = ranking.rank(&canonical) as usize;
                        assert!(!std::mem::replace(&mut seen[rank], true));
                    }
                    let Some(i) = (0..places).find(|&i| tuple[i] < max) else { break };
                    tuple[i] += 1;
                    tuple[..i].fill(0);
                }
                assert!(seen.into_iter().all(|s| s));
                let mut visited = 0;
                region.visit_full(&mut |_| {
                    visited += 1;
                    true
                });
                assert_eq!(visited, count_full);
            }
        }
    }

    #[test]
    fn counts_that_do_not_fit_are_refused() {
        assert_eq!(Region { row: false, places: 60, max: 100 }.positions(), None);
        assert_eq!(Region { row: false, places: 25, max: 11 }.positions(), Some(600_805_296));
    }
}
