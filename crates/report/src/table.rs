//! A table of positions: the numbers, and JSON and CSV of them.

use std::io::Write;

use serde::ser::{Serialize, SerializeMap, Serializer};
use sprague_rules::Outcome;

/// Which positions a table has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All positions of exactly so many piles, sizes 1 to `max`.
    Piles { piles: usize, max: u32 },
    /// At most so many piles of size 1, 2, ...
    Counts(Vec<u32>),
}

impl Extent {
    /// How many numbers describe a position.
    pub fn width(&self) -> usize {
        match self {
            Extent::Piles { piles, .. } => *piles,
            Extent::Counts(counts) => counts.len(),
        }
    }
}

/// A computed table.
pub struct TableReport {
    pub ruleset: String,
    pub extent: Extent,
    /// Do places keep their order?
    pub row: bool,
    /// May outcomes be L or R?
    pub partizan: bool,
    pub positions: u64,
    /// How many positions have each outcome.
    pub tally: Tally,
    /// The positions themselves, unless only numbers were asked for.
    pub rows: Option<Rows>,
}

/// How many positions have each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub n: u64,
    pub p: u64,
    pub l: u64,
    pub r: u64,
}

impl Tally {
    /// All positions.
    pub fn total(&self) -> u64 {
        self.n + self.p + self.l + self.r
    }

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
    pub fn new(width: usize) -> Rows {
        Rows { width, ..Rows::default() }
    }

    /// What a position of so many numbers takes.
    pub fn bytes_each(width: usize, values: bool) -> u64 {
        4 * width as u64 + if values { 5 } else { 1 }
    }

    pub fn push(&mut self, position: &[u32], outcome: Outcome, value: Option<u32>) {
        self.sizes.extend_from_slice(position);
        self.outcomes.push(outcome);
        self.values.extend(value);
    }

    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// Are there nim-values?
    pub fn has_values(&self) -> bool {
        !self.values.is_empty()
    }

    pub fn position(&self, index: usize) -> &[u32] {
        &self.sizes[index * self.width..(index + 1) * self.width]
    }

    pub fn outcome(&self, index: usize) -> Outcome {
        self.outcomes[index]
    }

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
            Extent::Piles { piles, max } => {
                map.serialize_entry("piles", piles)?;
                map.serialize_entry("max", max)?;
            }
            Extent::Counts(counts) => map.serialize_entry("counts", counts)?,
        }
        map.serialize_entry("positions", &self.positions)?;
        map.serialize_entry("p_count", &self.tally.p)?;
        if self.partizan {
            let Tally { n, p, l, r } = self.tally;
            map.serialize_entry("tally", &serde_json::json!({ "N": n, "P": p, "L": l, "R": r }))?;
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

impl TableReport {
    /// What the table shows, in words: `two piles, sizes 1 to 20`.
    pub fn extent_in_words(&self) -> String {
        match &self.extent {
            Extent::Piles { piles: 1, max } => format!("one pile, sizes 1 to {max}"),
            Extent::Piles { piles: 2, max } => format!("two piles, sizes 1 to {max}"),
            Extent::Piles { piles, max } => format!("{piles} piles, sizes 1 to {max}"),
            Extent::Counts(counts) => {
                let each: Vec<String> = (1..)
                    .zip(counts)
                    .map(|(size, count)| format!("{count} of size {size}"))
                    .collect();
                format!("at most {}", each.join(", "))
            }
        }
    }

    /// The row of a pair of piles, given in either order where order does not matter.
    pub(crate) fn pair(&self, rows: &Rows, x: u32, y: u32) -> usize {
        let position = if self.row || x <= y { [x, y] } else { [y, x] };
        rows.find(&position).expect("every pair is in the table")
    }

    /// One line a position, with a heading.
    pub fn csv(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let Some(rows) = &self.rows else {
            let Tally { n, p, l, r } = self.tally;
            return writeln!(out, "positions,N,P,L,R\n{},{n},{p},{l},{r}", self.positions);
        };
        let columns = self.extent.width();
        let name = if matches!(self.extent, Extent::Counts(_)) { "a" } else { "pile" };
        let mut head: Vec<String> = (1..=columns).map(|i| format!("{name}{i}")).collect();
        head.push("outcome".into());
        if rows.has_values() {
            head.push("nim".into());
        }
        writeln!(out, "{}", head.join(","))?;
        for i in 0..rows.len() {
            for size in rows.position(i) {
                write!(out, "{size},")?;
            }
            write!(out, "{}", rows.outcome(i))?;
            match rows.value(i) {
                Some(value) => writeln!(out, ",{value}")?,
                None => writeln!(out)?,
            }
        }
        Ok(())
    }
}
