//! Some heaps that follow each other, with the rows of marks that tell what they reach: one core works on them.
//!
//! Taking 1 from a heap of n and 2 from one of n + 1 leaves the same to be split. So a row belongs to what is left, and
//! as many heaps look at it as there are numbers to be taken.

use std::ops::Range;

use smallvec::SmallVec;

use super::meet::{self, Width};
use super::rows::{
    ABSENT, NOT_FAR, REACHED, mark_parts, mark_range, mark_splits, stride, unmarked,
};
use super::space::Space;
use super::{Moves, Split};

/// Bytes of the rows that are marked together.
const TOGETHER: usize = 1 << 15;
/// So many splits are compared in the time in which one is marked; to look for a value at all costs as much as so many.
const COMPARED: usize = 6;
const SEARCH: usize = 100;
/// So many more splits are marked when comparing has become dear.
const SLAB: usize = 64;

/// Which heaps look at which rows.
pub(super) struct Form {
    /// The splits of the number that a row belongs to.
    pub within: SmallVec<[Split; 8]>,
    /// A heap of n looks at the rows of n less these: the newest row first.
    pub shifts: SmallVec<[usize; 8]>,
}

impl Form {
    /// If heaps share rows, there are up to `most` rows more than heaps.
    pub fn of(moves: &Moves, most: usize) -> Form {
        let takes = || moves.split.iter().map(|split| split.take);
        let (least, largest) = (takes().min().unwrap_or(0), takes().max().unwrap_or(0));
        let alike = |split: &Split| split.unequal == moves.split[0].unequal;
        if moves.split.len() > 1 && largest - least <= most && moves.split.iter().all(alike) {
            let mut shifts: SmallVec<_> = takes().collect();
            shifts.sort_unstable();
            shifts.dedup();
            let split = Split { take: 0, ..moves.split[0] };
            return Form { within: SmallVec::from_slice(&[split]), shifts };
        }
        Form { within: moves.split.clone(), shifts: SmallVec::from_slice(&[0]) }
    }

    /// The rows of these heaps: the first, and how many.
    fn rows(&self, first: usize, heaps: usize) -> (usize, usize) {
        let (least, largest) = (self.shifts[0], *self.shifts.last().expect("there is one"));
        (first - largest, heaps + largest - least)
    }
}

/// What is known while a block is computed.
#[derive(Clone, Copy)]
pub(super) struct Known<'k> {
    pub values: &'k [u16],
    pub form: &'k Form,
    pub space: &'k Space,
    pub block: Block,
}

/// What does not change while a block is computed.
#[derive(Clone, Copy)]
pub(super) struct Block {
    /// The first heap, and how many rare heaps there were before it.
    pub base: usize,
    pub before: usize,
    /// All values are below this power of two.
    pub room: usize,
    /// So many heaps at most: a split whose smaller part is as large has two known parts.
    pub most: usize,
    /// How many splits of each number are marked at first.
    pub sample: usize,
    pub width: Width,
}

/// Some heaps, and the rows that they look at.
#[derive(Default)]
pub(super) struct Chunk {
    first: usize,
    /// For each heap the least value that only splits with a small part may reach.
    guesses: Vec<u16>,
    /// The number that the first row belongs to, and the rows.
    origin: usize,
    marks: Vec<u8>,
    stride: usize,
    /// A row of a heap of n begins so many bytes before that of n: the shifts, as bytes.
    before: SmallVec<[usize; 8]>,
    rows: Vec<Row>,
    /// So many rows have all splits with a rare part marked.
    finished: usize,
    /// What was spent on comparing in vain, in marked splits.
    pub vain: usize,
}

/// How far a row is.
#[derive(Clone)]
struct Row {
    /// Splits with parts from here on were not marked.
    begin: usize,
    /// What was spent on comparing since.
    compared: usize,
}

impl Chunk {
    /// Marks the splits with a rare part, or one of the sample, that are known, and finds for each heap the least value that
    /// no split reaches whose parts are both as large as a block.
    pub fn prepare(&mut self, first: usize, heaps: usize, known: &Known) {
        let (origin, rows) = known.form.rows(first, heaps);
        (self.first, self.origin, self.stride) = (first, origin, stride(known.block.room));
        (self.finished, self.vain) = (0, 0);
        self.before.clear();
        self.before.extend(known.form.shifts.iter().map(|shift| shift * self.stride));
        self.marks.clear();
        self.marks.resize(rows * self.stride, 0);
        let Known { values, form, space, block } = *known;
        let begin = block.most + block.sample;
        self.rows.clear();
        self.rows.resize(rows, Row { begin, compared: 0 });
        let together = (TOGETHER / self.stride).clamp(8, 256);
        if !space.rare.is_empty() {
            for (i, rows) in self.marks.chunks_mut(together * self.stride).enumerate() {
                let first = origin + i * together;
                mark_parts(values, &form.within, first, rows, block.room, &space.rare);
            }
        }
        let sampled = self.marks.chunks_exact_mut(self.stride).enumerate();
        for (i, row) in sampled.filter(|_| block.sample > 0) {
            for &split in &form.within {
                mark_range(values, origin + i, split, block.most..begin, row, block.room);
            }
        }
        self.guesses.clear();
        for n in first..first + heaps {
            let guess = self.guess(n, known);
            self.guesses.push(guess as u16);
        }
    }

