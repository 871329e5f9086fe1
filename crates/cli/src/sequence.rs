//! `sprague sequence` and `sprague nim-set`: one heap.

use std::io::Write as _;

use sprague_report::SequenceReport;
use sprague_report::heap::NimSets as NimSetsReport;
use sprague_rules::{Ruleset, Shape};
use sprague_sequence::{Run, Sequence, Terms, saved};
use sprague_solve::budget::Bytes;
use sprague_solve::heaps::{NimSets, nim_sets};

use crate::args::{Limits, PlainFormat, SequenceArgs, SequenceFormat};
use crate::failure::{Failure, Outcome};
use crate::{open, output, work};

/// The longest sequence of outcomes that is drawn: a strip of a picture's greatest height.
const LONGEST_STRIP: u32 = 10_000_000;

pub fn run(args: &SequenceArgs, limits: &Limits) -> Outcome {
    let ruleset = open::ruleset(&args.ruleset)?;
    let file = args.output.as_deref();
    let format = output::format(args.format, file)?;
    check_format(args, format, &ruleset)?;
    let sequence = compute_saved(&ruleset, args, limits)?;
    let complete = sequence.len() > args.to as usize;
    let last = sequence.len() - 1;
    let regularity = sequence.regularity(&ruleset);
    let report = SequenceReport { ruleset: ruleset.expression.clone(), sequence, regularity };
    output::write(file, |out| {
        match format {
            SequenceFormat::Text => write!(out, "{}", report.text())?,
            SequenceFormat::Json => output::json(out, &report)?,
            SequenceFormat::Csv => write!(out, "{}", report.csv())?,
            SequenceFormat::Bfile => {
                write!(out, "{}", report.bfile().expect("there are nim-values"))?
            }
            SequenceFormat::Latex => write!(out, "{}", report.latex())?,
            SequenceFormat::Svg => out.write_all(report.svg()?.as_bytes())?,
            SequenceFormat::Png => out.write_all(&report.png()?)?,
        }
        Ok(())
    })?;
    match complete {
        true => Ok(()),
        false => Err(Failure::Stopped(format!("heaps up to {last} are shown"))),
    }
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
    let ruleset = open::ruleset(ruleset)?;
    if !ruleset.has_nim_values() || !ruleset.is_sum_of_piles() {
        let message = "nim-sets belong to games in which every move acts on one pile alone";
        return Err(Failure::Usage(format!("{message}, in normal play")));
    }
    let Terms::NimValues(values) = compute(&ruleset, to, limits)?.terms else {
        unreachable!("the ruleset has nim-values")
    };
    let largest = values.iter().copied().max().unwrap_or(0);
    let bytes = NimSets::new(parts.into()).bytes(values.len(), largest);
    if bytes > limits.memory() {
        let (needed, budget) = (Bytes(bytes), Bytes(limits.memory()));
        let message = format!("these nim-sets need {needed}; the budget is {budget} (--memory)");
        return Err(Failure::Budget(message));
    }
    let sets = nim_sets(&values, parts.into());
    let report = NimSetsReport { ruleset: ruleset.expression.clone(), parts, sets };
    let mut out = std::io::stdout().lock();
    match format {
        PlainFormat::Json => output::json(&mut out, &report)?,
        PlainFormat::Text => write!(out, "{}", report.text())?,
    }
    Ok(())
}

/// The terms, going on from a saved run and keeping it up to date.
fn compute_saved(ruleset: &Ruleset, args: &SequenceArgs, limits: &Limits) -> Outcome<Sequence> {
    let Some(path) = &args.save else {
        let run = Run { known: Vec::new(), keep: &mut |_| {} };
        return compute_run(ruleset, args.to, limits, run);
    };
    if !ruleset.has_nim_values() || !ruleset.is_sum_of_piles() {
        let message = "only nim-values of games in which moves act on one pile are saved";
        return Err(Failure::Usage(message.into()));
    }
    let complain =
        |what: &str, why: &str| Failure::Usage(format!("cannot {what} {}: {why}", path.display()));
    let known = match std::fs::read_to_string(path) {
        Ok(text) => {
            saved::load(&text, &ruleset.expression).map_err(|why| complain("go on from", &why))?
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(complain("read", &error.to_string())),
    };
    let before = known.len();
    let mut trouble = None;
    let mut keep = |values: &[u32]| {
        // A shorter question leaves the longer answer as it is.
        if values.len() > before {
            trouble = saved::save(path, &ruleset.expression, values).err();
        }
    };
    let sequence = compute_run(ruleset, args.to, limits, Run { known, keep: &mut keep })?;
    match trouble {
        Some(error) => Err(complain("write", &error.to_string())),
        None => Ok(sequence),
    }
}

/// All terms up to `to`.
pub fn compute(ruleset: &Ruleset, to: u32, limits: &Limits) -> Outcome<Sequence> {
    let run = Run { known: Vec::new(), keep: &mut |_| {} };
    let sequence = compute_run(ruleset, to, limits, run)?;
    match sequence.len() > to as usize {
        true => Ok(sequence),
        false => Err(Failure::Stopped(format!("heaps up to {} are known", sequence.len() - 1))),
    }
}

/// The terms of one heap as far as time allows, with a progress bar.
fn compute_run(ruleset: &Ruleset, to: u32, limits: &Limits, run: Run) -> Outcome<Sequence> {
    if let Shape::Row { places } = ruleset.shape
        && places != 1
    {
        let message = format!("`{}` is played on {places} places, not on one", ruleset.expression);
        return Err(Failure::Usage(message));
    }
    let (budget, watch) = (work::budget(limits), work::watch(limits));
    let sequence =
        work::with_progress(watch, "heaps", || Sequence::run(ruleset, to, &budget, watch, run))?;
    if limits.verbose {
        eprintln!("{}", sequence.way);
    }
    Ok(sequence)
}
