//! Relations of sets along a class, which are decided for all t and x at once ([`super::digits`]), digit by digit d.

use sprague_claim::formula::SetRelation;

use super::classes::{Classes, Set, wrong_kind};
use super::digits::Condition;
use super::linear::{Checked, Linear, reject};
use super::sets::SetAlong;

impl Classes<'_, '_> {
    pub(super) fn related(
        &mut self,
        relation: SetRelation,
        a: Set,
        b: Set,
    ) -> Checked<Option<bool>> {
        if let (Set::Fixed(a), Set::Fixed(b)) = (&a, &b) {
            return Ok(Some(match relation {
                SetRelation::Equal => a == b,
                SetRelation::Unequal => a != b,
                SetRelation::Within => a.iter().all(|member| b.contains(member)),
            }));
        }
        let [a, b] = both(a, b)?;
        for (a, b) in a.levels.into_iter().zip(b.levels) {
            let mut never = self.never(a.clone().and_not(b.clone()))?;
            if relation != SetRelation::Within {
                never = never && self.never(b.and_not(a))?;
            }
            if !never {
                return Ok(None);
            }
        }
        Ok(Some(relation != SetRelation::Unequal))
    }

    fn never(&mut self, condition: Condition) -> Checked<bool> {
        self.decisions.is_never(&condition, self.task)
    }

    pub(super) fn member(&mut self, member: &Linear, set: Set) -> Checked<Option<bool>> {
        match set {
            Set::Fixed(set) => {
                for other in set {
                    if member.minus(&Linear::fixed(other))?.sign()? == 0 {
                        return Ok(Some(true));
                    }
                }
                Ok(Some(false))
            }
            Set::Along(set) => {
                if !member.at_least(0)? {
                    return Ok(Some(false));
                }
                let (weight, level, digit) = levelled(member, &set)?;
                let single = Condition::equals(weight, level);
                let inside = set.levels[digit].clone();
                if self.never(single.clone().and_not(inside.clone()))? {
                    return Ok(Some(true));
                }
                Ok(self.never(single.and(inside))?.then_some(false))
            }
        }
    }

    /// Is the number missing, and no smaller one?
    pub(super) fn is_mex(&mut self, number: &Linear, set: &SetAlong) -> Checked<Option<bool>> {
        if !number.at_least(0)? {
            return Ok(Some(false));
        }
        let (weight, level, digit) = levelled(number, set)?;
        for (other, inside) in set.levels.iter().enumerate() {
            let most = if other < digit { level } else { level - 1 };
            if !self.never(Condition::at_most(weight, most).and_not(inside.clone()))? {
                return Ok(None);
            }
        }
        let own = Condition::equals(weight, level).and(set.levels[digit].clone());
        Ok(self.never(own)?.then_some(true))
    }
}

/// A number that is not below 0 as w t + a, its level, and its digit.
fn levelled(number: &Linear, set: &SetAlong) -> Checked<(i64, i64, usize)> {
    let digits = set.levels.len() as i64;
    if !number.is_fixed() && number.only_place()? != set.place {
        return reject("a nim-set beside a number that varies otherwise");
    }
    number.divisible(digits)?;
    let weight = number.slopes[set.place] / digits;
    Ok((weight, number.at / digits, (number.at % digits) as usize))
}

/// Two sets with the same digits, over the steps of the same number.
pub(super) fn both(a: Set, b: Set) -> Checked<[SetAlong; 2]> {
    match (a, b) {
        (Set::Along(a), Set::Along(b)) => {
            match (a.place == b.place, a.levels.len() == b.levels.len()) {
                (true, true) => Ok([a, b]),
                (false, _) => reject("nim-sets of more than one number without bound"),
                _ => reject("nim-sets of games with different saltus"),
            }
        }
        (Set::Along(a), Set::Fixed(b)) => {
            let b = SetAlong::fixed(a.place, a.levels.len(), &b)?;
            Ok([a, b])
        }
        (Set::Fixed(a), Set::Along(b)) => {
            let a = SetAlong::fixed(b.place, b.levels.len(), &a)?;
            Ok([a, b])
        }
        (Set::Fixed(_), Set::Fixed(_)) => wrong_kind(),
    }
}
