//! Moves that change the numbers of a position by constants, as steps between tuples, translated from the checked tree.
//!
//! *Counts.* Every choice of sizes and amounts is a step: the sizes chosen lose a pile, what is left of them
//! gains one. Taking from each pile moves all counts down.
//!
//! *Piles*, for moves that take one token from each of some piles, in sorted differences. Lowering a set S of places by
//! one keeps the order if each place of S without its lower neighbour in S is above it, which is what the difference
//! that drops there must be anyway. Every option arises so: among equal piles, lower the first ones.

use sprague_automata::boxes::{Guard, Step};
use sprague_rules::Ruleset;
use sprague_rules::expr::{Board as Sight, Cond, Expr, Mention, Slot};
use sprague_rules::ruleset::{Amount, Move, MoveAct, Mover};

use sprague_claim::Board;

use crate::scene::Inexpressible;

/// All moves of a ruleset on a board.
pub fn steps(ruleset: &Ruleset, board: Board) -> Result<Vec<Step>, Inexpressible> {
    if ruleset.moves.iter().any(|m| m.mover != Mover::Both) {
        return Err(Inexpressible("moves that only one player may make".into()));
    }
    let (sizes, piles) = match board {
        Board::Counts(most) => {
            let each = ruleset.moves.iter().map(|m| counted(m, most));
            return Ok(each.collect::<Result<Vec<_>, _>>()?.concat());
        }
        Board::Row(_) => return Err(Inexpressible("rows".into())),
        Board::Piles(count) => (0, count),
        Board::Mixed { sizes, piles } => (sizes, piles),
    };
    let units = ruleset.unit_moves().ok_or_else(|| {
        Inexpressible("steps between piles, where moves take other than one token of each".into())
    })?;
    let mut steps = Vec::new();
    for &taken in &units.sizes {
        for from_counts in 0..=taken {
            for spread in spreads(sizes, from_counts) {
                for places in subsets(piles, taken - from_counts) {
                    steps.push(lowering(&spread, &places, piles));
                }
            }
        }
    }
    if units.each {
        steps.extend((0..=piles).filter_map(|there| lowering_all(sizes, piles, there)));
    }
    Ok(steps)
}

/// The tokens of a position, as weights of its numbers.
pub fn tokens(board: Board) -> Vec<u64> {
    let counted = board.counted();
    let piles = board.numbers() - counted;
    (1..=counted as u64).chain((1..=piles as u64).rev()).collect()
}

/// One token from `spread[i]` piles of size i + 1, and from each of the places.
fn lowering(spread: &[usize], places: &[usize], piles: usize) -> Step {
    let sizes = spread.len();
    let mut by = vec![0; sizes + piles];
    let mut guards = Vec::new();
    for (i, &taken) in spread.iter().enumerate().filter(|(_, taken)| **taken > 0) {
        by[i] -= taken as i64;
        if i > 0 {
            by[i - 1] += taken as i64;
        }
        guards.push(Guard::coordinate(sizes + piles, i, taken as u64));
    }
    for &place in places {
        if place == 0 || !places.contains(&(place - 1)) {
            by[sizes + place] -= 1;
        }
        if place + 1 < piles && !places.contains(&(place + 1)) {
            by[sizes + place + 1] += 1;
        }
    }
    Step::adding(by, guards)
}

/// One token from each pile, where so many of the piles that are not counted are there.
fn lowering_all(sizes: usize, piles: usize, there: usize) -> Option<Step> {
    let numbers = sizes + piles;
    let from = (0..numbers).map(|i| match i < sizes {
        true => (i + 1 < sizes).then_some(i + 1),
        false => Some(i),
    });
    let mut by = vec![0; numbers];
    let gone = |i| {
        let coefficients = (0..numbers).map(|j| u64::from(i == j)).collect();
        Guard::Below { coefficients, bound: 1 }
    };
    let mut guards: Vec<Guard> = (sizes..numbers - there).map(gone).collect();
    match (there, sizes) {
        (0, 0) => return None,
        (0, _) => {
            let coefficients = (0..numbers).map(|i| u64::from(i < sizes)).collect();
            guards.push(Guard::AtLeast { coefficients, bound: 1 });
        }
        _ => by[numbers - there] = -1,
    }
    Some(Step { from: from.collect(), by, guards })
}

