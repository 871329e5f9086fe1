//! Any number of piles of any size, for claims that prove themselves and see only how many piles there are of each kind.
//!
//! Play is normal, and moves take constant amounts, at most d, from some piles or from each, on no condition.
//!
//! *Sizes.* Let A be a set of positions that is the same at positions that are alike for a threshold T and a period p of
//! sizes ([`crate::sizes`]). Statements about a position, its options and their options, as far as they are in A, need
//! to be decided for piles of at most n = T + p + 2d - 1 only: lower larger piles by multiples of p to T + 2d, ..., n; moves
//! correspond pile by pile, two moves deep, and lead to positions that are alike.
//!
//! *Counts.* Positions with piles up to n are tuples of counts a_1, ..., a_n. Counts are alike for a threshold t and a period q
//! if they are equal, or both at least t and congruent modulo q. *If a set of tuples is the same at tuples that are
//! alike for t, whether some option is in it is the same at tuples that are alike for t'*, where
//!
//! - t' = t + m if moves choose at most m piles, or take from each: a count that differs is at least t + m at both tuples,
//!   so that the same choices of sizes are possible, and what is left of it is at least t; counts that move down as they
//!   are stay alike, and are 0 at both or at neither, t' being positive;
//! - t' = 2 (t + q - 1) if moves choose at least l and else any number of piles, and t >= l. For let x_i and y_i be alike and
//!   different, and let u of the x_i piles stay and v be chosen. If x_i < y_i, one of u and v is at least t, since x_i
//!   is at least 2t - 1 or t is 0, and may be raised. If x_i > y_i, lower u and v by multiples of q as long as they are at
//!   least t; they can be lowered until they are below t + q each, so to a sum that is at most 2 (t + q - 1) <= y_i, and
//!   hence to the sum y_i. Either way what stays and what is chosen is alike, and the sums of these in the option, too. If
//!   anything changed, what is chosen is the same number or at least t >= l, so enough piles are.
//!
//! So one tuple of each kind is looked at:
//!
//! - `P iff`: a tuple is in A, which holds the empty position too, iff no option of it is (the partition theorem);
//! - `P if`: from every option of a tuple of A some move leads to A again, so that the second player always has an answer,
//!   and positions of A are P;
//! - a strategy: the same for the positions that it aims at, and from each of those that it is for some move leads to A.

use std::collections::HashMap;

use sprague_claim::claim::{Meaning, OnPiles, Says};
use sprague_claim::{Condition, Sight};
use sprague_rules::expr::{Cond, Expr};
use sprague_rules::ruleset::{Amount, Ending, MoveAct};
use sprague_rules::{Options, Outcome, Player, Ruleset};
use sprague_task::Task;

use crate::Rejection;
use crate::alike::{Seen, Shape, Value, View};
use crate::repeating::is_blind;
use crate::sizes::Sizes;

/// Tuples that are looked at.
const MOST_POINTS: u64 = 1 << 24;
/// Sizes that are counted.
const MOST_SIZES: u64 = 12;

/// Decides whether the claim proves itself.
pub(crate) fn check(
    on: &OnPiles,
    (threshold, period): (u32, u32),
    (count_threshold, count_period): (u64, u64),
    task: &Task,
) -> Result<(), Rejection> {
    if !matches!(on.ruleset.ending, Ending::StuckLoses) || !on.ruleset.same_moves() {
        return Err(Rejection::new(
            "this is for normal play, where both players have the same moves",
        ));
    }
    if threshold == 0 || period == 0 || count_threshold == 0 || count_period == 0 {
        return Err(Rejection::new("thresholds and periods must be at least 1"));
    }
    let moves = Moves::of(&on.ruleset).ok_or_else(|| {
        Rejection::new("moves take amounts that vary, or are bound to a condition")
    })?;
    is_blind(on, Sizes { threshold, period, most: None })?;
    let too_large = || Rejection::new("there are too many kinds of positions to check");
    let sizes = u64::from(threshold)
        .checked_add(period.into())
        .and_then(|sum| sum.checked_add(moves.amount.checked_mul(2)?))
        .map(|sum| sum - 1)
        .filter(|&sizes| sizes <= MOST_SIZES)
        .ok_or_else(too_large)? as usize;
    let shape = Shape::uniform(sizes, count_threshold, count_period);
    let mut sets = Sets { on, sizes, reaches: HashMap::new(), task };
    sets.is_blind(&shape)?;
    let mut level = count_threshold;
    // Options, and for all but `P iff` their options.
    let deep = if matches!(on.says, Says::Exactly(_)) { 1 } else { 2 };
    for _ in 0..deep {
        level = moves.level(level, count_period).ok_or_else(too_large)?;
    }
    // The rules list the ways to choose any number of piles one by one.
    let most = if moves.any.is_some() { 18 / sizes as u64 + 1 } else { 1000 };
    let side =
        level.checked_add(count_period).filter(|&side| side <= most).ok_or_else(too_large)?;
    if side.checked_pow(sizes as u32).is_none_or(|points| points > MOST_POINTS) {
        return Err(too_large());
    }
    let mut spoken = false;
    let mut tuple = vec![0u64; sizes];
    loop {
        spoken |= sets.is_right(&tuple)?;
        let Some(i) = tuple.iter().position(|&count| count + 1 < side) else { break };
        tuple[i] += 1;
        tuple[..i].fill(0);
    }
    match spoken {
        true => Ok(()),
        false => Err(Rejection::new("the claim speaks of no position that was looked at")),
    }
}

