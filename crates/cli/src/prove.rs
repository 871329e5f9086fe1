//! `sprague prove`: a verdict for each claim of a file, a folder or standard input.

use std::io::{IsTerminal as _, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use sprague_claim::{Claim, parse_claims};
use sprague_prove::{Judgement, Task, judge};
use sprague_report::record::{Entry, MARK, Totals, record};
use sprague_report::verdicts::{Judged, latex, markdown};
use sprague_solve::Watch;

use crate::args::{Limits, ProveArgs, ProveFormat};
use crate::failure::{Failure, Outcome};
use crate::work;

/// Seconds that one claim may take, if nothing is said; and one that takes long.
const PATIENCE: u64 = 60;
const DEEP_PATIENCE: u64 = 1200;

/// A claim and the file that it is in.
struct Filed {
    file: PathBuf,
    /// Its place there, from 1 on, if there are several.
    place: Option<usize>,
    claim: Claim,
}

pub fn run(args: &ProveArgs, limits: &Limits) -> Outcome {
    let mut claims = Vec::new();
    for path in &args.files {
        for file in files(path)? {
            let all = read(&file)?;
            let several = all.len() > 1;
            claims.extend(all.into_iter().zip(1..).map(|(claim, place)| Filed {
                file: file.clone(),
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
    // A claim that was asked for by name is judged in any case.
    let folders = args.files.iter().any(|path| path.is_dir());
    let wanted: Vec<&Claim> = claims
        .iter()
        .map(|filed| &filed.claim)
        .filter(|claim| args.deep || !claim.deep || !folders)
        .collect();
    let judgements = judged(&wanted, args, limits)?;
    let mut rest = wanted.iter().zip(&judgements).peekable();
    let entries: Vec<Entry> = claims
        .iter()
        .map(|Filed { file, place, claim }| {
            let judged = rest.next_if(|(wanted, _)| std::ptr::eq(**wanted, claim));
            let judged = judged.map(|(_, judgement)| Judged { claim, judgement });
            Entry { file: file.clone(), place: *place, claim, judged }
        })
        .collect();
    let rows: Vec<&Judged> = entries.iter().filter_map(|entry| entry.judged.as_ref()).collect();
    let mut out = std::io::stdout().lock();
    match args.format {
        ProveFormat::Latex => write!(out, "{}", latex(&rows))?,
        ProveFormat::Markdown => write!(out, "{}", markdown(&rows))?,
        ProveFormat::Text => writeln!(out, "{}", totals(&entries))?,
        ProveFormat::Json => {}
    }
    if judgements.len() < wanted.len() {
        let (done, of) = (judgements.len(), wanted.len());
        return Err(Failure::Stopped(format!("{done} of {of} claims were judged")));
    }
    if let Some(file) = record_file(args) {
        std::fs::write(&file, record(&entries))
            .map_err(|e| Failure::Usage(format!("cannot write {}: {e}", file.display())))?;
        eprintln!("the record is in {}", file.display());
    }
    match rows.iter().all(|row| row.is_expected()) {
        true => Ok(()),
        false => Err(Failure::Rejected),
    }
}

/// Judges the claims, several at once, and prints the verdicts in the claims' order; fewer if it is stopped.
fn judged(claims: &[&Claim], args: &ProveArgs, limits: &Limits) -> Outcome<Vec<Judgement>> {
    let watch = work::watch(&Limits { time: None, ..limits.clone() });
    watch.expect(claims.len() as u64);
    let threads = work::budget(limits).threads.clamp(1, claims.len().max(1));
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel();
    work::with_progress(watch, "claims", || {
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let send = send.clone();
                scope.spawn(|| worker(claims, &next, watch, limits, send));
            }
            drop(send);
            let mut early: Vec<Option<Judgement>> = claims.iter().map(|_| None).collect();
            let mut judgements: Vec<Judgement> = Vec::new();
            for (index, judgement) in receive {
                early[index] = Some(judgement);
                while let Some(judgement) = early.get_mut(judgements.len()).and_then(Option::take) {
                    print(
                        &Judged { claim: claims[judgements.len()], judgement: &judgement },
                        args,
                        limits,
                    )?;
                    judgements.push(judgement);
                }
            }
            Ok(judgements)
        })
    })
}

/// Takes the next claim until there is none, or all is stopped.
fn worker(
    claims: &[&Claim],
    next: &AtomicUsize,
    watch: &Watch,
    limits: &Limits,
    send: mpsc::Sender<(usize, Judgement)>,
) {
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(claim) = claims.get(index) else { return };
        let judgement = judge(claim, &task(claim, limits));
        if send.send((index, judgement)).is_err() || !watch.advance(1) {
            return;
        }
    }
}

fn print(row: &Judged, args: &ProveArgs, limits: &Limits) -> Outcome {
    let styled = std::io::stdout().is_terminal();
    let mut out = std::io::stdout().lock();
    match args.format {
        ProveFormat::Text => writeln!(out, "{}", row.text(styled))?,
        ProveFormat::Json => writeln!(out, "{}", row.json())?,
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

/// The work of judging one claim.
pub fn task(claim: &Claim, limits: &Limits) -> Task {
    let patience = if claim.deep { DEEP_PATIENCE } else { PATIENCE };
    Task::new(sprague_prove::Limits {
        bytes: limits.memory.min(2 << 30),
        time: limits.time.unwrap_or(Duration::from_secs(patience)),
        ..sprague_prove::Limits::default()
    })
}

fn totals(entries: &[Entry]) -> String {
    let Totals { verdicts: [proved, hold, refuted, undecided], deep, claims } = Totals::of(entries);
    let judged = claims - deep;
    let mut text = format!(
        "\n{judged} judged: {proved} proved, {hold} hold, {refuted} refuted, {undecided} undecided"
    );
    let unexpected =
        entries.iter().filter_map(|entry| entry.judged.as_ref()).filter(|row| !row.is_expected());
    match unexpected.count() {
        0 => {}
        other => text += &format!("; {other} other than expected"),
    }
    if deep > 0 {
        text += &format!("; {deep} more take longer: --deep judges them");
    }
    text
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
    inside.sort_by_cached_key(|file| order(file));
    if inside.is_empty() {
        return Err(Failure::Usage(format!("there are no .claim files in {}", path.display())));
    }
    Ok(inside)
}

/// Papers in the order of their names; in one of them the numbers of statements decide: 4.9 comes before 4.10.
fn order(file: &Path) -> (PathBuf, Vec<u64>, PathBuf) {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let numbers =
        name.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    (file.parent().unwrap_or(Path::new("")).to_path_buf(), numbers, file.to_path_buf())
}

/// The claims of a file, or of standard input.
pub fn read(file: &Path) -> Outcome<Vec<Claim>> {
    let mut text = String::new();
    let origin = file.display().to_string();
    let result = match origin.as_str() {
        "-" => std::io::stdin().read_to_string(&mut text).map(|_| ()),
        _ => std::fs::read_to_string(file).map(|content| text = content),
    };
    result.map_err(|e| Failure::Usage(format!("cannot read {origin}: {e}")))?;
    Ok(parse_claims(&origin, &text)?)
}
