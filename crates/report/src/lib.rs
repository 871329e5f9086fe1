//! Results for people and programs: text, JSON, CSV, LaTeX, SVG and PNG.
//!
//! ```
//! use sprague_report::position_json;
//!
//! assert_eq!(position_json(&[3, 8]).to_string(), "[3,8]");
//! ```

#![forbid(unsafe_code)]

pub mod catalogue;
pub mod census;
pub mod certificates;
mod chart;
pub mod claims;
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
pub mod table;
pub mod text;
pub mod value;
pub mod verdicts;

pub use sequence::SequenceReport;
pub use table::TablePage;

/// A position as JSON: the list of its piles.
pub fn position_json(position: &[u32]) -> serde_json::Value {
    serde_json::Value::from(position)
}
