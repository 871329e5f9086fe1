//! Single positions that a claim speaks of: all of them where nothing is left open but chips, or one that is other than said.

use std::ops::RangeInclusive;

use sprague_claim::Sight;
use sprague_claim::condition::value_of;
use sprague_claim::graphs::board::{Boards, Chips, Part, Range, Source, position_of};
use sprague_claim::graphs::{
    Game, OnGraphs, Other, Place, Position, Saying, Value, parse, property,
};
use sprague_rules::expr::Expr;
use sprague_rules::position::canonical;
use sprague_rules::{Outcome, Shape};
use sprague_task::{Stop, Task};

use super::play::Play;
use super::shape::properties;
use crate::Rejection;
use crate::plain::Plain;

/// Names stand for numbers up to this one, up to their sign: expressions have no overflow there.
const LARGEST: u64 = 1 << 30;
/// Ways to put chips that are looked at.
const MOST_LISTS: u64 = 1_000_000;

/// What must be so at one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    Outcome(Outcome),
    NimValue(i64),
    Loony(bool),
    Value(Value),
}

/// The claim speaks of one graph, with chips in one way or in all of some: each position is as it says.
pub(super) fn all(on: &OnGraphs, boards: &Boards, task: &Task) -> Result<(), Rejection> {
    let (Source::Sum(parts), true) = (&boards.source, boards.ranges.is_empty()) else {
        return Err(Rejection::new("the claim speaks of more than one graph"));
    };
    let mut judge = Judge { on, boards, task, own: None, other: None };
    let right = |right: bool| match right {
        true => Ok(()),
        false => Err(Rejection::new("a position is other than said")),
    };
    let Chips::Every(range) = &boards.chips else {
        return right(judge.is_right(&[], &placed(parts, &boards.chips, &[])?)?);
    };
    let one = placed(parts, &Chips::Each(Expr::Const(1)), &[])?;
    for chips in lists(range, one.chips.len())? {
        right(judge.is_right(&[], &Position { chips, ..one.clone() })?)?;
    }
    Ok(())
}

