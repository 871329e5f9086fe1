//! What claims about games on graphs look like.

use std::sync::Arc;

use sprague_graph::family::Family;
use sprague_graph::{Written, parse, parse_game, parse_graph};
use sprague_rules::expr::{Cond, Expr};
use sprague_rules::ruleset::Ending;
use sprague_rules::{Complaint, Outcome, Ruleset, Shape};

use super::clause::Clause;
use super::kind::Kind;
use super::reading::{Check, Read, Reading, all};
use super::said::{after_word, impartial};
use crate::claim::About;
use crate::condition::{Condition, Number};
use crate::graphs::board::{Boards, Chips, Part, Range, Source};
use crate::graphs::{Fact, OnGraphs, Other, Place, Saying, property};
use crate::names::not_a_name;

pub(super) const KIND: Kind = Kind {
    about: "positions on graphs",
    says: &["P", "N", "nim-value", "loony", "same", "facts"],
    beside: &["graph", "suppose", "check"],
    example: "  game wyg\n  graph K(n) chips=1 for n in 1..8\n  P iff n = 1",
    read,
};

/// Names for numbers in one claim; the properties of a position come after them.
const MOST_NAMES: usize = 6;

/// The name of a game on graphs in place of a ruleset, whose moves are those of the room for graphs.
pub(super) fn ruleset(game: &Clause) -> Option<Ruleset> {
    let (name, misere) = parse_game(game.rest)?;
    let ruleset = Ruleset {
        expression: name.name().to_string(),
        name: name.name().to_string(),
        summary: name.summary().to_string(),
        sources: vec![name.source().to_string()],
        shape: Shape::Piles { at_most: None },
        moves: Vec::new(),
        ending: Ending::StuckLoses,
    };
    Some(if misere { ruleset.misere() } else { ruleset })
}

fn read(reading: &Reading) -> Read<About> {
    let (said, game) = (&reading.said, &reading.game);
    let (played, misere) =
        parse_game(game.rest).ok_or_else(|| game.complain("this is no game on graphs"))?;
    let graph = reading.take("graph")?;
    let (boards, saying) = match said.word {
        "facts" => {
            if let Some(graph) = graph {
                return Err(graph.complain("facts name their graphs themselves").into());
            }
            let lines = said.rest.lines().filter(|line| !line.trim().is_empty());
            let facts = all(lines.map(|line| fact(&said.part(line), played, misere)))?;
            if facts.is_empty() {
                return Err(said
                    .complain_of_word("expected facts such as `K(5) chips=1 is N`")
                    .into());
            }
            (None, Saying::Facts(facts))
        }
        _ => {
            let Some(graph) = graph else {
                return Err(said
                    .complain("which graphs?")
                    .help(
                        "say `graph K(n) chips=1 for n in 1..20`, or `graph any on 1..6 vertices`",
                    )
                    .into());
            };
            let (boards, saying) = said_of(said, &graph, (played, misere), reading)?;
            reading.check(Check::Sizes)?;
            (Some(boards), saying)
        }
    };
    let suppose = match (&boards, reading.take("suppose")?) {
        (_, None) => Condition::ALWAYS,
        (Some(boards), Some(clause)) => of_graphs(&clause, &boards.names())?,
        (None, Some(clause)) => {
            return Err(clause.complain("there are no names to suppose anything of").into());
        }
    };
    let ruleset = ruleset(game).ok_or_else(|| game.complain("this is no game on graphs"))?;
    Ok(About::Graphs(OnGraphs { ruleset, suppose, game: played, misere, boards, saying }))
}

