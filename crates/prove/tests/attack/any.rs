//! Claims about every set: true ones, nearly true ones and false ones, over random constants, outcomes and hypotheses.
//!
//! What is proved for every S must be so for every set within 1..9 and for some larger ones, symmetric ones among them, at all
//! heaps for several periods, by a plain recursion.

use std::rc::Rc;

use sprague_prove::Witness;

use crate::families::{Rules, Run, run};
use crate::tape::Tape;
use crate::{Attack, Meaning, Reach};

/// The largest member of the sets that are all looked at; with all endings.
const MOST: usize = 9;
const MOST_ENDED: usize = 5;
/// Larger sets, and symmetric ones, beside them.
const LARGER: u64 = 24;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Any,
    Finite,
    Symmetric,
}

/// Is it so for this set? A place where it is not.
type Test = Rc<dyn Fn(&Run) -> Option<String>>;
type Holds = Rc<dyn Fn(&Run) -> bool>;
type Number = Rc<dyn Fn(&Run) -> i128>;

struct EverySet {
    rules: Rules,
    least: usize,
    kind: Kind,
    supposed: Holds,
    test: Test,
    seed: u64,
}

fn is_symmetric(set: &[usize]) -> bool {
    let both = set[0] + set[set.len() - 1];
    set.iter().all(|s| set.contains(&(both - s)))
}

impl EverySet {
    fn sets(&self) -> Vec<Vec<usize>> {
        let most = if self.rules == Rules::Ending { MOST_ENDED } else { MOST };
        let numbers = self.least..=most;
        let mut sets: Vec<Vec<usize>> = (1u32..1 << numbers.clone().count())
            .map(|bits| numbers.clone().filter(|s| bits >> (s - self.least) & 1 == 1).collect())
            .collect();
        let mut dice = Tape::new(self.seed, None);
        let largest = if self.rules == Rules::Ending { 12 } else { 23 };
        for _ in 0..LARGER {
            let count = 1 + dice.roll(5);
            let from = self.least as u64 + dice.roll(3);
            let mut set: Vec<usize> =
                (0..count).map(|_| (from + dice.roll(largest - from)) as usize).collect();
            if self.kind == Kind::Symmetric {
                let both = set.iter().max().unwrap() + set.iter().min().unwrap();
                set.extend(set.clone().iter().map(|s| both - s));
            }
            set.sort_unstable();
            set.dedup();
            sets.push(set);
        }
        // As far as these go, they are like infinite ones.
        for step in [1, 2, 3] {
            sets.push((self.least..).step_by(step).take(20).collect());
        }
        sets.retain(|set| self.kind != Kind::Symmetric || is_symmetric(set));
        sets
    }

    fn runs(&self, mut look: impl FnMut(&Run) -> bool) {
        let mut dice = Tape::new(self.seed ^ 77, None);
        for set in self.sets() {
            let all = 4u64.checked_pow(set[0] as u32).filter(|all| *all <= 256);
            let endings: Vec<u64> = match (self.rules, all) {
                (Rules::Ending, Some(all)) => (0..all).collect(),
                (Rules::Ending, None) => (0..64).map(|_| dice.roll(u64::MAX)).collect(),
                _ => vec![0],
            };
            for number in endings {
                let end = |heap: usize| ['L', 'R', 'N', 'P'][(number >> (2 * heap) & 3) as usize];
                let ends: Vec<char> = match self.rules {
                    Rules::Ending => (0..set[0]).map(end).collect(),
                    _ => Vec::new(),
                };
                let run = run(self.rules, &set, &ends);
                if (self.supposed)(&run) && !look(&run) {
                    return;
                }
            }
        }
    }
}

impl Meaning for EverySet {
    fn counterexample(&self, _: Reach) -> Option<String> {
        let mut found = None;
        self.runs(|run| {
            found = (self.test)(run).map(|place| format!("{:?}: {place}", run.set));
            found.is_none()
        });
        found
    }

    fn is_false_at(&self, _: &Witness) -> Option<bool> {
        None
    }
}

const OUTCOMES: [(&str, &str); 10] = [
    ("{R,N}", "RN"),
    ("{L,N}", "LN"),
    ("{R,P}", "RP"),
    ("{L,P}", "LP"),
    ("R", "R"),
    ("L", "L"),
    ("P", "P"),
    ("N", "N"),
    ("{N,P}", "NP"),
    ("not P", "LRN"),
];

