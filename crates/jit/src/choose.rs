//! The choice of numbers, as loops.
//!
//! A number runs from its lower to its upper bound, or through its candidates. Two kinds of
//! conditions choose the candidates themselves instead of being tested at each number: that the
//! number is the size of a pile, and that it is a multiple of something.

use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, types};
use sprague_rules::expr::{Comparison, Cond, Expr, Mention, Piles, Slot};
use sprague_rules::plan::Level;
use sprague_rules::ruleset::Amount;

use crate::Unsupported;
use crate::condition::Stage;
use crate::number::{Arithmetic, Num};
use crate::taking::{Act, Taking};
use crate::writer::Writer;

/// Up to so many candidates are tried one after the other; more come from a table.
const UNROLLED: usize = 8;

impl Writer<'_, '_> {
    /// Chooses the numbers from the one with that index on, then makes the move.
    pub fn choose_number(
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
        let some = self.conditions.code.compare(Comparison::AtMost, least, most);
        if !self.unless(some, next) {
            return Ok(());
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
fn divide_up(code: &mut Arithmetic, a: Num, b: Num) -> Num {
    let negative = code.sub(Num::Known(0), a);
    let quotient = code.quotient(negative, b);
    code.sub(Num::Known(0), quotient)
}

/// The least multiple of `step` that is at least `a`.
fn round_up(code: &mut Arithmetic, a: Num, step: Num) -> Num {
    let times = divide_up(code, a, step);
    code.mul(times, step)
}
