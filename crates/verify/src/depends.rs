//! What two positions, or two rulesets, show.
//!
//! *The outcome depends on some numbers* is refuted by two positions of which the claim speaks, which agree in these
//! numbers and have different outcomes. *The outcomes, or nim-values, are those of another ruleset* is refuted by
//! a position at which they are not. Both are computed again from the definitions.

use sprague_claim::Sight;
use sprague_claim::claim::{OnBoard, Says};
use sprague_claim::condition::value_of;
use sprague_rules::position::canonical;
use sprague_rules::{Outcome, Ruleset, Shape};
use sprague_task::Task;

use crate::Rejection;
use crate::multisets::Multisets;
use crate::plain::{MOST_TOKENS, Plain};

/// Positions from which on, and up to which, a table is worth its while.
const FEW: u64 = 1 << 14;
const MANY: u64 = 1 << 30;

/// Do these positions agree in the numbers, but not in their outcomes?
pub(crate) fn apart(on: &OnBoard, at: &[u32], other: &[u32], task: &Task) -> Result<(), Rejection> {
    let Says::Depends(numbers) = &on.says else {
        return Err(Rejection::new(
            "two positions refute only that the outcome depends on numbers",
        ));
    };
    let keys = |position: &[u32]| -> Result<Vec<Vec<i64>>, Rejection> {
        is_canonical(&on.ruleset, position)?;
        let mut keys = Vec::new();
        for named in on.readings(position) {
            let sight = Sight { numbers: &named, piles: position };
            if on.suppose.speaks_of_outcomes() {
                return Err(Rejection::new("conditions on other positions are not checked"));
            }
            if on.suppose.holds(sight) {
                keys.push(numbers.iter().map(|number| value_of(number, sight)).collect());
            }
        }
        Ok(keys)
    };
    let (here, there) = (keys(at)?, keys(other)?);
    if !here.iter().any(|key| there.contains(key)) {
        return Err(Rejection::new("the positions do not agree in the numbers"));
    }
    let mut solver = Solver::around(&on.ruleset, &[at, other], task);
    let (one, two) = (solver.outcome(at)?, solver.outcome(other)?);
    match one == two {
        true => Err(Rejection::new(format!("both positions are {one}"))),
        false => Ok(()),
    }
}

/// Who wins some positions: by the plain recursion, or, where there are many small piles, by a plain table.
pub(crate) struct Solver<'r> {
    ruleset: &'r Ruleset,
    plain: Plain<'r>,
    table: Option<Multisets>,
}

impl<'r> Solver<'r> {
    /// For these positions, and what lies below them.
    pub(crate) fn around(ruleset: &'r Ruleset, positions: &[&[u32]], task: &'r Task) -> Solver<'r> {
        let places = positions.iter().map(|position| position.len()).max().unwrap_or(0).max(1);
        let sizes = positions.iter().flat_map(|position| position.iter());
        let largest = sizes.copied().max().unwrap_or(0);
        let many = tuples(places as u64, largest.into());
        let worth = many.is_some_and(|many| (FEW..MANY).contains(&many));
        let table = match worth && ruleset.unit_moves().is_some() {
            true => Multisets::compute(ruleset, places, largest, task).ok(),
            false => None,
        };
        Solver { ruleset, plain: Plain::new(ruleset, task), table }
    }

    /// The outcome of a position.
    pub(crate) fn outcome(&mut self, position: &[u32]) -> Result<Outcome, Rejection> {
        match self.table.as_ref().and_then(|table| table.is_lost(position)) {
            Some(true) => Ok(Outcome::P),
            Some(false) => Ok(Outcome::N),
            None => Ok(self.plain.outcome(position)?),
        }
    }

    /// The nim-value of a position.
    pub(crate) fn nim_value(&mut self, position: &[u32]) -> Result<u32, Rejection> {
        match self.ruleset.has_nim_values() {
            true => Ok(self.plain.nim_value(position)?),
            false => Err(Rejection::new("there are no nim-values in this kind of play")),
        }
    }
}

/// C(places + largest, places).
fn tuples(places: u64, largest: u64) -> Option<u64> {
    (1..=places).try_fold(1u64, |count, j| Some(count.checked_mul(largest + j)? / j))
}

/// Is the position not the same in the other ruleset?
pub(crate) fn differs(
    on: &OnBoard,
    other: &Ruleset,
    nim_values: bool,
    at: &[u32],
    task: &Task,
) -> Result<(), Rejection> {
    is_canonical(&on.ruleset, at)?;
    if on.suppose.speaks_of_outcomes() {
        return Err(Rejection::new("conditions on other positions are not checked"));
    }
    let spoken = |numbers: &Vec<i64>| on.suppose.holds(Sight { numbers, piles: at });
    if !on.readings(at).iter().any(spoken) {
        return Err(Rejection::new("the claim does not speak of this position"));
    }
    let (mut here, mut there) =
        (Solver::around(&on.ruleset, &[at], task), Solver::around(other, &[at], task));
    let same = match nim_values {
        true => here.nim_value(at)? == there.nim_value(at)?,
        false => here.outcome(at)? == there.outcome(at)?,
    };
    match same {
        true => Err(Rejection::new("both rulesets agree at this position")),
        false => Ok(()),
    }
}

/// A row has all its places; piles are in ascending order, without those that are gone, and no more than there may be.
pub(crate) fn is_canonical(ruleset: &Ruleset, position: &[u32]) -> Result<(), Rejection> {
    let mut sorted = position.to_vec();
    canonical(&mut sorted);
    // Conditions compute with numbers of this size; so does the plain recursion.
    let tokens: u64 = position.iter().map(|&size| u64::from(size)).sum();
    if tokens > MOST_TOKENS {
        return Err(Rejection::new("this position is too large to look at"));
    }
    let right = match ruleset.shape {
        Shape::Row { places } => position.len() == places,
        Shape::Piles { at_most } => {
            sorted == position && at_most.is_none_or(|most| position.len() <= most)
        }
    };
    match right {
        true => Ok(()),
        false => Err(Rejection::new("this is not how a position is written")),
    }
}
