//! The tables themselves: one bit, or one small number, for each rank.
//!
//! They are written by several threads at once, each at ranks of its own, and read at ranks that
//! are finished; relaxed atomics say so to the compiler and cost nothing on reading.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

/// One bit for each rank.
pub struct Bits(Vec<AtomicU64>);

impl Bits {
    pub fn new(length: u64) -> Bits {
        Bits(zeros(length.div_ceil(64)))
    }

    pub fn get(&self, rank: u64) -> bool {
        self.0[(rank / 64) as usize].load(Relaxed) >> (rank % 64) & 1 == 1
    }

    pub fn set(&self, rank: u64) {
        self.0[(rank / 64) as usize].fetch_or(1 << (rank % 64), Relaxed);
    }

    /// The words that hold the bits.
    pub fn words(&self) -> &[AtomicU64] {
        &self.0
    }
}

/// One number for each rank, in the narrowest of three widths that holds the values.
pub enum Numbers {
    U8(Vec<AtomicU8>),
    U16(Vec<AtomicU16>),
    U32(Vec<AtomicU32>),
}

/// Bytes a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    U8 = 1,
    U16 = 2,
    U32 = 4,
}

impl Width {
    /// The largest number that fits.
    pub fn largest(self) -> u32 {
        match self {
            Width::U8 => u8::MAX.into(),
            Width::U16 => u16::MAX.into(),
            Width::U32 => u32::MAX,
        }
    }

    /// The next width up.
    pub fn wider(self) -> Option<Width> {
        match self {
            Width::U8 => Some(Width::U16),
            Width::U16 => Some(Width::U32),
            Width::U32 => None,
        }
    }
}

impl Numbers {
    pub fn new(length: u64, width: Width) -> Numbers {
        match width {
            Width::U8 => Numbers::U8(zeros(length)),
            Width::U16 => Numbers::U16(zeros(length)),
            Width::U32 => Numbers::U32(zeros(length)),
        }
    }

    pub fn get(&self, rank: u64) -> u32 {
        match self {
            Numbers::U8(list) => list[rank as usize].load(Relaxed).into(),
            Numbers::U16(list) => list[rank as usize].load(Relaxed).into(),
            Numbers::U32(list) => list[rank as usize].load(Relaxed),
        }
    }

    /// Stores a value, which must fit the width.
    pub fn set(&self, rank: u64, value: u32) {
        match self {
            Numbers::U8(list) => list[rank as usize].store(value as u8, Relaxed),
            Numbers::U16(list) => list[rank as usize].store(value as u16, Relaxed),
            Numbers::U32(list) => list[rank as usize].store(value, Relaxed),
        }
    }
}

fn zeros<T: Default>(length: u64) -> Vec<T> {
    std::iter::repeat_with(T::default).take(length as usize).collect()
}
