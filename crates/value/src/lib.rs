//! Partizan values: canonical forms, sums, order, thermographs.
//!
//! ```
//! use sprague_value::{Arena, Evaluation};
//!
//! let mut arena = Arena::new();
//! let game = arena.parse("{1|-1} + ^*").unwrap();
//! assert_eq!(arena.text(game).unwrap(), "{1^*|-1^*}");
//! assert_eq!(arena.temperature(game).unwrap().to_string(), "1");
//!
//! // Equal games are one value, whatever they were made of.
//! assert_eq!(arena.parse("{0,*|*}").unwrap(), arena.parse("^").unwrap());
//! assert!(matches!(
//!     arena.evaluate("^ <> *").unwrap(),
//!     Evaluation::Comparison { holds: true, .. }
//! ));
//! ```
//!
//! [`Arena`] stores every value once; [`play`] finds the values of positions, with [`domineering`] and
//! [`toads`] built in and every ruleset of the rule language through [`ruleset`]; [`regularity`] says
//! what a sequence of values does for ever. [`plain`] is the textbook, for comparison.

#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod arena;
pub mod atomic;
pub mod canonical;
pub mod compact;
pub mod domineering;
pub mod draw;
pub mod dyadic;
pub mod facts;
pub mod heat;
pub mod limit;
pub mod order;
pub mod plain;
pub mod play;
pub mod read;
pub mod reduced;
pub mod regularity;
pub mod ruleset;
pub mod sum;
pub mod thermograph;
pub mod toads;
pub mod write;

pub use arena::{Arena, STAR, Value, ZERO};
pub use compact::Compact;
pub use dyadic::Dyadic;
pub use heat::Unsuited;
pub use limit::Limit;
pub use plain::Plain;
pub use play::Evaluator;
pub use read::{Evaluation, Relation};
pub use thermograph::{Corner, Thermograph};
