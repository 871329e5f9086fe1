//! One number taken from one pile: the pile slides down past its smaller neighbours.
//!
//! Let the piles be `x_0 <= ... <= x_{m-1}` and let `v = x_i - k` be what is left of pile `i`. While
//! `x_{j-1} <= v < x_j` it sits in place `j`, the piles `x_j, ..., x_{i-1}` have moved up by one
//! place, and the rank of the option is a sum that does not depend on `v`, plus the rank of `v` in
//! place `j`. So there is one short loop for each `j` from `i` down to 0, and one option more for
//! `v = 0`, where the pile is gone. In the first place of the table the rank of `v` is `v` itself:
//! there a search tests 64 options at once.
//!
//! In each loop the order of all piles after the move is known, so most conditions about them are
//! decided before the loop begins. In a row nothing moves, and there is one loop.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use sprague_rules::expr::{Comparison, Cond, Mention, Piles, Slot};

use crate::Unsupported;
use crate::condition::Stage;

use crate::number::{Num, RestBetween, Run, Truth, What};
use crate::taking::{Remains, Taking};
use crate::writer::{Goal, Writer};

/// Positions with more piles are written in the general way, with fewer loops.
const MOST_SLIDING: usize = 6;

/// The slide of one pile.
struct Slide<'a> {
    taking: &'a Taking<'a>,
    /// The number taken.
    slot: Slot,
    pile: usize,
    /// The least and the greatest rest.
    bottom: Num,
    top: Num,
    /// No two piles may be equal after the move.
    distinct: bool,
}

impl Writer<'_, '_> {
    pub fn can_slide(&self, stage: &Stage) -> bool {
        stage.chosen.len() == 1 && (self.region.row || self.piles.len() <= MOST_SLIDING)
    }

    /// Takes every number from `least` to `most` from the chosen pile.
    pub fn slide(
        &mut self,
        taking: &Taking,
        stage: Stage,
        slot: Slot,
        (least, most): (Num, Num),
        next: Block,
    ) -> Result<(), Unsupported> {
        let pile = stage.chosen[0];
        let some = self.conditions.code.compare(Comparison::AtMost, least, most);
        if !self.unless(some, next) {
            return Ok(());
        }
        let bottom = self.conditions.code.sub(self.piles[pile], most);
        let top = self.conditions.code.sub(self.piles[pile], least);
        let distinct = taking.plan.last.contains(&Cond::Distinct(Piles::After));
        let slide = Slide { taking, slot, pile, bottom, top, distinct };
        if self.region.row {
            self.slide_in_row(&slide, stage, next)
        } else {
            self.slide_past_others(&slide, stage, next)
        }
    }

    fn slide_in_row(
        &mut self,
        slide: &Slide,
        mut stage: Stage,
        next: Block,
    ) -> Result<(), Unsupported> {
        let others = (0..self.piles.len()).filter(|&l| l != slide.pile);
        let base = self.total(others.map(|l| (l, l)).collect());
        stage.after = self.piles.clone();
        let rest = RestBetween { chosen: slide.pile, place: 0, strictly: false, unordered: true };
        let segment = Segment {
            base,
            place: slide.pile,
            position: slide.pile,
            low: slide.bottom,
            high: slide.top,
            rest,
        };
        self.write_segment(slide, stage, segment, next)
    }

    fn slide_past_others(
        &mut self,
        slide: &Slide,
        stage: Stage,
        next: Block,
    ) -> Result<(), Unsupported> {
        let (first, pile) = (self.first_place(), slide.pile);
        let others: Vec<usize> = (0..self.piles.len()).filter(|&l| l != pile).collect();
        let mut base = self.total(others.iter().map(|&l| (first + l, l)).collect());
        let bare = slide.taking.plan.last.is_empty()
            && slide.taking.plan.levels.iter().all(|level| level.tests.is_empty());
        // Without conditions, the option without the pile is one of the range in the first place.
        let zero_in_range = bare && first == 0 && slide.taking.remains == Remains::Anything;
        for place in (0..=pile).rev() {
            let following = self.block();
            if slide.taking.remains == Remains::Nothing {
                self.jump(following);
            } else {
                let code = &mut self.conditions.code;
                let low = match place.checked_sub(1) {
                    Some(below) => {
                        let gap = Num::Known(i64::from(slide.distinct));
                        let least = code.add(self.piles[below], gap);
                        code.max(slide.bottom, least)
                    }
                    None if zero_in_range => slide.bottom,
                    None => code.max(slide.bottom, Num::Known(1)),
                };
                let high = if place < pile {
                    let most = code.sub(self.piles[place], Num::Known(1));
                    code.min(slide.top, most)
                } else {
                    slide.top
                };
                let mut stage = stage.clone();
                stage.after = others.iter().map(|&l| self.piles[l]).collect();
                stage.after.insert(place, Num::Known(0));
                let rest =
                    RestBetween { chosen: pile, place, strictly: slide.distinct, unordered: false };
                let segment =
                    Segment { base, place: first + place, position: place, low, high, rest };
                self.write_segment(slide, stage, segment, following)?;
            }
            self.go_to(following);
            if place > 0 {
                let below = self.piles[place - 1];
                let more = self.conditions.code.compare(Comparison::Less, slide.bottom, below);
                if !self.unless(more, next) {
                    return Ok(());
                }
                let (old, new) =
                    (self.rank(first + place - 1, below), self.rank(first + place, below));
                let builder = &mut self.conditions.code.builder;
                base = builder.ins().isub(base, old);
                base = builder.ins().iadd(base, new);
            }
        }
        if zero_in_range || slide.taking.remains == Remains::Something {
            self.jump(next);
            return Ok(());
        }
        self.take_whole_pile(slide, stage, base, next)
    }

