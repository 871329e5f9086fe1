//! What a census comes to.

use serde::Serialize;
use sprague_census::tally::Count;
use sprague_census::{Family, Key, Summary, Tally};

use crate::named::Named;
use crate::picture::bars::{Bars, Height, Panel};

/// Counts of a whole family of games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CensusReport {
    /// The family, as the command names it.
    pub census: String,
    /// How many games it has.
    pub total: u64,
    /// How many of them Left wins from some heap on, whoever moves; only of games that end with Left or Right.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub eventually_left: Option<u64>,
    /// How long it took.
    pub seconds: f64,
    /// With `--group-by`: for each key (`period`, `preperiod`, `class`, `max`, `saltus`, `value`) the groups of games
    /// that agree in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Named<Vec<Group>>"))]
    pub groups: Option<Named<Vec<Group>>>,
    /// With `--top`: the games with the greatest value of the key that `--by` names, the greatest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<TopGame>"))]
    pub top: Option<Vec<TopGame>>,
    #[serde(skip)]
    by: &'static str,
}

/// The games that agree in a key. Beside the counts there is one field, which is called as the key is and holds what the
/// games of this group have there: a number, the name of a class, or null where it is not known.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Group {
    /// The key.
    #[serde(flatten)]
    pub key: Named<Option<Label>>,
    /// How many games are in the group.
    pub games: u64,
    /// How many of them Left wins from some heap on, whoever moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub eventually_left: Option<u64>,
    #[serde(skip)]
    label: String,
}

/// What the games of a group have in common: a number, or the name of a class.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Label {
    /// A number.
    Number(u64),
    /// The name of a class.
    Class(String),
}

/// A game that holds a record. Beside the ruleset there is one field, which is called as the key is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopGame {
    /// The game.
    pub ruleset: String,
    /// The key.
    #[serde(flatten)]
    pub key: Named<u64>,
}

impl CensusReport {
    /// The counts of a family, grouped by some keys, perhaps with the games that are first by one.
    pub fn new(
        family: &Family,
        tally: &Tally,
        group_by: &[Key],
        top_by: Option<Key>,
        seconds: f64,
    ) -> CensusReport {
        let left = |count: &Count| family.has_outcomes().then_some(count.left);
        let group = |key: Key, value: u64, count: &Count| {
            let label = family.label(key, value);
            let known = match label.parse() {
                Ok(number) => Some(Label::Number(number)),
                Err(_) if key == Key::Class => Some(Label::Class(label.clone())),
                Err(_) => None,
            };
            let key = Named::one(key.name(), known);
            Group { key, games: count.games, eventually_left: left(count), label }
        };
        let mut groups: Vec<(String, Vec<Group>)> = Vec::new();
        for &key in group_by {
            // A key that is named twice is answered once.
            if groups.iter().all(|(name, _)| name != key.name()) {
                let all = tally.groups.get(&key).into_iter().flatten();
                let all = all.map(|(&value, count)| group(key, value, count));
                groups.push((key.name().to_string(), all.collect()));
            }
        }
        let top = |key: Key| {
            let records = tally.records.get(&key).into_iter().flatten();
            let top = records.map(|record| TopGame {
                ruleset: family.ruleset(record.number),
                key: Named::one(key.name(), record.value),
            });
            top.collect()
        };
        CensusReport {
            census: family.name(),
            total: tally.all.games,
            eventually_left: left(&tally.all),
            seconds,
            groups: (!groups.is_empty()).then_some(Named(groups)),
            top: top_by.map(top),
            by: top_by.map_or("", Key::name),
        }
    }

    /// For a person; without the time it took, so that the same question has the same answer.
    pub fn text(&self) -> String {
        let mut text = format!("census {}: {} games\n", self.census, self.total);
        if let Some(left) = self.eventually_left {
            let share = 100.0 * left as f64 / self.total.max(1) as f64;
            text += &format!("L from some heap on: {left} ({share:.2} %)\n");
        }
        for (key, groups) in self.groups.iter().flat_map(|groups| &groups.0) {
            text += &format!("\n{key:>10} {:>14}", "games");
            text += if self.eventually_left.is_some() { " all L for ever\n" } else { "\n" };
            for group in groups {
                text += &format!("{:>10} {:>14}", group.label, group.games);
                match group.eventually_left {
                    Some(left) => text += &format!(" {left:>14}\n"),
                    None => text += "\n",
                }
            }
        }
        if let Some(top) = &self.top {
            text += &format!("\n{:>10} game\n", self.by);
            for TopGame { ruleset, key } in top {
                text.extend(key.0.iter().map(|(_, value)| format!("{value:>10} {ruleset}\n")));
            }
        }
        text
    }
}

/// A file of rows as a picture: which share of the sets is of the class that is asked about, and how many games have each period.
pub fn bars(name: &str, summary: &Summary, asked: &str) -> Bars {
    let classes = summary.classes.iter().map(|(class, count)| format!("{count} {class}"));
    let classes: Vec<String> = classes.collect();
    let shares = summary.share_by_max.iter();
    let shares: Vec<(u32, f64)> =
        shares.map(|(&max, &[asked, all])| (max, asked as f64 / all.max(1) as f64)).collect();
    let periods: Vec<(u32, f64)> =
        summary.periods.iter().map(|(&period, &count)| (period, count as f64)).collect();
    let panels = [
        Panel {
            heading: format!("share of sets that are {asked}"),
            axis: "largest element of the set".into(),
            height: Height::Share,
            bars: shares,
        },
        Panel {
            heading: "games with that period".into(),
            axis: "period".into(),
            height: Height::Count,
            bars: periods,
        },
    ];
    Bars {
        title: name.to_string(),
        subtitle: format!("{} games: {}", summary.rows, classes.join(", ")),
        panels: panels.into_iter().filter(|panel| !panel.bars.is_empty()).collect(),
    }
}
