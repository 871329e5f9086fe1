//! The folder of parts, as one who puts them together sees it: what is missing, and the whole.

use std::fs::{self, File};
use std::io::Read as _;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::checksum::Checksum;
use crate::cover;
use crate::folder::{Beside, Found, Look, Told, look_at, rows_name, tallies};
use crate::shard::Shard;
use crate::{Job, Tally, Trouble, at};

/// All parts of a job: they leave no gap and do not overlap.
#[derive(Debug)]
pub struct Whole {
    /// The job.
    pub job: Job,
    /// Its parts in the order of their chunks.
    pub parts: Vec<Part>,
    /// What stands in the folder and is not needed, because the parts have its chunks: parts that overlap with them, and
    /// damaged ones; a sentence each.
    pub aside: Vec<String>,
}

/// A part of a job.
#[derive(Debug)]
pub struct Part {
    /// What was counted in it.
    pub tally: Tally,
    /// Its rows, if the job has rows.
    pub rows: Option<PathBuf>,
    told: Told,
}

/// What helps against damage.
pub const REMEDY: &str = "remove it, and compute its chunks again";

impl Part {
    /// How many bytes of its file of rows are rows, before what makes them a file.
    pub fn body(&self) -> u64 {
        self.told.rows.as_ref().map_or(0, |rows| rows.body)
    }

    /// How many bytes come after the rows in its file.
    pub fn footer(&self) -> u64 {
        self.told.rows.as_ref().map_or(0, |rows| rows.bytes - rows.body)
    }

    /// Reads the file of rows to its end and hands the bytes on that are rows; at the end they are known to be right.
    pub fn read(&self, mut take: impl FnMut(&[u8]) -> Result<(), Trouble>) -> Result<(), Trouble> {
        let (Some(path), Some(told)) = (&self.rows, &self.told.rows) else { return Ok(()) };
        let (mut sum, mut left) = (Checksum::default(), told.body);
        // One byte more would show that there are more.
        each_block(path, told.bytes.saturating_add(1), |bytes| {
            sum.add(bytes);
            let rows = &bytes[..bytes.len().min(usize::try_from(left).unwrap_or(usize::MAX))];
            left -= rows.len() as u64;
            take(rows)
        })?;
        match sum.finish() == told.check {
            true => Ok(()),
            false => {
                let why = format!("{} is damaged: its checksum is wrong", path.display());
                Err(Trouble::Refused(format!("{why}; {REMEDY}")))
            }
        }
    }
}

impl Whole {
    /// Puts the rows of all parts, one after the other, and what `finish` makes of them at the end, into one file, which is
    /// there whole or not at all.
    pub fn join<E: From<Trouble>>(
        &self,
        out: &Path,
        mut goes_on: impl FnMut(u64) -> Result<(), E>,
        finish: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<(), E> {
        let mut file = Beside::new(out.into())?;
        for part in &self.parts {
            let mut stopped = None;
            let copied = part.read(|bytes| {
                if let Err(error) = goes_on(bytes.len() as u64) {
                    stopped = Some(error);
                    return Err(Trouble::File("stopped".into()));
                }
                file.put(bytes)
            });
            if let Some(error) = stopped {
                return Err(error);
            }
            copied?;
        }
        file.put(&finish()?)?;
        Ok(file.finish()?)
    }
}

/// Hands the first bytes of a file on, some at a time.
pub(crate) fn each_block(
    path: &Path,
    most: u64,
    mut take: impl FnMut(&[u8]) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    // Something that is no file might never come to an end.
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(Trouble::Refused(format!("{} is no file; {REMEDY}", path.display())));
    }
    let mut file = File::open(path).map_err(at(path))?.take(most);
    // Small enough to stay in the cache.
    let mut block = vec![0; 1 << 16];
    loop {
        match file.read(&mut block) {
            Ok(0) => return Ok(()),
            Ok(count) => take(&block[..count])?,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(at(path)(error)),
        }
    }
}

/// The parts in a folder as one job, or why they are none: a gap, damage, a part of another job, each by its name. Where parts
/// of different divisions overlap, those are taken that make the whole. Files of rows that share their chunks with no other
/// are only measured here; they are read to the end, and refused, where they are [used](Part::read).
pub fn whole(folder: &Path) -> Result<Whole, Trouble> {
    let in_folder = |why: String| Trouble::Refused(format!("{}: {why}", folder.display()));
    let mut job: Option<Job> = None;
    let own = Job::new("", "", 0).version;
    let found = look_at(folder, &(0..u64::MAX), Look::Length, |name, told| {
        if told.job.version != own {
            let other = &told.job.version;
            return Err(in_folder(format!("{name} is of version {other}, this is {own}")));
        }
        let job = job.get_or_insert_with(|| told.job.clone());
        if let Some(why) = job.refuses(&told.job) {
            return Err(in_folder(format!("{name} {why}")));
        }
        let rows = told.rows.as_ref().map(|_| folder.join(rows_name(name, &told.job)));
        Ok(Part { tally: told.tally.clone(), rows, told })
    })?;
    let Some(job) = job else {
        let damage = found.damaged.first().map(|(_, why)| format!("{why}; {REMEDY}"));
        return Err(in_folder(damage.unwrap_or_else(|| "there are no parts in it".into())));
    };
    let gaps = cover::gaps(&(0..job.chunks), found.chosen.iter().map(|(part, _)| part));
    if !gaps.is_empty() {
        return Err(in_folder(why_not_whole(&found, &gaps, job.chunks)));
    }
    let damaged = found.damaged.into_iter().map(|(_, why)| why);
    let damaged =
        damaged.map(|why| format!("{why}; it is not needed: other parts have its chunks"));
    let aside = damaged.chain(not_needed(&found.aside));
    let aside = aside.map(|what| format!("{}: {what}", folder.display())).collect();
    Ok(Whole { job, parts: found.chosen.into_iter().map(|(_, part)| part).collect(), aside })
}

