//! Claims for all c from some number on: true ones, and such as have another constant, a condition less, another cut-set, or
//! one exceptional c. What is proved must be so for many c, at all heaps for several periods, by the definition of nim-sets.

use std::rc::Rc;

use sprague_prove::Witness;

use crate::tape::Tape;
use crate::{Attack, Meaning, Reach, nightly};

/// A set of nim-values below 64.
type Values = u64;

/// The game for one c: nim-values from heap 0 on, and nim-sets by the number of parts.
pub struct Run {
    c: usize,
    pub(super) values: Vec<usize>,
    sets: Vec<Vec<Values>>,
}

/// Every value nim-added to a number.
fn added(set: Values, number: usize) -> Values {
    (0..64).filter(|value| set >> value & 1 == 1).fold(0, |all, value| all | 1 << (value ^ number))
}

impl Run {
    /// Heaps up to one, and splits into up to so many parts.
    pub(super) fn new(c: usize, cuts: &[usize], heaps: usize, parts: usize) -> Option<Run> {
        let parts = parts.max(cuts.iter().max()? + 1);
        let mut run = Run { c, values: vec![0], sets: vec![vec![0]; parts + 1] };
        run.sets[0][0] = 1;
        for n in 1..=heaps {
            run.sets[0].push(0);
            for p in 2..=parts {
                let set = (1..n).fold(0, |set, h| match run.sets[p - 1][n - h] {
                    0 => set,
                    rest => set | added(rest, run.values[h]),
                });
                run.sets[p].push(set);
            }
            let options = cuts.iter().fold(0, |all, &cut| all | run.sets[cut + 1][n]);
            let value = options.trailing_ones() as usize;
            if value >= 31 {
                return None;
            }
            run.values.push(value);
            run.sets[1].push(1 << value);
        }
        Some(run)
    }

    pub(super) fn set(&self, n: i64, p: i64) -> Values {
        match (usize::try_from(n), usize::try_from(p)) {
            (Ok(n), Ok(p)) => self.sets[p][n],
            _ => 0,
        }
    }
}

/// The first number for which it is false.
type Test = Rc<dyn Fn(&Run) -> Option<i64>>;

struct ForAll {
    least: usize,
    /// Members of the cut-set, as coefficients of c and constants.
    cuts: Vec<(usize, usize)>,
    /// The most parts that the test looks at.
    parts: usize,
    /// A c that is looked at beside the others.
    beside: Option<usize>,
    test: Test,
}

impl Meaning for ForAll {
    fn counterexample(&self, _: Reach) -> Option<String> {
        let many = if nightly() { 14 } else { 7 };
        for c in (self.least..self.least + many).chain(self.beside) {
            let cuts: Vec<usize> = self.cuts.iter().map(|(by, more)| by * c + more).collect();
            let heaps = if nightly() { 30 * c.min(12) + 8 } else { 18 * c.min(9) + 8 };
            let Some(run) = Run::new(c, &cuts, heaps, self.parts) else { continue };
            if let Some(n) = (self.test)(&run) {
                return Some(format!("c = {c}, n = {n}"));
            }
        }
        None
    }

    fn is_false_at(&self, _: &Witness) -> Option<bool> {
        None
    }
}

/// The games: their sets, as they are written and as numbers.
const GAMES: [(&str, &[(usize, usize)]); 9] = [
    ("1,2c", &[(0, 1), (2, 0)]),
    ("1,2c", &[(0, 1), (2, 0)]),
    ("1,3,2c", &[(0, 1), (0, 3), (2, 0)]),
    ("c", &[(1, 0)]),
    ("c,c + 1", &[(1, 0), (1, 1)]),
    ("1,2c,2c + 2", &[(0, 1), (2, 0), (2, 2)]),
    ("1,2c,6c + 1", &[(0, 1), (2, 0), (6, 1)]),
    ("1,2c,4c + 1", &[(0, 1), (2, 0), (4, 1)]),
    ("1,3,2c,2c + 3", &[(0, 1), (0, 3), (2, 0), (2, 3)]),
];

