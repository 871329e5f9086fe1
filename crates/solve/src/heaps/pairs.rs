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
//! Where no heap is split, the options are few. Where rare parts are a handful and values small, the marks of a heap are
//! one machine word ([`word`]). Otherwise all this is done for a block of heaps together, a chunk of it by each core
//! ([`chunk`]), as far as both parts were known when the block began; what is left follows heap by heap.

use rayon::prelude::*;
use smallvec::SmallVec;
use sprague_rules::Leave;

use crate::budget::Watch;

mod chunk;
mod meet;
mod rows;
mod space;
mod word;

pub use meet::Width;

use chunk::{Block, Chunk, Form, Known};
use rows::NARROWEST;
use space::Space;

/// Below this size the plain way is quick enough.
const SMALL: usize = 256;
/// Heaps in a block: as many as these bytes hold rows of marks, between these bounds.
const ROWS: usize = 1 << 17;
const BLOCKS: [usize; 2] = [16, 256];
/// With fewer rare parts than this, blocks are smaller.
const FEW: usize = 500;
/// Steps that are worth a second thread.
const WORTH_SHARING: usize = 200_000;
/// Marking a sample is to cost so many times what is spent on values that are found after all.
const BALANCE: usize = 3;

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
    /// Where a value was found that was not marked: the smaller part of the split.
    found: Vec<u32>,
    /// Marks what is reached by a heap that is left whole; of one heap at a time.
    whole: Vec<u8>,
    chunks: Vec<Chunk>,
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

    /// The same, with machine words of this width, if the machine has them.
    pub fn with_width(leaves: &[Leave], width: Width) -> Pairs {
        let width = if width.is_here() { width } else { Width::Portable };
        Pairs {
            leaves: leaves.to_vec(),
            room: NARROWEST,
            space: Space::default(),
            sample: 8,
            known: 0,
            retune: SMALL,
            found: Vec::new(),
            whole: Vec::new(),
            chunks: Vec::new(),
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
            // A list that doubles would take up to twice the bytes of its values.
            if values.capacity() - from < BLOCKS[1] {
                values.reserve_exact(BLOCKS[1].max(from / 8));
            }
            let (moves, uniform) = self.moves(from);
            if from >= self.retune && !moves.split.is_empty() {
                self.space = Space::of(values);
                self.retune = from + from / 2;
            }
            if moves.split.is_empty() && moves.whole.len() < u64::BITS as usize {
                let end = uniform.min(from + BLOCKS[1]).min(to + 1);
                (from..end).for_each(|n| values.push(unsplit(&moves.whole, values, n)));
                // Should there be splits again, the space knows nothing of these.
                self.retune = self.retune.min(values.len().max(SMALL));
            } else if from < SMALL {
                let end = uniform.min(SMALL).min(to + 1);
                (from..end).for_each(|n| values.push(plain(&moves, values, n)));
            } else if word::suits(&moves, &self.space, self.room) {
                self.words(values, &moves, uniform.min(from + BLOCKS[1]).min(to + 1));
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

    /// Heaps in a block.
    fn heaps(&self) -> usize {
        let most = if self.space.rare.len() < FEW { BLOCKS[1] / 4 } else { BLOCKS[1] };
        (ROWS / self.room).clamp(BLOCKS[0], most)
    }

    /// Appends the values of heaps below `end`, one by one, or of fewer if one makes more room.
    fn words(&mut self, values: &mut Vec<u16>, moves: &Moves, end: usize) {
        let common = self.space.common_bits();
        for n in values.len()..end {
            let value = word::value(n, values, moves, &self.space, common, self.width);
            values.push(value);
            self.space.note(n, value);
            if usize::from(value) >= word::ROOM {
                break;
            }
        }
    }

    /// Appends the values of heaps below `end`, or of fewer if one makes more room.
    fn block(&mut self, values: &mut Vec<u16>, moves: &Moves, end: usize) {
        let (base, room) = (values.len(), self.room);
        self.found.resize(room, 0);
        self.whole.resize(rows::stride(room), 0);
        self.space.make_room(room);
        let (before, sample) = (self.space.rare.len(), self.sample);
        let work = (sample + before) * (end - base) * moves.split.len();
        let threads = if work > WORTH_SHARING { rayon::current_num_threads() } else { 1 };
        let each = (end - base).div_ceil(threads);
        let form = &Form::of(moves, each / 4);
        let mut chunks = std::mem::take(&mut self.chunks);
        chunks.resize_with(threads.max(chunks.len()), Chunk::default);
        let block = Block { base, before, room, most: self.heaps(), sample, width: self.width };
        let known = Known { values, form, space: &self.space, block };
        let prepare = |(i, chunk): (usize, &mut Chunk)| {
            let first = (base + i * each).min(end);
            chunk.prepare(first, each.min(end - first), &known);
        };
        match threads {
            1 => chunks[..1].iter_mut().enumerate().for_each(prepare),
            _ => chunks[..threads].par_iter_mut().enumerate().for_each(prepare),
        }
        let vain: usize = chunks[..threads].iter().map(|chunk| chunk.vain).sum();
        match BALANCE * vain > self.sample * (end - base) {
            true => self.sample += 1 + self.sample / 8,
            false => self.sample -= self.sample.div_ceil(16),
        }
        'block: for chunk in &mut chunks[..threads] {
            for n in chunk.heaps() {
                let reached = |take: &usize| usize::from(values[n - take]);
                moves.whole.iter().for_each(|take| self.whole[reached(take)] = 1);
                let known = Known { values, form, space: &self.space, block };
                let value = chunk.confirm(n, &known, &self.whole, &mut self.found);
                moves.whole.iter().for_each(|take| self.whole[reached(take)] = 0);
                values.push(value);
                self.space.note(n, value);
                if usize::from(value) >= room {
                    break 'block;
                }
            }
        }
        self.chunks = chunks;
    }
}

/// The value of n where the rest is left whole: no more values are reached than there are numbers to be taken.
fn unsplit(takes: &[usize], values: &[u16], n: usize) -> u16 {
    let reached =
        |seen: u64, take: &usize| seen | 1u64.checked_shl(values[n - take].into()).unwrap_or(0);
    takes.iter().fold(0, reached).trailing_ones() as u16
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
