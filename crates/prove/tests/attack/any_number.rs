//! Claims about any number of piles of any size that are proved in one stroke: sums of piles, piles that may be added beside any
//! position, and games that a finite quotient solves. True ones, and with a constant, a hypothesis or a game that is another one.

use std::rc::Rc;

use sprague_prove::Witness;
use sprague_rules::{Outcome, Ruleset, parse_ruleset};

use crate::play::{Play, sorted};
use crate::tape::Tape;
use crate::{Attack, Meaning, Reach};

/// What is so, or how much, at a position.
type At<T> = Rc<dyn Fn(&[u32]) -> T>;

/// A condition as text and as what it means.
#[derive(Clone)]
struct Said {
    text: String,
    holds: At<bool>,
}

impl Said {
    fn new(text: String, holds: impl Fn(&[u32]) -> bool + 'static) -> Said {
        Said { text, holds: Rc::new(holds) }
    }

    fn and(self, other: Said) -> Said {
        let (a, b) = (self.holds, other.holds);
        Said::new(format!("{} and {}", self.text, other.text), move |x| a(x) && b(x))
    }

    fn or(self, other: Said) -> Said {
        let (a, b) = (self.holds, other.holds);
        Said::new(format!("{} or {}", self.text, other.text), move |x| a(x) || b(x))
    }
}

enum Saying {
    Iff(Said),
    If(Outcome, Said),
    Nim(At<i64>),
    Adding(Vec<u32>),
}

struct AnyNumber {
    play: Play,
    least: usize,
    suppose: Said,
    saying: Saying,
}

impl AnyNumber {
    fn right(&self, piles: &[u32]) -> bool {
        if piles.len() < self.least || piles.is_empty() || !(self.suppose.holds)(piles) {
            return true;
        }
        let lost = |piles: &[u32]| self.play.outcome(piles) == Outcome::P;
        match &self.saying {
            Saying::Iff(said) => lost(piles) == (said.holds)(piles),
            Saying::If(outcome, said) => {
                !(said.holds)(piles) || lost(piles) == (*outcome == Outcome::P)
            }
            Saying::Nim(value) => i64::from(self.play.nim_value(piles)) == value(piles),
            Saying::Adding(more) => lost(piles) == lost(&sorted([piles, more].concat())),
        }
    }
}

impl Meaning for AnyNumber {
    fn counterexample(&self, reach: Reach) -> Option<String> {
        // Few large piles, and many small ones.
        let boxes = [(1, 60), (2, 26), (3, 14), (4, 10), (5, 7), (6, 5), (8, 3), (12, 2)];
        for (most, size) in boxes {
            let size = match reach {
                Reach::Far => size,
                Reach::UpTo(bound) => size.min(bound),
            };
            let mut waiting = vec![Vec::new()];
            while let Some(piles) = waiting.pop() {
                if self.play.looked.get() > reach.budget() {
                    return None;
                }
                if !self.right(&piles) {
                    return Some(format!("{piles:?}"));
                }
                if piles.len() < most {
                    let from = piles.last().copied().unwrap_or(1);
                    waiting.extend((from..=size).map(|pile| [&piles[..], &[pile]].concat()));
                }
            }
            // What a region says of more piles is not asked here.
            if matches!(reach, Reach::UpTo(_)) && most >= 3 {
                return None;
            }
        }
        None
    }

    fn is_false_at(&self, witness: &Witness) -> Option<bool> {
        let Witness::Piles(piles) = witness else { return None };
        Some(!self.right(&sorted(piles.clone())))
    }
}

fn smallest(piles: &[u32]) -> u32 {
    piles.first().copied().unwrap_or(0)
}

fn second(piles: &[u32]) -> u32 {
    piles.get(1).copied().unwrap_or(0)
}

/// A constant that is right, or, once in a while, another one.
fn about(tape: &mut Tape, right: i64) -> i64 {
    let off = if tape.one_in(9) { tape.roll(3) as i64 - 1 } else { 0 };
    tape.told((right + off).max(0))
}

fn smallest_is(c: i64) -> Said {
    Said::new(format!("smallest = {c}"), move |x| i64::from(smallest(x)) == c)
}

fn second_is(c: i64, so: bool) -> Said {
    let sign = if so { "=" } else { "!=" };
    Said::new(format!("second {sign} {c}"), move |x| (i64::from(second(x)) == c) == so)
}

