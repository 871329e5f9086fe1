//! The games, one file for the rules of each kind.
//!
//! All of them are impartial: both players have the same moves, and who cannot move has lost
//! (normal play) or won (misère play).

pub mod chips;
pub mod edge_delete;
pub mod edges;
pub mod kayles;

use std::sync::Arc;

use sprague_rules::Complaint;
use sprague_rules::diagnostic::did_you_mean;

use crate::position::Position;
use crate::twins::Twins;

/// A game that is played on graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    /// Wynnie on the ends of an edge, which is in play until one of them is empty.
    Wyg,
    /// Wyg with any edge on every turn.
    WygFree,
    /// Wythoff on the ends of an edge, which is in play until one of them is empty.
    Wygthoff,
    /// Wygthoff with any edge on every turn.
    WygthoffFree,
    /// Minnie on a vertex and its neighbours.
    Mig,
    /// Delete a vertex and its neighbours.
    NodeKayles,
    /// Delete both ends of an edge.
    ArcKayles,
    /// Delete an edge without leaving a vertex that has none.
    EdgeDelete,
}

impl Game {
    /// Every game, in the order in which they are listed.
    pub const ALL: [Game; 8] = [
        Game::Wyg,
        Game::WygFree,
        Game::Wygthoff,
        Game::WygthoffFree,
        Game::Mig,
        Game::NodeKayles,
        Game::ArcKayles,
        Game::EdgeDelete,
    ];

    /// The name that is typed.
    pub fn name(self) -> &'static str {
        match self {
            Game::Wyg => "wyg",
            Game::WygFree => "wyg-free",
            Game::Wygthoff => "wygthoff",
            Game::WygthoffFree => "wygthoff-free",
            Game::Mig => "mig",
            Game::NodeKayles => "node-kayles",
            Game::ArcKayles => "arc-kayles",
            Game::EdgeDelete => "edge-delete",
        }
    }

    /// The game of that name.
    pub fn named(name: &str) -> Option<Game> {
        Game::ALL.into_iter().find(|game| game.name() == name)
    }

    /// The rules in a sentence or two.
    pub fn summary(self) -> &'static str {
        match self {
            Game::Wyg => {
                "Choose an edge and play Wynnie on its ends until one is empty: take k from one \
                 end or from both, k at most the smaller stack. Then the other player chooses."
            }
            Game::WygFree => "Wyg with any edge on every turn.",
            Game::Wygthoff => {
                "Choose an edge and play Wythoff on its ends until one is empty: take any k from \
                 one end, or the same k from both. Then the other player chooses."
            }
            Game::WygthoffFree => "Wygthoff with any edge on every turn.",
            Game::Mig => {
                "Choose a vertex and take from it at most the smallest stack among it and its \
                 neighbours."
            }
            Game::NodeKayles => "Choose a vertex and delete it together with its neighbours.",
            Game::ArcKayles => "Choose an edge and delete both of its ends.",
            Game::EdgeDelete => "Delete an edge, but leave none of its ends without edges.",
        }
    }

    /// Where the game comes from.
    pub fn source(self) -> &'static str {
        match self {
            Game::Wyg | Game::WygFree => "thesis on self-referential Nim, section 4.3",
            Game::Wygthoff | Game::WygthoffFree | Game::Mig => {
                "thesis on self-referential Nim, chapter 6"
            }
            Game::NodeKayles | Game::ArcKayles => "T. J. Schaefer, 1978",
            Game::EdgeDelete => "Gallant, Gunther, Hartnell and Rall, 2006",
        }
    }

    /// Has a chosen edge to be played on until one of its ends is empty?
    pub fn binds(self) -> bool {
        matches!(self, Game::Wyg | Game::Wygthoff)
    }

    /// Is it Wyg or Wygthoff, bound or free? With one chip on each vertex these are one game.
    pub fn on_edges(self) -> bool {
        matches!(self, Game::Wyg | Game::WygFree | Game::Wygthoff | Game::WygthoffFree)
    }

    /// Does it matter how many chips are on a vertex, if there are any?
    pub fn counts_chips(self) -> bool {
        self.on_edges() || self == Game::Mig
    }

    /// Is there a move on a vertex without edges?
    pub fn plays_lone_vertices(self) -> bool {
        matches!(self, Game::Mig | Game::NodeKayles)
    }

    /// Calls `visit` for every move. With `twins`, which must be those of this position, only for
    /// one of the moves that an exchange of twins turns into each other.
    pub fn moves(self, position: &Position, twins: Option<&Twins>, visit: &mut Visit) -> bool {
        match self {
            _ if self.on_edges() => edges::moves(self, position, twins, visit),
            Game::Mig => chips::moves(position, twins, visit),
            Game::NodeKayles => kayles::vertex_moves(position, twins, visit),
            Game::ArcKayles => kayles::edge_moves(position, twins, visit),
            _ => edge_delete::moves(position, twins, visit),
        }
    }

    /// The options of a position, each once, with a move that leads there.
    pub fn options(self, position: &Position) -> Vec<(Move, Position)> {
        let mut options = Vec::new();
        self.visit_options(position, &mut |m, option| {
            options.push((m, option));
            true
        });
        options
    }

    /// Visits the options of a position, each once, with a move that leads there; false if the visitor stopped.
    pub fn visit_options(
        self,
        position: &Position,
        visit: &mut dyn FnMut(Move, Position) -> bool,
    ) -> bool {
        // Options are on the same graph, but for an edge that is deleted.
        let mut seen = rustc_hash::FxHashSet::default();
        self.moves(position, None, &mut |m| {
            let option = m.made(self, position);
            let without = if let Move::DeleteEdge { edge } = m { Some(edge) } else { None };
            !seen.insert((option.chips.clone(), option.play, without)) || visit(m, option)
        })
    }
}

