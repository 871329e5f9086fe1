//! Claims judged: methods that find proofs and refutations, and the verdict.
//!
//! A claim names a ruleset and says something of its positions; [`judge`] gives its [`Verdict`]: proved for all
//! positions, holding on a region, refuted by a smallest witness, or undecided.
//!
//! ```
//! use sprague_claim::parse_claims;
//! use sprague_prove::{Task, Verdict, judge};
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
//! let judgement = judge(&claims[0], &Task::default());
//! assert!(matches!(judgement.verdict, Verdict::Proved(_) | Verdict::Unchecked { .. }), "{judgement:?}");
//! ```

#![forbid(unsafe_code)]

pub mod any;
pub mod boxes;
pub mod cases;
pub mod check;
pub mod classes;
mod cost;
pub mod depends;
mod evidence;
pub mod formula;

pub mod graphs;
mod known;
pub mod learn;
pub mod lines;
pub mod outcomes;
pub mod play;
pub mod prove;
pub mod same;
pub mod sequences;
pub mod sizes;
pub mod smallest;
pub mod stacks;
pub mod values;
pub mod verdict;

pub use sprague_task::{Clock, Limits, Memory, Stop, Task};
pub use verdict::{Finding, Judgement, Trace, Verdict, Witness, judge, judge_unchecked};
