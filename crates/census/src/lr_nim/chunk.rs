//! A chunk of the census of LR-Subtraction Nim: its tally, and its rows if they are wanted.
//!
//! The chunk is gone through in pages. Only counting keeps nothing of a page but counts; otherwise the
//! cycles of a page are kept until they are counted and written.

use std::io::Write;
use std::sync::OnceLock;

use parquet::errors::ParquetError;
use sprague_solve::Watch;

use super::names::Names;
use super::repeating::Repeating;
use super::{Decider, LrNim, Wanted};
use crate::census::{Chunk, Question};
use crate::game::{Class, Cycle};
use crate::lanes::{LANES, Lanes, bytes};
use crate::rows::pages::{CycleColumns, Rows};
use crate::rows::{CYCLES, CycleTally, Kinds};
use crate::tally::{Count, Key, Tally};
use crate::vector::{Vector, Width};
use sprague_columns::{ChunkFile, Column, EncodedColumn, EncodedPage, Kind};

/// How many sets are kept at a time.
const PAGE: u64 = 1 << 16;

/// How many sets a row group has: more in a larger family, so that the list of row groups at the end of a file, which
/// every reader holds, stays short.
pub fn group(family: &LrNim) -> u64 {
    1 << family.free().saturating_sub(12).clamp(20, 24)
}

/// How many sets are a chunk that has rows: a few row groups, so that there are not too many files.
pub fn rows(family: &LrNim) -> u64 {
    4 * group(family)
}

/// The columns of a row.
pub fn columns() -> Vec<Column> {
    let names = [("set", Kind::Text), ("bits", Kind::Bits)];
    names.into_iter().chain(CYCLES).collect()
}

/// What is the same for all chunks.
pub struct Pages {
    family: LrNim,
    width: Width,
    page: u64,
    /// Made with the first rows: whoever only looks at what there is does without.
    names: OnceLock<Names>,
}

impl Pages {
    pub fn new(family: LrNim, width: Width) -> Pages {
        Pages { family, width, page: PAGE.min(family.total()), names: OnceLock::new() }
    }

    /// The tally of a chunk, with its rows written; `None` if the watch says stop.
    pub fn chunk<W: Write + Send>(
        &self,
        chunk: Chunk,
        question: &Question,
        watch: &Watch,
        rows: Option<W>,
    ) -> Result<Option<Tally>, ParquetError> {
        if !question.cycles {
            return Ok(self.count(chunk, watch));
        }
        let file = rows.map(|rows| ChunkFile::new(rows, &columns())).transpose()?;
        self.cycles(chunk, question, watch, file)
    }

    fn count(&self, chunk: Chunk, watch: &Watch) -> Option<Tally> {
        let mut counts = Counts::new(self.family);
        let mut decider = Decider::new(self.family, self.width);
        for first in chunk.numbers().step_by(self.page as usize) {
            decider.part(first, self.page, &mut counts);
            if !watch.advance(self.page) && first + self.page < chunk.numbers().end {
                return None;
            }
        }
        Some(counts.tally())
    }

    /// The tally, and the rows if there is a file for them.
    fn cycles<W: Write + Send>(
        &self,
        chunk: Chunk,
        question: &Question,
        watch: &Watch,
        mut file: Option<ChunkFile<W>>,
    ) -> Result<Option<Tally>, ParquetError> {
        let names = || Names::new(self.family, self.page as usize);
        let names = question.rows.then(|| self.names.get_or_init(names));
        let mut cycles = Cycles {
            by_max: ByMax::new(self.family),
            tally: CycleTally::new(question),
            numbers: [0; LANES],
            first: 0,
            rows: names.map(|_| Rows::new(self.page as usize)),
        };
        let mut decider = Decider::new(self.family, self.width);
        let group = (group(&self.family) / PAGE) as usize;
        let mut columns = Columns::default();
        for first in chunk.numbers().step_by(self.page as usize) {
            cycles.first = first;
            if let Some(rows) = &mut cycles.rows {
                rows.clear(self.page as usize);
            }
            decider.part(first, self.page, &mut cycles);
            let last = first + self.page == chunk.numbers().end;
            if let (Some(names), Some(rows), Some(file)) = (names, &cycles.rows, &mut file) {
                columns.page(names.page(first), rows, &cycles.tally.kinds);
                if last || columns.pages() == group {
                    file.append(std::mem::take(&mut columns).finish(&cycles.tally.kinds))?;
                }
            }
            if !watch.advance(self.page) && !last {
                return Ok(None);
            }
        }
        if let Some(file) = file {
            file.finish()?.flush()?;
        }
        Ok(Some(cycles.tally.finish()))
    }
}

/// The columns of a row group.
#[derive(Default)]
struct Columns {
    bits: EncodedColumn,
    texts: EncodedColumn,
    of_cycles: CycleColumns,
}

impl Columns {
    fn page(&mut self, [bits, texts]: [EncodedPage; 2], rows: &Rows, kinds: &Kinds) {
        self.bits.pages.push(bits);
        self.texts.pages.push(texts);
        self.of_cycles.page(rows, kinds);
    }

