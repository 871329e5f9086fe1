//! Pages: numbers by dictionary, words by differences, texts by what they share with the one before.
//!
//! The encodings are `RLE_DICTIONARY`, `DELTA_BINARY_PACKED` and `DELTA_BYTE_ARRAY` of the Parquet
//! format; a page is compressed by zstd, as one frame or as several in a row.

use std::cell::RefCell;

use parquet::basic::Encoding;

use super::{EncodedColumn, EncodedPage};

/// How many differences share a least one, and how many of these share a width.
pub const BLOCK: usize = 128;
const MINIBLOCK: usize = 32;

/// The lowest of the ordinary levels. Faster ones triple the size and save nothing, for there is more to write.
const LEVEL: i32 = 1;

/// The bytes as a frame of zstd.
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    thread_local! {
        static COMPRESSOR: RefCell<zstd::bulk::Compressor<'static>> =
            RefCell::new(zstd::bulk::Compressor::new(LEVEL).expect("the level exists"));
    }
    let compressed = COMPRESSOR.with_borrow_mut(|compressor| compressor.compress(bytes));
    compressed.expect("there is memory for the result")
}

fn varint(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn zigzag(number: i64, out: &mut Vec<u8>) {
    varint((number << 1 ^ number >> 63) as u64, out);
}

/// Numbers of `width` bits each, one after the other, the lowest bit first.
fn pack(numbers: impl Iterator<Item = u64>, width: u32, out: &mut Vec<u8>) {
    let (mut word, mut filled) = (0u128, 0);
    for number in numbers {
        word |= u128::from(number) << filled;
        filled += width;
        if filled >= 64 {
            out.extend_from_slice(&(word as u64).to_le_bytes());
            word >>= 64;
            filled -= 64;
        }
    }
    let bytes = filled.div_ceil(8) as usize;
    out.extend_from_slice(&word.to_le_bytes()[..bytes]);
}

/// The same for widths up to 16, eight numbers at a time; what is missing to a multiple of eight is 0. A
/// number is what `place` makes of it; eight zeros are so common that they have a way of their own.
fn pack_narrow(numbers: &[u32], place: impl Fn(u32) -> u32, width: u32, out: &mut Vec<u8>) {
    let (eights, rest) = numbers.as_chunks::<8>();
    let pack = |eight: [u32; 8]| {
        let half = |numbers: &[u32]| {
            let shifted = numbers.iter().zip(0..).map(|(&n, i)| u64::from(n) << (i * width));
            shifted.fold(0, |word, number| word | number)
        };
        u128::from(half(&eight[..4])) | u128::from(half(&eight[4..])) << (4 * width)
    };
    let mut at = out.len();
    let end = at + numbers.len().div_ceil(8) * width as usize;
    out.resize(end + 16, 0);
    let mut put = |word: u128| {
        out[at..at + 16].copy_from_slice(&word.to_le_bytes());
        at += width as usize;
    };
    let zeros = pack([place(0); 8]);
    for eight in eights {
        let zero = eight.iter().fold(0, |any, number| any | number) == 0;
        let mut places = [0; 8];
        if !zero {
            places.iter_mut().zip(eight).for_each(|(to, &number)| *to = place(number));
        }
        put(if zero { zeros } else { pack(places) });
    }
    if !rest.is_empty() {
        let mut last = [0; 8];
        last.iter_mut().zip(rest).for_each(|(to, &number)| *to = place(number));
        put(pack(last));
    }
    out.truncate(end);
}

/// The beginning of `DELTA_BINARY_PACKED`: sizes, how many numbers there are, and the first.
pub fn delta_header(count: usize, first: i64, out: &mut Vec<u8>) {
    varint(BLOCK as u64, out);
    varint((BLOCK / MINIBLOCK) as u64, out);
    varint(count as u64, out);
    zigzag(first, out);
}

/// The differences of these numbers, block by block.
pub fn delta_blocks(numbers: &[i64], out: &mut Vec<u8>) {
    let differences: Vec<i64> = numbers.windows(2).map(|w| w[1].wrapping_sub(w[0])).collect();
    for block in differences.chunks(BLOCK) {
        let least = *block.iter().min().expect("a block is not empty");
        zigzag(least, out);
        let above = |difference: &i64| difference.wrapping_sub(least) as u64;
        let width = |part: &[i64]| {
            64 - part.iter().map(above).fold(0, |all, one| all | one).leading_zeros()
        };
        let parts: Vec<&[i64]> = block.chunks(MINIBLOCK).collect();
        let widths = (0..BLOCK / MINIBLOCK).map(|i| parts.get(i).map_or(0, |part| width(part)));
        out.extend(widths.map(|width| width as u8));
        for part in parts {
            let whole = part.iter().map(above).chain(std::iter::repeat(0)).take(MINIBLOCK);
            pack(whole, width(part), out);
        }
    }
}

/// Numbers as `DELTA_BINARY_PACKED`.
pub fn delta(numbers: &[i64], out: &mut Vec<u8>) {
    delta_header(numbers.len(), numbers.first().copied().unwrap_or(0), out);
    delta_blocks(numbers, out);
}

/// A page of texts.
pub fn texts<'t>(texts: impl Iterator<Item = &'t str>) -> EncodedPage {
    let (mut shared, mut own, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
    let mut before = "";
    for text in texts {
        let same = before.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
        shared.push(same as i64);
        own.push((text.len() - same) as i64);
        bytes.extend_from_slice(&text.as_bytes()[same..]);
        before = text;
    }
    let mut page = Vec::new();
    delta(&shared, &mut page);
    delta(&own, &mut page);
    page.append(&mut bytes);
    let (rows, encoding) = (shared.len() as u32, Encoding::DELTA_BYTE_ARRAY);
    EncodedPage { bytes: compress(&page), plain: page.len(), rows, encoding }
}

/// A page of sets of bits.
pub fn words(words: &[u64]) -> EncodedPage {
    let numbers: Vec<i64> = words.iter().map(|&word| word as i64).collect();
    let mut page = Vec::new();
    delta(&numbers, &mut page);
    let (rows, encoding) = (words.len() as u32, Encoding::DELTA_BINARY_PACKED);
    EncodedPage { bytes: compress(&page), plain: page.len(), rows, encoding }
}

/// Values below this are looked up in a list.
const LISTED: usize = 1 << 16;

/// A column of numbers, each written as its place in the list of those that occur.
pub struct Numbers {
    /// The place of each small value, plus one; 0 if it has not occurred.
    places: Vec<u32>,
    /// The places of great values.
    far: std::collections::HashMap<u32, u32>,
    values: Vec<u32>,
    names: Option<&'static [&'static str]>,
    pages: Vec<EncodedPage>,
    plain: Vec<u8>,
}

