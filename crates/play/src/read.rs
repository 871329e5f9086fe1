//! Moves as people type them: the position after the move, what changes, an id, a number, or words.

use sprague_graph::{Game, Move as GraphMove};
use sprague_rules::position::canonical;
use sprague_rules::{Complaint, Shape, parse_position};

use crate::moves::{Move, Moves};
use crate::on_graph;
use crate::position::Position;
use crate::setting::Rules;

/// A move that someone proposes; it need not be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// The move with this number in the list of moves, counted from 1.
    Number(usize),
    /// The move with this id.
    Id(String),
    /// The move to this position.
    To(Position),
    /// This, on a graph.
    OnGraph(GraphMove),
}

/// Words that make a sentence of a move and say nothing by themselves.
const FILLERS: [&str; 12] =
    ["the", "pile", "piles", "of", "on", "a", "from", "chip", "chips", "token", "tokens", "edge"];

/// Understands what is typed at `position`, or says what is wrong with it.
pub(crate) fn read(
    rules: &Rules,
    position: &Position,
    moves: &Moves,
    text: &str,
) -> Result<Proposal, Complaint> {
    let text = text.trim();
    if let Some(number) = text.strip_prefix('#') {
        let wrong = || complain(text, "after `#` comes the number of a move", "`moves` lists them");
        return number.trim().parse().map(Proposal::Number).map_err(|_| wrong());
    }
    if text.starts_with(|c: char| c.is_alphabetic())
        && let Some(found) = by_words(moves, text)
    {
        return Ok(found);
    }
    match (rules, position) {
        (Rules::Piles(ruleset), Position::Piles(piles)) => {
            let target = match text {
                _ if text.starts_with(|c: char| c.is_alphabetic()) => {
                    pile_words(text, piles, ruleset.shape)?
                }
                _ if text.contains('>') => apply(&parse_changes(text)?, piles, ruleset.shape)
                    .map_err(|(message, help)| complain(text, message, help))?,
                _ => parse_target(text, ruleset.shape)?,
            };
            Ok(Proposal::To(Position::Piles(target)))
        }
        (Rules::Graph { game, .. }, Position::Graph(graph)) => {
            read_on_graph(rules, *game, graph, moves, text)
        }
        _ => unreachable!("a play has positions of one kind"),
    }
}

/// What an id means, whether or not there is such a move.
pub(crate) fn id(rules: &Rules, id: &str) -> Option<Proposal> {
    match rules {
        Rules::Piles(ruleset) => {
            Some(Proposal::To(Position::Piles(parse_position(id, ruleset.shape).ok()?)))
        }
        Rules::Graph { game, .. } => graph_id(*game, id).map(Proposal::OnGraph),
    }
}

fn complain(text: &str, message: impl Into<String>, help: impl Into<String>) -> Complaint {
    let (complaint, help) = (Complaint::new(0..text.len(), message), help.into());
    if help.is_empty() { complaint } else { complaint.help(help) }
}

/// The move with these words, fillers and case aside.
fn by_words(moves: &Moves, text: &str) -> Option<Proposal> {
    let said = essence(text);
    let mut ways = moves.moves.iter().flat_map(|m| {
        std::iter::once((&m.id, &m.words)).chain(m.also.iter().map(|way| (&way.id, &way.words)))
    });
    let (id, _) = ways.find(|(_, words)| essence(words) == said)?;
    Some(Proposal::Id(id.clone()))
}

fn essence(text: &str) -> Vec<String> {
    let words = text.to_lowercase();
    let words = words.split(|c: char| c == ',' || c.is_whitespace());
    let kept = words.filter(|word| !word.is_empty() && !FILLERS.contains(word));
    kept.map(str::to_string).collect()
}

/// The position after a move between piles: `3,5`, `3 5`, or `-`.
fn parse_target(text: &str, shape: Shape) -> Result<Vec<u32>, Complaint> {
    parse_position(&pieces(text).collect::<Vec<_>>().join(","), shape)
}

