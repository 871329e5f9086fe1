//! Where the texts of games come from: the catalogue, and texts that were handed over under the names of their files.
//!
//! A name that looks like a file (`./my.game`, `games/my`) is only ever looked up among the texts that were handed
//! over, and any other name only ever in the catalogue. So neither can pass for the other, whatever the head of a
//! text says, and nothing here opens a file: that is for whoever talks to the user.
//!
//! ```
//! use sprague_rules::Library;
//!
//! let text = "game kayles \"At most three.\" piles any move take k from one pile where k <= 3";
//! let library = Library::with(vec![("./kayles.game".into(), text.into())]);
//! assert_eq!(library.ruleset("./kayles.game").unwrap().expression, "./kayles.game");
//! assert_eq!(library.ruleset("kayles").unwrap().moves.len(), 1); // that of the catalogue
//! assert!(library.ruleset("./other.game").is_err());
//! ```

use std::sync::Arc;

use crate::catalogue;
use crate::diagnostic::{Complaint, Diagnostic, did_you_mean};
use crate::game::Game;
use crate::ruleset::Ruleset;

/// The games that expressions may name: those of the catalogue, some texts by the names of their files, and what a
/// reader finds.
#[derive(Clone, Default)]
pub struct Library {
    games: Arc<Vec<(String, String)>>,
    reader: Option<Arc<Reader>>,
}

/// Gives the text of the game file with a name, or says in words why there is none.
pub type Reader = dyn Fn(&str) -> Result<String, String> + Send + Sync;

impl Library {
    /// The catalogue alone.
    pub fn catalogue() -> Library {
        Library::default()
    }

    /// The catalogue, and these texts under the names of their files. A text whose name is not that of a file is never found.
    pub fn with(games: Vec<(String, String)>) -> Library {
        Library { games: Arc::new(games), reader: None }
    }

    /// The same library, which asks the reader for every other file that is named: a folder, say. Whoever talks to the user
    /// decides what it may read.
    ///
    /// ```
    /// use sprague_rules::Library;
    ///
    /// let folder = |name: &str| match name {
    ///     "one.game" => Ok("game one \"Take one.\" piles any move take 1 from one pile".to_string()),
    ///     _ => Err("there is no such file".to_string()),
    /// };
    /// let library = Library::catalogue().reading(folder);
    /// assert!(library.ruleset("misere one.game").is_ok());
    /// let wrong = library.ruleset("two.game").unwrap_err();
    /// assert!(wrong.to_string().contains("there is no such file"));
    /// ```
    pub fn reading(
        self,
        reader: impl Fn(&str) -> Result<String, String> + Send + Sync + 'static,
    ) -> Library {
        Library { reader: Some(Arc::new(reader)), ..self }
    }

    /// The text of the game file with that name, or why there is none.
    pub fn text(&self, name: &str) -> Result<String, String> {
        match (self.games.iter().find(|(file, _)| file == name), &self.reader) {
            (Some((_, text)), _) => Ok(text.clone()),
            (None, Some(reader)) => reader(name),
            (None, None) => Err("it is not at hand".into()),
        }
    }

    /// The texts beside the catalogue, by name.
    pub fn games(&self) -> &[(String, String)] {
        &self.games
    }

    /// A ruleset expression: `NAME`, `NAME(arguments)`, the name of a file with the same, and `misere ` in front of
    /// any of them. The expression that the ruleset keeps finds it again in this library.
    pub fn ruleset(&self, expression: &str) -> Result<Ruleset, Diagnostic> {
        let (rest, misere) = without_misere(expression);
        let start = expression.len() - rest.len();
        let rest = rest.trim_end();
        let (name, arguments) = match rest.find('(') {
            Some(open) if rest.ends_with(')') => {
                (&rest[..open], Some(&rest[open + 1..rest.len() - 1]))
            }
            Some(open) => {
                let span = start + open..start + open + 1;
                let complaint = Complaint::new(span, "this parenthesis is never closed");
                return Err(complaint.about("ruleset", expression));
            }
            None => (rest, None),
        };
        let game = self.find(name.trim_end(), expression, start)?;
        let offset = start + name.len() + usize::from(arguments.is_some());
        let ruleset = game.bind(arguments, offset, expression)?;
        Ok(if misere { ruleset.misere() } else { ruleset })
    }

    /// The game with that name, or in that file.
    pub fn game(&self, name: &str) -> Result<Game, Diagnostic> {
        self.find(name, name, 0)
    }

