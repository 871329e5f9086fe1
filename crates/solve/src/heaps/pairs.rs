//! Heaps that are left in at most two parts: take-and-break games such as Kayles, Officers, Grundy's.
//!
//! The plain way looks at every split: n / 2 of them for the heap n. Here some of the splits are *marked*: there is a byte
//! for every value, set if one of them has it. The least value v that is not marked is then the heap's value, unless
//! another split has it: this takes one comparison a split, many at once ([`meet`]). If there is one, the next value that is
//! not marked is tried. Which splits are marked?
//!
//! *Those with a rare part*, where they are few. Nim-values of many games crowd into one half of all numbers, the
//! *common* values, such that a common value is the nim-sum of a rare and a common one ([`space`]). When all splits
//! with a rare part are marked, a common value that is not marked is reached by none, and there is nothing to compare.
//!
//! *A sample*: those with a part out of a range of small heaps, so many that few values remain to be tried.
//!
//! All this is done for a block of heaps together, by all cores, as far as both parts were known when the block began; what
//! is left follows heap by heap. A part of one size marks all heaps of the block one after the other: the other part
//! goes through consecutive values.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use smallvec::SmallVec;
use sprague_rules::Leave;

use crate::budget::Watch;

mod meet;
mod rows;
mod space;

pub use meet::Width;

use meet::find;
use rows::{mark_parts, mark_splits};
use space::Space;

/// Below this size the plain way is quick enough.
const SMALL: usize = 1024;
/// Heaps in a block: as many as these bytes hold rows of marks, between these bounds.
const ROWS: usize = 1 << 17;
const BLOCKS: [usize; 2] = [16, 256];
/// With fewer rare parts than this, blocks are smaller.
const FEW: usize = 500;
/// Bytes of the rows that are marked together.
const TOGETHER: usize = 1 << 15;
/// Steps that are worth a second thread.
const WORTH_SHARING: u64 = 200_000;
/// To compare a split costs this part of marking it.
const COMPARED: u64 = 3;

/// The kernel, between calls.
pub struct Pairs {
    leaves: Vec<Leave>,
    /// All values are below this power of two when a block begins; a row has twice as many marks.
    room: usize,
    space: Space,
    /// How many small heaps are the sample.
    sample: usize,
    /// Up to where values were looked through, and when to look for a better space.
    known: usize,
    retune: usize,
    /// Where a value was found that was not marked: which kind of split, and its smaller part.
    found: Vec<(u8, u32)>,
    rows: Vec<u8>,
    guesses: Vec<u16>,
    width: Width,
}

/// The moves of all heaps of a block: they are the same for each.
struct Moves {
    /// How many tokens are taken where the rest is left whole.
    whole: SmallVec<[usize; 8]>,
    split: SmallVec<[Split; 8]>,
}

/// A move that leaves two parts.
#[derive(Clone, Copy)]
struct Split {
    take: usize,
    unequal: bool,
}

impl Split {
    /// What is left of a heap of n, and the largest of the smaller parts.
    #[inline]
    fn of(self, n: usize) -> (usize, usize) {
        let rest = n - self.take;
        (rest, if self.unequal { (rest - 1) / 2 } else { rest / 2 })
    }
}

impl Pairs {
    /// For moves that leave at most two parts.
    pub fn new(leaves: &[Leave]) -> Pairs {
        Pairs::with_width(leaves, Width::widest())
    }

    /// The same, with machine words of this width.
    pub fn with_width(leaves: &[Leave], width: Width) -> Pairs {
        Pairs {
            leaves: leaves.to_vec(),
            room: 4,
            space: Space::default(),
            sample: 8,
            known: 0,
            retune: SMALL,
            found: Vec::new(),
            rows: Vec::new(),
            guesses: Vec::new(),
            width,
        }
    }

