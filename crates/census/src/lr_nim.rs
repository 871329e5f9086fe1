//! The census of LR-Subtraction Nim: every S with min S = a inside {a..b}.
//!
//! The sets are numbered by the words that tell for a + 1, a + 2, ..., b whether it is in S, read as
//! binary numbers. So 512 sets that follow each other differ only in their nine largest possible elements,
//! whose lanes are the same for every such group, and what else they have is common to all of them. As
//! texts they begin alike, which is why they make small files.
//!
//! A group is given a little time ([`HASTE`]). The few sets that it leaves open are collected and packed
//! into new lanes, each amount with a mask of its own, and given more (`packed`); what is open after that
//! is computed alone, in two machine words, however long it takes. If cycles are wanted, the sets that are
//! found to repeat are packed in much the same way, those of a period together ([`repeating`]).

pub mod chunk;
pub mod names;
pub mod repeating;

use crate::game::{Cycle, Game, MOST};
use crate::lanes::{LANE_BITS, LANES, Lanes};
use crate::packed::Packed;
use crate::slices::{Bundle, Decided, Patience, Slices};
use crate::vector::{self, OnLanes, Vector, Width};
use repeating::{Packing, Repeating};

/// How long a group is computed, in windows of its largest amount; found by trying.
pub const HASTE: Patience = Patience { first: 4, again: 1, looks: 1, enough: 0 };

/// Every S with this least element inside {min..max}.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LrNim {
    pub min: u32,
    pub max: u32,
}

impl LrNim {
    pub fn new(min: u32, max: u32) -> Result<LrNim, String> {
        match (min, max) {
            (0 | 1, _) => Err(format!(
                "in lr-nim every amount is at least 2, for 1 would leave only the heap 0 stuck; \
                 min {min} has no sets"
            )),
            _ if min > max => {
                Err(format!("min {min} is greater than max {max}: there are no sets"))
            }
            _ if max > MOST => Err(format!(
                "max {max} is too large: the windows of the census are machine words, for amounts up \
                 to {MOST}"
            )),
            _ => Ok(LrNim { min, max }),
        }
    }

    /// How many elements are free to be in or out.
    pub fn free(&self) -> u32 {
        self.max - self.min
    }

    pub fn total(&self) -> u64 {
        1 << self.free()
    }

    /// The set with that number, bit s for s.
    pub fn set(&self, number: u64) -> u64 {
        number.reverse_bits() >> (63 - self.max) | 1 << self.min
    }

    /// The amounts of the set with that number.
    fn amounts(&self, number: u64, amounts: &mut Vec<u32>) {
        let mut rest = self.set(number);
        amounts.clear();
        while rest != 0 {
            amounts.push(rest.trailing_zeros());
            rest &= rest - 1;
        }
    }

    /// The lanes of a group that are sets: all of them, unless there are fewer sets than lanes.
    fn lanes(&self) -> usize {
        LANES.min(self.total() as usize)
    }
}

/// What is done with the sets of a part. Every set is either in a group's `decided`, or it comes alone.
pub trait Wanted {
    /// Are cycles wanted, or only who is L for ever?
    const CYCLES: bool;

    /// The group from `first` on: who is decided, and who of them is L for ever.
    fn group(&mut self, first: u64, left: Lanes, decided: Lanes);

    /// The sets of the group that are L for ever, and from which heap on, as the bits of numbers; only if
    /// cycles are wanted.
    fn left_from<V: Vector>(&mut self, first: u64, left: Lanes, preperiods: &[Lanes; 8]);

    /// Sets of groups that repeat otherwise, some time later; only if cycles are wanted.
    fn periodic(&mut self, sets: &Repeating);

    /// The same sets, with a preperiod and a period that some of them have: before the above.
    fn periodic_from(
        &mut self,
        _number: impl Fn(usize) -> u64,
        _period: u32,
        _preperiod: u32,
        _lanes: Lanes,
    ) {
    }

    /// A set that was open when its group came.
    fn alone(&mut self, number: u64, cycle: &Cycle);
}

/// Decides sets, one part of the family after the other, and uses its memory again for each.
pub struct Decider {
    width: Width,
    common: Common,
    slices: Slices,
    packed: Packed,
    cycles: Box<[Cycle; LANES]>,
    amounts: Vec<u32>,
    open: Vec<u64>,
    repeating: Packing,
}