/// What is added to n: a number, min(S), max(S), or their sum, and a small number.
fn shift(tape: &mut Tape, kind: Kind) -> (String, Number) {
    let off = i128::from(tape.number(0, 2));
    let back = tape.one_in(2);
    let small = move |far: i128| if back { far - off } else { far + off };
    let text = if back { format!("- {off}") } else { format!("+ {off}") };
    let least = |run: &Run| run.set[0] as i128;
    let largest = |run: &Run| *run.set.last().unwrap() as i128;
    match (tape.roll(5), kind) {
        (0, _) => (format!("n + min(S) {text}"), Rc::new(move |run| small(least(run)))),
        (1 | 2, Kind::Symmetric) => (
            format!("n + min(S) + max(S) {text}"),
            Rc::new(move |run| small(least(run) + largest(run))),
        ),
        (1, Kind::Finite) => {
            (format!("n + max(S) {text}"), Rc::new(move |run| small(largest(run))))
        }
        _ => (format!("n {text}"), Rc::new(move |_| small(0))),
    }
}

/// What is true: where, how far from there, and what is there; of LR-Subtraction Nim, of symmetric sets, of all.
const TRUE: [(usize, &str, i64, usize); 14] = [
    (0, "", 1, 1),
    (0, "", -1, 1),
    (2, "", 1, 3),
    (2, "", -1, 3),
    (4, "", 1, 5),
    (6, "", -1, 3),
    (7, "", 1, 1),
    (5, " + min(S) + max(S)", 0, 3),
    (3, " + min(S) + max(S)", 0, 3),
    (2, " + min(S) + max(S)", 0, 2),
    (6, " + min(S) + max(S)", 0, 6),
    (6, " + min(S)", 0, 7),
    (6, " + min(S)", 0, 9),
    (2, " + min(S)", 0, 1),
];

/// One of these, or one of their numbers or outcomes changed.
fn near(tape: &mut Tape, rules: Rules, kind: Kind) -> (String, Test) {
    let fits = match (rules, kind) {
        (Rules::LeftRight, Kind::Symmetric) => 0..14,
        (Rules::LeftRight, _) => 0..7,
        (_, Kind::Symmetric) => 7..14,
        _ => 11..14,
    };
    let (mut here, far, by, mut there) = tape.pick(&TRUE[fits]);
    match tape.roll(6) {
        0 => here = tape.roll(10) as usize,
        1 => there = tape.roll(10) as usize,
        _ => {}
    }
    let off = i128::from(tape.told(by.abs()));
    let sign = if by < 0 { "-" } else { "+" };
    let off = if by < 0 { -off } else { off };
    let ((here, here_is), (there, there_is)) = (OUTCOMES[here], OUTCOMES[there]);
    let text = format!("whenever {here} at n: {there} at n{far} {sign} {}", off.unsigned_abs());
    let test: Test = Rc::new(move |run| {
        let set = [run.set[0] as i128, run.set[run.set.len() - 1] as i128];
        let far: i128 = set.into_iter().take(far.matches("(S)").count()).sum();
        let fails = |n: &i128| {
            run.at(*n).is_some_and(|o| here_is.contains(o))
                && run.at(n + far + off).is_some_and(|o| !there_is.contains(o))
        };
        (0..run.outcomes.len() as i128 + 40).find(fails).map(|n| format!("n = {n}"))
    });
    (text, test)
}

/// `whenever X at n: Y at n + d; ...`, with anything for X, Y and d.
fn whenever(tape: &mut Tape, kind: Kind) -> (String, Test) {
    let (here, here_is) = tape.pick(&OUTCOMES);
    let bound = i128::from(tape.number(0, 3));
    let bounded = tape.one_in(4);
    let mut when = format!("{here} at n");
    if bounded {
        when = format!("n >= {bound} and {when}");
    }
    let mut texts = Vec::new();
    type Part = Rc<dyn Fn(&Run, i128) -> bool>;
    let mut parts: Vec<Part> = Vec::new();
    for _ in 0..=tape.roll(2) {
        let (there, there_is) = tape.pick(&OUTCOMES);
        if tape.one_in(6) {
            let every = tape.one_in(2);
            texts.push(format!("{there} at {} option", if every { "every" } else { "some" }));
            parts.push(Rc::new(move |run, n| {
                let mut options = run.set.iter().filter_map(|&s| run.at(n - s as i128));
                match every {
                    true => options.all(|o| there_is.contains(o)),
                    false => options.any(|o| there_is.contains(o)),
                }
            }));
            continue;
        }
        let (place, by) = shift(tape, kind);
        texts.push(format!("{there} at {place}"));
        parts.push(Rc::new(move |run, n| {
            run.at(n + by(run)).is_none_or(|outcome| there_is.contains(outcome))
        }));
    }
    let test: Test = Rc::new(move |run| {
        let far = run.outcomes.len() as i128 + 40;
        let fails = |n: &i128| {
            (!bounded || *n >= bound)
                && run.at(*n).is_some_and(|o| here_is.contains(o))
                && !parts.iter().all(|part| part(run, *n))
        };
        (0..far).find(fails).map(|n| format!("n = {n}"))
    });
    (format!("whenever {when}: {}", texts.join("; ")), test)
}

