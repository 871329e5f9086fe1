//! Proofs must notice: every constant of every proved claim is changed, one at a time, and the mutant is judged.
//!
//! A mutant that is refuted must be wrong at its witness by the plain recursion. Anything else must agree with
//! that recursion on a box; above all what is called proved.

use std::collections::HashMap;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sprague_claim::any::{features, features_of};
use sprague_claim::board::Board;
use sprague_claim::check::readings;
use sprague_claim::condition::{Condition, value_of};
use sprague_claim::text::{Meaning, Subject};
use sprague_claim::{Claim, Expected, Limits, Statement, Verdict, judge, parse_claims};
use sprague_rules::{Options, Outcome, Player, Ruleset};
use sprague_sequence::notation::parse_notation;
use sprague_sequence::{Sequence, Terms};
use sprague_solve::{Budget, Reference, Watch};

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
struct Truth<'r> {
    reference: Reference<'r>,
    outcomes: HashMap<Vec<u32>, Outcome>,
}

impl Truth<'_> {
    fn outcome(&mut self, position: &[u32]) -> Outcome {
        if let Some(&known) = self.outcomes.get(position) {
            return known;
        }
        let outcome = self.reference.outcome(position);
        self.outcomes.insert(position.to_vec(), outcome);
        outcome
    }

    /// Does the condition hold at these numbers? It may speak of outcomes.
    fn holds(&mut self, condition: &Condition, numbers: &[i64]) -> bool {
        let mut is_lost =
            |position: &[u32]| Ok::<_, Infallible>(self.outcome(position) == Outcome::P);
        let Ok(condition) = condition.resolved(numbers, &mut is_lost);
        condition.holds(numbers)
    }
}

/// Is the claim wrong at these numbers, which stand for this position?
fn wrong(claim: &Claim, numbers: &[i64], position: &[u32], truth: &mut Truth) -> bool {
    if !truth.holds(&claim.suppose, numbers) {
        return false;
    }
    match &claim.statement {
        Statement::Exactly(Meaning::P(condition)) => {
            truth.holds(condition, numbers) != (truth.outcome(position) == Outcome::P)
        }
        Statement::Exactly(Meaning::NimValue(number)) => {
            number.value(numbers) != i64::from(truth.reference.nim_value(position))
        }
        Statement::If { outcome, condition } => {
            truth.holds(condition, numbers) && truth.outcome(position) != *outcome
        }
        Statement::Strategy { from, to } => {
            from.holds(numbers) && {
                let options = Options::new(&claim.ruleset).list(position, Player::Left);
                !options.iter().any(|option| {
                    let mut numbers = after(claim, option, numbers.len()).into_iter();
                    numbers.any(|numbers| to.holds(&numbers)) && truth.outcome(option) == Outcome::P
                })
            }
        }
        Statement::Adding(piles) => {
            let mut more = [position, piles].concat();
            more.sort_unstable();
            truth.outcome(position) != truth.outcome(&more)
        }
        _ => false,
    }
}

/// The numbers that a claim names at a position, none if it does not speak of it, several where piles may be counted or
/// not.
fn named(claim: &Claim, position: &[u32]) -> Vec<Vec<i64>> {
    let (board, names) = match &claim.subject {
        Subject::Any { .. } => return features_of(claim, position).into_iter().collect(),
        Subject::Board { board, names } => (*board, names),
        _ => return Vec::new(),
    };
    match board {
        Board::Mixed { .. } => readings(claim, position),
        Board::Piles(count) if position.len() == count => {
            vec![position.iter().map(|&n| n.into()).collect()]
        }
        Board::Piles(_) => Vec::new(),
        Board::Counts(most) => {
            let largest = position.last().map_or(0, |&n| n as usize);
            match claim.boards(names.len()).contains(&largest) {
                true => vec![counts(position, most)],
                false => Vec::new(),
            }
        }
    }
}

fn counts(position: &[u32], most: usize) -> Vec<i64> {
    let count = |size: u32| position.iter().filter(|&&n| n == size).count() as i64;
    (1..=most as u32).map(count).collect()
}

/// The numbers that a condition on options looks at; piles that are gone count as 0.
fn after(claim: &Claim, option: &[u32], numbers: usize) -> Vec<Vec<i64>> {
    match &claim.subject {
        Subject::Any { .. } => vec![features(option)],
        Subject::Board { board: Board::Counts(most), .. } => vec![counts(option, *most)],
        Subject::Board { board: Board::Mixed { .. }, .. } => readings(claim, option),
        _ => {
            let gone = std::iter::repeat_n(0, numbers - option.len());
            vec![gone.chain(option.iter().map(|&n| i64::from(n))).collect()]
        }
    }
}

