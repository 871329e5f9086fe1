//! Tables: all positions of some piles at once, as dense arrays.

use std::sync::Arc;
use std::time::Duration;

use sprague_rules::{Outcome, Ruleset, Shape};
use sprague_solve::{
    Explanation, Extent, Kernel, Question, Refusal, Region, Solver, TableReport, Tally, Wanted,
    Watch,
};

use crate::error::Error;
use crate::session::Session;

/// A table that is to be computed: outcomes of one pile up to size 1, unless it says otherwise.
pub struct TableRequest<'s> {
    session: &'s Session,
    ruleset: Arc<Ruleset>,
    piles: usize,
    min: Option<u32>,
    max: u32,
    fixed: Vec<u32>,
    counts: Option<Vec<u32>>,
    wanted: Wanted,
    kernel: Option<Kernel>,
}

impl Session {
    /// A table of a ruleset.
    ///
    /// ```
    /// use sprague::{Library, Outcome, Session};
    ///
    /// let wythoff = Library::catalogue().ruleset("wythoff").unwrap();
    /// let session = Session::new();
    /// let mut table = session.table(&wythoff).piles(2).max(20).nim_values().compute().unwrap();
    /// let square = table.nim_square(&[], 0).unwrap();
    /// assert_eq!((square.rows, *square.get(1, 2), *square.get(2, 1)), (21, 0, 0));
    /// let losing = table.positions_with(Outcome::P).unwrap();
    /// assert_eq!(losing.row(1), [3, 5]);
    /// ```
    pub fn table(&self, ruleset: impl Into<Arc<Ruleset>>) -> TableRequest<'_> {
        TableRequest {
            session: self,
            ruleset: ruleset.into(),
            piles: 1,
            min: None,
            max: 1,
            fixed: Vec::new(),
            counts: None,
            wanted: Wanted::Outcomes,
            kernel: None,
        }
    }
}

