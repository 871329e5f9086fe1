//! **Any number of piles, by a finite quotient.** A commutative automaton reads the sizes of the piles of a position one
//! after the other: reading a and then b leads from every state to the same state as reading b and then a, so that the state m(X)
//! after a position X does not depend on the order. Sizes n and n + p are read alike from the threshold t on. Some states are
//! called lost. *If the obligations below hold, a position X is P exactly if m(X) is lost*, for any number of piles of any size.
//!
//! Every move takes an amount k from one pile, on a condition that speaks of k alone, and perhaps on k <= min(piles). The certificate names
//! a number d such that every amount is at most d, or at most the smallest pile.
//!
//! *Positions whose smallest pile is c <= d.* All amounts are at most d. A pile of n >= t + d is read like a smaller one down to t + d,
//! and so is what k <= d tokens less leave of it, which is at least t. So the pairs of m(X) and of the set of all m(X'), X' an option
//! of X, are those that are met by adding piles of sizes c, ..., t + d + p - 1 to one of c: one more pile of n leads from the
//! state s and the set O to the state s n and the set of all o n, o in O, and of all s (n - k), k an amount. That is a finite
//! exploration. Where no amount depends on the smallest pile, one exploration with all sizes is enough.
//!
//! *Positions whose smallest pile exceeds d.* Where amounts may exceed d as well, such a position must not be lost, and some option must
//! be. Options by amounts up to d are explored as before; those by which the smallest pile, which is read first, becomes 0,
//! ..., d are legal too, if amounts have no other condition.
//!
//! At every position that is met: if it is lost, no option is (and in misère play there is one); if it is not, some option is lost (or, in
//! misère play, there is none). As the empty position is lost in normal play and not in misère play, the set of positions that
//! are read as lost satisfies the recursion of the P-positions, which has one solution, since every move makes a position smaller.
//!
//! What the claim says is compared with the automaton in `said`.

mod acceptor;
mod said;

use std::collections::{BTreeSet, HashSet, VecDeque};

use sprague_certificate::Quotient;
use sprague_claim::claim::OnPiles;
use sprague_rules::expr::{Aggregate, Board, Comparison, Cond, Expr, Mention, Piles, Slot};
use sprague_rules::ruleset::{Amount, Ending, Move, MoveAct};
use sprague_rules::{Ruleset, Shape};
use sprague_task::Task;

use crate::Rejection;

/// Sizes and states that are looked at.
const MOST_SIZES: u32 = 256;
const MOST_STATES: usize = 4096;
/// Pairs of states and sets of options.
const MOST_PAIRS: usize = 400_000;

/// Decides it.
pub(crate) fn check(on: &OnPiles, quotient: &Quotient, task: &Task) -> Result<(), Rejection> {
    let rules = Rules::of(&on.ruleset, quotient.small)?;
    let reading = Reading::of(quotient)?;
    reading.is_commutative(task)?;
    let misere = on.ruleset.ending == Ending::StuckWins;
    if reading.lost[0] == misere {
        return Err(Rejection::new("the empty position is read wrongly"));
    }
    let exploration = Exploration { rules: &rules, reading: &reading, misere, task };
    exploration.is_right()?;
    said::check(on, quotient, &reading, task)
}

/// The moves: amounts up to d, as conditions on the amount and whether they are at most the smallest pile.
struct Rules {
    moves: Vec<Taking>,
    small: u32,
}

struct Taking {
    /// Is this amount, up to d, one that the condition allows?
    allowed: Vec<bool>,
    /// At most the smallest pile.
    within: bool,
    /// May it exceed d?
    unbounded: bool,
    /// Is there no other condition?
    free: bool,
}

impl Rules {
    fn of(ruleset: &Ruleset, small: u32) -> Result<Rules, Rejection> {
        let suited = matches!(ruleset.ending, Ending::StuckLoses | Ending::StuckWins)
            && ruleset.same_moves()
            && ruleset.shape == Shape::Piles { at_most: None };
        let unsuited =
            || Rejection::new("this is for moves that take from one pile, by its amount alone");
        if !suited || small == 0 || small > MOST_SIZES {
            return Err(unsuited());
        }
        let takings = ruleset.moves.iter().map(|m| taking(m, small));
        let moves = takings.collect::<Option<Vec<Taking>>>().ok_or_else(unsuited)?;
        if moves.iter().any(|taking| taking.unbounded && !taking.within) {
            return Err(Rejection::new("an amount is bounded by nothing"));
        }
        Ok(Rules { moves, small })
    }

