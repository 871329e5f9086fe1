//! The census of LR-Subtraction Nim: every S with min S = a inside {a..b}.
//!
//! The sets are numbered by the words that tell for a + 1, a + 2, ..., b whether it is in S, read as
//! binary numbers. So 512 sets that follow each other differ only in their nine largest possible elements,
//! whose lanes are the same for every such group, and what else they have is common to all of them. As
//! texts they begin alike, which is why they make small files.
//!
//! A group is given a little time ([`HASTE`]). The few sets that it leaves open are collected and packed
//! into new lanes, each amount with a mask of its own, and given more ([`crate::packed`]); what is open after that
//! is computed alone, in two machine words, however long it takes. If cycles are wanted, the sets that are
//! found to repeat are packed in the same way, those of a period together.

pub mod chunk;
pub mod names;

use crate::game::{Cycle, Game, MOST};
use crate::lanes::{LANE_BITS, LANES, Lanes};
use crate::packed::Packed;
use crate::slices::repeats::Repeats;
use crate::slices::{Bundle, Patience, Slices};
use crate::vector::{self, OnLanes, Vector, Width};

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

    /// Sets of the group that are L from that heap on; only if cycles are wanted.
    fn left_from(&mut self, first: u64, preperiod: u32, lanes: Lanes);

    /// All sets of the group that are L from some heap on have come; only if cycles are wanted.
    fn group_ends<V: Vector>(&mut self, _first: u64) {}

    /// Sets of groups that repeat otherwise, some time later: the numbers and periods of up to 512, and
    /// their cycles; only if cycles are wanted.
    fn periodic(&mut self, sets: &[(u64, u32)], cycles: &Repeats);

    /// The same sets, with a preperiod and a period that some of them have: before the above.
    fn periodic_from(&mut self, _sets: &[(u64, u32)], _period: u32, _preperiod: u32, _: Lanes) {}

    /// A set that was open when its group came.
    fn alone(&mut self, number: u64, cycle: &Cycle);
}

/// The sets with these numbers; the range begins and ends with a group.
pub struct Part<'p, W> {
    pub family: LrNim,
    pub first: u64,
    pub count: u64,
    pub wanted: &'p mut W,
}

/// Decides every set of a part.
pub fn decide<W: Wanted>(part: Part<W>, width: Width) {
    vector::run(width, part);
}

impl<W: Wanted> OnLanes for Part<'_, W> {
    type Result = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        let Part { family, first, count, wanted } = self;
        let size = family.lanes();
        let low = family.free().min(LANE_BITS);
        let some: Vec<(u32, Lanes)> =
            (0..low).map(|bit| (family.max - bit, Lanes::with_bit(bit))).collect();
        let all = Lanes::first(size);
        let ends = Game::lr_nim(0);
        let whole =
            |word: u64, heap: u32| if word >> heap & 1 == 1 { Lanes::ALL } else { Lanes::NONE };
        let stuck: Vec<(Lanes, Lanes)> = (0..family.min)
            .map(|heap| (whole(ends.right_loses, heap), whole(ends.left_loses, heap)))
            .collect();
        let (mut slices, mut packed) = (Slices::default(), Packed::default());
        let mut cycles = Box::new([Cycle::default(); LANES]);
        let mut open: Vec<u64> = Vec::with_capacity(2 * LANES);
        let mut repeating = Repeating::new();
        let mut common: Vec<u32> = Vec::new();
        for group in (first..first + count).step_by(size) {
            common.clear();
            let amounts = family.set(group);
            common.extend((family.min..=family.max).filter(|&s| amounts >> s & 1 == 1));
            let bundle = Bundle {
                most: family.max,
                common: &common,
                some: &some,
                wanted: all,
                stuck: &stuck,
            };
            let decided = slices.decide::<V>(&bundle, HASTE);
            wanted.group(group, decided.left, decided.left | decided.periodic);
            if W::CYCLES {
                slices.left_from::<V>(decided.left, family.max, |preperiod, lanes| {
                    wanted.left_from(group, preperiod, lanes);
                });
                wanted.group_ends::<V>(group);
                repeating.push(group, slices.periods());
            }
            decided.open.for_each(|lane| open.push(group + lane as u64));
            if open.len() >= LANES {
                pack::<V, W>(&mut slices, &mut packed, family, &mut open, &mut cycles, wanted);
            }
        }
        repeating.find_all::<V, W>(&mut slices, &mut packed, family, wanted);
        while !open.is_empty() {
            pack::<V, W>(&mut slices, &mut packed, family, &mut open, &mut cycles, wanted);
        }
    }
}

