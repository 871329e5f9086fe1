//! A table row by row, for files of millions of rows at most: fields are kept until a row group is full.

use std::collections::HashMap;
use std::io::Write;

use parquet::errors::ParquetError;

use crate::encode::{self, Numbers};
use crate::{ChunkFile, Codec, Column, EncodedColumn, Kind};

/// Rows of a row group, and of each page.
const GROUP: usize = 1 << 16;

/// What is in one column of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field<'f> {
    /// A text.
    Text(&'f str),
    /// A set of numbers up to 63 as the bits of a word.
    Bits(u64),
    /// A number.
    Number(u32),
    /// A number, or nothing.
    Perhaps(Option<u32>),
}

/// The fields of one column that are not written yet.
enum Kept {
    Texts(Vec<String>),
    Bits(Vec<u64>),
    Numbers(Vec<u32>),
    Perhaps(Vec<Option<u32>>),
}

/// Rows on their way to a file.
pub struct Table<W: Write + Send> {
    file: ChunkFile<W>,
    columns: Vec<Kept>,
    rows: usize,
}

impl<W: Write + Send> Table<W> {
    /// Begins a file with these columns.
    pub fn new(to: W, columns: &[Column]) -> Result<Self, ParquetError> {
        let file = ChunkFile::new(to, columns)?;
        let kept = |&(_, kind): &Column| match kind {
            Kind::Text => Kept::Texts(Vec::new()),
            Kind::Bits => Kept::Bits(Vec::new()),
            Kind::Number => Kept::Numbers(Vec::new()),
            Kind::Perhaps => Kept::Perhaps(Vec::new()),
        };
        Ok(Table { file, columns: columns.iter().map(kept).collect(), rows: 0 })
    }

    /// Appends a row, with a field for each column, of its kind.
    ///
    /// # Panics
    /// If the fields are not those of the columns.
    pub fn row(&mut self, fields: &[Field]) -> Result<(), ParquetError> {
        assert_eq!(fields.len(), self.columns.len(), "a field for each column");
        for (column, field) in self.columns.iter_mut().zip(fields) {
            match (column, field) {
                (Kept::Texts(texts), &Field::Text(text)) => texts.push(text.into()),
                (Kept::Bits(bits), &Field::Bits(word)) => bits.push(word),
                (Kept::Numbers(numbers), &Field::Number(number)) => numbers.push(number),
                (Kept::Perhaps(numbers), &Field::Perhaps(number)) => numbers.push(number),
                (_, field) => panic!("{field:?} is in the wrong column"),
            }
        }
        self.rows += 1;
        if self.rows == GROUP { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<(), ParquetError> {
        if self.rows > 0 {
            self.rows = 0;
            self.file.append(self.columns.iter_mut().map(Kept::encode).collect())?;
        }
        Ok(())
    }

    /// Writes what is left, and the end of the file.
    pub fn finish(mut self) -> Result<W, ParquetError> {
        self.write()?;
        self.file.finish()
    }
}

impl Kept {
    /// Takes what is kept.
    fn encode(&mut self) -> EncodedColumn {
        let page = |page| EncodedColumn { dictionary: None, pages: vec![page] };
        let mut numbers = Numbers::new();
        match self {
            Kept::Texts(kept) => return texts(std::mem::take(kept)),
            Kept::Bits(bits) => return page(encode::words(&std::mem::take(bits))),
            Kept::Numbers(kept) => numbers.page(&std::mem::take(kept)),
            Kept::Perhaps(kept) => numbers.page_with_gaps(&std::mem::take(kept)),
        }
        numbers.finish()
    }
}

/// By a dictionary if few texts occur again and again, else by what each shares with the one before.
fn texts(texts: Vec<String>) -> EncodedColumn {
    let mut places: HashMap<&str, u32> = HashMap::new();
    let mut different: Vec<&str> = Vec::new();
    let mut entries = Vec::with_capacity(texts.len());
    for text in &texts {
        let place = *places.entry(text).or_insert(different.len() as u32);
        if place as usize == different.len() {
            different.push(text);
        }
        entries.push(place);
    }
    if 4 * different.len() > texts.len() + 4 {
        let page = encode::texts(texts.iter().map(String::as_str));
        return EncodedColumn { dictionary: None, pages: vec![page] };
    }
    let every = vec![u64::MAX; texts.len().div_ceil(64)];
    let page = encode::runs(&entries, &every, different.len() as u32, Codec::Zstd, |entry| entry);
    let dictionary = encode::dictionary_of_texts(different.into_iter());
    EncodedColumn { dictionary: Some(dictionary), pages: vec![page] }
}
