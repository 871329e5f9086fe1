//! What the claim says, compared with the automaton.
//!
//! *Sizes.* For a threshold and a period of sizes, at least and a multiple of those of the automaton, conditions must be the same at
//! positions that are alike ([`crate::sizes`]); a nim-sum over piles is, if the number of a pile, and whether it counts, is the same for
//! sizes that are alike. Then sizes below threshold + period stand for all.
//!
//! *Numbers.* Each atom of a condition becomes an automaton that reads piles, too. It keeps what the atom looks at: how many piles there
//! are and how many are counted, up to a threshold and modulo a period; the smallest, the second and the largest pile; the
//! total, as a size; or a nim-sum over piles. The atom must be the same at numbers that are alike ([`crate::alike`]). `and`,
//! `or` and `not` join automata, and states that nothing tells apart are made one, so that what is left is small.
//!
//! The claim is then compared in all states that reading piles leads to at once.

use std::cell::RefCell;
use std::collections::HashMap;

use sprague_certificate::Quotient;
use sprague_claim::claim::{Meaning, OnPiles, Says};
use sprague_claim::condition::{SLOTS, Summed};
use sprague_claim::{Condition, Sight};
use sprague_rules::Outcome;
use sprague_rules::expr::{Aggregate, Board, Expr, Mention, Piles, Slot};
use sprague_task::Task;

use super::Reading;
use super::acceptor::Acceptor;
use crate::Rejection;
use crate::alike::{Form, Seen, Shape, Value, View, holds_of_size};
use crate::sizes::Sizes;

const MOST_SIZES: u32 = 256;
/// Nim-sums stay below this.
const MOST_SUM: i64 = 1 << 12;

const SEES_TOO_MUCH: &str = "the claim sees more of sizes than what is kept";

/// Is the claim true, the automaton being right?
pub(super) fn check(
    on: &OnPiles,
    quotient: &Quotient,
    reading: &Reading,
    task: &Task,
) -> Result<(), Rejection> {
    let saying = Saying::of(on, quotient, reading, task)?;
    let about = saying.about(on)?;
    let suppose = saying.read(&on.suppose)?;
    let said = match &on.says {
        Says::Exactly(Meaning::P(condition)) | Says::If { condition, .. } => {
            saying.read(condition)?
        }
        Says::Adding(_) => Acceptor::always(saying.letters()),
        _ => return Err(Rejection::new("claims of this kind are not compared")),
    };
    let spoken = about.joined(&suppose, |a, b| a && b, task)?;
    let mut seen: HashMap<[u32; 3], ()> = HashMap::new();
    let mut waiting = vec![[0; 3]];
    let mut speaks = false;
    while let Some([state, place, here]) = waiting.pop() {
        task.spend(saying.letters() as u64)?;
        if spoken.accepts[place as usize] {
            speaks |= is_right(on, reading, state, said.accepts[here as usize])?;
        }
        for size in 1..=saying.letters() as u32 {
            let next = [
                reading.after(state, size),
                spoken.next[place as usize][size as usize - 1],
                said.next[here as usize][size as usize - 1],
            ];
            if seen.insert(next, ()).is_none() {
                waiting.push(next);
            }
        }
    }
    match speaks {
        true => Ok(()),
        false => Err(Rejection::new("the claim speaks of no position")),
    }
}

/// Whether something is demanded in a state of which the claim speaks; an error if it is wrong there.
fn is_right(on: &OnPiles, reading: &Reading, state: u32, said: bool) -> Result<bool, Rejection> {
    let lost = |state: u32| reading.lost[state as usize];
    let (spoken, right) = match &on.says {
        Says::If { outcome, .. } => (said, lost(state) == (*outcome == Outcome::P)),
        Says::Adding(piles) => {
            let more = piles.iter().fold(state, |state, &size| reading.after(state, size));
            (true, lost(state) == lost(more))
        }
        _ => (true, lost(state) == said),
    };
    match spoken && !right {
        true => Err(Rejection::new("the claim is not what the automaton says")),
        false => Ok(spoken),
    }
}

/// What conditions are turned into automata with.
struct Saying<'a> {
    sizes: (u32, u32),
    counts: (u64, u64),
    task: &'a Task,
}

/// What an atom looks at.
enum Feature {
    Many,
    Counted(Vec<bool>),
    Smallest,
    Second,
    Largest,
    Total,
}

/// What is kept of one feature: of the second smallest pile, both.
type Kept = [u64; 2];

