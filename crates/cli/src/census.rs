//! `sprague census`: a whole family at once.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use sprague_census::run::{self, Folder, Trouble};
use sprague_census::vector::Width;
use sprague_census::{Census, EndingNim, Family, Key, LrNim, NimFamily, Question, Tally};
use sprague_report::census::CensusReport;

use crate::args::{CensusAsk, CensusFamily, Limits, PlainFormat};
use crate::failure::{Failure, Outcome};
use crate::{output, work};

pub fn run(family: &CensusFamily, limits: &Limits) -> Outcome {
    let (family, ask) = chosen(family)?;
    check(&family, ask)?;
    // A file that cannot be written is found out before the work, not after it.
    if let Some(out) = &ask.out {
        let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
        let trouble = match folder {
            _ if out.is_dir() => Some(format!("{} is a folder", out.display())),
            Some(folder) if !folder.is_dir() => {
                Some(format!("there is no folder {}", folder.display()))
            }
            _ => None,
        };
        if let Some(why) = trouble {
            return Err(Failure::Usage(format!("cannot write {}: {why}", out.display())));
        }
    }
    let cycles = |key: &Key| matches!(key, Key::Period | Key::Preperiod);
    let question = Question {
        cycles: ask.out.is_some() || ask.top.is_some() || ask.group_by.iter().any(cycles),
        preperiods: ask.group_by.contains(&Key::Preperiod),
        rows: ask.out.is_some(),
        top: ask.top.map_or(1, usize::from),
    };
    let census = Census::new(family, question);
    if limits.verbose {
        let (chunks, width) = (census.chunk_count(), Width::widest().name());
        match census.family {
            Family::Nim(_) => eprintln!("census: one sequence a game, in {chunks} chunks"),
            _ => eprintln!("census: 512 games at once ({width}), in {chunks} chunks"),
        }
    }
    let started = Instant::now();
    let tally = compute(&census, ask, limits)?;
    let seconds = started.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    let top_by = ask.top.map(|_| ask.by);
    let report = CensusReport::new(&census.family, &tally, &ask.group_by, top_by, seconds);
    match ask.format {
        PlainFormat::Json => output::json(&mut out, &report)?,
        PlainFormat::Text => write!(out, "{}", report.text())?,
    }
    Ok(())
}

fn chosen(family: &CensusFamily) -> Outcome<(Family, &CensusAsk)> {
    let (family, ask) = match family {
        CensusFamily::LrNim { min, max, ask } => (LrNim::new(*min, *max).map(Family::LrNim), ask),
        CensusFamily::EndingNim { min, max, ask } => {
            (EndingNim::new(*min, *max).map(Family::EndingNim), ask)
        }
        CensusFamily::Subtract { min, max, to, ask } => {
            (NimFamily::subtract(*min, *max, *to).map(Family::Nim), ask)
        }
        CensusFamily::Cut { within, size, to, ask } => {
            (NimFamily::cut(*within, *size, *to).map(Family::Nim), ask)
        }
        CensusFamily::Octal { digits, before, to, ask } => {
            (NimFamily::octal(*digits, *before, *to).map(Family::Nim), ask)
        }
    };
    Ok((family.map_err(Failure::Usage)?, ask))
}

/// Refuses questions that the family has no answer to.
fn check(family: &Family, ask: &CensusAsk) -> Outcome {
    let refuse = |flag: &str, key: Key, keys: &[Key]| {
        let names: Vec<&str> = keys.iter().map(|key| key.name()).collect();
        let name = family.name();
        let family = name.split(' ').next().unwrap_or_default();
        Err(Failure::Usage(format!(
            "{flag} {} does not suit the census of {family}, only {}",
            key.name(),
            names.join(", ")
        )))
    };
    let keys = family.keys();
    if let Some(&key) = ask.group_by.iter().find(|key| !keys.contains(key)) {
        return refuse("--group-by", key, keys);
    }
    let ranked: Vec<Key> =
        keys.iter().copied().filter(|key| !matches!(key, Key::Class | Key::Max)).collect();
    match ask.by {
        key if ranked.contains(&key) => Ok(()),
        key => refuse("--by", key, &ranked),
    }
}

/// The folder for unfinished work: as asked for, or beside the file of rows.
fn folder(ask: &CensusAsk) -> Option<PathBuf> {
    let beside = |out: &PathBuf| {
        let mut name = out.clone().into_os_string();
        name.push(".run");
        PathBuf::from(name)
    };
    ask.run.clone().or_else(|| ask.out.as_ref().map(beside))
}

fn compute(census: &Census, ask: &CensusAsk, limits: &Limits) -> Outcome<Tally> {
    let (threads, watch) = (work::budget(limits).threads, work::watch(limits));
    let Some(path) = folder(ask) else {
        let run = || run::in_memory(census, threads, watch);
        return work::with_progress(watch, "games", run).map_err(|trouble| match trouble {
            Trouble::Stopped(how_far) => Failure::Stopped(format!(
                "{how_far}; with --run FOLDER, the same command would go on from there"
            )),
            other => other.into(),
        });
    };
    let folder = Folder::open(&path, census)?;
    let run = || folder.run(census, threads, watch);
    let tally = work::with_progress(watch, "games", run).map_err(|trouble| match trouble {
        Trouble::Stopped(how_far) => {
            Failure::Stopped(format!("{how_far}; the same command goes on from there"))
        }
        other => other.into(),
    })?;
    work::let_go();
    if let Some(out) = &ask.out {
        match ask.run {
            None => folder.hand_over(out)?,
            Some(_) => folder.copy_rows(out)?,
        }
        eprintln!("wrote {}", out.display());
    }
    Ok(tally)
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Stopped(message) => Failure::Stopped(message),
            Trouble::Refused(message) | Trouble::File(message) => Failure::Usage(message),
        }
    }
}
