//! What is said of the values of heaps: `[n + 9] - [n] is P iff ...`.

use sprague_rules::expr::{Expr, Mention};
use sprague_rules::parse::parse_condition;
use sprague_rules::{Complaint, Outcome};

use super::clause::Clause;
use super::heap::one_heap;
use super::kind::Kind;
use super::reading::{Check, Read, Reading};
use crate::claim::{About, OfValues, OnValues, Sum};
use crate::condition::{Condition, expression};
use crate::outcomes::Outcomes;

pub(super) const KIND: Kind = Kind {
    about: "the values of heaps",
    says: &["value"],
    beside: &["check"],
    example: "  game lr-nim(2,3)\n  value [n] keeps the outcome",
    read,
};

fn read(reading: &Reading) -> Read<About> {
    let ruleset = reading.ruleset_of(&reading.game)?;
    one_heap(&reading.said, &ruleset)?;
    let says = saying(&reading.said)?;
    reading.check(Check::Sizes)?;
    Ok(About::Values(OnValues { ruleset, says }))
}

/// Heaps in a sum.
const MOST: i64 = 20;

/// `[n + 9] - [n] is P iff CONDITION`, `2*[n] - [n + 1] is not P`, `[n] keeps the outcome`,
/// `[n] is not regular`.
fn saying(clause: &Clause) -> Result<OfValues, Complaint> {
    clause.without_remarks()?;
    let text = clause.trimmed();
    let plain: String = text.rest.chars().filter(|c| !c.is_whitespace()).collect();
    if plain == "[n]keepstheoutcome" {
        return Ok(OfValues::Keeps);
    }
    if plain == "[n]isnotregular" {
        return Ok(OfValues::Irregular);
    }
    let expected = || {
        clause
            .complain("expected a sum of heaps, `is` and its outcome")
            .help("as in `value [n + 9] - [n] is P if n >= 5`")
    };
    let (sum, rest) = text.rest.split_once(" is ").ok_or_else(expected)?;
    let names = ["n".to_string()];
    let (what, when, only) = match (rest.split_once(" iff "), rest.split_once(" if ")) {
        (Some((what, when)), _) => (what, Some(when), true),
        (None, Some((what, when))) => (what, Some(when), false),
        (None, None) => (rest, None, false),
    };
    let letters = |text: &str| {
        let letters = text.trim().trim_matches(['{', '}']).split(',');
        letters.map(|l| Outcome::from_letter(l.trim())).collect::<Option<Vec<_>>>()
    };
    let outcomes = match what.trim().strip_prefix("not ") {
        Some(what) => letters(what).map(|some| Outcomes::of(&some).others()),
        None => letters(what).map(|some| Outcomes::of(&some)),
    };
    let outcomes = outcomes
        .ok_or_else(|| text.part(what.trim()).complain("expected outcomes, such as P or {L,N}"))?;
    let always = Condition::And(Vec::new());
    let when = when.map_or(Ok(always), |when| text.part(when).condition(&names))?;
    Ok(OfValues::Outcome { sum: heaps(&text.part(sum), &names)?, outcomes, when, only })
}

/// `[n + 28] - 2*[n + 19] + [n + 10]`
fn heaps(clause: &Clause, names: &[String]) -> Result<Sum, Complaint> {
    let expected = || clause.complain("expected heaps, as in `[n + 28] - 2*[n + 19] + [n + 10]`");
    let mut sum = Vec::new();
    let mut rest = clause.rest;
    while !rest.trim().is_empty() {
        let (before, more) = rest.split_once('[').ok_or_else(expected)?;
        let (heap, more) = more.split_once(']').ok_or_else(expected)?;
        let sign: String = before.chars().filter(|c| !c.is_whitespace()).collect();
        let (sign, digits) = match sign.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None if sum.is_empty() => (1, sign.trim_start_matches('+')),
            None => (1, sign.strip_prefix('+').ok_or_else(expected)?),
        };
        let times = match digits.trim_end_matches('*') {
            "" => 1,
            digits => digits.parse().map_err(|_| expected())?,
        };
        if !(1..=MOST).contains(&times) || sum.len() as i64 >= MOST {
            return Err(clause.complain(format!("at most {MOST} heaps, each at least once")));
        }
        sum.push((sign * times, size(&clause.part(heap), names)?));
        rest = more;
    }
    if sum.is_empty() { Err(expected()) } else { Ok(sum) }
}

/// The size of a heap for n.
fn size(clause: &Clause, names: &[String]) -> Result<Expr, Complaint> {
    let shifted = |complaint| clause.shifted(complaint);
    let node = parse_condition(clause.rest).map_err(shifted)?;
    // Linear, so that it grows steadily with n.
    let expr = expression(&node, names).map_err(shifted)?;
    fn linear(expr: &Expr) -> bool {
        match expr {
            Expr::Const(_) | Expr::Slot(_) => true,
            Expr::Add(a, b) | Expr::Sub(a, b) => linear(a) && linear(b),
            Expr::Mul(a, b) => {
                let fixed = |expr: &Expr| !expr.mentions(&|m| matches!(m, Mention::Slot(_)));
                linear(a) && linear(b) && (fixed(a) || fixed(b))
            }
            _ => false,
        }
    }
    match linear(&expr) {
        true => Ok(expr),
        false => Err(clause.complain("expected a size such as n, n + 9 or 9*n + 28")),
    }
}
