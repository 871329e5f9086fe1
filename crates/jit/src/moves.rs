//! The choices of a move, written out: which piles, how much, and what is left.
//!
//! Choices of piles are unrolled, each choice of a number becomes a loop. The rest of this file is
//! the general way: compute the new sizes, bring them into order with compare-exchanges, add up the
//! rank. [`crate::slide`] is the fast way for a single pile and a single chosen number.

use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, types};
use sprague_rules::expr::{Comparison, Cond, Expr, Mention, Piles, Slot};
use sprague_rules::plan::{Level, Plan};
use sprague_rules::ruleset::{Amount, Move, MoveAct, Parts};

use crate::Unsupported;
use crate::condition::Stage;
use crate::number::{Num, Truth};
use crate::writer::{MOST_SITES, Writer};

/// Up to so many candidates are tried one after the other; more come from a table.
const UNROLLED: usize = 8;

/// One kind of move, taken apart for writing.
pub struct Taking<'r> {
    pub plan: Plan,
    act: Act<'r>,
    pub remains: Remains,
}

enum Act<'r> {
    /// From each chosen pile its own amount.
    Own(Vec<(Slot, &'r Amount)>),
    /// The same amount from each of so many piles.
    Same { amount: &'r Amount, least: usize, most: usize },
    /// The same amount from each pile.
    All(&'r Amount),
    /// One of these vectors.
    Vectors(&'r [Vec<u32>]),
}

/// What must remain of a pile.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Remains {
    Anything,
    Something,
    Nothing,
}

impl<'r> Taking<'r> {
    pub fn of(checked: &'r Move) -> Result<Taking<'r>, Unsupported> {
        let mut remains = Remains::Anything;
        let act = match &checked.act {
            MoveAct::Take(takes) => Act::Own(takes.iter().map(|(s, a)| (*s, a)).collect()),
            MoveAct::TakeEach { amount, least, most } => {
                Act::Same { amount, least: *least, most: most.unwrap_or(usize::MAX) }
            }
            MoveAct::TakeAll { amount } => Act::All(amount),
            MoveAct::Subtract(vectors) => Act::Vectors(vectors),
            MoveAct::Break { pile, amount: Some(amount), parts: Parts::Between(from, to) }
                if *to <= 1 =>
            {
                remains = match (from, to) {
                    (0, 0) => Remains::Nothing,
                    (0, _) => Remains::Anything,
                    _ => Remains::Something,
                };
                Act::Own(vec![(*pile, amount)])
            }
            MoveAct::Break { .. } => {
                return Err(Unsupported(format!("`{}` leaves piles in parts", checked.text)));
            }
            MoveAct::Replace { .. } => {
                return Err(Unsupported(format!("`{}` replaces piles", checked.text)));
            }
        };
        let looks_ahead = |amount: &Amount| match amount {
            Amount::Fixed(expr) => expr.mentions(&|m| m == Mention::Piles(Piles::After)),
            Amount::Chosen(_) => false,
        };
        let ahead = match &act {
            Act::Own(takes) => takes.iter().any(|(_, amount)| looks_ahead(amount)),
            Act::Same { amount, .. } | Act::All(amount) => looks_ahead(amount),
            Act::Vectors(_) => false,
        };
        if ahead {
            let reason = "takes an amount that depends on the piles after the move";
            return Err(Unsupported(format!("`{}` {reason}", checked.text)));
        }
        Ok(Taking { plan: Plan::of(checked), act, remains })
    }

    /// What is taken from the chosen pile with that number.
    fn amount(&self, number: usize) -> &'r Amount {
        match &self.act {
            Act::Own(takes) => takes[number].1,
            Act::Same { amount, .. } | Act::All(amount) => amount,
            Act::Vectors(_) => unreachable!("vectors are subtracted directly"),
        }
    }

    /// Is the same taken from each chosen pile?
    fn equally(&self) -> bool {
        !matches!(&self.act, Act::Own(takes) if takes.len() > 1)
    }
}

impl Writer<'_, '_> {
    /// All options by one kind of move, then `next`.
    pub fn write_move(&mut self, taking: &Taking, next: Block) -> Result<(), Unsupported> {
        let stage =
            Stage { before: self.piles.clone(), sorted: !self.region.row, ..Stage::default() };
        match &taking.act {
            Act::Own(takes) => {
                let slots: Vec<Slot> = takes.iter().map(|take| take.0).collect();
                self.choose_piles(taking, stage, &slots, next)
            }
            Act::Same { least, most, .. } => {
                for subset in self.subsets(*least, *most)? {
                    let following = self.block();
                    self.choose_subset(taking, stage.clone(), &subset, following)?;
                    self.go_to(following);
                }
                self.jump(next);
                Ok(())
            }
            Act::All(_) => {
                let chosen = (0..self.piles.len()).collect();
                self.write_choice(taking, Stage { chosen, ..stage }, next)
            }
            Act::Vectors(vectors) => {
                for vector in *vectors {
                    let following = self.block();
                    self.subtract(taking, stage.clone(), vector, following)?;
                    self.go_to(following);
                }
                self.jump(next);
                Ok(())
            }
        }
    }

    /// Chooses a pile for each slot in every order; of equal piles the first one.
    fn choose_piles(
        &mut self,
        taking: &Taking,
        stage: Stage,
        slots: &[Slot],
        next: Block,
    ) -> Result<(), Unsupported> {
        let Some((&slot, slots)) = slots.split_first() else {
            return self.write_choice(taking, stage, next);
        };
        for i in (0..self.piles.len()).filter(|i| !stage.chosen.contains(i)) {
            let following = self.block();
            let neighbour = (0..i).rev().find(|j| self.sorted() && !stage.chosen.contains(j));
            if self.pile_is_there(i, following) && self.first_of_equals(neighbour, i, following) {
                let mut stage = stage.clone();
                stage.bind(slot, self.piles[i]);
                stage.chosen.push(i);
                self.choose_piles(taking, stage, slots, following)?;
            }
            self.go_to(following);
        }
        self.jump(next);
        Ok(())
    }

    fn choose_subset(
        &mut self,
        taking: &Taking,
        mut stage: Stage,
        subset: &[usize],
        next: Block,
    ) -> Result<(), Unsupported> {
        stage.chosen = subset.to_vec();
        for &i in subset {
            let neighbour = i.checked_sub(1).filter(|j| self.sorted() && !subset.contains(j));
            if !self.pile_is_there(i, next) || !self.first_of_equals(neighbour, i, next) {
                return Ok(());
            }
        }
        self.write_choice(taking, stage, next)
    }

    /// The subsets of `least..=most` piles.
    fn subsets(&self, least: usize, most: usize) -> Result<Vec<Vec<usize>>, Unsupported> {
        let mut subsets: Vec<Vec<usize>> = vec![Vec::new()];
        for i in 0..self.piles.len() {
            let with: Vec<Vec<usize>> = (subsets.iter())
                .filter(|subset| subset.len() < most)
                .map(|subset| subset.iter().copied().chain([i]).collect())
                .collect();
            subsets.extend(with);
            if subsets.len() > 4 * MOST_SITES {
                return Err(Unsupported("there are too many sets of piles to take from".into()));
            }
        }
        subsets.retain(|subset| subset.len() >= least.max(1));
        Ok(subsets)
    }

    fn sorted(&self) -> bool {
        !self.region.row
    }

    fn pile_is_there(&mut self, pile: usize, otherwise: Block) -> bool {
        let there = self.conditions.code.is_there(self.piles[pile]);
        self.unless(there, otherwise)
    }

    /// Goes to `otherwise` if the pile is like the neighbour, which was not chosen.
    fn first_of_equals(&mut self, neighbour: Option<usize>, pile: usize, otherwise: Block) -> bool {
        let Some(neighbour) = neighbour else { return true };
        let (a, b) = (self.piles[neighbour], self.piles[pile]);
        let differ = self.conditions.code.compare(Comparison::NotEqual, a, b);
        self.unless(differ, otherwise)
    }

    /// The piles are chosen: now the numbers.
    fn write_choice(
        &mut self,
        taking: &Taking,
        mut stage: Stage,
        next: Block,
    ) -> Result<(), Unsupported> {
        if matches!(taking.act, Act::All(_)) {
            let smallest = self.smallest_chosen(&stage);
            let some = self.conditions.code.compare(Comparison::Less, Num::Known(0), smallest);
            if !self.unless(some, next) {
                return Ok(());
            }
        }
        let guard: Vec<&Cond> = taking.plan.guard.iter().collect();
        if !self.unless_all(&mut stage, &guard, next) {
            return Ok(());
        }
        self.choose_number(taking, stage, 0, next)
    }

    fn choose_number(
        &mut self,
        taking: &Taking,
        mut stage: Stage,
        index: usize,
        next: Block,
    ) -> Result<(), Unsupported> {
        let Some(level) = taking.plan.levels.get(index) else {
            return self.write_option(taking, stage, next);
        };
        let most = match &taking.act {
            Act::Own(takes) => {
                let own = takes.iter().position(|(_, a)| **a == Amount::Chosen(level.slot));
                self.piles[stage.chosen[own.expect("the number is taken from some pile")]]
            }
            _ => self.smallest_chosen(&stage),
        };
        let (least, most) = self.tighten(level, &mut stage, most);
        let choice = Choice { taking, level, index, least, most, next };
        let tests: Vec<&Cond> = level.tests.iter().collect();
        if let Some(candidates) = &level.candidates {
            return self.try_candidates(&choice, stage, candidates, &tests);
        }
        if let Some((piles, tests)) = among_piles(level.slot, &tests) {
            return self.try_piles(&choice, stage, piles, &tests);
        }
        let multiple = multiple_of(level.slot, &tests);
        if multiple.is_none() && taking.plan.levels.len() == 1 && self.can_slide(&stage) {
            return self.slide(taking, stage, level.slot, (least, most), next);
        }
        let (step, tests) = match multiple {
            Some((divisor, tests)) => {
                let divisor = self.conditions.number(&mut stage, divisor);
                let negative = self.conditions.code.sub(Num::Known(0), divisor);
                (self.conditions.code.max(divisor, negative), tests)
            }
            None => (Num::Known(1), tests),
        };
        // No number from 1 on is a multiple of 0.
        let some = self.conditions.code.compare(Comparison::NotEqual, step, Num::Known(0));
        if !self.unless(some, next) {
            return Ok(());
        }
        let code = &mut self.conditions.code;
        let from = round_up(code, least, step);
        let range = (code.value(from), code.value(most), code.value(step));
        self.for_each(range, next, |writer, number, next| {
            let number = writer.conditions.code.plain(number);
            writer.try_number(&Choice { next, ..choice }, stage, number, &tests)
        })
    }

    /// The bounds of a number from 1 to `most`.
    fn tighten(&mut self, level: &Level, stage: &mut Stage, mut most: Num) -> (Num, Num) {
        let mut least = Num::Known(1);
        for bound in &level.lower {
            let expr = self.conditions.number(stage, &bound.expr);
            let code = &mut self.conditions.code;
            let bound = divide_up(code, expr, Num::Known(bound.factor));
            least = code.max(least, bound);
        }
        for bound in &level.upper {
            let expr = self.conditions.number(stage, &bound.expr);
            let code = &mut self.conditions.code;
            let bound = code.quotient(expr, Num::Known(bound.factor));
            most = code.min(most, bound);
        }
        (least, most)
    }

    fn smallest_chosen(&mut self, stage: &Stage) -> Num {
        let sizes: Vec<Num> = stage.chosen.iter().map(|&i| self.piles[i]).collect();
        self.conditions.smallest(&sizes)
    }

    /// Tries a number that is within its bounds.
    fn try_number(
        &mut self,
        choice: &Choice,
        mut stage: Stage,
        number: Num,
        tests: &[&Cond],
    ) -> Result<(), Unsupported> {
        stage.bind(choice.level.slot, number);
        if !self.unless_all(&mut stage, tests, choice.next) {
            return Ok(());
        }
        self.choose_number(choice.taking, stage, choice.index + 1, choice.next)
    }

    /// Tries a number if it is within its bounds.
    fn try_within(
        &mut self,
        choice: &Choice,
        stage: Stage,
        number: Num,
        tests: &[&Cond],
    ) -> Result<(), Unsupported> {
        let low = self.conditions.code.compare(Comparison::AtMost, choice.least, number);
        let high = self.conditions.code.compare(Comparison::AtMost, number, choice.most);
        if self.unless(low, choice.next) && self.unless(high, choice.next) {
            self.try_number(choice, stage, number, tests)?;
        }
        Ok(())
    }

    fn try_candidates(
        &mut self,
        choice: &Choice,
        stage: Stage,
        candidates: &[i64],
        tests: &[&Cond],
    ) -> Result<(), Unsupported> {
        let max = i64::from(self.region.max);
        let possible: Vec<i64> =
            candidates.iter().copied().filter(|n| (1..=max).contains(n)).collect();
        if possible.len() <= UNROLLED {
            for &candidate in &possible {
                let next = self.block();
                let choice = Choice { next, ..*choice };
                self.try_within(&choice, stage.clone(), Num::Known(candidate), tests)?;
                self.go_to(next);
            }
            self.jump(choice.next);
            return Ok(());
        }
        let last = possible.len() as i64 - 1;
        let table = self.conditions.table(possible.iter().map(|&n| n as u64).collect());
        let code = &mut self.conditions.code;
        let range = (code.constant(0), code.constant(last), code.constant(1));
        self.for_each(range, choice.next, |writer, index, next| {
            let address = writer.element(table, index, 3);
            let builder = &mut writer.conditions.code.builder;
            let number = builder.ins().load(types::I64, MemFlagsData::trusted(), address, 0);
            let number = writer.conditions.code.plain(number);
            writer.try_within(&Choice { next, ..*choice }, stage, number, tests)
        })
    }

    /// Tries the sizes of the piles.
    fn try_piles(
        &mut self,
        choice: &Choice,
        stage: Stage,
        piles: Piles,
        tests: &[&Cond],
    ) -> Result<(), Unsupported> {
        let hidden = |i: &usize| piles == Piles::Others && stage.chosen.contains(i);
        let listed: Vec<usize> = (0..self.piles.len()).filter(|i| !hidden(i)).collect();
        for (position, &i) in listed.iter().enumerate() {
            let next = self.block();
            let before = position.checked_sub(1).filter(|_| self.sorted()).map(|p| listed[p]);
            if self.first_of_equals(before, i, next) {
                let choice = Choice { next, ..*choice };
                self.try_within(&choice, stage.clone(), self.piles[i], tests)?;
            }
            self.go_to(next);
        }
        self.jump(choice.next);
        Ok(())
    }

    /// Everything is chosen: make the move.
    fn write_option(
        &mut self,
        taking: &Taking,
        mut stage: Stage,
        next: Block,
    ) -> Result<(), Unsupported> {
        let mut after: Vec<Num> = self.piles.clone();
        for (number, &i) in stage.chosen.clone().iter().enumerate() {
            let amount = taking.amount(number);
            let taken = match amount {
                Amount::Chosen(slot) => stage.slots[*slot].expect("the amount is chosen"),
                Amount::Fixed(expr) => self.conditions.number(&mut stage, expr),
            };
            let pile = self.piles[i];
            let there = self.conditions.code.is_there(pile);
            let rest = self.conditions.code.sub(pile, taken);
            // Piles that are gone stay so; only taking from all piles of a row meets them.
            let rest = self.conditions.code.choose(there, rest, Num::Known(0));
            if matches!(amount, Amount::Fixed(_)) {
                let code = &mut self.conditions.code;
                let enough = code.compare(Comparison::AtMost, Num::Known(0), rest);
                let smaller = code.compare(Comparison::AtMost, rest, pile);
                if !self.unless(enough, next) || !self.unless(smaller, next) {
                    return Ok(());
                }
            }
            let code = &mut self.conditions.code;
            let remains = match taking.remains {
                Remains::Anything => Truth::Known(true),
                Remains::Something => code.compare(Comparison::NotEqual, rest, Num::Known(0)),
                Remains::Nothing => code.compare(Comparison::Equal, rest, Num::Known(0)),
            };
            if !self.unless(remains, next) {
                return Ok(());
            }
            after[i] = rest;
        }
        if self.sorted() {
            after = self.in_order(&after, &stage.chosen, taking.equally());
        }
        stage.after = after;
        self.reach(taking, stage, next)
    }

    fn subtract(
        &mut self,
        taking: &Taking,
        mut stage: Stage,
        vector: &[u32],
        next: Block,
    ) -> Result<(), Unsupported> {
        stage.chosen = (0..vector.len()).filter(|&i| vector[i] > 0).collect();
        stage.after = self.piles.clone();
        for &i in &stage.chosen {
            let (pile, taken) = (self.piles[i], Num::Known(i64::from(vector[i])));
            let enough = self.conditions.code.compare(Comparison::AtMost, taken, pile);
            if !self.unless(enough, next) {
                return Ok(());
            }
            stage.after[i] = self.conditions.code.sub(pile, taken);
        }
        let guard: Vec<&Cond> = taking.plan.guard.iter().collect();
        if self.unless_all(&mut stage, &guard, next) {
            self.reach(taking, stage, next)?;
        }
        Ok(())
    }

    /// `after` is complete: test what mentions it, and visit.
    fn reach(&mut self, taking: &Taking, mut stage: Stage, next: Block) -> Result<(), Unsupported> {
        let last: Vec<&Cond> = taking.plan.last.iter().collect();
        if !self.unless_all(&mut stage, &last, next) {
            return Ok(());
        }
        self.note_option();
        let first = self.first_place();
        let mut rank = self.conditions.code.constant(0);
        for (i, &size) in stage.after.iter().enumerate() {
            let part = self.rank(first + i, size);
            rank = self.sum(rank, part);
        }
        self.visit(rank, next)
    }

    /// Sorts the new sizes. A pile that was not chosen is still at least as large as all before it;
    /// a chosen one sinks past larger ones, unless the same was taken from all before it.
    fn in_order(&mut self, sizes: &[Num], chosen: &[usize], equally: bool) -> Vec<Num> {
        let mut sorted: Vec<Num> = Vec::with_capacity(sizes.len());
        for (i, &size) in sizes.iter().enumerate() {
            sorted.push(size);
            let in_place = equally && (0..i).all(|j| chosen.contains(&j));
            if !chosen.contains(&i) || in_place {
                continue;
            }
            for place in (0..i).rev() {
                let (low, high) = (sorted[place + 1], sorted[place]);
                let code = &mut self.conditions.code;
                (sorted[place], sorted[place + 1]) = (code.min(low, high), code.max(low, high));
            }
        }
        // At most as many piles are gone as were chosen, and those are the first ones now.
        for size in sorted.iter_mut().skip(chosen.len()) {
            if let Num::Run(run) = size {
                run.may_be_zero = false;
            }
        }
        sorted
    }
}

/// A number being chosen between its bounds.
#[derive(Clone, Copy)]
struct Choice<'a> {
    taking: &'a Taking<'a>,
    level: &'a Level,
    index: usize,
    least: Num,
    most: Num,
    next: Block,
}

/// If a test says that the number is the size of a pile: which piles, and the other tests.
fn among_piles<'c>(slot: Slot, tests: &[&'c Cond]) -> Option<(Piles, Vec<&'c Cond>)> {
    let among = |cond: &&Cond| match cond {
        Cond::InPiles(Expr::Slot(s), piles) if *s == slot && *piles != Piles::After => Some(*piles),
        _ => None,
    };
    let at = tests.iter().position(|test| among(test).is_some())?;
    Some((among(&tests[at])?, without(tests, at)))
}

