//! What a claim says: one phrase a kind of statement.

use sprague_rules::{Complaint, Outcome, Ruleset, parse_position};

use super::clause::Clause;
use super::context::Context;
use super::{Fact, Given, Meaning, Statement, Subject, names};
use crate::condition::Condition;
use crate::outcomes::{Bound, Family};

pub(super) fn statement(
    clause: &Clause,
    subject: &Option<Subject>,
    ruleset: &Ruleset,
    context: &Context,
) -> Result<Statement, Complaint> {
    let none = Vec::new();
    let names = match subject {
        Some(Subject::Board { names, .. }) => names,
        _ => &none,
    };
    match clause.word {
        "sequence" => Ok(Statement::Sequence(clause.rest.trim().to_string())),
        "facts" => {
            let lines = clause.rest.lines().filter(|line| !line.trim().is_empty());
            let facts = lines.filter(|line| !line.trim_start().starts_with('#'));
            let facts = facts.map(|line| fact(&clause.part(line), ruleset));
            Ok(Statement::Facts(facts.collect::<Result<_, _>>()?))
        }
        "nim-value" => Ok(Statement::Exactly(meaning(clause, names)?)),
        "strategy" => {
            let text = clause.trimmed();
            let parts =
                text.rest.strip_prefix("from ").and_then(|rest| rest.split_once(" move to "));
            let (from, to) = parts.ok_or_else(|| {
                clause.complain("expected `strategy from CONDITION move to CONDITION`")
            })?;
            let from = text.part(from).condition(names)?;
            Ok(Statement::Strategy { from, to: text.part(to).condition(names)? })
        }
        "adding" => {
            let text = clause.trimmed();
            let piles = text.rest.strip_suffix("keeps the outcome").map(str::trim);
            let piles =
                piles.ok_or_else(|| clause.complain("expected `adding 1,1 keeps the outcome`"))?;
            let piece = text.part(piles);
            let shape = sprague_rules::Shape::Piles { at_most: None };
            let piles = parse_position(piece.rest, shape).map_err(|c| piece.shifted(c))?;
            Ok(Statement::Adding(piles))
        }
        "formula" | "nim-sets" => {
            let shifted = |complaint| clause.shifted(complaint);
            Ok(Statement::Formula(context.formula(clause.rest).map_err(shifted)?))
        }
        "regular" if clause.rest.trim().is_empty() => Ok(Statement::Regular),
        "regular" => Err(clause.complain("nothing follows `regular`")),
        "whenever" => whenever(clause),
        "runs" => runs(clause),
        letter => {
            let outcome = if letter == "P" { Outcome::P } else { Outcome::N };
            let text = clause.trimmed();
            if let Some(rest) = after_word(text.rest, "iff") {
                let condition = text.part(rest).condition(names)?;
                let condition = match outcome {
                    Outcome::P => condition,
                    _ => Condition::Not(Box::new(condition)),
                };
                return Ok(Statement::Exactly(Meaning::P(condition)));
            }
            match after_word(text.rest, "if") {
                Some(rest) => {
                    let condition = text.part(rest).condition(names)?;
                    Ok(Statement::If { outcome, condition })
                }
                None => {
                    Err(clause
                        .complain(format!("expected `{letter} iff ...` or `{letter} if ...`")))
                }
            }
        }
    }
}

/// `S within 2..12`, for a ruleset such as `lr-nim(S)`.
pub(super) fn family(clause: &Clause, game: &str) -> Result<Family, Complaint> {
    let expected =
        || clause.complain("expected `family S within 2..12`, and a game such as lr-nim(S)");
    let (name, range) = clause.rest.split_once("within").ok_or_else(expected)?;
    let (least, largest) =
        range.trim().trim_matches(['{', '}']).split_once("..").ok_or_else(expected)?;
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| expected());
    let (name, least, largest) = (name.trim().to_string(), number(least)?, number(largest)?);
    let open = format!("({name}");
    if name.is_empty() || !game.contains(&open) || least > largest {
        return Err(expected());
    }
    if largest - least >= 24 {
        return Err(clause
            .complain("more than 2^24 sets")
            .help("a census looks at larger families"));
    }
    Ok(Family { expression: game.to_string(), name, least, largest })
}

/// `R`, or `{R,N}`.
fn outcomes_of(clause: &Clause, text: &str) -> Result<Vec<Outcome>, Complaint> {
    let letters = text.trim().trim_matches(['{', '}']).split(',');
    let outcomes = letters.map(|letter| Outcome::from_letter(letter.trim())).collect::<Option<_>>();
    outcomes.ok_or_else(|| clause.complain("expected outcomes, such as L or {L,N}"))
}

