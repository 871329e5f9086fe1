//! A table of positions as data: which positions, how many of each outcome, and the list of them.

use std::ops::RangeInclusive;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use sprague_rules::{Outcome, Ruleset, Shape};

use crate::budget::{Refusal, Watch};
use crate::region::Region;
use crate::solver::Solver;
use crate::table::Wanted;

/// Positions after which to look at the watch.
const LOOK_UP: u64 = 1 << 16;

/// Which positions a table has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All positions of exactly so many piles.
    Piles {
        /// How many piles, or places of a row.
        piles: usize,
        /// The smallest size: at least 1, but in a row a place may be 0.
        min: u32,
        /// The largest size.
        max: u32,
        /// The piles, or first places, that do not vary, whatever their size.
        fixed: Vec<u32>,
    },
    /// At most so many piles of size 1, 2, ...
    Counts(Vec<u32>),
}

impl Extent {
    /// All positions of exactly so many piles up to that size.
    pub fn piles(piles: usize, max: u32) -> Extent {
        Extent::Piles { piles, min: 1, max, fixed: Vec::new() }
    }

    /// How many numbers describe a position: those that vary.
    pub fn width(&self) -> usize {
        match self {
            Extent::Piles { piles, fixed, .. } => piles - fixed.len(),
            Extent::Counts(counts) => counts.len(),
        }
    }

    /// The sizes of two piles that vary, if there are two.
    pub fn square(&self) -> Option<RangeInclusive<u32>> {
        match self {
            Extent::Piles { min, max, .. } if self.width() == 2 => Some(*min..=*max),
            _ => None,
        }
    }

    /// The positions of what varies: sizes up to the difference between the smallest and the largest, counted from 0.
    fn varying(&self, ruleset: &Ruleset) -> Option<Region> {
        match self {
            Extent::Piles { min, max, .. } => {
                Some(Region::new(ruleset, self.width(), max.checked_sub(*min)?))
            }
            Extent::Counts(_) => None,
        }
    }
}

/// A computed table.
pub struct TableReport {
    /// The ruleset as it is written.
    pub ruleset: String,
    /// Which positions.
    pub extent: Extent,
    /// Do places keep their order?
    pub row: bool,
    /// May outcomes be L or R?
    pub partizan: bool,
    /// How many there are.
    pub positions: u64,
    /// How many positions have each outcome.
    pub tally: Tally,
    /// The positions themselves, unless only numbers were asked for.
    pub rows: Option<Rows>,
}

/// How many positions have each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub struct Tally {
    /// The next player wins.
    pub n: u64,
    /// The previous player wins.
    pub p: u64,
    /// Left wins.
    pub l: u64,
    /// Right wins.
    pub r: u64,
}

impl Tally {
    /// All positions.
    pub fn total(&self) -> u64 {
        self.n + self.p + self.l + self.r
    }

    /// Counts a position.
    pub fn add(&mut self, outcome: Outcome) {
        *match outcome {
            Outcome::N => &mut self.n,
            Outcome::P => &mut self.p,
            Outcome::L => &mut self.l,
            Outcome::R => &mut self.r,
        } += 1;
    }
}

/// Positions, all of one length, with their outcomes and perhaps nim-values.
#[derive(Default)]
pub struct Rows {
    width: usize,
    sizes: Vec<u32>,
    outcomes: Vec<Outcome>,
    values: Vec<u32>,
}

impl Rows {
    /// No positions so far, each of so many numbers.
    pub fn new(width: usize) -> Rows {
        Rows { width, ..Rows::default() }
    }

    /// What a position of so many numbers takes.
    pub fn bytes_each(width: usize, values: bool) -> u64 {
        4 * width as u64 + if values { 5 } else { 1 }
    }

    /// Appends a position.
    pub fn push(&mut self, position: &[u32], outcome: Outcome, value: Option<u32>) {
        self.sizes.extend_from_slice(position);
        self.outcomes.push(outcome);
        self.values.extend(value);
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// Are there nim-values?
    pub fn has_values(&self) -> bool {
        !self.values.is_empty()
    }

    /// A position.
    pub fn position(&self, index: usize) -> &[u32] {
        &self.sizes[index * self.width..(index + 1) * self.width]
    }

    /// Its outcome.
    pub fn outcome(&self, index: usize) -> Outcome {
        self.outcomes[index]
    }

    /// Its nim-value, if these were computed.
    pub fn value(&self, index: usize) -> Option<u32> {
        self.values.get(index).copied()
    }

    /// The positions with that outcome.
    pub fn with(&self, outcome: Outcome) -> impl Iterator<Item = &[u32]> + '_ {
        (0..self.len()).filter(move |&i| self.outcomes[i] == outcome).map(|i| self.position(i))
    }

    /// The index of a position; the rows are in lexicographic order.
    pub fn find(&self, position: &[u32]) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.position(middle).cmp(position) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }
}

/// A list that is written while it is read, however long it is.
struct Stream<F>(F);

impl<F, I, T> Serialize for Stream<F>
where
    F: Fn() -> I,
    I: Iterator<Item = T>,
    T: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0())
    }
}

