//! Claims about games on graphs, played out from the rules.

use std::cell::RefCell;
use std::collections::HashMap;

use sprague_prove::Witness;

use crate::tape::Tape;
use crate::words::{Number, Said, Vocabulary, condition, distorted};
use crate::{Attack, Meaning, Reach};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rules {
    NodeKayles,
    ArcKayles,
    /// Take k from one end of an edge or from both, k at most the smaller stack; the edge binds, or not.
    Wyg {
        binds: bool,
    },
    /// Take k from a vertex, k at most the least stack of it and its neighbours.
    Mig,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    Path,
    Cycle,
    Complete,
    Star,
    Wheel,
    Bipartite,
}

type Edge = (usize, usize);

/// The numbers of vertices and the edges.
fn graph(family: Family, numbers: &[i128]) -> (usize, Vec<Edge>) {
    let n = numbers[0] as usize;
    match family {
        Family::Path => (n, (1..n).map(|v| (v - 1, v)).collect()),
        Family::Cycle => (n, (0..n).map(|v| (v, (v + 1) % n)).collect()),
        Family::Complete => (n, (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v))).collect()),
        Family::Star => (n + 1, (1..=n).map(|v| (0, v)).collect()),
        Family::Wheel => {
            let rim = n - 1;
            let around = (0..rim).map(|v| (1 + v, 1 + (v + 1) % rim));
            (n, (1..n).map(|v| (0, v)).chain(around).collect())
        }
        Family::Bipartite => {
            let m = numbers[1] as usize;
            (n + m, (0..n).flat_map(|u| (0..m).map(move |v| (u, n + v))).collect())
        }
    }
}

type State = (Vec<u8>, Option<Edge>);

struct OnGraphs {
    rules: Rules,
    misere: bool,
    family: Family,
    least: i128,
    /// The largest number that is spoken of, if there is one.
    highest: Option<i128>,
    chips: u8,
    /// For all, or where it is P exactly.
    said: Said,
    claimed: Option<char>,
    memory: RefCell<HashMap<Vec<i128>, bool>>,
}

fn options(rules: Rules, edges: &[Edge], (chips, bound): &State) -> Vec<State> {
    let mut all = Vec::new();
    let joined = |&&(u, v): &&Edge| chips[u] > 0 && chips[v] > 0;
    let near = |x: usize| {
        edges.iter().filter(joined).filter_map(move |&(u, v)| match (u == x, v == x) {
            (true, _) => Some(v),
            (_, true) => Some(u),
            _ => None,
        })
    };
    match rules {
        Rules::NodeKayles => {
            for v in (0..chips.len()).filter(|&v| chips[v] > 0) {
                let mut next = chips.clone();
                near(v).for_each(|w| next[w] = 0);
                next[v] = 0;
                all.push((next, None));
            }
        }
        Rules::ArcKayles => {
            for &(u, v) in edges.iter().filter(joined) {
                let mut next = chips.clone();
                (next[u], next[v]) = (0, 0);
                all.push((next, None));
            }
        }
        Rules::Mig => {
            for v in 0..chips.len() {
                let most = near(v).map(|w| chips[w]).chain([chips[v]]).min().unwrap_or(0);
                for k in 1..=most {
                    let mut next = chips.clone();
                    next[v] -= k;
                    all.push((next, None));
                }
            }
        }
        Rules::Wyg { binds } => {
            for &(u, v) in edges.iter().filter(joined) {
                if bound.is_some_and(|edge| edge != (u, v)) {
                    continue;
                }
                for k in 1..=chips[u].min(chips[v]) {
                    for (a, b) in [(k, 0), (0, k), (k, k)] {
                        let mut next = chips.clone();
                        next[u] -= a;
                        next[v] -= b;
                        let goes_on = binds && next[u] > 0 && next[v] > 0;
                        all.push((next, goes_on.then_some((u, v))));
                    }
                }
            }
        }
    }
    all
}

fn wins(
    rules: Rules,
    misere: bool,
    edges: &[Edge],
    state: &State,
    memory: &mut HashMap<State, bool>,
) -> bool {
    if let Some(&known) = memory.get(state) {
        return known;
    }
    let options = options(rules, edges, state);
    let wins = match options.is_empty() {
        true => misere,
        false => options.iter().any(|option| !wins(rules, misere, edges, option, memory)),
    };
    memory.insert(state.clone(), wins);
    wins
}

impl OnGraphs {
    fn lost(&self, numbers: &[i128]) -> bool {
        if let Some(&known) = self.memory.borrow().get(numbers) {
            return known;
        }
        let (vertices, edges) = graph(self.family, numbers);
        let state = (vec![self.chips; vertices], None);
        let lost = !wins(self.rules, self.misere, &edges, &state, &mut HashMap::new());
        self.memory.borrow_mut().insert(numbers.to_vec(), lost);
        lost
    }

    fn all(&self, most: usize) -> Vec<Vec<i128>> {
        let ns = self.least..=self.highest.unwrap_or(i128::MAX).min(most as i128);
        match self.family {
            Family::Bipartite => ns
                .clone()
                .flat_map(|n| ns.clone().map(move |m| vec![n, m]))
                .filter(|numbers| numbers[0] + numbers[1] <= most as i128)
                .collect(),
            _ => ns.map(|n| vec![n]).collect(),
        }
    }

