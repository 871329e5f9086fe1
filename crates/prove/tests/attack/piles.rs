//! Claims about any number of piles, or so many, by the position as a whole.

use sprague_prove::Witness;
use sprague_rules::{Outcome, Player};

use crate::games::{Named, on_piles};
use crate::play::{Play, sorted};
use crate::tape::Tape;
use crate::words::{Said, Vocabulary, condition, distorted};
use crate::{Attack, Meaning, Reach};

enum Saying {
    Iff(Said),
    If(Outcome, Said),
    Nim(Said, i64, i64),
    Strategy(Said, Said),
    Adding(Vec<u32>),
}

struct OnPiles {
    play: Play,
    least: usize,
    most: Option<usize>,
    suppose: Said,
    saying: Saying,
}

/// The words, with one that looks at every pile.
const WORDS: [&str; 8] = [
    "count",
    "smallest",
    "second",
    "largest",
    "odds",
    "evens",
    "total",
    "count(x in piles where x mod 3 = 1)",
];

/// What the words stand for.
fn features(piles: &[u32]) -> Vec<i128> {
    let count = |test: &dyn Fn(u32) -> bool| piles.iter().filter(|&&n| test(n)).count() as i128;
    let pile = |place: usize| piles.get(place).map_or(0, |&n| i128::from(n));
    vec![
        piles.len() as i128,
        pile(0),
        pile(1),
        piles.last().map_or(0, |&n| i128::from(n)),
        count(&|n| n % 2 == 1),
        count(&|n| n % 2 == 0),
        piles.iter().map(|&n| i128::from(n)).sum(),
        count(&|n| n % 3 == 1),
    ]
}

impl OnPiles {
    fn right(&self, piles: &[u32]) -> bool {
        let seen = features(piles);
        if !(self.suppose.holds)(&seen) {
            return true;
        }
        let outcome = |p: &[u32]| self.play.outcome(p);
        match &self.saying {
            Saying::Iff(said) => {
                let claimed = if (said.holds)(&seen) { Outcome::P } else { Outcome::N };
                outcome(piles) == claimed
            }
            Saying::If(claimed, said) => !(said.holds)(&seen) || outcome(piles) == *claimed,
            Saying::Nim(said, yes, no) => {
                let claimed = if (said.holds)(&seen) { yes } else { no };
                i64::from(self.play.nim_value(piles)) == *claimed
            }
            Saying::Strategy(from, to) => {
                !(from.holds)(&seen)
                    || self.play.options(piles, Player::Left).iter().any(|option| {
                        (to.holds)(&features(option)) && outcome(option) == Outcome::P
                    })
            }
            Saying::Adding(more) => outcome(piles) == outcome(&sorted([piles, more].concat())),
        }
    }
}

