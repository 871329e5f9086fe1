//! One bit of each of 512 games.
//!
//! How the machine carries them is said in [`crate::vector`].

use std::ops::{BitAnd, BitOr, BitXor, Not, Range};

use crate::vector::Vector;

/// How many games are computed at once.
pub const LANES: usize = 512;
/// The number of bits in a lane's number.
pub const LANE_BITS: u32 = 9;

/// The number of words that lanes are kept in.
pub const WORDS: usize = LANES / 64;

/// A bit for each of 512 games: that of lane `64 w + i` is bit i of word w.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Lanes(pub [u64; WORDS]);

impl Lanes {
    pub const NONE: Lanes = Lanes([0; WORDS]);
    pub const ALL: Lanes = Lanes([u64::MAX; WORDS]);

    /// The lanes whose number has that bit.
    pub fn with_bit(bit: u32) -> Lanes {
        Lanes::where_lane(|lane| lane >> bit & 1 == 1)
    }

    pub fn where_lane(holds: impl Fn(usize) -> bool) -> Lanes {
        let mut lanes = Lanes::NONE;
        (0..LANES).filter(|&lane| holds(lane)).for_each(|lane| lanes.insert(lane));
        lanes
    }

    /// The first so many lanes.
    pub fn first(count: usize) -> Lanes {
        let word = |index: usize| match count.saturating_sub(64 * index) {
            0 => 0,
            here => u64::MAX >> (64 - here.min(64)),
        };
        Lanes(std::array::from_fn(word))
    }

    /// The lanes of a range.
    pub fn between(lanes: &Range<usize>) -> Lanes {
        Lanes::first(lanes.end) & !Lanes::first(lanes.start)
    }

    pub fn insert(&mut self, lane: usize) {
        self.0[lane / 64] |= 1 << (lane % 64);
    }

    pub fn contains(self, lane: usize) -> bool {
        self.0[lane / 64] >> (lane % 64) & 1 == 1
    }

    #[inline(always)]
    pub fn any(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) != 0
    }

    #[inline(always)]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Calls `visit` with every lane that is in.
    #[inline(always)]
    pub fn for_each(self, mut visit: impl FnMut(usize)) {
        for (index, &word) in self.0.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                visit(64 * index + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }

    #[inline(always)]
    pub fn zip(self, other: Lanes, op: impl Fn(u64, u64) -> u64) -> Lanes {
        Lanes(std::array::from_fn(|i| op(self.0[i], other.0[i])))
    }
}

impl BitAnd for Lanes {
    type Output = Lanes;
    #[inline(always)]
    fn bitand(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Lanes {
    type Output = Lanes;
    #[inline(always)]
    fn bitor(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Lanes {
    type Output = Lanes;
    #[inline(always)]
    fn bitxor(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Lanes {
    type Output = Lanes;
    #[inline(always)]
    fn not(self) -> Lanes {
        Lanes(self.0.map(|word| !word))
    }
}

/// Turns 64 steps of 512 lanes into 64 bits for each lane: bit n of what is at `[i][w]` afterwards is
/// what lane `64 w + i` had at step n.
///
/// Each of the eight columns of words is a matrix of 64 by 64 bits, transposed by swapping ever smaller
/// quarters (Hacker's Delight, 7-3).
#[inline(always)]
pub fn transpose<V: Vector>(steps: &mut [Lanes; 64]) {
    let mut half = 0x0000_0000_ffff_ffff_u64;
    let mut width = 32;
    while width != 0 {
        let mask = V::load(&Lanes([half; WORDS]));
        let mut row = 0;
        while row < 64 {
            for k in row..row + width {
                let (one, other) = (k & 63, (k + width) & 63);
                let (low, high) = (V::load(&steps[one]), V::load(&steps[other]));
                let swap = low.down(width as u32).xor(high).and(mask);
                steps[other] = high.xor(swap).lanes();
                steps[one] = low.xor(swap.up(width as u32)).lanes();
            }
            row += 2 * width;
        }
        width >>= 1;
        half ^= half << width;
    }
}

/// The columns of a matrix that differ in one bit of their number, by pairs.
const PAIRS: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Numbers below 256 for every lane, from the lanes that have each of their bits.
///
/// As in [`transpose`], but with eight rows only: their number changes places with the last three bits of
/// the lane's number, and then with the three before these, so that every byte is where its lane is.
#[inline(always)]
pub fn bytes<V: Vector>(bits: &[Lanes; 8], out: &mut [u8; LANES]) {
    let [a, b, c, d, e, f, g, h] = bits;
    let mut rows = [
        V::load(a),
        V::load(b),
        V::load(c),
        V::load(d),
        V::load(e),
        V::load(f),
        V::load(g),
        V::load(h),
    ];
    for (step, pairs) in PAIRS.iter().enumerate() {
        let (apart, width, mask) = (1 << (step % 3), 1 << step, V::load(&Lanes([*pairs; WORDS])));
        for row in 0..4 {
            // The rows in which the bit is not set.
            let one = (row & !(apart - 1)) << 1 | row & (apart - 1);
            let (low, high) = (rows[one], rows[one | apart]);
            let swap = low.down(width).xor(high).and(mask);
            rows[one | apart] = high.xor(swap);
            rows[one] = low.xor(swap.up(width));
        }
    }
    for (row, lanes) in rows.into_iter().enumerate() {
        for (word, eight) in lanes.lanes().0.into_iter().zip(out.chunks_exact_mut(64)) {
            eight[8 * row..8 * row + 8].copy_from_slice(&word.to_le_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_where_their_lanes_are() {
        let number = |lane: usize| ((lane * 40503) >> 5) as u8;
        let bits =
            std::array::from_fn(|bit| Lanes::where_lane(|lane| number(lane) >> bit & 1 == 1));
        let mut out = [0; LANES];
        bytes::<Lanes>(&bits, &mut out);
        assert!((0..LANES).all(|lane| out[lane] == number(lane)));
    }

    #[test]
    fn lanes_are_transposed() {
        let bit = |step: usize, lane: usize| ((step * 2654435761) ^ (lane * 40503)) >> 7 & 1 == 1;
        let mut steps: [Lanes; 64] =
            std::array::from_fn(|step| Lanes::where_lane(|lane| bit(step, lane)));
        transpose::<Lanes>(&mut steps);
        for lane in 0..LANES {
            let word = steps[lane % 64].0[lane / 64];
            assert!((0..64).all(|step| (word >> step & 1 == 1) == bit(step, lane)), "{lane}");
        }
    }

    #[test]
    fn lanes_are_visited_in_order() {
        let mut seen = Vec::new();
        Lanes::with_bit(7).for_each(|lane| seen.push(lane));
        assert_eq!(seen.len(), 256);
        assert!(seen.iter().all(|lane| lane & 128 != 0) && seen.is_sorted());
    }
}
