//! Whole families of games at once: counted, ranked, and as rows.

use std::path::{Path, PathBuf};
use std::time::Instant;

use sprague_census::run::parts::{self, LONGEST_FOOTER, Merged, Shown};
use sprague_census::run::{self, Folder, Trouble};
use sprague_census::{Batches, Census, Family, Key, Question, Tally, vector};
use sprague_parts::{Job, Shard};
use sprague_report::census::CensusReport;

use crate::error::Error;
use crate::session::Session;

/// A census that is to be taken: how many games there are, and how many of them Left wins for ever, unless it says
/// otherwise.
pub struct CensusRequest<'s> {
    session: &'s Session,
    family: Family,
    group_by: Vec<Key>,
    top: Option<(usize, Key)>,
    rows: Option<PathBuf>,
    folder: Option<PathBuf>,
}

impl Session {
    /// A census of a family.
    ///
    /// ```
    /// use sprague::{Family, Key, Session};
    ///
    /// let session = Session::new();
    /// let family = Family::lr_nim(2, 12).unwrap();
    /// let found = session.census(family).group_by([Key::Class]).top(1, Key::Period).compute().unwrap();
    /// assert_eq!(found.total, 1024);
    /// assert_eq!(found.top.unwrap()[0].ruleset, "lr-nim(2,3,4,8,9,10,12)");
    /// ```
    pub fn census(&self, family: Family) -> CensusRequest<'_> {
        let group_by = Vec::new();
        CensusRequest { session: self, family, group_by, top: None, rows: None, folder: None }
    }
}

impl CensusRequest<'_> {
    /// Counts the games by these keys, too.
    pub fn group_by(self, keys: impl IntoIterator<Item = Key>) -> Self {
        CensusRequest { group_by: keys.into_iter().collect(), ..self }
    }

    /// Names the games of the greatest value of a key, so many of them.
    pub fn top(self, games: usize, by: Key) -> Self {
        CensusRequest { top: Some((games, by)), ..self }
    }

    /// Writes a row for every game to a Parquet file. Until it is finished, a folder beside it, whose name ends in `.run`,
    /// keeps what is done: the same request goes on from there.
    pub fn rows_to(self, file: impl Into<PathBuf>) -> Self {
        CensusRequest { rows: Some(file.into()), ..self }
    }

    /// Keeps finished work in this folder, from which the same request goes on.
    pub fn kept_in(self, folder: impl Into<PathBuf>) -> Self {
        CensusRequest { folder: Some(folder.into()), ..self }
    }

    /// Refuses questions that the family has no answer to, and a file that cannot be written.
    pub fn check(&self) -> Result<(), Error> {
        let keys = self.family.keys();
        if let Some(&key) = self.group_by.iter().find(|key| !keys.contains(key)) {
            return self.unsuited("counting", key, keys);
        }
        let ranks = self.family.ranks();
        if let Some((_, key)) = self.top.filter(|(_, key)| !ranks.contains(key)) {
            return self.unsuited("ranking", key, &ranks);
        }
        let Some(file) = &self.rows else { return Ok(()) };
        let footer = self.family.row_groups().saturating_mul(OF_A_GROUP);
        if footer > LONGEST_FOOTER {
            return Err(Error::Request(parts::too_long(footer)));
        }
        check_writable(file)
    }

    fn unsuited(&self, what: &str, key: Key, keys: &[Key]) -> Result<(), Error> {
        let names: Vec<&str> = keys.iter().map(|key| key.name()).collect();
        let (key, name, names) = (key.name(), self.family.name(), names.join(", "));
        let family = name.split(' ').next().unwrap_or_default();
        let message =
            format!("{what} by {key} does not suit the census of {family}, only by {names}");
        Err(Error::Request(message))
    }

    /// The family with what is asked of it.
    fn census(&self) -> Census {
        let cycles = |key: &Key| matches!(key, Key::Period | Key::Preperiod);
        let question = Question {
            cycles: self.rows.is_some() || self.top.is_some() || self.group_by.iter().any(cycles),
            preperiods: self.group_by.contains(&Key::Preperiod),
            rows: self.rows.is_some(),
            top: self.top.map_or(1, |(games, _)| games),
        };
        Census::new(self.family.clone(), question)
    }

    /// How it is computed, in words.
    pub fn explanation(&self) -> String {
        let (chunks, width) = (self.census().chunk_count(), vector::Width::widest().name());
        match self.family {
            Family::Nim(_) => format!("one sequence a game, in {chunks} chunks"),
            _ => format!("512 games at once ({width}), in {chunks} chunks"),
        }
    }

    /// Computes it, and writes the rows if they have a file.
    pub fn compute(&self) -> Result<CensusReport, Error> {
        self.check()?;
        let started = Instant::now();
        let tally = self.tally()?;
        let seconds = started.elapsed().as_secs_f64();
        let top_by = self.top.map(|(_, key)| key);
        Ok(CensusReport::new(&self.family, &tally, &self.group_by, top_by, seconds))
    }

    fn tally(&self) -> Result<Tally, Trouble> {
        let (census, threads) = (self.census(), self.session.budget().threads);
        let watch = self.session.watch();
        let folder = self.folder.clone().or_else(|| self.rows.as_deref().map(beside));
        let Some(folder) = folder else { return run::in_memory(&census, threads, &watch) };
        let folder = Folder::open(&folder, &census)?;
        let tally = folder.run(&census, threads, &watch)?;
        match (&self.rows, &self.folder) {
            (Some(file), None) => folder.hand_over(file)?,
            (Some(file), Some(_)) => folder.copy_rows(file, &watch)?,
            (None, _) => {}
        }
        Ok(tally)
    }

    /// The same census in parts, each with a row for every game, or only counted.
    pub fn in_shards(&self, rows: bool) -> Result<CensusShards<'_>, Error> {
        self.check()?;
        let mut question = self.census().question;
        (question.rows, question.cycles) = (rows, rows || question.cycles);
        let census = Census::new(self.family.clone(), question);
        let shown = Shown { group_by: self.group_by.clone(), top_by: self.top.map(|(_, key)| key) };
        let job = parts::job(&census, &shown);
        Ok(CensusShards { session: self.session, census, shown, job })
    }

    /// The rows, one a game, as columns: they are computed while they are read, and a few at a time are in memory.
    ///
    /// ```
    /// use sprague::{Family, Session};
    ///
    /// let session = Session::new().threads(2);
    /// let mut rows = session.census(Family::lr_nim(2, 6).unwrap()).rows().unwrap();
    /// let names: Vec<&str> = rows.columns().iter().map(|(name, _)| *name).collect();
    /// assert_eq!(names[..3], ["set", "bits", "preperiod"]);
    /// let batch = rows.next().unwrap().unwrap();
    /// assert_eq!((batch.rows, batch.columns[0].text(15)), (16, Some("2,3,4,5,6")));
    /// assert!(rows.next().is_none());
    /// ```
    pub fn rows(&self) -> Result<Batches, Error> {
        self.check()?;
        let threads = self.session.budget().threads;
        Ok(Batches::new(self.family.clone(), threads, self.session.watch_of_its_own()))
    }
}

