//! A ruleset in, a verdict out: the pattern of its positions, proved; or the best guess, marked as one.

use std::cell::Cell;
use std::fmt;

use serde::Serialize;
use sprague_automata::boxes::Shape;
use sprague_certificate::{BoardEvidence, Certificate, Evidence, SetOf};
use sprague_claim::{Board, Claim};
use sprague_prove::position_set;
use sprague_solve::Wanted;
use sprague_task::Task;
use sprague_verify::{Accepted, accept};

use crate::any;
use crate::describe::{Form, Samples, describe, fitted};
use crate::exact::{Compared, compare};
use crate::find::{self, Pattern, Search};
use crate::formula::Formula;
use crate::heap;
use crate::structure::Structure;
use crate::subject::{Positions, Subject, on_board};
use crate::table::{Table, sizes, tuples};
use crate::values;
use crate::vocabulary::{Level, literals};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Which positions are P.
    Outcomes,
    /// The nim-value of every position.
    NimValues,
}

/// What is known.
#[derive(Clone, Debug)]
pub enum Known {
    /// The formula, or the automaton, is right for all positions: the checker has accepted the certificate.
    Proved(Box<Accepted>),
    /// The prover is satisfied; the checker was stopped before it was.
    Unchecked {
        /// The certificate.
        certificate: Box<Certificate>,
        /// Why it was stopped.
        why: String,
    },
    /// There is no proof.
    Undecided {
        /// Why.
        why: String,
    },
}

/// What was found out about a ruleset.
#[derive(Clone, Debug)]
pub struct Discovery {
    /// What is known.
    pub known: Known,
    /// The condition of the P-positions, or the nim-value, in the language of claims: proved, or a guess.
    pub formula: Option<String>,
    /// The same for a paper.
    pub latex: Option<String>,
    /// The whole claim.
    pub claim: Option<String>,
    /// Why there is no formula of what is proved.
    pub wordless: Option<Wordless>,
    /// Its cases.
    pub cases: Option<usize>,
    /// States of the automaton that was proved, or guessed.
    pub states: Option<usize>,
    /// Where outcomes repeat in every coordinate (the smallest pile and what each next one has more; or the counts): from where on, and
    /// with which periods.
    pub repeats: Option<Shape>,
    /// The way in which it was found.
    pub by: Option<String>,
    /// The positions that are spoken of, where they are not those that were asked about.
    pub scope: Option<String>,
    /// The largest pile, or count, up to which a guess is right.
    pub holds_to: Option<u32>,
    /// The first position about which the guess is wrong.
    pub fails_at: Option<Vec<u32>>,
    /// What is known of parts.
    pub parts: Vec<Part>,
    /// What the terms of one heap show, where nothing is proved: evidence.
    pub structure: Option<Structure>,
    /// What was done, in words.
    pub notes: Vec<String>,
}

/// Why something is proved that no formula says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wordless {
    /// None is short enough.
    TooLong,
    /// The search for one was stopped.
    Stopped,
}

impl fmt::Display for Wordless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wordless::TooLong => "no formula was found that is short enough",
            Wordless::Stopped => "no formula was found in the time that was allowed",
        })
    }
}

/// What is known of a part of the positions.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// Which part.
    pub part: String,
    /// `proved`, or `evidence`: seen in a table and no further.
    pub verdict: &'static str,
    /// What is so there.
    pub formula: String,
}

impl Discovery {
    /// Was it proved, whether or not the checker has seen it?
    pub fn is_proved(&self) -> bool {
        !matches!(self.known, Known::Undecided { .. })
    }

    /// What the checker has accepted.
    pub fn accepted(&self) -> Option<&Accepted> {
        match &self.known {
            Known::Proved(accepted) => Some(accepted),
            _ => None,
        }
    }

