//! What a claim says: one phrase a kind of statement.

use sprague_rules::{Complaint, Outcome, Player, Ruleset, Shape, parse_position};

use super::clause::Clause;
use super::context::Context;
use super::graphs::split;
use super::lines::{lines, play};
use super::{Statement, Subject, names};
use crate::claim::{Fact, Given, Meaning, Move, Says};
use crate::condition::{Condition, Number};
use crate::piles;
use crate::shelf::Shelf;

pub(super) fn statement(
    clause: &Clause,
    subject: &Option<Subject>,
    ruleset: &Ruleset,
    context: &Context,
    shelf: &Shelf,
) -> Result<Statement, Complaint> {
    let (none, features) = (Vec::new(), piles::names());
    let names = match subject {
        Some(Subject::Board { names, .. }) => names,
        Some(Subject::Any { .. }) => &features,
        _ => &none,
    };
    match clause.word {
        "same" => same(clause, ruleset, names.len(), shelf),
        "sequence" if clause.rest.trim_start().starts_with("is ") => fractal(clause),
        "sequence" => Ok(Statement::Sequence(clause.rest.trim().to_string())),
        "facts" => {
            let lines = clause.rest.lines().filter(|line| !line.trim().is_empty());
            let facts = lines.filter(|line| !line.trim_start().starts_with('#'));
            let facts = facts.map(|line| fact(&clause.part(line), ruleset));
            Ok(Statement::Facts(facts.collect::<Result<_, _>>()?))
        }
        "nim-value" => Ok(Statement::OfPositions(Says::Exactly(meaning(clause, names)?))),
        "strategy" => {
            let text = clause.trimmed();
            let parts =
                text.rest.strip_prefix("from ").and_then(|rest| rest.split_once(" move to "));
            let (from, to) = parts.ok_or_else(|| {
                clause.complain("expected `strategy from CONDITION move to CONDITION`")
            })?;
            let from = text.part(from).condition(names)?;
            Ok(Statement::OfPositions(Says::Strategy { from, to: text.part(to).condition(names)? }))
        }
        "adding" => {
            let text = clause.trimmed();
            let piles = text.rest.strip_suffix("keeps the outcome").map(str::trim);
            let piles =
                piles.ok_or_else(|| clause.complain("expected `adding 1,1 keeps the outcome`"))?;
            let piece = text.part(piles);
            let shape = sprague_rules::Shape::Piles { at_most: None };
            let piles = parse_position(piece.rest, shape).map_err(|c| piece.shifted(c))?;
            Ok(Statement::OfPositions(Says::Adding(piles)))
        }
        "lines" => lines(clause, ruleset),
        "play" => play(clause, ruleset),
        "outcome" => depends(clause, names),
        "formula" | "nim-sets" => {
            let shifted = |complaint| clause.shifted(complaint);
            Ok(Statement::Formula(context.formula(clause.rest).map_err(shifted)?))
        }
        "regular" if clause.rest.trim().is_empty() => Ok(Statement::Regular),
        "regular" => Err(clause.complain("nothing follows `regular`")),
        "loony" => Err(clause.complain("this is said of games on graphs only")),
        "value" => Ok(Statement::Values(super::values::saying(clause)?)),
        letter => {
            let outcome = if letter == "P" { Outcome::P } else { Outcome::N };
            let text = clause.trimmed();
            if let Some(rest) = after_word(text.rest, "iff") {
                let condition = text.part(rest).condition_on_outcomes(names)?;
                let condition = match outcome {
                    Outcome::P => condition,
                    _ => Condition::Not(Box::new(condition)),
                };
                return Ok(Statement::OfPositions(Says::Exactly(Meaning::P(condition))));
            }
            match after_word(text.rest, "if") {
                Some(rest) => {
                    let condition = text.part(rest).condition_on_outcomes(names)?;
                    Ok(Statement::OfPositions(Says::If { outcome, condition }))
                }
                None => {
                    Err(clause
                        .complain(format!("expected `{letter} iff ...` or `{letter} if ...`")))
                }
            }
        }
    }
}

/// `depends on a mod 2, b mod 2`
fn depends(clause: &Clause, names: &[String]) -> Result<Statement, Complaint> {
    let text = clause.trimmed();
    let list = text.rest.strip_prefix("depends on ");
    let list = list.ok_or_else(|| clause.complain("expected `outcome depends on a mod 2, b`"))?;
    let number = |part: &str| match text.part(list).part(part).number(names)? {
        Number::Plain(expr) => Ok(expr),
        Number::NimSum(_) | Number::Either(..) => {
            Err(text.complain("an outcome depends on numbers, not on nim-sums or cases"))
        }
    };
    Ok(Statement::OfPositions(Says::Depends(
        split(list, ',').into_iter().map(number).collect::<Result<_, Complaint>>()?,
    )))
}

/// What follows a word and a space or line break.
pub(super) fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.strip_prefix(word).filter(|rest| rest.starts_with(char::is_whitespace))
}

/// `= EXPRESSION`
fn meaning(clause: &Clause, names: &[String]) -> Result<Meaning, Complaint> {
    let text = clause.trimmed();
    let rest = text.rest.strip_prefix('=');
    let rest = rest.ok_or_else(|| clause.complain("expected `nim-value = ...`"))?;
    Ok(Meaning::NimValue(number(&text.part(rest), names)?))
}

