//! Rows as Parquet: row groups from columns whose pages are encoded here, files from row groups.
//!
//! A census has a hundred million rows whose columns repeat themselves, and a general writer would spend
//! more time on a row than its computation took. So the pages are made by hand, in three of the encodings
//! of the format ([`encode`]): numbers by a dictionary and as few bits as it needs, bit sets by their
//! differences, texts by what they share with the one before. Headers and footer are left to the
//! `parquet` crate. For tables that are not as large there is [`Table`].

pub mod encode;
pub mod table;

pub use table::{Field, Table};

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{
    Compression, ConvertedType, Encoding, LogicalType, Repetition, Type as Physical,
};
use parquet::column::page::{CompressedPage, Page, PageWriter as _};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::FileReader as _;
use parquet::file::serialized_reader::SerializedFileReader;
use parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use parquet::schema::types::{SchemaDescriptor, Type, TypePtr};

/// What is in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    /// A set of numbers up to 63 as the bits of a word.
    Bits,
    Number,
    /// A number, or nothing.
    Perhaps,
}

/// The name of a column, and what is in it.
pub type Column = (&'static str, Kind);

/// Some rows of one column, encoded and compressed.
#[derive(Clone)]
pub struct EncodedPage {
    pub bytes: Bytes,
    /// How many bytes it has when it is not compressed.
    pub plain: usize,
    pub rows: u32,
    pub encoding: Encoding,
}

/// A column of a row group.
#[derive(Default)]
pub struct EncodedColumn {
    /// The values that pages name by number, and how many they are.
    pub dictionary: Option<(Vec<u8>, u32)>,
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

/// A file with the rows of one chunk.
pub struct ChunkFile<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    descriptor: SchemaDescriptor,
}

impl<W: Write + Send> ChunkFile<W> {
    pub fn new(to: W, columns: &[Column]) -> Result<Self, ParquetError> {
        let schema = schema(columns)?;
        let descriptor = SchemaDescriptor::new(schema.clone());
        let properties = WriterProperties::builder().set_created_by("sprague".into()).build();
        let writer = SerializedFileWriter::new(to, schema, Arc::new(properties))?;
        Ok(ChunkFile { writer, descriptor })
    }

    /// Appends a row group.
    pub fn append(&mut self, columns: Vec<EncodedColumn>) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for (index, column) in columns.into_iter().enumerate() {
            let (bytes, close) = chunk(column, &self.descriptor, index)?;
            group.append_column(&bytes, close)?;
        }
        group.close()?;
        Ok(())
    }

    pub fn finish(self) -> Result<W, ParquetError> {
        self.writer.into_inner()
    }
}

/// The bytes of a column chunk, and what the footer says of it.
fn chunk(
    column: EncodedColumn,
    descriptor: &SchemaDescriptor,
    index: usize,
) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
    let rows: u64 = column.pages.iter().map(|page| u64::from(page.rows)).sum();
    let mut sink = TrackedWrite::new(Vec::new());
    let mut pages = SerializedPageWriter::new(&mut sink);
    let mut plain = 0u64;
    let mut encodings = vec![Encoding::RLE];
    let mut dictionary_offset = None;
    if let Some((values, count)) = column.dictionary {
        let size = values.len();
        let page = Page::DictionaryPage {
            buf: encode::compress(&values),
            num_values: count,
            encoding: Encoding::PLAIN,
            is_sorted: false,
        };
        let spec = pages.write_page(CompressedPage::new(page, size))?;
        plain += spec.uncompressed_size as u64;
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
        plain += spec.uncompressed_size as u64;
        data_offset.get_or_insert(spec.offset as i64);
    }
    let bytes: Bytes = sink.into_inner()?.into();
    let metadata = ColumnChunkMetaData::builder(descriptor.column(index))
        .set_compression(Compression::ZSTD(Default::default()))
        .set_encodings(encodings)
        .set_num_values(rows as i64)
        .set_total_compressed_size(bytes.len() as i64)
        .set_total_uncompressed_size(plain as i64)
        .set_data_page_offset(data_offset.unwrap_or(0))
        .set_dictionary_page_offset(dictionary_offset)
        .build()?;
    let close = close(metadata, bytes.len() as u64, rows);
    Ok((bytes, close))
}

fn close(
    metadata: ColumnChunkMetaData,
    bytes_written: u64,
    rows_written: u64,
) -> ColumnCloseResult {
    ColumnCloseResult {
        bytes_written,
        rows_written,
        metadata,
        bloom_filter: None,
        column_index: None,
        offset_index: None,
    }
}

/// One file with the row groups of many, in their order.
pub fn join<W: Write + Send>(
    to: W,
    columns: &[Column],
    parts: impl Iterator<Item = impl AsRef<Path>>,
) -> Result<W, ParquetError> {
    let mut file = ChunkFile::new(to, columns)?;
    for part in parts {
        let source = File::open(part)?;
        let reader = SerializedFileReader::new(source.try_clone()?)?;
        for group in reader.metadata().row_groups() {
            let mut copy = file.writer.next_row_group()?;
            for column in group.columns() {
                let size = column.compressed_size() as u64;
                let close = close(column.clone(), size, group.num_rows() as u64);
                copy.append_column(&source, close)?;
            }
            copy.close()?;
        }
    }
    file.finish()
}
