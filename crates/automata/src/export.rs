//! Automata as text for other tools: Graphviz, and Walnut's automaton files.
//!
//! So that a reader can draw a set, or check it with a prover that shares no code with this one.

use std::fmt::Write;

use crate::dfa::Dfa;
use crate::numeration::Numeration;

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

    /// An automaton file of the Walnut prover, least significant digit first, tracks in their order.
    pub fn to_walnut(&self) -> String {
        let system = match self.numeration {
            Numeration::Binary => "lsd_2",
            Numeration::Fibonacci => "lsd_fib",
        };
        if self.tracks.is_empty() {
            return format!("{}\n", !self.is_empty());
        }
        let mut text = vec![system; self.tracks.len()].join(" ");
        text.push('\n');
        for state in 0..self.states() as u32 {
            let _ = writeln!(text, "\n{state} {}", self.accepts_in(state) as u8);
            for (letter, target) in self.table.row(state).iter().enumerate() {
                let _ = writeln!(text, "{} -> {target}", self.letter(letter, " "));
            }
        }
        text
    }

    fn letter(&self, letter: usize, between: &str) -> String {
        let digits: Vec<&str> = (0..self.tracks.len())
            .map(|track| if letter >> track & 1 == 1 { "1" } else { "0" })
            .collect();
        digits.join(between)
    }
}
