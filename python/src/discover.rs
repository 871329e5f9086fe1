//! Patterns found and proved; rulesets compared; claims repaired; sharp constants. Answers are JSON with the keys of the command line.

use pyo3::prelude::*;
use serde_json::json;
use sprague::report::discoveries::{CompareReport, DiscoverReport, RepairReport, ThresholdReport};
use sprague::{Diagnostics, Error, Known, Positions, Subject, Wish, read_claims};

use crate::ruleset::{json, library};
use crate::work::Work;

/// A ruleset as Python hands it over: its expression, and the texts with which it means something.
type Named = (String, Vec<(String, String)>);

fn subject(named: &Named, positions: Option<Positions>) -> Result<Subject, Error> {
    let (expression, games) = named;
    Subject::new(expression, &library(games.clone(), None), positions).map_err(Error::Request)
}

fn wish(nim: bool) -> Wish {
    if nim { Wish::NimValues } else { Wish::Outcomes }
}

/// The pattern of a ruleset: of so many piles, or of any number, whose piles may be at most so large.
#[pyfunction]
pub fn discover(
    py: Python<'_>,
    work: &Work,
    game: Named,
    piles: Option<usize>,
    any: bool,
    largest: Option<usize>,
    nim: bool,
) -> PyResult<String> {
    work.run(py, move |session| {
        let positions = match (any, largest) {
            (false, _) => piles.map(Positions::Piles),
            (true, Some(largest)) => Some(Positions::Counts(largest)),
            (true, None) => Some(Positions::Any),
        };
        let subject = subject(&game, positions)?;
        let found = session.discover(&subject, wish(nim));
        let certificate = match &found.known {
            Known::Proved(accepted) => Some(accepted.certificate().write()),
            Known::Unchecked { certificate, .. } => Some(certificate.write()),
            Known::Undecided { .. } => None,
        };
        let mut answer = json!(DiscoverReport::new(&subject, wish(nim), &game.0, &found));
        answer["certificate"] = json!(certificate);
        Ok(answer.to_string())
    })
}

/// Have two rulesets the same outcomes, or nim-values?
#[pyfunction]
pub fn compare(
    py: Python<'_>,
    work: &Work,
    one: Named,
    two: Named,
    piles: Option<usize>,
    nim: bool,
) -> PyResult<String> {
    work.run(py, move |session| {
        let positions = piles.map(Positions::Piles);
        let (first, second) = (subject(&one, positions)?, subject(&two, positions)?);
        if first.board != second.board {
            let (on, other) = (first.words(), second.words());
            let why = format!("{} is played on {on}, {} on {other}", one.0, two.0);
            return Err(Error::Request(why));
        }
        let found = session.compare(&first, &second, wish(nim));
        Ok(json(&CompareReport::new([one.0, two.0], &first, wish(nim), &found)))
    })
}

/// Repairs of the only claim of a text.
#[pyfunction]
pub fn repair(
    py: Python<'_>,
    work: &Work,
    text: String,
    games: Vec<(String, String)>,
    folder: Option<String>,
) -> PyResult<String> {
    work.run(py, move |session| {
        let library = library(games, folder);
        let (claims, wrong) = read_claims("claim", &text, &|name| library.text(name));
        if let Some(wrong) = Diagnostics::new(wrong) {
            return Err(wrong.into());
        }
        let [claim] = &claims[..] else {
            let many = claims.len();
            return Err(Error::Request(format!("one claim is repaired at a time, not {many}")));
        };
        Ok(json(&RepairReport::new(&claim.name, &session.repair(claim, &library)?)))
    })
}

/// The least number for which a claim with a name in its place is not refuted.
#[pyfunction]
pub fn threshold(
    py: Python<'_>,
    work: &Work,
    text: String,
    name: String,
    games: Vec<(String, String)>,
    folder: Option<String>,
) -> PyResult<String> {
    work.run(py, move |session| {
        let found = session.threshold(&text, &name, &library(games, folder))?;
        Ok(json(&ThresholdReport::new(&name, &found)))
    })
}
