//! Running a census: over all cores, and in a folder that outlives the process.
//!
//! In a run folder every chunk that is finished leaves its tally, and before it its rows, each written
//! beside its place and then renamed: at every moment the folder holds whole chunks and nothing that looks
//! like one. A process that is killed loses the chunks that it was at; the same command goes on with the
//! others, and comes to the same bytes, because a chunk is a pure function of its name. A machine that
//! fails may lose more, in the middle of a file, without a word: so the tally has checksums of the rows and
//! of itself, and a chunk is believed only if they are right. The manifest says whose chunks these are. The lock is the operating system's, and goes with the process that holds it.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use parquet::errors::ParquetError;
use rayon::prelude::*;
use serde_json::{Value, json};
use sprague_solve::Watch;

use crate::census::Census;
use crate::tally::Tally;

/// Why there is no answer.
#[derive(Debug)]
pub enum Trouble {
    /// The folder is not for this run.
    Refused(String),
    /// Time ran out, or someone stopped it.
    Stopped(String),
    /// A file could not be read or written.
    File(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Refused(message) | Trouble::Stopped(message) | Trouble::File(message) => {
                f.write_str(message)
            }
        }
    }
}

impl std::error::Error for Trouble {}

impl From<ParquetError> for Trouble {
    fn from(error: ParquetError) -> Self {
        Trouble::File(error.to_string())
    }
}

/// At a path that could not be read or written.
fn at(path: &Path) -> impl Fn(std::io::Error) -> Trouble + '_ {
    move |error| Trouble::File(format!("{}: {error}", path.display()))
}

/// The whole census, nothing written.
pub fn in_memory(census: &Census, threads: usize, watch: &Watch) -> Result<Tally, Trouble> {
    each_chunk(census, threads, watch, |index| {
        Ok(census.compute(census.chunk(index), watch, None::<std::io::Sink>)?)
    })
}

/// Computes chunks over so many threads and merges what comes.
fn each_chunk(
    census: &Census,
    threads: usize,
    watch: &Watch,
    chunk: impl Fn(u64) -> Result<Option<Tally>, Trouble> + Sync,
) -> Result<Tally, Trouble> {
    watch.expect(census.family.total());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Trouble::File(format!("cannot start threads: {error}")))?;
    let top = census.question.top;
    let count = u32::try_from(census.chunk_count())
        .map_err(|_| Trouble::Refused("these are too many chunks".into()))?;
    pool.install(|| {
        // One by one, so that those that are finished are the first ones.
        let chunks = (0..count).into_par_iter().with_max_len(1);
        let tallies = chunks.map(|index| match watch.goes_on() {
            true => chunk(index.into())?.ok_or_else(|| stopped(watch)),
            false => Err(stopped(watch)),
        });
        tallies.try_reduce(Tally::default, |one, other| Ok(one.merge(other, top)))
    })
}

fn stopped(watch: &Watch) -> Trouble {
    let (done, all) = watch.progress();
    Trouble::Stopped(format!("{done} of {all} games were computed"))
}

/// A folder for the chunks of one census, held by this process.
pub struct Folder {
    path: PathBuf,
    _lock: File,
}

impl Folder {
    /// Makes the folder, or goes on with it if it belongs to this census.
    pub fn open(path: &Path, census: &Census) -> Result<Folder, Trouble> {
        let new = !path.exists();
        fs::create_dir_all(path).map_err(at(path))?;
        let manifest = path.join("manifest.json");
        let foreign = !new
            && !manifest.exists()
            && fs::read_dir(path).map_err(at(path))?.flatten().any(|e| e.file_name() != "lock");
        if foreign {
            let message = "is not a run folder: it holds other files, and no manifest";
            return Err(Trouble::Refused(format!("{} {message}", path.display())));
        }
        let lock_path = path.join("lock");
        let lock = File::create(&lock_path).map_err(at(&lock_path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let message = "another run is at work in";
                return Err(Trouble::Refused(format!("{message} {}", path.display())));
            }
            Err(TryLockError::Error(error)) => return Err(at(&lock_path)(error)),
        }
        let folder = Folder { path: path.into(), _lock: lock };
        let wanted = manifest_of(census);
        match fs::read_to_string(&manifest) {
            Ok(text) => {
                let found: Value = serde_json::from_str(&text).unwrap_or_default();
                if found != wanted {
                    let other = found["census"].as_str().unwrap_or("something else");
                    return Err(Trouble::Refused(format!(
                        "{} holds the run of `census {other}` with other questions or of another \
                         family; name another folder with --run, or remove this one",
                        path.display()
                    )));
                }
            }
            Err(_) => folder
                .put("manifest.json", |file| writeln!(file, "{wanted}").map_err(at(&manifest)))?,
        }
        Ok(folder)
    }

