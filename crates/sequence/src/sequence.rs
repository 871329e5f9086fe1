//! The terms: nim-values where there are any, otherwise outcomes.

use sprague_rules::{Outcome, Ruleset, Shape};
use sprague_solve::{Budget, Purpose, Refusal, Region, Solver, Wanted, Watch};

use crate::reach::Reach;
use crate::regularity::{self, Regularity};

/// What is known of the heaps 0, 1, 2, ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terms {
    NimValues(Vec<u32>),
    Outcomes(Vec<Outcome>),
}

/// The sequence of one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    pub terms: Terms,
}

impl Sequence {
    /// The heaps of size 0 to `to`.
    pub fn compute(
        ruleset: &Ruleset,
        to: u32,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<Sequence, Refusal> {
        let region = Region::new(ruleset, 1, to);
        let wanted = match ruleset.has_nim_values() {
            true => Wanted::NimValues,
            false => Wanted::Outcomes,
        };
        let purpose = Purpose::WholeRegion;
        let mut solver = Solver::new(ruleset, region, wanted, purpose, budget, None, watch)?;
        let row = matches!(ruleset.shape, Shape::Row { .. });
        let heap = |size: u32| if size == 0 && !row { vec![] } else { vec![size] };
        let terms = match wanted {
            Wanted::NimValues => {
                let value = |size| {
                    let value = solver.nim_value(&heap(size))?;
                    Ok(value.expect("the ruleset has nim-values"))
                };
                Terms::NimValues((0..=to).map(value).collect::<Result<_, Refusal>>()?)
            }
            Wanted::Outcomes => {
                let outcome = |size| solver.outcome(&heap(size));
                Terms::Outcomes((0..=to).map(outcome).collect::<Result<_, _>>()?)
            }
        };
        Ok(Sequence { terms })
    }

    /// The terms as numbers: nim-values, or a number for each outcome.
    fn numbers(&self) -> Vec<i64> {
        match &self.terms {
            Terms::NimValues(values) => values.iter().map(|&v| i64::from(v)).collect(),
            Terms::Outcomes(outcomes) => outcomes.iter().map(|&o| o as i64).collect(),
        }
    }

    /// The least regularity that the terms show, and whether it is proved to last.
    pub fn regularity(&self, ruleset: &Ruleset) -> Option<Regularity> {
        let saltus = matches!(self.terms, Terms::NimValues(_));
        regularity::find(&self.numbers(), saltus, Reach::of(ruleset))
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        match &self.terms {
            Terms::NimValues(values) => values.len(),
            Terms::Outcomes(outcomes) => outcomes.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
