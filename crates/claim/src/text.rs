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
//! `from` may follow on the line of `claim`, and `piles` or `counts`, after a comma, on that of `game`.

mod clause;
mod context;
mod family;
mod graphs;
mod lines;
mod outcomes;
mod stacks;
mod statement;
mod values;

use sprague_rules::expr::Cond;
use sprague_rules::{Complaint, Diagnostic, Diagnostics, Ruleset, Shape};

use crate::board::Board;
use crate::claim::{
    About, Claim, Expected, Fact, Given, Line, Listed, Meaning, OfHeap, OfListed, OfValues,
    OnBoard, OnHeap, OnOutcomes, OnPiles, OnValues, Play, Printed, Says,
};
use crate::condition::Condition;
use crate::formula::Formula;
use crate::graphs::OnGraphs;
use crate::outcomes::Saying;
use crate::piles;
use crate::shelf::{Lookup, Shelf};
use clause::{Clause, SAYINGS, clauses};
use context::Context;
use statement::{given_on, statement};

/// What the claim's names stand for, while it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Subject {
    /// Piles in ascending order, or how many there are of each size.
    Board { board: Board, names: Vec<String> },
    /// Positions with so many piles, or with any number from the least on.
    Any { least: usize, most: Option<usize> },
    /// One heap.
    Heap,
    /// Positions written out.
    Positions,
    /// Positions on graphs.
    Graphs,
}

/// What the claim says, while it is read.
enum Statement {
    OfPositions(Says),
    Formula(Formula),
    Regular,
    Outcomes(Saying),
    Values(OfValues),
    Sequence(String),
    Facts(Vec<Fact>),
    OnGraphs(Box<OnGraphs>),
    Lines(Vec<Line>),
    Play(Play),
    Fractal { first: usize },
}

impl Statement {
    /// Can it say what holds if other positions are P?
    fn may_speak_of_outcomes(&self, subject: &Subject) -> bool {
        matches!(subject, Subject::Board { board: Board::Piles(_), .. })
            && matches!(
                self,
                Statement::OfPositions(Says::Exactly(Meaning::P(_)) | Says::If { .. })
            )
    }

    /// The conditions that it is made of.
    fn conditions(&self) -> Vec<&Condition> {
        match self {
            Statement::OfPositions(says) => says.conditions(),
            _ => Vec::new(),
        }
    }
}

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
    let all = match clauses(text) {
        Ok(all) => all,
        Err(complaint) => return (claims, vec![complaint.about(origin, text)]),
    };
    let mut rest = &all[..];
    while let Some((first, more)) = rest.split_first() {
        let end = more.iter().position(|clause| clause.word == "claim").unwrap_or(more.len());
        if first.word == "claim" {
            let begins = |heading: &Clause| heading.at - heading.word.len();
            let own = begins(first)..more.get(end).map_or(text.len(), begins);
            match claim(*first, &more[..end], text[own].trim_end(), &Shelf::new(games)) {
                Ok(claim) => claims.push(claim),
                Err(complaint) => wrong.push(complaint),
            }
        } else {
            let word = first.at - first.word.len()..first.at;
            wrong.push(Complaint::new(word, "expected `claim \"...\"` first"));
        }
        rest = &more[end..];
    }
    if claims.is_empty() && wrong.is_empty() {
        wrong.push(Complaint::new(0..0, "there is no claim here"));
    }
    (claims, wrong.into_iter().map(|complaint| complaint.about(origin, text)).collect())
}

