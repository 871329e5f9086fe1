//! Families of games with nim-values: subtraction sets, cut-sets, octal codes.
//!
//! Each game is a ruleset of its own, whose nim-values and their regularity come from the room of
//! sequences: a regularity that is proved there is proved here. Of subtraction games more and more heaps
//! are computed until there is a proof; of the others as many as were asked for.

use std::io::Write;

use parquet::errors::ParquetError;
use sprague_rules::parse_ruleset;
use sprague_sequence::regularity::{self, Reach};
use sprague_sequence::{Regularity, Sequence, Terms, Verdict};
use sprague_solve::heaps::Subtraction;
use sprague_solve::{Budget, Watch};

use crate::census::{Chunk, Question};
use crate::game::Amounts;
use crate::lr_nim::LrNim;
use crate::tally::{Count, Key, Record, Tally};
use sprague_columns::encode::{self, Numbers};
use sprague_columns::{ChunkFile, Column, EncodedColumn, Kind};

/// What is known of a game's regularity: nothing, that it holds as far as computed, that it is proved.
pub const CLASSES: [&str; 3] = ["none", "holds", "proved"];

/// Stands for what a game without regularity does not have.
const NOTHING: u64 = u64::MAX;

/// More games than this are refused: each is a computation of its own.
const MOST_GAMES: u64 = 1 << 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kin {
    Subtract { min: u32, max: u32 },
    Cut { within: u32, size: u32 },
    Octal { digits: u32, four: bool },
}

/// A family, and up to which heap its games are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NimFamily {
    kin: Kin,
    to: u32,
}

impl NimFamily {
    /// Every S with this least element inside {min..max}.
    pub fn subtract(min: u32, max: u32, to: u32) -> Result<NimFamily, String> {
        match (min, max) {
            (0, _) => Err("taking 0 is no move: min is at least 1".into()),
            _ if min > max => {
                Err(format!("min {min} is greater than max {max}: there are no sets"))
            }
            _ if max - min > 32 => Err(format!(
                "these are 2^{} sets, each of them a computation of its own; at most 2^32 are counted",
                max - min
            )),
            _ if max > 63 => Err(format!("max {max} is too large: sets are kept as 64 bits")),
            _ => Ok(NimFamily { kin: Kin::Subtract { min, max }, to }),
        }
    }

    /// Every cut-set of that many numbers inside {1..within}.
    pub fn cut(within: u32, size: u32, to: u32) -> Result<NimFamily, String> {
        match (within, size) {
            (0, _) | (_, 0) => {
                Err("a cut-set has at least one number, and numbers from 1 on".into())
            }
            _ if size > within => Err(format!(
                "there are no {size} numbers within 1..{within}: there are no cut-sets"
            )),
            _ if within > 63 => {
                Err(format!("within {within} is too large: sets are kept as 64 bits"))
            }
            _ if choose(within, size).is_none_or(|count| count > MOST_GAMES) => {
                Err("these are too many cut-sets: at most 2^32 are counted".into())
            }
            _ => Ok(NimFamily { kin: Kin::Cut { within, size }, to }),
        }
    }

    /// Every octal code with at most so many digits after the point, and 0 or 4 before it.
    pub fn octal(digits: u32, before: u32, to: u32) -> Result<NimFamily, String> {
        match (digits, before) {
            (0, _) => Err("a code without digits has no moves".into()),
            (11.., _) => {
                Err(format!("8^{digits} codes are too many: at most 10 digits are counted"))
            }
            (_, 0 | 4) => Ok(NimFamily { kin: Kin::Octal { digits, four: before == 4 }, to }),
            _ => Err(format!(
                "before the point stands 0 or 4, not {before}: with 4 heaps may be cut in two"
            )),
        }
    }

    /// Its name, as it is asked for on the command line.
    pub fn name(&self) -> String {
        let to = self.to;
        match self.kin {
            Kin::Subtract { min, max } => format!("subtract --min {min} --max {max} --to {to}"),
            Kin::Cut { within, size } => format!("cut --within {within} --size {size} --to {to}"),
            Kin::Octal { digits, four: false } => format!("octal --digits {digits} --to {to}"),
            Kin::Octal { digits, four: true } => {
                format!("octal --digits {digits} --before 4 --to {to}")
            }
        }
    }

    /// How many games it has.
    pub fn total(&self) -> u64 {
        match self.kin {
            Kin::Subtract { min, max } => 1 << (max - min),
            Kin::Cut { within, size } => choose(within, size).expect("checked when it was made"),
            // Without digits there is the game 4.0, but no game 0.0.
            Kin::Octal { digits, four } => (1 << (3 * digits)) - u64::from(!four),
        }
    }

