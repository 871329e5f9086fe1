//! Code together with the tables it reads: checked once, then cheap to call.
//!
//! The code looks up `ranks[i][v]` for `v <= max` and then the entry of the table whose index is a
//! sum of one such rank for each place. It is seen once, here, that the largest sum lies in the
//! table; and the code itself begins by refusing piles that are out of order or larger than `max`.
//! So no call reads outside, whatever the piles.

use std::mem::transmute;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

use crate::native::{MexFn, Native, REFUSED, SearchFn};
use crate::{Found, Query, Width};

/// A cell of a table of nim-values.
pub trait NimValue: sealed::Sealed {
    /// The width to compile for.
    const WIDTH: Width;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! nim_value {
    ($cell:ty, $width:expr) => {
        impl sealed::Sealed for $cell {}
        impl NimValue for $cell {
            const WIDTH: Width = $width;
        }
    };
}

nim_value!(AtomicU8, Width::U8);
nim_value!(AtomicU16, Width::U16);
nim_value!(AtomicU32, Width::U32);

impl Native {
    /// Binds the code of a search to its tables. Bit `r mod 64` of word `r / 64` belongs to the
    /// position of rank `r`.
    ///
    /// Other threads may set bits while a search runs; it sees them or not. Which of the bits it
    /// depends on are final is for the caller to say.
    ///
    /// # Panics
    ///
    /// If this was compiled for another query, or the tables are not those of the region.
    pub fn bind_search<'a>(&'a self, ranks: &'a [u64], bits: &'a [AtomicU64]) -> BoundSearch<'a> {
        assert_eq!(self.query, Query::Search, "this is not the code of a search");
        let largest = self.largest_rank(ranks);
        assert!(largest / 64 < bits.len() as u64, "the table has a bit for every position");
        BoundSearch { native: self, ranks, bits }
    }

    /// Binds the code of a mex to its tables: the nim-value of the position of rank `r` is
    /// `values[r]`.
    ///
    /// # Panics
    ///
    /// If this was compiled for another query, or the tables are not those of the region.
    pub fn bind_mex<'a, T: NimValue>(&'a self, ranks: &'a [u64], values: &'a [T]) -> BoundMex<'a> {
        assert_eq!(self.query, Query::Mex(T::WIDTH), "this is not the code of a mex of this width");
        let largest = self.largest_rank(ranks);
        assert!(largest < values.len() as u64, "the table has a value for every position");
        let least_stamps = match T::WIDTH {
            Width::U8 => (1 << 8) + 1,
            Width::U16 => (1 << 16) + 1,
            Width::U32 => 0,
        };
        let values = values.as_ptr().cast();
        BoundMex { native: self, ranks, values, least_stamps }
    }

    /// The largest sum of ranks that any piles can have, after a look at what the code relies on.
    fn largest_rank(&self, ranks: &[u64]) -> u64 {
        let sizes = self.region.max as usize + 1;
        assert_eq!(ranks.len(), self.region.places * sizes, "there is a rank for every size");
        let first = ranks[..sizes].iter().zip(0u64..);
        assert!(first.into_iter().all(|(&r, v)| r == v), "in the first place the rank is the size");
        let places = ranks.chunks(sizes);
        assert!(places.clone().all(|place| place[0] == 0), "a pile that is gone adds no rank");
        let largest = places.map(|place| place.iter().copied().max().unwrap_or(0));
        largest.fold(0, |sum, r| sum.checked_add(r).expect("ranks fit in 64 bits"))
    }
}

/// The code of a search with its tables; made by [`Native::bind_search`].
#[derive(Clone, Copy)]
pub struct BoundSearch<'a> {
    native: &'a Native,
    ranks: &'a [u64],
    bits: &'a [AtomicU64],
}

