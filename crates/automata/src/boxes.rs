//! Functions on `N^k` that are given by a recursion with constant steps and are periodic in every
//! coordinate from a threshold on: guessed on a finite box, then proved on a slightly larger one.
//!
//! A [`System`] has steps. A step leads from x to the point whose coordinate i is `x[from[i]] +
//! by[i]`, or `by[i]` where nothing is taken over, if its guards hold at x and no coordinate
//! becomes negative; mostly `from[i]` is i and the step adds a vector. A value is attached to every x by
//! a rule from the values of what its steps lead to, such as [`mex`] or [`kernel`].
//!
//! # Why passing the check is a proof
//!
//! Let T_i be the thresholds and p_i >= 1 the periods. Numbers a, b are *alike* in coordinate i if
//! a = b, or both are at least T_i and congruent modulo p_i. Let F be a table on the box of all x
//! with every x_i below T_i + p_i. It defines a function on all of `N^k`: f(x) is F at the one
//! point of the box that is alike to x in every coordinate.
//!
//! *Uniqueness.* There are weights w_i >= 0 such that w·x drops along every step (checked). So the
//! recursion determines exactly one function: if f satisfies the recursion at every x, then f is that
//! function. What a step adds to w·x is a linear form in x; the check is that its coefficients are not positive and
//! that it is negative where the guards hold: its constant is negative, or a guard gives a positive
//! value to some coordinate, all of those it sums having negative coefficients in the form.
//!
//! *Representatives.* Let d_s be the least number with T_s + d_s + by_i >= T_i for every step and every i
//! with from_i = s. The check tests the recursion for f at every x with every x_i below T_i + d_i +
//! p_i. Take any other x. In each coordinate where x_i is too large, lower it by multiples of p_i to the
//! y_i from T_i + d_i up to, not including, T_i + d_i + p_i; elsewhere let y_i = x_i. Then y was
//! tested, and:
//!
//! 1. x and y are alike, so f(x) = f(y).
//! 2. Every step that can be made from x can be made from y, as far as signs go, and leads to points that are alike:
//!    a coordinate i that comes from a lowered s is at least T_s + d_s + by_i >= T_i at both, hence
//!    not negative, and congruent modulo p_s, which p_i divides (checked); the others are equal.
//! 3. Every guard is true at x iff at y. A guard compares a sum of c_i x_i, all c_i >= 0, with a
//!    constant that is at most c_i T_i for each c_i > 0 (checked): if a coordinate with c_i > 0
//!    was lowered, the sum reaches the constant at x and at y by this coordinate alone; otherwise
//!    it is the same sum. A congruence modulo m is kept because m divides each c_i p_i (checked).
//!
//! So the steps from x lead to the same values as those from y, and the recursion, true at y, is
//! true at x. ∎
//!
//! A coordinate may be bounded: then x ranges over the points where it is at most its bound, no step raises it
//! (checked), and it is never lowered.
//!
//! The table itself needs no argument, since it is checked. It is found by solving the recursion in
//! the box, where a step that leaves the box is brought back by periods. Plain orders of the box are
//! tried first, since they often meet the targets of steps before their origins; the order by w·x,
//! which bringing back only lowers, always does.

mod search;
mod sweep;

use crate::budget::{Blowup, Budget, Operation};
use std::fmt;

/// A condition on x. Coefficients are not negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// The sum of `coefficients[i] * x[i]` is at least the bound.
    AtLeast {
        /// By what the coordinates are multiplied.
        coefficients: Vec<u64>,
        /// The bound.
        bound: u64,
    },
    /// The sum is below the bound.
    Below {
        /// By what the coordinates are multiplied.
        coefficients: Vec<u64>,
        /// The bound.
        bound: u64,
    },
    /// The sum is `residue` modulo `modulus`.
    Congruent {
        /// By what the coordinates are multiplied.
        coefficients: Vec<u64>,
        /// What is left.
        residue: u64,
        /// The modulus.
        modulus: u64,
    },
}

impl Guard {
    /// `x[i] >= bound`, in `k` coordinates.
    pub fn coordinate(k: usize, i: usize, bound: u64) -> Guard {
        let coefficients = (0..k).map(|j| u64::from(j == i)).collect();
        Guard::AtLeast { coefficients, bound }
    }

