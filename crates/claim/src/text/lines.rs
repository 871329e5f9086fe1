//! Lines of proofs and tables, and plays: positions with numbers left open, and what is said of them.
//!
//! ```text
//! lines
//!   2,4k+1 -> 1,4k+1 wins for k: k >= 1
//!   2,4k+2 has options 4k+2; 1,4k+2; 2,4k; 2,4k+1 for k: k >= 1
//! ```

use sprague_rules::expr::{Cond, Expr, Mention};
use sprague_rules::{Complaint, Outcome, Player, Ruleset, Shape, parse_position};

use super::clause::Clause;
use super::{Statement, names};
use crate::claim::{Line, OfLine, Play};
use crate::condition::{Condition, Number};

/// The lines of a clause; one that ends in `;`, or is followed by one that begins with `for`, goes on with the next.
pub(super) fn lines(clause: &Clause, ruleset: &Ruleset) -> Result<Statement, Complaint> {
    if let Shape::Row { .. } = ruleset.shape {
        return Err(clause.complain("lines are about piles, not about places in a row"));
    }
    // Where the pieces begin and end.
    let mut pieces: Vec<std::ops::Range<usize>> = Vec::new();
    let (mut at, mut open) = (0, false);
    for text in clause.rest.split_inclusive('\n') {
        let here = at..at + text.len();
        at = here.end;
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        match pieces.last_mut() {
            Some(piece) if open || text.starts_with("for ") => piece.end = here.end,
            _ => pieces.push(here),
        }
        open = text.ends_with(';');
    }
    if pieces.is_empty() {
        return Err(clause.complain("expected lines such as `3,4k is P for k: k >= 2`"));
    }
    let piece = |piece: &std::ops::Range<usize>| clause.part(&clause.rest[piece.clone()]).trimmed();
    let lines = pieces.iter().map(|range| line(&piece(range), ruleset));
    Ok(Statement::Lines(lines.collect::<Result<_, _>>()?))
}

/// Positions as numbers that may be left open.
struct Reader<'c, 't> {
    clause: &'c Clause<'t>,
    names: Vec<String>,
    shape: Shape,
}

fn line(clause: &Clause, ruleset: &Ruleset) -> Result<Line, Complaint> {
    let (said, open) = match clause.rest.rsplit_once(" for ") {
        Some((said, open)) => (said, Some(open)),
        None => (clause.rest, None),
    };
    let (names, when) = match open {
        None => (Vec::new(), Condition::Plain(Cond::Always)),
        Some(open) => {
            let (named, when) = match open.split_once(':') {
                Some((named, when)) => (named, Some(when)),
                None => (open, None),
            };
            let names = names(&clause.part(named), ",")?;
            let when = when.map(|when| clause.part(when).condition(&names)).transpose()?;
            let when = when.unwrap_or(Condition::Plain(Cond::Always));
            if when.speaks_of_piles() || when.speaks_of_outcomes() {
                return Err(clause.part(open).complain("only the names before `:` are known here"));
            }
            (names, when)
        }
    };
    let reader = Reader { clause, names, shape: ruleset.shape };
    let (from, saying) = reader.saying(said, ruleset)?;
    let text = clause.rest.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Line { text, names: reader.names, when, from, saying })
}

impl<'t> Reader<'_, 't> {
    fn saying(&self, said: &'t str, ruleset: &Ruleset) -> Result<(Vec<Expr>, OfLine), Complaint> {
        let line = self.clause;
        if let Some((from, to)) = said.split_once("->") {
            let saying = match to.trim_end().strip_suffix(" wins") {
                Some(to) => OfLine::Winning(self.position(to)?),
                None => OfLine::Option(self.position(to)?),
            };
            return Ok((self.position(from)?, saying));
        }
        if let Some((from, options)) = said.split_once(" has options ") {
            let options = options.split(';').map(|option| self.position(option));
            return Ok((self.position(from)?, OfLine::Options(options.collect::<Result<_, _>>()?)));
        }
        if let Some((from, value)) = said.split_once(" has nim-value ") {
            if !ruleset.has_nim_values() {
                let message = format!("there are no nim-values in {}", ruleset.expression);
                return Err(line.complain(message));
            }
            return Ok((self.position(from)?, OfLine::NimValue(self.number(value)?)));
        }
        if let Some((from, moves)) = said.split_once(" lasts ") {
            return Ok((self.position(from)?, OfLine::Lasts(self.number(moves)?)));
        }
        if let Some((from, outcome)) = said.split_once(" is ") {
            let outcome = Outcome::from_letter(outcome.trim());
            let outcome = outcome.ok_or_else(|| line.complain("an outcome is P, N, L or R"))?;
            return Ok((self.position(from)?, OfLine::Outcome(outcome)));
        }
        Err(line.complain("this line says nothing").help(
            "lines say `is P`, `has nim-value 2`, `-> 3,7`, `-> 3,8 wins`, `has options 2; 1,1` or `lasts 4`",
        ))
    }

    fn number(&self, text: &'t str) -> Result<Expr, Complaint> {
        let piece = self.clause.part(text).trimmed();
        match piece.number(&self.names)? {
            Number::Plain(expr) if expr.mentions(&|m| matches!(m, Mention::Piles(_))) => {
                Err(piece.complain("here only numbers and the names after `for` are known"))
            }
            Number::Plain(expr) => Ok(expr),
            _ => Err(piece.complain("a nim-sum is no size here")),
        }
    }

    /// The piles between commas; `-` is the empty position.
    fn position(&self, text: &'t str) -> Result<Vec<Expr>, Complaint> {
        if text.trim() == "-" {
            return Ok(Vec::new());
        }
        let mut depth = 0;
        let split = text.split(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            c == ',' && depth == 0
        });
        let piles: Vec<Expr> = split.map(|pile| self.number(pile)).collect::<Result<_, _>>()?;
        let fixed = piles.iter().filter(|pile| **pile != Expr::Const(0)).count();
        match self.shape {
            Shape::Piles { at_most: Some(most) } if fixed > most => {
                Err(self.clause.part(text).complain(format!("this game has at most {most} piles")))
            }
            _ if fixed > MOST_PILES => Err(self
                .clause
                .part(text)
                .complain(format!("at most {MOST_PILES} piles in a line"))),
            _ => Ok(piles),
        }
    }
}

/// Piles of a position in a line.
const MOST_PILES: usize = 8;

/// `3,4 -> 3,3 -> ...; the second player wins`
pub(super) fn play(clause: &Clause, ruleset: &Ruleset) -> Result<Statement, Complaint> {
    let (moves, end) = match clause.rest.rsplit_once(';') {
        Some((moves, end)) => (moves, Some(clause.part(end).trimmed())),
        None => (clause.rest, None),
    };
    let position = |part: &str| {
        let piece = clause.part(part.trim());
        parse_position(piece.rest, ruleset.shape).map_err(|complaint| piece.shifted(complaint))
    };
    let positions = moves.split("->").map(position).collect::<Result<Vec<_>, _>>()?;
    if positions.len() < 2 {
        return Err(clause.complain("expected a play such as `3,4 -> 3,3 -> 3`"));
    }
    let winner = match end {
        None => None,
        Some(end) => Some(match end.rest {
            "the first player wins" | "Left wins" => Player::Left,
            "the second player wins" | "Right wins" => Player::Right,
            _ => {
                return Err(end.complain("who wins?").help(
                    "`the first player wins` or `the second player wins`; Left moves first",
                ));
            }
        }),
    };
    Ok(Statement::Play(Play { positions, winner }))
}
