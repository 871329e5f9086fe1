//! Claims for every set of further cuts: conditions near those that are absorbed, with another constant, a remainder less, or one cut more. What is proved must be
//! so, by the definition of nim-sets, with each further cut alone and with many sets of them, for many c.

use sprague_prove::Witness;

use crate::cutoff::Run;
use crate::tape::Tape;
use crate::{Attack, Meaning, Reach, nightly};

/// One conjunction: a bound as a coefficient of c and a constant, and a remainder; or one number.
#[derive(Clone, Copy)]
struct Choice {
    from: (i64, i64),
    remainder: Option<(i64, i64)>,
    single: bool,
}

impl Choice {
    fn allows(&self, c: i64, d: i64) -> bool {
        let from = self.from.0 * c + self.from.1;
        match self.single {
            true => d == from,
            false => d >= from && self.remainder.is_none_or(|(by, is)| d.rem_euclid(by) == is),
        }
    }

    fn written(&self) -> String {
        let (by, more) = self.from;
        let from = if by == 0 { more.to_string() } else { format!("{by}*c + {more}") };
        match (self.single, self.remainder) {
            (true, _) => format!("d = {from}"),
            (false, None) => format!("d >= {from}"),
            (false, Some((2, 0))) => format!("even(d) and d >= {from}"),
            (false, Some((2, 1))) => format!("odd(d) and d >= {from}"),
            (false, Some((by, is))) => format!("d mod {by} = {is} and d >= {from}"),
        }
    }
}

/// What is said.
#[derive(Clone, Copy)]
enum Said {
    /// G(n) = G(n, C)
    SameAs,
    /// N(n, p + i) within N(n, p) for p >= 4
    Within(i64),
    /// G(n) != v
    Never(i64),
    /// G(a) = v
    At(i64, i64),
}

struct ForAllSets {
    c: Vec<usize>,
    cuts: Vec<(usize, usize)>,
    choices: Vec<Choice>,
    said: Said,
}

impl ForAllSets {
    fn is_false(&self, c: usize, further: &[usize], heaps: usize) -> bool {
        let own: Vec<usize> = self.cuts.iter().map(|(by, more)| by * c + more).collect();
        let all: Vec<usize> = own.iter().chain(further).copied().collect();
        let parts = match self.said {
            Said::Within(more) => 4 + more.max(2) as usize,
            _ => 6,
        };
        let run = |cuts: &[usize]| Run::new(c, cuts, heaps, parts);
        let Some(with) = run(&all) else { return false };
        match self.said {
            Said::SameAs => run(&own).is_some_and(|own| own.values != with.values),
            Said::Within(more) => {
                (1..=heaps as i64).any(|n| with.set(n, 4 + more) & !with.set(n, 4) != 0)
            }
            Said::Never(value) => with.values[1..].contains(&(value as usize)),
            Said::At(n, value) => with.values.get(n as usize).is_some_and(|&v| v as i64 != value),
        }
    }
}

impl Meaning for ForAllSets {
    fn counterexample(&self, _: Reach) -> Option<String> {
        for &c in &self.c {
            let heaps = if nightly() { 90 } else { 30 + 6 * c };
            let allowed: Vec<usize> = (1..heaps)
                .filter(|&d| self.choices.iter().any(|one| one.allows(c as i64, d as i64)))
                .collect();
            let singles = allowed.iter().take(14).map(|&d| vec![d]);
            let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
            sets.extend(singles);
            for every in 1..=3 {
                sets.push(allowed.iter().copied().step_by(every).collect());
            }
            if let Some(set) = sets.into_iter().find(|set| self.is_false(c, set, heaps)) {
                return Some(format!("c = {c}, D = {set:?}"));
            }
        }
        None
    }

    fn is_false_at(&self, _: &Witness) -> Option<bool> {
        None
    }
}

