//! Proofs must notice: every constant of every proved claim is changed, one at a time, and the mutant is judged.
//!
//! A mutant that is refuted must be wrong at its witness by the plain recursion. Anything else must agree with
//! that recursion on a box; above all what is called proved.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sprague_claim::claim::{About, Meaning, OfHeap, OnBoard, OnPiles, Says};
use sprague_claim::condition::value_of;
use sprague_claim::{Board, Claim, Condition, Expected, Sight, parse_claims};
use sprague_prove::{Limits, Task, Verdict, judge};
use sprague_rules::{Options, Outcome, Player, Ruleset};
use sprague_solve::Reference;

/// The files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    found.sort();
    found
}

/// The texts of single claims that are expected to be proved.
fn proved() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../claims");
    let mut texts = Vec::new();
    for file in files(&folder) {
        let text = std::fs::read_to_string(&file).unwrap();
        for piece in text.split("claim \"").skip(1) {
            let piece = format!("claim \"{piece}");
            if piece.contains("expect proved") && !piece.contains("\n  deep\n") {
                texts.push(piece);
            }
        }
    }
    assert!(texts.len() >= 12);
    texts
}

/// The clauses whose constants are changed.
const CHANGED: [&str; 10] = [
    "suppose",
    "given",
    "P",
    "N",
    "nim-value",
    "sequence",
    "strategy",
    "adding",
    "outcome",
    "runs",
];
/// The clauses that stay as they are.
const KEPT: [&str; 8] = ["claim", "from", "note", "game", "piles", "counts", "family", "expect"];

/// The texts with one constant changed, each with what was changed.
fn mutants(text: &str) -> Vec<(String, String)> {
    let mut mutants = Vec::new();
    let (mut inside, mut at) = (false, 0);
    for line in text.split_inclusive('\n') {
        let word = line.split_whitespace().next().unwrap_or("");
        if CHANGED.contains(&word) {
            inside = true;
        } else if KEPT.contains(&word)
            || ["facts", "whenever", "check", "finding", "deep"].contains(&word)
        {
            inside = false;
        }
        for (start, end) in numbers(line).into_iter().filter(|_| inside) {
            let number: u64 = line[start..end].parse().unwrap();
            let others = [Some(number + 1), number.checked_sub(1)];
            for other in others.into_iter().flatten() {
                let mutant = format!("{}{other}{}", &text[..at + start], &text[at + end..]);
                let change = format!("{number} to {other} in column {start} of {}", line.trim());
                mutants.push((mutant, change));
            }
        }
        at += line.len();
    }
    mutants
}

/// Where the constants of a line stand; the digits of a name such as `a1` are none, those of `e2` are.
fn numbers(line: &str) -> Vec<(usize, usize)> {
    let bytes = line.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let length = bytes[at..].iter().take_while(|b| b.is_ascii_digit()).count();
        let in_name = |before: usize| {
            let letter = bytes[before].is_ascii_alphanumeric() || bytes[before] == b'_';
            let parity = matches!(bytes[before], b'e' | b'o')
                && (before == 0 || !bytes[before - 1].is_ascii_alphanumeric());
            letter && !parity
        };
        if length > 0 && !(at > 0 && in_name(at - 1)) {
            found.push((at, at + length));
        }
        at += length.max(1);
    }
    found
}

/// What the plain recursion knows of a ruleset, kept from mutant to mutant.
struct Truth {
    reference: Reference,
    outcomes: HashMap<Vec<u32>, Outcome>,
}

impl Truth {
    fn outcome(&mut self, position: &[u32]) -> Outcome {
        if let Some(&known) = self.outcomes.get(position) {
            return known;
        }
        let outcome = self.reference.outcome(position);
        self.outcomes.insert(position.to_vec(), outcome);
        outcome
    }

    /// Does the condition hold for what is seen? It may speak of outcomes.
    fn holds(&mut self, condition: &Condition, sight: Sight) -> bool {
        let mut is_lost = |position: &[u32]| {
            Ok::<_, std::convert::Infallible>(self.outcome(position) == Outcome::P)
        };
        let Ok(condition) = condition.resolved(sight, &mut is_lost);
        condition.holds(sight)
    }
}

