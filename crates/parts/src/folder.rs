//! The folder of parts, as one who computes sees it: what is still to be done, and putting a part there.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::checksum::{Checksum, checksum};
use crate::{Job, Tally, Trouble, at, cover, unwritten};

/// What a tally says, beside its own checksum.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Told {
    pub job: Job,
    /// The first chunk and the last.
    pub chunks: [u64; 2],
    pub rows: Option<RowsTold>,
    pub tally: Tally,
}

/// What a tally says of the file of rows beside it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RowsTold {
    pub bytes: u64,
    /// How many of them are rows, before what makes them a file.
    pub body: u64,
    pub check: String,
}

#[derive(Serialize, Deserialize)]
struct Signed<T> {
    check: String,
    told: T,
}

/// The name of a part without its ending: numbers have the same length, so that names stand in the order of chunks.
pub fn name(chunks: &Range<u64>) -> String {
    format!("chunks-{:010}-{:010}", chunks.start, chunks.end - 1)
}

/// The chunks that the tally of that name is about.
pub(crate) fn chunks_of(name: &str) -> Option<Range<u64>> {
    let (first, last) = name.strip_prefix("chunks-")?.strip_suffix(".json")?.split_once('-')?;
    let range = first.parse().ok()?..last.parse::<u64>().ok()?.checked_add(1)?;
    (!range.is_empty() && format!("{}.json", self::name(&range)) == name).then_some(range)
}

/// The tallies in a folder by their names, in the order of their chunks.
pub(crate) fn tallies(folder: &Path) -> Result<Vec<(Range<u64>, String)>, Trouble> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let name = entry.map_err(at(folder))?.file_name().to_string_lossy().into_owned();
        match chunks_of(&name) {
            Some(chunks) => found.push((chunks, name)),
            None if name.starts_with("chunks-") && name.ends_with(".json") => {
                let message = format!("{name} is no name of a part");
                return Err(Trouble::Refused(message));
            }
            None => {}
        }
    }
    found.sort_by_key(|(chunks, _)| (chunks.start, chunks.end));
    Ok(found)
}

/// Why a part does not count.
pub(crate) enum Fault {
    /// It is not as it was written, or its rows are not.
    Damaged(String),
    Unreadable(Trouble),
}

/// How closely rows are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// Whether there are as many bytes as there should be.
    Length,
    /// Every byte of files that are soon read.
    Short,
    /// Every byte.
    Bytes,
}

/// Files of rows that are shorter than this are soon read.
const SHORT: u64 = 64 << 20;

/// A tally is never longer than this.
const LONGEST: u64 = 1 << 30;

/// What a tally says, if it and the rows beside it are as they were written.
pub(crate) fn read(folder: &Path, name: &str, look: Look) -> Result<Told, Fault> {
    let path = folder.join(name);
    let damaged = |what: &str| Fault::Damaged(format!("{name} {what}"));
    match fs::metadata(&path) {
        Ok(metadata) if !metadata.is_file() => return Err(damaged("is no file")),
        Ok(metadata) if metadata.len() > LONGEST => return Err(damaged("is too long for a tally")),
        Err(_) if path.is_symlink() => return Err(damaged("is a link that leads nowhere")),
        _ => {}
    }
    let bytes = fs::read(&path).map_err(|error| Fault::Unreadable(at(&path)(error)))?;
    let signed: Signed<Told> =
        serde_json::from_slice(&bytes).map_err(|_| damaged("is damaged: it is no tally"))?;
    // Not a byte may be another, even one that would mean the same.
    if sign(&signed.told).is_none_or(|text| text.as_bytes() != bytes) {
        return Err(damaged("is damaged: its checksum is wrong"));
    }
    let told = signed.told;
    let chunks = chunks_of(name).map(|chunks| [chunks.start, chunks.end - 1]);
    if chunks != Some(told.chunks) || told.chunks[1] >= told.job.chunks {
        return Err(damaged("is not the part that its name says"));
    }
    if told.rows.is_some() != told.job.rows.is_some() {
        return Err(damaged("is damaged: it should say where its rows are"));
    }
    if let Some(rows) = &told.rows {
        let file = rows_name(name, &told.job);
        let path = folder.join(&file);
        let there = match fs::metadata(&path) {
            Ok(metadata) if metadata.is_file() => metadata.len(),
            Ok(_) => return Err(Fault::Damaged(format!("{file} is no file"))),
            Err(_) => return Err(damaged(&format!("is without its rows, {file}"))),
        };
        let is_read = look == Look::Bytes || look == Look::Short && there < SHORT;
        let whole = there == rows.bytes
            && (!is_read || sum_of(&path, there).map_err(Fault::Unreadable)? == rows.check);
        if !whole {
            return Err(Fault::Damaged(format!("{file} is damaged: its checksum is wrong")));
        }
    }
    Ok(told)
}

/// The parts in a folder, judged.
pub(crate) struct Found<T> {
    /// Parts that share no chunk and have as many as can be had, in their order, and what was made of them.
    pub chosen: Vec<(Range<u64>, T)>,
    /// Undamaged parts that share chunks with those, by their names.
    pub aside: Vec<(Range<u64>, String)>,
    /// Parts that are damaged, and how.
    pub damaged: Vec<(Range<u64>, String)>,
}

