//! Claims about positions that are written out: facts, lines of proofs and tables, and plays.
//!
//! ```text
//! facts
//!   3,8 is P
//!   3,9 -> 3,8 wins
//! lines
//!   2,4k+1 -> 1,4k+1 wins for k: k >= 1
//!   2,4k+2 has options 4k+2; 1,4k+2; 2,4k; 2,4k+1 for k: k >= 1
//! ```

use sprague_rules::expr::{Expr, Mention};
use sprague_rules::{Complaint, Outcome, Player, Ruleset, Shape, parse_position};

use super::clause::{Clause, names};
use super::kind::Kind;
use super::reading::{Check, Read, Reading, all};
use crate::claim::{About, Fact, Line, Listed, Move, OfLine, OfListed, Play};
use crate::condition::{Condition, Number};

pub(super) const KIND: Kind = Kind {
    about: "positions that are written out",
    says: &["facts", "lines", "play"],
    beside: &["check"],
    example: "  game wynnie\n  facts\n    1,1 is N\n    1,2 is P",
    read,
};

fn read(reading: &Reading) -> Read<About> {
    let ruleset = reading.ruleset_of(&reading.game)?;
    let said = &reading.said;
    let says = match said.word {
        "facts" => {
            let lines = said.rest.lines().filter(|line| !line.trim().is_empty());
            let facts = all(lines.map(|line| fact(&said.part(line), &ruleset)))?;
            if facts.is_empty() {
                return Err(said.complain_of_word("expected facts such as `3,8 is P`").into());
            }
            OfListed::Facts(facts)
        }
        "lines" => {
            let lines = lines(said, &ruleset)?;
            if lines.iter().any(|line| !line.names.is_empty()) {
                reading.check(Check::Sizes)?;
            }
            OfListed::Lines(lines)
        }
        _ => OfListed::Play(play(said, &ruleset)?),
    };
    Ok(About::Listed(Listed { ruleset, says }))
}

/// Who moves is not said of a single move, so it must be the same for both players.
fn both_may_move(clause: &Clause, ruleset: &Ruleset) -> Result<(), Complaint> {
    match ruleset.is_impartial() {
        true => Ok(()),
        false => {
            let game = &ruleset.expression;
            let message = format!("who moves? In {game} it matters, or a position may be L or R");
            Err(clause.complain(message).help("of partizan games say the outcome: `5 is L`"))
        }
    }
}

/// The lines of a clause; one that ends in `;`, or is followed by one that begins with `for`, goes on with the next.
fn lines(clause: &Clause, ruleset: &Ruleset) -> Read<Vec<Line>> {
    if let Shape::Row { .. } = ruleset.shape {
        return Err(clause.complain("lines are about piles, not about places in a row").into());
    }
    // Where the pieces begin and end.
    let mut pieces: Vec<std::ops::Range<usize>> = Vec::new();
    let (mut at, mut open) = (0, false);
    for text in clause.rest.split_inclusive('\n') {
        let here = at..at + text.len();
        at = here.end;
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        match pieces.last_mut() {
            Some(piece) if open || text.starts_with("for ") => piece.end = here.end,
            _ => pieces.push(here),
        }
        open = text.ends_with(';');
    }
    if pieces.is_empty() {
        return Err(clause.complain("expected lines such as `3,4k is P for k: k >= 2`").into());
    }
    let piece = |piece: &std::ops::Range<usize>| clause.part(&clause.rest[piece.clone()]).trimmed();
    all(pieces.iter().map(|range| line(&piece(range), ruleset)))
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
        None => (Vec::new(), Condition::ALWAYS),
        Some(open) => {
            let (named, when) = match open.split_once(':') {
                Some((named, when)) => (named, Some(when)),
                None => (open, None),
            };
            let names = names(&clause.part(named), ",")?;
            let when = when.map(|when| clause.part(when).condition(&names)).transpose()?;
            let when = when.unwrap_or(Condition::ALWAYS);
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
                Some(to) => {
                    both_may_move(line, ruleset)?;
                    OfLine::Winning(self.position(to)?)
                }
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
fn play(clause: &Clause, ruleset: &Ruleset) -> Result<Play, Complaint> {
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
    Ok(Play { positions, winner })
}

/// `3,8 is P`, `3,8 has nim-value 2`, `3,8 -> 3,7`, `3,9 -> 3,8 wins`, `Left: 5 -> 3`.
fn fact(line: &Clause, ruleset: &Ruleset) -> Result<Fact, Complaint> {
    let line = line.trimmed();
    let position = |part: &str| {
        let piece = line.part(part.trim());
        parse_position(piece.rest, ruleset.shape).map_err(|complaint| piece.shifted(complaint))
    };
    if let Some((before, outcome)) = line.rest.split_once(" is ") {
        let outcome = Outcome::from_letter(outcome.trim());
        let outcome = outcome.ok_or_else(|| line.complain("an outcome is P, N, L or R"))?;
        return Ok(Fact::Outcome(position(before)?, outcome));
    }
    if let Some((before, value)) = line.rest.split_once(" has nim-value ") {
        if !ruleset.has_nim_values() {
            let message = format!("there are no nim-values in {}", ruleset.expression);
            return Err(line.complain(message));
        }
        let value = value.trim().parse();
        return Ok(Fact::NimValue(
            position(before)?,
            value.map_err(|_| line.complain("expected a number"))?,
        ));
    }
    if let Some((before, value)) = line.rest.split_once(" has value ") {
        let value = line.part(value);
        if value.rest.matches(['(', '{']).count() > MOST_BRACKETS {
            return Err(value.complain(format!("at most {MOST_BRACKETS} brackets")));
        }
        sprague_value::Arena::new().parse(value.rest).map_err(|c| value.shifted(c))?;
        return Ok(Fact::Value(position(before)?, value.rest.trim().to_string()));
    }
    if let Some((before, after)) = line.rest.split_once("->") {
        let (after, wins) = match after.trim().strip_suffix("wins") {
            Some(after) => (after, true),
            None => (after, false),
        };
        let (mover, before) = mover(&line, before, wins, ruleset)?;
        let (from, to) = (position(before)?, position(after)?);
        return Ok(Fact::Move(Move { mover, from, to, wins }));
    }
    Err(line
        .complain("this is not a fact")
        .help("facts are `3,8 is P`, `3,8 has nim-value 2`, `5 has value {1|*}`, `3,8 -> 3,7` and `3,9 -> 3,8 wins`"))
}

/// Brackets of a value that is written.
const MOST_BRACKETS: usize = 500;

/// `Left: 5`: who moves, and what is left to read. It must be said where the players have different moves, and for a
/// winning move also where the ending is not the same for both.
fn mover<'t>(
    line: &Clause,
    before: &'t str,
    wins: bool,
    ruleset: &Ruleset,
) -> Result<(Option<Player>, &'t str), Complaint> {
    match before.split_once(':') {
        Some((name, rest)) => match name.trim() {
            "Left" => Ok((Some(Player::Left), rest)),
            "Right" => Ok((Some(Player::Right), rest)),
            _ => Err(line.complain("who moves?").help("say `Left:` or `Right:`")),
        },
        None if ruleset.is_impartial() || ruleset.same_moves() && !wins => Ok((None, before)),
        None => Err(line
            .complain(format!(
                "who moves? In {} the players have different {}",
                ruleset.expression,
                if ruleset.same_moves() { "winning moves" } else { "moves" }
            ))
            .help("say `Left: 5 -> 3` or `Right: 5 -> 3`")),
    }
}
