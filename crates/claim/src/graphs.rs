//! Claims about games on graphs: families with parameters, all graphs on a few vertices, single positions.

pub mod board;
pub mod property;

pub use sprague_graph::family::Family;
pub use sprague_graph::{Game, Graph, Position, Value, Written, parse};
use sprague_rules::expr::Expr;
use sprague_rules::{Outcome, Ruleset};

use crate::condition::{Condition, Number};
use board::{Boards, Chips, Source};

/// What is said of a game on graphs.
#[derive(Clone, Debug)]
pub struct OnGraphs {
    /// The name of the game, with its ending; its moves are those of the room for graphs.
    pub ruleset: Ruleset,
    /// The claim speaks only of positions that are so.
    pub suppose: Condition,
    /// The game.
    pub game: Game,
    /// Is it played in misère play?
    pub misere: bool,
    /// The positions that are spoken of; facts name theirs themselves.
    pub boards: Option<Boards>,
    /// What is said.
    pub saying: Saying,
}

/// What can be said of positions on graphs.
#[derive(Clone, Debug)]
pub enum Saying {
    /// The P-positions are exactly these.
    Exactly(Condition),
    /// Under a condition the outcome is so.
    If {
        /// The outcome.
        outcome: Outcome,
        /// Where it is so.
        condition: Condition,
    },
    /// The nim-value is this.
    NimValue(Number),
    /// Whoever moves wins, whatever stands beside it: under a condition, or exactly then.
    Loony {
        /// Where it is so.
        condition: Condition,
        /// And nowhere else.
        exactly: bool,
    },
    /// The outcome, or the value, is that of another position.
    Same {
        /// Nim-values rather than outcomes.
        values: bool,
        /// What it is compared with.
        other: Other,
    },
    /// Facts about single positions.
    Facts(Vec<Fact>),
}

/// What positions are compared with.
#[derive(Clone, Debug)]
pub enum Other {
    /// A game on graphs; on the same graph, if no place is named.
    Graph {
        /// The other game.
        game: Game,
        /// Is it played in misère play?
        misere: bool,
        /// Its position; none: the same.
        place: Option<Place>,
    },
    /// A game of piles.
    Piles {
        /// Its rules.
        ruleset: Box<Ruleset>,
        /// Its position.
        piles: Vec<Expr>,
    },
}

/// Graphs and chips, with the names of the claim.
#[derive(Clone, Debug)]
pub struct Place {
    /// The graphs.
    pub source: Source,
    /// The chips on them.
    pub chips: Chips,
}

/// A single fact.
#[derive(Clone, Debug)]
pub enum Fact {
    /// Its outcome.
    Outcome(Written, Outcome),
    /// Its value.
    Value(Written, Value),
    /// The second position is an option of the first, perhaps one that wins.
    Option {
        /// The position before the move.
        from: Written,
        /// The position after it.
        to: Written,
        /// Does whoever makes it win?
        wins: bool,
    },
}

impl OnGraphs {
    /// The positions for which a proof stands.
    pub fn scope(&self) -> String {
        match &self.boards {
            Some(boards) => boards.words(None),
            None => "the positions listed".to_string(),
        }
    }
}

impl Saying {
    /// Does it speak of nim-values, or of loony positions?
    pub fn is_of_values(&self) -> bool {
        matches!(
            self,
            Saying::NimValue(_) | Saying::Loony { .. } | Saying::Same { values: true, .. }
        )
    }
}

impl OnGraphs {
    /// Does the claim speak of properties, beyond so many names?
    pub fn mentions_beyond(&self, names: usize) -> bool {
        let statement = match &self.saying {
            Saying::Exactly(condition)
            | Saying::If { condition, .. }
            | Saying::Loony { condition, .. } => condition.mentions_beyond(names),
            Saying::NimValue(number) => number.mentions_beyond(names),
            Saying::Same { .. } | Saying::Facts(_) => false,
        };
        statement || self.suppose.mentions_beyond(names)
    }
}
