//! `sprague discover`, `compare`, `survey`, `repair`, `threshold`: patterns, and claims that are nearly right.

use std::io::Write as _;
use std::path::Path;

use sprague::report::discoveries::{
    CompareReport, DiscoverReport, RepairReport, SurveyLine, ThresholdReport,
};
use sprague::{Error, Known, Library, Positions, Session, Subject, Wish};

use crate::args::{
    CompareArgs, DiscoverArgs, DiscoverFormat, Limits, RepairArgs, SurveyArgs, ThresholdArgs,
};
use crate::failure::{Failure, Outcome};
use crate::prove::Source;
use crate::{open, output, proofs, work};

/// The ruleset of an expression, on a board, and how it is shown.
fn subject(expression: &str, positions: Option<Positions>) -> Outcome<(Subject, String)> {
    let shown = open::ruleset(expression)?.expression;
    let (library, named) = open::named(expression)?;
    let subject = Subject::new(&named, &library, positions).map_err(Failure::Usage)?;
    Ok((subject, shown))
}

fn wish(nim: bool) -> Wish {
    if nim { Wish::NimValues } else { Wish::Outcomes }
}

/// Says that the work was stopped, if it was.
fn stopped(session: &Session, what: &str) -> Outcome {
    match work::why() {
        Some(_) => Err(Failure::Stopped(what.to_string())),
        None if session.is_cancelled() => Err(Failure::Stopped(what.to_string())),
        None => Ok(()),
    }
}

pub fn run(args: &DiscoverArgs, limits: &Limits) -> Outcome {
    let positions = match (args.piles, args.counts) {
        (Some(piles), _) => Some(Positions::Piles(piles.into())),
        (None, Some(size)) => Some(Positions::Counts(size.into())),
        (None, None) => None,
    };
    let (subject, shown) = subject(&args.ruleset, positions)?;
    let session = work::session(limits);
    let wish = wish(args.nim);
    let mut found = work::with_progress(&session, "steps", || session.discover(&subject, wish));
    if limits.verbose {
        found.notes.iter().for_each(|note| eprintln!("{note}"));
    }
    if let Known::Unchecked { why, .. } | Known::Undecided { why } = &mut found.known {
        *why = proofs::with_options(why);
    }
    if let Some(file) = &args.certificate {
        match &found.known {
            Known::Proved(accepted) => write(file, &accepted.certificate().write())?,
            Known::Unchecked { certificate, .. } => write(file, &certificate.write())?,
            Known::Undecided { .. } => eprintln!("nothing is proved: there is no certificate"),
        }
    }
    if let (Some(file), Some(claim)) = (&args.claim, &found.claim) {
        write(file, claim)?;
    }
    let report = DiscoverReport::new(&subject, wish, &shown, &found);
    output::write(None, |out| match args.format {
        DiscoverFormat::Json => output::json(out, &report),
        DiscoverFormat::Text => Ok(write!(out, "{}", report.text())?),
        DiscoverFormat::Latex => {
            let guess = if report.verdict == "proved" { "" } else { "% a guess, not proved\n" };
            let latex = report.latex.as_deref().unwrap_or("% no formula is short enough");
            Ok(writeln!(out, "{guess}{latex}")?)
        }
    })?;
    match report.verdict {
        "proved" => Ok(()),
        _ => stopped(&session, "what is known so far was printed"),
    }
}

fn write(file: &Path, text: &str) -> Outcome {
    std::fs::write(file, text)
        .map_err(|e| Failure::Usage(format!("cannot write {}: {e}", file.display())))?;
    eprintln!("wrote {}", file.display());
    Ok(())
}

pub fn compare(args: &CompareArgs, limits: &Limits) -> Outcome {
    let positions = args.piles.map(|piles| Positions::Piles(piles.into()));
    let (one, first) = subject(&args.ruleset, positions)?;
    let (two, second) = subject(&args.other, positions)?;
    if one.board != two.board {
        let message = format!("{first} is played on {}, {second} on {}", one.words(), two.words());
        return Err(Failure::Usage(message));
    }
    let session = work::session(limits);
    let wish = wish(args.nim);
    let found = work::with_progress(&session, "steps", || session.compare(&one, &two, wish));
    let report = CompareReport::new([first, second], &one, wish, &found);
    output::print(args.format, &report, CompareReport::text)?;
    match report.verdict {
        "proved" | "refuted" => Ok(()),
        _ => stopped(&session, "what is known so far was printed"),
    }
}