/// Looks at the parts in a folder that may have some of these chunks, or may be needed to tell who has them. Where parts share
/// chunks, every byte is looked at before one of them is chosen. `take` makes something of an undamaged part, or refuses it.
pub(crate) fn look_at<T>(
    folder: &Path,
    chunks: &Range<u64>,
    look: Look,
    mut take: impl FnMut(&str, Told) -> Result<T, Trouble>,
) -> Result<Found<T>, Trouble> {
    let mut found = Found { chosen: Vec::new(), aside: Vec::new(), damaged: Vec::new() };
    for group in cover::groups(tallies(folder)?) {
        if !group.iter().any(|(part, _)| cover::overlap(part, chunks)) {
            continue;
        }
        let look = if group.len() > 1 { Look::Bytes } else { look };
        let (mut ranges, mut usable) = (Vec::new(), Vec::new());
        for (part, name) in group {
            match read(folder, &name, look) {
                Ok(told) => {
                    let taken = take(&name, told)?;
                    ranges.push(part);
                    usable.push((name, taken));
                }
                Err(Fault::Damaged(why)) => found.damaged.push((part, why)),
                // One that was there and is gone has been taken away in the meantime.
                Err(Fault::Unreadable(_)) if !folder.join(&name).exists() => {}
                Err(Fault::Unreadable(trouble)) => return Err(trouble),
            }
        }
        let flags = cover::chosen(&ranges);
        for ((part, (name, taken)), is_chosen) in ranges.into_iter().zip(usable).zip(flags) {
            match is_chosen {
                true => found.chosen.push((part, taken)),
                false => found.aside.push((part, name)),
            }
        }
    }
    Ok(found)
}

/// The file of rows beside a tally.
pub(crate) fn rows_name(tally: &str, job: &Job) -> String {
    let stem = tally.strip_suffix(".json").unwrap_or(tally);
    format!("{stem}.{}", job.rows.as_deref().unwrap_or_default())
}

fn sum_of(path: &Path, length: u64) -> Result<String, Trouble> {
    let mut sum = Checksum::default();
    crate::whole::each_block(path, length, |bytes| {
        sum.add(bytes);
        Ok(())
    })?;
    Ok(sum.finish())
}

/// The text of a tally, with its checksum.
fn sign(told: &Told) -> Option<String> {
    let check = checksum(serde_json::to_string(told).ok()?.as_bytes());
    serde_json::to_string(&Signed { check, told }).ok().map(|text| text + "\n")
}

/// A folder for the parts of one job.
pub struct Folder<'j> {
    path: PathBuf,
    job: &'j Job,
}

impl<'j> Folder<'j> {
    /// Makes the folder if it is not there.
    pub fn open(path: &Path, job: &'j Job) -> Result<Folder<'j>, Trouble> {
        fs::create_dir_all(path).map_err(at(path))?;
        Ok(Folder { path: path.into(), job })
    }

    /// What of these chunks is still to be computed: what the parts do not have that would be put together. A part of another
    /// job is refused; one that is damaged is computed once more.
    pub fn gaps(&self, chunks: Range<u64>) -> Result<Vec<Range<u64>>, Trouble> {
        let found = look_at(&self.path, &chunks, Look::Bytes, |name, told| self.own(name, &told))?;
        Ok(cover::gaps(&chunks, found.chosen.iter().map(|(part, ())| part)))
    }

    /// Refuses a folder with a part of another job.
    pub fn refuse_strangers(&self) -> Result<(), Trouble> {
        for (_, name) in tallies(&self.path)? {
            match read(&self.path, &name, Look::Length) {
                Ok(told) => self.own(&name, &told)?,
                Err(Fault::Damaged(_)) => {}
                Err(Fault::Unreadable(_)) if !self.path.join(&name).exists() => {}
                Err(Fault::Unreadable(trouble)) => return Err(trouble),
            }
        }
        Ok(())
    }

    /// Refuses a part of another job.
    fn own(&self, name: &str, told: &Told) -> Result<(), Trouble> {
        let refused = self.job.refuses(&told.job);
        refused.map_or(Ok(()), |why| {
            Err(Trouble::Refused(format!("{name} in {} {why}", self.path.display())))
        })
    }

    /// Puts a part there: rows as they are put, and the tally that comes back, unless there is none because the work was
    /// stopped. Says whether the part is there. Both files are begun before the work, so that it is not done for a folder
    /// that nothing can be written in.
    pub fn write<E: From<Trouble>>(
        &self,
        chunks: Range<u64>,
        fill: impl FnOnce(&mut Rows) -> Result<Option<Tally>, E>,
    ) -> Result<bool, E> {
        let tally = format!("{}.json", name(&chunks));
        let rows_name = self.job.rows.as_ref().map(|_| rows_name(&tally, self.job));
        let mut rows = Rows::new(rows_name.map(|name| self.path.join(name)))?;
        let mut file = Beside::new(self.path.join(tally))?;
        let Some(value) = fill(&mut rows)? else { return Ok(false) };
        let rows = rows.finish()?;
        let told = Told {
            job: self.job.clone(),
            chunks: [chunks.start, chunks.end - 1],
            rows,
            tally: value,
        };
        let text = sign(&told).unwrap_or_default();
        file.put(text.as_bytes())?;
        file.finish()?;
        Ok(true)
    }
}

/// The rows of a part, on their way to their file; of a job without rows, to nowhere.
pub struct Rows {
    file: Option<Beside>,
    sum: Checksum,
    bytes: u64,
    body: Option<u64>,
}

impl Rows {
    fn new(path: Option<PathBuf>) -> Result<Rows, Trouble> {
        let file = path.map(Beside::new).transpose()?;
        Ok(Rows { file, sum: Checksum::default(), bytes: 0, body: None })
    }