/// What is said of a game on graphs.
fn said_of(
    said: &Clause,
    graph: &Clause,
    (played, misere): (sprague_graph::Game, bool),
    reading: &Reading,
) -> Result<(Boards, Saying), Complaint> {
    let boards = boards(graph)?;
    if !played.counts_chips() && boards.chips != Chips::Each(Expr::Const(1)) {
        let message = format!("`{}` is played on the graph alone, without chips", played.name());
        return Err(graph.complain(message));
    }
    let names = boards.names();
    let text = said.trimmed();
    let values = |clause: &Clause| match misere {
        true => Err(clause.complain("misère play has no values")),
        false => Ok(()),
    };
    let saying = match said.word {
        "nim-value" => {
            values(said)?;
            let rest = text.rest.strip_prefix('=');
            let rest = rest.ok_or_else(|| said.complain("expected `nim-value = ...`"))?;
            let rest = text.part(rest);
            Saying::NimValue(rest.number(&property::with(&names, rest.rest))?)
        }
        "same" => same(&text, &names, (played, misere), reading)?,
        "P" | "N" | "loony" => {
            let (exactly, rest) = match (after_word(text.rest, "iff"), after_word(text.rest, "if"))
            {
                (Some(rest), _) => (true, rest),
                (_, Some(rest)) => (false, rest),
                _ => {
                    let word = said.word;
                    return Err(
                        said.complain(format!("expected `{word} iff ...` or `{word} if ...`"))
                    );
                }
            };
            let condition = of_graphs(&text.part(rest), &names)?;
            match (said.word, exactly) {
                ("loony", exactly) => {
                    values(said)?;
                    Saying::Loony { condition, exactly }
                }
                ("P", true) => Saying::Exactly(condition),
                (_, true) => Saying::Exactly(Condition::Not(Box::new(condition))),
                (letter, false) => {
                    let outcome = if letter == "P" { Outcome::P } else { Outcome::N };
                    Saying::If { outcome, condition }
                }
            }
        }
        word => {
            return Err(said
                .complain(format!("`{word}` is not said of games on graphs"))
                .help("there are `P iff`, `N if`, `nim-value =`, `loony if`, `same` and `facts`"));
        }
    };
    Ok((boards, saying))
}

fn of_graphs(clause: &Clause, names: &[String]) -> Result<Condition, Complaint> {
    let condition = clause.condition(&property::with(names, clause.rest))?;
    match condition.speaks_of_piles() {
        true => Err(clause
            .complain("`total`, `smallest`, `largest`, `odds` and `evens` are of piles")
            .help(format!("of graphs there are {}", property::NAMES.join(", ")))),
        false => Ok(condition),
    }
}

/// `K(n) chips=1 for n in 1..40`, or `any on 1..6 vertices chips=c for c in 1..3`.
fn boards(clause: &Clause) -> Result<Boards, Complaint> {
    let text = clause.trimmed();
    let (head, ranges) = match text.rest.rfind(" for ") {
        Some(place) => (text.part(&text.rest[..place]), Some(text.part(&text.rest[place + 5..]))),
        None => (text, None),
    };
    let ranges = ranges.map_or(Ok(Vec::new()), |ranges| self::ranges(&ranges))?;
    let names: Vec<String> = ranges.iter().map(|range| range.name.clone()).collect();
    let (source, chips) = place(&head, &names)?;
    let boards = Boards { source, chips, ranges, text: head.rest.trim().to_string() };
    Ok(boards)
}

/// Graphs and chips with these names in them.
fn place(head: &Clause, names: &[String]) -> Result<(Source, Chips), Complaint> {
    let (graphs, chips) = match head.rest.find("chips=") {
        Some(at) => (head.part(&head.rest[..at]), Some(head.part(&head.rest[at + 6..]))),
        None => (*head, None),
    };
    let chips = match chips {
        None => Chips::Each(Expr::Const(1)),
        Some(chips) => self::chips(&chips.trimmed(), names)?,
    };
    let graphs = graphs.trimmed();
    if let Some(rest) = after_word(graphs.rest, "any") {
        let part = graphs.part(rest).trimmed();
        let expected =
            || part.complain("expected `any on 1..6 vertices`, or `any on 1.. vertices`");
        let numbers = part.rest.strip_prefix("on").and_then(|r| r.trim().strip_suffix("vertices"));
        let numbers = numbers.map(str::trim).ok_or_else(expected)?;
        let (least, most) = numbers.split_once("..").unwrap_or((numbers, numbers));
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| expected());
        let open = numbers.contains("..") && most.trim().is_empty();
        let (least, most) = match open {
            true => (number(least)?, usize::MAX),
            false => (number(least)?, number(most)?),
        };
        let made = if open { least } else { most };
        if made > sprague_graph::generate::MOST_VERTICES {
            let message = "all graphs are made for at most 9 vertices";
            return Err(part.complain(message));
        }
        return Ok((Source::Any(least..=most), chips));
    }
    let parts = split(graphs.rest, '+');
    // A list of chips says which vertices of one graph there are.
    let listed = matches!(chips, Chips::List(_)) && parts.len() == 1;
    let part = |part: &&str| self::part(&graphs.part(part).trimmed(), names, listed);
    let parts = parts.iter().map(part);
    Ok((Source::Sum(parts.collect::<Result<_, _>>()?), chips))
}

