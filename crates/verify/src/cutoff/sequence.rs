//! A sequence in the notation of papers whose exponents grow with c: in every block, each class of heaps has terms that
//! depend on the block alone.

use sprague_claim::cases::Cases;
use sprague_claim::formula::plain::Value;
use sprague_claim::notation::powers;
use sprague_claim::sequence::{Said, Sequence};

use super::form::{Checked, Form, reject};
use super::guards::Guards;
use super::walk::{Walk, World};
use super::{around, linear};
use crate::Rejection;

/// Exponents are compared with the notation itself for so many c.
const READ: i64 = 3;

/// A block of terms from here to there.
struct Piece {
    terms: Vec<u32>,
    /// Places from 0 on: the first, and the first after it.
    from: (i64, i64),
    to: (i64, i64),
}

/// Does the sequence come out alike for all c?
pub(super) fn agrees(world: &World, cases: &Cases, said: &Sequence) -> Checked<()> {
    if !world.families.first().is_some_and(|own| own.given) {
        return reject("nothing is given of the game");
    }
    let (pieces, saltus) = pieces(cases, said)?;
    let end = pieces.last().map_or((0, 0), |piece| piece.to);
    for piece in &pieces {
        let length = (piece.to.0 - piece.from.0, piece.to.1 - piece.from.1);
        if length.0 < 0 || length.0 * world.from + length.1 < 0 {
            return reject("an exponent that does not grow with c");
        }
    }
    for c in world.from..world.from + READ {
        as_written(cases, said, (&pieces, saltus), c)?;
    }
    let (a, b) = world.stretch.block;
    let blocks = end.0 / a;
    if blocks < 1 || end != (a * blocks, b * blocks) {
        return reject("what repeats is not a number of blocks");
    }
    for block in 0..blocks {
        for class in around(&world.stretch) {
            world.task.spend(1)?;
            let mut guards = Guards::default();
            let mut walk = Walk::new(world, &mut guards);
            let before = Form::of_c((a * block, b * block - 1));
            let rest = walk.rest(&class);
            let place = before.plus(&rest, 1)?;
            one_term(&walk, &pieces, &place)?;
        }
    }
    Ok(())
}

/// The same term of the same piece for all c.
fn one_term(walk: &Walk, pieces: &[Piece], place: &Form) -> Checked<()> {
    for piece in pieces {
        let inside = place.plus(&Form::of_c(piece.from), -1)?;
        let from = walk.ranges.natural(&inside)?;
        let to = Form::of_c(piece.to).plus(place, -1)?.plus(&Form::number(1), -1)?;
        match (from, walk.ranges.natural(&to)?) {
            (Some(false), _) | (_, Some(false)) => {}
            (Some(true), Some(true)) => {
                let length = piece.terms.len() as i64;
                let alike = piece.terms.windows(2).all(|two| two[0] == two[1]);
                if alike || walk.ranges.modulo(&inside, length)?.fixed().is_some() {
                    return Ok(());
                }
                return reject("a term that depends on c");
            }
            _ => return reject("a block that does not begin or end with the same heap for all c"),
        }
    }
    reject("a term that no block has")
}

/// The pieces with their places, and the saltus.
fn pieces(cases: &Cases, said: &Sequence) -> Checked<(Vec<Piece>, u32)> {
    let unknown =
        || Rejection::new("a notation that is not of blocks with exponents, repeated for ever");
    type Powers = Vec<(Vec<u32>, (i64, i64))>;
    let (powers, saltus): (Powers, u32) = match said {
        Sequence::Fixed(Said::NimValues(notation)) if notation.preperiod.is_empty() => {
            (vec![(notation.period.clone(), (0, 1))], notation.saltus)
        }
        Sequence::Open { text, nim_values: true, .. } => {
            let (powers, saltus) = powers(text).ok_or_else(unknown)?;
            let mut all = Vec::new();
            for (terms, exponent) in powers {
                let exponent = match exponent {
                    None => Some((0, 1)),
                    Some(text) => linear(&cases.read(text).map_err(Rejection::new)?.0),
                };
                all.push((terms, exponent.ok_or_else(unknown)?));
            }
            (all, saltus)
        }
        _ => return Err(unknown()),
    };
    let (mut pieces, mut from) = (Vec::new(), (0, 0));
    for (terms, (by_c, constant)) in powers {
        let length = terms.len() as i64;
        if terms.is_empty() || by_c.abs() > 1000 || constant.abs() > 1000 || length > 1000 {
            return Err(unknown());
        }
        let to = (from.0 + by_c * length, from.1 + constant * length);
        pieces.push(Piece { terms, from, to });
        from = to;
    }
    Ok((pieces, saltus))
}

/// Are these the terms that the notation has for one c?
fn as_written(
    cases: &Cases,
    said: &Sequence,
    (pieces, saltus): (&[Piece], u32),
    c: i64,
) -> Checked<()> {
    let other = || Rejection::new("the notation is read in two ways");
    let case = said.in_case(Some(cases), &[Value::Number(c)]).map_err(Rejection::new)?;
    let Said::NimValues(notation) = case else { return Err(other()) };
    let mut terms = Vec::new();
    for piece in pieces {
        let at = |(by_c, constant): (i64, i64)| (by_c * c + constant).max(0) as usize;
        let length = at(piece.to).saturating_sub(at(piece.from));
        terms.extend(piece.terms.iter().cycle().take(length));
    }
    match notation.preperiod.is_empty() && notation.period == terms && notation.saltus == saltus {
        true => Ok(()),
        false => Err(other()),
    }
}
