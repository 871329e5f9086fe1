//! Claims about the outcomes of one heap, for one set of amounts or for all sets of a family.

use std::rc::Rc;

use sprague_prove::Witness;

use crate::tape::Tape;
use crate::words::{Numbers, Said, Vocabulary, condition};
use crate::{Attack, Meaning, Reach};

/// The outcomes of the heaps, as far as they are needed, and how they repeat.
pub struct Run {
    pub set: Vec<usize>,
    pub outcomes: Vec<char>,
    preperiod: usize,
    pub period: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Left wins a stuck heap that is even, Right one that is odd.
    LeftRight,
    /// A stuck player loses.
    Normal,
    /// The stuck heaps end as listed.
    Ending,
}

/// By the definition: whoever has an option at which the opponent, moving first, does not win, wins moving first.
pub fn run(rules: Rules, set: &[usize], ends: &[char]) -> Run {
    let largest = *set.iter().max().unwrap();
    let least = *set.iter().min().unwrap();
    // Whether Left and Right win moving first.
    let mut wins: Vec<(bool, bool)> = Vec::new();
    let mut windows: std::collections::HashMap<Vec<(bool, bool)>, usize> = Default::default();
    let (mut preperiod, mut period) = (0, 0);
    let mut stop = usize::MAX;
    for n in 0.. {
        if n >= stop {
            break;
        }
        let here = if n < least {
            let end = match rules {
                Rules::Normal => 'P',
                Rules::LeftRight => {
                    if n % 2 == 0 {
                        'L'
                    } else {
                        'R'
                    }
                }
                Rules::Ending => ends[n],
            };
            (matches!(end, 'L' | 'N'), matches!(end, 'R' | 'N'))
        } else {
            let options = || set.iter().filter(|&&s| s <= n).map(|s| wins[n - s]);
            (options().any(|(_, right)| !right), options().any(|(left, _)| !left))
        };
        wins.push(here);
        if stop == usize::MAX && n >= least + largest {
            let window = wins[n + 1 - largest..].to_vec();
            if let Some(before) = windows.insert(window, n) {
                period = n - before;
                preperiod = before;
                // Two rounds more, so that everything is seen.
                stop = n + 2 * period + 2 * largest + 8;
            }
        }
    }
    while preperiod > 0 && wins[preperiod - 1] == wins[preperiod - 1 + period] {
        preperiod -= 1;
    }
    let letter = |(left, right)| match (left, right) {
        (true, true) => 'N',
        (false, false) => 'P',
        (true, false) => 'L',
        (false, true) => 'R',
    };
    let outcomes = wins.into_iter().map(letter).collect();
    Run { set: set.to_vec(), outcomes, preperiod, period }
}

impl Run {
    /// The outcome of any heap.
    pub fn at(&self, n: i128) -> Option<char> {
        let n = usize::try_from(n).ok()?;
        match n < self.outcomes.len() {
            true => Some(self.outcomes[n]),
            false => {
                let turn = (n - self.preperiod) % self.period;
                Some(self.outcomes[self.preperiod + turn])
            }
        }
    }

    fn names(&self) -> [i128; 6] {
        let (min, max) = (self.set[0] as i128, self.set[self.set.len() - 1] as i128);
        let sum: usize = self.set.iter().sum();
        let (period, preperiod) = (self.period as i128, self.preperiod as i128);
        [min, max, self.set.len() as i128, sum as i128, period, preperiod]
    }

    /// The heaps that come again and again.
    pub fn for_ever(&self) -> &[char] {
        &self.outcomes[self.preperiod..self.preperiod + self.period]
    }
}

/// Is it so for this set? A place where it is not.
type Test = Rc<dyn Fn(&Run) -> Option<String>>;
/// Does it speak of any heap of this set?
type Speaks = Rc<dyn Fn(&Run) -> bool>;

struct OnFamily {
    rules: Rules,
    /// Sets with the endings of their stuck heaps.
    members: Vec<(Vec<usize>, Vec<char>)>,
    suppose: Option<Said>,
    test: Test,
    speaks: Speaks,
    /// How many of how many are so, if they are counted.
    count: Option<(i64, i64)>,
}

