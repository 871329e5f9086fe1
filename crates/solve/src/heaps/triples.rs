//! Heaps that are cut into three, or into two or three: `cut(1,2)` and `cut(2)`.
//!
//! A heap n can be cut into h and two equal heaps whenever n - h is even, so it has an option of
//! value G(h): values differ within each class of heaps of one parity. A candidate for G(n) is
//! therefore a value that its class does not have yet. Among three parts with the sum n, one has the parity
//! of n and the other two share theirs, so v is reached by three parts iff for some h of the class
//! v ^ G(h) is reached by two heaps of one parity with the sum n - h.
//!
//! So for every w the sums of two heaps of one class with the nim-sum w are kept: the least one, and
//! which of the next 64 occur. As G(n) stays close to n / 2, the sum of two heaps is close to 2 w when
//! their values share no bits, and larger otherwise: the few sums near the least one nearly always
//! answer. And most of the heaps h can be passed over 64 at a time, since their values agree in
//! the high bits and so point to one stretch of w, whose sums are all too large.
//!
//! A value far below n / 2 that the class has passed over is reached by every later heap, but has to be
//! found each time: first among the h that leave numbers which add up bit by bit.

use smallvec::SmallVec;

use crate::budget::Watch;

/// Heaps between two looks at the watch.
const BLOCK: usize = 64;
/// Heaps of a class, or nim-sums, in one stretch.
const STRETCH: usize = 64;
/// Sums from the least one on that are kept, in steps of 2.
const KEPT: u32 = 64;

pub struct Triples {
    /// May a heap also be cut into two?
    two: bool,
    /// The odd heaps 1, 3, 5, ... and the even ones 2, 4, 6, ...
    classes: [Class; 2],
    /// For each w, the sums of two heaps of one class whose values have the nim-sum w.
    sums: Vec<Sums>,
    /// For each stretch of w, the least and the largest of their least sums.
    bounds: Vec<(u32, u32)>,
    touched: Vec<usize>,
}

#[derive(Default)]
struct Class {
    values: Vec<u32>,
    /// For each stretch of heaps, the high parts that their values have.
    highs: Vec<SmallVec<[u32; 4]>>,
    used: Vec<bool>,
    /// All values below are used.
    least_free: usize,
}

#[derive(Clone, Copy)]
struct Sums {
    least: u32,
    /// Bit i: the sum `least + 2 i` occurs.
    next: u64,
}

const NONE: Sums = Sums { least: u32::MAX, next: 0 };

impl Triples {
    pub fn new(two: bool) -> Triples {
        let (sums, bounds) = (vec![NONE; STRETCH], vec![(u32::MAX, u32::MAX)]);
        Triples { two, classes: Default::default(), sums, bounds, touched: Vec::new() }
    }

    /// Appends values up to that of `to`; false if stopped before.
    pub fn extend(&mut self, values: &mut Vec<u32>, to: usize, watch: &Watch) -> bool {
        if values.is_empty() {
            values.push(0);
        }
        let known = self.classes.iter().map(|class| class.values.len()).sum::<usize>() + 1;
        for (n, &value) in values.iter().enumerate().skip(known) {
            self.append(n, value);
        }
        while values.len() <= to {
            let n = values.len();
            let value = self.value(n);
            self.append(n, value);
            values.push(value);
            if n.is_multiple_of(BLOCK) && !watch.advance(BLOCK as u64) && n < to {
                return false;
            }
        }
        true
    }

    /// The least value that n does not reach.
    fn value(&self, n: usize) -> u32 {
        if n < 3 {
            // Too small for three parts.
            return u32::from(n == 2 && self.two);
        }
        let class = &self.classes[class(n)];
        let free = |&v: &usize| !class.used.get(v).is_some_and(|&used| used);
        let mut candidates = (class.least_free..).filter(free).map(|v| v as u32);
        let reached = |v: u32| self.two && self.in_two(n, v) || self.in_three(n, v);
        candidates.find(|&v| !reached(v)).expect("a heap has finitely many options")
    }

    /// Is v the nim-sum of two heaps with the sum n?
    fn in_two(&self, n: usize, v: u32) -> bool {
        if n.is_multiple_of(2) {
            return self.in_two_of_one_class(n, v);
        }
        // 1 + (n - 1), 3 + (n - 3), ...
        let [odd, even] = &self.classes;
        let pairs = (n - 1) / 2;
        meet(&odd.values[..pairs], &even.values[..pairs], v)
    }

    /// The same for two heaps of one parity.
    fn in_two_of_one_class(&self, sum: usize, v: u32) -> bool {
        let Some(sums) = self.sums.get(v as usize) else { return false };
        let Some(beyond) = (sum as u32).checked_sub(sums.least) else { return false };
        if beyond / 2 < KEPT {
            return sums.next >> (beyond / 2) & 1 == 1;
        }
        // 1 + (sum - 1), 3 + (sum - 3), ... and 2 + (sum - 2), ...; one half of each suffices.
        let odd = &self.classes[0].values[..sum / 2];
        let even = &self.classes[1].values[..sum / 2 - 1];
        [odd, even].into_iter().any(|heaps| {
            let half = heaps.len().div_ceil(2);
            meet(&heaps[..half], &heaps[heaps.len() - half..], v)
        })
    }

