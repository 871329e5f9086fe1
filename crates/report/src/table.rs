//! A table, to be written: in words and as CSV here, for the terminal, in LaTeX and drawn in the files beside this one.

use std::io::Write;
use std::ops::Deref;

use sprague_rules::write_position;
use sprague_solve::{Extent, Rows, TableReport, Tally};

/// A table that is to be written.
#[derive(Clone, Copy)]
pub struct TablePage<'t>(pub &'t TableReport);

impl Deref for TablePage<'_> {
    type Target = TableReport;

    fn deref(&self) -> &TableReport {
        self.0
    }
}

impl TablePage<'_> {
    /// What the table shows, in words: `two piles, sizes 1 to 20`.
    pub fn extent_in_words(&self) -> String {
        match &self.extent {
            Extent::Piles { min, max, fixed, .. } => {
                let one = if self.row { "place" } else { "pile" };
                let count = match self.extent.width() {
                    1 => format!("one {one}"),
                    2 => format!("two {one}s"),
                    many => format!("{many} {one}s"),
                };
                let beside = match fixed.is_empty() {
                    true => String::new(),
                    false => format!(" beside {}", write_position(fixed)),
                };
                format!("{count}{beside}, sizes {min} to {max}")
            }
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
