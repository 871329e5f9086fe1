//! The table behind a picture, and its cells gathered into runs.

use std::collections::BTreeMap;

use super::{Cells, Picture, PictureError};

/// `length` equal cells in a row, the first in column `x` and row `y`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub x: u32,
    pub y: u32,
    pub length: u32,
}

/// Every value a picture shows, asked for once: nim-values as they are,
/// letters by their place in the key of the cells. In both, 0 is P.
pub struct Table {
    /// How many sizes there are; here they are counted from 1, whatever the smallest is.
    pub side: u32,
    pub symmetric: bool,
    /// By rows, `y` from 1; a symmetric table's rows end at `x = y`.
    rows: Vec<Vec<u32>>,
}

impl Table {
    pub fn of(picture: &Picture) -> Result<Self, PictureError> {
        let size = |place: u32| picture.min + place - 1;
        let value = |x, y| match picture.cells {
            Cells::NimValues(value) => Ok(value(size(x), size(y))),
            Cells::Outcomes(letter) | Cells::Differences(letter) => {
                let letter = letter(size(x), size(y));
                let place = picture.cells.key().iter().position(|o| o.0 == letter);
                place.map(|i| i as u32).ok_or(PictureError::Outcome(letter))
            }
        };
        let (side, symmetric) = (picture.side(), picture.symmetric);
        let rows = (1..=side)
            .map(|y| {
                let end = if symmetric { y } else { side };
                (1..=end).map(|x| value(x, y)).collect()
            })
            .collect::<Result<_, _>>()?;
        Ok(Table { side, symmetric, rows })
    }

    /// How many cells row `y` has.
    pub fn row_end(&self, y: u32) -> u32 {
        if self.symmetric { y } else { self.side }
    }

    pub fn get(&self, x: u32, y: u32) -> Option<u32> {
        self.rows.get(y as usize - 1)?.get(x as usize - 1).copied()
    }

    /// The cells as `(x, y, value)`, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (u32, u32, u32)> {
        (1..).zip(&self.rows).flat_map(|(y, row)| (1..).zip(row).map(move |(x, &v)| (x, y, v)))
    }

    /// The runs of each value that occurs, by value.
    pub fn runs(&self) -> BTreeMap<u32, Vec<Run>> {
        let mut runs: BTreeMap<u32, Vec<Run>> = BTreeMap::new();
        for (y, row) in (1..).zip(&self.rows) {
            let mut x = 1;
            for equal in row.chunk_by(|a, b| a == b) {
                let length = equal.len() as u32;
                runs.entry(equal[0]).or_default().push(Run { x, y, length });
                x += length;
            }
        }
        runs
    }
}
