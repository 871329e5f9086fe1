//! Claims about all positions of a board: `piles a <= b`, `places a, b`, `counts a1, a2`, `piles 1^k, a <= b`.

use sprague_rules::{Complaint, Ruleset, Shape};

use super::clause::{Clause, names};
use super::kind::Kind;
use super::reading::{Check, Complaints, Read, Reading};
use super::said::{given_on, impartial, said};
use crate::board::Board;
use crate::claim::{About, Given, Meaning, OnBoard, Says};
use crate::condition::Condition;

pub(super) const KIND: Kind = Kind {
    about: "all positions of a board",
    says: &["P", "N", "nim-value", "strategy", "adding", "outcome", "same"],
    beside: &["piles", "places", "counts", "suppose", "given", "check"],
    example: "  game nim\n  piles a <= b\n  P iff a = b",
    read,
};

/// The most names of a claim.
const MOST_NAMES: usize = 12;

fn read(reading: &Reading) -> Read<About> {
    let clause = &reading.said;
    let (board, names, spoken_of) = board(reading)?;
    let ruleset = reading.ruleset_of(&reading.game)?;
    let says = said(reading, &ruleset, &names)?;
    possible(&spoken_of, &says, board, names.len(), &ruleset)?;
    impartial(clause, &ruleset)?;
    let suppose = match reading.take("suppose")? {
        None => Condition::ALWAYS,
        Some(clause) => clause.condition_on_outcomes(&names)?,
    };
    let conditions = [&says.conditions()[..], &[&suppose]].concat();
    if conditions.iter().any(|condition| condition.speaks_of_outcomes()) {
        if let Shape::Row { .. } = ruleset.shape {
            let message = "the places of a row have an order, and `P(...)` speaks of piles";
            return Err(clause.complain(message).into());
        }
        let fits = matches!(board, Board::Piles(_))
            && matches!(says, Says::Exactly(Meaning::P(_)) | Says::If { .. });
        if !fits {
            return Err(clause
                .complain(
                    "`P(...)` and `N(...)` stand in claims that say `P iff`, `P if` or `N if`",
                )
                .help("and that name the piles, as in `piles a <= b`")
                .into());
        }
    }
    let mut spoken_of = conditions.iter().flat_map(|condition| condition.places_spoken_of());
    match ruleset.shape {
        Shape::Row { places } if spoken_of.any(|spoken| spoken != places) => {
            let message = format!("positions of this game are rows of {places} places");
            return Err(clause.complain(message).help("0 stands for an empty place").into());
        }
        Shape::Piles { at_most: Some(most) } if spoken_of.any(|spoken| spoken > most) => {
            return Err(clause.complain(format!("this game has at most {most} piles")).into());
        }
        _ => {}
    }
    let given = given(reading, &says, board)?;
    reading.check(match (&says, board) {
        (Says::Depends(_), Board::Counts(_) | Board::Mixed { .. }) => Check::Piles,
        _ => Check::Sizes,
    })?;
    Ok(About::Board(OnBoard { ruleset, board, names, suppose, given, says }))
}

/// What is said of smaller boards.
fn given(reading: &Reading, says: &Says, board: Board) -> Read<Vec<Given>> {
    let mut given: Vec<Given> = Vec::new();
    let mut wrong = Vec::new();
    for clause in reading.take_all("given") {
        let more = given_on(&clause, says).and_then(|more| {
            let message = match &more.meaning {
                _ if matches!(board, Board::Row(_) | Board::Mixed { .. }) => {
                    "what is given is about smaller boards, and this one has none"
                }
                _ if !matches!(says, Says::Exactly(_)) => {
                    "what is given serves claims that say `P iff`, `N iff` or `nim-value =`"
                }
                Meaning::P(condition) if condition.speaks_of_outcomes() => {
                    "what is given does not speak of other positions"
                }
                _ if more.names.len() >= board.numbers() => {
                    "what is given is about smaller boards: with fewer names"
                }
                _ if given.iter().any(|known| known.names.len() == more.names.len()) => {
                    "this board was given before"
                }
                _ => return Ok(more),
            };
            Err(clause.complain(message))
        });
        match more {
            Ok(more) => given.push(more),
            Err(complaint) => wrong.push(complaint),
        }
    }
    if wrong.is_empty() { Ok(given) } else { Err(Complaints(wrong)) }
}

