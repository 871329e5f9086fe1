//! What is written is read by the reader of the `parquet` crate, which has no part in making the pages.

use parquet::file::reader::FileReader as _;
use parquet::file::serialized_reader::SerializedFileReader;
use parquet::record::{Field as Read, Row};
use proptest::prelude::*;
use sprague_columns::encode::{Numbers, bits, dictionary_of_numbers, indices, runs, texts, words};
use sprague_columns::{Batch, ChunkFile, Codec, EncodedColumn, Field, Kind, Reader, Table};

fn read(bytes: Vec<u8>) -> Vec<Row> {
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
    reader.get_row_iter(None).unwrap().map(|row| row.unwrap()).collect()
}

fn field<'r>(row: &'r Row, name: &str) -> &'r Read {
    row.get_column_iter().find(|(column, _)| *column == name).unwrap().1
}

fn number(row: &Row, name: &str) -> Option<u64> {
    match field(row, name) {
        Read::UInt(number) => Some((*number).into()),
        Read::ULong(number) => Some(*number),
        Read::Null => None,
        other => panic!("{name}: {other:?}"),
    }
}

fn text<'r>(row: &'r Row, name: &str) -> &'r str {
    match field(row, name) {
        Read::Str(text) => text,
        other => panic!("{name}: {other:?}"),
    }
}

const COLUMNS: [(&str, Kind); 4] =
    [("text", Kind::Text), ("bits", Kind::Bits), ("few", Kind::Number), ("perhaps", Kind::Perhaps)];

proptest! {
    #[test]
    fn any_rows_are_read_as_they_were_written(
        rows in proptest::collection::vec(
            ("[a-c,]{0,9}", any::<u64>(), 0u32..5, proptest::option::of(any::<u32>())),
            1..300,
        ),
    ) {
        let page = |page| EncodedColumn { dictionary: None, pages: vec![page] };
        let bits: Vec<u64> = rows.iter().map(|row| row.1).collect();
        let perhaps: Vec<Option<u32>> = rows.iter().map(|row| row.3).collect();
        let (mut few, mut gaps) = (Numbers::new(), Numbers::new());
        few.page(&rows.iter().map(|row| row.2).collect::<Vec<u32>>());
        gaps.page_with_gaps(&perhaps);
        let mut file = ChunkFile::new(Vec::new(), &COLUMNS).unwrap();
        let texts = texts(rows.iter().map(|row| row.0.as_str()));
        let columns = vec![page(texts), page(words(&bits)), few.finish(), gaps.finish()];
        file.append(columns).unwrap();
        let bytes = file.finish().unwrap();
        // As columns, a few rows at a time.
        let mut reader = Reader::new(bytes.clone()).unwrap();
        let (mut done, some) = (0, 1 + rows.len() / 3);
        while done < rows.len() {
            let mut batch = Batch::new(&COLUMNS);
            reader.fill(&mut batch, some.div_ceil(2)).unwrap();
            reader.fill(&mut batch, some).unwrap();
            prop_assert_eq!(batch.rows, some.min(rows.len() - done));
            for (row, expected) in rows[done..].iter().take(batch.rows).enumerate() {
                let number = |column: usize| batch.columns[column].number(row);
                prop_assert_eq!(batch.columns[0].text(row), Some(expected.0.as_str()));
                prop_assert_eq!((number(1), number(2)), (Some(expected.1), Some(expected.2.into())));
                prop_assert_eq!(number(3), expected.3.map(u64::from));
            }
            done += batch.rows;
        }
        let by_hand = read(bytes);
        let mut table = Table::new(Vec::new(), &COLUMNS).unwrap();
        for (text, bits, few, perhaps) in &rows {
            let (bits, few) = (Field::Bits(*bits), Field::Number(*few));
            table.row(&[Field::Text(text), bits, few, Field::Perhaps(*perhaps)]).unwrap();
        }
        for read in [by_hand, read(table.finish().unwrap())] {
            prop_assert_eq!(read.len(), rows.len());
            for (row, expected) in read.iter().zip(&rows) {
                prop_assert_eq!(text(row, "text"), &expected.0);
                prop_assert_eq!(number(row, "bits"), Some(expected.1));
                prop_assert_eq!(number(row, "few"), Some(expected.2.into()));
                prop_assert_eq!(number(row, "perhaps"), expected.3.map(u64::from));
            }
        }
    }

    /// Entries of a dictionary in which values occur more than once; zeros that are only counted.
    #[test]
    fn any_runs_are_read_as_they_were_written(
        stretches in proptest::collection::vec((0usize..70, 0u32..70_000, 1usize..20), 1..40),
        of in prop_oneof![Just(256u32), Just(65_536), Just(70_000)],
    ) {
        let mut entries = Vec::new();
        for (zeros, entry, count) in stretches {
            entries.resize(entries.len() + zeros, 0);
            entries.extend((0..count as u32).map(|i| (entry + i) % of));
        }
        let mut other = vec![0; entries.len().div_ceil(64)];
        for (row, _) in entries.iter().enumerate().filter(|(_, entry)| **entry != 0) {
            other[row / 64] |= 1u64 << (row % 64);
        }
        let bytes: Vec<u8> = entries.iter().map(|&entry| entry as u8).collect();
        let value = |entry: u32| entry / 2;
        let column = |page| EncodedColumn {
            dictionary: Some(dictionary_of_numbers((0..of).map(value))),
            pages: vec![page],
        };
        let mut file =
            ChunkFile::new(Vec::new(), &["runs", "again", "bytes", "zeros"].map(|name| (name, Kind::Number)))
                .unwrap();
        let [by_zstd, by_lz4] =
            [Codec::Zstd, Codec::Lz4].map(|codec| runs(&entries, &other, of, codec, |entry| entry));
        let bit = bits(&other, entries.len());
        file.append([by_zstd, by_lz4, indices(&bytes), bit].map(column).into()).unwrap();
        let rows = read(file.finish().unwrap());
        prop_assert_eq!(rows.len(), entries.len());
        for (row, &entry) in rows.iter().zip(&entries) {
            prop_assert_eq!(number(row, "runs"), Some(value(entry).into()));
            prop_assert_eq!(number(row, "again"), Some(value(entry).into()));
            prop_assert_eq!(number(row, "zeros"), Some(value(u32::from(entry != 0)).into()));
            prop_assert_eq!(number(row, "bytes"), Some(value(entry & 0xff).into()));
        }
    }
}

#[test]
fn a_table_has_as_many_row_groups_as_it_needs() {
    let mut table = Table::new(Vec::new(), &[("n", Kind::Number), ("text", Kind::Text)]).unwrap();
    let total = 150_000;
    for n in 0..total {
        table.row(&[Field::Number(n), Field::Text(["N", "P"][n as usize % 2])]).unwrap();
    }
    let rows = read(table.finish().unwrap());
    assert_eq!(rows.len() as u32, total);
    assert!(rows.iter().zip(0u64..).all(|(row, n)| number(row, "n") == Some(n)));
    assert!(rows.iter().zip(0..).all(|(row, n)| text(row, "text") == ["N", "P"][n % 2]));
    let empty = Table::new(Vec::new(), &COLUMNS).unwrap().finish().unwrap();
    assert!(read(empty).is_empty());
}
