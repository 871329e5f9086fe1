//! Heaps that are left in several parts, by their nim-sets: N(n, p) is the set of nim-values of the
//! splits of n into p parts.
//!
//! Built up by the smallest part, which is at most n / p:
//!
//! ```text
//! N(n, p) = union over 1 <= h <= n / p of N(n - h, p - 1) ^ G(h)
//! ```
//!
//! (a larger h does no harm and brings nothing new). A set is a row of bits. To nim-add g to a row
//! is to move its words by the high bits of g and to permute the bits of each word by the low six,
//! so rows with the same low bits are united first and permuted once.

use sprague_rules::Leave;

use crate::budget::Watch;

/// Words that are united for a row between two looks at the watch.
const LONG_ROW: usize = 1 << 14;

/// Rows of bits for splits into 2 to p parts.
pub struct NimSets {
    /// Words in a row: a power of two, so that nim-sums of values below 64 times it stay below.
    width: usize,
    /// `rows[p - 2]`: one row for each n from 0 on.
    rows: Vec<Vec<u64>>,
    /// Heaps for which rows are there.
    heaps: usize,
    gathered: Vec<u64>,
}

impl NimSets {
    /// For splits into 2 to so many parts.
    pub fn new(most_parts: usize) -> NimSets {
        let rows = vec![Vec::new(); most_parts.saturating_sub(1)];
        NimSets { width: 1, rows, heaps: 0, gathered: Vec::new() }
    }

    /// Bytes of the rows of so many heaps, with values up to the given one.
    pub fn bytes(&self, heaps: usize, largest: u32) -> u64 {
        let width = (largest as usize / 64 + 1).next_power_of_two().max(self.width);
        8 * (heaps * self.rows.len() * width) as u64
    }

    /// The nim-set of n in so many parts, two or more, as a row of bits.
    pub fn row(&self, n: usize, parts: usize) -> &[u64] {
        &self.rows[parts - 2][n * self.width..][..self.width]
    }

    /// Makes the rows of the next heap n; the values of all smaller ones are known. False, and none made, if the watch says
    /// stop.
    #[must_use]
    pub fn push(&mut self, values: &[u32], watch: &Watch) -> bool {
        let n = self.heaps;
        for index in 0..self.rows.len() {
            if (index == 0 || n * self.width > LONG_ROW) && !watch.goes_on() {
                self.rows.iter_mut().for_each(|rows| rows.truncate(n * self.width));
                return false;
            }
            let row = match index {
                0 => self.in_two(n, values),
                _ => self.by_smallest(n, index + 2, values),
            };
            self.rows[index].extend(row);
        }
        self.heaps += 1;
        true
    }

    fn in_two(&mut self, n: usize, values: &[u32]) -> Vec<u64> {
        let mut row = vec![0; self.width];
        for h in 1..=n / 2 {
            let value = values[h] ^ values[n - h];
            row[value as usize / 64] |= 1 << (value % 64);
        }
        row
    }

    fn by_smallest(&mut self, n: usize, parts: usize, values: &[u32]) -> Vec<u64> {
        let width = self.width;
        self.gathered.clear();
        self.gathered.resize(64 * width, 0);
        let mut touched = 0u64;
        let smaller = &self.rows[parts - 3];
        for h in 1..=n / parts {
            let (low, high) = (values[h] as usize % 64, values[h] as usize / 64);
            touched |= 1 << low;
            let gathered = &mut self.gathered[low * width..][..width];
            let row = &smaller[(n - h) * width..][..width];
            for (word, bits) in row.iter().enumerate() {
                gathered[word ^ high] |= bits;
            }
        }
        let mut row = vec![0; width];
        for low in (0..64).filter(|low| touched >> low & 1 == 1) {
            unite_added(&mut row, &self.gathered[low * width..][..width], low as u32);
        }
        row
    }

    /// Makes room for values up to this one.
    pub fn admit(&mut self, largest: u32) {
        let width = (largest as usize / 64 + 1).next_power_of_two();
        if width <= self.width {
            return;
        }
        for rows in &mut self.rows {
            let mut wider = vec![0; rows.len() / self.width * width];
            for (row, old) in wider.chunks_exact_mut(width).zip(rows.chunks_exact(self.width)) {
                row[..self.width].copy_from_slice(old);
            }
            *rows = wider;
        }
        self.width = width;
    }
}