fn claim(
    heading: Clause,
    clauses: &[Clause],
    text: &str,
    shelf: &Shelf,
) -> Result<Claim, Complaint> {
    let name = heading.quotation()?;
    let one = |word: &str| -> Result<Option<&Clause>, Complaint> {
        let mut all = clauses.iter().filter(|clause| clause.word == word);
        let first = all.next();
        match all.next() {
            Some(second) => Err(second.complain(format!("there is a second `{word}`"))),
            None => Ok(first),
        }
    };
    let game =
        one("game")?.ok_or_else(|| heading.complain("a claim needs `game RULESET`"))?.trimmed();
    shelf.fetch(game.rest).map_err(|complaint| game.shifted(complaint))?;
    for also in clauses.iter().filter(|clause| clause.word == "also") {
        if let Some((_, other)) = also.rest.split_once(':') {
            let other = also.part(other).trimmed();
            shelf.fetch(other.rest).map_err(|complaint| other.shifted(complaint))?;
        }
    }
    let library = shelf.library();
    let family = match (one("family")?, one("set")?) {
        (Some(_), Some(clause)) => {
            return Err(clause.complain("either a family or a set, not both"));
        }
        (Some(clause), None) => Some(family::family(clause, game.rest, &library)?),
        (None, Some(clause)) => Some(family::set(clause, game.rest, &library)?),
        (None, None) => None,
    };
    let context = Context::read(clauses, &game, family.as_ref(), shelf)?;
    let expression = match (&context.cases, &family) {
        (Some(cases), _) => cases.first_game().map_err(|why| game.complain(why))?,
        (None, Some(family)) => family.example(),
        (None, None) => game.rest.to_string(),
    };
    let on_graphs = graphs::ruleset(&game);
    let ruleset = match &on_graphs {
        Some(ruleset) => ruleset.clone(),
        None => {
            shelf.ruleset(&expression).map_err(|diagnostic| match diagnostic.origin.as_str() {
                "ruleset" => game.shifted(diagnostic.complaint),
                _ => game.complain(diagnostic.complaint.message),
            })?
        }
    };
    let subject = subject(one("piles")?, one("counts")?)?;
    if let Some(Subject::Any { least, most }) = subject {
        stacks::in_reach(least, most, &ruleset, one("piles")?)?;
    }
    let statements: Vec<&Clause> = clauses.iter().filter(|c| SAYINGS.contains(&c.word)).collect();
    let [said] = statements[..] else {
        let place = statements.get(1).map_or(heading.span(), |clause| clause.span());
        return Err(Complaint::new(place, "a claim says one thing")
            .help("with `P iff`, `P if`, `N if`, `nim-value =`, `strategy`, `adding`, `outcome depends on`, `whenever`, `runs`, `then`, `count`, `value`, `sequence`, `regular`, `formula`, `facts`, `lines`, `play`, or, on graphs, `loony` or `same`"));
    };
    let about_outcomes = outcomes::SAYINGS.contains(&said.word);
    let statement = match (on_graphs, one("graph")?) {
        (Some(_), graph) => graphs::statement(said, graph, &game, clauses, shelf)?,
        (None, Some(graph)) => {
            return Err(graph.complain(format!("{expression} is not played on graphs")));
        }
        (None, None) if about_outcomes => {
            let also: Vec<&Clause> = clauses.iter().filter(|c| c.word == "also").collect();
            let saying = outcomes::saying(said, one("suppose")?, &also, family.as_ref())?;
            Statement::Outcomes(saying)
        }
        (None, None) => statement(said, &subject, &ruleset, &context, shelf)?,
    };
    let subject = match &statement {
        Statement::Sequence(_)
        | Statement::Fractal { .. }
        | Statement::Formula(_)
        | Statement::Regular
        | Statement::Values(_)
        | Statement::Outcomes(_) => Subject::Heap,
        Statement::Facts(_) | Statement::Lines(_) | Statement::Play(_) => Subject::Positions,
        Statement::OnGraphs(_) => Subject::Graphs,
        Statement::OfPositions(_) => subject.ok_or_else(|| {
            heading.complain("name the piles: `piles a <= b`, or `counts a1, a2`")
        })?,
    };
    let open = family.is_some() && context.cases.is_none();
    possible(said, &statement, &subject, &ruleset, open)?;
    let suppose = match (one("suppose")?, &subject) {
        (None, _) => Condition::Plain(Cond::Always),
        (Some(_), _) if about_outcomes || context.supposes_sets() => Condition::Plain(Cond::Always),
        (Some(clause), Subject::Board { names, .. }) => clause.condition_on_outcomes(names)?,
        (Some(clause), Subject::Graphs) => graphs::supposed(clause, &statement)?,
        (Some(clause), Subject::Any { .. }) => clause.condition(&piles::names())?,
        (Some(clause), _) => {
            return Err(clause.complain("there are no names to suppose anything of"));
        }
    };
    let outcomes = suppose.speaks_of_outcomes()
        || statement.conditions().iter().any(|condition| condition.speaks_of_outcomes());
    if outcomes && !statement.may_speak_of_outcomes(&subject) {
        return Err(said
            .complain("`P(...)` and `N(...)` stand in claims that say `P iff`, `P if` or `N if`")
            .help("and that name the piles, as in `piles a <= b`"));
    }
    if matches!(subject, Subject::Board { board, .. } if board.counted() > 0)
        && (suppose.speaks_of_piles() || statement.conditions().iter().any(|c| c.speaks_of_piles()))
    {
        return Err(said.complain(
            "with counts there is no `total`, `smallest`, `largest`, `odds` or `evens`",
        ));
    }
    let mut given: Vec<Given> = Vec::new();
    for clause in clauses.iter().filter(|clause| clause.word == "given") {
        let more = given_on(clause, &statement)?;
        let own = match &subject {
            Subject::Board { names, .. } => names.len(),
            _ => 0,
        };
        if matches!(&more.meaning, Meaning::P(condition) if condition.speaks_of_outcomes()) {
            return Err(clause.complain("what is given does not speak of other positions"));
        }
        if more.names.len() >= own {
            return Err(clause.complain("what is given is about smaller boards: with fewer names"));
        }
        if given.iter().any(|given| given.names.len() == more.names.len()) {
            return Err(clause.complain("this board was given before"));
        }
        given.push(more);
    }
    let (check_to, check_piles) = one("check")?.map_or(Ok((None, None)), checked_to)?;
    let expected = match one("expect")? {
        None => None,
        Some(clause) => {
            let word = clause.rest.trim();
            let known = Expected::ALL.iter().find(|(_, name)| *name == word);
            Some(known.map(|(expected, _)| *expected).ok_or_else(|| {
                clause.trimmed().complain("expected `proved`, `holds`, `refuted` or `undecided`")
            })?)
        }
    };
    let quoted = |word: &str| one(word)?.map(|clause| clause.quotation()).transpose();
    let (source, note, finding) = (quoted("from")?, quoted("note")?, quoted("finding")?);
    let printed = one("printed")?.map(printed).transpose()?;
    let deep = match one("deep")? {
        Some(clause) if !clause.rest.trim().is_empty() => {
            return Err(clause.trimmed().complain("nothing follows `deep`"));
        }
        deep => deep.is_some(),
    };
    let library = shelf.library();
    let about = match (statement, subject) {
        (Statement::OfPositions(says), Subject::Board { board, names }) => {
            About::Board(OnBoard { ruleset, board, names, suppose, given, says })
        }
        (Statement::OfPositions(says), Subject::Any { least, most }) => {
            About::Piles(OnPiles { ruleset, least, most, suppose, says })
        }
        (Statement::OfPositions(_), _) => {
            return Err(heading.complain("name the piles: `piles a <= b`, or `counts a1, a2`"));
        }
        (Statement::Formula(formula), _) => {
            let says = OfHeap::Formula(formula);
            About::Heap(OnHeap { ruleset, cases: context.cases, says })
        }
        (Statement::Regular, _) => {
            About::Heap(OnHeap { ruleset, cases: context.cases, says: OfHeap::Regular })
        }
        (Statement::Sequence(text), _) => {
            let says = OfHeap::Sequence(text);
            About::Heap(OnHeap { ruleset, cases: context.cases, says })
        }
        (Statement::Fractal { first }, _) => {
            About::Heap(OnHeap { ruleset, cases: None, says: OfHeap::Fractal { first } })
        }
        (Statement::Outcomes(saying), _) => {
            About::Outcomes(OnOutcomes { ruleset, library: library.clone(), family, saying })
        }
        (Statement::Values(says), _) => About::Values(OnValues { ruleset, says }),
        (Statement::OnGraphs(on), _) => About::Graphs(OnGraphs { suppose, ruleset, ..*on }),
        (Statement::Facts(facts), _) => {
            About::Listed(Listed { ruleset, says: OfListed::Facts(facts) })
        }
        (Statement::Lines(lines), _) => {
            About::Listed(Listed { ruleset, says: OfListed::Lines(lines) })
        }
        (Statement::Play(play), _) => About::Listed(Listed { ruleset, says: OfListed::Play(play) }),
    };
    Ok(Claim {
        text: text.to_string(),
        said: said_by(clauses),
        name,
        source,
        note,
        finding,
        printed,
        deep,
        game: game.rest.to_string(),
        games: library.games().to_vec(),
        about,
        check_to,
        check_piles,
        expected,
    })
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
            clause.trimmed().complain("expected `printed whole`, or what is printed: `printed \"for all c\"`")
        }),
    }
}

