//! The census of ending-partizan subtraction: every S with min S = a inside {a..b}, and every way in which
//! the stuck heaps 0, ..., a - 1 can end.
//!
//! The games are packed 512 at a time, whatever their sets and endings.

use std::io::Write;

use parquet::errors::ParquetError;
use sprague_solve::Watch;

use crate::census::{Chunk, Question};
use crate::game::{Amounts, Cycle, Game, MOST};
use crate::lanes::LANES;
use crate::lr_nim::LrNim;
use crate::packed::Packed;
use crate::rows::pages::{CycleColumns, Rows};
use crate::rows::{CYCLES, CycleTally};
use crate::slices::Slices;
use crate::tally::Tally;
use crate::vector::{self, OnLanes, Vector, Width};
use sprague_columns::{ChunkFile, Column, EncodedColumn, Kind, encode};

/// More games than this are refused.
const MOST_BITS: u32 = 40;
/// How many games are kept at a time.
const PAGE: usize = 1 << 14;
/// The outcomes in the order of the endings.
const LETTERS: [char; 4] = ['L', 'R', 'N', 'P'];

/// Every S with this least element inside {min..max}, with all endings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingNim {
    /// The least element of the sets.
    pub min: u32,
    /// The largest element that a set may have.
    pub max: u32,
}

impl EndingNim {
    /// The family, or why there is none.
    pub fn new(min: u32, max: u32) -> Result<EndingNim, String> {
        match (min, max) {
            (0, _) => Err("taking 0 is no move: min is at least 1".into()),
            _ if min > max => {
                Err(format!("min {min} is greater than max {max}: there are no sets"))
            }
            _ if max > MOST => Err(format!(
                "max {max} is too large: the windows of the census are machine words, for amounts up \
                 to {MOST}"
            )),
            _ if max + min > MOST_BITS => Err(format!(
                "these are 2^{} sets with 4^{min} endings each; at most 2^{MOST_BITS} games are counted",
                max - min
            )),
            _ => Ok(EndingNim { min, max }),
        }
    }

    /// How many games it has.
    pub fn total(&self) -> u64 {
        1 << (self.max - self.min + 2 * self.min)
    }

    /// The set and the ending with that number; the endings of a set follow each other.
    pub fn game(&self, number: u64) -> Game {
        let amounts = self.amounts(number);
        let (mut right_loses, mut left_loses) = (0, 0);
        for heap in 0..self.min {
            match self.ending(number, heap) {
                0 => right_loses |= 1 << heap,
                1 => left_loses |= 1 << heap,
                2 => {}
                _ => (right_loses, left_loses) = (right_loses | 1 << heap, left_loses | 1 << heap),
            }
        }
        Game { amounts, right_loses, left_loses }
    }

    fn amounts(&self, number: u64) -> u64 {
        // The sets are numbered as those of LR-Subtraction Nim.
        LrNim { min: self.min, max: self.max }.set(number >> (2 * self.min))
    }

    /// The outcome of a stuck heap, as a place in [`LETTERS`].
    fn ending(&self, number: u64, heap: u32) -> usize {
        (number >> (2 * (self.min - 1 - heap)) & 3) as usize
    }

    fn endings(&self, number: u64) -> String {
        let letters = (0..self.min).map(|heap| LETTERS[self.ending(number, heap)].to_string());
        letters.collect::<Vec<String>>().join(",")
    }

    /// The ruleset with that number.
    pub fn ruleset(&self, number: u64) -> String {
        format!("ending-nim({}; {})", Amounts(self.amounts(number)), self.endings(number))
    }

    /// The tally of a chunk, with its rows written; `None` if the watch says stop.
    pub fn chunk<W: Write + Send>(
        &self,
        chunk: Chunk,
        question: &Question,
        watch: &Watch,
        rows: Option<W>,
    ) -> Result<Option<Tally>, ParquetError> {
        let mut tally = CycleTally::new(question);
        let mut names: [EncodedColumn; 3] = Default::default();
        let mut columns_of_cycles = CycleColumns::default();
        let mut page = Rows::new(PAGE);
        for first in chunk.numbers().step_by(PAGE) {
            let numbers = first..(first + PAGE as u64).min(chunk.numbers().end);
            let count = numbers.end - numbers.start;
            let games: Vec<Game> = numbers.clone().map(|number| self.game(number)).collect();
            let cycles = vector::run(Width::widest(), Together { games: &games });
            let one = |(number, (game, cycle)): (u64, (&Game, &Cycle))| {
                tally.game(number, cycle, game.amounts.ilog2())
            };
            let kinds: Vec<u32> = numbers.clone().zip(games.iter().zip(&cycles)).map(one).collect();
            if rows.is_some() {
                let text = |name: &dyn Fn(u64) -> String| {
                    let texts: Vec<String> = numbers.clone().map(name).collect();
                    encode::texts(texts.iter().map(String::as_str))
                };
                names[0].pages.push(text(&|n| Amounts(self.amounts(n)).to_string()));
                names[1].pages.push(text(&|n| self.endings(n)));
                let sets: Vec<u64> = games.iter().map(|game| game.amounts).collect();
                names[2].pages.push(encode::words(&sets));
                page.clear(count as usize);
                for (row, (cycle, &kind)) in cycles.iter().zip(&kinds).enumerate() {
                    page.put(row, cycle.preperiod, kind);
                }
                columns_of_cycles.page(&page, &tally.kinds);
            }
            if !watch.advance(count) && numbers.end < chunk.numbers().end {
                return Ok(None);
            }
        }
        if let Some(rows) = rows {
            let mut file = ChunkFile::new(rows, &columns())?;
            file.append(names.into_iter().chain(columns_of_cycles.finish(&tally.kinds)).collect())?;
            file.finish()?.flush()?;
        }
        Ok(Some(tally.finish()))
    }
}

/// The columns of a row.
pub fn columns() -> Vec<Column> {
    let names = [("set", Kind::Text), ("ends", Kind::Text), ("bits", Kind::Bits)];
    names.into_iter().chain(CYCLES).collect()
}

/// The cycles of any number of games.
struct Together<'g> {
    games: &'g [Game],
}

impl OnLanes for Together<'_> {
    type Result = Vec<Cycle>;

    #[inline(always)]
    fn run<V: Vector>(self) -> Vec<Cycle> {
        let (mut slices, mut packed) = (Slices::default(), Packed::default());
        let mut cycles = Box::new([Cycle::default(); LANES]);
        let mut all = Vec::with_capacity(self.games.len());
        for games in self.games.chunks(LANES) {
            packed.decide::<V>(&mut slices, games.iter().copied(), &mut cycles);
            all.extend_from_slice(&cycles[..games.len()]);
        }
        all
    }
}
