//! The answer for one position, as data.

use serde::Serialize;
use sprague_rules::{Outcome, Position};

use crate::heaps::Total;

/// Said of a nim-value that was left out because it would take long, and nobody insisted on it.
pub const TAKES_LONG: &str = "it would take long";

/// What is known of one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Solution {
    /// The ruleset as it is written.
    pub ruleset: String,
    /// The position.
    pub position: Position,
    /// Who wins.
    pub outcome: Outcome,
    /// The nim-value, where there is one and it was computed.
    pub nim: Option<u32>,
    /// Why the nim-value is missing although there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nim_missing: Option<String>,
    /// The winning options, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning: Option<Winning>,
    /// How many win, where not all are listed: there are too many, or the work was stopped.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "number")]
    pub winning_total: Option<Total>,
}

/// A number; null if nobody knows.
fn number<S: serde::Serializer>(total: &Option<Total>, serializer: S) -> Result<S::Ok, S::Error> {
    match total {
        Some(Total::Counted(total)) => serializer.serialize_some(total),
        _ => serializer.serialize_none(),
    }
}

/// The options with which a player wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Winning {
    /// For the player to move, whoever that is.
    Either(Vec<Position>),
    /// For Left to move and for Right to move.
    Each {
        /// The options of Left.
        left: Vec<Position>,
        /// The options of Right.
        right: Vec<Position>,
    },
}

/// A position that was not answered, in its place among others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// The ruleset as it is written.
    pub ruleset: String,
    /// The position.
    pub position: Position,
    /// Why there is no answer.
    #[serde(rename = "error", serialize_with = "written")]
    pub why: crate::budget::Refusal,
}

fn written<S: serde::Serializer>(
    why: &crate::budget::Refusal,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(why)
}

/// The answer for a position, or why there is none.
pub type Answer = Result<Solution, Refused>;