    /// Appends values up to that of `to`. False if stopped before, or if a value is too large for
    /// this kernel: `too_large` tells.
    pub fn extend(&mut self, values: &mut Vec<u16>, to: usize, watch: &Watch) -> bool {
        while values.len() <= to {
            let from = values.len();
            let new = values[self.known.min(from)..].iter().max();
            let most = new.map_or(0, |&most| usize::from(most));
            self.room = self.room.max((most + 1).next_power_of_two());
            self.known = from;
            if from >= self.retune {
                self.space = Space::of(values);
                self.retune = from + from / 2;
            }
            let (moves, uniform) = self.moves(from);
            if from < SMALL {
                let end = uniform.min(SMALL).min(to + 1);
                (from..end).for_each(|n| values.push(plain(&moves, values, n)));
            } else {
                self.block(values, &moves, uniform.min(from + self.heaps()).min(to + 1));
            }
            let done = values.len() - from;
            if !watch.advance(done as u64) && values.len() <= to || too_large(&values[from..]) {
                return false;
            }
        }
        true
    }

    /// The moves of a heap of n, and up to below which heap they are the same.
    fn moves(&self, n: usize) -> (Moves, usize) {
        let (mut whole, mut split) = (SmallVec::new(), SmallVec::new());
        let mut uniform = usize::MAX;
        for leave in &self.leaves {
            let take = leave.take as usize;
            let fewest = (leave.parts + u32::from(leave.unequal)) as usize;
            let first = (take + fewest).max(leave.least as usize);
            let beyond = match (leave.parts, leave.largest) {
                (0, largest) => (take + 1).min(largest as usize + 1),
                (_, u32::MAX) => usize::MAX,
                (_, largest) => largest as usize + 1,
            };
            uniform = [first, beyond].into_iter().filter(|&at| at > n).fold(uniform, usize::min);
            match leave.parts {
                _ if !leave.fits(n as u32) => {}
                2 => split.push(Split { take, unequal: leave.unequal }),
                _ => whole.push(take),
            }
        }
        (Moves { whole, split }, uniform)
    }

    /// Marks in a row: more than values that two parts can have, until one comes that makes more room.
    fn marks(&self) -> usize {
        2 * self.room
    }

    /// Heaps in a block.
    fn heaps(&self) -> usize {
        let most = if self.space.rare.len() < FEW { BLOCKS[1] / 4 } else { BLOCKS[1] };
        (ROWS / self.marks()).clamp(BLOCKS[0], most)
    }

    /// Appends the values of heaps below `end`, or of fewer if one makes more room.
    fn block(&mut self, values: &mut Vec<u16>, moves: &Moves, end: usize) {
        let (base, block, marks) = (values.len(), self.heaps(), self.marks());
        self.found.resize(marks, (0, 0));
        self.space.make_room(marks);
        let mut rows = std::mem::take(&mut self.rows);
        let mut guesses = std::mem::take(&mut self.guesses);
        rows.clear();
        rows.resize((end - base) * marks, 0);
        guesses.clear();
        guesses.resize(end - base, 0);
        let before = self.space.rare.len();
        let work = ((self.sample + before) * moves.split.len() * (end - base)) as u64;
        let compared = AtomicU64::new(0);
        let chunk = (TOGETHER / marks).clamp(8, BLOCKS[1]);
        let share = |(i, (rows, guesses)): (usize, (&mut [u8], &mut [u16]))| {
            let first = base + i * chunk;
            let steps = self.guess(values, moves, first, block, rows, guesses);
            compared.fetch_add(steps, Ordering::Relaxed);
        };
        match work > WORTH_SHARING && rayon::current_num_threads() > 1 {
            true => {
                let rows = rows.par_chunks_mut(chunk * marks);
                rows.zip(guesses.par_chunks_mut(chunk)).enumerate().for_each(share);
            }
            false => {
                let rows = rows.chunks_mut(chunk * marks);
                rows.zip(guesses.chunks_mut(chunk)).enumerate().for_each(share);
            }
        }
        // What is spent on values that are found after all is to be as much as what is spent on the sample.
        let sampled = (self.sample * moves.split.len() * (end - base)) as u64;
        match compared.into_inner() / COMPARED > sampled {
            true => self.sample += 1 + self.sample / 8,
            false => self.sample -= self.sample / 16,
        }
        for ((n, row), &guess) in (base..end).zip(rows.chunks_exact_mut(marks)).zip(&guesses) {
            self.mark_near(values, moves, n, row, base, before);
            let value = self.confirm(values, moves, n, row, guess, block);
            values.push(value);
            self.space.note(n, value);
            if usize::from(value) >= self.room {
                break;
            }
        }
        (self.rows, self.guesses) = (rows, guesses);
    }