fn count_of(size: i64, at_least: i64) -> Said {
    let text = format!("count(x in piles where x = {size}) >= {at_least}");
    Said::new(text, move |x| {
        x.iter().filter(|&&pile| i64::from(pile) == size).count() as i64 >= at_least
    })
}

fn sum_is(modulus: i64, from: i64, target: i64) -> Said {
    let only = if from > 0 { format!(" where x >= {from}") } else { String::new() };
    let text = format!("xor(x mod {modulus} for x in piles{only}) = {target}");
    Said::new(text, move |x| {
        let counted = x.iter().map(|&pile| i64::from(pile)).filter(|&pile| pile >= from);
        counted.fold(0, |sum, pile| sum ^ (pile % modulus)) == target
    })
}

fn parity(odd: bool) -> Said {
    let text = format!("{}(total)", if odd { "odd" } else { "even" });
    Said::new(text, move |x| (x.iter().sum::<u32>() % 2 == 1) == odd)
}

fn always() -> Said {
    Said::new("always".into(), |_| true)
}

fn not(said: Said) -> Said {
    let holds = said.holds;
    Said::new(format!("not ({})", said.text), move |x| !holds(x))
}

/// A game: how it is called, its text if it is one's own, and its rules.
type Game = (String, Vec<(String, String)>, Ruleset);

fn known(expression: &str) -> Game {
    (expression.to_string(), Vec::new(), parse_ruleset(expression).unwrap())
}

fn own(misere: bool, moves: &[String]) -> Game {
    let lines: Vec<String> = moves.iter().map(|m| format!("  move {m}\n")).collect();
    let text = format!("game it\n  \"A game.\"\n  piles any\n{}", lines.concat());
    let path = "./it.game".to_string();
    let expression = format!("{}{path}", if misere { "misere " } else { "" });
    let games = vec![(path, text)];
    let library = sprague_rules::Library::with(games.clone());
    let ruleset = library.ruleset(&expression).unwrap();
    (expression, games, ruleset)
}

pub fn attack(tape: &mut Tape) -> Attack {
    match tape.roll(3) {
        0 => sums(tape),
        1 => contexts(tape),
        _ => quotients(tape),
    }
}

/// Games of the smallest and the largest pile, which words decide: true claims, and with another constant, number or game.
pub fn of_words(tape: &mut Tape) -> Attack {
    let ends = [
        "a = max(piles)",
        "a = min(piles)",
        "min(after) != min(piles)",
        "max(after) != max(piles)",
        "min(after) != min(piles) and max(after) != max(piles)",
        "min(after) != min(piles) and max(after) != max(piles) and distinct(piles) and distinct(after)",
        "a > max(others)",
        "a - k < min(others)",
        "a = max(piles) and k <= 2",
        "a = max(piles) and distinct(after)",
    ];
    let (game, which) = match tape.roll(10) {
        0..3 => (known("greedy-nim"), 0),
        3 => (known("misere greedy-nim"), 0),
        4 => (known("nimb"), 2),
        5 => (known("nimtb"), 5),
        6 | 7 => (known("nimtb-free"), 4),
        _ => {
            let which = tape.roll(ends.len() as u64) as usize;
            let m = format!("take k from one pile a where {}", ends[which]);
            (own(tape.one_in(5), &[m]), which)
        }
    };
    let least = 1 + tape.roll(3) as usize;
    let different =
        || Said::new("distinct(piles)".into(), |x| x.windows(2).all(|pair| pair[0] != pair[1]));
    if matches!(which, 2 | 5) && game.2.has_nim_values() && !tape.one_in(4) {
        let less = about(tape, 1);
        let value = move |x: &[u32]| i64::from(smallest(x)) - less;
        let suppose = (which == 5 && !tape.one_in(4)).then(different);
        let statement = format!("nim-value = smallest - {less}");
        let least = if tape.one_in(4) { least } else { 2 };
        return made("words value", game, least, suppose, statement, Saying::Nim(Rc::new(value)));
    }
    let largest = |x: &[u32]| x.iter().filter(|&pile| Some(pile) == x.last()).count() as i64;
    let lowest = |x: &[u32]| x.iter().filter(|&pile| Some(pile) == x.first()).count() as i64;
    let many = about(tape, 2);
    let parity =
        Said::new("even(count(x in piles where x = largest))".into(), move |x| largest(x) % 2 == 0);
    let several = Said::new(format!("count(x in piles where x = largest) >= {many}"), move |x| {
        largest(x) >= many
    });
    let below = Said::new(format!("count(x in piles where x = smallest) = {many}"), move |x| {
        lowest(x) == many
    });
    let said = match (which, tape.roll(9)) {
        (0, 0..6) => parity,
        (4, 0..6) => smallest_is(about(tape, 1)).or(several),
        (_, 0) => parity.or(below),
        (_, 1) => several.and(different()),
        (_, 2) => smallest_is(about(tape, 1)).or(different()),
        (_, 3) => below,
        (_, 4) => several,
        (_, 5) => different(),
        (_, 6) => second_is(about(tape, 1), true).or(parity),
        (_, 7) => count_of(1, many).or(smallest_is(2)),
        _ => parity,
    };
    let suppose = tape.one_in(8).then(different);
    let statement = format!("P iff {}", said.text);
    made("words P iff", game, least, suppose, statement, Saying::Iff(said))
}

