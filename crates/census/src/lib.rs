//! Whole families of games at once, and what they have in common.
//!
//! ```
//! use sprague_census::{Census, Family, LrNim, Question, run};
//! use sprague_solve::Watch;
//!
//! // Of the 16 sets with least element 2 inside {2..6}, four come to be L for ever.
//! let family = Family::LrNim(LrNim::new(2, 6).unwrap());
//! let census = Census::new(family, Question::default());
//! let tally = run::in_memory(&census, 1, &Watch::new(None)).unwrap();
//! assert_eq!((tally.all.games, tally.all.left), (16, 4));
//! ```

#![warn(missing_docs)]

mod census;
mod ending_nim;
#[doc(hidden)]
pub mod game;
#[doc(hidden)]
pub mod lanes;
#[doc(hidden)]
pub mod lr_nim;
mod nim_family;
mod packed;
mod page;
mod read;
mod rows;
pub mod run;
#[doc(hidden)]
pub mod single;
mod slices;
mod stream;
pub mod tally;
#[doc(hidden)]
pub mod vector;

pub use census::{Census, Chunk, Family, NoFamily, Question};
pub use ending_nim::EndingNim;
pub use lr_nim::LrNim;
pub use nim_family::NimFamily;
pub use page::{Entry, Page};
pub use read::Summary;
pub use run::Trouble;
pub use stream::Batches;
pub use tally::{Key, Tally};