    /// Writes a file beside its place and puts it there in one step.
    fn put(
        &self,
        name: &str,
        fill: impl FnOnce(&mut BufWriter<File>) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        put(&self.path.join(name), fill)
    }

    fn tally_name(index: u64) -> String {
        format!("{index:08}.json")
    }

    fn rows_path(&self, index: u64) -> PathBuf {
        self.path.join(format!("{index:08}.parquet"))
    }

    /// The tally of a chunk, if it is finished and its rows are whole.
    fn finished(&self, index: u64) -> Option<Tally> {
        let text = fs::read_to_string(self.path.join(Folder::tally_name(index))).ok()?;
        let value: Value = serde_json::from_str(&text).ok()?;
        let tally = value.get("tally")?;
        if value["check"].as_u64() != Some(checksum(tally.to_string().as_bytes())) {
            return None;
        }
        if let Some(check) = value["rows"].as_u64()
            && checksum(&fs::read(self.rows_path(index)).ok()?) != check
        {
            return None;
        }
        Tally::from_json(tally)
    }

    /// Computes the chunks that are missing.
    pub fn run(&self, census: &Census, threads: usize, watch: &Watch) -> Result<Tally, Trouble> {
        each_chunk(census, threads, watch, |index| {
            let chunk = census.chunk(index);
            if let Some(tally) = self.finished(index) {
                watch.advance(chunk.count);
                return Ok(Some(tally));
            }
            let mut check = None;
            let tally = match census.question.rows {
                false => census.compute(chunk, watch, None::<std::io::Sink>)?,
                true => {
                    let mut rows = Vec::new();
                    let tally = census.compute(chunk, watch, Some(&mut rows))?;
                    if tally.is_some() {
                        let path = self.rows_path(index);
                        put(&path, |file| file.write_all(&rows).map_err(at(&path)))?;
                        check = Some(checksum(&rows));
                    }
                    tally
                }
            };
            if let Some(tally) = &tally {
                let name = Folder::tally_name(index);
                let tally = tally.to_json();
                let own = checksum(tally.to_string().as_bytes());
                let text = json!({ "rows": check, "check": own, "tally": tally });
                self.put(&name, |file| {
                    writeln!(file, "{text}").map_err(at(&self.path.join(&name)))
                })?;
            }
            Ok(tally)
        })
    }

    /// One file of all rows, when all chunks are finished. It is on the disk before its chunks may go.
    pub fn join(&self, census: &Census, out: &Path) -> Result<(), Trouble> {
        put(out, |file| {
            let parts = (0..census.chunk_count()).map(|index| self.rows_path(index));
            sprague_columns::join(&mut *file, &census.family.columns(), parts)?;
            file.flush().and_then(|()| file.get_ref().sync_all()).map_err(at(out))
        })?;
        // And its name, where folders can be opened.
        let folder = out.parent().map(|folder| match folder.as_os_str().is_empty() {
            true => Path::new("."),
            false => folder,
        });
        match folder.map(File::open) {
            Some(Ok(folder)) if cfg!(unix) => folder.sync_all().map_err(at(out)),
            _ => Ok(()),
        }
    }

    /// Removes the folder and all that is in it.
    pub fn remove(self) -> Result<(), Trouble> {
        fs::remove_dir_all(&self.path).map_err(at(&self.path))
    }
}

/// Writes a file beside its place and puts it there in one step.
fn put(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    let mut file = BufWriter::with_capacity(1 << 20, File::create(&beside).map_err(at(&beside))?);
    fill(&mut file)?;
    file.flush().map_err(at(&beside))?;
    drop(file);
    fs::rename(&beside, path).map_err(at(path))
}

/// Tells files from damaged ones: the bytes eight at a time, multiplied and added.
fn checksum(bytes: &[u8]) -> u64 {
    let (eights, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = eights.iter().chain([&last]).map(|&eight| u64::from_le_bytes(eight));
    words.fold(bytes.len() as u64, |sum, word| {
        (sum.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

/// Everything that the chunks of a census depend on.
fn manifest_of(census: &Census) -> Value {
    let question = census.question;
    json!({
        "census": census.family.name(),
        "games": census.family.total(),
        "chunk": census.family.chunk_size(&question),
        "cycles": question.cycles,
        "rows": question.rows,
        "top": question.top,
        "version": 3,
    })
}