impl Meaning for OnFamily {
    fn counterexample(&self, _: Reach) -> Option<String> {
        let (mut so, mut all) = (0, 0);
        for (set, ends) in &self.members {
            let run = run(self.rules, set, ends);
            if self.suppose.as_ref().is_some_and(|said| !(said.holds)(&run.names())) {
                continue;
            }
            all += 1;
            match (self.test)(&run) {
                None => so += 1,
                Some(place) if self.count.is_none() => {
                    return Some(format!("{set:?} {ends:?}: {place}"));
                }
                Some(_) => {}
            }
        }
        let (claimed, of) = self.count?;
        ((claimed, of) != (so, all)).then(|| format!("{so} of {all}"))
    }

    fn is_false_at(&self, _: &Witness) -> Option<bool> {
        None
    }

    fn speaks(&self) -> bool {
        self.members.iter().any(|(set, ends)| {
            let run = run(self.rules, set, ends);
            self.suppose.as_ref().is_none_or(|said| (said.holds)(&run.names()))
                && (self.speaks)(&run)
        })
    }
}

const OUTCOMES: [(&str, &str); 8] = [
    ("P", "P"),
    ("N", "N"),
    ("L", "L"),
    ("R", "R"),
    ("{P,N}", "PN"),
    ("{L,R}", "LR"),
    ("not N", "PLR"),
    ("not P", "NLR"),
];

/// Conditions on n alone.
fn on_n(tape: &mut Tape) -> Said {
    let names = ["n".to_string()];
    let words = Vocabulary { names: &names, digits: false, patterns: false };
    let depth = tape.roll(3);
    condition(tape, words, depth)
}

/// `whenever ...: ...; ...`
fn whenever(tape: &mut Tape) -> (String, Test, Speaks) {
    let (here, here_is) = tape.pick(&OUTCOMES[..6]);
    let when = on_n(tape);
    type When = Rc<dyn Fn(&Run, i128) -> bool>;
    let n_holds = when.holds.clone();
    let (when, applies): (String, When) = match tape.roll(3) {
        0 => (
            format!("{here} at n"),
            Rc::new(move |run, n| run.at(n).is_some_and(|o| here_is.contains(o))),
        ),
        1 => (when.text.clone(), Rc::new(move |_, n| n_holds(&[n]))),
        _ => {
            let conjoined = when.and(Said::always());
            let text = conjoined.text.replace(" and always", "");
            (
                format!("{text} and {here} at n"),
                Rc::new(move |run, n| {
                    n_holds(&[n]) && run.at(n).is_some_and(|o| here_is.contains(o))
                }),
            )
        }
    };
    type Part = Rc<dyn Fn(&Run, i128) -> bool>;
    let mut texts = Vec::new();
    let mut parts: Vec<Part> = Vec::new();
    for _ in 0..=tape.roll(2) {
        let (there, there_is) = tape.pick(&OUTCOMES);
        let by = i128::from(tape.number(1, 3));
        let allowed = move |outcome: Option<char>| outcome.is_none_or(|o| there_is.contains(o));
        let (text, part): (String, Part) = match tape.roll(6) {
            0 => (format!("{there} at n - {by}"), Rc::new(move |run, n| allowed(run.at(n - by)))),
            1 => (format!("{there} at n + {by}"), Rc::new(move |run, n| allowed(run.at(n + by)))),
            2 => (
                format!("{there} at every option"),
                Rc::new(move |run, n| run.set.iter().all(|&s| allowed(run.at(n - s as i128)))),
            ),
            3 => (
                format!("{there} at some option"),
                Rc::new(move |run, n| {
                    run.set
                        .iter()
                        .any(|&s| run.at(n - s as i128).is_some_and(|o| there_is.contains(o)))
                }),
            ),
            4 => (format!("same at n + {by}"), Rc::new(move |run, n| run.at(n) == run.at(n + by))),
            _ => (
                format!("{there} at n + max(S)"),
                Rc::new(move |run, n| allowed(run.at(n + *run.set.last().unwrap() as i128))),
            ),
        };
        texts.push(text);
        parts.push(part);
    }
    let text = format!("whenever {when}: {}", texts.join("; "));
    let met = applies.clone();
    let speaks: Speaks = Rc::new(move |run| (0..20_000).any(|n| met(run, n)));
    let test: Test = Rc::new(move |run| {
        let far = run.outcomes.len() as i128 + 40;
        (0..far)
            .find(|&n| applies(run, n) && !parts.iter().all(|part| part(run, n)))
            .map(|n| format!("n = {n}"))
    });
    (text, test, speaks)
}

