//! What has to be sent to machines that share nothing with this one: the files that a command names.

use std::path::{Component, Path, PathBuf};

use crate::failure::{Failure, Outcome};

/// The files and folders below `here` that the words of a command name, and the games that stand beside such files.
pub fn files(words: &[String], here: &Path) -> Outcome<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> = Vec::new();
    for word in words.iter().skip(1) {
        let path = PathBuf::from(named(word));
        if path.as_os_str().is_empty() || !here.join(&path).exists() {
            continue;
        }
        let below = |part: Component| matches!(part, Component::Normal(_) | Component::CurDir);
        if !path.components().all(below) {
            return Err(Failure::Usage(format!(
                "{} is not below the current folder, and so cannot be sent to other machines by its name",
                path.display()
            )));
        }
        if here.join(&path).is_file() {
            found.extend(games_beside(&path, here));
        }
        found.push(path);
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// The file that a word may name: `@FILE`, `--option=FILE`, `misere FILE(3)`.
fn named(word: &str) -> &str {
    let word = match word.strip_prefix("--") {
        Some(option) => option.split_once('=').map_or("", |(_, value)| value),
        None => word,
    };
    let word = word.strip_prefix("misere ").unwrap_or(word);
    let word = word.strip_prefix('@').unwrap_or(word);
    match word.strip_suffix(')') {
        Some(call) => call.split_once('(').map_or(word, |(name, _)| name),
        None => word,
    }
}

fn games_beside(path: &Path, here: &Path) -> Vec<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let entries = std::fs::read_dir(here.join(folder)).into_iter().flatten().flatten();
    let names = entries.map(|entry| folder.join(entry.file_name()));
    names.filter(|name| name.extension().is_some_and(|ending| ending == "game")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_wherever_they_are_named() {
        let here = std::env::temp_dir().join(format!("sprague-sent-{}", std::process::id()));
        std::fs::create_dir_all(here.join("claims")).unwrap();
        for file in ["codes.txt", "my.game", "claims/a.claim", "claims/own.game", "graphs.g6"] {
            std::fs::write(here.join(file), "").unwrap();
        }
        let sent = |words: &str| {
            let words: Vec<String> = words.split('|').map(String::from).collect();
            files(&words, &here).map(|found| {
                let found = found.iter().map(|path| path.display().to_string());
                found.collect::<Vec<String>>().join(" ")
            })
        };
        assert_eq!(sent("sequence|@codes.txt|--to|5").ok().unwrap(), "codes.txt my.game");
        assert_eq!(sent("graphs|wyg|--graphs=graphs.g6").ok().unwrap(), "graphs.g6 my.game");
        assert_eq!(sent("prove|claims/a.claim").ok().unwrap(), "claims/a.claim claims/own.game");
        assert_eq!(sent("prove|claims|@cut/lemma-7").ok().unwrap(), "claims");
        assert_eq!(sent("graphs|misere ./my.game(2,3)").ok().unwrap(), "./my.game");
        assert_eq!(sent("census|lr-nim|--min|2").ok().unwrap(), "");
        assert!(sent("survey|/etc/hostname").is_err());
        std::fs::remove_dir_all(&here).unwrap();
    }
}