/// `R at n: L at n - 1; L at n + 1`
fn whenever(clause: &Clause) -> Result<Statement, Complaint> {
    let expected = || clause.complain("expected `whenever R at n: L at n - 1; L at n + 1`");
    let (here, there) = clause.rest.split_once(':').ok_or_else(expected)?;
    let here = here.trim().strip_suffix("at n").ok_or_else(expected)?;
    let place = |part: &str| -> Result<(i64, Vec<Outcome>), Complaint> {
        let (outcomes, place) = part.split_once(" at ").ok_or_else(expected)?;
        let shift: String = place.chars().filter(|c| !c.is_whitespace()).collect();
        let shift = shift.strip_prefix('n').ok_or_else(expected)?;
        let shift = if shift.is_empty() { 0 } else { shift.parse().map_err(|_| expected())? };
        if !(-60..=60).contains(&shift) {
            return Err(clause.complain("at most 60 heaps away"));
        }
        Ok((shift, outcomes_of(clause, outcomes)?))
    };
    let there = there.split(';').map(place).collect::<Result<_, _>>()?;
    Ok(Statement::Whenever { here: outcomes_of(clause, here)?, there })
}

/// `of P at most min(S) - 1`
fn runs(clause: &Clause) -> Result<Statement, Complaint> {
    let expected = || clause.complain("expected `runs of P at most min(S) - 1`, or a number");
    let text = clause.rest.trim().strip_prefix("of ").ok_or_else(expected)?;
    let (outcome, most) = text.split_once("at most").ok_or_else(expected)?;
    let outcome = Outcome::from_letter(outcome.trim()).ok_or_else(expected)?;
    let most: String = most.chars().filter(|c| !c.is_whitespace()).collect();
    let more =
        |rest: &str| if rest.is_empty() { Ok(0) } else { rest.parse().map_err(|_| expected()) };
    let most = match (most.strip_prefix("min(S)"), most.strip_prefix("max(S)")) {
        (Some(rest), _) => Bound::Least(more(rest)?),
        (_, Some(rest)) => Bound::Largest(more(rest)?),
        _ => Bound::Number(most.parse().map_err(|_| expected())?),
    };
    Ok(Statement::Runs { outcome, most })
}

/// What follows a word and a space or line break.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.strip_prefix(word).filter(|rest| rest.starts_with(char::is_whitespace))
}

/// `= EXPRESSION`
fn meaning(clause: &Clause, names: &[String]) -> Result<Meaning, Complaint> {
    let text = clause.trimmed();
    let rest = text.rest.strip_prefix('=');
    let rest = rest.ok_or_else(|| clause.complain("expected `nim-value = ...`"))?;
    Ok(Meaning::NimValue(text.part(rest).number(names)?))
}

/// `given a <= b: CONDITION`, or a nim-value where the claim is of nim-values.
pub(super) fn given_on(clause: &Clause, statement: &Statement) -> Result<Given, Complaint> {
    let Some((board, rest)) = clause.rest.split_once(':') else {
        return Err(clause
            .complain("expected names, `:` and what holds for them")
            .help("as in `given a <= b: a = b`"));
    };
    let board = clause.part(board);
    let names = names(&board, if board.rest.contains(',') { "," } else { "<=" })?;
    let meaning = match statement {
        Statement::Exactly(Meaning::NimValue(_)) => {
            Meaning::NimValue(clause.part(rest).number(&names)?)
        }
        _ => Meaning::P(clause.part(rest).condition(&names)?),
    };
    Ok(Given { names, meaning })
}

/// `3,8 is P`, `3,8 has nim-value 2`, `3,8 -> 3,7`, `3,9 -> 3,8 wins`.
fn fact(line: &Clause, ruleset: &Ruleset) -> Result<Fact, Complaint> {
    let line = line.trimmed();
    let position = |part: &str| {
        let piece = line.part(part.trim());
        parse_position(piece.rest, ruleset.shape).map_err(|complaint| piece.shifted(complaint))
    };
    if let Some((before, outcome)) = line.rest.split_once(" is ") {
        let outcome = Outcome::from_letter(outcome.trim());
        let outcome = outcome.ok_or_else(|| line.complain("an outcome is P, N, L or R"))?;
        return Ok(Fact::Outcome(position(before)?, outcome));
    }
    if let Some((before, value)) = line.rest.split_once(" has nim-value ") {
        let value = value.trim().parse();
        return Ok(Fact::NimValue(
            position(before)?,
            value.map_err(|_| line.complain("expected a number"))?,
        ));
    }
    if let Some((before, after)) = line.rest.split_once("->") {
        return match after.trim().strip_suffix("wins") {
            Some(after) => Ok(Fact::Winning(position(before)?, position(after)?)),
            None => Ok(Fact::Option(position(before)?, position(after)?)),
        };
    }
    Err(line
        .complain("this is not a fact")
        .help("facts are `3,8 is P`, `3,8 has nim-value 2`, `3,8 -> 3,7` and `3,9 -> 3,8 wins`"))
}
