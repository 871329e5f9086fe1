//! The rows of a sweep over graphs.

use serde::Serialize;
use sprague_graph::sweep::{Chips, Found, Row};
use sprague_graph::{Game, Value};
use sprague_rules::Outcome;

use crate::graph::Entailing;
use crate::named::Named;

/// Which game a sweep plays on its graphs, and what it asks.
#[derive(Clone, Copy, Debug)]
pub struct Swept {
    /// The game.
    pub game: Game,
    /// Does the last player to move lose?
    pub misere: bool,
    /// The chips on each graph.
    pub chips: Chips,
    /// Are values asked for?
    pub values: bool,
}

/// A graph with what was found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphRow<'r> {
    /// The graph in the format of nauty.
    pub graph6: &'r str,
    /// How many vertices it has.
    pub vertices: usize,
    /// How many edges it has.
    pub edges: usize,
    /// What was found.
    #[serde(flatten)]
    pub found: FoundRow,
}

/// A member of a family with what was found. Its parameters, such as `m` and `k`, are fields of their own.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MemberRow<'r> {
    /// The graph, as the command line reads it: `DS(2,2,6)`.
    pub graph: &'r str,
    /// The parameters of the family.
    #[serde(flatten)]
    pub parameters: Named<usize>,
    /// What was found.
    #[serde(flatten)]
    pub found: FoundRow,
}

/// What was found of a graph.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundRow {
    /// Who wins.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Outcome"))]
    pub outcome: Outcome,
    /// The nim-value; null where there is none, or where it was not asked for.
    pub nim: Option<u32>,
    /// The worth in sums, where a chosen edge binds both players and values are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entailing: Option<Option<Entailing>>,
}

impl Swept {
    /// Are the values those of a game in which a chosen edge binds?
    pub fn entails(self) -> bool {
        self.game.binds() && self.chips != Chips::Constant(1) && self.values && !self.misere
    }

    /// The nim-value, if it is one.
    pub fn nim(self, found: Found) -> Option<u32> {
        match found.value {
            Some(Value::Nim(n)) if !self.entails() => Some(n),
            _ => None,
        }
    }

    /// What was found, as it stands in a row.
    pub fn found(self, found: Found) -> FoundRow {
        let entailing = self.entails().then(|| found.value.map(Entailing::from));
        FoundRow { outcome: found.outcome, nim: self.nim(found), entailing }
    }

    /// The row of a graph.
    pub fn row(self, row: &Row) -> GraphRow<'_> {
        let Row { graph6, vertices, edges, found } = row;
        GraphRow { graph6, vertices: *vertices, edges: *edges, found: self.found(*found) }
    }

    /// The row of a member of a family with these parameters.
    pub fn member<'r>(
        self,
        graph: &'r str,
        parameters: &[(char, usize)],
        found: Found,
    ) -> MemberRow<'r> {
        let parameters = parameters.iter().map(|(name, value)| (name.to_string(), *value));
        MemberRow { graph, parameters: Named(parameters.collect()), found: self.found(found) }
    }

    /// What was found, with commas between.
    pub fn csv(self, found: Found) -> String {
        let nim = self.nim(found).map_or(String::new(), |n| n.to_string());
        let value = found.value.map_or(String::new(), |v| v.to_string());
        let entailing = if self.entails() { format!(",{value}") } else { String::new() };
        format!("{},{nim}{entailing}", found.outcome)
    }

    /// The heading of what [`Swept::csv`] writes.
    pub fn header(self) -> &'static str {
        if self.entails() { "outcome,nim,entailing" } else { "outcome,nim" }
    }

    /// The game, with `misere ` in front in misère play.
    pub fn name(self) -> String {
        format!("{}{}", if self.misere { "misere " } else { "" }, self.game.name())
    }
}
