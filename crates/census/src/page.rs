//! Some rows of a file, in the order of the file or of one of its columns, for whoever looks through it.

use std::cmp::Ordering;

use serde::Serialize;
use sprague_columns::{Batch, Kind, Reader};
use sprague_solve::Watch;

use crate::read::undamaged;

/// Rows that are read at a time.
const BATCH: usize = 1 << 15;

/// Some rows of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Page {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<Entry>>,
    /// How many rows the file has.
    pub of: u64,
    /// The ruleset of each row, where the columns tell it.
    pub game: Vec<Option<String>>,
}

/// What is in a row in one column.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum Entry {
    /// Nothing.
    Missing,
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
}

impl Page {
    /// Reads so many rows from that one on; in the order of a column, if one is named, perhaps from the largest down. Rows that are equal
    /// there keep their order.
    pub fn read(
        file: Vec<u8>,
        from: usize,
        count: usize,
        order: Option<(&str, bool)>,
        watch: &Watch,
    ) -> Result<Page, String> {
        let mut reader = undamaged(|| Reader::new(file)).map_err(|error| error.to_string())?;
        let columns = reader.columns().ok_or("these are not the columns of a census")?;
        let by = match order {
            None => None,
            Some((name, down)) => {
                let place = columns.iter().position(|(column, _)| column == name);
                Some((place.ok_or_else(|| format!("there is no column `{name}`"))?, down))
            }
        };
        let kinds: Vec<Kind> = columns.iter().map(|&(_, kind)| kind).collect();
        let mut kept: Vec<Vec<Entry>> = Vec::new();
        let mut of = 0;
        loop {
            if !watch.goes_on() {
                return Err("it was not read to its end".into());
            }
            let mut batch = Batch::of(kinds.iter().copied());
            undamaged(|| reader.fill(&mut batch, BATCH)).map_err(|error| error.to_string())?;
            if batch.rows == 0 {
                break;
            }
            for row in 0..batch.rows {
                let number = of as usize + row;
                if by.is_some() || (from..from.saturating_add(count)).contains(&number) {
                    kept.push(entries(&batch, row));
                }
            }
            of += batch.rows as u64;
            if let Some(by) = by {
                first(&mut kept, by, from.saturating_add(count));
            }
        }
        if by.is_some() {
            kept.drain(..from.min(kept.len()));
        }
        let names: Vec<String> = columns.into_iter().map(|(name, _)| name).collect();
        let game = kept.iter().map(|row| ruleset(&names, row)).collect();
        Ok(Page { columns: names, rows: kept, of, game })
    }
}

/// Leaves the first rows in the order of a column.
fn first(rows: &mut Vec<Vec<Entry>>, (place, down): (usize, bool), most: usize) {
    rows.sort_by(|one, other| match one[place].cmp(&other[place]) {
        // What is missing comes last in both directions.
        _ if one[place] == other[place] => Ordering::Equal,
        _ if one[place] == Entry::Missing => Ordering::Greater,
        _ if other[place] == Entry::Missing => Ordering::Less,
        order if down => order.reverse(),
        order => order,
    });
    rows.truncate(most);
}

fn entries(batch: &Batch, row: usize) -> Vec<Entry> {
    let entry = |values: &sprague_columns::Values| match (values.text(row), values.number(row)) {
        (Some(text), _) => Entry::Text(text.to_string()),
        (None, Some(number)) => Entry::Number(number),
        (None, None) => Entry::Missing,
    };
    batch.columns.iter().map(entry).collect()
}

/// The ruleset that a row is about: the columns of LR-Subtraction Nim, of endings and of octal codes are known by their names.
fn ruleset(columns: &[String], row: &[Entry]) -> Option<String> {
    let text = |name: &str| {
        let place = columns.iter().position(|column| column == name)?;
        match &row[place] {
            Entry::Text(text) => Some(text),
            _ => None,
        }
    };
    let is_there = |name: &str| columns.iter().any(|column| column == name);
    if let Some(code) = text("code") {
        return Some(format!("octal({code})"));
    }
    match (text("set"), text("ends"), is_there("cycle_l")) {
        (Some(set), Some(ends), _) => Some(format!("ending-nim({set}; {ends})")),
        (Some(set), None, true) => Some(format!("lr-nim({set})")),
        _ => None,
    }
}
