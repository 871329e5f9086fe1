//! Claims against positions on graphs: every member of a family, every graph on a few vertices.

use crate::cost;
use sprague_task::{Task, Watch};

use sprague_certificate::{Evidence, GraphsEvidence};
use sprague_graph::plain::Plain;
use sprague_graph::sweep::{Chips as Constant, Found, Sweep, SweepError};
use sprague_graph::{Budget, Game, Limit, Position, Solver, Value};
use sprague_rules::Outcome;

use super::others::{Others, agreed, compared};
use crate::finding::{Finding, Witness};
use sprague_claim::Claim;
use sprague_claim::Sight;
use sprague_claim::graphs::board::{Boards, Chips, Member, Part, Source, number, sizes};
use sprague_claim::graphs::{OnGraphs, Saying, property};

/// Positions that the plain twin goes through.
pub(super) const CONFIRMED: u64 = 300_000;

/// What must be so at one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    Outcome(Outcome),
    Value(i64),
    Loony(bool),
}

/// Solves the members of one claim.
pub(super) struct Solvers<'a> {
    pub(super) values: bool,
    /// For one chip on each vertex.
    single: Sweep<'a>,
    other: Solver<'a>,
}

impl<'a> Solvers<'a> {
    pub(super) fn new(game: Game, misere: bool, values: bool, budget: Budget<'a>) -> Solvers<'a> {
        let single = Sweep::new(game, misere, Constant::Constant(1), values, budget);
        Solvers { values, single, other: Solver::within(game, misere, budget) }
    }

    /// What is to be known of a position.
    pub(super) fn position(&mut self, position: &Position) -> Result<Found, String> {
        let limit = |limit: Limit| limit.to_string();
        let single = position.chips.iter().all(|&c| c == 1) && position.play.is_none();
        if single {
            return self.single.graph(position.graph.as_ref().clone()).map_err(limit);
        }
        if !self.values {
            return Ok(Found {
                outcome: self.other.outcome(position).map_err(limit)?,
                value: None,
            });
        }
        let value = self.other.value(position).map_err(limit)?;
        let outcome = if value == Value::ZERO { Outcome::P } else { Outcome::N };
        Ok(Found { outcome, value: Some(value) })
    }

    /// What is to be known of a member of the boards, without its graph where that is shorter.
    fn member(&mut self, boards: &Boards, member: &Member) -> Result<Found, String> {
        if let (Source::Sum(parts), Chips::Each(each)) = (&boards.source, &boards.chips)
            && let [Part::Family { family, numbers, .. }] = &parts[..]
            && number(each, &member.values)? == 1
        {
            let numbers = sizes(numbers, &member.values)?;
            return self.single.member(*family, &numbers).map_err(|error| match error {
                SweepError::Graph(message) => message,
                SweepError::Limit(limit) => limit.to_string(),
            });
        }
        self.position(&boards.position(member)?)
    }
}

/// Compares every position of the claim with what is said of it; the region, if all are so.
pub fn positions(
    claim: &Claim,
    said: &OnGraphs,
    boards: &Boards,
    task: &Task,
) -> Result<String, Finding> {
    let undecided = |why: String| Finding::Undecided { why };
    let watch = task.watch();
    let budget = budget(task, &watch);
    let members = boards.members(claim.check_to, &|| task.goes_on()).map_err(undecided)?;
    let values = said.saying.is_of_values();
    let mut solvers = Solvers::new(said.game, said.misere, values, budget);
    let mut others = Others::new(said, &members, task, budget).map_err(undecided)?;
    let (mut spoken, all) = (0u64, members.len());
    for (done, member) in members.iter().enumerate() {
        let at = |why: String| {
            let text = boards.write(member).unwrap_or_else(|_| format!("{:?}", member.values));
            let so_far = format!("{done} of {all} positions were looked at");
            undecided(format!("{why}: {text}; {so_far}"))
        };
        if done % 64 == 0 && !task.goes_on() {
            return Err(at("the time ran out".into()));
        }
        let Some(wanted) = wanted(said, boards, member, &mut others).map_err(at)? else {
            continue;
        };
        spoken += 1;
        let found = solvers.member(boards, member).map_err(at)?;
        if !fulfils(wanted, found) {
            return Err(refuted(said, boards, member, wanted, found, budget));
        }
    }
    match spoken {
        0 => {
            let words = boards.words(Some(claim.check_to));
            Err(undecided(format!("it speaks of no position of {words}")))
        }
        _ => Ok(format!("{}: {spoken} positions", boards.words(Some(claim.check_to)))),
    }
}

/// The verdict at the member with these values, where a proof broke.
pub fn one(said: &OnGraphs, boards: &Boards, values: &[i64], task: &Task) -> Finding {
    let watch = task.watch();
    let budget = budget(task, &watch);
    let member = Member { values: values.to_vec(), graph: None, list: None, total: 0 };
    let judged = || -> Result<Finding, String> {
        let mut others = Others::new(said, std::slice::from_ref(&member), task, budget)?;
        let wanted = wanted(said, boards, &member, &mut others)?;
        let mut solvers = Solvers::new(said.game, said.misere, said.saying.is_of_values(), budget);
        let found = solvers.member(boards, &member)?;
        match wanted.filter(|&wanted| !fulfils(wanted, found)) {
            Some(wanted) => Ok(refuted(said, boards, &member, wanted, found, budget)),
            None => Err(format!("a proof and the solver disagree at {values:?}")),
        }
    };
    judged().unwrap_or_else(|why| Finding::Undecided { why })
}

pub(super) fn budget<'a>(task: &Task, watch: &'a Watch) -> Budget<'a> {
    let bytes = cost::bytes(task);
    Budget { bytes, effort: task.limits().steps, watch }
}

