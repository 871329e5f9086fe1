//! `sprague discover`, `compare`, `survey`, `repair`, `threshold`: patterns, and claims that are nearly right.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sprague::report::discoveries::{CompareReport, DiscoverReport, RepairReport, ThresholdReport};
use sprague::report::picture::{Cells, Picture, png, svg};
use sprague::report::surveys::{SurveyLine, missing, read_rows, write_parquet};
use sprague::{Asked, Error, Known, Library, Matrix, Positions, Session, Subject, Wish, Wordless};

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
    if let Some(file) = &args.claim {
        match session.claim_to_prove(&subject, wish, &found) {
            Some(claim) => write_claim(file, &format!("{}\n", claim.trim_end()), &subject)?,
            None => eprintln!("there is no formula: no claim is written"),
        }
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
    match &found.known {
        _ if found.wordless == Some(Wordless::Stopped) => {
            Err(Failure::Stopped("what is known so far was printed".into()))
        }
        Known::Proved(_) => Ok(()),
        _ => stopped(&session, "what is known so far was printed"),
    }
}

/// Writes a claim, and beside it the game that it names, if that is not in the catalogue: under the name of the claim's file, unless it is there already.
fn write_claim(file: &Path, claim: &str, subject: &Subject) -> Outcome {
    let mut claim = claim.to_string();
    for (name, text) in subject.library.games() {
        let beside = file.parent().unwrap_or(Path::new("")).join(name);
        if std::fs::read_to_string(&beside).is_ok_and(|there| there == *text) {
            continue;
        }
        let own = file.with_extension("game");
        if own.exists() {
            let taken = own.display();
            return Err(Failure::Usage(format!(
                "the game would be written to {taken} beside the claim, where there is another file"
            )));
        }
        write(&own, text)?;
        let own = own.file_name().unwrap_or_default().to_string_lossy().into_owned();
        claim = claim.replace(name.as_str(), &format!("./{own}"));
    }
    write(file, &claim)
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
    let refused = |what: &str, e: &dyn std::fmt::Display| {
        Failure::Usage(format!("cannot {what} {}: {e}", file.display()))
    };
    let known = std::fs::read_to_string(file).map_err(|e| refused("read", &e))?;
    let (rows, whole) = read_rows(&known).map_err(|e| refused("read", &e))?;
    if whole < known.len() {
        std::fs::write(file, &known[..whole]).map_err(|e| refused("write", &e))?;
    }
    Ok(rows)
}

pub fn survey(args: &SurveyArgs, limits: &Limits) -> Outcome {
    let text = std::fs::read_to_string(&args.file)
        .map_err(|e| Failure::Usage(format!("cannot read {}: {e}", args.file.display())))?;
    let grid = sprague::rule_grid(&text, args.misere, args.piles.into()).map_err(Failure::Usage)?;
    if args.parts.is_wanted() {
        return survey_in_parts(args, &grid, limits);
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
    let asked = missing(grid, &known);
    let whole = work::session(limits).survey(&asked, |row| -> Outcome {
        let row = SurveyLine::from(row);
        if let Some(file) = &mut kept {
            output::json(file, &row)?;
        }
        output::print(args.format, &row, SurveyLine::text)?;
        known.push(row);
        Ok(())
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
struct Survey {
    piles: u8,
    misere: bool,
    memory: Option<u64>,
    time: Option<Duration>,
}

/// The survey in parts, one chunk a ruleset in one kind of play.
fn survey_in_parts(args: &SurveyArgs, grid: &[Asked], limits: &Limits) -> Outcome {
    let (piles, misere) = (args.piles, args.misere);
    let survey = Survey { piles, misere, memory: limits.memory, time: limits.time };
    let about = args.file.display().to_string();
    let rules = grid.iter().filter(|asked| !asked.misere).map(|asked| asked.rule.as_str());
    let job = lines::job("survey", &about, survey, rules, grid.len() as u64);
    let ask = InParts { out: args.out.clone(), parts: args.parts.clone() };
    let session = work::session(limits);
    lines::in_parts(job, &ask, limits, |chunk, out| {
        let dropped = || Failure::Stopped("the shard was dropped".into());
        let row = session.survey_one(&grid[chunk as usize]).ok_or_else(dropped)?;
        output::json(out, &SurveyLine::from(row))
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
