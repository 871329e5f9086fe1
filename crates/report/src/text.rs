//! Tables for the terminal: a grid for two small piles, lists otherwise.

use std::ops::RangeInclusive;

use sprague_rules::{Outcome, write_position};

use sprague_solve::Rows;

use crate::table::TablePage;

/// The widest grid that is printed as one.
const WIDEST_GRID: u32 = 40;

impl TablePage<'_> {
    /// The table for a person.
    pub fn text(&self) -> String {
        let mut text = format!("{}: {}\n", self.ruleset, self.extent_in_words());
        if let Some(rows) = &self.rows {
            text.push('\n');
            match self.extent.square() {
                Some(sizes) if *sizes.end() <= WIDEST_GRID => {
                    text.push_str(&self.grid(rows, sizes));
                }
                _ if rows.has_values() => text.push_str(&values(rows)),
                _ => text.push_str(&self.lists(rows)),
            }
            text.push('\n');
        }
        text + &self.summary() + "\n"
    }

    /// `24009 P-positions of 1798940`.
    pub fn summary(&self) -> String {
        let tally = self.tally;
        let plural = if tally.p == 1 { "" } else { "s" };
        let mut summary = format!("{} P-position{plural} of {}", tally.p, self.positions);
        if self.partizan {
            summary.push_str(&format!("; N {}, L {}, R {}", tally.n, tally.l, tally.r));
        }
        summary
    }

    /// Rows from the largest second pile down, as the papers print them.
    fn grid(&self, rows: &Rows, sizes: RangeInclusive<u32>) -> String {
        let cell = |x: u32, y: u32| {
            let index = self.pair(rows, x, y);
            match (rows.value(index), rows.outcome(index)) {
                (Some(value), _) => value.to_string(),
                (None, Outcome::N) => "·".to_string(),
                (None, outcome) => outcome.to_string(),
            }
        };
        let cells: Vec<Vec<String>> =
            sizes.clone().map(|y| sizes.clone().map(|x| cell(x, y)).collect()).collect();
        let width = cells.iter().flatten().map(|c| c.chars().count()).max().unwrap_or(1);
        let side = sizes.end().to_string().len();
        let width = width.max(side);
        let mut grid = String::new();
        for (y, row) in sizes.clone().rev().zip(cells.iter().rev()) {
            grid.push_str(&format!("{y:>side$} |"));
            for cell in row {
                grid.push_str(&format!(" {cell:>width$}"));
            }
            grid.push('\n');
        }
        grid.push_str(&format!("{:side$} +{}\n", "", "-".repeat(cells.len() * (width + 1))));
        grid.push_str(&format!("{:side$}  ", ""));
        for x in sizes {
            grid.push_str(&format!(" {x:>width$}"));
        }
        grid.push('\n');
        grid
    }

    /// The positions of each outcome but N; those that differ in the last pile only, on one line.
    fn lists(&self, rows: &Rows) -> String {
        let mut text = String::new();
        for outcome in [Outcome::P, Outcome::L, Outcome::R] {
            let mut positions = rows.with(outcome).peekable();
            if positions.peek().is_none() {
                continue;
            }
            text.push_str(&format!("{outcome}-positions:\n"));
            let mut head: Option<&[u32]> = None;
            for position in positions {
                let Some((last, first)) = position.split_last() else {
                    text.push_str("  -\n");
                    continue;
                };
                if head == Some(first) {
                    text.push_str(&format!(" {last}"));
                } else {
                    let newline = if head.is_some() { "\n" } else { "" };
                    let first_text = match first.is_empty() {
                        true => String::new(),
                        false => write_position(first) + ",",
                    };
                    text.push_str(&format!("{newline}  {first_text} {last}"));
                    head = Some(first);
                }
            }
            text.push('\n');
        }
        text
    }
}

fn values(rows: &Rows) -> String {
    let line = |i: usize| {
        let value = rows.value(i).unwrap_or_default();
        format!("  {}: {value}\n", write_position(rows.position(i)))
    };
    (0..rows.len()).map(line).collect()
}
