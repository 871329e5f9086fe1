//! The columns and counts of games whose cycles are known.
//!
//! A cycle without its preperiod is a *kind*, and there are few kinds: a row is a preperiod and the number
//! of its kind ([`pages`]).

pub mod pages;

use std::collections::HashMap;

use crate::game::{Class, Cycle};
use crate::tally::{Count, Key, Record, Tally};
use sprague_columns::{Column, Kind};

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

/// The number of the kind that is all L.
pub const LEFT: u32 = 0;

/// The kinds that have occurred, and how often.
pub struct Kinds {
    numbers: HashMap<[u32; 4], u32>,
    /// The last kind with that hash: its counts in one word, and its number.
    lately: Vec<(u64, u32)>,
    /// Cycles whose preperiod is of no account.
    pub kinds: Vec<Cycle>,
    games: Vec<u64>,
}

/// How many bits of a hash are looked at.
const HASH: u32 = 12;

impl Default for Kinds {
    fn default() -> Self {
        // No kind has no outcomes.
        let lately = vec![(0, 0); 1 << HASH];
        let mut kinds = Kinds { numbers: HashMap::new(), lately, kinds: vec![], games: vec![] };
        kinds.number(&Cycle::left(0), 0);
        kinds
    }
}

impl Kinds {
    /// The number of a cycle's kind; counts so many games of it.
    #[inline(always)]
    pub fn number(&mut self, cycle: &Cycle, games: u64) -> u32 {
        // The counts say the period: they add up to it.
        let [l, r, n, p] = cycle.counts.map(u64::from);
        let word = l | r << 16 | n << 32 | p << 48;
        let place = (word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - HASH)) as usize;
        let number = match self.lately[place] {
            (same, number) if same == word && cycle.period < 1 << 16 => number,
            _ => self.look_up(cycle, word, place),
        };
        self.games[number as usize] += games;
        number
    }

    /// Counts games that are all L.
    #[inline(always)]
    pub fn left(&mut self, games: u64) {
        self.games[LEFT as usize] += games;
    }

    #[cold]
    fn look_up(&mut self, cycle: &Cycle, word: u64, place: usize) -> u32 {
        let next = self.kinds.len() as u32;
        let number = *self.numbers.entry(cycle.counts).or_insert(next);
        if number == next {
            self.kinds.push(Cycle { preperiod: 0, ..*cycle });
            self.games.push(0);
        }
        // Other counts may have the word of a long period.
        if cycle.period < 1 << 16 {
            self.lately[place] = (word, number);
        }
        number
    }
}

/// Counts of cycles; lists, not maps, as long as values are small.
pub struct CycleTally {
    tally: Tally,
    top: usize,
    /// What further records have to beat, of period and preperiod.
    bars: [Record; 2],
    preperiods: Vec<Count>,
    by_max: [Count; 64],
    pub kinds: Kinds,
}

/// Values from here on are counted in a map.
const FEW: usize = 1 << 16;
/// What records are kept of.
const RECORDS: [Key; 2] = [Key::Period, Key::Preperiod];

impl CycleTally {
    pub fn new(top: usize) -> CycleTally {
        CycleTally {
            tally: Tally::default(),
            top,
            bars: RECORDS.map(|key| Tally::default().bar(key, top)),
            preperiods: Vec::new(),
            by_max: [Count::default(); 64],
            kinds: Kinds::default(),
        }
    }

    /// Counts a game and gives the number of its kind.
    #[inline]
    pub fn game(&mut self, number: u64, cycle: &Cycle, max: u32) -> u32 {
        let count = Count { games: 1, left: u64::from(cycle.class() == Class::AllL) };
        self.by_max[max as usize & 63].add(count);
        self.count_preperiod(cycle.preperiod, count);
        self.rank(number, [cycle.period, cycle.preperiod]);
        self.kinds.number(cycle, 1)
    }

    /// Many games with this period and preperiod, and their numbers in case of a record; their kinds and their
    /// largest amounts are counted with others.
    #[inline]
    pub fn many(&mut self, values: [u32; 2], count: Count, numbers: impl Fn(&mut dyn FnMut(u64))) {
        self.count_preperiod(values[1], count);
        if (0..2).any(|i| u64::from(values[i]) >= self.bars[i].value) {
            numbers(&mut |number| self.rank(number, values));
        }
    }

    pub fn count_max(&mut self, max: u32, count: Count) {
        self.by_max[max as usize & 63].add(count);
    }

    #[inline]
    fn count_preperiod(&mut self, preperiod: u32, count: Count) {
        match self.preperiods.get_mut(preperiod as usize) {
            Some(place) => place.add(count),
            None if (preperiod as usize) < FEW => {
                self.preperiods.resize(preperiod as usize + 1, Count::default());
                self.preperiods[preperiod as usize].add(count);
            }
            None => self.tally.count(Key::Preperiod, preperiod.into(), count),
        }
    }

    #[inline(always)]
    fn rank(&mut self, number: u64, values: [u32; 2]) {
        for (i, value) in values.into_iter().enumerate() {
            let record = Record { value: value.into(), number };
            if record.beats(&self.bars[i]) {
                self.record(i, record);
            }
        }
    }

    #[cold]
    fn record(&mut self, place: usize, record: Record) {
        let key = RECORDS[place];
        self.tally.record(key, record, self.top);
        self.bars[place] = self.tally.bar(key, self.top);
    }

    pub fn finish(self) -> Tally {
        let mut tally = self.tally;
        for (kind, &games) in self.kinds.kinds.iter().zip(&self.kinds.games) {
            let class = kind.class();
            let left = if class == Class::AllL { games } else { 0 };
            let count = Count { games, left };
            tally.all.add(count);
            tally.count(Key::Period, kind.period.into(), count);
            tally.count(Key::Class, class as u64, count);
        }
        let lists: [(Key, &[Count]); 2] =
            [(Key::Preperiod, &self.preperiods), (Key::Max, &self.by_max)];
        for (key, counts) in lists {
            for (value, &count) in counts.iter().enumerate() {
                tally.count(key, value as u64, count);
            }
        }
        tally
    }
}