    /// The amounts up to d where the smallest pile is this; d + 1 stands for all that exceed d.
    fn amounts(&self, smallest: u32) -> Vec<u32> {
        let legal = |k: &u32| {
            let may = |m: &Taking| m.allowed[*k as usize] && (!m.within || *k <= smallest);
            self.moves.iter().any(may)
        };
        (1..=self.small).filter(legal).collect()
    }

    fn looks_at_smallest(&self) -> bool {
        self.moves.iter().any(|taking| taking.within)
    }

    /// Are the amounts up to d all that there are, whatever the smallest pile is?
    fn is_bounded(&self) -> bool {
        self.moves.iter().all(|taking| !taking.unbounded)
    }

    /// May the smallest pile always be lowered to whatever one likes?
    fn is_free(&self) -> bool {
        self.moves.iter().any(|taking| taking.within && taking.free)
    }
}

/// A move that takes from one pile.
fn taking(m: &Move, small: u32) -> Option<Taking> {
    let MoveAct::Take(takes) = &m.act else { return None };
    let [(_, amount)] = &takes[..] else { return None };
    match amount {
        Amount::Fixed(Expr::Const(k)) if m.condition == Cond::Always => {
            let allowed = (0..=small).map(|amount| i64::from(amount) == *k).collect();
            let unbounded = *k > i64::from(small);
            Some(Taking { allowed, within: false, unbounded, free: false })
        }
        Amount::Fixed(_) => None,
        Amount::Chosen(slot) => {
            let (mut within, mut rest) = (false, Vec::new());
            let least = Expr::Of(Aggregate::Min, Piles::Before);
            for part in m.condition.conjuncts() {
                match part {
                    Cond::Compare(Comparison::AtMost, a, b)
                        if *a == Expr::Slot(*slot) && *b == least =>
                    {
                        within = true;
                    }
                    other => rest.push(other.clone()),
                }
            }
            let rest = Cond::all(rest);
            if rest.mentions(&|mention| mention != Mention::Slot(*slot)) {
                return None;
            }
            let allowed = (0..=small).map(|k| k > 0 && holds(&rest, *slot, k.into())).collect();
            let unbounded = !is_at_most(&rest, *slot, small.into());
            Some(Taking { allowed, within, unbounded, free: rest == Cond::Always })
        }
    }
}

fn holds(cond: &Cond, slot: Slot, number: i64) -> bool {
    let mut slots = vec![0; slot + 1];
    slots[slot] = number;
    Board { slots: &mut slots, before: &[], chosen: &[], after: &[] }.holds(cond)
}

/// Does the condition say that the number in the slot is at most this?
fn is_at_most(cond: &Cond, slot: Slot, most: i64) -> bool {
    cond.conjuncts().into_iter().any(|part| match part {
        Cond::InSet(Expr::Slot(s), set) => *s == slot && set.iter().all(|&member| member <= most),
        Cond::Compare(Comparison::AtMost | Comparison::Equal, Expr::Slot(s), Expr::Const(c)) => {
            *s == slot && *c <= most
        }
        Cond::Compare(Comparison::Equal, Expr::Const(c), Expr::Slot(s)) => *s == slot && *c <= most,
        Cond::Compare(Comparison::Less, Expr::Slot(s), Expr::Const(c)) => {
            *s == slot && *c <= most + 1
        }
        _ => false,
    })
}

/// The automaton.
struct Reading {
    threshold: u32,
    period: u32,
    lost: Vec<bool>,
    next: Vec<Vec<u32>>,
}

impl Reading {
    fn of(quotient: &Quotient) -> Result<Reading, Rejection> {
        let Quotient { threshold, period, lost, next, .. } = quotient;
        let (threshold, period) = (*threshold, *period);
        let sizes = (1..=MOST_SIZES).contains(&threshold) && (1..=MOST_SIZES).contains(&period);
        if !sizes || next.is_empty() || next.len() > MOST_STATES {
            return Err(Rejection::new("there are no sizes or states to read, or too many"));
        }
        let letters = (threshold + period - 1) as usize;
        let there = |state: &u32| (*state as usize) < next.len();
        let whole = next.iter().all(|row| row.len() == letters && row.iter().all(there));
        if !whole || !lost.iter().all(there) {
            return Err(Rejection::new("a state leads to one that is not there"));
        }
        let mut is_lost = vec![false; next.len()];
        lost.iter().for_each(|&state| is_lost[state as usize] = true);
        Ok(Reading { threshold, period, lost: is_lost, next: next.clone() })
    }

