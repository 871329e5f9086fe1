//! The columns that name the sets of LR-Subtraction Nim, made once and copied into every page.
//!
//! In the order of the census a set is the one whose largest element was taken away, and that element
//! again: its text is the text of an earlier set and one number more, which is all that has to be written.
//! Which number it is, and how long the text is, depends on the place in the page, and the rest of the
//! page's number only adds a constant: so everything after the first block of differences is the same,
//! byte for byte, in all pages of a census, and is compressed once.

use parquet::basic::Encoding;

use super::LrNim;
use crate::game::Amounts;
use sprague_columns::encode::{BLOCK, Well, delta_blocks, delta_header, store};
use sprague_columns::{Codec, EncodedPage};

/// The sets of a page, which begins at a multiple of its length.
pub struct Names {
    family: LrNim,
    rows: usize,
    /// What all pages share: of the bits, and of the texts what is shared, what is not, and the bytes.
    bits: Frame,
    shared: Frame,
    own: Frame,
    bytes: Frame,
}

/// Bytes, compressed, and how many they are otherwise.
struct Frame {
    bytes: Vec<u8>,
    plain: usize,
}

impl Frame {
    fn of(plain: &[u8], well: &mut Well) -> Frame {
        let bytes = if plain.is_empty() { Vec::new() } else { well.compress(plain) };
        Frame { bytes, plain: plain.len() }
    }
}

impl Names {
    /// For pages of so many rows, a power of two.
    pub fn new(family: LrNim, rows: usize) -> Names {
        // The first page stands for all.
        let sets: Vec<i64> = (0..rows).map(|row| family.set(row as u64) as i64).collect();
        let (shared, own) = lengths(family, 0, rows);
        let mut well = Well::default();
        let mut blocks = |numbers: &[i64]| {
            let mut bytes = Vec::new();
            if let Some(later) = numbers.get(BLOCK..) {
                delta_blocks(later, &mut bytes);
            }
            Frame::of(&bytes, &mut well)
        };
        let [bits, shared, own] = [&sets, &shared, &own].map(|numbers| blocks(numbers));
        let mut bytes = Vec::new();
        let numbers: Vec<String> = (0..=family.max).map(|number| format!(",{number}")).collect();
        for row in 1..rows as u64 {
            bytes.extend_from_slice(numbers[last(family, row) as usize].as_bytes());
        }
        Names { family, rows, bits, shared, own, bytes: Frame::of(&bytes, &mut well) }
    }

    /// The page from that set on: as bits, and as texts.
    pub fn page(&self, first: u64) -> [EncodedPage; 2] {
        let head = self.rows.min(BLOCK + 1);
        let sets: Vec<i64> =
            (0..head).map(|row| self.family.set(first + row as u64) as i64).collect();
        let (shared, own) = lengths(self.family, first, head);
        let mut bits = Pieces::default();
        bits.numbers(self.rows, &sets, &self.bits);
        let mut texts = Pieces::default();
        texts.numbers(self.rows, &shared, &self.shared);
        texts.numbers(self.rows, &own, &self.own);
        texts.store(Amounts(self.family.set(first)).to_string().as_bytes());
        texts.copy(&self.bytes);
        let page = |pieces: Pieces, encoding| EncodedPage {
            bytes: pieces.bytes.into(),
            codec: Codec::Zstd,
            plain: pieces.plain,
            rows: self.rows as u32,
            encoding,
        };
        [page(bits, Encoding::DELTA_BINARY_PACKED), page(texts, Encoding::DELTA_BYTE_ARRAY)]
    }
}

/// A page as frames in a row.
#[derive(Default)]
struct Pieces {
    bytes: Vec<u8>,
    plain: usize,
}

impl Pieces {
    fn copy(&mut self, frame: &Frame) {
        self.bytes.extend_from_slice(&frame.bytes);
        self.plain += frame.plain;
    }

    /// A few bytes, which it does not pay to compress.
    fn store(&mut self, plain: &[u8]) {
        store(plain, &mut self.bytes);
        self.plain += plain.len();
    }

    /// Differences of so many numbers, of which these are the first ones, and the rest is known.
    fn numbers(&mut self, count: usize, first: &[i64], rest: &Frame) {
        let mut bytes = Vec::new();
        delta_header(count, first[0], &mut bytes);
        delta_blocks(first, &mut bytes);
        self.store(&bytes);
        self.copy(rest);
    }
}

/// How long a set's text is: commas between its numbers, which from 10 on have two digits.
fn length(set: u64) -> i64 {
    i64::from(2 * set.count_ones() - 1 + (set >> 10).count_ones())
}

/// The last number of a set's text.
fn last(family: LrNim, number: u64) -> u32 {
    family.max - number.trailing_zeros()
}

/// Of each text from `first` on, how much it shares with the one before, and how much it adds. The first
/// shares nothing.
fn lengths(family: LrNim, first: u64, rows: usize) -> (Vec<i64>, Vec<i64>) {
    let (mut shared, mut own) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
    shared.push(0);
    own.push(length(family.set(first)));
    for number in first + 1..first + rows as u64 {
        shared.push(length(family.set(number & (number - 1))));
        own.push(1 + length(1 << last(family, number)));
    }
    (shared, own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_columns::encode::words;

    /// What zstd makes of the frames.
    fn plain(page: &EncodedPage) -> Vec<u8> {
        let bytes = zstd::stream::decode_all(&page.bytes[..]).unwrap();
        assert_eq!(bytes.len(), page.plain);
        bytes
    }

    #[test]
    fn pages_of_bits_are_those_made_straight_from_the_sets() {
        for (min, max, rows) in [(2, 3, 2), (2, 9, 128), (2, 20, 1 << 10), (5, 40, 1 << 12)] {
            let family = LrNim::new(min, max).unwrap();
            let names = Names::new(family, rows);
            for page in [0, 1, 7].map(|page| page * rows as u64 % family.total()) {
                let sets: Vec<u64> =
                    (page..page + rows as u64).map(|number| family.set(number)).collect();
                assert_eq!(plain(&names.page(page)[0]), plain(&words(&sets)), "{min} {max} {page}");
            }
        }
    }

    #[test]
    fn a_text_is_an_earlier_one_and_a_number_more() {
        let family = LrNim::new(2, 14).unwrap();
        let (shared, own) = lengths(family, 0, 4096);
        let mut before = String::new();
        for number in 0..4096 {
            let text = Amounts(family.set(number)).to_string();
            let same = shared[number as usize] as usize;
            assert_eq!(same + own[number as usize] as usize, text.len());
            assert_eq!(before[..same], text[..same]);
            before = text;
        }
    }
}
