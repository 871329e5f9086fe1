//! The automaton of a proof: as data, drawn, written for Graphviz, Walnut and TikZ, and followed digit by digit.

mod labels;
mod layout;

use std::fmt::Write as _;

use serde::Serialize;
use sprague_certificate::{Automaton, BoardEvidence, Certificate, Digits, Evidence, SetOf};
use sprague_claim::claim::About;
use sprague_claim::{Board, read_claims};

pub use layout::{Edge, Layout};

/// The P-positions of a board, or its nim-values, as a finite automaton that reads the digits of all numbers at once, the lowest
/// first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Machine {
    /// What it accepts: `P-positions` or `nim-values`.
    pub of: &'static str,
    /// How numbers are written: `binary`, `fibonacci`, or `ostrowski-2` and so on.
    pub digits: String,
    /// How many numbers are read.
    pub numbers: usize,
    /// What they are: `a`, `b - a`.
    pub names: Vec<String>,
    /// The states in which a tuple is accepted.
    pub accepting: Vec<usize>,
    /// For each state the states that follow, by letter: the digit of number i counts b^i in a letter, where b is the number
    /// of digits that there are.
    pub transitions: Vec<Vec<u32>>,
    #[serde(skip)]
    board: Board,
}

/// How an automaton reads a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Run {
    /// The digits of all numbers, place by place, the lowest first.
    pub digits: Vec<Vec<char>>,
    /// The state at the beginning, and after each place.
    pub states: Vec<usize>,
    /// Is the position one of those that the automaton accepts?
    pub accepted: bool,
    /// The nim-value with which it is accepted, where it is read with one.
    pub nim: Option<u32>,
}

/// Nim-values that are tried.
const MOST_TRIED: u32 = 1 << 14;

impl Machine {
    /// The automaton in the evidence of a certificate about a board; none, if there is no such.
    ///
    /// ```
    /// use sprague_report::automaton::Machine;
    ///
    /// let text = "claim \"equal piles\"\n  game nim\n  piles a <= b\n  P iff a = b\n";
    /// let (claims, _) = sprague_claim::read_claims("claims", text, &|_| Err("none".into()));
    /// let judgement = sprague_prove::judge(&claims[0], &sprague_prove::Task::default());
    /// let accepted = judgement.verdict.accepted().unwrap();
    /// let machine = Machine::of(accepted.certificate()).unwrap();
    /// assert_eq!(machine.names, ["a", "b - a"]);
    /// assert!(machine.read(&[7, 7]).unwrap().accepted && !machine.read(&[6, 7]).unwrap().accepted);
    /// ```
    pub fn of(certificate: &Certificate) -> Option<Machine> {
        let Evidence::Board(evidence) = &certificate.evidence else { return None };
        let set = match evidence {
            BoardEvidence::Automaton(set) | BoardEvidence::Far { set, .. } => set,
            _ => return None,
        };
        let text = |name: &str| {
            let game = certificate.games.iter().find(|(known, _)| known == name);
            game.map(|(_, text)| text.clone()).ok_or_else(|| "it is not at hand".to_string())
        };
        let (claims, _) = read_claims("claim", &certificate.claim, &text);
        let About::Board(on) = &claims.first()?.about else { return None };
        let (board, automaton) = (on.whole(), &set.automaton);
        let nim = set.of == SetOf::NimValues;
        if !automaton.is_complete() || automaton.tracks != board.numbers() + usize::from(nim) {
            return None;
        }
        Some(Machine::new(board, set.of, names(board, &on.names, nim), automaton))
    }

    fn new(board: Board, of: SetOf, names: Vec<String>, automaton: &Automaton) -> Machine {
        let states = 0..automaton.states();
        Machine {
            of: of.name(),
            digits: automaton.digits.name(),
            numbers: automaton.tracks,
            names,
            accepting: states.filter(|&state| automaton.accepting[state]).collect(),
            transitions: automaton
                .next
                .chunks(automaton.letters().unwrap_or(1))
                .map(<[u32]>::to_vec)
                .collect(),
            board,
        }
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.transitions.len()
    }

    fn accepts_in(&self, state: usize) -> bool {
        self.accepting.binary_search(&state).is_ok()
    }