/// If a test says that the number is a multiple of something that does not depend on it: of what, and
/// the other tests. A small constant is as well tested as stepped by.
fn multiple_of<'c>(slot: Slot, tests: &[&'c Cond]) -> Option<(&'c Expr, Vec<&'c Cond>)> {
    let multiple = |cond: &'c Cond| match cond {
        Cond::Compare(Comparison::Equal, Expr::Mod(number, divisor), Expr::Const(0))
        | Cond::Compare(Comparison::Equal, Expr::Const(0), Expr::Mod(number, divisor)) => {
            let depends = divisor.mentions(&|m| m == Mention::Slot(slot));
            let small = matches!(**divisor, Expr::Const(-4..=4));
            (**number == Expr::Slot(slot) && !depends && !small).then_some(&**divisor)
        }
        _ => None,
    };
    let at = tests.iter().position(|test| multiple(test).is_some())?;
    Some((multiple(tests[at])?, without(tests, at)))
}

fn without<'c>(tests: &[&'c Cond], at: usize) -> Vec<&'c Cond> {
    tests.iter().enumerate().filter(|&(i, _)| i != at).map(|(_, &test)| test).collect()
}

/// `a / b` rounded up.
fn divide_up(code: &mut crate::number::Arithmetic, a: Num, b: Num) -> Num {
    let negative = code.sub(Num::Known(0), a);
    let quotient = code.quotient(negative, b);
    code.sub(Num::Known(0), quotient)
}

/// The least multiple of `step` that is at least `a`.
fn round_up(code: &mut crate::number::Arithmetic, a: Num, step: Num) -> Num {
    let times = divide_up(code, a, step);
    code.mul(times, step)
}