    pub(crate) fn undecided(why: String, notes: Vec<String>) -> Discovery {
        Discovery {
            known: Known::Undecided { why },
            formula: None,
            latex: None,
            claim: None,
            wordless: None,
            cases: None,
            states: None,
            repeats: None,
            by: None,
            scope: None,
            holds_to: None,
            fails_at: None,
            parts: Vec::new(),
            structure: None,
            notes,
        }
    }
}

/// Looks for the pattern of a ruleset's positions and proves it, within what the task may cost.
pub fn discover(subject: &Subject, wish: Wish, task: &Task) -> Discovery {
    let watch = task.watch();
    watch.expect(3);
    if subject.any.is_some() {
        return any::discover(subject, wish, task);
    }
    let mut heap = None;
    if subject.board == Board::Piles(1) && (wish == Wish::NimValues || !is_simple(subject)) {
        let seen = heap.insert(heap::looked_at(subject, task));
        if let Some(found) = seen.regular.take_if(|found| found.is_proved()) {
            return found;
        }
    }
    let mut search = searched(subject, wish, task);
    watch.advance(1);
    let found = search.pattern.take().map(|pattern| settled(subject, &pattern, &mut search, task));
    watch.advance(1);
    let discovery = match found {
        Some(Ok(discovery)) => discovery,
        Some(Err(why)) => Discovery::undecided(why, search.notes),
        None => match of_any_number(subject, wish, task) {
            Some(discovery) => discovery,
            None => guessed(subject, wish, search, task),
        },
    };
    watch.advance(1);
    if discovery.is_proved() || subject.board != Board::Piles(1) {
        return discovery;
    }
    with_evidence(discovery, heap.unwrap_or_else(|| heap::looked_at(subject, task)), subject, task)
}

fn searched(subject: &Subject, wish: Wish, task: &Task) -> Search {
    match wish {
        Wish::Outcomes => find::outcomes(subject, task),
        Wish::NimValues => find::nim_values(subject, task),
    }
}

/// The formula of a board's positions; none, if there is no proof or no formula.
pub(crate) fn formula_of(subject: &Subject, wish: Wish, task: &Task) -> Option<String> {
    let mut search = searched(subject, wish, task);
    let pattern = search.pattern.take()?;
    let found = settled(subject, &pattern, &mut search, task).ok()?;
    found.accepted()?;
    found.formula
}

/// What is proved of any number of piles is proved of these.
fn of_any_number(subject: &Subject, wish: Wish, task: &Task) -> Option<Discovery> {
    let any = Some(Positions::Any);
    let whole = Subject::new(&subject.expression, &subject.library, any).ok()?;
    let Board::Piles(2..) = subject.board else { return None };
    let part = task.part(task.limits().steps / 4);
    let mut found = any::discover(&whole, wish, &part);
    found.scope.get_or_insert(whole.words());
    found.accepted().is_some().then_some(found)
}

/// What is known of one heap, with what its terms show: a regularity that is seen as far as they go is the better guess.
fn with_evidence(
    found: Discovery,
    heap: heap::OneHeap,
    subject: &Subject,
    task: &Task,
) -> Discovery {
    let structure = heap.structure(subject, task);
    match heap.regular {
        Some(seen) => seen,
        None => Discovery { structure, ..found },
    }
}

/// Does one pile stay one pile, so that its P-positions may be a formula?
fn is_simple(subject: &Subject) -> bool {
    let none = |_: Vec<sprague_automata::Linear>| sprague_automata::Formula::True;
    sprague_arithmetic::some_option(&subject.ruleset, subject.board, &none).is_ok()
}

/// The formula of a pattern, what a claim says with it, and what the checker has accepted.
pub(crate) fn settled_both(
    subject: &Subject,
    pattern: &Pattern,
    task: &Task,
) -> Result<(Accepted, String, String), String> {
    let found = settled(subject, pattern, &mut Search::default(), task)?;
    match (found.known, found.formula) {
        (Known::Proved(accepted), Some(formula)) => {
            let said = match pattern {
                Pattern::NimValues(_) => format!("nim-value = {formula}"),
                _ => format!("P iff {formula}"),
            };
            Ok((*accepted, formula, said))
        }
        (Known::Unchecked { why, .. }, _) => Err(why),
        _ => Err("the pattern is too long to be said".into()),
    }
}

