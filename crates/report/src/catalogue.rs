//! The catalogue, and one game in words.

use serde_json::{Value, json};
use sprague_rules::Game;

/// A line of the catalogue.
pub fn line(game: &Game) -> Value {
    json!({ "name": game.name(), "params": game.parameters(), "summary": game.summary() })
}

/// One game with its text.
pub fn details(game: &Game) -> Value {
    json!({
        "name": game.name(),
        "params": game.parameters(),
        "summary": game.summary(),
        "sources": game.sources(),
        "text": game.text,
    })
}

/// The name with its parameters: `lr-nim(S)`.
pub fn signature(game: &Game) -> String {
    let names: Vec<String> = game
        .parameters()
        .iter()
        .map(|p| p.split(':').next().unwrap_or_default().to_string())
        .collect();
    match names.is_empty() {
        true => game.name().to_string(),
        false => format!("{}({})", game.name(), names.join("; ")),
    }
}

/// The whole catalogue as text.
pub fn text(games: &[Game]) -> String {
    let width = games.iter().map(|g| signature(g).len()).max().unwrap_or(0);
    games.iter().map(|g| format!("{:width$}  {}\n", signature(g), g.summary())).collect()
}

/// A line of the catalogue for a game on graphs.
pub fn graph_line(game: sprague_graph::Game) -> Value {
    let none: [String; 0] = [];
    json!({ "name": game.name(), "params": none, "summary": game.summary() })
}

/// The games on graphs as text.
pub fn graph_text() -> String {
    let games = sprague_graph::Game::ALL;
    let width = games.iter().map(|g| g.name().len()).max().unwrap_or(0);
    games.iter().map(|g| format!("{:width$}  {}\n", g.name(), g.summary())).collect()
}
