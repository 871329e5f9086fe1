//! The folder that was given at the start: its files by ids. Nothing outside of it can be reached: questions have no paths, links
//! are not followed, and a file is read only if it lies where it was listed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{Kind, Told, Wrong};
use crate::ask::{Ask, Nothing};
use crate::jobs::{Job, Length};
use crate::server::Shared;

/// So deep, and so many, files are listed.
const DEEPEST: usize = 6;
const MOST: usize = 5000;
/// Entries that are looked at.
const LOOKED_AT: usize = 100_000;

/// A folder.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Without links on the way.
    root: PathBuf,
    name: String,
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Game,
    Claim,
    Certificate,
    Census,
}

/// A file of the folder.
#[derive(Clone, Debug)]
pub struct Listed {
    pub id: String,
    /// Its place below the folder, with `/` between the parts.
    pub name: String,
    pub sort: Sort,
    pub bytes: u64,
}

impl Sort {
    fn of(name: &str) -> Option<Sort> {
        Some(match name.rsplit_once('.')?.1 {
            "game" => Sort::Game,
            "claim" => Sort::Claim,
            "cert" => Sort::Certificate,
            "parquet" => Sort::Census,
            _ => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Sort::Game => "game",
            Sort::Claim => "claim",
            Sort::Certificate => "certificate",
            Sort::Census => "census",
        }
    }
}

impl Folder {
    /// The folder at a path, or why not.
    pub fn open(path: &Path) -> Result<Folder, String> {
        let about = |why: &dyn std::fmt::Display| format!("cannot open {}: {why}", path.display());
        let root = path.canonicalize().map_err(|why| about(&why))?;
        if !root.is_dir() {
            return Err(about(&"it is no folder"));
        }
        let name = root.file_name().map_or("/".into(), |name| name.to_string_lossy().into_owned());
        Ok(Folder { root, name })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The files that can be opened, in order of their names.
    pub fn files(&self) -> Vec<Listed> {
        let (mut files, mut looked) = (Vec::new(), 0);
        collect(&self.root, "", 0, &mut files, &mut looked);
        files.sort_by(|one, other| one.name.cmp(&other.name));
        files
    }

    /// The file with that id, and where it is.
    pub fn find(&self, id: &str) -> Result<(Listed, PathBuf), Wrong> {
        let missing = || Wrong::new(Kind::Missing, "there is no such file in the folder");
        let file = self.files().into_iter().find(|file| file.id == id).ok_or_else(missing)?;
        let place = file.name.split('/').fold(self.root.clone(), |path, part| path.join(part));
        // A part that has become a link since leads elsewhere.
        let real = place.canonicalize().map_err(|_| missing())?;
        match real == place && real.starts_with(&self.root) {
            true => Ok((file, place)),
            false => Err(missing()),
        }
    }
}

/// The files in a folder and below it. Links are left out, and so is what is hidden.
fn collect(folder: &Path, above: &str, depth: usize, files: &mut Vec<Listed>, looked: &mut usize) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        *looked += 1;
        if *looked > LOOKED_AT || files.len() >= MOST {
            return;
        }
        // A name that is not text cannot be shown, and one that steers a terminal should not be.
        let Ok(own) = entry.file_name().into_string() else { continue };
        let odd = own.chars().any(|c| crate::answer::pictured(c).is_some() || c == '\n');
        if own.starts_with('.') || odd || own.contains('\\') {
            continue;
        }
        let name = if above.is_empty() { own } else { format!("{above}/{own}") };
        // This is the kind of the entry itself, not of what a link leads to.
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() && depth < DEEPEST {
            collect(&entry.path(), &name, depth + 1, files, looked);
        } else if let (true, Some(sort)) = (kind.is_file(), Sort::of(&name)) {
            let bytes = entry.metadata().map_or(0, |about| about.len());
            files.push(Listed { id: id(&name), name, sort, bytes });
        }
    }
}

/// An id that a file keeps as long as it has its name (FNV-1a).
fn id(name: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("f{:016x}", name.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

/// A file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileAsked {
    id: String,
}

/// What can be opened.
pub async fn folder(State(shared): State<Arc<Shared>>, ask: Ask<Nothing>) -> Result<Told, Wrong> {
    let folder = shared.folder.clone();
    let work = move |_: &Job| {
        let files = folder.as_ref().map_or_else(Vec::new, Folder::files);
        let files: Vec<Value> = files.iter().map(listed).collect();
        let name = folder.as_ref().map(Folder::name);
        Ok(Told::new(json!({ "name": name, "files": files })))
    };
    shared.work(&ask.terms, Length::Short, work).await
}

fn listed(file: &Listed) -> Value {
    json!({ "id": file.id, "name": file.name, "kind": file.sort.name(), "bytes": file.bytes })
}

/// The text of a file.
pub async fn file(State(shared): State<Arc<Shared>>, ask: Ask<FileAsked>) -> Result<Told, Wrong> {
    let Ask { asked, terms } = ask;
    let (folder, most) = (shared.folder.clone(), shared.jobs.limits().body as u64);
    let work = move |_: &Job| {
        let (file, path) = find(folder.as_ref(), &asked.id)?;
        if file.sort == Sort::Census {
            return Err(Wrong::input("a file of rows has no text"));
        }
        if file.bytes > most {
            return Err(Wrong::new(Kind::Limit, format!("the file has more than {most} bytes")));
        }
        let text = fs::read_to_string(path).map_err(|why| match why.kind() {
            std::io::ErrorKind::InvalidData => Wrong::input("the file is not text"),
            _ => Wrong::new(Kind::Missing, "the file cannot be read"),
        })?;
        let mut object = listed(&file);
        object["text"] = json!(text);
        Ok(Told::new(object))
    };
    shared.work(&terms, Length::Short, work).await
}

/// The file with that id, if there is a folder.
pub fn find(folder: Option<&Folder>, id: &str) -> Result<(Listed, PathBuf), Wrong> {
    let none = || {
        let wrong = Wrong::new(Kind::Missing, "the lab was opened without a folder");
        wrong.help("`sprague lab FOLDER` opens it with one")
    };
    folder.ok_or_else(none)?.find(id)
}
