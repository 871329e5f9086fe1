//! What a census comes to: exact counts and distributions, and the games that hold records.
//!
//! A tally of a part is a pure function of the part, and tallies are merged in any order: counts add up,
//! and of the records the greatest are kept, equal ones in the order of the census.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// What the games of a census are distributed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// The least period.
    Period,
    /// The least preperiod.
    Preperiod,
    /// What a period consists of, or what is known of a regularity.
    Class,
    /// The largest element of the set.
    Max,
    /// What is added from one period to the next.
    Saltus,
    /// The largest nim-value.
    Value,
}

impl Key {
    /// All of them.
    pub const EVERY: [Key; 6] =
        [Key::Period, Key::Preperiod, Key::Class, Key::Max, Key::Saltus, Key::Value];

    /// Its name, which is that of a column.
    pub fn name(self) -> &'static str {
        match self {
            Key::Period => "period",
            Key::Preperiod => "preperiod",
            Key::Class => "class",
            Key::Max => "max",
            Key::Saltus => "saltus",
            Key::Value => "value",
        }
    }

    /// The key of that name.
    pub fn from_name(name: &str) -> Option<Key> {
        Key::EVERY.into_iter().find(|key| key.name() == name)
    }
}

/// How many games, and how many of them are L for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many games.
    pub games: u64,
    /// How many of them are L for ever.
    pub left: u64,
}

impl Count {
    /// Counts others as well.
    pub fn add(&mut self, other: Count) {
        self.games += other.games;
        self.left += other.left;
    }
}

/// A game that is far out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// How far.
    pub value: u64,
    /// The place of the game in the census.
    pub number: u64,
}

impl Record {
    /// Comes this one first?
    #[inline(always)]
    pub fn beats(&self, other: &Record) -> bool {
        self.value > other.value || self.value == other.value && self.number < other.number
    }
}

/// What was counted, and who holds the records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All games.
    pub all: Count,
    /// The games by what they have of each key.
    pub groups: BTreeMap<Key, BTreeMap<u64, Count>>,
    /// The games that have most of each key, the first first.
    pub records: BTreeMap<Key, Vec<Record>>,
}

impl Tally {
    /// Counts a game in a group.
    pub fn count(&mut self, key: Key, value: u64, count: Count) {
        if count != Count::default() {
            self.groups.entry(key).or_default().entry(value).or_default().add(count);
        }
    }

    /// A game for the records, of which so many are kept.
    pub fn record(&mut self, key: Key, record: Record, top: usize) {
        let records = self.records.entry(key).or_default();
        let rank = |r: &Record| (std::cmp::Reverse(r.value), r.number);
        let place = records.partition_point(|kept| rank(kept) < rank(&record));
        if place < top {
            records.insert(place, record);
            records.truncate(top);
        }
    }

    /// The last of the records that are kept, which a further one has to beat; as long as there is room,
    /// one that every game beats.
    pub fn bar(&self, key: Key, top: usize) -> Record {
        match self.records.get(&key) {
            Some(records) if records.len() >= top => records.last().cloned(),
            _ => None,
        }
        .unwrap_or(Record { value: 0, number: u64::MAX })
    }

    /// Both together, with so many records of each key.
    pub fn merge(mut self, other: Tally, top: usize) -> Tally {
        self.all.add(other.all);
        for (key, groups) in other.groups {
            for (value, count) in groups {
                self.count(key, value, count);
            }
        }
        for (key, records) in other.records {
            for record in records {
                self.record(key, record, top);
            }
        }
        self
    }

    /// As it is kept in a file.
    pub fn to_json(&self) -> Value {
        let count = |c: &Count| json!([c.games, c.left]);
        let groups = self.groups.iter().map(|(key, groups)| {
            let rows = groups.iter().map(|(value, c)| json!([value, c.games, c.left]));
            (key.name().to_string(), rows.collect::<Value>())
        });
        let records = self.records.iter().map(|(key, records)| {
            let rows = records.iter().map(|record| json!([record.value, record.number]));
            (key.name().to_string(), rows.collect::<Value>())
        });
        json!({
            "all": count(&self.all),
            "groups": groups.collect::<serde_json::Map<_, _>>(),
            "records": records.collect::<serde_json::Map<_, _>>(),
        })
    }

    /// The tally that was written, if nothing is missing.
    pub fn from_json(value: &Value) -> Option<Tally> {
        let number = |value: &Value, at: usize| value.get(at)?.as_u64();
        let all = value.get("all")?;
        let mut tally = Tally {
            all: Count { games: number(all, 0)?, left: number(all, 1)? },
            ..Tally::default()
        };
        for (key, rows) in value.get("groups")?.as_object()? {
            let groups = tally.groups.entry(Key::from_name(key)?).or_default();
            for row in rows.as_array()? {
                let count = Count { games: number(row, 1)?, left: number(row, 2)? };
                groups.insert(number(row, 0)?, count);
            }
        }
        for (key, rows) in value.get("records")?.as_object()? {
            let records = tally.records.entry(Key::from_name(key)?).or_default();
            for row in rows.as_array()? {
                records.push(Record { value: number(row, 0)?, number: number(row, 1)? });
            }
        }
        Some(tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(numbers: &[u64]) -> Tally {
        let mut tally = Tally::default();
        for &number in numbers {
            let count = Count { games: 1, left: number % 2 };
            tally.all.add(count);
            tally.count(Key::Period, number % 3, count);
            tally.record(Key::Period, Record { value: number % 3, number }, 4);
        }
        tally
    }

    #[test]
    fn tallies_are_merged_in_any_order() {
        let whole = tally(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let (a, b, c) = (tally(&[5, 1, 9]), tally(&[2, 8]), tally(&[7, 3, 6, 4]));
        assert_eq!(a.clone().merge(b.clone(), 4).merge(c.clone(), 4), whole);
        assert_eq!(c.merge(b, 4).merge(a, 4), whole);
        let numbers: Vec<u64> = whole.records[&Key::Period].iter().map(|r| r.number).collect();
        assert_eq!(numbers, [2, 5, 8, 1]);
    }

    #[test]
    fn tallies_are_read_as_they_were_written() {
        let whole = tally(&[1, 2, 3, 4, 5]);
        assert_eq!(Tally::from_json(&whole.to_json()), Some(whole));
        assert_eq!(Tally::from_json(&json!({ "all": [1] })), None);
    }
}
