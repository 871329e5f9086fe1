//! Families of games at once.

use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use sprague::{CensusRequest, Error, Family, Key, NoFamily};

use crate::arrow::{CAPSULE, Stream};
use crate::error::input;
use crate::ruleset::json;
use crate::work::Work;

/// A family of games.
#[pyclass(frozen)]
pub struct Census {
    family: Family,
}

#[pymethods]
impl Census {
    /// The family with that name; its numbers are those that the command takes, in the same order.
    #[new]
    fn new(py: Python<'_>, family: &str, numbers: Vec<u32>) -> PyResult<Census> {
        let family = match (family, &numbers[..]) {
            ("lr-nim", &[min, max]) => Family::lr_nim(min, max),
            ("ending-nim", &[min, max]) => Family::ending_nim(min, max),
            ("subtract", &[min, max, to]) => Family::subtract(min, max, to),
            ("cut", &[within, size, to]) => Family::cut(within, size, to),
            ("octal", &[digits, before, to]) => Family::octal(digits, before, to),
            _ => Err(NoFamily(format!("there is no census of `{family}` with these numbers"))),
        };
        let family = family.map_err(|none| input(py, &none.to_string()))?;
        Ok(Census { family })
    }

    /// How it is asked for on the command line.
    #[getter]
    fn name(&self) -> String {
        self.family.name()
    }

    /// How many games it has.
    #[getter]
    fn total(&self) -> u64 {
        self.family.total()
    }

    /// What its games can be counted by.
    #[getter]
    fn keys(&self) -> Vec<&'static str> {
        self.family.keys().iter().map(|key| key.name()).collect()
    }

    /// Counts, by some keys, and the first games by one, as JSON.
    fn count(
        &self,
        py: Python<'_>,
        work: &Work,
        group_by: Vec<String>,
        top: Option<(usize, String)>,
    ) -> PyResult<String> {
        self.compute(py, work, move |request| {
            let keys =
                group_by.iter().map(|name| key(name)).collect::<Result<Vec<Key>, Error>>()?;
            let request = request.group_by(keys);
            Ok(match top {
                Some((games, by)) => request.top(games, key(&by)?),
                None => request,
            })
        })
    }

    /// Writes a row for every game to a file; counts, as JSON.
    fn write(&self, py: Python<'_>, work: &Work, file: std::path::PathBuf) -> PyResult<String> {
        self.compute(py, work, move |request| Ok(request.rows_to(file)))
    }

    /// A row for every game as an Arrow stream, computed while it is read.
    fn stream<'py>(&self, py: Python<'py>, work: &Work) -> PyResult<Bound<'py, PyCapsule>> {
        let family = self.family.clone();
        let batches = work.run(py, move |session| session.census(family).rows())?;
        PyCapsule::new_with_value(py, Stream::new(batches), CAPSULE)
    }
}

impl Census {
    fn compute(
        &self,
        py: Python<'_>,
        work: &Work,
        asked: impl for<'s> FnOnce(CensusRequest<'s>) -> Result<CensusRequest<'s>, Error>
        + Send
        + 'static,
    ) -> PyResult<String> {
        let family = self.family.clone();
        work.run(py, move |session| Ok(json(&asked(session.census(family))?.compute()?)))
    }
}

fn key(name: &str) -> Result<Key, Error> {
    Key::from_name(name).ok_or_else(|| {
        let names = Key::EVERY.map(Key::name).join(", ");
        Error::Request(format!("games are counted by {names}, not by `{name}`"))
    })
}
