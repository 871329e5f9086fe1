//! Does the table repeat: is a pile of the largest size as good as one that is smaller by a period?

use super::bits::peek;
use super::leaf::{LEAF, first};
use super::{UnitTable, nondecreasing};

impl UnitTable {
    /// Whether replacing a pile of the largest size `N` by one of size `N - period` never changes the outcome, in all
    /// positions of the region.
    ///
    /// The replacement adds 1 to `d_j` for `j` above `N - period` and changes nothing else. With these coordinates fixed the
    /// positions are consecutive, and the block with the smaller bound is a prefix of the other, so that runs of
    /// bits are compared.
    pub fn repeats(&self, period: usize) -> bool {
        let max = self.max;
        if period == 0 || period >= max {
            return false;
        }
        // With no pile at all there is nothing to replace.
        let Some(bound) = self.ranks.bound.checked_sub(1) else { return true };
        let inner = max - period;
        let mut same = true;
        nondecreasing(period, bound, &mut |outer| {
            if !same {
                return;
            }
            let start = |more: usize| -> usize {
                let ranks = outer.iter().zip(inner + 1..);
                ranks.map(|(&d, j)| self.ranks.below(j, d + more)).sum()
            };
            let (left, right) = (start(0), start(1));
            let length = self.ranks.below(inner, outer[0] + 1);
            same = (0..length).step_by(64).all(|at| {
                let differing = peek(&self.table, left + at) ^ peek(&self.table, right + at);
                first(differing, (length - at).min(LEAF)) == 0
            });
        });
        same
    }
}
