//! `--rule`: a game in one line, in place of a RULESET.
//!
//! `solve --rule 'take k from one pile' 3,8` is read as `solve 'move take k from one pile' 3,8`: an expression that begins
//! with a word of the rule language, and so is neither a name nor a file. Every command that takes a ruleset takes it.

use std::ffi::OsString;

use clap::CommandFactory as _;
use sprague::{Diagnostic, Game, Ruleset};

use crate::args::Cli;

/// A game in one line.
pub struct Rule<'a> {
    /// Is the ending turned round?
    pub misere: bool,
    /// The moves, each behind the word `move`.
    text: &'a str,
}

/// The rule that an expression is, unless it is the name of a game or of a file.
pub fn of(expression: &str) -> Option<Rule<'_>> {
    let expression = expression.trim();
    let (misere, text) = match expression.strip_prefix("misere ") {
        Some(rest) => (true, rest.trim_start()),
        None => (false, expression),
    };
    let mut words = text.split_whitespace();
    let begins = match words.next()? {
        "move" => words.next().is_some(),
        "left" | "right" => words.next() == Some("move"),
        "piles" => words.next().is_some(),
        "row" => words.next() == Some("of"),
        _ => false,
    };
    begins.then_some(Rule { misere, text })
}

impl Rule<'_> {
    /// The game.
    pub fn game(&self) -> Result<Game, Diagnostic> {
        // A single move is pointed at, and shown, without the word in front of it.
        Game::from_rule(self.shown())
    }

    /// The ruleset, which is shown as it was written.
    pub fn ruleset(&self) -> Result<Ruleset, Diagnostic> {
        let mut ruleset = self.game()?.ruleset("")?;
        if self.misere {
            ruleset = ruleset.misere();
        }
        let misere = if self.misere { "misere " } else { "" };
        ruleset.expression = format!("{misere}{}", self.shown().replace('\n', " "));
        Ok(ruleset)
    }

    fn shown(&self) -> &str {
        let rest = self.text.strip_prefix("move ").filter(|rest| !rest.contains("\nmove "));
        rest.unwrap_or(self.text)
    }
}

/// The arguments with what `--rule` says in the place of a ruleset: first behind the command.
pub fn in_place(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let all: Vec<OsString> = arguments.into_iter().collect();
    let (mut rest, mut rules) = (Vec::new(), Vec::new());
    let mut given = all.iter().cloned();
    while let Some(argument) = given.next() {
        let text = argument.to_str();
        if let Some(rule) = text.and_then(|text| text.strip_prefix("--rule=")) {
            rules.push(rule.to_string());
        } else if text == Some("--rule") {
            // Without a rule behind it, this is for the reader of arguments to complain about.
            let Some(rule) = given.next().and_then(|rule| rule.into_string().ok()) else {
                return all;
            };
            rules.push(rule);
        } else {
            rest.push(argument);
        }
    }
    let names = Cli::command();
    let names: Vec<&str> = names.get_subcommands().map(clap::Command::get_name).collect();
    let command = rest.iter().position(|word| word.to_str().is_some_and(|w| names.contains(&w)));
    let nothing = rules.is_empty() || rules.iter().any(|rule| rule.trim().is_empty());
    let (Some(command), false) = (command, nothing) else { return all };
    rest.insert(command + 1, expression(&rules).into());
    rest
}

/// The rules as one expression: `misere` comes first, and every move has the word in front of it.
fn expression(rules: &[String]) -> String {
    let mut misere = false;
    let moves: Vec<String> = rules
        .iter()
        .map(|rule| {
            let rule = rule.trim();
            let plain = rule.strip_prefix("misere ").map(str::trim_start);
            misere |= plain.is_some();
            let plain = plain.unwrap_or(rule);
            if of(plain).is_some() { plain.to_string() } else { format!("move {plain}") }
        })
        .collect();
    format!("{}{}", if misere { "misere " } else { "" }, moves.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(words: &[&str]) -> Vec<String> {
        let placed = in_place(words.iter().map(OsString::from));
        placed.into_iter().map(|word| word.into_string().unwrap()).collect()
    }

    #[test]
    fn a_rule_stands_where_a_ruleset_does() {
        let asked = ["sprague", "--time", "1s", "solve", "--rule", "take 1 from one pile", "3,8"];
        let meant = ["sprague", "--time", "1s", "solve", "move take 1 from one pile", "3,8"];
        assert_eq!(placed(&asked), meant);
        let asked = ["sprague", "table", "--rule=misere take k from one pile", "--piles", "2"];
        assert_eq!(placed(&asked)[2], "misere move take k from one pile");
        assert_eq!(placed(&["sprague", "solve", "--rule"]), ["sprague", "solve", "--rule"]);
        assert_eq!(placed(&["sprague", "solve", "nim", "3"]), ["sprague", "solve", "nim", "3"]);
    }

    #[test]
    fn names_and_files_are_no_rules() {
        for name in ["nim", "misere nim", "./my.game", "lr-nim(2,3)", "move", "row", "left"] {
            assert!(of(name).is_none(), "{name}");
        }
        let halves = of("misere move take k from one pile a where k <= a/2").unwrap();
        assert_eq!(
            halves.ruleset().unwrap().expression,
            "misere take k from one pile a where k <= a/2"
        );
    }
}
