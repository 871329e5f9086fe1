//! A table as one sheet of numbers of sixteen bits, for whoever draws it; and what it will cost, before it is computed.

use serde::Serialize;
use sprague_rules::{Outcome, Shape};
use sprague_solve::{Extent, Question, Refusal, Wanted, table};

use crate::error::Error;
use crate::table::{Matrix, Table, TableRequest};

/// What is known of one position, as a number of sixteen bits: its nim-value, or else 0 for P, 1 for N, 2 for L and 3 for R.
/// Where there are nim-values, 0 is P as well.
pub mod cell {
    use sprague_rules::Outcome;

    /// Nothing is known.
    pub const UNKNOWN: u16 = u16::MAX;
    /// The nim-value is this or larger.
    pub const LARGE: u16 = u16::MAX - 1;

    /// The number of a nim-value.
    pub fn of_nim_value(value: u32) -> u16 {
        u16::try_from(value).unwrap_or(LARGE).min(LARGE)
    }

    /// The number of an outcome.
    pub fn of_outcome(outcome: Outcome) -> u16 {
        match outcome {
            Outcome::P => 0,
            Outcome::N => 1,
            Outcome::L => 2,
            Outcome::R => 3,
        }
    }
}

/// What a table will cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Positions of the region that has to be computed; none, if beyond counting.
    pub positions: Option<u64>,
    /// Bytes that it will take; none, if beyond counting.
    pub bytes: Option<u64>,
    /// Roughly how long.
    pub seconds: f64,
    /// By which kernel.
    pub kernel: &'static str,
    /// Why by that one.
    pub reason: String,
}

impl TableRequest<'_> {
    /// What computing it will cost, as the planner sees it; nothing is computed.
    ///
    /// ```
    /// use sprague::{Library, Session};
    ///
    /// let minnie = Library::catalogue().ruleset("minnie").unwrap();
    /// let session = Session::new();
    /// let small = session.table(&minnie).piles(2).max(200).estimate().unwrap();
    /// let large = session.table(&minnie).piles(4).max(2000).estimate().unwrap();
    /// assert!(small.seconds < 0.1 && large.seconds > 100.0 && large.bytes > small.bytes);
    /// ```
    pub fn estimate(&self) -> Result<Estimate, Error> {
        self.check()?;
        let (_, region) = self.extent()?;
        let (ruleset, wanted) = (self.ruleset(), self.wanted());
        let question = Question::about_region(ruleset.clone(), region).wanted(wanted);
        let choice = question.budget(&self.session().budget()).choose()?;
        let bytes = match choice.kernel {
            sprague_solve::Kernel::Heaps => Some(8 * (u64::from(region.max) + 1)),
            _ => table::Table::bytes(ruleset, region, wanted),
        };
        Ok(Estimate {
            positions: region.positions(),
            bytes,
            seconds: choice.estimate.as_secs_f64(),
            kernel: choice.kernel.name(),
            reason: choice.reason,
        })
    }
}

impl Table {
    /// Positions of which two piles vary, or one where there is but one, and the others are fixed, as numbers (see [`cell`]): entry
    /// (i, j) is that of the fixed piles with `from + i` and `from + j`, and a pile of 0 is gone.
    ///
    /// ```
    /// use sprague::{Library, Session};
    ///
    /// let nim = Library::catalogue().ruleset("nim").unwrap();
    /// let session = Session::new();
    /// let mut table = session.table(&nim).piles(3).max(9).nim_values().compute().unwrap();
    /// let slice = table.cells(&[5], 0).unwrap();
    /// assert_eq!((slice.rows, *slice.get(3, 8), *slice.get(0, 0)), (10, 5 ^ 3 ^ 8, 5));
    /// ```
    pub fn cells(&mut self, fixed: &[u32], from: u32) -> Result<Matrix<u16>, Error> {
        let Extent::Piles { piles, max, .. } = *self.extent() else {
            return Err(Error::Request("a table of counts is no sheet".into()));
        };
        if piles != 1 {
            return self.square(fixed, from, |solver, position| Ok(at(solver, position)?));
        }
        if !fixed.is_empty() {
            return Err(Error::Request("a table of one pile has none to fix".into()));
        }
        let side = u64::from(max).saturating_add(1).saturating_sub(from.into());
        self.affords(Some(side), size_of::<u16>())?;
        let row = matches!(self.ruleset().shape, Shape::Row { .. });
        let mut data = Vec::with_capacity(side as usize);
        for size in from..=max {
            if size.is_multiple_of(1 << 12) && !self.watch().goes_on() {
                let reached = format!("{size} sizes of {side} are read off");
                return Err(Refusal::Stopped { reached }.into());
            }
            let position: &[u32] = if size == 0 && !row { &[] } else { &[size] };
            data.push(at(self.solver(), position)?);
        }
        Ok(Matrix { rows: 1, columns: data.len(), data })
    }
}

fn at(solver: &mut sprague_solve::Solver, position: &[u32]) -> Result<u16, Refusal> {
    if solver.wanted == Wanted::NimValues
        && let Some(value) = solver.nim_value(position)?
    {
        return Ok(cell::of_nim_value(value));
    }
    let outcome: Outcome = solver.outcome(position)?;
    Ok(cell::of_outcome(outcome))
}
