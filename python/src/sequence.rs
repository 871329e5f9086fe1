//! Sequences of one heap.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json as object;
use sprague::report::regularity::RegularityReport;
use sprague::{Error, Ruleset, SequenceReport, Terms};

use crate::ruleset::json;
use crate::work::Work;

/// A computed sequence.
#[pyclass(frozen)]
pub struct Sequence {
    ruleset: Arc<Ruleset>,
    found: Arc<SequenceReport>,
}

impl Sequence {
    pub fn new(ruleset: Arc<Ruleset>, found: SequenceReport) -> Sequence {
        Sequence { ruleset, found: Arc::new(found) }
    }
}

#[pymethods]
impl Sequence {
    fn __len__(&self) -> usize {
        self.found.sequence.len()
    }

    /// Are its terms nim-values, or outcomes?
    #[getter]
    fn has_nim_values(&self) -> bool {
        matches!(self.found.sequence.terms, Terms::NimValues(_))
    }

    /// The terms: nim-values of 32 bits, or a letter for each outcome.
    #[getter]
    fn terms<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        match &self.found.sequence.terms {
            Terms::NimValues(values) => PyBytes::new(py, bytemuck::cast_slice(&values.to_vec())),
            Terms::Outcomes(outcomes) => {
                let letters: Vec<u8> = outcomes.iter().map(|o| o.letter() as u8).collect();
                PyBytes::new(py, &letters)
            }
        }
    }

    /// What is known of its regularity, as JSON.
    #[getter]
    fn regularity(&self) -> String {
        json(&self.found.regularity.map(RegularityReport::from))
    }

    /// The same as a sentence.
    #[getter]
    fn in_words(&self) -> String {
        self.found.in_words()
    }

    /// How the terms were computed.
    #[getter]
    fn way(&self) -> &str {
        &self.found.sequence.way
    }

    /// The sequence as it is written: `text`, `latex`, `svg`, `csv` or `bfile`.
    fn written(&self, py: Python<'_>, work: &Work, format: String) -> PyResult<String> {
        let found = self.found.clone();
        work.run(py, move |_| match &format[..] {
            "text" => Ok(found.text().to_string()),
            "latex" => Ok(found.latex()),
            "csv" => Ok(found.csv().to_string()),
            "svg" => found.svg().map_err(|trouble| Error::Request(trouble.to_string())),
            "bfile" => found.bfile().map(|lines| lines.to_string()).ok_or_else(|| {
                let message = "a b-file holds numbers, and this sequence is one of outcomes";
                Error::Request(message.into())
            }),
            _ => Err(Error::Request(format!("`{format}` is no format of sequences"))),
        })
    }

    /// The known games with the same nim-values, as JSON.
    fn identify(&self, py: Python<'_>, work: &Work) -> PyResult<String> {
        let (ruleset, found) = (self.ruleset.clone(), self.found.clone());
        work.run(py, move |session| {
            let known = session.identify(&ruleset, &found.sequence)?;
            let matches = known.matches.iter().map(|found| {
                let (ruleset, shift, agrees_to) = (&found.ruleset, found.shift, found.agrees_to);
                object!({ "ruleset": ruleset, "shift": shift, "agrees_to": agrees_to })
            });
            Ok(object!(matches.collect::<Vec<_>>()).to_string())
        })
    }
}