/// Says in one sentence that these parts are not needed, if there are any.
fn not_needed(aside: &[(Range<u64>, String)]) -> Option<String> {
    let (_, first) = aside.first()?;
    Some(match aside.len() - 1 {
        0 => format!("{first} is not needed: other parts have its chunks"),
        more => format!("{first} and {more} more are not needed: other parts have their chunks"),
    })
}

/// Why parts with gaps between them are not whole: what is damaged there, or else what is missing, and which parts have some of it
/// but overlap with those that are taken.
fn why_not_whole(found: &Found<Part>, gaps: &[Range<u64>], all: u64) -> String {
    let is_lacking = |part: &Range<u64>| gaps.iter().any(|gap| cover::overlap(gap, part));
    if let Some((_, why)) = found.damaged.iter().find(|(part, _)| is_lacking(part)) {
        return format!("{why}; {REMEDY}");
    }
    let missing = gaps.iter().map(|gap| match gap.end - gap.start {
        1 => format!("chunk {} is missing", gap.start),
        _ => format!("chunks {} to {} are missing", gap.start, gap.end - 1),
    });
    let missing = missing.collect::<Vec<String>>().join(", ");
    let overlapping =
        found.aside.iter().filter(|(part, _)| is_lacking(part)).map(|(part, name)| {
            let taken = found.chosen.iter().find(|(other, _)| cover::overlap(other, part));
            let with = taken.map(|(other, _)| crate::part_name(other)).unwrap_or_default();
            format!("; {name} overlaps with {with}.json, which is taken")
        });
    format!("{missing} of {all}{}", overlapping.collect::<String>())
}

/// Which of so many shards have chunks that are missing of the [whole], in their order. Parts of more than one job are refused.
pub fn missing(folder: &Path, shards: u64) -> Result<Vec<u64>, Trouble> {
    lacking(folder, shards, Look::Short)
}

/// The same for parts that were just written: their rows are measured, and not read before they are [used](Part::read).
pub fn still_missing(folder: &Path, shards: u64) -> Result<Vec<u64>, Trouble> {
    lacking(folder, shards, Look::Length)
}

fn lacking(folder: &Path, shards: u64, look: Look) -> Result<Vec<u64>, Trouble> {
    let mut job: Option<Job> = None;
    let found = look_at(folder, &(0..u64::MAX), look, |name, told| {
        let job = job.get_or_insert_with(|| told.job.clone());
        match job.refuses(&told.job) {
            Some(why) => {
                let folder = folder.display();
                Err(Trouble::Refused(format!("{folder}: {name} {why}")))
            }
            None => Ok(()),
        }
    })?;
    let Some(job) = job else { return Ok((0..shards).collect()) };
    let done = joined(found.chosen.into_iter().map(|(part, ())| part).collect());
    let is_done = |shard: &u64| {
        let chunks = Shard { index: *shard, of: shards }.chunks(job.chunks);
        let place = done.partition_point(|range| range.end < chunks.end);
        chunks.is_empty() || done.get(place).is_some_and(|range| range.start <= chunks.start)
    };
    Ok((0..shards).filter(|shard| !is_done(shard)).collect())
}

/// What stands in the folder [beside the whole](Whole::aside), if it is whole. Where no names overlap nothing is read.
pub fn aside(folder: &Path) -> Vec<String> {
    let overlapping =
        tallies(folder).is_ok_and(|parts| cover::groups(parts).iter().any(|group| group.len() > 1));
    match overlapping {
        true => whole(folder).map(|whole| whole.aside).unwrap_or_default(),
        false => Vec::new(),
    }
}

/// How many chunks the parts have, going by their names.
pub fn covered(folder: &Path) -> u64 {
    let parts = tallies(folder).unwrap_or_default();
    joined(parts.into_iter().map(|(chunks, _)| chunks).collect())
        .iter()
        .map(|range| range.end - range.start)
        .sum()
}

/// Ranges in their order, those that touch as one.
fn joined(ranges: Vec<Range<u64>>) -> Vec<Range<u64>> {
    let mut all: Vec<Range<u64>> = Vec::new();
    for range in ranges {
        match all.last_mut() {
            Some(last) if last.end >= range.start => last.end = last.end.max(range.end),
            _ => all.push(range),
        }
    }
    all
}