/// The board, the names of its numbers, and the clause that names them.
fn board<'t>(reading: &Reading<'_, 't>) -> Result<(Board, Vec<String>, Clause<'t>), Complaint> {
    let words = ["piles", "places", "counts"];
    let clauses =
        words.map(|word| reading.take(word)).into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut clauses = clauses.into_iter().flatten();
    let Some(clause) = clauses.next() else {
        let missing =
            "name the piles: `piles a <= b`, or `counts a1, a2`, or `places a, b` of a row";
        return Err(reading.heading.complain(missing));
    };
    if let Some(second) = clauses.next() {
        let message = format!("either `{}` or `{}`, not both", clause.word, second.word);
        return Err(second.complain_of_word(message));
    }
    let (board, names) = match clause.word {
        "piles" if clause.rest.contains('^') => mixed(&clause)?,
        word => {
            let names = few(&clause, names(&clause, if word == "piles" { "<=" } else { "," })?)?;
            let board = match word {
                "piles" => Board::Piles(names.len()),
                "places" => Board::Row(names.len()),
                _ => Board::Counts(names.len()),
            };
            (board, names)
        }
    };
    Ok((board, names, clause))
}

/// `1^k, a <= b`: k piles of size 1, and two more.
fn mixed(clause: &Clause) -> Result<(Board, Vec<String>), Complaint> {
    let mut all: Vec<String> = Vec::new();
    let mut sizes = 0;
    let mut rest = clause.trimmed();
    while let Some((size, after)) = rest.rest.split_once('^') {
        let (name, more) = after.split_once(',').unwrap_or((after, &after[after.len()..]));
        if size.trim().parse() != Ok(sizes + 1) {
            return Err(rest
                .part(size)
                .complain("sizes are counted from 1 on, each once")
                .help("as in `piles 1^j, 2^k, a <= b`"));
        }
        sizes += 1;
        all.extend(names(&rest.part(name), "<=")?);
        rest = rest.part(more);
    }
    if rest.rest.trim().is_empty() {
        return Err(clause.trimmed().complain("of counted piles alone speak with `counts`"));
    }
    let piles = names(&rest, "<=")?;
    let twice = piles.iter().any(|name| all.contains(name));
    let (count, counted) = (piles.len(), all.len());
    all.extend(piles);
    if twice || counted != sizes {
        return Err(clause.trimmed().complain("expected different names"));
    }
    Ok((Board::Mixed { sizes, piles: count }, few(clause, all)?))
}

fn few(clause: &Clause, names: Vec<String>) -> Result<Vec<String>, Complaint> {
    match names.len() > MOST_NAMES {
        true => Err(clause.complain(format!("at most {MOST_NAMES} names"))),
        false => Ok(names),
    }
}

/// Is the ruleset played on such a board?
fn possible(
    spoken_of: &Clause,
    says: &Says,
    board: Board,
    names: usize,
    ruleset: &Ruleset,
) -> Result<(), Complaint> {
    let added = match says {
        Says::Adding(_) if matches!(board, Board::Row(_)) => {
            return Err(spoken_of.complain("nothing is added to a row, which has all its places"));
        }
        Says::Adding(piles) => piles.len(),
        _ => 0,
    };
    let named = names + added;
    let game = &ruleset.expression;
    let wrong = match (ruleset.shape, board) {
        (Shape::Row { places }, Board::Row(_)) if places == named => return Ok(()),
        (Shape::Row { places }, _) => {
            let message = format!("{game} is played on a row of {places} places");
            let help = "name them in their order, as in `places a, b`; a place may be 0";
            return Err(spoken_of.complain(message).help(help));
        }
        (Shape::Piles { .. }, Board::Row(_)) => {
            let message = format!("{game} is played with piles, which have no places");
            return Err(spoken_of.complain(message).help("as in `piles a <= b`"));
        }
        (Shape::Piles { at_most: Some(_) }, Board::Counts(_) | Board::Mixed { .. }) => {
            format!("{game} is not played on any number of piles")
        }
        (Shape::Piles { at_most: Some(most) }, Board::Piles(_)) if most < named => {
            format!("{game} has at most {most} piles, not {named}")
        }
        _ => return Ok(()),
    };
    Err(spoken_of.complain(wrong))
}
