//! Pages: numbers by dictionary, words by differences, texts by what they share with the one before.
//!
//! The encodings are `RLE_DICTIONARY`, `DELTA_BINARY_PACKED` and `DELTA_BYTE_ARRAY` of the Parquet
//! format. A page is compressed by zstd, as one frame or as several in a row, or, where that would take
//! longer than everything else, by `lz4`.

use std::cell::RefCell;

use bytes::Bytes;
use parquet::basic::Encoding;
use zstd::zstd_safe::CParameter;

use crate::{Codec, EncodedColumn, EncodedPage, lz4};

/// How many differences share a least one, and how many of these share a width.
pub const BLOCK: usize = 128;
const MINIBLOCK: usize = 32;

/// The lowest of the ordinary levels, and only matches of seven bytes or more, in a table that stays in the
/// nearest memory: a fifth faster on large pages for a tenth more bytes. Still faster ones triple the size and
/// save nothing, for there is more to write.
fn compressor() -> zstd::bulk::Compressor<'static> {
    let mut compressor = zstd::bulk::Compressor::new(1).expect("the level exists");
    for parameter in [CParameter::HashLog(13), CParameter::MinMatch(7), CParameter::TargetLength(1)]
    {
        compressor.set_parameter(parameter).expect("within its bounds");
    }
    compressor
}

