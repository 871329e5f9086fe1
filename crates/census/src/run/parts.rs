//! A census in parts: shards of its chunks in a folder, computed wherever there is a machine, and the whole from them.
//!
//! The rows of a shard are a Parquet file of their own, which any reader opens: the rows of its chunks one after the other, as
//! in the file of an undivided run, and a footer. The whole leaves these footers out and writes one for all, and so
//! comes to the bytes of the undivided run.

use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;

use serde_json::json;
use sprague_columns::Joined;
use sprague_parts::{Folder, Job, Rows, Shard, Whole};
use sprague_solve::Watch;

use super::rows::in_order;
use super::{Trouble, each_chunk, no_room, stopped};
use crate::census::{Census, Family, Question};
use crate::tally::{Key, Tally};

/// What is shown of a census when it is whole; every part says it, so that nobody has to ask again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// The keys that the games are counted by.
    pub group_by: Vec<Key>,
    /// The key whose greatest games are named.
    pub top_by: Option<Key>,
}

/// The census as a job.
pub fn job(census: &Census, shown: &Shown) -> Job {
    let Question { cycles, preperiods, rows, top } = census.question;
    let names = |keys: &[Key]| keys.iter().map(|key| key.name()).collect::<Vec<&str>>();
    let question = json!({
        "cycles": cycles,
        "preperiods": preperiods,
        "top": top,
        "group_by": names(&shown.group_by),
        "by": shown.top_by.map(Key::name),
        "chunk": census.family.chunk_size(&census.question),
    });
    let job = Job::new("census", &census.family.name(), census.chunk_count()).asking(question);
    if rows { job.rows("parquet") } else { job }
}

/// The census and what is shown of it, from the job that it became; none, if that is no job of this program.
fn from_job(job: &Job) -> Option<(Census, Shown)> {
    let asked = &job.question;
    let key = |value: &serde_json::Value| Key::from_name(value.as_str()?);
    let question = Question {
        cycles: asked["cycles"].as_bool()?,
        preperiods: asked["preperiods"].as_bool()?,
        rows: job.rows.is_some(),
        top: asked["top"].as_u64()? as usize,
    };
    let group_by = asked["group_by"].as_array()?.iter().map(key).collect::<Option<Vec<Key>>>()?;
    let top_by = key(&asked["by"]);
    let census = Census::new(Family::named(&job.about)?, question);
    let shown = Shown { group_by, top_by };
    (self::job(&census, &shown) == *job).then_some((census, shown))
}

/// Computes what of a shard is not in the folder yet, and says how many chunks that were.
pub fn shard(
    census: &Census,
    shown: &Shown,
    folder: &Path,
    shard: Shard,
    threads: usize,
    watch: &Watch,
) -> Result<u64, Trouble> {
    let job = job(census, shown);
    let folder = Folder::open(folder, &job)?;
    let gaps = folder.gaps(shard.chunks(job.chunks))?;
    for gap in &gaps {
        let done = folder.write(gap.clone(), |rows| -> Result<_, Trouble> {
            let tally = match census.question.rows {
                true => with_rows(census, gap.clone(), threads, watch, rows)?,
                false => each_chunk(census, gap.clone(), threads, watch, |index| {
                    Ok(census.compute(census.chunk(index), watch, None::<std::io::Sink>)?)
                })?,
            };
            Ok(Some(tally.to_json()))
        })?;
        if !done {
            return Err(stopped(watch));
        }
    }
    Ok(gaps.iter().map(|gap| gap.end - gap.start).sum())
}

/// The tally of some chunks; their rows go where they are wanted as soon as they are computed, with a footer at the end.
fn with_rows(
    census: &Census,
    chunks: Range<u64>,
    threads: usize,
    watch: &Watch,
    rows: &mut Rows,
) -> Result<Tally, Trouble> {
    let mut joined = Joined::new(&census.family.columns())?;
    let (sender, receiver) = mpsc::sync_channel(threads);
    thread::scope(|scope| {
        let first = chunks.start;
        let write = move || -> Result<(), Trouble> {
            for bytes in in_order(first, receiver) {
                let bytes: Vec<u8> = bytes;
                rows.put(&bytes)?;
                joined.add(&bytes.into())?;
            }
            rows.end_of_rows();
            Ok(rows.put(&joined.footer()?)?)
        };
        let written = thread::Builder::new().spawn_scoped(scope, write).map_err(no_room)?;
        let tally = each_chunk(census, chunks, threads, watch, |index| {
            let mut bytes = Vec::new();
            let tally = census.compute(census.chunk(index), watch, Some(&mut bytes))?;
            match tally.is_some() && sender.send((index, bytes)).is_err() {
                // Nobody listens: the other thread has failed, and says why.
                true => Ok(None),
                false => Ok(tally),
            }
        });
        drop(sender);
        let written = written.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        written.and(tally)
    })
}

