//! Results for people and programs: text, JSON, CSV, LaTeX, SVG and PNG.
//!
//! ```
//! use sprague_report::heap::NimSets;
//!
//! let sets = NimSets { ruleset: "kayles".into(), parts: 1, sets: vec![vec![0], vec![1]] };
//! assert_eq!(sets.text().to_string(), "0: {0}\n1: {1}\n");
//! let json = serde_json::to_string(&sets).unwrap();
//! assert_eq!(json, r#"{"ruleset":"kayles","parts":1,"sets":[[0],[1]]}"#);
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod automaton;
pub mod catalogue;
pub mod census;
pub mod certificates;
mod chart;
pub mod claims;
pub mod discoveries;
pub mod graph;
pub mod graphs;
pub mod heap;
pub mod latex;
pub mod named;
pub mod picture;
pub mod record;
pub mod regularity;
#[cfg(feature = "schema")]
pub mod schema;
pub mod sequence;
pub mod solution;
pub mod structure;
pub mod surveys;
pub mod table;
pub mod text;
pub mod value;
pub mod verdicts;

pub use sequence::SequenceReport;
pub use table::TablePage;
