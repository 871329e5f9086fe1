//! Conditions on two natural numbers t and x, decided for all of them by their binary digits.
//!
//! A *sum* says that there are numbers a_1, ..., a_j, so many of them not 0, with the nim-sum x, and, if there is slack, one
//! more number y, for which
//!
//!   a_1 + ... + a_j + y + k = w t   for some k of a finite set.
//!
//! Digits are read from the lowest on. If k is what is left to add at some place, and the lowest digits of the a_i and of y
//! have `ones` ones together, then `ones` + k - w t_0 must be even, and half of it is left to add at the next place. So k stays
//! within bounds and a sum is a finite automaton that guesses: its states are k and how many of the a_i must still turn
//! out not to be 0. It accepts where nothing is left to add and no a_i is missing; further zeros may have to be read
//! first, where y has more digits than t and x.
//!
//! A Boolean combination of sums is followed by keeping, for each sum, the set of states it may be in. There are finitely
//! many of these, and the combination holds for no t and x exactly if it holds in none of those that digits lead to.

use std::collections::{BTreeSet, HashMap, HashSet};

use sprague_task::Task;

use crate::Rejection;

/// What is left to add, and how many of the numbers must still turn out not to be 0.
pub(super) type State = (i64, u32);

/// A sum, and the states that it begins in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Sum {
    /// How many numbers a_i there are.
    pub(super) numbers: u32,
    /// Is there a y?
    pub(super) slack: bool,
    /// w, which is not below 0.
    pub(super) weight: i64,
    pub(super) states: BTreeSet<State>,
}

/// A condition on t and x.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Condition {
    Sum(Sum),
    Any(Vec<Condition>),
    AndNot(Box<[Condition; 2]>),
    Both(Box<[Condition; 2]>),
}

impl Condition {
    /// Never so.
    pub(super) fn never() -> Condition {
        Condition::Any(Vec::new())
    }

    /// x = w t + a.
    pub(super) fn equals(weight: i64, a: i64) -> Condition {
        let states = BTreeSet::from([(-a, 0)]);
        Condition::Sum(Sum { numbers: 1, slack: false, weight, states })
    }

    /// x <= w t + a.
    pub(super) fn at_most(weight: i64, a: i64) -> Condition {
        let states = BTreeSet::from([(-a, 0)]);
        Condition::Sum(Sum { numbers: 1, slack: true, weight, states })
    }

    pub(super) fn or(self, other: Condition) -> Condition {
        match (self, other) {
            (Condition::Any(mut all), Condition::Any(more)) => {
                all.extend(more);
                Condition::Any(all)
            }
            (Condition::Any(mut all), one) | (one, Condition::Any(mut all)) => {
                all.push(one);
                Condition::Any(all)
            }
            (one, other) => Condition::Any(vec![one, other]),
        }
    }

    pub(super) fn and_not(self, other: Condition) -> Condition {
        Condition::AndNot(Box::new([self, other]))
    }

    pub(super) fn and(self, other: Condition) -> Condition {
        Condition::Both(Box::new([self, other]))
    }

    fn holds(&self) -> bool {
        match self {
            Condition::Sum(sum) => sum.accepts(),
            Condition::Any(all) => all.iter().any(Condition::holds),
            Condition::AndNot(pair) => pair[0].holds() && !pair[1].holds(),
            Condition::Both(pair) => pair[0].holds() && pair[1].holds(),
        }
    }

    /// What is left of it once the lowest digits of t and x are read.
    fn after(&self, t: i64, x: u32) -> Condition {
        let both = |pair: &[Condition; 2]| Box::new([pair[0].after(t, x), pair[1].after(t, x)]);
        match self {
            Condition::Sum(sum) => Condition::Sum(sum.after(t, x)),
            Condition::Any(all) => Condition::Any(all.iter().map(|one| one.after(t, x)).collect()),
            Condition::AndNot(pair) => Condition::AndNot(both(pair)),
            Condition::Both(pair) => Condition::Both(both(pair)),
        }
    }

    /// Does it hold for these two?
    #[cfg(test)]
    pub(super) fn holds_at(&self, t: i64, x: i64) -> bool {
        let digits = (0..12).map(|digit| (t >> digit & 1, (x >> digit & 1) as u32));
        digits.fold(self.clone(), |condition, (t, x)| condition.after(t, x)).holds()
    }