/// All positions of a box that the claim may speak of.
fn positions(claim: &Claim) -> Vec<Vec<u32>> {
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
    let board = match &claim.subject {
        Subject::Board { board, .. } => *board,
        Subject::Any { .. } => return (1..=5).flat_map(|count| ascending(count, 6)).collect(),
        _ => return Vec::new(),
    };
    match board {
        Board::Mixed { piles, .. } => {
            (1..=piles + 3).flat_map(|count| ascending(count, 4)).collect()
        }
        Board::Piles(count) => {
            ascending(count, [0, 60, 26, 16, 9, 7, 6].get(count).copied().unwrap_or(3))
        }
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
    // Statements about families of sets have their twin in `outcomes.rs`, formulas and claims for many games in
    // `formulas.rs`.
    let elsewhere = matches!(
        claim.statement,
        Statement::Outcomes(_) | Statement::Values(_) | Statement::Formula(_)
    );
    if claim.cases.is_some() || elsewhere {
        return Vec::new();
    }
    let reference = Reference::new(&claim.ruleset);
    let mut truth = Truth { reference, outcomes: HashMap::new() };
    let boxed = positions(&claim);
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
    let limits = Limits {
        states: 20_000,
        memory: 256 << 20,
        time: Duration::from_millis(700),
        positions: 2_000,
    };
    let verdict = judge(mutant, &limits).verdict;
    if let Verdict::Refuted { witness, .. } = &verdict {
        let witness = witness.piles();
        let readings = named(mutant, witness);
        let shown = match (&mutant.statement, readings.is_empty()) {
            // Two positions are compared; see what is checked of all others.
            (Statement::Depends(_), _) => true,
            (_, false) => readings.iter().any(|numbers| wrong(mutant, numbers, witness, truth)),
            (_, true) => sequence_differs(mutant, witness, truth),
        };
        assert!(shown, "{about}: refuted at {witness:?}");
    } else if verdict.kind() != Expected::Undecided {
        let mut seen: HashMap<Vec<i64>, Outcome> = HashMap::new();
        for position in boxed {
            for numbers in named(mutant, position) {
                let wrong = match &mutant.statement {
                    Statement::Depends(_) if !mutant.suppose.holds(&numbers) => false,
                    Statement::Depends(on) => {
                        let key = on.iter().map(|number| value_of(number, &numbers)).collect();
                        let outcome = truth.outcome(position);
                        *seen.entry(key).or_insert(outcome) != outcome
                    }
                    _ => wrong(mutant, &numbers, position, truth),
                };
                assert!(!wrong, "{about}: {verdict:?}, but not so at {position:?}");
            }
        }
    }
    verdict.kind()
}

/// Is the sequence that is claimed wrong at this heap? Statements about runs are not looked at again.
fn sequence_differs(claim: &Claim, witness: &[u32], truth: &mut Truth) -> bool {
    let Statement::Sequence(notation) = &claim.statement else { return true };
    let heap = witness[0];
    if claim.ruleset.has_nim_values() {
        let notation = parse_notation::<u32>(notation).unwrap();
        notation.term(heap as usize - 1) != Some(heap_value(&claim.ruleset, heap))
    } else {
        let notation = parse_notation::<Outcome>(notation).unwrap();
        let position: Vec<u32> = witness.iter().copied().filter(|&n| n > 0).collect();
        notation.term(heap as usize) != Some(truth.outcome(&position))
    }
}

/// The nim-value of one heap: the least number that is not the nim-sum of the heaps of an option. Heaps with too many
/// options for that are left to the library.
fn heap_value(ruleset: &Ruleset, heap: u32) -> u32 {
    if heap > 24 {
        let (budget, watch) = (Budget::default(), Watch::new(None));
        let sequence = Sequence::compute(ruleset, heap, &budget, &watch).unwrap();
        let Terms::NimValues(values) = sequence.terms else { panic!("there are nim-values") };
        return values[heap as usize];
    }
    let options = Options::new(ruleset);
    let mut values: Vec<u32> = vec![0];
    for n in 1..=heap {
        let list = options.list(&[n], Player::Left);
        let sum = |option: &Vec<u32>| option.iter().fold(0, |sum, &n| sum ^ values[n as usize]);
        let reached: Vec<u32> = list.iter().map(sum).collect();
        values.push((0..).find(|value| !reached.contains(value)).unwrap());
    }
    values[heap as usize]
}
