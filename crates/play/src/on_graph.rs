//! Moves on graphs: their ids, and why one that was proposed is not allowed.
//!
//! The rules of these games are code, so the reasons are found here one by one; a test holds them to
//! the moves that the games really have.

use sprague_graph::{Game, Move, Position};

use crate::illegal::Reason;

/// The id of a move: `5-6:1,1`, `v3:2`, `v3` or `5-6`.
pub(crate) fn id(m: Move) -> String {
    match m {
        Move::OnEdge { edge: (u, v), take: (a, b) } => format!("{u}-{v}:{a},{b}"),
        Move::Take { vertex, chips } => format!("v{vertex}:{chips}"),
        Move::DeleteAround { vertex } => format!("v{vertex}"),
        Move::DeleteEnds { edge: (u, v) } | Move::DeleteEdge { edge: (u, v) } => format!("{u}-{v}"),
    }
}

/// What a move does on an edge, if the game has such moves: the ends in order, with what is taken.
pub(crate) fn on_edge(game: Game, ends: (usize, usize), take: (u64, u64)) -> Option<Move> {
    let small = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    let (edge, take) = match ends.0 <= ends.1 {
        true => (ends, take),
        false => ((ends.1, ends.0), (take.1, take.0)),
    };
    let take = (small(take.0), small(take.1));
    game.on_edges().then_some(Move::OnEdge { edge, take })
}

/// Why the move is not allowed; `None` if it is.
pub(crate) fn refusal(game: Game, position: &Position, m: Move) -> Option<Reason> {
    match m {
        Move::OnEdge { edge, take } if game.on_edges() => {
            on_edge_refusal(game, position, edge, take)
        }
        Move::Take { vertex, chips } if game == Game::Mig => {
            missing(position, vertex).or_else(|| {
                let own = position.chips[vertex];
                let most =
                    position.neighbours(vertex).map(|w| position.chips[w]).fold(own, u32::min);
                match chips {
                    0 => Some(Reason::Unchanged),
                    k if k > own => Some(Reason::TooFew { vertex, chips: own }),
                    k if k > most => Some(Reason::TooMany { most }),
                    _ => None,
                }
            })
        }
        Move::DeleteAround { vertex } if game == Game::NodeKayles => missing(position, vertex),
        Move::DeleteEnds { edge } if game == Game::ArcKayles => no_edge(position, edge),
        Move::DeleteEdge { edge } if game == Game::EdgeDelete => {
            let alone = |&v: &usize| position.neighbours(v).count() < 2;
            no_edge(position, edge).or_else(|| {
                [edge.0, edge.1].into_iter().find(alone).map(|vertex| Reason::Isolates { vertex })
            })
        }
        _ => Some(Reason::NotAMove),
    }
}

fn on_edge_refusal(
    game: Game,
    position: &Position,
    edge: (usize, usize),
    take: (u32, u32),
) -> Option<Reason> {
    if let Some(reason) = no_edge(position, edge) {
        return Some(reason);
    }
    if let Some(in_play) = position.play.filter(|&play| play != edge) {
        return Some(Reason::InPlay { edge: in_play });
    }
    let stacks = (position.chips[edge.0], position.chips[edge.1]);
    for (vertex, taken, chips) in [(edge.0, take.0, stacks.0), (edge.1, take.1, stacks.1)] {
        if taken > chips {
            return Some(Reason::TooFew { vertex, chips });
        }
    }
    let least = stacks.0.min(stacks.1);
    let generous = matches!(game, Game::Wygthoff | Game::WygthoffFree);
    match take {
        (0, 0) => Some(Reason::Unchanged),
        (a, b) if a > 0 && b > 0 && a != b => Some(Reason::Unequal),
        (a, b) if a.max(b) > least && !generous => Some(Reason::TooMany { most: least }),
        _ => None,
    }
}

fn missing(position: &Position, vertex: usize) -> Option<Reason> {
    match position.chips.get(vertex) {
        None => Some(Reason::NoVertex { vertex }),
        Some(0) => Some(Reason::Gone { vertex }),
        Some(_) => None,
    }
}

fn no_edge(position: &Position, (u, v): (usize, usize)) -> Option<Reason> {
    let reason = missing(position, u).or_else(|| missing(position, v));
    reason.or_else(|| (!position.graph.adjacent(u, v)).then_some(Reason::NoEdge { edge: (u, v) }))
}