/// `to 40`, `to 12 piles`, `to 12 piles of 20`: the largest pile or count, and the most piles.
fn checked_to(clause: &Clause) -> Result<(Option<u32>, Option<u32>), Complaint> {
    let words: Vec<&str> = clause.rest.split_whitespace().collect();
    let number = |word: &str, most: u32| word.parse().ok().filter(|&n: &u32| n <= most);
    let read = match words[..] {
        ["to", size] => number(size, 1_000_000).map(|size| (Some(size), None)),
        ["to", piles, "piles"] => number(piles, 1000).map(|piles| (None, Some(piles))),
        ["to", piles, "piles", "of", size] => number(piles, 1000)
            .zip(number(size, 1000))
            .map(|(piles, size)| (Some(size), Some(piles))),
        _ => None,
    };
    read.ok_or_else(|| {
        clause.complain("expected `check to N`, `check to K piles` or `check to K piles of N`")
    })
}

/// Can the ruleset be spoken of in this way?
fn possible(
    said: &Clause,
    statement: &Statement,
    subject: &Subject,
    ruleset: &Ruleset,
    family: bool,
) -> Result<(), Complaint> {
    if family && !matches!(statement, Statement::Outcomes(_)) {
        return Err(said.complain("of a family one says `whenever`, `runs`, `then` or `count`"));
    }
    if matches!(statement, Statement::OfPositions(Says::Exactly(Meaning::NimValue(_))))
        && !ruleset.has_nim_values()
    {
        return Err(said.complain(format!("there are no nim-values in {}", ruleset.expression)));
    }
    if matches!(subject, Subject::Any { .. }) {
        return stacks::possible(said, statement, ruleset);
    }
    let Subject::Board { board, names } = subject else { return Ok(()) };
    let added = match statement {
        Statement::OfPositions(Says::Adding(piles)) => piles.len(),
        _ => 0,
    };
    let named = names.len() + added;
    let wrong = match (ruleset.shape, board) {
        (Shape::Row { places }, Board::Piles(_)) if places != named => {
            format!("{} is played on a row of {places} places", ruleset.expression)
        }
        (
            Shape::Row { .. } | Shape::Piles { at_most: Some(_) },
            Board::Counts(_) | Board::Mixed { .. },
        ) => {
            format!("{} is not played on any number of piles", ruleset.expression)
        }
        (Shape::Piles { at_most: Some(most) }, Board::Piles(_)) if most < named => {
            format!("{} has at most {most} piles, not {named}", ruleset.expression)
        }
        _ => return Ok(()),
    };
    Err(said.complain(wrong))
}

