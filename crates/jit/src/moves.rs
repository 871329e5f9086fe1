//! The choices of piles of a move, written out, and the options they lead to.
//!
//! Every choice of piles has its own code; [`crate::choose`] writes how the numbers are chosen then.
//! The rest of this file is the general way to make an option: compute the new sizes, bring them into
//! order with compare-exchanges, test what mentions them, add up the rank. [`crate::slide`] is the
//! fast way for a single pile and a single chosen number.

use cranelift_codegen::ir::Block;
use sprague_rules::expr::{Comparison, Cond, Slot};
use sprague_rules::ruleset::Amount;

use crate::Unsupported;
use crate::condition::Stage;
use crate::number::{Num, Truth};
use crate::taking::{Act, Remains, Taking};
use crate::writer::{MOST_INSTRUCTIONS, MOST_SITES, Writer, too_long};

impl Writer<'_, '_> {
    /// All options by one kind of move, then `next`.
    pub fn write_move(&mut self, taking: &Taking, next: Block) -> Result<(), Unsupported> {
        if taking.cost(self.piles.len()) > MOST_INSTRUCTIONS as f64 {
            return Err(too_long());
        }
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

    pub fn sorted(&self) -> bool {
        !self.region.row
    }

    fn pile_is_there(&mut self, pile: usize, otherwise: Block) -> bool {
        let there = self.conditions.code.is_there(self.piles[pile]);
        self.unless(there, otherwise)
    }

    /// Goes to `otherwise` if the pile is like the neighbour, which was not chosen.
    pub fn first_of_equals(
        &mut self,
        neighbour: Option<usize>,
        pile: usize,
        otherwise: Block,
    ) -> bool {
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

    pub fn smallest_chosen(&mut self, stage: &Stage) -> Num {
        let sizes: Vec<Num> = stage.chosen.iter().map(|&i| self.piles[i]).collect();
        self.conditions.smallest(&sizes)
    }

    /// Everything is chosen: make the move.
    pub fn write_option(
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
