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

use sprague_rules::expr::Cond;
use sprague_rules::parse::parse_condition;
use sprague_rules::{
    Complaint, Diagnostic, Outcome, Ruleset, Shape, parse_position, parse_ruleset,
};

use crate::board::Board;
use crate::condition::{Condition, Number, condition, number};
use crate::nim_sets::Identity;
use crate::outcomes::{Bound, Family};

/// A statement with its source and what we expect of it.
#[derive(Clone, Debug)]
pub struct Claim {
    pub name: String,
    pub source: Option<String>,
    pub note: Option<String>,
    pub ruleset: Ruleset,
    /// The sets that the ruleset stands for, where it is left open.
    pub family: Option<Family>,
    pub subject: Subject,
    /// The claim speaks only of positions that are so.
    pub suppose: Condition,
    /// What holds on smaller boards: with fewer piles, or smaller ones.
    pub given: Vec<Given>,
    pub statement: Statement,
    /// The largest pile, or count, that is checked; none: as many as are quick.
    pub check_to: Option<u32>,
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
}

/// What the claim's names stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Piles in ascending order, or how many there are of each size.
    Board { board: Board, names: Vec<String> },
    /// One heap.
    Heap,
    /// Positions written out.
    Positions,
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
    /// An identity between nim-sets.
    NimSets(Identity),
    /// From these positions some option is so, and it is P.
    Strategy { from: Condition, to: Condition },
    /// These piles may be added without changing the outcome.
    Adding(Vec<u32>),
    /// Where the outcome of one heap is one of these, its neighbours have these.
    Whenever { here: Vec<Outcome>, there: Vec<(i64, Vec<Outcome>)> },
    /// So many heaps in a row at most have this outcome.
    Runs { outcome: Outcome, most: Bound },
    /// The sequence of one heap, in the notation of papers, from heap 1 on.
    Sequence(String),
    /// Single facts.
    Facts(Vec<Fact>),
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

const WORDS: [&str; 20] = [
    "claim",
    "from",
    "note",
    "game",
    "piles",
    "counts",
    "suppose",
    "family",
    "nim-sets",
    "whenever",
    "runs",
    "adding",
    "strategy",
    "given",
    "P",
    "N",
    "nim-value",
    "sequence",
    "facts",
    "check",
];

/// The words of clauses that say something.
const SAYINGS: [&str; 10] = [
    "P",
    "N",
    "nim-value",
    "nim-sets",
    "strategy",
    "adding",
    "whenever",
    "runs",
    "sequence",
    "facts",
];

/// One clause: its word, the rest, and where that begins.
#[derive(Clone, Copy)]
struct Clause<'t> {
    word: &'t str,
    rest: &'t str,
    at: usize,
}

impl<'t> Clause<'t> {
    fn span(&self) -> std::ops::Range<usize> {
        let end = self.at + self.rest.trim_end().len();
        let start = self.at + self.rest.len() - self.rest.trim_start().len();
        start.min(end)..end
    }

    fn complain(&self, message: impl Into<String>) -> Complaint {
        Complaint::new(self.span(), message)
    }

    /// A part of the rest as a clause of its own.
    fn part(&self, part: &'t str) -> Clause<'t> {
        let offset = part.as_ptr() as usize - self.rest.as_ptr() as usize;
        Clause { word: self.word, rest: part, at: self.at + offset }
    }

    fn trimmed(&self) -> Clause<'t> {
        self.part(self.rest.trim())
    }

    fn quotation(&self) -> Result<String, Complaint> {
        let text = self.rest.trim();
        let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let inner = inner.filter(|inner| !inner.contains('"'));
        let words = |inner: &str| inner.split_whitespace().collect::<Vec<_>>().join(" ");
        inner.map(words).ok_or_else(|| self.complain("expected a quotation \"...\""))
    }

    fn condition(&self, names: &[String]) -> Result<Condition, Complaint> {
        let shifted = |complaint: Complaint| self.shifted(complaint);
        condition(&parse_condition(self.rest).map_err(shifted)?, names).map_err(shifted)
    }