    fn find(&self, name: &str, expression: &str, start: usize) -> Result<Game, Diagnostic> {
        let complain = |message: String, help: Option<String>| {
            let complaint = Complaint::new(start..start + name.len(), message);
            Complaint { help, ..complaint }.about("ruleset", expression)
        };
        if is_file(name) {
            let text = self.text(name).map_err(|why| {
                complain(format!("cannot read the game file `{name}`: {why}"), None)
            })?;
            if !begins_like_a_game(&text) {
                let help = "a game text begins with `game NAME`, after comments if it has any";
                return Err(complain(
                    format!("`{name}` does not hold a game text"),
                    Some(help.into()),
                ));
            }
            return Game::parse(name, &text);
        }
        match catalogue::text(name) {
            Some(text) => Game::of_catalogue(name, text),
            None if name.is_empty() => Err(complain("a game's name is missing".into(), None)),
            None => {
                let near = did_you_mean(name, catalogue::names());
                let help = near.unwrap_or(
                    "`sprague games` lists the games; a path to a .game file works too".into(),
                );
                Err(complain(format!("there is no game called `{name}`"), Some(help)))
            }
        }
    }
}

/// The same texts, and the same reader.
impl PartialEq for Library {
    fn eq(&self, other: &Library) -> bool {
        let readers = match (&self.reader, &other.reader) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            _ => false,
        };
        readers && self.games == other.games
    }
}

impl Eq for Library {}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let reads = self.reader.is_some();
        f.debug_struct("Library").field("games", &self.games).field("reads", &reads).finish()
    }
}

/// What follows `misere `, written any number of times, and whether that makes it misère.
fn without_misere(expression: &str) -> (&str, bool) {
    let mut rest = expression.trim_start();
    let mut misere = false;
    while let Some(after) = rest.strip_prefix("misere ").or(rest.strip_prefix("misère ")) {
        misere = !misere;
        rest = after.trim_start();
    }
    (rest, misere)
}

/// Does this name a file?
fn is_file(name: &str) -> bool {
    name.ends_with(".game") || name.contains(['/', '\\'])
}

/// The game file that a ruleset expression names, if it names one.
pub fn game_file(expression: &str) -> Option<&str> {
    let (rest, _) = without_misere(expression);
    let name = rest.split('(').next().unwrap_or(rest).trim_end();
    is_file(name).then_some(name)
}

/// A text that does not is no game text, and is never quoted: it may be anything.
fn begins_like_a_game(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| line.split_whitespace().next() == Some("game"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str =
        "game kayles\n \"At most three.\"\n piles any\n move take k from one pile where k <= 3";

    #[test]
    fn a_file_and_a_game_of_the_catalogue_never_pass_for_each_other() {
        let library = Library::with(vec![
            ("./kayles.game".into(), OWN.into()),
            ("kayles".into(), OWN.into()),
        ]);
        let own = library.ruleset("./kayles.game").unwrap();
        let known = library.ruleset("kayles").unwrap();
        assert_eq!((&own.expression[..], &known.expression[..]), ("./kayles.game", "kayles"));
        assert_ne!(format!("{:?}", own.moves), format!("{:?}", known.moves));
        let again = library.ruleset(&own.expression).unwrap();
        assert_eq!(format!("{own:?}"), format!("{again:?}"));
    }

    #[test]
    fn the_expression_of_a_file_with_arguments_finds_it_again() {
        let text =
            "game own(S: set of numbers >= 1) \"Take.\" piles any move take k in S from one pile";
        let library = Library::with(vec![("a/own.game".into(), text.into())]);
        for written in ["a/own.game(1, 3)", "misere a/own.game({1,3})"] {
            let own = library.ruleset(written).unwrap();
            let again = library.ruleset(&own.expression).unwrap();
            assert_eq!(format!("{own:?}"), format!("{again:?}"));
        }
    }

    #[test]
    fn a_file_that_is_not_a_game_is_not_quoted() {
        for secret in ["root:x:0:0", "secret", "# secret\nroot", "game_of_secrets"] {
            let library = Library::with(vec![("/etc/passwd".into(), secret.into())]);
            let shown = library.ruleset("/etc/passwd").unwrap_err().to_string();
            assert!(
                !shown.contains(secret) && shown.contains("does not hold a game text"),
                "{shown}"
            );
        }
    }
}