    fn pages(&self) -> usize {
        self.bits.pages.len()
    }

    fn finish(self, kinds: &Kinds) -> Vec<EncodedColumn> {
        [self.texts, self.bits].into_iter().chain(self.of_cycles.finish(kinds)).collect()
    }
}

/// Which lanes of a group have which largest element.
struct ByMax {
    family: LrNim,
    /// The lanes whose lowest bit is that one, and last the lane 0.
    lowest: Vec<Lanes>,
}

impl ByMax {
    fn new(family: LrNim) -> ByMax {
        let lowest = |bit: u32| {
            let lane = |lane: usize| (lane as u32 | LANES as u32).trailing_zeros() == bit;
            Lanes::where_lane(lane)
        };
        ByMax { family, lowest: (0..=LANES.ilog2()).map(lowest).collect() }
    }

    #[inline(always)]
    fn count(&self, first: u64, left: Lanes, decided: Lanes, mut add: impl FnMut(u32, Count)) {
        for (bit, &lanes) in self.lowest.iter().enumerate() {
            let max = match bit == self.lowest.len() - 1 {
                true => self.family.set(first).ilog2(),
                // With few sets there are lanes that stand for none.
                false => self.family.max.saturating_sub(bit as u32),
            };
            let games = u64::from((decided & lanes).count());
            let left = u64::from((left & lanes).count());
            add(max, Count { games, left });
        }
    }

    fn max(&self, number: u64) -> u32 {
        self.family.set(number).ilog2()
    }
}

/// Only counts.
struct Counts {
    by_max: ByMax,
    counts: [Count; 64],
}

impl Counts {
    fn new(family: LrNim) -> Counts {
        Counts { by_max: ByMax::new(family), counts: [Count::default(); 64] }
    }

    fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for (max, &count) in self.counts.iter().enumerate() {
            tally.all.add(count);
            tally.count(Key::Max, max as u64, count);
        }
        let Count { games, left } = tally.all;
        tally.count(Key::Class, Class::AllL as u64, Count { games: left, left });
        tally.count(Key::Class, Class::Mixed as u64, Count { games: games - left, left: 0 });
        tally
    }
}

impl Wanted for Counts {
    const CYCLES: bool = false;

    #[inline(always)]
    fn group(&mut self, first: u64, left: Lanes, decided: Lanes) {
        let add = |max: u32, count| self.counts[max as usize & 63].add(count);
        self.by_max.count(first, left, decided, add);
    }

    fn left_from<V: Vector>(&mut self, _: u64, _: Lanes, _: &[Lanes; 8]) {}

    fn periodic(&mut self, _: &Repeating) {}

    fn alone(&mut self, number: u64, cycle: &Cycle) {
        let left = u64::from(cycle.class() == Class::AllL);
        self.counts[self.by_max.max(number) as usize].add(Count { games: 1, left });
    }
}

/// The cycles, counted, and kept for a page if there are rows to be written.
struct Cycles {
    by_max: ByMax,
    tally: CycleTally,
    /// The preperiods of the group at hand, if no rows are kept.
    numbers: [u8; LANES],
    /// The first row of the page.
    first: u64,
    rows: Option<Rows>,
}

impl Cycles {
    #[inline(always)]
    fn keep(&mut self, number: u64, preperiod: u32, kind: u32) {
        if let Some(rows) = &mut self.rows {
            rows.put((number - self.first) as usize, preperiod, kind);
        }
    }
}

impl Wanted for Cycles {
    const CYCLES: bool = true;

    #[inline(always)]
    fn group(&mut self, first: u64, left: Lanes, decided: Lanes) {
        self.by_max.count(first, left, decided, |max, count| self.tally.count_max(max, count));
    }

    #[inline(always)]
    fn left_from<V: Vector>(&mut self, first: u64, left: Lanes, preperiods: &[Lanes; 8]) {
        let numbers = match &mut self.rows {
            Some(rows) => rows.lefts((first - self.first) as usize, left),
            None => &mut self.numbers,
        };
        bytes::<V>(preperiods, numbers);
        self.tally.lefts(first, left, numbers);
    }

    // A loop of its own, with all it needs in registers.
    #[inline(never)]
    fn periodic(&mut self, sets: &Repeating) {
        let Cycles { tally, rows, first, .. } = self;
        sets.for_each(|number, cycle| {
            let kind = tally.kinds.number(cycle, 1);
            if let Some(rows) = rows {
                rows.put_other((number - *first) as usize, cycle.preperiod as u8, kind);
            }
        });
    }

    #[inline(always)]
    fn periodic_from(
        &mut self,
        number: impl Fn(usize) -> u64,
        period: u32,
        preperiod: u32,
        lanes: Lanes,
    ) {
        let games = lanes.count().into();
        self.tally.many([period, preperiod], Count { games, left: 0 }, |visit| {
            lanes.for_each(|lane| visit(number(lane)));
        });
    }

    fn alone(&mut self, number: u64, cycle: &Cycle) {
        let kind = self.tally.game(number, cycle, self.by_max.max(number));
        self.keep(number, cycle.preperiod, kind);
    }
}
