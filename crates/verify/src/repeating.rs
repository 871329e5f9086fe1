//! Up to K piles of any size, by a table that repeats.
//!
//! Moves take one token from each of some piles. *If in all positions with at most K piles of at most N = T + p, T >= 1,
//! a pile of N may be replaced by one of T without changing the outcome, then in all positions with at most K piles the
//! outcome is that of the position with every pile lowered, by multiples of p, to less than T + p.*
//!
//! Let g be the outcome of the lowered position. On positions with piles up to N the function g is the outcome, by what
//! was supposed, so it satisfies the recursion there. Take any position x with at most K piles, and lower each pile
//! above N by multiples of p to T + 1, ..., T + p: this gives y with piles up to N. Moves from x and from y correspond
//! pile by pile, since the same piles are there; a lowered pile that loses a token is at least T in both, so that
//! options are alike ([`crate::sizes`]) and g is the same at both. So g satisfies the recursion at x, which has one solution. ∎
//!
//! The claim: its conditions are the same at x and at y, and at options of theirs that correspond; piles that are added
//! are added to both. So it is right at x iff it is at y, and it is looked at for positions with piles up to N. Where no
//! options are spoken of, piles up to N - 1 are enough: with a pile of N replaced by one of T the outcome is the same, by what
//! was supposed, and so are all conditions, since N and T are alike.

use sprague_claim::claim::{Meaning, OnPiles, Says};
use sprague_claim::meaning::{Demand, with_piles};
use sprague_rules::{Options, Outcome, Player};
use sprague_task::Task;

use crate::Rejection;
use crate::features::Features;
use crate::multisets::Multisets;
use crate::sizes::Sizes;

/// Decides whether the claim follows from a table that repeats from a threshold on.
pub(crate) fn check(
    on: &OnPiles,
    threshold: u32,
    period: u32,
    task: &Task,
) -> Result<(), Rejection> {
    let most = on.most.ok_or_else(|| Rejection::new("the number of piles must have a bound"))?;
    let largest = threshold
        .checked_add(period)
        .filter(|_| threshold >= 1 && period >= 1)
        .ok_or_else(|| Rejection::new("the threshold and the period must be at least 1"))?;
    let added: &[u32] = match &on.says {
        Says::Adding(piles) => piles,
        _ => &[],
    };
    if added.iter().any(|&pile| pile > largest) {
        return Err(Rejection::new("a pile that is added is larger than those of the table"));
    }
    is_blind(on, Sizes { threshold, period, most: Some(most) })?;
    let places = most + added.len();
    let table = Multisets::compute(&on.ruleset, places, largest, task)?;
    repeats(&table, places, threshold, largest, task)?;
    let to = match on.says {
        Says::Strategy { .. } => largest,
        _ => largest - 1,
    };
    match is_right_up_to(on, &table, most, to, task)? {
        true => Ok(()),
        false => Err(Rejection::new("the claim speaks of no position")),
    }
}

/// Does the claim see no more of sizes than the table does?
pub(crate) fn is_blind(on: &OnPiles, sizes: Sizes) -> Result<(), Rejection> {
    let said = match &on.says {
        Says::Exactly(Meaning::P(condition)) | Says::If { condition, .. } => {
            sizes.is_blind(condition)
        }
        Says::Strategy { from, to } => sizes.is_blind(from) && sizes.is_blind(to),
        Says::Adding(_) => true,
        Says::Exactly(Meaning::NimValue(_)) | Says::Depends(_) | Says::SameAs { .. } => false,
    };
    match said && sizes.is_blind(&on.suppose) {
        true => Ok(()),
        false => Err(Rejection::new("the claim sees more of sizes than what repeats")),
    }
}