/// `K(n)`, `DS(m, n, 3)`, `g6:...` or `edges:0-1,1-2`.
fn part(text: &Clause, names: &[String], listed: bool) -> Result<Part, Complaint> {
    if text.rest.starts_with("g6:") || text.rest.starts_with("edges:") {
        let graph = parse_graph(text.rest, listed).map_err(|complaint| text.shifted(complaint))?;
        return Ok(Part::Fixed(Arc::new(graph), text.rest.to_string()));
    }
    let open = text.rest.split_once('(').and_then(|(name, rest)| {
        let inside = rest.strip_suffix(')')?;
        ["P", "C", "K", "W", "S", "DS"].contains(&name).then_some((name, inside))
    });
    let (name, inside) = open.ok_or_else(|| {
        text.complain("here a graph is expected").help(
            "graphs are P(n), C(n), K(n), W(n), S(n), K(m,n), DS(m,n,k), g6:..., edges:0-1,1-2",
        )
    })?;
    let numbers = split(inside, ',').into_iter().map(|word| expression(&text.part(word), names));
    let numbers: Vec<Expr> = numbers.collect::<Result<_, _>>()?;
    let family = Family::new(name, numbers.len())
        .map_err(|(message, help)| text.complain(message).help(help))?;
    Ok(Part::Family { family, name: name.to_string(), numbers })
}

/// `1`, `c`, `deg`, `1..2` for every way to put 1 or 2 chips on each vertex, `1..` for every way to put any number from 1 on, or `2^(n-1),1`.
fn chips(text: &Clause, names: &[String]) -> Result<Chips, Complaint> {
    if text.rest == "deg" {
        return Ok(Chips::Degree);
    }
    if let Some((least, most)) = text.rest.split_once("..") {
        let number = |word: &str| {
            word.trim().parse::<u32>().map_err(|_| text.complain("expected two numbers of chips"))
        };
        let most = if most.trim().is_empty() { u32::MAX } else { number(most)? };
        return Ok(Chips::Every(number(least)?..=most));
    }
    let mut list = Vec::new();
    for word in split(text.rest, ',') {
        let (each, times) = word.split_once('^').unwrap_or((word, "1"));
        let times = match word.contains('^') {
            true => expression(&text.part(times), names)?,
            false => Expr::Const(1),
        };
        list.push((expression(&text.part(each), names)?, times));
    }
    match &list[..] {
        [(each, _)] if !text.rest.contains('^') => Ok(Chips::Each(each.clone())),
        _ => Ok(Chips::List(list)),
    }
}

/// `m in 1..10, n in m..10, k in {6, 21}, j >= 2`
fn ranges(text: &Clause) -> Result<Vec<Range>, Complaint> {
    let mut ranges: Vec<Range> = Vec::new();
    for word in split(text.rest, ',') {
        let piece = text.part(word).trimmed();
        let expected = || {
            let complaint = piece.complain("expected the range of a name");
            complaint.help("as in `for m in 1..10, n in m..10, k >= 2`")
        };
        let names: Vec<String> = ranges.iter().map(|range| range.name.clone()).collect();
        let number = |text: &str| expression(&piece.part(text), &names);
        let (name, least, most, members) = if let Some((name, rest)) = piece.rest.split_once(">=") {
            (name.trim(), number(rest)?, None, None)
        } else {
            let (name, rest) = piece.rest.split_once(" in ").ok_or_else(expected)?;
            if rest.trim().starts_with('{') {
                let node = sprague_rules::parse::parse_condition(piece.rest);
                let node = node.map_err(|complaint| piece.shifted(complaint))?;
                let condition = crate::condition::condition(&node, &[name.trim().to_string()]);
                let condition = condition.map_err(|complaint| piece.shifted(complaint))?;
                let Condition::Plain(Cond::InSet(_, members)) = condition else {
                    return Err(expected());
                };
                (name.trim(), Expr::Const(0), None, Some(members))
            } else {
                let (least, most) = rest.split_once("..").ok_or_else(expected)?;
                (name.trim(), number(least)?, Some(number(most)?), None)
            }
        };
        if let Some(message) = not_a_name(name) {
            return Err(piece.complain(message));
        }
        if names.iter().any(|known| known == name) || property::NAMES.contains(&name) {
            return Err(piece.complain("expected different names").help(format!(
                "and none of {}, which are of every graph",
                property::NAMES.join(", ")
            )));
        }
        ranges.push(Range { name: name.into(), least, most, members, text: piece.rest.into() });
    }
    match ranges.len() > MOST_NAMES {
        true => Err(text.complain(format!("at most {MOST_NAMES} names"))),
        false => Ok(ranges),
    }
}

