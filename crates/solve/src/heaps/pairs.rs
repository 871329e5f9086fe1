//! Heaps that are left in at most two parts: take-and-break games such as Kayles, Officers, Grundy's.
//!
//! The plain way looks at every split: n / 2 of them for the heap n. But nim-values of such games
//! crowd into one half of all numbers: for some mask almost all values have an odd number of bits
//! within it. Call these *common*, the others, among them 0, *rare*. The nim-sum of two common
//! values is rare, and only a rare and a common one give a common one (Berlekamp, Conway and Guy,
//! Winning Ways, chapter 4, on sparse spaces). So the splits with a rare part, which are few, decide
//! which common values are reached. Let c be the least common value that is not. Then the heap's
//! value is c, unless a rare value below c is reached by no split; those that are missing are
//! looked for among the remaining splits, and are nearly always found after a few.
//!
//! The mask with the fewest rare values is read off the Walsh–Hadamard transform of the histogram of
//! values, and chosen anew whenever the number of heaps has doubled. Where the rare ones are many, the plain
//! way is taken for a while: the work of both is counted.

use smallvec::SmallVec;
use sprague_rules::Leave;

use crate::budget::Watch;

/// Heaps between two looks at the costs and the watch.
const BLOCK: usize = 256;
/// Below this size the plain way is quick enough.
const SMALL: usize = 1024;
/// A step through scattered rare heaps against one through all splits in order.
const SCATTERED: u64 = 2;
/// Splits looked at in one go when missing values are sought.
const STRIDE: usize = 128;

pub struct Pairs {
    /// The leaves with at most one part, and those with two.
    whole: Vec<Leave>,
    split: Vec<Leave>,
    values: Vec<u16>,
    /// `seen[v]` is the last heap that has an option of value v.
    seen: Box<[u32; 1 << 16]>,
    mask: u16,
    /// The heaps with rare values, ascending; kept while `sparse`.
    rare: Vec<u32>,
    sparse: bool,
    /// When to choose the mask again.
    retune: usize,
    /// For how many blocks the plain way is taken after a failed attempt.
    patience: usize,
}

/// What is left to be split, and whether the parts must differ.
type Rest = (usize, bool);

impl Pairs {
    /// For moves that leave at most two parts.
    pub fn new(leaves: &[Leave]) -> Pairs {
        let (split, whole) = leaves.iter().partition(|leave| leave.parts == 2);
        let seen = vec![u32::MAX; 1 << 16].into_boxed_slice().try_into().expect("the length fits");
        Pairs {
            whole,
            split,
            values: Vec::new(),
            seen,
            mask: 0,
            rare: Vec::new(),
            sparse: false,
            retune: SMALL,
            patience: 4,
        }
    }

    /// Appends values up to that of `to`. False if stopped before, or if a value is too large for
    /// this kernel: `too_large` tells.
    pub fn extend(&mut self, values: &mut Vec<u32>, to: usize, watch: &Watch) -> bool {
        self.values.clear();
        self.values.extend(values.iter().map(|&value| value as u16));
        self.seen.fill(u32::MAX);
        (self.sparse, self.retune) = (false, SMALL.max(values.len()));
        while self.values.len() <= to {
            let from = self.values.len();
            if from >= self.retune {
                self.tune();
            }
            let end = (from + BLOCK).min(to + 1);
            let (mut work, mut plain_work) = (0, 0);
            for n in from..end {
                let rests = self.rests(n);
                plain_work += rests.iter().map(|rest| rest.0 as u64 / 2).sum::<u64>();
                let value = match self.sparse {
                    true => self.by_rare(n, &rests, &mut work),
                    false => self.by_all(n, &rests),
                };
                if self.sparse && !self.is_common(value) {
                    self.rare.push(n as u32);
                }
                self.values.push(value);
            }
            if self.sparse && SCATTERED * work > plain_work {
                self.sparse = false;
                self.retune = end + self.patience * BLOCK;
                self.patience *= 2;
            }
            values.extend(self.values[from..].iter().map(|&value| u32::from(value)));
            if !watch.advance((end - from) as u64) && end <= to || self.too_large() {
                return false;
            }
        }
        true
    }

    /// Has a value come near the end of the numbers that fit?
    pub fn too_large(&self) -> bool {
        let recent = &self.values[self.values.len().saturating_sub(BLOCK)..];
        recent.iter().any(|&value| value >= 1 << 15)
    }

    /// What the moves that split leave of a heap of n, if they can be made.
    fn rests(&self, n: usize) -> SmallVec<[Rest; 8]> {
        let fitting = self.split.iter().filter(|leave| leave.fits(n as u32));
        fitting.map(|leave| (n - leave.take as usize, leave.unequal)).collect()
    }