/// `runs of P at most min(S) - 1 between L and L`
fn runs(tape: &mut Tape) -> (String, Test) {
    let (of, of_is) = tape.pick(&OUTCOMES[..4]);
    let off = i128::from(tape.number(0, 3));
    let (length, length_of): (String, fn(&Run) -> i128) = match tape.roll(3) {
        0 => (format!("min(S) + {off}"), |run| run.names()[0]),
        1 => (format!("max(S) + {off}"), |run| run.names()[1]),
        _ => (format!("1 + {off}"), |_| 1),
    };
    let between = tape.one_in(2).then(|| (tape.pick(&OUTCOMES[..6]), tape.pick(&OUTCOMES[..6])));
    let text = match &between {
        Some(((before, _), (after, _))) => format!(" between {before} and {after}"),
        None => String::new(),
    };
    let text = format!("runs of {of} at most {length}{text}");
    let test: Test = Rc::new(move |run| {
        let heaps = &run.outcomes;
        let mut n = 0;
        while n < heaps.len() {
            let end = (n..heaps.len()).find(|&m| !of_is.contains(heaps[m])).unwrap_or(heaps.len());
            let cut = end == heaps.len();
            // What is cut off where we stop is seen elsewhere, unless it goes on for ever.
            let whole = !cut || run.for_ever().iter().all(|&o| of_is.contains(o));
            if end > n && whole {
                let long = (end - n) as i128 > length_of(run) + off;
                let beside = between.is_some_and(|((_, before), (_, after))| {
                    n > 0 && !before.contains(heaps[n - 1]) || !cut && !after.contains(heaps[end])
                });
                if long || beside {
                    return Some(format!("n = {n}"));
                }
            }
            n = end.max(n + 1);
        }
        None
    });
    (text, test)
}

/// A condition on a set and its sequence.
fn as_a_whole(tape: &mut Tape) -> Said {
    let names: Vec<String> =
        ["min(S)", "max(S)", "size(S)", "sum(S)", "period", "preperiod"].map(String::from).into();
    let words = Vocabulary { names: &names, digits: false, patterns: false };
    let depth = tape.roll(2);
    condition(tape, words, depth)
}

fn so(tape: &mut Tape) -> (String, Test) {
    let (letters, letters_is) = tape.pick(&[("L", "L"), ("P", "P"), ("L, N", "LN"), ("R", "R")]);
    let by = tape.number(1, 6);
    match tape.roll(6) {
        0 => (
            format!("eventually({letters})"),
            Rc::new(move |run| {
                let all = run.for_ever().iter().all(|&o| letters_is.contains(o));
                (!all).then(|| "not for ever".into())
            }),
        ),
        1 => (
            format!("recurs({letters})"),
            Rc::new(move |run| {
                let some = run.for_ever().iter().any(|&o| letters_is.contains(o));
                (!some).then(|| "never again".into())
            }),
        ),
        2 => (
            format!("appears({letters})"),
            Rc::new(move |run| {
                let some = run.outcomes.iter().any(|&o| letters_is.contains(o));
                (!some).then(|| "never".into())
            }),
        ),
        3 => (
            format!("has_period(min(S) + max(S) + {by} - 1)"),
            Rc::new(move |run| {
                let period = run.names()[0] + run.names()[1] + i128::from(by) - 1;
                (period < 1 || period % run.period as i128 != 0).then(|| "not so".into())
            }),
        ),
        _ => {
            let said = as_a_whole(tape);
            let holds = said.holds.clone();
            let test: Test =
                Rc::new(move |run| (!holds(&run.names() as Numbers)).then(|| "not so".into()));
            (said.text, test)
        }
    }
}

