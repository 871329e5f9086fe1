//! Heaps from which moves only take amounts out of a finite set.
//!
//! For every value v a window of bits says which of the coming heaps cannot have it, because they
//! have an option of value v. A heap takes the least value whose bit is clear, and marks the heaps
//! that can move to it: one shifted mask. The windows are all that later values depend on, so when
//! they come back to an earlier state the values repeat for ever, and are copied from then on.

use crate::budget::Watch;

/// Beyond this largest amount, looking at each option costs less than moving windows.
const WIDEST: u32 = 512;

/// Heaps between two looks at the watch.
const BLOCK: usize = 1 << 16;

/// Taking some of a set of amounts.
pub struct Subtraction {
    amounts: Vec<u32>,
}

impl Subtraction {
    /// The amounts that may be taken, ascending.
    pub fn new(amounts: Vec<u32>) -> Subtraction {
        Subtraction { amounts }
    }

    /// Appends values up to that of `to`; false if stopped before.
    pub fn extend(&self, values: &mut Vec<u32>, to: usize, watch: &Watch) -> bool {
        let within = |&amount: &u32| amount as usize <= to;
        let amounts: Vec<u32> = self.amounts.iter().copied().take_while(within).collect();
        match amounts.last().copied().unwrap_or(0) {
            0 => fill(values, to, BLOCK, watch, |values, end| values.resize(end, 0)),
            1..=64 => Windows::<2>::new(&amounts, values).extend(values, to, watch),
            65..=192 => Windows::<4>::new(&amounts, values).extend(values, to, watch),
            193..=WIDEST => Windows::<9>::new(&amounts, values).extend(values, to, watch),
            _ => {
                let mut seen = vec![usize::MAX; amounts.len() + 2];
                let block = (BLOCK / (1 + amounts.len() / 64)).max(1);
                fill(values, to, block, watch, |values, end| {
                    (values.len()..end).for_each(|_| plain(&amounts, values, &mut seen));
                })
            }
        }
    }
}

/// Appends block after block; false if stopped.
fn fill(
    values: &mut Vec<u32>,
    to: usize,
    block: usize,
    watch: &Watch,
    mut append: impl FnMut(&mut Vec<u32>, usize),
) -> bool {
    while values.len() <= to {
        let (from, end) = (values.len(), (values.len() + block).min(to + 1));
        append(values, end);
        if !watch.advance((end - from) as u64) && end <= to {
            return false;
        }
    }
    true
}

/// Appends one value: the least that no option has.
fn plain(amounts: &[u32], values: &mut Vec<u32>, seen: &mut [usize]) {
    let n = values.len();
    for &amount in amounts.iter().take_while(|&&amount| amount as usize <= n) {
        seen[values[n - amount as usize] as usize] = n;
    }
    let value = (0..).find(|&v| seen[v] != n).expect("there are fewer options than values");
    values.push(value as u32);
}

/// Bit i of word w in the window of v: the heap `base + 64 w + i` has an option of value v.
#[derive(Clone, PartialEq, Eq)]
struct Windows<const W: usize> {
    windows: Vec<[u64; W]>,
    /// For each place in the first word, what a heap there marks.
    marks: Vec<[u64; W]>,
    base: usize,
}

impl<const W: usize> Windows<W> {
    /// The windows after these values.
    fn new(amounts: &[u32], values: &[u32]) -> Windows<W> {
        let mark = |place: usize| {
            let mut mark = [0; W];
            for &amount in amounts {
                let bit = place + amount as usize;
                mark[bit / 64] |= 1 << (bit % 64);
            }
            mark
        };
        let marks: Vec<[u64; W]> = (0..64).map(mark).collect();
        let base = values.len() / 64 * 64;
        let mut windows = vec![[0; W]; amounts.len() + 2];
        for (heap, &value) in values.iter().enumerate().skip(base.saturating_sub(64 * W)) {
            for &amount in amounts {
                let reached = heap + amount as usize;
                if reached >= base && reached < base + 64 * W {
                    let bit = reached - base;
                    windows[value as usize][bit / 64] |= 1 << (bit % 64);
                }
            }
        }
        Windows { windows, marks, base }
    }

    fn extend(mut self, values: &mut Vec<u32>, to: usize, watch: &Watch) -> bool {
        values.reserve((to + 1).saturating_sub(values.len()));
        let mut earlier = (self.windows.clone(), usize::MAX);
        let mut renewed = self.base + 64;
        while values.len() <= to {
            let end = (self.base + 64).min(to + 1);
            for heap in values.len()..end {
                values.push(self.next(heap - self.base));
            }
            if end < self.base + 64 {
                return true;
            }
            self.slide();
            if self.base.is_multiple_of(BLOCK) && !watch.advance(BLOCK as u64) {
                return false;
            }
            if self.windows == earlier.0 && earlier.1 != usize::MAX {
                let period = self.base - earlier.1;
                return fill(values, to, BLOCK, watch, |values, end| {
                    let from = values.len() - period;
                    let whole = (end - values.len()).min(period);
                    values.extend_from_within(from..from + whole);
                });
            }
            if self.base >= renewed {
                earlier = (self.windows.clone(), self.base);
                renewed = 2 * self.base;
            }
        }
        true
    }

    /// The value of the heap at that place of the first word, and its marks.
    #[inline]
    fn next(&mut self, place: usize) -> u32 {
        let free = |window: &[u64; W]| window[0] >> place & 1 == 0;
        let value = self.windows.iter().position(free).expect("one value is always free");
        for (word, mark) in self.windows[value].iter_mut().zip(&self.marks[place]) {
            *word |= mark;
        }
        value as u32
    }

    /// Goes on to the next 64 heaps.
    fn slide(&mut self) {
        for window in &mut self.windows {
            window.rotate_left(1);
            window[W - 1] = 0;
        }
        self.base += 64;
    }
}