    fn holds(&self, x: &[u64]) -> bool {
        // Points are those of a box in memory, so 128 bits are ample.
        let sum = |coefficients: &[u64]| -> u128 {
            coefficients.iter().zip(x).map(|(&c, &x)| u128::from(c) * u128::from(x)).sum()
        };
        match self {
            Guard::AtLeast { coefficients, bound } => sum(coefficients) >= u128::from(*bound),
            Guard::Below { coefficients, bound } => sum(coefficients) < u128::from(*bound),
            Guard::Congruent { coefficients, residue, modulus } => {
                let modulus = u128::from(*modulus);
                sum(coefficients) % modulus == u128::from(*residue) % modulus
            }
        }
    }

    /// Is it the same for numbers that the proof takes for each other (point 3)?
    fn respects(&self, shape: &Shape) -> bool {
        match self {
            Guard::AtLeast { coefficients, bound } | Guard::Below { coefficients, bound } => {
                let mut terms = coefficients.iter().zip(&shape.thresholds);
                terms.all(|(&c, &t)| c == 0 || c.saturating_mul(t) >= *bound)
            }
            Guard::Congruent { coefficients, modulus, .. } => {
                let mut terms = coefficients.iter().zip(&shape.periods);
                terms.all(|(&c, &p)| c.checked_mul(p).is_some_and(|cp| cp % modulus == 0))
            }
        }
    }
}

/// From x to the point with the coordinates `x[from[i]] + by[i]`, where all guards hold and nothing
/// becomes negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where each coordinate comes from; nowhere: from 0.
    pub from: Vec<Option<usize>>,
    /// What is added to each.
    pub by: Vec<i64>,
    /// Where the step can be made.
    pub guards: Vec<Guard>,
}

impl Step {
    /// From x to x + `by`.
    pub fn adding(by: Vec<i64>, guards: Vec<Guard>) -> Step {
        Step { from: (0..by.len()).map(Some).collect(), by, guards }
    }

    /// Where it leads to from x, if it can be made there.
    pub fn target(&self, x: &[u64]) -> Option<Vec<u64>> {
        let coordinate = |(from, by): (&Option<usize>, &i64)| {
            from.map_or(0, |source| x[source]).checked_add_signed(*by)
        };
        let to: Vec<u64> = self.from.iter().zip(&self.by).map(coordinate).collect::<Option<_>>()?;
        self.guards.iter().all(|guard| guard.holds(x)).then_some(to)
    }

    /// Does the weighted sum drop wherever the step can be made? See the module's proof.
    fn lowers(&self, weights: &[u64]) -> bool {
        let mut form: Vec<i128> = weights.iter().map(|&w| -i128::from(w)).collect();
        let mut constant = 0;
        for ((from, by), &weight) in self.from.iter().zip(&self.by).zip(weights) {
            constant += i128::from(weight) * i128::from(*by);
            if let Some(source) = from {
                form[*source] += i128::from(weight);
            }
        }
        let strict = |guard: &Guard| match guard {
            Guard::AtLeast { coefficients, bound } => {
                *bound >= 1 && coefficients.iter().zip(&form).all(|(&c, &f)| c == 0 || f < 0)
            }
            _ => false,
        };
        let falls = constant < 0 || constant == 0 && self.guards.iter().any(strict);
        form.iter().all(|&f| f <= 0) && falls
    }
}

/// The rule from the values that steps lead to, in the order of the steps that apply, to the value.
pub type Rule = fn(&[u8]) -> u8;

/// The least number that is not among the values: nim-values.
///
/// # Panics
/// If all 256 occur.
pub fn mex(values: &[u8]) -> u8 {
    (0..=u8::MAX).find(|v| !values.contains(v)).expect("a number of 8 bits")
}

/// 1 if no value is 1: the kernel of the graph of steps, in games the positions lost in normal
/// play.
pub fn kernel(values: &[u8]) -> u8 {
    u8::from(!values.contains(&1))
}

/// As [`kernel`], but 0 where there is no step: the positions lost in misère play.
pub fn misere_kernel(values: &[u8]) -> u8 {
    u8::from(!values.is_empty() && !values.contains(&1))
}