/// The part of the time that is kept for the checker.
const KEPT: u32 = 4;

/// What is said of a pattern, and what the checker says of that.
fn settled(
    subject: &Subject,
    pattern: &Pattern,
    search: &mut Search,
    task: &Task,
) -> Result<Discovery, String> {
    let states = pattern.states();
    let by = match pattern {
        Pattern::Boxed(_) => "periodic box".into(),
        Pattern::Lost(set) | Pattern::NimValues(set) => {
            format!("{} automaton", find::words(set.numeration()))
        }
    };
    let saying = task.leaving(KEPT);
    let mut wordless = None;
    let said = match pattern {
        Pattern::NimValues(_) => values::describe(subject, pattern, &saying),
        _ => describe(subject, pattern, &saying).map(|found| Said {
            text: found.formula.text(&subject.names()),
            latex: found.formula.latex(&subject.names()),
            cases: found.formula.parts(),
            claim: found.claim,
            evidence: found.evidence,
        }),
    };
    let (claim, evidence, words) = match said {
        Some(Said { claim, evidence, text, latex, cases }) => {
            (claim, evidence, Some((text, latex, cases)))
        }
        None => {
            let why = if saying.goes_on() { Wordless::TooLong } else { Wordless::Stopped };
            search.notes.push(format!("{why}: the pattern itself is proved"));
            wordless = Some(why);
            let (claim, evidence) = unsaid(subject, pattern, task)?;
            (claim, evidence, None)
        }
    };
    let certificate = Certificate {
        claim: claim.text.clone(),
        games: claim.games.clone(),
        evidence: Evidence::Board(evidence),
    };
    let known = match accept(certificate.clone(), &task.part(task.limits().steps)) {
        Ok(accepted) => Known::Proved(Box::new(accepted)),
        Err(rejection) if rejection.stopped.is_some() => {
            Known::Unchecked { certificate: Box::new(certificate), why: rejection.to_string() }
        }
        Err(rejection) => {
            return Err(format!(
                "a proof was found, but the checker does not accept it: {rejection}"
            ));
        }
    };
    let mut discovery = Discovery::undecided(String::new(), std::mem::take(&mut search.notes));
    discovery.known = known;
    // What is said of a single position, for the certificate's sake, is not worth a file.
    discovery.claim = wordless.is_none().then(|| claim.text.clone());
    discovery.wordless = wordless;
    discovery.states = states;
    if let Pattern::Boxed(outcomes) = pattern {
        discovery.repeats = Some(outcomes.table.shape.clone());
    }
    discovery.by = Some(by);
    if let Some((text, latex, cases)) = words {
        (discovery.formula, discovery.latex) = (Some(text), Some(latex));
        discovery.cases = Some(cases);
    }
    Ok(discovery)
}

/// A description with the claim that says it.
pub struct Said {
    /// The condition, or the value, in the language of claims.
    pub text: String,
    /// The same for a paper.
    pub latex: String,
    /// Its cases.
    pub cases: usize,
    /// The claim.
    pub claim: Claim,
    /// What a checker needs.
    pub evidence: BoardEvidence,
}