    /// For heaps from `first` on: marks the splits with a rare part, or one of the sample, that are known, and finds the least
    /// value that no split reaches whose parts are both as large as a block. Says how many splits were compared in vain.
    fn guess(
        &self,
        values: &[u16],
        moves: &Moves,
        first: usize,
        block: usize,
        rows: &mut [u8],
        guesses: &mut [u16],
    ) -> u64 {
        let marks = self.marks();
        let sample = block as u32..(block + self.sample) as u32;
        let rare = self.space.rare.iter().copied();
        mark_parts(values, &moves.split, first, rows, marks, rare);
        mark_parts(values, &moves.split, first, rows, marks, sample);
        let mut compared = 0;
        for ((n, row), guess) in (first..).zip(rows.chunks_exact_mut(marks)).zip(guesses) {
            let mut value = 0;
            loop {
                value += rows::unmarked(&row[value..]);
                if self.space.is_common(value as u16) {
                    break;
                }
                let from = block + self.sample;
                let found = moves.split.iter().find_map(|&split| {
                    find(values, n, split, from..usize::MAX, value as u16, self.width)
                });
                match found {
                    None => break,
                    Some(part) => compared += (part - from) as u64,
                }
                value += 1;
            }
            *guess = value as u16;
        }
        compared
    }

    /// Marks what n reaches otherwise by a heap left whole, or a split with a rare part: where the other part, or the
    /// rare one, is a heap of this block, from `base` on.
    fn mark_near(
        &self,
        values: &[u16],
        moves: &Moves,
        n: usize,
        row: &mut [u8],
        base: usize,
        before: usize,
    ) {
        for take in &moves.whole {
            row[usize::from(values[n - take])] = 1;
        }
        let rare = &self.space.rare;
        for &split in &moves.split {
            let rest = n - split.take;
            mark_splits(values, rest, split, &rare[..before], (rest + 1).saturating_sub(base), row);
            mark_splits(values, rest, split, &rare[before..], rest, row);
        }
    }

    /// The value of n, when all splits with a rare part are marked: all below `guess` are reached, and this one only by
    /// splits with a part that is smaller than a block.
    fn confirm(
        &mut self,
        values: &[u16],
        moves: &Moves,
        n: usize,
        row: &[u8],
        guess: u16,
        block: usize,
    ) -> u16 {
        let (mut value, mut to) = (usize::from(guess), block);
        loop {
            if row[value] == 0 {
                if self.space.is_common(value as u16) {
                    return value as u16;
                }
                let (kind, part) = self.found[value];
                let again = moves.split.get(usize::from(kind)).is_some_and(|split| {
                    let (rest, half) = split.of(n);
                    let part = part as usize;
                    (1..=half).contains(&part)
                        && usize::from(values[part] ^ values[rest - part]) == value
                });
                if !again {
                    let found = moves.split.iter().enumerate().find_map(|(kind, &split)| {
                        let part = find(values, n, split, 1..to, value as u16, self.width)?;
                        Some((kind as u8, part as u32))
                    });
                    match found {
                        None => return value as u16,
                        Some(place) => self.found[value] = place,
                    }
                }
            }
            (value, to) = (value + 1, usize::MAX);
        }
    }
}

/// Has a value come near the end of the numbers that fit?
pub fn too_large(values: &[u16]) -> bool {
    values.iter().any(|&value| value >= 1 << 14)
}

/// The value of n, from all its options.
fn plain(moves: &Moves, values: &[u16], n: usize) -> u16 {
    let room = values.iter().max().map_or(1, |&most| (usize::from(most) + 1).next_power_of_two());
    let mut seen = vec![false; room + 1];
    for take in &moves.whole {
        seen[usize::from(values[n - take])] = true;
    }
    for split in &moves.split {
        let (rest, half) = split.of(n);
        let large = values[rest - half..rest].iter().rev();
        for (a, b) in values[1..=half].iter().zip(large) {
            seen[usize::from(a ^ b)] = true;
        }
    }
    seen.iter().position(|seen| !seen).expect("the last one is free") as u16
}