/// What a claim about positions says, and how it names their numbers.
#[derive(Clone, Copy)]
enum Said<'c> {
    Board(&'c OnBoard),
    Piles(&'c OnPiles),
}

impl<'c> Said<'c> {
    fn of(claim: &'c Claim) -> Option<Said<'c>> {
        match &claim.about {
            About::Board(on) => Some(Said::Board(on)),
            About::Piles(on) => Some(Said::Piles(on)),
            _ => None,
        }
    }

    fn parts(self) -> (&'c Ruleset, &'c Condition, &'c Says) {
        match self {
            Said::Board(on) => (&on.ruleset, &on.suppose, &on.says),
            Said::Piles(on) => (&on.ruleset, &on.suppose, &on.says),
        }
    }

    /// The numbers that are named at a position: none if the claim does not speak of it, several where piles may be
    /// counted or not.
    fn named(self, position: &[u32]) -> Vec<Vec<i64>> {
        match self {
            Said::Board(on) => on.readings(position),
            Said::Piles(on) if on.is_about(position.len()) => {
                vec![OnPiles::numbers(position).to_vec()]
            }
            Said::Piles(_) => Vec::new(),
        }
    }

    fn is_target(self, option: &[u32], to: &Condition) -> bool {
        match self {
            Said::Board(on) => on.is_target(option, to),
            Said::Piles(on) => on.is_target(option, to),
        }
    }

    /// Is the claim wrong at these numbers, which stand for this position?
    fn is_wrong(self, numbers: &[i64], position: &[u32], truth: &mut Truth) -> bool {
        let (ruleset, suppose, says) = self.parts();
        let sight = Sight { numbers, piles: position };
        if !truth.holds(suppose, sight) {
            return false;
        }
        match says {
            Says::Exactly(Meaning::P(condition)) => {
                truth.holds(condition, sight) != (truth.outcome(position) == Outcome::P)
            }
            Says::Exactly(Meaning::NimValue(number)) => {
                number.value(sight) != i64::from(truth.reference.nim_value(position))
            }
            Says::If { outcome, condition } => {
                truth.holds(condition, sight) && truth.outcome(position) != *outcome
            }
            Says::Strategy { from, to } => {
                let options = Options::new(ruleset).list(position, Player::Left);
                let mut wins = |option: &Vec<u32>| {
                    self.is_target(option, to) && truth.outcome(option) == Outcome::P
                };
                from.holds(sight) && !options.iter().any(&mut wins)
            }
            Says::Adding(piles) => {
                let mut more = [position, piles].concat();
                more.sort_unstable();
                truth.outcome(position) != truth.outcome(&more)
            }
            Says::Depends(_) | Says::SameAs { .. } => false,
        }
    }
}

/// All positions of a box that the claim may speak of.
fn positions(said: Said) -> Vec<Vec<u32>> {
    let ascending = |count: usize, most: u32| {
        let mut all: Vec<Vec<u32>> = vec![Vec::new()];
        for _ in 0..count {
            let longer = |head: Vec<u32>| {
                (head.last().copied().unwrap_or(1)..=most)
                    .map(move |n| [head.clone(), vec![n]].concat())
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all
    };
    let board = match said {
        Said::Board(on) => on.board,
        Said::Piles(_) => return (1..=5).flat_map(|count| ascending(count, 6)).collect(),
    };
    match board {
        Board::Mixed { piles, .. } => {
            (1..=piles + 3).flat_map(|count| ascending(count, 4)).collect()
        }
        Board::Piles(count) => {
            ascending(count, [0, 60, 26, 16, 9, 7, 6].get(count).copied().unwrap_or(3))
        }
        Board::Row(places) => (0..places).fold(vec![vec![]], |all, _| {
            all.iter().flat_map(|row| (0..=9).map(move |n| [&row[..], &[n]].concat())).collect()
        }),
        Board::Counts(size) => {
            let most = [0, 30, 12, 7, 4, 3].get(size).copied().unwrap_or(2);
            (1..=size * most)
                .flat_map(|count| ascending(count, size as u32))
                .filter(|position| {
                    (1..=size as u32).all(|s| position.iter().filter(|&&n| n == s).count() <= most)
                })
                .collect()
        }
    }
}

/// Mutants of one claim that are judged in every run; more than these are spread over its text.
const FEW: usize = 3;

#[test]
fn changed_constants_are_noticed() {
    judge_mutants(FEW);
}

#[test]
#[ignore = "takes some minutes"]
fn every_changed_constant_is_noticed() {
    judge_mutants(usize::MAX);
}

fn judge_mutants(most: usize) {
    let texts = proved();
    let next = AtomicUsize::new(0);
    let counts = [const { AtomicUsize::new(0) }; Expected::ALL.len()];
    let work = || {
        while let Some(text) = texts.get(next.fetch_add(1, Ordering::Relaxed)) {
            for kind in judge_mutants_of(text, most) {
                counts[kind as usize].fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        (0..threads).for_each(|_| drop(scope.spawn(work)));
    });
    let count = |kind: Expected| counts[kind as usize].load(Ordering::Relaxed);
    let (refuted, equivalent) = (count(Expected::Refuted), count(Expected::Proved));
    let open = count(Expected::Holds) + count(Expected::Undecided);
    println!("{refuted} refuted, {equivalent} equivalent, {open} open");
    assert!(refuted >= 200 && refuted > equivalent + open, "{refuted}, {equivalent}, {open}");
}

/// The kinds of verdicts on some mutants of a claim.
fn judge_mutants_of(text: &str, most: usize) -> Vec<Expected> {
    let claim = parse_claims("claim", text).unwrap().remove(0);
    assert_eq!(claim.expected, Some(Expected::Proved));
    // Claims about one heap have their twins in `sequences.rs` and `formulas.rs`, others in files of their names.
    let sequence = matches!(&claim.about, About::Heap(on) if on.cases.is_none()
        && matches!(on.says, OfHeap::Sequence(_)));
    if Said::of(&claim).is_none() && !sequence {
        return Vec::new();
    }
    let reference = Reference::new(claim.ruleset());
    let mut truth = Truth { reference, outcomes: HashMap::new() };
    let boxed = Said::of(&claim).map_or(Vec::new(), positions);
    let all = mutants(text);
    let chosen = (0..all.len().min(most)).map(|i| &all[i * all.len() / all.len().min(most)]);
    let mut kinds = Vec::new();
    for (mutant, change) in chosen {
        // Some mutants are no claims, such as one with a range that goes down.
        let Ok(mut parsed) = parse_claims("mutant", mutant) else { continue };
        let mutant = parsed.remove(0);
        kinds.push(judged(&mutant, &format!("{}: {change}", claim.name), &boxed, &mut truth));
    }
    kinds
}

/// The kind of the verdict on a mutant, once it is seen to be right.
fn judged(mutant: &Claim, about: &str, boxed: &[Vec<u32>], truth: &mut Truth) -> Expected {
    let task = Task::new(Limits {
        states: 20_000,
        bytes: 256 << 20,
        steps: 3_000_000,
        time: Duration::from_secs(60),
        positions: 2_000,
        ..Limits::default()
    });
    let verdict = judge(mutant, &task).verdict;
    // Every counterexample has a certificate: accepted, or too long for the few steps that are allowed here.
    if let Verdict::Refuted { accepted, certificate, .. } = &verdict {
        assert!(accepted.is_some() || certificate.is_some(), "{about}: {verdict:?}");
    }
    let Some(said) = Said::of(mutant) else {
        assert!(!matches!(verdict, Verdict::Unchecked { .. }), "{about}: {verdict:?}");
        return verdict.kind();
    };
    let (_, suppose, says) = said.parts();
    if let Verdict::Refuted { witness, .. } = &verdict {
        let witness = witness.piles();
        let mut readings = said.named(witness).into_iter();
        // Two positions are compared; see what is checked of all others. What is given lies on smaller boards.
        let elsewhere = matches!(says, Says::Depends(_)) || readings.len() == 0;
        let shown = elsewhere || readings.any(|numbers| said.is_wrong(&numbers, witness, truth));
        let given = matches!(said, Said::Board(on) if !on.given.is_empty());
        assert!(shown || given, "{about}: refuted at {witness:?}");
    } else if verdict.kind() != Expected::Undecided {
        let mut seen: HashMap<Vec<i64>, Outcome> = HashMap::new();
        for position in boxed {
            for numbers in said.named(position) {
                let sight = Sight { numbers: &numbers, piles: position };
                let wrong = match says {
                    Says::Depends(_) if !truth.holds(suppose, sight) => false,
                    Says::Depends(on) => {
                        let key = on.iter().map(|number| value_of(number, sight)).collect();
                        let outcome = truth.outcome(position);
                        *seen.entry(key).or_insert(outcome) != outcome
                    }
                    _ => said.is_wrong(&numbers, position, truth),
                };
                assert!(!wrong, "{about}: {verdict:?}, but not so at {position:?}");
            }
        }
    }
    verdict.kind()
}
