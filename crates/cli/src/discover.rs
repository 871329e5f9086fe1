//! `sprague discover`, `compare`, `survey`, `repair`, `threshold`: patterns, and claims that are nearly right.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use sprague::report::discoveries::{CompareReport, DiscoverReport, RepairReport, ThresholdReport};
use sprague::report::picture::{Cells, Picture, png, svg};
use sprague::report::surveys::{SurveyLine, write_parquet};
use sprague::{Error, Known, Library, Matrix, Positions, Session, Subject, Wish};

use crate::args::{
    CompareArgs, DiscoverArgs, DiscoverFormat, InParts, Limits, RepairArgs, SurveyArgs,
    ThresholdArgs,
};
use crate::failure::{Failure, Outcome};
use crate::prove::Source;
use crate::{lines, open, output, proofs, work};

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
        (Some(piles), _) => Some(piles),
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
    if let Some(file) = &args.picture {
        draw_differences(file, args.max, [&one, &two], [&first, &second], &session)?;
    }
    let found = work::with_progress(&session, "steps", || session.compare(&one, &two, wish));
    let report = CompareReport::new([first, second], &one, wish, &found);
    output::print(args.format, &report, CompareReport::text)?;
    match report.verdict {
        "proved" | "refuted" => Ok(()),
        _ => stopped(&session, "what is known so far was printed"),
    }
}

/// The P-positions of two rulesets on two piles, each in its colour, as a picture.
fn draw_differences(
    file: &Path,
    max: u32,
    subjects: [&Subject; 2],
    shown: [&str; 2],
    session: &Session,
) -> Outcome {
    if subjects[0].board.numbers() != 2 {
        return Err(Failure::Usage("a picture shows positions of two piles".into()));
    }
    let square = |subject: &Subject| {
        let request = session.table(subject.ruleset.clone()).piles(2).max(max);
        request.compute()?.outcome_square(&[], 1)
    };
    let [one, two] = [square(subjects[0])?, square(subjects[1])?];
    let is_lost =
        |square: &Matrix<u8>, x: u32, y: u32| *square.get(x as usize - 1, y as usize - 1) == b'P';
    let letter = |x: u32, y: u32| match (is_lost(&one, x, y), is_lost(&two, x, y)) {
        (true, true) => 'P',
        (false, false) => 'N',
        (true, false) => '1',
        (false, true) => '2',
    };
    let picture = Picture {
        title: format!("{} and {}", shown[0], shown[1]),
        subtitle: format!("P-positions of two piles up to {max}"),
        min: 1,
        max,
        symmetric: false,
        axis: ["first pile", "second pile"].map(String::from),
        cells: Cells::Differences(&letter),
        size: Picture::SIZE,
    };
    let bytes = match file.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => svg(&picture).map(String::into_bytes),
        Some("png") => png(&picture),
        _ => return Err(Failure::Usage("a picture is a file that ends in .svg or .png".into())),
    };
    let bytes = bytes.map_err(|wrong| Failure::Usage(wrong.to_string()))?;
    std::fs::write(file, bytes)
        .map_err(|e| Failure::Usage(format!("cannot write {}: {e}", file.display())))?;
    eprintln!("wrote {}", file.display());
    Ok(())
}

/// The file of a survey's rows, to which they are appended while they are found: that which was named, or one beside a Parquet file.
fn kept_in(out: &Path) -> PathBuf {
    match is_parquet(out) {
        true => out.with_extension("rows.jsonl"),
        false => out.to_path_buf(),
    }
}

fn is_parquet(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "parquet")
}

/// The rows that were kept. A line that was cut off when the work was stopped is left out of the file, and is found again.
fn known_rows(file: &Path) -> Outcome<Vec<SurveyLine>> {
    if !file.exists() {
        return Ok(Vec::new());
    }
    let refused = |what: &str, e: std::io::Error| {
        Failure::Usage(format!("cannot {what} {}: {e}", file.display()))
    };
    let known = std::fs::read_to_string(file).map_err(|e| refused("read", e))?;
    let whole = known.rfind('\n').map_or("", |end| &known[..=end]);
    if whole.len() < known.len() {
        std::fs::write(file, whole).map_err(|e| refused("write", e))?;
    }
    let row = |(place, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|e| {
            let at = place + 1;
            Failure::Usage(format!("line {at} of {} is no row of a survey: {e}", file.display()))
        })
    };
    whole.lines().enumerate().map(row).collect()
}

