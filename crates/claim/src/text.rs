//! Claim files: clauses, one after the other, each beginning with its word at the start of a line.
//!
//! ```text
//! claim "MINE on two stacks"
//!   from "self-referential, Theorem 5.8"
//!   game mine
//!   piles a <= b
//!   given a: never
//!   P iff ...
//!   expect proved
//! ```
//!
//! `from` may follow on the line of `claim`, and `piles` or `counts`, after a comma, on that of `game`. Comments reach from
//! `#` to the end of a line. Every clause is used, or is an error.

mod board;
mod clause;
mod family;
mod formula;
mod further;
mod graphs;
mod heap;
mod kind;
mod kinds;
mod laws;
mod listed;
mod outcomes;
mod piles;
mod reading;
mod said;
mod using;
mod values;

use std::cell::Cell;

use sprague_rules::{Complaint, Diagnostic, Diagnostics};

use crate::claim::{About, Claim, Expected, Printed};
use crate::shelf::{Lookup, Shelf};
use clause::{Clause, clauses, without_comments};
use kinds::{HEAD, clause_word, is_saying, kind_of, sayings};
use reading::{Clauses, Complaints, Read, Reading};
use using::{Names, Written, whole};

/// All claims of a text, of games of the catalogue; or all that is wrong with it.
pub fn parse_claims(origin: &str, text: &str) -> Result<Vec<Claim>, Diagnostics> {
    parse_claims_with(origin, text, &[])
}

/// The same, where the texts of some game files are at hand, by the names that the claims call them. No file is opened.
pub fn parse_claims_with(
    origin: &str,
    text: &str,
    games: &[(String, String)],
) -> Result<Vec<Claim>, Diagnostics> {
    let lookup = |name: &str| {
        let found = games.iter().find(|(file, _)| file == name);
        found.map(|(_, text)| text.clone()).ok_or_else(|| "it is not at hand".to_string())
    };
    let (claims, wrong) = read_claims(origin, text, &lookup);
    match Diagnostics::new(wrong) {
        None => Ok(claims),
        Some(wrong) => Err(wrong),
    }
}

/// The claims of a text that are understood, and what is wrong with the others: one bad claim takes nothing away from
/// the rest. The texts of game files come from `games`.
pub fn read_claims(origin: &str, text: &str, games: &Lookup) -> (Vec<Claim>, Vec<Diagnostic>) {
    let (mut claims, mut wrong) = (Vec::new(), Vec::new());
    let plain = without_comments(text);
    let all = match clauses(&plain, clause_word) {
        Ok(all) => all,
        Err(complaint) => return (claims, vec![complaint.about(origin, text)]),
    };
    let first = all.iter().position(|clause| clause.word == "claim").unwrap_or(all.len());
    wrong.extend(
        all[..first]
            .iter()
            .take(1)
            .map(|clause| clause.complain_of_word("expected `claim \"...\"` first")),
    );
    let written = written(&all[first..], text.len());
    let names = Names::of(&written);
    for one in &written {
        let read = match whole(one, &names, text) {
            Ok(None) => claim(one.heading, one.clauses, text[one.place.clone()].trim_end(), games),
            Ok(Some(whole)) => whole_claim(&whole.text, games).map_err(|Complaints(some)| {
                Complaints(some.into_iter().map(|complaint| whole.in_file(complaint)).collect())
            }),
            Err(complaint) => Err(complaint.into()),
        };
        match read {
            Ok(claim) => claims.push(claim),
            Err(Complaints(more)) => wrong.extend(more),
        }
    }
    if claims.is_empty() && wrong.is_empty() {
        wrong.push(Complaint::new(0..0, "there is no claim here"));
    }
    (claims, wrong.into_iter().map(|complaint| complaint.about(origin, text)).collect())
}