    /// The state after one more pile; a pile of 0 is none.
    fn after(&self, state: u32, size: u32) -> u32 {
        let letter = match size {
            0 => return state,
            small if small < self.threshold => small,
            large => self.threshold + (large - self.threshold) % self.period,
        };
        self.next[state as usize][letter as usize - 1]
    }

    fn is_commutative(&self, task: &Task) -> Result<(), Rejection> {
        let letters = self.next[0].len();
        for row in &self.next {
            task.spend((letters * letters) as u64)?;
            for a in 0..letters {
                for b in 0..a {
                    let (ab, ba) = (row[a] as usize, row[b] as usize);
                    if self.next[ab][b] != self.next[ba][a] {
                        return Err(Rejection::new("the order of piles matters to the automaton"));
                    }
                }
            }
        }
        Ok(())
    }
}

struct Exploration<'a> {
    rules: &'a Rules,
    reading: &'a Reading,
    misere: bool,
    task: &'a Task,
}

/// A state, and the states of the options.
type Pair = (u32, BTreeSet<u32>);

impl Exploration<'_> {
    /// Every position that is met satisfies the recursion.
    fn is_right(&self) -> Result<(), Rejection> {
        let small = self.rules.small;
        if !self.rules.looks_at_smallest() {
            return self.explore(1, (1..=self.largest()).collect(), true);
        }
        for smallest in 1..=small {
            self.explore(smallest, vec![smallest], true)?;
        }
        let larger = (small + 1..=self.largest()).collect();
        self.explore(small + 1, larger, self.rules.is_bounded())
    }

    /// Sizes beyond this are read, d tokens deep, like smaller ones.
    fn largest(&self) -> u32 {
        self.reading.threshold + self.reading.period + self.rules.small - 1
    }

    /// From positions of one of these piles on, all that have piles of at least the smallest size beside it.
    fn explore(&self, smallest: u32, first: Vec<u32>, whole: bool) -> Result<(), Rejection> {
        let (rules, reading) = (self.rules, self.reading);
        // Where nothing depends on the smallest pile, this is no bound on amounts.
        let amounts = rules.amounts(if rules.looks_at_smallest() { smallest } else { u32::MAX });
        let mut seen: HashSet<Pair> = HashSet::new();
        let mut waiting: VecDeque<Pair> = VecDeque::new();
        let meet = |pair: Pair, seen: &mut HashSet<Pair>, waiting: &mut VecDeque<Pair>| {
            if seen.insert(pair.clone()) {
                waiting.push_back(pair);
            }
        };
        for size in first {
            let mut options = BTreeSet::new();
            self.lowered(0, size, &amounts, &mut options);
            if !whole && rules.is_free() {
                options.extend((0..=rules.small).map(|left| reading.after(0, left)));
            }
            meet((reading.after(0, size), options), &mut seen, &mut waiting);
        }
        while let Some((state, options)) = waiting.pop_front() {
            self.task.spend(u64::from(self.largest()) * (1 + options.len() as u64))?;
            self.is_partitioned(state, &options, whole)?;
            if seen.len() > MOST_PAIRS {
                return Err(Rejection::new("there are too many kinds of positions to check"));
            }
            for size in smallest..=self.largest() {
                let mut more: BTreeSet<u32> =
                    options.iter().map(|&option| reading.after(option, size)).collect();
                self.lowered(state, size, &amounts, &mut more);
                meet((reading.after(state, size), more), &mut seen, &mut waiting);
            }
        }
        Ok(())
    }

    /// The states after what moves leave of a pile of this size, beside what was read.
    fn lowered(&self, state: u32, size: u32, amounts: &[u32], into: &mut BTreeSet<u32>) {
        let legal = amounts.iter().filter(|&&amount| amount <= size);
        into.extend(legal.map(|amount| self.reading.after(state, size - amount)));
    }

    /// The recursion at one position; `whole` says whether these are all its options.
    fn is_partitioned(
        &self,
        state: u32,
        options: &BTreeSet<u32>,
        whole: bool,
    ) -> Result<(), Rejection> {
        let lost = |state: u32| self.reading.lost[state as usize];
        let wins = options.iter().any(|&option| lost(option));
        let stuck = whole && options.is_empty();
        let right = match lost(state) {
            true => whole && !wins && !(self.misere && stuck),
            false => wins || self.misere && stuck,
        };
        match right {
            true => Ok(()),
            false => Err(Rejection::new("a position and its options are read wrongly")),
        }
    }
}