/// A census in parts that stand in one folder, computed by whoever has a machine for them.
pub struct CensusShards<'s> {
    session: &'s Session,
    census: Census,
    shown: Shown,
    /// What its parts have in common.
    pub job: Job,
}

impl CensusShards<'_> {
    /// How many neighbours of so many shards a process should have, so that it is worth starting.
    pub fn worth_a_process(&self, shards: u64) -> u64 {
        let Census { family, question, .. } = &self.census;
        let shards = shards.min(self.job.chunks).max(1);
        let games = family.total().div_ceil(shards).max(1);
        (family.worth_a_process(question) / games).clamp(1, shards)
    }

    /// Computes what of a shard is not in the folder yet, and says how many chunks that were.
    pub fn compute(&self, shard: Shard, folder: &Path) -> Result<u64, Error> {
        let (threads, watch) = (self.session.budget().threads, self.session.watch());
        Ok(parts::shard(&self.census, &self.shown, folder, shard, threads, &watch)?)
    }
}

impl Session {
    /// The census whose parts are all in a folder, perhaps with its rows written to one file: what an undivided run says and
    /// writes. Gaps, damage, and parts of another census are refused; of parts that overlap, those are taken that make the whole.
    ///
    /// ```
    /// use sprague::{Family, Session};
    ///
    /// let folder = std::env::temp_dir().join(format!("sprague-merge-{}", std::process::id()));
    /// let session = Session::new();
    /// let request = session.census(Family::octal(3, 0, 100).unwrap());
    /// let shards = request.in_shards(true).unwrap();
    /// shards.compute("1/2".parse().unwrap(), &folder).unwrap();
    /// assert!(session.merge_census(&folder, None).is_err());
    /// shards.compute("0/2".parse().unwrap(), &folder).unwrap();
    /// assert_eq!(session.merge_census(&folder, None).unwrap().total, 511);
    /// std::fs::remove_dir_all(folder).unwrap();
    /// ```
    pub fn merge_census(&self, folder: &Path, out: Option<&Path>) -> Result<CensusReport, Error> {
        let started = Instant::now();
        out.map_or(Ok(()), check_writable)?;
        let merged = Merged::open(folder)?;
        match out {
            Some(file) => merged.write(file, &self.watch())?,
            None => merged.check(&self.watch())?,
        }
        let Merged { census, shown, tally, .. } = &merged;
        let seconds = started.elapsed().as_secs_f64();
        Ok(CensusReport::new(&census.family, tally, &shown.group_by, shown.top_by, seconds))
    }
}

/// Bytes at the end of a file of rows for each row group, roughly.
const OF_A_GROUP: u64 = 450;

/// The folder for unfinished work beside a file of rows.
fn beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".run");
    PathBuf::from(name)
}

/// A file that cannot be written is found out before the work, not after it.
fn check_writable(file: &Path) -> Result<(), Error> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let why = match folder {
        _ if file.is_dir() => format!("{} is a folder", file.display()),
        Some(folder) if !folder.is_dir() => format!("there is no folder {}", folder.display()),
        folder => {
            let probe = format!(".sprague-{}.part", std::process::id());
            let probe = folder.unwrap_or(Path::new(".")).join(probe);
            match std::fs::File::create(&probe).and_then(|_| std::fs::remove_file(&probe)) {
                Ok(()) => return Ok(()),
                Err(error) => error.to_string(),
            }
        }
    };
    Err(Error::Request(format!("cannot write {}: {why}", file.display())))
}
