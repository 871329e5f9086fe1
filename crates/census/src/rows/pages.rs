//! The columns of cycles, page by page.
//!
//! A page says of each row which entry of the column's dictionary it is. The dictionaries of all numbers
//! that are a matter of the kind have one entry for each kind, so that their pages are the same bytes, made
//! and compressed once. The class, a text, has a dictionary of its own: who reads texts as categories wants
//! each of them once. Most rows are all L: eight of them in a row are not written but counted. Entries
//! have whole bytes, which are compressed faster, and better, than entries of fewer bits. Only where a
//! class is one of two, all L or mixed, it is a bit.

use std::collections::HashMap;

use super::{Kinds, LEFT};
use crate::game::Class;
use crate::lanes::{LANES, Lanes, WORDS};
use sprague_columns::encode::{bits, dictionary_of_numbers, dictionary_of_texts, indices, runs};
use sprague_columns::{EncodedColumn, EncodedPage};

/// Preperiods from here on are looked up.
const NEAR: u32 = 256;

/// The classes in the order of their dictionary.
const WRITTEN: [Class; 5] = [Class::AllL, Class::Mixed, Class::AllR, Class::AllN, Class::AllP];

/// Some rows that follow each other, as they come: each is a preperiod and the number of a kind.
pub struct Rows {
    count: usize,
    /// What is not [`NEAR`] is kept below.
    preperiods: Vec<u8>,
    far: Vec<(usize, u32)>,
    kinds: Vec<u32>,
    /// The rows that are not all L.
    other: Vec<u64>,
}

impl Rows {
    pub fn new(count: usize) -> Rows {
        let room = count.next_multiple_of(LANES);
        Rows {
            count,
            preperiods: vec![0; room],
            far: Vec::new(),
            kinds: vec![LEFT; room],
            other: vec![0; room / 64],
        }
    }

    /// Begins again; every row is to be put, or to be among the lefts of its group.
    pub fn clear(&mut self, count: usize) {
        self.count = count;
        self.far.clear();
        self.kinds.fill(LEFT);
        self.other.fill(0);
    }

    #[inline(always)]
    pub fn put(&mut self, row: usize, preperiod: u32, kind: u32) {
        self.preperiods[row] = preperiod as u8;
        if preperiod >= NEAR {
            self.far.push((row, preperiod));
        }
        self.kinds[row] = kind;
        let (word, bit) = (&mut self.other[row / 64], row % 64);
        *word = *word & !(1 << bit) | u64::from(kind != LEFT) << bit;
    }

    /// A row that is not all L, and was not among the lefts of its group.
    #[inline(always)]
    pub fn put_other(&mut self, row: usize, preperiod: u8, kind: u32) {
        self.preperiods[row] = preperiod;
        self.kinds[row] = kind;
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
        self.preperiods.push(match rows.far.is_empty() {
            true => indices(&rows.preperiods[..count]),
            false => {
                let mut wide: Vec<u32> = rows.preperiods.iter().map(|&p| p.into()).collect();
                for &(row, preperiod) in &rows.far {
                    let next = NEAR + self.far_values.len() as u32;
                    let place = *self.far.entry(preperiod).or_insert(next);
                    if place == next {
                        self.far_values.push(preperiod);
                    }
                    wide[row] = place;
                }
                let all = vec![u64::MAX; rows.other.len()];
                runs(&wide[..count], &all, NEAR + self.far_values.len() as u32, |place| place)
            }
        });
        let kinds = &rows.kinds[..count];
        self.kinds.push(runs(kinds, &rows.other, known.kinds.len() as u32, |kind| kind));
        let place = |class: Class| WRITTEN.iter().position(|&c| c == class).expect("every class");
        let classes: Vec<u32> = known.kinds.iter().map(|kind| place(kind.class()) as u32).collect();
        self.classes.push(match classes.iter().all(|&class| class < 2) {
            // There is one kind that is all L.
            true => bits(&rows.other, count),
            false => runs(kinds, &rows.other, WRITTEN.len() as u32, |kind| classes[kind as usize]),
        });
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
