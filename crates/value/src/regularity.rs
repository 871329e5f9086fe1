//! Regularity of a sequence of values: `[n + p] = [n] + s` for all n from e on.
//!
//! Let every move, Left's and Right's, take at most M tokens from a heap and leave it whole. Then the
//! value of a heap n >= M is the same function of the M values before it, for every such n.
//!
//! *Window.* If M consecutive values from some place on repeat p places later, everything after them
//! does, by induction. Values are ids, so this is a comparison of integers.
//!
//! *Translation.* Let M consecutive values repeat with a saltus, `[n + p] = [n] + s`, s a number.
//! The next heap has the options of the one p before it, each plus s. If that one is not a number, its
//! value is translated by s (number translation). If it is a number x, it is the simplest number in
//! an interval, and the other is the simplest one in the interval moved by s. Moving by an integer
//! keeps the simplest number if x is not an integer (the interval holds none, and simplest means
//! of least denominator), and if x and s are integers of one sign: then the interval holds integers of
//! that sign only, and the simplest is the one nearest to 0. Each of these conditions holds again
//! p places later, so it is enough that they hold over one period.
//!
//! *Ups.* Let the values repeat with a saltus `s = -a.^ + *m`, a >= 0, and let all values of a window and a period
//! be one number (say 0) plus at least two downs plus a nimber. Such a value w = G has one Right option, 0,
//! and one Left option w', which is w plus an up and a star. That G = {g|h} equals w says: no g >= w
//! and no h <= w; some h <= 0; some g >= w' (Left has no other good answer to w', as G is negative).
//! The first, second and last compare differences, which s does not change; the third remains true because h
//! has two downs or more. So {g + s|h + s} = w + s. With ups for downs it is the same.
//!
//! Any other saltus has moves of its own, and nothing is proved.

use sprague_rules::expr::{Board, Comparison, Cond, Expr, Mention};
use sprague_rules::ruleset::{Amount, MoveAct};
use sprague_rules::{Ruleset, Shape};

use crate::arena::{Arena, Value, ZERO};
use crate::dyadic::Dyadic;
use crate::limit::Limit;

/// A least period with its preperiod, and how much is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regularity {
    /// The heap from which on it holds.
    pub preperiod: usize,
    /// After how many heaps the values come again.
    pub period: usize,
    /// The game that a period adds; 0 for a sequence that repeats.
    pub saltus: Value,
    /// For which heaps it is known.
    pub verdict: Verdict,
}

/// For which heaps a regularity holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// For all heaps.
    Proved(Method),
    /// For all heaps that were computed, up to this one.
    Holds {
        /// The largest heap that was computed.
        to: usize,
    },
}

/// How regularity was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// As many values repeat as the next one depends on, without a saltus.
    Window,
    /// A window of values repeats with a number as its saltus.
    Translation,
    /// A window of values that are a number plus ups and a nimber repeats with a saltus of ups and a nimber.
    Ups,
}

impl Method {
    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Method::Window => "window",
            Method::Translation => "translation",
            Method::Ups => "ups",
        }
    }
}

/// How many periods with a saltus are looked into: each takes sums of large games.
const CANDIDATES: usize = 8;
/// Values born later are not added up to look for a saltus.
const SMALL: u64 = 8;
/// The longest window that is looked for.
const LONGEST: i64 = 1_000_000;

