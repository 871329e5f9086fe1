//! Positions of either kind, and how they are handed to a face.

use serde::Serialize;
use sprague_rules::write_position;

/// Piles, or chips on a graph.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// Piles in canonical form, or the places of a row.
    Piles(Vec<u32>),
    /// A graph with chips on its vertices and perhaps an edge in play.
    Graph(sprague_graph::Position),
}

impl Position {
    /// How many tokens, or vertices with chips counted chip by chip, there are.
    pub(crate) fn total(&self) -> u64 {
        match self {
            Position::Piles(piles) => piles.iter().map(|&size| u64::from(size)).sum(),
            // Where edges are deleted, what gets fewer is edges.
            Position::Graph(graph) => graph.total() + graph.graph.size() as u64,
        }
    }
}

/// A position as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Board {
    /// Piles, or a row.
    Piles {
        /// The position as it is written.
        text: String,
        /// The sizes.
        piles: Vec<u32>,
        /// Do places keep their order?
        row: bool,
    },
    /// A graph.
    Graph {
        /// The position as it is written.
        text: String,
        /// The chips on each vertex; a vertex with none is gone.
        chips: Vec<u32>,
        /// The edges between vertices that are there, smaller end first.
        edges: Vec<(usize, usize)>,
        /// The edge that has to be played on.
        in_play: Option<(usize, usize)>,
        /// Does it matter how many chips are on a vertex?
        counts_chips: bool,
    },
}

impl Board {
    /// The position as it is written.
    pub fn text(&self) -> &str {
        match self {
            Board::Piles { text, .. } | Board::Graph { text, .. } => text,
        }
    }

    pub(crate) fn piles(piles: &[u32], row: bool) -> Board {
        Board::Piles { text: write_position(piles), piles: piles.to_vec(), row }
    }
}
