//! Rows read back, some at a time, in the layout of Arrow: a vector a column, which whoever wants them can hand on as
//! they are.
//!
//! Reading costs some ten nanoseconds a number and some fifty a text; a batch is as long as its reader asks for, so
//! files of any length are read in little memory.

use bytes::Bytes;
use parquet::basic::Type as Physical;
use parquet::column::reader::ColumnReader;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::schema::types::ColumnDescPtr;

use crate::{Column, Kind};

/// Rows that follow each other, as columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// How many rows there are.
    pub rows: usize,
    /// A vector for each column, in their order.
    pub columns: Vec<Values>,
}

/// What is in a column of some rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Text `i` is `bytes[offsets[i]..offsets[i + 1]]`.
    Texts {
        /// Where the texts begin, and where the last one ends.
        offsets: Vec<i32>,
        /// All texts, one after the other, in UTF-8.
        bytes: Vec<u8>,
    },
    /// Sets of numbers up to 63, as the bits of words.
    Bits(Vec<u64>),
    /// Numbers.
    Numbers(Vec<u32>),
    /// Numbers that may be missing.
    Perhaps {
        /// The numbers; 0 where there is none.
        numbers: Vec<u32>,
        /// Which are there: bit `i % 8` of byte `i / 8`, from the lowest on.
        there: Vec<u8>,
    },
}

impl Batch {
    /// No rows, of these columns.
    pub fn new(columns: &[Column]) -> Batch {
        Batch::of(columns.iter().map(|&(_, kind)| kind))
    }

    /// No rows, of columns with these in them.
    pub fn of(kinds: impl IntoIterator<Item = Kind>) -> Batch {
        let empty = |kind| match kind {
            Kind::Text => Values::Texts { offsets: vec![0], bytes: Vec::new() },
            Kind::Bits => Values::Bits(Vec::new()),
            Kind::Number => Values::Numbers(Vec::new()),
            Kind::Perhaps => Values::Perhaps { numbers: Vec::new(), there: Vec::new() },
        };
        Batch { rows: 0, columns: kinds.into_iter().map(empty).collect() }
    }
}

impl Values {
    /// The text in that row, if this is a column of texts.
    pub fn text(&self, row: usize) -> Option<&str> {
        let Values::Texts { offsets, bytes } = self else { return None };
        let place = |at: usize| usize::try_from(*offsets.get(at)?).ok();
        std::str::from_utf8(bytes.get(place(row)?..place(row + 1)?)?).ok()
    }

    /// The number in that row, if there is one.
    pub fn number(&self, row: usize) -> Option<u64> {
        match self {
            Values::Texts { .. } => None,
            Values::Bits(words) => words.get(row).copied(),
            Values::Numbers(numbers) => numbers.get(row).map(|&number| number.into()),
            Values::Perhaps { numbers, there } => {
                let is_there = there.get(row / 8)? >> (row % 8) & 1 == 1;
                is_there.then(|| numbers[row].into())
            }
        }
    }
}

/// A file of rows, read from its beginning to its end.
pub struct Reader {
    file: SerializedFileReader<Bytes>,
    /// The row group that comes next.
    next: usize,
    /// The columns of the group that is being read, and how many of its rows are left.
    columns: Vec<ColumnReader>,
    left: usize,
}

impl Reader {
    /// Reads the bytes of a file.
    pub fn new(file: impl Into<Bytes>) -> Result<Reader, ParquetError> {
        let file = SerializedFileReader::new(file.into())?;
        Ok(Reader { file, next: 0, columns: Vec::new(), left: 0 })
    }

    /// The columns of the file, if they are such as are written here.
    pub fn columns(&self) -> Option<Vec<(String, Kind)>> {
        let schema = self.file.metadata().file_metadata().schema_descr();
        let column = |column: &ColumnDescPtr| {
            let kind = match (column.physical_type(), column.max_def_level()) {
                _ if column.max_rep_level() > 0 => return None,
                (Physical::BYTE_ARRAY, 0) => Kind::Text,
                (Physical::INT64, 0) => Kind::Bits,
                (Physical::INT32, 0) => Kind::Number,
                (Physical::INT32, 1) => Kind::Perhaps,
                _ => return None,
            };
            Some((column.name().to_string(), kind))
        };
        schema.columns().iter().map(column).collect()
    }

    /// Appends rows to a batch of the columns that the file was written with, until it has so many or there are no more.
    pub fn fill(&mut self, batch: &mut Batch, most: usize) -> Result<(), ParquetError> {
        while batch.rows < most {
            if self.left == 0 {
                if self.next == self.file.num_row_groups() {
                    break;
                }
                let group = self.file.get_row_group(self.next)?;
                let columns = (0..group.num_columns()).map(|place| group.get_column_reader(place));
                self.columns = columns.collect::<Result<_, _>>()?;
                self.left = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
                self.next += 1;
                continue;
            }
            let rows = self.left.min(most - batch.rows);
            for (values, column) in batch.columns.iter_mut().zip(&mut self.columns) {
                values.append(batch.rows, rows, column)?;
            }
            batch.rows += rows;
            self.left -= rows;
        }
        Ok(())
    }
}

impl Values {
    /// Appends so many rows of a column to the ones that are here.
    fn append(
        &mut self,
        here: usize,
        rows: usize,
        column: &mut ColumnReader,
    ) -> Result<(), ParquetError> {
        let read = match (self, column) {
            (Values::Texts { offsets, bytes }, ColumnReader::ByteArrayColumnReader(column)) => {
                let mut texts: Vec<ByteArray> = Vec::with_capacity(rows);
                let (read, ..) = column.read_records(rows, None, None, &mut texts)?;
                for text in &texts {
                    bytes.extend_from_slice(text.data());
                    let end =
                        i32::try_from(bytes.len()).map_err(|_| damaged("a text is too long"))?;
                    offsets.push(end);
                }
                read
            }
            (Values::Bits(words), ColumnReader::Int64ColumnReader(column)) => {
                let mut signed = Vec::with_capacity(rows);
                let (read, ..) = column.read_records(rows, None, None, &mut signed)?;
                words.extend(signed.iter().map(|word| word.cast_unsigned()));
                read
            }
            (Values::Numbers(numbers), ColumnReader::Int32ColumnReader(column)) => {
                let mut signed = Vec::with_capacity(rows);
                let (read, ..) = column.read_records(rows, None, None, &mut signed)?;
                numbers.extend(signed.iter().map(|number| number.cast_unsigned()));
                read
            }
            (Values::Perhaps { numbers, there }, ColumnReader::Int32ColumnReader(column)) => {
                let (mut signed, mut levels) = (Vec::with_capacity(rows), Vec::new());
                let (read, ..) = column.read_records(rows, Some(&mut levels), None, &mut signed)?;
                let mut found = signed.iter();
                there.resize((here + read).div_ceil(8), 0);
                for (row, &level) in (here..).zip(&levels) {
                    let number = if level > 0 { found.next() } else { None };
                    there[row / 8] |= u8::from(number.is_some()) << (row % 8);
                    numbers.push(number.map_or(0, |number| number.cast_unsigned()));
                }
                read
            }
            _ => return Err(damaged("a column has other values than it was written with")),
        };
        match read == rows {
            true => Ok(()),
            false => Err(damaged("a column has fewer rows than the others")),
        }
    }
}

fn damaged(why: &str) -> ParquetError {
    ParquetError::General(why.into())
}