    /// States that it is in, all together.
    fn size(&self) -> u64 {
        match self {
            Condition::Sum(sum) => {
                1 + sum.states.len() as u64
                    * u64::from(sum.numbers + 1)
                    * u64::from(sum.numbers + 1)
            }
            Condition::Any(all) => 1 + all.iter().map(Condition::size).sum::<u64>(),
            Condition::AndNot(pair) | Condition::Both(pair) => 1 + pair[0].size() + pair[1].size(),
        }
    }
}

impl Sum {
    /// The states after the lowest digits of t and x.
    fn after(&self, t: i64, x: u32) -> Sum {
        let mut states = BTreeSet::new();
        for &(left, missing) in &self.states {
            for newly in 0..=missing {
                for again in 0..=self.numbers - missing {
                    for y in 0..=i64::from(self.slack) {
                        let ones = newly + again;
                        let rest = i64::from(ones) + y + left - self.weight * t;
                        if ones % 2 == x && rest % 2 == 0 {
                            states.insert((rest / 2, missing - newly));
                        }
                    }
                }
            }
        }
        Sum { states, ..self.clone() }
    }

    /// Is it so if all further digits are 0?
    fn accepts(&self) -> bool {
        let mut sum = self.clone();
        let mut seen = HashSet::new();
        loop {
            if sum.states.contains(&(0, 0)) {
                return true;
            }
            let next = sum.after(0, 0);
            if !seen.insert(std::mem::replace(&mut sum, next).states) {
                return false;
            }
        }
    }
}

/// What was decided before.
#[derive(Default)]
pub(super) struct Decisions {
    never: HashMap<Condition, bool>,
}

impl Decisions {
    /// Does the condition hold for no t and x?
    pub(super) fn is_never(
        &mut self,
        condition: &Condition,
        task: &Task,
    ) -> Result<bool, Rejection> {
        if let Some(&known) = self.never.get(condition) {
            return Ok(known);
        }
        let mut known = HashSet::from([condition.clone()]);
        let mut waiting = vec![condition.clone()];
        let mut never = true;
        while let Some(here) = waiting.pop() {
            task.spend(8 * here.size())?;
            if here.holds() {
                never = false;
                break;
            }
            for (t, x) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let next = here.after(t, x);
                if known.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
        self.never.insert(condition.clone(), never);
        Ok(never)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Is there such a sum, by trying all numbers?
    fn plainly(sum: &Sum, t: i64, x: i64) -> bool {
        fn go(sum: &Sum, left: u32, nonzero: u32, total: i64, xor: i64, t: i64, x: i64) -> bool {
            if left == 0 {
                let rest = sum.weight * t - total;
                return xor == x
                    && sum.states.iter().any(|&(k, missing)| {
                        missing <= nonzero && if sum.slack { k <= rest } else { k == rest }
                    });
            }
            (0..=40)
                .any(|a| go(sum, left - 1, nonzero + u32::from(a > 0), total + a, xor ^ a, t, x))
        }
        go(sum, sum.numbers, 0, 0, 0, t, x)
    }

    #[test]
    fn sums_are_what_all_numbers_together_give() {
        for numbers in 0..=3 {
            for (slack, weight, k, missing) in [
                (false, 1, 0, 0),
                (true, 1, -2, 0),
                (false, 3, 2, 0),
                (false, 1, -3, 1),
                (false, 2, 1, 2),
            ] {
                if missing > numbers {
                    continue;
                }
                let states = BTreeSet::from([(k, missing), (k + 2, missing)]);
                let sum = Sum { numbers, slack, weight, states };
                for t in 0..8 {
                    for x in 0..8 {
                        let mut condition = Condition::Sum(sum.clone());
                        for digit in 0..4 {
                            condition = condition.after(t >> digit & 1, (x >> digit & 1) as u32);
                        }
                        assert_eq!(condition.holds(), plainly(&sum, t, x), "{sum:?} {t} {x}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_holds_somewhere_is_found() {
        let task = Task::default();
        let mut decisions = Decisions::default();
        // x <= t + 1000, and not x <= t + 999: so at x = t + 1000.
        let far = Condition::at_most(1, 1000).and_not(Condition::at_most(1, 999));
        assert!(!decisions.is_never(&far, &task).unwrap());
        let same = Condition::equals(1, 5).and_not(Condition::at_most(1, 5));
        assert!(decisions.is_never(&same, &task).unwrap());
        assert!(decisions.is_never(&Condition::never(), &task).unwrap());
    }
}