/// A recursion on `N^k`.
#[derive(Clone, Debug)]
pub struct System {
    /// The steps.
    pub steps: Vec<Step>,
    /// Not negative; their sum over x drops with every step.
    pub weights: Vec<u64>,
    /// Coordinates that never exceed a bound.
    pub bounded: Vec<(usize, u64)>,
    /// How the value at a point follows from those that its steps lead to.
    pub rule: Rule,
}

/// Threshold and period of each coordinate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// From where on each coordinate repeats.
    pub thresholds: Vec<u64>,
    /// How soon it repeats.
    pub periods: Vec<u64>,
}

impl Shape {
    /// The same threshold and period in each of `k` coordinates.
    pub fn uniform(k: usize, threshold: u64, period: u64) -> Shape {
        Shape { thresholds: vec![threshold; k], periods: vec![period; k] }
    }

    /// The sides of its box.
    pub fn sides(&self) -> Vec<u64> {
        self.thresholds.iter().zip(&self.periods).map(|(t, p)| t.saturating_add(*p)).collect()
    }

    /// The place in the table of the point of the box that is alike.
    fn place(&self, x: &[u64]) -> usize {
        let coordinates = x.iter().zip(self.thresholds.iter().zip(&self.periods)).rev();
        coordinates.fold(0, |place, (&x, (&t, &p))| {
            let alike = if x < t { x } else { t + (x - t) % p };
            place * (t + p) as usize + alike as usize
        })
    }
}

/// Values on a box, standing for all of `N^k`. From [`System::prove`] it is a certificate:
/// [`System::check`] accepts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The box.
    pub shape: Shape,
    /// First coordinate fastest.
    pub values: Vec<u8>,
}

impl Table {
    /// The value at a point.
    pub fn value(&self, x: &[u64]) -> u8 {
        self.values[self.shape.place(x)]
    }
}

/// Why a table is not the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The shape, the table or a step has the wrong number of entries, or a period or a modulus is
    /// 0.
    Malformed,
    /// This step does not lower the weighted sum.
    NotWellFounded {
        /// Its place in the system.
        step: usize,
    },
    /// A guard of this step tells apart numbers that the shape takes for alike.
    Guard {
        /// Its place in the system.
        step: usize,
    },
    /// This step raises a coordinate that is bounded.
    Raised {
        /// Its place in the system.
        step: usize,
    },
    /// The recursion fails here: the table has one value, its steps give another. Least by the
    /// weighted sum.
    Differs {
        /// The point.
        at: Vec<u64>,
        /// What the table has there.
        table: u8,
        /// What the steps give.
        steps: u8,
    },
    /// It was not checked to the end.
    OverBudget(Blowup),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Failure::Malformed => f.write_str("shape, table and steps do not fit together"),
            Failure::NotWellFounded { step } => {
                write!(f, "step {step} does not lower the weighted sum")
            }
            Failure::Guard { step } => {
                write!(f, "a guard of step {step} needs a larger threshold or another period")
            }
            Failure::Raised { step } => write!(f, "step {step} raises a bounded coordinate"),
            Failure::Differs { at, table, steps } => {
                write!(f, "at {at:?} the table has {table} but the steps give {steps}")
            }
            Failure::OverBudget(blowup) => blowup.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

impl System {
    /// Solves the box and checks it.
    pub fn prove(&self, shape: &Shape, budget: &Budget) -> Result<Table, Failure> {
        self.admits(shape)?;
        let table = self.solve(shape, budget)?;
        self.compare(&table, budget)?;
        Ok(table)
    }

    /// Does the function that the table stands for satisfy the recursion everywhere? See the
    /// module's proof.
    pub fn check(&self, table: &Table, budget: &Budget) -> Result<(), Failure> {
        self.admits(&table.shape)?;
        self.compare(table, budget)
    }

    /// The recursion at every point of the larger box; the failure of least weight.
    fn compare(&self, table: &Table, budget: &Budget) -> Result<(), Failure> {
        let mut failure: Option<(u128, Failure)> = None;
        self.differences(table, budget, &mut |at, table, steps| {
            let weight = self.weight(at);
            if failure.as_ref().is_none_or(|(least, _)| weight < *least) {
                failure = Some((weight, Failure::Differs { at: at.to_vec(), table, steps }));
            }
        })?;
        failure.map_or(Ok(()), |(_, failure)| Err(failure))
    }

