//! Automata as text for other tools: Graphviz, and Walnut's automaton files.
//!
//! So that a reader can draw a set, or check it with a prover that shares no code with this one.

use std::fmt::{self, Write};

use crate::budget::Budget;
use crate::dfa::Dfa;
use crate::letters::{Letters, most_tracks};
use crate::linear::Variable;
use crate::numeration::Numeration;

/// An automaton file that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The line that is not as it should be.
    pub line: usize,
    /// What should be there.
    pub what: &'static str,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: expected {}", self.line, self.what)
    }
}

impl std::error::Error for Malformed {}

impl Dfa {
    /// A directed graph for Graphviz. The dead state and the arrows into it are left out.
    pub fn to_dot(&self) -> String {
        let mut text = String::from("digraph {\n  rankdir=LR;\n  start [shape=none, label=\"");
        let names: Vec<&str> = self.tracks.iter().map(|v| v.name()).collect();
        let _ = writeln!(text, "({})\"];\n  start -> 0;", names.join(", "));
        let live = |state: u32| self.table.sink(state) != Some(false);
        for state in (0..self.states() as u32).filter(|&state| live(state) || state == 0) {
            let shape = if self.accepts_in(state) { "doublecircle" } else { "circle" };
            let _ = writeln!(text, "  {state} [shape={shape}];");
            // One arrow for all letters between two states.
            let row = self.table.row(state);
            let mut targets: Vec<u32> = row.to_vec();
            targets.sort_unstable();
            targets.dedup();
            for target in targets.into_iter().filter(|&target| live(target)) {
                let between = (0..row.len()).filter(|&letter| row[letter] == target);
                let letters: Vec<String> = between.map(|letter| self.letter(letter, "")).collect();
                let label = letters.join(", ");
                let _ = writeln!(text, "  {state} -> {target} [label=\"{label}\"];");
            }
        }
        text.push_str("}\n");
        text
    }

    /// An automaton file of the Walnut prover, least significant digit first, tracks in their
    /// order.
    pub fn to_walnut(&self) -> String {
        let system = system(self.numeration);
        if self.tracks.is_empty() {
            return format!("{}\n", !self.is_empty());
        }
        let mut text = vec![&system[..]; self.tracks.len()].join(" ");
        text.push('\n');
        for state in 0..self.states() as u32 {
            let _ = writeln!(text, "\n{state} {}", self.accepts_in(state) as u8);
            for (letter, target) in self.table.row(state).iter().enumerate() {
                let _ = writeln!(text, "{} -> {target}", self.letter(letter, " "));
            }
        }
        text
    }

    /// Reads what [`Dfa::to_walnut`] writes, with names for the tracks in the order of the digits.
    /// The automaton need not be minimal; its words are taken as they are accepted after
    /// sufficiently many zeros.
    pub fn from_walnut<V: Into<Variable>>(
        text: &str,
        tracks: impl IntoIterator<Item = V>,
        budget: &Budget,
    ) -> Result<Dfa, Malformed> {
        let tracks: Vec<Variable> = tracks.into_iter().map(Into::into).collect();
        let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
        let mut lines = lines.filter(|(_, line)| !line.is_empty());
        let wrong = |line: usize, what| Malformed { line, what };
        let (first, header) = lines.next().ok_or(wrong(1, "a header such as `lsd_2 lsd_2`"))?;
        let systems: Vec<&str> = header.split_whitespace().collect();
        let numeration = numeration(systems[0])
            .ok_or(wrong(first, "the system lsd_2, lsd_fib, or lsd_ost2 to lsd_ost7"))?;
        if tracks.len() > most_tracks(numeration) {
            return Err(wrong(first, "no more than ten tracks, in binary"));
        }
        if systems.len() != tracks.len() || systems.iter().any(|system| *system != systems[0]) {
            return Err(wrong(first, "the same system once for each track"));
        }
        let mut accepting: Vec<bool> = Vec::new();
        let mut next: Vec<Option<usize>> = Vec::new();
        let alphabet = Letters::new(numeration, tracks.len());
        let letters = alphabet.count();
        for (number, line) in lines {
            if let Some((digits, target)) = line.split_once("->") {
                let digit = |digit: &str| {
                    digit.parse().ok().filter(|&d: &u8| usize::from(d) < numeration.base())
                };
                let digits: Option<Vec<u8>> = digits.split_whitespace().map(digit).collect();
                let digits = digits.filter(|digits| digits.len() == tracks.len());
                let digits = digits.ok_or(wrong(number, "one digit for each track"))?;
                let letter = alphabet.letter(digits.into_iter());
                let target =
                    target.trim().parse().map_err(|_| wrong(number, "the number of a state"))?;
                let state = accepting.len().checked_sub(1);
                let state = state.ok_or(wrong(number, "a state before its transitions"))?;
                next[state * letters + letter] = Some(target);
            } else {
                let (state, output) =
                    line.split_once(' ').ok_or(wrong(number, "a state and its output"))?;
                if state.parse() != Ok(accepting.len()) {
                    return Err(wrong(number, "the states in order, from 0 on"));
                }
                accepting.push(output.trim() != "0");
                next.resize(accepting.len() * letters, None);
            }
        }
        if accepting.is_empty() || next.iter().flatten().any(|&target| target >= accepting.len()) {
            return Err(wrong(text.lines().count(), "every state that is led to"));
        }
        // Missing transitions lead nowhere.
        let step = |state: &Option<usize>, digits: &[u8]| {
            let letter = alphabet.letter(digits.iter().copied());
            state.and_then(|state| next[state * letters + letter])
        };
        let accepts = |state: &Option<usize>| state.is_some_and(|state| accepting[state]);
        Dfa::reading(numeration, tracks, Some(0), step, accepts, budget)
            .map_err(|_| wrong(first, "an automaton within the budget"))
    }

    fn letter(&self, letter: usize, between: &str) -> String {
        let digits = Letters::new(self.numeration, self.tracks.len()).digits(letter);
        digits.iter().map(u8::to_string).collect::<Vec<_>>().join(between)
    }
}

/// The name under which a numeration is known to Walnut. That of an Ostrowski system (of the continued fraction
/// `[0; t + 1, t, t, ...]`, as Walnut counts its quotients) is one that a reader has to define there.
fn system(numeration: Numeration) -> String {
    match numeration {
        Numeration::Binary => "lsd_2".into(),
        Numeration::FIBONACCI => "lsd_fib".into(),
        Numeration::Ostrowski(quotient) => format!("lsd_ost{quotient}"),
    }
}

fn numeration(system: &str) -> Option<Numeration> {
    let others = (1..=Numeration::LARGEST_QUOTIENT).map(Numeration::Ostrowski);
    let mut all = [Numeration::Binary].into_iter().chain(others);
    all.find(|numeration| self::system(*numeration) == system)
}
