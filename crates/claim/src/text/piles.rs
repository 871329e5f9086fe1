//! Claims about any number of piles: `piles any`, `piles 2..`, `piles 2..6`.

use sprague_rules::{Complaint, Ruleset, Shape};

use super::clause::Clause;
use super::kind::Kind;
use super::reading::{Check, Read, Reading};
use super::said::{impartial, said};
use crate::claim::{About, OnPiles, Says};
use crate::condition::Condition;
use crate::piles;

pub(super) const KIND: Kind = Kind {
    about: "any number of piles",
    says: &["P", "N", "nim-value", "strategy", "adding", "outcome", "same"],
    beside: &["piles", "suppose", "check"],
    example: "  game ooooob-b\n  piles any\n  P iff even(total)",
    read,
};

fn read(reading: &Reading) -> Read<About> {
    let Some(clause) = reading.take("piles")? else {
        return Err(reading.heading.complain("which piles?").into());
    };
    let (least, most) = numbers_of_piles(&clause)?;
    let ruleset = reading.ruleset_of(&reading.game)?;
    let says = said(reading, &ruleset, &piles::names())?;
    possible(&reading.said, &says, &ruleset)?;
    impartial(&reading.said, &ruleset)?;
    let suppose = match reading.take("suppose")? {
        None => Condition::ALWAYS,
        Some(clause) => clause.condition(&piles::names())?,
    };
    if says.conditions().iter().any(|condition| condition.speaks_of_outcomes()) {
        return Err(reading
            .said
            .complain("of any number of piles one does not say `P(...)` or `N(...)`")
            .help("name the piles, as in `piles a <= b`")
            .into());
    }
    // The number of piles is checked as far as it is given, if it is.
    reading.check(if most.is_some() { Check::Sizes } else { Check::Both })?;
    Ok(About::Piles(OnPiles { ruleset, least, most, suppose, says }))
}

/// Does the clause leave the number of piles open?
pub(super) fn is_open(clause: &Clause) -> bool {
    clause.rest.trim() == "any" || clause.rest.contains("..")
}

/// `any`, `2..` or `2..6`.
fn numbers_of_piles(clause: &Clause) -> Result<(usize, Option<usize>), Complaint> {
    let text = clause.rest.trim();
    if text == "any" {
        return Ok((1, None));
    }
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|n| (1..=100).contains(n));
    match (number(least), most.trim().is_empty(), number(most)) {
        (Some(least), true, _) => Ok((least, None)),
        (Some(least), _, Some(most)) if least <= most => Ok((least, Some(most))),
        _ => Err(clause
            .trimmed()
            .complain("expected numbers of piles")
            .help("as in `piles any`, `piles 2..` or `piles 3..16`")),
    }
}

/// What can be said of any number of piles?
fn possible(said: &Clause, says: &Says, ruleset: &Ruleset) -> Result<(), Complaint> {
    if matches!(says, Says::Depends(_) | Says::SameAs { .. }) {
        return Err(said
            .complain("of any number of piles say `P iff`, `P if`, `N if`, `nim-value =`, `strategy` or `adding`"));
    }
    match ruleset.shape {
        Shape::Piles { at_most: None } => Ok(()),
        _ => {
            Err(said
                .complain(format!("{} is not played on any number of piles", ruleset.expression)))
        }
    }
}