/// A census whose parts are all there.
pub struct Merged {
    /// The family, and what is asked of it.
    pub census: Census,
    /// What is shown of it.
    pub shown: Shown,
    /// What was counted.
    pub tally: Tally,
    whole: Whole,
}

/// More bytes than these at the end of a file, which every reader has to hold, are no help to anybody.
pub const LONGEST_FOOTER: u64 = 256 << 20;

impl Merged {
    /// Puts the parts in a folder together; their rows are read only where they are [used](Merged::write) or
    /// [checked](Merged::check).
    pub fn open(folder: &Path) -> Result<Merged, Trouble> {
        let whole = sprague_parts::whole(folder)?;
        let unknown = || {
            let (command, about) = (&whole.job.command, &whole.job.about);
            let what = format!("these are parts of `{command} {about}`, not of a census");
            Trouble::NotWhole(format!("{}: {what} of this version", folder.display()))
        };
        let is_census = whole.job.command == "census";
        let (census, shown) = from_job(&whole.job).filter(|_| is_census).ok_or_else(unknown)?;
        let mut tally = Tally::default();
        for part in &whole.parts {
            let one = Tally::from_json(&part.tally).ok_or_else(unknown)?;
            tally = tally.merge(one, census.question.top);
        }
        let (all, total) = (tally.all.games, census.family.total());
        if all != total {
            let message = format!("{}: the parts count {all} games of {total}", folder.display());
            return Err(Trouble::NotWhole(message));
        }
        Ok(Merged { census, shown, tally, whole })
    }

    /// The files of rows, in the order of their games.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.whole.parts.iter().filter_map(|part| part.rows.as_ref())
    }

    /// Reads all rows and refuses those that are not as they were written.
    pub fn check(&self, watch: &Watch) -> Result<(), Trouble> {
        watch.expect(self.whole.parts.iter().map(|part| part.body()).sum());
        for part in &self.whole.parts {
            part.read(|bytes| match watch.advance(bytes.len() as u64) {
                true => Ok(()),
                false => Err(sprague_parts::Trouble::File("stopped".into())),
            })
            .map_err(|trouble| match watch.goes_on() {
                true => Trouble::from(trouble),
                false => Trouble::Stopped("all parts are there; not all rows were checked".into()),
            })?;
        }
        Ok(())
    }

    /// Writes all rows to one file, the bytes of an undivided run; rows that are not as they were written are refused.
    pub fn write(&self, out: &Path, watch: &Watch) -> Result<(), Trouble> {
        if self.whole.job.rows.is_none() {
            return Err(Trouble::Refused(
                "the parts were computed without rows (--no-rows)".into(),
            ));
        }
        let footer: u64 = self.whole.parts.iter().map(|part| part.footer()).sum();
        if footer > LONGEST_FOOTER {
            return Err(Trouble::Refused(too_long(footer)));
        }
        let mut joined = Joined::new(&self.census.family.columns())?;
        for part in &self.whole.parts {
            let Some(path) = &part.rows else { continue };
            let file = File::open(path).map_err(super::at(path))?;
            crate::read::undamaged(|| joined.add_some(&file, part.body())).map_err(|error| {
                let why = format!("{} is damaged: {error}", path.display());
                Trouble::NotWhole(format!("{why}; {}", sprague_parts::REMEDY))
            })?;
        }
        watch.expect(self.whole.parts.iter().map(|part| part.body()).sum());
        let goes_on = |bytes: u64| match watch.advance(bytes) {
            true => Ok(()),
            false => Err(Trouble::Stopped("all parts are there; not all rows were copied".into())),
        };
        self.whole.join(out, goes_on, || Ok(joined.footer()?))
    }
}

/// Why so many rows do not go into one file.
pub fn too_long(footer: u64) -> String {
    format!(
        "one file of all rows would end in a list of {} MB, which every reader has to hold; a folder of parts is the better \
         result: DuckDB and Polars read FOLDER/*.parquet",
        footer >> 20
    )
}
