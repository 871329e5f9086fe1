//! The answer for one position.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use sprague_rules::{Outcome, Player, write_position};
use sprague_solve::Winning;

use crate::position_json;

/// What is known of one position.
pub struct Solution {
    pub ruleset: String,
    pub position: Vec<u32>,
    pub outcome: Outcome,
    pub nim: Option<u32>,
    /// Why the nim-value is missing although there is one.
    pub nim_missing: Option<String>,
    /// The winning options, if they were asked for.
    pub winning: Option<Winning>,
}

/// A position that was not answered, in its place among others.
pub struct Refused<'a> {
    pub ruleset: &'a str,
    pub position: &'a [u32],
    pub why: &'a str,
}

impl Refused<'_> {
    /// The JSON object of the command-line contract.
    pub fn json(&self) -> Value {
        let position = position_json(self.position);
        json!({ "ruleset": self.ruleset, "position": position, "error": self.why })
    }

    /// One line, with a tab behind the position.
    pub fn line(&self) -> String {
        format!("{}\tnot answered: {}", write_position(self.position), self.why)
    }
}

impl Solution {
    /// The JSON object of the command-line contract.
    pub fn json(&self) -> Value {
        let mut object = Map::new();
        object.insert("ruleset".into(), json!(self.ruleset));
        object.insert("position".into(), position_json(&self.position));
        object.insert("outcome".into(), json!(self.outcome.to_string()));
        object.insert("nim".into(), json!(self.nim));
        if let Some(reason) = &self.nim_missing {
            object.insert("nim_missing".into(), json!(reason));
        }
        let list = |options: &[Vec<u32>]| -> Value {
            options.iter().map(|option| position_json(option)).collect()
        };
        match &self.winning {
            None => {}
            Some(Winning::Either(options)) => {
                object.insert("winning".into(), list(options));
            }
            Some(Winning::Each { left, right }) => {
                let both = json!({ "left": list(left), "right": list(right) });
                object.insert("winning".into(), both);
            }
        }
        Value::Object(object)
    }

    /// A few lines for a person.
    pub fn text(&self) -> String {
        let mut text = format!("{} at {}: ", self.ruleset, write_position(&self.position));
        text.push_str(match self.outcome {
            Outcome::N => "N, the next player wins",
            Outcome::P => "P, the previous player wins",
            Outcome::L => "L, Left wins, whoever moves",
            Outcome::R => "R, Right wins, whoever moves",
        });
        match (self.nim, &self.nim_missing) {
            (Some(value), _) => writeln!(text, "; nim-value {value}"),
            (None, Some(reason)) => writeln!(text, "; nim-value not computed: {reason}"),
            (None, None) => writeln!(text),
        }
        .expect("strings can be written");
        match &self.winning {
            None => {}
            Some(Winning::Either(options)) if options.is_empty() && self.outcome == Outcome::N => {
                text.push_str("winning moves: none is needed, for there is no move at all\n");
            }
            Some(Winning::Either(options)) => moves(&mut text, "winning moves", options),
            Some(Winning::Each { left, right }) => {
                for (name, player, options) in
                    [("Left", Player::Left, left), ("Right", Player::Right, right)]
                {
                    match options.is_empty() && self.outcome.first_wins(player) {
                        true => text.push_str(&format!("{name} wins without having a move\n")),
                        false => moves(&mut text, &format!("{name} moving first wins by"), options),
                    }
                }
            }
        }
        text
    }

    /// One line, for a list of many positions.
    pub fn line(&self) -> String {
        let mut line = format!("{}\t{}", write_position(&self.position), self.outcome);
        if let Some(value) = self.nim {
            write!(line, "\t{value}").expect("strings can be written");
        }
        let list = |options: &[Vec<u32>]| -> String {
            options.iter().map(|o| write_position(o)).collect::<Vec<_>>().join(" ")
        };
        match &self.winning {
            None => {}
            Some(Winning::Either(options)) => line.push_str(&format!("\t{}", list(options))),
            Some(Winning::Each { left, right }) => {
                line.push_str(&format!("\tL: {}\tR: {}", list(left), list(right)));
            }
        }
        line
    }
}

fn moves(text: &mut String, title: &str, options: &[Vec<u32>]) {
    if options.is_empty() {
        text.push_str(&format!("{title}: none\n"));
        return;
    }
    text.push_str(&format!("{title} ({}):\n", options.len()));
    for option in options {
        text.push_str(&format!("  to {}\n", write_position(option)));
    }
}
