//! The moves of a single heap, where they are the same for heaps of all sizes: take so many tokens and
//! leave the rest in so many heaps. This is what the kernels for one heap compute with, and what the
//! proofs of periodicity need to know of the rules.
//!
//! The reading is exact or not made at all: a condition may restrict the numbers that the mover
//! chooses, ask for a heap of at least some size, or ask for two different parts, and nothing else.

use smallvec::SmallVec;

use crate::expr::{Board, Comparison, Cond, Expr, Mention, Slot};
use crate::options::SLOTS;
use crate::ruleset::{Amount, Move, MoveAct, Parts, Ruleset, Shape};

/// All moves of a heap of n, for every n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapMoves {
    /// Sorted, each once.
    pub leaves: Vec<Leave>,
}

/// From a heap of `least` to `largest` tokens: take `take` of them and leave the rest in exactly `parts`
/// non-empty heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Leave {
    /// How many non-empty heaps are left.
    pub parts: u32,
    /// How many tokens are taken.
    pub take: u32,
    /// The smallest heap of which this may be done.
    pub least: u32,
    /// `u32::MAX`: heaps of every size.
    pub largest: u32,
    /// Must the two parts differ?
    pub unequal: bool,
}

impl Leave {
    /// Can a heap of n be left so?
    pub fn fits(&self, n: u32) -> bool {
        let Some(rest) = n.checked_sub(self.take) else { return false };
        let fewest = self.parts + u32::from(self.unequal);
        (self.least..=self.largest).contains(&n)
            && if self.parts == 0 { rest == 0 } else { rest >= fewest }
    }
}

/// The largest number of tokens or parts that is looked for.
const LARGEST: i64 = 1_000_000;

impl HeapMoves {
    /// The moves of a single heap, if they can be read off the rules.
    pub fn of(ruleset: &Ruleset) -> Option<HeapMoves> {
        if !matches!(ruleset.shape, Shape::Piles { .. }) || !ruleset.same_moves() {
            return None;
        }
        let mut leaves = Vec::new();
        for m in &ruleset.moves {
            match &m.act {
                MoveAct::Take(takes) if takes.len() == 1 => {
                    takes_of(m, takes[0].0, &takes[0].1, &mut leaves)?;
                }
                MoveAct::Break { pile, amount, parts } => {
                    breaks_of(m, *pile, amount.as_ref(), parts, &mut leaves)?;
                }
                _ => return None,
            }
        }
        leaves.sort_unstable();
        leaves.dedup();
        Some(HeapMoves { leaves })
    }

    /// The most tokens that a move takes.
    pub fn most_taken(&self) -> u32 {
        self.leaves.iter().map(|leave| leave.take).max().unwrap_or(0)
    }

    /// The most heaps that a move leaves.
    pub fn most_parts(&self) -> u32 {
        self.leaves.iter().map(|leave| leave.parts).max().unwrap_or(0)
    }

    /// A size from which on every heap fulfils the same bounds on its size.
    pub fn uniform_from(&self) -> u32 {
        let bound = |leave: &Leave| match leave.largest {
            u32::MAX => leave.least,
            largest => largest + 1,
        };
        self.leaves.iter().map(bound).max().unwrap_or(0)
    }

    /// The amounts taken, if moves do nothing but take them from any heap that is large enough.
    pub fn subtraction_set(&self) -> Option<Vec<u32>> {
        let mut amounts = [Vec::new(), Vec::new()];
        for leave in &self.leaves {
            if leave.least > leave.take.max(1) || leave.largest != u32::MAX {
                return None;
            }
            amounts.get_mut(leave.parts as usize)?.push(leave.take);
        }
        let [whole, rest] = amounts;
        (whole == rest).then_some(rest)
    }

    /// Is it possible that two parts must differ?
    pub fn has_unequal(&self) -> bool {
        self.leaves.iter().any(|leave| leave.unequal)
    }
}

/// The leaves of a move that takes from a heap, which may be left empty.
fn takes_of(m: &Move, pile: Slot, amount: &Amount, leaves: &mut Vec<Leave>) -> Option<()> {
    let (sizes, rest) = sizes_of(m, pile)?;
    for take in amounts(Some(amount), &rest)? {
        if holds_for(&rest, Some(amount), take, None)? {
            leaves.extend([0, 1].map(|parts| sizes.leave(take, parts)));
        }
    }
    Some(())
}