impl Serialize for TableReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("ruleset", &self.ruleset)?;
        match &self.extent {
            Extent::Piles { piles, min, max, fixed } => {
                map.serialize_entry("piles", piles)?;
                map.serialize_entry("min", min)?;
                map.serialize_entry("max", max)?;
                if !fixed.is_empty() {
                    map.serialize_entry("fixed", fixed)?;
                }
            }
            Extent::Counts(counts) => map.serialize_entry("counts", counts)?,
        }
        map.serialize_entry("positions", &self.positions)?;
        map.serialize_entry("p_count", &self.tally.p)?;
        if self.partizan {
            map.serialize_entry("tally", &self.tally)?;
        }
        if let Some(rows) = &self.rows {
            map.serialize_entry("p_positions", &Stream(|| rows.with(Outcome::P)))?;
            if self.partizan {
                let pairs =
                    || (0..rows.len()).map(|i| (rows.position(i), rows.outcome(i).letter()));
                map.serialize_entry("outcomes", &Stream(pairs))?;
            }
            if rows.has_values() {
                let pairs = || (0..rows.len()).map(|i| (rows.position(i), rows.value(i)));
                map.serialize_entry("nim", &Stream(pairs))?;
            }
        }
        map.end()
    }
}

impl Extent {
    /// How many positions it has; `None` if beyond counting.
    pub fn positions(&self, ruleset: &Ruleset) -> Option<u64> {
        match self {
            Extent::Piles { .. } if self.width() == 0 => Some(1),
            Extent::Piles { .. } => self.varying(ruleset).map_or(Some(0), |all| all.positions()),
            Extent::Counts(most) => {
                most.iter().try_fold(1u64, |product, &m| product.checked_mul(u64::from(m) + 1))
            }
        }
    }

    /// Refuses a list of all positions that is larger than the memory allowed.
    pub fn check_list(
        &self,
        ruleset: &Ruleset,
        wanted: Wanted,
        memory: u64,
    ) -> Result<(), Refusal> {
        let positions = self.positions(ruleset);
        // Some formats are put together in memory before they are written.
        let each = 4 * Rows::bytes_each(self.width(), wanted == Wanted::NimValues);
        let needed = positions.and_then(|n| n.checked_mul(each));
        if needed.is_some_and(|bytes| bytes <= memory) {
            return Ok(());
        }
        let what = match positions {
            Some(n) => format!("a list of {n} positions"),
            None => "a list of so many positions".to_string(),
        };
        Err(Refusal::Memory { what, needed, budget: memory, fits: String::new() })
    }

    /// Visits the positions in lexicographic order, each with the numbers that stand for it: its piles that vary, or how
    /// many there are of each size.
    pub fn visit<E: From<Refusal>>(
        &self,
        ruleset: &Ruleset,
        watch: &Watch,
        mut visit: impl FnMut(&[u32], &[u32]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut visited = 0u64;
        let mut watched = |position: &[u32], shown: &[u32]| {
            visited += 1;
            if visited.is_multiple_of(LOOK_UP) && !watch.goes_on() {
                let reached = format!("{visited} positions were looked at");
                return Err(Refusal::Stopped { reached }.into());
            }
            visit(position, shown)
        };
        match self {
            Extent::Piles { min, max, fixed, .. } => {
                let region = Region::new(ruleset, self.width(), *max);
                let (mut result, mut whole) = (Ok(()), Vec::new());
                region.visit_from(*min, &mut |shown| {
                    result = match fixed.is_empty() {
                        true => watched(shown, shown),
                        false => {
                            whole.clear();
                            whole.extend(fixed.iter().chain(shown));
                            if !region.row {
                                whole.sort_unstable();
                            }
                            watched(&whole, shown)
                        }
                    };
                    result.is_ok()
                });
                result
            }
            Extent::Counts(most) => visit_counts(most, watched),
        }
    }
}

impl TableReport {
    /// The answers for all positions of the extent; `keep` lists them, otherwise they are counted.
    pub fn collect(
        extent: Extent,
        solver: &mut Solver,
        keep: bool,
        watch: &Watch,
    ) -> Result<TableReport, Refusal> {
        let ruleset = solver.ruleset().clone();
        let mut rows = keep.then(|| Rows::new(extent.width()));
        let mut tally = Tally::default();
        match (keep, &extent, solver.count_p(), extent.positions(&ruleset)) {
            (false, Extent::Piles { min: 1, fixed, .. }, Some(p), Some(n)) if fixed.is_empty() => {
                tally = Tally { n: n - p, p, ..tally };
            }
            _ => extent.visit(&ruleset, watch, |position, shown| {
                let outcome = solver.outcome(position)?;
                tally.add(outcome);
                if let Some(rows) = &mut rows {
                    let value = match solver.wanted {
                        Wanted::NimValues => solver.nim_value(position)?,
                        Wanted::Outcomes => None,
                    };
                    rows.push(shown, outcome, value);
                }
                Ok::<(), Refusal>(())
            })?,
        }
        let row = matches!(ruleset.shape, Shape::Row { .. });
        let partizan = !ruleset.is_impartial();
        let (ruleset, positions) = (ruleset.expression.clone(), tally.total());
        Ok(TableReport { ruleset, extent, row, partizan, positions, tally, rows })
    }
}

/// Visits the count vectors up to `most`, each with its position.
fn visit_counts<E>(
    most: &[u32],
    mut visit: impl FnMut(&[u32], &[u32]) -> Result<(), E>,
) -> Result<(), E> {
    let mut counts = vec![0; most.len()];
    let mut position: Vec<u32> = Vec::new();
    loop {
        position.clear();
        for (size, &count) in (1..).zip(&counts) {
            position.extend(std::iter::repeat_n(size, count as usize));
        }
        visit(&position, &counts)?;
        let Some(i) = (0..most.len()).rev().find(|&i| counts[i] < most[i]) else { return Ok(()) };
        counts[i] += 1;
        counts[i + 1..].fill(0);
    }
}
