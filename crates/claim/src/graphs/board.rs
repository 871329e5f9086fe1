//! The positions that a claim speaks of: graphs with names in place of numbers, and the ranges of these names.

use std::ops::RangeInclusive;
use std::sync::Arc;

use sprague_graph::family::Family;
use sprague_graph::notation::MOST_CHIPS;
use sprague_graph::{Graph, Position, generate};
use sprague_rules::expr::{Expr, Mention};

use crate::condition::{Sight, value_of};

/// Graphs with chips, and the ranges of the names in them.
#[derive(Clone, Debug)]
pub struct Boards {
    /// The graphs.
    pub source: Source,
    /// The chips on them.
    pub chips: Chips,
    /// The names with their ranges.
    pub ranges: Vec<Range>,
    /// The graphs and chips as they were written.
    pub text: String,
}

/// Where the graphs come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// One graph, or some side by side.
    Sum(Vec<Part>),
    /// All graphs on so many vertices, up to isomorphism; without a most, up to the largest number there is.
    Any(RangeInclusive<usize>),
}

/// One graph of a sum of graphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A member of a family.
    Family {
        /// Which one.
        family: Family,
        /// Its letters.
        name: String,
        /// What stands between its parentheses.
        numbers: Vec<Expr>,
    },
    /// A graph that is written out, and how.
    Fixed(Arc<Graph>, String),
}

/// How many chips there are on the vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chips {
    /// So many on every vertex.
    Each(Expr),
    /// As many as neighbours.
    Degree,
    /// Chips, and on how many vertices one after the other.
    List(Vec<(Expr, Expr)>),
    /// Every way to put so many on each vertex; without a most, up to the largest number there is.
    Every(RangeInclusive<u32>),
}

/// The values of a name.
#[derive(Clone, Debug)]
pub struct Range {
    /// The name.
    pub name: String,
    /// Its least value.
    pub least: Expr,
    /// None: without end.
    pub most: Option<Expr>,
    /// Instead of a range: these.
    pub members: Option<Vec<i64>>,
    /// As it is written.
    pub text: String,
}

impl Range {
    /// Does it go on for ever?
    pub fn is_endless(&self) -> bool {
        self.most.is_none() && self.members.is_none()
    }
}

/// One position: the numbers that the names stand for, and what is left open by them.
#[derive(Clone, Debug)]
pub struct Member {
    /// The values of the names.
    pub values: Vec<i64>,
    /// Which of all graphs, and which chips, where the claim does not say.
    pub graph: Option<Arc<Graph>>,
    /// The chips, vertex by vertex, if there are others than one number for all.
    pub list: Option<Vec<u32>>,
    /// How many chips there are.
    pub total: u64,
}

/// Positions of one claim.
const MOST_MEMBERS: usize = 1_000_000;
/// How far a name goes that has no end, if nothing is said.
const QUICK: u32 = 12;

/// How many vertices graphs have that are looked at where there is no most, if nothing is said.
const QUICK_VERTICES: u32 = 6;

/// The numbers of vertices that are looked at.
fn looked_at(vertices: &RangeInclusive<usize>, check_to: Option<u32>) -> RangeInclusive<usize> {
    let to = check_to.unwrap_or(QUICK_VERTICES) as usize;
    let most = match *vertices.end() {
        usize::MAX => to.min(generate::MOST_VERTICES).max(*vertices.start()),
        most => most,
    };
    *vertices.start()..=most
}

/// The numbers of chips that are looked at: where there is no most, the least one and the next.
fn chips_looked_at(chips: &RangeInclusive<u32>) -> RangeInclusive<u32> {
    match *chips.end() {
        u32::MAX => *chips.start()..=chips.start().saturating_add(1),
        most => *chips.start()..=most,
    }
}

impl Boards {
    /// The names, in the order of their ranges.
    pub fn names(&self) -> Vec<String> {
        self.ranges.iter().map(|range| range.name.clone()).collect()
    }

