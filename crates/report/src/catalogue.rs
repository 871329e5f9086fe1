//! The catalogue, and one game in words.

use serde::Serialize;
use sprague_rules::Game;

/// A game of the catalogue.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameLine {
    /// The name by which every command knows the game, such as `lr-nim`.
    pub name: String,
    /// The parameters that stand in parentheses behind the name, each with its kind: `S: set of numbers >= 2`.
    pub params: Vec<String>,
    /// The rules in a sentence.
    pub summary: String,
}

/// One game with its text.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameDetails {
    /// The line of the catalogue.
    #[serde(flatten)]
    pub line: GameLine,
    /// Where the game comes from: papers, books.
    pub sources: Vec<String>,
    /// The rules in the rule language.
    pub text: String,
}

impl From<&Game> for GameLine {
    fn from(game: &Game) -> GameLine {
        GameLine {
            name: game.name().to_string(),
            params: game.parameters(),
            summary: game.summary().to_string(),
        }
    }
}

impl From<sprague_graph::Game> for GameLine {
    fn from(game: sprague_graph::Game) -> GameLine {
        let (name, summary) = (game.name().to_string(), game.summary().to_string());
        GameLine { name, params: Vec::new(), summary }
    }
}

impl From<&Game> for GameDetails {
    fn from(game: &Game) -> GameDetails {
        let sources = game.sources().to_vec();
        GameDetails { line: game.into(), sources, text: game.text.clone() }
    }
}

impl GameLine {
    /// The name with its parameters: `lr-nim(S)`.
    pub fn signature(&self) -> String {
        let names: Vec<&str> =
            self.params.iter().map(|p| p.split(':').next().unwrap_or_default()).collect();
        match names.is_empty() {
            true => self.name.clone(),
            false => format!("{}({})", self.name, names.join("; ")),
        }
    }
}

impl GameDetails {
    /// The game in words, with its rule text.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n  {}\n", self.line.signature(), self.line.summary);
        text.extend(self.line.params.iter().map(|parameter| format!("  with {parameter}\n")));
        text.extend(self.sources.iter().map(|source| format!("  source: {source}\n")));
        text += "\nThe rule text:\n\n";
        text.extend(self.text.lines().map(|line| format!("    {line}\n")));
        text
    }
}

/// Games as text, one a line.
pub fn text(games: &[GameLine]) -> String {
    let width = games.iter().map(|g| g.signature().len()).max().unwrap_or(0);
    games.iter().map(|g| format!("{:width$}  {}\n", g.signature(), g.summary)).collect()
}
