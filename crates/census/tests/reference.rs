//! The census against the definition, set by set.

use sprague_census::game::{Amounts, Cycle, Game};
use sprague_census::lanes::{LANES, Lanes};
use sprague_census::lr_nim::repeating::Repeating;
use sprague_census::lr_nim::{Decider, Wanted};
use sprague_census::tally::Record;
use sprague_census::vector::{Vector, Width};
use sprague_census::{Census, EndingNim, Family, Key, LrNim, Question, run, single};
use sprague_rules::{Outcome, parse_ruleset};
use sprague_sequence::{Verdict, regularity};
use sprague_solve::{Watch, window};

/// The cycle of a game by looking at every option, and by comparing every term.
fn plainly(ruleset: &str, amounts: u64) -> Cycle {
    let ruleset = parse_ruleset(ruleset).unwrap();
    let list: Vec<u32> = (1..64).filter(|s| amounts >> s & 1 == 1).collect();
    let reach = regularity::Reach::of(&ruleset);
    let mut to = 8 * *list.last().unwrap() as usize;
    loop {
        let outcomes = window::by_options(&ruleset, &list, to, &Watch::new(None));
        let terms: Vec<i64> = outcomes.iter().map(|&o| o as i64).collect();
        let found = regularity::find(&terms, false, reach.as_ref());
        if let Some(r) = found.filter(|r| matches!(r.verdict, Verdict::Proved(_))) {
            let mut counts = [0; 4];
            for outcome in &outcomes[r.preperiod..r.preperiod + r.period] {
                let place = match outcome {
                    Outcome::L => 0,
                    Outcome::R => 1,
                    Outcome::N => 2,
                    Outcome::P => 3,
                };
                counts[place] += 1;
            }
            return Cycle { preperiod: r.preperiod as u32, period: r.period as u32, counts };
        }
        to *= 2;
    }
}

/// The number of a lane whose bits these are.
fn number(bits: &[Lanes; 8], lane: usize) -> u32 {
    bits.iter().rev().fold(0, |number, bit| 2 * number + u32::from(bit.contains(lane)))
}

/// All cycles of a family.
struct All(Vec<Option<Cycle>>);

impl All {
    fn put(&mut self, number: u64, cycle: Cycle) {
        let place = &mut self.0[number as usize];
        assert_eq!(*place, None, "set {number} came twice");
        *place = Some(cycle);
    }

    fn of(family: LrNim, width: Width) -> Vec<Cycle> {
        let mut all = All(vec![None; family.total() as usize]);
        Decider::new(family, width).part(0, family.total(), &mut all);
        all.0.into_iter().map(|cycle| cycle.expect("every set comes")).collect()
    }
}

impl Wanted for All {
    const CYCLES: bool = true;

    fn group(&mut self, first: u64, left: Lanes, decided: Lanes) {
        assert_eq!(left & decided, left);
        assert!(decided.count() as usize <= LANES && first < self.0.len() as u64);
    }

    fn left_from<V: Vector>(&mut self, first: u64, left: Lanes, preperiods: &[Lanes; 8]) {
        left.for_each(|lane| self.put(first + lane as u64, Cycle::left(number(preperiods, lane))));
    }

    fn periodic(&mut self, sets: &Repeating) {
        sets.for_each(|number, cycle| self.put(number, *cycle));
    }

    fn alone(&mut self, number: u64, cycle: &Cycle) {
        self.put(number, *cycle);
    }
}

fn agrees(min: u32, max: u32) {
    let family = LrNim::new(min, max).unwrap();
    let cycles = All::of(family, Width::widest());
    let mut left = 0;
    let mut records = [Record { value: 0, number: 0 }, Record { value: 0, number: 0 }];
    for (number, cycle) in (0..).zip(&cycles) {
        let set = family.set(number);
        let expected = plainly(&format!("lr-nim({})", Amounts(set)), set);
        assert_eq!(*cycle, expected, "lr-nim({})", Amounts(set));
        left += u64::from(expected.counts[0] == expected.period);
        for (record, value) in records.iter_mut().zip([expected.period, expected.preperiod]) {
            if u64::from(value) > record.value {
                *record = Record { value: value.into(), number };
            }
        }
    }
    let question = Question { cycles: true, preperiods: true, rows: false, top: 1 };
    for cycles in [true, false] {
        let census = Census::new(Family::LrNim(family), Question { cycles, ..question });
        let tally = run::in_memory(&census, 2, &Watch::new(None)).unwrap();
        assert_eq!((tally.all.games, tally.all.left), (family.total(), left), "{min} {max}");
        if cycles {
            let [period, preperiod] = records.clone();
            assert_eq!(tally.records[&Key::Period], [period], "{min} {max}");
            assert_eq!(tally.records[&Key::Preperiod], [preperiod], "{min} {max}");
        }
    }
}