/// `outcome as wyg-free`, `outcome as wyg on K(n) chips=1`, `nim-value as octal(0.67) on n`.
fn same(
    text: &Clause,
    names: &[String],
    own: (sprague_graph::Game, bool),
    reading: &Reading,
) -> Result<Saying, Complaint> {
    let expected = || {
        text.complain("expected `same outcome as GAME` or `same nim-value as GAME`, and perhaps `on` and a position")
    };
    let (values, rest) =
        match (after_word(text.rest, "outcome as"), after_word(text.rest, "nim-value as")) {
            (Some(rest), _) => (false, rest),
            (_, Some(rest)) => (true, rest),
            _ => return Err(expected()),
        };
    let (game, on) = match rest.split_once(" on ") {
        Some((game, on)) => (text.part(game).trimmed(), Some(text.part(on).trimmed())),
        None => (text.part(rest).trimmed(), None),
    };
    if values && own.1 {
        return Err(text.complain("misère play has no values"));
    }
    if let Some((game, misere)) = parse_game(game.rest) {
        if values && misere {
            return Err(text.complain("misère play has no values"));
        }
        let place = on.map(|on| self::place(&on, names)).transpose()?;
        let place = place.map(|(source, chips)| Place { source, chips });
        return Ok(Saying::Same { values, other: Other::Graph { game, misere, place } });
    }
    let ruleset = reading.ruleset_of(&game)?;
    impartial(&game, &ruleset)?;
    let on = on.ok_or_else(|| game.complain("on which piles?").help("say `nim on m, n`"))?;
    if values && !ruleset.has_nim_values() {
        return Err(game.complain(format!("there are no nim-values in {}", ruleset.expression)));
    }
    let piles = split(on.rest, ',').into_iter().map(|word| expression(&on.part(word), names));
    let piles: Vec<Expr> = piles.collect::<Result<_, _>>()?;
    let wrong = match ruleset.shape {
        Shape::Row { places } => places != piles.len(),
        Shape::Piles { at_most } => at_most.is_some_and(|most| most < piles.len()),
    };
    if wrong {
        return Err(on.complain(format!("{} has not so many piles", ruleset.expression)));
    }
    Ok(Saying::Same { values, other: Other::Piles { ruleset: Box::new(ruleset), piles } })
}

/// `K(5) chips=1 is N`, `... has nim-value 2`, `... is loony`, `A -> B`, `A -> B wins`.
fn fact(line: &Clause, game: sprague_graph::Game, misere: bool) -> Result<Fact, Complaint> {
    let line = line.trimmed();
    let position = |part: &str| -> Result<Written, Complaint> {
        let piece = line.part(part.trim());
        let written = parse(piece.rest).map_err(|complaint| piece.shifted(complaint))?;
        written.check(game).map_err(|complaint| piece.shifted(complaint))?;
        Ok(written)
    };
    let valued = |part: &str| -> Result<Written, Complaint> {
        let written = position(part)?;
        match misere || written.position.play.is_some() {
            true => Err(line.complain("there is no value in misère play, or with an edge in play")),
            false => Ok(written),
        }
    };
    if let Some((before, word)) = line.rest.split_once(" is ") {
        return match word.trim() {
            "P" => Ok(Fact::Outcome(position(before)?, Outcome::P)),
            "N" => Ok(Fact::Outcome(position(before)?, Outcome::N)),
            "loony" => Ok(Fact::Value(valued(before)?, sprague_graph::Value::Loony)),
            _ => Err(line.complain("on graphs a position is P, N or loony")),
        };
    }
    if let Some((before, value)) = line.rest.split_once(" has nim-value ") {
        let value = value.trim().parse().map_err(|_| line.complain("expected a number"))?;
        return Ok(Fact::Value(valued(before)?, sprague_graph::Value::Nim(value)));
    }
    if let Some((before, after)) = line.rest.split_once("->") {
        let (after, wins) = match after.trim().strip_suffix("wins") {
            Some(after) => (after, true),
            None => (after, false),
        };
        return Ok(Fact::Option { from: position(before)?, to: position(after)?, wins });
    }
    Err(line.complain("this is not a fact").help(
        "facts are `K(5) chips=1 is N`, `P(3) chips=1 has nim-value 2`, `A -> B` and `A -> B wins`",
    ))
}

fn expression(text: &Clause, names: &[String]) -> Result<Expr, Complaint> {
    let text = text.trimmed();
    match text.number(names)? {
        Number::Plain(expr)
            if !expr.mentions(&|m| matches!(m, sprague_rules::expr::Mention::Piles(_))) =>
        {
            Ok(expr)
        }
        _ => Err(text.complain("a plain number is wanted here")),
    }
}

/// The parts between signs that stand in no brackets.
pub(super) fn split(text: &str, sign: char) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            c if c == sign && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}
