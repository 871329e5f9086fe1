//! Functions on `N^k` that are given by a recursion with constant steps and are periodic in every
//! coordinate from a threshold on: guessed on a finite box, then proved on a slightly larger one.
//!
//! A [`System`] has steps (a vector v with a guard); a step leads from x to x + v if its guard
//! holds at x and x + v has no negative coordinate. A value is attached to every x by a rule from
//! the values of what its steps lead to, such as [`mex`] or [`kernel`].
//!
//! # Why passing the check is a proof
//!
//! Let T_i be the thresholds and p_i >= 1 the periods. Numbers a, b are *alike* in coordinate i if
//! a = b, or both are at least T_i and congruent modulo p_i. Let F be a table on the box of all x
//! with every x_i below T_i + p_i. It defines a function on all of `N^k`: f(x) is F at the one
//! point of the box that is alike to x in every coordinate.
//!
//! *Uniqueness.* There are weights w_i >= 0 with w·v < 0 for every step (checked). So w·x drops
//! along steps and the recursion determines exactly one function: if f satisfies the recursion at
//! every x, then f is that function.
//!
//! *Representatives.* Let d_i be the largest decrease of coordinate i by any step. The check tests
//! the recursion for f at every x with every x_i below T_i + d_i + p_i. Take any other x. In each
//! coordinate where x_i is too large, lower it by multiples of p_i to the y_i from T_i + d_i up to,
//! not including, T_i + d_i + p_i; elsewhere let y_i = x_i. Then y was tested, and:
//!
//! 1. x and y are alike, so f(x) = f(y).
//! 2. For every step v, x + v exists iff y + v does, and then they are alike, so
//!    f(x + v) = f(y + v): in a lowered coordinate both are at least T_i + d_i - d_i = T_i, hence
//!    not negative, and they are congruent; in the others they are equal.
//! 3. Every guard is true at x iff at y. A guard compares a sum of c_i x_i, all c_i >= 0, with a
//!    constant that is at most c_i T_i for each c_i > 0 (checked): if a coordinate with c_i > 0
//!    was lowered, the sum reaches the constant at x and at y by this coordinate alone; otherwise
//!    it is the same sum. A congruence modulo m is kept because m divides each c_i p_i (checked).
//!
//! So the steps from x lead to the same values as those from y, and the recursion, true at y, is
//! true at x. ∎
//!
//! The table itself needs no argument, since it is checked. It is found by solving the recursion in
//! the box, where a step that leaves the box is brought back by periods: this lowers w·x further,
//! so the order by w·x stays well-founded and one sweep does it.

use crate::budget::{Blowup, Budget, Operation};
use std::fmt;

/// A condition on x. Coefficients are not negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// The sum of `coefficients[i] * x[i]` is at least the bound.
    AtLeast { coefficients: Vec<u64>, bound: u64 },
    /// The sum is below the bound.
    Below { coefficients: Vec<u64>, bound: u64 },
    /// The sum is `residue` modulo `modulus`.
    Congruent { coefficients: Vec<u64>, residue: u64, modulus: u64 },
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

/// From x to x + `by`, where all guards hold and nothing becomes negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub by: Vec<i64>,
    pub guards: Vec<Guard>,
}

impl Step {
    fn from(&self, x: &[u64]) -> Option<Vec<u64>> {
        let to = x.iter().zip(&self.by).map(|(&x, &by)| x.checked_add_signed(by));
        let to: Vec<u64> = to.collect::<Option<_>>()?;
        self.guards.iter().all(|guard| guard.holds(x)).then_some(to)
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
    pub steps: Vec<Step>,
    /// Not negative; their sum over x drops with every step.
    pub weights: Vec<u64>,
    pub rule: Rule,
}

/// Threshold and period of each coordinate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub thresholds: Vec<u64>,
    pub periods: Vec<u64>,
}

impl Shape {
    /// The same threshold and period in each of `k` coordinates.
    pub fn uniform(k: usize, threshold: u64, period: u64) -> Shape {
        Shape { thresholds: vec![threshold; k], periods: vec![period; k] }
    }

