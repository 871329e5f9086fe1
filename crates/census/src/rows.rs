//! The columns and counts of games whose cycles are known.
//!
//! A cycle without its preperiod is a *kind*, and there are few kinds: a row is a preperiod and the number
//! of its kind ([`pages`]).

pub mod pages;

use std::collections::HashMap;

use crate::census::Question;
use crate::game::{Class, Cycle};
use crate::lanes::{LANES, Lanes};
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
    /// The last kind of a short period with that hash: in one word, and its number.
    lately: Vec<(u32, u32)>,
    /// Cycles whose preperiod is of no account.
    pub kinds: Vec<Cycle>,
    games: Vec<u64>,
}

/// How many bits of a hash are looked at.
const HASH: u32 = 12;

/// Periods below this have counts of one byte each.
const SHORT: u32 = 256;

impl Default for Kinds {
    fn default() -> Self {
        // No kind has the period 0.
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
        // The period and three of the counts say the fourth: they add up to it.
        let [l, r, _, p] = cycle.counts;
        let word = cycle.period | l << 8 | r << 16 | p << 24;
        let place = (word.wrapping_mul(0x9e37_79b9) >> (32 - HASH)) as usize;
        let number = match self.lately[place] {
            (same, number) if same == word && cycle.period < SHORT => number,
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
    fn look_up(&mut self, cycle: &Cycle, word: u32, place: usize) -> u32 {
        let next = self.kinds.len() as u32;
        let number = *self.numbers.entry(cycle.counts).or_insert(next);
        if number == next {
            self.kinds.push(Cycle { preperiod: 0, ..*cycle });
            self.games.push(0);
        }
        // The word of a long period may be that of others.
        if cycle.period < SHORT {
            self.lately[place] = (word, number);
        }
        number
    }
}

/// Counts of cycles; lists, not maps, as long as values are small.
pub struct CycleTally {
    tally: Tally,
    top: usize,
    /// Are preperiods to be counted?
    counts_preperiods: bool,
    /// What further records have to beat, of period and preperiod.
    bars: [Record; 2],
    preperiods: Vec<Count>,
    /// How many games that are all L have which preperiod below 256, in four parts.
    lefts: [[u64; 256]; 4],
    by_max: [Count; 64],
    pub kinds: Kinds,
}

/// Values from here on are counted in a map.
const FEW: usize = 1 << 16;
/// What records are kept of.
const RECORDS: [Key; 2] = [Key::Period, Key::Preperiod];

impl CycleTally {
    pub fn new(question: &Question) -> CycleTally {
        let top = question.top;
        CycleTally {
            tally: Tally::default(),
            top,
            counts_preperiods: question.preperiods,
            bars: RECORDS.map(|key| Tally::default().bar(key, top)),
            preperiods: Vec::new(),
            lefts: [[0; 256]; 4],
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

    /// Games from `first` on that are all L, with their preperiods; others have the preperiod 0 here. Their
    /// largest amounts are counted with others.
    #[inline(always)]
    pub fn lefts(&mut self, first: u64, left: Lanes, preperiods: &[u8; LANES]) {
        let games = left.count();
        self.kinds.left(games.into());
        if self.counts_preperiods {
            // Four parts, for a place that was counted at just before is slow to count at.
            for four in preperiods.as_chunks::<4>().0 {
                four.iter().zip(&mut self.lefts).for_each(|(&p, part)| part[usize::from(p)] += 1);
            }
            self.lefts[0][0] = self.lefts[0][0].wrapping_sub((LANES as u32 - games).into());
        }
        let most = preperiods.iter().fold(0, |most, &p| most.max(p));
        if u64::from(most) >= self.bars[1].value || self.bars[0].value <= 1 {
            left.for_each(|lane| self.rank(first + lane as u64, [1, preperiods[lane].into()]));
        }
    }

    pub fn count_max(&mut self, max: u32, count: Count) {
        self.by_max[max as usize & 63].add(count);
    }

    #[inline]
    fn count_preperiod(&mut self, preperiod: u32, count: Count) {
        if !self.counts_preperiods {
            return;
        }
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
        for preperiod in 0..256 {
            let games = self.lefts.iter().fold(0, |all, part| part[preperiod].wrapping_add(all));
            tally.count(Key::Preperiod, preperiod as u64, Count { games, left: games });
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