/// `take 3 from 8`, `take 1 from 3 and 2 from 5`, `take all of 3`, `take 2 from both`,
/// `take 1 from place 2`, `split 9 into 4 and 5`.
fn pile_words(text: &str, piles: &[u32], shape: Shape) -> Result<Vec<u32>, Complaint> {
    let unread = || {
        let help = "say what you take, as in `take 3 from 8` or `split 9 into 4 and 5`";
        complain(text, format!("`{text}` is not a move"), help)
    };
    let words = essence(text);
    let number = |word: &String| word.parse::<u32>().ok();
    let row = matches!(shape, Shape::Row { .. });
    let (verb, rest) = words.split_first().ok_or_else(unread)?;
    let numbers: Option<Vec<u32>> = rest
        .iter()
        .filter(|word| !matches!(word.as_str(), "and" | "place" | "into"))
        .map(number)
        .collect();
    let pairs = |numbers: &[u32]| !numbers.is_empty() && numbers.len().is_multiple_of(2);
    let takes = |taken: u32, from: u32| match from.checked_sub(taken) {
        Some(left) => Ok(Change { from, to: vec![left] }),
        None => Err((format!("A pile of {from} does not hold {taken}"), String::new())),
    };
    let is = |word: &str| rest.iter().any(|w| w == word);
    let changes: Result<Vec<Change>, (String, String)> = match (verb.as_str(), rest, numbers) {
        ("take", [all, size], _) if matches!(all.as_str(), "all" | "whole") => {
            let from = number(size).ok_or_else(unread)?;
            Ok(vec![Change { from, to: vec![0] }])
        }
        ("take", [size], _) => {
            let from = number(size).ok_or_else(unread)?;
            Ok(vec![Change { from, to: vec![0] }])
        }
        ("take", [taken, each], _) if matches!(each.as_str(), "both" | "each") => {
            let taken = number(taken).ok_or_else(unread)?;
            let there = piles.iter().filter(|&&size| size > 0);
            there.map(|&size| takes(taken, size)).collect()
        }
        ("take", _, Some(numbers)) if row && is("place") && pairs(&numbers) => {
            let mut after = piles.to_vec();
            for pair in numbers.chunks(2) {
                let stack = (pair[1] as usize).checked_sub(1).and_then(|i| after.get_mut(i));
                let left = stack.and_then(|stack| Some((stack.checked_sub(pair[0])?, stack)));
                let Some((left, stack)) = left else {
                    let message = format!("Place {} does not hold {}", pair[1], pair[0]);
                    return Err(complain(text, message, ""));
                };
                *stack = left;
            }
            return Ok(after);
        }
        ("take", _, Some(numbers)) if !is("into") && pairs(&numbers) => {
            numbers.chunks(2).map(|pair| takes(pair[0], pair[1])).collect()
        }
        ("split", _, Some(numbers)) if is("into") && numbers.len() > 2 => {
            Ok(vec![Change { from: numbers[0], to: numbers[1..].to_vec() }])
        }
        _ => return Err(unread()),
    };
    changes
        .and_then(|changes| apply(&changes, piles, shape))
        .map_err(|(message, help)| complain(text, message, help))
}

/// A pile of this size becomes these piles; 0 stands for none.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    from: u32,
    to: Vec<u32>,
}

/// `8>5`, `8>5,3>0`, `9>3+4`.
fn parse_changes(text: &str) -> Result<Vec<Change>, Complaint> {
    let mut joined = text.replace("->", ">");
    for sign in [">", "+"] {
        joined = joined.split(sign).map(str::trim).collect::<Vec<_>>().join(sign);
    }
    pieces(&joined).map(|piece| parse_change(piece, text)).collect()
}

fn parse_change(piece: &str, text: &str) -> Result<Change, Complaint> {
    let number = |piece: &str| piece.parse::<u32>().ok();
    let change = piece.split_once('>').and_then(|(from, to)| {
        let to = to.split('+').map(number).collect::<Option<Vec<u32>>>()?;
        Some(Change { from: number(from)?, to })
    });
    change.ok_or_else(|| {
        let message =
            format!("`{piece}` is not the change of a pile, such as 8>5 or, into two piles, 8>3+4");
        complain(text, message, "")
    })
}

fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c == ',' || c.is_whitespace()).filter(|piece| !piece.is_empty())
}

/// The position after all changes, each of a pile of its own; or what is wrong and what would be right.
fn apply(changes: &[Change], position: &[u32], shape: Shape) -> Result<Vec<u32>, (String, String)> {
    let row = matches!(shape, Shape::Row { .. });
    let mut after = position.to_vec();
    let mut untouched = vec![true; position.len()];
    let mut made = Vec::new();
    for Change { from, to } in changes {
        let mut places = (0..position.len()).filter(|&i| position[i] == *from && untouched[i]);
        let Some(place) = places.next().filter(|_| *from > 0) else {
            let more = if position.contains(from) && *from > 0 { "further pile" } else { "pile" };
            return Err((format!("There is no {more} of {from}"), String::new()));
        };
        if row && let Some(other) = places.next() {
            let message = format!("Places {} and {} both hold {from}", place + 1, other + 1);
            return Err((message, "type the whole row".into()));
        }
        let (first, rest) = to.split_first().expect("there is at least one number");
        if row && !rest.is_empty() {
            let message = format!("The pile of {from} stays in its place");
            return Err((message, "it cannot become two".into()));
        }
        (after[place], untouched[place]) = (*first, false);
        made.extend_from_slice(rest);
    }
    after.extend(made);
    if !row {
        canonical(&mut after);
    }
    Ok(after)
}

/// What is typed at a graph: a number of the list, an id, words, chips, or a whole position.
fn read_on_graph(
    rules: &Rules,
    game: Game,
    graph: &sprague_graph::Position,
    moves: &Moves,
    text: &str,
) -> Result<Proposal, Complaint> {
    if let Ok(number) = text.parse() {
        return Ok(Proposal::Number(number));
    }
    if let Some(m) = graph_id(game, text) {
        return Ok(Proposal::OnGraph(m));
    }
    if let Some(said) = graph_words(game, graph, text) {
        return said.map(Proposal::OnGraph);
    }
    let Rules::Graph { written, .. } = rules else { unreachable!("this is a graph") };
    let whole = match text {
        _ if text.starts_with("chips=") => format!("{} {text}", written.graphs()),
        _ if text.bytes().all(|b| b.is_ascii_digit() || b == b',' || b == b' ') => {
            let chips: Vec<&str> = pieces(text).collect();
            format!("{} chips={}", written.graphs(), chips.join(","))
        }
        _ => text.to_string(),
    };
    let unread = |complaint: Complaint| match whole != text || text.contains(['(', ':', '=']) {
        true => {
            let message = format!("`{text}` is not a move: {}", complaint.message);
            complain(text, message, complaint.help.unwrap_or_default())
        }
        // Hardly meant as a position.
        false => {
            let example = moves.moves.first().map_or("", |m| &m.words);
            let help = format!("say what you do, as in `{example}`, or type its number");
            complain(text, format!("`{text}` is not a move"), help)
        }
    };
    let mut target = sprague_graph::parse(&whole).map_err(unread)?.position;
    if target.play.is_none() {
        // The edge in play need not be typed where it is plain which one it is.
        let alike = |m: &&Move| match &m.after {
            Position::Graph(after) => after.chips == target.chips && after.graph == target.graph,
            Position::Piles(_) => false,
        };
        let mut found = moves.moves.iter().filter(alike);
        if let (Some(one), None) = (found.next(), found.next())
            && let Position::Graph(after) = &one.after
        {
            target.play = after.play;
        }
    }
    Ok(Proposal::To(Position::Graph(target)))
}