/// `runs of P at most min(S) - 1 between L and L`
fn rows(tape: &mut Tape, kind: Kind) -> (String, Test) {
    let (of, of_is) = tape.pick(&OUTCOMES[4..8]);
    let off = i128::from(tape.number(0, 2));
    let largest = kind != Kind::Any && tape.one_in(2);
    let name = if largest { "max" } else { "min" };
    let between = tape.one_in(2);
    let sides = if between { " between L and L" } else { "" };
    let text = format!("runs of {of} at most {name}(S) - {off}{sides}");
    let test: Test = Rc::new(move |run| {
        let most = if largest { run.set[run.set.len() - 1] } else { run.set[0] } as i128 - off;
        let heaps = run.outcomes.len() as i128;
        let is = |n: i128| run.at(n).is_some_and(|o| of_is.contains(o));
        let fails = |n: &i128| {
            let long = is(*n) && (0..=most.max(0)).all(|more| is(n + more));
            let side = |m: i128| m >= 0 && is(*n) && !is(m) && run.at(m) != Some('L');
            long || between && (side(n - 1) || side(n + 1))
        };
        (0..heaps).find(fails).map(|n| format!("n = {n}"))
    });
    (text, test)
}

/// What is said of the sequence as a whole.
fn whole(tape: &mut Tape, kind: Kind) -> (String, Test) {
    let (letters, is) = tape.pick(&[("L", "L"), ("P", "P"), ("R", "R"), ("N", "N")]);
    let all = move |run: &Run| run.for_ever().iter().all(|&o| is.contains(o));
    let (text, holds): (String, Holds) = match (tape.roll(4), kind) {
        (0, Kind::Symmetric) => (
            "has_period(min(S) + max(S))".into(),
            Rc::new(|run| (run.set[0] + run.set[run.set.len() - 1]).is_multiple_of(run.period)),
        ),
        (1, Kind::Symmetric | Kind::Finite) => {
            ("period >= 2".into(), Rc::new(|run| run.period > 1))
        }
        (2, _) => (
            format!("appears({letters})"),
            Rc::new(move |run| run.outcomes.iter().any(|&o| is.contains(o))),
        ),
        _ => (format!("not eventually({letters})"), Rc::new(move |run| !all(run))),
    };
    (format!("then {text}"), Rc::new(move |run| (!holds(run)).then(|| "not so".into())))
}

/// Outcomes as `eventually` and `recurs` list them.
const LISTED: [(&str, &str); 8] = [
    ("L", "L"),
    ("R", "R"),
    ("N", "N"),
    ("P", "P"),
    ("L, R", "LR"),
    ("L, N", "LN"),
    ("L, P", "LP"),
    ("R, N, P", "RNP"),
];

/// Something that is so, or not so, of what comes again and again.
fn lasting(tape: &mut Tape) -> (String, Holds) {
    let (letters, is) = tape.pick(&LISTED);
    let step = tape.number(1, 2) as usize;
    match tape.roll(4) {
        0 => (
            format!("recurs({letters})"),
            Rc::new(move |run| run.for_ever().iter().any(|&o| is.contains(o))),
        ),
        1 => (format!("has_period({step})"), Rc::new(move |run| step.is_multiple_of(run.period))),
        2 => ("even(S)".into(), Rc::new(|run| run.set.iter().all(|s| s.is_multiple_of(2)))),
        _ => (
            format!("eventually({letters})"),
            Rc::new(move |run| run.for_ever().iter().all(|&o| is.contains(o))),
        ),
    }
}