impl<'a> Saying<'a> {
    fn of(
        on: &OnPiles,
        quotient: &Quotient,
        reading: &Reading,
        task: &'a Task,
    ) -> Result<Saying<'a>, Rejection> {
        let ((threshold, period), counts) = (quotient.sizes, quotient.counts);
        let fits = (reading.threshold..=MOST_SIZES).contains(&threshold)
            && (1..=MOST_SIZES).contains(&period)
            && period.is_multiple_of(reading.period);
        let known = counts.0 > on.least.max(on.most.unwrap_or(0)) as u64
            && (2..=1 << 10).contains(&counts.0)
            && (1..=1 << 10).contains(&counts.1);
        match fits && known {
            true => Ok(Saying { sizes: (threshold, period), counts, task }),
            false => Err(Rejection::new("what is kept of sizes or numbers is too little")),
        }
    }

    /// Sizes that stand for all.
    fn letters(&self) -> usize {
        (self.sizes.0 + self.sizes.1 - 1) as usize
    }

    /// The positions of so many piles as the claim speaks of.
    fn about(&self, on: &OnPiles) -> Result<Acceptor, Rejection> {
        let step = |many: &u64, _| kept_of(many + 1, self.counts);
        let yes = |many: &u64| *many > 0 && on.is_about(*many as usize);
        Acceptor::of(self.letters(), 0, step, yes, self.task)
    }

    /// The positions that fulfil a condition, if that is the same for sizes and numbers that are alike.
    fn read(&self, condition: &Condition) -> Result<Acceptor, Rejection> {
        let mut of_all = Acceptor::always(self.letters());
        match condition {
            Condition::Not(inner) => Ok(self.read(inner)?.negated()),
            Condition::And(parts) => {
                for part in parts {
                    of_all = of_all.joined(&self.read(part)?, |a, b| a && b, self.task)?;
                }
                Ok(of_all)
            }
            Condition::Or(parts) => {
                let mut some = of_all.negated();
                for part in parts {
                    some = some.joined(&self.read(part)?, |a, b| a || b, self.task)?;
                }
                Ok(some)
            }
            Condition::PilesSumZero(summed) => self.sum(summed),
            atom => self.atom(atom),
        }
    }

    /// A nim-sum over piles, whose numbers are the same for sizes that are alike.
    fn sum(&self, summed: &Summed) -> Result<Acceptor, Rejection> {
        let unclear = || Rejection::new(SEES_TOO_MUCH);
        let target = match &summed.rest[..] {
            [] => 0,
            [Expr::Const(c)] => *c,
            _ => return Err(unclear()),
        };
        let (threshold, period) = self.sizes;
        let shape = Shape::uniform(1, threshold.into(), period.into());
        let size = Form::sum(1, |_| 1);
        let mut slots = vec![Value::Same(None); summed.slot];
        slots.push(Value::Form(size.clone()));
        let view = View { shape: &shape, slots, piles: Seen::Others };
        let more = |mention: Mention| mention != Mention::Slot(summed.slot);
        let seen = !summed.term.mentions(&more)
            && view.is_blind_number(&summed.term)
            && view.is_blind_of(&summed.only, summed.slot, &size);
        if !seen {
            return Err(unclear());
        }
        let mut terms = vec![0];
        for size in 1..threshold + period {
            let counts = holds_of_size(&summed.only, summed.slot, size.into());
            let term = match counts.ok_or_else(unclear)? {
                true => number_of(&summed.term, summed.slot, size.into()),
                false => 0,
            };
            if !(0..MOST_SUM).contains(&term) {
                return Err(Rejection::new("numbers of a nim-sum are too large, or below 0"));
            }
            terms.push(term);
        }
        let step = |sum: &i64, size: u32| sum ^ terms[size as usize];
        Acceptor::of(self.letters(), 0, step, |sum| *sum == target, self.task)
    }

    /// An atom of the rule language.
    fn atom(&self, atom: &Condition) -> Result<Acceptor, Rejection> {
        let (threshold, period) = self.sizes;
        if !(Sizes { threshold, period, most: None }).is_blind(atom) {
            return Err(Rejection::new(SEES_TOO_MUCH));
        }
        let seen: RefCell<Vec<Expr>> = RefCell::default();
        let atom = atom.rewritten(&|expr| slot_of(expr, &seen));
        let seen = seen.into_inner();
        if seen.len() >= SLOTS {
            return Err(Rejection::new("the claim looks at too many numbers"));
        }
        let features = seen.iter().map(|expr| self.feature(expr));
        let features = features.collect::<Option<Vec<Feature>>>();
        let features = features.ok_or_else(|| Rejection::new(SEES_TOO_MUCH))?;
        if !self.is_blind(&atom, &features) {
            return Err(Rejection::new("the claim sees more of numbers than what is kept"));
        }
        let step = |kept: &Vec<Kept>, size: u32| -> Vec<Kept> {
            kept.iter().zip(&features).map(|(kept, of)| self.with(of, *kept, size)).collect()
        };
        let yes = |kept: &Vec<Kept>| {
            let number = |(kept, of): (&Kept, &Feature)| match of {
                Feature::Second => kept[1] as i64,
                _ => kept[0] as i64,
            };
            let numbers: Vec<i64> = kept.iter().zip(&features).map(number).collect();
            atom.holds(Sight::of(&numbers))
        };
        Acceptor::of(self.letters(), vec![[0, 0]; features.len()], step, yes, self.task)
    }

    fn feature(&self, expr: &Expr) -> Option<Feature> {
        Some(match expr {
            Expr::Of(Aggregate::Count, _) => Feature::Many,
            Expr::Of(Aggregate::Min, _) => Feature::Smallest,
            Expr::Of(Aggregate::Max, _) => Feature::Largest,
            Expr::Of(Aggregate::Sum, _) => Feature::Total,
            // The only number that is named.
            Expr::Slot(0) => Feature::Second,
            Expr::CountWhere(_, slot, cond) => {
                let holds = |size: usize| holds_of_size(cond, *slot, size as i64);
                Feature::Counted((0..=self.letters()).map(holds).collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    /// Is the atom the same at numbers that are alike?
    fn is_blind(&self, atom: &Condition, features: &[Feature]) -> bool {
        let (threshold, period) = (self.sizes.0.into(), self.sizes.1.into());
        let of = |feature: &Feature| match feature {
            Feature::Total => (threshold, period),
            _ => self.counts,
        };
        let shape = Shape {
            thresholds: features.iter().map(|feature| of(feature).0).collect(),
            periods: features.iter().map(|feature| of(feature).1).collect(),
        };
        let slot = |(i, feature): (usize, &Feature)| match feature {
            // Sizes are kept as they are.
            Feature::Smallest | Feature::Second | Feature::Largest => {
                Value::Same(Some((0, self.letters() as i64)))
            }
            _ => Value::Form(Form::sum(features.len(), |j| i64::from(i == j))),
        };
        let slots = features.iter().enumerate().map(slot).collect();
        View { shape: &shape, slots, piles: Seen::Others }.is_blind(atom)
    }

    /// What is kept of the position with one more pile; a size of 0 is that of no pile.
    fn with(&self, feature: &Feature, [kept, second]: Kept, size: u32) -> Kept {
        let more = u64::from(size);
        match feature {
            Feature::Many => [kept_of(kept + 1, self.counts), 0],
            Feature::Counted(which) if which[size as usize] => [kept_of(kept + 1, self.counts), 0],
            Feature::Counted(_) => [kept, 0],
            Feature::Smallest => [if kept == 0 { more } else { kept.min(more) }, 0],
            Feature::Largest => [kept.max(more), 0],
            Feature::Total => [kept_of(kept + more, (self.sizes.0.into(), self.sizes.1.into())), 0],
            Feature::Second if kept == 0 => [more, 0],
            Feature::Second if second == 0 => [kept.min(more), kept.max(more)],
            Feature::Second => {
                let mut three = [kept, second, more];
                three.sort_unstable();
                [three[0], three[1]]
            }
        }
    }
}

/// The slot of a feature.
fn slot_of(expr: &Expr, seen: &RefCell<Vec<Expr>>) -> Option<Expr> {
    let is_feature = match expr {
        Expr::Of(_, piles) | Expr::CountWhere(piles, ..) => *piles == Piles::Before,
        Expr::Slot(slot) => *slot == 0,
        _ => false,
    };
    is_feature.then(|| {
        let mut seen = seen.borrow_mut();
        let place = seen.iter().position(|known| known == expr).unwrap_or_else(|| {
            seen.push(expr.clone());
            seen.len() - 1
        });
        Expr::Slot(place)
    })
}

/// The least number that is alike.
fn kept_of(number: u64, (threshold, period): (u64, u64)) -> u64 {
    match number < threshold {
        true => number,
        false => threshold + (number - threshold) % period,
    }
}

fn number_of(expr: &Expr, slot: Slot, number: i64) -> i64 {
    let mut slots = vec![0; slot + 1];
    slots[slot] = number;
    Board { slots: &mut slots, before: &[], chosen: &[], after: &[] }.number(expr)
}
