//! Claims about the sequence of one heap: the sequence itself, regularity, formulas, fractals; of one game or of many.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use sprague_prove::Witness;

use crate::tape::Tape;
use crate::words::{Said, Vocabulary, condition};
use crate::{Attack, Meaning, Reach};

/// A game of one heap by its own definition.
#[derive(Clone, Debug)]
pub enum Heap {
    Subtract(Vec<usize>),
    /// What may be left after taking 1, 2, ...: bit p for p parts.
    Octal(Vec<u8>),
    Cut(Vec<usize>),
}

impl Heap {
    /// The nim-values of the heaps 0..=to.
    pub fn values(&self, to: usize) -> Vec<usize> {
        let mut g: Vec<usize> = Vec::new();
        for n in 0..=to {
            let mut seen = BTreeSet::new();
            match self {
                Heap::Subtract(set) => {
                    seen.extend(set.iter().filter(|&&s| s <= n).map(|&s| g[n - s]));
                }
                Heap::Octal(digits) => {
                    for (taken, digit) in (1..).zip(digits) {
                        let Some(rest) = n.checked_sub(taken) else { break };
                        if digit & 1 > 0 && rest == 0 {
                            seen.insert(0);
                        }
                        if digit & 2 > 0 && rest > 0 {
                            seen.insert(g[rest]);
                        }
                        if digit & 4 > 0 {
                            seen.extend((1..=rest / 2).map(|a| g[a] ^ g[rest - a]));
                        }
                    }
                }
                Heap::Cut(cuts) => {
                    cuts.iter().for_each(|&cut| seen.extend(splits(&g, n, cut + 1)));
                }
            }
            g.push((0..).find(|v| !seen.contains(v)).unwrap());
        }
        g
    }
}

/// The nim-values of all ways to split n into so many heaps.
fn splits(g: &[usize], n: usize, parts: usize) -> BTreeSet<usize> {
    // sets[p][m]: of m into p heaps.
    let mut sets: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); n + 1];
    sets[0].insert(0);
    for _ in 0..parts {
        let mut next = vec![BTreeSet::new(); n + 1];
        for (m, set) in next.iter_mut().enumerate() {
            for first in 1..=m {
                if first < g.len() {
                    set.extend(sets[m - first].iter().map(|v| v ^ g[first]));
                }
            }
        }
        sets = next;
    }
    std::mem::take(&mut sets[n])
}

/// What is said of one game, up to some heap: a place where it is false.
type Test = Rc<dyn Fn(&[usize]) -> Option<String>>;

struct OnHeap {
    games: Vec<Heap>,
    tests: Vec<Test>,
    values: RefCell<Vec<Vec<usize>>>,
    far: usize,
}

impl Meaning for OnHeap {
    fn counterexample(&self, reach: Reach) -> Option<String> {
        let to = match reach {
            Reach::Far => self.far,
            Reach::UpTo(to) => (to as usize).min(self.far),
        };
        let mut values = self.values.borrow_mut();
        for (place, (game, test)) in self.games.iter().zip(&self.tests).enumerate() {
            if values.len() <= place {
                values.push(game.values(self.far));
            }
            if let Some(found) = test(&values[place][..=to]) {
                return Some(format!("{game:?}: {found}"));
            }
        }
        None
    }

    fn is_false_at(&self, witness: &Witness) -> Option<bool> {
        // At most that far, and a little more for what is said of larger heaps.
        let [heap] = witness.piles() else { return None };
        let to = 2 * *heap as usize + 20;
        if to > if self.far < 400 { 160 } else { 2000 } {
            return None;
        }
        let mut cases = self.games.iter().zip(&self.tests);
        (to > self.far).then(|| cases.any(|(game, test)| test(&game.values(to)).is_some()))
    }
}

fn list(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(",")
}

/// A game of one heap, as a claim names it.
pub fn game(tape: &mut Tape) -> (String, Vec<(String, String)>, Heap) {
    let mut set: Vec<usize> = (0..=tape.roll(3)).map(|_| 1 + tape.roll(7) as usize).collect();
    set.sort_unstable();
    set.dedup();
    match tape.roll(8) {
        0 | 1 => (format!("subtract({})", list(&set)), vec![], Heap::Subtract(set)),
        2 | 3 => {
            let digits: Vec<u8> = (0..2 + tape.roll(2)).map(|_| tape.roll(8) as u8).collect();
            let text: String = digits.iter().map(|d| char::from(b'0' + d)).collect();
            (format!("octal(0.{text})"), vec![], Heap::Octal(digits))
        }
        4 => {
            let cuts =
                tape.pick(&[vec![1], vec![1, 2], vec![2], vec![1, 4], vec![1, 3], vec![2, 3]]);
            (format!("cut({})", list(&cuts)), vec![], Heap::Cut(cuts))
        }
        5 => {
            let digits = tape.pick(&[vec![7, 7], vec![1, 3, 7], vec![0, 7]]);
            let name = if digits == [7, 7] {
                "kayles"
            } else if digits[0] == 1 {
                "dawson"
            } else {
                ""
            };
            match name {
                "" => ("octal(0.07)".into(), vec![], Heap::Octal(digits)),
                "dawson" => ("octal(0.137)".into(), vec![], Heap::Octal(digits)),
                name => (name.into(), vec![], Heap::Octal(digits)),
            }
        }
        _ => {
            // Called like another game.
            let name = tape.pick(&["kayles", "dawson", "grundy", "subtract"]);
            let text = format!(
                "game {name}\n  \"An own game.\"\n  piles any\n  move take k in {{{}}} from one pile\n",
                list(&set)
            );
            let file = format!("./{name}.game");
            (file.clone(), vec![(file, text)], Heap::Subtract(set))
        }
    }
}

