//! Words of a command as a shell reads them, and the script that does a shard of a scheduler's array.

use std::path::Path;

use super::Plan;

/// A word that a shell takes as it is.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// A command as a line.
pub fn line(program: &Path, words: &[String]) -> String {
    let words = words.iter().map(|word| quoted(word));
    let words: Vec<String> =
        [quoted(&program.to_string_lossy())].into_iter().chain(words).collect();
    words.join(" ") + "\n"
}

/// The script of one task of an array: the scheduler tells its number by a variable, and how many cores it has by what the
/// shell makes of `cores`.
pub fn of_array(plan: &Plan, head: &str, number: &str, cores: &str) -> String {
    let folder = plan.folder.to_string_lossy();
    let mut words = plan.arguments.clone();
    words.extend(["--out".into(), folder.into_owned()]);
    let command = line(&plan.program, &words);
    let threads = plan.threads.map_or_else(|| cores.to_string(), |threads| threads.to_string());
    let shard = format!("--shard \"${{{number}}}/{}\" --threads {threads}", plan.shards);
    // The program takes the place of the shell, and so hears the signals that the scheduler sends.
    format!("#!/bin/bash\n{head}exec {} {shard}\n", command.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_through_a_shell_as_they_are() {
        let words = ["a b", "it's", "$HOME", "", "--max=3", "*", "a\nb", "`x`", "\\"];
        let words: Vec<String> = words.map(String::from).to_vec();
        let line = line(Path::new("printf"), &[&["%s|".to_string()][..], &words].concat());
        let output = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), words.join("|") + "|");
    }
}
