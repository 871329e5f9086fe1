//! The moves of a ruleset as arithmetic, translated from its checked tree: "some option is ..." as a
//! formula over the numbers of a position.

use std::cell::Cell;

use sprague_automata::{Formula, Linear, Variable};
use sprague_rules::expr::{Board as Sight, Cond, Expr, Mention, Slot};
use sprague_rules::ruleset::{Amount, Move, MoveAct, Mover};
use sprague_rules::{Ruleset, Shape};

use crate::arithmetic::{Inexpressible, Scene, all, any};
use crate::board::Board;

/// What is said of an option, given its coordinates.
type Goal<'g> = &'g dyn Fn(Vec<Linear>) -> Formula;

/// Some option of the position is so.
pub fn some_option(ruleset: &Ruleset, board: Board, goal: Goal) -> Result<Formula, Inexpressible> {
    if matches!(ruleset.shape, Shape::Row { .. }) {
        return Err(Inexpressible("rows".into()));
    }
    let mut parts = Vec::new();
    for (index, m) in ruleset.moves.iter().enumerate() {
        if m.mover != Mover::Both {
            return Err(Inexpressible("moves that only one player may make".into()));
        }
        match board {
            Board::Piles(count) => Piles { board, count, m, index, goal }.options(&mut parts)?,
            Board::Counts(most) => Counts { board, most, m, goal }.options(&mut parts)?,
        }
    }
    Ok(any(parts))
}

/// One move on a fixed number of piles.
struct Piles<'a> {
    board: Board,
    count: usize,
    m: &'a Move,
    index: usize,
    goal: Goal<'a>,
}