    /// The option in which nothing is left of the pile.
    fn take_whole_pile(
        &mut self,
        slide: &Slide,
        mut stage: Stage,
        base: Value,
        next: Block,
    ) -> Result<(), Unsupported> {
        let whole = self.conditions.code.compare(Comparison::AtMost, slide.bottom, Num::Known(0));
        if !self.unless(whole, next) {
            return Ok(());
        }
        stage.bind(slide.slot, self.piles[slide.pile]);
        stage.after = self.piles.clone();
        stage.after.remove(slide.pile);
        let tests: Vec<&Cond> = slide.tests().collect();
        if !self.unless_all(&mut stage, &tests, next) {
            return Ok(());
        }
        self.note_option();
        self.visit(base, next)
    }

    /// The sum of ranks of piles in places.
    fn total(&mut self, places: Vec<(usize, usize)>) -> Value {
        let mut sum = self.conditions.code.constant(0);
        for (place, pile) in places {
            let part = self.rank(place, self.piles[pile]);
            sum = self.sum(sum, part);
        }
        sum
    }

    /// The loop of one place.
    fn write_segment(
        &mut self,
        slide: &Slide,
        mut stage: Stage,
        segment: Segment,
        next: Block,
    ) -> Result<(), Unsupported> {
        self.conditions.code.order.rest = Some(segment.rest);
        let done = self.write_ordered_segment(slide, &mut stage, segment, next);
        self.conditions.code.order.rest = None;
        done
    }

    fn write_ordered_segment(
        &mut self,
        slide: &Slide,
        stage: &mut Stage,
        segment: Segment,
        next: Block,
    ) -> Result<(), Unsupported> {
        let (low, high) = (segment.low, segment.high);
        let some = self.conditions.code.compare(Comparison::AtMost, low, high);
        if !self.unless(some, next) {
            return Ok(());
        }
        // Conditions that are the same for every rest are tested once, before the loop.
        let unknown = self.conditions.code.constant(0);
        stage.after[segment.position] = self.rest(unknown);
        let mut tests: Vec<&Cond> = Vec::new();
        for test in slide.tests() {
            if test.mentions(&|m| m == Mention::Slot(slide.slot)) {
                tests.push(test);
                continue;
            }
            match self.conditions.holds(stage, test) {
                Truth::Run { varies: true, .. } => tests.push(test),
                settled => {
                    if !self.unless(settled, next) {
                        return Ok(());
                    }
                }
            }
        }
        if tests.is_empty() {
            self.note_option();
        }
        let (low, high) = (self.conditions.code.value(low), self.conditions.code.value(high));
        if tests.is_empty() && segment.place == 0 && matches!(self.goal, Goal::Search { .. }) {
            let first = self.sum(segment.base, low);
            let last = self.sum(segment.base, high);
            return self.scan_bits(first, last, next);
        }
        self.descend(low, high, next, |writer, rest, next| {
            let rest = writer.rest(rest);
            stage.after[segment.position] = rest;
            if !tests.is_empty() {
                let number = writer.conditions.code.sub(writer.piles[slide.pile], rest);
                stage.bind(slide.slot, number);
                if !writer.unless_all(stage, &tests, next) {
                    return Ok(());
                }
                writer.note_option();
            }
            let rank = writer.rank(segment.place, rest);
            let rank = writer.sum(segment.base, rank);
            writer.visit(rank, next)
        })
    }

    /// The rest of the pile in a loop.
    fn rest(&self, value: Value) -> Num {
        Num::Run(Run { value, what: What::Rest, may_be_zero: self.region.row, varies: true })
    }

    /// Runs `body` for every number from `high` down to `low`, of which there is at least one.
    fn descend(
        &mut self,
        low: Value,
        high: Value,
        exit: Block,
        body: impl FnOnce(&mut Self, Value, Block) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        let builder = &mut self.conditions.code.builder;
        let header = builder.create_block();
        let next = builder.create_block();
        let number = builder.append_block_param(header, types::I64);
        builder.ins().jump(header, &[high.into()]);
        builder.switch_to_block(header);
        body(self, number, next)?;
        self.go_to(next);
        let one = self.conditions.code.constant(1);
        let builder = &mut self.conditions.code.builder;
        let following = builder.ins().isub(number, one);
        let more = builder.ins().icmp(IntCC::SignedGreaterThan, number, low);
        builder.ins().brif(more, header, &[following.into()], exit, &[]);
        Ok(())
    }
}

impl<'a> Slide<'a> {
    /// What must hold once the number is chosen.
    fn tests(&self) -> impl Iterator<Item = &'a Cond> + use<'a> {
        let plan = &self.taking.plan;
        plan.levels.iter().flat_map(|level| &level.tests).chain(&plan.last)
    }
}

/// The rests for which the pile sits in one place.
#[derive(Clone, Copy)]
struct Segment {
    /// The ranks of the other piles.
    base: Value,
    /// The place in the table, and the position among the piles after the move.
    place: usize,
    position: usize,
    low: Num,
    high: Num,
    rest: RestBetween,
}