impl TableRequest<'_> {
    /// All positions of exactly so many piles.
    pub fn piles(self, piles: usize) -> Self {
        TableRequest { piles, counts: None, ..self }
    }

    /// Piles of at most this size.
    pub fn max(self, max: u32) -> Self {
        TableRequest { max, counts: None, ..self }
    }

    /// Piles of at least this size: 1, if nothing is said. The places of a row are at least 0.
    pub fn min(self, min: u32) -> Self {
        TableRequest { min: Some(min), ..self }
    }

    /// Only positions with these piles, or these first places of a row, of whatever size: a slice of the table, in which
    /// the other piles vary.
    ///
    /// ```
    /// use sprague::{Library, Outcome, Session};
    ///
    /// let nim = Library::catalogue().ruleset("nim").unwrap();
    /// let session = Session::new();
    /// let mut slice = session.table(&nim).piles(3).max(6).fix(vec![5]).compute().unwrap();
    /// let losing = slice.positions_with(Outcome::P).unwrap(); // beside a pile of 5
    /// assert_eq!((losing.row(0), losing.row(1)), (&[1, 4][..], &[3, 6][..]));
    /// ```
    pub fn fix(self, fixed: Vec<u32>) -> Self {
        TableRequest { fixed, ..self }
    }

    /// All positions with at most so many piles of size 1, 2, ... instead.
    pub fn counts(self, counts: Vec<u32>) -> Self {
        TableRequest { counts: Some(counts), ..self }
    }

    /// Nim-values as well as outcomes.
    pub fn nim_values(self) -> Self {
        TableRequest { wanted: Wanted::NimValues, ..self }
    }

    /// Insists on a kernel, if one is given.
    pub fn kernel(self, kernel: Option<Kernel>) -> Self {
        TableRequest { kernel, ..self }
    }

    pub(crate) fn session(&self) -> &Session {
        self.session
    }

    pub(crate) fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    pub(crate) fn wanted(&self) -> Wanted {
        self.wanted
    }

    /// The positions asked for, and a region that holds all their options.
    pub(crate) fn extent(&self) -> Result<(Extent, Region), Error> {
        let ruleset = &*self.ruleset;
        let name = &ruleset.expression;
        let request = |message: String| Err(Error::Request(message));
        let places = match &self.counts {
            None => self.piles,
            // Piles only get smaller or fewer where moves take, so this many piles are enough.
            Some(counts) => {
                let total: u64 = counts.iter().map(|&c| u64::from(c)).sum();
                match u16::try_from(total) {
                    Ok(places) => places.into(),
                    Err(_) => return request(format!("{total} piles are more than 65535")),
                }
            }
        };
        match (ruleset.shape, &self.counts) {
            (Shape::Row { .. }, Some(_)) => {
                request("a row of places is not described by counts of piles".into())
            }
            (Shape::Row { places: all }, None) if places != all => {
                request(format!("`{name}` is played on a row of {all} places"))
            }
            (Shape::Piles { at_most: Some(most) }, _) if places > most => {
                let plural = if most == 1 { "" } else { "s" };
                request(format!("`{name}` has at most {most} pile{plural}, not {places}"))
            }
            (_, Some(counts)) => Ok((
                Extent::Counts(counts.clone()),
                Region::new(ruleset, places, counts.len() as u32),
            )),
            (_, None) => self.of_piles(places),
        }
    }

    fn of_piles(&self, piles: usize) -> Result<(Extent, Region), Error> {
        let (fixed, max) = (self.fixed.clone(), self.max);
        let row = matches!(self.ruleset.shape, Shape::Row { .. });
        let min = self.min.unwrap_or(if row { 0 } else { 1 });
        let message = match () {
            () if fixed.len() > piles => {
                format!("{} piles cannot be fixed where there are {piles}", fixed.len())
            }
            () if !row && (min == 0 || fixed.contains(&0)) => {
                "a pile of size 0 is gone: sizes begin with 1".into()
            }
            () if self.min.is_some_and(|min| min > max) => {
                format!("there are no sizes from {min} to {max}")
            }
            () => {
                let largest = fixed.iter().fold(max, |largest, &size| largest.max(size));
                let region = Region::new(&self.ruleset, piles, largest);
                return Ok((Extent::Piles { piles, min, max, fixed }, region));
            }
        };
        Err(Error::Request(message))
    }

    /// Which positions it will have; an error, if the ruleset has no such positions or no nim-values.
    pub fn check(&self) -> Result<Extent, Error> {
        let (extent, _) = self.extent()?;
        if self.wanted == Wanted::NimValues && !self.ruleset.has_nim_values() {
            return Err(Error::Request(format!(
                "`{}` has no nim-values: they belong to normal play in which both players have the same moves",
                self.ruleset.expression
            )));
        }
        Ok(extent)
    }

    /// Refuses a list of all positions that is larger than the memory allowed.
    pub fn check_list(&self) -> Result<(), Error> {
        let extent = self.check()?;
        let memory = self.session.budget().memory;
        Ok(extent.check_list(&self.ruleset, self.wanted, memory)?)
    }

    /// Computes it. If it is stopped, by its time or by whoever asked, a smaller table may be finished: [`Table::complete`].
    pub fn compute(&self) -> Result<Table, Error> {
        self.check()?;
        let (mut extent, region) = self.extent()?;
        let mut watch = self.session.watch();
        let question = Question::about_region(self.ruleset.clone(), region)
            .wanted(self.wanted)
            .kernel(self.kernel)
            .budget(&self.session.budget())
            .watch(&watch)
            .pool(self.session.threads_of_its_own());
        let solver = question.solver()?;
        let complete = solver.complete();
        match (complete, &mut extent) {
            (Some(complete), Extent::Piles { min, max, fixed, .. }) => {
                if complete < *min || fixed.iter().any(|&size| size > complete) {
                    let reached = format!("the table is complete up to size {complete}");
                    return Err(Refusal::Stopped { reached }.into());
                }
                *max = complete.min(*max);
                // What is finished is still to be read off, which must not take long.
                watch = Watch::new(Some(READ_OFF));
            }
            (Some(_), Extent::Counts(_)) => {
                let reached = "the table of these counts is not complete".into();
                return Err(Refusal::Stopped { reached }.into());
            }
            (None, _) => {}
        }
        let memory = self.session.budget().memory;
        Ok(Table { solver, extent, complete, watch, memory })
    }
}