pub fn attack(tape: &mut Tape) -> Attack {
    let (game, cuts) = tape.pick(&GAMES);
    let plain = game.starts_with('c');
    let least = if plain { tape.number(2, 4) } else { tape.number(2, 5) } as usize;
    let head = format!("claim \"it\"\n  game cut({game})\n  for c >= {least}\n");
    let (kind, said, parts, beside, test): (&'static str, String, usize, Option<usize>, Test) =
        match tape.roll(7) {
            0 | 1 => sequence(tape, game),
            2 => rises(tape),
            3 => alternates(tape),
            4 => moves_along(tape),
            5 => goes_on(tape),
            _ => exceptional(tape),
        };
    let cuts = cuts.to_vec();
    // Of smaller c nothing is said.
    let beside = beside.filter(|&c| c >= least);
    let meaning = ForAll { least, cuts, parts, beside, test };
    Attack { kind, text: format!("{head}{said}"), games: Vec::new(), meaning: Box::new(meaning) }
}

type Said = (&'static str, String, usize, Option<usize>, Test);

/// A notation, perhaps with one number changed.
fn sequence(tape: &mut Tape, game: &str) -> Said {
    // Blocks of terms, how often for c and for 1, and what is added at the end.
    type Blocks = Vec<(Vec<i64>, i64, i64)>;
    let (mut blocks, saltus): (Blocks, i64) = if game.starts_with('c') {
        (vec![(vec![0], 1, 0)], 1)
    } else if game.starts_with("1,3") {
        (vec![(vec![0, 1], 1, 0)], 2)
    } else {
        let rows = [(0, 1), (2, 3), (5, 4), (3, 2), (4, 5), (6, 7)];
        let mut all: Blocks = rows.iter().map(|&(x, y)| (vec![x, y], 1, 0)).collect();
        all[2].2 = -1;
        all.insert(2, (vec![1, 4], 0, 1));
        (all, 8)
    };
    if tape.one_in(2) {
        let place = tape.roll(blocks.len() as u64) as usize;
        match tape.roll(3) {
            0 => blocks[place].0[0] = tape.number(0, 8),
            1 => blocks[place].2 += tape.pick(&[-1, 1]),
            _ => blocks[place].1 += 1,
        }
    }
    let saltus = near(tape, saltus);
    let mut text = String::new();
    for (terms, by, more) in &mut blocks {
        terms.iter_mut().for_each(|term| *term = tape.told(*term));
        let words: Vec<String> = terms.iter().map(i64::to_string).collect();
        let exponent = match (*by, *more) {
            (0, more) => more.to_string(),
            (by, more) if more < 0 => format!("{by}*c - {}", -more),
            (by, more) => format!("{by}*c + {more}"),
        };
        text += &format!("({})^{{{exponent}}}", words.join(","));
    }
    let said = format!("  sequence {text}(+{saltus})\n");
    let test: Test = Rc::new(move |run: &Run| {
        let mut terms: Vec<i64> = Vec::new();
        for (block, by, more) in &blocks {
            let count = (by * run.c as i64 + more).max(0) as usize;
            (0..count).for_each(|_| terms.extend(block));
        }
        if terms.is_empty() {
            return Some(0);
        }
        let wrong = (1..run.values.len()).find(|&n| {
            let rounds = ((n - 1) / terms.len()) as i64;
            terms[(n - 1) % terms.len()] + rounds * saltus != run.values[n] as i64
        });
        wrong.map(|n| n as i64)
    });
    ("sequence", said, 2, None, test)
}

/// G(n + a c + b) = G(n) + s
fn rises(tape: &mut Tape) -> Said {
    let by = tape.pick(&[1, 2, 6, 12, 12, 12, 24]);
    let (more, saltus) = (near(tape, 0), tape.pick(&[1, 2, 8, 8, 16]));
    let from = near(tape, 1);
    let said = format!("  formula G(n + {by}*c + {more}) = G(n) + {saltus} for n >= {from}\n");
    let test: Test = Rc::new(move |run: &Run| {
        let step = by * run.c as i64 + more;
        let last = run.values.len() as i64 - 1 - step;
        (from..=last).find(|&n| {
            run.values[(n + step) as usize] as i64 != run.values[n as usize] as i64 + saltus
        })
    });
    ("rises", said, 2, None, test)
}

/// One token more nim-adds 1, but at some places.
fn alternates(tape: &mut Tape) -> Said {
    let (first, by, more) = (near(tape, 0), tape.pick(&[4, 4, 4, 2, 6]), near(tape, 1));
    let (drop, adds) = (tape.one_in(4), near(tape, 1));
    let second = if drop { String::new() } else { format!(" and n mod 12c != {by}*c + {more}") };
    let said = format!(
        "  formula G(n + 1) = xor(G(n), {adds}) for n >= 1 where n mod 2c != {first}{second}\n"
    );
    let test: Test = Rc::new(move |run: &Run| {
        let c = run.c as i64;
        (1..run.values.len() as i64 - 1).find(|&n| {
            n % (2 * c) != first
                && (drop || n % (12 * c) != by * c + more)
                && run.values[n as usize + 1] != run.values[n as usize] ^ adds as usize
        })
    });
    ("alternates", said, 2, None, test)
}

/// N(n + i, p + j) = N(n, p)
fn moves_along(tape: &mut Tape) -> Said {
    let (i, j) = (near(tape, 1), near(tape, 1));
    let least = tape.pick(&[3, 4, 4, 5]);
    let within = tape.one_in(2);
    let word = if within { "within" } else { "=" };
    let said = format!("  formula N(n + {i}, p + {j}) {word} N(n, p) for n >= 1, p >= {least}\n");
    let test: Test = Rc::new(move |run: &Run| {
        let last = run.values.len() as i64 - 1 - i;
        (1..=last).find(|&n| {
            (least..=least + 2).any(|p| {
                let (one, other) = (run.set(n + i, p + j), run.set(n, p));
                if within { one & !other != 0 } else { one != other }
            })
        })
    });
    ("nim-sets", said, (least + 2 + j) as usize, None, test)
}

/// A value and the next heap, with parts of some kind, or not.
fn goes_on(tape: &mut Tape) -> Said {
    let (p, more, by) = (tape.number(2, 5), near(tape, 1), near(tape, 1));
    let least = tape.pick(&[0, 0, 4, 5]);
    let said = format!(
        "  formula N(n, {p}) xor {more} within N(n + {by}, {p}) for n >= 1 where (n - 1) mod 2c >= {least}\n"
    );
    let test: Test = Rc::new(move |run: &Run| {
        let last = run.values.len() as i64 - 1 - by;
        (1..=last).find(|&n| {
            let spoken = (n - 1) % (2 * run.c as i64) >= least;
            spoken && more < 32 && added(run.set(n, p), more as usize) & !run.set(n + by, p) != 0
        })
    });
    ("goes on", said, p as usize, None, test)
}

/// Something true of all c but one, or up to one.
fn exceptional(tape: &mut Tape) -> Said {
    let at = tape.number(1, 60) as usize;
    let word = tape.pick(&["!=", "<", ">="]);
    let said = format!("  formula G(n) >= 0 and c {word} {at} for n >= 1\n");
    let test: Test = Rc::new(move |run: &Run| {
        let so = match word {
            "!=" => run.c != at,
            "<" => run.c < at,
            _ => run.c >= at,
        };
        (!so).then_some(1)
    });
    ("exception", said, 2, Some(at.clamp(1, 60)), test)
}

/// A number, mostly the right one.
fn near(tape: &mut Tape, number: i64) -> i64 {
    let by = tape.pick(&[0, 0, 0, 0, 0, 1, -1, 2]);
    tape.told((number + by).max(0))
}