/// A start, a period and a saltus that the terms have as far as they are known.
fn regularity(g: &[usize]) -> Option<(usize, usize, usize)> {
    let to = g.len() - 1;
    for sum in 2..to / 2 {
        for period in 1..sum {
            let start = sum - period;
            let Some(saltus) = g[start + period].checked_sub(g[start]) else { continue };
            if (start..=to - period).all(|n| g[n + period] == g[n] + saltus) {
                return Some((start, period, saltus));
            }
        }
    }
    None
}

pub fn attack(tape: &mut Tape) -> Attack {
    let (expression, own, heap) = game(tape);
    let far = match heap {
        Heap::Subtract(_) => 1500,
        Heap::Octal(_) => 500,
        Heap::Cut(_) => 60,
    };
    let short = heap.values(if matches!(heap, Heap::Cut(_)) { 34 } else { 90 });
    let of_one = |test: Test| OnHeap {
        games: vec![heap.clone()],
        tests: vec![test],
        values: RefCell::default(),
        far,
    };
    let (kind, statement, meaning) = match tape.roll(9) {
        0..=2 => {
            let (text, test) = sequence(tape, &short);
            ("sequence", format!("sequence {text}"), of_one(test))
        }
        3 => {
            let from = tape.roll(3) as usize;
            let from_text = if from == 0 { String::new() } else { format!(" from heap {from}") };
            let test: Test = Rc::new(move |g| fractal(&g[from..]));
            ("fractal", format!("sequence is fractal{from_text}"), of_one(test))
        }
        4 => {
            let test: Test = Rc::new(|_| None);
            ("regular", "regular".to_string(), of_one(test))
        }
        5 => return cases(tape),
        _ => {
            let (text, test) = formula(tape, &short);
            ("formula", format!("formula {text}"), of_one(test))
        }
    };
    let text = format!("claim \"it\"\n  game {expression}\n  {statement}\n");
    Attack { kind, text, games: own, meaning: Box::new(meaning) }
}

/// The sequence from heap 1 on, in the notation of papers, perhaps with something wrong.
fn sequence(tape: &mut Tape, g: &[usize]) -> (String, Test) {
    let (start, period, saltus) = match regularity(g) {
        Some(found) if !tape.one_in(6) => found,
        _ => {
            // Terms, and nothing is said of the others.
            let mut terms: Vec<usize> =
                g[1..12].iter().map(|&n| tape.told(n as i64) as usize).collect();
            if tape.one_in(3) {
                let place = tape.roll(11) as usize;
                terms[place] += 1;
            }
            let text = format!("{},\\ldots", list(&terms));
            let test: Test = Rc::new(move |g| {
                (0..terms.len()).find(|&i| g[i + 1] != terms[i]).map(|i| format!("heap {}", i + 1))
            });
            return (text, test);
        }
    };
    let mut terms: Vec<usize> =
        g[1..start + period].iter().map(|&n| tape.told(n as i64) as usize).collect();
    let mut saltus = tape.told(saltus as i64) as usize;
    let before = start - 1;
    match tape.roll(6) {
        0 => {
            let place = tape.roll(terms.len() as u64) as usize;
            terms[place] += 1;
        }
        1 => saltus += 1,
        2 => drop(terms.pop()),
        _ => {}
    }
    if terms.len() <= before {
        terms.push(0);
    }
    let repeats = list(&terms[before..]);
    let plus = if saltus > 0 { format!("(+{saltus})") } else { String::new() };
    let text = match before {
        0 => format!("\\overline{{{repeats}}}{plus}"),
        _ => format!("{},\\overline{{{repeats}}}{plus}", list(&terms[..before])),
    };
    let test: Test = Rc::new(move |g| {
        let period = terms.len() - before;
        let term = |i: usize| match i < before {
            true => terms[i],
            false => terms[before + (i - before) % period] + (i - before) / period * saltus,
        };
        (1..g.len()).find(|&n| g[n] != term(n - 1)).map(|n| format!("heap {n}"))
    });
    (text, test)
}

/// Without the first instance of each number, the sequence is the one that it was.
fn fractal(terms: &[usize]) -> Option<String> {
    let mut seen = BTreeSet::new();
    let rest = terms.iter().filter(|term| !seen.insert(**term));
    let place = rest.zip(terms).position(|(a, b)| a != b);
    place.map(|place| format!("place {place}"))
}

