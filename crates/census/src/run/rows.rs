//! The file of all rows: the rows of each chunk, a file by themselves, one after the other.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;
use std::sync::mpsc::Receiver;

use serde_json::{Value, json};
use sprague_columns::{Column, Joined};
use sprague_parts::checksum;

use super::{Trouble, at};

/// Where the rows of a chunk are.
#[derive(Clone)]
pub struct Place {
    begin: u64,
    length: u64,
    check: String,
}

impl Place {
    pub fn to_json(&self) -> Value {
        json!([self.begin, self.length, self.check])
    }

    pub fn from_json(value: &Value) -> Option<Place> {
        let number = |i: usize| value.get(i)?.as_u64();
        Some(Place { begin: number(0)?, length: number(1)?, check: value.get(2)?.as_str()?.into() })
    }
}

/// The file on its way. Only what was kept or appended counts.
pub struct Rows {
    path: PathBuf,
    file: File,
    joined: Joined,
}

impl Rows {
    /// Opens the file, new or as it was left.
    pub fn open(path: PathBuf, columns: &[Column]) -> Result<Rows, Trouble> {
        let options =
            File::options().read(true).write(true).create(true).truncate(false).open(&path);
        Ok(Rows { file: options.map_err(at(&path))?, joined: Joined::new(columns)?, path })
    }

    /// Goes on after the chunk that is said to come next, if it is there and whole.
    pub fn keep(&mut self, place: &Place) -> Result<bool, Trouble> {
        let there = self.file.metadata().map_err(at(&self.path))?.len();
        let end = place.begin.checked_add(place.length);
        if place.begin != self.joined.length() || end.is_none_or(|end| end > there) {
            return Ok(false);
        }
        let mut bytes = vec![0; place.length as usize];
        let mut file = &self.file;
        let read =
            file.seek(SeekFrom::Start(place.begin)).and_then(|_| file.read_exact(&mut bytes));
        read.map_err(at(&self.path))?;
        let whole = checksum(&bytes) == place.check;
        if whole {
            self.joined.add(&bytes.into())?;
        }
        Ok(whole)
    }

    /// Puts the rows of a chunk after those of the others.
    pub fn append(&mut self, bytes: Vec<u8>) -> Result<Place, Trouble> {
        let begin = self.joined.length();
        let place = Place { begin, length: bytes.len() as u64, check: checksum(&bytes) };
        write_at(&mut self.file, begin, &bytes).map_err(at(&self.path))?;
        self.joined.add(&bytes.into())?;
        Ok(place)
    }

    /// Brings what is written to the disk.
    pub fn sync(&self) -> Result<(), Trouble> {
        self.file.sync_data().map_err(at(&self.path))
    }

    /// Writes the end of the file.
    pub fn finish(self) -> Result<(), Trouble> {
        let Rows { path, mut file, joined } = self;
        let (end, footer) = (joined.length(), joined.footer()?);
        write_at(&mut file, end, &footer).and_then(|()| file.sync_all()).map_err(at(&path))
    }
}

/// Writes at that place, after which nothing remains.
fn write_at(file: &mut File, begin: u64, bytes: &[u8]) -> std::io::Result<()> {
    file.set_len(begin)?;
    file.seek(SeekFrom::Start(begin))?;
    file.write_all(bytes)
}

/// What has numbers, from a number on, each as soon as it and all before it have come.
pub fn in_order<T>(first: u64, numbered: Receiver<(u64, T)>) -> impl Iterator<Item = T> {
    let (mut early, mut next) = (BTreeMap::new(), first);
    std::iter::from_fn(move || {
        loop {
            if let Some(found) = early.remove(&next) {
                next += 1;
                return Some(found);
            }
            let (number, one) = numbered.recv().ok()?;
            early.insert(number, one);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_early_waits() {
        let (sender, receiver) = std::sync::mpsc::channel();
        for number in [5, 3, 4, 7, 2, 9] {
            sender.send((number, number)).unwrap();
        }
        drop(sender);
        assert_eq!(in_order(2, receiver).collect::<Vec<u64>>(), [2, 3, 4, 5]);
    }
}
