//! Values of partizan games.

use pyo3::prelude::*;
use serde_json::json;
use sprague::report::picture::thermograph as picture;
use sprague::{Error, GameValue};

use crate::work::Work;

/// What is known of the value of an expression, as JSON.
#[pyfunction]
pub fn evaluate(py: Python<'_>, work: &Work, expression: String) -> PyResult<String> {
    work.run(py, move |session| facts(session.evaluate(&expression)?))
}

/// The thermograph of an expression: the corners of its walls, left and right, as JSON, and a picture.
#[pyfunction]
pub fn thermograph(py: Python<'_>, work: &Work, expression: String) -> PyResult<(String, String)> {
    work.run(py, move |session| {
        let mut value = session.evaluate(&expression)?;
        let title = value.canonical()?;
        let drawn = value.thermograph(&title)?;
        let wall = |corners: &[picture::Corner]| -> Vec<[String; 2]> {
            corners.iter().map(|corner| corner.written.clone()).collect()
        };
        let walls = json!({ "left": wall(&drawn.left), "right": wall(&drawn.right) });
        let svg = picture::svg(&drawn).map_err(|trouble| Error::Request(trouble.to_string()))?;
        Ok((walls.to_string(), svg))
    })
}

/// What is known of a value, as JSON.
pub fn facts(mut value: GameValue) -> Result<String, Error> {
    let facts = json!({
        "canonical": value.canonical()?,
        "outcome": value.outcome().to_string(),
        "mean": value.mean()?,
        "temperature": value.temperature()?,
        "birthday": value.birthday(),
        "holds": value.holds,
    });
    Ok(facts.to_string())
}