/// Visits moves one by one; returns false to stop.
pub type Visit<'v> = dyn FnMut(Move) -> bool + 'v;

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// On the edge (u, v), take so many from u and so many from v.
    OnEdge {
        /// The ends, u and v.
        edge: (usize, usize),
        /// Chips from u and chips from v.
        take: (u32, u32),
    },
    /// Take so many from a vertex.
    Take {
        /// Where the chips lie.
        vertex: usize,
        /// How many are taken.
        chips: u32,
    },
    /// Delete a vertex and its neighbours.
    DeleteAround {
        /// The vertex whose neighbours go with it.
        vertex: usize,
    },
    /// Delete both ends of an edge.
    DeleteEnds {
        /// The edge whose ends go.
        edge: (usize, usize),
    },
    /// Delete an edge.
    DeleteEdge {
        /// The edge that goes.
        edge: (usize, usize),
    },
}

impl Move {
    /// The position after the move.
    pub fn made(self, game: Game, position: &Position) -> Position {
        let mut after = position.clone();
        after.play = None;
        match self {
            Move::OnEdge { edge: (u, v), take } => {
                after.chips[u] -= take.0;
                after.chips[v] -= take.1;
                if game.binds() && after.alive(u) && after.alive(v) {
                    after.play = Some((u, v));
                }
            }
            Move::Take { vertex, chips } => after.chips[vertex] -= chips,
            Move::DeleteAround { vertex } => {
                after.chips[vertex] = 0;
                for &w in position.graph.neighbours(vertex) {
                    after.chips[w as usize] = 0;
                }
            }
            Move::DeleteEnds { edge: (u, v) } => (after.chips[u], after.chips[v]) = (0, 0),
            Move::DeleteEdge { edge: (u, v) } => {
                after.graph = Arc::new(after.graph.without_edge(u, v));
            }
        }
        after
    }

    /// The move in words.
    pub fn text(self) -> String {
        match self {
            Move::OnEdge { edge: (u, v), take: (k, 0) } => format!("on {u}-{v} take {k} from {u}"),
            Move::OnEdge { edge: (u, v), take: (0, k) } => format!("on {u}-{v} take {k} from {v}"),
            Move::OnEdge { edge: (u, v), take: (k, _) } => format!("on {u}-{v} take {k} from both"),
            Move::Take { vertex, chips } => format!("take {chips} from {vertex}"),
            Move::DeleteAround { vertex } => format!("delete {vertex} and its neighbours"),
            Move::DeleteEnds { edge: (u, v) } => format!("delete {u} and {v}"),
            Move::DeleteEdge { edge: (u, v) } => format!("delete the edge {u}-{v}"),
        }
    }
}

/// Reads `wyg` or `misere wyg`: the game, and whether the play is misère. `None` if no graph game is
/// meant.
pub fn parse_game(text: &str) -> Option<(Game, bool)> {
    let text = text.trim();
    let (name, misere) = match text.strip_prefix("misere ") {
        Some(name) => (name.trim(), true),
        None => (text, false),
    };
    Game::named(name).map(|game| (game, misere))
}

/// The game of that name, or a complaint.
pub fn named_or_complain(text: &str) -> Result<(Game, bool), Complaint> {
    parse_game(text).ok_or_else(|| {
        let complaint = Complaint::new(0..text.len(), format!("`{text}` is no game on graphs"));
        let names = Game::ALL.map(Game::name);
        let name = text.trim().trim_start_matches("misere ");
        let list = || format!("the games on graphs are {}", names.join(", "));
        complaint.help(did_you_mean(name, names).unwrap_or_else(list))
    })
}
