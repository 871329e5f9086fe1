//! The independent checker: accepts or rejects certificates with plain loops, sharing no code with
//! the kernels and provers that made them. All it trusts is the two languages: that of rules, which says what the
//! moves are, and that of claims, which says what is claimed.
//!
//! A certificate of a claim about a board may hold an automaton of all P-positions, or nim-values; it is checked in sentences
//! of arithmetic, which are decided by small automata of the checker's own.
//!
//! A certificate of a regular sequence gives the preperiod e, the period p, the saltus s and the first e + p terms. The
//! checker continues these terms by `a(n + p) = a(n) + s`, tests the recursion at every heap of a finite window, and then
//! the theorem by which that is enough for all heaps; the theorems are stated where they are used.
//!
//! ```
//! use sprague_certificate::Certificate;
//! use sprague_task::Task;
//! use sprague_verify::accept;
//!
//! let text = r#"sprague certificate 2
//! claim
//! | claim "taking one or two"
//! |   game subtract(1,2)
//! |   regular from 0 with period 3
//! evidence heap proof
//! cases 1
//! case regularity
//! method window
//! preperiod 0
//! period 3
//! saltus 0
//! mask 0
//! values 0 1 2
//! end
//! "#;
//! let accepted = accept(Certificate::read(text).unwrap(), &Task::default()).unwrap();
//! assert!(accepted.statement().starts_with("\"taking one or two\", for all heaps: game subtract(1,2)"));
//! let damaged = Certificate::read(&text.replace("0 1 2", "0 1 3")).unwrap();
//! assert!(accept(damaged, &Task::default()).is_err());
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod absorption;
mod alike;
mod arithmetic;
mod board;
mod boxes;
mod breaks;
mod contexts;
mod counting;
pub mod cutoff;
mod depends;
mod door;
mod features;
mod few;
mod formula;
mod graphs;
mod heap;
pub mod induction;
pub mod isomorphic;
mod laws;
mod levels;
mod listed;
pub mod multiples;
mod multisets;
mod nim_sets;
mod options;
mod outcomes;
mod piles;
mod plain;
mod quotient;
mod regular;
mod repeating;
mod repeats;
mod scene;
mod sequences;
mod sizes;
mod steps;
mod sums;
mod terms;
pub mod unfold;
mod values;
mod window;
pub mod words;

use std::fmt;

use sprague_certificate::{Evidence, Fault};
use sprague_task::Stop;

pub use door::{Accepted, accept};

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The line of the certificate, from 1 on, where one is to blame.
    pub line: Option<usize>,
    /// What is wrong.
    pub why: String,
    /// The limit that was reached, if the certificate may well be right.
    pub stopped: Option<Stop>,
}

impl Rejection {
    /// For this reason.
    pub fn new(why: impl Into<String>) -> Rejection {
        Rejection { line: None, why: why.into(), stopped: None }
    }

    /// This kind of evidence says nothing of this kind of claim.
    fn unsuited(evidence: &Evidence) -> Rejection {
        let words = format!("{} {}", evidence.room(), evidence.kind());
        Rejection::new(format!("`{words}` is no evidence for a claim of this kind"))
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl From<Stop> for Rejection {
    fn from(stop: Stop) -> Rejection {
        let why = format!("it was not checked to the end: {stop}");
        Rejection { stopped: Some(stop), ..Rejection::new(why) }
    }
}

impl From<Fault> for Rejection {
    fn from(fault: Fault) -> Rejection {
        Rejection { line: Some(fault.line), ..Rejection::new(fault.why) }
    }
}
