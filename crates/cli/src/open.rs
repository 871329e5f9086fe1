//! Opening game files that the user names. Nothing below the command line opens a file: rules and claims are read from
//! texts, and these are found here.

use std::path::Path;

use sprague::{Complaint, Diagnostic, Game, Library, Ruleset, game_file};

use crate::rule;

/// The ruleset of an expression; a file that it names is opened.
pub fn ruleset(expression: &str) -> Result<Ruleset, Diagnostic> {
    let elsewhere = match expression.trim() {
        name if sprague::graph_game(name).is_some() => {
            format!("it has positions such as `{name} 'K(5) chips=1'`, for `solve` and `graphs`")
        }
        name @ ("domineering" | "toads-and-frogs") => {
            format!("`sprague value {name}` tells the value of a board")
        }
        _ => match rule::of(expression) {
            Some(rule) => return rule.ruleset(),
            None => return library(expression)?.ruleset(expression),
        },
    };
    let message = format!("`{}` is not played with piles", expression.trim());
    Err(Complaint::new(0..expression.len(), message).help(elsewhere).about("ruleset", expression))
}

/// The game of that name, or in that file.
pub fn game(name: &str) -> Result<Game, Diagnostic> {
    match rule::of(name) {
        Some(rule) => rule.game(),
        None => library(name)?.game(name),
    }
}

/// The games that an expression may name, and how these name it: a game in one line has a name in its library.
pub fn named(expression: &str) -> Result<(Library, String), Diagnostic> {
    let Some(rule) = rule::of(expression) else {
        return Ok((library(expression)?, expression.to_string()));
    };
    let game = rule.game()?;
    let called = game.ruleset("")?.expression;
    Ok((game.library(), if rule.misere { format!("misere {called}") } else { called }))
}

/// The games that an expression may name: the catalogue, and the file that it names.
fn library(expression: &str) -> Result<Library, Diagnostic> {
    let Some(file) = game_file(expression) else { return Ok(Library::catalogue()) };
    let start = expression.find(file).unwrap_or(0);
    match text(Path::new(file)) {
        Ok(text) => Ok(Library::with(vec![(file.to_string(), text)])),
        Err(why) => {
            let message = format!("cannot read the game file `{file}`: {why}");
            Err(Complaint::new(start..start + file.len(), message).about("ruleset", expression))
        }
    }
}

/// The text of a game file that a claim names: it is found beside the file of the claim.
pub fn beside(claims: &Path, name: &str) -> Result<String, String> {
    text(&claims.parent().unwrap_or(Path::new("")).join(name))
}

/// The text without the mark of the order of its bytes that some editors put before it.
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn text(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|trouble| match trouble.kind() {
        std::io::ErrorKind::InvalidData => "it is not text".to_string(),
        _ => trouble.to_string(),
    })
}