    fn weight(&self, x: &[u64]) -> u128 {
        self.weights.iter().zip(x).map(|(&w, &x)| u128::from(w) * u128::from(x)).sum()
    }

    /// The larger box of the check: T + d + p, or as far as a coordinate goes.
    fn checked_sides(&self, shape: &Shape) -> Vec<u64> {
        let mut sides = shape.sides();
        for step in &self.steps {
            for (i, (from, &by)) in step.from.iter().zip(&step.by).enumerate() {
                let Some(s) = *from else { continue };
                // T_s + d_s + by >= T_i
                let needed = i128::from(shape.thresholds[i]) - i128::from(by);
                let needed = u64::try_from(needed.max(0)).unwrap_or(u64::MAX);
                let side = needed.max(shape.thresholds[s]).saturating_add(shape.periods[s]);
                sides[s] = sides[s].max(side);
            }
        }
        for &(coordinate, bound) in &self.bounded {
            sides[coordinate] = bound.saturating_add(1);
        }
        sides
    }

    /// What the proof assumes of steps, weights, guards, bounds and shape.
    fn admits(&self, shape: &Shape) -> Result<(), Failure> {
        let k = self.weights.len();
        let coefficients = |guard: &Guard| match guard {
            Guard::AtLeast { coefficients, .. } | Guard::Below { coefficients, .. } => {
                coefficients.len()
            }
            // A modulus of 0 is as malformed as a missing coefficient.
            Guard::Congruent { modulus: 0, .. } => usize::MAX,
            Guard::Congruent { coefficients, .. } => coefficients.len(),
        };
        let fits = |step: &Step| {
            step.by.len() == k
                && step.from.len() == k
                && step.from.iter().flatten().all(|&source| source < k)
                && step.guards.iter().all(|guard| coefficients(guard) == k)
        };
        if shape.thresholds.len() != k
            || shape.periods.len() != k
            || shape.periods.contains(&0)
            || self.bounded.iter().any(|&(coordinate, _)| coordinate >= k)
            || !self.steps.iter().all(fits)
        {
            return Err(Failure::Malformed);
        }
        for (number, step) in self.steps.iter().enumerate() {
            if !step.lowers(&self.weights) {
                return Err(Failure::NotWellFounded { step: number });
            }
            let keeps = |(i, source): (usize, &Option<usize>)| {
                source.is_none_or(|s| shape.periods[s].is_multiple_of(shape.periods[i]))
            };
            if !step.guards.iter().all(|guard| guard.respects(shape))
                || !step.from.iter().enumerate().all(keeps)
            {
                return Err(Failure::Guard { step: number });
            }
            let raises = |&(i, bound): &(usize, u64)| match step.from[i] {
                Some(source) => source != i || step.by[i] > 0,
                None => u64::try_from(step.by[i]).is_ok_and(|by| by > bound),
            };
            if self.bounded.iter().any(raises) {
                return Err(Failure::Raised { step: number });
            }
        }
        Ok(())
    }
}

/// The number of points of a box, if the budget allows it.
fn cells(sides: &[u64], budget: &Budget) -> Result<usize, Failure> {
    let cells = sides.iter().fold(1u64, |cells, &side| cells.saturating_mul(side));
    let bytes = if cells > u64::from(u32::MAX) { u64::MAX } else { cells };
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    budget.allow(Operation::Box, 0, bytes).map_err(Failure::OverBudget)?;
    Ok(cells as usize)
}

fn in_time(number: usize, budget: &Budget) -> Result<(), Failure> {
    if !number.is_multiple_of(1024) {
        return Ok(());
    }
    budget.in_time(Operation::Box, number).map_err(Failure::OverBudget)
}

fn point(sides: &[u64], number: usize) -> Vec<u64> {
    let mut number = number as u64;
    let digit = |&side: &u64| {
        let x = number % side;
        number /= side;
        x
    };
    sides.iter().map(digit).collect()
}