pub fn attack(tape: &mut Tape) -> Attack {
    let rules = tape.pick(&[Rules::LeftRight, Rules::LeftRight, Rules::Normal, Rules::Ending]);
    let least = if rules == Rules::LeftRight { 2 } else { 1 };
    let low = least + tape.roll(2) as usize;
    let high = low + 1 + tape.roll(if rules == Rules::Ending { 2 } else { 4 }) as usize;
    let single = tape.one_in(4);
    let mut sets: Vec<Vec<usize>> = (1u32..1 << (high - low + 1))
        .map(|bits| (low..=high).filter(|s| bits >> (s - low) & 1 == 1).collect())
        .collect();
    if single {
        let one = tape.pick(&sets);
        sets = vec![one];
    }
    let list = |set: &[usize]| set.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    let members: Vec<(Vec<usize>, Vec<char>)> = match rules {
        Rules::Ending if !single => sets
            .iter()
            .flat_map(|set| {
                let mut all: Vec<Vec<char>> = vec![vec![]];
                for _ in 0..set[0] {
                    let longer = |ends: Vec<char>| {
                        "LRNP".chars().map(move |end| [&ends[..], &[end]].concat())
                    };
                    all = all.into_iter().flat_map(longer).collect();
                }
                all.into_iter().map(|ends| (set.clone(), ends))
            })
            .collect(),
        Rules::Ending => {
            let ends = (0..sets[0][0]).map(|_| tape.pick(&['L', 'R', 'N', 'P'])).collect();
            vec![(sets[0].clone(), ends)]
        }
        _ => sets.iter().map(|set| (set.clone(), vec![])).collect(),
    };
    let of = if single { list(&sets[0]) } else { "S".to_string() };
    let ends = match (single, rules) {
        (true, Rules::Ending) => {
            members[0].1.iter().map(char::to_string).collect::<Vec<_>>().join(",")
        }
        _ => "E".into(),
    };
    let game = match rules {
        Rules::LeftRight => format!("lr-nim({of})"),
        Rules::Normal => format!("subtract({of})"),
        Rules::Ending => format!("ending-nim({of}; {ends})"),
    };
    let family = match (single, rules) {
        (true, _) => String::new(),
        (false, Rules::Ending) => format!("\n  family S within {low}..{high}, any E"),
        (false, _) => format!("\n  family S within {low}..{high}"),
    };
    let suppose = (!single && tape.one_in(3)).then(|| as_a_whole(tape));
    let supposed = suppose.as_ref().map_or(String::new(), |s| format!("\n  suppose {}", s.text));
    let mut count = None;
    let mut speaks: Speaks = Rc::new(|_| true);
    let (kind, statement, test) = match tape.roll(6) {
        0..=2 => {
            let (text, test, of_heaps) = whenever(tape);
            speaks = of_heaps;
            ("whenever", text, test)
        }
        3 => {
            let (text, test) = runs(tape);
            ("runs", text, test)
        }
        4 if !single => {
            let (text, test) = so(tape);
            let spoken: Vec<Run> = members
                .iter()
                .map(|(set, ends)| run(rules, set, ends))
                .filter(|run| suppose.as_ref().is_none_or(|said| (said.holds)(&run.names())))
                .collect();
            let right = spoken.iter().filter(|run| test(run).is_none()).count() as i64;
            let off = tape.pick(&[0, 0, 0, 1]);
            let (claimed, of) = (tape.told(right + off), tape.told(spoken.len() as i64));
            count = Some((claimed, of));
            ("count", format!("count {claimed} of {of} have {text}"), test)
        }
        _ => {
            let (text, test) = so(tape);
            ("then", format!("then {text}"), test)
        }
    };
    // A single set has no name.
    let named = |text: &str| {
        let set = &members[0].0;
        let sum: usize = set.iter().sum();
        text.replace("min(S)", &set[0].to_string())
            .replace("max(S)", &set[set.len() - 1].to_string())
            .replace("size(S)", &set.len().to_string())
            .replace("sum(S)", &sum.to_string())
    };
    let statement = if single { named(&statement) } else { statement };
    let text = format!("claim \"it\"\n  game {game}{family}{supposed}\n  {statement}\n");
    let meaning = OnFamily { rules, members, suppose, test, speaks, count };
    Attack { kind, text, games: vec![], meaning: Box::new(meaning) }
}
