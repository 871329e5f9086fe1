//! Positions of other games, on graphs or of piles, that those of a claim are compared with.

use crate::cost;
use sprague_task::Task;
use std::collections::HashMap;

use sprague_graph::sweep::Found;
use sprague_graph::{Budget, Value};
use sprague_rules::expr::Expr;
use sprague_rules::{Outcome, Ruleset, Shape, write_position};
use sprague_solve::{Question, Reference, Wanted};

use super::check::{CONFIRMED, Due, Solvers, confirmed, reach};
use sprague_claim::Sight;
use sprague_claim::condition::value_of;
use sprague_claim::graphs::board::{Boards, Chips, Member, Source, position_of};
use sprague_claim::graphs::{OnGraphs, Other, Place, Saying};

/// The positions of another game that those of the claim are compared with.
pub(super) enum Others<'a> {
    None,
    Graph {
        solvers: Box<Solvers<'a>>,
        place: Option<(Source, Chips)>,
    },
    /// Outcomes or nim-values of piles, by position.
    Piles {
        known: HashMap<Vec<u32>, Due>,
        piles: Vec<Expr>,
        shape: Shape,
    },
}

impl<'a> Others<'a> {
    pub(super) fn new(
        said: &OnGraphs,
        members: &[Member],
        task: &Task,
        budget: Budget<'a>,
    ) -> Result<Others<'a>, String> {
        let Saying::Same { values, other } = &said.saying else { return Ok(Others::None) };
        match other {
            Other::Graph { game, misere, place } => {
                let solvers = Box::new(Solvers::new(*game, *misere, *values, budget));
                let place = place.as_ref().map(|p| (p.source.clone(), p.chips.clone()));
                Ok(Others::Graph { solvers, place })
            }
            Other::Piles { ruleset, piles } => {
                let positions = members
                    .iter()
                    .map(|member| piles_of(piles, ruleset.shape, &member.values))
                    .collect::<Result<Vec<_>, _>>()?;
                let known = solved(ruleset, positions, *values, task)?;
                Ok(Others::Piles { known, piles: piles.clone(), shape: ruleset.shape })
            }
        }
    }

    pub(super) fn wanted(&mut self, boards: &Boards, member: &Member) -> Result<Due, String> {
        match self {
            Others::None => Err("there is nothing to compare with".into()),
            Others::Graph { solvers, place } => {
                let position = match place {
                    None => boards.position(member)?,
                    Some((Source::Sum(parts), chips)) => position_of(parts, chips, &member.values)?,
                    Some((Source::Any(_), _)) => {
                        return Err("`any` is no single graph to compare with".into());
                    }
                };
                let found = solvers.position(&position)?;
                Ok(match found.value {
                    Some(Value::Nim(nim)) if solvers.values => Due::Value(nim.into()),
                    Some(Value::Loony) if solvers.values => Due::Loony(true),
                    _ => Due::Outcome(found.outcome),
                })
            }
            Others::Piles { known, piles, shape } => {
                let position = piles_of(piles, *shape, &member.values)?;
                known.get(&position).copied().ok_or_else(|| "a position was not solved".into())
            }
        }
    }
}

fn piles_of(piles: &[Expr], shape: Shape, values: &[i64]) -> Result<Vec<u32>, String> {
    let size = |expr: &Expr| {
        let size = value_of(expr, Sight::of(values));
        u32::try_from(size).map_err(|_| format!("a pile would be {size}"))
    };
    let mut piles: Vec<u32> = piles.iter().map(size).collect::<Result<_, _>>()?;
    if matches!(shape, Shape::Piles { .. }) {
        piles.retain(|&size| size > 0);
        piles.sort_unstable();
    }
    Ok(piles)
}

/// What is to be known of positions of piles.
fn solved(
    ruleset: &Ruleset,
    positions: Vec<Vec<u32>>,
    values: bool,
    task: &Task,
) -> Result<HashMap<Vec<u32>, Due>, String> {
    let refusal = |refusal: sprague_solve::Refusal| refusal.to_string();
    let (budget, watch) = (cost::budget(task), task.watch());
    let kind = if values { Wanted::NimValues } else { Wanted::Outcomes };
    let question = Question::about_positions(ruleset, positions.iter().map(Vec::as_slice));
    let question = question.wanted(kind).budget(&budget).watch(&watch);
    let mut solver = question.solver().map_err(refusal)?;
    let mut known = HashMap::new();
    for position in positions {
        let found = match values {
            false => Due::Outcome(solver.outcome(&position).map_err(refusal)?),
            true => match solver.nim_value(&position).map_err(refusal)? {
                Some(value) => Due::Value(value.into()),
                None => return Err(format!("{} has no nim-value", write_position(&position))),
            },
        };
        known.insert(position, found);
    }
    Ok(known)
}

/// Do the plain twins find the same of what a member is compared with, where they can follow?
pub(super) fn agreed(said: &OnGraphs, boards: &Boards, member: &Member, due: Due) -> bool {
    let Saying::Same { other, .. } = &said.saying else { return true };
    match other {
        Other::Graph { game, misere, place } => {
            let position = match place {
                None => boards.position(member),
                Some(Place { source: Source::Sum(parts), chips }) => {
                    position_of(parts, chips, &member.values)
                }
                Some(_) => return false,
            };
            let nim = |nim: i64| u32::try_from(nim).map(Value::Nim).ok();
            let found = |outcome, value| Found { outcome, value };
            let found = match due {
                Due::Outcome(outcome) => found(outcome, None),
                Due::Value(0) => found(Outcome::P, Some(Value::ZERO)),
                Due::Value(value) => found(Outcome::N, nim(value)),
                Due::Loony(_) => found(Outcome::N, Some(Value::Loony)),
            };
            position.is_ok_and(|position| {
                reach(&position) > CONFIRMED || confirmed((*game, *misere), &position, found)
            })
        }
        Other::Piles { ruleset, piles } => {
            let Ok(position) = piles_of(piles, ruleset.shape, &member.values) else { return false };
            let below = position.iter().map(|&n| u64::from(n) + 1).fold(1, u64::saturating_mul);
            // Splitting makes more positions than taking, and its heaps have kernels of their own.
            if below > CONFIRMED || position.iter().any(|&n| n > 30) {
                return true;
            }
            let mut reference = Reference::new(&**ruleset);
            match due {
                Due::Outcome(outcome) => reference.outcome(&position) == outcome,
                Due::Value(value) => i64::from(reference.nim_value(&position)) == value,
                Due::Loony(_) => false,
            }
        }
    }
}

/// The name of what a member is compared with.
pub(super) fn compared(said: &OnGraphs, member: &Member) -> Option<String> {
    let Saying::Same { other, .. } = &said.saying else { return None };
    Some(match other {
        Other::Graph { game, misere, place } => {
            let misere = if *misere { "misere " } else { "" };
            let on = match place.as_ref().map(|place| &place.source) {
                None => "it in".to_string(),
                Some(Source::Sum(parts)) => {
                    let place = place.as_ref()?;
                    let position = position_of(parts, &place.chips, &member.values).ok()?;
                    format!("{} in", position.text())
                }
                Some(Source::Any(_)) => return None,
            };
            format!("{on} {misere}{}", game.name())
        }
        Other::Piles { ruleset, piles } => {
            let position = piles_of(piles, ruleset.shape, &member.values).ok()?;
            format!("{} in {}", write_position(&position), ruleset.expression)
        }
    })
}