/// What the claim says of a member; nothing, if it does not speak of it.
fn wanted(
    said: &OnGraphs,
    boards: &Boards,
    member: &Member,
    others: &mut Others,
) -> Result<Option<Due>, String> {
    let mut numbers = member.values.clone();
    let named = boards.ranges.len();
    if said.mentions_beyond(named) {
        let long = said.mentions_beyond(named + property::LONG);
        numbers.extend(property::values(said.game, &boards.position(member)?, long)?);
    }
    if !said.suppose.holds(Sight::of(&numbers)) {
        return Ok(None);
    }
    Ok(match &said.saying {
        Saying::Exactly(condition) => {
            let p = condition.holds(Sight::of(&numbers));
            Some(Due::Outcome(if p { Outcome::P } else { Outcome::N }))
        }
        Saying::If { outcome, condition } => {
            condition.holds(Sight::of(&numbers)).then_some(Due::Outcome(*outcome))
        }
        Saying::NimValue(number) => Some(Due::Value(number.value(Sight::of(&numbers)))),
        Saying::Loony { condition, exactly } => match condition.holds(Sight::of(&numbers)) {
            true => Some(Due::Loony(true)),
            false => exactly.then_some(Due::Loony(false)),
        },
        Saying::Same { .. } => Some(others.wanted(boards, member)?),
        Saying::Facts(_) => None,
    })
}

fn fulfils(wanted: Due, found: Found) -> bool {
    match wanted {
        Due::Outcome(outcome) => found.outcome == outcome,
        Due::Value(value) => match found.value {
            Some(Value::Nim(nim)) => i64::from(nim) == value,
            _ => false,
        },
        Due::Loony(loony) => (found.value == Some(Value::Loony)) == loony,
    }
}

/// The refutation at a member, confirmed by the plain twin where that can follow.
fn refuted(
    said: &OnGraphs,
    boards: &Boards,
    member: &Member,
    wanted: Due,
    found: Found,
    budget: Budget,
) -> Finding {
    let judged = || -> Result<Finding, String> {
        let (position, text) = (boards.position(member)?, boards.write(member)?);
        let own = (said.game, said.misere);
        if reach(&position) <= CONFIRMED && !confirmed(own, &position, found)
            || !agreed(said, boards, member, wanted)
        {
            return Err(format!("two solvers disagree at {text}"));
        }
        let other = compared(said, member).map_or(String::new(), |name| format!(", but {name}"));
        let shown = match (wanted, found.value) {
            (Due::Outcome(wanted), _) => {
                let is = outcome_shown(said, &position, found.outcome, budget);
                match other.is_empty() {
                    true => is,
                    false => format!("{is}{other} is {wanted}"),
                }
            }
            (Due::Value(value), Some(Value::Nim(nim))) => match other.is_empty() {
                true => format!("its nim-value is {nim}, not {value}"),
                false => format!("its nim-value is {nim}{other} has {value}"),
            },
            (Due::Value(_), _) => format!("it is loony{other}"),
            (Due::Loony(_), Some(value)) => format!("its value is {value}{other}"),
            (Due::Loony(_), None) => "its value is not known".to_string(),
        };
        let open =
            matches!(boards.source, Source::Any(_)) || matches!(boards.chips, Chips::Every(_));
        let board = open.then(|| position.text());
        let evidence = GraphsEvidence::Position { values: member.values.clone(), board };
        let evidence = Some(Evidence::Graphs(evidence));
        Ok(Finding::Refuted { witness: Witness::Written(text), shown, evidence })
    };
    judged().unwrap_or_else(|why| Finding::Undecided { why })
}

/// `it is P: no move wins`, or `it is N: ... wins`.
fn outcome_shown(said: &OnGraphs, position: &Position, outcome: Outcome, budget: Budget) -> String {
    if outcome == Outcome::P {
        return "it is P: no move wins".to_string();
    }
    let mut solver = Solver::within(said.game, said.misere, budget);
    let winning = solver.winning(position).ok();
    match winning.as_ref().and_then(|winning| winning.first()) {
        Some((m, _)) => format!("it is N: {} wins", m.text()),
        None => "it is N".to_string(),
    }
}

/// A bound on the positions that the plain twin meets.
pub(super) fn reach(position: &Position) -> u64 {
    let stacks = position.chips.iter().map(|&c| u64::from(c) + 1).fold(1, u64::saturating_mul);
    stacks.saturating_mul(1 + position.graph.size() as u64)
}

/// Does the plain twin find the same?
pub(super) fn confirmed((game, misere): (Game, bool), position: &Position, found: Found) -> bool {
    // It goes through sets of edges, not of chips.
    if game == Game::EdgeDelete && position.graph.size() > 16 {
        return true;
    }
    let mut plain = Plain::new(game, misere);
    if plain.wins(position) != (found.outcome == Outcome::N) {
        return false;
    }
    match found.value {
        Some(Value::Nim(nim)) if !game.binds() => plain.nim_value(position) == nim,
        // Beside its own value, and only there, it is P.
        Some(Value::Nim(nim)) => (0..=nim).all(|h| plain.wins_beside(position, h) == (h < nim)),
        Some(Value::Loony) => (0..6).all(|heap| plain.wins_beside(position, heap)),
        None => true,
    }
}