pub fn survey(args: &SurveyArgs, limits: &Limits) -> Outcome {
    let text = std::fs::read_to_string(&args.file)
        .map_err(|e| Failure::Usage(format!("cannot read {}: {e}", args.file.display())))?;
    let rules = sprague::rule_variants(&text).map_err(Failure::Usage)?;
    if args.parts.is_wanted() {
        return survey_in_parts(args, &rules, limits);
    }
    let mut known = match &args.out {
        Some(out) => known_rows(&kept_in(out))?,
        None => Vec::new(),
    };
    let mut kept = match &args.out {
        None => None,
        Some(out) => {
            let file = kept_in(out);
            let open = std::fs::OpenOptions::new().create(true).append(true).open(&file);
            let refused = |e| Failure::Usage(format!("cannot write {}: {e}", file.display()));
            Some(open.map_err(refused)?)
        }
    };
    let piles = usize::from(args.piles);
    let plays: &[bool] = if args.misere { &[false, true] } else { &[false] };
    let is_known = |rule: &str, misere: bool| {
        let same =
            |row: &SurveyLine| row.rule == rule && row.misere == misere && row.piles == piles;
        known.iter().any(same)
    };
    let all = rules.iter().flat_map(|rule| plays.iter().map(move |&misere| (rule, misere)));
    let asked: Vec<(&String, bool)> =
        all.filter(|(rule, misere)| !is_known(rule, *misere)).collect();
    let session = work::session(limits);
    let crew = work::threads(limits).min(asked.len().max(1));
    // Rows are found side by side, and told in their order as far as there are no gaps.
    let next = AtomicUsize::new(0);
    let (tell, told) = std::sync::mpsc::channel::<(usize, Option<SurveyLine>)>();
    let whole = std::thread::scope(|scope| -> Outcome<bool> {
        for _ in 0..crew {
            let (tell, next, asked, session) = (tell.clone(), &next, &asked, &session);
            scope.spawn(move || {
                loop {
                    let place = next.fetch_add(1, Relaxed);
                    let Some(&(rule, misere)) = asked.get(place) else { return };
                    let row = SurveyLine::from(session.survey(rule, misere, piles));
                    // What was stopped is not known.
                    let stopped = row.verdict != "proved" && stopped(session, "").is_err();
                    let _ = tell.send((place, (!stopped).then_some(row)));
                    if stopped {
                        return;
                    }
                }
            });
        }
        drop(tell);
        let mut waiting = std::collections::BTreeMap::new();
        let mut due = 0;
        for (place, row) in told {
            waiting.insert(place, row);
            while let Some(row) = waiting.remove(&due) {
                let Some(row) = row else { return Ok(false) };
                if let Some(file) = &mut kept {
                    output::json(file, &row)?;
                }
                output::print(args.format, &row, SurveyLine::text)?;
                known.push(row);
                due += 1;
            }
        }
        Ok(due == asked.len())
    })?;
    if let Some(file) = &mut kept {
        file.flush()?;
    }
    if !whole {
        return Err(Failure::Stopped("the rows so far were printed".into()));
    }
    if let Some(out) = args.out.as_deref().filter(|out| is_parquet(out)) {
        let file = std::fs::File::create(out)
            .map_err(|e| Failure::Usage(format!("cannot write {}: {e}", out.display())))?;
        write_parquet(&known, file)?;
        eprintln!("wrote {}", out.display());
    }
    Ok(())
}

/// What the rows of a survey depend on, beside the rules.
#[derive(serde::Serialize)]
struct Asked {
    piles: u8,
    misere: bool,
    memory: Option<u64>,
    time: Option<Duration>,
}

/// The survey in parts, one chunk a ruleset in one kind of play.
fn survey_in_parts(args: &SurveyArgs, rules: &[String], limits: &Limits) -> Outcome {
    let plays: &[bool] = if args.misere { &[false, true] } else { &[false] };
    let asked =
        Asked { piles: args.piles, misere: args.misere, memory: limits.memory, time: limits.time };
    let about = args.file.display().to_string();
    let chunks = (rules.len() * plays.len()) as u64;
    let texts = rules.iter().map(String::as_str);
    let job = lines::job("survey", &about, asked, texts, chunks);
    let ask = InParts { out: args.out.clone(), parts: args.parts.clone() };
    let session = work::session(limits);
    lines::in_parts(job, &ask, limits, |chunk, out| {
        let (rule, misere) = (chunk as usize / plays.len(), plays[chunk as usize % plays.len()]);
        let row = SurveyLine::from(session.survey(&rules[rule], misere, args.piles.into()));
        if row.verdict != "proved" {
            stopped(&session, "the shard was dropped")?;
        }
        output::json(out, &row)
    })
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
