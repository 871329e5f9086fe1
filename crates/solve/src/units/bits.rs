//! Runs of bits that start anywhere in an array of words.
//!
//! A run of `n` words that starts at bit `b` touches `n + 1` words when `b` is not a multiple of
//! 64, so every array here keeps one spare word at its end.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of words that hold `bits` bits.
pub(super) const fn span(bits: usize) -> usize {
    bits.div_ceil(64)
}

/// An array of zeros for `bits` bits and the spare word.
pub(super) fn zeros(bits: usize) -> Vec<u64> {
    vec![0; span(bits) + 1]
}

/// A word of a private array or of the shared table.
pub(super) trait Word {
    fn word(&self) -> u64;
}

impl Word for u64 {
    fn word(&self) -> u64 {
        *self
    }
}

impl Word for AtomicU64 {
    fn word(&self) -> u64 {
        self.load(Relaxed)
    }
}

/// Whether bit `at` is set.
#[inline]
pub(super) fn bit<W: Word>(words: &[W], at: usize) -> bool {
    words[at / 64].word() >> (at % 64) & 1 != 0
}

/// The 64 bits from bit `start` on.
#[inline]
pub(super) fn peek<W: Word>(words: &[W], start: usize) -> u64 {
    shifted(&words[start / 64..start / 64 + 2], start % 64)
}

/// The 64 bits from bit `shift` of two words on.
#[inline]
fn shifted<W: Word>(pair: &[W], shift: usize) -> u64 {
    pair[0].word() >> shift | pair[1].word() << 1 << (63 - shift)
}

/// The words of `from` read from bit `start` on, without end but for the array's.
#[inline]
fn run<W: Word>(from: &[W], start: usize) -> impl Iterator<Item = u64> {
    let pairs = from[start / 64..].windows(2);
    pairs.map(move |pair| shifted(pair, start % 64))
}

/// Fills `into` with the run of `from` that starts at bit `start`.
#[inline]
pub(super) fn copy<W: Word>(into: &mut [u64], from: &[W], start: usize) {
    if let [word] = into {
        *word = peek(from, start);
        return;
    }
    for (into, word) in into.iter_mut().zip(run(from, start)) {
        *into = word;
    }
}

/// Adds to `into` the run of `from` that starts at bit `start`.
#[inline]
pub(super) fn join<W: Word>(into: &mut [u64], from: &[W], start: usize) {
    if let [word] = into {
        *word |= peek(from, start);
        return;
    }
    for (into, word) in into.iter_mut().zip(run(from, start)) {
        *into |= word;
    }
}

/// Adds `word` to the 64 bits of `into` from bit `start` on.
#[inline]
pub(super) fn spill(into: &mut [u64], start: usize, word: u64) {
    let pair = &mut into[start / 64..start / 64 + 2];
    pair[0] |= word << (start % 64);
    pair[1] |= word >> 1 >> (63 - start % 64);
}

/// Writes the `len` bits of `from` into the run of the shared table that starts at bit `start`,
/// all of it still zero. Only its first and last words can be another writer's too.
pub(super) fn publish(table: &[AtomicU64], start: usize, from: &[u64], len: usize) {
    let shift = start % 64;
    let table = &table[start / 64..span(start + len)];
    let mut carry = 0;
    for (i, (shared, &word)) in table.iter().zip(from).enumerate() {
        let whole = word << shift | carry;
        carry = word >> 1 >> (63 - shift);
        if i == 0 || i + 1 == table.len() {
            shared.fetch_or(whole, Relaxed);
        } else {
            shared.store(whole, Relaxed);
        }
    }
}