    /// Is v the nim-sum of three heaps with the sum n?
    fn in_three(&self, n: usize, v: u32) -> bool {
        let passed_over = 2 * (v + KEPT) < n as u32;
        passed_over && self.in_three_where(n, v, adds_up) || self.in_three_where(n, v, |_, _| true)
    }

    /// The same, looking only at pairs with a sum and a nim-sum that are worth it.
    fn in_three_where(&self, n: usize, v: u32, worth: impl Fn(usize, u32) -> bool) -> bool {
        let class = &self.classes[class(n)];
        let first = 2 - n % 2;
        let below = (n - first) / 2;
        // The largest heaps first, where the sums are small and settle the matter soonest.
        (0..below.div_ceil(STRETCH)).rev().any(|stretch| {
            let from = stretch * STRETCH;
            let largest_rest = (n - first - 2 * from) as u32;
            let near = |high: &u32| {
                let least = self.bounds.get((high ^ (v / STRETCH as u32)) as usize);
                least.is_some_and(|bounds| bounds.0 <= largest_rest)
            };
            class.highs[stretch].iter().any(near)
                && (from..(from + STRETCH).min(below)).any(|index| {
                    let (rest, w) = (n - first - 2 * index, v ^ class.values[index]);
                    worth(rest, w) && self.in_two_of_one_class(rest, w)
                })
        })
    }

    fn append(&mut self, n: usize, value: u32) {
        let class = &mut self.classes[class(n)];
        class.push(value);
        let room = (value as usize + 1).next_power_of_two();
        if self.sums.len() < room {
            self.sums.resize(room, NONE);
            self.bounds.resize(room / STRETCH, (u32::MAX, u32::MAX));
        }
        let first = 2 - n % 2;
        for (stretch, highs) in class.highs.iter().enumerate() {
            let from = stretch * STRETCH;
            let least_sum = (n + first + 2 * from) as u32;
            let far = |high: &u32| {
                let largest = self.bounds[(high ^ (value / STRETCH as u32)) as usize].1;
                largest.saturating_add(2 * KEPT) <= least_sum
            };
            if highs.iter().all(far) {
                continue;
            }
            let end = (from + STRETCH).min(class.values.len());
            for (index, other) in class.values[from..end].iter().enumerate() {
                let w = (value ^ other) as usize;
                if self.sums[w].add(least_sum + 2 * index as u32) {
                    self.touched.push(w / STRETCH);
                }
            }
        }
        self.touched.sort_unstable();
        self.touched.dedup();
        for stretch in self.touched.drain(..) {
            let leasts = self.sums[stretch * STRETCH..][..STRETCH].iter().map(|sums| sums.least);
            let around = (leasts.clone().min(), leasts.max());
            self.bounds[stretch] = (around.0.unwrap_or(0), around.1.unwrap_or(0));
        }
    }
}

impl Class {
    fn push(&mut self, value: u32) {
        if self.values.len().is_multiple_of(STRETCH) {
            self.highs.push(SmallVec::new());
        }
        self.values.push(value);
        let (highs, high) = (self.highs.last_mut(), value / STRETCH as u32);
        let highs = highs.expect("a stretch was begun");
        if !highs.contains(&high) {
            highs.push(high);
        }
        let value = value as usize;
        if self.used.len() <= value {
            self.used.resize(2 * value + 2, false);
        }
        self.used[value] = true;
        while self.used.get(self.least_free).is_some_and(|&used| used) {
            self.least_free += 1;
        }
    }
}

impl Sums {
    /// Keeps a sum if it is near the least one; true if it is the new least one.
    fn add(&mut self, sum: u32) -> bool {
        if sum < self.least {
            let shift = (self.least - sum) / 2;
            self.next = if shift < KEPT { self.next << shift | 1 } else { 1 };
            self.least = sum;
            return true;
        }
        let beyond = (sum - self.least) / 2;
        if beyond < KEPT {
            self.next |= 1 << beyond;
        }
        false
    }
}

/// 0 for an odd heap, 1 for an even one.
fn class(n: usize) -> usize {
    1 - n % 2
}

/// Are there numbers near `sum / 2` in total with the nim-sum w? Their total is w and twice the bits that
/// they share, which w does not have.
fn adds_up(sum: usize, w: u32) -> bool {
    let half = sum as u32 / 2;
    (half.saturating_sub(4)..=half + 6)
        .any(|total| total >= w && (total - w).is_multiple_of(2) && ((total - w) / 2) & w == 0)
}

/// Is v the nim-sum of one value of `a` and the one opposite in `b`, taken from its end?
fn meet(a: &[u32], b: &[u32], v: u32) -> bool {
    let mut chunks = a.chunks(64).zip(b.rchunks(64));
    chunks.any(|(a, b)| {
        let opposite = a.iter().zip(b.iter().rev());
        opposite.fold(0, |hits, (x, y)| hits | u32::from(x ^ y == v)) != 0
    })
}
