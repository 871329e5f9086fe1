//! Sweeps: one row for each graph of a list or of a family.
//!
//! A row is found by the shortest way that its position allows: a table over sets of vertices for
//! one chip each on a small graph, a recursion for the families that have one, and the solver for
//! everything else.

use std::ops::RangeInclusive;

use sprague_rules::{Complaint, Outcome};

use crate::families::{DoubleStars, Shape, complete, complete_bipartite};
use crate::family::Family;
use crate::game::Game;
use crate::graph::Graph;
use crate::graph6;
use crate::limit::{Budget, Limit};
use crate::position::Position;
use crate::solver::Solver;
use crate::subsets;
use crate::value::Value;

/// Tables over sets of vertices beat the solver up to here.
const SMALL: usize = 12;
/// Vertices of one part of a complete bipartite graph for which a table is made.
const MOST_IN_A_PART: usize = 2000;

/// The chips that a sweep puts on each graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chips {
    /// As many on every vertex.
    Constant(u32),
    /// On each vertex as many as it has neighbours.
    Degree,
}

impl Chips {
    /// Reads a number or `deg`.
    pub fn parse(text: &str) -> Option<Chips> {
        match text {
            "deg" => Some(Chips::Degree),
            _ => text.parse().ok().filter(|&c| c <= 1_000_000).map(Chips::Constant),
        }
    }

    /// The graph with these chips.
    pub fn on(self, graph: Graph) -> Position {
        match self {
            Chips::Constant(chips) => Position::constant(graph, chips),
            Chips::Degree => Position::degrees(graph),
        }
    }
}

/// What a sweep finds out about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Who wins.
    pub outcome: Outcome,
    /// The value in sums, if it was asked for and there is one.
    pub value: Option<Value>,
}

/// A graph with what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The graph, written as graph6.
    pub graph6: String,
    /// How many vertices it has.
    pub vertices: usize,
    /// How many edges it has.
    pub edges: usize,
    /// What was found out about it.
    pub found: Found,
}

/// Solves many positions of one game.
pub struct Sweep<'a> {
    game: Game,
    misere: bool,
    chips: Chips,
    /// Are values wanted (in normal play), or only outcomes?
    values: bool,
    solver: Solver<'a>,
    double_stars: DoubleStars,
    bipartite: Vec<Vec<u32>>,
}

impl<'a> Sweep<'a> {
    /// A sweep that has solved nothing yet; `values` are found in normal play only.
    pub fn new(
        game: Game,
        misere: bool,
        chips: Chips,
        values: bool,
        budget: Budget<'a>,
    ) -> Sweep<'a> {
        let solver = Solver::within(game, misere, budget);
        let values = values && !misere;
        let double_stars = DoubleStars::default();
        Sweep { game, misere, chips, values, solver, double_stars, bipartite: Vec::new() }
    }

    /// The row of one graph.
    pub fn row(&mut self, graph: Graph) -> Result<Row, Limit> {
        let (vertices, edges) = (graph.vertices(), graph.size());
        let graph6 = graph6::write(&graph);
        Ok(Row { graph6, vertices, edges, found: self.graph(graph)? })
    }

    /// What is to be known of one graph.
    pub fn graph(&mut self, graph: Graph) -> Result<Found, Limit> {
        let single = self.chips == Chips::Constant(1);
        if single && graph.vertices() <= SMALL && subsets::suits(self.game, graph.vertices()) {
            let answer = subsets::solve(self.game, self.misere, &graph);
            let outcome = if answer.wins { Outcome::N } else { Outcome::P };
            let value = answer.nim_value.filter(|_| self.values).map(Value::Nim);
            return Ok(Found { outcome, value });
        }
        let position = self.chips.on(graph);
        match self.values {
            true => Ok(from_value(self.solver.value(&position)?)),
            false => Ok(Found { outcome: self.solver.outcome(&position)?, value: None }),
        }
    }

    /// Has the family a recursion of its own here? Its members are then quickly found one after the other.
    pub fn has_recursion(&self, family: Family) -> bool {
        let own = self.game.on_edges() && !self.misere && self.chips == Chips::Constant(1);
        own && !matches!(family, Family::Cycle | Family::Wheel)
    }

    /// What is to be known of a member of a family, without writing the graph down if it has a
    /// recursion of its own.
    pub fn member(&mut self, family: Family, numbers: &[usize]) -> Result<Found, SweepError> {
        let own = self.game.on_edges() && !self.misere && self.chips == Chips::Constant(1);
        let shape = match (family, numbers) {
            (Family::Path, &[n]) if n > 0 => Some(Shape { m: 0, n: 0, k: n - 1 }),
            (Family::Star, &[n]) => Some(Shape { m: n, n: 0, k: 0 }),
            (Family::DoubleStar, &[m, n, k]) if k > 0 => Some(Shape { m, n, k }),
            _ => None,
        };
        let nim = match (family, numbers, shape) {
            _ if !own => None,
            (_, _, Some(shape)) if shape.pays() => {
                let nim = self.double_stars.nim_value_within(shape, self.solver.budget.watch);
                Some(nim.ok_or(SweepError::Limit(Limit::Stopped { solved: 0 }))?)
            }
            (Family::Complete, &[n], _) => Some(complete(n)[n]),
            (Family::CompleteBipartite, &[m, n], _) if m.max(n) <= MOST_IN_A_PART => {
                let to = m.max(n);
                if self.bipartite.len() <= to {
                    // Twice as far as needed, so that a sweep extends the table seldom.
                    self.bipartite = complete_bipartite(2 * to, 2 * to);
                }
                Some(self.bipartite[m][n])
            }
            _ => None,
        };
        if let Some(nim) = nim {
            let found = from_value(Value::Nim(nim));
            return Ok(Found { value: found.value.filter(|_| self.values), ..found });
        }
        let graph = family.graph(numbers).map_err(|(message, _)| SweepError::Graph(message))?;
        self.graph(graph).map_err(SweepError::Limit)
    }
}

