//! The options of a position, straight from the checked tree.
//!
//! This is the meaning of the rule language: whatever compiles a ruleset must reach exactly the
//! positions visited here. Positions are slices in canonical form: for piles the sizes in
//! nondecreasing order without zeros, for a row one size a place. An option may be visited more
//! than once.

use std::sync::Arc;

use sprague_task::Watch;

use crate::expr::{Board, Cond, Expr, quotient};
use crate::outcome::{Outcome, Player};
use crate::plan::{Level, Plan};
use crate::position::canonical;
use crate::ruleset::*;

/// Visits options one by one; returns false to stop.
pub type Visit<'v> = dyn FnMut(&[u32]) -> bool + 'v;

/// Room for the chosen numbers of any move.
pub(crate) const SLOTS: usize = 20;

/// Generates the options of positions of one ruleset.
#[derive(Clone, Debug)]
pub struct Options {
    ruleset: Arc<Ruleset>,
    plans: Arc<[Plan]>,
    watch: Option<Watch>,
    most: u64,
}

/// Choices between two looks at the watch.
const LOOK_UP: usize = 1 << 14;

impl Options {
    /// The options of a ruleset, which is kept: it is shared if it is given in an `Arc`, and copied otherwise.
    pub fn new(ruleset: impl Into<Arc<Ruleset>>) -> Options {
        let ruleset = ruleset.into();
        let plans = ruleset.moves.iter().map(Plan::of).collect();
        Options { ruleset, plans, watch: None, most: u64::MAX }
    }

    /// The same, which stop being visited when the watch says so, even where choice after choice leads to no option.
    pub fn watched(self, watch: &Watch) -> Options {
        Options { watch: Some(watch.clone()), ..self }
    }

    /// The same, which stop being visited after about so many choices of a move, whether or not they lead to options.
    pub fn at_most(self, choices: u64) -> Options {
        Options { most: choices, ..self }
    }

    /// The ruleset.
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// Visits every option of `player`; false if the visitor or the watch stopped it.
    pub fn visit(&self, position: &[u32], player: Player, visit: &mut Visit) -> bool {
        let moves = self.ruleset.moves.iter().enumerate();
        moves
            .filter(|(_, m)| may_make(m.mover, player))
            .all(|(index, _)| self.visit_one(index, position, visit))
    }

    /// The options that one move, given by its index, reaches.
    pub fn visit_one(&self, index: usize, position: &[u32], visit: &mut Visit) -> bool {
        self.search(index, position, Goal::Options(visit))
    }

    /// For a move that leaves a number of parts of one pile, looking at nothing else: what is left of
    /// a pile of that size, and in how many parts, for every choice; false if the watch stopped it.
    #[must_use]
    pub fn visit_breaks(&self, index: usize, size: u32, visit: &mut dyn FnMut(u32, usize)) -> bool {
        self.search(index, &[size], Goal::Breaks(visit))
    }

    /// The different options of `player`, in order.
    pub fn list(&self, position: &[u32], player: Player) -> Vec<Vec<u32>> {
        let mut options = Vec::new();
        self.visit(position, player, &mut |option| {
            options.push(option.to_vec());
            true
        });
        options.sort();
        options.dedup();
        options
    }

    fn search(&self, index: usize, position: &[u32], goal: Goal) -> bool {
        let act = &self.ruleset.moves[index].act;
        let mut search = Search {
            row: matches!(self.ruleset.shape, Shape::Row { .. }),
            act,
            plan: &self.plans[index],
            before: position,
            slots: [0; SLOTS],
            chosen: Vec::new(),
            after: Vec::with_capacity(position.len() + 4),
            goal,
            watch: self.watch.as_ref(),
            weight: 1 + position.len() / 16,
            tried: 0,
            left: self.most,
        };
        match act {
            MoveAct::Take(takes) => search.choose_piles(takes.len(), &|i| takes[i].0),
            MoveAct::Break { pile, .. } => search.choose_piles(1, &|_| *pile),
            MoveAct::Replace { piles, .. } => search.choose_piles(piles.len(), &|i| piles[i]),
            MoveAct::TakeEach { least, most, .. } => {
                search.choose_subset(*least, most.unwrap_or(usize::MAX))
            }
            MoveAct::TakeAll { .. } => {
                search.chosen = (0..position.len()).filter(|&i| position[i] > 0).collect();
                search.chosen.is_empty() || search.chosen_piles()
            }
            MoveAct::Subtract(vectors) => vectors.iter().all(|vector| search.subtract(vector)),
        }
    }
}