/// Everywhere a pile of the largest size may be replaced by one of the threshold.
fn repeats(
    table: &Multisets,
    places: usize,
    threshold: u32,
    largest: u32,
    task: &Task,
) -> Result<(), Rejection> {
    let mut one: Vec<u32> = Vec::with_capacity(places);
    let mut other = one.clone();
    // All other piles, which are in order.
    for many in 0..places {
        let mut looked = Spending { task, steps: 1 + many as u64, unspent: 0 };
        Multisets::visit(many, 1, largest, &mut |others| {
            looked.at_one_more()?;
            one.clear();
            one.extend_from_slice(others);
            one.push(largest);
            let place = others.partition_point(|&pile| pile <= threshold);
            other.clear();
            other.extend_from_slice(&others[..place]);
            other.push(threshold);
            other.extend_from_slice(&others[place..]);
            match table.is_lost(&one) == table.is_lost(&other) {
                true => Ok(()),
                false => Err(Rejection::new(format!(
                    "a pile of {largest} is not as good as one of {threshold} in {one:?}"
                ))),
            }
        })?;
        looked.end()?;
    }
    Ok(())
}

/// Steps that are counted for many positions at once.
struct Spending<'t> {
    task: &'t Task,
    /// For each position.
    steps: u64,
    unspent: u64,
}

impl Spending<'_> {
    fn at_one_more(&mut self) -> Result<(), Rejection> {
        self.unspent += self.steps;
        if self.unspent < 1 << 12 { Ok(()) } else { self.end() }
    }

    fn end(&mut self) -> Result<(), Rejection> {
        Ok(self.task.spend(std::mem::take(&mut self.unspent))?)
    }
}

/// What is demanded of positions with certain features.
#[derive(Clone, Copy)]
enum Said {
    Nothing,
    Outcome(Outcome),
    /// More than an outcome.
    More,
}

/// Whether the claim speaks of any position with piles up to this size; an error if it is wrong at one.
fn is_right_up_to(
    on: &OnPiles,
    table: &Multisets,
    most: usize,
    largest: u32,
    task: &Task,
) -> Result<bool, Rejection> {
    let conditions = on.says.conditions().into_iter().chain([&on.suppose]);
    let mut features = Features::of(conditions, largest);
    let mut spoken = false;
    for many in on.least..=most {
        let mut looked = Spending { task, steps: 1 + many as u64, unspent: 0 };
        Multisets::visit(many, 1, largest, &mut |position| {
            looked.at_one_more()?;
            let said = match &mut features {
                Some(features) => features.at(position, || said(on, position))?,
                None => Said::More,
            };
            spoken |= match said {
                Said::Nothing => false,
                Said::Outcome(outcome) => {
                    let lost = table.is_lost(position);
                    if lost != Some(outcome == Outcome::P) {
                        return Err(wrong(position));
                    }
                    true
                }
                Said::More => is_right(on, table, position)?,
            };
            Ok::<(), Rejection>(())
        })?;
        looked.end()?;
    }
    Ok(spoken)
}

/// What the claim demands of the position, if that is no more than an outcome.
fn said(on: &OnPiles, position: &[u32]) -> Result<Said, Rejection> {
    let mut unknown = |_: &[u32]| Err(Rejection::new("conditions on other positions"));
    Ok(match on.demand(position, &mut unknown)? {
        Demand::Nothing => Said::Nothing,
        Demand::Outcome(outcome @ (Outcome::P | Outcome::N)) => Said::Outcome(outcome),
        _ => Said::More,
    })
}

fn wrong(position: &[u32]) -> Rejection {
    Rejection::new(format!("the claim is wrong at {position:?}"))
}

/// Whether the claim speaks of the position; an error if it is wrong there.
fn is_right(on: &OnPiles, table: &Multisets, position: &[u32]) -> Result<bool, Rejection> {
    let lost = |position: &[u32]| {
        table.is_lost(position).ok_or_else(|| Rejection::new("a position is not in the table"))
    };
    let mut is_lost = |position: &[u32]| lost(position);
    let right = match on.demand(position, &mut is_lost)? {
        Demand::Nothing => return Ok(false),
        Demand::Outcome(outcome) => {
            outcome == if lost(position)? { Outcome::P } else { Outcome::N }
        }
        Demand::NimValue(_) => false,
        Demand::Move(to) => {
            let mut found = false;
            for option in Options::new(&on.ruleset).list(position, Player::Left) {
                found = found || on.is_target(&option, &to) && lost(&option)?;
            }
            found
        }
        Demand::Same(piles) => lost(position)? == lost(&with_piles(position, &piles))?,
    };
    match right {
        true => Ok(true),
        false => Err(wrong(position)),
    }
}