    /// The set with that number, as bits.
    fn set(&self, number: u64) -> Option<u64> {
        match self.kin {
            Kin::Subtract { min, max } => Some(LrNim { min, max }.set(number)),
            Kin::Cut { within, size } => Some(subset(within, size, number)),
            Kin::Octal { .. } => None,
        }
    }

    /// The set or code with that number, as a text.
    fn argument(&self, number: u64) -> String {
        let Kin::Octal { digits, four } = self.kin else {
            return Amounts(self.set(number).expect("not a code")).to_string();
        };
        let number = number + u64::from(!four);
        let after = format!("{number:0width$o}", width = digits as usize);
        let after = match after.trim_end_matches('0') {
            "" => "0",
            after => after,
        };
        format!("{}.{after}", if four { 4 } else { 0 })
    }

    /// The ruleset with that number.
    pub fn ruleset(&self, number: u64) -> String {
        let name = match self.kin {
            Kin::Subtract { .. } => "subtract",
            Kin::Cut { .. } => "cut",
            Kin::Octal { .. } => "octal",
        };
        format!("{name}({})", self.argument(number))
    }

    /// The columns of its rows.
    pub fn columns(&self) -> Vec<Column> {
        let mut columns = match self.kin {
            Kin::Octal { .. } => vec![("code", Kind::Text)],
            _ => vec![("set", Kind::Text), ("bits", Kind::Bits)],
        };
        columns.extend([
            ("preperiod", Kind::Perhaps),
            ("period", Kind::Perhaps),
            ("saltus", Kind::Perhaps),
            ("max_value", Kind::Number),
            ("class", Kind::Text),
        ]);
        columns
    }

    /// What its games can be distributed by.
    pub fn keys(&self) -> &'static [Key] {
        match self.kin {
            Kin::Octal { .. } => {
                &[Key::Period, Key::Preperiod, Key::Class, Key::Saltus, Key::Value]
            }
            _ => &Key::EVERY,
        }
    }

    /// What is known of a game.
    fn fate(&self, number: u64) -> Fate {
        let (budget, watch) = (Budget::default(), Watch::new(None));
        if let Kin::Subtract { .. } = self.kin {
            return self.subtraction(self.set(number).unwrap_or_default(), &watch);
        }
        let text = self.ruleset(number);
        let ruleset = parse_ruleset(&text).expect("the families have well-formed games");
        // What takes more memory than there is has no known regularity.
        let Ok(sequence) = Sequence::compute(&ruleset, self.to, &budget, &watch) else {
            return Fate { regularity: None, greatest: 0 };
        };
        let regularity = sequence.regularity(&ruleset);
        let Terms::NimValues(values) = sequence.terms else {
            unreachable!("the families have nim-values")
        };
        Fate { regularity, greatest: values.largest() }
    }

    /// The same for taking only, straight from the set: more and more heaps until there is a proof.
    fn subtraction(&self, set: u64, watch: &Watch) -> Fate {
        let amounts: Vec<u32> = (1..64).filter(|&amount| set >> amount & 1 == 1).collect();
        let most = set.ilog2();
        let reach = Reach::Window { length: most as usize };
        let kernel = Subtraction::new(amounts);
        let mut to = self.to.min(8 * most);
        let mut values = Vec::new();
        loop {
            kernel.extend(&mut values, to as usize, watch);
            let regularity = regularity::find(&values, true, Some(&reach));
            let proved = regularity.is_some_and(|r| matches!(r.verdict, Verdict::Proved(_)));
            if proved || to >= self.to {
                return Fate { regularity, greatest: values.into_iter().max().unwrap_or(0) };
            }
            to = to.saturating_mul(2).min(self.to);
        }
    }

    /// The tally of a chunk, with its rows written; `None` if the watch says stop.
    pub fn chunk<W: Write + Send>(
        &self,
        chunk: Chunk,
        question: &Question,
        watch: &Watch,
        rows: Option<W>,
    ) -> Result<Option<Tally>, ParquetError> {
        let mut tally = Tally::default();
        let mut fates = Vec::with_capacity(chunk.count as usize);
        for number in chunk.numbers() {
            if !watch.goes_on() {
                return Ok(None);
            }
            let fate = self.fate(number);
            let one = Count { games: 1, left: 0 };
            tally.all.add(one);
            for &key in self.keys() {
                let value = match key {
                    Key::Max => self.set(number).map_or(NOTHING, |set| set.ilog2().into()),
                    key => fate.value(key),
                };
                tally.count(key, value, one);
                if value != NOTHING && !matches!(key, Key::Class | Key::Max) {
                    tally.record(key, Record { value, number }, question.top);
                }
            }
            fates.push(fate);
            watch.advance(1);
        }
        if let Some(rows) = rows {
            let mut file = ChunkFile::new(rows, &self.columns())?;
            file.append(self.encode(chunk, &fates))?;
            file.finish()?.flush()?;
        }
        Ok(Some(tally))
    }

    fn encode(&self, chunk: Chunk, fates: &[Fate]) -> Vec<EncodedColumn> {
        let texts: Vec<String> = chunk.numbers().map(|number| self.argument(number)).collect();
        let texts = encode::texts(texts.iter().map(String::as_str));
        let mut columns = vec![EncodedColumn { dictionary: None, pages: vec![texts] }];
        let sets: Option<Vec<u64>> = chunk.numbers().map(|number| self.set(number)).collect();
        if let Some(sets) = sets {
            columns.push(EncodedColumn { dictionary: None, pages: vec![encode::words(&sets)] });
        }
        for key in [Key::Preperiod, Key::Period, Key::Saltus] {
            let values: Vec<Option<u32>> =
                fates.iter().map(|fate| u32::try_from(fate.value(key)).ok()).collect();
            let mut column = Numbers::new();
            column.page_with_gaps(&values);
            columns.push(column.finish());
        }
        let mut greatest = Numbers::new();
        greatest.page(&fates.iter().map(|fate| fate.greatest).collect::<Vec<u32>>());
        let mut class = Numbers::named(&CLASSES);
        class.page(&fates.iter().map(|fate| fate.value(Key::Class) as u32).collect::<Vec<u32>>());
        columns.extend([greatest.finish(), class.finish()]);
        columns
    }
}

