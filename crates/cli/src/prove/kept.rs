//! A folder in which the certificates of claims are kept, one file a claim.
//!
//! A file is called after the claim's own: the folder it is in, its name, and its place where there are several claims in it, as
//! `self-referential-theorem-5.2.cert`. Only plain characters are used, and no two names differ in capitals alone.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use sprague::Judgement;

use super::Filed;
use crate::failure::{Failure, Outcome};
use crate::verify::EXTENSION;

pub struct Kept {
    folder: PathBuf,
    names: Vec<String>,
}

impl Kept {
    /// Makes the folder, and names for the certificates of these claims.
    pub fn new(folder: &Path, claims: &[&Filed]) -> Outcome<Kept> {
        std::fs::create_dir_all(folder)
            .map_err(|e| Failure::Usage(format!("cannot make {}: {e}", folder.display())))?;
        let names = names(claims.iter().map(|filed| (&*filed.file, filed.place)));
        Ok(Kept { folder: folder.to_path_buf(), names })
    }

    /// Keeps the certificate of the claim in this place, if the checker has accepted one; the name of the file.
    pub fn keep(&self, place: usize, judgement: &Judgement) -> Outcome<Option<String>> {
        let Some(accepted) = judgement.verdict.accepted() else { return Ok(None) };
        let name = &self.names[place];
        // Whoever stops us finds no half certificates.
        let (path, part) = (self.folder.join(name), self.folder.join(format!("{name}.part")));
        std::fs::write(&part, accepted.certificate().write())
            .and_then(|()| std::fs::rename(&part, &path))
            .map_err(|e| Failure::Usage(format!("cannot write {}: {e}", path.display())))?;
        Ok(Some(name.clone()))
    }
}

fn names<'f>(claims: impl Iterator<Item = (&'f Path, Option<usize>)>) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::new();
    claims
        .map(|(file, place)| {
            let folder = file.parent().and_then(|folder| folder.components().next_back());
            let folder = match folder {
                Some(Component::Normal(name)) => format!("{}-", name.to_string_lossy()),
                _ => String::new(),
            };
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let place = place.map_or(String::new(), |place| format!("-{place}"));
            let plain = plain(&format!("{folder}{stem}{place}"));
            let mut name = format!("{plain}.{EXTENSION}");
            for again in 2.. {
                if taken.insert(name.to_lowercase()) {
                    break;
                }
                name = format!("{plain}.{again}.{EXTENSION}");
            }
            name
        })
        .collect()
}

/// With letters, digits, `.`, `_` and `-` alone, and no dot or dash in front.
fn plain(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
    let name: String = name.chars().take(200).map(kept).collect();
    match name.trim_start_matches(['.', '-']) {
        "" => "claim".to_string(),
        name => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_all_different() {
        let files = [
            ("claims/cut/theorem-3.claim", None),
            ("claims/cut/lemma 7 (a).claim", Some(2)),
            ("other/cut/theorem-3.claim", None),
            ("CUT/Theorem-3.claim", None),
            ("../-.claim", None),
            ("-", Some(1)),
            ("cut/theorem-3.2.claim", None),
        ];
        let names = names(files.iter().map(|(file, place)| (Path::new(file), *place)));
        let expected = [
            "cut-theorem-3.cert",
            "cut-lemma-7--a--2.cert",
            "cut-theorem-3.2.cert",
            "CUT-Theorem-3.3.cert",
            "claim.cert",
            "1.cert",
            "cut-theorem-3.2.2.cert",
        ];
        assert_eq!(names, expected);
    }
}
