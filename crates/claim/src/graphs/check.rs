//! Claims against positions on graphs: every member of a family, every graph on a few vertices, single facts.

use std::time::Instant;

use sprague_graph::canonical::{Canonical, Key};
use sprague_graph::plain::Plain;
use sprague_graph::sweep::{Chips as Constant, Found, Sweep, SweepError};
use sprague_graph::{Budget, Game, Limit, Position, Solver, Value};
use sprague_rules::expr::Expr;
use sprague_rules::{Outcome, Ruleset, Shape, write_position};
use sprague_solve::{Purpose, Region, Wanted};

use super::board::{Boards, Chips, Member, Part, Source, number, position_of, sizes};
use super::property;
use super::{Fact, OnGraphs, Other, Saying};
use crate::condition::Number;
use crate::text::Claim;
use crate::verdict::{Limits, Verdict, Witness};

/// Positions that the plain twin goes through.
const CONFIRMED: u64 = 300_000;

/// What must be so at one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    Outcome(Outcome),
    Value(i64),
    Loony(bool),
}

/// Solves the members of one claim.
struct Solvers<'a> {
    values: bool,
    /// For one chip on each vertex.
    single: Sweep<'a>,
    other: Solver<'a>,
}

impl<'a> Solvers<'a> {
    fn new(game: Game, misere: bool, values: bool, budget: Budget<'a>) -> Solvers<'a> {
        let single = Sweep::new(game, misere, Constant::Constant(1), values, budget);
        Solvers { values, single, other: Solver::within(game, misere, budget) }
    }

    /// What is to be known of a position.
    fn position(&mut self, position: &Position) -> Result<Found, String> {
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
    limits: &Limits,
    deadline: Instant,
) -> Result<String, Verdict> {
    let undecided = |why: String| Verdict::Undecided { why };
    let goes_on = || Instant::now() < deadline;
    let budget = budget(limits, &goes_on);
    let members = boards.members(claim.check_to).map_err(undecided)?;
    let values = said.saying.is_of_values();
    let mut solvers = Solvers::new(said.game, said.misere, values, budget);
    let mut others = Others::new(said, &members, limits, budget).map_err(undecided)?;
    let (mut spoken, all) = (0u64, members.len());
    for (done, member) in members.iter().enumerate() {
        let at = |why: String| {
            let text = boards.write(member).unwrap_or_else(|_| format!("{:?}", member.values));
            let so_far = format!("{done} of {all} positions were looked at");
            undecided(format!("{why}: {text}; {so_far}"))
        };
        if done % 64 == 0 && !goes_on() {
            return Err(at("the time ran out".into()));
        }
        let Some(wanted) = wanted(claim, said, boards, member, &mut others).map_err(at)? else {
            continue;
        };
        spoken += 1;
        let found = solvers.member(boards, member).map_err(at)?;
        if !fulfils(wanted, found) {
            return Err(refuted(said, boards, member, wanted, found, budget));
        }
    }
    match spoken {
        0 => Err(undecided("it speaks of no position".into())),
        _ => Ok(format!("{}: {spoken} positions", boards.words(Some(claim.check_to)))),
    }
}

/// The verdict at the member with these values, where a proof broke.
pub fn one(
    claim: &Claim,
    said: &OnGraphs,
    boards: &Boards,
    values: &[i64],
    limits: &Limits,
    deadline: Instant,
) -> Verdict {
    let goes_on = || Instant::now() < deadline;
    let budget = budget(limits, &goes_on);
    let member = Member { values: values.to_vec(), graph: None, list: None, total: 0 };
    let judged = || -> Result<Verdict, String> {
        let mut others = Others::new(said, std::slice::from_ref(&member), limits, budget)?;
        let wanted = wanted(claim, said, boards, &member, &mut others)?;
        let mut solvers = Solvers::new(said.game, said.misere, said.saying.is_of_values(), budget);
        let found = solvers.member(boards, &member)?;
        match wanted.filter(|&wanted| !fulfils(wanted, found)) {
            Some(wanted) => Ok(refuted(said, boards, &member, wanted, found, budget)),
            None => Err(format!("a proof and the solver disagree at {values:?}")),
        }
    };
    judged().unwrap_or_else(|why| Verdict::Undecided { why })
}

fn budget<'a>(limits: &Limits, goes_on: &'a (dyn Fn() -> bool + Sync)) -> Budget<'a> {
    let bytes = usize::try_from(limits.memory).unwrap_or(usize::MAX);
    Budget { bytes, effort: u64::MAX, goes_on }
}