/// What is known of a game: its regularity, and its largest nim-value as far as computed.
struct Fate {
    regularity: Option<Regularity>,
    greatest: u32,
}

impl Fate {
    fn value(&self, key: Key) -> u64 {
        let of = |value: fn(&Regularity) -> u64| self.regularity.as_ref().map_or(NOTHING, value);
        match key {
            Key::Period => of(|r| r.period as u64),
            Key::Preperiod => of(|r| r.preperiod as u64),
            Key::Saltus => of(|r| r.saltus as u64),
            Key::Value => self.greatest.into(),
            Key::Class => match self.regularity.map(|r| r.verdict) {
                None => 0,
                Some(Verdict::Holds { .. }) => 1,
                Some(Verdict::Proved(_)) => 2,
            },
            Key::Max => unreachable!("a matter of the set"),
        }
    }
}

/// A group's value in words.
pub fn label(value: u64) -> String {
    if value == NOTHING { "none".into() } else { value.to_string() }
}

fn choose(n: u32, k: u32) -> Option<u64> {
    (0..u64::from(k))
        .try_fold(1u64, |count, i| Some(count.checked_mul(u64::from(n) - i)? / (i + 1)))
}

/// The subset of {1..within} of that size with that number, in the order of the dictionary.
fn subset(within: u32, size: u32, mut number: u64) -> u64 {
    let (mut set, mut left) = (0, size);
    for element in 1..=within {
        if left == 0 {
            break;
        }
        let with = choose(within - element, left - 1).expect("fewer than all");
        if number < with {
            set |= 1 << element;
            left -= 1;
        } else {
            number -= with;
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_come_in_order_and_once() {
        let texts: Vec<String> = (0..6).map(|i| Amounts(subset(4, 2, i)).to_string()).collect();
        assert_eq!(texts, ["1,2", "1,3", "1,4", "2,3", "2,4", "3,4"]);
    }

    #[test]
    fn codes_come_once_and_are_read() {
        let octal = NimFamily::octal(2, 0, 10).unwrap();
        assert_eq!(octal.total(), 63);
        let codes: Vec<String> = (0..63).map(|number| octal.ruleset(number)).collect();
        assert_eq!((codes[0].as_str(), codes[62].as_str()), ("octal(0.01)", "octal(0.77)"));
        assert!(codes.contains(&"octal(0.7)".to_string()));
        let unique: std::collections::BTreeSet<&String> = codes.iter().collect();
        assert_eq!(unique.len(), 63);
        let before = NimFamily::octal(1, 4, 10).unwrap();
        let all = (0..63).map(|n| octal.ruleset(n)).chain((0..8).map(|n| before.ruleset(n)));
        for code in all {
            assert!(parse_ruleset(&code).is_ok(), "{code}");
        }
    }
}
