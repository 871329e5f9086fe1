//! The sets of a part that are known to repeat, packed into new lanes in the order of their periods.
//!
//! To get at the outcomes of a few sets among 512 takes the work for all 512; so it is cheaper to compute
//! the few once more, together with those of other groups. The sets of a part differ only in their largest
//! possible elements, which are the bits of their places in it.

use std::ops::Range;

use super::{HASTE, Wanted};
use crate::game::{Cycle, MOST};
use crate::lanes::{LANES, Lanes, transpose};
use crate::slices::repeats::Repeats;
use crate::slices::{Bundle, Slices};
use crate::vector::Vector;

/// Up to 512 sets that repeat, and their cycles.
pub struct Repeating<'r> {
    /// The first set of the part, and which after that they are.
    first: u64,
    places: &'r [u32],
    /// The periods and the lanes that have them.
    periods: &'r [(u32, Range<usize>)],
    cycles: &'r Repeats,
}

impl Repeating<'_> {
    /// Calls `visit` with the number of each set and its cycle.
    #[inline(always)]
    pub fn for_each(&self, mut visit: impl FnMut(u64, &Cycle)) {
        for (period, lanes) in self.periods {
            for (&place, lane) in self.places[lanes.clone()].iter().zip(lanes.clone()) {
                visit(self.first + u64::from(place), &self.cycles.cycle(lane, *period));
            }
        }
    }
}

/// What the sets of a part have in common.
pub struct Part<'p> {
    pub first: u64,
    /// How many bits a place has.
    pub bits: u32,
    /// The largest possible amount, which is in a set if its place has the lowest bit.
    pub most: u32,
    pub common: &'p [u32],
    pub stuck: &'p [(Lanes, Lanes)],
}

/// More than the heaps of a group.
const PERIODS: usize = (HASTE.first * (MOST + 1)) as usize;

/// Sets of a part that are known to repeat, until there are no more. Its memory is used again for every part.
pub struct Packing {
    /// Where a group begins, and which of its sets have a period.
    groups: Vec<(u32, u32, Lanes)>,
    /// How many sets have each period.
    counts: [usize; PERIODS],
    places: Vec<u32>,
    periods: Vec<(u32, Range<usize>)>,
    planes: Box<[Lanes; 64]>,
    some: Vec<(u32, Lanes)>,
    cycles: Repeats,
}

impl Default for Packing {
    fn default() -> Self {
        Packing {
            groups: vec![],
            counts: [0; PERIODS],
            places: vec![],
            periods: vec![],
            planes: Box::new([Lanes::NONE; 64]),
            some: vec![],
            cycles: Repeats::default(),
        }
    }
}

impl Packing {
    #[inline(always)]
    pub fn push(&mut self, group: u32, periods: &[(u32, Lanes)]) {
        for &(period, lanes) in periods {
            self.groups.push((group, period, lanes));
            self.counts[period as usize] += lanes.count() as usize;
        }
    }

    /// Finds the cycles of all of them, in the order of their periods, and begins again.
    #[inline(always)]
    pub fn find_all<V: Vector, W: Wanted>(
        &mut self,
        slices: &mut Slices,
        part: &Part,
        wanted: &mut W,
    ) {
        let mut ends = [0; PERIODS];
        for period in 1..PERIODS {
            ends[period] = ends[period - 1] + self.counts[period - 1];
        }
        let mut places = std::mem::take(&mut self.places);
        places.resize(self.counts.iter().sum(), 0);
        for (group, period, lanes) in self.groups.drain(..) {
            let end = &mut ends[period as usize];
            lanes.for_each(|lane| {
                places[*end] = group + lane as u32;
                *end += 1;
            });
        }
        self.counts = [0; PERIODS];
        let mut period = 0;
        for (index, some) in places.chunks(LANES).enumerate() {
            self.periods.clear();
            let mut begin = 0;
            while begin < some.len() {
                let end = ends[period].saturating_sub(LANES * index).min(some.len());
                if begin < end {
                    self.periods.push((period as u32, begin..end));
                    begin = end;
                }
                if begin < some.len() {
                    period += 1;
                }
            }
            self.find::<V, W>(slices, part, some, wanted);
        }
        self.places = places;
    }

    /// Finds the cycles of up to 512 sets, which have these periods.
    #[inline(always)]
    fn find<V: Vector, W: Wanted>(
        &mut self,
        slices: &mut Slices,
        part: &Part,
        places: &[u32],
        wanted: &mut W,
    ) {
        for (lane, &place) in places.iter().take(LANES).enumerate() {
            self.planes[lane % 64].0[lane / 64] = place.into();
        }
        transpose::<V>(&mut self.planes);
        let all = Lanes::first(places.len());
        let amounts = (0..part.bits).map(|bit| (part.most - bit, self.planes[bit as usize & 63]));
        self.some.clear();
        self.some.extend(amounts.filter(|&(_, lanes)| (lanes & all).any()));
        let bundle = Bundle {
            most: part.most,
            common: part.common,
            some: &self.some,
            wanted: all,
            stuck: part.stuck,
        };
        slices.only_compute::<V>(&bundle, (HASTE.first * part.most) as usize);
        let Packing { periods, cycles, .. } = self;
        slices.repeats::<V>(part.most, periods, cycles, |period, preperiod, lanes| {
            let number = |lane: usize| part.first + u64::from(places[lane]);
            wanted.periodic_from(number, period, preperiod, lanes);
        });
        wanted.periodic(&Repeating { first: part.first, places, periods, cycles });
    }
}
