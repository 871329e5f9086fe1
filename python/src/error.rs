//! Errors as exceptions. Their classes are written in Python, in `sprague._errors`.

use pyo3::prelude::*;
use sprague::{Diagnostic, Error, Kind};

/// The exception for an error.
pub fn raised(py: Python<'_>, error: Error) -> PyErr {
    let words = error.to_string();
    match (error.kind(), &error) {
        (_, Error::Text(diagnostic)) => pointing(py, diagnostic, &words),
        (_, Error::Texts(all)) => pointing(py, all.first(), &words),
        (_, Error::Rejected(rejection)) if rejection.stopped.is_none() => {
            made(py, "Rejected", (&rejection.why, rejection.line))
        }
        (Kind::Input, _) => input(py, &words),
        (Kind::Limit, _) => made(py, "LimitError", (words,)),
        (Kind::Stopped, _) => made(py, "Stopped", (words,)),
        (Kind::Rejected, _) => made(py, "Rejected", (words,)),
    }
}

/// Wrong input with nothing to point at.
pub fn input(py: Python<'_>, message: &str) -> PyErr {
    made(py, "InputError", (message,))
}

/// A mistake of ours.
pub fn internal(py: Python<'_>, message: &str) -> PyErr {
    made(py, "InternalError", (message,))
}

/// Wrong input, with its place.
fn pointing(py: Python<'_>, wrong: &Diagnostic, excerpt: &str) -> PyErr {
    let (line, column) = wrong.line_and_column();
    let complaint = &wrong.complaint;
    made(py, "InputError", (&complaint.message, line, column, &complaint.help, excerpt))
}

fn made<'py>(py: Python<'py>, class: &str, arguments: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    let class = py.import("sprague._errors").and_then(|errors| errors.getattr(class));
    match class.and_then(|class| class.call1(arguments)) {
        Ok(exception) => PyErr::from_value(exception),
        Err(trouble) => trouble,
    }
}
