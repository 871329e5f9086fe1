//! Rows as Parquet: row groups from columns whose pages are encoded here, files from row groups.
//!
//! A census has a hundred million rows whose columns repeat themselves, and a general writer would spend
//! more time on a row than its computation took. So the pages are made by hand, in three of the encodings
//! of the format ([`encode`]): numbers by a dictionary and as few bits as it needs, bit sets by their
//! differences, texts by what they share with the one before. Headers and footer are left to the
//! `parquet` crate. For tables that are not as large there is [`Table`].

#![warn(missing_docs)]

mod batch;
pub mod encode;
mod lz4;
mod table;

pub use batch::{Batch, Reader, Values};
pub use table::{Field, Table};

use std::io::Write;
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{
    Compression, ConvertedType, Encoding, LogicalType, Repetition, Type as Physical,
};
use parquet::column::page::{CompressedPage, Page, PageWriter as _};
use parquet::errors::ParquetError;
use parquet::file::metadata::{
    ColumnChunkMetaData, FileMetaData, ParquetMetaData, ParquetMetaDataReader,
    ParquetMetaDataWriter, RowGroupMetaData,
};
use parquet::file::reader::ChunkReader;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::{SchemaDescPtr, SchemaDescriptor, Type, TypePtr};

/// What is in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text.
    Text,
    /// A set of numbers up to 63 as the bits of a word.
    Bits,
    /// A number.
    Number,
    /// A number, or nothing.
    Perhaps,
}

/// The name of a column, and what is in it.
pub type Column = (&'static str, Kind);

/// How bytes are compressed; the same for all pages of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Codec {
    /// Small.
    #[default]
    Zstd,
    /// Quick.
    Lz4,
}

impl Codec {
    fn compress(self, bytes: &[u8]) -> Bytes {
        match self {
            Codec::Zstd => encode::compress(bytes),
            Codec::Lz4 => lz4::compress(bytes, (0..bytes.len()).step_by(4)),
        }
    }

    fn name(self) -> Compression {
        match self {
            Codec::Zstd => Compression::ZSTD(Default::default()),
            Codec::Lz4 => Compression::LZ4_RAW,
        }
    }
}

/// Some rows of one column, encoded and compressed.
#[derive(Clone)]
pub struct EncodedPage {
    /// The page, compressed.
    pub bytes: Bytes,
    /// How it is compressed.
    pub codec: Codec,
    /// How many bytes it has when it is not compressed.
    pub plain: usize,
    /// How many rows it has.
    pub rows: u32,
    /// How it is encoded.
    pub encoding: Encoding,
}

/// A column of a row group.
#[derive(Default)]
pub struct EncodedColumn {
    /// The values that pages name by number, and how many they are.
    pub dictionary: Option<(Vec<u8>, u32)>,
    /// The pages, one after the other.
    pub pages: Vec<EncodedPage>,
}

