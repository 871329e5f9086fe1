//! The sets that a claim is for: a family of them, or one that may be infinite.

use sprague_rules::{Complaint, Library};

use super::clause::Clause;
use crate::condition::Condition;
use crate::names::not_a_name;
use crate::outcomes::onwards::Onwards;
use crate::outcomes::{Family, filled};

/// Most sets that are counted all at once, as a power of two.
const MOST_COUNTED: u32 = 36;

/// `S within 2..12`, `S within 2..9, any E`, or `S within 2..6 with s >= 10 and odd(s)`.
pub(super) fn family(clause: &Clause, game: &str, library: &Library) -> Result<Family, Complaint> {
    let expected =
        || clause.complain("expected `family S within 2..12`, and a game such as lr-nim(S)");
    clause.without_remarks()?;
    let (name, rest) = clause.rest.split_once("within").ok_or_else(expected)?;
    let (rest, ends) = match rest.split_once(", any ") {
        Some((rest, ends)) => (rest, Some(ends.trim().to_string())),
        None => (rest, None),
    };
    let (range, tail) = match rest.split_once(" with ") {
        Some((range, tail)) => (range, Some(of_s(&clause.part(tail))?)),
        None => (rest, None),
    };
    let (least, largest) =
        range.trim().trim_matches(['{', '}']).split_once("..").ok_or_else(expected)?;
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| expected());
    let (name, least, largest) = (name.trim().to_string(), number(least)?, number(largest)?);
    let (expression, library) = (game.to_string(), library.clone());
    let family = Family { expression, library, name, least, largest, tail, ends };
    let fits = 0 < least && least <= largest && largest <= 1000;
    if !fits || !is_open(&family, game) {
        return Err(expected());
    }
    if family.free() > MOST_COUNTED {
        return Err(clause.complain(format!("more than 2^{MOST_COUNTED} sets")));
    }
    Ok(family)
}

/// `S: s = 4 or odd(s) and s >= 3`
pub(super) fn set(clause: &Clause, game: &str, library: &Library) -> Result<Family, Complaint> {
    let expected = || clause.complain("expected `set S: s >= 2`, and a game such as lr-nim(S)");
    clause.without_remarks()?;
    let (name, tail) = clause.rest.split_once(':').ok_or_else(expected)?;
    let tail = Some(of_s(&clause.part(tail))?);
    let (expression, name) = (game.to_string(), name.trim().to_string());
    let library = library.clone();
    let family = Family { expression, library, name, least: 1, largest: 0, tail, ends: None };
    if !is_open(&family, game) {
        return Err(expected());
    }
    if family.members(0, 1000).is_empty() {
        return Err(clause.complain("no number up to 1000 is in this set"));
    }
    Ok(family)
}

/// Does the ruleset leave the set, and the endings, open?
fn is_open(family: &Family, game: &str) -> bool {
    let letters = |name: &str| not_a_name(name).is_none() && name.chars().all(char::is_alphabetic);
    let within = |name: &str| {
        let inside = game.split_once('(').map_or("", |(_, inside)| inside);
        letters(name) && filled(inside, |word| (word == name).then(String::new)) != inside
    };
    within(&family.name) && family.ends.as_deref().is_none_or(within)
}

/// A condition on the numbers s of a set.
fn of_s(clause: &Clause) -> Result<(Condition, String), Complaint> {
    let condition = clause.condition(&["s".to_string()])?;
    if Onwards::of(&condition, &[0]).is_none() {
        return Err(clause.complain("compare s, or s mod a number, with numbers"));
    }
    let words = clause.rest.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok((condition, words))
}
