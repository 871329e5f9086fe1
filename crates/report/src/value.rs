//! Partizan values: what is known of one, the values of heaps, and the differences between them.

use serde::Serialize;
use sprague_rules::Outcome;
use sprague_value::regularity::{Regularity, Verdict};
use sprague_value::{Arena, Corner, Limit, Value};

use crate::regularity::RegularityReport;

/// Longer texts are left out of lists: the text of a value can be exponentially long.
const LONGEST_TEXT: usize = 20_000;
/// Positions of a canonical form are counted up to here.
const MOST_NODES: usize = 1_000_000;

/// What is known of one value. Games and numbers are texts in CGSuite's notation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueFacts {
    /// The canonical form; null if it is too long to write.
    pub canonical: Option<String>,
    /// Who wins.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Outcome"))]
    pub outcome: Outcome,
    /// The mean value, a number such as `3/4`.
    pub mean: String,
    /// The temperature: how much it is worth to move.
    pub temperature: String,
    /// The day on which the value is born: the length of the longest play in its canonical form.
    pub birthday: u64,
    /// The number that is reached when Left begins and play stops at numbers.
    pub left_stop: String,
    /// The number that is reached when Right begins and play stops at numbers.
    pub right_stop: String,
    /// How many different positions the canonical form has; null if there are more than a million.
    pub nodes: Option<usize>,
    /// The atomic weight; null if the game is not all small.
    pub atomic_weight: Option<String>,
    /// The reduced canonical form, up to infinitesimals; null if it is too long to write.
    pub reduced: Option<String>,
    /// The walls of the thermograph.
    pub thermograph: Walls,
}

/// The walls of a thermograph, each from the ground up: its corners as pairs of a temperature and a value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Walls {
    /// The left wall.
    pub left: Vec<(String, String)>,
    /// The right wall.
    pub right: Vec<(String, String)>,
}

/// The answer to `eval`. Of a comparison the facts are those of the difference, left side minus right side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evaluated {
    /// The expression.
    pub expression: String,
    /// Is the comparison true? Only where the expression is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    pub holds: Option<bool>,
    /// What is known of its value.
    #[serde(flatten)]
    pub facts: ValueFacts,
}

/// The value of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionValue {
    /// The ruleset.
    pub ruleset: String,
    /// The position.
    pub position: PositionWritten,
    /// What is known of its value.
    #[serde(flatten)]
    pub facts: ValueFacts,
}

/// A position: the sizes of its piles, or a board as it was written.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PositionWritten {
    /// The sizes of piles.
    Piles(Vec<u32>),
    /// A board.
    Board(String),
}

/// The values of the heaps 0, 1, 2, ...
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueSequence {
    /// The ruleset.
    pub ruleset: String,
    /// The canonical form of the heap of each size, from 0 on; null where it is too long to write.
    pub values: Vec<Option<String>>,
    /// The day on which each value is born.
    pub birthdays: Vec<u64>,
    /// What the values do for ever, as far as it is known; null if no regularity is seen. The saltus is a game.
    pub regularity: Option<RegularityReport<String>>,
    #[serde(skip)]
    seen_to: Option<usize>,
}

/// Who wins the differences of the values of the heaps n + shift and n.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Differences {
    /// The ruleset.
    pub ruleset: String,
    /// How much larger the first heap is.
    pub shift: u32,
    /// The outcome for each n, from 0 on, a letter each: L, R, N or P. P says that the two values are equal.
    pub outcomes: String,
}

impl ValueFacts {
    /// What is known of a value.
    pub fn of(arena: &mut Arena, game: Value) -> Result<ValueFacts, Limit> {
        let thermograph = arena.thermograph(game)?;
        let atomic_weight = match arena.atomic_weight(game)? {
            Some(weight) => Some(arena.text(weight)?),
            None => None,
        };
        let reduced = arena.reduced(game)?;
        let wall = |corners: &[Corner]| {
            let corner = |c: &Corner| (c.temperature.to_string(), c.value.to_string());
            corners.iter().map(corner).collect()
        };
        Ok(ValueFacts {
            canonical: arena.text(game).ok(),
            outcome: arena.outcome(game),
            mean: thermograph.mean().to_string(),
            temperature: thermograph.temperature().to_string(),
            birthday: arena.birthday(game),
            left_stop: arena.left_stop(game).to_string(),
            right_stop: arena.right_stop(game).to_string(),
            nodes: arena.nodes(game, MOST_NODES),
            atomic_weight,
            reduced: arena.text(reduced).ok(),
            thermograph: Walls {
                left: wall(thermograph.left_wall()),
                right: wall(thermograph.right_wall()),
            },
        })
    }

