//! Games and how they are named: a text becomes a [`Game`], a game with arguments a [`Ruleset`].

mod arguments;

use std::fs;

use crate::catalogue;
use crate::check::{Refusal, Value, check};
use crate::diagnostic::{Complaint, Diagnostic, did_you_mean};
use crate::parse::parse_game;
use crate::ruleset::{Example, Ruleset};
use crate::syntax::{GameText, Kind};

/// A game text that has been parsed and checked, with its parameters still open.
#[derive(Clone, Debug)]
pub struct Game {
    /// The file the text came from, or its name in the catalogue.
    pub origin: String,
    /// The whole text.
    pub text: String,
    syntax: GameText,
}

impl Game {
    /// Parses and checks a game text.
    pub fn parse(origin: &str, text: &str) -> Result<Game, Diagnostic> {
        let syntax = parse_game(text).map_err(|c| c.about(origin, text))?;
        let sample = |p: &crate::syntax::Parameter| (p.name.text.clone(), Value::sample(&p.kind));
        let sample = syntax.parameters.iter().map(sample).collect();
        match check(&syntax, text, &sample, true) {
            Ok(_) => {}
            Err(Refusal::Text(complaint)) => return Err(complaint.about(origin, text)),
            Err(Refusal::Requirement(_)) => unreachable!("samples need not meet requirements"),
        }
        Ok(Game { origin: origin.into(), text: text.into(), syntax })
    }

    pub fn name(&self) -> &str {
        &self.syntax.name.text
    }

    /// The rule in one sentence.
    pub fn summary(&self) -> &str {
        &self.syntax.summary
    }

    /// Where the game comes from.
    pub fn sources(&self) -> &[String] {
        &self.syntax.sources
    }

    /// The parameters as they are declared: `S: set of numbers >= 2`.
    pub fn parameters(&self) -> Vec<String> {
        let least = |least: &i64| if *least > 0 { format!(" >= {least}") } else { String::new() };
        let kind = |kind: &Kind| match kind {
            Kind::Set { least: l } => format!("set of numbers{}", least(l)),
            Kind::Number { least: l } => format!("number{}", least(l)),
            Kind::Outcomes => "list of outcomes".to_string(),
            Kind::Vectors => "list of vectors".to_string(),
            Kind::Function { variable } => format!("function of {variable}"),
            Kind::Code => "code".to_string(),
        };
        let parameters = self.syntax.parameters.iter();
        parameters.map(|p| format!("{}: {}", p.name.text, kind(&p.kind))).collect()
    }

    /// The ruleset with these arguments, which stand in `whole` from `offset` on; `None` if no
    /// parentheses were written.
    fn bind(
        &self,
        arguments: Option<&str>,
        offset: usize,
        whole: &str,
    ) -> Result<Ruleset, Diagnostic> {
        let span = offset..offset + arguments.map_or(0, str::len);
        let about = |complaint: Complaint| complaint.about("ruleset", whole);
        let written = match self.origin.strip_prefix("games/") {
            Some(_) => self.name(),
            None => &self.origin,
        };
        let bindings = arguments::bind(&self.syntax, written, arguments, offset).map_err(about)?;
        match check(&self.syntax, &self.text, &bindings, false) {
            Ok(mut ruleset) => {
                if let Some(arguments) = arguments {
                    let kept: String = arguments.chars().filter(|c| !c.is_whitespace()).collect();
                    ruleset.expression = format!("{}({kept})", self.name());
                }
                Ok(ruleset)
            }
            Err(Refusal::Text(complaint)) => Err(complaint.about(&self.origin, &self.text)),
            Err(Refusal::Requirement(words)) => Err(about(Complaint::new(span, words))),
        }
    }

    /// The examples that the text gives, as positions of rulesets.
    pub fn examples(&self) -> Result<Vec<Example>, Diagnostic> {
        let mut examples = Vec::new();
        for example in &self.syntax.examples {
            let (arguments, offset) = match &example.arguments {
                Some((arguments, offset)) => (Some(arguments.as_str()), *offset),
                None => (None, example.span.start),
            };
            let ruleset = self.bind(arguments, offset, &self.text).map_err(|mut d| {
                d.origin.clone_from(&self.origin);
                d
            })?;
            let ruleset = if example.misere { ruleset.misere() } else { ruleset };
            let written = crate::position::write_position(&example.piles);
            let piles = crate::position::parse_position(&written, ruleset.shape)
                .map_err(|c| Complaint { span: example.span.clone(), ..c })
                .map_err(|c| c.about(&self.origin, &self.text))?;
            let text = self.text[example.span.clone()].to_string();
            examples.push(Example { ruleset, piles, expected: example.expected, text });
        }
        Ok(examples)
    }
}

/// A ruleset expression: `NAME`, `NAME(arguments)`, a path to a `.game` file with the same, and
/// `misere ` in front of any of them.
pub fn parse_ruleset(expression: &str) -> Result<Ruleset, Diagnostic> {
    parse_ruleset_with(expression, &[])
}

/// The same, where the texts of some game files are at hand, by the names of the files.
pub fn parse_ruleset_with(
    expression: &str,
    files: &[(String, String)],
) -> Result<Ruleset, Diagnostic> {
    let (rest, misere) = without_misere(expression);
    let start = expression.len() - rest.len();
    let rest = rest.trim_end();
    let (name, arguments) = match rest.find('(') {
        Some(open) if rest.ends_with(')') => (&rest[..open], Some(&rest[open + 1..rest.len() - 1])),
        Some(open) => {
            let span = start + open..start + open + 1;
            let complaint = Complaint::new(span, "this parenthesis is never closed");
            return Err(complaint.about("ruleset", expression));
        }
        None => (rest, None),
    };
    let game = find_game(name.trim_end(), expression, start, files)?;
    let offset = start + name.len() + usize::from(arguments.is_some());
    let ruleset = game.bind(arguments, offset, expression)?;
    Ok(if misere { ruleset.misere() } else { ruleset })
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

/// The game with that name, or in that file.
pub fn load_game(name: &str) -> Result<Game, Diagnostic> {
    find_game(name, name, 0, &[])
}

/// Does this name a file?
fn is_file(name: &str) -> bool {
    name.ends_with(".game") || name.contains(std::path::MAIN_SEPARATOR)
}

/// The game file that a ruleset expression names, if it names one.
pub fn game_file(expression: &str) -> Option<&str> {
    let (rest, _) = without_misere(expression);
    let name = rest.split('(').next().unwrap_or(rest).trim_end();
    is_file(name).then_some(name)
}

fn find_game(
    name: &str,
    expression: &str,
    start: usize,
    files: &[(String, String)],
) -> Result<Game, Diagnostic> {
    let complain = |message: String, help: Option<String>| {
        let complaint = Complaint::new(start..start + name.len(), message);
        Complaint { help, ..complaint }.about("ruleset", expression)
    };
    if let Some((_, text)) = files.iter().find(|(file, _)| file == name) {
        return Game::parse(name, text);
    }
    if is_file(name) {
        let text = fs::read_to_string(name)
            .map_err(|e| complain(format!("cannot read the game file `{name}`: {e}"), None))?;
        return Game::parse(name, &text);
    }
    match catalogue::text(name) {
        Some(text) => Game::parse(&format!("games/{name}.game"), text),
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
