//! Values of partizan games.

use pyo3::prelude::*;
use serde_json::json;
use sprague::{Error, GameValue};

use crate::work::Work;

/// What is known of the value of an expression, as JSON.
#[pyfunction]
pub fn evaluate(py: Python<'_>, work: &Work, expression: String) -> PyResult<String> {
    work.run(py, move |session| facts(session.evaluate(&expression)?))
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