impl Numbers {
    pub fn new() -> Numbers {
        Numbers {
            places: vec![0; 256],
            far: Default::default(),
            values: Vec::new(),
            names: None,
            pages: Vec::new(),
            plain: Vec::new(),
        }
    }

    /// The numbers stand for these texts.
    pub fn named(names: &'static [&'static str]) -> Numbers {
        Numbers { names: Some(names), ..Numbers::new() }
    }

    #[inline]
    fn place(&mut self, value: u32) -> u32 {
        match self.places.get(value as usize) {
            Some(&place) if place != 0 => place - 1,
            _ => self.new_place(value),
        }
    }

    #[cold]
    fn new_place(&mut self, value: u32) -> u32 {
        let next = self.values.len() as u32;
        let place = match (value as usize) < LISTED {
            true => {
                let length = self.places.len().max(value as usize + 1);
                self.places.resize(length, 0);
                self.places[value as usize] = next + 1;
                next
            }
            false => *self.far.entry(value).or_insert(next),
        };
        if place == next {
            self.values.push(value);
        }
        place
    }

    /// Appends a page.
    pub fn page(&mut self, values: &[u32]) {
        for &value in values {
            self.place(value);
        }
        self.plain.clear();
        let places = std::mem::take(&mut self.places);
        let far = std::mem::take(&mut self.far);
        let place = |value: u32| match places.get(value as usize) {
            Some(place) => place.wrapping_sub(1),
            None => far.get(&value).copied().unwrap_or(0),
        };
        self.write(values, place, values.len());
        (self.places, self.far) = (places, far);
    }

    /// Appends a page of kinds of games, where each kind has its value.
    pub fn page_of_kinds(&mut self, kinds: &[u32], values: impl Iterator<Item = u32>) {
        let places: Vec<u32> = values.map(|value| self.place(value)).collect();
        self.plain.clear();
        self.write(kinds, |kind| places[kind as usize], kinds.len());
    }

    /// Appends a page in which values may be missing.
    pub fn page_with_gaps(&mut self, values: &[Option<u32>]) {
        let indices: Vec<u32> = values.iter().flatten().map(|&value| self.place(value)).collect();
        self.plain.clear();
        let mut levels = Vec::new();
        varint((values.len().div_ceil(8) as u64) << 1 | 1, &mut levels);
        pack(values.iter().map(|value| u64::from(value.is_some())), 1, &mut levels);
        self.plain.extend_from_slice(&(levels.len() as u32).to_le_bytes());
        self.plain.append(&mut levels);
        self.write(&indices, |index| index, values.len());
    }

    /// Appends a page of what `place` makes of these numbers.
    fn write(&mut self, numbers: &[u32], place: impl Fn(u32) -> u32, rows: usize) {
        let greatest = self.values.len().saturating_sub(1) as u32;
        let width = (32 - greatest.leading_zeros()).max(1);
        self.plain.push(width as u8);
        if greatest == 0 {
            varint((numbers.len() as u64) << 1, &mut self.plain);
            self.plain.push(0);
        } else {
            let groups = numbers.len().div_ceil(8);
            varint((groups as u64) << 1 | 1, &mut self.plain);
            let end = self.plain.len() + groups * width as usize;
            match width <= 16 {
                true => pack_narrow(numbers, place, width, &mut self.plain),
                false => {
                    let places = numbers.iter().map(|&number| place(number).into());
                    pack(places, width, &mut self.plain);
                }
            }
            self.plain.resize(end, 0);
        }
        let (plain, encoding) = (self.plain.len(), Encoding::RLE_DICTIONARY);
        let bytes = compress(&self.plain);
        self.pages.push(EncodedPage { bytes, plain, rows: rows as u32, encoding });
    }

    pub fn finish(self) -> EncodedColumn {
        let mut dictionary = Vec::new();
        for &value in &self.values {
            match self.names {
                None => dictionary.extend_from_slice(&value.to_le_bytes()),
                Some(names) => {
                    let name = names[value as usize];
                    dictionary.extend_from_slice(&(name.len() as u32).to_le_bytes());
                    dictionary.extend_from_slice(name.as_bytes());
                }
            }
        }
        EncodedColumn {
            dictionary: Some((dictionary, self.values.len() as u32)),
            pages: self.pages,
        }
    }
}

impl Default for Numbers {
    fn default() -> Self {
        Numbers::new()
    }
}
