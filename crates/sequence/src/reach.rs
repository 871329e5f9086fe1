//! How far a heap's options reach: what the proofs of periodicity need to know of the rules.

use sprague_rules::expr::{Board, Comparison, Cond, Expr, Mention};
use sprague_rules::ruleset::{Amount, Ending, Move, MoveAct, Parts};
use sprague_rules::{Ruleset, Shape};

/// A bound on every move of a game whose moves, from some size on, are the same at every size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Takes at most so many tokens from the heap and leaves it whole: the term of a heap depends on
    /// that many terms before it alone, for heaps from this size on.
    Window { length: u32 },
    /// Takes at most `most` tokens and leaves at most `parts` heaps, in normal play; the rules are
    /// the same for all heaps of at least `from`.
    Breaks { most: u32, parts: u32, from: u32 },
}

/// The longest window or largest number of parts that is looked for.
const LARGEST: i64 = 1_000_000;

impl Reach {
    /// The reach of the ruleset's moves from a single heap, if it is bounded.
    pub fn of(ruleset: &Ruleset) -> Option<Reach> {
        if !matches!(ruleset.shape, Shape::Piles { .. }) || !ruleset.same_moves() {
            return None;
        }
        let bounds: Vec<MoveReach> =
            ruleset.moves.iter().map(MoveReach::of).collect::<Option<_>>()?;
        let most = bounds.iter().map(|b| b.most).max()?;
        let parts = bounds.iter().map(|b| b.parts).max()?;
        let from = bounds.iter().map(|b| b.from).max()?;
        // Where moves only take, any ending will do: a heap of at least `most` is never stuck, and all
        // such heaps have the same moves.
        if from <= 1 && bounds.iter().all(|b| b.only_takes) {
            return Some(Reach::Window { length: most });
        }
        let normal = matches!(ruleset.ending, Ending::StuckLoses);
        (normal && ruleset.is_sum_of_piles()).then_some(Reach::Breaks {
            most,
            parts: parts.max(1),
            from,
        })
    }
}

/// The bounds of one move.
struct MoveReach {
    most: u32,
    parts: u32,
    from: u32,
    /// Does it take one of some amounts, and nothing else? Then it can be made from every heap of at
    /// least `most` tokens.
    only_takes: bool,
}

impl MoveReach {
    fn of(m: &Move) -> Option<MoveReach> {
        let (pile, amount, parts) = match &m.act {
            MoveAct::Take(takes) => match &takes[..] {
                [(pile, amount)] => (*pile, Some(amount), None),
                _ => return None,
            },
            MoveAct::Break { pile, amount, parts } => (*pile, amount.as_ref(), Some(parts)),
            _ => return None,
        };
        // The condition may bound the numbers chosen, and say that the heap is large enough.
        let mut from = 1;
        let mut rest = Vec::new();
        for condition in m.condition.conjuncts() {
            match at_least(condition, pile) {
                Some(least) => from = from.max(u32::try_from(least).ok()?),
                None => rest.push(condition.clone()),
            }
        }
        let rest = Cond::all(rest);
        let chosen = |slot: usize| move |mention: Mention| mention != Mention::Slot(slot);
        let most = match amount {
            None => 0,
            Some(Amount::Fixed(Expr::Const(k))) => u32::try_from(*k).ok()?,
            Some(Amount::Fixed(_)) => return None,
            Some(Amount::Chosen(slot)) if parts.is_none() => {
                if rest.mentions(&chosen(*slot)) {
                    return None;
                }
                largest(&rest, *slot)?
            }
            Some(Amount::Chosen(slot)) => bound(&rest, *slot)?,
        };
        let (parts, only_takes) = match parts {
            None if matches!(amount, Some(Amount::Fixed(_))) && rest != Cond::Always => {
                return None;
            }
            None => (1, true),
            Some(Parts::Between(_, to)) => {
                let free = match amount {
                    Some(Amount::Chosen(slot)) => !rest.mentions(&chosen(*slot)),
                    _ => rest == Cond::Always,
                };
                (u32::try_from(*to).ok().filter(|_| free)?, false)
            }
            Some(Parts::Chosen { slot, .. }) => {
                let number = match amount {
                    Some(Amount::Chosen(k)) => *k,
                    _ => *slot,
                };
                let other = |m: Mention| m != Mention::Slot(*slot) && m != Mention::Slot(number);
                if rest.mentions(&other) {
                    return None;
                }
                (bound(&rest, *slot)?, false)
            }
            // A condition on the sizes of the parts need not survive a shift.
            Some(Parts::Named(names)) => match rest == Cond::Always {
                true => (u32::try_from(names.len()).ok()?, false),
                false => return None,
            },
        };
        Some(MoveReach { most, parts, from, only_takes })
    }
}

/// `c` if the condition is `pile >= c`, for a constant.
fn at_least(condition: &Cond, pile: usize) -> Option<i64> {
    match condition {
        Cond::Compare(comparison, Expr::Const(c), Expr::Slot(slot)) if *slot == pile => {
            match comparison {
                Comparison::AtMost => Some(*c),
                Comparison::Less => Some(c + 1),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The largest number that fulfils a condition on nothing else.
fn largest(condition: &Cond, slot: usize) -> Option<u32> {
    let limit = bound(condition, slot)?;
    let mut slots = [0; 32];
    (1..=limit).rev().find(|&n| {
        slots[slot] = i64::from(n);
        let mut board = Board { slots: &mut slots, before: &[], chosen: &[], after: &[] };
        board.holds(condition)
    })
}

/// A bound on the number in a slot that some conjunct gives.
fn bound(condition: &Cond, slot: usize) -> Option<u32> {
    let bounds = condition.conjuncts().into_iter().filter_map(|conjunct| match conjunct {
        Cond::InSet(e, set) => Some(set[set.len() - 1] - shift(e, slot)?),
        Cond::Compare(comparison, a, Expr::Const(c)) => match comparison {
            Comparison::AtMost | Comparison::Equal => Some(c - shift(a, slot)?),
            Comparison::Less => Some(c - 1 - shift(a, slot)?),
            Comparison::NotEqual => None,
        },
        _ => None,
    });
    bounds.min().filter(|&b| b <= LARGEST).map(|b| b.max(0) as u32)
}

/// `c` if the expression is the slot plus a constant c.
fn shift(expr: &Expr, slot: usize) -> Option<i64> {
    match expr {
        Expr::Slot(s) if *s == slot => Some(0),
        Expr::Add(a, b) => match (&**a, &**b) {
            (e, Expr::Const(c)) | (Expr::Const(c), e) => Some(shift(e, slot)? + c),
            _ => None,
        },
        Expr::Sub(a, b) => match &**b {
            Expr::Const(c) => Some(shift(a, slot)? - c),
            _ => None,
        },
        _ => None,
    }
}
