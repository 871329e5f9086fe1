//! `sprague census`: a whole family at once.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use serde_json::{Map, Value, json};
use sprague_census::run::{self, Folder, Trouble};
use sprague_census::tally::Count;
use sprague_census::vector::Width;
use sprague_census::{Census, EndingNim, Family, Key, LrNim, NimFamily, Question, Tally};

use crate::args::{CensusAsk, CensusFamily, Limits, PlainFormat};
use crate::failure::{Failure, Outcome};
use crate::work;

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
    match ask.format {
        PlainFormat::Json => writeln!(out, "{}", json(&census, &tally, ask, seconds))?,
        PlainFormat::Text => write!(out, "{}", text(&census, &tally, ask))?,
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

fn json(census: &Census, tally: &Tally, ask: &CensusAsk, seconds: f64) -> Value {
    let family = &census.family;
    let mut object = Map::new();
    object.insert("census".into(), json!(family.name()));
    object.insert("total".into(), json!(tally.all.games));
    if family.has_outcomes() {
        object.insert("eventually_left".into(), json!(tally.all.left));
    }
    object.insert("seconds".into(), json!(seconds));
    if !ask.group_by.is_empty() {
        let groups = ask.group_by.iter().map(|&key| {
            let rows = groups(tally, key).map(|(value, count)| {
                let label = family.label(key, value);
                let value = match label.parse::<u64>() {
                    Ok(number) => json!(number),
                    Err(_) if key == Key::Class => json!(label),
                    Err(_) => Value::Null,
                };
                let mut row = Map::new();
                row.insert(key.name().into(), value);
                row.insert("games".into(), json!(count.games));
                if family.has_outcomes() {
                    row.insert("eventually_left".into(), json!(count.left));
                }
                Value::Object(row)
            });
            (key.name().to_string(), rows.collect::<Value>())
        });
        object.insert("groups".into(), groups.collect::<Map<_, _>>().into());
    }
    if ask.top.is_some() {
        let by = ask.by;
        let rows = records(tally, by)
            .map(|(value, number)| json!({ "ruleset": family.ruleset(number), by.name(): value }));
        object.insert("top".into(), rows.collect());
    }
    Value::Object(object)
}

fn groups(tally: &Tally, key: Key) -> impl Iterator<Item = (u64, Count)> {
    tally.groups.get(&key).into_iter().flatten().map(|(&value, &count)| (value, count))
}

fn records(tally: &Tally, key: Key) -> impl Iterator<Item = (u64, u64)> {
    tally.records.get(&key).into_iter().flatten().map(|record| (record.value, record.number))
}

fn text(census: &Census, tally: &Tally, ask: &CensusAsk) -> String {
    let family = &census.family;
    let Count { games, left } = tally.all;
    let mut text = format!("census {}: {games} games\n", family.name());
    if family.has_outcomes() {
        let share = 100.0 * left as f64 / games.max(1) as f64;
        text += &format!("L from some heap on: {left} ({share:.2} %)\n");
    }
    for &key in &ask.group_by {
        text += &format!("\n{:>10} {:>14}", key.name(), "games");
        text += if family.has_outcomes() { " all L for ever\n" } else { "\n" };
        for (value, count) in groups(tally, key) {
            text += &format!("{:>10} {:>14}", family.label(key, value), count.games);
            match family.has_outcomes() {
                true => text += &format!(" {:>14}\n", count.left),
                false => text += "\n",
            }
        }
    }
    if ask.top.is_some() {
        text += &format!("\n{:>10} game\n", ask.by.name());
        for (value, number) in records(tally, ask.by) {
            text += &format!("{value:>10} {}\n", family.ruleset(number));
        }
    }
    text
}
