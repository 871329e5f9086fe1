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

use sprague_rules::expr::{Cond, Expr};
use sprague_rules::{Complaint, Diagnostic, Outcome, Ruleset, Shape, parse_ruleset_with};

use crate::any;
use crate::board::Board;
use crate::cases::Cases;
use crate::condition::{Condition, Number};
use crate::formula::Formula;
use crate::graphs::OnGraphs;
use crate::lines::Line;
use crate::outcomes::Family;
use crate::outcomes::sentence::Saying;
use crate::play::Play;
use clause::{Clause, SAYINGS, clauses};
use context::Context;
use statement::{given_on, statement};

/// A statement with its source and what we expect of it.
#[derive(Clone, Debug)]
pub struct Claim {
    /// As it is written.
    pub text: String,
    pub name: String,
    pub source: Option<String>,
    pub note: Option<String>,
    /// What its verdict tells that readers of the paper do not know: a sentence for the news.
    pub finding: Option<String>,
    /// Takes long: judged only where that is asked for.
    pub deep: bool,
    /// The ruleset as it is written, perhaps with the name of a file.
    pub game: String,
    pub ruleset: Ruleset,
    /// The sets that the ruleset stands for, where it is left open.
    pub family: Option<Family>,
    /// The rulesets that it stands for, where they are judged one by one.
    pub cases: Option<Cases>,
    pub subject: Subject,
    /// The claim speaks only of positions that are so.
    pub suppose: Condition,
    /// What holds on smaller boards: with fewer piles, or smaller ones.
    pub given: Vec<Given>,
    pub statement: Statement,
    /// The largest pile, or count, that is checked; none: as many as are quick.
    pub check_to: Option<u32>,
    /// The most piles that are checked, where there may be any number.
    pub check_piles: Option<u32>,
    pub expected: Option<Expected>,
}

impl Claim {
    /// The boards that a statement with so many names speaks of: exactly so many piles; or a largest pile of at
    /// most this size, down to what is given for smaller ones.
    pub fn boards(&self, names: usize) -> std::ops::RangeInclusive<usize> {
        match self.subject {
            Subject::Board { board: Board::Counts(_), .. } => {
                let given = self.given.iter().map(|given| given.names.len());
                given.filter(|&given| given < names).max().unwrap_or(0) + 1..=names
            }
            _ => names..=names,
        }
    }

    /// The most piles that it is about, where their number is left open.
    pub fn most_piles(&self) -> Option<usize> {
        match self.subject {
            Subject::Any { most, .. } => most,
            _ => None,
        }
    }
}

/// What the claim's names stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Piles in ascending order, or how many there are of each size.
    Board { board: Board, names: Vec<String> },
    /// Positions with so many piles, or with any number from the least on, looked at one number after the other.
    Stacks { least: usize, most: Option<usize> },
    /// The same, where moves take single tokens, looked at all at once.
    Any { least: usize, most: Option<usize> },
    /// One heap.
    Heap,
    /// Positions written out.
    Positions,
    /// Positions on graphs.
    Graphs,
}

/// What holds on a smaller board.
#[derive(Clone, Debug)]
pub struct Given {
    pub names: Vec<String>,
    pub meaning: Meaning,
}

/// What is said of the positions of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// They are P exactly under this condition.
    P(Condition),
    NimValue(Number),
}

#[derive(Clone, Debug)]
pub enum Statement {
    /// The P-positions are exactly these, or the nim-value is this.
    Exactly(Meaning),
    /// Under a condition the outcome is so.
    If { outcome: Outcome, condition: Condition },
    /// Nim-values, nim-sets and arithmetic.
    Formula(Formula),
    /// The sequence of one heap is regular from some heap on.
    Regular,
    /// From these positions some option is so, and it is P.
    Strategy { from: Condition, to: Condition },
    /// These piles may be added without changing the outcome.
    Adding(Vec<u32>),
    /// The outcome is a function of these numbers.
    Depends(Vec<Expr>),
    /// About the outcomes of one heap.
    Outcomes(Saying),
    /// About the values of heaps.
    Values(crate::values::Saying),
    /// The sequence of one heap, in the notation of papers, from heap 1 on.
    Sequence(String),
    /// Single facts.
    Facts(Vec<Fact>),
    /// Of a game that is played on graphs.
    OnGraphs(OnGraphs),
    /// What is said of positions with numbers left open.
    Lines(Vec<Line>),
    /// A play, move by move.
    Play(Play),
    /// The outcomes, or nim-values, are those of another ruleset.
    SameAs { ruleset: Box<Ruleset>, nim_values: bool },
    /// The nim-values of one heap, from this one on, are a fractal sequence.
    Fractal { first: usize },
}

