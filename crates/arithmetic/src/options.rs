//! The moves of a ruleset as arithmetic, translated from its checked tree: "some option is ..." as a
//! formula over the numbers of a position.

use std::cell::Cell;

use sprague_automata::boxes::{Guard, Step};
use sprague_automata::{Formula, Linear, Variable};
use sprague_rules::Ruleset;
use sprague_rules::expr::{Cond, Expr};
use sprague_rules::ruleset::{Amount, Move, MoveAct, Mover};

use sprague_claim::Board;

use crate::coordinates::Coordinates;
use crate::scene::{Inexpressible, Scene, all, any};
use crate::steps::{counted, steps};

/// What is said of an option, given its coordinates.
type Goal<'g> = &'g dyn Fn(Vec<Linear>) -> Formula;

/// Some option of the position is so.
pub fn some_option(ruleset: &Ruleset, board: Board, goal: Goal) -> Result<Formula, Inexpressible> {
    let mut parts = Vec::new();
    for (index, m) in ruleset.moves.iter().enumerate() {
        if m.mover != Mover::Both {
            return Err(Inexpressible("moves that only one player may make".into()));
        }
        match board {
            Board::Row(_) => return Err(Inexpressible("rows".into())),
            Board::Piles(count) => Piles { board, count, m, index, goal }.options(&mut parts)?,
            Board::Counts(most) => match many(m) {
                Some((amount, least)) if amount <= most => {
                    parts.push(taking_many(most, amount, least, goal));
                }
                Some(_) => {}
                None => {
                    let steps = counted(m, most)?;
                    parts.extend(steps.iter().map(|step| stepping(step, board, goal)));
                }
            },
            Board::Mixed { .. } => {}
        }
    }
    if matches!(board, Board::Mixed { .. }) {
        parts.extend(steps(ruleset, board)?.iter().map(|step| stepping(step, board, goal)));
    }
    Ok(any(parts))
}

/// A constant amount from each pile of a set of any size: the amount, and how many piles at least.
fn many(m: &Move) -> Option<(usize, usize)> {
    match &m.act {
        MoveAct::TakeEach { amount: Amount::Fixed(Expr::Const(k)), least, most: None }
            if m.condition == Cond::Always =>
        {
            usize::try_from(*k).ok().filter(|&k| k > 0).map(|k| (k, *least))
        }
        _ => None,
    }
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
                    let exactly = self.board.exactly(size);
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
                    let with = |case: &crate::scene::Case| {
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

/// The step as a formula: its guards hold, and where it leads to is so. A coordinate below 0 is no number, so that no goal
/// holds there.
fn stepping(step: &Step, board: Board, goal: Goal) -> Formula {
    let x: Vec<Linear> = board.variables().iter().map(Linear::var).collect();
    let sum = |coefficients: &[u64]| {
        let terms = coefficients.iter().zip(&x).filter(|(c, _)| **c > 0);
        terms.fold(Linear::constant(0), |sum, (&c, x)| sum + x.clone() * c as i64)
    };
    let guards = step.guards.iter().map(|guard| match guard {
        Guard::AtLeast { coefficients, bound } => sum(coefficients).at_least(*bound as i64),
        Guard::Below { coefficients, bound } => sum(coefficients).less(*bound as i64),
        Guard::Congruent { coefficients, residue, modulus } => {
            sum(coefficients).congruent(*residue as i64, *modulus as u32)
        }
    });
    let to = step.from.iter().zip(&step.by).map(|(from, &by)| match from {
        Some(source) => x[*source].clone() + by,
        None => Linear::constant(by),
    });
    let goal = goal(to.collect());
    all(guards.chain([goal]))
}

/// Takes a constant amount from each pile of a set of any size: some number of piles of each size, at least `least` together.
fn taking_many(most: usize, amount: usize, least: usize, goal: Goal) -> Formula {
    let name = |size: usize| Variable::from(format!("t{size}"));
    let count = |size: usize| Linear::var(Variable::from(format!("x{size}")));
    let taken = |size: usize| match size <= most {
        true => Linear::var(name(size)),
        false => Linear::constant(0),
    };
    let sizes = amount..=most;
    let there = sizes.clone().map(|size| taken(size).at_most(count(size)));
    let sum = sizes.clone().fold(Linear::constant(0), |sum, size| sum + taken(size));
    let after = (1..=most).map(|size| {
        let left = if size >= amount { &count(size) - &taken(size) } else { count(size) };
        left + taken(size + amount)
    });
    let goal = goal(after.collect());
    let inner = all(there.chain([sum.at_least(least as i64), goal]));
    Formula::exists(sizes.map(name), inner)
}
