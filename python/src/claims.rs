//! Claims judged, certificates checked.

use pyo3::prelude::*;
use serde_json::{Value, json};
use sprague::report::verdicts;
use sprague::{Claim, Diagnostics, Error, Judged, Verdict, papers};

use crate::error::raised;
use crate::ruleset::library;
use crate::work::Work;

/// The statements of the papers that come along: of all, of a paper, or one; names and texts.
#[pyfunction]
pub fn statements(py: Python<'_>, name: &str) -> PyResult<Vec<(&'static str, &'static str)>> {
    let pages = pages(name).map_err(|wrong| raised(py, wrong))?;
    Ok(pages.into_iter().map(|page| (page.name, page.text)).collect())
}

fn pages(name: &str) -> Result<Vec<&'static papers::Page>, Error> {
    Ok(papers::find(name).map_err(|wrong| wrong.about("statement", name))?)
}

/// The verdicts on statements of the papers; on those that take long only if that is wanted.
#[pyfunction]
pub fn prove_statements(py: Python<'_>, work: &Work, name: String, deep: bool) -> PyResult<String> {
    work.run(py, move |session| {
        let mut claims: Vec<Claim> = Vec::new();
        for page in pages(&name)? {
            let (found, wrong) = page.claims();
            if let Some(wrong) = Diagnostics::new(wrong) {
                return Err(wrong.into());
            }
            claims.extend(found.into_iter().filter(|claim| deep || !claim.deep));
        }
        let judged = claims.into_iter().map(|claim| {
            let judgement = session.judge(&claim);
            verdict(&Judged { claim, judgement })
        });
        Ok(Value::Array(judged.collect()).to_string())
    })
}

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
