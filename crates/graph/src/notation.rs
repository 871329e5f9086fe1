//! Positions as text: `K(5) chips=1`, `P(4) chips=1,2,2,1`, `C(6) + g6:DQc chips=deg`.
//!
//! A position is one or more graphs with `+` between them, each a family, graph6 or a list of edges.
//! `chips=` speaks of all graphs before it that have no chips yet: a number for every vertex, `deg`
//! for as many as neighbours, or a list; without it there is one chip each. `play=u-v` at the end
//! puts an edge in play; the vertices of a sum are numbered through.

use sprague_rules::Complaint;
use sprague_rules::diagnostic::{Span, did_you_mean};

use crate::family::Family;
use crate::game::Game;
use crate::graph::Graph;
use crate::graph6;
use crate::position::Position;

/// Chips of a whole position; the search is as deep as there are chips.
pub const MOST_CHIPS: u64 = 200_000;

/// A position together with the words it was written in.
#[derive(Clone, Debug)]
pub struct Written {
    /// What the words stand for.
    pub position: Position,
    /// The graphs, without chips.
    graphs: String,
    /// Where chips were given, and for which vertices.
    chips: Vec<(Span, std::ops::Range<usize>)>,
    /// Where the edge in play was given.
    play: Option<Span>,
}

impl Written {
    /// Is this a position of that game? The Kayles games and the edge-delete game know no chips,
    /// and only Wyg and Wygthoff an edge in play.
    pub fn check(&self, game: Game) -> Result<(), Complaint> {
        let many = |range: &std::ops::Range<usize>| {
            self.position.chips[range.clone()].iter().any(|&c| c > 1)
        };
        let told = self.chips.iter().find(|(_, range)| !game.counts_chips() && many(range));
        if let Some((span, _)) = told {
            let message = format!("`{}` is played on the graph alone, without chips", game.name());
            let help = "leave `chips=` out; 0 leaves a vertex out of the graph";
            return Err(Complaint::new(span.clone(), message).help(help));
        }
        match &self.play {
            Some(span) if !game.binds() => {
                let message = format!("in `{}` no edge has to be played on", game.name());
                Err(Complaint::new(span.clone(), message).help("leave `play=` out"))
            }
            _ => Ok(()),
        }
    }

    /// The graphs as they were written, without chips.
    pub fn graphs(&self) -> &str {
        &self.graphs
    }

    /// Another position on these graphs, in the same notation.
    pub fn write(&self, position: &Position) -> String {
        if position.graph != self.position.graph {
            return position.text();
        }
        let first = position.chips.first().copied();
        let alike = position.chips.iter().all(|&c| Some(c) == first);
        // Of a list of edges, the list of chips says how many vertices there are.
        let chips: Vec<String> = match alike && !self.graphs.contains("edges:") {
            true => first.iter().map(u32::to_string).collect(),
            false => position.chips.iter().map(u32::to_string).collect(),
        };
        let play = position.play.map_or(String::new(), |(u, v)| format!(" play={u}-{v}"));
        format!("{} chips={}{play}", self.graphs, chips.join(","))
    }
}

/// Reads a position.
pub fn parse(text: &str) -> Result<Written, Complaint> {
    Parser { text, at: 0 }.position()
}

