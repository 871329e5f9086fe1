//! `sprague census`: a whole family at once.

use std::path::Path;

use sprague::{CensusReport, CensusRequest, Error, Family, NoFamily, Session};

use crate::args::{CensusAsk, CensusFamily, Limits, PlainFormat};
use crate::failure::{Failure, Outcome};
use crate::{on, output, parts, work};

pub fn run(family: &CensusFamily, limits: &Limits) -> Outcome {
    let (family, ask) = match family {
        CensusFamily::Missing(args) => return parts::missing(args),
        CensusFamily::Merge { folder, out, format } => {
            return merge(folder, out.as_deref(), *format, limits);
        }
        CensusFamily::LrNim { min, max, ask } => (Family::lr_nim(*min, *max), ask),
        CensusFamily::EndingNim { min, max, ask } => (Family::ending_nim(*min, *max), ask),
        CensusFamily::Subtract { min, max, to, ask } => (Family::subtract(*min, *max, *to), ask),
        CensusFamily::Cut { within, size, to, ask } => (Family::cut(*within, *size, *to), ask),
        CensusFamily::Octal { digits, before, to, ask } => {
            (Family::octal(*digits, *before, *to), ask)
        }
    };
    let session = work::session(limits);
    let request = request(&session, family?, ask)?;
    if limits.verbose {
        eprintln!("census: {}", request.explanation());
    }
    if let Some(folder) = ask.out.as_deref().filter(|_| ask.parts.is_wanted()) {
        let shards = request.in_shards(!ask.no_rows)?;
        if let Some(some) = &ask.parts.shard {
            for shard in some.each() {
                let compute = || shards.compute(shard, folder);
                let chunks = work::with_progress(&session, "games", compute)
                    .map_err(|error| stopped(error, ask))?;
                eprintln!("shard {shard}: {}", parts::computed(chunks));
            }
            return Ok(());
        }
        let together = shards.worth_a_process(ask.parts.shards);
        return match on::run(&shards.job, folder, &ask.parts, together, limits)? {
            on::Ended::Whole => merge(folder, None, ask.format, limits),
            on::Ended::Shown => Ok(()),
        };
    }
    if ask.no_rows {
        return Err(Failure::Usage("--no-rows is for --shard and --on".into()));
    }
    let taken = work::with_progress(&session, "games", || request.compute());
    let report = taken.map_err(|error| stopped(error, ask))?;
    if let Some(file) = &ask.out {
        eprintln!("wrote {}", file.display());
    }
    output::print(ask.format, &report, CensusReport::text)
}

/// The parts in a folder as one census.
fn merge(folder: &Path, out: Option<&Path>, format: PlainFormat, limits: &Limits) -> Outcome {
    let session = work::session(limits);
    let merged = || session.merge_census(folder, out);
    let report = work::with_progress(&session, "bytes", merged)?;
    sprague::parts::aside(folder).iter().for_each(|what| eprintln!("{what}"));
    if let Some(file) = out {
        eprintln!("wrote {}", file.display());
    }
    output::print(format, &report, CensusReport::text)
}

fn request<'s>(
    session: &'s Session,
    family: Family,
    ask: &CensusAsk,
) -> Outcome<CensusRequest<'s>> {
    // A key that does not suit is wrong even where nobody asks for the games that it ranks.
    session.census(family.clone()).top(1, ask.by).check()?;
    let mut request = session.census(family).group_by(ask.group_by.iter().copied());
    if let Some(games) = ask.top {
        request = request.top(games.into(), ask.by);
    }
    if let Some(file) = ask.out.as_ref().filter(|_| !ask.parts.is_wanted()) {
        request = request.rows_to(file);
    }
    if let Some(folder) = &ask.run {
        request = request.kept_in(folder);
    }
    request.check()?;
    Ok(request)
}

/// Says how to go on, if it was stopped.
fn stopped(error: Error, ask: &CensusAsk) -> Failure {
    match Failure::from(error) {
        Failure::Stopped(how_far) if ask.run.is_some() || ask.out.is_some() => {
            Failure::Stopped(format!("{how_far}; the same command goes on from there"))
        }
        Failure::Stopped(how_far) => Failure::Stopped(format!(
            "{how_far}; with --run FOLDER, the same command would go on from there"
        )),
        other => other,
    }
}

impl From<NoFamily> for Failure {
    fn from(none: NoFamily) -> Failure {
        Failure::Usage(none.to_string())
    }
}