#[test]
fn every_small_set_is_as_the_definition_has_it() {
    for min in 2..=5 {
        (min..=15).for_each(|max| agrees(min, max));
    }
}

#[test]
fn every_set_up_to_20_is_as_the_definition_has_it() {
    for min in 2..=5 {
        (16..=20).for_each(|max| agrees(min, max));
    }
}

#[test]
fn all_widths_give_the_same() {
    let family = LrNim::new(2, 18).unwrap();
    let portable = All::of(family, Width::Portable);
    for width in Width::EVERY.into_iter().filter(|width| width.is_here()) {
        assert!(All::of(family, width) == portable, "{}", width.name());
    }
}

#[test]
fn one_game_alone_is_as_in_lanes() {
    let family = LrNim::new(3, 16).unwrap();
    for (number, cycle) in (0..).zip(All::of(family, Width::widest())) {
        let game = Game::lr_nim(family.set(number));
        assert_eq!(single::decide(&game, u64::MAX), Some(cycle), "{number}");
        assert_eq!(single::decide(&game, 0), None);
    }
}

#[test]
fn large_amounts_and_random_sets_are_as_their_sequences() {
    // Numbers from a linear congruence; the sets have amounts up to 63.
    let mut random = 20260516u64;
    for _ in 0..60 {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let family = LrNim::new(2 + (random >> 60) as u32 % 4, 45 + (random >> 50) as u32 % 19);
        let family = family.unwrap();
        let first = (random >> 7) % family.total() / 512 * 512;
        let mut page = Page { first, cycles: vec![None; 512] };
        Decider::new(family, Width::widest()).part(first, 512, &mut page);
        let lane = (random >> 33) as usize % 512;
        let set = family.set(first + lane as u64);
        let ruleset = format!("lr-nim({})", Amounts(set));
        assert_eq!(page.cycles[lane], Some(plainly(&ruleset, set)), "{ruleset}");
    }
}

/// The cycles of one group.
struct Page {
    first: u64,
    cycles: Vec<Option<Cycle>>,
}

impl Wanted for Page {
    const CYCLES: bool = true;

    fn group(&mut self, _: u64, _: Lanes, _: Lanes) {}

    fn left_from<V: Vector>(&mut self, _: u64, left: Lanes, preperiods: &[Lanes; 8]) {
        left.for_each(|lane| self.cycles[lane] = Some(Cycle::left(number(preperiods, lane))));
    }

    fn periodic(&mut self, sets: &Repeating) {
        sets.for_each(|number, cycle| self.alone(number, cycle));
    }

    fn alone(&mut self, number: u64, cycle: &Cycle) {
        self.cycles[(number - self.first) as usize] = Some(*cycle);
    }
}

#[test]
fn all_endings_are_as_the_definition_has_them() {
    for (min, max) in [(1, 6), (2, 8), (3, 6)] {
        let family = EndingNim::new(min, max).unwrap();
        let mut periods = std::collections::BTreeMap::new();
        let mut left = 0;
        for number in 0..family.total() {
            let game = family.game(number);
            let cycle = plainly(&family.ruleset(number), game.amounts);
            assert_eq!(single::decide(&game, u64::MAX), Some(cycle), "{}", family.ruleset(number));
            *periods.entry(u64::from(cycle.period)).or_insert(0) += 1;
            left += u64::from(cycle.counts[0] == cycle.period);
        }
        let question = Question { cycles: true, preperiods: true, rows: false, top: 1 };
        let census = Census::new(Family::EndingNim(family), question);
        let tally = run::in_memory(&census, 2, &Watch::new(None)).unwrap();
        let counted: Vec<(u64, u64)> =
            tally.groups[&Key::Period].iter().map(|(&period, c)| (period, c.games)).collect();
        assert_eq!(counted, periods.into_iter().collect::<Vec<_>>(), "{min} {max}");
        assert_eq!(tally.all.left, left);
    }
}

#[test]
fn nonsense_is_refused() {
    let refused = |min, max, why: &str| {
        let message = LrNim::new(min, max).unwrap_err();
        assert!(message.contains(why), "{message}");
    };
    refused(1, 9, "at least 2");
    refused(0, 9, "at least 2");
    refused(9, 5, "greater than max");
    refused(2, 64, "up to 63");
    assert!(EndingNim::new(20, 40).unwrap_err().contains("at most 2^40"));
}