/// How long it may take to read a table off that was stopped before its end.
const READ_OFF: Duration = Duration::from_millis(500);

/// A computed table. It owns what it needs, and may be kept and sent to another thread.
pub struct Table {
    solver: Solver,
    extent: Extent,
    complete: Option<u32>,
    watch: Watch,
    /// Bytes that what is read off may take.
    memory: u64,
}

/// A dense array of two dimensions, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix<T> {
    /// How many rows there are.
    pub rows: usize,
    /// How many entries a row has.
    pub columns: usize,
    /// The entries, row by row.
    pub data: Vec<T>,
}

impl<T> Matrix<T> {
    /// One row.
    pub fn row(&self, row: usize) -> &[T] {
        &self.data[row * self.columns..(row + 1) * self.columns]
    }

    /// One entry.
    pub fn get(&self, row: usize, column: usize) -> &T {
        &self.row(row)[column]
    }
}

impl Table {
    /// The ruleset.
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        self.solver.ruleset()
    }

    /// Which positions it has.
    pub fn extent(&self) -> &Extent {
        &self.extent
    }

    /// The largest size up to which it was finished, if it was stopped: its extent ends there.
    pub fn complete(&self) -> Option<u32> {
        self.complete
    }

    /// Reads off within the limits of this session from now on: a table may be kept for longer than the call that computed
    /// it was allowed to take.
    pub fn within(&mut self, session: &Session) {
        self.watch = session.watch();
        self.memory = session.budget().memory;
    }

    pub(crate) fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    pub(crate) fn watch(&self) -> &Watch {
        &self.watch
    }

    /// Refuses to read off more than the memory allowed.
    pub(crate) fn affords(&self, entries: Option<u64>, bytes_each: usize) -> Result<(), Error> {
        let needed = entries.and_then(|entries| entries.checked_mul(bytes_each as u64));
        if needed.is_some_and(|needed| needed <= self.memory) {
            return Ok(());
        }
        let what = match entries {
            Some(entries) => format!("an array of {entries} entries"),
            None => "an array of so many entries".to_string(),
        };
        let (budget, fits) = (self.memory, String::new());
        Err(Refusal::Memory { what, needed, budget, fits }.into())
    }

    /// How it was computed.
    pub fn explanation(&self) -> Explanation {
        Explanation { choice: self.solver.choice.clone(), size: self.solver.size().to_string() }
    }

    /// Refuses a list of all positions that is larger than the memory allowed.
    pub fn check_list(&self) -> Result<(), Error> {
        Ok(self.extent.check_list(self.ruleset(), self.solver.wanted, self.memory)?)
    }

    /// The table as data: the counts, and with `list` the positions with their outcomes and nim-values.
    pub fn report(&mut self, list: bool) -> Result<TableReport, Error> {
        let extent = self.extent.clone();
        Ok(TableReport::collect(extent, &mut self.solver, list, &self.watch)?)
    }

    /// How many positions have each outcome.
    pub fn tally(&mut self) -> Result<Tally, Error> {
        Ok(self.report(false)?.tally)
    }

    /// All its positions, one a row, in lexicographic order; of counts, the count vectors.
    pub fn positions(&mut self) -> Result<Matrix<u32>, Error> {
        self.rows(|_| true)
    }

    /// The positions with this outcome, one a row.
    pub fn positions_with(&mut self, outcome: Outcome) -> Result<Matrix<u32>, Error> {
        self.rows(|found| found == outcome)
    }

    fn rows(&mut self, keep: impl Fn(Outcome) -> bool) -> Result<Matrix<u32>, Error> {
        let (mut data, mut rows) = (Vec::new(), 0);
        let (width, memory) = (self.extent.width(), self.memory);
        let solver = &mut self.solver;
        self.extent.visit(&solver.ruleset().clone(), &self.watch, |position, shown| {
            if keep(solver.outcome(position)?) {
                // How many there will be is not known before.
                if (data.len() + width) as u64 * size_of::<u32>() as u64 > memory {
                    let what = format!("a list of more than {rows} positions");
                    let (needed, fits) = (None, String::new());
                    return Err(Refusal::Memory { what, needed, budget: memory, fits }.into());
                }
                data.extend_from_slice(shown);
                rows += 1;
            }
            Ok::<(), Error>(())
        })?;
        Ok(Matrix { rows, columns: self.extent.width(), data })
    }

    /// The outcomes of all positions in the order of [`Table::positions`], a letter each; of two piles, that is the triangle
    /// of the pairs in nondecreasing order, row by row.
    pub fn outcome_list(&mut self) -> Result<Vec<u8>, Error> {
        self.list(outcome_at)
    }

    /// The nim-values in the same order.
    pub fn nim_list(&mut self) -> Result<Vec<u16>, Error> {
        self.list(nim_at)
    }

    fn list<T>(
        &mut self,
        at: impl Fn(&mut Solver, &[u32]) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        self.affords(self.extent.positions(self.ruleset()), size_of::<T>())?;
        let mut data = Vec::new();
        let ruleset = self.solver.ruleset().clone();
        let solver = &mut self.solver;
        self.extent.visit(&ruleset, &self.watch, |position, _| {
            data.push(at(solver, position)?);
            Ok::<(), Error>(())
        })?;
        Ok(data)
    }

    /// The outcomes of positions of which two piles vary and the others are fixed, a letter each: entry (i, j) is that of
    /// the fixed piles with `from + i` and `from + j`, and a pile of 0 is gone. In a row the two come last.
    pub fn outcome_square(&mut self, fixed: &[u32], from: u32) -> Result<Matrix<u8>, Error> {
        self.square(fixed, from, outcome_at)
    }

    /// The nim-values of the same positions.
    pub fn nim_square(&mut self, fixed: &[u32], from: u32) -> Result<Matrix<u16>, Error> {
        self.square(fixed, from, nim_at)
    }

    pub(crate) fn square<T: Copy + Default>(
        &mut self,
        fixed: &[u32],
        from: u32,
        at: impl Fn(&mut Solver, &[u32]) -> Result<T, Error>,
    ) -> Result<Matrix<T>, Error> {
        let Extent::Piles { piles, max, .. } = self.extent else {
            return Err(Error::Request("a table of counts is no square".into()));
        };
        let row = matches!(self.ruleset().shape, Shape::Row { .. });
        if fixed.len() + 2 != piles || fixed.iter().any(|&size| size > max) {
            return Err(Error::Request(format!(
                "a square of a table of {piles} piles needs {} fixed ones of at most {max}",
                piles.saturating_sub(2)
            )));
        }
        let side = (max + 1).saturating_sub(from) as usize;
        self.affords((side as u64).checked_mul(side as u64), size_of::<T>())?;
        let mut data = vec![T::default(); side * side];
        let mut position = vec![0; piles];
        for i in 0..side {
            if !self.watch.goes_on() {
                let reached = format!("{i} rows of {side} are read off");
                return Err(Refusal::Stopped { reached }.into());
            }
            let first = if row { 0 } else { i };
            for j in first..side {
                position[..fixed.len()].copy_from_slice(fixed);
                position[piles - 2] = from + i as u32;
                position[piles - 1] = from + j as u32;
                let mut gone = 0;
                if !row {
                    if !fixed.is_empty() {
                        position.sort_unstable();
                    }
                    gone = position.iter().take_while(|&&size| size == 0).count();
                }
                let entry = at(&mut self.solver, &position[gone..])?;
                data[i * side + j] = entry;
                if !row {
                    data[j * side + i] = entry;
                }
            }
        }
        Ok(Matrix { rows: side, columns: side, data })
    }
}

fn outcome_at(solver: &mut Solver, position: &[u32]) -> Result<u8, Error> {
    Ok(solver.outcome(position)?.letter() as u8)
}

fn nim_at(solver: &mut Solver, position: &[u32]) -> Result<u16, Error> {
    let value = match solver.wanted {
        Wanted::NimValues => solver.nim_value(position)?,
        Wanted::Outcomes => None,
    };
    let Some(value) = value else {
        return Err(Error::Request("the table was computed without nim-values".into()));
    };
    u16::try_from(value)
        .map_err(|_| Error::Request(format!("the nim-value {value} does not fit sixteen bits")))
}