/// The move that would lead from one position to the other, if it were one: where chips or edges are
/// fewer by what a move of this game could take away.
pub(crate) fn between(game: Game, before: &Position, after: &Position) -> Option<Move> {
    let fewer = fewer(before, after)?;
    if game == Game::EdgeDelete {
        let mut gone = before.graph.edges().filter(|&(u, v)| !after.graph.adjacent(u, v));
        return Some(Move::DeleteEdge { edge: gone.next()? }).filter(|_| gone.next().is_none());
    }
    match (&fewer[..], game) {
        (&[(vertex, chips)], Game::Mig) => Some(Move::Take { vertex, chips }),
        (&[(u, a), (v, b)], _) if game.on_edges() => {
            Some(Move::OnEdge { edge: (u, v), take: (a, b) })
        }
        (&[(u, a)], _) if game.on_edges() => {
            let at_it = |&(x, y): &(usize, usize)| x == u || y == u;
            let edges = before.play.into_iter().chain(before.edges());
            let edge = edges.into_iter().find(at_it)?;
            let take = if edge.0 == u { (a, 0) } else { (0, a) };
            Some(Move::OnEdge { edge, take })
        }
        (&[(u, _), (v, _)], Game::ArcKayles) => Some(Move::DeleteEnds { edge: (u, v) }),
        _ => None,
    }
}

/// The legal moves that lead from one position to the other.
pub(crate) fn ways(game: Game, before: &Position, after: &Position) -> Vec<Move> {
    let leads = |m: &Move| refusal(game, before, *m).is_none() && m.made(game, before) == *after;
    let at_most_one = || between(game, before, after).filter(leads).into_iter().collect();
    match game {
        _ if game.on_edges() => {
            let Some(fewer) = fewer(before, after).filter(|f| matches!(f.len(), 1 | 2)) else {
                return Vec::new();
            };
            let taken = |end: usize| fewer.iter().find(|(v, _)| *v == end).map_or(0, |(_, k)| *k);
            let edges: Vec<_> = match before.play {
                Some(edge) => vec![edge],
                None => before.edges().collect(),
            };
            let on_edge =
                |edge: (usize, usize)| Move::OnEdge { edge, take: (taken(edge.0), taken(edge.1)) };
            edges.into_iter().map(on_edge).filter(leads).collect()
        }
        Game::NodeKayles => {
            let all = (0..before.chips.len()).map(|vertex| Move::DeleteAround { vertex });
            all.filter(leads).collect()
        }
        _ => at_most_one(),
    }
}

/// What was taken from which vertices, if nothing was added to any.
fn fewer(before: &Position, after: &Position) -> Option<Vec<(usize, u32)>> {
    if before.chips.len() != after.chips.len() {
        return None;
    }
    let taken = |(v, (b, a)): (usize, (&u32, &u32))| Some((v, b.checked_sub(*a)?));
    let all: Option<Vec<(usize, u32)>> =
        before.chips.iter().zip(&after.chips).enumerate().map(taken).collect();
    Some(all?.into_iter().filter(|(_, k)| *k > 0).collect())
}

/// The text of the rules, where `Wyg with any edge` refers to another.
pub(crate) fn rule_text(game: Game) -> &'static str {
    match game {
        Game::WygFree => Game::Wyg.summary(),
        Game::WygthoffFree => Game::Wygthoff.summary(),
        _ => game.summary(),
    }
}

/// The words of the rules that a reason speaks of.
pub(crate) fn passage(game: Game, reason: &Reason) -> Option<&'static str> {
    match (reason, game) {
        (Reason::InPlay { .. }, _) => Some("until one is empty"),
        (Reason::Unequal, Game::Wyg | Game::WygFree) => Some("take k from one end or from both"),
        (Reason::Unequal, _) => Some("the same k from both"),
        (Reason::TooMany { .. }, Game::Mig) => {
            Some("at most the smallest stack among it and its neighbours")
        }
        (Reason::TooMany { .. }, _) => Some("k at most the smaller stack"),
        (Reason::Isolates { .. }, _) => Some("leave none of its ends without edges"),
        (Reason::NoEdge { .. }, _) if game.on_edges() || game == Game::ArcKayles => {
            Some("Choose an edge")
        }
        (Reason::NoEdge { .. }, Game::EdgeDelete) => Some("Delete an edge"),
        _ => None,
    }
}
