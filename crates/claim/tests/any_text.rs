//! No text makes the reader fail: random bytes, random words of the language, and damaged claims are read or refused.

use std::path::{Path, PathBuf};

use sprague_claim::parse_claims;
use sprague_rules::random::Dice;

/// Reads the text; what is wrong with it can be shown.
fn read(text: &str) -> bool {
    match parse_claims("any.claim", text) {
        Ok(_) => true,
        Err(wrong) => {
            assert!(!wrong.to_string().is_empty());
            false
        }
    }
}

/// The texts of the claim files.
fn texts(folder: &Path) -> Vec<String> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let text = |path: &PathBuf| match path.is_dir() {
        true => texts(path),
        false => vec![std::fs::read_to_string(path).unwrap()],
    };
    paths.iter().flat_map(text).filter(|text| text.contains("claim \"")).collect()
}

fn claims() -> Vec<String> {
    texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../claims"))
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
    let (mut start, mut before) = (0, None);
    for (at, c) in text.char_indices() {
        let new = before.is_some_and(|before| before != kind(c) || before == 3);
        if new {
            tokens.push(&text[start..at]);
            start = at;
        }
        before = Some(kind(c));
    }
    tokens.push(&text[start..]);
    tokens
}

#[test]
fn random_characters_are_refused() {
    let alphabet: Vec<char> =
        "claim\"game nim\n\t #(){}[]<>=!^+-*/|.,;:..0129aPN≥∪⊕é\u{feff}\0".chars().collect();
    let mut dice = Dice::new(7);
    for _ in 0..2000 {
        let length = dice.roll(120);
        let text: String =
            (0..length).map(|_| alphabet[dice.roll(alphabet.len() as u64) as usize]).collect();
        read(&text);
        read(&format!("claim \"it\"\n game nim\n {text}"));
        read(&format!("claim \"it\"\n game nim\n piles a <= b\n P iff {text}"));
        read(&format!("claim \"it\"\n game kayles\n formula {text}"));
    }
}

#[test]
fn random_words_are_read_or_refused() {
    let all = claims();
    let words: Vec<&str> =
        all.iter().flat_map(|text| text.split_inclusive(char::is_whitespace)).collect();
    let mut dice = Dice::new(8);
    for _ in 0..1500 {
        let length = 1 + dice.roll(30);
        let body: String = (0..length).map(|_| dice.pick(&words)).collect();
        read(&format!("claim \"it\"\n game nim\n {body}"));
        read(&body);
    }
}

#[test]
fn damaged_claims_are_read_or_refused() {
    let texts = claims();
    let words = [
        "P",
        "given",
        "<=",
        "9",
        "0",
        "999999999",
        "\"",
        "\n",
        "(",
        "<",
        "*",
        "xor",
        "é",
        ":",
        "{",
        "|",
        "..",
    ];
    let mut dice = Dice::new(4);
    let (mut good, mut refused) = (0, 0);
    while good + refused < 2500 {
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
        match read(&tokens.concat()) {
            true => good += 1,
            false => refused += 1,
        }
    }
    assert!(good > 100 && refused > 1000, "{good} read, {refused} refused");
}

#[test]
fn deep_nesting_does_not_exhaust_the_stack() {
    for open in ["(", "not ", "-", "{", "min(", "if a = 1 then ", "G(", "N(1, "] {
        let deep = open.repeat(20_000);
        for said in [
            "piles a\n P iff",
            "piles a\n nim-value =",
            "formula",
            "whenever",
            "then",
            "value",
            "lines\n ",
        ] {
            read(&format!("claim \"it\"\n game nim\n {said} {deep}"));
        }
    }
}
