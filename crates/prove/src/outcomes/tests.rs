//! Sets that are settled for ever, against a direct recursion.

use sprague_claim::{About, parse_claims};
use sprague_rules::parse_ruleset;
use sprague_rules::random::Dice;
use sprague_task::Task;

use super::family::{Template, settle, settled};
use crate::verdict::{Verdict, judge};

fn task() -> Task {
    Task::default()
}

/// The outcomes of the heaps 0, 1, ... from the definition.
fn plain(set: &[usize], ends: &[char], to: usize) -> Vec<char> {
    let mut outcomes: Vec<char> = Vec::new();
    for n in 0..=to {
        let options: Vec<char> = set.iter().filter(|&&s| s <= n).map(|s| outcomes[n - s]).collect();
        if options.is_empty() {
            outcomes.push(ends[n]);
            continue;
        }
        let left = options.iter().any(|o| "LP".contains(*o));
        let right = options.iter().any(|o| "RP".contains(*o));
        outcomes.push(match (left, right) {
            (true, true) => 'N',
            (false, false) => 'P',
            (true, false) => 'L',
            (false, true) => 'R',
        });
    }
    outcomes
}

fn lr_ends(set: &[usize]) -> Vec<char> {
    (0..set[0]).map(|n| if n % 2 == 0 { 'L' } else { 'R' }).collect()
}

#[test]
fn infinite_sets_are_settled_as_the_recursion_goes_on() {
    let mut dice = Dice::new(3);
    let mut settled_ones = 0;
    for _ in 0..40 {
        let (modulus, rest) = (1 + dice.roll(4), dice.roll(4));
        let from = 2 + dice.roll(9);
        let single = 2 + dice.roll(7);
        let tail = format!("s = {single} or s >= {from} and s mod {modulus} = {}", rest % modulus);
        let text = format!("claim \"it\"\ngame lr-nim(S)\nset S: {tail}\nthen period >= 1\n");
        let claim = parse_claims("it.claim", &text).unwrap().remove(0);
        let About::Outcomes(on) = &claim.about else { panic!("{tail}") };
        let family = on.family.as_ref().unwrap();
        let template = Template::of(&family.expression, Some(family));
        let Ok(settled) = settle(&template, family, 0, &[], &task()) else { continue };
        assert!(matches!(judge(&claim, &task()).verdict, Verdict::Proved(_)), "{tail}");
        settled_ones += 1;
        let in_set = |s: u64| s == single || s >= from && s % modulus == rest % modulus;
        let set: Vec<usize> = (1..5000).filter(|&s| in_set(s)).map(|s| s as usize).collect();
        for (heap, outcome) in plain(&set, &lr_ends(&set), 4000).into_iter().enumerate() {
            assert_eq!(settled.outcome(heap).letter(), outcome, "{tail}: {heap}");
        }
    }
    assert!(settled_ones >= 30, "{settled_ones}");
}

#[test]
fn sets_are_settled_by_name_as_by_their_rules() {
    let mut dice = Dice::new(5);
    for round in 0..200 {
        let least = 2 + dice.roll(3) as u32;
        let largest = if round % 20 == 0 { 60 + dice.roll(60) as u32 } else { 9 };
        let mut set: Vec<u32> = (least..=9).filter(|_| dice.roll(3) == 0).collect();
        set.push(largest);
        set.sort_unstable();
        set.dedup();
        let list: Vec<String> = set.iter().map(u32::to_string).collect();
        let list = list.join(",");
        let ends: Vec<char> =
            (0..set[0]).map(|_| ['L', 'R', 'N', 'P'][dice.roll(4) as usize]).collect();
        let letters: Vec<String> = ends.iter().map(char::to_string).collect();
        let wide: Vec<usize> = set.iter().map(|&s| s as usize).collect();
        let stuck = |c: char| vec![c; set[0] as usize];
        let rows = [
            (format!("lr-nim({list})"), lr_ends(&wide)),
            (format!("subtract({list})"), stuck('P')),
            (format!("misere subtract({list})"), stuck('N')),
            (format!("ending-nim({list}; {})", letters.join(",")), ends),
        ];
        for (text, ends) in rows {
            let known = settled(&parse_ruleset(&text).unwrap(), &task()).unwrap();
            let far = (known.preperiod + 2 * known.period + 200).min(3000);
            let truly = plain(&wide, &ends, far);
            for (heap, outcome) in truly.iter().enumerate() {
                assert_eq!(known.outcome(heap).letter(), *outcome, "{text}: {heap}");
            }
            // The period is the least, and so is the preperiod.
            let (e, p) = (known.preperiod, known.period);
            let repeats = |e: usize, p: usize| (e..far - p).all(|n| truly[n] == truly[n + p]);
            if far > e + 2 * p {
                assert!(e == 0 || !repeats(e - 1, p), "{text}: preperiod {e}");
                assert!((1..p).all(|less| !repeats(e, less)), "{text}: period {p}");
            }
        }
    }
}