/// A sentence on nim-values.
fn formula(tape: &mut Tape, g: &[usize]) -> (String, Test) {
    match tape.roll(6) {
        0 | 1 => {
            let (start, period, saltus) = regularity(g).unwrap_or((1, 2, 0));
            let off = tape.pick(&[0i64, 0, 0, 1, -1]);
            let start = tape.told((start as i64 + off).max(0)) as usize;
            let (period, saltus) =
                (tape.told(period as i64).max(1) as usize, tape.told(saltus as i64) as usize);
            let plus = if saltus > 0 { format!(" + {saltus}") } else { String::new() };
            let text = format!("G(n + {period}) = G(n){plus} for n >= {start}");
            let test: Test = Rc::new(move |g| {
                let last = g.len().saturating_sub(period);
                (start..last).find(|&n| g[n + period] != g[n] + saltus).map(|n| format!("n = {n}"))
            });
            (text, test)
        }
        2 => {
            // A product that does not fit into 64 bits.
            let factor = tape.pick(&[65536u64, 2_097_152, 4_294_967_296]);
            let times = if factor == 65536 {
                4
            } else if factor == 2_097_152 {
                3
            } else {
                2
            };
            let product = vec![factor.to_string(); times].join("*");
            let zero = tape.pick(&["0", "n", "G(n)"]);
            let text = format!("n*{product} = {zero} for n >= 0");
            let test: Test = Rc::new(move |_| Some("n = 1".to_string()));
            (text, test)
        }
        3 => {
            let text = format!("G(n) not in N(n, {})", 2);
            let from = tape.number(1, 3) as usize;
            let test: Test = Rc::new(move |g| {
                (from..g.len().min(46))
                    .find(|&n| splits(g, n, 2).contains(&g[n]))
                    .map(|n| format!("n = {n}"))
            });
            (format!("{text} for n >= {from}"), test)
        }
        _ => {
            let names: Vec<String> = ["n", "G(n)", "G(n + 1)", "xor(G(n), 1)", "G(2*n)"]
                .iter()
                .map(|name| name.to_string())
                .collect();
            let words = Vocabulary { names: &names, digits: false, patterns: false };
            let seen = |g: &[usize], n: usize| -> Option<Vec<i128>> {
                let at = |n: usize| g.get(n).map(|&v| v as i128);
                Some(vec![n as i128, at(n)?, at(n + 1)?, at(n)? ^ 1, at(2 * n)?])
            };
            let holds_early = |said: &Said| {
                (2..16).all(|n| seen(g, n).is_none_or(|numbers| (said.holds)(&numbers)))
            };
            let mut said = condition(tape, words, 2);
            for _ in 0..60 {
                if holds_early(&said) {
                    break;
                }
                said = condition(tape, words, 2);
            }
            let (from, place) = (tape.number(0, 3) as usize, tape.number(40, 400));
            let (only, only_text): (Said, String) = match tape.one_in(3) {
                true => {
                    let only = condition(tape, words, 1);
                    let text = format!(" where {}", only.text);
                    (only, text)
                }
                false => (Said::always(), String::new()),
            };
            let exception = tape.one_in(5);
            let text = match exception {
                true => format!("({}) and n != {place} for n >= {from}{only_text}", said.text),
                false => format!("{} for n >= {from}{only_text}", said.text),
            };
            let test: Test = Rc::new(move |g| {
                let wrong = |&n: &usize| {
                    seen(g, n).is_some_and(|numbers| {
                        (only.holds)(&numbers)
                            && !((said.holds)(&numbers) && !(exception && n as i64 == place))
                    })
                };
                (from..g.len()).find(wrong).map(|n| format!("n = {n}"))
            });
            (text, test)
        }
    }
}

/// Many games at once.
fn cases(tape: &mut Tape) -> Attack {
    let (low, high) = (tape.number(2, 3) as usize, tape.number(4, 7) as usize);
    let add = tape.number(0, 2) as usize;
    let from = tape.number(0, 2) as usize;
    let games: Vec<Heap> = (low..=high).map(|c| Heap::Subtract(vec![1, c])).collect();
    let parity = tape.pick(&["odd(c)", "even(c)", "always"]);
    let tests: Vec<Test> = (low..=high)
        .map(|c| -> Test {
            let spoken = match parity {
                "odd(c)" => c % 2 == 1,
                "even(c)" => c % 2 == 0,
                _ => true,
            };
            Rc::new(move |g| {
                let period = c + add;
                (from..g.len() - period)
                    .find(|&n| spoken && g[n + period] != g[n])
                    .map(|n| format!("c = {c}, n = {n}"))
            })
        })
        .collect();
    let only = if parity == "always" { String::new() } else { format!(" where {parity}") };
    let text = format!(
        "claim \"it\"\n  game subtract(1,c)\n  for c in {low}..{high}\n  formula G(n + c + {add}) = G(n) for n >= {from}{only}\n"
    );
    let meaning = OnHeap { games, tests, values: RefCell::default(), far: 400 };
    Attack { kind: "cases", text, games: vec![], meaning: Box::new(meaning) }
}