/// One of these or another; one may be denied.
fn far_out(tape: &mut Tape) -> (String, Test) {
    let ((one, one_is), (other, other_is)) = (lasting(tape), lasting(tape));
    let (text, holds): (String, Holds) = match tape.roll(4) {
        0 => (format!("not {one}"), Rc::new(move |run| !one_is(run))),
        1 => (format!("{one} or {other}"), Rc::new(move |run| one_is(run) || other_is(run))),
        2 => (format!("{one} and {other}"), Rc::new(move |run| one_is(run) && other_is(run))),
        _ => (one, one_is),
    };
    (format!("then {text}"), Rc::new(move |run| (!holds(run)).then(|| "not so".into())))
}

/// A period that is supposed, and perhaps more.
fn periodic(tape: &mut Tape) -> (String, Holds) {
    let step = tape.number(1, 2) as usize;
    let least = tape.one_in(2);
    let more = tape.one_in(3).then(|| lasting(tape));
    let mut text = format!("\n  suppose has_period({step})");
    if least {
        text += " and not has_period(1)";
    }
    if let Some((more, _)) = &more {
        text += &format!(" and {more}");
    }
    let holds = move |run: &Run| {
        let is = more.as_ref().is_none_or(|(_, is)| is(run));
        step.is_multiple_of(run.period) && (!least || run.period > 1) && is
    };
    (text, Rc::new(holds))
}

pub fn attack(tape: &mut Tape) -> Attack {
    let rules = tape.pick(&[Rules::LeftRight, Rules::LeftRight, Rules::Normal, Rules::Ending]);
    let least = if rules == Rules::LeftRight { 2 } else { 1 };
    let kind = tape.pick(&[Kind::Any, Kind::Any, Kind::Finite, Kind::Symmetric]);
    let game = match rules {
        Rules::LeftRight => "lr-nim(S)",
        Rules::Normal => "subtract(S)",
        Rules::Ending => "ending-nim(S; E)",
    };
    let mut family = match kind {
        Kind::Any => "any S",
        Kind::Finite => "any finite S",
        Kind::Symmetric => "any symmetric S",
    }
    .to_string();
    if rules == Rules::Ending {
        family += ", any E";
    }
    let bound = tape.number(1, 3) as usize;
    let (suppose, supposed): (String, Holds) = match tape.roll(9) {
        3..=5 => periodic(tape),
        0 => (
            "\n  suppose even(S)".into(),
            Rc::new(|run: &Run| run.set.iter().all(|s| s.is_multiple_of(2))),
        ),
        1 => (
            format!("\n  suppose min(S) >= {bound}"),
            Rc::new(move |run: &Run| run.set[0] >= bound),
        ),
        2 if rules == Rules::Ending => {
            let letter = tape.pick(&['L', 'R', 'N', 'P']);
            let not = tape.one_in(2);
            let text = if not { format!("not ({letter} in E)") } else { format!("{letter} in E") };
            (
                format!("\n  suppose {text}"),
                Rc::new(move |run: &Run| run.outcomes[..run.set[0]].contains(&letter) != not),
            )
        }
        _ => (String::new(), Rc::new(|_: &Run| true)),
    };
    let lemma = match tape.roll(4) {
        0 => "\n  lemma whenever {R,N} at n: {L,N} at n - 1; {L,N} at n + 1",
        1 if rules == Rules::LeftRight => {
            "\n  lemma whenever {R,N} at n: {L,N} at n - 1; {L,N} at n + 1\n  lemma whenever R at n: L at n - 1; L at n + 1"
        }
        1 if kind == Kind::Symmetric => {
            "\n  lemma whenever {L,P} at n: {L,P} at n + min(S) + max(S)\n  lemma whenever {R,P} at n: {R,P} at n + min(S) + max(S)"
        }
        _ => "",
    };
    let (name, (text, test)) = match tape.roll(8) {
        5.. => ("far out", far_out(tape)),
        0 | 1 => ("whenever", near(tape, rules, kind)),
        2 => ("anything", whenever(tape, kind)),
        3 => ("runs", rows(tape, kind)),
        _ => ("then", whole(tape, kind)),
    };
    let text =
        format!("claim \"it\"\n  game {game}\n  family {family}{suppose}{lemma}\n  {text}\n");
    let seed = tape.roll(1000);
    let meaning = EverySet { rules, least, kind, supposed, test, seed };
    Attack { kind: name, text, games: vec![], meaning: Box::new(meaning) }
}
