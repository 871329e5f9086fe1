//! The columns and counts of games whose cycles are known.

use crate::game::{Class, Cycle};
use crate::table::encode::Numbers;
use crate::table::{Column, EncodedColumn, Kind};
use crate::tally::{Count, Key, Record, Tally};

/// The columns of a cycle: where it begins, how long it is, what it consists of.
pub const CYCLES: [Column; 7] = [
    ("preperiod", Kind::Number),
    ("period", Kind::Number),
    ("class", Kind::Text),
    ("cycle_l", Kind::Number),
    ("cycle_r", Kind::Number),
    ("cycle_n", Kind::Number),
    ("cycle_p", Kind::Number),
];

/// The names of the classes, in their order.
pub const CLASSES: [&str; 5] = ["all-L", "all-R", "all-N", "all-P", "mixed"];

/// These columns, page by page.
pub struct CycleColumns {
    preperiod: Numbers,
    period: Numbers,
    class: Numbers,
    counts: [Numbers; 4],
}

impl Default for CycleColumns {
    fn default() -> Self {
        CycleColumns {
            preperiod: Numbers::new(),
            period: Numbers::new(),
            class: Numbers::named(&CLASSES),
            counts: Default::default(),
        }
    }
}

impl CycleColumns {
    pub fn page(&mut self, cycles: &[Cycle]) {
        self.preperiod.page(cycles.iter().map(|cycle| cycle.preperiod));
        self.period.page(cycles.iter().map(|cycle| cycle.period));
        self.class.page(cycles.iter().map(|cycle| cycle.class() as u32));
        for (place, column) in self.counts.iter_mut().enumerate() {
            column.page(cycles.iter().map(|cycle| cycle.counts[place]));
        }
    }

    pub fn finish(self) -> impl Iterator<Item = EncodedColumn> {
        let columns = [self.preperiod, self.period, self.class].into_iter().chain(self.counts);
        columns.map(Numbers::finish)
    }
}

/// Counts of cycles; lists, not maps, as long as values are small.
pub struct CycleTally {
    tally: Tally,
    periods: Vec<Count>,
    preperiods: Vec<Count>,
    classes: [Count; 5],
    by_max: [Count; 64],
}

impl Default for CycleTally {
    fn default() -> Self {
        CycleTally {
            tally: Tally::default(),
            periods: Vec::new(),
            preperiods: Vec::new(),
            classes: Default::default(),
            by_max: [Count::default(); 64],
        }
    }
}

/// Values from here on are counted in a map.
const FEW: usize = 1 << 16;

fn count(list: &mut Vec<Count>, tally: &mut Tally, key: Key, value: u32, count: Count) {
    match list.get_mut(value as usize) {
        Some(place) => place.add(count),
        None if (value as usize) < FEW => {
            list.resize(value as usize + 1, Count::default());
            list[value as usize].add(count);
        }
        None => tally.count(key, value.into(), count),
    }
}

impl CycleTally {
    /// Games that follow each other, from the one with that number on; `max` gives the largest amount of
    /// each.
    pub fn page(&mut self, cycles: &[Cycle], top: usize, first: u64, max: impl Fn(u64) -> u32) {
        for (number, cycle) in (first..).zip(cycles) {
            let class = cycle.class();
            let one = Count { games: 1, left: u64::from(class == Class::AllL) };
            count(&mut self.periods, &mut self.tally, Key::Period, cycle.period, one);
            count(&mut self.preperiods, &mut self.tally, Key::Preperiod, cycle.preperiod, one);
            self.classes[class as usize].add(one);
            self.by_max[max(number) as usize & 63].add(one);
        }
        let keys =
            [(Key::Period, Cycle::period as fn(&Cycle) -> u32), (Key::Preperiod, Cycle::preperiod)];
        for (key, value) in keys {
            let mut bar = self.tally.bar(key, top);
            for (number, cycle) in (first..).zip(cycles) {
                let value = u64::from(value(cycle));
                if value > bar || bar == 0 {
                    self.tally.record(key, Record { value, number }, top);
                    bar = self.tally.bar(key, top);
                }
            }
        }
    }

    pub fn finish(self) -> Tally {
        let mut tally = self.tally;
        let lists: [(Key, &[Count]); 4] = [
            (Key::Period, &self.periods),
            (Key::Preperiod, &self.preperiods),
            (Key::Class, &self.classes),
            (Key::Max, &self.by_max),
        ];
        for (key, counts) in lists {
            for (value, &count) in counts.iter().enumerate() {
                tally.count(key, value as u64, count);
            }
        }
        self.classes.into_iter().for_each(|count| tally.all.add(count));
        tally
    }
}