    /// Its heaps.
    pub fn heaps(&self) -> Range<usize> {
        self.first..self.first + self.guesses.len()
    }

    /// The least value that no split of n reaches whose parts are both as large as a block.
    fn guess(&mut self, n: usize, known: &Known) -> usize {
        let place = (n - self.origin) * self.stride;
        let mut value = 0;
        'values: loop {
            value = unmarked(&self.marks, place, &self.before, None, value);
            if value >= known.block.room || known.space.is_common(value as u16) {
                return value;
            }
            for shift in &known.form.shifts {
                let mark = place - shift * self.stride + value;
                if self.marks[mark] == 0 {
                    if self.meet(n - shift, value, known) {
                        self.marks[mark] = REACHED;
                        value += 1;
                        continue 'values;
                    }
                    self.marks[mark] = NOT_FAR;
                }
            }
            return value;
        }
    }

    /// Looks for a value among the splits that are not marked. If that has become dear, marks some more.
    fn meet(&mut self, number: usize, value: usize, known: &Known) -> bool {
        let Known { values, form, block, .. } = *known;
        let i = number - self.origin;
        let Row { begin, ref mut compared } = self.rows[i];
        let far = begin..usize::MAX;
        let found = form.within.iter().find_map(|&split| {
            meet::stretch(values, number, split, far.clone(), value as u16, block.width)
        });
        let Some(compares) = found else { return false };
        *compared += compares + SEARCH;
        self.vain += (compares + SEARCH) / COMPARED;
        let more = *compared > COMPARED * SLAB;
        if more {
            let row = &mut self.marks[i * self.stride..][..self.stride];
            for &split in &form.within {
                mark_range(values, number, split, begin..begin + SLAB, row, block.room);
            }
            self.rows[i] = Row { begin: begin + SLAB, compared: 0 };
        }
        true
    }

    /// The value of n, whose options are all known. `whole` marks what is reached by a heap that is left whole; `found`
    /// remembers for a value the smaller part of a split that had it.
    pub fn confirm(&mut self, n: usize, known: &Known, whole: &[u8], found: &mut [u32]) -> u16 {
        self.mark_near(n, known);
        let Known { form, space, .. } = *known;
        let place = (n - self.origin) * self.stride;
        let mut value = usize::from(self.guesses[n - self.first]);
        'values: loop {
            value = unmarked(&self.marks, place, &self.before, Some(whole), value);
            if value >= known.block.room || space.is_common(value as u16) {
                return value as u16;
            }
            for shift in &form.shifts {
                let (number, mark) = (n - shift, place - shift * self.stride + value);
                let to = match self.marks[mark] {
                    ABSENT => continue,
                    NOT_FAR => known.block.most,
                    _ => usize::MAX,
                };
                if meet_again(number, value, known, to, &mut found[value]) {
                    self.marks[mark] = REACHED;
                    value += 1;
                    continue 'values;
                }
                self.marks[mark] = ABSENT;
            }
            return value as u16;
        }
    }

    /// Marks what the rows of n reach by a split with a rare part where the other part, or the rare one, is a heap
    /// of this block.
    fn mark_near(&mut self, n: usize, known: &Known) {
        let Known { values, form, space, block } = *known;
        let (old, new) = space.rare.split_at(block.before);
        let newest = n - form.shifts[0];
        while self.origin + self.finished <= newest {
            let number = self.origin + self.finished;
            let row = &mut self.marks[self.finished * self.stride..][..self.stride];
            for &split in &form.within {
                let rest = number - split.take;
                mark_splits(values, rest, split, old, (rest + 1).saturating_sub(block.base), row);
                mark_splits(values, rest, split, new, rest, row);
            }
            self.finished += 1;
        }
    }
}

/// Has a split a value whose smaller part is below a bound, or the one that had it last?
fn meet_again(number: usize, value: usize, known: &Known, to: usize, last: &mut u32) -> bool {
    let Known { values, form, block, .. } = *known;
    let again = |split: &Split| {
        let ((rest, half), part) = (split.of(number), *last as usize);
        (1..=half).contains(&part) && usize::from(values[part] ^ values[rest - part]) == value
    };
    if form.within.iter().any(again) {
        return true;
    }
    let find = |&split| meet::find(values, number, split, 1..to, value as u16, block.width);
    let part = form.within.iter().find_map(find);
    *last = part.map_or(*last, |part| part as u32);
    part.is_some()
}
