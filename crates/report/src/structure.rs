//! What the terms of one heap show where nothing is proved: evidence, and marked as such.

use std::fmt::Write as _;

use serde::Serialize;
use sprague_discover::{Automatic, Growth, LastSeen, Near, Rare, Structure};

/// What the terms of a heap show, as far as they were computed: evidence, and no proof of anything.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Structure"))]
pub struct StructureData {
    /// The terms that were looked at: `nim-values`, or `outcomes`, where 0 stands for P and 1 for N.
    pub of: &'static str,
    /// The largest heap that was looked at. What is learned is learned from the first half of the heaps and tried on the second.
    pub to: u32,
    /// Values of the first half that the second does not have, though it often has a larger one.
    pub last_seen: Vec<LastSeenLine>,
    /// A sparse space to which few heaps belong; null if none was seen.
    pub rare: Option<RareLine>,
    /// A line along which the terms grow; null if none was seen.
    pub growth: Option<GrowthLine>,
    /// An automaton that reads the digits of a heap and tells its term, or what that has more than the line; null if none was seen.
    pub automatic: Option<AutomaticLine>,
    /// Known games that begin in the same way, those that agree furthest first.
    pub nearest: Vec<NearLine>,
}

/// A value that is no more seen.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LastSeenLine {
    /// The value.
    pub value: u32,
    /// How many heaps have it.
    pub times: usize,
    /// The largest of them.
    pub at: u32,
}

/// A sparse space to which few heaps belong.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RareLine {
    /// A value is rare if it has an even number of ones in common with this mask.
    pub mask: u32,
    /// The rare values that heaps have.
    pub values: Vec<u32>,
    /// Heaps with a rare value among the first half, from which the mask was learned, and among the second.
    pub heaps: [usize; 2],
    /// The largest of them.
    pub last: u32,
}

/// A line along which terms grow.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GrowthLine {
    /// The slope: a numerator and a denominator.
    pub slope: [u32; 2],
    /// The least and the greatest of the terms less the slope times n, rounded down.
    pub between: [i64; 2],
}

/// An automaton that tells the terms, but for some exceptions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AutomaticLine {
    /// The base of the digits, which are read from the last one on.
    pub base: u32,
    /// For each state where each digit leads; reading begins in the first.
    pub next: Vec<Vec<u32>>,
    /// The term of a heap whose digits end in a state.
    pub terms: Vec<i64>,
    /// Heaps with another term: among the first half, from which it was learned, and among the second.
    pub exceptions: [usize; 2],
    /// The largest of them.
    pub last: Option<u32>,
}

/// A known game that begins in the same way.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NearLine {
    /// The game.
    pub ruleset: String,
    /// The heap n of the game that was asked about is the heap n + shift of this one.
    pub shift: i32,
    /// The largest heap up to which they agree.
    pub agrees_to: u32,
    /// Was nothing compared beyond it?
    pub is_all: bool,
}

impl From<&Structure> for StructureData {
    fn from(seen: &Structure) -> StructureData {
        let last = |&LastSeen { value, times, at }: &LastSeen| LastSeenLine { value, times, at };
        let rare =
            |Rare { mask, values, heaps, last }: Rare| RareLine { mask, values, heaps, last };
        let line = |Growth { slope, between }: Growth| GrowthLine { slope, between };
        let automatic = |Automatic { base, next, terms, exceptions, last }: Automatic| {
            AutomaticLine { base, next, terms, exceptions, last }
        };
        let near = |Near { ruleset, shift, agrees_to, is_all }: Near| NearLine {
            ruleset,
            shift,
            agrees_to,
            is_all,
        };
        StructureData {
            of: if seen.of_outcomes { "outcomes" } else { "nim-values" },
            to: seen.to,
            last_seen: seen.last_seen.iter().map(last).collect(),
            rare: seen.rare.clone().map(rare),
            growth: seen.growth.clone().map(line),
            automatic: seen.automatic.clone().map(automatic),
            nearest: seen.nearest.iter().cloned().map(near).collect(),
        }
    }
}

/// Members of a list that are written out.
const SHOWN: usize = 6;

fn listed<T: ToString>(all: &[T]) -> String {
    let shown: Vec<String> = all.iter().take(SHOWN).map(T::to_string).collect();
    let more = if all.len() > SHOWN { ", ..." } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// `1 heap`, `2 heaps`.
fn counted(many: usize, what: &str) -> String {
    format!("{many} {what}{}", if many == 1 { "" } else { "s" })
}

impl StructureData {
    /// A line for each thing that is seen.
    pub fn text(&self) -> String {
        let StructureData { to, last_seen, rare, growth, automatic, nearest, .. } = self;
        let half = to / 2;
        let mut text = format!("evidence, seen up to heap {to} and not proved:\n");
        if let Some(RareLine { mask, values, heaps: [early, late], last }) = rare {
            let _ = writeln!(
                text,
                "  rare values, with an even number of ones in common with {mask:b} in binary: {}; {} up to {half}, {late} beyond, the \
                 last {last}",
                listed(values),
                counted(*early, "heap"),
            );
        }
        if !last_seen.is_empty() {
            let value = |LastSeenLine { value, times, at }: &LastSeenLine| match self.of {
                "outcomes" => format!("P ({}, the last {at})", counted(*times, "heap")),
                _ => format!("{value} ({}, the last {at})", counted(*times, "heap")),
            };
            let values: Vec<String> = last_seen.iter().map(value).collect();
            let _ = writeln!(text, "  no more seen beyond {half}: {}", listed(&values));
        }
        let term = if self.of == "outcomes" { "the outcome" } else { "G(n)" };
        let mut above = term.to_string();
        if let Some(GrowthLine { slope, between: [least, most] }) = growth {
            let line = match slope {
                [1, 1] => "n".to_string(),
                [numerator, 1] => format!("{numerator}n"),
                [1, denominator] => format!("floor(n/{denominator})"),
                [numerator, denominator] => format!("floor({numerator}n/{denominator})"),
            };
            above = format!("{term} - {line}");
            let _ = writeln!(text, "  growth: {above} lies between {least} and {most}");
        }
        if let Some(AutomaticLine { base, next, exceptions: [early, late], last, .. }) = automatic {
            let digits =
                if *base == 2 { "binary digits".into() } else { format!("digits in base {base}") };
            let last = last.map_or(String::new(), |last| format!(", the last {last}"));
            let _ = writeln!(
                text,
                "  digits: an automaton with {} reads {above} off the {digits} of n, learned up to {half}: {} there, {late} beyond{last}",
                counted(next.len(), "state"),
                counted(*early, "exception"),
            );
        }
        for NearLine { ruleset, shift, agrees_to, is_all } in nearest {
            let partner = match shift {
                0 => String::new(),
                h if *h > 0 => format!(", heap n here being n + {h} there,"),
                h => format!(", heap n here being n - {} there,", -h),
            };
            let end = if *is_all { ", and no further was compared" } else { "" };
            let _ = writeln!(text, "  near: {ruleset}{partner} agrees up to heap {agrees_to}{end}");
        }
        text
    }
}
