//! A laboratory for combinatorial games: the front door, which is all that a Rust user depends on.
//!
//! You write a game's rules once, as text; it tells you who wins and by which moves, shows you whole tables, and proves
//! what you claim of it, or hands you the smallest counterexample.
//!
//! ```
#![doc = include_str!("../examples/front.rs")]
//! ```
//!
//! A [`Session`] asks all questions, within limits, and can be cancelled from another thread. Texts come from a
//! [`Library`]: nothing here opens a file. Results are plain data that `serde` can write; those of the command line's
//! `--format json` have the same keys here.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod claims;
mod error;
mod graphs;
mod heap;
mod identify;
mod session;
mod table;
mod values;

pub use claims::{Judged, claims};
pub use error::{Error, Kind};
pub use graphs::{GraphGame, graph_game, graph_games};
pub use session::{Progress, Session};
pub use table::{Matrix, Table, TableRequest};
pub use values::GameValue;

pub use sprague_certificate::Certificate;
pub use sprague_claim::{Claim, Expected};
pub use sprague_prove::{Judgement, Verdict, Witness};
pub use sprague_report as report;
pub use sprague_report::SequenceReport;
pub use sprague_report::graph::GraphSolution;
pub use sprague_rules::{
    Complaint, Diagnostic, Diagnostics, Game, Library, Misfit, Outcome, Player, Position, Ruleset,
    Shape, catalogue, game_file,
};
pub use sprague_sequence::{
    Identification, Match, Method, Regularity, Sequence, Terms, Verdict as Lasting,
};
pub use sprague_solve::{
    Answer, Budget, Choice, Explanation, Extent, Inquiry, Kernel, Pool, Refusal, Refused, Rows,
    Solution, TableReport, Tally, Watch, Winning,
};
pub use sprague_value::{Arena, Value};
pub use sprague_verify::{Accepted, Rejection};

/// The Rust of the project's own front page is compiled, and run, with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct ReadMe;
