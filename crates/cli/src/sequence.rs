//! `sprague sequence` and `sprague nim-set`: one heap.

use std::io::Write as _;

use serde_json::json;
use sprague_report::SequenceReport;
use sprague_rules::{Ruleset, Shape, parse_ruleset};
use sprague_sequence::{Sequence, Terms};
use sprague_solve::heaps::nim_sets;

use crate::args::{Limits, PlainFormat, SequenceArgs, SequenceFormat};
use crate::failure::{Failure, Outcome};
use crate::{output, work};

/// The longest sequence of outcomes that is drawn: a strip of a picture's greatest height.
const LONGEST_STRIP: u32 = 10_000_000;

pub fn run(args: &SequenceArgs, limits: &Limits) -> Outcome {
    let ruleset = parse_ruleset(&args.ruleset)?;
    let file = args.output.as_deref();
    let format = output::format(args.format, file)?;
    check_format(args, format, &ruleset)?;
    let sequence = compute(&ruleset, args.to, limits)?;
    let regularity = sequence.regularity(&ruleset);
    let report = SequenceReport { ruleset: ruleset.expression.clone(), sequence, regularity };
    output::write(file, |out| {
        match format {
            SequenceFormat::Text => write!(out, "{}", report.text())?,
            SequenceFormat::Json => writeln!(out, "{}", report.json())?,
            SequenceFormat::Csv => write!(out, "{}", report.csv())?,
            SequenceFormat::Bfile => {
                write!(out, "{}", report.bfile().expect("there are nim-values"))?
            }
            SequenceFormat::Latex => write!(out, "{}", report.latex())?,
            SequenceFormat::Svg => out.write_all(report.svg()?.as_bytes())?,
            SequenceFormat::Png => out.write_all(&report.png()?)?,
        }
        Ok(())
    })
}

/// Refuses what cannot be written before anything is computed.
fn check_format(args: &SequenceArgs, format: SequenceFormat, ruleset: &Ruleset) -> Outcome {
    let outcomes = !ruleset.has_nim_values();
    let usage = |message: &str| Err(Failure::Usage(message.into()));
    match format {
        SequenceFormat::Bfile if outcomes => {
            usage("a b-file holds numbers, and this sequence is one of outcomes")
        }
        SequenceFormat::Svg | SequenceFormat::Png if outcomes && args.to > LONGEST_STRIP => {
            usage("pictures show the outcomes of heaps up to 10000000")
        }
        SequenceFormat::Png => output::check_png(args.output.as_deref()),
        _ => Ok(()),
    }
}

pub fn nim_set(
    ruleset: &str,
    parts: u16,
    to: u32,
    format: PlainFormat,
    limits: &Limits,
) -> Outcome {
    let ruleset = parse_ruleset(ruleset)?;
    if !ruleset.has_nim_values() || !ruleset.is_sum_of_piles() {
        let message = "nim-sets belong to games in which every move acts on one pile alone";
        return Err(Failure::Usage(format!("{message}, in normal play")));
    }
    let Terms::NimValues(values) = compute(&ruleset, to, limits)?.terms else {
        unreachable!("the ruleset has nim-values")
    };
    let sets = nim_sets(&values, parts.into());
    let mut out = std::io::stdout().lock();
    match format {
        PlainFormat::Json => {
            let ruleset = &ruleset.expression;
            writeln!(out, "{}", json!({ "ruleset": ruleset, "parts": parts, "sets": sets }))?;
        }
        PlainFormat::Text => {
            for (n, set) in sets.iter().enumerate() {
                let members: Vec<String> = set.iter().map(u32::to_string).collect();
                writeln!(out, "{n}: {{{}}}", members.join(","))?;
            }
        }
    }
    Ok(())
}

/// The terms of one heap, with a progress bar.
pub fn compute(ruleset: &Ruleset, to: u32, limits: &Limits) -> Outcome<Sequence> {
    if let Shape::Row { places } = ruleset.shape
        && places != 1
    {
        let message = format!("`{}` is played on {places} places, not on one", ruleset.expression);
        return Err(Failure::Usage(message));
    }
    let (budget, watch) = (work::budget(limits), work::watch(limits));
    let sequence =
        work::with_progress(watch, "heaps", || Sequence::compute(ruleset, to, &budget, watch))?;
    Ok(sequence)
}
