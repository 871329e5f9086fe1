//! Claims about the sequence of one heap: written out, regular, or fractal; of one game or of many.

use sprague_rules::{Complaint, Ruleset, Shape};

use super::clause::Clause;
use super::formula::{Context, OfGame};
use super::kind::Kind;
use super::reading::{Check, Read, Reading};
use crate::claim::{About, OfHeap, OnHeap};
use crate::sequence::{Sequence, regular};

pub(super) const KIND: Kind = Kind {
    about: "the sequence of one heap",
    says: &["sequence", "regular"],
    beside: &["family", "suppose", "for", "any", "check"],
    example: "  game cut(1, 2c)\n  for c in 2..20\n  sequence (0,1)^c(+2)",
    read,
};

fn read(reading: &Reading) -> Read<About> {
    let said = &reading.said;
    let OfGame { ruleset, cases, further } = Context::of_game(reading)?;
    if let Shape::Row { places } = ruleset.shape {
        // A single place is as good as a heap.
        if places != 1 {
            let message =
                format!("this is a row of {places} places, and the claim is about one heap");
            return Err(reading.game.complain(message).into());
        }
    }
    let text = said.trimmed();
    let shifted = |complaint| text.shifted(complaint);
    let says = match said.word {
        "regular" if text.rest.is_empty() => OfHeap::Regular(None),
        "regular" => {
            let numbers = regular(text.rest).map_err(shifted)?;
            if numbers.saltus > 0 && !ruleset.has_nim_values() {
                return Err(said.complain("nothing can be added to outcomes").into());
            }
            OfHeap::Regular(Some(numbers))
        }
        _ if text.rest.starts_with("is ") => {
            if cases.is_some() || further.is_some() {
                return Err(said.complain("this is said of one game at a time").into());
            }
            if !ruleset.has_nim_values() {
                let message = format!("there are no nim-values in {}", ruleset.expression);
                return Err(said.complain(message).into());
            }
            fractal(said)?
        }
        _ => {
            let sequence = Sequence::read(text.rest, ruleset.has_nim_values(), cases.as_ref());
            OfHeap::Sequence(sequence.map_err(shifted)?)
        }
    };
    reading.check(Check::Sizes)?;
    Ok(About::Heap(OnHeap { ruleset, cases, further, says }))
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