    fn sides(&self) -> Vec<u64> {
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
    pub shape: Shape,
    /// First coordinate fastest.
    pub values: Vec<u8>,
}

impl Table {
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
        step: usize,
    },
    /// A guard of this step tells apart numbers that the shape takes for alike.
    Guard {
        step: usize,
    },
    /// The recursion fails here: the table has one value, its steps give another. Least by the
    /// weighted sum.
    Differs {
        at: Vec<u64>,
        table: u8,
        steps: u8,
    },
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
        self.check(&table, budget)?;
        Ok(table)
    }

    /// The first shape, the same in every coordinate, that proves itself: the smallest box first.
    /// None if there is none with a threshold and a period up to these.
    pub fn search(
        &self,
        most_threshold: u64,
        most_period: u64,
        budget: &Budget,
    ) -> Result<Option<Table>, Failure> {
        let shapes = (0..=most_threshold).flat_map(|t| (1..=most_period).map(move |p| (t, p)));
        let mut shapes: Vec<(u64, u64)> = shapes.collect();
        shapes.sort_by_key(|&(threshold, period)| (threshold + period, threshold));
        for (threshold, period) in shapes {
            let shape = Shape::uniform(self.weights.len(), threshold, period);
            match self.admits(&shape) {
                Err(Failure::Guard { .. }) => continue,
                admitted => admitted?,
            }
            let table = self.solve(&shape, budget)?;
            match self.compare(&table, budget, true) {
                Err(Failure::Differs { .. }) => {}
                outcome => return outcome.map(|()| Some(table)),
            }
        }
        Ok(None)
    }

    /// Does the function that the table stands for satisfy the recursion everywhere? See the
    /// module's proof.
    pub fn check(&self, table: &Table, budget: &Budget) -> Result<(), Failure> {
        self.admits(&table.shape)?;
        self.compare(table, budget, false)
    }

    /// The recursion at every point of the larger box; stops at the first failure, or looks for the
    /// least.
    fn compare(&self, table: &Table, budget: &Budget, first: bool) -> Result<(), Failure> {
        let cells = cells(&table.shape.sides(), budget)?;
        if table.values.len() != cells {
            return Err(Failure::Malformed);
        }
        let decrease = |i: usize| {
            let decreases = self.steps.iter().map(|step| step.by[i].min(0).unsigned_abs());
            decreases.max().unwrap_or(0)
        };
        let sides = table.shape.sides();
        let sides: Vec<u64> =
            sides.iter().enumerate().map(|(i, side)| side.saturating_add(decrease(i))).collect();
        let mut failure: Option<(u128, Failure)> = None;
        for number in 0..self::cells(&sides, budget)? {
            let at = point(&sides, number);
            let steps = self.value(&at, |to| table.value(to));
            let weight = self.weight(&at);
            let earlier = || failure.as_ref().is_none_or(|(least, _)| weight < *least);
            if steps != table.value(&at) && earlier() {
                let differs = Failure::Differs { table: table.value(&at), steps, at };
                if first {
                    return Err(differs);
                }
                failure = Some((weight, differs));
            }
            in_time(number, budget)?;
        }
        failure.map_or(Ok(()), |(_, failure)| Err(failure))
    }

    /// The recursion on the box, with steps that leave it brought back by periods.
    fn solve(&self, shape: &Shape, budget: &Budget) -> Result<Table, Failure> {
        let sides = shape.sides();
        let mut order: Vec<u32> = (0..cells(&sides, budget)? as u32).collect();
        order.sort_by_cached_key(|&number| self.weight(&point(&sides, number as usize)));
        let mut values = vec![0; order.len()];
        for (done, number) in order.into_iter().enumerate() {
            let at = point(&sides, number as usize);
            values[number as usize] = self.value(&at, |to| values[shape.place(to)]);
            in_time(done, budget)?;
        }
        Ok(Table { shape: shape.clone(), values })
    }

    fn value(&self, at: &[u64], of: impl Fn(&[u64]) -> u8) -> u8 {
        let values: Vec<u8> =
            self.steps.iter().filter_map(|step| step.from(at)).map(|to| of(&to)).collect();
        (self.rule)(&values)
    }

    fn weight(&self, x: &[u64]) -> u128 {
        self.weights.iter().zip(x).map(|(&w, &x)| u128::from(w) * u128::from(x)).sum()
    }

    /// What the proof assumes of steps, weights, guards and shape.
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
            step.by.len() == k && step.guards.iter().all(|guard| coefficients(guard) == k)
        };
        if shape.thresholds.len() != k
            || shape.periods.len() != k
            || shape.periods.contains(&0)
            || !self.steps.iter().all(fits)
        {
            return Err(Failure::Malformed);
        }
        for (number, step) in self.steps.iter().enumerate() {
            let change: i128 = self
                .weights
                .iter()
                .zip(&step.by)
                .map(|(&w, &by)| i128::from(w) * i128::from(by))
                .sum();
            if change >= 0 {
                return Err(Failure::NotWellFounded { step: number });
            }
            if !step.guards.iter().all(|guard| guard.respects(shape)) {
                return Err(Failure::Guard { step: number });
            }
        }
        Ok(())
    }
}

fn cells(sides: &[u64], budget: &Budget) -> Result<usize, Failure> {
    let cells = sides.iter().fold(1u64, |cells, &side| cells.saturating_mul(side));
    // The sweep sorts points by weight: sixteen bytes for each and some.
    let bytes = usize::try_from(cells.saturating_mul(24)).unwrap_or(usize::MAX);
    let bytes = if cells > u64::from(u32::MAX) { usize::MAX } else { bytes };
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