/// `0 if a = b, else a - 1`
fn number(clause: &Clause, names: &[String]) -> Result<Number, Complaint> {
    let Some((then, rest)) = clause.rest.split_once(" if ") else { return clause.number(names) };
    let Some((condition, otherwise)) = rest.split_once(", else ") else {
        return Err(clause.complain("expected `NUMBER if CONDITION, else NUMBER`"));
    };
    let condition = clause.part(condition).condition(names)?;
    if condition.speaks_of_outcomes() {
        return Err(clause.complain("the cases of a number do not speak of other positions"));
    }
    Ok(Number::Either(
        Box::new(condition),
        Box::new(clause.part(then).number(names)?),
        Box::new(number(&clause.part(otherwise), names)?),
    ))
}

/// `outcomes as RULESET`, `nim-values as RULESET`
fn same(
    clause: &Clause,
    own: &Ruleset,
    piles: usize,
    shelf: &Shelf,
) -> Result<Statement, Complaint> {
    let text = clause.trimmed();
    let (what, other) = text.rest.split_once(" as ").unwrap_or((text.rest, ""));
    let nim_values = match what.trim() {
        "outcomes" => false,
        "nim-values" => true,
        _ => {
            return Err(clause
                .complain("expected `same outcomes as RULESET` or `same nim-values as RULESET`"));
        }
    };
    let other = text.part(other).trimmed();
    let ruleset = shelf.ruleset(other.rest).map_err(|e| other.complain(e.complaint.message))?;
    if let Some(without) = [own, &ruleset].into_iter().find(|r| nim_values && !r.has_nim_values()) {
        return Err(other.complain(format!("there are no nim-values in {}", without.expression)));
    }
    let played = match ruleset.shape {
        Shape::Row { .. } => false,
        Shape::Piles { at_most } => at_most.is_none_or(|most| piles <= most),
    };
    if !played {
        let message = format!("{} is not played on {piles} piles", ruleset.expression);
        return Err(other.complain(message));
    }
    Ok(Statement::OfPositions(Says::SameAs { ruleset: Box::new(ruleset), nim_values }))
}

/// `is fractal`, `is fractal from heap 1`
fn fractal(clause: &Clause) -> Result<Statement, Complaint> {
    let words: Vec<&str> = clause.rest.split_whitespace().collect();
    let first = match words[..] {
        ["is", "fractal"] => Some(0),
        ["is", "fractal", "from", "heap", first] => {
            first.parse().ok().filter(|&n: &usize| n < 1000)
        }
        _ => None,
    };
    let first = first
        .ok_or_else(|| clause.complain("expected `sequence is fractal`, or `... from heap 1`"))?;
    Ok(Statement::Fractal { first })
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
        Statement::OfPositions(Says::Exactly(Meaning::NimValue(_))) => {
            Meaning::NimValue(number(&clause.part(rest), &names)?)
        }
        _ => Meaning::P(clause.part(rest).condition_on_outcomes(&names)?),
    };
    Ok(Given { names, meaning })
}

/// `3,8 is P`, `3,8 has nim-value 2`, `3,8 -> 3,7`, `3,9 -> 3,8 wins`, `Left: 5 -> 3`.
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
        if !ruleset.has_nim_values() {
            let message = format!("there are no nim-values in {}", ruleset.expression);
            return Err(line.complain(message));
        }
        let value = value.trim().parse();
        return Ok(Fact::NimValue(
            position(before)?,
            value.map_err(|_| line.complain("expected a number"))?,
        ));
    }
    if let Some((before, value)) = line.rest.split_once(" has value ") {
        let value = line.part(value);
        sprague_value::Arena::new().parse(value.rest).map_err(|c| value.shifted(c))?;
        return Ok(Fact::Value(position(before)?, value.rest.trim().to_string()));
    }
    if let Some((before, after)) = line.rest.split_once("->") {
        let (mover, before) = mover(&line, before, ruleset)?;
        let (after, wins) = match after.trim().strip_suffix("wins") {
            Some(after) => (after, true),
            None => (after, false),
        };
        let (from, to) = (position(before)?, position(after)?);
        return Ok(Fact::Move(Move { mover, from, to, wins }));
    }
    Err(line
        .complain("this is not a fact")
        .help("facts are `3,8 is P`, `3,8 has nim-value 2`, `5 has value {1|*}`, `3,8 -> 3,7` and `3,9 -> 3,8 wins`"))
}

/// `Left: 5`: who moves, and what is left to read. It must be said where the players have different moves.
fn mover<'t>(
    line: &Clause,
    before: &'t str,
    ruleset: &Ruleset,
) -> Result<(Option<Player>, &'t str), Complaint> {
    match before.split_once(':') {
        Some((name, rest)) => match name.trim() {
            "Left" => Ok((Some(Player::Left), rest)),
            "Right" => Ok((Some(Player::Right), rest)),
            _ => Err(line.complain("who moves?").help("say `Left:` or `Right:`")),
        },
        None if ruleset.same_moves() => Ok((None, before)),
        None => Err(line
            .complain(format!("who moves? In {} the players have different moves", ruleset.expression))
            .help("say `Left: 5 -> 3` or `Right: 5 -> 3`")),
    }
}
