//! Claims about values of heaps: the outcomes of sums of heaps and their negatives, played out.

use std::cell::RefCell;
use std::collections::HashMap;

use sprague_prove::Witness;

use crate::tape::Tape;
use crate::words::{Said, Vocabulary, condition};
use crate::{Attack, Meaning, Reach};

/// A sum of heaps: positive and negative ones.
type Sum = Vec<(bool, u32)>;

struct OnValues {
    set: Vec<u32>,
    /// How the heaps below the least amount end.
    ends: Vec<char>,
    /// Terms: taken positively or not, and how much larger than n the heap is.
    terms: Vec<(bool, u32)>,
    outcomes: &'static str,
    when: Said,
    only: bool,
    memory: RefCell<HashMap<(Sum, bool), bool>>,
}

/// A heap that stands for the game 0, in which there is no move.
const ZERO: u32 = u32::MAX;

impl OnValues {
    /// The options of a heap for Left or Right. A stuck heap that ends in L is the game 1, in R the game -1, in N the
    /// game *, in P the game 0.
    fn options(&self, heap: u32, left: bool) -> Vec<u32> {
        if heap == ZERO {
            return vec![];
        }
        if let Some(end) = self.ends.get(heap as usize) {
            let moves = matches!((end, left), ('N', _) | ('L', true) | ('R', false));
            return if moves { vec![ZERO] } else { vec![] };
        }
        self.set.iter().filter_map(|s| heap.checked_sub(*s)).collect()
    }

    /// Does this player win moving first? Whoever cannot move loses.
    fn wins(&self, sum: &Sum, left: bool) -> bool {
        if let Some(&known) = self.memory.borrow().get(&(sum.clone(), left)) {
            return known;
        }
        let mut wins = false;
        'all: for (place, &(positive, heap)) in sum.iter().enumerate() {
            for option in self.options(heap, left == positive) {
                let mut next = sum.clone();
                next[place] = (positive, option);
                next.retain(|term| term.1 != ZERO);
                next.sort_unstable();
                if !self.wins(&next, !left) {
                    wins = true;
                    break 'all;
                }
            }
        }
        self.memory.borrow_mut().insert((sum.clone(), left), wins);
        wins
    }

    fn right(&self, n: u32) -> bool {
        let spoken = (self.when.holds)(&[n.into()]);
        if !spoken && !self.only {
            return true;
        }
        let mut sum: Sum =
            self.terms.iter().map(|&(positive, more)| (positive, n + more)).collect();
        sum.sort_unstable();
        let outcome = match (self.wins(&sum, true), self.wins(&sum, false)) {
            (true, true) => 'N',
            (false, false) => 'P',
            (true, false) => 'L',
            (false, true) => 'R',
        };
        self.outcomes.contains(outcome) == spoken
    }
}

impl Meaning for OnValues {
    fn counterexample(&self, reach: Reach) -> Option<String> {
        let to = match reach {
            Reach::Far => {
                if self.terms.len() > 2 {
                    14
                } else {
                    30
                }
            }
            Reach::UpTo(to) => to.min(if self.terms.len() > 2 { 14 } else { 30 }),
        };
        (0..=to).find(|&n| !self.right(n)).map(|n| format!("n = {n}"))
    }

    fn is_false_at(&self, witness: &Witness) -> Option<bool> {
        let _ = witness;
        None
    }
}

pub fn attack(tape: &mut Tape) -> Attack {
    let normal = tape.one_in(3);
    let mut set: Vec<u32> = (0..=tape.roll(3)).map(|_| 2 + tape.roll(4) as u32).collect();
    set.sort_unstable();
    set.dedup();
    let ends = (0..set[0])
        .map(|n| {
            if normal {
                'P'
            } else if n % 2 == 0 {
                'L'
            } else {
                'R'
            }
        })
        .collect();
    let list = set.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let game = if normal { format!("subtract({list})") } else { format!("lr-nim({list})") };
    let shift = tape.number(0, 8) as u32;
    let (terms, sum) = match tape.roll(4) {
        0 => (vec![(true, shift)], format!("[n + {shift}]")),
        1 | 2 => (vec![(true, shift), (false, 0)], format!("[n + {shift}] - [n]")),
        _ => {
            let more = tape.number(0, 3) as u32;
            let terms = vec![(true, shift), (false, 0), (true, more)];
            (terms, format!("[n + {shift}] - [n] + [n + {more}]"))
        }
    };
    let (said, outcomes) =
        tape.pick(&[("P", "P"), ("N", "N"), ("not P", "LRN"), ("L", "L"), ("not R", "LPN")]);
    let only = tape.one_in(2);
    let names = ["n".to_string()];
    let words = Vocabulary { names: &names, digits: false, patterns: false };
    let mut meaning = OnValues {
        set,
        ends,
        terms,
        outcomes,
        when: Said::always(),
        only,
        memory: RefCell::default(),
    };
    // One that is right for small n, if it is met.
    for _ in 0..60 {
        let depth = tape.roll(2);
        meaning.when = condition(tape, words, depth);
        if (0..10).all(|n| meaning.right(n)) {
            break;
        }
    }
    let word = if only { "iff" } else { "if" };
    let statement = format!("value {sum} is {said} {word} {}", meaning.when.text);
    let text = format!("claim \"it\"\n  game {game}\n  {statement}\n  check to 20\n");
    Attack { kind: "value", text, games: vec![], meaning: Box::new(meaning) }
}
