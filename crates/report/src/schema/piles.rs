//! The shapes of what `solve` and `table` print of piles: `sprague_solve` has the types, and knows nothing of schemas.

use schemars::JsonSchema;
use serde::Serialize;

use super::Outcome;

/// What may be missing is never null.
fn absent<T>(_: &T) -> bool {
    false
}

/// A position: the sizes of its piles in increasing order, or the numbers of a row as they stand.
type Position = Vec<u32>;

/// What is known of one position of piles.
#[derive(Serialize, JsonSchema)]
pub(super) struct Solution {
    /// The ruleset.
    ruleset: String,
    /// The sizes of the piles, in increasing order; of a row, as they stand.
    position: Position,
    /// Who wins.
    outcome: Outcome,
    /// The nim-value; null where there is none, or where it was not computed.
    nim: Option<u32>,
    /// Why the nim-value was not computed, although there is one.
    #[serde(skip_serializing_if = "absent")]
    nim_missing: String,
    /// The options that win, unless they were not asked for.
    #[serde(skip_serializing_if = "absent")]
    winning: Winning,
    /// How many options win, where they are too many and only some are listed; null if they were not counted.
    #[serde(skip_serializing_if = "absent")]
    winning_total: Option<u64>,
}

/// The options that win.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Winning {
    /// For whoever moves.
    Either(Vec<Position>),
    /// Where it matters who moves.
    Each {
        /// For Left moving first.
        left: Vec<Position>,
        /// For Right moving first.
        right: Vec<Position>,
    },
}

/// A position that could not be answered.
#[derive(Serialize, JsonSchema)]
pub(super) struct Refused {
    /// The ruleset.
    ruleset: String,
    /// The position.
    position: Position,
    /// Why not.
    error: String,
}

/// All positions of some number of piles, or with some piles of each size. Positions are lists of sizes, or of counts:
/// how many piles have size 1, 2, ...
#[derive(Serialize, JsonSchema)]
pub(super) struct Table {
    /// The ruleset.
    ruleset: String,
    #[serde(flatten)]
    extent: Extent,
    /// How many positions there are.
    positions: u64,
    /// How many of them are P-positions, won by the player who does not move.
    p_count: u64,
    /// How many have each outcome, where Left and Right differ.
    #[serde(skip_serializing_if = "absent")]
    tally: Tally,
    /// The P-positions, unless only numbers were asked for.
    #[serde(skip_serializing_if = "absent")]
    p_positions: Vec<Position>,
    /// Every position with its outcome, where Left and Right differ.
    #[serde(skip_serializing_if = "absent")]
    outcomes: Vec<(Position, Outcome)>,
    /// Every position with its nim-value, if these were asked for.
    #[serde(skip_serializing_if = "absent")]
    nim: Vec<(Position, Option<u32>)>,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Extent {
    Piles {
        /// How many piles each position has.
        piles: usize,
        /// The size of the smallest pile.
        min: u32,
        /// The size of the largest pile.
        max: u32,
        /// The piles, or first places of a row, that do not vary: positions list only the others.
        #[serde(skip_serializing_if = "absent")]
        fixed: Vec<u32>,
    },
    Counts {
        /// At most how many piles have size 1, 2, ...
        counts: Vec<u32>,
    },
}

/// How many positions have each outcome.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
struct Tally {
    /// The next player wins.
    n: u64,
    /// The previous player wins.
    p: u64,
    /// Left wins.
    l: u64,
    /// Right wins.
    r: u64,
}
