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
//! [`Library`]: nothing here opens a file, but a census that is told to keep its work in one. Results are plain data that `serde` can write; those of the command line's
//! `--format json` have the same keys here.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod cells;
mod census;
mod claims;
mod discover;
mod error;
mod games;
mod graphs;
mod heap;
mod identify;
mod lore;
pub mod play;
mod session;
mod sweeps;
mod table;
mod values;

pub use cells::{Estimate, cell};
pub use census::{CensusRequest, CensusShards};
pub use claims::{Judged, SoFar, automaton, claims, overlay_piles};
pub use error::{Error, Kind, Passed};
pub use games::{Example, games};
pub use graphs::{
    GraphAnswer, GraphExplanation, GraphGame, GraphInquiry, graph_game, graph_game_lines,
    graph_games,
};
pub use session::{Progress, Session, threads};
pub use sweeps::{SweepRequest, every_graph, family_parameters};
pub use table::{Matrix, Table, TableRequest};
pub use values::{GameValue, is_board_game};

pub use sprague_census::{Batches, Family, Key, NoFamily, Page as CensusPage, Summary};
pub use sprague_certificate::Certificate;
pub use sprague_claim::{Claim, Expected, read_claims};
pub use sprague_columns::{Batch, Column, Kind as ColumnKind, Values};
pub use sprague_discover::{
    Asked, Comparison, Discovery, Known, MOST_NUMBERS, Part, Positions, Repair, Structure, Subject,
    Surveyed, Threshold, Wish, Wordless, grid as rule_grid,
};
pub use sprague_graph::Limit as GraphLimit;
pub use sprague_graph::graph6::{line as read_graph6, write as write_graph6};
pub use sprague_graph::sweep::Chips;
pub use sprague_graph::{Graph, Written as GraphPosition};
pub use sprague_papers as papers;
pub use sprague_parts as parts;
pub use sprague_prove::overlay::{Mark, Overlay};
pub use sprague_prove::{Judgement, Verdict, Witness};
pub use sprague_report as report;
pub use sprague_report::SequenceReport;
pub use sprague_report::census::CensusReport;
pub use sprague_report::graph::{GraphRefused, GraphSolution};
pub use sprague_report::graphs::{FoundRow, GraphRow, MemberRow, Members};
pub use sprague_rules::diagnostic::did_you_mean;
pub use sprague_rules::{
    Complaint, Diagnostic, Diagnostics, Game, Library, Misfit, Outcome, Player, Position, Ruleset,
    Shape, catalogue, game_file, write_position,
};
pub use sprague_sequence::{
    Identification, Match, Method, NimValues, Regularity, Run, Sequence, Terms, Verdict as Lasting,
    saved,
};
pub use sprague_solve::{
    Answer, Budget, Choice, Explanation, Extent, Inquiry, Kernel, Pool, Refusal, Refused, Rows,
    Solution, TAKES_LONG, TableReport, Tally, Total, Watch, Winning,
};
pub use sprague_task::{Stop, give, held, hold_at_most, take};
pub use sprague_value::{Arena, Value};
pub use sprague_verify::{Accepted, Rejection};

/// The Rust of the project's own front page is compiled, and run, with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct ReadMe;