    /// Appends bytes.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        self.sum.add(bytes);
        self.bytes += bytes.len() as u64;
        self.file.as_mut().map_or(Ok(()), |file| file.put(bytes))
    }

    /// Says that all rows were put: what comes now makes a file of them, and is no part of the whole.
    pub fn end_of_rows(&mut self) {
        self.body = Some(self.bytes);
    }

    fn finish(self) -> Result<Option<RowsTold>, Trouble> {
        let Rows { file, sum, bytes, body } = self;
        let Some(file) = file else { return Ok(None) };
        // Its name comes to the disk with that of the tally, without which it does not count.
        file.rename()?;
        Ok(Some(RowsTold { bytes, body: body.unwrap_or(bytes), check: sum.finish() }))
    }
}

/// A name that nobody else has: with the host, the process and the time, for processes in containers may share all but that.
fn own(name: &str) -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let host = host();
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{name}.{host}.{}.{time:x}.{next}{ENDING}", process::id())
}

/// The name of this machine, without what would be odd in a file's name.
fn host() -> &'static str {
    static HOST: OnceLock<String> = OnceLock::new();
    HOST.get_or_init(|| {
        let host = fs::read_to_string("/proc/sys/kernel/hostname").ok();
        let host = host.or_else(|| std::env::var("HOSTNAME").ok()).unwrap_or_default();
        let plain = |c: &char| c.is_ascii_alphanumeric() || "-_".contains(*c);
        host.trim().chars().filter(plain).collect()
    })
}

/// How names of unfinished files end.
const ENDING: &str = ".part";

/// A file that is written beside its place, and then put there in one step.
pub(crate) struct Beside {
    path: PathBuf,
    beside: PathBuf,
    file: Option<BufWriter<File>>,
}

impl Beside {
    pub fn new(path: PathBuf) -> Result<Beside, Trouble> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let beside = path.with_file_name(own(&name));
        let file = File::create(&beside).map_err(unwritten(&beside))?;
        Ok(Beside { path, beside, file: Some(BufWriter::with_capacity(1 << 16, file)) })
    }

    pub fn put(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        let file = self.file.as_mut().expect("open until it is finished");
        file.write_all(bytes).map_err(unwritten(&self.beside))
    }

    /// Brings the file to the disk, and its name.
    pub fn finish(self) -> Result<(), Trouble> {
        let path = self.path.clone();
        self.rename()?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        match File::open(folder.unwrap_or(Path::new("."))) {
            Ok(folder) if cfg!(unix) => folder.sync_all().map_err(unwritten(&path)),
            _ => Ok(()),
        }
    }

    /// Brings the file to the disk and puts it into its place.
    fn rename(mut self) -> Result<(), Trouble> {
        let file = self.file.take().expect("open until it is finished");
        let written = file.into_inner().map_err(|error| error.into_error());
        let renamed = written
            .and_then(|file| file.sync_all())
            .and_then(|()| fs::rename(&self.beside, &self.path));
        renamed.map_err(unwritten(&self.path))
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // What was renamed is no longer there.
        let _ = fs::remove_file(&self.beside);
    }
}

/// Files that were never finished: of processes that were killed, or that are still at work.
pub fn leftovers(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let unfinished = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("chunks-") && name.ends_with(ENDING)
    };
    entries.flatten().map(|entry| entry.path()).filter(unfinished).collect()
}

/// Those of them that nobody will finish: their process was of this machine and is no more, or nothing was added for an hour.
pub fn abandoned(folder: &Path) -> Vec<PathBuf> {
    let processes = Path::new("/proc");
    let is_gone = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // The ending, a number, the time, the process, the host.
        let mut words = name.rsplit('.').skip(3);
        let of = words.next().zip(words.next());
        of.is_some_and(|(process, its_host)| {
            its_host == host()
                && process.parse::<u32>().is_ok()
                && processes.join("self").exists()
                && !processes.join(process).exists()
        })
    };
    let is_old = |path: &PathBuf| {
        let changed = fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
        let age = changed.and_then(|time| SystemTime::now().duration_since(time).ok());
        age.is_some_and(|age| age > HOUR)
    };
    leftovers(folder).into_iter().filter(|path| is_gone(path) || is_old(path)).collect()
}

const HOUR: Duration = Duration::from_secs(3600);
