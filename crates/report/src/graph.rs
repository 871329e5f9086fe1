//! The answer for one position on a graph.

use std::fmt::{self, Write as _};

use serde::{Serialize, Serializer};
use sprague_graph::{Limit, Move, Position, Value as GameValue, Written};
use sprague_rules::Outcome;

use crate::picture::PictureError;
use crate::picture::graph::GraphPicture;

/// What is known of one position.
pub struct GraphSolution {
    /// Such as `misere wyg`.
    pub ruleset: String,
    /// The position, with the words that it was written in.
    pub written: Written,
    /// Who wins.
    pub outcome: Outcome,
    /// The nim-value, where there is one and it was computed.
    pub nim: Option<u32>,
    /// Why there is no nim-value.
    pub nim_missing: Option<String>,
    /// The worth in sums where a chosen edge binds: a nim-value, or loony.
    pub entailing: Option<GameValue>,
    /// The winning options, if they were asked for.
    pub winning: Option<Vec<(Move, Position)>>,
}

/// One position on a graph. Positions are texts in the notation of graphs, such as `K(5) chips=1`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "GraphSolution"))]
pub(crate) struct GraphSolutionData<'s> {
    /// The game, with `misere ` in front in misère play.
    ruleset: &'s str,
    /// The position.
    position: String,
    /// Who wins.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Outcome"))]
    outcome: Outcome,
    /// The nim-value; null where there is none, or where it was not computed.
    nim: Option<u32>,
    /// Why there is no nim-value.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    nim_missing: Option<&'s str>,
    /// The worth in sums, where a chosen edge binds both players.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Entailing"))]
    entailing: Option<Entailing>,
    /// The options that win, unless they were not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    winning: Option<Vec<String>>,
    /// The moves that lead there, in words and in the same order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    moves: Option<Vec<String>>,
}

/// The worth of a position in sums, where moves have to be answered on the same edge: a nim-value, or `loony`, which
/// says that the next player wins, whatever stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Entailing {
    /// A nim-value.
    Nim(u32),
    /// `loony`.
    Loony(Loony),
}

/// The next player wins, whatever stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Loony {
    /// The only one.
    Loony,
}

impl fmt::Display for Entailing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entailing::Nim(n) => write!(f, "{n}"),
            Entailing::Loony(Loony::Loony) => f.write_str("loony"),
        }
    }
}

impl From<GameValue> for Entailing {
    fn from(value: GameValue) -> Entailing {
        match value {
            GameValue::Nim(n) => Entailing::Nim(n),
            GameValue::Loony => Entailing::Loony(Loony::Loony),
        }
    }
}

impl Serialize for GraphSolution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let winning = self.winning.as_ref();
        let data = GraphSolutionData {
            ruleset: &self.ruleset,
            position: self.position(),
            outcome: self.outcome,
            nim: self.nim,
            nim_missing: self.nim_missing.as_deref(),
            entailing: self.entailing.map(Entailing::from),
            winning: winning.map(|all| all.iter().map(|(_, p)| self.written.write(p)).collect()),
            moves: winning.map(|all| all.iter().map(|(m, _)| m.text()).collect()),
        };
        data.serialize(serializer)
    }
}

/// A position on a graph that was not answered, in its place among others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GraphRefused {
    /// The game, with `misere ` in front in misère play.
    pub ruleset: String,
    /// The position.
    pub position: String,
    /// Why there is no answer.
    #[serde(rename = "error", serialize_with = "in_words")]
    pub why: Limit,
}

fn in_words<S: Serializer>(why: &Limit, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(why)
}

impl GraphRefused {
    /// One line, for a list of many positions.
    pub fn line(&self) -> String {
        format!("{}\tnot answered: {}", self.position, self.why)
    }
}

impl GraphSolution {
    fn position(&self) -> String {
        self.written.write(&self.written.position)
    }

    /// A few lines for a person.
    pub fn text(&self) -> String {
        let mut text = format!("{} at {}: ", self.ruleset, self.position());
        text.push_str(match self.outcome {
            Outcome::P => "P, the previous player wins",
            _ => "N, the next player wins",
        });
        match (self.nim, self.entailing, &self.nim_missing) {
            (Some(value), ..) => text.push_str(&format!("; nim-value {value}\n")),
            (None, Some(GameValue::Loony), _) => {
                text.push_str("; loony, whatever stands beside it\n");
            }
            (None, Some(value), _) => text.push_str(&format!("; worth {value} in sums\n")),
            (None, None, Some(reason)) => text.push_str(&format!("; no nim-value: {reason}\n")),
            (None, None, None) => text.push('\n'),
        }
        match &self.winning {
            None => {}
            Some(winning) if winning.is_empty() && self.outcome == Outcome::N => {
                text.push_str("winning moves: none is needed, for there is no move at all\n");
            }
            Some(winning) if winning.is_empty() => text.push_str("winning moves: none\n"),
            Some(winning) => {
                writeln!(text, "winning moves ({}):", winning.len())
                    .expect("strings can be written");
                for (m, option) in winning {
                    let line = format!("  {}: to {}\n", m.text(), self.written.write(option));
                    text.push_str(&line);
                }
            }
        }
        text
    }

    /// One line, for a list of many positions.
    pub fn line(&self) -> String {
        let mut line = format!("{}\t{}", self.position(), self.outcome);
        let value = self.nim.map(GameValue::Nim).or(self.entailing);
        line.push_str(&value.map_or(String::new(), |value| format!("\t{value}")));
        if let Some(winning) = &self.winning {
            let moves: Vec<String> = winning.iter().map(|(m, _)| m.text()).collect();
            line.push_str(&format!("\t{}", moves.join("; ")));
        }
        line
    }

    /// The position as an SVG document, a winning move marked.
    pub fn svg(&self) -> Result<String, PictureError> {
        self.picture()?.svg()
    }

    /// The position as the bytes of a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        self.picture()?.png()
    }

    fn picture(&self) -> Result<GraphPicture<'_>, PictureError> {
        let winning = self.winning.as_ref().and_then(|winning| winning.first());
        let outcome = match self.outcome {
            Outcome::P => "the previous player wins".to_string(),
            _ => match winning {
                Some((m, _)) => format!("the next player wins: {}", m.text()),
                None => "the next player wins".to_string(),
            },
        };
        let title = self.ruleset.clone();
        // The chips stand in the vertices.
        let subtitle = format!("{}: {outcome}", self.written.graphs());
        GraphPicture::new(title, subtitle, &self.written.position, winning.map(|(m, _)| *m))
    }
}
