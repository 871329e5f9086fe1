//! The folder of parts, as one who puts them together sees it: what is missing, and the whole.

use std::fs::File;
use std::io::Read as _;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::checksum::Checksum;
use crate::folder::{Beside, Fault, Look, Told, read, rows_name, tallies};
use crate::shard::Shard;
use crate::{Job, Tally, Trouble, at};

/// All parts of a job: they leave no gap and do not overlap.
#[derive(Debug)]
pub struct Whole {
    /// The job.
    pub job: Job,
    /// Its parts in the order of their chunks.
    pub parts: Vec<Part>,
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
        each_block(path, u64::MAX, |bytes| {
            sum.add(bytes);
            let rows = &bytes[..bytes.len().min(usize::try_from(left).unwrap_or(usize::MAX))];
            left -= rows.len() as u64;
            take(rows)
        })?;
        match sum.finish() == told.check {
            true => Ok(()),
            false => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                Err(Trouble::Refused(format!("{name} is damaged: its checksum is wrong")))
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

/// The parts in a folder as one job, or why they are none: a gap, an overlap, damage, a part of another job, each by its
/// name. Files of rows are only measured here; they are read to the end, and refused, where they are [used](Part::read).
pub fn whole(folder: &Path) -> Result<Whole, Trouble> {
    let in_folder = |why: String| Trouble::Refused(format!("{}: {why}", folder.display()));
    let mut parts: Vec<Part> = Vec::new();
    let mut next = 0;
    let mut missing: Vec<Range<u64>> = Vec::new();
    let own = Job::new("", "", 0).version;
    for (chunks, name) in tallies(folder)? {
        let told = match read(folder, &name, Look::Length) {
            Ok(told) => told,
            Err(Fault::Damaged(why)) => {
                return Err(in_folder(format!("{why}; remove it, and compute its chunks again")));
            }
            Err(Fault::Unreadable(trouble)) => return Err(trouble),
        };
        if told.job.version != own {
            let other = &told.job.version;
            return Err(in_folder(format!("{name} is of version {other}, this is {own}")));
        }
        if let Some(before) = parts.last() {
            if let Some(why) = before.told.job.refuses(&told.job) {
                return Err(in_folder(format!("{name} {why}")));
            }
            if chunks.start < next {
                let [first, last] = before.told.chunks;
                let before = format!("chunks-{first:010}-{last:010}.json");
                return Err(in_folder(format!(
                    "{before} and {name} overlap: both have chunk {}; remove one of them",
                    chunks.start
                )));
            }
        }
        if chunks.start > next {
            missing.push(next..chunks.start);
        }
        next = chunks.end;
        let rows = told.rows.as_ref().map(|_| folder.join(rows_name(&name, &told.job)));
        parts.push(Part { tally: told.tally.clone(), rows, told });
    }
    let Some(job) = parts.first().map(|part| part.told.job.clone()) else {
        return Err(in_folder("there are no parts in it".into()));
    };
    if next < job.chunks {
        missing.push(next..job.chunks);
    }
    if !missing.is_empty() {
        let gaps: Vec<String> = missing
            .iter()
            .map(|gap| match gap.end - gap.start {
                1 => format!("chunk {} is missing", gap.start),
                _ => format!("chunks {} to {} are missing", gap.start, gap.end - 1),
            })
            .collect();
        return Err(in_folder(format!("{} of {}", gaps.join(", "), job.chunks)));
    }
    Ok(Whole { job, parts })
}

/// Which of so many shards have chunks that no undamaged part has, in their order. Parts of more than one job are refused.
pub fn missing(folder: &Path, shards: u64) -> Result<Vec<u64>, Trouble> {
    lacking(folder, shards, Look::Short)
}

/// The same for parts that were just written: their rows are measured, and not read before they are [used](Part::read).
pub fn still_missing(folder: &Path, shards: u64) -> Result<Vec<u64>, Trouble> {
    lacking(folder, shards, Look::Length)
}

fn lacking(folder: &Path, shards: u64, look: Look) -> Result<Vec<u64>, Trouble> {
    let mut job: Option<Job> = None;
    let mut done: Vec<Range<u64>> = Vec::new();
    for (chunks, name) in tallies(folder)? {
        match read(folder, &name, look) {
            Ok(told) => {
                let job = job.get_or_insert_with(|| told.job.clone());
                if let Some(why) = job.refuses(&told.job) {
                    let folder = folder.display();
                    return Err(Trouble::Refused(format!("{folder}: {name} {why}")));
                }
                done.push(chunks);
            }
            Err(Fault::Damaged(_)) => {}
            Err(Fault::Unreadable(_)) if !folder.join(&name).exists() => {}
            Err(Fault::Unreadable(trouble)) => return Err(trouble),
        }
    }
    let Some(job) = job else { return Ok((0..shards).collect()) };
    let done = joined(done);
    let is_done = |shard: &u64| {
        let chunks = Shard { index: *shard, of: shards }.chunks(job.chunks);
        let place = done.partition_point(|range| range.end < chunks.end);
        chunks.is_empty() || done.get(place).is_some_and(|range| range.start <= chunks.start)
    };
    Ok((0..shards).filter(|shard| !is_done(shard)).collect())
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
