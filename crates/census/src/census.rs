//! A family and what is asked of it, in chunks: from the chunks to the answer.
//!
//! A chunk is named by the family, the question and a range of numbers, computed by a pure function of
//! these, and merged in any order: whoever hands out chunks, to threads here or to machines elsewhere,
//! gets the same answer.

use std::fmt;
use std::io::Write;
use std::ops::Range;

use parquet::errors::ParquetError;
use sprague_solve::Watch;

use crate::ending_nim::EndingNim;
use crate::lr_nim::LrNim;
use crate::lr_nim::chunk::{self as lr_chunk, Pages};
use crate::nim_family::{self, NimFamily};
use crate::rows::CLASSES;
use crate::tally::{Key, Tally};
use crate::vector::Width;
use sprague_columns::Column;

/// The families there is a census of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Family {
    /// LR-Subtraction Nim.
    LrNim(LrNim),
    /// Ending-partizan subtraction.
    EndingNim(EndingNim),
    /// Games with nim-values.
    Nim(NimFamily),
}

/// What is asked of a family; by default only who is L for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The least preperiods and periods of all games, not only who is L for ever.
    pub cycles: bool,
    /// Of the cycles also how many games have which preperiod, which takes longer than to find it.
    pub preperiods: bool,
    /// A row for every game.
    pub rows: bool,
    /// How many record games are kept.
    pub top: usize,
}

/// Some games of a family that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The number of the first game.
    pub first: u64,
    /// How many there are.
    pub count: u64,
}

impl Chunk {
    /// The numbers of its games.
    pub fn numbers(&self) -> Range<u64> {
        self.first..self.first + self.count
    }
}

/// There is no such family, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoFamily(pub String);

impl fmt::Display for NoFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoFamily {}

impl Family {
    /// LR-Subtraction Nim: every S with this least element inside {min..max}.
    pub fn lr_nim(min: u32, max: u32) -> Result<Family, NoFamily> {
        LrNim::new(min, max).map(Family::LrNim).map_err(NoFamily)
    }

    /// Ending-partizan subtraction: every such S, with all outcomes of the stuck heaps 0, ..., min - 1.
    pub fn ending_nim(min: u32, max: u32) -> Result<Family, NoFamily> {
        EndingNim::new(min, max).map(Family::EndingNim).map_err(NoFamily)
    }

    /// Subtraction games: every such S, with nim-values; a game without a proved period up to the heap `to` is given up.
    pub fn subtract(min: u32, max: u32, to: u32) -> Result<Family, NoFamily> {
        NimFamily::subtract(min, max, to).map(Family::Nim).map_err(NoFamily)
    }

    /// CUT: every cut-set of `size` numbers inside {1..within}, with heaps up to `to`.
    pub fn cut(within: u32, size: u32, to: u32) -> Result<Family, NoFamily> {
        NimFamily::cut(within, size, to).map(Family::Nim).map_err(NoFamily)
    }

    /// Take-and-break: every octal code of at most so many digits, `before` the point 0 or 4, with heaps up to `to`.
    pub fn octal(digits: u32, before: u32, to: u32) -> Result<Family, NoFamily> {
        NimFamily::octal(digits, before, to).map(Family::Nim).map_err(NoFamily)
    }

    /// The name of the family, as it is asked for on the command line.
    pub fn name(&self) -> String {
        match self {
            Family::LrNim(LrNim { min, max }) => format!("lr-nim --min {min} --max {max}"),
            Family::EndingNim(EndingNim { min, max }) => {
                format!("ending-nim --min {min} --max {max}")
            }
            Family::Nim(family) => family.name(),
        }
    }

    /// How many games it has.
    pub fn total(&self) -> u64 {
        match self {
            Family::LrNim(family) => family.total(),
            Family::EndingNim(family) => family.total(),
            Family::Nim(family) => family.total(),
        }
    }

    /// The ruleset with that number.
    pub fn ruleset(&self, number: u64) -> String {
        match self {
            Family::LrNim(family) => {
                format!("lr-nim({})", crate::game::Amounts(family.set(number)))
            }
            Family::EndingNim(family) => family.ruleset(number),
            Family::Nim(family) => family.ruleset(number),
        }
    }

    /// The columns of its rows.
    pub fn columns(&self) -> Vec<Column> {
        match self {
            Family::LrNim(_) => lr_chunk::columns(),
            Family::EndingNim(_) => crate::ending_nim::columns(),
            Family::Nim(family) => family.columns(),
        }
    }

