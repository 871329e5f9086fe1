//! The columns of cycles, page by page.
//!
//! A page says of each row which entry of the column's dictionary it is. The dictionaries of all numbers
//! that are a matter of the kind have one entry for each kind, so that their pages are the same bytes, made
//! and compressed once. The class, a text, has a dictionary of its own: who reads texts as categories wants
//! each of them once. Most rows are all L: eight of them in a row are not written but counted. Entries
//! have whole bytes, which are compressed faster, and better, than entries of fewer bits. Only where a
//! class is one of two, all L or mixed, it is a bit. Preperiods and classes are written once and
//! compressed in a hurry; kinds are written five times, and it pays to make them small.

use std::collections::HashMap;

use super::{Kinds, LEFT};
use crate::game::Class;
use crate::lanes::{LANES, Lanes, WORDS};
use sprague_columns::encode::{bits, dictionary_of_numbers, dictionary_of_texts, indices, runs};
use sprague_columns::{Codec, EncodedColumn, EncodedPage};

/// Preperiods from here on are looked up.
const NEAR: u32 = 256;

/// The classes in the order of their dictionary.
const WRITTEN: [Class; 5] = [Class::AllL, Class::Mixed, Class::AllR, Class::AllN, Class::AllP];

/// Some rows that follow each other, as they come: each is a preperiod and the number of a kind.
pub struct Rows {
    count: usize,
    /// What has no room here is kept with its row.
    preperiods: Vec<u8>,
    far_preperiods: Vec<(usize, u32)>,
    kinds: Vec<u16>,
    far_kinds: Vec<(usize, u32)>,
    /// The rows that are not all L.
    other: Vec<u64>,
}

impl Rows {
    pub fn new(count: usize) -> Rows {
        let room = count.next_multiple_of(LANES);
        Rows {
            count,
            preperiods: vec![0; room],
            far_preperiods: Vec::new(),
            kinds: vec![LEFT as u16; room],
            far_kinds: Vec::new(),
            other: vec![0; room / 64],
        }
    }

    /// Begins again; every row is to be put, or to be among the lefts of its group.
    pub fn clear(&mut self, count: usize) {
        self.count = count;
        self.far_preperiods.clear();
        self.far_kinds.clear();
        self.kinds.fill(LEFT as u16);
        self.other.fill(0);
    }

    #[inline(always)]
    pub fn put(&mut self, row: usize, preperiod: u32, kind: u32) {
        if preperiod >= NEAR {
            self.far_preperiods.push((row, preperiod));
        }
        self.put_other(row, preperiod as u8, kind);
        let (word, bit) = (&mut self.other[row / 64], row % 64);
        *word = *word & !(1 << bit) | u64::from(kind != LEFT) << bit;
    }

    /// A row that is not all L, and was not among the lefts of its group.
    #[inline(always)]
    pub fn put_other(&mut self, row: usize, preperiod: u8, kind: u32) {
        self.preperiods[row] = preperiod;
        self.kinds[row] = kind as u16;
        if kind > u16::MAX.into() {
            self.far_kinds.push((row, kind));
        }
    }

    /// The preperiods of 512 rows, to be written where they are all L; all other rows are put later.
    #[inline(always)]
    pub fn lefts(&mut self, first: usize, left: Lanes) -> &mut [u8; LANES] {
        let other = &mut self.other[first / 64..first / 64 + WORDS];
        other.iter_mut().zip(left.0).for_each(|(other, left)| *other = !left);
        (&mut self.preperiods[first..first + LANES]).try_into().expect("512 rows")
    }
}

/// The columns of cycles.
#[derive(Default)]
pub struct CycleColumns {
    preperiods: Vec<EncodedPage>,
    far: HashMap<u32, u32>,
    far_values: Vec<u32>,
    kinds: Vec<EncodedPage>,
    classes: Vec<EncodedPage>,
}

impl CycleColumns {
    /// Appends rows.
    pub fn page(&mut self, rows: &Rows, known: &Kinds) {
        let count = rows.count;
        self.preperiods.push(match rows.far_preperiods.is_empty() {
            true => indices(&rows.preperiods[..count]),
            false => {
                let place = |&(row, preperiod): &(usize, u32)| {
                    let next = NEAR + self.far_values.len() as u32;
                    let place = *self.far.entry(preperiod).or_insert(next);
                    if place == next {
                        self.far_values.push(preperiod);
                    }
                    (row, place)
                };
                let far: Vec<(usize, u32)> = rows.far_preperiods.iter().map(place).collect();
                let entries = widen(&rows.preperiods[..count], &far);
                let every = vec![u64::MAX; rows.other.len()];
                runs(&entries, &every, NEAR + self.far_values.len() as u32, Codec::Lz4, |place| {
                    place
                })
            }
        });
        let kinds = &rows.kinds[..count];
        let [kinds, classes] = match rows.far_kinds.is_empty() {
            true => kinds_and_classes(kinds, &rows.other, known),
            false => kinds_and_classes(&widen(kinds, &rows.far_kinds), &rows.other, known),
        };
        self.kinds.push(kinds);
        self.classes.push(classes);
    }

