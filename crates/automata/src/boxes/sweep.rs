//! Going through a box point by point: the recursion, with steps laid out so that a target is found by adding up a
//! few table entries.

use smallvec::SmallVec;

use super::{Failure, Guard, Shape, System, Table, cells, in_time, point};
use crate::budget::Budget;

/// A value that is not computed yet. Rules do not give it.
const UNKNOWN: u8 = u8::MAX;

/// A guard, the common ones in short.
enum Test<'s> {
    AtLeast(usize, u64),
    Below(usize, u64),
    Other(&'s Guard),
}

impl<'s> Test<'s> {
    fn new(guard: &'s Guard) -> Test<'s> {
        let single = |coefficients: &[u64]| {
            let mut positive = (0..coefficients.len()).filter(|&i| coefficients[i] > 0);
            match (positive.next(), positive.next()) {
                (Some(i), None) if coefficients[i] == 1 => Some(i),
                _ => None,
            }
        };
        match guard {
            Guard::AtLeast { coefficients, bound } => {
                single(coefficients).map_or(Test::Other(guard), |i| Test::AtLeast(i, *bound))
            }
            Guard::Below { coefficients, bound } => {
                single(coefficients).map_or(Test::Other(guard), |i| Test::Below(i, *bound))
            }
            Guard::Congruent { .. } => Test::Other(guard),
        }
    }

    fn holds(&self, x: &[u64]) -> bool {
        match self {
            Test::AtLeast(i, bound) => x[*i] >= *bound,
            Test::Below(i, bound) => x[*i] < *bound,
            Test::Other(guard) => guard.holds(x),
        }
    }
}

/// A step: only the coordinates that it changes.
struct Stride<'s> {
    tests: Vec<Test<'s>>,
    changes: Vec<(usize, Option<usize>, i64)>,
}

/// The steps of a system, ready for a box of some shape.
struct Sweep<'s> {
    system: &'s System,
    strides: Vec<Stride<'s>>,
    /// What a value of a coordinate adds to the place in the table.
    places: Vec<Vec<usize>>,
}

impl<'s> Sweep<'s> {
    /// For points whose coordinates stay below `sides`.
    fn new(system: &'s System, shape: &Shape, sides: &[u64]) -> Sweep<'s> {
        let raised = system.steps.iter().flat_map(|step| step.by.iter().copied()).max();
        let longest = sides.iter().copied().max().unwrap_or(0) + raised.unwrap_or(0).max(0) as u64;
        let mut stride = 1;
        let places = shape.thresholds.iter().zip(&shape.periods).map(|(&t, &p)| {
            let alike = |x: u64| if x < t { x } else { t + (x - t) % p };
            let column = (0..=longest).map(|x| alike(x) as usize * stride).collect();
            stride *= (t + p) as usize;
            column
        });
        let places = places.collect();
        let strides = system.steps.iter().map(|step| {
            let all = step.from.iter().zip(&step.by).enumerate();
            let changed = all.filter(|(i, (from, by))| **from != Some(*i) || **by != 0);
            Stride {
                tests: step.guards.iter().map(Test::new).collect(),
                changes: changed.map(|(i, (from, by))| (i, *from, *by)).collect(),
            }
        });
        Sweep { system, strides: strides.collect(), places }
    }

    fn place(&self, x: &[u64]) -> usize {
        self.places.iter().zip(x).map(|(column, &x)| column[x as usize]).sum()
    }

    /// The value that the steps from x give; nothing if one leads to what is not known.
    fn value(&self, x: &[u64], values: &[u8]) -> Option<u8> {
        let here = self.place(x);
        let mut reached: SmallVec<[u8; 64]> = SmallVec::new();
        'steps: for stride in &self.strides {
            let mut place = here;
            for &(i, from, by) in &stride.changes {
                let origin = from.map_or(0, |source| x[source]);
                let Some(to) = origin.checked_add_signed(by) else { continue 'steps };
                place = place + self.places[i][to as usize] - self.places[i][x[i] as usize];
            }
            if !stride.tests.iter().all(|test| test.holds(x)) {
                continue;
            }
            if values[place] == UNKNOWN {
                return None;
            }
            reached.push(values[place]);
        }
        Some((self.system.rule)(&reached))
    }
}

impl System {
    /// The recursion on the box, with steps that leave it brought back by periods.
    pub(super) fn solve(&self, shape: &Shape, budget: &Budget) -> Result<Table, Failure> {
        let sides = shape.sides();
        let cells = cells(&sides, budget)?;
        let sweep = Sweep::new(self, shape, &sides);
        let first_fastest: Vec<usize> = (0..sides.len()).collect();
        let last_fastest: Vec<usize> = (0..sides.len()).rev().collect();
        for order in [first_fastest, last_fastest] {
            let mut values = vec![UNKNOWN; cells];
            let mut x = vec![0; sides.len()];
            let mut known = true;
            for number in 0..cells {
                in_time(number, budget)?;
                let Some(value) = sweep.value(&x, &values) else {
                    known = false;
                    break;
                };
                values[sweep.place(&x)] = value;
                advance(&mut x, &sides, &order);
            }
            if known {
                return Ok(Table { shape: shape.clone(), values });
            }
        }
        let mut order: Vec<u32> = (0..cells as u32).collect();
        order.sort_by_cached_key(|&number| self.weight(&point(&sides, number as usize)));
        let mut values = vec![UNKNOWN; cells];
        for (done, number) in order.into_iter().enumerate() {
            in_time(done, budget)?;
            let value = sweep.value(&point(&sides, number as usize), &values);
            values[number as usize] = value.ok_or(Failure::Malformed)?;
        }
        Ok(Table { shape: shape.clone(), values })
    }

    /// Tells of every point of the larger box at which the table has another value than its steps give.
    pub(super) fn differences(
        &self,
        table: &Table,
        budget: &Budget,
        tell: &mut dyn FnMut(&[u64], u8, u8),
    ) -> Result<(), Failure> {
        if table.values.len() != cells(&table.shape.sides(), budget)?
            || table.values.contains(&UNKNOWN)
        {
            return Err(Failure::Malformed);
        }
        let sides = self.checked_sides(&table.shape);
        let sweep = Sweep::new(self, &table.shape, &sides);
        let order: Vec<usize> = (0..sides.len()).collect();
        let mut x = vec![0; sides.len()];
        for number in 0..cells(&sides, budget)? {
            in_time(number, budget)?;
            let stated = table.values[sweep.place(&x)];
            let steps = sweep.value(&x, &table.values).ok_or(Failure::Malformed)?;
            if steps != stated {
                tell(&x, stated, steps);
            }
            advance(&mut x, &sides, &order);
        }
        Ok(())
    }
}

/// The next point of a box, the coordinates listed first changing fastest.
fn advance(x: &mut [u64], sides: &[u64], order: &[usize]) {
    for &i in order {
        x[i] += 1;
        if x[i] < sides[i] {
            return;
        }
        x[i] = 0;
    }
}
