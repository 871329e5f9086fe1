//! What is said of the positions of a board, or of any number of piles: one phrase a kind of statement.

use sprague_rules::parse::parse_cases;
use sprague_rules::{Complaint, Outcome, Ruleset, Shape, parse_position};

use super::clause::{Clause, names};
use super::graphs::split;
use super::reading::Reading;
use crate::claim::{Given, Meaning, Says};
use crate::condition::{Condition, Number};

/// What is said of positions whose numbers have these names.
pub(super) fn said(
    reading: &Reading,
    ruleset: &Ruleset,
    names: &[String],
) -> Result<Says, Complaint> {
    let clause = &reading.said;
    match clause.word {
        "same" => same(reading, ruleset, names.len()),
        "nim-value" if !ruleset.has_nim_values() => {
            Err(clause.complain(format!("there are no nim-values in {}", ruleset.expression)))
        }
        "nim-value" => Ok(Says::Exactly(meaning(clause, names)?)),
        "strategy" => {
            let text = clause.trimmed();
            let parts =
                text.rest.strip_prefix("from ").and_then(|rest| rest.split_once(" move to "));
            let (from, to) = parts.ok_or_else(|| {
                clause.complain("expected `strategy from CONDITION move to CONDITION`")
            })?;
            let from = text.part(from).condition(names)?;
            Ok(Says::Strategy { from, to: text.part(to).condition(names)? })
        }
        "adding" => {
            let text = clause.trimmed();
            let piles = text.rest.strip_suffix("keeps the outcome").map(str::trim);
            let piles =
                piles.ok_or_else(|| clause.complain("expected `adding 1,1 keeps the outcome`"))?;
            let piece = text.part(piles);
            let shape = Shape::Piles { at_most: None };
            let piles = parse_position(piece.rest, shape).map_err(|c| piece.shifted(c))?;
            Ok(Says::Adding(piles))
        }
        "outcome" => depends(clause, names),
        letter => {
            let outcome = if letter == "P" { Outcome::P } else { Outcome::N };
            let text = clause.trimmed();
            if let Some(rest) = after_word(text.rest, "iff") {
                let condition = text.part(rest).condition_on_outcomes(names)?;
                let condition = match outcome {
                    Outcome::P => condition,
                    _ => Condition::Not(Box::new(condition)),
                };
                return Ok(Says::Exactly(Meaning::P(condition)));
            }
            match after_word(text.rest, "if") {
                Some(rest) => {
                    let condition = text.part(rest).condition_on_outcomes(names)?;
                    Ok(Says::If { outcome, condition })
                }
                None => {
                    Err(clause
                        .complain(format!("expected `{letter} iff ...` or `{letter} if ...`")))
                }
            }
        }
    }
}

/// Of a partizan game nothing of this is said: its positions may be L or R, too.
pub(super) fn impartial(said: &Clause, ruleset: &Ruleset) -> Result<(), Complaint> {
    match ruleset.is_impartial() {
        true => Ok(()),
        false => {
            let game = &ruleset.expression;
            let message =
                format!("positions of {game} may be L or R, so N is not all that is not P");
            Err(said
                .complain_of_word(message)
                .help("of partizan games say `sequence`, `whenever`, `value`, `facts` or `lines`"))
        }
    }
}

/// `depends on a mod 2, b mod 2`
fn depends(clause: &Clause, names: &[String]) -> Result<Says, Complaint> {
    let text = clause.trimmed();
    let list = text.rest.strip_prefix("depends on ");
    let list = list.ok_or_else(|| clause.complain("expected `outcome depends on a mod 2, b`"))?;
    let number = |part: &str| match text.part(list).part(part).number(names)? {
        Number::Plain(expr) => Ok(expr),
        Number::NimSum(_) | Number::PilesSum(_) | Number::Either(..) => {
            Err(text.complain("an outcome depends on numbers, not on nim-sums or cases"))
        }
    };
    let numbers = split(list, ',').into_iter().map(number);
    Ok(Says::Depends(numbers.collect::<Result<_, Complaint>>()?))
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
    let shifted = |complaint| clause.shifted(complaint);
    crate::condition::number(&parse_cases(clause.rest).map_err(shifted)?, names).map_err(shifted)
}

/// `outcomes as RULESET`, `nim-values as RULESET`
fn same(reading: &Reading, own: &Ruleset, piles: usize) -> Result<Says, Complaint> {
    let clause = &reading.said;
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
    let ruleset = reading.ruleset_of(&other)?;
    impartial(&other, &ruleset)?;
    if let Some(without) = [own, &ruleset].into_iter().find(|r| nim_values && !r.has_nim_values()) {
        return Err(other.complain(format!("there are no nim-values in {}", without.expression)));
    }
    let (played, what) = match (own.shape, ruleset.shape) {
        (Shape::Row { .. }, Shape::Row { places }) => (places == piles, "places"),
        (Shape::Row { .. }, _) => (false, "places"),
        (_, Shape::Row { .. }) => (false, "piles"),
        (_, Shape::Piles { at_most }) => (at_most.is_none_or(|most| piles <= most), "piles"),
    };
    if !played {
        let message = format!("{} is not played on {piles} {what}", ruleset.expression);
        return Err(other.complain(message));
    }
    Ok(Says::SameAs { ruleset: Box::new(ruleset), nim_values })
}

/// `given a <= b: CONDITION`, or a nim-value where the claim is of nim-values.
pub(super) fn given_on(clause: &Clause, says: &Says) -> Result<Given, Complaint> {
    let Some((board, rest)) = clause.rest.split_once(':') else {
        return Err(clause
            .complain("expected names, `:` and what holds for them")
            .help("as in `given a <= b: a = b`"));
    };
    let board = clause.part(board);
    let names = names(&board, if board.rest.contains(',') { "," } else { "<=" })?;
    let meaning = match says {
        Says::Exactly(Meaning::NimValue(_)) => {
            Meaning::NimValue(number(&clause.part(rest), &names)?)
        }
        _ => Meaning::P(clause.part(rest).condition_on_outcomes(&names)?),
    };
    Ok(Given { names, meaning })
}