fn made(
    kind: &'static str,
    (expression, games, ruleset): Game,
    least: usize,
    suppose: Option<Said>,
    statement: String,
    saying: Saying,
) -> Attack {
    let on = if least <= 1 { "any".to_string() } else { format!("{least}..") };
    let supposed = suppose.as_ref().map_or(String::new(), |s| format!("\n  suppose {}", s.text));
    let text =
        format!("claim \"it\"\n  game {expression}\n  piles {on}{supposed}\n  {statement}\n");
    let suppose = suppose.unwrap_or_else(always);
    let meaning = AnyNumber { play: Play::new(&ruleset), least, suppose, saying };
    Attack { kind, text, games, meaning: Box::new(meaning) }
}

/// Sums of piles: Nim, and taking 1 to k, whose values are x mod (k + 1); or games that only look like it.
fn sums(tape: &mut Tape) -> Attack {
    let most = 1 + tape.roll(4) as i64;
    let set: Vec<String> = (1..=most).map(|k| k.to_string()).collect();
    let game = match tape.roll(8) {
        0 | 1 => known("nim"),
        2 => known(&format!("misere subtract({})", set.join(","))),
        3 => own(false, &[format!("take k from one pile where k <= {most} and k <= max(piles)")]),
        4 => own(false, &[format!("take k from one pile a where k <= {most} and a >= 2")]),
        _ => known(&format!("subtract({})", set.join(","))),
    };
    let whole = game.0 == "nim" && tape.one_in(2);
    let modulus = if game.0 == "nim" { 1 << 20 } else { about(tape, most + 1).max(1) };
    let target = about(tape, 0);
    let (least, says) = (1 + tape.roll(2) as usize, tape.roll(6));
    let text = match whole {
        true => "xor(piles)".to_string(),
        false => format!("xor(x mod {modulus} for x in piles)"),
    };
    let value = move |x: &[u32]| x.iter().fold(0, |sum, &pile| sum ^ (i64::from(pile) % modulus));
    let is = Said::new(format!("{text} = {target}"), move |x| value(x) == target);
    match says {
        0 | 1 if game.2.has_nim_values() => {
            let statement = format!("nim-value = {text}");
            made("sum value", game, least, None, statement, Saying::Nim(Rc::new(value)))
        }
        2 => {
            let more = Said::new("count > 2".into(), |x| x.len() > 2);
            let said = is.and(more);
            let outcome = if tape.one_in(2) { Outcome::P } else { Outcome::N };
            let statement = format!("{outcome} if {}", said.text);
            made("sum if", game, least, None, statement, Saying::If(outcome, said))
        }
        3 => {
            let added: Vec<u32> = (0..1 + tape.roll(3)).map(|_| 1 + tape.roll(5) as u32).collect();
            let added = sorted(added);
            let list: Vec<String> = added.iter().map(u32::to_string).collect();
            let statement = format!("adding {} keeps the outcome", list.join(","));
            made("sum adding", game, least, None, statement, Saying::Adding(added))
        }
        _ => {
            let said = if tape.one_in(4) { is.and(count_of(2, about(tape, 0))) } else { is };
            let statement = format!("P iff {}", said.text);
            made("sum P iff", game, least, None, statement, Saying::Iff(said))
        }
    }
}