    /// The ranges in words; how far a name without end was followed, if it was.
    pub fn words(&self, check_to: Option<Option<u32>>) -> String {
        let range = |range: &Range| match check_to {
            Some(to) if range.is_endless() => {
                format!("{} up to {}", range.text, to.unwrap_or(QUICK))
            }
            _ => range.text.clone(),
        };
        let ranges: Vec<String> = self.ranges.iter().map(range).collect();
        let text = match (&self.source, check_to) {
            (Source::Any(vertices), Some(to)) if *vertices.end() == usize::MAX => {
                format!("{} up to {}", self.text, looked_at(vertices, to).end())
            }
            _ => self.text.clone(),
        };
        let text = match &self.chips {
            Chips::Every(chips) if check_to.is_some() && *chips.end() == u32::MAX => {
                format!("{text}, up to {} chips on each", chips_looked_at(chips).end())
            }
            _ => text,
        };
        match ranges.is_empty() {
            true => text,
            false => format!("{text} for {}", ranges.join(", ")),
        }
    }

    /// The values that the names in an expression may have together, with those that their ranges depend on; none for
    /// all other names. Nothing, if there are more than so many, or no end of them.
    pub fn choices(&self, expr: &Expr, most: usize) -> Option<Vec<Vec<Option<i64>>>> {
        let mentions = |expr: &Expr, name: usize| expr.mentions(&|m| m == Mention::Slot(name));
        let mut wanted: Vec<bool> = (0..self.ranges.len()).map(|n| mentions(expr, n)).collect();
        for (place, range) in self.ranges.iter().enumerate().rev() {
            for name in 0..place {
                let in_range = mentions(&range.least, name)
                    || range.most.as_ref().is_some_and(|most| mentions(most, name));
                wanted[name] |= wanted[place] && in_range;
            }
        }
        let mut choices: Vec<Vec<Option<i64>>> = vec![Vec::new()];
        for (range, wanted) in self.ranges.iter().zip(wanted) {
            if wanted && range.is_endless() {
                return None;
            }
            let mut longer = Vec::new();
            for head in choices {
                let values = match wanted {
                    false => vec![None],
                    true => {
                        let head: Vec<i64> = head.iter().map(|value| value.unwrap_or(0)).collect();
                        range_values(range, &head, None).into_iter().map(Some).collect()
                    }
                };
                longer.extend(values.into_iter().map(|value| [&head[..], &[value]].concat()));
                if longer.len() > most {
                    return None;
                }
            }
            choices = longer;
        }
        Some(choices)
    }

