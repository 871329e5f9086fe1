//! `sprague identify`: which known game is this?

use std::io::Write as _;

use serde_json::{Value, json};
use sprague_sequence::{Identification, Match, identify, identify_values};

use crate::args::{Limits, PlainFormat};
use crate::failure::{Failure, Outcome};
use crate::{graphs, open, sequence, work};

/// Matches of one family that are listed for a game on graphs: codes that differ only in moves that
/// never matter are all worth seeing, for the rules of the graph tell which is meant.
const LISTED: usize = 8;

pub fn run(ruleset: &str, to: u32, format: PlainFormat, limits: &Limits) -> Outcome {
    if let Some(values) = graphs::sequence(ruleset, to, limits)? {
        let (budget, watch) = (work::budget(limits), work::watch(limits));
        let found = identify_values(ruleset, &values, None, LISTED, &budget, watch)?;
        return print(ruleset, to, &found, format);
    }
    let ruleset = open::ruleset(ruleset)?;
    if !ruleset.has_nim_values() {
        let message = format!(
            "`{}` has no nim-values, and only nim-sequences can be identified",
            ruleset.expression
        );
        return Err(Failure::Usage(message));
    }
    let terms = sequence::compute(&ruleset, to, limits)?;
    let (budget, watch) = (work::budget(limits), work::watch(limits));
    let found = work::with_progress(watch, "heaps", || identify(&ruleset, &terms, &budget, watch))?;
    print(&ruleset.expression, to, &found, format)
}

fn print(ruleset: &str, to: u32, found: &Identification, format: PlainFormat) -> Outcome {
    let mut out = std::io::stdout().lock();
    match format {
        PlainFormat::Json => writeln!(out, "{}", answer(ruleset, to, found))?,
        PlainFormat::Text => write!(out, "{}", text(ruleset, to, found))?,
    }
    Ok(())
}

fn answer(ruleset: &str, to: u32, found: &Identification) -> Value {
    let matches = found.matches.iter().map(|m| {
        json!({
            "ruleset": m.ruleset,
            "shift": m.shift,
            "agrees_to": m.agrees_to,
            "verdict": if m.agrees_to.is_none() { "proved" } else { "holds" },
        })
    });
    let more = found.more.iter().map(|(family, count)| {
        json!({ "family": family.plural(), "count": count, "agree_to": found.more_to })
    });
    json!({
        "ruleset": ruleset,
        "to": to,
        "matches": matches.collect::<Vec<Value>>(),
        "more": more.collect::<Vec<Value>>(),
    })
}

fn text(ruleset: &str, to: u32, found: &Identification) -> String {
    if found.matches.is_empty() {
        return format!("{ruleset}: like no game that is known here, heaps up to {to}\n");
    }
    let mut text = format!("{ruleset}, one heap, has the nim-values of\n");
    let width = found.matches.iter().map(|m| m.ruleset.len()).max().unwrap_or(0);
    for m in &found.matches {
        text.push_str(&format!("  {:width$}  {}\n", m.ruleset, in_words(m)));
    }
    for (family, count) in &found.more {
        let (family, far) = (family.plural(), found.more_to);
        text.push_str(&format!("more {family} that agree up to heap {far}: {count}\n"));
    }
    text
}

fn in_words(m: &Match) -> String {
    let partner = match m.shift {
        0 => String::new(),
        h if h > 0 => format!("heap n here is n + {h} there: "),
        h => format!("heap n here is n - {} there: ", -h),
    };
    match m.agrees_to {
        None => format!("{partner}proved for all heaps"),
        Some(to) => format!("{partner}agrees up to heap {to}"),
    }
}
