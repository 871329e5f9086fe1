//! The move loops of a ruleset as machine code.
//!
//! A table over all positions with at most `K` piles of at most `N` tokens is filled by asking at
//! every position about its options: is one of them lost for the player who moves there, or which is
//! the least nim-value that none of them has? [`Native`] is the answer to such a question,
//! compiled for one ruleset, one player and one region. The interpreter
//! [`Options`](sprague_rules::Options) says what the options are; the code visits exactly those.
//!
//! The rank of a position is a sum of one number for each place, taken from a table `ranks` with
//! `N + 1` entries a place: for piles, which are sorted and padded with zeros in front,
//! `ranks[i][v] = C(v + i, i + 1)`; for a row `ranks[i][v] = v (N + 1)^i`. See [`ranks`].
//!
//! ```
//! use sprague_jit::{Found, Native, Query, ranks};
//! use sprague_rules::{Player, parse_ruleset};
//! use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
//!
//! let nim = parse_ruleset("nim").unwrap();
//! let native = Native::compile(&nim, Player::Left, 2, 9, Query::Search).unwrap();
//! let ranks = ranks(nim.shape, 2, 9);
//! let lost = [const { AtomicU64::new(0) }; 1];
//! let search = native.bind_search(&ranks, &lost);
//! for large in 0..=9u32 {
//!     for small in 0..=large {
//!         let piles: Vec<u32> = [small, large].into_iter().filter(|&size| size > 0).collect();
//!         if search.search(&piles) != Found::Yes {
//!             let rank = ranks[small as usize] + ranks[10 + large as usize];
//!             lost[0].fetch_or(1 << rank, Relaxed);
//!             assert_eq!(small, large);
//!         }
//!     }
//! }
//! ```

#![warn(missing_docs)]

mod bound;
mod choose;
mod condition;
mod moves;
mod native;
mod number;
mod slide;
mod taking;
mod writer;

use std::fmt;

use sprague_rules::Shape;

pub use bound::{BoundMex, BoundSearch, NimValue, Stamps};
pub use native::Native;

/// What to find out about the options of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Has any option its bit set?
    Search,
    /// The least nim-value that no option has, from nim-values of this width.
    Mex(Width),
}

/// The width of a nim-value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// Values up to 255.
    U8,
    /// Values up to 65535.
    U16,
    /// Any values.
    U32,
}

/// The answer of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// There is no option at all.
    Stuck,
    /// There are options, and none has its bit set.
    No,
    /// Some option has its bit set.
    Yes,
}

/// Why a ruleset is not compiled for a region, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported(pub String);

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unsupported {}

/// The table of ranks: what a pile of size `v` in place `i` adds to the rank of a position is entry
/// `i (max + 1) + v`.
///
/// # Panics
///
/// If the ranks do not fit in 64 bits.
pub fn ranks(shape: Shape, places: usize, max: u32) -> Vec<u64> {
    let sizes = u64::from(max) + 1;
    let mut ranks: Vec<u64> = (0..sizes).collect();
    for place in 1..places {
        let below = ranks.len() - sizes as usize;
        let mut sum = 0u64;
        for v in 0..sizes {
            ranks.push(match shape {
                // C(v + i, i + 1) = C(v + i - 1, i) + C(v - 1 + i, i + 1)
                Shape::Piles { .. } => {
                    sum = sum.checked_add(ranks[below + v as usize]).expect("ranks fit in 64 bits");
                    sum
                }
                Shape::Row { .. } => {
                    let step = sizes.checked_pow(place as u32).expect("ranks fit in 64 bits");
                    v.checked_mul(step).expect("ranks fit in 64 bits")
                }
            });
        }
    }
    ranks
}