    /// Every position, fewest chips first.
    pub fn members(
        &self,
        check_to: Option<u32>,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Vec<Member>, String> {
        let mut tuples = vec![Vec::new()];
        for range in &self.ranges {
            let mut longer = Vec::new();
            for head in tuples {
                for value in range_values(range, &head, check_to) {
                    let mut tuple: Vec<i64> = head.clone();
                    tuple.push(value);
                    longer.push(tuple);
                    few(longer.len())?;
                }
            }
            tuples = longer;
        }
        let graphs: Vec<Arc<Graph>> = match &self.source {
            Source::Sum(_) => Vec::new(),
            Source::Any(vertices) => {
                let graphs = looked_at(vertices, check_to);
                let graphs = graphs.map(|n| generate::while_it_lasts(n, goes_on));
                let graphs = graphs.collect::<Option<Vec<_>>>();
                let graphs = graphs.ok_or("the time ran out before all graphs were made")?;
                graphs.into_iter().flatten().map(Arc::new).collect()
            }
        };
        let mut members = Vec::new();
        for values in tuples {
            match &self.source {
                Source::Sum(parts) => self.place(parts, values, &mut members)?,
                Source::Any(_) => {
                    for graph in &graphs {
                        self.fill(graph.clone(), &values, &mut members)?;
                    }
                }
            }
        }
        members.sort_by_key(|member| member.total);
        Ok(members)
    }

    /// The members with these values on the graphs of a sum.
    fn place(
        &self,
        parts: &[Part],
        values: Vec<i64>,
        members: &mut Vec<Member>,
    ) -> Result<(), String> {
        if matches!(self.chips, Chips::Every(_)) {
            let graph = Arc::new(graph_of(parts, &values)?);
            return self.fill(graph, &values, members);
        }
        let mut counts = (0u64, 0u64);
        for part in parts {
            let (vertices, edges) = match part {
                Part::Fixed(graph, _) => (graph.vertices() as u64, graph.size() as u64),
                Part::Family { family, numbers, .. } => {
                    let numbers = sizes(numbers, &values)?;
                    family.counts(&numbers.iter().map(|&n| n as u64).collect::<Vec<_>>())
                }
            };
            counts = (counts.0.saturating_add(vertices), counts.1.saturating_add(edges));
        }
        let total = match &self.chips {
            Chips::Each(each) => number(each, &values)?.saturating_mul(counts.0),
            Chips::Degree => counts.1.saturating_mul(2),
            Chips::List(list) => {
                let stacks = stacks(list, &values)?;
                if stacks.len() as u64 != counts.0 {
                    let (stacks, vertices) = (stacks.len(), counts.0);
                    return Err(format!("there are {stacks} stacks for {vertices} vertices"));
                }
                stacks.iter().map(|&c| u64::from(c)).sum()
            }
            Chips::Every(_) => 0,
        };
        members.push(Member { values, graph: None, list: None, total });
        few(members.len())
    }

    /// The members on one graph.
    fn fill(
        &self,
        on: Arc<Graph>,
        values: &[i64],
        members: &mut Vec<Member>,
    ) -> Result<(), String> {
        let mut lists: Vec<Vec<u32>> = vec![Vec::new()];
        match &self.chips {
            Chips::Every(range) => {
                let range = chips_looked_at(range);
                for _ in 0..on.vertices() {
                    few(lists.len() * (range.end().saturating_sub(*range.start()) as usize + 1))?;
                    let longer = |list: Vec<u32>| {
                        range.clone().map(move |c| [list.clone(), vec![c]].concat())
                    };
                    lists = lists.into_iter().flat_map(longer).collect();
                }
            }
            Chips::Each(each) => {
                let each = u32::try_from(number(each, values)?).map_err(|_| "too many chips")?;
                lists = vec![vec![each; on.vertices()]];
            }
            Chips::Degree => {
                lists = vec![(0..on.vertices()).map(|v| on.degree(v) as u32).collect()];
            }
            Chips::List(list) => {
                // Only the graphs with so many vertices are meant, with the chips on them in any order.
                let stacks = stacks(list, values)?;
                lists = match stacks.len() == on.vertices() {
                    true => orders(stacks)?,
                    false => Vec::new(),
                };
            }
        }
        for list in lists {
            let total = list.iter().map(|&c| u64::from(c)).sum();
            let values = values.to_vec();
            members.push(Member { values, graph: Some(on.clone()), list: Some(list), total });
            few(members.len())?;
        }
        Ok(())
    }

    /// The position of a member.
    pub fn position(&self, member: &Member) -> Result<Position, String> {
        match (&member.graph, &member.list, &self.source) {
            (Some(graph), Some(list), _) => {
                Ok(Position { graph: graph.clone(), chips: list.clone(), play: None })
            }
            (_, _, Source::Sum(parts)) => position_of(parts, &self.chips, &member.values),
            _ => Err("the graph is not known".into()),
        }
    }

    /// The member as the command line reads it.
    pub fn write(&self, member: &Member) -> Result<String, String> {
        let position = self.position(member)?;
        let Source::Sum(parts) = &self.source else { return Ok(position.text()) };
        let part = |part: &Part| match part {
            Part::Fixed(_, text) => Ok(text.clone()),
            Part::Family { name, numbers, .. } => {
                let numbers = sizes(numbers, &member.values)?;
                let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
                Ok::<_, String>(format!("{name}({})", numbers.join(",")))
            }
        };
        let parts: Vec<String> = parts.iter().map(part).collect::<Result<_, _>>()?;
        let chips = match &self.chips {
            Chips::Degree => "deg".to_string(),
            Chips::Each(each) if !parts.iter().any(|part| part.starts_with("edges:")) => {
                number(each, &member.values)?.to_string()
            }
            _ => position.chips.iter().map(u32::to_string).collect::<Vec<_>>().join(","),
        };
        Ok(format!("{} chips={chips}", parts.join(" + ")))
    }
}

/// The different orders of a list.
fn orders(mut left: Vec<u32>) -> Result<Vec<Vec<u32>>, String> {
    left.sort_unstable();
    let mut open = vec![(Vec::new(), left)];
    let mut orders = Vec::new();
    while let Some((head, left)) = open.pop() {
        if left.is_empty() {
            orders.push(head);
            few(orders.len())?;
            continue;
        }
        for place in (0..left.len()).rev().filter(|&i| i == 0 || left[i] != left[i - 1]) {
            let mut rest = left.clone();
            let next = rest.remove(place);
            open.push(([&head[..], &[next]].concat(), rest));
        }
    }
    Ok(orders)
}

fn few(members: usize) -> Result<(), String> {
    match members > MOST_MEMBERS {
        true => Err(format!("there are more than {MOST_MEMBERS} positions to look at")),
        false => Ok(()),
    }
}

fn range_values(range: &Range, head: &[i64], check_to: Option<u32>) -> Vec<i64> {
    if let Some(members) = &range.members {
        return members.clone();
    }
    let value = |expr: &Expr| value_of(expr, Sight::of(head));
    let most = match &range.most {
        Some(most) => value(most),
        None => i64::from(check_to.unwrap_or(QUICK)),
    };
    let least = value(&range.least);
    // One more than there may be is enough to say so.
    (least..=most.min(least.saturating_add(MOST_MEMBERS as i64))).collect()
}

/// A number that is not negative.
pub fn number(expr: &Expr, values: &[i64]) -> Result<u64, String> {
    let value = value_of(expr, Sight::of(values));
    u64::try_from(value).map_err(|_| format!("a number would be {value}"))
}

/// The numbers of a family.
pub fn sizes(numbers: &[Expr], values: &[i64]) -> Result<Vec<usize>, String> {
    let size = |expr| {
        let number = number(expr, values)?;
        match number <= 1_000_000 {
            true => Ok(number as usize),
            false => Err(format!("a graph with {number} in its name is too large")),
        }
    };
    numbers.iter().map(size).collect()
}

fn stacks(list: &[(Expr, Expr)], values: &[i64]) -> Result<Vec<u32>, String> {
    let mut stacks = Vec::new();
    for (each, times) in list {
        let (each, times) = (number(each, values)?, number(times, values)?);
        if each > MOST_CHIPS || times > MOST_CHIPS {
            return Err(format!("more than {MOST_CHIPS} chips"));
        }
        stacks.extend(std::iter::repeat_n(each as u32, times as usize));
    }
    Ok(stacks)
}

fn graph_of(parts: &[Part], values: &[i64]) -> Result<Graph, String> {
    let mut whole = Graph::empty(0);
    for part in parts {
        let graph = match part {
            Part::Fixed(graph, _) => graph.as_ref().clone(),
            Part::Family { family, numbers, name } => {
                let numbers = sizes(numbers, values)?;
                let named = |(message, _)| format!("{name} with {numbers:?}: {message}");
                family.graph(&numbers).map_err(named)?
            }
        };
        whole = match whole.vertices() {
            0 => graph,
            _ => whole.beside(&graph),
        };
    }
    Ok(whole)
}

/// The position that graphs and chips stand for, with these values for the names.
pub fn position_of(parts: &[Part], chips: &Chips, values: &[i64]) -> Result<Position, String> {
    let graph = graph_of(parts, values)?;
    let few = |chips: u64| match chips > MOST_CHIPS {
        true => Err(format!("{chips} chips are more than the {MOST_CHIPS} that are allowed")),
        false => Ok(()),
    };
    match chips {
        Chips::Each(each) => {
            let each = number(each, values)?;
            few(each.saturating_mul(graph.vertices() as u64))?;
            Ok(Position::constant(graph, each as u32))
        }
        Chips::Degree => {
            few(2 * graph.size() as u64)?;
            Ok(Position::degrees(graph))
        }
        Chips::List(list) => {
            let stacks = stacks(list, values)?;
            few(stacks.iter().map(|&c| u64::from(c)).sum())?;
            match stacks.len() == graph.vertices() {
                true => Ok(Position::new(graph, stacks)),
                false => {
                    let vertices = graph.vertices();
                    Err(format!("there are {} stacks for {vertices} vertices", stacks.len()))
                }
            }
        }
        Chips::Every(_) => Err("every way to put chips is no single position".into()),
    }
}