/// May `player` make moves of this mover?
pub fn may_make(mover: Mover, player: Player) -> bool {
    match mover {
        Mover::Both => true,
        Mover::Left => player == Player::Left,
        Mover::Right => player == Player::Right,
    }
}

/// The search through the choices of one move from one position.
struct Search<'a, 'v> {
    row: bool,
    act: &'a MoveAct,
    plan: &'a Plan,
    before: &'a [u32],
    slots: [i64; SLOTS],
    chosen: Vec<usize>,
    after: Vec<u32>,
    goal: Goal<'v>,
    watch: Option<&'a Watch>,
    /// What a choice counts: more where there are many piles.
    weight: usize,
    /// Choices that were looked at since the watch was.
    tried: usize,
    /// How many more may be looked at.
    left: u64,
}

/// What a search is for.
enum Goal<'v> {
    /// The positions after the move.
    Options(&'v mut (dyn FnMut(&[u32]) -> bool + 'v)),
    /// What is left of a broken pile, and in how many parts.
    Breaks(&'v mut (dyn FnMut(u32, usize) + 'v)),
}

impl Search<'_, '_> {
    fn board(&mut self) -> Board<'_> {
        Board {
            slots: &mut self.slots,
            before: self.before,
            chosen: &self.chosen,
            after: &self.after,
        }
    }

    fn holds(&mut self, conditions: &[Cond]) -> bool {
        let mut board = self.board();
        conditions.iter().all(|c| board.holds(c))
    }

    fn number(&mut self, expr: &Expr) -> i64 {
        self.board().number(expr)
    }

    /// Counts a choice; false if there should be no more.
    #[inline]
    fn goes_on(&mut self) -> bool {
        self.tried += self.weight;
        if self.tried < LOOK_UP {
            return true;
        }
        let allowed = self.left > self.tried as u64;
        self.left = self.left.saturating_sub(self.tried as u64);
        self.tried = 0;
        allowed && self.watch.is_none_or(Watch::goes_on)
    }

    /// Chooses `count` different piles in every order; equal piles are interchangeable.
    fn choose_piles(&mut self, count: usize, slot: &dyn Fn(usize) -> usize) -> bool {
        let depth = self.chosen.len();
        if depth == count {
            return self.goes_on() && self.chosen_piles();
        }
        for i in 0..self.before.len() {
            let size = self.before[i];
            if size == 0 || self.chosen.contains(&i) || (!self.row && self.has_earlier_like(i)) {
                continue;
            }
            self.chosen.push(i);
            self.slots[slot(depth)] = i64::from(size);
            let go_on = self.choose_piles(count, slot);
            self.chosen.pop();
            if !go_on {
                return false;
            }
        }
        true
    }

    /// Is there an earlier pile of the same size that could be chosen instead? Equal piles lie side by side.
    fn has_earlier_like(&self, place: usize) -> bool {
        let size = self.before[place];
        let likes = (0..place).rev().take_while(|&j| self.before[j] == size);
        likes.into_iter().any(|j| !self.chosen.contains(&j))
    }

    /// Chooses `least..=most` of the piles; of equal piles the first ones. There may be more piles than a recursion could
    /// follow down.
    fn choose_subset(&mut self, least: usize, most: usize) -> bool {
        let mut from = 0;
        loop {
            // Every pile from here on that may be chosen is.
            while let Some(&size) = self.before.get(from)
                && self.chosen.len() + self.before.len() - from >= least
            {
                if size > 0 && self.chosen.len() < most {
                    self.chosen.push(from);
                    from += 1;
                } else {
                    from = self.after_likes(from);
                }
            }
            if from == self.before.len() {
                let enough = !self.chosen.is_empty() && self.chosen.len() >= least;
                if !self.goes_on() || enough && !self.chosen_piles() {
                    return false;
                }
            }
            // Now without the last one.
            let Some(last) = self.chosen.pop() else { return true };
            from = self.after_likes(last);
        }
    }

    /// The next place that is no interchangeable pile.
    fn after_likes(&self, place: usize) -> usize {
        let size = self.before[place];
        match self.row {
            true => place + 1,
            false => {
                place + self.before[place..].iter().take_while(|&&other| other == size).count()
            }
        }
    }

    /// The piles are chosen: now the numbers.
    fn chosen_piles(&mut self) -> bool {
        let plan = self.plan;
        !self.holds(&plan.guard) || self.choose_number(0)
    }

    fn choose_number(&mut self, index: usize) -> bool {
        let plan = self.plan;
        let Some(level) = plan.levels.get(index) else { return self.chosen_numbers() };
        let (least, most) = self.domain(index);
        let (least, most) = self.tighten(level, least, most);
        if let Some(candidates) = &level.candidates {
            let from = candidates.partition_point(|&n| n < least);
            return candidates[from..]
                .iter()
                .take_while(|&&n| n <= most)
                .all(|&n| self.try_number(level, index, n));
        }
        (least..=most).all(|n| self.try_number(level, index, n))
    }

    fn try_number(&mut self, level: &Level, index: usize, number: i64) -> bool {
        self.slots[level.slot] = number;
        self.goes_on() && (!self.holds(&level.tests) || self.choose_number(index + 1))
    }

    /// The smallest and largest number that the act allows at this level.
    fn domain(&mut self, index: usize) -> (i64, i64) {
        let slot = self.plan.levels[index].slot;
        let act = self.act;
        match act {
            MoveAct::Take(takes) => {
                let pile = takes.iter().find(|(_, a)| *a == Amount::Chosen(slot)).map(|t| t.0);
                (1, pile.map_or(0, |pile| self.slots[pile]))
            }
            MoveAct::TakeEach { .. } | MoveAct::TakeAll { .. } => {
                let smallest = self.chosen.iter().map(|&i| self.before[i]).min();
                (1, smallest.map_or(0, i64::from))
            }
            MoveAct::Break { pile, amount, parts } => {
                if *amount == Some(Amount::Chosen(slot)) {
                    return (1, self.slots[*pile]);
                }
                let rest = self.rest(*pile, amount.as_ref());
                match parts {
                    Parts::Named(names) => {
                        let before: i64 = names
                            .iter()
                            .take_while(|&&name| name != slot)
                            .map(|&name| self.slots[name])
                            .sum();
                        // The last part is what remains; each part before leaves at least 1.
                        let after = names.iter().rev().take_while(|&&name| name != slot).count();
                        let most = rest - before - after as i64;
                        if after == 0 { (most.max(1), most) } else { (1, most) }
                    }
                    Parts::Chosen { least, .. } => (*least as i64, rest),
                    Parts::Between(..) => unreachable!("no number is chosen"),
                }
            }
            MoveAct::Replace { .. } | MoveAct::Subtract(_) => unreachable!("no number is chosen"),
        }
    }

    /// What is left of a broken pile.
    fn rest(&mut self, pile: usize, amount: Option<&Amount>) -> i64 {
        let taken = match amount {
            None => 0,
            Some(amount) => self.amount(amount),
        };
        self.slots[pile] - taken
    }

    fn amount(&mut self, amount: &Amount) -> i64 {
        match amount {
            Amount::Chosen(slot) => self.slots[*slot],
            Amount::Fixed(expr) => self.number(expr),
        }
    }

    fn tighten(&mut self, level: &Level, mut least: i64, mut most: i64) -> (i64, i64) {
        for bound in &level.lower {
            least = least.max(-quotient(-self.number(&bound.expr), bound.factor));
        }
        for bound in &level.upper {
            most = most.min(quotient(self.number(&bound.expr), bound.factor));
        }
        (least, most)
    }

    /// Everything is chosen: make the move.
    fn chosen_numbers(&mut self) -> bool {
        let act = self.act;
        match act {
            MoveAct::Take(takes) => {
                self.after.clear();
                self.after.extend_from_slice(self.before);
                for (i, (pile, amount)) in takes.iter().enumerate() {
                    let left = self.slots[*pile] - self.amount(amount);
                    if left < 0 {
                        return true;
                    }
                    self.after[self.chosen[i]] = left as u32;
                }
                self.reach()
            }
            MoveAct::TakeEach { amount, .. } | MoveAct::TakeAll { amount } => {
                let amount = self.amount(amount);
                self.after.clear();
                self.after.extend_from_slice(self.before);
                for &place in &self.chosen {
                    let left = i64::from(self.before[place]) - amount;
                    if left < 0 {
                        return true;
                    }
                    self.after[place] = left as u32;
                }
                self.reach()
            }
            MoveAct::Break { pile, amount, parts } => {
                let rest = self.rest(*pile, amount.as_ref());
                if rest < 0 {
                    return true;
                }
                match parts {
                    Parts::Named(names) => {
                        let sizes: Vec<u32> = names.iter().map(|&n| self.slots[n] as u32).collect();
                        self.put_parts(&sizes)
                    }
                    Parts::Chosen { slot, .. } => {
                        self.leave(rest as u32, self.slots[*slot] as usize)
                    }
                    Parts::Between(from, to) => {
                        (*from..=*to).all(|count| self.leave(rest as u32, count))
                    }
                }
            }
            MoveAct::Replace { by, .. } => {
                let mut sizes = Vec::with_capacity(by.len());
                for expr in by {
                    match u32::try_from(self.number(expr)) {
                        Ok(size) => sizes.push(size),
                        Err(_) => return true,
                    }
                }
                self.put_parts(&sizes)
            }
            MoveAct::Subtract(_) => unreachable!("vectors are subtracted directly"),
        }
    }

    /// Leaves `rest` in `count` parts.
    fn leave(&mut self, rest: u32, count: usize) -> bool {
        if let Goal::Breaks(visit) = &mut self.goal {
            visit(rest, count);
            return true;
        }
        self.partition(rest, count)
    }

    /// Every way to leave `rest` in `count` non-empty parts, each way in nondecreasing order.
    fn partition(&mut self, rest: u32, count: usize) -> bool {
        if count == 0 || count > rest as usize {
            return count > 0 || rest > 0 || self.put_parts(&[]);
        }
        let mut parts = vec![1; count];
        parts[count - 1] = rest - (count as u32 - 1);
        loop {
            if !self.put_parts(&parts) {
                return false;
            }
            // The next way: raise the last part that leaves enough for the parts after it.
            let mut left = parts[count - 1];
            let raised = (0..count - 1).rev().find(|&i| {
                left += parts[i];
                (u64::from(parts[i]) + 1) * (count - i) as u64 <= u64::from(left)
            });
            let Some(i) = raised else { return true };
            let size = parts[i] + 1;
            parts[i..].fill(size);
            parts[count - 1] = left - size * (count - 1 - i) as u32;
        }
    }

    /// Puts `sizes` in the place of the chosen piles.
    fn put_parts(&mut self, sizes: &[u32]) -> bool {
        self.after.clear();
        let kept = self.before.iter().enumerate().filter(|(i, _)| !self.chosen.contains(i));
        self.after.extend(kept.map(|(_, &size)| size));
        self.after.extend_from_slice(sizes);
        self.goes_on() && self.reach()
    }

    fn subtract(&mut self, vector: &[u32]) -> bool {
        if self.before.iter().zip(vector).any(|(size, v)| size < v) {
            return true;
        }
        self.chosen = (0..vector.len()).filter(|&i| vector[i] > 0).collect();
        self.after.clear();
        self.after.extend(self.before.iter().zip(vector).map(|(size, v)| size - v));
        let plan = self.plan;
        !self.holds(&plan.guard) || self.reach()
    }

    /// `after` is complete: bring it into order, test what mentions it, and visit.
    fn reach(&mut self) -> bool {
        if !self.row {
            canonical(&mut self.after);
        }
        let plan = self.plan;
        !self.holds(&plan.last)
            || match &mut self.goal {
                Goal::Options(visit) => visit(&self.after),
                Goal::Breaks(_) => unreachable!("breaks are visited before the parts are made"),
            }
    }
}

impl Ruleset {
    /// Who wins when the player to move at `position` is stuck, as the outcome it would have if
    /// both players were.
    pub fn stuck_outcome(&self, position: &[u32]) -> Outcome {
        let cases = match &self.ending {
            Ending::StuckLoses => return Outcome::P,
            Ending::StuckWins => return Outcome::N,
            Ending::Decided(cases) => cases,
        };
        let mut board =
            Board { slots: &mut [0; SLOTS], before: position, chosen: &[], after: position };
        for case in cases {
            if board.holds(&case.condition) {
                return match &case.result {
                    EndingResult::Fixed(outcome) => *outcome,
                    EndingResult::Listed { outcomes, index, beyond } => {
                        let index = usize::try_from(board.number(index)).ok();
                        index.and_then(|i| outcomes.get(i)).copied().unwrap_or(*beyond)
                    }
                };
            }
        }
        unreachable!("the last case has no condition")
    }
}