    /// One line a fact.
    pub fn text(&self) -> String {
        let or = |fact: &Option<String>, missing: &str| fact.clone().unwrap_or(missing.to_string());
        let too_long = "(too long to write)";
        let facts = [
            ("canonical", or(&self.canonical, too_long)),
            ("outcome", self.outcome.to_string()),
            ("mean", self.mean.clone()),
            ("temperature", self.temperature.clone()),
            ("birthday", self.birthday.to_string()),
            ("left stop", self.left_stop.clone()),
            ("right stop", self.right_stop.clone()),
            ("nodes", self.nodes.map_or(format!("more than {MOST_NODES}"), |n| n.to_string())),
            ("atomic weight", or(&self.atomic_weight, "none: not all small")),
            ("reduced", or(&self.reduced, too_long)),
        ];
        facts.iter().map(|(name, fact)| format!("{name:<14} {fact}\n")).collect()
    }
}

impl Evaluated {
    /// A few lines for a person.
    pub fn text(&self) -> String {
        let holds = self.holds.map(|holds| format!("{holds}\n\nthe difference:\n"));
        holds.unwrap_or_default() + &self.facts.text()
    }
}

impl ValueSequence {
    /// The values of the heaps, and their regularity.
    pub fn new(
        arena: &mut Arena,
        ruleset: String,
        values: &[Value],
        found: Option<Regularity>,
    ) -> Result<ValueSequence, Limit> {
        let regularity = match found {
            None => None,
            Some(found) => Some(RegularityReport::of_values(found, arena.text(found.saltus)?)),
        };
        let seen_to = found.and_then(|found| match found.verdict {
            Verdict::Holds { to } => Some(to),
            Verdict::Proved(_) => None,
        });
        let birthdays = arena.birthdays(values);
        let values = arena.texts_within(values, LONGEST_TEXT)?;
        Ok(ValueSequence { ruleset, values, birthdays, regularity, seen_to })
    }

    /// One line a heap, and what they do for ever.
    pub fn text(&self) -> String {
        let mut lines = String::new();
        let side = (self.values.len().max(1) - 1).to_string().len();
        for (n, (text, day)) in self.values.iter().zip(&self.birthdays).enumerate() {
            lines += &match text {
                Some(text) => format!("{n:>side$}  {text}\n"),
                None => format!("{n:>side$}  (too long to write; born on day {day})\n"),
            };
        }
        format!("{lines}\n{}\n", self.in_words())
    }

    /// What the sequence does for ever, as far as it is known.
    fn in_words(&self) -> String {
        let last = self.values.len().max(1) - 1;
        let Some(RegularityReport { preperiod, period, saltus, by, .. }) = &self.regularity else {
            let latest = |days: &[u64]| days.iter().max().copied().unwrap_or(0);
            let half = latest(&self.birthdays[..self.birthdays.len().div_ceil(2)]);
            let all = latest(&self.birthdays);
            return format!(
                "no period to {last}; the latest birthday is {all}, in the first half {half}"
            );
        };
        let saltus = match saltus.as_str() {
            "0" => String::new(),
            saltus => format!(" and saltus {saltus}"),
        };
        let course = format!("period {period}{saltus} from n = {preperiod} on");
        match by {
            Some(method) => format!("{course}, for ever (proved: {method})"),
            None => format!("{course}, seen to n = {}", self.seen_to.unwrap_or(last)),
        }
    }
}

impl Differences {
    /// The outcomes in lines as long as the shift, and how many are P.
    pub fn text(&self) -> String {
        let Differences { ruleset, shift, outcomes } = self;
        let to = outcomes.len().max(1) - 1;
        let mut text = format!("{ruleset}: the outcome of [n+{shift}]-[n] for n = 0 to {to}\n\n");
        let row = (*shift).clamp(1, 60) as usize;
        let side = to.to_string().len();
        for (i, line) in outcomes.as_bytes().chunks(row).enumerate() {
            text += &format!("{:>side$} | {}\n", i * row, String::from_utf8_lossy(line));
        }
        let (equal, all) = (outcomes.matches('P').count(), outcomes.len());
        text + &format!("\n[n+{shift}] = [n] for {equal} of {all} heaps\n")
    }
}