/// What tells the rows of a survey apart, read from those that were kept.
#[derive(serde::Deserialize)]
struct Kept {
    rule: String,
    misere: bool,
    piles: u64,
}

pub fn survey(args: &SurveyArgs, limits: &Limits) -> Outcome {
    let text = std::fs::read_to_string(&args.file)
        .map_err(|e| Failure::Usage(format!("cannot read {}: {e}", args.file.display())))?;
    let rules = sprague::rule_variants(&text).map_err(Failure::Usage)?;
    let known = match &args.out {
        Some(file) if file.exists() => std::fs::read_to_string(file)
            .map_err(|e| Failure::Usage(format!("cannot read {}: {e}", file.display())))?,
        _ => String::new(),
    };
    // A line that was cut off when the work was stopped is found again.
    let whole = known.rfind('\n').map_or("", |end| &known[..=end]);
    let key = |rule: &str, misere: bool, piles: u64| format!("{misere} {piles} {rule}");
    let done: std::collections::HashSet<String> = whole
        .lines()
        .filter_map(|line| serde_json::from_str::<Kept>(line).ok())
        .map(|row| key(&row.rule, row.misere, row.piles))
        .collect();
    let mut kept = match &args.out {
        None => None,
        Some(file) => {
            let refused =
                |e: std::io::Error| Failure::Usage(format!("cannot write {}: {e}", file.display()));
            if whole.len() < known.len() {
                std::fs::write(file, whole).map_err(refused)?;
            }
            let open = std::fs::OpenOptions::new().create(true).append(true).open(file);
            Some(open.map_err(refused)?)
        }
    };
    let session = work::session(limits);
    let plays: &[bool] = if args.misere { &[false, true] } else { &[false] };
    for rule in &rules {
        for &misere in plays {
            if done.contains(&key(rule, misere, args.piles.into())) {
                continue;
            }
            stopped(&session, "the rows so far were printed")?;
            let row = SurveyLine::from(session.survey(rule, misere, args.piles.into()));
            // What was stopped is not known.
            if row.verdict != "proved" {
                stopped(&session, "the rows so far were printed")?;
            }
            if let Some(file) = &mut kept {
                output::json(file, &row)?;
            }
            output::print(args.format, &row, SurveyLine::text)?;
        }
    }
    if let Some(file) = &mut kept {
        file.flush()?;
    }
    Ok(())
}

pub fn repair(args: &RepairArgs, limits: &Limits) -> Outcome {
    let sources = Source::all(&args.file)?;
    let [source] = &sources[..] else {
        return Err(Failure::Usage("one file is repaired at a time".into()));
    };
    let claim = &source.one(args.claim)?;
    let session = work::session(limits);
    let repaired = || session.repair(claim, &claim.library());
    let repairs = match work::with_progress(&session, "changes", repaired) {
        Ok(repairs) => repairs,
        Err(Error::Request(why)) => {
            stopped(&session, &why)?;
            return Err(Failure::Usage(why));
        }
        Err(other) => return Err(other.into()),
    };
    let report = RepairReport::new(&claim.name, &repairs);
    output::print(args.format, &report, RepairReport::text)?;
    stopped(&session, "not all changes were judged")
}

pub fn threshold(args: &ThresholdArgs, limits: &Limits) -> Outcome {
    let text = std::fs::read_to_string(&args.file)
        .map_err(|e| Failure::Usage(format!("cannot read {}: {e}", args.file.display())))?;
    let file = args.file.clone();
    let library = Library::catalogue().reading(move |name| open::beside(&file, name));
    let session = work::session(limits);
    let found =
        work::with_progress(&session, "numbers", || session.threshold(&text, &args.name, &library));
    match found {
        Ok(found) => {
            let report = ThresholdReport::new(&args.name, &found);
            output::print(args.format, &report, ThresholdReport::text)
        }
        Err(Error::Request(why)) => {
            stopped(&session, &why)?;
            Err(Failure::Usage(why))
        }
        Err(other) => Err(other.into()),
    }
}
