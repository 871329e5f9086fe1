//! Partizan values: canonical forms, sums, order, thermographs.
#![forbid(unsafe_code)]
pub mod arena;
pub mod canonical;
pub mod compact;
pub mod dyadic;
pub mod limit;
pub mod order;
pub mod sum;
pub use arena::{Arena, STAR, Value, ZERO};
pub use compact::Compact;
pub use dyadic::Dyadic;
pub use limit::Limit;
pub mod domineering;
pub mod play;
pub mod ruleset;
pub mod toads;
pub use play::Evaluator;
