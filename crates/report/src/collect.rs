//! Reading a table off a solver.

use sprague_rules::{Ruleset, Shape};
use sprague_solve::{Refusal, Region, Solver, Wanted, Watch};

use crate::table::{Extent, Rows, TableReport, Tally};

/// Positions after which to look at the watch.
const LOOK_UP: u64 = 1 << 16;

impl Extent {
    /// How many positions it has; `None` if beyond counting.
    pub fn positions(&self, ruleset: &Ruleset) -> Option<u64> {
        match self {
            Extent::Piles { piles, max } => Region::new(ruleset, *piles, *max).full_positions(),
            Extent::Counts(most) => {
                most.iter().try_fold(1u64, |product, &m| product.checked_mul(u64::from(m) + 1))
            }
        }
    }
}

impl TableReport {
    /// The answers for all positions of the extent; `keep` lists them, otherwise they are counted.
    pub fn collect(
        ruleset: &Ruleset,
        extent: Extent,
        solver: &mut Solver,
        keep: bool,
        watch: &Watch,
    ) -> Result<TableReport, Refusal> {
        let counted = match (keep, &extent, solver.count_p(), extent.positions(ruleset)) {
            (false, Extent::Piles { .. }, Some(p), Some(n)) => {
                Some(Tally { n: n - p, p, ..Tally::default() })
            }
            _ => None,
        };
        let nim = solver.wanted == Wanted::NimValues;
        let mut rows = keep.then(|| Rows::new(extent.width()));
        let mut tally = Tally::default();
        let mut record = |position: &[u32], shown: &[u32]| -> Result<(), Refusal> {
            let outcome = solver.outcome(position)?;
            tally.add(outcome);
            if let Some(rows) = &mut rows {
                let value = if nim { solver.nim_value(position)? } else { None };
                rows.push(shown, outcome, value);
            }
            if tally.total().is_multiple_of(LOOK_UP) && !watch.goes_on() {
                let reached = format!("{} positions were looked at", tally.total());
                return Err(Refusal::Stopped { reached });
            }
            Ok(())
        };
        match &extent {
            Extent::Piles { piles, max } => {
                let region = Region::new(ruleset, *piles, *max);
                let mut result = Ok(());
                match counted {
                    Some(known) => tally = known,
                    None => region.visit_full(&mut |position| {
                        result = record(position, position);
                        result.is_ok()
                    }),
                }
                result?;
            }
            Extent::Counts(most) => visit_counts(most, record)?,
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
