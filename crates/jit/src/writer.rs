//! One function under construction: its piles, its loops, and what happens at an option.
//!
//! The function for `m` piles has the piles as `m` values. Everything it writes ends in one of two
//! ways at an option: a search tests the option's bit and leaves when it is set; a mex stamps the
//! option's nim-value. Code is written between blocks: a part begins in the current block, and every
//! way through it leads to the block it was given as `next`.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, MemFlagsData, Value, types};
use cranelift_frontend::Variable;
use sprague_rules::expr::Cond;

use crate::condition::{Conditions, Stage};
use crate::number::{Num, Truth, What};
use crate::{Unsupported, Width};

/// The most options that may be written out, over all functions of one ruleset.
pub const MOST_SITES: usize = 1000;
/// The most instructions of one function.
pub const MOST_INSTRUCTIONS: usize = 50_000;

pub fn too_long() -> Unsupported {
    Unsupported(format!(
        "the code would take more than {MOST_INSTRUCTIONS} instructions for so many piles"
    ))
}

/// The positions of the table.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    pub places: usize,
    pub max: u32,
    pub row: bool,
}

impl Region {
    /// The number of positions before the first rank of a place, in bytes.
    fn place_offset(self, place: usize) -> i32 {
        (place * (self.max as usize + 1) * 8) as i32
    }
}

/// What the function is to find out.
pub enum Goal {
    Search {
        /// Returns that there is an option with its bit set.
        found: Block,
        /// 1 once there was any option.
        any: Variable,
    },
    Mex {
        width: Width,
        stamps: Value,
        stamp: Value,
        length: Value,
    },
}

/// Writes one function.
pub struct Writer<'f, 't> {
    pub conditions: Conditions<'f, 't>,
    pub region: Region,
    /// The piles of the position.
    pub piles: Vec<Num>,
    pub ranks: Value,
    /// The bits or the nim-values.
    pub table: Value,
    pub goal: Goal,
    /// How many options were written out so far, in all functions.
    pub sites: usize,
}

impl Writer<'_, '_> {
    pub fn block(&mut self) -> Block {
        self.conditions.code.builder.create_block()
    }

    pub fn go_to(&mut self, block: Block) {
        self.conditions.code.builder.switch_to_block(block);
    }

    pub fn jump(&mut self, block: Block) {
        self.conditions.code.builder.ins().jump(block, &[]);
    }

    /// Goes to `otherwise` unless the condition holds. False if it never does: then the current
    /// block has ended.
    #[must_use]
    pub fn unless(&mut self, truth: Truth, otherwise: Block) -> bool {
        match truth {
            Truth::Known(true) => true,
            Truth::Known(false) => {
                self.jump(otherwise);
                false
            }
            Truth::Run { value, .. } => {
                let holds = self.block();
                self.conditions.code.builder.ins().brif(value, holds, &[], otherwise, &[]);
                self.go_to(holds);
                true
            }
        }
    }

    /// Goes to `otherwise` unless all conditions hold.
    #[must_use]
    pub fn unless_all(&mut self, stage: &mut Stage, conds: &[&Cond], otherwise: Block) -> bool {
        conds.iter().all(|cond| {
            let truth = self.conditions.holds(stage, cond);
            self.unless(truth, otherwise)
        })
    }

    /// The first place of the table that these piles fill; the places before hold zeros.
    pub fn first_place(&self) -> usize {
        self.region.places - self.piles.len()
    }

    /// What a pile of this size in this place adds to the rank.
    pub fn rank(&mut self, place: usize, size: Num) -> Value {
        let index = self.conditions.code.value(size);
        if place == 0 {
            return index;
        }
        let offset = self.region.place_offset(place);
        // A pile of the position is within the table wherever it is read; any other number only
        // where the code says so.
        let flags = match size.what() {
            What::Pile(_) => MemFlagsData::trusted().with_readonly().with_can_move(),
            _ => MemFlagsData::trusted().with_readonly(),
        };
        let address = self.element(self.ranks, index, 3);
        self.conditions.code.builder.ins().load(types::I64, flags, address, offset)
    }

    /// The address of `base[index]`, where an element has `2^shift` bytes.
    pub fn element(&mut self, base: Value, index: Value, shift: i64) -> Value {
        let shift = self.conditions.code.constant(shift);
        let builder = &mut self.conditions.code.builder;
        let offset = builder.ins().ishl(index, shift);
        builder.ins().iadd(base, offset)
    }

    pub fn sum(&mut self, a: Value, b: Value) -> Value {
        self.conditions.code.builder.ins().iadd(a, b)
    }

    /// Takes note that there is an option.
    pub fn note_option(&mut self) {
        if let Goal::Search { any, .. } = self.goal {
            let builder = &mut self.conditions.code.builder;
            let one = builder.ins().iconst(types::I32, 1);
            builder.def_var(any, one);
        }
    }