/// All positions of exactly so many piles up to a size, in ascending order.
fn positions(count: usize, most: u32) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![vec![]];
    for _ in 0..count {
        let longer = |piles: Vec<u32>| -> Vec<Vec<u32>> {
            let least = piles.last().copied().unwrap_or(1);
            (least..=most).map(|n| [&piles[..], &[n]].concat()).collect()
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

impl Meaning for OnPiles {
    fn counterexample(&self, reach: Reach) -> Option<String> {
        let most = self.most.unwrap_or(7);
        for count in self.least.max(1)..=most {
            let size = match (reach, count) {
                (Reach::UpTo(size), _) => size.min(9),
                (Reach::Far, 1) => 60,
                (Reach::Far, 2) => 24,
                (Reach::Far, 3) => 12,
                (Reach::Far, 4) => 8,
                (Reach::Far, _) => 5,
            };
            for piles in positions(count, size) {
                if self.play.looked.get() > reach.budget() {
                    return None;
                }
                if !self.right(&piles) {
                    return Some(format!("{piles:?}"));
                }
            }
            // What a region says of more piles is not asked here.
            if matches!(reach, Reach::UpTo(_)) && count >= 3 {
                return None;
            }
        }
        None
    }

    fn is_false_at(&self, witness: &Witness) -> Option<bool> {
        let Witness::Piles(piles) = witness else { return None };
        let piles = sorted(piles.clone());
        // So far the plain recursion does not go.
        if piles.iter().sum::<u32>() > 20_000 {
            return None;
        }
        let spoken = piles.len() >= self.least && self.most.is_none_or(|most| piles.len() <= most);
        Some(spoken && !self.right(&piles))
    }
}

/// Some condition that is right for small positions, if one is met.
fn lost_where(tape: &mut Tape, play: &Play, words: Vocabulary) -> Said {
    let small: Vec<Vec<u32>> = (1..=3).flat_map(|count| positions(count, 4)).collect();
    let table: Vec<(Vec<i128>, bool)> =
        small.iter().map(|p| (features(p), play.outcome(p) == Outcome::P)).collect();
    let wrong =
        |said: &Said| table.iter().filter(|(seen, lost)| (said.holds)(seen) != *lost).count();
    let mut best = condition(tape, words, 1);
    for _ in 0..120 {
        let depth = tape.roll(3);
        let other = condition(tape, words, depth);
        if wrong(&other) < wrong(&best) {
            best = other;
        }
    }
    best
}

pub fn attack(tape: &mut Tape) -> Attack {
    let mut game = on_piles(tape);
    while game.most_piles(9) < 9 {
        game = on_piles(tape);
    }
    let play = Play::new(&game.ruleset);
    let (on, least, most) = match tape.roll(4) {
        0 | 1 => ("any".to_string(), 1, None),
        2 => ("2..".to_string(), 2, None),
        _ => {
            let most = 2 + tape.roll(3) as usize;
            (format!("1..{most}"), 1, Some(most))
        }
    };
    // The second smallest pile is not always spoken of, nor are piles one by one.
    let names: Vec<String> = WORDS.iter().map(|word| word.to_string()).collect();
    let words = Vocabulary { names: &names, digits: false, patterns: false };
    let (suppose, supposed) = match tape.one_in(4) {
        true => {
            let said = condition(tape, words, 1);
            let text = format!("\n  suppose {}", said.text);
            (said, text)
        }
        false => (Said::always(), String::new()),
    };
    let lost = lost_where(tape, &play, words);
    let far = (5, 18);
    let (kind, statement, saying) = match tape.roll(8) {
        0..=2 => {
            let said = distorted(tape, words, lost, far);
            ("P iff", format!("P iff {}", said.text), Saying::Iff(said))
        }
        3 | 4 => {
            let more = condition(tape, words, 1);
            let outcome = if tape.one_in(2) { Outcome::P } else { Outcome::N };
            let base = if outcome == Outcome::P { lost } else { lost.negated() };
            let said = base.and(more);
            ("if", format!("{outcome} if {}", said.text), Saying::If(outcome, said))
        }
        5 if game.ruleset.has_nim_values() => {
            let (yes, no) = (tape.told(0), tape.number(1, 2));
            let text = format!("nim-value = {yes} if {}, else {no}", lost.text);
            ("nim-value", text, Saying::Nim(lost, yes, no))
        }
        6 => {
            let from = lost.clone().negated();
            let text = format!("strategy from {} move to {}", from.text, lost.text);
            ("strategy", text, Saying::Strategy(from, lost))
        }
        _ => {
            let all: [&[u32]; 4] = [&[1, 1], &[2], &[1, 2], &[2, 2]];
            let piles = tape.pick(&all).to_vec();
            let list: Vec<String> = piles.iter().map(u32::to_string).collect();
            let text = format!("adding {} keeps the outcome", list.join(","));
            ("adding", text, Saying::Adding(piles))
        }
    };
    let Named { expression, own, .. } = game;
    let text =
        format!("claim \"it\"\n  game {expression}\n  piles {on}{supposed}\n  {statement}\n");
    let meaning = OnPiles { play, least, most, suppose, saying };
    Attack { kind, text, games: own, meaning: Box::new(meaning) }
}