    /// What its games can be distributed by.
    pub fn keys(&self) -> &'static [Key] {
        match self {
            Family::LrNim(_) | Family::EndingNim(_) => {
                &[Key::Period, Key::Preperiod, Key::Class, Key::Max]
            }
            Family::Nim(family) => family.keys(),
        }
    }

    /// What its games can be ranked by.
    pub fn ranks(&self) -> Vec<Key> {
        let ranked = |key: &Key| !matches!(key, Key::Class | Key::Max);
        self.keys().iter().copied().filter(ranked).collect()
    }

    /// A group's value in words.
    pub fn label(&self, key: Key, value: u64) -> String {
        match (key, self) {
            (Key::Class, Family::Nim(_)) => nim_family::CLASSES[value as usize].into(),
            (Key::Class, _) => CLASSES[value as usize].into(),
            (_, Family::Nim(_)) => nim_family::label(value),
            _ => value.to_string(),
        }
    }

    /// Do its games end with Left or Right?
    pub fn has_outcomes(&self) -> bool {
        !matches!(self, Family::Nim(_))
    }

    /// How many games a chunk has: some row groups' worth, or more of a larger family, so that its chunks are not too many
    /// to list; but never so many that a chunk takes long.
    pub fn chunk_size(&self, question: &Question) -> u64 {
        match self {
            Family::LrNim(family) if question.rows => family.total().min(lr_chunk::rows(family)),
            Family::LrNim(family) => {
                1 << family.free().saturating_sub(14).clamp(20, MOST_BITS).min(family.free())
            }
            Family::EndingNim(family) => {
                family.total().min((family.total() >> 14).clamp(1 << 16, 1 << 22))
            }
            Family::Nim(family) => (family.total() >> 14).clamp(64, 1 << 12),
        }
    }

    /// How many games are worth a process of their own: with fewer, a good part of its time goes into starting it. Where a
    /// game takes long, one chunk is.
    pub fn worth_a_process(&self, question: &Question) -> u64 {
        match self {
            Family::LrNim(_) => 1 << 26,
            _ => self.chunk_size(question),
        }
    }

    /// How many row groups a file of all rows has.
    pub fn row_groups(&self) -> u64 {
        match self {
            Family::LrNim(family) => family.total().div_ceil(lr_chunk::group(family)),
            _ => {
                let question = Question { rows: true, ..Question::default() };
                self.total().div_ceil(self.chunk_size(&question))
            }
        }
    }

    /// The family of that [name](Family::name).
    pub fn named(name: &str) -> Option<Family> {
        let mut words = name.split(' ');
        let kind = words.next()?;
        let mut numbers = std::collections::BTreeMap::new();
        while let Some(key) = words.next() {
            numbers.insert(key.strip_prefix("--")?, words.next()?.parse::<u32>().ok()?);
        }
        let number = |key: &str| numbers.get(key).copied();
        let family = match kind {
            "lr-nim" => Family::lr_nim(number("min")?, number("max")?),
            "ending-nim" => Family::ending_nim(number("min")?, number("max")?),
            "subtract" => Family::subtract(number("min")?, number("max")?, number("to")?),
            "cut" => Family::cut(number("within")?, number("size")?, number("to")?),
            "octal" => {
                Family::octal(number("digits")?, number("before").unwrap_or(0), number("to")?)
            }
            _ => return None,
        };
        family.ok().filter(|family| family.name() == name)
    }
}

/// A chunk without rows has at most 2^30 sets: some seconds of work.
const MOST_BITS: u32 = 30;

/// A family, what is asked of it, and what all its chunks need.
pub struct Census {
    /// The family.
    pub family: Family,
    /// What is asked of it.
    pub question: Question,
    lr_pages: Option<Pages>,
}

impl Census {
    /// A census of a family.
    pub fn new(family: Family, question: Question) -> Census {
        let lr_pages = match family {
            Family::LrNim(family) => Some(Pages::new(family, Width::widest())),
            _ => None,
        };
        Census { family, question, lr_pages }
    }

    /// How many chunks there are.
    pub fn chunk_count(&self) -> u64 {
        self.family.total().div_ceil(self.family.chunk_size(&self.question))
    }

    /// The chunk with that number.
    pub fn chunk(&self, index: u64) -> Chunk {
        let size = self.family.chunk_size(&self.question);
        let first = index * size;
        Chunk { first, count: size.min(self.family.total() - first) }
    }

    /// How many games some chunks have.
    pub fn games(&self, chunks: &Range<u64>) -> u64 {
        let (size, total) = (self.family.chunk_size(&self.question), self.family.total());
        chunks.end.saturating_mul(size).min(total) - chunks.start.saturating_mul(size).min(total)
    }

    /// The tally of a chunk, its rows written if they are wanted; `None` if the watch says stop.
    pub fn compute<W: Write + Send>(
        &self,
        chunk: Chunk,
        watch: &Watch,
        rows: Option<W>,
    ) -> Result<Option<Tally>, ParquetError> {
        match (&self.family, &self.lr_pages) {
            (Family::LrNim(_), Some(pages)) => pages.chunk(chunk, &self.question, watch, rows),
            (Family::EndingNim(family), _) => family.chunk(chunk, &self.question, watch, rows),
            (Family::Nim(family), _) => family.chunk(chunk, &self.question, watch, rows),
            (Family::LrNim(_), None) => unreachable!("made with the census"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_known_by_their_names() {
        let families = [
            Family::lr_nim(2, 63),
            Family::ending_nim(2, 12),
            Family::subtract(1, 30, 99),
            Family::cut(9, 3, 400),
            Family::octal(3, 0, 1000),
            Family::octal(2, 4, 1000),
        ];
        for family in families.map(Result::unwrap) {
            assert_eq!(Family::named(&family.name()), Some(family));
        }
        for wrong in ["", "lr-nim", "lr-nim --min 2", "lr-nim --max 5 --min 2", "nim --min 2"] {
            assert_eq!(Family::named(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn chunks_grow_with_the_family_and_footers_stay_small() {
        let counted = Question::default();
        let rows = Question { cycles: true, rows: true, ..counted };
        let size = |max: u32, question| Family::lr_nim(2, max).unwrap().chunk_size(&question);
        assert_eq!([6, 28, 42, 52, 63].map(|max| size(max, counted).ilog2()), [4, 20, 26, 30, 30]);
        assert_eq!([6, 28, 34, 38, 63].map(|max| size(max, rows).ilog2()), [4, 22, 22, 26, 26]);
        // Nothing of a file that fits on a disk takes more than some megabytes to open.
        let groups = |max: u32| Family::lr_nim(2, max).unwrap().row_groups();
        assert_eq!([groups(30), groups(34), groups(42)], [1 << 8, 1 << 12, 1 << 16]);
    }
}
