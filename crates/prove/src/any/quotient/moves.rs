//! Moves that take from one pile, by the amount alone and perhaps by the smallest pile; and who wins small positions.

use rustc_hash::FxHashMap;

use sprague_rules::expr::{Aggregate, Board, Comparison, Cond, Expr, Mention, Piles, Slot};
use sprague_rules::ruleset::{Amount, Ending, MoveAct};
use sprague_rules::{Ruleset, Shape};
use sprague_task::{Stop, Task};

/// Amounts for which it is kept whether they are legal.
const AMOUNTS: u32 = 64;

/// The moves of a ruleset.
#[derive(Clone, Debug)]
pub struct Moves {
    pub misere: bool,
    /// Which amounts are legal whatever the smallest pile is, from 0 on.
    plain: Vec<bool>,
    /// Which are legal up to the smallest pile.
    within: Vec<bool>,
    /// The largest amount; none, if the smallest pile alone bounds it.
    pub largest: Option<u32>,
    /// Are all amounts up to the smallest pile legal?
    pub free: bool,
}

impl Moves {
    /// None, if they look at more than this.
    pub fn of(ruleset: &Ruleset) -> Option<Moves> {
        let misere = match ruleset.ending {
            Ending::StuckLoses => false,
            Ending::StuckWins => true,
            Ending::Decided(_) => return None,
        };
        if !ruleset.same_moves() || ruleset.shape != (Shape::Piles { at_most: None }) {
            return None;
        }
        let none = vec![false; AMOUNTS as usize + 1];
        let (plain, within) = (none.clone(), none);
        let mut moves = Moves { misere, plain, within, largest: Some(0), free: false };
        for m in &ruleset.moves {
            let MoveAct::Take(takes) = &m.act else { return None };
            let [(_, amount)] = &takes[..] else { return None };
            match amount {
                Amount::Fixed(Expr::Const(k)) if m.condition == Cond::Always => {
                    let k = usize::try_from(*k).ok().filter(|&k| k <= AMOUNTS as usize)?;
                    moves.plain[k] = true;
                    moves.largest = moves.largest.map(|most| most.max(k as u32));
                }
                Amount::Fixed(_) => return None,
                Amount::Chosen(slot) => moves.chosen(*slot, &m.condition)?,
            }
        }
        Some(moves)
    }

    fn chosen(&mut self, slot: Slot, condition: &Cond) -> Option<()> {
        let least = Expr::Of(Aggregate::Min, Piles::Before);
        let limit = Cond::Compare(Comparison::AtMost, Expr::Slot(slot), least);
        let (limits, rest): (Vec<&Cond>, Vec<&Cond>) =
            condition.conjuncts().into_iter().partition(|part| **part == limit);
        let rest = Cond::all(rest.into_iter().cloned().collect());
        if rest.mentions(&|mention| mention != Mention::Slot(slot)) {
            return None;
        }
        let legal = |k: u32| {
            let mut slots = vec![0; slot + 1];
            slots[slot] = k.into();
            Board { slots: &mut slots, before: &[], chosen: &[], after: &[] }.holds(&rest)
        };
        let amounts: Vec<u32> = (1..=AMOUNTS).filter(|&k| legal(k)).collect();
        let bounded = rest.conjuncts().into_iter().any(|part| match part {
            Cond::InSet(Expr::Slot(_), set) => set.iter().all(|&k| k <= AMOUNTS.into()),
            Cond::Compare(Comparison::AtMost | Comparison::Less, Expr::Slot(_), Expr::Const(c)) => {
                *c <= AMOUNTS.into()
            }
            Cond::Compare(Comparison::Equal, Expr::Slot(_), Expr::Const(c)) => *c <= AMOUNTS.into(),
            _ => false,
        });
        match (bounded, limits.is_empty()) {
            (true, _) => {
                let most = amounts.last().copied().unwrap_or(0);
                self.largest = self.largest.map(|known| known.max(most));
            }
            (false, true) => return None,
            (false, false) => self.largest = None,
        }
        self.free |= !limits.is_empty() && rest == Cond::Always;
        let list = if limits.is_empty() { &mut self.plain } else { &mut self.within };
        amounts.iter().for_each(|&k| list[k as usize] = true);
        Some(())
    }

    /// Is some amount bounded by the smallest pile?
    pub fn looks_at_smallest(&self) -> bool {
        self.within.contains(&true)
    }

    /// May so many be taken where the smallest pile is this?
    pub fn is_legal(&self, amount: u32, smallest: u32) -> bool {
        let of = |list: &[bool]| list.get(amount as usize).copied().unwrap_or(false);
        of(&self.plain) || amount <= smallest && of(&self.within)
    }
}

/// Who wins: small positions, ascending, each computed once.
pub struct Oracle<'m> {
    pub moves: &'m Moves,
    known: FxHashMap<Vec<u8>, bool>,
    task: &'m Task,
}

/// Positions that are kept.
const MOST_KNOWN: usize = 6_000_000;

impl<'m> Oracle<'m> {
    pub fn new(moves: &'m Moves, task: &'m Task) -> Oracle<'m> {
        Oracle { moves, known: FxHashMap::default(), task }
    }

    /// The options of a position, each ascending.
    pub fn options(&self, piles: &[u8]) -> Vec<Vec<u8>> {
        let smallest = piles.first().copied().unwrap_or(0);
        let mut options = Vec::new();
        for (i, &pile) in piles.iter().enumerate() {
            if i > 0 && piles[i - 1] == pile {
                continue;
            }
            for amount in (1..=pile).rev() {
                if self.moves.is_legal(amount.into(), smallest.into()) {
                    let mut option = piles.to_vec();
                    option.remove(i);
                    let left = pile - amount;
                    if left > 0 {
                        option.insert(option.partition_point(|&other| other < left), left);
                    }
                    options.push(option);
                }
            }
        }
        options
    }

    /// Is the position P?
    pub fn is_lost(&mut self, piles: &[u8]) -> Result<bool, Stop> {
        if let Some(&known) = self.known.get(piles) {
            return Ok(known);
        }
        let options = self.options(piles);
        self.task.spend(1 + options.len() as u64)?;
        if self.known.len() >= MOST_KNOWN {
            return Err(Stop::Bytes { limit: self.task.limits().bytes });
        }
        let mut lost = !(self.moves.misere && options.is_empty());
        for option in &options {
            if self.is_lost(option)? {
                lost = false;
                break;
            }
        }
        self.known.insert(piles.to_vec(), lost);
        Ok(lost)
    }
}
