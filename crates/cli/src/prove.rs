//! `sprague prove`: a verdict for each claim of a file, a folder or standard input.

mod kept;

use std::io::{IsTerminal as _, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sprague::Diagnostic;
use sprague::Judgement;
use sprague::papers::Page;
use sprague::report::record::{Entry, MARK, Totals, record};
use sprague::report::verdicts::{Judged, latex, markdown};
use sprague::{Claim, read_claims};

use crate::args::{Limits, ProveArgs, ProveFormat};
use crate::failure::{Failure, Outcome};
use crate::prove::kept::Kept;
use crate::{claims, lines, open, output, proofs, work};

/// A claim and the file that it is in.
struct Filed {
    file: PathBuf,
    /// Its place there, from 1 on, if there are several.
    place: Option<usize>,
    claim: Claim,
}

pub fn run(args: &ProveArgs, limits: &Limits) -> Outcome {
    let (mut claims, mut wrong) = (Vec::new(), Vec::new());
    // A claim that was asked for by name is judged in any case.
    let mut folders = false;
    for path in &args.files {
        folders |= is_folder(path);
        for source in Source::all(path)? {
            let (all, not_understood) = source.read()?;
            wrong.extend(not_understood);
            let several = all.len() > 1;
            claims.extend(all.into_iter().zip(1..).map(|(claim, place)| Filed {
                file: source.file(),
                place: several.then_some(place),
                claim,
            }));
        }
    }
    if let Some(place) = args.claim.map(|place| place as usize) {
        if claims.iter().any(|filed| filed.file != claims[0].file) || place > claims.len() {
            let message = format!("there is no claim {place}: --claim is for one file");
            return Err(Failure::Usage(message));
        }
        claims = claims.drain(place - 1..place).collect();
    }
    let is_wanted = |filed: &&Filed| args.deep || !filed.claim.deep || !folders;
    let wanted: Vec<&Filed> = claims.iter().filter(is_wanted).collect();
    let kept = match &args.certificates {
        Some(folder) => Some(Kept::new(folder, &wanted)?),
        None => None,
    };
    if args.in_parts.wanted() {
        return match wrong.is_empty() {
            true => in_parts(&wanted, kept.as_ref(), args, limits),
            false => Err(Failure::Inputs(wrong)),
        };
    }
    let judgements = judged(&wanted, kept.as_ref(), args, limits)?;
    let mut rest = wanted.iter().zip(&judgements).peekable();
    let entries: Vec<Entry> = claims
        .iter()
        .map(|Filed { file, place, claim }| {
            let judged = rest.next_if(|(wanted, _)| std::ptr::eq(&wanted.claim, claim));
            let judged = judged.map(|(_, judgement)| Judged { claim, judgement });
            Entry { file: file.clone(), place: *place, claim, judged }
        })
        .collect();
    let rows: Vec<&Judged> = entries.iter().filter_map(|entry| entry.judged.as_ref()).collect();
    let mut out = std::io::stdout().lock();
    match args.format {
        ProveFormat::Latex => write!(out, "{}", latex(&rows))?,
        ProveFormat::Markdown => write!(out, "{}", markdown(&rows))?,
        ProveFormat::Text if !rows.is_empty() => writeln!(out, "{}", totals(&entries))?,
        ProveFormat::Text | ProveFormat::Json => {}
    }
    if judgements.len() < wanted.len() {
        let (done, of) = (judgements.len(), wanted.len());
        return Err(Failure::Stopped(format!("{done} of {of} claims were judged")));
    }
    if let Some(file) = record_file(args).filter(|_| wrong.is_empty()) {
        std::fs::write(&file, record(&entries))
            .map_err(|e| Failure::Usage(format!("cannot write {}: {e}", file.display())))?;
        eprintln!("the record is in {}", file.display());
    }
    // What is not understood takes nothing away from the other claims, but is the last word.
    if !wrong.is_empty() {
        return Err(Failure::Inputs(wrong));
    }
    // What the checker could not see to the end is not the proof that was expected.
    let checked = |row: &&&Judged| args.no_check || row.checked() != Some(false);
    match rows.iter().filter(checked).count() == rows.len()
        && rows.iter().all(|row| row.is_expected())
    {
        true => Ok(()),
        false => Err(Failure::Rejected),
    }
}

/// What verdicts depend on, beside the claims.
#[derive(serde::Serialize)]
struct Asked {
    deep: bool,
    check: bool,
    certificates: bool,
    /// Steps, states and positions.
    limits: [Option<u64>; 3],
    memory: Option<u64>,
    time: Option<Duration>,
}

/// The claims in parts, a claim a chunk.
fn in_parts(claims: &[&Filed], kept: Option<&Kept>, args: &ProveArgs, limits: &Limits) -> Outcome {
    let asked = Asked {
        deep: args.deep,
        check: !args.no_check,
        certificates: args.certificates.is_some(),
        limits: [args.limits.steps, args.limits.states.map(|n| n as u64), args.limits.positions],
        memory: limits.memory,
        time: limits.time,
    };
    let names: Vec<String> = args.files.iter().map(|file| file.display().to_string()).collect();
    let texts = claims.iter().map(|filed| filed.claim.text.as_str());
    let job = lines::job("prove", &names.join(" "), asked, texts, claims.len() as u64);
    let session = proofs::session(limits, &args.limits, 1);
    lines::in_parts(job, &args.in_parts, limits, |place, out| {
        let claim = &claims[place as usize].claim;
        let judgement = proofs::advised(match args.no_check {
            true => session.judge_unchecked(claim),
            false => session.judge(claim),
        });
        if work::is_cancelled() {
            return Err(Failure::Stopped("the shard was dropped".into()));
        }
        let file = kept.map_or(Ok(None), |kept| kept.keep(place as usize, &judgement))?;
        let certificate = args.certificates.is_some().then_some(file.as_deref());
        output::json(out, &Judged { claim, judgement: &judgement }.timeless_line(certificate))
    })
}

/// Judges the claims, several at once, and prints the verdicts in the claims' order; fewer if it is stopped.
fn judged(
    claims: &[&Filed],
    kept: Option<&Kept>,
    args: &ProveArgs,
    limits: &Limits,
) -> Outcome<Vec<Judgement>> {
    let items: Vec<Claim> = claims.iter().map(|filed| filed.claim.clone()).collect();
    let (session, no_check) = (proofs::session(limits, &args.limits, claims.len()), args.no_check);
    let work = move |claim: &Claim| match no_check {
        true => proofs::advised(session.judge_unchecked(claim)),
        false => proofs::advised(session.judge(claim)),
    };
    let mut judgements: Vec<Judgement> = Vec::new();
    proofs::in_order(items, "claims", limits, work, |place, judgement| {
        let row = Judged { claim: &claims[place].claim, judgement: &judgement };
        let file = kept.map_or(Ok(None), |kept| kept.keep(place, &judgement))?;
        print(&row, file.as_deref(), args, limits)?;
        judgements.push(judgement);
        Ok(())
    })?;
    Ok(judgements)
}

/// A verdict, with the file that its certificate went to.
fn print(row: &Judged, file: Option<&str>, args: &ProveArgs, limits: &Limits) -> Outcome {
    let styled = std::io::stdout().is_terminal();
    let mut out = std::io::stdout().lock();
    match args.format {
        ProveFormat::Text => writeln!(out, "{}", row.text(styled, limits.verbose))?,
        ProveFormat::Json => {
            let certificate = args.certificates.is_some().then_some(file);
            output::json(&mut out, &row.line(certificate))?;
        }
        ProveFormat::Latex | ProveFormat::Markdown => {}
    }
    if limits.verbose {
        row.judgement.trace.steps.iter().for_each(|step| eprintln!("    {step}"));
    }
    Ok(())
}

/// Where the record goes: as said, or to the folder's own, if it has one.
fn record_file(args: &ProveArgs) -> Option<PathBuf> {
    if args.record.is_some() {
        return args.record.clone();
    }
    let [folder] = &args.files[..] else { return None };
    let file = folder.join("README.md");
    let text = std::fs::read_to_string(&file).ok()?;
    text.starts_with(MARK).then_some(file)
}

fn totals(entries: &[Entry]) -> String {
    let totals = Totals::of(entries);
    let mut text = format!("\n{}", totals.in_words());
    let unexpected =
        entries.iter().filter_map(|entry| entry.judged.as_ref()).filter(|row| !row.is_expected());
    match unexpected.count() {
        0 => {}
        other => text += &format!("; {other} other than expected"),
    }
    if totals.deep > 0 {
        text += &format!("; {} more take longer: --deep judges them", totals.deep);
    }
    text + "\n" + &totals.checked_in_words()
}

/// A file of claims that is still to be read.
pub enum Source {
    /// A file, or `-` for standard input.
    File(PathBuf),
    /// One of those that come with the program.
    Page(&'static Page),
}

impl Source {
    /// What a path stands for: a folder for all claim files below it, in order of their names; `@` with a name for what
    /// comes with the program under that name.
    pub fn all(path: &Path) -> Outcome<Vec<Source>> {
        match within(path) {
            Some((written, name)) => {
                Ok(claims::pages(written, name)?.into_iter().map(Source::Page).collect())
            }
            None => Ok(files(path)?.into_iter().map(Source::File).collect()),
        }
    }

    /// The one claim that is meant: the only one, or the one with this number.
    pub fn one(&self, number: Option<usize>) -> Outcome<Claim> {
        let (mut claims, wrong) = self.read()?;
        if !wrong.is_empty() {
            return Err(Failure::Inputs(wrong));
        }
        match (number, claims.len()) {
            (None, 1) => Ok(claims.remove(0)),
            (Some(n), count) if (1..=count).contains(&n) => Ok(claims.remove(n - 1)),
            _ => {
                let names =
                    claims.iter().zip(1..).map(|(claim, n)| format!("\n  {n}  {}", claim.name));
                let message = format!("which claim? Say --claim N:{}", names.collect::<String>());
                Err(Failure::Usage(message))
            }
        }
    }

    /// The file, as it is called in messages and records.
    fn file(&self) -> PathBuf {
        match self {
            Source::File(file) => file.clone(),
            Source::Page(page) => page.file().into(),
        }
    }

    /// Its claims, and what is wrong with those that are not understood. Games of files are found beside it.
    pub fn read(&self) -> Outcome<(Vec<Claim>, Vec<Diagnostic>)> {
        let file = match self {
            Source::File(file) => file,
            Source::Page(page) => return Ok(page.claims()),
        };
        let mut text = String::new();
        let origin = file.display().to_string();
        let result = match origin.as_str() {
            "-" => std::io::stdin().read_to_string(&mut text).map(|_| ()),
            _ => std::fs::read_to_string(file).map(|content| text = content),
        };
        result.map_err(|e| Failure::Usage(format!("cannot read {origin}: {e}")))?;
        Ok(read_claims(&origin, open::unmarked(&text), &|game| open::beside(file, game)))
    }
}

/// What is written, and the name in it, if it names something that comes with the program.
fn within(path: &Path) -> Option<(&str, &str)> {
    let written = path.to_str()?;
    Some((written, written.strip_prefix('@')?))
}

/// Does it stand for all that is in a folder, or in a paper?
fn is_folder(path: &Path) -> bool {
    let paper = |name: &str| !name.trim_end_matches('/').contains('/');
    path.is_dir() || within(path).is_some_and(|(_, name)| paper(name))
}

/// The claim files that a path stands for; a folder for all below it, in order of their names.
fn files(path: &Path) -> Outcome<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let unreadable =
        |e: std::io::Error| Failure::Usage(format!("cannot read {}: {e}", path.display()));
    let mut inside: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?.path();
        if entry.is_dir() {
            inside.extend(files(&entry)?);
        } else if entry.extension().is_some_and(|extension| extension == "claim") {
            inside.push(entry);
        }
    }
    inside.sort_by_cached_key(|file| sprague::papers::order(file));
    if inside.is_empty() {
        return Err(Failure::Usage(format!("there are no .claim files in {}", path.display())));
    }
    Ok(inside)
}
