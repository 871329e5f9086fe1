//! Claims about positions that are written out: facts, plays, and lines.
//!
//! Where nothing is left open a claim is finitely many statements about single positions. Each of them is decided here
//! from its definition, with the options that the rules give: outcomes and nim-values by [`Plain`], a move by looking
//! for it among the options of the player who makes it, values by comparing games, the length of play as one more than that of the longest option.
//! The claim is true if they all are, and false if one of them is not, so nothing but the word `computation`, or the
//! place of the false one, is needed.

mod lines;
mod moves;
mod open;
mod value;

use sprague_certificate::{Evidence, ListedEvidence};
use sprague_claim::Claim;
use sprague_claim::claim::{Fact, Listed, OfListed};
use sprague_rules::Ruleset;
use sprague_task::Task;

use crate::Rejection;
use crate::plain::Plain;

/// Decides the evidence again.
pub(crate) fn check(
    _claim: &Claim,
    on: &Listed,
    evidence: &ListedEvidence,
    task: &Task,
) -> Result<(), Rejection> {
    let mut plain = Plain::new(&on.ruleset, task);
    match evidence {
        ListedEvidence::Computation if on.is_finite() => {
            for place in 0..places(on) {
                if !holds(on, place, &[], &mut plain, task)? {
                    return Err(Rejection::new(format!("{} is false", named(on, place))));
                }
            }
            Ok(())
        }
        ListedEvidence::Lines(set) => match &on.says {
            OfListed::Lines(lines) => open::check(&on.ruleset, lines, set, &mut plain, task),
            _ => Err(Rejection::unsuited(&Evidence::Listed(evidence.clone()))),
        },
        ListedEvidence::Counterexample { place, numbers } if *place < places(on) => {
            match holds(on, *place, numbers, &mut plain, task)? {
                false => Ok(()),
                true => Err(Rejection::new(format!("{} is true", named(on, *place)))),
            }
        }
        _ => Err(Rejection::unsuited(&Evidence::Listed(evidence.clone()))),
    }
}

/// How many things are said.
fn places(on: &Listed) -> usize {
    match &on.says {
        OfListed::Facts(facts) => facts.len(),
        OfListed::Lines(lines) => lines.len(),
        OfListed::Play(play) => play.positions.len(),
    }
}

fn named(on: &Listed, place: usize) -> String {
    let what = match &on.says {
        OfListed::Facts(_) => "fact",
        OfListed::Lines(_) => "line",
        OfListed::Play(_) => "move",
    };
    format!("{what} {}", place + 1)
}

/// Is what is said in this place true, with these numbers for the names of a line?
fn holds(
    on: &Listed,
    place: usize,
    numbers: &[u32],
    plain: &mut Plain,
    task: &Task,
) -> Result<bool, Rejection> {
    match &on.says {
        OfListed::Lines(lines) => lines::holds(&on.ruleset, &lines[place], numbers, plain, task),
        _ if !numbers.is_empty() => Err(Rejection::new("there is no name for a number here")),
        OfListed::Facts(facts) => fact(&on.ruleset, &facts[place], plain, task),
        OfListed::Play(play) => moves::step(&on.ruleset, play, place, plain),
    }
}

fn fact(ruleset: &Ruleset, fact: &Fact, plain: &mut Plain, task: &Task) -> Result<bool, Rejection> {
    match fact {
        Fact::Outcome(position, outcome) => Ok(plain.outcome(position)? == *outcome),
        Fact::NimValue(position, value) => match ruleset.has_nim_values() {
            true => Ok(plain.nim_value(position)? == *value),
            false => Err(Rejection::new("this game has no nim-values")),
        },
        Fact::Move(said) => moves::can_be_made(said, plain),
        Fact::Value(position, text) => value::holds(ruleset, position, text, plain, task),
    }
}
