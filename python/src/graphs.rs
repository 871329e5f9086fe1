//! Positions on graphs.

use pyo3::prelude::*;

use crate::ruleset::json;
use crate::work::Work;

/// The name and the rules of the game on graphs that an expression names, and whether it is misère play; none, if it
/// names no such game.
#[pyfunction]
pub fn graph_game(expression: &str) -> Option<(&'static str, &'static str, bool)> {
    let game = sprague::graph_game(expression)?;
    Some((game.name, game.summary, game.misere))
}

/// The names and rules of the games on graphs.
#[pyfunction]
pub fn graph_games() -> Vec<(&'static str, &'static str)> {
    sprague::graph_games().map(|game| (game.name, game.summary)).collect()
}

/// Who wins a position, as JSON, and a picture of it if one is wanted.
#[pyfunction]
pub fn solve_graph(
    py: Python<'_>,
    work: &Work,
    game: String,
    position: String,
    picture: bool,
) -> PyResult<(String, Option<String>)> {
    work.run(py, move |session| {
        let solution = session.solve_graph(&game, &position)?;
        // A graph that is too large to draw has no picture.
        let picture = if picture { solution.svg().ok() } else { None };
        Ok((json(&solution), picture))
    })
}
