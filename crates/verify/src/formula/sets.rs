//! Nim-sets along a class of heaps at + slope t, t >= 0, for a game with G(n + P) = G(n) + S, S a power of two or 0. Several
//! periods together are a period, too.
//!
//! A value is written S x + d, d < S: a level x and a digit d. Far out, the heaps of a residue are a *ray*: the heaps r + P q have the
//! levels q, or q + 1, and a digit that is always the same; heaps before the period are *points*, which must have level 0.
//! Digits and levels have nim-sums of their own, so a split into p parts has the value S x + d exactly if x is the nim-sum of
//! the levels and d that of the digits. Let B be the sum of the least heaps of the parts. The split is one of the heap
//! at + slope t exactly if B + P (sum of the q) = at + slope t, and if f of the parts are on rays with levels q + 1, that is
//!
//!   (sum of the levels) + (B - f P - at) / P = (slope / P) t.
//!
//! So all there is to know of the parts is how many lie on rays, how many of them have levels from 1 on, B, and d;
//! and {(t, x)} is a sum in the sense of [`super::digits`]. If S is 0, all levels are 0, and the q are slack.
//!
//! If a condition on the parts is not the same for a whole ray, its first heap is made a point.
//!
//! *Moving along.* If N(n + 1, q + 1) = N(n, q) for one q >= 1 and all n >= 0, then for all larger q, too: N(n + 1, q + 2) is the union over
//! h of N(n + 1 - h, q + 1) nim-added to G(h), which is N(n - h, q) nim-added to G(h), whose union is N(n, q + 1). So
//! N(n, q + i) is N(n - i, q).

use std::collections::{BTreeMap, BTreeSet};

use sprague_certificate::{Regularity, Terms};
use sprague_task::Task;

use super::digits::{Condition, Sum};
use super::linear::{Checked, reject};

/// A set of numbers for each t: by the digit, the levels x.
#[derive(Clone, Debug)]
pub(super) struct SetAlong {
    /// The open number whose steps t counts.
    pub(super) place: usize,
    /// One condition on t and x for each digit.
    pub(super) levels: Vec<Condition>,
}

impl SetAlong {
    /// The same numbers, none below 0, for all t.
    pub(super) fn fixed(place: usize, digits: usize, members: &[i64]) -> Checked<SetAlong> {
        let mut levels = vec![Condition::never(); digits];
        for &member in members {
            let Ok(member) = usize::try_from(member) else {
                return reject("a set with members below 0 beside nim-sets");
            };
            let levels = &mut levels[member % digits];
            let one = Condition::equals(0, (member / digits) as i64);
            *levels = std::mem::replace(levels, Condition::never()).or(one);
        }
        Ok(SetAlong { place, levels })
    }
}

/// One part of a split.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The heap, or the least one of a ray.
    pub(super) least: usize,
    pub(super) digit: usize,
    pub(super) kind: Kind,
    /// Does it fulfil the condition on parts?
    pub(super) fits: bool,
}

/// One heap, or infinitely many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Point,
    /// Its levels begin with 0, or are all 0.
    Ray,
    /// Its levels begin with 1.
    Upper,
}

/// What nim-sets of a game are made of.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) period: usize,
    /// S, or for 0 a power of two above all values.
    pub(super) digits: usize,
    /// Do levels rise along rays?
    pub(super) rises: bool,
    /// The parts that there are.
    pub(super) parts: Vec<Part>,
}

/// More periods are not taken together.
const MOST_TOGETHER: usize = 256;
/// Larger tables of sums are not made.
const LARGEST: usize = 1 << 26;
/// Larger digits are out of all proportion.
const MOST_DIGITS: usize = 1 << 12;