fn from_value(value: Value) -> Found {
    let outcome = if value == Value::ZERO { Outcome::P } else { Outcome::N };
    Found { outcome, value: Some(value) }
}

/// Why a member of a family was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SweepError {
    /// There is no such graph, or it is too large.
    Graph(String),
    /// Memory or effort ran out, or the caller said stop.
    Limit(Limit),
}

/// A family with names for its parameters, such as `DS(m,n,k)` or `K(n)`; a number stands for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The family that it is of.
    pub family: Family,
    name: String,
    parameters: Vec<Parameter>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Parameter {
    Named(char),
    Number(usize),
}

impl Template {
    /// Reads a family.
    pub fn parse(text: &str) -> Result<Template, Complaint> {
        let help = "write a family such as DS(m,n,k), K(n) or DS(2,2,k)";
        let bad = |span, message: &str| Complaint::new(span, message).help(help);
        let whole = 0..text.len();
        let Some((name, rest)) = text.split_once('(') else {
            return Err(bad(whole, "a family has parameters in parentheses"));
        };
        if !["P", "C", "K", "W", "S", "DS"].contains(&name.trim()) {
            let message = format!("there is no family of graphs called `{name}`");
            return Err(bad(0..name.len(), &message));
        }
        let Some(inside) = rest.trim_end().strip_suffix(')') else {
            return Err(bad(whole, "the parameters end with `)`"));
        };
        let mut parameters = Vec::new();
        let mut at = name.len() + 1;
        for word in inside.split(',') {
            let trimmed = word.trim();
            let parameter = match (trimmed.parse(), trimmed.chars().next()) {
                (Ok(number), _) if number <= 1_000_000 => Parameter::Number(number),
                (Err(_), Some(c @ ('m' | 'n' | 'k'))) if trimmed.len() == 1 => Parameter::Named(c),
                _ => return Err(bad(at..at + word.len(), "a parameter is m, n, k or a number")),
            };
            parameters.push(parameter);
            at += word.len() + 1;
        }
        let name = name.trim().to_string();
        let family = Family::new(&name, parameters.len())
            .map_err(|(message, help)| Complaint::new(whole, message).help(help))?;
        Ok(Template { family, name, parameters })
    }

    /// The names that need a range.
    pub fn names(&self) -> Vec<char> {
        let mut names = Vec::new();
        for parameter in &self.parameters {
            if let Parameter::Named(c) = parameter
                && !names.contains(c)
            {
                names.push(*c);
            }
        }
        names
    }

    /// The parameters with the names replaced.
    pub fn numbers(&self, values: &[(char, usize)]) -> Vec<usize> {
        let value = |c: char| values.iter().find(|(name, _)| *name == c).map_or(0, |(_, v)| *v);
        let number = |p: &Parameter| match p {
            Parameter::Named(c) => value(*c),
            Parameter::Number(n) => *n,
        };
        self.parameters.iter().map(number).collect()
    }

    /// A member as text, such as `DS(2,3,4)`.
    pub fn text(&self, numbers: &[usize]) -> String {
        let list: Vec<String> = numbers.iter().map(usize::to_string).collect();
        format!("{}({})", self.name, list.join(","))
    }
}
/// All ways to give names numbers of their ranges; the last name runs fastest. They are made one by one: there may be
/// more than could be kept.
pub fn places(
    ranges: Vec<(char, RangeInclusive<usize>)>,
) -> impl Iterator<Item = Vec<(char, usize)>> {
    let first: Vec<(char, usize)> =
        ranges.iter().map(|(name, range)| (*name, *range.start())).collect();
    let none = ranges.iter().any(|(_, range)| range.is_empty());
    std::iter::successors((!none).then_some(first), move |place| {
        let mut next = place.clone();
        for (at, (_, range)) in ranges.iter().enumerate().rev() {
            if next[at].1 < *range.end() {
                next[at].1 += 1;
                return Some(next);
            }
            next[at].1 = *range.start();
        }
        None
    })
}