/// What all groups have in common.
struct Common {
    family: LrNim,
    /// The largest possible amounts, each with the lanes that have it.
    some: Vec<(u32, Lanes)>,
    stuck: Vec<(Lanes, Lanes)>,
}

impl Decider {
    pub fn new(family: LrNim, width: Width) -> Decider {
        let low = family.free().min(LANE_BITS);
        let ends = Game::lr_nim(0);
        let whole =
            |word: u64, heap: u32| if word >> heap & 1 == 1 { Lanes::ALL } else { Lanes::NONE };
        let stuck = |heap| (whole(ends.right_loses, heap), whole(ends.left_loses, heap));
        Decider {
            width,
            common: Common {
                family,
                some: (0..low).map(|bit| (family.max - bit, Lanes::with_bit(bit))).collect(),
                stuck: (0..family.min).map(stuck).collect(),
            },
            slices: Slices::default(),
            packed: Packed::default(),
            cycles: Box::new([Cycle::default(); LANES]),
            amounts: Vec::new(),
            open: Vec::with_capacity(2 * LANES),
            repeating: Packing::default(),
        }
    }

    /// Decides every set of a part: so many, a power of two and a whole number of groups if there is more
    /// than one, from a multiple of it on.
    pub fn part<W: Wanted>(&mut self, first: u64, count: u64, wanted: &mut W) {
        debug_assert!(count.is_power_of_two() && first.is_multiple_of(count));
        vector::run(self.width, Part { decider: self, first, count, wanted });
    }
}

struct Part<'p, W> {
    decider: &'p mut Decider,
    first: u64,
    count: u64,
    wanted: &'p mut W,
}

impl<W: Wanted> OnLanes for Part<'_, W> {
    type Result = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        let Part { decider, first, count, wanted } = self;
        let family = decider.common.family;
        let size = family.lanes();
        for group in (first..first + count).step_by(size) {
            let decided = decider.group::<V>(group, Lanes::first(size));
            wanted.group(group, decided.left, decided.left | decided.periodic);
            if W::CYCLES {
                let preperiods = decider.slices.left_from_in_bits::<V>(decided.left, family.max);
                wanted.left_from::<V>(group, decided.left, &preperiods);
                decider.repeating.push((group - first) as u32, decider.slices.periods());
            }
            decided.open.for_each(|lane| decider.open.push(group + lane as u64));
            if decider.open.len() >= LANES {
                decider.pack::<V, W>(wanted);
            }
        }
        if W::CYCLES {
            decider.repeating::<V, W>(first, count, wanted);
        }
        while !decider.open.is_empty() {
            decider.pack::<V, W>(wanted);
        }
    }
}

impl Decider {
    #[inline(always)]
    fn group<V: Vector>(&mut self, group: u64, wanted: Lanes) -> Decided {
        let Common { family, some, stuck } = &self.common;
        family.amounts(group, &mut self.amounts);
        let bundle = Bundle { most: family.max, common: &self.amounts, some, wanted, stuck };
        self.slices.decide::<V>(&bundle, HASTE)
    }

    /// Finds the cycles of all sets of a part that are known to repeat.
    #[inline(always)]
    fn repeating<V: Vector, W: Wanted>(&mut self, first: u64, count: u64, wanted: &mut W) {
        let Common { family, stuck, .. } = &self.common;
        family.amounts(first, &mut self.amounts);
        let part = repeating::Part {
            first,
            bits: count.ilog2(),
            most: family.max,
            common: &self.amounts,
            stuck,
        };
        self.repeating.find_all::<V, W>(&mut self.slices, &part, wanted);
    }

    /// Decides up to 512 of the open sets.
    #[inline(always)]
    fn pack<V: Vector, W: Wanted>(&mut self, wanted: &mut W) {
        let family = self.common.family;
        let rest = self.open.len().saturating_sub(LANES);
        let some = &self.open[rest..];
        let games = some.iter().map(|&number| Game::lr_nim(family.set(number)));
        self.packed.decide::<V>(&mut self.slices, games, &mut self.cycles);
        let decided = some.iter().zip(self.cycles.iter());
        decided.for_each(|(&number, cycle)| wanted.alone(number, cycle));
        self.open.truncate(rest);
    }
}
