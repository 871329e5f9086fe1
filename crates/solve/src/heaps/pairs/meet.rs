//! Is there a split with a given value? One comparison a split, as many at once as a machine word holds.

use std::ops::Range;

use super::Split;

/// How many splits are compared at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// Whatever every machine of its kind can do.
    Portable,
    /// 256 bits: 16 values.
    Avx2,
}

impl Width {
    /// All of them.
    pub const EVERY: [Width; 2] = [Width::Portable, Width::Avx2];

    /// The widest that this machine has.
    pub fn widest() -> Width {
        if Width::Avx2.is_here() { Width::Avx2 } else { Width::Portable }
    }

    /// Has this machine words of this width?
    pub fn is_here(self) -> bool {
        match self {
            Width::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(not(target_arch = "x86_64"))]
            Width::Avx2 => false,
        }
    }
}

/// Splits that are compared before it is looked whether one was met.
const STRETCH: usize = 64;

/// How many splits of n with these smaller parts have to be compared, about, until one has this value; `None` if none has.
pub(super) fn stretch(
    values: &[u16],
    n: usize,
    split: Split,
    parts: Range<usize>,
    value: u16,
    width: Width,
) -> Option<usize> {
    let (rest, half) = split.of(n);
    let (from, end) = (parts.start, parts.end.min(half + 1));
    if from >= end {
        return None;
    }
    let (small, large) = (&values[from..end], &values[rest + 1 - end..=rest - from]);
    match width {
        Width::Portable => opposite(small, large, value),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the kernel keeps a width only if the machine has it.
        Width::Avx2 => unsafe { opposite_avx2(small, large, value) },
        #[cfg(not(target_arch = "x86_64"))]
        Width::Avx2 => opposite(small, large, value),
    }
}

/// The first of these smaller parts with which a split of n has this value.
pub(super) fn find(
    values: &[u16],
    n: usize,
    split: Split,
    parts: Range<usize>,
    value: u16,
    width: Width,
) -> Option<usize> {
    let from = parts.start + stretch(values, n, split, parts, value, width)?;
    let (rest, half) = split.of(n);
    (from..=half).find(|&part| values[part] ^ values[rest - part] == value)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn opposite_avx2(a: &[u16], b: &[u16], value: u16) -> Option<usize> {
    opposite(a, b, value)
}

/// The first stretch of `a` where the nim-sum with a number opposite in `b`, taken from its end, is this value: where it
/// begins.
#[inline(always)]
fn opposite(a: &[u16], b: &[u16], value: u16) -> Option<usize> {
    let (whole, rest) = a.as_chunks::<STRETCH>();
    let (beginning, opposite) = b.as_rchunks::<STRETCH>();
    let met = |(a, b): (&[u16; STRETCH], &[u16; STRETCH])| {
        (0..STRETCH).fold(0u16, |met, i| met | u16::from(a[i] ^ b[STRETCH - 1 - i] == value)) != 0
    };
    let at = whole.iter().zip(opposite.iter().rev()).position(met);
    at.map(|i| i * STRETCH).or_else(|| {
        let met = rest.iter().zip(beginning.iter().rev()).any(|(a, b)| a ^ b == value);
        met.then_some(whole.len() * STRETCH)
    })
}