impl Shape {
    /// Of a regularity that is checked, with so many periods together.
    pub(super) fn of(regularity: &Regularity, scale: usize, task: &Task) -> Checked<Shape> {
        let Terms::Values(values) = &regularity.terms else {
            return reject("a formula speaks of nim-values");
        };
        if !(1..=MOST_TOGETHER).contains(&scale) {
            return reject(format!("1 to {MOST_TOGETHER} periods are taken together"));
        }
        let (period, saltus) = (scale * regularity.period, scale * regularity.saltus as usize);
        task.spend((regularity.preperiod + period) as u64)?;
        let rises = saltus > 0;
        let largest = values.iter().copied().max().unwrap_or(0) as usize;
        let digits = if rises { saltus } else { (largest + 1).next_power_of_two() };
        if !digits.is_power_of_two() || digits > MOST_DIGITS {
            return reject("nim-sets are decided for a saltus that is a small power of two, or 0");
        }
        // There is no part without tokens: a period that begins with the heap 0 begins with 1 as well.
        let start = regularity.preperiod.max(1);
        let value = |heap: usize| match values.get(heap) {
            Some(&value) => value as usize,
            None => {
                let rounds = (heap - regularity.preperiod) / regularity.period;
                let first = values[heap - rounds * regularity.period] as usize;
                first + rounds * regularity.saltus as usize
            }
        };
        let mut parts = Vec::new();
        for least in 1..start + period {
            let (level, digit) = (value(least) / digits, value(least) % digits);
            let kind = match level {
                0 if least < start => Kind::Point,
                0 => Kind::Ray,
                1 if least >= start => Kind::Upper,
                _ => {
                    return reject(
                        "the values before the period, or within it, differ by too much",
                    );
                }
            };
            parts.push(Part { least, digit, kind, fits: true });
        }
        Ok(Shape { period, digits, rises, parts })
    }
}

/// How many parts lie on rays, how many of them on those with levels from 1 on, and whether some part does not fulfil the
/// condition on parts.
type Kinds = (u32, u32, bool);

/// The sums of the least heaps with their digits, `[sum][digit]`, of all choices of so many parts.
pub(super) type Layer = BTreeMap<Kinds, Vec<Vec<bool>>>;

/// No parts.
pub(super) fn nothing(shape: &Shape) -> Layer {
    let mut digits = vec![false; shape.digits];
    digits[0] = true;
    BTreeMap::from([((0, 0, false), vec![digits])])
}

/// One part more.
pub(super) fn with_one_more(shape: &Shape, layer: &Layer, task: &Task) -> Checked<Layer> {
    let most = shape.parts.iter().map(|part| part.least).max().unwrap_or(0);
    let longest = layer.values().map(Vec::len).max().unwrap_or(0) + most;
    if longest.checked_mul(shape.digits).is_none_or(|size| size > LARGEST) {
        return reject("sums of parts would take too much memory");
    }
    let mut next = Layer::new();
    for (&(rays, upper, failed), sums) in layer {
        for part in &shape.parts {
            task.spend((sums.len() * shape.digits) as u64)?;
            let on_ray = u32::from(part.kind != Kind::Point);
            let is_upper = u32::from(part.kind == Kind::Upper);
            let kinds = (rays + on_ray, upper + is_upper, failed || !part.fits);
            let into = next
                .entry(kinds)
                .or_insert_with(|| vec![vec![false; shape.digits]; sums.len() + most]);
            if into.len() < sums.len() + most {
                into.resize(sums.len() + most, vec![false; shape.digits]);
            }
            for (sum, digits) in sums.iter().enumerate() {
                for (digit, _) in digits.iter().enumerate().filter(|(_, there)| **there) {
                    into[sum + part.least][digit ^ part.digit] = true;
                }
            }
        }
    }
    Ok(next)
}

