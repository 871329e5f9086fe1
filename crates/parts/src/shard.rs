//! Which chunks a shard has, and lists of shards as schedulers write them.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// One of so many shards of a job, from 0 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which one.
    pub index: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// The chunks that it has, of so many: shards of nearly the same size that follow each other, some perhaps empty.
    pub fn chunks(&self, all: u64) -> Range<u64> {
        let place = |index: u64| (u128::from(index) * u128::from(all) / u128::from(self.of)) as u64;
        place(self.index)..place(self.index + 1)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let wrong = || "write a shard as I/N, such as 0/64: the first of 64".to_string();
        let (index, of) = text.split_once('/').ok_or_else(wrong)?;
        let [index, of] = [index, of].map(|number| number.trim().parse::<u64>());
        match (index, of) {
            (Ok(_), Ok(0)) => Err("there are no shards of 0".into()),
            (Ok(index), Ok(of)) if index < of => Ok(Shard { index, of }),
            (Ok(index), Ok(of)) => {
                Err(format!("{of} shards are numbered 0 to {}: there is no {index}", of - 1))
            }
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// Some of so many shards: `3/64`, or as [`numbers`] writes them, `12,40-43/64`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shards {
    ranges: Vec<Range<u64>>,
    of: u64,
}

impl Shards {
    /// One after the other, as they are written.
    pub fn each(&self) -> impl Iterator<Item = Shard> + '_ {
        let of = self.of;
        self.ranges.iter().cloned().flatten().map(move |index| Shard { index, of })
    }
}

impl FromStr for Shards {
    type Err = String;

    fn from_str(text: &str) -> Result<Shards, String> {
        let wrong =
            || "write shards as I/N, such as 0/64, the first of 64, or 12,40-43/64".to_string();
        let (list, of) = text.split_once('/').ok_or_else(wrong)?;
        let one = |index: &str| format!("{index}/{of}").parse::<Shard>();
        let ranges = list.split(',').map(|run| {
            let (first, last) = run.split_once('-').unwrap_or((run, run));
            let [first, last] = [one(first)?, one(last)?];
            (first.index <= last.index).then_some(first.index..last.index + 1).ok_or_else(wrong)
        });
        let ranges = ranges.collect::<Result<Vec<Range<u64>>, String>>()?;
        Ok(Shards { ranges, of: one("0")?.of })
    }
}

/// Numbers in their order as `12,40-43`, which is what schedulers take for an array.
pub fn numbers(sorted: &[u64]) -> String {
    let runs = sorted.chunk_by(|one, next| one + 1 == *next);
    let text = runs.map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    text.collect::<Vec<String>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_have_every_chunk_once() {
        for all in [0, 1, 7, 64, 1000, u64::MAX] {
            for of in [1, 2, 3, 64, 97] {
                let ranges = (0..of).map(|index| Shard { index, of }.chunks(all));
                let end = ranges.fold(0, |end, range| {
                    assert_eq!(range.start, end);
                    range.end
                });
                assert_eq!(end, all);
            }
        }
    }

    #[test]
    fn shards_are_read_and_nonsense_is_not() {
        assert_eq!("3/64".parse(), Ok(Shard { index: 3, of: 64 }));
        for wrong in ["3", "64/64", "0/0", "-1/3", "a/b", "1/2/3", "/"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_missing_can_be_asked_for_as_it_is_written() {
        let each = |text: &str| -> Vec<String> {
            text.parse::<Shards>().unwrap().each().map(|shard| shard.to_string()).collect()
        };
        assert_eq!(each("3/4"), ["3/4"]);
        assert_eq!(each("12,40-42/64"), ["12/64", "40/64", "41/64", "42/64"]);
        for wrong in
            ["3", "0-4/4", "2-1/4", "-1/3", "1-/3", ",/3", "1,,2/3", "/3", "0/0", "1-2-3/9"]
        {
            assert!(wrong.parse::<Shards>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_written_in_runs() {
        assert_eq!(numbers(&[12, 40, 41, 42, 43]), "12,40-43");
        assert_eq!(numbers(&[]), "");
        assert_eq!(numbers(&[0, 1, 5]), "0-1,5");
    }
}