    fn is_common(&self, value: u16) -> bool {
        (value & self.mask).count_ones() % 2 == 1
    }

    /// Marks what is reached without splitting; nothing is left like a heap of 0.
    fn mark_whole(&mut self, n: usize) {
        for leave in self.whole.iter().filter(|leave| leave.fits(n as u32)) {
            self.seen[self.values[n - leave.take as usize] as usize] = n as u32;
        }
    }

    /// The value of n, from all its splits.
    fn by_all(&mut self, n: usize, rests: &[Rest]) -> u16 {
        self.mark_whole(n);
        for &(rest, unequal) in rests {
            let half = if unequal { (rest - 1) / 2 } else { rest / 2 };
            let small = &self.values[1..=half];
            let large = &self.values[rest - half..rest];
            for (a, b) in small.iter().zip(large.iter().rev()) {
                self.seen[usize::from(a ^ b)] = n as u32;
            }
        }
        let free = (0..=u16::MAX).find(|&v| self.seen[usize::from(v)] != n as u32);
        free.expect("values stay far below")
    }

    /// The value of n, from its splits with a rare part and as many others as are needed.
    fn by_rare(&mut self, n: usize, rests: &[Rest], work: &mut u64) -> u16 {
        let stamp = n as u32;
        self.mark_whole(n);
        for &(rest, unequal) in rests {
            let all = self.rare.partition_point(|&heap| (heap as usize) < rest);
            let rare = &self.rare[..all];
            let equal = if unequal && rest % 2 == 0 { rest / 2 } else { 0 };
            let middle = rare.partition_point(|&heap| (heap as usize) < equal);
            let after = middle + usize::from(rare.get(middle) == Some(&(equal as u32)));
            for part in [&rare[..middle], &rare[after..]] {
                for &heap in part {
                    let other = self.values[rest - heap as usize];
                    let value = self.values[heap as usize] ^ other;
                    self.seen[usize::from(value)] = stamp;
                }
            }
            *work += rare.len() as u64;
        }
        let mut missing = 0;
        let mut common = 0u16;
        loop {
            if self.seen[usize::from(common)] != stamp {
                if self.is_common(common) {
                    break;
                }
                missing += 1;
            }
            common += 1;
        }
        let longest = rests.iter().map(|rest| rest.0 / 2).max().unwrap_or(0);
        let mut from = 1;
        while missing > 0 && from <= longest {
            for &(rest, unequal) in rests {
                let half = if unequal { (rest - 1) / 2 } else { rest / 2 };
                let end = (from + STRIDE).min(half + 1);
                if from >= end {
                    continue;
                }
                *work += (end - from) as u64;
                let small = &self.values[from..end];
                let large = &self.values[rest + 1 - end..=rest - from];
                for (a, b) in small.iter().zip(large.iter().rev()) {
                    let value = a ^ b;
                    let seen = &mut self.seen[usize::from(value)];
                    if *seen != stamp {
                        *seen = stamp;
                        missing -= u32::from(value < common);
                    }
                }
            }
            from += STRIDE;
        }
        if missing == 0 {
            return common;
        }
        let free = (0..common).find(|&v| self.seen[usize::from(v)] != stamp);
        free.expect("a rare value is missing")
    }

    /// Chooses the mask with the fewest rare values so far.
    fn tune(&mut self) {
        let largest = usize::from(self.values.iter().copied().max().unwrap_or(0));
        let mut spectrum = vec![0i64; (largest + 1).next_power_of_two()];
        for &value in &self.values[1..] {
            spectrum[usize::from(value)] += 1;
        }
        walsh_hadamard(&mut spectrum);
        // An entry is the number of rare heaps less the number of common ones.
        let best = (0..spectrum.len()).min_by_key(|&mask| spectrum[mask]).unwrap_or(0);
        self.mask = best as u16;
        self.rare.clear();
        for heap in 1..self.values.len() {
            if !self.is_common(self.values[heap]) {
                self.rare.push(heap as u32);
            }
        }
        let (rare, all) = (self.rare.len() as u64, self.values.len() as u64);
        self.sparse = SCATTERED * rare < all / 2;
        self.retune = match self.sparse {
            true => 2 * self.values.len(),
            false => self.values.len() + self.patience * BLOCK,
        };
        if !self.sparse {
            self.patience *= 2;
        }
    }
}

/// For every mask, the sum of the entries with sign + or - as their index has an even or odd number
/// of bits within the mask.
fn walsh_hadamard(entries: &mut [i64]) {
    let mut half = 1;
    while half < entries.len() {
        for block in entries.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}