impl Piles<'_> {
    fn options(&self, parts: &mut Vec<Formula>) -> Result<(), Inexpressible> {
        let before = self.board.terms();
        match &self.m.act {
            MoveAct::Take(takes) => {
                for chosen in arrangements(self.count, takes.len()) {
                    let mut slots = self.slots();
                    for (&place, (slot, _)) in chosen.iter().zip(takes) {
                        slots[*slot] = before[place].clone();
                    }
                    let amounts: Vec<&Amount> = takes.iter().map(|(_, amount)| amount).collect();
                    self.taking(&before, &chosen, &slots, &amounts, false, Formula::True, parts)?;
                }
                Ok(())
            }
            MoveAct::TakeEach { amount, least, most } => {
                let most = most.unwrap_or(self.count).min(self.count);
                for size in *least..=most {
                    for chosen in subsets(self.count, size) {
                        let amounts = vec![amount; size];
                        self.taking(
                            &before,
                            &chosen,
                            &self.slots(),
                            &amounts,
                            true,
                            Formula::True,
                            parts,
                        )?;
                    }
                }
                Ok(())
            }
            MoveAct::TakeAll { amount } => {
                for size in 1..=self.count {
                    let chosen: Vec<usize> = (self.count - size..self.count).collect();
                    let amounts = vec![amount; size];
                    let exactly = self.board.is_exactly(size);
                    self.taking(&before, &chosen, &self.slots(), &amounts, true, exactly, parts)?;
                }
                Ok(())
            }
            MoveAct::Replace { piles, by } if by.len() <= piles.len() => {
                for chosen in arrangements(self.count, piles.len()) {
                    let mut slots = self.slots();
                    for (&place, slot) in chosen.iter().zip(piles) {
                        slots[*slot] = before[place].clone();
                    }
                    self.replacing(&before, &chosen, &slots, by, parts)?;
                }
                Ok(())
            }
            MoveAct::Replace { .. } | MoveAct::Break { .. } => {
                Err(Inexpressible("moves that make more piles".into()))
            }
            MoveAct::Subtract(_) => Err(Inexpressible("rows".into())),
        }
    }

    /// A number for each slot of the move.
    fn slots(&self) -> Vec<Linear> {
        let name = |slot: usize| Linear::var(Variable::from(format!("m{}_{slot}", self.index)));
        (0..self.m.slots.len().max(1)).map(name).collect()
    }

    /// Takes these amounts from the chosen piles; `together`: the same from each, counted once.
    #[allow(clippy::too_many_arguments)]
    fn taking(
        &self,
        before: &[Linear],
        chosen: &[usize],
        slots: &[Linear],
        amounts: &[&Amount],
        together: bool,
        guard: Formula,
        parts: &mut Vec<Formula>,
    ) -> Result<(), Inexpressible> {
        let fresh = Cell::new(0);
        let scene = Scene { slots, before, chosen, after: &[], fresh: &fresh };
        // The amounts as terms, with a number of their own where the mover chooses.
        let mut numbers: Vec<Variable> = Vec::new();
        let mut combinations = vec![(guard, Vec::<Linear>::new())];
        for (which, amount) in amounts.iter().enumerate() {
            let cases = match amount {
                Amount::Chosen(slot) => {
                    let variable = slots[*slot].as_variable().expect("a chosen amount").clone();
                    if !numbers.contains(&variable) {
                        numbers.push(variable.clone());
                    }
                    vec![(vec![], Formula::True, Linear::var(&variable))]
                }
                Amount::Fixed(_) if together && which > 0 => vec![],
                Amount::Fixed(expr) => {
                    let cases = scene.cases(expr)?;
                    cases.into_iter().map(|c| (c.numbers, c.guard, c.value)).collect()
                }
            };
            combinations = combinations
                .into_iter()
                .flat_map(|(guard, taken)| {
                    if cases.is_empty() {
                        let again = taken[0].clone();
                        return vec![(guard, [taken, vec![again]].concat())];
                    }
                    let with = |case: &(Vec<Variable>, Formula, Linear)| {
                        numbers.extend(case.0.iter().cloned());
                        let guard = all([guard.clone(), case.1.clone()]);
                        (guard, [taken.clone(), vec![case.2.clone()]].concat())
                    };
                    cases.iter().map(with).collect()
                })
                .collect();
        }
        for (guard, taken) in combinations {
            let mut guards = vec![guard];
            let mut moved = Vec::new();
            for (&place, amount) in chosen.iter().zip(&taken) {
                guards.push(amount.at_least(1));
                guards.push(amount.at_most(&before[place]));
                moved.push(&before[place] - amount);
            }
            let left: Vec<Linear> = unchosen(before, chosen);
            for after in merges(&left, &moved, together) {
                let scene = Scene { slots, before, chosen, after: &after, fresh: &fresh };
                let condition = scene.formula(&self.m.condition)?;
                let goal = (self.goal)(self.board.coordinates(&after));
                let inner = all(guards.iter().cloned().chain([condition, goal]));
                parts.push(quantified(&numbers, inner));
            }
        }
        Ok(())
    }

    fn replacing(
        &self,
        before: &[Linear],
        chosen: &[usize],
        slots: &[Linear],
        by: &[Expr],
        parts: &mut Vec<Formula>,
    ) -> Result<(), Inexpressible> {
        let fresh = Cell::new(0);
        let scene = Scene { slots, before, chosen, after: &[], fresh: &fresh };
        let there = chosen.iter().map(|&place| before[place].at_least(1));
        let mut combinations = vec![(Vec::<Variable>::new(), all(there), Vec::<Linear>::new())];
        for expr in by {
            let cases = scene.cases(expr)?;
            combinations = combinations
                .into_iter()
                .flat_map(|(numbers, guard, made)| {
                    let with = |case: &crate::arithmetic::Case| {
                        let numbers = [numbers.clone(), case.numbers.clone()].concat();
                        let guard = all([guard.clone(), case.guard.clone()]);
                        (numbers, guard, [made.clone(), vec![case.value.clone()]].concat())
                    };
                    cases.iter().map(with).collect::<Vec<_>>()
                })
                .collect();
        }
        let chosen_numbers: Vec<Variable> = slots
            .iter()
            .filter_map(|slot| slot.as_variable().filter(|v| v.name().starts_with('m')).cloned())
            .collect();
        for (numbers, guard, mut made) in combinations {
            made.resize(chosen.len(), Linear::constant(0));
            let left: Vec<Linear> = unchosen(before, chosen);
            for after in merges(&left, &made, false) {
                let scene = Scene { slots, before, chosen, after: &after, fresh: &fresh };
                let condition = scene.formula(&self.m.condition)?;
                let goal = (self.goal)(self.board.coordinates(&after));
                let inner = all([guard.clone(), condition, goal]);
                let numbers = [numbers.clone(), chosen_numbers.clone()].concat();
                parts.push(quantified(&numbers, inner));
            }
        }
        Ok(())
    }
}