fn subject(piles: Option<&Clause>, counts: Option<&Clause>) -> Result<Option<Subject>, Complaint> {
    match (piles, counts) {
        (None, None) => Ok(None),
        (Some(clause), None) if clause.rest.contains('^') => mixed(clause).map(Some),
        (Some(clause), None) => {
            if let Some(any) = stacks::any_number(clause)? {
                return Ok(Some(any));
            }
            let names = names(clause, "<=")?;
            Ok(Some(Subject::Board { board: Board::Piles(names.len()), names }))
        }
        (None, Some(clause)) => {
            let names = names(clause, ",")?;
            Ok(Some(Subject::Board { board: Board::Counts(names.len()), names }))
        }
        (Some(_), Some(clause)) => Err(clause.complain("either piles or counts, not both")),
    }
}

/// `1^k, a <= b`: k piles of size 1, and two more.
fn mixed(clause: &Clause) -> Result<Subject, Complaint> {
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
    if twice || counted != sizes || all.len() > MOST_NAMES {
        return Err(clause.trimmed().complain("expected different names"));
    }
    Ok(Subject::Board { board: Board::Mixed { sizes, piles: count }, names: all })
}

/// The most names of a claim.
const MOST_NAMES: usize = 12;

/// Names with a sign between them.
fn names(clause: &Clause, between: &str) -> Result<Vec<String>, Complaint> {
    let mut names: Vec<String> = Vec::new();
    for part in clause.rest.split(between) {
        let name = part.trim();
        let good = name.chars().next().is_some_and(char::is_alphabetic)
            && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !good || names.iter().any(|known| known == name) {
            return Err(clause
                .part(part)
                .complain("expected different names")
                .help(format!("as in `{} a {between} b`", clause.word)));
        }
        names.push(name.to_string());
    }
    if names.len() > MOST_NAMES {
        return Err(clause.complain(format!("at most {MOST_NAMES} names")));
    }
    Ok(names)
}
