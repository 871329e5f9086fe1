//! Statements about the outcomes of one heap, for one set of amounts or for all of a family: neighbouring heaps, heaps in
//! a row, periods, limits, other games with the same set, and how many sets of a family are so.

pub mod family;
pub mod onwards;
pub mod sentence;

pub use family::{Any, Family, filled};
pub use sentence::{Also, Outcomes, Saying};
