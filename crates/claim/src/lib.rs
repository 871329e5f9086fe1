//! The language of claims: statements about rulesets in the words of papers, read and given a meaning. No solver is here.
//!
//! A [`Claim`] has a head (its name, its source, what is expected of it) and says what it is about: all positions of a
//! board, any number of piles, one heap, a family of sets, values, graphs, positions written out, all games. Each kind owns the
//! ruleset that it was read with.
//!
//! ```
//! use sprague_claim::{About, parse_claims};
//!
//! let text = r#"
//! claim "MINNIE on two stacks"
//!   from "self-referential, Theorem 5.2"
//!   game minnie
//!   piles a <= b
//!   P iff a = 1 and odd(b) or a = 2 and b mod 4 = 2
//!      or a = 3 and b mod 4 = 0 and b >= 8 or a = 4 and b = 4
//!   expect proved
//! "#;
//! let claims = parse_claims("minnie.claim", text).unwrap();
//! assert!(matches!(&claims[0].about, About::Board(on) if on.names == ["a", "b"]));
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod board;
pub mod cases;
pub mod claim;
pub mod condition;
pub mod formula;
pub mod further;
pub mod graphs;
pub mod laws;
pub mod meaning;
pub mod names;
pub mod notation;
pub mod outcomes;
pub mod piles;
pub mod sequence;
mod shelf;
pub mod text;

pub use board::Board;
pub use claim::{About, Claim, Expected};
pub use condition::{Condition, Number, Sight};
pub use shelf::Lookup;
pub use text::{parse_claims, parse_claims_with, read_claims};
