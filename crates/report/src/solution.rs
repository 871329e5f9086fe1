//! The answer for one position, for people.

use std::fmt::Write as _;

use serde::Serialize;
use sprague_rules::{Outcome, Player, Position};
use sprague_solve::{Answer, Solution, Total, Winning};

/// Above moves that are not all that win.
const CUT: &str = "winning moves (those found before the work was stopped; there may be more)";

/// A line of a list that is no position, in its place among others.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unread {
    /// The ruleset.
    pub ruleset: String,
    /// The position as it is written.
    pub position: String,
    /// Why there is no answer.
    pub error: String,
}

impl Unread {
    /// One line, for a list of many positions.
    pub fn line(&self) -> String {
        format!("{}\tnot answered: {}", self.position.escape_debug(), self.error)
    }
}

/// A few lines for a person.
pub fn text(solution: &Solution) -> String {
    let mut text = format!("{} at {}: ", solution.ruleset, solution.position);
    text.push_str(match solution.outcome {
        Outcome::N => "N, the next player wins",
        Outcome::P => "P, the previous player wins",
        Outcome::L => "L, Left wins, whoever moves",
        Outcome::R => "R, Right wins, whoever moves",
    });
    match (solution.nim, &solution.nim_missing) {
        (Some(value), _) => writeln!(text, "; nim-value {value}"),
        (None, Some(reason)) => writeln!(text, "; nim-value not computed: {reason}"),
        (None, None) => writeln!(text),
    }
    .expect("strings can be written");
    match &solution.winning {
        None => {}
        Some(Winning::Either(options))
            if options.is_empty()
                && solution.outcome == Outcome::N
                && solution.winning_total.is_none() =>
        {
            text.push_str("winning moves: none is needed, for there is no move at all\n");
        }
        Some(Winning::Either(options)) => {
            match solution.winning_total {
                None => moves(&mut text, "winning moves", options),
                Some(Total::Counted(total)) => {
                    listed(&mut text, &format!("winning moves ({total})"), options);
                    text.push_str(&format!("  and {} more\n", total - options.len() as u64));
                }
                Some(Total::Uncounted) if options.is_empty() => {
                    text.push_str("winning moves: not found, not all moves could be looked at\n");
                }
                Some(Total::Uncounted) => {
                    listed(&mut text, "winning moves (some of them)", options);
                    text.push_str("  and perhaps more, not all moves could be looked at\n");
                }
                Some(Total::Stopped) => listed(&mut text, CUT, options),
            };
        }
        Some(Winning::Each { left, right }) => {
            for (name, player, options) in
                [("Left", Player::Left, left), ("Right", Player::Right, right)]
            {
                match options.is_empty() && solution.outcome.first_wins(player) {
                    true => text.push_str(&format!("{name} wins without having a move\n")),
                    false => moves(&mut text, &format!("{name} moving first wins by"), options),
                }
            }
            if solution.winning_total.is_some() {
                text.push_str("and perhaps by more: the work was stopped\n");
            }
        }
    }
    text
}

/// One line, for a list of many positions.
pub fn line(answer: &Answer) -> String {
    let solution = match answer {
        Ok(solution) => solution,
        Err(refused) => return format!("{}\tnot answered: {}", refused.position, refused.why),
    };
    let mut line = format!("{}\t{}", solution.position, solution.outcome);
    // A column of its own, whether there is a nim-value or not.
    match solution.nim {
        Some(value) => write!(line, "\t{value}").expect("strings can be written"),
        None => line.push_str("\t-"),
    }
    let list = |options: &[Position]| -> String {
        options.iter().map(Position::to_string).collect::<Vec<_>>().join(" ")
    };
    match &solution.winning {
        None => {}
        Some(Winning::Either(options)) => {
            line.push_str(&format!("\t{}", list(options)));
            match solution.winning_total {
                None => {}
                Some(Total::Counted(total)) => {
                    line.push_str(&format!(" and {} more", total - options.len() as u64));
                }
                Some(Total::Uncounted | Total::Stopped) => {
                    line.push_str(if options.is_empty() { "?" } else { " and perhaps more" });
                }
            }
        }
        Some(Winning::Each { left, right }) => {
            line.push_str(&format!("\tL: {}\tR: {}", list(left), list(right)));
        }
    }
    line
}

fn moves(text: &mut String, title: &str, options: &[Position]) {
    if options.is_empty() {
        text.push_str(&format!("{title}: none\n"));
        return;
    }
    listed(text, &format!("{title} ({})", options.len()), options);
}

fn listed(text: &mut String, title: &str, options: &[Position]) {
    text.push_str(&format!("{title}:\n"));
    for option in options {
        text.push_str(&format!("  to {option}\n"));
    }
}