/// The leaves of a move that breaks a heap.
fn breaks_of(
    m: &Move,
    pile: Slot,
    amount: Option<&Amount>,
    parts: &Parts,
    leaves: &mut Vec<Leave>,
) -> Option<()> {
    let (sizes, mut rest) = sizes_of(m, pile)?;
    let mut unequal = false;
    let (numbers, slot) = match parts {
        Parts::Between(from, to) => (*from as u32..=*to as u32, None),
        Parts::Chosen { slot, least } => (*least as u32..=bound(&rest, *slot)?, Some(*slot)),
        Parts::Named(names) => {
            if let &[x, y] = &names[..] {
                (unequal, rest) = without_difference(&rest, x, y);
            }
            (names.len() as u32..=names.len() as u32, None)
        }
    };
    for take in amounts(amount, &rest)? {
        for parts in numbers.clone() {
            if holds_for(&rest, amount, take, slot.map(|slot| (slot, parts)))? {
                leaves.push(Leave { unequal, ..sizes.leave(take, parts) });
            }
        }
    }
    Some(())
}

/// The numbers of tokens that may be taken, as far as a bound tells.
fn amounts(amount: Option<&Amount>, rest: &Cond) -> Option<std::ops::RangeInclusive<u32>> {
    match amount {
        None => Some(0..=0),
        Some(Amount::Fixed(Expr::Const(k))) => {
            let k = u32::try_from(*k).ok()?;
            Some(k..=k)
        }
        Some(Amount::Fixed(_)) => None,
        Some(Amount::Chosen(slot)) => Some(1..=bound(rest, *slot)?),
    }
}

/// Does the condition hold for this choice? `None` if it looks at anything else.
fn holds_for(
    condition: &Cond,
    amount: Option<&Amount>,
    take: u32,
    parts: Option<(Slot, u32)>,
) -> Option<bool> {
    let mut slots = [0; SLOTS];
    let mut chosen: SmallVec<[Slot; 2]> = SmallVec::new();
    if let Some(Amount::Chosen(slot)) = amount {
        slots[*slot] = take.into();
        chosen.push(*slot);
    }
    if let Some((slot, parts)) = parts {
        slots[slot] = parts.into();
        chosen.push(slot);
    }
    if condition.mentions(&|m: Mention| !matches!(m, Mention::Slot(s) if chosen.contains(&s))) {
        return None;
    }
    let mut board = Board { slots: &mut slots, before: &[], chosen: &[], after: &[] };
    Some(board.holds(condition))
}

/// The sizes of heap from which a move can be made.
#[derive(Clone, Copy)]
struct Sizes {
    least: u32,
    largest: u32,
}

impl Sizes {
    fn leave(self, take: u32, parts: u32) -> Leave {
        let Sizes { least, largest } = self;
        Leave { parts, take, least, largest, unequal: false }
    }
}

/// The condition as bounds on the size of the heap and the rest of it.
fn sizes_of(m: &Move, pile: Slot) -> Option<(Sizes, Cond)> {
    let mut sizes = Sizes { least: 0, largest: u32::MAX };
    let mut rest = Vec::new();
    for condition in m.condition.conjuncts() {
        match condition {
            Cond::Compare(comparison, Expr::Const(c), Expr::Slot(slot)) if *slot == pile => {
                let least = match comparison {
                    Comparison::AtMost => *c,
                    Comparison::Less => c.checked_add(1)?,
                    _ => return None,
                };
                sizes.least = sizes.least.max(small(least)?);
            }
            Cond::Compare(comparison, Expr::Slot(slot), Expr::Const(c)) if *slot == pile => {
                let largest = match comparison {
                    Comparison::AtMost | Comparison::Equal => *c,
                    Comparison::Less => c.checked_sub(1)?,
                    Comparison::NotEqual => return None,
                };
                if *comparison == Comparison::Equal {
                    sizes.least = sizes.least.max(small(largest)?);
                }
                sizes.largest = sizes.largest.min(small(largest)?);
            }
            other => rest.push(other.clone()),
        }
    }
    Some((sizes, Cond::all(rest)))
}

/// A size that is not out of all proportion.
fn small(size: i64) -> Option<u32> {
    (size <= LARGEST).then(|| size.max(0) as u32)
}

