//! No text makes the program fail: damaged claims are judged, or refused with a message that points at the place.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sprague_claim::{About, parse_claims};
use sprague_prove::{Limits, Task, judge};
use sprague_rules::random::Dice;

/// The texts of the claim files.
fn texts(folder: &Path) -> Vec<String> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let text = |path: &PathBuf| match path.is_dir() {
        true => texts(path),
        false => vec![std::fs::read_to_string(path).unwrap()],
    };
    paths.iter().flat_map(text).collect()
}

/// The text cut into words, numbers, signs and white space.
fn tokens(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        _ if c.is_alphabetic() => 0,
        _ if c.is_ascii_digit() => 1,
        _ if c.is_whitespace() => 2,
        _ => 3,
    };
    let mut tokens = Vec::new();
    let mut start = 0;
    for (i, pair) in text.chars().collect::<Vec<_>>().windows(2).enumerate() {
        if kind(pair[0]) != kind(pair[1]) || kind(pair[0]) == 3 {
            let end = text.char_indices().nth(i + 1).unwrap().0;
            tokens.push(&text[start..end]);
            start = end;
        }
    }
    tokens.push(&text[start..]);
    tokens
}

#[test]
fn damaged_claims_are_judged_or_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../claims");
    let texts = texts(&folder);
    let limits = Limits {
        states: 2_000,
        bytes: 64 << 20,
        steps: 2_000_000,
        positions: 200,
        time: Duration::from_millis(50),
        threads: 1,
    };
    let words =
        ["P", "given", "<=", "9", "0", "999999999", "\"", "\n", "(", "<", "*", "xor", "é", ":"];
    let mut dice = Dice::new(4);
    let (mut judged, mut refused) = (0, 0);
    let begun = Instant::now();
    while judged + refused < 1500 && begun.elapsed() < Duration::from_secs(10) {
        let text = &texts[dice.roll(texts.len() as u64) as usize];
        let mut tokens = tokens(text);
        for _ in 0..=dice.roll(3) {
            let place = dice.roll(tokens.len() as u64) as usize;
            let other = tokens[dice.roll(tokens.len() as u64) as usize];
            match dice.roll(5) {
                0 => drop(tokens.remove(place)),
                1 => tokens.insert(place, other),
                2 => tokens.insert(place, dice.pick(&words)),
                3 => tokens[place] = dice.pick(&words),
                _ => tokens[place] = other,
            }
            if tokens.is_empty() {
                break;
            }
        }
        let damaged = tokens.concat();
        match parse_claims("damaged.claim", &damaged) {
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
            Ok(claims) => {
                for claim in &claims {
                    // Larger boards cost seconds to learn from, whatever the limits.
                    if matches!(&claim.about, About::Board(on) if on.names.len() > 2) {
                        continue;
                    }
                    let begun = Instant::now();
                    judge(claim, &Task::new(limits.clone()));
                    assert!(begun.elapsed() < Duration::from_secs(10), "takes long:\n{damaged}");
                }
                judged += 1;
            }
        }
    }
    assert!(judged > 5 && refused > 10, "{judged} judged, {refused} refused");
}