/// Games, with the further cuts that they absorb, or nearly.
type Absorbing =
    (&'static str, &'static [(usize, usize)], &'static [((i64, i64), Option<(i64, i64)>)]);

const GAMES: [Absorbing; 9] = [
    ("1", &[(0, 1)], &[((0, 1), Some((2, 1)))]),
    ("1,2,3", &[(0, 1), (0, 2), (0, 3)], &[((0, 4), None)]),
    ("2", &[(0, 2)], &[((0, 2), None)]),
    ("c", &[(1, 0)], &[((1, 0), None)]),
    ("1,2c", &[(0, 1), (2, 0)], &[((2, 0), Some((2, 0)))]),
    ("1,2c", &[(0, 1), (2, 0)], &[((2, 0), Some((2, 0))), ((6, 1), Some((2, 1)))]),
    ("1,4", &[(0, 1), (0, 4)], &[((0, 4), Some((2, 0))), ((0, 13), Some((2, 1)))]),
    ("1,3,2c", &[(0, 1), (0, 3), (2, 0)], &[((2, 0), Some((2, 0))), ((0, 5), Some((2, 1)))]),
    ("1,3,4", &[(0, 1), (0, 3), (0, 4)], &[((0, 4), None)]),
];

pub fn attack(tape: &mut Tape) -> Attack {
    let (game, cuts, conditions) = tape.pick(&GAMES);
    let mut choices: Vec<Choice> = conditions
        .iter()
        .map(|&(from, remainder)| Choice { from, remainder, single: false })
        .collect();
    let place = tape.roll(choices.len() as u64) as usize;
    let kind = match tape.roll(7) {
        0 => {
            let by = tape.pick(&[-1, -1, 1, 2]);
            choices[place].from.0 = (choices[place].from.0 + by).max(0);
            "bound"
        }
        1 => {
            choices[place].remainder = None;
            "remainder"
        }
        2 => {
            let by = tape.number(2, 5);
            choices[place].remainder = Some((by, tape.number(0, by - 1)));
            "remainder"
        }
        3 => {
            let from = (tape.pick(&[0, 0, 2, 3]), tape.number(1, 30));
            choices.push(Choice { from, remainder: None, single: true });
            "one more"
        }
        4 => {
            choices[place].single = true;
            "single"
        }
        _ => "as it is",
    };
    for choice in &mut choices {
        let by = tape.pick(&[0, 0, 0, 0, 0, 1, -1, 2, -2]);
        choice.from.1 = tape.told((choice.from.1 + by).max(0));
    }
    let open = game.contains('c');
    let least = if open { tape.number(2, 4) } else { 1 } as usize;
    let said = match tape.roll(6) {
        0 => {
            let more = tape.pick(&[2, 2, 2, 1]);
            Said::Within(tape.told(more))
        }
        1 => Said::Never(tape.number(0, 9)),
        2 => Said::At(tape.number(1, 20), tape.number(0, 6)),
        _ => Said::SameAs,
    };
    let sentence = match said {
        Said::SameAs => format!("G(n) = G(n, {{{game}}}) for n >= 1"),
        Said::Within(more) => format!("N(n, p + {more}) within N(n, p) for n >= 1, p >= 4"),
        Said::Never(value) => format!("G(n) != {value} for n >= 1"),
        Said::At(n, value) => format!("G({n}) = {value}"),
    };
    let condition: Vec<String> = choices.iter().map(Choice::written).collect();
    let range = if open { format!("  for c >= {least}\n") } else { String::new() };
    let text = format!(
        "claim \"it\"\n  game cut({game},D)\n{range}  any D of d where {}\n  formula {sentence}\n",
        condition.join(" or ")
    );
    let c = if open { (least..least + 4).collect() } else { vec![1] };
    let meaning = ForAllSets { c, cuts: cuts.to_vec(), choices, said };
    Attack { kind, text, games: Vec::new(), meaning: Box::new(meaning) }
}
