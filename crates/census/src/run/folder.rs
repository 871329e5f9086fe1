//! A folder that holds what is finished of a census, whatever happens to the process.
//!
//! Every chunk that is finished leaves its tally, and before it its rows, at the end of the file of all rows:
//! tallies are written beside their places and then renamed, and rows without a tally do not count. A process
//! that is killed loses the chunks that it was at; the same command goes on with the others, and comes to the
//! same bytes, because a chunk is a pure function of its name. A machine that fails may lose more, in the
//! middle of a file, without a word: so the tally has checksums of the rows and of itself, and a chunk is
//! believed only if they are right. The manifest says whose chunks these are. The lock is the operating
//! system's, and goes with the process that holds it.

use std::fs::{self, File, TryLockError};
use std::io::{BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use serde_json::{Value, json};
use sprague_parts::checksum;
use sprague_solve::Watch;

use super::rows::{Place, Rows, in_order};
use super::{Trouble, at, each_chunk, no_room};
use crate::census::Census;
use crate::tally::Tally;

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
                         family; name another folder, or remove this one",
                        path.display()
                    )));
                }
            }
            Err(_) => put(&manifest, |file| writeln!(file, "{wanted}").map_err(at(&manifest)))?,
        }
        Ok(folder)
    }

    fn tally_path(&self, index: u64) -> PathBuf {
        self.path.join(format!("{index:08}.json"))
    }

    fn rows_path(&self) -> PathBuf {
        self.path.join("rows.parquet")
    }

    /// The tally of a chunk that is finished, and where its rows are.
    fn tally(&self, index: u64) -> Option<(Tally, Option<Place>)> {
        let text = fs::read_to_string(self.tally_path(index)).ok()?;
        let value: Value = serde_json::from_str(&text).ok()?;
        let told = value.get("told")?;
        if value["check"].as_str() != Some(&checksum(told.to_string().as_bytes())) {
            return None;
        }
        Some((Tally::from_json(told.get("tally")?)?, Place::from_json(told.get("rows")?)))
    }

    fn put_tally(&self, index: u64, tally: &Tally, rows: Option<&Place>) -> Result<(), Trouble> {
        let told = json!({ "tally": tally.to_json(), "rows": rows.map(|place| place.to_json()) });
        let text = json!({ "check": checksum(told.to_string().as_bytes()), "told": told });
        let path = self.tally_path(index);
        put(&path, |file| writeln!(file, "{text}").map_err(at(&path)))
    }

    /// Computes the chunks that are missing.
    pub fn run(&self, census: &Census, threads: usize, watch: &Watch) -> Result<Tally, Trouble> {
        if census.question.rows {
            return self.run_with_rows(census, threads, watch);
        }
        each_chunk(census, 0..census.chunk_count(), threads, watch, |index| {
            let chunk = census.chunk(index);
            if let Some((tally, _)) = self.tally(index) {
                watch.advance(chunk.count);
                return Ok(Some(tally));
            }
            let tally = census.compute(chunk, watch, None::<std::io::Sink>)?;
            if let Some(tally) = &tally {
                self.put_tally(index, tally, None)?;
            }
            Ok(tally)
        })
    }

    /// The same with rows: another thread writes them, in order, while further chunks are computed.
    fn run_with_rows(
        &self,
        census: &Census,
        threads: usize,
        watch: &Watch,
    ) -> Result<Tally, Trouble> {
        let mut rows = Rows::open(self.rows_path(), &census.family.columns())?;
        let mut finished = Vec::new();
        while let Some((tally, Some(place))) = self.tally(finished.len() as u64)
            && rows.keep(&place)?
        {
            finished.push(tally);
        }
        let (sender, receiver) = mpsc::sync_channel(threads);
        thread::scope(|scope| {
            let finished = &finished;
            let first = finished.len() as u64;
            let write = move || self.write(census, rows, first, receiver);
            let written = thread::Builder::new().spawn_scoped(scope, write).map_err(no_room)?;
            let tally = each_chunk(census, 0..census.chunk_count(), threads, watch, |index| {
                let chunk = census.chunk(index);
                if let Some(tally) = finished.get(index as usize) {
                    watch.advance(chunk.count);
                    return Ok(Some(tally.clone()));
                }
                let mut rows = Vec::new();
                let tally = census.compute(chunk, watch, Some(&mut rows))?;
                if let Some(tally) = &tally
                    && sender.send((index, (tally.clone(), rows))).is_err()
                {
                    // Nobody listens: the other thread has failed, and says why.
                    return Ok(None);
                }
                Ok(tally)
            });
            drop(sender);
            let written = written.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            written.and(tally)
        })
    }

    /// Writes rows and tallies as they come, from that chunk on, and the end of the file after the last.
    fn write(
        &self,
        census: &Census,
        mut rows: Rows,
        first: u64,
        finished: Receiver<(u64, (Tally, Vec<u8>))>,
    ) -> Result<(), Trouble> {
        let mut next = first;
        for (tally, bytes) in in_order(first, finished) {
            let place = rows.append(bytes)?;
            self.put_tally(next, &tally, Some(&place))?;
            next += 1;
            // So that in the end there is not everything to be waited for.
            if next.is_multiple_of(BETWEEN_SYNCS) {
                rows.sync()?;
            }
        }
        if next == census.chunk_count() { rows.finish() } else { Ok(()) }
    }

    /// Makes the rows a file of its own and removes the folder and all that is in it.
    pub fn hand_over(self, out: &Path) -> Result<(), Trouble> {
        fs::rename(self.rows_path(), out).map_err(at(out))?;
        sync_name(out)?;
        fs::remove_dir_all(&self.path).map_err(at(&self.path))
    }

    /// Makes a copy of the rows.
    pub fn copy_rows(&self, out: &Path, watch: &Watch) -> Result<(), Trouble> {
        put(out, |file| {
            let mut rows = File::open(self.rows_path()).map_err(at(&self.rows_path()))?;
            while std::io::copy(&mut (&mut rows).take(COPIED), file).map_err(at(out))? > 0 {
                if !watch.goes_on() {
                    return Err(Trouble::Stopped(
                        "all rows are computed, and not yet copied".into(),
                    ));
                }
            }
            file.flush().and_then(|()| file.get_ref().sync_all()).map_err(at(out))
        })?;
        sync_name(out)
    }
}

/// Bytes that are copied at a time.
const COPIED: u64 = 1 << 26;

/// After so many chunks their rows are brought to the disk.
const BETWEEN_SYNCS: u64 = 8;

/// Brings a file's name to the disk, where folders can be opened.
fn sync_name(path: &Path) -> Result<(), Trouble> {
    let folder = path.parent().map(|folder| match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    });
    match folder.map(File::open) {
        Some(Ok(folder)) if cfg!(unix) => folder.sync_all().map_err(at(path)),
        _ => Ok(()),
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
    let filled = fill(&mut file).and_then(|()| file.flush().map_err(at(&beside)));
    drop(file);
    if filled.is_err() {
        let _ = fs::remove_file(&beside);
    }
    filled.and_then(|()| fs::rename(&beside, path).map_err(at(path)))
}

/// Everything that the chunks of a census depend on.
fn manifest_of(census: &Census) -> Value {
    let question = census.question;
    json!({
        "census": census.family.name(),
        "games": census.family.total(),
        "chunk": census.family.chunk_size(&question),
        "cycles": question.cycles,
        "preperiods": question.preperiods,
        "rows": question.rows,
        "top": question.top,
        "version": 5,
    })
}
