//! The answer for one position on a graph, and the rows of a sweep over graphs.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use sprague_graph::{Move, Position, Value as GameValue, Written};
use sprague_rules::Outcome;

use crate::picture::PictureError;
use crate::picture::graph::GraphPicture;

/// What is known of one position.
pub struct GraphSolution {
    /// Such as `misere wyg`.
    pub ruleset: String,
    pub written: Written,
    pub outcome: Outcome,
    pub nim: Option<u32>,
    /// Why there is no nim-value.
    pub nim_missing: Option<String>,
    /// The worth in sums where a chosen edge binds: a nim-value, or loony.
    pub entailing: Option<GameValue>,
    /// The winning options, if they were asked for.
    pub winning: Option<Vec<(Move, Position)>>,
}

/// A value as JSON: a number or `"loony"`.
pub fn value_json(value: GameValue) -> Value {
    match value {
        GameValue::Nim(n) => json!(n),
        GameValue::Loony => json!("loony"),
    }
}

impl GraphSolution {
    fn position(&self) -> String {
        self.written.write(&self.written.position)
    }

    /// The JSON object of the command-line contract; positions are text in the notation of graphs.
    pub fn json(&self) -> Value {
        let mut object = Map::new();
        object.insert("ruleset".into(), json!(self.ruleset));
        object.insert("position".into(), json!(self.position()));
        object.insert("outcome".into(), json!(self.outcome.to_string()));
        object.insert("nim".into(), json!(self.nim));
        if let Some(reason) = &self.nim_missing {
            object.insert("nim_missing".into(), json!(reason));
        }
        if let Some(value) = self.entailing {
            object.insert("entailing".into(), value_json(value));
        }
        if let Some(winning) = &self.winning {
            let options: Vec<String> = winning.iter().map(|(_, p)| self.written.write(p)).collect();
            let moves: Vec<String> = winning.iter().map(|(m, _)| m.text()).collect();
            object.insert("winning".into(), json!(options));
            object.insert("moves".into(), json!(moves));
        }
        Value::Object(object)
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
