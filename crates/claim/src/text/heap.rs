//! Claims about the sequence of one heap: written out, regular, or fractal; of one game or of many.

use sprague_rules::{Complaint, Outcome, Ruleset, Shape};

use super::clause::Clause;
use super::formula::Context;
use super::kinds::Kind;
use super::reading::{Check, Read, Reading};
use crate::cases::Cases;
use crate::claim::{About, OfHeap, OnHeap};
use crate::notation::parse_notation;

pub(super) const KIND: Kind = Kind {
    about: "the sequence of one heap",
    says: &["sequence", "regular"],
    beside: &["family", "suppose", "for", "check"],
    example: "  game cut(1, 2c)\n  for c in 2..20\n  sequence (0,1)^c(+2)",
    read,
};

/// Cases whose sequences are read beforehand; those of more are alike.
const READ: usize = 5000;

fn read(reading: &Reading) -> Read<About> {
    let said = &reading.said;
    let (ruleset, cases) = Context::of_game(reading)?;
    one_heap(said, &ruleset)?;
    let text = said.trimmed();
    let says = match said.word {
        "regular" if text.rest.is_empty() => OfHeap::Regular,
        "regular" => return Err(said.complain("nothing follows `regular`").into()),
        _ if text.rest.starts_with("is ") => {
            if cases.is_some() {
                return Err(said.complain("this is said of one game at a time").into());
            }
            if !ruleset.has_nim_values() {
                let message = format!("there are no nim-values in {}", ruleset.expression);
                return Err(said.complain(message).into());
            }
            fractal(said)?
        }
        _ => {
            notation(&text, &ruleset, cases.as_ref())?;
            OfHeap::Sequence(text.rest.to_string())
        }
    };
    reading.check(Check::Sizes)?;
    Ok(About::Heap(OnHeap { ruleset, cases, says }))
}

/// Is there one heap to speak of?
pub(super) fn one_heap(said: &Clause, ruleset: &Ruleset) -> Result<(), Complaint> {
    match ruleset.shape {
        Shape::Piles { .. } => Ok(()),
        Shape::Row { .. } => Err(said.complain_of_word(format!(
            "{} is played on a row of places, and this is said of one heap",
            ruleset.expression
        ))),
    }
}

/// Is the sequence understood, in every case?
fn notation(text: &Clause, ruleset: &Ruleset, cases: Option<&Cases>) -> Result<(), Complaint> {
    let read = |written: &str| match ruleset.has_nim_values() {
        true => parse_notation::<u32>(written).map(drop),
        false => parse_notation::<Outcome>(written).map(drop),
    };
    let Some(cases) = cases else {
        return read(text.rest).map_err(|complaint| text.shifted(complaint));
    };
    let all = cases.all().map_err(|why| text.complain(why))?;
    for case in all.iter().take(READ) {
        let written = cases.expanded_sequence(text.rest, case).map_err(|why| text.complain(why))?;
        read(&written).map_err(|complaint| {
            let message = format!("{}, in {written}", complaint.message);
            Complaint { span: text.span(), message, help: complaint.help }
        })?;
    }
    Ok(())
}

/// `is fractal`, `is fractal from heap 1`
fn fractal(clause: &Clause) -> Result<OfHeap, Complaint> {
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
    Ok(OfHeap::Fractal { first })
}
