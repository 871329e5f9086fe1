//! Claims: statements about rulesets in the words of papers, and what is known of them.
//!
//! A claim names a ruleset and says something of its positions; [`judge`] gives its [`Verdict`]: proved for all
//! positions, holding on a region, refuted by a smallest witness, or undecided.
//!
//! ```
//! use sprague_claim::{Limits, Verdict, judge, parse_claims};
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
//! let judgement = judge(&claims[0], &Limits::default());
//! assert!(matches!(judgement.verdict, Verdict::Proved { .. }), "{judgement:?}");
//! ```

#![forbid(unsafe_code)]

pub mod arithmetic;
pub mod board;
pub mod cases;
pub mod check;
pub mod condition;
pub mod formula;
pub mod learn;
pub mod options;
pub mod outcomes;
pub mod prove;
pub mod text;
pub mod verdict;

pub use text::{Claim, Expected, Statement, parse_claims};
pub use verdict::{Judgement, Limits, Verdict, judge};