/// {(t, x)} of the heaps at + slope t, by the digit. `failed`: only of splits of which some part, or no part, does not
/// fulfil the condition.
pub(super) fn along(
    shape: &Shape,
    layer: &Layer,
    (place, at, slope): (usize, i64, i64),
    failed: Option<bool>,
) -> Checked<SetAlong> {
    let period = shape.period as i64;
    if slope <= 0 || slope % period != 0 {
        return reject(format!("the step of a heap is no multiple of the period {period}"));
    }
    let mut levels = Vec::with_capacity(shape.digits);
    for digit in 0..shape.digits {
        // By the number of rays.
        let mut states: BTreeMap<u32, BTreeSet<(i64, u32)>> = BTreeMap::new();
        for (&(rays, upper, some_failed), sums) in layer {
            if failed.is_some_and(|failed| failed != some_failed) {
                continue;
            }
            for (sum, _) in sums.iter().enumerate().filter(|(_, digits)| digits[digit]) {
                let rest = sum as i64 - i64::from(upper) * period - at;
                if rest % period == 0 {
                    states.entry(rays).or_default().insert((rest / period, upper));
                }
            }
        }
        let sums = states.into_iter().map(|(rays, states)| {
            let (numbers, slack) = if shape.rises { (rays, false) } else { (0, rays > 0) };
            Condition::Sum(Sum { numbers, slack, weight: slope / period, states })
        });
        levels.push(Condition::Any(sums.collect()));
    }
    Ok(SetAlong { place, levels })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_certificate::Method;

    /// Numbers that look random.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % bound
        }
    }

    #[test]
    fn nim_sets_along_a_class_are_those_of_all_splits() {
        let (task, mut dice) = (Task::default(), Dice(7));
        for trial in 0..60 {
            let (preperiod, period) = (dice.below(4), 1 + dice.below(5));
            let saltus = [0, 1, 2, 4][dice.below(4)];
            let bound = |heap: usize| match saltus {
                0 => 5,
                _ if heap < preperiod.max(1) => saltus,
                _ => 2 * saltus,
            };
            let mut terms: Vec<u32> =
                (0..preperiod + period).map(|heap| dice.below(bound(heap)) as u32).collect();
            terms[0] = 0;
            let value = |heap: usize| {
                let rounds = heap.saturating_sub(preperiod) / period;
                terms[heap - rounds * period] as usize + rounds * saltus
            };
            let regularity = Regularity {
                method: Method::Window,
                preperiod,
                period,
                saltus: saltus as u32,
                mask: 0,
                terms: Terms::Values(terms.clone()),
            };
            let mut shape = Shape::of(&regularity, 1 << dice.below(2), &task).unwrap();
            shape.parts.iter_mut().for_each(|part| part.fits = dice.below(3) > 0);
            let fits = |heap: usize| {
                let same = |part: &&Part| match part.kind {
                    Kind::Point => part.least == heap,
                    _ => heap >= part.least && (heap - part.least).is_multiple_of(shape.period),
                };
                shape.parts.iter().find(same).unwrap().fits
            };
            // [n]: the values of splits, and whether some part does not fit.
            let mut plain: Vec<BTreeSet<(usize, bool)>> = vec![BTreeSet::new(); 60];
            plain[0].insert((0, false));
            let mut layer = nothing(&shape);
            for parts in 1..=3 {
                let splits = |n: usize| {
                    let split = |heap: usize| {
                        let rest = plain[n - heap].iter();
                        rest.map(move |&(sum, failed)| (sum ^ value(heap), failed || !fits(heap)))
                            .collect::<Vec<_>>()
                    };
                    (1..=n).flat_map(split).collect()
                };
                plain = (0..60).map(splits).collect();
                layer = with_one_more(&shape, &layer, &task).unwrap();
                let weight = 1 + dice.below(2);
                for at in 0..shape.period.min(8) {
                    let heaps = (0, at as i64, (weight * shape.period) as i64);
                    for failed in [None, Some(false), Some(true)] {
                        let set = along(&shape, &layer, heaps, failed).unwrap();
                        for (t, n) in (at..60).step_by(weight * shape.period).enumerate() {
                            for member in 0..32 {
                                let there = plain[n].iter().any(|&(sum, some)| {
                                    sum == member && failed.is_none_or(|failed| failed == some)
                                });
                                let (level, digit) = (member / shape.digits, member % shape.digits);
                                let found = set.levels[digit].holds_at(t as i64, level as i64);
                                assert_eq!(found, there, "{trial}: {terms:?} {parts} {n} {member}");
                            }
                        }
                    }
                }
            }
        }
    }
}