/// Reads one graph. Vertices below the largest that no edge names are meant only if a list of chips says so.
pub fn parse_graph(text: &str, listed: bool) -> Result<Graph, Complaint> {
    let mut parser = Parser { text, at: 0 };
    let one = parser.graph()?;
    match parser.at == text.len() {
        false => Err(Complaint::new(parser.at..text.len(), "this was not expected here")),
        true if listed => Ok(one.graph),
        true => one.unlisted(),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

/// Graphs that wait for their chips.
struct Pending {
    graph: Graph,
    /// Of a single list of edges, where each edge stands; such a graph has as many vertices as the
    /// list of chips says.
    edges: Option<Vec<(Span, usize)>>,
    /// A vertex below the largest that no edge names: only a list of chips says that it is meant.
    lone: Option<Complaint>,
}

impl Pending {
    /// The graph, where no list says how many vertices it has.
    fn unlisted(self) -> Result<Graph, Complaint> {
        match self.lone {
            Some(complaint) => Err(complaint),
            None => Ok(self.graph),
        }
    }
}

impl<'t> Parser<'t> {
    fn position(&mut self) -> Result<Written, Complaint> {
        let mut graphs: Vec<&str> = Vec::new();
        let mut whole = Graph::empty(0);
        let mut chips: Vec<u32> = Vec::new();
        let mut told = Vec::new();
        let mut pending: Option<Pending> = None;
        let mut play: Option<(Span, (usize, usize))> = None;
        loop {
            self.skip_spaces();
            let start = self.at;
            let one = self.graph()?;
            graphs.push(&self.text[start..self.at]);
            pending = Some(match pending {
                None => one,
                Some(before) => {
                    let mut graph = before.unlisted()?;
                    graph.append(&one.unlisted()?);
                    Pending { graph, edges: None, lone: None }
                }
            });
            self.skip_spaces();
            if self.text[self.at..].starts_with("chips=") {
                let waiting = pending.take().expect("a graph was just read");
                let span = self.chips(waiting, &mut whole, &mut chips)?;
                let from = told.last().map_or(0, |(_, r): &(Span, std::ops::Range<usize>)| r.end);
                told.push((span, from..chips.len()));
                self.skip_spaces();
            }
            if self.text[self.at..].starts_with("play=") {
                let start = self.at;
                self.at += "play=".len();
                let edge = self.edge()?;
                play = Some((start..self.at, edge));
                self.skip_spaces();
            }
            match self.text[self.at..].chars().next() {
                None => break,
                Some('+') if play.is_none() => self.at += 1,
                Some(_) => {
                    let complaint = Complaint::new(self.word(), "this was not expected here");
                    let help = "after a graph come `chips=`, then `play=` at the very end, or `+` and another graph";
                    return Err(complaint.help(help));
                }
            }
        }
        if let Some(waiting) = pending {
            let graph = waiting.unlisted()?;
            chips.extend(vec![1; graph.vertices()]);
            whole.append(&graph);
        }
        let total: u64 = chips.iter().map(|&c| u64::from(c)).sum();
        if total > MOST_CHIPS {
            let message = format!("{total} chips are more than the {MOST_CHIPS} that are allowed");
            return Err(Complaint::new(0..self.text.len(), message));
        }
        let mut position = Position::new(whole, chips);
        if let Some((span, (u, v))) = &play {
            let complain = |message: String| Err(Complaint::new(span.clone(), message));
            let n = position.chips.len();
            if *u >= n || *v >= n || !position.graph.adjacent(*u, *v) {
                return complain(format!("there is no edge {u}-{v}"));
            }
            if !position.alive(*u) || !position.alive(*v) {
                return complain(format!(
                    "an edge in play has chips on both ends, and {u}-{v} has not"
                ));
            }
            position = position.playing(*u, *v);
        }
        let play = play.map(|(span, _)| span);
        Ok(Written { position, graphs: graphs.join(" + "), chips: told, play })
    }

    fn graph(&mut self) -> Result<Pending, Complaint> {
        let rest = &self.text[self.at..];
        if rest.starts_with("g6:") {
            self.at += 3;
            let span = self.word();
            self.at = span.end;
            let graph =
                graph6::read(&self.text[span.clone()]).map_err(|c| shifted(c, span.start))?;
            return Ok(Pending { graph, edges: None, lone: None });
        }
        if rest.starts_with("edges:") {
            self.at += "edges:".len();
            return self.edges();
        }
        let graph = self.family()?;
        Ok(Pending { graph, edges: None, lone: None })
    }

    /// `0-1,1-2`, perhaps nothing at all.
    fn edges(&mut self) -> Result<Pending, Complaint> {
        let begin = self.at;
        let mut edges: Vec<(usize, usize)> = Vec::new();
        let mut places = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        while self.text[self.at..].starts_with(|c: char| !c.is_whitespace()) {
            if !edges.is_empty() {
                self.expect(',', "between edges comes a comma")?;
            }
            let start = self.at;
            let (u, v) = self.edge()?;
            let span = start..self.at;
            if u == v {
                let message = format!("{u}-{v} is a loop, and simple graphs have none");
                return Err(Complaint::new(span, message).help("an edge joins two vertices"));
            }
            if u.max(v) >= graph6::MOST_VERTICES {
                let message =
                    format!("vertices are numbered from 0 to {}", graph6::MOST_VERTICES - 1);
                return Err(Complaint::new(span, message));
            }
            if !seen.insert((u.min(v), u.max(v))) {
                return Err(Complaint::new(span, format!("the edge {u}-{v} is there already")));
            }
            places.push((span, u.max(v)));
            edges.push((u, v));
        }
        let vertices = edges.iter().map(|&(u, v)| u.max(v) + 1).max().unwrap_or(0);
        let graph = Graph::from_edges(vertices, &edges);
        let lone = (0..vertices).find(|&v| graph.degree(v) == 0).map(|v| {
            let message = format!("vertex {v} has no edge, and vertices are numbered from 0 on");
            let help = "if it is meant, give a list of chips with an entry for every vertex";
            Complaint::new(begin..self.at, message).help(help)
        });
        Ok(Pending { graph, edges: Some(places), lone })
    }

    fn edge(&mut self) -> Result<(usize, usize), Complaint> {
        let u = self.number("a vertex")?;
        self.expect('-', "an edge is written as two vertices with `-` between, such as 0-1")?;
        Ok((u, self.number("a vertex")?))
    }

    /// `K(5)`, `DS(2,3,4)` and so on.
    fn family(&mut self) -> Result<Graph, Complaint> {
        let start = self.at;
        let letters = self.text[start..].find(|c: char| !c.is_ascii_alphabetic());
        let end = letters.map_or(self.text.len(), |length| start + length);
        let name = &self.text[start..end];
        let known = ["P", "C", "K", "W", "S", "DS"];
        if !known.contains(&name) {
            let message = match name {
                "" => "here a graph is expected".to_string(),
                _ => format!("there is no family of graphs called `{name}`"),
            };
            let all =
                "graphs are P(n), C(n), K(n), W(n), S(n), K(m,n), DS(m,n,k), g6:..., edges:0-1,1-2";
            let nearest = did_you_mean(name, known).filter(|_| !name.is_empty());
            let help = nearest.map_or(all.to_string(), |near| format!("{near} {all}"));
            let span = if name.is_empty() { self.word() } else { start..end };
            return Err(Complaint::new(span, message).help(help));
        }
        self.at = end;
        self.expect('(', "after a family's name come its numbers in parentheses, such as K(5)")?;
        let mut numbers = vec![self.number("a number")?];
        while self.text[self.at..].starts_with(',') {
            self.at += 1;
            numbers.push(self.number("a number")?);
        }
        self.expect(')', "here `)` or another number is expected")?;
        let span = start..self.at;
        Family::new(name, numbers.len())
            .and_then(|family| family.graph(&numbers))
            .map_err(|(message, help)| Complaint::new(span, message).help(help))
    }

    /// `chips=...`: fills in the waiting graphs, and says where it stands.
    fn chips(
        &mut self,
        waiting: Pending,
        whole: &mut Graph,
        chips: &mut Vec<u32>,
    ) -> Result<Span, Complaint> {
        let start = self.at;
        self.at += "chips=".len();
        let mut graph = waiting.graph;
        let n = graph.vertices();
        let lone = waiting.lone.map_or(Ok(()), Err);
        if self.text[self.at..].starts_with("deg") {
            self.at += 3;
            lone?;
            chips.extend((0..n).map(|v| graph.degree(v) as u32));
        } else {
            let mut list = vec![self.number("a number of chips, `deg` or a list")?];
            while self.text[self.at..].starts_with(',') {
                self.at += 1;
                list.push(self.number("a number of chips")?);
            }
            let list: Vec<u32> =
                list.into_iter().map(|c| u32::try_from(c).unwrap_or(u32::MAX)).collect();
            let many = list.len() > 1;
            match &waiting.edges {
                // The list says how many vertices there are.
                Some(edges) if many || n == 0 => {
                    if let Some((span, v)) = edges.iter().find(|(_, v)| *v >= list.len()) {
                        let message = format!(
                            "there is no vertex {v}: the {} chips are those of the vertices 0 to {}",
                            list.len(),
                            list.len() - 1
                        );
                        return Err(Complaint::new(span.clone(), message)
                            .help("the list of chips has an entry for every vertex"));
                    }
                    graph = graph.with_vertices(list.len());
                    chips.extend(list);
                }
                _ if many && list.len() != n => {
                    let message = format!("{} stacks for {n} vertices", list.len());
                    let help =
                        "one number stands for all; a list has an entry for every vertex, in order";
                    return Err(Complaint::new(start..self.at, message).help(help));
                }
                _ if many => chips.extend(list),
                _ => {
                    lone?;
                    chips.extend(vec![list[0]; n]);
                }
            }
        }
        whole.append(&graph);
        Ok(start..self.at)
    }

    fn number(&mut self, what: &str) -> Result<usize, Complaint> {
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        let span = self.at..self.at + digits;
        if digits == 0 {
            return Err(Complaint::new(self.word(), format!("here {what} is expected")));
        }
        self.at = span.end;
        match self.text[span.clone()].parse() {
            Ok(number) if number <= 1_000_000_000 => Ok(number),
            _ => Err(Complaint::new(span, "this number is out of reach")),
        }
    }

    fn expect(&mut self, c: char, otherwise: &str) -> Result<(), Complaint> {
        if self.text[self.at..].starts_with(c) {
            self.at += 1;
            return Ok(());
        }
        Err(Complaint::new(self.word(), otherwise))
    }

    /// From here to the next space.
    fn word(&self) -> Span {
        let rest = &self.text[self.at..];
        self.at..self.at + rest.find(char::is_whitespace).unwrap_or(rest.len())
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }
}

fn shifted(mut complaint: Complaint, by: usize) -> Complaint {
    complaint.span = complaint.span.start + by..complaint.span.end + by;
    complaint
}