impl BoundSearch<'_> {
    /// Has any option of this position its bit set?
    ///
    /// For piles, `piles` are those that are not 0, in nondecreasing order; for a row, the sizes of
    /// all places.
    ///
    /// # Panics
    ///
    /// If there are too many piles, one is too large for the region, or they are out of order.
    #[inline]
    pub fn search(&self, piles: &[u32]) -> Found {
        let code = self.native.code(piles.len());
        // SAFETY: the code was compiled as a search. It reads `piles.len()` sizes and goes on only
        // if they are in order and at most `max`. Then it reads ranks of places and sizes up to
        // `max`, which `bind_search` has counted, and 64-bit words whose index is at most the one
        // checked there. Other threads may change a word by atomic operations: the aligned 64-bit
        // load is what an atomic load without ordering compiles to, too.
        let found = unsafe {
            let function = transmute::<NonNull<u8>, SearchFn>(code.0);
            function(piles.as_ptr(), self.ranks.as_ptr(), self.bits.as_ptr().cast())
        };
        match found {
            0 => Found::Stuck,
            1 => Found::No,
            REFUSED => refuse(self.native, piles),
            _ => Found::Yes,
        }
    }
}

/// The code of a mex with its tables; made by [`Native::bind_mex`].
#[derive(Clone, Copy)]
pub struct BoundMex<'a> {
    native: &'a Native,
    ranks: &'a [u64],
    values: *const u8,
    least_stamps: usize,
}

// SAFETY: `values` points into a slice of atomics that is borrowed for `'a` and only read.
unsafe impl Send for BoundMex<'_> {}
// SAFETY: as above.
unsafe impl Sync for BoundMex<'_> {}

impl BoundMex<'_> {
    /// The least number that is not the nim-value of an option. The piles are as in
    /// [`BoundSearch::search`].
    ///
    /// # Panics
    ///
    /// As [`BoundSearch::search`] does, and if there are too few stamps.
    #[inline]
    pub fn mex(&self, piles: &[u32], stamps: &mut Stamps) -> u32 {
        assert!(stamps.marks.len() >= self.least_stamps, "there are too few stamps");
        let stamp = stamps.fresh();
        let marks = &mut stamps.marks;
        let code = self.native.code(piles.len());
        // SAFETY: the code was compiled as a mex of this width. It reads piles and ranks as in
        // `BoundSearch::search`, and values whose index is at most the one checked in `bind_mex`.
        // Narrow values index into the stamps, of which there is one for each and one more; wide
        // ones are compared with the number of stamps first.
        let mex = unsafe {
            let function = transmute::<NonNull<u8>, MexFn>(code.0);
            let length = marks.len() as u64;
            let ranks = self.ranks.as_ptr();
            function(piles.as_ptr(), ranks, self.values, marks.as_mut_ptr(), stamp, length)
        };
        if mex == REFUSED {
            refuse(self.native, piles);
        }
        mex
    }
}

#[cold]
fn refuse(native: &Native, piles: &[u32]) -> ! {
    let max = native.region.max;
    match native.region.row {
        true => panic!("{piles:?} are not the places of a row, each at most {max}"),
        false => panic!("{piles:?} are not piles of 1 to {max} in nondecreasing order"),
    }
}

/// Room to mark which nim-values were seen, without clearing it between positions.
#[derive(Clone, Debug)]
pub struct Stamps {
    marks: Vec<u32>,
    last: u32,
}

impl Stamps {
    /// Stamps for nim-values up to `largest`.
    ///
    /// A table of 8-bit values needs stamps up to 255 and one of 16-bit values up to 65535, whatever
    /// its values are. For 32-bit values, `largest` must be at least the number of options of any
    /// position: larger values are passed over.
    pub fn up_to(largest: u32) -> Stamps {
        Stamps { marks: vec![0; largest as usize + 2], last: 0 }
    }

    /// A stamp that no mark bears.
    fn fresh(&mut self) -> u32 {
        self.last = self.last.checked_add(1).unwrap_or_else(|| {
            self.marks.fill(0);
            1
        });
        self.last
    }

    /// The least number that is not among the marked values; `visit` marks them one by one.
    pub fn mex_of(&mut self, visit: impl FnOnce(&mut dyn FnMut(u32))) -> u32 {
        let stamp = self.fresh();
        let marks = &mut self.marks;
        visit(&mut |value| {
            if let Some(mark) = marks.get_mut(value as usize) {
                *mark = stamp;
            }
        });
        marks.iter().take_while(|&&mark| mark == stamp).count() as u32
    }
}