    /// Room for one more option?
    pub fn count_site(&mut self) -> Result<(), Unsupported> {
        self.sites += 1;
        let instructions = self.conditions.code.builder.func.dfg.num_insts();
        if self.sites > MOST_SITES {
            return Err(Unsupported(format!(
                "the code would take more than {MOST_SITES} loops for so many piles"
            )));
        }
        if instructions > MOST_INSTRUCTIONS {
            return Err(too_long());
        }
        Ok(())
    }

    /// Visits the option with that rank, then goes to `next`.
    pub fn visit(&mut self, rank: Value, next: Block) -> Result<(), Unsupported> {
        self.count_site()?;
        match self.goal {
            Goal::Search { found, .. } => {
                let six = self.conditions.code.constant(6);
                let one = self.conditions.code.constant(1);
                let index = self.conditions.code.builder.ins().ushr(rank, six);
                let address = self.element(self.table, index, 3);
                let builder = &mut self.conditions.code.builder;
                let word = builder.ins().load(types::I64, MemFlagsData::trusted(), address, 0);
                let mask = builder.ins().ishl(one, rank);
                let bit = builder.ins().band(word, mask);
                builder.ins().brif(bit, found, &[], next, &[]);
            }
            Goal::Mex { width, stamps, stamp, length } => {
                let trusted = MemFlagsData::trusted();
                let shift = match width {
                    Width::U8 => 0,
                    Width::U16 => 1,
                    Width::U32 => 2,
                };
                let address = self.element(self.table, rank, shift);
                let builder = &mut self.conditions.code.builder;
                let value = match width {
                    Width::U8 => builder.ins().uload8(types::I64, trusted, address, 0),
                    Width::U16 => builder.ins().uload16(types::I64, trusted, address, 0),
                    Width::U32 => builder.ins().uload32(trusted, address, 0),
                };
                if width == Width::U32 {
                    // A value beyond the stamps is no smaller than the number of options, so it
                    // cannot be below the mex.
                    let inside = builder.ins().icmp(IntCC::UnsignedLessThan, value, length);
                    let holds = builder.create_block();
                    builder.ins().brif(inside, holds, &[], next, &[]);
                    builder.switch_to_block(holds);
                }
                let place = self.element(stamps, value, 2);
                let builder = &mut self.conditions.code.builder;
                builder.ins().store(trusted, stamp, place, 0);
                builder.ins().jump(next, &[]);
            }
        }
        Ok(())
    }

    /// Is any bit from rank `first` to rank `last` set? Whole words are tested at once.
    pub fn scan_bits(&mut self, first: Value, last: Value, next: Block) -> Result<(), Unsupported> {
        let Goal::Search { found, .. } = self.goal else { unreachable!("only bits are scanned") };
        self.count_site()?;
        let six = self.conditions.code.constant(6);
        let one = self.conditions.code.constant(1);
        let ones = self.conditions.code.constant(-1);
        let builder = &mut self.conditions.code.builder;
        let from = builder.ins().ushr(first, six);
        let to = builder.ins().ushr(last, six);
        let above = builder.ins().ishl(ones, first);
        let flipped = builder.ins().bnot(last);
        let below = builder.ins().ushr(ones, flipped);
        let header = builder.create_block();
        let word_index = builder.append_block_param(header, types::I64);
        let mask = builder.append_block_param(header, types::I64);
        builder.ins().jump(header, &[from.into(), above.into()]);

        builder.switch_to_block(header);
        let address = self.element(self.table, word_index, 3);
        let builder = &mut self.conditions.code.builder;
        let word = builder.ins().load(types::I64, MemFlagsData::trusted(), address, 0);
        let is_last = builder.ins().icmp(IntCC::Equal, word_index, to);
        let word = builder.ins().band(word, mask);
        let end = builder.ins().select(is_last, below, ones);
        let bits = builder.ins().band(word, end);
        let none = builder.create_block();
        builder.ins().brif(bits, found, &[], none, &[]);

        builder.switch_to_block(none);
        let following = builder.ins().iadd(word_index, one);
        let again: [BlockArg; 2] = [following.into(), ones.into()];
        builder.ins().brif(is_last, next, &[], header, &again);
        Ok(())
    }

    /// Runs `body` for every number `from, from + step, ...` up to `to`, then goes to `exit`. The
    /// body gets the number and the block to go to.
    pub fn for_each(
        &mut self,
        (from, to, step): (Value, Value, Value),
        exit: Block,
        body: impl FnOnce(&mut Self, Value, Block) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        let builder = &mut self.conditions.code.builder;
        let header = builder.create_block();
        let next = builder.create_block();
        let number = builder.append_block_param(header, types::I64);
        let some = builder.ins().icmp(IntCC::SignedLessThanOrEqual, from, to);
        builder.ins().brif(some, header, &[from.into()], exit, &[]);
        builder.switch_to_block(header);
        body(self, number, next)?;
        let builder = &mut self.conditions.code.builder;
        builder.switch_to_block(next);
        let following = builder.ins().iadd(number, step);
        let more = builder.ins().icmp(IntCC::SignedLessThanOrEqual, following, to);
        builder.ins().brif(more, header, &[following.into()], exit, &[]);
        Ok(())
    }
}