    /// A state that is never left and accepts nothing: pictures leave the arrows into it out.
    fn is_dead(&self, state: usize) -> bool {
        !self.accepts_in(state)
            && self.transitions[state].iter().all(|&next| next as usize == state)
    }

    /// Follows a position, or says why it cannot be read.
    pub fn read(&self, position: &[u32]) -> Result<Run, String> {
        let numbers = self.tuple(position)?;
        if self.of != SetOf::NimValues.name() {
            return Ok(self.follow(&numbers, None));
        }
        let with = |nim: u32| {
            let mut numbers = numbers.clone();
            numbers.push(nim);
            self.follow(&numbers, Some(nim))
        };
        let found = (0..MOST_TRIED).map(with).find(|run| run.accepted);
        Ok(found.unwrap_or_else(|| Run { nim: None, ..with(0) }))
    }

    /// The numbers that stand for a position.
    fn tuple(&self, position: &[u32]) -> Result<Vec<u32>, String> {
        let count = self.board.numbers();
        match self.board {
            Board::Row(places) if position.len() == places => Ok(position.to_vec()),
            Board::Row(places) => Err(format!("a position is a row of {places} places")),
            Board::Piles(most) => {
                let mut piles: Vec<u32> = position.iter().copied().filter(|&n| n > 0).collect();
                if piles.len() > most {
                    return Err(format!("a position has at most {most} piles"));
                }
                piles.sort_unstable();
                let gone = std::iter::repeat_n(0, most - piles.len());
                let sorted: Vec<u32> = gone.chain(piles).collect();
                let before = std::iter::once(0).chain(sorted.iter().copied());
                Ok(sorted.iter().zip(before).map(|(&size, before)| size - before).collect())
            }
            Board::Counts(sizes) => {
                if position.iter().any(|&size| size as usize > sizes) {
                    return Err(format!("piles have at most size {sizes}"));
                }
                let count = |size: usize| position.iter().filter(|&&n| n as usize == size).count();
                Ok((1..=sizes).map(|size| count(size) as u32).collect())
            }
            Board::Mixed { .. } => {
                Err(format!("a position is read as {count} numbers in several ways"))
            }
        }
    }

    fn follow(&self, numbers: &[u32], nim: Option<u32>) -> Run {
        let written: Vec<Vec<usize>> = numbers.iter().map(|&n| self.written(n)).collect();
        let length = written.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let digit = |number: usize, place: usize| written[number].get(place).copied().unwrap_or(0);
        let (mut states, mut state) = (vec![0], 0);
        for place in 0..length {
            let base = self.written_in().base();
            let letter = (0..numbers.len()).rev().fold(0, |l, i| l * base + digit(i, place));
            state = self.transitions[state][letter] as usize;
            states.push(state);
        }
        let shown = |place: usize| {
            let shown = |i| char::from_digit(digit(i, place) as u32, 10).unwrap_or('?');
            (0..numbers.len()).map(shown).collect()
        };
        Run {
            digits: (0..length).map(shown).collect(),
            states,
            accepted: self.accepts_in(state),
            nim,
        }
    }

    fn written_in(&self) -> Digits {
        Digits::named(&self.digits).unwrap_or(Digits::Binary)
    }

    /// The digits of a number, the lowest first.
    fn written(&self, number: u32) -> Vec<usize> {
        let mut left = u64::from(number);
        let mut weights: Vec<u64> = Vec::new();
        let (mut before, mut weight) = (1, 1);
        while weight <= left {
            weights.push(weight);
            let next = match self.written_in() {
                Digits::Binary => 2 * weight,
                Digits::Ostrowski(quotient) => u64::from(quotient) * weight + before,
            };
            (before, weight) = (weight, next);
        }
        let mut digits = vec![0; weights.len()];
        for (digit, weight) in digits.iter_mut().zip(weights).rev() {
            *digit = (left / weight) as usize;
            left %= weight;
        }
        digits
    }

    /// A letter as the digits of all numbers.
    fn letter(&self, letter: usize, between: &str) -> String {
        let (base, mut left) = (self.written_in().base(), letter);
        let digits = (0..self.numbers).map(|_| {
            let digit = left % base;
            left /= base;
            digit.to_string()
        });
        digits.collect::<Vec<_>>().join(between)
    }

