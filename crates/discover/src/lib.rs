//! Patterns: a ruleset in, a proved solution out.
//!
//! [`discover`] computes a table of small positions, guesses the pattern of the P-positions (or nim-values) of a [`Subject`], proves
//! it, refines it by the counterexample, and looks further; then it says the pattern as a formula that a claim takes. What it calls
//! proved, the independent checker has accepted: the formula that is printed is the claim of the certificate. What is not proved
//! is a guess, and says so.
//!
//! ```
//! use sprague_discover::{Positions, Subject, Wish, discover};
//! use sprague_rules::Library;
//! use sprague_task::Task;
//!
//! let minnie = Subject::new("minnie", &Library::catalogue(), Some(Positions::Piles(2))).unwrap();
//! let found = discover(&minnie, Wish::Outcomes, &Task::default());
//! assert!(found.accepted().is_some());
//! assert_eq!(
//!     found.formula.unwrap(),
//!     "a = 1 and odd(b) or a = 2 and b mod 4 = 2 or a = 3 and b >= 6 and b mod 4 = 0 or a = 4 and b = 4"
//! );
//! ```
//!
//! [`compared`] tells whether two rulesets have the same outcomes, [`repairs`] which small changes make a refuted claim true, and
//! [`threshold`] from which number on a claim is.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod any;
mod cover;
mod describe;
mod discovery;
mod exact;
mod find;
mod formula;
mod given;
mod heap;
mod hint;
mod learn;
mod literal;
mod partition;
mod repair;
mod same;
mod structure;
mod subject;
mod survey;
mod table;
mod threshold;
mod values;
mod vocabulary;

pub use discovery::{Discovery, Known, Part, Wish, Wordless, discover};
pub use given::claim_to_prove;
pub use repair::{Repair, repairs};
pub use same::{Comparison, compared};
pub use sprague_sequence::Near;
pub use structure::{Automatic, Growth, LastSeen, Rare, Structure};
pub use subject::{MOST_NUMBERS, Positions, Subject};
pub use survey::{Asked, Surveyed, grid, side_by_side, surveyed, variants};
pub use threshold::{Threshold, threshold};
