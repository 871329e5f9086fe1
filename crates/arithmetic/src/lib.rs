//! Rules and claims as formulas of arithmetic: the checked trees of the two languages, translated for automata to decide.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod coordinates;
mod options;
mod scene;
mod steps;

pub use coordinates::Coordinates;
pub use options::{merges, some_option};
pub use scene::{CLAIMED, Case, Inexpressible, Scene, all, any};
pub use steps::{steps, tokens};
