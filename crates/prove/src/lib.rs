//! Claims judged: methods that find proofs and refutations, and the verdict.
//!
//! A claim names a ruleset and says something of its positions; [`judge`] gives its [`Verdict`]: proved for all
//! positions, holding on a region, refuted by a smallest witness, or undecided. What is proved or refuted holds a certificate
//! that the independent checker has accepted: a [`Verdict::Proved`] cannot be made in any other way.
//!
//! ```
//! use sprague_certificate::Certificate;
//! use sprague_claim::parse_claims;
//! use sprague_prove::{Limits, Task, Verdict, judge};
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
//!
//! // What the work may cost: steps first, seconds last. Another thread can end it with `task.cancel()`.
//! let task = Task::new(Limits { steps: 100_000_000, ..Limits::default() });
//! let judgement = judge(&claims[0], &task);
//! let Verdict::Proved(accepted) = &judgement.verdict else { panic!("{judgement:?}") };
//! assert_eq!(judgement.by, Some("automata"));
//! assert!(accepted.statement().starts_with("\"MINNIE on two stacks\", for all positions"));
//!
//! // The certificate is a text that anybody can check, knowing nothing of how it was found.
//! let written = accepted.certificate().write();
//! let again = Certificate::read(&written).unwrap();
//! assert!(sprague_verify::accept(again, &Task::default()).is_ok());
//!
//! // With another claim in it, it is rejected.
//! let forged = Certificate::read(&written.replace("a = 4 and b = 4", "a = 4 and b = 5")).unwrap();
//! assert!(sprague_verify::accept(forged, &Task::default()).is_err());
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod absorption;
mod any;
mod boards;
/// Proofs by periodic boxes, for the tests.
#[doc(hidden)]
pub mod boxes;
mod cases;
/// Claims against tables, for the measurements.
#[doc(hidden)]
pub mod check;
mod classes;
mod cost;
mod cutoff;
mod depends;
mod evidence;
mod finding;
pub mod formula;
mod graphs;
mod known;
mod laws;
mod learn;
mod lines;
mod outcomes;
pub mod overlay;
mod play;
/// Proofs by automata, for the tests.
#[doc(hidden)]
pub mod prove;
mod same;
pub mod sequences;
mod sizes;
mod smallest;
mod stacks;
mod unfold;
mod values;
mod verdict;

pub use any::quotient::{
    Learned as PilesAutomaton, accepted as piles_quotient, solved as piles_automaton,
};
pub use cost::automata as automata_budget;
pub use evidence::position_set;
pub use finding::{Finding, Trace, Witness};
pub use smallest::smallest;
pub use sprague_task::{Clock, Limits, Memory, Stop, Task};
pub use verdict::{Judgement, Verdict, judge, judge_unchecked};