    /// All columns; the kinds are those that were known when the last page was made.
    pub fn finish(self, known: &Kinds) -> Vec<EncodedColumn> {
        let preperiods = (0..NEAR).chain(self.far_values);
        let column =
            |dictionary| EncodedColumn { dictionary: Some(dictionary), pages: self.kinds.clone() };
        let of_kind = |value: &dyn Fn(&crate::game::Cycle) -> u32| {
            column(dictionary_of_numbers(known.kinds.iter().map(value)))
        };
        let classes = EncodedColumn {
            dictionary: Some(dictionary_of_texts(WRITTEN.into_iter().map(Class::name))),
            pages: self.classes,
        };
        let mut columns = vec![
            EncodedColumn {
                dictionary: Some(dictionary_of_numbers(preperiods)),
                pages: self.preperiods,
            },
            of_kind(&|kind| kind.period),
            classes,
        ];
        columns.extend((0..4).map(|place| of_kind(&|kind| kind.counts[place])));
        columns
    }
}

/// Numbers with more room, and those that had too little.
fn widen<N: Copy + Into<u32>>(narrow: &[N], far: &[(usize, u32)]) -> Vec<u32> {
    let mut wide: Vec<u32> = narrow.iter().map(|&number| number.into()).collect();
    far.iter().for_each(|&(row, number)| wide[row] = number);
    wide
}

/// The page that tells the kinds of rows, and the page that tells their classes.
fn kinds_and_classes<N: Copy + Into<u32>>(
    kinds: &[N],
    other: &[u64],
    known: &Kinds,
) -> [EncodedPage; 2] {
    let place = |class: Class| WRITTEN.iter().position(|&c| c == class).expect("every class");
    let classes: Vec<u32> = known.kinds.iter().map(|kind| place(kind.class()) as u32).collect();
    let of_classes = match classes.iter().all(|&class| class < 2) {
        // There is one kind that is all L.
        true => bits(other, kinds.len()),
        false => {
            runs(kinds, other, WRITTEN.len() as u32, Codec::Lz4, |kind| classes[kind as usize])
        }
    };
    [runs(kinds, other, known.kinds.len() as u32, Codec::Zstd, |kind| kind), of_classes]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Cycle;
    use parquet::file::reader::FileReader as _;
    use parquet::file::serialized_reader::SerializedFileReader;
    use sprague_columns::ChunkFile;

    /// Pages with and without numbers that have no room in their bytes, in one column.
    #[test]
    fn far_preperiods_and_many_kinds_are_read_as_they_were() {
        let count = 1 << 17;
        let cycle = |row: u32| {
            // More kinds than 16 bits, some of them all L, and a few preperiods above a byte.
            let period = if row.is_multiple_of(7) { 1 } else { 2 + row / 300 };
            let left = if period == 1 { 1 } else { row % 300 % period };
            let preperiod =
                if row % 1000 == 999 && row > count / 2 { row % 5000 } else { row % 200 };
            Cycle { preperiod, period, counts: [left, period - left, 0, 0] }
        };
        let (mut kinds, mut rows) = (Kinds::default(), Rows::new(1 << 16));
        let mut columns = CycleColumns::default();
        let (mut far_preperiods, mut far_kinds) = (vec![], vec![]);
        for first in (0..count).step_by(1 << 16) {
            rows.clear(1 << 16);
            for row in first..first + (1 << 16) {
                let kind = kinds.number(&cycle(row), 1);
                rows.put((row - first) as usize, cycle(row).preperiod, kind);
            }
            far_preperiods.push(!rows.far_preperiods.is_empty());
            far_kinds.push(!rows.far_kinds.is_empty());
            columns.page(&rows, &kinds);
        }
        assert_eq!((far_preperiods, far_kinds), (vec![false, true], vec![false, true]));
        let mut file = ChunkFile::new(Vec::new(), &crate::rows::CYCLES).unwrap();
        file.append(columns.finish(&kinds)).unwrap();
        let bytes = bytes::Bytes::from(file.finish().unwrap());
        let reader = SerializedFileReader::new(bytes).unwrap();
        for (row, read) in (0..count).zip(reader.get_row_iter(None).unwrap()) {
            let Cycle { preperiod, period, counts: [l, r, n, p] } = cycle(row);
            let class = cycle(row).class().name();
            let expected = format!(
                "{{preperiod: {preperiod}, period: {period}, class: \"{class}\", cycle_l: {l}, \
                 cycle_r: {r}, cycle_n: {n}, cycle_p: {p}}}"
            );
            assert_eq!(read.unwrap().to_string(), expected, "row {row}");
        }
    }
}
