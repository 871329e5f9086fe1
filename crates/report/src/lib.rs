//! Results for people and programs: text, JSON, CSV, LaTeX, SVG and PNG.
//!
//! ```
//! use sprague_report::position_json;
//!
//! assert_eq!(position_json(&[3, 8]).to_string(), "[3,8]");
//! ```

#![forbid(unsafe_code)]

pub mod catalogue;
mod chart;
pub mod graph;
pub mod latex;
pub mod picture;
pub mod record;
pub mod sequence;
pub mod solution;
pub mod table;
pub mod text;
pub mod verdicts;

pub use sequence::SequenceReport;
pub use table::TablePage;

/// A position as JSON: the list of its piles.
pub fn position_json(position: &[u32]) -> serde_json::Value {
    serde_json::Value::from(position)
}
