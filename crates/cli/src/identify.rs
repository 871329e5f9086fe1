//! `sprague identify`: which known game is this?

use std::io::Write as _;

use sprague_report::heap::Identified;
use sprague_sequence::{Identification, identify, identify_values};

use crate::args::{Limits, PlainFormat};
use crate::failure::{Failure, Outcome};
use crate::{graphs, open, output, sequence, work};

/// Matches of one family that are listed for a game on graphs: codes that differ only in moves that
/// never matter are all worth seeing, for the rules of the graph tell which is meant.
const LISTED: usize = 8;

pub fn run(ruleset: &str, to: u32, format: PlainFormat, limits: &Limits) -> Outcome {
    if let Some(values) = graphs::sequence(ruleset, to, limits)? {
        let (budget, watch) = (work::budget(limits), work::watch(limits));
        let found = identify_values(ruleset, &values, None, LISTED, &budget, watch)?;
        return print(ruleset, to, &found, format);
    }
    let ruleset = open::ruleset(ruleset)?;
    if !ruleset.has_nim_values() {
        let message = format!(
            "`{}` has no nim-values, and only nim-sequences can be identified",
            ruleset.expression
        );
        return Err(Failure::Usage(message));
    }
    let terms = sequence::compute(&ruleset, to, limits)?;
    let (budget, watch) = (work::budget(limits), work::watch(limits));
    let found = work::with_progress(watch, "heaps", || identify(&ruleset, &terms, &budget, watch))?;
    print(&ruleset.expression, to, &found, format)
}

fn print(ruleset: &str, to: u32, found: &Identification, format: PlainFormat) -> Outcome {
    let report = Identified::new(ruleset, to, found);
    let mut out = std::io::stdout().lock();
    match format {
        PlainFormat::Json => output::json(&mut out, &report)?,
        PlainFormat::Text => write!(out, "{}", report.text())?,
    }
    Ok(())
}
