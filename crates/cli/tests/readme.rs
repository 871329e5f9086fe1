//! What the README and the book show is what the command prints.

use std::path::{Path, PathBuf};
use std::process::Command;

const README: &str = include_str!("../../../README.md");

/// The README and the chapters of the book.
fn texts() -> Vec<String> {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
    let mut chapters: Vec<PathBuf> =
        std::fs::read_dir(book).unwrap().map(|entry| entry.unwrap().path()).collect();
    chapters.sort();
    let chapters = chapters.iter().map(|path| std::fs::read_to_string(path).unwrap());
    std::iter::once(README.to_string()).chain(chapters).collect()
}

/// The commands with their output, as shown.
fn shown(text: &str) -> Vec<(String, String)> {
    let mut shown: Vec<(String, String)> = Vec::new();
    for block in text.split("```").skip(1).step_by(2) {
        let mut open = false;
        for line in block.lines().skip(1) {
            if let Some(command) = line.strip_prefix("$ sprague ") {
                let command = command.split('#').next().unwrap().trim();
                shown.push((command.to_string(), String::new()));
                open = true;
            } else if open {
                let (_, output) = shown.last_mut().unwrap();
                output.push_str(line);
                output.push('\n');
            }
        }
    }
    shown
}

/// The words of a command line, with single quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, piece) in command.split('\'').enumerate() {
        match i % 2 {
            1 => words.push(piece.to_string()),
            _ => words.extend(piece.split_whitespace().map(str::to_string)),
        }
    }
    words
}

#[test]
fn commands_print_what_the_readme_and_the_book_show() {
    let mut compared = 0;
    // Where files that are written go.
    let folder = std::env::temp_dir().join(format!("sprague-shown-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let shown: Vec<_> = texts().iter().flat_map(|text| shown(text)).collect();
    for (command, output) in shown.iter().filter(|(_, output)| !output.is_empty()) {
        let mut sprague = Command::new(env!("CARGO_BIN_EXE_sprague"));
        let run = sprague.args(words(command)).current_dir(&folder).output().unwrap();
        assert!(run.status.success(), "{command}");
        assert_eq!(&String::from_utf8(run.stdout).unwrap(), output, "{command}");
        compared += 1;
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(compared >= 8);
}

#[test]
fn games_in_the_readme_are_accepted() {
    let folder = std::env::temp_dir().join(format!("sprague-readme-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let games: Vec<&str> = README.split("```").filter(|b| b.starts_with("text\ngame ")).collect();
    assert!(games.len() >= 2);
    for (i, game) in games.iter().enumerate() {
        let path = folder.join(format!("{i}.game"));
        std::fs::write(&path, &game["text\n".len()..]).unwrap();
        let run = Command::new(env!("CARGO_BIN_EXE_sprague")).arg("games").arg(&path).output();
        let run = run.unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_test_command_of_the_readme_is_the_one_that_is_run() {
    let command = "tools/test";
    assert!(README.contains(command));
    assert!(include_str!("../../../.ci/run").contains(command));
    assert!(include_str!("../../../tools/test").contains("cargo test --workspace --locked"));
}
