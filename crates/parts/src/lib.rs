//! A large job in parts, on however many machines, and nothing but a folder between them.
//!
//! A job has chunks, numbered from 0 on, and each chunk is a pure function of its number. A [`Shard`] is a range of
//! them. Whoever computes one leaves a part in the folder: a tally, and before it perhaps a file of rows. Parts are
//! called after their *chunks*, so that parts of different divisions stand side by side, and they are written under a
//! name of the process's own, brought to the disk and then renamed: there is no lock, and two processes that do the same
//! put the same bytes into the same place. Nobody is asked whether a part is done. It is done if its tally is there,
//! and the tally is believed only if its checksums are right; it holds all that is needed to know which job it
//! belongs to. The whole is put together from parts that leave no gap and do not overlap, or not at all; where parts of
//! different divisions overlap, those are taken that do, and the others are left alone.
//!
//! ```
//! use sprague_parts::{Folder, Job, Shard};
//!
//! let path = std::env::temp_dir().join(format!("sprague-parts-{}", std::process::id()));
//! let job = Job::new("squares", "up to 9", 10).rows("txt");
//! let folder = Folder::open(&path, &job).unwrap();
//! for shard in ["2/3", "0/3"] {
//!     let chunks = shard.parse::<Shard>().unwrap().chunks(job.chunks);
//!     for gap in folder.gaps(chunks).unwrap() {
//!         let done = folder.write(gap.clone(), |rows| {
//!             let squares: Vec<u64> = gap.map(|n| n * n).collect();
//!             squares.iter().try_for_each(|n| rows.put(format!("{n}\n").as_bytes()))?;
//!             Ok::<_, sprague_parts::Trouble>(Some(squares.iter().sum::<u64>().into()))
//!         });
//!         assert!(done.unwrap());
//!     }
//! }
//! assert_eq!(sprague_parts::missing(&path, 3).unwrap(), vec![1]);
//! let refused = sprague_parts::whole(&path).unwrap_err().to_string();
//! assert!(refused.contains("chunks 3 to 5 are missing"), "{refused}");
//! std::fs::remove_dir_all(&path).unwrap();
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod checksum;
mod cover;
mod folder;
mod shard;
mod whole;

pub use checksum::{Checksum, checksum};
pub use folder::{Folder, Rows, abandoned, leftovers, name as part_name};
pub use shard::{Shard, Shards, numbers};
pub use whole::{Part, REMEDY, Whole, aside, covered, missing, still_missing, whole};

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How parts are written; parts of another format are refused.
const FORMAT: &str = concat!(env!("CARGO_PKG_VERSION"), " (format 1)");

/// What is known of the rows of a part, beside them: any data that a command counts.
pub type Tally = Value;

/// A job: everything that its chunks depend on. Parts of jobs that differ in anything are never put together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The command that it belongs to.
    pub command: String,
    /// What it is about, as it is typed.
    pub about: String,
    /// What else is asked.
    pub question: Value,
    /// How many chunks it has.
    pub chunks: u64,
    /// The ending of the names of its files of rows, if it has rows.
    pub rows: Option<String>,
    /// Which version of the program computes it.
    pub version: String,
}

impl Job {
    /// A job of so many chunks, without rows.
    pub fn new(command: &str, about: &str, chunks: u64) -> Job {
        let (command, about, version) = (command.into(), about.into(), FORMAT.into());
        Job { command, about, question: Value::Null, chunks, rows: None, version }
    }

    /// The same with rows, in files whose names end so.
    pub fn rows(self, ending: &str) -> Job {
        Job { rows: Some(ending.into()), ..self }
    }

    /// The same with more that its chunks depend on.
    pub fn asking(self, question: impl Serialize) -> Job {
        let question = serde_json::to_value(question).expect("questions are plain data");
        Job { question, ..self }
    }

    /// Why a part of another job is none of this one, if it is none.
    fn refuses(&self, other: &Job) -> Option<String> {
        let [this, that] = [self, other].map(|job| format!("{} {}", job.command, job.about));
        if self.version != other.version {
            return Some(format!("is of version {}, not of {}", other.version, self.version));
        }
        if this != that {
            return Some(format!("belongs to `{that}`, not to `{this}`"));
        }
        (self != other).then(|| format!("answers other questions about `{this}`"))
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The parts are not whole, or not of one job.
    Refused(String),
    /// A file or folder cannot be used.
    File(String),
    /// A file could not be written, but might be another time: the disk is full, or the folder went away.
    Unwritten(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Refused(message) | Trouble::File(message) | Trouble::Unwritten(message) => {
                f.write_str(message)
            }
        }
    }
}

impl std::error::Error for Trouble {}

/// At a path that cannot be used.
fn at(path: &Path) -> impl Fn(std::io::Error) -> Trouble + '_ {
    move |error| Trouble::File(format!("{}: {error}", path.display()))
}

/// At a path where writing failed.
fn unwritten(path: &Path) -> impl Fn(std::io::Error) -> Trouble + '_ {
    use std::io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
    move |error| match error.kind() {
        PermissionDenied | ReadOnlyFilesystem => at(path)(error),
        _ => Trouble::Unwritten(format!("{}: {error}", path.display())),
    }
}
