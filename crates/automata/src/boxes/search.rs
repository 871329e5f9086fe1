//! Looking for the shape of a box: thresholds grow where the check fails.
//!
//! A point where the check fails and that exceeds the box in one coordinate only tells that this
//! coordinate's threshold is too small. Several periods are tried side by side, each as long as its box has
//! fewer points than an allowance that grows; once boxes are large, only the two that fail least often go on, so that
//! wrong periods do not cost much.

use super::{Failure, Guard, Shape, System, Table, cells};
use crate::budget::Budget;

/// Thresholds beyond this are not expected to stop growing.
const LARGEST_THRESHOLD: u64 = 40;
/// Points of the boxes of the first round; later rounds allow more by this factor.
const FIRST_ROUND: usize = 1 << 12;
const FACTOR: usize = 16;
/// From boxes of so many points on, the two best periods go on alone.
const SETTLED: usize = 1 << 20;

impl System {
    /// A table that proves itself, with one of these periods in every coordinate and thresholds as small as they may
    /// be found. None if the boxes would have more points than `most`.
    pub fn search(
        &self,
        periods: &[u64],
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Table>, Failure> {
        let mut shapes: Vec<Growth> = periods
            .iter()
            .map(|&period| Growth { shape: self.first(period), failing: 0.0 })
            .filter(|growth| !matches!(self.admits(&growth.shape), Err(Failure::Guard { .. })))
            .collect();
        let mut allowed = FIRST_ROUND.min(most);
        loop {
            for growth in &mut shapes {
                if let Some(table) = self.grow(growth, allowed, budget)? {
                    return Ok(Some(table));
                }
            }
            let small = |t: &u64| *t <= LARGEST_THRESHOLD;
            shapes.retain(|growth| growth.shape.thresholds.iter().all(small));
            if allowed >= most || shapes.is_empty() {
                return Ok(None);
            }
            if allowed >= SETTLED {
                shapes.sort_by(|a, b| a.failing.total_cmp(&b.failing));
                shapes.truncate(2);
            }
            allowed = allowed.saturating_mul(FACTOR).min(most);
        }
    }

    /// The least thresholds that the guards and bounds ask for.
    fn first(&self, period: u64) -> Shape {
        let mut shape = Shape::uniform(self.weights.len(), 0, period);
        for guard in self.steps.iter().flat_map(|step| &step.guards) {
            let (Guard::AtLeast { coefficients, bound } | Guard::Below { coefficients, bound }) =
                guard
            else {
                continue;
            };
            for (threshold, &c) in shape.thresholds.iter_mut().zip(coefficients) {
                if c > 0 {
                    *threshold = (*threshold).max(bound.div_ceil(c));
                }
            }
        }
        for &(coordinate, bound) in &self.bounded {
            shape.thresholds[coordinate] = bound.saturating_add(1);
        }
        shape
    }

    /// Grows the thresholds until the table is right, or the box too large.
    fn grow(
        &self,
        growth: &mut Growth,
        allowed: usize,
        budget: &Budget,
    ) -> Result<Option<Table>, Failure> {
        let shape = &mut growth.shape;
        while shape.thresholds.iter().all(|&t| t <= LARGEST_THRESHOLD) {
            let sides = shape.sides();
            let points = sides.iter().fold(1u64, |cells, &side| cells.saturating_mul(side));
            if points > allowed as u64 {
                return Ok(None);
            }
            self.admits(shape)?;
            cells(&sides, budget)?;
            let table = self.solve(shape, budget)?;
            let mut single = vec![0u64; sides.len()];
            let mut several = vec![0u64; sides.len()];
            self.differences(&table, budget, &mut |at, _, _| {
                let outside = |i: &usize| at[*i] >= sides[*i];
                let beyond: Vec<usize> = (0..at.len()).filter(outside).collect();
                let told = if beyond.len() == 1 { &mut single } else { &mut several };
                beyond.iter().for_each(|&i| told[i] += 1);
            })?;
            let told = if single.iter().any(|&n| n > 0) { single } else { several };
            let most = told.iter().copied().max().unwrap_or(0);
            if most == 0 {
                // Nothing fails outside of the box, and inside the table is the recursion itself.
                self.check(&table, budget)?;
                return Ok(Some(table));
            }
            growth.failing = told.iter().sum::<u64>() as f64 / points as f64;
            for (threshold, &failures) in shape.thresholds.iter_mut().zip(&told) {
                *threshold += u64::from(3 * failures >= most);
            }
        }
        Ok(None)
    }
}

/// A shape on its way.
struct Growth {
    shape: Shape,
    /// Points at which its last box failed, for each of its points.
    failing: f64,
}