    fn number(&self, names: &[String]) -> Result<Number, Complaint> {
        let shifted = |complaint: Complaint| self.shifted(complaint);
        number(&parse_condition(self.rest).map_err(shifted)?, names).map_err(shifted)
    }

    fn shifted(&self, complaint: Complaint) -> Complaint {
        let span = complaint.span.start + self.at..complaint.span.end + self.at;
        Complaint { span, ..complaint }
    }
}

/// All claims of a file.
pub fn parse_claims(origin: &str, text: &str) -> Result<Vec<Claim>, Diagnostic> {
    let claims = || -> Result<Vec<Claim>, Complaint> {
        let clauses = clauses(text)?;
        let mut claims = Vec::new();
        let mut rest = &clauses[..];
        while let Some((first, more)) = rest.split_first() {
            if first.word != "claim" {
                return Err(Complaint::new(first.at..first.at, "expected `claim \"...\"` first"));
            }
            let end = more.iter().position(|clause| clause.word == "claim").unwrap_or(more.len());
            claims.push(claim(*first, &more[..end])?);
            rest = &more[end..];
        }
        match claims.is_empty() {
            true => Err(Complaint::new(0..0, "there is no claim here")),
            false => Ok(claims),
        }
    };
    claims().map_err(|complaint| complaint.about(origin, text))
}

/// The text in clauses.
fn clauses(text: &str) -> Result<Vec<Clause<'_>>, Complaint> {
    let mut clauses: Vec<Clause> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let body = line.trim_start();
        if body.is_empty() || body.starts_with('#') {
            continue;
        }
        let indent = line.len() - body.len();
        let word = body.split([' ', '\n', '\t']).next().unwrap_or(body).trim_end();
        let known = WORDS.iter().chain(&["expect"]).find(|known| **known == word);
        match (known, clauses.last_mut()) {
            (Some(word), _) => {
                let from = start + indent + word.len();
                clauses.extend(in_one_line(Clause { word, rest: &text[from..at], at: from }));
            }
            (None, Some(clause)) => clause.rest = &text[clause.at..at],
            (None, None) => {
                let span = start + indent..start + indent + word.len();
                return Err(Complaint::new(span, "expected `claim \"...\"` first"));
            }
        }
    }
    Ok(clauses)
}

/// Two clauses that may share a line: `claim "..." from "..."`, and `game nim, piles a <= b`.
fn in_one_line<'t>(clause: Clause<'t>) -> Vec<Clause<'t>> {
    let followers: &[(&str, &'static str)] = match clause.word {
        "claim" => &[("\" from ", "from"), ("\"  from ", "from")],
        "game" => &[(", piles ", "piles"), (", counts ", "counts")],
        _ => &[],
    };
    for (sign, word) in followers {
        if let Some(place) = clause.rest.find(sign) {
            let kept = place + usize::from(sign.starts_with('"'));
            let first = Clause { rest: &clause.rest[..kept], ..clause };
            let rest = &clause.rest[place + sign.len() - 1..];
            return vec![first, Clause { word, ..clause.part(rest) }];
        }
    }
    vec![clause]
}