impl Claim {
    /// Every condition of it: of the statement, of what is supposed and of what is given.
    pub fn conditions(&self) -> Vec<&Condition> {
        let given = self.given.iter().filter_map(|given| match &given.meaning {
            Meaning::P(condition) => Some(condition),
            Meaning::NimValue(_) => None,
        });
        self.statement.conditions().into_iter().chain([&self.suppose]).chain(given).collect()
    }
}

impl Statement {
    /// Does it speak of single positions, each written out?
    pub fn is_about_listed_positions(&self) -> bool {
        match self {
            Statement::Facts(_) | Statement::Play(_) => true,
            Statement::Lines(lines) => lines.iter().all(|line| line.names.is_empty()),
            _ => false,
        }
    }

    /// Can it say what holds if other positions are P?
    fn may_speak_of_outcomes(&self, subject: &Subject) -> bool {
        matches!(subject, Subject::Board { board: Board::Piles(_), .. })
            && matches!(self, Statement::Exactly(Meaning::P(_)) | Statement::If { .. })
    }

    /// The conditions that it is made of.
    fn conditions(&self) -> Vec<&Condition> {
        match self {
            Statement::Exactly(Meaning::P(condition)) | Statement::If { condition, .. } => {
                vec![condition]
            }
            Statement::Strategy { from, to } => vec![from, to],
            _ => Vec::new(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    Outcome(Vec<u32>, Outcome),
    NimValue(Vec<u32>, u32),
    /// Its value in normal play, in CGSuite's notation.
    Value(Vec<u32>, String),
    /// The second position is an option of the first.
    Option(Vec<u32>, Vec<u32>),
    /// It is one with which the mover wins.
    Winning(Vec<u32>, Vec<u32>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    Proved,
    Holds,
    Refuted,
    Undecided,
}

impl Expected {
    pub const ALL: [(Expected, &'static str); 4] = [
        (Expected::Proved, "proved"),
        (Expected::Holds, "holds"),
        (Expected::Refuted, "refuted"),
        (Expected::Undecided, "undecided"),
    ];

    pub fn name(self) -> &'static str {
        Expected::ALL.iter().find(|(expected, _)| *expected == self).map_or("", |(_, name)| name)
    }
}

/// All claims of a file.
pub fn parse_claims(origin: &str, text: &str) -> Result<Vec<Claim>, Diagnostic> {
    parse_claims_with(origin, text, &[])
}

/// The same, where the texts of some game files are at hand.
pub fn parse_claims_with(
    origin: &str,
    text: &str,
    games: &[(String, String)],
) -> Result<Vec<Claim>, Diagnostic> {
    let claims = || -> Result<Vec<Claim>, Complaint> {
        let clauses = clauses(text)?;
        let mut claims = Vec::new();
        let mut rest = &clauses[..];
        while let Some((first, more)) = rest.split_first() {
            if first.word != "claim" {
                return Err(Complaint::new(first.at..first.at, "expected `claim \"...\"` first"));
            }
            let end = more.iter().position(|clause| clause.word == "claim").unwrap_or(more.len());
            let begins = |heading: &Clause| heading.at - heading.word.len();
            let own = begins(first)..more.get(end).map_or(text.len(), begins);
            claims.push(claim(*first, &more[..end], text[own].trim_end(), games)?);
            rest = &more[end..];
        }
        match claims.is_empty() {
            true => Err(Complaint::new(0..0, "there is no claim here")),
            false => Ok(claims),
        }
    };
    claims().map_err(|complaint| complaint.about(origin, text))
}

fn claim(
    heading: Clause,
    clauses: &[Clause],
    text: &str,
    games: &[(String, String)],
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
    let family = match (one("family")?, one("set")?) {
        (Some(_), Some(clause)) => {
            return Err(clause.complain("either a family or a set, not both"));
        }
        (Some(clause), None) => Some(family::family(clause, game.rest)?),
        (None, Some(clause)) => Some(family::set(clause, game.rest)?),
        (None, None) => None,
    };
    let context = Context::read(clauses, &game, family.as_ref())?;
    let expression = match (&context.cases, &family) {
        (Some(cases), _) => cases.first_game().map_err(|why| game.complain(why))?,
        (None, Some(family)) => family.example(),
        (None, None) => game.rest.to_string(),
    };
    let on_graphs = graphs::ruleset(&game);
    let ruleset = match &on_graphs {
        Some(ruleset) => ruleset.clone(),
        None => parse_ruleset_with(&expression, games).map_err(|diagnostic| {
            match diagnostic.origin.as_str() {
                "ruleset" => game.shifted(diagnostic.complaint),
                _ => game.complain(diagnostic.complaint.message),
            }
        })?,
    };
    let subject = subject(one("piles")?, one("counts")?)?;
    let subject = subject.map(|s| stacks::by_moves(s, &ruleset, one("piles")?)).transpose()?;
    let statements: Vec<&Clause> = clauses.iter().filter(|c| SAYINGS.contains(&c.word)).collect();
    let [said] = statements[..] else {
        let place = statements.get(1).map_or(heading.span(), |clause| clause.span());
        return Err(Complaint::new(place, "a claim says one thing")
            .help("with `P iff`, `P if`, `N if`, `nim-value =`, `strategy`, `adding`, `outcome depends on`, `whenever`, `runs`, `then`, `count`, `value`, `sequence`, `regular`, `formula`, `facts`, `lines`, `play`, or, on graphs, `loony` or `same`"));
    };
    let about_outcomes = outcomes::SAYINGS.contains(&said.word);
    let statement = match (on_graphs, one("graph")?) {
        (Some(_), graph) => graphs::statement(said, graph, &game, clauses)?,
        (None, Some(graph)) => {
            return Err(graph.complain(format!("{expression} is not played on graphs")));
        }
        (None, None) if about_outcomes => {
            let also: Vec<&Clause> = clauses.iter().filter(|c| c.word == "also").collect();
            let saying = outcomes::saying(said, one("suppose")?, &also, family.as_ref())?;
            Statement::Outcomes(saying)
        }
        (None, None) => statement(said, &subject, &ruleset, &context)?,
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
        _ => subject.ok_or_else(|| {
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
        (Some(clause), Subject::Stacks { .. }) => clause.condition(&[])?,
        (Some(clause), Subject::Any { .. }) => clause.condition(&any::names())?,
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
    let deep = match one("deep")? {
        Some(clause) if !clause.rest.trim().is_empty() => {
            return Err(clause.trimmed().complain("nothing follows `deep`"));
        }
        deep => deep.is_some(),
    };
    Ok(Claim {
        text: text.to_string(),
        name,
        source,
        note,
        finding,
        deep,
        game: game.rest.to_string(),
        ruleset,
        family,
        cases: context.cases,
        subject,
        suppose,
        given,
        statement,
        check_to,
        check_piles,
        expected,
    })
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
    if matches!(statement, Statement::Exactly(Meaning::NimValue(_))) && !ruleset.has_nim_values() {
        return Err(said.complain(format!("there are no nim-values in {}", ruleset.expression)));
    }
    if let Subject::Stacks { .. } = subject {
        return stacks::possible(said, statement, ruleset);
    }
    if matches!(subject, Subject::Any { .. }) {
        return any::possible(statement, ruleset).map_err(|wrong| said.complain(wrong));
    }
    let Subject::Board { board, names } = subject else { return Ok(()) };
    let added = match statement {
        Statement::Adding(piles) => piles.len(),
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
