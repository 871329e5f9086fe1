//! What conditions on any number of piles see of a position, as a few numbers.
//!
//! A condition of a claim is made of constants, of the second smallest pile, and of numbers of all piles: how many there
//! are, the smallest, the largest, the total, and how many fulfil a condition on their own size. So where nothing else
//! occurs in it, it is the same at all positions that agree in the numbers that do occur: its *features*. What a claim
//! demands is then worked out once for each list of features, not for each of millions of positions.

use std::collections::HashMap;

use sprague_claim::claim::OnPiles;
use sprague_claim::condition::value_of;
use sprague_claim::{Condition, Sight};
use sprague_rules::expr::{Aggregate, Cond, Expr, Mention, Piles};

/// A number that a condition sees.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Feature {
    Of(Aggregate),
    /// The second smallest pile, 0 if there is one pile.
    Second,
    /// How many piles have one of these sizes.
    Fulfilling(Vec<bool>),
}

/// The numbers that some conditions see of positions with piles up to a bound, and what was found out by them.
pub(crate) struct Features<T> {
    largest: u32,
    features: Vec<Feature>,
    numbers: Vec<i64>,
    known: HashMap<Vec<i64>, T>,
}

impl<T: Copy> Features<T> {
    /// Those of these conditions; none if one of them sees anything else.
    pub(crate) fn of<'c>(
        conditions: impl IntoIterator<Item = &'c Condition>,
        largest: u32,
    ) -> Option<Features<T>> {
        let (features, numbers) = (Vec::new(), Vec::new());
        let mut all = Features { largest, features, numbers, known: HashMap::new() };
        conditions.into_iter().try_for_each(|condition| all.condition(condition))?;
        Some(all)
    }

    /// What is so at the position, which is worked out where no position with the same features was met before.
    pub(crate) fn at<E>(
        &mut self,
        position: &[u32],
        work_out: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        self.numbers.clear();
        for feature in &self.features {
            self.numbers.push(match feature {
                Feature::Of(Aggregate::Count) => position.len() as i64,
                Feature::Of(Aggregate::Min) => position.first().map_or(0, |&size| size.into()),
                Feature::Of(Aggregate::Max) => position.last().map_or(0, |&size| size.into()),
                Feature::Of(Aggregate::Sum) => position.iter().map(|&size| i64::from(size)).sum(),
                Feature::Second => position.get(1).map_or(0, |&size| size.into()),
                Feature::Fulfilling(sizes) => {
                    position.iter().map(|&size| i64::from(sizes[size as usize])).sum()
                }
            });
        }
        if let Some(known) = self.known.get(&self.numbers[..]) {
            return Ok(*known);
        }
        let found = work_out()?;
        self.known.insert(self.numbers.clone(), found);
        Ok(found)
    }

    fn condition(&mut self, condition: &Condition) -> Option<()> {
        match condition {
            Condition::Plain(cond) => self.cond(cond),
            Condition::Not(inner) => self.condition(inner),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().try_for_each(|part| self.condition(part))
            }
            Condition::NimSumZero(parts) => parts.iter().try_for_each(|part| self.number(part)),
            Condition::PowerOfTwo(a) => self.number(a),
            Condition::LowBit(a, b) | Condition::MetallicPair(_, a, b) => {
                self.number(a).and_then(|()| self.number(b))
            }
            Condition::PilesSumZero(_) | Condition::Lost(_) => None,
        }
    }

    fn cond(&mut self, cond: &Cond) -> Option<()> {
        match cond {
            Cond::Always | Cond::Never => Some(()),
            Cond::Not(inner) => self.cond(inner),
            Cond::And(parts) | Cond::Or(parts) => parts.iter().try_for_each(|part| self.cond(part)),
            Cond::Compare(_, a, b) => self.number(a).and_then(|()| self.number(b)),
            Cond::InSet(a, _) => self.number(a),
            Cond::InPiles(..) | Cond::Distinct(_) => None,
        }
    }

    fn number(&mut self, expr: &Expr) -> Option<()> {
        let feature = match expr {
            Expr::Const(_) => return Some(()),
            Expr::Slot(0) => Feature::Second,
            Expr::Of(aggregate, Piles::Before) => Feature::Of(*aggregate),
            Expr::CountWhere(Piles::Before, slot, cond) => {
                if cond.mentions(&|mention| mention != Mention::Slot(*slot)) {
                    return None;
                }
                // Of one pile it is counted whether that fulfils the condition.
                let fulfils = |size: u32| {
                    let piles: &[u32] = if size == 0 { &[] } else { &[size] };
                    value_of(expr, Sight { numbers: &OnPiles::numbers(piles), piles }) != 0
                };
                Feature::Fulfilling((0..=self.largest).map(fulfils).collect())
            }
            Expr::Slot(_) | Expr::Of(..) | Expr::CountWhere(..) => return None,
            _ => return expr.operands()?.into_iter().try_for_each(|part| self.number(part)),
        };
        if !self.features.contains(&feature) {
            self.features.push(feature);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_claim::condition::condition;
    use sprague_rules::parse::parse_condition;
    use sprague_rules::random::Dice;

    fn random(dice: &mut Dice, depth: u64) -> String {
        let numbers = ["count", "smallest", "largest", "total", "odds", "evens"];
        let mut number = || format!("{} + {}", dice.pick(&numbers), dice.roll(4));
        let (a, b) = (number(), number());
        match dice.roll(if depth == 0 { 3 } else { 6 }) {
            0 => format!("{a} <= {b}"),
            1 => format!("({a}) mod {} = {}", 2 + dice.roll(3), dice.roll(3)),
            2 => format!("{a} = 2 * ({b})"),
            3 => format!("not ({})", random(dice, depth - 1)),
            4 => format!("({} and {})", random(dice, depth - 1), random(dice, depth - 1)),
            _ => format!("({} or {})", random(dice, depth - 1), random(dice, depth - 1)),
        }
    }

    #[test]
    fn conditions_are_the_same_where_their_features_are() {
        let mut dice = Dice::new(77);
        let mut seen = 0;
        for _ in 0..300 {
            let text = random(&mut dice, 3);
            let Ok(parsed) = parse_condition(&text) else { continue };
            let Ok(condition) = condition(&parsed, &["second".to_string()]) else { continue };
            let Some(mut features) = Features::of([&condition], 9) else { continue };
            seen += 1;
            for _ in 0..200 {
                let mut piles: Vec<u32> =
                    (0..1 + dice.roll(6)).map(|_| 1 + dice.roll(9) as u32).collect();
                piles.sort_unstable();
                let numbers = OnPiles::numbers(&piles);
                let truly = condition.holds(Sight { numbers: &numbers, piles: &piles });
                let by_features = features.at(&piles, || Ok::<bool, ()>(truly)).unwrap();
                assert_eq!(by_features, truly, "{text} at {piles:?}");
            }
        }
        assert!(seen >= 100, "{seen}");
    }
}
