//! Claims about positions on graphs: single ones, and all members of a family.
//!
//! What is said of single positions, as facts or as a claim without open numbers, is computed again from the rules
//! ([`play`]); so is a counterexample. What is said of all members of a family rests on an argument for that family
//! ([`family`]), whose hypotheses are tested, and on a sentence of arithmetic that is decided. A few arguments hold on
//! every graph ([`every`]).

mod every;
mod facts;
mod family;
mod member;
mod play;
mod shape;
mod table;

use sprague_certificate::{Evidence, GraphsEvidence};
use sprague_claim::Claim;
use sprague_claim::graphs::{OnGraphs, Saying};
use sprague_task::Task;

use crate::Rejection;

/// Decides the evidence again.
pub(crate) fn check(
    _claim: &Claim,
    on: &OnGraphs,
    evidence: &GraphsEvidence,
    task: &Task,
) -> Result<(), Rejection> {
    match (evidence, &on.saying, &on.boards) {
        (GraphsEvidence::Computation, Saying::Facts(facts), _) => {
            for (place, fact) in facts.iter().enumerate() {
                if !facts::holds(on, fact, task)? {
                    return Err(Rejection::new(format!("fact {} is false", place + 1)));
                }
            }
            Ok(())
        }
        (GraphsEvidence::Fact { place }, Saying::Facts(facts), _) => match facts.get(*place) {
            None => Err(Rejection::new("there is no such fact")),
            Some(fact) => match facts::holds(on, fact, task)? {
                true => Err(Rejection::new(format!("fact {} is true", place + 1))),
                false => Ok(()),
            },
        },
        (_, Saying::Facts(_), _) | (_, _, None) => {
            Err(Rejection::unsuited(&Evidence::Graphs(evidence.clone())))
        }
        (GraphsEvidence::Computation, _, Some(boards)) => member::all(on, boards, task),
        (GraphsEvidence::Position { values, board }, _, Some(boards)) => {
            member::counterexample(on, boards, values, board.as_deref(), task)
        }
        (GraphsEvidence::Periodicity { threshold, period }, _, Some(boards)) => {
            let argument = family::Argument::Periodicity { threshold: *threshold, period: *period };
            family::check(on, boards, argument, task)
        }
        (GraphsEvidence::Mirroring, _, Some(boards)) => {
            family::check(on, boards, family::Argument::Mirroring, task)
        }
        (GraphsEvidence::EveryGraph, _, Some(boards)) => every::check(on, boards),
        (GraphsEvidence::Forcing, _, Some(boards)) => {
            family::check(on, boards, family::Argument::Forcing, task)
        }
        (GraphsEvidence::Fact { .. }, _, Some(_)) => {
            Err(Rejection::unsuited(&Evidence::Graphs(evidence.clone())))
        }
    }
}