/// Adds to a row the values v ^ value for all v of another; both have a power of two of words, enough for
/// the value.
pub fn unite_added(into: &mut [u64], row: &[u64], value: u32) {
    let (low, high) = (value as usize % 64, value as usize / 64);
    for (word, &bits) in row.iter().enumerate() {
        into[word ^ high] |= nim_added(bits, low);
    }
}

/// The set of v ^ low for the members v of a word, low < 64.
fn nim_added(mut bits: u64, low: usize) -> u64 {
    const EVEN: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (digit, even) in EVEN.iter().enumerate() {
        if low >> digit & 1 == 1 {
            let by = 1 << digit;
            bits = (bits & even) << by | (bits >> by) & even;
        }
    }
    bits
}

/// The nim-sets of splits into exactly so many heaps: for each n the nim-values, ascending, that
/// splits of n can have, given the nim-values of single heaps.
pub fn nim_sets(values: &[u32], parts: usize) -> Vec<Vec<u32>> {
    nim_sets_within(values, parts, &Watch::default())
}

/// The same; those of fewer heaps if the watch says stop.
pub fn nim_sets_within(values: &[u32], parts: usize, watch: &Watch) -> Vec<Vec<u32>> {
    let whole = |n: usize| match (n, parts) {
        (0, 0) => vec![0],
        (1.., 1) => vec![values[n]],
        _ => Vec::new(),
    };
    if parts < 2 {
        let wanted = |n: &usize| !n.is_multiple_of(1 << 12) || watch.goes_on();
        return (0..values.len()).take_while(wanted).map(whole).collect();
    }
    let mut sets = NimSets::new(parts);
    sets.admit(values.iter().copied().max().unwrap_or(0));
    let members = |row: &[u64]| {
        let bits = 0..row.len() as u32 * 64;
        bits.filter(|v| row[*v as usize / 64] >> (v % 64) & 1 == 1).collect()
    };
    let set = |n| sets.push(values, watch).then(|| members(sets.row(n, parts)));
    (0..values.len()).map_while(set).collect()
}

/// Values by nim-sets, for moves that leave up to several parts.
pub struct ByNimSets {
    leaves: Vec<Leave>,
    sets: NimSets,
    memory: u64,
}

/// Why values end early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    Stopped,
    /// So many bytes would be needed.
    Memory(u64),
}

impl ByNimSets {
    /// For moves without a condition on the parts.
    pub fn new(leaves: &[Leave], memory: u64) -> ByNimSets {
        let most = leaves.iter().map(|leave| leave.parts).max().unwrap_or(0);
        ByNimSets { leaves: leaves.to_vec(), sets: NimSets::new(most as usize), memory }
    }

    /// Appends values up to that of `to`.
    pub fn extend(&mut self, values: &mut Vec<u32>, to: usize, watch: &Watch) -> Result<(), Halt> {
        self.sets.admit(values.iter().copied().max().unwrap_or(0));
        let mut union = Vec::new();
        while self.sets.heaps <= to {
            let n = self.sets.heaps;
            if !self.sets.push(values, watch) {
                return Err(Halt::Stopped);
            }
            if n < values.len() {
                continue;
            }
            union.clear();
            union.resize(self.sets.width, 0u64);
            for leave in self.leaves.iter().filter(|leave| leave.fits(n as u32)) {
                let rest = n - leave.take as usize;
                match leave.parts as usize {
                    // What is left whole, or nothing: the value of the heap of that size.
                    0 | 1 => union[values[rest] as usize / 64] |= 1 << (values[rest] % 64),
                    parts => {
                        let row = self.sets.row(rest, parts);
                        union.iter_mut().zip(row).for_each(|(word, bits)| *word |= bits);
                    }
                }
            }
            let full = union.iter().take_while(|&&word| word == u64::MAX).count();
            let last = union.get(full).map_or(0, |word| word.trailing_ones());
            let value = full as u32 * 64 + last;
            let bytes = self.sets.bytes(n + 2, value);
            if bytes > self.memory {
                return Err(Halt::Memory(bytes));
            }
            self.sets.admit(value);
            values.push(value);
            if !watch.advance(1) && n < to {
                return Err(Halt::Stopped);
            }
        }
        Ok(())
    }
}