/// Piles that may be added, or may not, where moves take single tokens.
fn contexts(tape: &mut Tape) -> Attack {
    let misere = tape.one_in(4);
    let prefix = if misere { "misere " } else { "" };
    let game = match tape.roll(7) {
        0 => known(&format!("{prefix}ooooob-a")),
        1 => known(&format!("{prefix}ooooob-c")),
        2 => own(misere, &["take 1 from each of two piles".into(), "take 1 from each pile".into()]),
        3 => {
            own(misere, &["take 1 from one pile".into(), "take 1 from each of three piles".into()])
        }
        _ => known(&format!("{prefix}ooooob-b")),
    };
    let all: [&[u32]; 9] =
        [&[1, 1], &[1, 1], &[2, 2], &[2, 2], &[2], &[1], &[1, 1, 1, 1], &[1, 2], &[4]];
    let added = tape.pick(&all).to_vec();
    let suppose = (!tape.one_in(3)).then(|| {
        let (right, off) = (i64::from(*added.last().unwrap()), tape.roll(3) as i64 - 1);
        let least = tape.told((right + off).max(1));
        let text = format!("largest >= {least}");
        Said::new(text, move |x| x.last().is_some_and(|&pile| i64::from(pile) >= least))
    });
    let list: Vec<String> = added.iter().map(u32::to_string).collect();
    let statement = format!("adding {} keeps the outcome", list.join(","));
    made("adding", game, 1 + tape.roll(2) as usize, suppose, statement, Saying::Adding(added))
}

/// Games that a finite quotient solves: amounts up to the smallest pile, perhaps bounded; misère sums of piles.
fn quotients(tape: &mut Tape) -> Attack {
    let bound = 1 + tape.roll(4);
    let game = match tape.roll(10) {
        0 => known("misere subtract(1,2)"),
        1 => known("misere subtract(1,3)"),
        2 => {
            let m = format!("take k from one pile where k <= min(piles) and k <= {bound}");
            own(tape.one_in(2), &[m])
        }
        3 => own(false, &["take k from one pile where k <= min(piles) and k in {1, 3}".into()]),
        4 if crate::nightly() => known("minnie"),
        _ => known("misere minnie"),
    };
    let least = 1 + tape.roll(2) as usize;
    let truth = closed_form(tape);
    match tape.roll(5) {
        0 => {
            let a = about(tape, 4);
            let suppose =
                Said::new(format!("smallest >= {a}"), move |x| i64::from(smallest(x)) >= a);
            let (statement, saying) = ("N if always".into(), Saying::If(Outcome::N, always()));
            made("quotient N if", game, least, Some(suppose), statement, saying)
        }
        1 => {
            let added = tape.pick(&[vec![4u32], vec![1, 1], vec![2, 2], vec![5, 5], vec![8, 8]]);
            let list: Vec<String> = added.iter().map(u32::to_string).collect();
            let statement = format!("adding {} keeps the outcome", list.join(","));
            let a = about(tape, 4);
            let suppose = Said::new(format!("largest >= {a}"), move |x| {
                x.last().is_some_and(|&pile| i64::from(pile) >= a)
            });
            made("quotient adding", game, least, Some(suppose), statement, Saying::Adding(added))
        }
        2 => {
            let outcome = if tape.one_in(2) { Outcome::P } else { Outcome::N };
            let said = if outcome == Outcome::P { truth } else { not(truth) };
            let said = Said::new(format!("({})", said.text), move |x| (said.holds)(x))
                .and(count_of(3, about(tape, 0)));
            let statement = format!("{outcome} if {}", said.text);
            made("quotient if", game, least, None, statement, Saying::If(outcome, said))
        }
        _ => {
            let statement = format!("P iff {}", truth.text);
            made("quotient P iff", game, least, None, statement, Saying::Iff(truth))
        }
    }
}

/// Who loses misère MINNIE, with perhaps another constant or an exceptional position far out.
fn closed_form(tape: &mut Tape) -> Said {
    let cases = [
        smallest_is(about(tape, 1)).and(second_is(about(tape, 3), false)).and(parity(true)),
        smallest_is(1).and(second_is(3, true)).and(sum_is(4, 0, about(tape, 3))),
        smallest_is(2).and(not(count_of(3, about(tape, 1)))).and(sum_is(4, 0, about(tape, 3))),
        smallest_is(about(tape, 3)).and(sum_is(about(tape, 4).max(1), 0, 0)),
    ];
    let mut whole = cases.into_iter().reduce(Said::or).unwrap();
    if tape.one_in(6) {
        let far = 9 + tape.roll(9) as i64;
        whole = whole.or(smallest_is(1).and(second_is(far, true)));
    }
    whole
}
