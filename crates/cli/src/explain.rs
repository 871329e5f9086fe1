//! `sprague explain`: what a word means. The words are a page of the book, which comes with the program.

use std::io::Write as _;

use sprague::did_you_mean;

use crate::failure::{Failure, Outcome};

/// Each word is a heading, perhaps with other words for it; what follows explains it.
const PAGE: &str = include_str!("../words.md");

/// A word, others for it, and what it means.
struct Entry {
    words: Vec<&'static str>,
    text: &'static str,
}

fn entries() -> Vec<Entry> {
    let entry = |part: &'static str| {
        let (head, text) = part.split_once('\n').unwrap_or((part, ""));
        Entry { words: head.split(',').map(str::trim).collect(), text: text.trim() }
    };
    PAGE.split("\n## ").skip(1).map(entry).collect()
}

pub fn run(word: &str) -> Outcome {
    let entries = entries();
    let mut out = std::io::stdout().lock();
    if word.is_empty() {
        for entry in &entries {
            writeln!(out, "{}", entry.words.join(", "))?;
        }
        writeln!(out, "\n`sprague explain WORD` says what a word means.")?;
        return Ok(());
    }
    let wanted = plain(word);
    let is_it = |entry: &&Entry| entry.words.iter().any(|known| plain(known) == wanted);
    let Some(entry) = entries.iter().find(is_it) else {
        let known = entries.iter().flat_map(|entry| entry.words.iter().copied());
        let near = did_you_mean(word, known);
        let help = near.unwrap_or_else(|| "`sprague explain` lists the words".into());
        return Err(Failure::Usage(format!("`{word}` is not explained here\nhelp: {help}")));
    };
    writeln!(out, "{}\n\n{}", entry.words.join(", "), entry.text)?;
    Ok(())
}

/// A word as it is compared: in small letters, without accents and hyphens, one of it.
fn plain(word: &str) -> String {
    let letter = |c: char| match c {
        'è' | 'é' => Some('e'),
        '-' | ' ' | '_' => None,
        _ => Some(c.to_ascii_lowercase()),
    };
    let word: String = word.chars().filter_map(letter).collect();
    word.strip_suffix('s').map_or(word.clone(), str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_explained_once() {
        let mut words: Vec<String> =
            entries().iter().flat_map(|entry| entry.words.iter().map(|w| plain(w))).collect();
        let all = words.len();
        words.sort();
        words.dedup();
        assert!(all > 40 && words.len() == all);
        assert!(entries().iter().all(|entry| entry.text.len() > 40));
        assert!(run("P-position").is_ok() && run("Misere").is_ok() && run("nim values").is_ok());
        assert!(run("zzz").is_err());
    }
}