/// What matters of moves that take constant amounts.
struct Moves {
    /// The largest amount.
    amount: u64,
    /// The most piles that are chosen by moves that choose a bounded number.
    chosen: u64,
    /// The least number that is chosen by moves that choose any number, if there are such moves.
    any: Option<u64>,
}

impl Moves {
    fn of(ruleset: &Ruleset) -> Option<Moves> {
        let mut moves = Moves { amount: 1, chosen: 0, any: None };
        let constant = |amount: &Amount| match amount {
            Amount::Fixed(Expr::Const(k)) => u64::try_from(*k).ok().filter(|&k| k >= 1),
            _ => None,
        };
        for m in &ruleset.moves {
            if m.condition != Cond::Always {
                return None;
            }
            match &m.act {
                MoveAct::Take(takes) => {
                    for (_, amount) in takes {
                        moves.amount = moves.amount.max(constant(amount)?);
                    }
                    moves.chosen = moves.chosen.max(takes.len() as u64);
                }
                MoveAct::TakeEach { amount, most: Some(most), .. } => {
                    moves.amount = moves.amount.max(constant(amount)?);
                    moves.chosen = moves.chosen.max(*most as u64);
                }
                MoveAct::TakeEach { amount, least, most: None } => {
                    moves.amount = moves.amount.max(constant(amount)?);
                    moves.any = Some(moves.any.unwrap_or(0).max(*least as u64));
                }
                MoveAct::TakeAll { amount } => {
                    moves.amount = moves.amount.max(constant(amount)?);
                }
                _ => return None,
            }
        }
        Some(moves)
    }

    /// The threshold of "some option is so" where "so" has this one.
    fn level(&self, threshold: u64, period: u64) -> Option<u64> {
        let bounded = threshold.checked_add(self.chosen)?;
        match self.any {
            None => Some(bounded),
            Some(least) if least > threshold => None,
            Some(_) => Some(bounded.max(threshold.checked_add(period - 1)?.checked_mul(2)?)),
        }
    }
}

/// The sets of which the sentences speak.
struct Sets<'a> {
    on: &'a OnPiles,
    sizes: usize,
    /// Whether some option is in A.
    reaches: HashMap<Vec<u32>, bool>,
    task: &'a Task,
}

impl Sets<'_> {
    /// Are all conditions the same at tuples that are alike?
    fn is_blind(&self, shape: &Shape) -> Result<(), Rejection> {
        // The second smallest pile is the same if it is seen whether there are two of a size.
        let second = shape.thresholds.iter().all(|&threshold| threshold >= 2);
        let slots = match second {
            true => vec![Value::Same(Some((0, self.sizes as i64)))],
            false => Vec::new(),
        };
        let view = View { shape, slots, piles: Seen::Counted(self.sizes) };
        let said = self.on.says.conditions().into_iter().chain([&self.on.suppose]);
        match said.into_iter().all(|condition| view.is_blind(condition)) {
            true => Ok(()),
            false => Err(Rejection::new("the claim sees more of counts than what repeats")),
        }
    }

    fn holds(&self, condition: &Condition, position: &[u32]) -> bool {
        let numbers = OnPiles::numbers(position);
        condition.holds(Sight { numbers: &numbers, piles: position })
    }

    /// Is the position in A?
    fn contains(&self, position: &[u32]) -> Result<bool, Rejection> {
        let supposed = |position: &[u32]| self.holds(&self.on.suppose, position);
        match &self.on.says {
            Says::Exactly(Meaning::P(condition))
                if self.on.suppose == Condition::Plain(Cond::Always) =>
            {
                Ok(position.is_empty() || self.holds(condition, position))
            }
            Says::If { outcome: Outcome::P, condition } => {
                Ok(position.is_empty() || supposed(position) && self.holds(condition, position))
            }
            Says::Strategy { to, .. } => Ok(self.holds(to, position)),
            _ => Err(Rejection::new("a claim of this kind does not prove itself")),
        }
    }

    fn options(&self, position: &[u32]) -> Result<Vec<Vec<u32>>, Rejection> {
        let options = Options::new(&self.on.ruleset).list(position, Player::Left);
        self.task.spend(1 + options.len() as u64)?;
        Ok(options)
    }

    /// Is some option in A?
    fn reaches(&mut self, position: &[u32]) -> Result<bool, Rejection> {
        if let Some(&known) = self.reaches.get(position) {
            return Ok(known);
        }
        let mut found = false;
        for option in self.options(position)? {
            found = found || self.contains(&option)?;
        }
        self.reaches.insert(position.to_vec(), found);
        Ok(found)
    }

    /// Whether the claim speaks of the position; an error if a sentence fails there.
    fn is_right(&mut self, tuple: &[u64]) -> Result<bool, Rejection> {
        let sizes = (1u32..).zip(tuple);
        let position: Vec<u32> =
            sizes.flat_map(|(size, &count)| std::iter::repeat_n(size, count as usize)).collect();
        let contained = self.contains(&position)?;
        let about = self.on.is_about(position.len()) && !position.is_empty();
        let fails = || Rejection::new(format!("the claim does not prove itself at {position:?}"));
        if matches!(self.on.says, Says::Exactly(_)) {
            return match contained == self.reaches(&position)? {
                true => Err(fails()),
                false => Ok(about),
            };
        }
        if contained {
            for option in self.options(&position)? {
                if !self.reaches(&option)? {
                    return Err(fails());
                }
            }
        }
        let Says::Strategy { from, .. } = &self.on.says else { return Ok(about && contained) };
        let spoken = !position.is_empty()
            && self.holds(&self.on.suppose, &position)
            && self.holds(from, &position);
        match spoken && !self.reaches(&position)? {
            true => Err(fails()),
            false => Ok(about && spoken),
        }
    }
}