/// Sets that are known to repeat, until there are no more.
struct Repeating {
    /// The sets of a group that have a period.
    groups: Vec<(u64, u32, Lanes)>,
    /// How many sets have each period.
    counts: [usize; PERIODS],
    cycles: Repeats,
    periods: Vec<(u32, Lanes)>,
}

/// More than the heaps of a group.
const PERIODS: usize = (HASTE.first * (MOST + 1)) as usize;

impl Repeating {
    fn new() -> Repeating {
        let counts = [0; PERIODS];
        Repeating { groups: vec![], counts, cycles: Repeats::default(), periods: vec![] }
    }

    #[inline(always)]
    fn push(&mut self, group: u64, periods: &[(u32, Lanes)]) {
        for &(period, lanes) in periods {
            self.groups.push((group, period, lanes));
            self.counts[period as usize] += lanes.count() as usize;
        }
    }

    /// Finds the cycles of all of them, in the order of their periods.
    #[inline(always)]
    fn find_all<V: Vector, W: Wanted>(
        &mut self,
        slices: &mut Slices,
        packed: &mut Packed,
        family: LrNim,
        wanted: &mut W,
    ) {
        let mut places = [0; PERIODS];
        for period in 1..PERIODS {
            places[period] = places[period - 1] + self.counts[period - 1];
        }
        let mut sets = vec![(0, 0); self.counts.iter().sum()];
        for &(group, period, lanes) in &self.groups {
            let place = &mut places[period as usize];
            lanes.for_each(|lane| {
                sets[*place] = (group + lane as u64, period);
                *place += 1;
            });
        }
        // Now these are the places where the periods end.
        for (index, some) in sets.chunks(LANES).enumerate() {
            self.periods.clear();
            let mut begin = 0;
            while let Some(&(_, period)) = some.get(begin) {
                let end = some.len().min(places[period as usize] - LANES * index);
                self.periods.push((period, Lanes::first(end) & !Lanes::first(begin)));
                begin = end;
            }
            self.find::<V, W>(slices, packed, family, some, wanted);
        }
    }

    /// Finds the cycles of up to 512 sets, which have these periods.
    #[inline(always)]
    fn find<V: Vector, W: Wanted>(
        &mut self,
        slices: &mut Slices,
        packed: &mut Packed,
        family: LrNim,
        sets: &[(u64, u32)],
        wanted: &mut W,
    ) {
        let Repeating { cycles, periods, .. } = self;
        let games = sets.iter().map(|&(number, _)| Game::lr_nim(family.set(number)));
        let heaps = (HASTE.first * family.max) as usize;
        packed.repeats::<V>(slices, games, periods, heaps, cycles, |period, preperiod, lanes| {
            wanted.periodic_from(sets, period, preperiod, lanes);
        });
        wanted.periodic(sets, cycles);
    }
}

/// Decides up to 512 of the open sets.
#[inline(always)]
fn pack<V: Vector, W: Wanted>(
    slices: &mut Slices,
    packed: &mut Packed,
    family: LrNim,
    open: &mut Vec<u64>,
    cycles: &mut [Cycle; LANES],
    wanted: &mut W,
) {
    let rest = open.len().saturating_sub(LANES);
    let some = &open[rest..];
    let games = some.iter().map(|&number| Game::lr_nim(family.set(number)));
    packed.decide::<V>(slices, games, cycles);
    some.iter().zip(cycles.iter()).for_each(|(&number, cycle)| wanted.alone(number, cycle));
    open.truncate(rest);
}
