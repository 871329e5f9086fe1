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

pub mod census;
pub mod ending_nim;
pub mod game;
pub mod lanes;
pub mod lr_nim;
pub mod nim_family;
pub mod packed;
pub mod read;
pub mod rows;
pub mod run;
pub mod single;
pub mod slices;
pub mod tally;
pub mod vector;

pub use census::{Census, Chunk, Family, Question};
pub use ending_nim::EndingNim;
pub use lr_nim::LrNim;
pub use nim_family::NimFamily;
pub use read::Summary;
pub use tally::{Key, Tally};