/// Ways to take so many tokens from piles of so many sizes.
fn spreads(sizes: usize, tokens: usize) -> Vec<Vec<usize>> {
    if sizes == 0 {
        return if tokens == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let first = |taken: usize| {
        let rest = spreads(sizes - 1, tokens - taken);
        rest.into_iter().map(move |rest| [vec![taken], rest].concat())
    };
    (0..=tokens).flat_map(first).collect()
}

/// Ways to choose so many places, each in ascending order.
fn subsets(places: usize, count: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = |head: Vec<usize>| {
            let from = head.last().map_or(0, |last| last + 1);
            (from..places).map(move |place| [head.clone(), vec![place]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// One move on piles of at most this size, given by how many there are of each size.
pub fn counted(m: &Move, most: usize) -> Result<Vec<Step>, Inexpressible> {
    Counts { most, m }.steps()
}

struct Counts<'a> {
    most: usize,
    m: &'a Move,
}

impl Counts<'_> {
    fn steps(&self) -> Result<Vec<Step>, Inexpressible> {
        let looks = |mention: Mention| matches!(mention, Mention::Piles(_));
        if self.m.condition.mentions(&looks) {
            return Err(Inexpressible("counts, where a move looks at other piles".into()));
        }
        match &self.m.act {
            MoveAct::Take(takes) => {
                let amounts: Vec<(Option<Slot>, &Amount)> =
                    takes.iter().map(|(slot, amount)| (Some(*slot), amount)).collect();
                self.choose(&amounts, false)
            }
            MoveAct::TakeEach { amount, least, most: Some(most) } => {
                let each =
                    (*least..=*most).map(|size| self.choose(&vec![(None, amount); size], true));
                Ok(each.collect::<Result<Vec<_>, _>>()?.concat())
            }
            MoveAct::TakeAll { amount } => {
                let mut steps = Vec::new();
                for amount in self.amounts(amount)? {
                    if self.allowed(&[], &[amount])? {
                        steps.push(self.all(amount));
                    }
                }
                Ok(steps)
            }
            _ => Err(Inexpressible("counts, with this kind of move".into())),
        }
    }

    /// The amount from each pile: there is a pile, and none is smaller.
    fn all(&self, amount: usize) -> Step {
        let coefficients = |are: &dyn Fn(usize) -> bool| {
            (1..=self.most).map(|size| u64::from(are(size))).collect::<Vec<u64>>()
        };
        let mut guards = vec![Guard::AtLeast { coefficients: coefficients(&|_| true), bound: 1 }];
        if amount > 1 {
            let small = coefficients(&|size| size < amount);
            guards.push(Guard::Below { coefficients: small, bound: 1 });
        }
        let from = (0..self.most).map(|i| Some(i + amount).filter(|&source| source < self.most));
        Step { from: from.collect(), by: vec![0; self.most], guards }
    }

    /// The amounts that can be taken from some pile.
    fn amounts(&self, amount: &Amount) -> Result<Vec<usize>, Inexpressible> {
        match amount {
            Amount::Chosen(_) => Ok((1..=self.most).collect()),
            Amount::Fixed(Expr::Const(k)) => Ok(usize::try_from(*k)
                .ok()
                .filter(|k| (1..=self.most).contains(k))
                .into_iter()
                .collect()),
            Amount::Fixed(_) => Err(Inexpressible("counts, with amounts that vary".into())),
        }
    }

    /// Takes from one pile for each entry, of every combination of sizes.
    fn choose(
        &self,
        amounts: &[(Option<Slot>, &Amount)],
        together: bool,
    ) -> Result<Vec<Step>, Inexpressible> {
        let mut choices: Vec<(Vec<usize>, Vec<usize>)> = vec![(Vec::new(), Vec::new())];
        for (_, amount) in amounts {
            let possible = self.amounts(amount)?;
            let mut longer = Vec::new();
            for (sizes, taken) in choices {
                for size in 1..=self.most {
                    for &take in possible.iter().filter(|&&take| take <= size) {
                        let same = together && taken.last().is_some_and(|&last| last != take);
                        let unordered = together && sizes.last().is_some_and(|&last| last > size);
                        if !same && !unordered {
                            longer.push((
                                [sizes.clone(), vec![size]].concat(),
                                [taken.clone(), vec![take]].concat(),
                            ));
                        }
                    }
                }
            }
            choices = longer;
        }
        let mut steps = Vec::new();
        for (sizes, taken) in choices {
            let piles: Vec<(Option<Slot>, usize)> =
                amounts.iter().map(|(slot, _)| *slot).zip(sizes.iter().copied()).collect();
            if !self.allowed(&piles, &taken)? {
                continue;
            }
            let mut by = vec![0; self.most];
            let mut guards = Vec::new();
            for size in 1..=self.most {
                let needed = sizes.iter().filter(|&&s| s == size).count();
                if needed > 0 {
                    guards.push(Guard::coordinate(self.most, size - 1, needed as u64));
                }
            }
            for (&size, &take) in sizes.iter().zip(&taken) {
                by[size - 1] -= 1;
                if size > take {
                    by[size - take - 1] += 1;
                }
            }
            steps.push(Step::adding(by, guards));
        }
        Ok(steps)
    }

    /// Does the move's condition hold for these piles and amounts?
    fn allowed(
        &self,
        piles: &[(Option<Slot>, usize)],
        taken: &[usize],
    ) -> Result<bool, Inexpressible> {
        let mut slots = vec![0i64; self.m.slots.len().max(1)];
        for (slot, size) in piles {
            if let Some(slot) = slot {
                slots[*slot] = *size as i64;
            }
        }
        let amounts: Vec<&Amount> = match &self.m.act {
            MoveAct::Take(takes) => takes.iter().map(|(_, amount)| amount).collect(),
            MoveAct::TakeEach { amount, .. } | MoveAct::TakeAll { amount } => vec![amount],
            _ => Vec::new(),
        };
        for (amount, &take) in amounts.iter().zip(taken) {
            if let Amount::Chosen(slot) = amount {
                slots[*slot] = take as i64;
            }
        }
        let mut sight = Sight { slots: &mut slots, before: &[], chosen: &[], after: &[] };
        Ok(self.m.condition == Cond::Always || sight.holds(&self.m.condition))
    }
}
