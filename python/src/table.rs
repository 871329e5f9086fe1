//! Tables, read off as bytes.

use std::sync::{Arc, Mutex};

use bytemuck::NoUninit;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sprague::report::TablePage;
use sprague::{Error, Extent, Matrix, Session, Shape};

use crate::ruleset::outcome;
use crate::work::Work;

/// A computed table.
#[pyclass(frozen)]
pub struct Table {
    table: Arc<Mutex<sprague::Table>>,
    extent: Extent,
    complete: Option<u32>,
    positions: Option<u64>,
    row: bool,
}

/// An array: rows, columns, and its entries row by row.
type Array<'py> = (usize, usize, Bound<'py, PyBytes>);

impl Table {
    pub fn new(table: sprague::Table) -> Table {
        let (extent, complete) = (table.extent().clone(), table.complete());
        let positions = extent.positions(table.ruleset());
        let row = matches!(table.ruleset().shape, Shape::Row { .. });
        Table { table: Arc::new(Mutex::new(table)), extent, complete, positions, row }
    }

    /// Reads something off.
    fn read<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: &Work,
        read: impl FnOnce(&mut sprague::Table) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        let table = self.table.clone();
        work.run(py, move |session: &Session| {
            // Reading changes no answer, so that one that ended badly does no harm.
            let mut table = table.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            table.within(session);
            read(&mut table)
        })
    }
}

#[pymethods]
impl Table {
    /// How many piles there are; none, if the table is one of counts.
    #[getter]
    fn piles(&self) -> Option<usize> {
        match self.extent {
            Extent::Piles { piles, .. } => Some(piles),
            Extent::Counts(_) => None,
        }
    }

    /// The largest pile; none, if the table is one of counts.
    #[getter]
    fn max(&self) -> Option<u32> {
        match self.extent {
            Extent::Piles { max, .. } => Some(max),
            Extent::Counts(_) => None,
        }
    }

    /// The largest counts; none, if the table is one of piles.
    #[getter]
    fn counts(&self) -> Option<Vec<u32>> {
        match &self.extent {
            Extent::Piles { .. } => None,
            Extent::Counts(counts) => Some(counts.clone()),
        }
    }

    /// The size up to which it was finished, if it was stopped.
    #[getter]
    fn complete(&self) -> Option<u32> {
        self.complete
    }

    /// Do places keep their order?
    #[getter]
    fn row(&self) -> bool {
        self.row
    }

    fn __len__(&self) -> PyResult<usize> {
        let len = self.positions.and_then(|n| isize::try_from(n).ok());
        len.map(isize::unsigned_abs).ok_or_else(|| PyOverflowError::new_err("beyond counting"))
    }

    /// How many positions are N, P, L and R.
    fn tally(&self, py: Python<'_>, work: &Work) -> PyResult<(u64, u64, u64, u64)> {
        let tally = self.read(py, work, |table| table.tally())?;
        Ok((tally.n, tally.p, tally.l, tally.r))
    }

    /// Nim-values of two piles from 0 on beside fixed ones, sixteen bits each.
    fn nim_square<'py>(
        &self,
        py: Python<'py>,
        work: &Work,
        fixed: Vec<u32>,
    ) -> PyResult<Array<'py>> {
        let square = self.read(py, work, move |table| table.nim_square(&fixed, 0))?;
        Ok(array(py, &square))
    }

    /// Outcomes of the same positions, a letter each.
    fn outcome_square<'py>(
        &self,
        py: Python<'py>,
        work: &Work,
        fixed: Vec<u32>,
    ) -> PyResult<Array<'py>> {
        let square = self.read(py, work, move |table| table.outcome_square(&fixed, 0))?;
        Ok(array(py, &square))
    }

    /// The nim-values of all positions in their order.
    fn nim_list<'py>(&self, py: Python<'py>, work: &Work) -> PyResult<Bound<'py, PyBytes>> {
        let list = self.read(py, work, |table| table.nim_list())?;
        Ok(PyBytes::new(py, bytemuck::cast_slice(&list)))
    }

    /// The outcomes of all positions in their order.
    fn outcome_list<'py>(&self, py: Python<'py>, work: &Work) -> PyResult<Bound<'py, PyBytes>> {
        let list = self.read(py, work, |table| table.outcome_list())?;
        Ok(PyBytes::new(py, &list))
    }

    /// The positions, or those with one outcome, a row each, 32 bits a number.
    #[pyo3(signature = (work, letter=None))]
    fn positions<'py>(
        &self,
        py: Python<'py>,
        work: &Work,
        letter: Option<String>,
    ) -> PyResult<Array<'py>> {
        let positions = self.read(py, work, move |table| match letter {
            Some(letter) => table.positions_with(outcome(&letter)?),
            None => table.positions(),
        })?;
        Ok(array(py, &positions))
    }

    /// The table as it is written: `text`, `latex`, `svg`, or `csv`.
    fn written(&self, py: Python<'_>, work: &Work, format: String) -> PyResult<String> {
        self.read(py, work, move |table| {
            table.check_list()?;
            let report = table.report(true)?;
            let page = TablePage(&report);
            match &format[..] {
                "text" => Ok(page.text()),
                "latex" => Ok(page.latex()),
                "svg" => page.svg().map_err(|trouble| Error::Request(trouble.to_string())),
                "csv" => {
                    let mut bytes = Vec::new();
                    page.csv(&mut bytes).map_err(|trouble| Error::Request(trouble.to_string()))?;
                    Ok(String::from_utf8_lossy(&bytes).into_owned())
                }
                _ => Err(Error::Request(format!("`{format}` is no format of tables"))),
            }
        })
    }
}

fn array<'py, T: NoUninit>(py: Python<'py>, matrix: &Matrix<T>) -> Array<'py> {
    let bytes = PyBytes::new(py, bytemuck::cast_slice(&matrix.data));
    (matrix.rows, matrix.columns, bytes)
}
