//! What is asked of one heap beside its sequence: nim-sets, and which known game it is.

use std::fmt::{self, Display};

use serde::Serialize;
use sprague_sequence::{Identification, Match};

use crate::regularity::Known;

/// The nim-values of all splits of a heap into some number of heaps.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NimSets {
    /// The ruleset.
    pub ruleset: String,
    /// How many heaps, none of them empty, a heap is split into.
    pub parts: u16,
    /// In place n: the nim-values of the splits of n, in increasing order; none if n cannot be split.
    pub sets: Vec<Vec<u32>>,
}

impl NimSets {
    /// One line a heap, written while it is read: there may be many.
    pub fn text(&self) -> impl Display {
        fmt::from_fn(|f| {
            self.sets.iter().enumerate().try_for_each(|(n, set)| {
                write!(f, "{n}: {{")?;
                for (place, value) in set.iter().enumerate() {
                    write!(f, "{}{value}", if place > 0 { "," } else { "" })?;
                }
                f.write_str("}\n")
            })
        })
    }
}

/// The known games that have the same nim-values.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Identified {
    /// The ruleset that was asked about.
    pub ruleset: String,
    /// The largest heap whose nim-value was computed.
    pub to: u32,
    /// The games, the simplest first.
    pub matches: Vec<MatchLine>,
    /// Families in which more games agree than are listed.
    pub more: Vec<MoreMatches>,
}

/// A game with the same nim-values.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchLine {
    /// The game.
    pub ruleset: String,
    /// The heap n of the game that was asked about is the heap n + shift of this one.
    pub shift: i32,
    /// The largest heap that was compared; null if the sequences are the same for all heaps.
    pub agrees_to: Option<u32>,
    /// Are they proved to be the same for all heaps, or as far as was compared?
    pub verdict: Known,
}

/// Games that agree and are not listed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoreMatches {
    /// What they are, such as `octal codes`.
    pub family: &'static str,
    /// How many there are.
    pub count: usize,
    /// The largest heap that was compared.
    pub agree_to: u32,
}

impl From<&Match> for MatchLine {
    fn from(found: &Match) -> MatchLine {
        let verdict = if found.agrees_to.is_none() { Known::Proved } else { Known::Holds };
        let (ruleset, shift, agrees_to) = (found.ruleset.clone(), found.shift, found.agrees_to);
        MatchLine { ruleset, shift, agrees_to, verdict }
    }
}

impl Identified {
    /// What was found for a ruleset whose heaps up to `to` are known.
    pub fn new(ruleset: &str, to: u32, found: &Identification) -> Identified {
        let more = found.more.iter().map(|(family, count)| MoreMatches {
            family: family.plural(),
            count: *count,
            agree_to: found.more_to,
        });
        Identified {
            ruleset: ruleset.to_string(),
            to,
            matches: found.matches.iter().map(MatchLine::from).collect(),
            more: more.collect(),
        }
    }

    /// A few lines for a person.
    pub fn text(&self) -> String {
        let Identified { ruleset, to, matches, more } = self;
        if matches.is_empty() {
            return format!("{ruleset}: like no game that is known here, heaps up to {to}\n");
        }
        let mut text = format!("{ruleset}, one heap, has the nim-values of\n");
        let width = matches.iter().map(|m| m.ruleset.len()).max().unwrap_or(0);
        text.extend(matches.iter().map(|m| format!("  {:width$}  {}\n", m.ruleset, m.in_words())));
        text.extend(more.iter().map(|MoreMatches { family, count, agree_to }| {
            format!("more {family} that agree up to heap {agree_to}: {count}\n")
        }));
        text
    }
}

impl MatchLine {
    fn in_words(&self) -> String {
        let partner = match self.shift {
            0 => String::new(),
            h if h > 0 => format!("heap n here is n + {h} there: "),
            h => format!("heap n here is n - {} there: ", -h),
        };
        match self.agrees_to {
            None => format!("{partner}proved for all heaps"),
            Some(to) => format!("{partner}agrees up to heap {to}"),
        }
    }
}