/// The claims of a file, which ends at `end`, clause by clause.
fn written<'t>(all: &'t [Clause<'t>], end: usize) -> Vec<Written<'t>> {
    let begins = |heading: &Clause| heading.at - heading.word.len();
    let chunks = all.chunk_by(|_, next| next.word != "claim");
    let mut written: Vec<Written> = chunks
        .filter_map(|chunk| {
            let (heading, clauses) = chunk.split_first()?;
            Some(Written { heading: *heading, clauses, place: begins(heading)..end })
        })
        .collect();
    for at in 1..written.len() {
        written[at - 1].place.end = written[at].place.start;
    }
    written
}

/// A claim whose text is at hand, and holds what it uses of others.
fn whole_claim(text: &str, games: &Lookup) -> Read<Claim> {
    let plain = without_comments(text);
    let all = clauses(&plain, clause_word)?;
    match all.split_first() {
        Some((heading, clauses)) => claim(*heading, clauses, text.trim_end(), games),
        None => Err(Complaint::new(0..0, "there is no claim here").into()),
    }
}

/// One claim: its head and what it is about are read side by side, so that all that is wrong is seen at once.
fn claim(heading: Clause, clauses: &[Clause], text: &str, games: &Lookup) -> Read<Claim> {
    let clauses = Clauses::new(clauses);
    let shelf = Shelf::new(games);
    let (head, about) = (Head::read(&heading, &clauses), about(&heading, &clauses, &shelf));
    let (head, (about, game, (check_to, check_piles))) = match (head, about) {
        (Ok(head), Ok(about)) => (head, about),
        (head, about) => {
            let wrong = [head.err(), about.err()].into_iter().flatten();
            return Err(Complaints(wrong.flat_map(|Complaints(some)| some).collect()));
        }
    };
    let Head { name, source, note, finding, printed, deep, expected } = head;
    Ok(Claim {
        text: text.to_string(),
        said: said_by(clauses.all()),
        name,
        source,
        note,
        finding,
        printed,
        deep,
        game,
        games: shelf.library().games().to_vec(),
        about,
        check_to,
        check_piles,
        expected,
    })
}

/// What a claim has beside what it is about.
struct Head {
    name: String,
    source: Option<String>,
    note: Option<String>,
    finding: Option<String>,
    printed: Option<Printed>,
    deep: bool,
    expected: Option<Expected>,
}

impl Head {
    fn read(heading: &Clause, clauses: &Clauses) -> Read<Head> {
        let mut wrong = Vec::new();
        let mut noted = |read: Result<Option<String>, Complaint>| {
            read.unwrap_or_else(|complaint| {
                wrong.push(complaint);
                None
            })
        };
        let quoted = |word: &str| clauses.take(word)?.map(|clause| clause.quotation()).transpose();
        let name = noted(heading.quotation().map(Some)).unwrap_or_default();
        let (source, note) = (noted(quoted("from")), noted(quoted("note")));
        let finding = noted(quoted("finding"));
        let deep = clauses.take("deep").and_then(|clause| match clause {
            Some(clause) if !clause.rest.trim().is_empty() => {
                Err(clause.trimmed().complain("nothing follows `deep`"))
            }
            deep => Ok(deep.is_some()),
        });
        let expected = clauses.take("expect").and_then(|clause| match clause {
            None => Ok(None),
            Some(clause) => {
                let word = clause.rest.trim();
                let known = Expected::ALL.iter().find(|(_, name)| *name == word);
                known.map(|(expected, _)| Some(*expected)).ok_or_else(|| {
                    let message = "expected `proved`, `holds`, `refuted` or `undecided`";
                    clause.trimmed().complain(message)
                })
            }
        });
        let printed =
            clauses.take("printed").and_then(|clause| clause.as_ref().map(printed).transpose());
        match (printed, deep, expected) {
            (Ok(printed), Ok(deep), Ok(expected)) if wrong.is_empty() => {
                Ok(Head { name, source, note, finding, printed, deep, expected })
            }
            (printed, deep, expected) => {
                wrong.extend(printed.err());
                wrong.extend(deep.err());
                wrong.extend(expected.err());
                Err(Complaints(wrong))
            }
        }
    }
}

/// Clauses that say nothing of the game.
const ASIDE: [&str; 7] = ["from", "note", "finding", "printed", "deep", "check", "expect"];

/// What is said, in one line.
fn said_by(clauses: &[Clause]) -> String {
    let spoken = clauses.iter().filter(|clause| !ASIDE.contains(&clause.word));
    let line = |clause: &Clause| {
        let words = std::iter::once(clause.word).chain(clause.rest.split_whitespace());
        words.collect::<Vec<_>>().join(" ")
    };
    spoken.map(line).collect::<Vec<_>>().join("; ")
}

/// `printed whole`, or `printed "for all c"`.
fn printed(clause: &Clause) -> Result<Printed, Complaint> {
    match clause.rest.trim() {
        "whole" => Ok(Printed::Whole),
        _ => clause.quotation().map(Printed::More).map_err(|_| {
            let message = "expected `printed whole`, or what is printed: `printed \"for all c\"`";
            clause.trimmed().complain(message)
        }),
    }
}

/// What is claimed, the game as it is written, and how far it is checked.
type Claimed = (About, String, (Option<u32>, Option<u32>));

fn about(heading: &Clause, clauses: &Clauses, shelf: &Shelf) -> Read<Claimed> {
    let game = clauses.take("game")?;
    let game = game.ok_or_else(|| heading.complain("a claim needs `game RULESET`"))?.trimmed();
    let statements: Vec<&Clause> = clauses.all().iter().filter(|c| is_saying(c.word)).collect();
    let [said] = statements[..] else {
        let complaint = match statements.get(1) {
            Some(second) => second.complain_of_word("a claim says one thing"),
            None => heading.complain("a claim says one thing"),
        };
        return Err(complaint.help(sayings()).into());
    };
    let any_number =
        clauses.all().iter().any(|clause| clause.word == "piles" && piles::is_open(clause));
    let kind = kind_of(said, &game, any_number);
    if !kind.says.contains(&said.word) {
        let message = format!("`{}` is not said of {}", said.word, kind.about);
        return Err(said.complain_of_word(message).help(format!("as in\n{}", kind.example)).into());
    }
    let known = |clause: &Clause| {
        HEAD.contains(&clause.word)
            || kind.says.contains(&clause.word)
            || kind.beside.contains(&clause.word)
    };
    let no_use = |clause: &Clause| kind.no_use(clause, said);
    let mut wrong: Vec<Complaint> =
        clauses.all().iter().filter(|clause| !known(clause)).map(no_use).collect();
    let said = clauses.take(said.word)?.unwrap_or(*said);
    let heading = *heading;
    let reading = Reading { heading, game, said, clauses, shelf, check: Cell::default() };
    match (kind.read)(&reading) {
        Ok(about) => {
            let left = clauses.left();
            let left = left.iter().filter(|clause| !HEAD.contains(&clause.word) && known(clause));
            wrong.extend(left.map(no_use));
            match wrong.is_empty() {
                true => Ok((about, game.rest.to_string(), reading.check.get())),
                false => Err(Complaints(wrong)),
            }
        }
        Err(Complaints(more)) => {
            wrong.extend(more);
            Err(Complaints(wrong))
        }
    }
}