/// Whether the condition asks two parts to differ, and what else it asks. The parts are met in every
/// order, so an order that both orders of a split share between them asks for nothing.
fn without_difference(condition: &Cond, x: Slot, y: Slot) -> (bool, Cond) {
    let (mut unequal, mut rest) = (false, Vec::new());
    for conjunct in condition.conjuncts() {
        match conjunct {
            Cond::Compare(comparison, Expr::Slot(a), Expr::Slot(b))
                if (*a, *b) == (x, y) || (*a, *b) == (y, x) =>
            {
                match comparison {
                    Comparison::NotEqual => unequal = true,
                    Comparison::Less if (*a, *b) == (x, y) => unequal = true,
                    Comparison::AtMost if (*a, *b) == (x, y) => {}
                    _ => rest.push(conjunct.clone()),
                }
            }
            _ => rest.push(conjunct.clone()),
        }
    }
    (unequal, Cond::all(rest))
}

/// A bound on the number in a slot that some conjunct gives.
fn bound(condition: &Cond, slot: Slot) -> Option<u32> {
    let bounds = condition.conjuncts().into_iter().filter_map(|conjunct| match conjunct {
        Cond::InSet(e, set) => Some(set.last().copied().unwrap_or(0) - shift(e, slot)?),
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
fn shift(expr: &Expr, slot: Slot) -> Option<i64> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Player, parse_ruleset};

    /// The options of a heap of n, from the moves that were read off.
    fn options_of(moves: &HeapMoves, n: u32) -> Vec<Vec<u32>> {
        let mut all = Vec::new();
        for leave in moves.leaves.iter().filter(|leave| leave.fits(n)) {
            let mut splits = Vec::new();
            partitions(n - leave.take, leave.parts, 1, &mut Vec::new(), &mut splits);
            splits.retain(|parts| !leave.unequal || parts[0] != parts[1]);
            all.extend(splits);
        }
        all.sort();
        all.dedup();
        all
    }

    fn partitions(n: u32, parts: u32, from: u32, head: &mut Vec<u32>, out: &mut Vec<Vec<u32>>) {
        if parts == 0 {
            if n == 0 {
                out.push(head.clone());
            }
            return;
        }
        for part in from..=n {
            head.push(part);
            partitions(n - part, parts - 1, part, head, out);
            head.pop();
        }
    }

    #[test]
    fn moves_that_are_read_off_are_the_options() {
        let rulesets = [
            "kayles",
            "dawson",
            "grundy",
            "couples",
            "officers",
            "treblecross",
            "cut(1,6)",
            "cut(2)",
            "cut(3,4)",
            "subtract(1,4,9)",
            "lr-nim(2,5)",
            "octal(0.77)",
            "octal(0.7F)",
            "octal(4.07)",
            "octal(4!.0)",
            "octal(4?.3)",
            "octal(0.16)",
            "octal(0.008)",
            "octal(0.{0,2}6)",
            "misere subtract(2,3)",
            "subtract(7)",
        ];
        for expression in rulesets {
            let ruleset = parse_ruleset(expression).unwrap();
            let moves = HeapMoves::of(&ruleset).expect(expression);
            let options = Options::new(&ruleset);
            for n in 1..=16 {
                let listed = options.list(&[n], Player::Left);
                assert_eq!(options_of(&moves, n), listed, "{expression} at {n}: {moves:?}");
            }
        }
    }

    #[test]
    fn moves_that_differ_from_heap_to_heap_are_not_read_off() {
        for expression in ["nim", "octal(0.[3])", "max-nim", "octal(8!.0)", "wythoff", "minnie"] {
            let moves = HeapMoves::of(&parse_ruleset(expression).unwrap());
            assert_eq!(moves, None, "{expression}");
        }
    }

    #[test]
    fn subtraction_sets_are_recognised() {
        let set = |e: &str| HeapMoves::of(&parse_ruleset(e).unwrap()).unwrap().subtraction_set();
        assert_eq!(set("subtract(1,4,9)"), Some(vec![1, 4, 9]));
        assert_eq!(set("octal(0.303)"), Some(vec![1, 3]));
        assert_eq!(set("octal(0.2)"), None);
        assert_eq!(set("kayles"), None);
    }
}