/// The regularity of least period that the values show: proved, or seen for at least three periods
/// and on at least half of the values. A plain period is preferred to one with a saltus.
pub fn find(
    arena: &mut Arena,
    values: &[Value],
    window: Option<usize>,
) -> Result<Option<Regularity>, Limit> {
    let Some(last) = values.len().checked_sub(1) else { return Ok(None) };
    for period in 1..=last {
        let seen = seen(last, period, |n| values[n + period] == values[n]);
        if let Some(found) = judge(arena, values, period, ZERO, seen, window) {
            return Ok(Some(found));
        }
    }
    let mut candidates = CANDIDATES;
    for period in 1..=last / 3 {
        // The stops must be translated by a number before anything is added up.
        let shift = arena.left_stop(values[last]).minus(arena.left_stop(values[last - period]))?;
        let stops = seen(last, period, |n| {
            let (a, b) = (values[n], values[n + period]);
            let translated = |x: Dyadic, y: Dyadic| x.plus(shift) == Ok(y);
            translated(arena.left_stop(a), arena.left_stop(b))
                && translated(arena.right_stop(a), arena.right_stop(b))
        });
        if stops < 2 * period {
            continue;
        }
        candidates = match candidates.checked_sub(1) {
            Some(left) => left,
            None => break,
        };
        let Some(saltus) = saltus_of(arena, &values[last + 1 - 2 * period..], period, shift)?
        else {
            continue;
        };
        let mut count = 0;
        for n in (0..=last - period).rev() {
            if arena.sum(values[n], saltus)? != values[n + period] {
                break;
            }
            count += 1;
        }
        if let Some(found) = judge(arena, values, period, saltus, count, window) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// What one period may add: the number by which the stops move, if that is it; otherwise the difference of
/// two values, unless they are so large that their sums would be out of reach.
fn saltus_of(
    arena: &mut Arena,
    values: &[Value],
    period: usize,
    shift: Dyadic,
) -> Result<Option<Value>, Limit> {
    let (low, high) = (values[period - 1], values[2 * period - 1]);
    let number = arena.number(shift);
    if arena.sum(low, number)? == high {
        return Ok(Some(number));
    }
    let small = |arena: &mut Arena, v| arena.as_compact(v).is_some() || arena.birthday(v) <= SMALL;
    let all_small = values.iter().all(|&v| small(arena, v));
    if all_small { arena.difference(high, low).map(Some) } else { Ok(None) }
}

/// How many n, counted down from the last one, have a property.
fn seen(last: usize, period: usize, holds: impl Fn(usize) -> bool) -> usize {
    (0..=last - period).rev().take_while(|&n| holds(n)).count()
}

fn judge(
    arena: &Arena,
    values: &[Value],
    period: usize,
    saltus: Value,
    seen: usize,
    window: Option<usize>,
) -> Option<Regularity> {
    let last = values.len() - 1;
    let preperiod = last - period + 1 - seen;
    let enough = window.is_some_and(|window| seen >= window);
    let verdict = if enough && saltus == ZERO {
        Verdict::Proved(Method::Window)
    } else if enough && seen > 0 && translates(arena, &values[last + 1 - period..], saltus) {
        Verdict::Proved(Method::Translation)
    } else if enough && shifts_ups(arena, values, period + window.unwrap_or(0), saltus) {
        Verdict::Proved(Method::Ups)
    } else if seen >= 2 * period && 2 * preperiod <= last {
        Verdict::Holds { to: last }
    } else {
        return None;
    };
    Some(Regularity { preperiod, period, saltus, verdict })
}

/// Do the conditions for translation hold over this period?
fn translates(arena: &Arena, period: &[Value], saltus: Value) -> bool {
    let Some(s) = arena.as_number(saltus) else { return false };
    period.iter().all(|&value| match arena.as_number(value) {
        None => true,
        Some(x) => {
            s.is_integer() && (!x.is_integer() || x.numerator().signum() == s.numerator().signum())
        }
    })
}

/// Do the last so many values and the saltus consist of ups of one sign, two at least in a value?
fn shifts_ups(arena: &Arena, values: &[Value], length: usize, saltus: Value) -> bool {
    let Some(tail) = values.len().checked_sub(length).map(|from| &values[from..]) else {
        return false;
    };
    let (Some(s), Some(first)) = (arena.as_compact(saltus), arena.as_compact(tail[0])) else {
        return false;
    };
    let sign = first.up.signum();
    s.number == Dyadic::ZERO
        && s.up * sign >= 0
        && tail.iter().all(|&value| {
            let value = arena.as_compact(value);
            value.is_some_and(|v| v.number == first.number && v.up * sign >= 2)
        })
}

/// How many values before it the value of a heap depends on, for heaps of at least that size: the
/// largest amount that a move takes, if all moves take amounts from a fixed set and do nothing else.
pub fn window(ruleset: &Ruleset) -> Option<usize> {
    if !matches!(ruleset.shape, Shape::Piles { .. }) {
        return None;
    }
    let amounts = ruleset.moves.iter().map(|m| match (&m.act, &m.condition) {
        (MoveAct::Take(takes), condition) => match &takes[..] {
            [(_, Amount::Fixed(Expr::Const(k)))] if *condition == Cond::Always => Some(*k),
            [(_, Amount::Chosen(slot))] => largest(condition, *slot),
            _ => None,
        },
        _ => None,
    });
    let most = amounts.collect::<Option<Vec<i64>>>()?.into_iter().max()?;
    usize::try_from(most).ok()
}

/// The largest number that fulfils a condition on nothing else.
fn largest(condition: &Cond, slot: usize) -> Option<i64> {
    if condition.mentions(&|mention| mention != Mention::Slot(slot)) {
        return None;
    }
    let bounds = condition.conjuncts().into_iter().filter_map(|conjunct| match conjunct {
        Cond::InSet(Expr::Slot(s), set) if *s == slot => set.last().copied(),
        Cond::Compare(comparison, Expr::Slot(s), Expr::Const(c)) if *s == slot => {
            match comparison {
                Comparison::AtMost | Comparison::Equal => Some(*c),
                Comparison::Less => Some(c - 1),
                Comparison::NotEqual => None,
            }
        }
        _ => None,
    });
    let bound = bounds.min().filter(|&bound| bound <= LONGEST)?;
    let mut slots = [0; 32];
    (1..=bound).rev().find(|&n| {
        slots[slot] = n;
        let mut board = Board { slots: &mut slots, before: &[], chosen: &[], after: &[] };
        board.holds(condition)
    })
}