/// A claim about a pattern that no formula says: something that is true of one position, to see which the checker proves the
/// pattern of the certificate right for all positions.
fn unsaid(
    subject: &Subject,
    pattern: &Pattern,
    task: &Task,
) -> Result<(Claim, BoardEvidence), String> {
    let names = subject.names();
    let first: Vec<u64> = vec![1; names.len()];
    let outcome = if pattern.is_lost(&first) { "P" } else { "N" };
    let equal = names.iter().zip(subject.numbers(&first)).map(|(name, n)| format!("{name} = {n}"));
    let one = format!("{outcome} if {}", equal.collect::<Vec<_>>().join(" and "));
    let unread = "the automaton does not read all numbers";
    let (said, set) = match pattern {
        Pattern::Boxed(_) => {
            let claim = subject.claim(&one)?;
            let on = on_board(&claim).ok_or("a claim about a board")?;
            return match compare(subject, on, pattern, task)? {
                Compared::Same(evidence) => Ok((claim, *evidence)),
                Compared::Differ(_) => Err("outcomes do not repeat as they were found to".into()),
            };
        }
        Pattern::Lost(set) => {
            let said = match subject.board {
                Board::Piles(_) => format!("P iff P({})", names.join(", ")),
                _ => one,
            };
            (said, position_set(subject.board, SetOf::Lost, set).ok_or(unread)?)
        }
        Pattern::NimValues(set) => {
            (one, position_set(subject.board, SetOf::NimValues, set).ok_or(unread)?)
        }
    };
    Ok((subject.claim(&said)?, BoardEvidence::Automaton(set)))
}

/// Cases of a guess, and of one that is known to be wrong somewhere: a long one is no pattern.
const GUESSED_CASES: usize = 12;
const WRONG_CASES: usize = 4;
/// Samples that a guess is fitted to, and positions that it is compared with.
const GUESSED_FROM: usize = 1500;
const COMPARED: usize = 300_000;

/// The best that can be said where nothing was proved.
fn guessed(subject: &Subject, wish: Wish, search: Search, task: &Task) -> Discovery {
    let why = match task.glance() {
        Err(stop) => stop.to_string(),
        Ok(()) => search.why.clone().unwrap_or_else(|| "no pattern was found".into()),
    };
    let mut discovery = Discovery::undecided(why, search.notes);
    if let Some(guess) = search.guess {
        discovery.states = Some(guess.set.states());
        discovery.holds_to = Some(guess.agrees_to);
        discovery.fails_at = guess.fails_at;
    }
    if wish == Wish::NimValues || !task.goes_on() {
        return discovery;
    }
    if let Some(guess) = formula(subject, task)
        && discovery.reach() <= guess.reach()
        && (guess.fails_at.is_none() || guess.formula.parts() <= WRONG_CASES)
    {
        let names = subject.names();
        discovery.formula = Some(guess.formula.text(&names));
        discovery.latex = Some(guess.formula.latex(&names));
        discovery.cases = Some(guess.formula.parts());
        (discovery.states, discovery.holds_to) = (None, Some(guess.holds_to));
        discovery.fails_at = guess.fails_at;
    }
    discovery.parts = parts(subject, task);
    discovery
}

impl Discovery {
    /// How far its guess is right, in tokens.
    fn reach(&self) -> (bool, u64) {
        match &self.fails_at {
            Some(at) => (false, at.iter().map(|&n| u64::from(n)).sum()),
            None => (self.states.is_some(), self.holds_to.unwrap_or(0).into()),
        }
    }
}

/// A formula that was fitted to small positions.
struct Fitted {
    formula: Formula,
    fails_at: Option<Vec<u32>>,
    holds_to: u32,
}

impl Fitted {
    fn reach(&self) -> (bool, u64) {
        match &self.fails_at {
            Some(at) => (false, at.iter().map(|&n| u64::from(n)).sum()),
            None => (true, self.holds_to.into()),
        }
    }
}

