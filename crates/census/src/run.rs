//! Running a census: over all cores, in a folder that outlives the process ([`Folder`]), or in parts on many machines
//! ([`parts`]).

mod folder;
pub mod parts;
mod rows;

pub use folder::Folder;
pub(crate) use rows::in_order;

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use parquet::errors::ParquetError;
use sprague_solve::Watch;

use crate::census::Census;
use crate::tally::Tally;

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// The folder is not for this run.
    Refused(String),
    /// Time ran out, someone stopped it, or the disk is full: what is finished is kept.
    Stopped(String),
    /// The parts are not whole, or not of one census.
    NotWhole(String),
    /// A file could not be read or written.
    File(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Refused(message)
            | Trouble::Stopped(message)
            | Trouble::NotWhole(message)
            | Trouble::File(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Trouble {}

impl From<sprague_parts::Trouble> for Trouble {
    fn from(trouble: sprague_parts::Trouble) -> Self {
        match trouble {
            sprague_parts::Trouble::Refused(message) => Trouble::NotWhole(message),
            sprague_parts::Trouble::File(message) => Trouble::File(message),
            sprague_parts::Trouble::Unwritten(message) => Trouble::Stopped(message),
        }
    }
}

impl From<ParquetError> for Trouble {
    fn from(error: ParquetError) -> Self {
        Trouble::File(error.to_string())
    }
}

/// At a path that could not be read or written.
fn at(path: &Path) -> impl Fn(std::io::Error) -> Trouble + '_ {
    use std::io::ErrorKind::{QuotaExceeded, StorageFull};
    move |error| {
        let message = format!("{}: {error}", path.display());
        match error.kind() {
            StorageFull | QuotaExceeded => Trouble::Stopped(message),
            _ => Trouble::File(message),
        }
    }
}

/// The whole census, nothing written.
pub fn in_memory(census: &Census, threads: usize, watch: &Watch) -> Result<Tally, Trouble> {
    each_chunk(census, 0..census.chunk_count(), threads, watch, |index| {
        Ok(census.compute(census.chunk(index), watch, None::<std::io::Sink>)?)
    })
}

/// Computes chunks over so many threads and merges what comes.
fn each_chunk(
    census: &Census,
    chunks: Range<u64>,
    threads: usize,
    watch: &Watch,
    chunk: impl Fn(u64) -> Result<Option<Tally>, Trouble> + Sync,
) -> Result<Tally, Trouble> {
    watch.expect(census.games(&chunks));
    let top = census.question.top;
    // One by one, so that those that are finished are the first ones.
    let next = AtomicU64::new(chunks.start);
    let work = || -> Result<Tally, Trouble> {
        let mut all = Tally::default();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= chunks.end {
                return Ok(all);
            }
            let tally = match watch.goes_on() {
                true => chunk(index).and_then(|tally| tally.ok_or_else(|| stopped(watch))),
                false => Err(stopped(watch)),
            };
            // After a failure nobody need begin another one.
            let tally = tally.inspect_err(|_| next.store(chunks.end, Ordering::Relaxed))?;
            all = all.merge(tally, top);
        }
    };
    if threads == 1 {
        // In this thread, whose memory serves again for the next shard.
        return work();
    }
    let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build() else {
        // Where there is no room for threads, there is still the one that asks.
        return work();
    };
    let tallies = pool.broadcast(|_| work());
    tallies.into_iter().try_fold(Tally::default(), |one, other| Ok(one.merge(other?, top)))
}

/// A thread that writes rows while others compute them could not be started.
fn no_room(error: std::io::Error) -> Trouble {
    Trouble::Stopped(format!("no thread can be started: {error}"))
}

/// Stopped, and how far it came.
pub(crate) fn stopped(watch: &Watch) -> Trouble {
    let (done, all) = watch.progress();
    Trouble::Stopped(format!("{done} of {all} games were computed"))
}
