//! LZ4 blocks of pages whose units, some rows each, come again and again.
//!
//! A compressor for bytes of any kind looks for an earlier occurrence at every byte. In a page of entries it is
//! enough to look where a unit begins, and to compare from there on: that takes a third of the time for
//! half as many bytes more. The format is that of `LZ4_RAW`: a block is a row of sequences, each of them
//! literals and then a match, which copies what was written a distance before.

use bytes::Bytes;
use std::cell::RefCell;

/// The least length of a match.
const UNIT: usize = 16;
/// The last bytes of a block are literals, and no match begins near them.
const LITERALS_AT_THE_END: usize = 5;
/// The greatest distance of a match.
const FARTHEST: usize = 0xffff;
/// The places of units by their hashes: a table that stays in the nearest memory.
const HASH_BITS: u32 = 11;

/// The bytes as a block; units begin at these places, in ascending order.
pub fn compress(bytes: &[u8], units: impl Iterator<Item = usize>) -> Bytes {
    thread_local! {
        static MEMORY: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }
    MEMORY.with_borrow_mut(|out| {
        // A length of literals takes a byte for 255 of them, and copies are of whole units.
        let most = bytes.len() + bytes.len() / 255 + 2 * UNIT;
        if out.len() < most {
            out.resize(most, 0);
        }
        let mut block = Block { bytes, literals: 0, out, length: 0 };
        block.fill(units);
        Bytes::copy_from_slice(&block.out[..block.length])
    })
}

/// A block on its way.
struct Block<'b> {
    bytes: &'b [u8],
    /// Where the literals of the next sequence begin.
    literals: usize,
    out: &'b mut [u8],
    length: usize,
}

impl Block<'_> {
    fn fill(&mut self, mut units: impl Iterator<Item = usize>) {
        let mut places = [0u32; 1 << HASH_BITS];
        let end = self.bytes.len().saturating_sub(LITERALS_AT_THE_END);
        while let Some(unit) = units.find(|&unit| unit >= self.literals) {
            if unit + UNIT > end {
                break;
            }
            let here = unit_at(self.bytes, unit);
            let place = &mut places[hash(here)];
            let earlier = std::mem::replace(place, unit as u32) as usize;
            let distance = unit - earlier;
            if (1..=FARTHEST).contains(&distance) && unit_at(self.bytes, earlier) == here {
                let further = alike(&self.bytes[..end], earlier + UNIT, unit + UNIT);
                self.sequence(unit, distance, UNIT + further);
            }
        }
        self.put_literals(self.bytes.len(), 0);
    }

    /// Literals up to that place, and a match there.
    #[inline(always)]
    fn sequence(&mut self, until: usize, distance: usize, length: usize) {
        // A match has at least four bytes, which are not counted.
        let counted = length - 4;
        self.put_literals(until, counted.min(15) as u8);
        self.out[self.length..self.length + 2].copy_from_slice(&(distance as u16).to_le_bytes());
        self.length += 2;
        if counted >= 15 {
            self.put_length(counted - 15);
        }
        self.literals = until + length;
    }

    /// The token of a sequence, with what it says of the match, and the literals up to that place.
    #[inline(always)]
    fn put_literals(&mut self, until: usize, of_match: u8) {
        let count = until - self.literals;
        self.put((count.min(15) as u8) << 4 | of_match);
        if count >= 15 {
            self.put_length(count - 15);
        }
        let mut from = self.literals;
        let mut to = self.length;
        self.length += count;
        // Whole units are copied faster; what is too much is written over.
        while from < until && from + UNIT <= self.bytes.len() {
            self.out[to..to + UNIT].copy_from_slice(&self.bytes[from..from + UNIT]);
            from += UNIT;
            to += UNIT;
        }
        if from < until {
            self.out[to..self.length].copy_from_slice(&self.bytes[from..until]);
        }
    }

    #[inline(always)]
    fn put(&mut self, byte: u8) {
        self.out[self.length] = byte;
        self.length += 1;
    }

    #[inline(always)]
    fn put_length(&mut self, mut length: usize) {
        while length >= 255 {
            self.put(255);
            length -= 255;
        }
        self.put(length as u8);
    }
}

#[inline(always)]
fn unit_at(bytes: &[u8], place: usize) -> [u64; 2] {
    [word_at(bytes, place), word_at(bytes, place + 8)]
}

#[inline(always)]
fn word_at(bytes: &[u8], place: usize) -> u64 {
    u64::from_le_bytes(bytes[place..place + 8].try_into().expect("eight bytes"))
}

#[inline(always)]
fn hash([low, high]: [u64; 2]) -> usize {
    let mixed = (low ^ high.rotate_left(23)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> (64 - HASH_BITS)) as usize
}

/// How many bytes are alike from two places on, the second the later one; a few less at the end.
#[inline(always)]
fn alike(bytes: &[u8], mut one: usize, mut other: usize) -> usize {
    let begin = other;
    while other + 8 <= bytes.len() {
        let different = word_at(bytes, one) ^ word_at(bytes, other);
        if different != 0 {
            return other - begin + different.trailing_zeros() as usize / 8;
        }
        one += 8;
        other += 8;
    }
    other - begin
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn is_read_back(bytes: &[u8], from: usize) {
        let block = compress(bytes, (from..bytes.len()).step_by(UNIT));
        let read = lz4_flex::block::decompress(&block, bytes.len()).unwrap();
        assert!(read == bytes);
    }

    #[test]
    fn what_repeats_is_short() {
        let bytes = vec![7; 1 << 16];
        assert!(compress(&bytes, (0..bytes.len()).step_by(UNIT)).len() < 300);
        is_read_back(&bytes, 4);
    }

    #[test]
    fn matches_do_not_reach_too_far() {
        // The same at the beginning and at the end, and nothing alike between.
        for apart in [FARTHEST - 15, FARTHEST - 14, FARTHEST + 2] {
            let mut bytes: Vec<u8> = (0..apart as u32).flat_map(|n| n.to_le_bytes()).collect();
            bytes.truncate(apart);
            bytes.extend_from_within(..100);
            is_read_back(&bytes, 0);
            is_read_back(&bytes, apart % UNIT);
        }
    }

    proptest! {
        #[test]
        fn blocks_are_read_back(
            parts in prop::collection::vec((prop::collection::vec(0..4u8, 0..40), 0..30usize), 0..40),
            from in 0..20usize,
        ) {
            let bytes: Vec<u8> = parts.iter().flat_map(|(part, times)| part.repeat(*times)).collect();
            is_read_back(&bytes, from);
        }

        #[test]
        fn short_ones_too(bytes in prop::collection::vec(0..2u8, 0..60)) {
            is_read_back(&bytes, 0);
        }
    }
}