/// A formula for small positions, and how far it is right.
fn formula(subject: &Subject, task: &Task) -> Option<Fitted> {
    let part = task.part(task.limits().steps);
    let sizes = sizes(subject.board, Wanted::Outcomes);
    let mut table = sizes
        .iter()
        .rev()
        .skip(1)
        .chain(sizes.first())
        .find_map(|&most| Table::new(subject, most, Wanted::Outcomes, &part))?;
    let most = table.most;
    let samples =
        Samples::known(subject, tuples(subject, most, GUESSED_FROM), |x| table.is_lost(x));
    let numeration = sprague_automata::Numeration::Binary;
    let formula = Level::ALL[..2].iter().find_map(|&level| {
        let words = literals(subject.board, numeration, level);
        fitted(&words, &samples, Form::Cases, GUESSED_CASES, &Cell::new(0), task)
    })?;
    let mut compared = 0;
    for tuple in tuples(subject, most, COMPARED) {
        if !subject.speaks_of(&tuple) {
            continue;
        }
        let Some(lost) = table.is_lost(&tuple) else { continue };
        if formula.holds(&subject.numbers(&tuple)) != lost {
            let fails_at = find::position(subject.board, &tuple);
            return Some(Fitted { formula, fails_at, holds_to: compared });
        }
        let largest = *subject.numbers(&tuple).iter().max().unwrap_or(&0);
        compared = compared.max(largest as u32);
    }
    Some(Fitted { formula, fails_at: None, holds_to: compared })
}

/// Rows that are looked at, and how many places of one.
const ROWS: u64 = 8;
const ROW: u64 = 200;

/// What is known of parts: fewer piles, and rows in which all piles but the largest are fixed.
fn parts(subject: &Subject, task: &Task) -> Vec<Part> {
    let mut parts = Vec::new();
    let Board::Piles(count) = subject.board else { return parts };
    for fewer in 1..count {
        if !task.goes_on() {
            return parts;
        }
        let smaller = subject.on(Board::Piles(fewer));
        let part = task.part(task.limits().steps / 8);
        let mut search = find::outcomes(&smaller, &part);
        let Some(pattern) = search.pattern.take() else { continue };
        if let Ok(found) = settled(&smaller, &pattern, &mut search, &part)
            && let (Some(_), Some(formula)) = (found.accepted(), found.formula.clone())
        {
            parts.push(Part { part: smaller.words(), verdict: "proved", formula });
        }
    }
    if count == 2
        && let Some(mut table) = Table::new(subject, ROW as u32 + 60, Wanted::Outcomes, task)
    {
        for smallest in 1..=ROWS {
            let row: Vec<bool> =
                (0..ROW).map_while(|more| table.is_lost(&[smallest, more])).collect();
            if let Some(formula) = row_in_words(smallest, &row) {
                let part = format!("a = {smallest}, up to b = {}", smallest + row.len() as u64 - 1);
                parts.push(Part { part, verdict: "evidence", formula });
            }
        }
    }
    parts
}

/// The P-positions of a row with a fixed smallest pile, if there are few or they repeat soon.
fn row_in_words(smallest: u64, row: &[bool]) -> Option<String> {
    let lost: Vec<u64> =
        (0..).zip(row).filter(|(_, lost)| **lost).map(|(more, _)| smallest + more).collect();
    let listed = |lost: &[u64]| lost.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let half = row.len() / 2;
    let (start, period) = (1..=24usize).find_map(|period| {
        let repeats = |start: usize| (start..row.len() - period).all(|i| row[i] == row[i + period]);
        (0..half).find(|&start| repeats(start)).map(|start| (start, period))
    })?;
    let early: Vec<u64> = lost.iter().copied().filter(|&b| b < smallest + start as u64).collect();
    let late: Vec<u64> = (start..start + period)
        .filter(|&i| row[i])
        .map(|i| (smallest + i as u64) % period as u64)
        .collect();
    let from = smallest + start as u64;
    let mut words = Vec::new();
    if !early.is_empty() {
        words.push(format!("b in {{{}}}", listed(&early)));
    }
    match (&late[..], period) {
        ([], _) if words.is_empty() => words.push("never".into()),
        ([], _) => {}
        (_, 1) => words.push(format!("b >= {from}")),
        ([one], _) => words.push(format!("b >= {from} and b mod {period} = {one}")),
        (many, _) => words.push(format!("b >= {from} and b mod {period} in {{{}}}", listed(many))),
    }
    Some(format!("P iff {}", words.join(" or ")))
}