fn quantified(numbers: &[Variable], inner: Formula) -> Formula {
    let free = inner.free();
    let numbers: Vec<Variable> = numbers.iter().filter(|v| free.contains(*v)).cloned().collect();
    if numbers.is_empty() { inner } else { Formula::exists(numbers, inner) }
}

fn unchosen(before: &[Linear], chosen: &[usize]) -> Vec<Linear> {
    let left = before.iter().enumerate().filter(|(place, _)| !chosen.contains(place));
    left.map(|(_, pile)| pile.clone()).collect()
}

/// Every order in which the piles may ascend: `left` is in order, and so is `moved` if `kept`. Orders that do not
/// ascend at some position are no option there: their coordinates are negative.
pub fn merges(left: &[Linear], moved: &[Linear], kept: bool) -> Vec<Vec<Linear>> {
    let mut orders: Vec<(Vec<Linear>, usize)> = vec![(left.to_vec(), 0)];
    for pile in moved {
        let mut longer = Vec::new();
        for (order, from) in orders {
            for place in if kept { from } else { 0 }..=order.len() {
                let mut with = order.clone();
                with.insert(place, pile.clone());
                longer.push((with, place + 1));
            }
        }
        orders = longer;
    }
    orders.into_iter().map(|(order, _)| order).collect()
}

/// Ways to choose so many different places, in every order.
fn arrangements(places: usize, count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |head: Vec<usize>| {
            let free = (0..places).filter(|place| !head.contains(place)).collect::<Vec<_>>();
            free.into_iter().map(move |place| [head.clone(), vec![place]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// Ways to choose so many places.
fn subsets(places: usize, count: usize) -> Vec<Vec<usize>> {
    arrangements(places, count).into_iter().filter(|chosen| chosen.is_sorted()).collect()
}

/// One move on piles of bounded size, given by how many there are of each size.
struct Counts<'a> {
    board: Board,
    most: usize,
    m: &'a Move,
    goal: Goal<'a>,
}

impl Counts<'_> {
    fn options(&self, parts: &mut Vec<Formula>) -> Result<(), Inexpressible> {
        let looks = |mention: Mention| matches!(mention, Mention::Piles(_));
        if self.m.condition.mentions(&looks) {
            return Err(Inexpressible("counts, where a move looks at other piles".into()));
        }
        match &self.m.act {
            MoveAct::Take(takes) => {
                let amounts: Vec<(Option<Slot>, &Amount)> =
                    takes.iter().map(|(slot, amount)| (Some(*slot), amount)).collect();
                self.choose(&amounts, false, parts)
            }
            MoveAct::TakeEach { amount, least, most: Some(most) } => {
                for size in *least..=*most {
                    self.choose(&vec![(None, amount); size], true, parts)?;
                }
                Ok(())
            }
            MoveAct::TakeAll { amount } => {
                for amount in self.amounts(amount)? {
                    if !self.allowed(&[], &[amount])? {
                        continue;
                    }
                    let terms = self.board.terms();
                    let small = terms[..(amount - 1).min(self.most)].iter().map(|t| t.equals(0));
                    let guard = all(small.chain([self.board.is_empty().not()]));
                    let mut after: Vec<Linear> = terms.iter().skip(amount).cloned().collect();
                    after.resize(self.most, Linear::constant(0));
                    parts.push(all([guard, (self.goal)(after)]));
                }
                Ok(())
            }
            _ => Err(Inexpressible("counts, with this kind of move".into())),
        }
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
        parts: &mut Vec<Formula>,
    ) -> Result<(), Inexpressible> {
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
        for (sizes, taken) in choices {
            let piles: Vec<(Option<Slot>, usize)> =
                amounts.iter().map(|(slot, _)| *slot).zip(sizes.iter().copied()).collect();
            if !self.allowed(&piles, &taken)? {
                continue;
            }
            let mut after = self.board.terms();
            let mut guards = Vec::new();
            for size in 1..=self.most {
                let needed = sizes.iter().filter(|&&s| s == size).count();
                if needed > 0 {
                    guards.push(after[size - 1].at_least(needed as i64));
                }
            }
            for (&size, &take) in sizes.iter().zip(&taken) {
                after[size - 1] = after[size - 1].clone() - 1;
                if size > take {
                    after[size - take - 1] = after[size - take - 1].clone() + 1;
                }
            }
            parts.push(all(guards.into_iter().chain([(self.goal)(after)])));
        }
        Ok(())
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
