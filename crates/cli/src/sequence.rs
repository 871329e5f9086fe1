//! `sprague sequence` and `sprague nim-set`: one heap.

use std::io::BufReader;
use std::path::Path;

use sprague::report::SequenceReport;
use sprague::{NimValues, Ruleset, Run, Session, saved};

use crate::args::{Limits, NimSetArgs, PlainFormat, SequenceArgs, SequenceFormat};
use crate::failure::{Failure, Outcome};
use crate::{lines, open, output, work};

/// The longest sequence of outcomes that is drawn: a strip of a picture's greatest height.
const LONGEST_STRIP: u32 = 10_000_000;

pub fn run(args: &SequenceArgs, limits: &Limits) -> Outcome {
    if args.in_parts.wanted() {
        return in_parts(args, limits);
    }
    let ruleset = open::ruleset(&args.ruleset)?;
    let file = args.output.as_deref();
    let format = output::format(args.format, file)?;
    check_format(args, format, &ruleset)?;
    let session = work::session(limits);
    let report = work::with_progress(&session, "heaps", || {
        compute_saved(&ruleset, args.to, args.save.as_deref(), &session)
    })?;
    if limits.verbose {
        eprintln!("{}", report.sequence.way);
    }
    output::write(file, |out| {
        match format {
            SequenceFormat::Text => write!(out, "{}", report.text())?,
            SequenceFormat::Json => output::json(out, &report)?,
            SequenceFormat::Csv => write!(out, "{}", report.csv())?,
            SequenceFormat::Bfile => {
                write!(out, "{}", report.bfile().expect("there are nim-values"))?
            }
            SequenceFormat::Latex => write!(out, "{}", report.latex())?,
            SequenceFormat::Svg => {
                out.write_all(report.svg_within(work::watch(limits))?.as_bytes())?
            }
            SequenceFormat::Png => out.write_all(&report.png_within(work::watch(limits))?)?,
        }
        Ok(())
    })?;
    match report.sequence.len() - 1 {
        last if last < args.to as usize => {
            Err(Failure::Stopped(format!("heaps up to {last} are shown")))
        }
        _ => Ok(()),
    }
}

/// The regularities of many rulesets in parts, a ruleset a chunk; the terms are kept in a folder, if there is one for them.
fn in_parts(args: &SequenceArgs, limits: &Limits) -> Outcome {
    let Some(file) = args.ruleset.strip_prefix('@') else {
        let message = "in parts there are many rulesets: @FILE, a ruleset a line";
        return Err(Failure::Usage(message.into()));
    };
    lines::check_format(args.format.is_none_or(|format| format == SequenceFormat::Json))?;
    let text = std::fs::read_to_string(file)
        .map_err(|e| Failure::Usage(format!("cannot read {file}: {e}")))?;
    let rulesets = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let rulesets: Vec<&str> = rulesets.filter(|line| !line.is_empty()).collect();
    rulesets.iter().try_for_each(|ruleset| open::ruleset(ruleset).map(drop))?;
    if let Some(folder) = &args.save {
        std::fs::create_dir_all(folder)?;
    }
    let chunks = rulesets.len() as u64;
    let job = lines::job("sequence", &args.ruleset, args.to, rulesets.iter().copied(), chunks);
    let session = work::session(limits);
    lines::in_parts(job, &args.in_parts, limits, |chunk, out| {
        let ruleset = open::ruleset(rulesets[chunk as usize])?;
        let save = args.save.as_ref().map(|folder| folder.join(format!("{chunk:08}.txt")));
        let report = compute_saved(&ruleset, args.to, save.as_deref(), &session)?;
        if report.sequence.len() <= args.to as usize {
            return Err(Failure::Stopped("the shard was dropped".into()));
        }
        let mut line = serde_json::to_value(&report)?;
        if let Some(fields) = line.as_object_mut() {
            // The terms of many rulesets are kept, not printed.
            fields.retain(|key, _| key == "ruleset" || key == "regularity");
        }
        output::json(out, &line)
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

pub fn nim_set(args: &NimSetArgs, limits: &Limits) -> Outcome {
    let ruleset = open::ruleset(&args.ruleset)?;
    let session = work::session(limits);
    let compute = || session.nim_sets_so_far(&ruleset, args.parts, args.to);
    let report = work::with_progress(&session, "heaps", compute)?;
    output::write(None, |out| match args.format {
        PlainFormat::Json => output::json(out, &report),
        PlainFormat::Text => Ok(write!(out, "{}", report.text())?),
    })?;
    match report.sets.len() {
        known if known <= args.to as usize => {
            Err(Failure::Stopped(format!("{known} of {} heaps are shown", u64::from(args.to) + 1)))
        }
        _ => Ok(()),
    }
}

/// The terms as far as time allows, going on from a saved run and keeping it up to date.
fn compute_saved(
    ruleset: &Ruleset,
    to: u32,
    save: Option<&Path>,
    session: &Session,
) -> Outcome<SequenceReport> {
    let Some(path) = save else {
        let run = Run { known: NimValues::default(), keep: &mut |_| {} };
        return Ok(session.sequence_run(ruleset, to, run)?);
    };
    if !ruleset.has_nim_values() || !ruleset.is_sum_of_piles() {
        let message = "only nim-values of games in which moves act on one pile are saved";
        return Err(Failure::Usage(message.into()));
    }
    let complain =
        |what: &str, why: &str| Failure::Usage(format!("cannot {what} {}: {why}", path.display()));
    let known = match std::fs::File::open(path) {
        Ok(file) => saved::load(BufReader::new(file), &ruleset.expression)
            .map_err(|why| complain("go on from", &why))?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => NimValues::default(),
        Err(error) => return Err(complain("read", &error.to_string())),
    };
    let before = known.len();
    let mut trouble = None;
    let mut keep = |values: &NimValues| {
        // A shorter question leaves the longer answer as it is.
        if values.len() > before {
            trouble = saved::save(path, &ruleset.expression, values).err();
        }
    };
    let report = session.sequence_run(ruleset, to, Run { known, keep: &mut keep })?;
    match trouble {
        Some(error) => Err(complain("write", &error.to_string())),
        None => Ok(report),
    }
}
