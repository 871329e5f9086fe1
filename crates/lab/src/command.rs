//! What to type for the same result.
//!
//! A game that is not in the catalogue comes along as a here-document, so that the command is complete. A text with characters that
//! steer a terminal is not written out: there is no command for it.

use crate::answer::pictured;
use crate::ask::Named;

/// A command line, word by word.
#[derive(Clone, Debug)]
pub struct Command {
    files: Vec<(String, String)>,
    words: Vec<String>,
}

impl Command {
    /// `sprague NAME`.
    pub fn new(name: &str) -> Command {
        Command { files: Vec::new(), words: vec!["sprague".into(), name.into()] }
    }

    /// With a ruleset.
    pub fn game(self, game: &Named) -> Command {
        let command = self.word(&game.expression);
        match &game.file {
            Some((name, text)) => command.file(name, text),
            None => command,
        }
    }

    /// With a file that has to be there.
    pub fn file(mut self, name: &str, text: &str) -> Command {
        self.files.push((name.to_string(), text.to_string()));
        self
    }

    /// With one more word.
    pub fn word(mut self, word: impl AsRef<str>) -> Command {
        self.words.push(word.as_ref().to_string());
        self
    }

    /// With an option and its value.
    pub fn option(self, name: &str, value: impl std::fmt::Display) -> Command {
        self.word(name).word(value.to_string())
    }

    /// With a word, if so.
    pub fn flag(self, name: &str, so: bool) -> Command {
        if so { self.word(name) } else { self }
    }

    /// As it is typed; none, if it cannot be.
    pub fn text(&self) -> Option<String> {
        let mut text = String::new();
        for (name, content) in &self.files {
            let mut end = "END".to_string();
            while content.lines().any(|line| line == end) {
                end.push('_');
            }
            let content = content.trim_end_matches('\n');
            text += &format!("cat > {} <<'{end}'\n{content}\n{end}\n", quoted(name));
        }
        let words: Vec<String> = self.words.iter().map(|word| quoted(word)).collect();
        text += &words.join(" ");
        (!text.chars().any(|c| pictured(c).is_some())).then_some(text)
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=@+%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_read_them_otherwise() {
        let command = Command::new("solve").word("lr-nim(2,3)").word("it's").option("--max", 5);
        assert_eq!(command.text().unwrap(), r"sprague solve 'lr-nim(2,3)' 'it'\''s' --max 5");
        assert_eq!(Command::new("eval").word("\u{1b}[31m").text(), None);
    }

    #[test]
    fn a_text_that_looks_like_the_end_of_itself_ends_otherwise() {
        let command = Command::new("games").file("./a.game", "game a\nEND\nrm -rf x\n");
        let text = command.text().unwrap();
        assert!(text.starts_with("cat > ./a.game <<'END_'\n") && text.contains("\nEND_\nsprague"));
    }
}
