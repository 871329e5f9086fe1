//! Finding a pattern: compute a table, guess, prove, refine by the counterexample, look at a larger table.
//!
//! Coordinates come in the order in which they are likely to be right: outcomes that repeat in every coordinate (for moves
//! that change the numbers of a position by constants), binary automata, automata in Zeckendorf digits, and in other Ostrowski
//! digits where the table hints at them ([`hinted`]). What is returned as a
//! pattern has passed the prover; whether it is proved is for the checker to say.

use sprague_arithmetic::{Coordinates, steps};
use sprague_automata::{Dfa, Numeration};
use sprague_claim::Board;
use sprague_prove::automata_budget;
use sprague_prove::boxes::{self, Outcomes};
use sprague_solve::Wanted;
use sprague_task::{Task, held};

use crate::hint::hinted;
use crate::learn::{Learned, learn};
use crate::partition::{VALUE, wrong_outcome, wrong_value};
use crate::subject::{Subject, on_board};
use crate::table::{Table, scattered, sizes, tuples};

/// What is known of all positions of a board.
pub enum Pattern {
    /// The P-positions.
    Lost(Dfa),
    /// Positions with their nim-values, which are the last track.
    NimValues(Dfa),
    /// Outcomes that repeat.
    Boxed(Box<Outcomes>),
}

impl Pattern {
    /// States of the automaton.
    pub fn states(&self) -> Option<usize> {
        match self {
            Pattern::Lost(set) | Pattern::NimValues(set) => Some(set.states()),
            Pattern::Boxed(_) => None,
        }
    }

    /// Is the position of a tuple P?
    pub fn is_lost(&self, tuple: &[u64]) -> bool {
        match self {
            Pattern::Boxed(outcomes) => outcomes.table.value(tuple) == 1,
            Pattern::Lost(set) => contains(set, tuple, None),
            Pattern::NimValues(set) => contains(set, tuple, Some(0)),
        }
    }
}

/// Is a tuple, with a value, in a set over the variables of a board?
pub fn contains(set: &Dfa, tuple: &[u64], value: Option<u64>) -> bool {
    // Tracks are sorted by name; those of a board are x1, ..., x10, and v.
    let number = |name: &str| match name {
        VALUE => value.unwrap_or(0),
        name => name[1..].parse::<usize>().map_or(0, |place| tuple[place - 1]),
    };
    let numbers: Vec<u128> = set.tracks().iter().map(|track| number(track.name()).into()).collect();
    set.contains(&numbers)
}

/// A guess that is wrong, or could not be proved.
#[derive(Clone)]
pub struct Guess {
    /// The set that was guessed.
    pub set: Dfa,
    /// The first position about which it is wrong, if one was found.
    pub fails_at: Option<Vec<u32>>,
    /// The largest pile, or count, of the table that it agrees with.
    pub agrees_to: u32,
}

/// What came of a search.
#[derive(Default)]
pub struct Search {
    /// The pattern, if the prover is satisfied.
    pub pattern: Option<Pattern>,
    /// The guess that is right furthest, if there is none.
    pub guess: Option<Guess>,
    /// What was done, in words.
    pub notes: Vec<String>,
    /// Why there is no pattern.
    pub why: Option<String>,
}

/// Points of a box that is worth a search, where automata may do, and where there are too many numbers for them.
const QUICK_POINTS: usize = 1 << 16;
const MANY_POINTS: usize = 1 << 22;
/// Numbers of a position from which on automata are likely to be too large.
const MANY_NUMBERS: usize = 6;
/// Numbers of a position up to which digits other than binary ones are tried.
const FEW_NUMBERS: usize = 3;
/// States of a guess.
const STATES: usize = 1000;
/// How often a guess is refined before a larger table is looked at, and where there is none.
const REFINED: usize = 8;
const LAST_REFINED: usize = 60;
/// Samples that a guess is compared with: small ones, and some that are scattered over a table that has more.
const SAMPLES: usize = 60_000;
const SCATTERED: usize = 120_000;
/// Samples that there must be for each state of a guess that is told.
const SAMPLES_EACH: usize = 8;
/// The part of all steps that one numeration may take.
const PART: u64 = 3;