/// Every list of so many numbers from a range.
fn lists(range: &RangeInclusive<u32>, length: usize) -> Result<Vec<Vec<u32>>, Rejection> {
    let width = u64::from(range.end().saturating_sub(*range.start())).saturating_add(1);
    let power = u32::try_from(length).ok().and_then(|length| width.checked_pow(length));
    if power.is_none_or(|lists| lists > MOST_LISTS) {
        return Err(Stop::Positions { limit: MOST_LISTS }.into());
    }
    let mut lists = vec![Vec::new()];
    for _ in 0..length {
        let longer = |list: &Vec<u32>| {
            let list = list.clone();
            range.clone().map(move |chips| [&list[..], &[chips]].concat())
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    Ok(lists)
}

/// A position that the claim speaks of is other than it says.
pub(super) fn counterexample(
    on: &OnGraphs,
    boards: &Boards,
    values: &[i64],
    board: Option<&str>,
    task: &Task,
) -> Result<(), Rejection> {
    in_ranges(&boards.ranges, values)?;
    let position = position(boards, values, board)?;
    let mut judge = Judge { on, boards, task, own: None, other: None };
    match judge.is_right(values, &position)? {
        true => {
            Err(Rejection::new("the position is as the claim says, or it does not speak of it"))
        }
        false => Ok(()),
    }
}

/// Does each name have a value of its range?
fn in_ranges(ranges: &[Range], values: &[i64]) -> Result<(), Rejection> {
    let wrong = || Rejection::new("the values are not those of the names");
    if values.len() != ranges.len() {
        return Err(wrong());
    }
    for (place, (range, &value)) in ranges.iter().zip(values).enumerate() {
        let at = |expr: &Expr| value_of(expr, Sight::of(&values[..place]));
        let fits = match &range.members {
            Some(members) => members.contains(&value),
            None => at(&range.least) <= value && range.most.as_ref().is_none_or(|m| value <= at(m)),
        };
        if !fits || value.unsigned_abs() > LARGEST {
            return Err(wrong());
        }
    }
    Ok(())
}

/// The position with these values: as the names say, or as it is written where they leave it open.
fn position(boards: &Boards, values: &[i64], board: Option<&str>) -> Result<Position, Rejection> {
    let open = matches!(boards.source, Source::Any(_)) || matches!(boards.chips, Chips::Every(_));
    let text = match (&boards.source, open, board) {
        (Source::Sum(parts), false, None) => return placed(parts, &boards.chips, values),
        (_, true, Some(text)) => text,
        _ => return Err(Rejection::new("a board is given exactly where the claim leaves it open")),
    };
    let written = parse(text).map_err(|complaint| Rejection::new(complaint.message))?.position;
    if written.play.is_some() {
        return Err(Rejection::new("claims speak of positions with no edge in play"));
    }
    let graph = written.graph.clone();
    let fits = match &boards.source {
        Source::Any(vertices) => vertices.contains(&graph.vertices()),
        Source::Sum(parts) => graph == placed(parts, &Chips::Each(Expr::Const(1)), values)?.graph,
    };
    let number = |expr: &Expr| value_of(expr, Sight::of(values));
    let chips = &written.chips;
    let chipped = match &boards.chips {
        Chips::Each(each) => chips.iter().all(|&c| i64::from(c) == number(each)),
        Chips::Degree => (0..chips.len()).all(|v| chips[v] as usize == graph.degree(v)),
        Chips::Every(range) => chips.iter().all(|c| range.contains(c)),
        // On any graph: in any order.
        Chips::List(list) => {
            let mut stated = Vec::new();
            for (each, times) in list {
                let times = usize::try_from(number(times)).unwrap_or(usize::MAX);
                if stated.len().saturating_add(times) > chips.len() {
                    return Err(Rejection::new("the chips are not those of the claim"));
                }
                stated.extend(std::iter::repeat_n(number(each), times));
            }
            let mut sorted: Vec<i64> = chips.iter().map(|&c| c.into()).collect();
            sorted.sort_unstable();
            stated.sort_unstable();
            sorted == stated
        }
    };
    match fits && chipped {
        true => Ok(written),
        false => Err(Rejection::new("the claim does not speak of this board")),
    }
}

fn placed(parts: &[Part], chips: &Chips, values: &[i64]) -> Result<Position, Rejection> {
    position_of(parts, chips, values).map_err(Rejection::new)
}

/// Compares positions with what a claim says of them. What is known of the last graph is kept.
struct Judge<'a> {
    on: &'a OnGraphs,
    boards: &'a Boards,
    task: &'a Task,
    own: Option<(Position, Play<'a>)>,
    other: Option<(Position, Play<'a>)>,
}

impl Judge<'_> {
    /// Is the position as the claim says, if it speaks of it?
    fn is_right(&mut self, values: &[i64], position: &Position) -> Result<bool, Rejection> {
        let Some(due) = self.due(values, position)? else { return Ok(true) };
        let on = self.on;
        let (play, state) = playing(&mut self.own, (on.game, on.misere), position, self.task);
        if let Due::Outcome(outcome) = due {
            let truly = if play.is_won(&state)? { Outcome::N } else { Outcome::P };
            return Ok(truly == outcome);
        }
        if on.misere {
            return Err(Rejection::new("there are no values in misère play"));
        }
        let value = play.value(&state)?;
        Ok(match due {
            Due::NimValue(number) => u32::try_from(number).is_ok_and(|n| value == Value::Nim(n)),
            Due::Loony(loony) => (value == Value::Loony) == loony,
            Due::Value(other) => value == other,
            Due::Outcome(_) => false,
        })
    }

    /// What the claim says of a position; nothing, if it does not speak of it.
    fn due(&mut self, values: &[i64], position: &Position) -> Result<Option<Due>, Rejection> {
        let (on, named) = (self.on, self.boards.ranges.len());
        let mut numbers = values.to_vec();
        if on.mentions_beyond(named) {
            let long = on.mentions_beyond(named + property::LONG);
            numbers.extend(properties(on.game, position, long, self.task)?);
        }
        let sight = Sight::of(&numbers);
        if !on.suppose.holds(sight) {
            return Ok(None);
        }
        Ok(match &on.saying {
            Saying::Exactly(condition) => {
                let outcome = if condition.holds(sight) { Outcome::P } else { Outcome::N };
                Some(Due::Outcome(outcome))
            }
            Saying::If { outcome, condition } => {
                condition.holds(sight).then_some(Due::Outcome(*outcome))
            }
            Saying::NimValue(number) => Some(Due::NimValue(number.value(sight))),
            Saying::Loony { condition, exactly } => match condition.holds(sight) {
                true => Some(Due::Loony(true)),
                false => exactly.then_some(Due::Loony(false)),
            },
            Saying::Same { values: of_values, other } => {
                Some(self.others(values, position, *of_values, other)?)
            }
            Saying::Facts(_) => None,
        })
    }

    /// What a position is compared with.
    fn others(
        &mut self,
        values: &[i64],
        position: &Position,
        of_values: bool,
        other: &Other,
    ) -> Result<Due, Rejection> {
        match other {
            Other::Graph { game, misere, place } => {
                let there = match place {
                    None => position.clone(),
                    Some(Place { source: Source::Sum(parts), chips }) => {
                        placed(parts, chips, values)?
                    }
                    Some(_) => return Err(Rejection::new("`any` is no single graph")),
                };
                let (play, state) = playing(&mut self.other, (*game, *misere), &there, self.task);
                if of_values && !misere {
                    return Ok(Due::Value(play.value(&state)?));
                }
                Ok(Due::Outcome(if play.is_won(&state)? { Outcome::N } else { Outcome::P }))
            }
            Other::Piles { ruleset, piles } => {
                let mut sizes = Vec::new();
                for pile in piles {
                    let size = u32::try_from(value_of(pile, Sight::of(values)));
                    sizes.push(size.map_err(|_| Rejection::new("a pile is below 0 or too large"))?);
                }
                if matches!(ruleset.shape, Shape::Piles { .. }) {
                    canonical(&mut sizes);
                }
                let mut plain = Plain::new(ruleset, self.task);
                match of_values && ruleset.has_nim_values() {
                    true => Ok(Due::Value(Value::Nim(plain.nim_value(&sizes)?))),
                    false => Ok(Due::Outcome(plain.outcome(&sizes)?)),
                }
            }
        }
    }
}

/// Play on the graph of a position; what is known of this graph is known still.
fn playing<'p, 'a>(
    known: &'p mut Option<(Position, Play<'a>)>,
    (game, misere): (Game, bool),
    position: &Position,
    task: &'a Task,
) -> (&'p mut Play<'a>, super::play::State) {
    if known.as_ref().is_none_or(|(last, _)| last.graph != position.graph) {
        *known = None;
    }
    let fresh = || (position.clone(), Play::new(game, misere, &position.graph, task));
    let (_, play) = known.get_or_insert_with(fresh);
    let state = play.state(position);
    (play, state)
}
