//! A laboratory for combinatorial games: the front door, which is all that a Rust user depends on.
//!
//! ```
//! let minnie = sprague::Library::catalogue().ruleset("minnie").unwrap();
//! assert_eq!(minnie.expression, "minnie");
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub use sprague_rules::{Diagnostic, Game, Library, Outcome, Player, Ruleset};