/// The bytes as a frame of zstd.
pub fn compress(bytes: &[u8]) -> Bytes {
    thread_local! {
        static COMPRESSOR: RefCell<(zstd::bulk::Compressor<'static>, Vec<u8>)> =
            RefCell::new((compressor(), vec![]));
    }
    COMPRESSOR.with_borrow_mut(|(compressor, out)| {
        out.clear();
        out.reserve(zstd::zstd_safe::compress_bound(bytes.len()));
        compressor.compress_to_buffer(bytes, out).expect("there is room for the result");
        Bytes::copy_from_slice(out)
    })
}

/// The same for bytes that are compressed once and copied often: slower, and smaller.
pub struct Well(zstd::bulk::Compressor<'static>);

impl Default for Well {
    fn default() -> Well {
        Well(zstd::bulk::Compressor::new(9).expect("the level exists"))
    }
}

impl Well {
    /// The bytes as a frame of zstd.
    pub fn compress(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.0.compress(bytes).expect("there is room for the result")
    }
}

/// A few bytes, fewer than 2^17, as a frame of zstd that holds them as they are: a magic number, the size
/// in four bytes, and one block (RFC 8878, 3.1.1).
pub fn store(bytes: &[u8], out: &mut Vec<u8>) {
    debug_assert!(bytes.len() < 1 << 17);
    out.extend_from_slice(&0xfd2f_b528_u32.to_le_bytes());
    out.push(0b1010_0000);
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    let last_and_raw = (bytes.len() as u32) << 3 | 1;
    out.extend_from_slice(&last_and_raw.to_le_bytes()[..3]);
    out.extend_from_slice(bytes);
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
    zstd_page(&page, rows, encoding)
}

/// A page of sets of bits.
pub fn words(words: &[u64]) -> EncodedPage {
    let numbers: Vec<i64> = words.iter().map(|&word| word as i64).collect();
    let mut page = Vec::new();
    delta(&numbers, &mut page);
    let (rows, encoding) = (words.len() as u32, Encoding::DELTA_BINARY_PACKED);
    zstd_page(&page, rows, encoding)
}

/// A page of entries of a dictionary with at most 256.
pub fn indices(entries: &[u8]) -> EncodedPage {
    let groups = entries.len().div_ceil(8);
    let mut page = Vec::with_capacity(8 * groups + 16);
    page.push(8);
    varint((groups as u64) << 1 | 1, &mut page);
    let start = page.len();
    page.extend_from_slice(entries);
    page.resize(start + 8 * groups, 0);
    lz4_page(&page, (start..page.len()).step_by(16), entries.len())
}

/// A page of so many entries of a dictionary, each of them 0 or 1.
pub fn bits(words: &[u64], rows: usize) -> EncodedPage {
    let groups = rows.div_ceil(8);
    let mut page = Vec::with_capacity(groups + 16);
    page.push(1);
    varint((groups as u64) << 1 | 1, &mut page);
    let end = page.len() + groups;
    words.iter().for_each(|word| page.extend_from_slice(&word.to_le_bytes()));
    page.truncate(end);
    lz4_page(&page, (end - groups..end).step_by(8), rows)
}

/// A page of entries of a dictionary with that many, as whole bytes: what `entry` makes of the numbers. Eight
/// rows without a bit in `other` are the entry 0 and are only counted.
pub fn runs<N: Copy + Into<u32>>(
    numbers: &[N],
    other: &[u64],
    of: u32,
    codec: Codec,
    entry: impl Fn(u32) -> u32,
) -> EncodedPage {
    let eights: Vec<u8> = other.iter().flat_map(|word| word.to_le_bytes()).collect();
    let eights = &eights[..numbers.len().div_ceil(8)];
    let bytes = match of {
        0..=0x100 => 1,
        0x101..=0x1_0000 => 2,
        _ => 4,
    };
    let mut page = Vec::with_capacity(2 * numbers.len());
    let mut units = Vec::new();
    page.push(8 * bytes as u8);
    let mut begin = 0;
    while begin < eights.len() {
        let written = eights[begin] != 0;
        let rest = &eights[begin..];
        let count = rest.iter().position(|&e| (e != 0) != written).unwrap_or(rest.len());
        let rows = 8 * begin..numbers.len().min(8 * (begin + count));
        begin += count;
        if !written {
            varint((rows.len() as u64) << 1, &mut page);
            page.resize(page.len() + bytes, 0);
            continue;
        }
        varint(count as u64 * 2 + 1, &mut page);
        let until = page.len() + 8 * count * bytes;
        if codec == Codec::Lz4 {
            units.extend((page.len()..until).step_by(8 * bytes));
        }
        let numbers = &numbers[rows];
        match bytes {
            1 => page.extend(numbers.iter().map(|&number| entry(number.into()) as u8)),
            2 => extend(&mut page, numbers, |number| (entry(number) as u16).to_le_bytes()),
            _ => extend(&mut page, numbers, |number| entry(number).to_le_bytes()),
        }
        page.resize(until, 0);
    }
    match codec {
        Codec::Zstd => zstd_page(&page, numbers.len() as u32, Encoding::RLE_DICTIONARY),
        Codec::Lz4 => lz4_page(&page, units.into_iter(), numbers.len()),
    }
}

/// Appends the bytes of numbers, eight numbers at a time.
fn extend<N: Copy + Into<u32>, const B: usize>(
    page: &mut Vec<u8>,
    numbers: &[N],
    bytes: impl Fn(u32) -> [u8; B],
) {
    let (eights, rest) = numbers.as_chunks::<8>();
    let bytes = |number: N| bytes(number.into());
    eights.iter().for_each(|eight| page.extend_from_slice(eight.map(bytes).as_flattened()));
    rest.iter().for_each(|&number| page.extend_from_slice(&bytes(number)));
}

fn zstd_page(page: &[u8], rows: u32, encoding: Encoding) -> EncodedPage {
    let codec = Codec::Zstd;
    EncodedPage { bytes: compress(page), codec, plain: page.len(), rows, encoding }
}

/// A page of entries whose units begin at these places.
fn lz4_page(page: &[u8], units: impl Iterator<Item = usize>, rows: usize) -> EncodedPage {
    EncodedPage {
        bytes: lz4::compress(page, units),
        codec: Codec::Lz4,
        plain: page.len(),
        rows: rows as u32,
        encoding: Encoding::RLE_DICTIONARY,
    }
}

/// The entries of a dictionary, and how many they are.
pub fn dictionary_of_numbers(values: impl Iterator<Item = u32>) -> (Vec<u8>, u32) {
    let bytes: Vec<u8> = values.flat_map(u32::to_le_bytes).collect();
    let count = bytes.len() as u32 / 4;
    (bytes, count)
}

/// The same for texts.
pub fn dictionary_of_texts<'t>(texts: impl Iterator<Item = &'t str>) -> (Vec<u8>, u32) {
    let (mut bytes, mut count) = (Vec::new(), 0);
    for text in texts {
        bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
        bytes.extend_from_slice(text.as_bytes());
        count += 1;
    }
    (bytes, count)
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
    /// A column of numbers.
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
            pack(numbers.iter().map(|&number| place(number).into()), width, &mut self.plain);
            self.plain.resize(end, 0);
        }
        self.pages.push(zstd_page(&self.plain, rows as u32, Encoding::RLE_DICTIONARY));
    }

    /// The column.
    pub fn finish(self) -> EncodedColumn {
        let values = self.values.into_iter();
        let dictionary = match self.names {
            None => dictionary_of_numbers(values),
            Some(names) => dictionary_of_texts(values.map(|value| names[value as usize])),
        };
        EncodedColumn { dictionary: Some(dictionary), pages: self.pages }
    }
}

impl Default for Numbers {
    fn default() -> Self {
        Numbers::new()
    }
}