fn schema(columns: &[Column]) -> Result<TypePtr, ParquetError> {
    let field = |&(name, kind): &Column| {
        let (physical, logical, converted) = match kind {
            Kind::Text => (Physical::BYTE_ARRAY, LogicalType::String, ConvertedType::UTF8),
            Kind::Bits => {
                (Physical::INT64, LogicalType::integer(64, false), ConvertedType::UINT_64)
            }
            Kind::Number | Kind::Perhaps => {
                (Physical::INT32, LogicalType::integer(32, false), ConvertedType::UINT_32)
            }
        };
        let repetition = match kind {
            Kind::Perhaps => Repetition::OPTIONAL,
            _ => Repetition::REQUIRED,
        };
        let field = Type::primitive_type_builder(name, physical)
            .with_repetition(repetition)
            .with_logical_type(Some(logical))
            .with_converted_type(converted);
        field.build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<Vec<TypePtr>, _>>()?;
    Type::group_type_builder("rows").with_fields(fields).build().map(Arc::new)
}

/// A file on its way, row group by row group.
pub struct ChunkFile<W: Write> {
    to: TrackedWrite<W>,
    schema: SchemaDescPtr,
    groups: Vec<RowGroupMetaData>,
}

/// How a file begins.
const MAGIC: &[u8] = b"PAR1";
/// The version of the format that has all that is used here.
const VERSION: i32 = 1;

impl<W: Write + Send> ChunkFile<W> {
    /// Begins a file with these columns.
    pub fn new(to: W, columns: &[Column]) -> Result<Self, ParquetError> {
        let mut to = TrackedWrite::new(to);
        to.write_all(MAGIC)?;
        let schema = Arc::new(SchemaDescriptor::new(schema(columns)?));
        Ok(ChunkFile { to, schema, groups: vec![] })
    }

    /// Appends a row group.
    pub fn append(&mut self, columns: Vec<EncodedColumn>) -> Result<(), ParquetError> {
        let pages = columns.first().map_or(&[][..], |column| &column.pages);
        let rows = pages.iter().map(|page| i64::from(page.rows)).sum();
        let columns: Result<_, ParquetError> =
            columns.into_iter().enumerate().map(|(i, column)| self.column(column, i)).collect();
        self.group(rows, columns?)
    }

    /// Writes the end of the file.
    pub fn finish(mut self) -> Result<W, ParquetError> {
        self.to.write_all(&footer(self.schema, self.groups)?)?;
        self.to.into_inner()
    }

    /// Notes a row group whose columns are written.
    fn group(&mut self, rows: i64, columns: Vec<ColumnChunkMetaData>) -> Result<(), ParquetError> {
        let begin = columns.first().map_or(0, |column| column.byte_range().0);
        let group = RowGroupMetaData::builder(self.schema.clone())
            .set_num_rows(rows)
            .set_total_byte_size(columns.iter().map(|column| column.uncompressed_size()).sum())
            .set_ordinal(self.groups.len() as i32)
            .set_file_offset(begin as i64)
            .set_column_metadata(columns);
        self.groups.push(group.build()?);
        Ok(())
    }

    /// Writes a column, and says what the footer says of it.
    fn column(
        &mut self,
        column: EncodedColumn,
        index: usize,
    ) -> Result<ColumnChunkMetaData, ParquetError> {
        let begin = self.to.bytes_written();
        let rows: i64 = column.pages.iter().map(|page| i64::from(page.rows)).sum();
        let codec = column.pages.first().map_or(Codec::default(), |page| page.codec);
        assert!(column.pages.iter().all(|page| page.codec == codec), "one codec for a column");
        let mut pages = SerializedPageWriter::new(&mut self.to);
        let mut plain = 0;
        let mut encodings = vec![Encoding::RLE];
        let mut dictionary_offset = None;
        if let Some((values, count)) = column.dictionary {
            let size = values.len();
            let page = Page::DictionaryPage {
                buf: codec.compress(&values),
                num_values: count,
                encoding: Encoding::PLAIN,
                is_sorted: false,
            };
            let spec = pages.write_page(CompressedPage::new(page, size))?;
            plain += spec.uncompressed_size as i64;
            dictionary_offset = Some(spec.offset as i64);
            encodings.push(Encoding::PLAIN);
        }
        let mut data_offset = None;
        for page in column.pages {
            if !encodings.contains(&page.encoding) {
                encodings.push(page.encoding);
            }
            let data = Page::DataPage {
                buf: page.bytes,
                num_values: page.rows,
                encoding: page.encoding,
                def_level_encoding: Encoding::RLE,
                rep_level_encoding: Encoding::RLE,
                statistics: None,
            };
            let spec = pages.write_page(CompressedPage::new(data, page.plain))?;
            plain += spec.uncompressed_size as i64;
            data_offset.get_or_insert(spec.offset as i64);
        }
        ColumnChunkMetaData::builder(self.schema.column(index))
            .set_compression(codec.name())
            .set_encodings(encodings)
            .set_num_values(rows)
            .set_total_compressed_size((self.to.bytes_written() - begin) as i64)
            .set_total_uncompressed_size(plain)
            .set_data_page_offset(data_offset.unwrap_or(0))
            .set_dictionary_page_offset(dictionary_offset)
            .build()
    }
}

/// What comes after all row groups and tells where they are.
fn footer(schema: SchemaDescPtr, groups: Vec<RowGroupMetaData>) -> Result<Vec<u8>, ParquetError> {
    let rows = groups.iter().map(RowGroupMetaData::num_rows).sum();
    let file = FileMetaData::new(VERSION, rows, Some("sprague".into()), None, schema, None);
    let metadata = ParquetMetaData::new(file, groups);
    let mut footer = Vec::new();
    ParquetMetaDataWriter::new(&mut footer, &metadata).finish()?;
    Ok(footer)
}

/// Files that have the same columns, one after the other: with a footer of their own they are one file.
///
/// What the footer does not speak of, the footers of the single files, is no part of it.
pub struct Joined {
    schema: SchemaDescPtr,
    groups: Vec<RowGroupMetaData>,
    length: u64,
}

impl Joined {
    /// No file so far.
    pub fn new(columns: &[Column]) -> Result<Joined, ParquetError> {
        let schema = Arc::new(SchemaDescriptor::new(schema(columns)?));
        Ok(Joined { schema, groups: vec![], length: 0 })
    }

    /// How many bytes the files have.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// One more file, after all others.
    pub fn add(&mut self, file: &Bytes) -> Result<(), ParquetError> {
        self.add_some(file, file.len() as u64)
    }

    /// One more file, of which only the first bytes are taken: those before its own footer, which holds all that is known
    /// of files that were joined before.
    pub fn add_some<F: ChunkReader>(&mut self, file: &F, taken: u64) -> Result<(), ParquetError> {
        let moved = self.length as i64;
        let metadata = ParquetMetaDataReader::new().parse_and_finish(file)?;
        for group in metadata.row_groups() {
            let column = |column: &ColumnChunkMetaData| {
                let dictionary = column.dictionary_page_offset().map(|offset| offset + moved);
                let here = column.clone().into_builder();
                let here = here.set_data_page_offset(column.data_page_offset() + moved);
                here.set_dictionary_page_offset(dictionary).build()
            };
            let columns = group.columns().iter().map(column).collect::<Result<_, _>>()?;
            let here = group.clone().into_builder().set_column_metadata(columns);
            let here = here.set_ordinal(self.groups.len() as i32);
            let here = here.set_file_offset(group.file_offset().unwrap_or(0) + moved);
            self.groups.push(here.build()?);
        }
        self.length += taken;
        Ok(())
    }

    /// The end of the whole file.
    pub fn footer(self) -> Result<Vec<u8>, ParquetError> {
        footer(self.schema, self.groups)
    }
}