/// Looks for the pattern of the P-positions.
pub fn outcomes(subject: &Subject, task: &Task) -> Search {
    let mut search = Search::default();
    let constant = steps(&subject.ruleset, subject.board).is_ok();
    let many = subject.board.numbers() >= MANY_NUMBERS;
    if constant {
        search.boxed(subject, if many { MANY_POINTS } else { QUICK_POINTS }, task);
    }
    // Each numeration has its own steps, so that what one of them spends does not change what the other finds.
    let mut numerations = vec![Numeration::Binary];
    if subject.board.numbers() <= FEW_NUMBERS {
        numerations.extend(hinted(subject, task).into_iter().map(Numeration::Ostrowski));
        numerations.push(Numeration::FIBONACCI);
    }
    let mut parts: Vec<(Numeration, Task)> = numerations
        .into_iter()
        .map(|numeration| (numeration, task.part(task.limits().steps / PART)))
        .collect();
    let sizes = sizes(subject.board, Wanted::Outcomes);
    for most in &sizes {
        let rounds = if Some(most) == sizes.last() { LAST_REFINED } else { REFINED };
        parts.retain(|(numeration, part)| {
            search.pattern.is_some()
                || !task.goes_on()
                || search.learned(subject, *numeration, *most, rounds, part)
        });
    }
    if search.pattern.is_none() && constant && !many && task.goes_on() {
        search.boxed(subject, MANY_POINTS, task);
    }
    search
}

/// Looks for the pattern of the nim-values.
pub fn nim_values(subject: &Subject, task: &Task) -> Search {
    let mut search = Search::default();
    if !subject.ruleset.has_nim_values() {
        search.why = Some("there are no nim-values in this kind of play".into());
        return search;
    }
    for numeration in [Numeration::Binary, Numeration::FIBONACCI] {
        if search.pattern.is_none() && task.goes_on() {
            search.learned_values(subject, numeration, task);
        }
    }
    search
}

impl Search {
    fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// Looks for outcomes that repeat in every coordinate.
    fn boxed(&mut self, subject: &Subject, points: usize, task: &Task) {
        let Ok(claim) = subject.claim("P iff never") else { return };
        let Some(on) = on_board(&claim) else { return };
        let part = task.part(task.limits().steps / PART);
        match boxes::find(on, points, &part) {
            Ok(outcomes) => {
                let shape = &outcomes.table.shape;
                let (thresholds, periods) = (&shape.thresholds, &shape.periods);
                self.note(format!("outcomes repeat: from {thresholds:?} on with {periods:?}"));
                self.pattern = Some(Pattern::Boxed(Box::new(outcomes)));
            }
            Err(why) => {
                self.note(why.clone());
                self.why = Some(why);
            }
        }
    }

    /// Learns an automaton from a table, and proves it. Is a larger table worth a look?
    fn learned(
        &mut self,
        subject: &Subject,
        numeration: Numeration,
        most: u32,
        rounds: usize,
        part: &Task,
    ) -> bool {
        let words = words(numeration);
        let Some(mut table) = Table::new(subject, most, Wanted::Outcomes, part) else {
            self.note(format!("a table up to {most} takes too many steps"));
            self.why.get_or_insert("a larger table takes too many steps".into());
            return false;
        };
        let mut samples = tuples(subject, most, SAMPLES);
        // Where these do not reach the end of the table, some that do.
        let far = |tuple: &Vec<u64>| match subject.board {
            Board::Piles(_) => tuple.iter().sum::<u64>(),
            _ => tuple.iter().copied().max().unwrap_or(0),
        };
        if samples.iter().map(far).max().is_some_and(|far| far < most.into()) {
            samples.extend(scattered(subject, most, SCATTERED));
        }
        for _ in 0..rounds {
            let goes_on = || goes_on(part);
            let numbers = subject.board.numbers();
            let mut oracle = |tuple: &[u64]| table.is_lost(tuple);
            let found = learn(numeration, numbers, &mut oracle, &samples, STATES, &goes_on);
            let Some(learned) = found else {
                self.note(format!("no {words} automaton fits a table up to {most}"));
                self.why = Some("no automaton fits the table".into());
                return true;
            };
            match self.tried(subject, numeration, &learned, (most, samples.len()), part) {
                Tried::Right(pattern) => {
                    self.pattern = Some(pattern);
                    return false;
                }
                Tried::Wrong { at, lost } => {
                    table.tell(at.clone(), lost);
                    samples.push(at);
                }
                Tried::Open => return true,
            }
        }
        true
    }

    /// Tries to prove what was learned.
    fn tried(
        &mut self,
        subject: &Subject,
        numeration: Numeration,
        learned: &Learned,
        (most, samples): (u32, usize),
        task: &Task,
    ) -> Tried {
        let variables = subject.board.variables();
        let set = match learned.set(numeration, variables, &automata_budget(task)) {
            Ok(set) => set,
            Err(blowup) => {
                self.note(blowup.to_string());
                return Tried::Open;
            }
        };
        let states = set.states();
        match wrong_outcome(&subject.ruleset, subject.board, &set, task) {
            Ok(None) => {
                self.note(format!("an automaton with {states} states is right for all positions"));
                Tried::Right(Pattern::Lost(set))
            }
            Ok(Some(at)) => {
                let position = position(subject.board, &at);
                let shown = position.as_deref().map(sprague_rules::write_position);
                let shown = shown.unwrap_or_else(|| "a huge position".into());
                self.note(format!("an automaton with {states} states is wrong about {shown}"));
                self.why = Some("what fits the table is wrong further out".into());
                let lost = !contains(&set, &at, None);
                self.keep(Guess { set, fails_at: position, agrees_to: most }, samples);
                Tried::Wrong { at, lost }
            }
            Err(why) => {
                self.note(format!("an automaton with {states} states: {why}"));
                self.why = Some(briefly(&why));
                self.keep(Guess { set, fails_at: None, agrees_to: most }, samples);
                Tried::Open
            }
        }
    }

