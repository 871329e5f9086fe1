//! Claims judged, certificates checked.

use pyo3::prelude::*;
use serde_json::{Value, json};
use sprague::report::verdicts;
use sprague::{Judged, Verdict};

use crate::ruleset::library;
use crate::work::Work;

/// The verdicts on the claims of a text, as JSON with the keys of the command line, and what a notebook wants beside.
#[pyfunction]
pub fn prove(
    py: Python<'_>,
    work: &Work,
    text: String,
    games: Vec<(String, String)>,
    folder: Option<String>,
) -> PyResult<String> {
    work.run(py, move |session| {
        let judged = session.prove(&text, &library(games, folder))?;
        Ok(Value::Array(judged.iter().map(verdict).collect()).to_string())
    })
}

fn verdict(judged: &Judged) -> Value {
    let Judged { claim, judgement } = judged;
    let line = verdicts::Judged { claim, judgement };
    let mut object = json!(line.line(None));
    object["statement"] = json!(judgement.verdict.accepted().map(|seen| seen.statement()));
    object["steps"] = json!(judgement.trace.steps);
    object["text"] = json!(claim.text);
    let certificate = match &judgement.verdict {
        Verdict::Proved(seen) => Some(seen.certificate().write()),
        Verdict::Refuted { accepted: Some(seen), .. } => Some(seen.certificate().write()),
        Verdict::Refuted { certificate, .. } | Verdict::Unchecked { certificate, .. } => {
            certificate.as_ref().map(|certificate| certificate.write())
        }
        Verdict::Holds { .. } | Verdict::Undecided { .. } => None,
    };
    object["certificate"] = json!(certificate);
    object
}

/// What a certificate states, if the checker accepts it.
#[pyfunction]
pub fn verify(py: Python<'_>, work: &Work, certificate: String) -> PyResult<String> {
    work.run(py, move |session| Ok(session.verify(&certificate)?.statement().to_string()))
}
