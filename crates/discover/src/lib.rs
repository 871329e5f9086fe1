//! d
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod cover;
mod describe;
mod discovery;
mod exact;
mod find;
mod learn;
mod literal;
mod partition;
mod subject;
mod table;
mod values;
mod vocabulary;

pub use discovery::{Discovery, Known, Part, Wish, discover};
pub use subject::{Positions, Subject};