    /// Keeps the guess that is right furthest; what is not known to be wrong comes first. What has nearly as many states as there are
    /// samples has learned them by heart.
    fn keep(&mut self, guess: Guess, samples: usize) {
        if guess.set.states() * SAMPLES_EACH > samples {
            return;
        }
        let reach = |guess: &Guess| match &guess.fails_at {
            None => (1, u64::from(guess.agrees_to)),
            Some(at) => (0, at.iter().map(|&n| u64::from(n)).sum()),
        };
        if self.guess.as_ref().is_none_or(|best| reach(&guess) > reach(best)) {
            self.guess = Some(guess);
        }
    }

    /// Learns a relation between positions and their nim-values, and proves it.
    fn learned_values(&mut self, subject: &Subject, numeration: Numeration, task: &Task) {
        let part = task.part(task.limits().steps / PART);
        for most in sizes(subject.board, Wanted::NimValues) {
            if !task.goes_on() {
                return;
            }
            let Some(mut table) = Table::new(subject, most, Wanted::NimValues, &part) else {
                self.why.get_or_insert("a larger table takes too many steps".into());
                return;
            };
            let mut samples = Vec::new();
            let all = tuples(subject, most, SAMPLES / 6);
            let many = all.len();
            for tuple in all {
                let Some(value) = table.nim_value(&tuple) else { continue };
                let value = u64::from(value);
                let near = [value, value + 1, value.wrapping_sub(1), 0, 1, value ^ 2];
                for other in near.into_iter().filter(|&other| other < 1 << 20) {
                    samples.push([tuple.clone(), vec![other]].concat());
                }
            }
            samples.dedup();
            let goes_on = || goes_on(&part);
            let mut oracle = |tuple: &[u64]| {
                let (value, tuple) = tuple.split_last()?;
                Some(u64::from(table.nim_value(tuple)?) == *value)
            };
            let tracks = subject.board.numbers() + 1;
            let found = learn(numeration, tracks, &mut oracle, &samples, STATES, &goes_on);
            let Some(learned) = found else {
                self.note(format!("no automaton fits the nim-values up to {most}"));
                self.why = Some("no automaton fits the nim-values of the table".into());
                continue;
            };
            let mut variables = subject.board.variables();
            variables.push(VALUE.into());
            let set = match learned.set(numeration, variables, &automata_budget(&part)) {
                Ok(set) => set,
                Err(_) => continue,
            };
            let states = set.states();
            match wrong_value(&subject.ruleset, subject.board, &set, &part) {
                Ok(None) => {
                    self.note(format!(
                        "an automaton with {states} states is right for all positions"
                    ));
                    self.pattern = Some(Pattern::NimValues(set));
                    return;
                }
                Ok(Some(at)) => {
                    let fails_at = position(subject.board, &at);
                    self.note(format!(
                        "an automaton with {states} states is wrong about {fails_at:?}"
                    ));
                    self.why = Some("what fits the table is wrong further out".into());
                    self.keep(Guess { set, fails_at, agrees_to: most }, many);
                }
                Err(why) => {
                    self.why = Some(briefly(&why));
                    self.keep(Guess { set, fails_at: None, agrees_to: most }, many);
                }
            }
        }
    }
}

/// Why something was not decided, without the formula that was too large: the notes have that.
fn briefly(why: &str) -> String {
    why.split_once(", in `").map_or(why, |(brief, _)| brief).to_string()
}

/// A numeration in words.
pub fn words(numeration: Numeration) -> String {
    match numeration {
        Numeration::Binary => "binary".into(),
        Numeration::FIBONACCI => "Zeckendorf".into(),
        Numeration::Ostrowski(quotient) => format!("Ostrowski-{quotient}"),
    }
}

/// Is there time, and not more held than the task allows?
fn goes_on(task: &Task) -> bool {
    task.goes_on() && held() <= task.limits().bytes
}

/// What came of a guess.
enum Tried {
    Right(Pattern),
    Wrong { at: Vec<u64>, lost: bool },
    Open,
}

/// The position of a tuple.
pub fn position(board: Board, tuple: &[u64]) -> Option<Vec<u32>> {
    let wide: Vec<u128> = tuple.iter().map(|&n| n.into()).collect();
    board.position(&wide)
}