fn claim(heading: Clause, clauses: &[Clause]) -> Result<Claim, Complaint> {
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
    let family = one("family")?.map(|clause| family(clause, game.rest)).transpose()?;
    let expression = match &family {
        Some(family) => family.expression.replace(&family.name, &family.largest.to_string()),
        None => game.rest.to_string(),
    };
    let ruleset =
        parse_ruleset(&expression).map_err(|diagnostic| match diagnostic.origin.as_str() {
            "ruleset" => game.shifted(diagnostic.complaint),
            _ => game.complain(diagnostic.complaint.message),
        })?;
    let subject = subject(one("piles")?, one("counts")?)?;
    let statements: Vec<&Clause> = clauses.iter().filter(|c| SAYINGS.contains(&c.word)).collect();
    let [said] = statements[..] else {
        let place = statements.get(1).map_or(heading.span(), |clause| clause.span());
        return Err(Complaint::new(place, "a claim says one thing")
            .help("with `P iff`, `P if`, `N if`, `nim-value =`, `strategy`, `adding`, `whenever`, `runs`, `sequence` or `facts`"));
    };
    let statement = statement(said, &subject, &ruleset)?;
    let subject = match &statement {
        Statement::Sequence(_)
        | Statement::NimSets(_)
        | Statement::Whenever { .. }
        | Statement::Runs { .. } => Subject::Heap,
        Statement::Facts(_) => Subject::Positions,
        _ => subject.ok_or_else(|| {
            heading.complain("name the piles: `piles a <= b`, or `counts a1, a2`")
        })?,
    };
    possible(said, &statement, &subject, &ruleset, family.is_some())?;
    let suppose = match (one("suppose")?, &subject) {
        (None, _) => Condition::Plain(Cond::Always),
        (Some(clause), Subject::Board { names, .. }) => clause.condition(names)?,
        (Some(clause), _) => {
            return Err(clause.complain("there are no names to suppose anything of"));
        }
    };
    if matches!(subject, Subject::Board { board: Board::Counts(_), .. })
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
        if more.names.len() >= own {
            return Err(clause.complain("what is given is about smaller boards: with fewer names"));
        }
        if given.iter().any(|given| given.names.len() == more.names.len()) {
            return Err(clause.complain("this board was given before"));
        }
        given.push(more);
    }
    let check_to = match one("check")? {
        None => None,
        Some(clause) => {
            let number = clause.rest.trim().strip_prefix("to").map(str::trim);
            let number = number.and_then(|number| number.parse().ok()).filter(|&n| n <= 1_000_000);
            Some(number.ok_or_else(|| clause.complain("expected `check to N`"))?)
        }
    };
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
    let (source, note) = (quoted("from")?, quoted("note")?);
    Ok(Claim {
        name,
        source,
        note,
        ruleset,
        family,
        subject,
        suppose,
        given,
        statement,
        check_to,
        expected,
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
    if family && !matches!(statement, Statement::Whenever { .. } | Statement::Runs { .. }) {
        return Err(said.complain("of a family there is only `whenever` and `runs` to say"));
    }
    if matches!(statement, Statement::Exactly(Meaning::NimValue(_))) && !ruleset.has_nim_values() {
        return Err(said.complain(format!("there are no nim-values in {}", ruleset.expression)));
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
        (Shape::Row { .. } | Shape::Piles { at_most: Some(_) }, Board::Counts(_)) => {
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
        (Some(clause), None) => {
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
    if names.len() > 8 {
        return Err(clause.complain("at most 8 names"));
    }
    Ok(names)
}

fn statement(
    clause: &Clause,
    subject: &Option<Subject>,
    ruleset: &Ruleset,
) -> Result<Statement, Complaint> {
    let none = Vec::new();
    let names = match subject {
        Some(Subject::Board { names, .. }) => names,
        _ => &none,
    };
    match clause.word {
        "sequence" => Ok(Statement::Sequence(clause.rest.trim().to_string())),
        "facts" => {
            let lines = clause.rest.lines().filter(|line| !line.trim().is_empty());
            let facts = lines.filter(|line| !line.trim_start().starts_with('#'));
            let facts = facts.map(|line| fact(&clause.part(line), ruleset));
            Ok(Statement::Facts(facts.collect::<Result<_, _>>()?))
        }
        "nim-value" => Ok(Statement::Exactly(meaning(clause, names)?)),
        "strategy" => {
            let text = clause.trimmed();
            let parts =
                text.rest.strip_prefix("from ").and_then(|rest| rest.split_once(" move to "));
            let (from, to) = parts.ok_or_else(|| {
                clause.complain("expected `strategy from CONDITION move to CONDITION`")
            })?;
            let from = text.part(from).condition(names)?;
            Ok(Statement::Strategy { from, to: text.part(to).condition(names)? })
        }
        "adding" => {
            let text = clause.trimmed();
            let piles = text.rest.strip_suffix("keeps the outcome").map(str::trim);
            let piles =
                piles.ok_or_else(|| clause.complain("expected `adding 1,1 keeps the outcome`"))?;
            let piece = text.part(piles);
            let shape = sprague_rules::Shape::Piles { at_most: None };
            let piles = parse_position(piece.rest, shape).map_err(|c| piece.shifted(c))?;
            Ok(Statement::Adding(piles))
        }
        "nim-sets" => identity(clause),
        "whenever" => whenever(clause),
        "runs" => runs(clause),
        letter => {
            let outcome = if letter == "P" { Outcome::P } else { Outcome::N };
            let text = clause.trimmed();
            if let Some(rest) = after_word(text.rest, "iff") {
                let condition = text.part(rest).condition(names)?;
                let condition = match outcome {
                    Outcome::P => condition,
                    _ => Condition::Not(Box::new(condition)),
                };
                return Ok(Statement::Exactly(Meaning::P(condition)));
            }
            match after_word(text.rest, "if") {
                Some(rest) => {
                    let condition = text.part(rest).condition(names)?;
                    Ok(Statement::If { outcome, condition })
                }
                None => {
                    Err(clause
                        .complain(format!("expected `{letter} iff ...` or `{letter} if ...`")))
                }
            }
        }
    }
}

/// `S within 2..12`, for a ruleset such as `lr-nim(S)`.
fn family(clause: &Clause, game: &str) -> Result<Family, Complaint> {
    let expected =
        || clause.complain("expected `family S within 2..12`, and a game such as lr-nim(S)");
    let (name, range) = clause.rest.split_once("within").ok_or_else(expected)?;
    let (least, largest) =
        range.trim().trim_matches(['{', '}']).split_once("..").ok_or_else(expected)?;
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| expected());
    let (name, least, largest) = (name.trim().to_string(), number(least)?, number(largest)?);
    let open = format!("({name}");
    if name.is_empty() || !game.contains(&open) || least > largest {
        return Err(expected());
    }
    if largest - least >= 24 {
        return Err(clause
            .complain("more than 2^24 sets")
            .help("a census looks at larger families"));
    }
    Ok(Family { expression: game.to_string(), name, least, largest })
}

/// `N(n + 1, p + 1) = N(n, p) for p in 4..7`, and perhaps `and n >= 3`.
fn identity(clause: &Clause) -> Result<Statement, Complaint> {
    let expected = || {
        clause.complain("expected `nim-sets N(n + 1, p + 1) = N(n, p) for p in 4..7 and n >= 1`")
    };
    let text: String = clause.rest.chars().filter(|c| !c.is_whitespace()).collect();
    let (sides, rest) = text.split_once("forpin").ok_or_else(expected)?;
    let (parts, from) = rest.split_once("andn>=").unwrap_or((rest, "0"));
    let number = |text: &str| text.parse::<u32>().ok().filter(|&n| n <= 1000).ok_or_else(expected);
    let (least, largest) = parts.split_once("..").unwrap_or((parts, parts));
    let more = |text: &str, name: char| match text.strip_prefix(name) {
        Some("") => Ok(0),
        Some(more) => number(more.strip_prefix('+').ok_or_else(expected)?),
        None => Err(expected()),
    };
    let side = |text: &str| {
        let inner = text.strip_prefix("N(").and_then(|text| text.strip_suffix(')'));
        let (n, p) = inner.and_then(|inner| inner.split_once(',')).ok_or_else(expected)?;
        Ok::<_, Complaint>((more(n, 'n')?, more(p, 'p')?))
    };
    let (left, right) = sides.split_once('=').ok_or_else(expected)?;
    let (parts, from) = (number(least)?.max(1)..=number(largest)?, number(from)?);
    Ok(Statement::NimSets(Identity { left: side(left)?, right: side(right)?, parts, from }))
}

/// `R`, or `{R,N}`.
fn outcomes_of(clause: &Clause, text: &str) -> Result<Vec<Outcome>, Complaint> {
    let letters = text.trim().trim_matches(['{', '}']).split(',');
    let outcomes = letters.map(|letter| Outcome::from_letter(letter.trim())).collect::<Option<_>>();
    outcomes.ok_or_else(|| clause.complain("expected outcomes, such as L or {L,N}"))
}

/// `R at n: L at n - 1; L at n + 1`
fn whenever(clause: &Clause) -> Result<Statement, Complaint> {
    let expected = || clause.complain("expected `whenever R at n: L at n - 1; L at n + 1`");
    let (here, there) = clause.rest.split_once(':').ok_or_else(expected)?;
    let here = here.trim().strip_suffix("at n").ok_or_else(expected)?;
    let place = |part: &str| -> Result<(i64, Vec<Outcome>), Complaint> {
        let (outcomes, place) = part.split_once(" at ").ok_or_else(expected)?;
        let shift: String = place.chars().filter(|c| !c.is_whitespace()).collect();
        let shift = shift.strip_prefix('n').ok_or_else(expected)?;
        let shift = if shift.is_empty() { 0 } else { shift.parse().map_err(|_| expected())? };
        if !(-60..=60).contains(&shift) {
            return Err(clause.complain("at most 60 heaps away"));
        }
        Ok((shift, outcomes_of(clause, outcomes)?))
    };
    let there = there.split(';').map(place).collect::<Result<_, _>>()?;
    Ok(Statement::Whenever { here: outcomes_of(clause, here)?, there })
}

/// `of P at most min(S) - 1`
fn runs(clause: &Clause) -> Result<Statement, Complaint> {
    let expected = || clause.complain("expected `runs of P at most min(S) - 1`, or a number");
    let text = clause.rest.trim().strip_prefix("of ").ok_or_else(expected)?;
    let (outcome, most) = text.split_once("at most").ok_or_else(expected)?;
    let outcome = Outcome::from_letter(outcome.trim()).ok_or_else(expected)?;
    let most: String = most.chars().filter(|c| !c.is_whitespace()).collect();
    let more =
        |rest: &str| if rest.is_empty() { Ok(0) } else { rest.parse().map_err(|_| expected()) };
    let most = match (most.strip_prefix("min(S)"), most.strip_prefix("max(S)")) {
        (Some(rest), _) => Bound::Least(more(rest)?),
        (_, Some(rest)) => Bound::Largest(more(rest)?),
        _ => Bound::Number(most.parse().map_err(|_| expected())?),
    };
    Ok(Statement::Runs { outcome, most })
}

/// What follows a word and a space or line break.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.strip_prefix(word).filter(|rest| rest.starts_with(char::is_whitespace))
}

/// `= EXPRESSION`
fn meaning(clause: &Clause, names: &[String]) -> Result<Meaning, Complaint> {
    let text = clause.trimmed();
    let rest = text.rest.strip_prefix('=');
    let rest = rest.ok_or_else(|| clause.complain("expected `nim-value = ...`"))?;
    Ok(Meaning::NimValue(text.part(rest).number(names)?))
}

/// `given a <= b: CONDITION`, or a nim-value where the claim is of nim-values.
fn given_on(clause: &Clause, statement: &Statement) -> Result<Given, Complaint> {
    let Some((board, rest)) = clause.rest.split_once(':') else {
        return Err(clause
            .complain("expected names, `:` and what holds for them")
            .help("as in `given a <= b: a = b`"));
    };
    let board = clause.part(board);
    let names = names(&board, if board.rest.contains(',') { "," } else { "<=" })?;
    let meaning = match statement {
        Statement::Exactly(Meaning::NimValue(_)) => {
            Meaning::NimValue(clause.part(rest).number(&names)?)
        }
        _ => Meaning::P(clause.part(rest).condition(&names)?),
    };
    Ok(Given { names, meaning })
}

/// `3,8 is P`, `3,8 has nim-value 2`, `3,8 -> 3,7`, `3,9 -> 3,8 wins`.
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
        let value = value.trim().parse();
        return Ok(Fact::NimValue(
            position(before)?,
            value.map_err(|_| line.complain("expected a number"))?,
        ));
    }
    if let Some((before, after)) = line.rest.split_once("->") {
        return match after.trim().strip_suffix("wins") {
            Some(after) => Ok(Fact::Winning(position(before)?, position(after)?)),
            None => Ok(Fact::Option(position(before)?, position(after)?)),
        };
    }
    Err(line
        .complain("this is not a fact")
        .help("facts are `3,8 is P`, `3,8 has nim-value 2`, `3,8 -> 3,7` and `3,9 -> 3,8 wins`"))
}