impl Saying {
    fn is_of_values(&self) -> bool {
        matches!(
            self,
            Saying::NimValue(_) | Saying::Loony { .. } | Saying::Same { values: true, .. }
        )
    }
}

/// What the claim says of a member; nothing, if it does not speak of it.
fn wanted(
    claim: &Claim,
    said: &OnGraphs,
    boards: &Boards,
    member: &Member,
    others: &mut Others,
) -> Result<Option<Due>, String> {
    let mut numbers = member.values.clone();
    if said.mentions_properties(claim) {
        numbers.extend(property::values(said.game, &boards.position(member)?));
    }
    if !claim.suppose.holds(&numbers) {
        return Ok(None);
    }
    Ok(match &said.saying {
        Saying::Exactly(condition) => {
            let p = condition.holds(&numbers);
            Some(Due::Outcome(if p { Outcome::P } else { Outcome::N }))
        }
        Saying::If { outcome, condition } => {
            condition.holds(&numbers).then_some(Due::Outcome(*outcome))
        }
        Saying::NimValue(number) => Some(Due::Value(number.value(&numbers))),
        Saying::Loony { condition, exactly } => match condition.holds(&numbers) {
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

/// The positions of another game that those of the claim are compared with.
enum Others<'a> {
    None,
    Graph {
        solvers: Box<Solvers<'a>>,
        place: Option<(Source, Chips)>,
    },
    /// Outcomes or nim-values of piles, by position.
    Piles {
        known: std::collections::HashMap<Vec<u32>, Due>,
        piles: Vec<Expr>,
        shape: Shape,
    },
}

impl<'a> Others<'a> {
    fn new(
        said: &OnGraphs,
        members: &[Member],
        limits: &Limits,
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
                let known = solved(ruleset, positions, *values, limits)?;
                Ok(Others::Piles { known, piles: piles.clone(), shape: ruleset.shape })
            }
        }
    }

    fn wanted(&mut self, boards: &Boards, member: &Member) -> Result<Due, String> {
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
        let size = Number::Plain(expr.clone()).value(values);
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
    limits: &Limits,
) -> Result<std::collections::HashMap<Vec<u32>, Due>, String> {
    let refusal = |refusal: sprague_solve::Refusal| refusal.to_string();
    let (budget, watch) = (limits.budget(), limits.watch());
    let region = Region::around(ruleset, positions.iter().map(Vec::as_slice));
    let purpose = Purpose::positions(positions.iter().map(Vec::as_slice));
    let kind = if values { Wanted::NimValues } else { Wanted::Outcomes };
    let mut solver =
        sprague_solve::Solver::new(ruleset, region, kind, purpose, &budget, None, &watch)
            .map_err(refusal)?;
    let mut known = std::collections::HashMap::new();
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

impl OnGraphs {
    /// Does the claim speak of properties, beyond the names in its graphs?
    fn mentions_properties(&self, claim: &Claim) -> bool {
        let names = self.boards.as_ref().map_or(0, |boards| boards.ranges.len());
        let statement = match &self.saying {
            Saying::Exactly(condition)
            | Saying::If { condition, .. }
            | Saying::Loony { condition, .. } => condition.mentions_beyond(names),
            Saying::NimValue(number) => number.mentions_beyond(names),
            Saying::Same { .. } | Saying::Facts(_) => false,
        };
        statement || claim.suppose.mentions_beyond(names)
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
) -> Verdict {
    let judged = || -> Result<Verdict, String> {
        let (position, text) = (boards.position(member)?, boards.write(member)?);
        if reach(&position) <= CONFIRMED && !confirmed(said, &position, found) {
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
        Ok(Verdict::Refuted { witness: Witness::Written(text), shown })
    };
    judged().unwrap_or_else(|why| Verdict::Undecided { why })
}

/// The name of what a member is compared with.
fn compared(said: &OnGraphs, member: &Member) -> Option<String> {
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
fn reach(position: &Position) -> u64 {
    let stacks = position.chips.iter().map(|&c| u64::from(c) + 1).fold(1, u64::saturating_mul);
    stacks.saturating_mul(1 + position.graph.size() as u64)
}

/// Does the plain twin find the same?
fn confirmed(said: &OnGraphs, position: &Position, found: Found) -> bool {
    // It goes through sets of edges, not of chips.
    if said.game == Game::EdgeDelete && position.graph.size() > 16 {
        return true;
    }
    let mut plain = Plain::new(said.game, said.misere);
    if plain.wins(position) != (found.outcome == Outcome::N) {
        return false;
    }
    match found.value {
        Some(Value::Nim(nim)) if !said.game.binds() => plain.nim_value(position) == nim,
        // Beside its own value, and only there, it is P.
        Some(Value::Nim(nim)) => (0..=nim).all(|h| plain.wins_beside(position, h) == (h < nim)),
        Some(Value::Loony) => (0..6).all(|heap| plain.wins_beside(position, heap)),
        None => true,
    }
}

/// Each fact by itself.
pub fn facts(said: &OnGraphs, facts: &[Fact], limits: &Limits, deadline: Instant) -> Verdict {
    let goes_on = || Instant::now() < deadline;
    let budget = budget(limits, &goes_on);
    let mut solver = Solver::within(said.game, said.misere, budget);
    for fact in facts {
        match wrong(said, fact, &mut solver) {
            Err(limit) => return Verdict::Undecided { why: limit.to_string() },
            Ok(None) => {}
            Ok(Some((position, text, found, shown))) => {
                if reach(&position) <= CONFIRMED
                    && found.is_some_and(|found| !confirmed(said, &position, found))
                {
                    let why = format!("two solvers disagree at {text}");
                    return Verdict::Undecided { why };
                }
                return Verdict::Refuted { witness: Witness::Written(text), shown };
            }
        }
    }
    // Finitely many positions are all there are.
    Verdict::Proved { by: "computation" }
}

/// A position that is other than a fact says, as text, what was found there, and that in words.
type Wrong = (Position, String, Option<Found>, String);

/// What is wrong with a fact.
fn wrong(said: &OnGraphs, fact: &Fact, solver: &mut Solver) -> Result<Option<Wrong>, Limit> {
    Ok(match fact {
        Fact::Outcome(written, outcome) => {
            let position = &written.position;
            let truly = solver.outcome(position)?;
            let found = Found { outcome: truly, value: None };
            let text = written.write(position);
            (truly != *outcome)
                .then(|| (position.clone(), text, Some(found), format!("it is {truly}")))
        }
        Fact::Value(written, value) => {
            let position = &written.position;
            let truly = solver.value(position)?;
            let outcome = if truly == Value::ZERO { Outcome::P } else { Outcome::N };
            let found = Found { outcome, value: Some(truly) };
            let shown = match truly {
                Value::Nim(nim) => format!("its nim-value is {nim}"),
                Value::Loony => "it is loony".to_string(),
            };
            let text = written.write(position);
            (truly != *value).then(|| (position.clone(), text, Some(found), shown))
        }
        Fact::Option { from, to, wins } => {
            let (before, after) = (&from.position, &to.position);
            let (text, name) = (from.write(before), to.write(after));
            let mut form = Form::default();
            let mut options = sprague_graph::plain::options(said.game, before).into_iter();
            if !options.any(|option| form.alike(&option, after)) {
                let shown = format!("{name} is not an option");
                return Ok(Some((before.clone(), text, None, shown)));
            }
            let outcome = solver.outcome(after)?;
            if *wins && outcome != Outcome::P {
                let shown = format!("{name} is {outcome}");
                return Ok(Some((before.clone(), text, None, shown)));
            }
            None
        }
    })
}

/// Compares positions up to isomorphism; those with an edge in play as they are numbered.
#[derive(Default)]
struct Form(Canonical);

impl Form {
    fn alike(&mut self, one: &Position, other: &Position) -> bool {
        if one.play.is_some() || other.play.is_some() {
            return one == other;
        }
        one == other || self.keys(one) == self.keys(other)
    }

    fn keys(&mut self, position: &Position) -> Vec<Key> {
        let parts = position.components();
        let mut keys: Vec<Key> =
            parts.iter().map(|part| self.0.key(&part.graph, &part.chips)).collect();
        keys.sort_unstable();
        keys
    }
}
