//! The sets that a claim is for: a family of them, or one that may be infinite.

use sprague_rules::{Complaint, Library, Outcome};

use super::clause::Clause;
use crate::condition::Condition;
use crate::names::not_a_name;
use crate::outcomes::onwards::Onwards;
use crate::outcomes::{Any, Family, filled};

/// Most sets that are counted all at once, as a power of two.
const MOST_COUNTED: u32 = 36;

/// The largest number that is tried as the least one that a game allows in its set.
const LEAST: u32 = 64;
/// How many numbers may be in the sets that are looked at one by one where a family has no bound; with all endings.
const LOOKED_AT: u32 = 9;
const LOOKED_AT_ENDED: u32 = 6;

/// `S within 2..12`, `S within 2..9, any E`, `S within 2..6 with s >= 10 and odd(s)`, or `any finite S, any E`.
pub(super) fn family(clause: &Clause, game: &str, library: &Library) -> Result<Family, Complaint> {
    let expected =
        || clause.complain("expected `family S within 2..12`, and a game such as lr-nim(S)");
    clause.without_remarks()?;
    if let Some(rest) = clause.rest.trim_start().strip_prefix("any ") {
        return unbounded(clause, rest, game, library);
    }
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
    let family = Family { expression, library, name, least, largest, tail, ends, any: None };
    let fits = 0 < least && least <= largest && largest <= 1000;
    if !fits || !is_open(&family, game) {
        return Err(expected());
    }
    if family.free() > MOST_COUNTED {
        return Err(clause.complain(format!("more than 2^{MOST_COUNTED} sets")));
    }
    Ok(family)
}

/// `S`, `finite S` or `symmetric S`, with all endings: `S, any E`.
fn unbounded(
    clause: &Clause,
    rest: &str,
    game: &str,
    library: &Library,
) -> Result<Family, Complaint> {
    let (sets, ends) = match rest.split_once(", any ") {
        Some((sets, ends)) => (sets, Some(ends.trim().to_string())),
        None => (rest, None),
    };
    let words: Vec<&str> = sets.split_whitespace().collect();
    let (any, name) = match words[..] {
        ["finite", name] => (Any::Finite, name),
        ["symmetric", name] => (Any::Symmetric, name),
        [name] => (Any::Set, name),
        _ => {
            return Err(clause.part(rest).complain("expected a name for the set").help(
                "as in `family any S`, `family any finite S` or `family any symmetric S, any E`",
            ));
        }
    };
    let numbers = if ends.is_some() { LOOKED_AT_ENDED } else { LOOKED_AT };
    let of = |least: u32| Family {
        expression: game.to_string(),
        library: library.clone(),
        name: name.to_string(),
        least,
        largest: least + numbers - 1,
        tail: None,
        ends: ends.clone(),
        any: Some(any),
    };
    if !is_open(&of(1), game) {
        let complaint = clause.complain("the game leaves no such set, or no such ending, open");
        return Err(complaint.help("as in `game lr-nim(S)` or `game ending-nim(S; E)`"));
    }
    let ends_of = |least: u32| vec![Outcome::P; least as usize];
    let is_allowed = |least: &u32| of(*least).ruleset(game, &[*least], &ends_of(*least)).is_ok();
    let Some(least) = (1..=LEAST).find(is_allowed) else {
        // What is wrong with the game is told where it is read.
        return Ok(of(1));
    };
    Ok(of(least))
}

/// `S: s = 4 or odd(s) and s >= 3`
pub(super) fn set(clause: &Clause, game: &str, library: &Library) -> Result<Family, Complaint> {
    let expected = || clause.complain("expected `set S: s >= 2`, and a game such as lr-nim(S)");
    clause.without_remarks()?;
    let (name, tail) = clause.rest.split_once(':').ok_or_else(expected)?;
    let tail = Some(of_s(&clause.part(tail))?);
    let (expression, name) = (game.to_string(), name.trim().to_string());
    let library = library.clone();
    let (least, largest, ends) = (1, 0, None);
    let family = Family { expression, library, name, least, largest, tail, ends, any: None };
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