    /// The letters that lead from a state to each that follows it.
    fn arrows(&self, state: usize) -> Vec<(usize, Vec<usize>)> {
        let row = &self.transitions[state];
        let mut targets: Vec<u32> = row.clone();
        targets.sort_unstable();
        targets.dedup();
        let between = |target: u32| (0..row.len()).filter(|&l| row[l] == target).collect();
        targets.into_iter().map(|target| (target as usize, between(target))).collect()
    }

    /// A directed graph for Graphviz; the dead state and the arrows into it are left out.
    pub fn graphviz(&self) -> String {
        let mut text = String::from("digraph {\n  rankdir=LR;\n  start [shape=none, label=\"");
        let _ = writeln!(text, "({})\"];\n  start -> 0;", self.names.join(", "));
        for state in (0..self.states()).filter(|&state| !self.is_dead(state) || state == 0) {
            let shape = if self.accepts_in(state) { "doublecircle" } else { "circle" };
            let _ = writeln!(text, "  {state} [shape={shape}];");
            for (target, letters) in self.arrows(state) {
                if !self.is_dead(target) {
                    let letters: Vec<String> =
                        letters.iter().map(|&letter| self.letter(letter, "")).collect();
                    let label = letters.join(", ");
                    let _ = writeln!(text, "  {state} -> {target} [label=\"{label}\"];");
                }
            }
        }
        text + "}\n"
    }

    /// An automaton file of the Walnut prover.
    pub fn walnut(&self) -> String {
        // An Ostrowski system is one that a reader has to define there: that of [0; t + 1, t, t, ...].
        let system = match self.written_in() {
            Digits::Binary => "lsd_2".to_string(),
            Digits::FIBONACCI => "lsd_fib".to_string(),
            Digits::Ostrowski(quotient) => format!("lsd_ost{quotient}"),
        };
        let mut text = vec![&system[..]; self.numbers].join(" ") + "\n";
        for (state, row) in self.transitions.iter().enumerate() {
            let _ = writeln!(text, "\n{state} {}", u8::from(self.accepts_in(state)));
            for (letter, target) in row.iter().enumerate() {
                let _ = writeln!(text, "{} -> {target}", self.letter(letter, " "));
            }
        }
        text
    }

    /// A picture for a paper, with the library `automata` of TikZ.
    pub fn tikz(&self) -> String {
        let layout = self.layout();
        let mut text = String::from(
            "% \\usetikzlibrary{automata}\n\\begin{tikzpicture}[->, auto, initial text=, x=1cm, y=1cm]\n",
        );
        for (state, [x, y]) in layout.nodes.iter().enumerate() {
            if self.is_dead(state) && state != 0 {
                continue;
            }
            let initial = if state == 0 { ", initial" } else { "" };
            let accepting = if self.accepts_in(state) { ", accepting" } else { "" };
            let (x, y) = (x / 45.0, -y / 45.0);
            let _ = writeln!(
                text,
                "  \\node[state{initial}{accepting}] (s{state}) at ({x:.2},{y:.2}) {{${state}$}};"
            );
        }
        for Edge { from, to, labels, .. } in &layout.edges {
            let way = match from == to {
                true => "[loop above]".to_string(),
                false => "[bend left=10]".to_string(),
            };
            let _ = writeln!(
                text,
                "  \\path (s{from}) edge{way} node {{\\scriptsize {}}} (s{to});",
                labels.join(", ")
            );
        }
        text + "\\end{tikzpicture}\n"
    }
}

/// What the numbers of a board are.
fn names(board: Board, named: &[String], nim: bool) -> Vec<String> {
    let name = |place: usize| named.get(place).cloned().unwrap_or(format!("x{}", place + 1));
    let difference = |place: usize, first: usize| match place == first {
        true => name(place),
        false => format!("{} - {}", name(place), name(place - 1)),
    };
    let counted = board.counted();
    let names = (0..board.numbers()).map(|place| match board {
        Board::Row(_) => name(place),
        _ if place < counted => name(place),
        _ => difference(place, counted),
    });
    names.chain(nim.then(|| "nim-value".to_string())).collect()
}
