//! `sprague prove`: a verdict for each claim of a file, a folder or standard input.

use std::io::{IsTerminal as _, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sprague_claim::{Claim, Judgement, judge, parse_claims};
use sprague_report::verdicts::{Judged, latex, markdown};

use crate::args::{Limits, ProveArgs, ProveFormat};
use crate::failure::{Failure, Outcome};
use crate::work;

/// Seconds that one claim may take, if nothing is said.
const PATIENCE: u64 = 60;

pub fn run(args: &ProveArgs, limits: &Limits) -> Outcome {
    let mut claims = Vec::new();
    for path in &args.files {
        for file in files(path)? {
            claims.extend(read(&file)?);
        }
    }
    let watch = work::watch(limits);
    watch.expect(claims.len() as u64);
    let cost = cost(limits);
    let styled = std::io::stdout().is_terminal();
    let judgements = work::with_progress(watch, "claims", || -> Outcome<Vec<Judgement>> {
        let mut judgements = Vec::new();
        for claim in &claims {
            let judgement = judge(claim, &cost);
            let row = Judged { claim, judgement: &judgement };
            let mut out = std::io::stdout().lock();
            match args.format {
                ProveFormat::Text => writeln!(out, "{}", row.text(styled))?,
                ProveFormat::Json => writeln!(out, "{}", row.json())?,
                ProveFormat::Latex | ProveFormat::Markdown => {}
            }
            if limits.verbose {
                judgement.steps.iter().for_each(|step| eprintln!("    {step}"));
            }
            judgements.push(judgement);
            if !watch.advance(1) {
                break;
            }
        }
        Ok(judgements)
    })?;
    let judged: Vec<Judged> = claims
        .iter()
        .zip(&judgements)
        .map(|(claim, judgement)| Judged { claim, judgement })
        .collect();
    match args.format {
        ProveFormat::Latex => print!("{}", latex(&judged)),
        ProveFormat::Markdown => print!("{}", markdown(&judged)),
        ProveFormat::Text => println!("{}", totals(&judged)),
        ProveFormat::Json => {}
    }
    if judged.len() < claims.len() {
        return Err(Failure::Stopped(format!(
            "{} of {} claims were judged",
            judged.len(),
            claims.len()
        )));
    }
    match judged.iter().all(Judged::is_expected) {
        true => Ok(()),
        false => Err(Failure::Rejected),
    }
}

/// What one claim may cost.
pub fn cost(limits: &Limits) -> sprague_claim::Limits {
    sprague_claim::Limits {
        memory: limits.memory.min(2 << 30),
        time: limits.time.unwrap_or(Duration::from_secs(PATIENCE)),
        ..sprague_claim::Limits::default()
    }
}

fn totals(judged: &[Judged]) -> String {
    let count = |name: &str| {
        judged.iter().filter(|row| row.judgement.verdict.kind().name() == name).count()
    };
    let unexpected = judged.iter().filter(|row| !row.is_expected()).count();
    let mut text = format!(
        "\n{} judged: {} proved, {} hold, {} refuted, {} undecided",
        judged.len(),
        count("proved"),
        count("holds"),
        count("refuted"),
        count("undecided"),
    );
    if unexpected > 0 {
        text += &format!("; {unexpected} other than expected");
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
    inside.sort();
    if inside.is_empty() {
        return Err(Failure::Usage(format!("there are no .claim files in {}", path.display())));
    }
    Ok(inside)
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
