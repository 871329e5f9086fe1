//! A chunk of the census of LR-Subtraction Nim: its tally, and its rows if they are wanted.
//!
//! The chunk is gone through in pages. Only counting keeps nothing of a page but counts; otherwise the
//! cycles of a page are kept until they are counted and written.

use std::io::Write;

use parquet::errors::ParquetError;
use sprague_solve::Watch;

use super::names::Names;
use super::{LrNim, Part, Wanted, decide};
use crate::census::{Chunk, Question};
use crate::game::{Class, Cycle};
use crate::lanes::{LANES, Lanes};
use crate::rows::{CYCLES, CycleColumns, CycleTally};
use crate::table::{ChunkFile, Column, EncodedColumn, Kind};
use crate::tally::{Count, Key, Tally};
use crate::vector::Width;

/// How many sets are kept at a time.
const PAGE: u64 = 1 << 16;

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
    names: Option<Names>,
}

impl Pages {
    pub fn new(family: LrNim, rows: bool, width: Width) -> Pages {
        let page = PAGE.min(family.total());
        Pages { family, width, page, names: rows.then(|| Names::new(family, page as usize)) }
    }

    /// The tally of a chunk, with its rows written; `None` if the watch says stop.
    pub fn chunk<W: Write + Send>(
        &self,
        chunk: Chunk,
        question: &Question,
        watch: &Watch,
        rows: Option<W>,
    ) -> Result<Option<Tally>, ParquetError> {
        match question.cycles {
            true => self.cycles(chunk, question, watch, rows),
            false => Ok(self.count(chunk, watch)),
        }
    }

    fn part<'p, W: Wanted>(&self, first: u64, wanted: &'p mut W) -> Part<'p, W> {
        Part { family: self.family, first, count: self.page, wanted }
    }

    fn count(&self, chunk: Chunk, watch: &Watch) -> Option<Tally> {
        let mut counts = Counts::new(self.family);
        for first in chunk.numbers().step_by(self.page as usize) {
            decide(self.part(first, &mut counts), self.width);
            if !watch.advance(self.page) && first + self.page < chunk.numbers().end {
                return None;
            }
        }
        Some(counts.tally())
    }

    fn cycles<W: Write + Send>(
        &self,
        chunk: Chunk,
        question: &Question,
        watch: &Watch,
        rows: Option<W>,
    ) -> Result<Option<Tally>, ParquetError> {
        let mut cycles = vec![Cycle::default(); self.page as usize];
        let mut tally = CycleTally::default();
        let (mut bits, mut texts) = (EncodedColumn::default(), EncodedColumn::default());
        let mut columns_of_cycles = CycleColumns::default();
        for first in chunk.numbers().step_by(self.page as usize) {
            decide(self.part(first, &mut Cycles { first, cycles: &mut cycles }), self.width);
            tally.page(&cycles, question.top, first, |number| self.family.set(number).ilog2());
            if let Some(names) = &self.names {
                let [page_of_bits, page_of_texts] = names.page(first);
                bits.pages.push(page_of_bits);
                texts.pages.push(page_of_texts);
                columns_of_cycles.page(&cycles);
            }
            if !watch.advance(self.page) && first + self.page < chunk.numbers().end {
                return Ok(None);
            }
        }
        if let Some(rows) = rows {
            let mut file = ChunkFile::new(rows, &columns())?;
            let names = [texts, bits].into_iter();
            file.append(names.chain(columns_of_cycles.finish()).collect())?;
            file.finish()?.flush()?;
        }
        Ok(Some(tally.finish()))
    }
}

/// Counts by the largest element.
struct Counts {
    family: LrNim,
    by_max: [Count; 64],
    /// The lanes whose lowest bit is that one, and last the lane 0.
    lowest: Vec<Lanes>,
}

impl Counts {
    fn new(family: LrNim) -> Counts {
        let lowest = |bit: u32| {
            let lane = |lane: usize| (lane as u32 | LANES as u32).trailing_zeros() == bit;
            Lanes::where_lane(lane)
        };
        let lowest = (0..=LANES.ilog2()).map(lowest).collect();
        Counts { family, by_max: [Count::default(); 64], lowest }
    }

    fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for (max, &count) in self.by_max.iter().enumerate() {
            tally.all.add(count);
            tally.count(Key::Max, max as u64, count);
        }
        let Count { games, left } = tally.all;
        let classes = [(Class::AllL, left), (Class::Mixed, games - left)];
        for (class, games) in classes {
            let left = if class == Class::AllL { games } else { 0 };
            tally.count(Key::Class, class as u64, Count { games, left });
        }
        tally
    }
}

impl Wanted for Counts {
    const CYCLES: bool = false;

    #[inline(always)]
    fn group(&mut self, first: u64, left: Lanes, decided: Lanes, _: &[Cycle; LANES]) {
        for (bit, &lanes) in self.lowest.iter().enumerate() {
            let max = match bit == self.lowest.len() - 1 {
                true => self.family.set(first).ilog2(),
                // With few sets there are lanes that stand for none.
                false => self.family.max.saturating_sub(bit as u32),
            };
            let games = u64::from((decided & lanes).count());
            let left = u64::from((left & lanes).count());
            self.by_max[max as usize & 63].add(Count { games, left });
        }
    }

    fn straggler(&mut self, number: u64, cycle: &Cycle) {
        let max = self.family.set(number).ilog2();
        let left = u64::from(cycle.class() == Class::AllL);
        self.by_max[max as usize].add(Count { games: 1, left });
    }
}

/// The cycles of a page.
struct Cycles<'c> {
    first: u64,
    cycles: &'c mut [Cycle],
}

impl Wanted for Cycles<'_> {
    const CYCLES: bool = true;

    #[inline(always)]
    fn group(&mut self, first: u64, _: Lanes, _: Lanes, cycles: &[Cycle; LANES]) {
        let rest = &mut self.cycles[(first - self.first) as usize..];
        let count = rest.len().min(LANES);
        rest[..count].copy_from_slice(&cycles[..count]);
    }

    fn straggler(&mut self, number: u64, cycle: &Cycle) {
        self.cycles[(number - self.first) as usize] = *cycle;
    }
}