/// `5-6:1,1`, `v3:2`, `v3` or `5-6`, where the game has such moves.
fn graph_id(game: Game, id: &str) -> Option<GraphMove> {
    let (place, amount) = match id.split_once(':') {
        Some((place, amount)) => (place, Some(amount)),
        None => (id, None),
    };
    if let Some(vertex) = place.strip_prefix('v') {
        let vertex = vertex.parse().ok()?;
        return match (amount, game) {
            (Some(chips), Game::Mig) => {
                Some(GraphMove::Take { vertex, chips: chips.parse().ok()? })
            }
            (None, Game::NodeKayles) => Some(GraphMove::DeleteAround { vertex }),
            _ => None,
        };
    }
    let ends = edge(place)?;
    match (amount, game) {
        (Some(amount), _) => {
            let (a, b) = amount.split_once(',')?;
            on_graph::on_edge(game, ends, (a.parse().ok()?, b.parse().ok()?))
        }
        (None, Game::ArcKayles) => Some(GraphMove::DeleteEnds { edge: ordered(ends) }),
        (None, Game::EdgeDelete) => Some(GraphMove::DeleteEdge { edge: ordered(ends) }),
        _ => None,
    }
}

fn edge(text: &str) -> Option<(usize, usize)> {
    let (u, v) = text.split_once('-')?;
    Some((u.parse().ok()?, v.parse().ok()?))
}

fn ordered((u, v): (usize, usize)) -> (usize, usize) {
    (u.min(v), u.max(v))
}

/// `on 5-6 take 1 from both`, `take 2 from 3`, `delete 3`, `delete 5-6`; `None` if it is nothing like
/// these.
fn graph_words(
    game: Game,
    graph: &sprague_graph::Position,
    text: &str,
) -> Option<Result<GraphMove, Complaint>> {
    let words = essence(text);
    let words: Vec<&str> =
        words.iter().map(String::as_str).filter(|word| *word != "vertex").collect();
    let number = |word: &str| word.parse::<usize>().ok();
    match words[..] {
        ["take", taken, from] if game == Game::Mig => {
            let chips = u32::try_from(number(taken)?).unwrap_or(u32::MAX);
            Some(Ok(GraphMove::Take { vertex: number(from)?, chips }))
        }
        [ends, "take", taken, from] | ["take", taken, from, ends] => {
            let (ends, taken) = (edge(ends)?, number(taken)? as u64);
            let take = match from {
                "both" => (taken, taken),
                _ if number(from)? == ends.0 => (taken, 0),
                _ if number(from)? == ends.1 => (0, taken),
                _ => {
                    let message = format!("{from} is not an end of the edge {}-{}", ends.0, ends.1);
                    return Some(Err(complain(text, message, "")));
                }
            };
            on_graph::on_edge(game, ends, take).map(Ok)
        }
        ["take", taken, from] if game.on_edges() => {
            let taken = number(taken)? as u64;
            let Some(vertex) = number(from) else {
                let ends = match from {
                    "both" => graph.play,
                    _ => return None,
                };
                let which = || {
                    complain(
                        text,
                        "It is not said on which edge",
                        "as in `on 0-1 take 1 from both`",
                    )
                };
                return Some(ends.ok_or_else(which).map(|ends| {
                    on_graph::on_edge(game, ends, (taken, taken)).expect("it is played on edges")
                }));
            };
            // Of several edges the one that allows most: to take from one end, any may do.
            let edges = graph.play.into_iter().chain(graph.edges());
            let ways = edges.filter(|&(u, v)| u == vertex || v == vertex).filter_map(|(u, v)| {
                on_graph::on_edge(game, (u, v), if u == vertex { (taken, 0) } else { (0, taken) })
            });
            let ways: Vec<GraphMove> = ways.collect();
            let legal = ways.iter().find(|&&m| on_graph::refusal(game, graph, m).is_none());
            let none = || complain(text, format!("There is no edge at {vertex} to play on"), "");
            Some(legal.or(ways.first()).copied().ok_or_else(none))
        }
        ["delete", vertex] | ["delete", vertex, "and", "its", "neighbours"]
            if game == Game::NodeKayles =>
        {
            Some(Ok(GraphMove::DeleteAround { vertex: number(vertex)? }))
        }
        ["delete", u, "and", v] if game == Game::ArcKayles => {
            Some(Ok(GraphMove::DeleteEnds { edge: ordered((number(u)?, number(v)?)) }))
        }
        ["delete", ends] => graph_id(game, ends).map(Ok),
        _ => None,
    }
}