    fn right(&self, numbers: &[i128]) -> bool {
        let (lost, holds) = (self.lost(numbers), (self.said.holds)(numbers));
        match self.claimed {
            None => lost == holds,
            Some('P') => !holds || lost,
            Some(_) => !holds || !lost,
        }
    }

    fn far(&self) -> usize {
        match (self.chips, self.rules) {
            (1, Rules::Wyg { .. } | Rules::Mig) => 9,
            (1, _) => 11,
            (_, Rules::NodeKayles | Rules::ArcKayles) => 9,
            _ => 6,
        }
    }
}

impl Meaning for OnGraphs {
    fn counterexample(&self, reach: Reach) -> Option<String> {
        let most = match reach {
            Reach::Far => self.far(),
            Reach::UpTo(most) => self.far().min(most as usize),
        };
        self.all(most).into_iter().find(|numbers| !self.right(numbers)).map(|n| format!("{n:?}"))
    }

    fn is_false_at(&self, witness: &Witness) -> Option<bool> {
        // As `K(5) chips=1`.
        let text = witness.to_string();
        let inside = text.split_once('(')?.1.split_once(')')?.0;
        let numbers: Vec<i128> =
            inside.split(',').map(|n| n.trim().parse().ok()).collect::<Option<_>>()?;
        let (vertices, _) = graph(self.family, &numbers);
        (vertices <= if self.chips == 1 { 14 } else { 8 }).then(|| !self.right(&numbers))
    }
}

pub fn attack(tape: &mut Tape) -> Attack {
    let (game, rules) = tape.pick(&[
        ("node-kayles", Rules::NodeKayles),
        ("arc-kayles", Rules::ArcKayles),
        ("wyg", Rules::Wyg { binds: true }),
        ("wyg", Rules::Wyg { binds: true }),
        ("wyg-free", Rules::Wyg { binds: false }),
        ("mig", Rules::Mig),
    ]);
    let (letter, family, least) = tape.pick(&[
        ("P(n)", Family::Path, 1),
        ("C(n)", Family::Cycle, 3),
        ("K(n)", Family::Complete, 1),
        ("S(n)", Family::Star, 1),
        ("W(n)", Family::Wheel, 4),
        ("K(n,m)", Family::Bipartite, 1),
    ]);
    let misere = tape.one_in(6);
    let with_chips = !matches!(rules, Rules::NodeKayles | Rules::ArcKayles);
    let chips = if with_chips && tape.one_in(4) { 2 } else { 1 };
    let names: Vec<String> = match family {
        Family::Bipartite => vec!["n".into(), "m".into()],
        _ => vec!["n".into()],
    };
    let words = Vocabulary { names: &names, digits: false, patterns: false };
    let mut meaning = OnGraphs {
        rules,
        misere,
        family,
        least,
        highest: None,
        chips,
        said: Said::always(),
        claimed: None,
        memory: RefCell::default(),
    };
    // A residue class, or any other condition that is right for small graphs.
    let small = meaning.all(if chips == 2 { 4 } else { 7 });
    for _ in 0..80 {
        let name = Number::name("n", 0);
        meaning.said = match tape.one_in(2) {
            true => {
                let (by, rest) = (tape.roll(4) as i64 + 2, tape.roll(4) as i64);
                let rest = Number::constant(tape.told(rest));
                Said::compare(name.over(by, true), "=", rest)
            }
            false => {
                let depth = tape.roll(2);
                condition(tape, words, depth)
            }
        };
        if small.iter().all(|numbers| meaning.right(numbers)) {
            break;
        }
    }
    let mut kind = "P iff";
    if tape.one_in(3) {
        meaning.claimed = Some(if tape.one_in(2) { 'P' } else { 'N' });
        kind = "if";
        if meaning.claimed == Some('N') {
            meaning.said = meaning.said.clone().negated();
        }
    }
    meaning.said = distorted(tape, words, meaning.said.clone(), (8, 11));
    let range = match tape.one_in(3) {
        true => {
            let high = match chips {
                1 => least + 4 + tape.roll(3) as i128,
                _ => least.max(4) + tape.roll(3) as i128,
            };
            meaning.highest = Some(high);
            names.iter().map(|name| format!("{name} in {least}..{high}")).collect::<Vec<_>>()
        }
        false => names.iter().map(|name| format!("{name} >= {least}")).collect(),
    };
    let chips_text = if with_chips { format!(" chips={chips}") } else { String::new() };
    let says = match meaning.claimed {
        None => format!("P iff {}", meaning.said.text),
        Some(outcome) => format!("{outcome} if {}", meaning.said.text),
    };
    let misere = if misere { "misere " } else { "" };
    let text = format!(
        "claim \"it\"\n  game {misere}{game}\n  graph {letter}{chips_text} for {}\n  {says}\n  check to 6\n",
        range.join(", ")
    );
    Attack { kind, text, games: vec![], meaning: Box::new(meaning) }
}
