//! In which order statements come.

use std::path::{Path, PathBuf};

/// Papers in the order of their names; in one of them the numbers of statements decide: 4.9 comes before 4.10. The key by
/// which files of claims are sorted.
pub fn order(file: &Path) -> (PathBuf, Vec<u64>, PathBuf) {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let numbers =
        name.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    (file.parent().unwrap_or(Path::new("")).to_path_buf(), numbers, file.to_path_buf())
}
