//! Is a description exactly a pattern? What a claim says, decided for all positions against what is known of them, and some
//! positions where both differ.

use std::cell::Cell;

use sprague_arithmetic::{Coordinates, Scene, all, any};
use sprague_automata::{Dfa, Formula, Linear};
use sprague_certificate::{BoardEvidence, PeriodicBox, SetOf};
use sprague_claim::claim::{Meaning, OnBoard, Says};
use sprague_claim::condition::{Counted, SLOTS};
use sprague_claim::{Condition, Number};
use sprague_prove::position_set;
use sprague_prove::prove::Proof;
use sprague_rules::expr::{Comparison, Cond, Expr};
use sprague_task::Task;

use crate::find::Pattern;
use crate::partition::{Sentences, VALUE};
use crate::subject::Subject;

/// What came of comparing a description with a pattern.
pub enum Compared {
    /// They are the same: this is what a checker needs.
    Same(Box<BoardEvidence>),
    /// They differ at these tuples.
    Differ(Vec<Vec<u64>>),
}

/// Positions that are given where a description differs.
const SHOWN: usize = 40;

/// Compares what a claim about a board says with a pattern.
pub fn compare(
    subject: &Subject,
    on: &OnBoard,
    pattern: &Pattern,
    task: &Task,
) -> Result<Compared, String> {
    match (pattern, &on.says) {
        (Pattern::Boxed(outcomes), _) => {
            let mut log = Vec::new();
            match outcomes.compare(on, task, &mut log)? {
                Proof::Boxed { periodic, .. } => Ok(Compared::Same(boxed(periodic))),
                Proof::Broken { at, .. } => {
                    let tuple = subject.tuple(&at).ok_or("it fails at no position of the board")?;
                    Ok(Compared::Differ(vec![tuple]))
                }
                _ => Err("boxes do not decide it".into()),
            }
        }
        (Pattern::Lost(set), Says::Exactly(Meaning::P(condition))) => {
            let terms: Vec<Linear> = subject.board.variables().iter().map(Linear::var).collect();
            let same =
                Formula::relation("pattern", terms.clone()).iff(claimed(subject, condition)?);
            differences(subject, set, terms, same, SetOf::Lost, task)
        }
        (Pattern::NimValues(set), Says::Exactly(Meaning::NimValue(number))) => {
            let mut terms: Vec<Linear> =
                subject.board.variables().iter().map(Linear::var).collect();
            terms.push(Linear::var(VALUE));
            let same = Formula::relation("pattern", terms.clone()).iff(valued(subject, number)?);
            differences(subject, set, terms, same, SetOf::NimValues, task)
        }
        _ => Err("the claim says nothing of what is known".into()),
    }
}

fn boxed(periodic: PeriodicBox) -> Box<BoardEvidence> {
    Box::new(BoardEvidence::Box(periodic))
}

fn differences(
    subject: &Subject,
    set: &Dfa,
    terms: Vec<Linear>,
    same: Formula,
    of: SetOf,
    task: &Task,
) -> Result<Compared, String> {
    let board = subject.board;
    let mut sentences = Sentences::new(set, task);
    let variables = terms.iter().filter_map(|term| term.as_variable().cloned()).collect();
    sentences.define("pattern", variables, set.clone())?;
    let scope = match board {
        sprague_claim::Board::Counts(sizes) => board.at_most(sizes),
        board => board.exactly(board.numbers()),
    };
    let differ = sentences.compile(&all([scope, same.not()]))?;
    if differ.is_empty() {
        let set = position_set(board, of, set).ok_or("the automaton does not read all numbers")?;
        return Ok(Compared::Same(Box::new(BoardEvidence::Automaton(set))));
    }
    Ok(Compared::Differ(some_members(subject, &differ)))
}

/// Some members of a set, as tuples of the board: small ones, and not all alike.
fn some_members(subject: &Subject, set: &Dfa) -> Vec<Vec<u64>> {
    let mut members = Vec::new();
    for power in 2..40 {
        let bound = 1u128 << power;
        let count = set.count_below(bound);
        if count > 4000 && !members.is_empty() {
            break;
        }
        if count > 0 && (count <= 4000 || power <= 2) {
            members = set.members_below(bound);
            if members.len() >= SHOWN {
                break;
            }
        }
    }
    if members.is_empty() {
        members.extend(set.least());
    }
    let step = members.len().div_ceil(SHOWN).max(1);
    let numbers = subject.board.numbers();
    let tuple = |member: &Vec<u128>| {
        let mut tuple = vec![0u64; numbers];
        for (track, &n) in set.tracks().iter().zip(member) {
            if let Ok(place) = track.name()[1..].parse::<usize>() {
                tuple[place - 1] = n as u64;
            }
        }
        tuple
    };
    members.iter().step_by(step).map(tuple).collect()
}

/// The condition of a claim that names all numbers of a board, as a formula.
fn claimed(subject: &Subject, condition: &Condition) -> Result<Formula, String> {
    with_scene(subject, None, |scene| {
        let condition = match counted(subject) {
            Some(counted) => counted.condition(condition).ok_or("this is not said of counts")?,
            None => condition.clone(),
        };
        scene.claimed(&condition).map_err(|what| what.0)
    })
}

/// The nim-value is this number.
fn valued(subject: &Subject, number: &Number) -> Result<Formula, String> {
    let value = Expr::Slot(subject.board.numbers());
    Ok(match number {
        Number::Plain(expr) => {
            let equal = Cond::Compare(Comparison::Equal, value, expr.clone());
            with_scene(subject, Some(VALUE), |scene| scene.formula(&equal).map_err(|what| what.0))?
        }
        Number::NimSum(parts) => {
            let parts = [parts.clone(), vec![value]].concat();
            with_scene(subject, Some(VALUE), |scene| {
                scene.claimed(&Condition::NimSumZero(parts)).map_err(|what| what.0)
            })?
        }
        Number::PilesSum(_) => return Err("this is said of any number of piles".into()),
        Number::Either(condition, then, otherwise) => {
            let condition = claimed(subject, condition)?;
            any([
                all([condition.clone(), valued(subject, then)?]),
                all([condition.not(), valued(subject, otherwise)?]),
            ])
        }
    })
}

fn counted(subject: &Subject) -> Option<Counted> {
    let sizes = subject.board.counted();
    (sizes > 0).then(|| Counted { sizes, piles: subject.board.numbers() - sizes })
}

/// Says something with the numbers of the board in the first slots.
fn with_scene<T>(
    subject: &Subject,
    value: Option<&str>,
    say: impl FnOnce(&Scene) -> Result<T, String>,
) -> Result<T, String> {
    let named = subject.board.named(subject.board.numbers());
    let mut slots = named.clone();
    slots.extend(value.map(Linear::var));
    slots.resize(SLOTS, Linear::constant(0));
    let fresh = Cell::new(0);
    let before = if counted(subject).is_some() { &[][..] } else { &named[..] };
    say(&Scene { slots: &slots, before, chosen: &[], after: &[], fresh: &fresh })
}
