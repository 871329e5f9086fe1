//! Reading a file of rows again: what a picture of a census needs.
//!
//! The `parquet` crate panics on some damaged files; here that is an error like any other.

use std::collections::BTreeMap;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_typed_column_reader};
use parquet::data_type::{ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, RowGroupReader};
use parquet::file::serialized_reader::SerializedFileReader;
use rayon::prelude::*;
use sprague_solve::Watch;

use crate::run::parts::Merged;

/// Rows that are read at a time.
const BATCH: usize = 1 << 16;

/// What is in a file of rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many rows there are.
    pub rows: u64,
    /// How many rows are of the class that is asked about, of all with that largest element; empty if the
    /// rows are not about sets.
    pub share_by_max: BTreeMap<u32, [u64; 2]>,
    /// How many rows have that period.
    pub periods: BTreeMap<u32, u64>,
    /// How many rows have no period.
    pub without_period: u64,
    /// How many rows have each class.
    pub classes: BTreeMap<String, u64>,
}

impl Summary {
    /// Reads a census, a file of rows or a folder whose parts are all there, and says which class is asked about: `all-L` of
    /// games that end with Left or Right, `proved` of games with nim-values. It is given up when the watch says so.
    pub fn read(path: &Path, watch: &Watch) -> Result<(Summary, &'static str), String> {
        if !path.is_dir() {
            return Summary::read_file(path, watch);
        }
        let merged = Merged::open(path).map_err(|why| why.to_string())?;
        merged.check(watch).map_err(|why| why.to_string())?;
        let mut all = (Summary::default(), "");
        for file in merged.files() {
            let (one, asked) = Summary::read_file(file, watch)?;
            all = (all.0.merge(one), asked);
        }
        match all.1 {
            "" => Err(format!("{}: the parts were computed without rows", path.display())),
            _ => Ok(all),
        }
    }

    fn read_file(path: &Path, watch: &Watch) -> Result<(Summary, &'static str), String> {
        let about = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let file = File::open(path).map_err(|error| about(&error))?;
        let reader =
            undamaged(|| SerializedFileReader::new(file)).map_err(|error| about(&error))?;
        let schema = reader.metadata().file_metadata().schema_descr();
        let column = |name: &str| schema.columns().iter().position(|c| c.name() == name);
        let (Some(period), Some(class)) = (column("period"), column("class")) else {
            return Err(about(&"not a census: there is no column `period` or no `class`"));
        };
        let asked = if column("cycle_l").is_some() { "all-L" } else { "proved" };
        let places = Places { bits: column("bits"), period, class, asked };
        let group = |index: usize| {
            undamaged(|| {
                let reader = SerializedFileReader::new(File::open(path)?)?;
                places.read(reader.get_row_group(index)?.as_ref(), watch)
            })
        };
        sprague_solve::start_threads();
        let groups = (0..reader.num_row_groups()).into_par_iter().map(group);
        let summary = groups.try_reduce(Summary::default, |one, other| Ok(one.merge(other)));
        summary.map(|summary| (summary, asked)).map_err(|error: ParquetError| about(&error))
    }

    fn merge(mut self, other: Summary) -> Summary {
        self.rows += other.rows;
        self.without_period += other.without_period;
        for (max, [asked, all]) in other.share_by_max {
            let place = self.share_by_max.entry(max).or_default();
            *place = [place[0] + asked, place[1] + all];
        }
        for (period, count) in other.periods {
            *self.periods.entry(period).or_default() += count;
        }
        for (class, count) in other.classes {
            *self.classes.entry(class).or_default() += count;
        }
        self
    }
}

/// Reads, and takes a panic of the reader for what it is: the file is damaged.
pub(crate) fn undamaged<T>(
    read: impl FnOnce() -> Result<T, ParquetError>,
) -> Result<T, ParquetError> {
    let damaged = |_| Err(ParquetError::General("the file is damaged".into()));
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(damaged)
}

/// Where the columns are.
struct Places {
    bits: Option<usize>,
    period: usize,
    class: usize,
    asked: &'static str,
}

impl Places {
    fn read(&self, group: &dyn RowGroupReader, watch: &Watch) -> Result<Summary, ParquetError> {
        let mut summary = Summary::default();
        let mut periods = Values::<Int32Type>::new(group.get_column_reader(self.period)?);
        let mut classes = Values::<ByteArrayType>::new(group.get_column_reader(self.class)?);
        let mut bits = match self.bits {
            Some(place) => Some(Values::<Int64Type>::new(group.get_column_reader(place)?)),
            None => None,
        };
        loop {
            if !watch.goes_on() {
                return Err(ParquetError::General("it was not read to its end".into()));
            }
            let rows = periods.next()?;
            if rows == 0 {
                return Ok(summary);
            }
            summary.rows += rows as u64;
            summary.without_period += rows.saturating_sub(periods.values.len()) as u64;
            for run in periods.values.chunk_by(|a, b| a == b) {
                *summary.periods.entry(run[0] as u32).or_default() += run.len() as u64;
            }
            classes.next()?;
            for run in classes.values.chunk_by(|a, b| a.data() == b.data()) {
                let class = String::from_utf8_lossy(run[0].data()).into_owned();
                *summary.classes.entry(class).or_default() += run.len() as u64;
            }
            if let Some(bits) = &mut bits {
                bits.next()?;
                let mut counts = [[0; 2]; 64];
                for (&set, class) in bits.values.iter().zip(&classes.values) {
                    let max = (set as u64).checked_ilog2().unwrap_or(0) as usize;
                    counts[max][0] += u64::from(class.data() == self.asked.as_bytes());
                    counts[max][1] += 1;
                }
                for (max, count) in (0..).zip(counts).filter(|(_, count)| count[1] > 0) {
                    let place = summary.share_by_max.entry(max).or_default();
                    *place = [place[0] + count[0], place[1] + count[1]];
                }
            }
        }
    }
}

/// A column, batch by batch.
struct Values<T: DataType> {
    reader: ColumnReaderImpl<T>,
    values: Vec<T::T>,
    levels: Vec<i16>,
}

impl<T: DataType> Values<T> {
    fn new(reader: ColumnReader) -> Values<T> {
        let reader = get_typed_column_reader(reader);
        Values { reader, values: Vec::new(), levels: Vec::new() }
    }

    /// Reads the next rows and says how many they are; values that are missing are left out.
    fn next(&mut self) -> Result<usize, ParquetError> {
        self.values.clear();
        self.levels.clear();
        let levels = Some(&mut self.levels);
        let (rows, ..) = self.reader.read_records(BATCH, levels, None, &mut self.values)?;
        Ok(rows)
    }
}
