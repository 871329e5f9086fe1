//! Certificates that are written are accepted by the checker; damaged ones are not.

use proptest::prelude::*;
use proptest::sample::subsequence;
use sprague_rules::parse_ruleset;
use sprague_sequence::{Sequence, certificate};
use sprague_solve::{Budget, Watch};
use sprague_verify::verify;

/// The certificate, if the regularity is proved.
fn certified(expression: &str, to: u32) -> Option<String> {
    let ruleset = parse_ruleset(expression).unwrap();
    let watch = Watch::new(None);
    let sequence = Sequence::compute(&ruleset, to, &Budget::default(), &watch).unwrap();
    certificate::write(&ruleset, &sequence, sequence.regularity(&ruleset)?)
}

fn accepted(certificate: &str) -> bool {
    verify(certificate, &|_, _| true).is_ok()
}

const PROVED: [(&str, u32); 14] = [
    ("kayles", 400),
    ("dawson", 400),
    ("octal(0.137)", 400),
    ("octal(4.3)", 100),
    ("octal(0.156)", 8000),
    ("cut(1,4)", 200),
    ("cut(1,6)", 250),
    ("cut(1,2,7)", 1000),
    ("cut(1,4,9)", 1000),
    ("cut(3,5)", 200),
    ("subtract(2,5,7)", 100),
    ("lr-nim(2,3)", 60),
    ("ending-nim(2,3; N,L)", 60),
    ("misere subtract(1,4)", 60),
];

#[test]
fn what_is_proved_is_accepted() {
    for (expression, to) in PROVED {
        let certificate = certified(expression, to).unwrap_or_else(|| panic!("{expression}"));
        if let Err(rejection) = verify(&certificate, &|_, _| true) {
            panic!("{expression}: {rejection}\n{certificate}");
        }
    }
    assert_eq!(certified("cut(1,2)", 300), None);
}

/// Every number, every outcome and every word changed, one at a time.
#[test]
fn no_edit_is_accepted() {
    for (expression, to) in PROVED {
        let certificate = certified(expression, to).unwrap();
        let lines: Vec<&str> = certificate.lines().collect();
        let mut edits = 0;
        for (index, line) in lines.iter().enumerate() {
            for edited in edits_of(line) {
                let mut damaged: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
                damaged[index] = edited;
                let damaged = damaged.join("\n") + "\n";
                edits += 1;
                assert!(!accepted(&damaged), "{expression}:\n{damaged}");
            }
        }
        for left_out in 0..lines.len() {
            let rest = lines.iter().enumerate().filter(|line| line.0 != left_out);
            let rest: Vec<&str> = rest.map(|(_, line)| *line).collect();
            assert!(!accepted(&(rest.join("\n") + "\n")), "{expression} without line {left_out}");
        }
        assert!(edits > 20, "{expression}");
    }
}

/// The line with one of its numbers or outcomes changed; the first and last few of many.
fn edits_of(line: &str) -> Vec<String> {
    if line.starts_with("sprague") || line.starts_with("method levels") {
        return vec![line.replace("1", "2")]
            .into_iter()
            .filter(|l| line.starts_with("sprague") && l != line)
            .collect();
    }
    if let Some(outcomes) = line.strip_prefix("outcomes ") {
        let edit = |place: usize| {
            let old = &outcomes[place..=place];
            let new = if old == "L" { "R" } else { "L" };
            format!("outcomes {}{new}{}", &outcomes[..place], &outcomes[place + 1..])
        };
        return (0..outcomes.len()).map(edit).collect();
    }
    let words: Vec<&str> = line.split_inclusive(|c: char| !c.is_ascii_digit()).collect();
    let numbers: Vec<usize> = (0..words.len())
        .filter(|&word| words[word].starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    let near_an_end = |place: usize| place < 30 || place + 30 > numbers.len();
    let mut edits = Vec::new();
    for (place, &word) in numbers.iter().enumerate().filter(|(place, _)| near_an_end(*place)) {
        let _ = place;
        let digits: String = words[word].chars().take_while(char::is_ascii_digit).collect();
        let rest = &words[word][digits.len()..];
        let Ok(number) = digits.parse::<u64>() else { continue };
        for other in [number + 1, number.saturating_sub(1), number * 2 + 3] {
            if other != number {
                let mut edited: Vec<String> = words.iter().map(|word| word.to_string()).collect();
                edited[word] = format!("{other}{rest}");
                edits.push(edited.concat());
            }
        }
    }
    edits
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn proved_cut_sets_are_accepted(set in subsequence((1..10u32).collect::<Vec<_>>(), 1..4)) {
        let set: Vec<String> = set.iter().map(u32::to_string).collect();
        let expression = format!("cut({})", set.join(","));
        if let Some(certificate) = certified(&expression, 700) {
            let verdict = verify(&certificate, &|_, _| true);
            prop_assert!(verdict.is_ok(), "{}: {:?}\n{}", expression, verdict, certificate);
        }
    }

    #[test]
    fn proved_codes_are_accepted(digits in prop::collection::vec(0u32..16, 1..4)) {
        prop_assume!(digits.iter().any(|&digit| digit > 0));
        let code: String = digits.iter().map(|d| format!("{d:X}")).collect();
        let expression = format!("octal(0.{code})");
        if let Some(certificate) = certified(&expression, 500) {
            let verdict = verify(&certificate, &|_, _| true);
            prop_assert!(verdict.is_ok(), "{}: {:?}\n{}", expression, verdict, certificate);
        }
    }
}
