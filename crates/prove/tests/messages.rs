//! Bad claim files get a message that points at the place; no text makes the program fail.

mod common;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sprague_claim::{Limits, judge, parse_claims};
use sprague_rules::random::Dice;

use common::refused;

#[test]
fn bad_claims_are_pointed_at() {
    // The lines after `claim "it"`, the text under the caret, its line, a part of the message, a part of the help.
    let rows = [
        ("piles a <= b\nP iff a = b", "\"it\"", 1, "needs `game", ""),
        ("game nimm\npiles a <= b\nP iff a = b", "nimm", 2, "no game called", "`nim`"),
        ("game lr-nim(1,2)\npiles a\nP iff a = 1", "1", 2, "at least 2", ""),
        ("game nim\npiles a < b\nP iff a = b", "a < b", 3, "different names", "a <= b"),
        ("game nim\npiles a <= a\nP iff a = 1", "a", 3, "different names", ""),
        ("game nim\npiles a <= 2\nP iff a = 1", "2", 3, "different names", ""),
        ("game nim\npiles a <= b\ncounts a, b\nP iff a = b", "a, b", 4, "not both", ""),
        ("game nim\npiles a <= b", "\"it\"", 1, "says one thing", "`P iff`"),
        ("game nim\npiles a\nP iff a = 1\nN if a = 2", "if a = 2", 5, "says one thing", ""),
        ("game nim\npiles a\npiles b\nP iff a = 1", "b", 4, "a second `piles`", ""),
        ("game nim\nP iff a = b", "a", 3, "not one of the numbers", ""),
        (
            "game nim\npiles aa <= bb\nP iff a = bb",
            "a",
            4,
            "not one of the numbers",
            "they are aa, bb",
        ),
        ("game nim\npiles a <= b\nP a = b", "a = b", 4, "expected `P iff ...`", ""),
        ("game nim\npiles a <= b\nP iff a + b", "a + b", 4, "condition is wanted", ""),
        ("game nim\npiles a <= b\nP iff a = b and", "", 4, "expected", ""),
        ("game nim\npiles a <= b\nP iff\n  a =\n  = b", "=", 6, "expected", ""),
        ("game nim\npiles a <= b\nP iff <e, o, e>", "<e, o, e>", 4, "2 numbers, not 3", ""),
        ("game nim\npiles a <= b\nP iff a in b", "b", 4, "a set", ""),
        ("game nim\npiles a <= b\nP iff od(a)", "od", 4, "not known", "`odd`"),
        ("game nim\npiles a <= b\nP iff xor(a, b) < 2", "xor(a, b) < 2", 4, "= and != only", ""),
        ("game nim\npiles a <= b\nP iff 1 + xor(a, b) = 2", "xor(a, b)", 4, "stands alone", ""),
        ("game nim\npiles a <= b\nP iff a*a*a = b", "a*a*a", 4, "too large", ""),
        ("game nim\npiles a <= b\nP iff a = @", "@", 4, "means nothing", ""),
        ("game nim\npiles a <= b\ngiven a\nP iff a = b", "a", 4, "names, `:`", "given a <= b"),
        ("game nim\npiles a <= b\ngiven a: b = 1\nP iff a = b", "b", 4, "not one of", ""),
        ("game nim\npiles a\ngiven a <= b: a = b\nP iff a = 1", "a <= b", 4, "fewer names", ""),
        ("game nim\ncounts a\ngiven a: even(a)\nP iff a = 1", "a: even(a)", 4, "fewer names", ""),
        (
            "game nim\npiles a <= b\ngiven a: a = 1\ngiven b: b = 1\nP iff a = b",
            "b",
            5,
            "before",
            "",
        ),
        (
            "game nim\npiles a <= b <= c <= d <= e <= f <= g <= h\nP iff [1,2,3,4,5,6,7,8]",
            "[1",
            4,
            "too many",
            "",
        ),
        ("game nim\npiles a <= b\nsuppose c\nP iff a = b", "c", 4, "condition is wanted", ""),
        ("game nim\nsuppose a = 1\nsequence 1,2", "a = 1", 3, "no names", ""),
        ("game nim\npiles a <= b\nnim-value xor(a, b)", "xor(a, b)", 4, "nim-value =", ""),
        ("game misere nim\npiles a\nnim-value = a", "= a", 4, "no nim-values", ""),
        ("game wythoff\npiles a <= b <= c\nP iff a = b", "iff a = b", 4, "at most 2 piles", ""),
        ("game vector(1,0;0,1)\npiles a\nP iff a = 1", "iff a = 1", 4, "a row of 2", ""),
        ("game nim\npiles a\nP iff a = 1\nexpect proven", "proven", 5, "expected `proved`", ""),
        ("game nim\npiles a\nP iff a = 1\ncheck 7", "7", 5, "check to N", ""),
        ("game nim\nfacts\n  3,x is P", "x", 4, "not the size", ""),
        ("game nim\nfacts\n  3,4 is Q", "3,4 is Q", 4, "an outcome is", ""),
        ("game nim\nfacts\n  3,4 to 3,3", "3,4 to 3,3", 4, "not a fact", "3,8 -> 3,7"),
        ("game nim\npiles a\nstrategy a = 1", "a = 1", 4, "move to", ""),
        ("game nim\npiles a\nadding 1 keeps", "1 keeps", 4, "keeps the outcome", ""),
        ("game nim\nfrom here\nfacts\n  1 is N", "here", 3, "a quotation", ""),
        (
            "game subtract(S)\nfamily S within 1..3\npiles a\nP iff a = 1",
            "iff a = 1",
            5,
            "family",
            "",
        ),
        ("game lr-nim(S)\nfamily S in 2..5\nthen period = 1", "S in", 3, "family S within", ""),
        ("game lr-nim(2)\nfamily S within 2..5\nthen period = 1", "S within", 3, "lr-nim(S)", ""),
        (
            "game lr-nim(S)\nfamily S within 2..40\nthen period = 1",
            "S within",
            3,
            "more than 2^",
            "",
        ),
        ("game lr-nim(S)\nfamily S within 2..30\nthen period = 1", "period", 4, "2^24", "counted"),
        ("game lr-nim(S)\nfamily S within 2..5\nthen perid = 1", "perid", 4, "not one of", ""),
        ("game lr-nim(S)\nfamily S within 2..5\nthen n = 1", "n = 1", 4, "whenever", ""),
        (
            "game lr-nim(S)\nfamily S within 2..5\nthen symetric(S)",
            "symetric",
            4,
            "not known",
            "`symmetric`",
        ),
        ("game lr-nim(S)\nfamily S within 2..5\nthen eventually(Q)", "Q", 4, "an outcome", ""),
        ("game lr-nim(2,3)\nwhenever R at n", "R at n", 3, "`:`", "whenever R at n"),
        ("game lr-nim(2,3)\nwhenever R at n: Q at n", "Q at n", 3, "expected outcomes", ""),
        ("game lr-nim(2,3)\nwhenever R at n: L at 2*n", "2*n", 3, "a heap such as", ""),
        (
            "game lr-nim(2,3)\nwhenever R at n: L at n in normal",
            "normal",
            3,
            "not named",
            "also normal",
        ),
        ("game lr-nim(2,3)\nruns of P", "of P", 3, "expected `runs", ""),
        ("game lr-nim(2,3)\ncount 3 have period = 1", "3 have", 3, "in a family", ""),
        ("game lr-nim(S)\nset S: s*s >= 2\nthen period = 1", "s*s", 3, "compare s", ""),
        ("game lr-nim(S)\nset S: s >= 2\nruns of N at most max(S)", "of N", 4, "finite sets", ""),
        (
            "game lr-nim(2,3)\nalso subtract(2,3)\nthen period = 1",
            "subtract",
            3,
            "a name and a game",
            "",
        ),
        ("game lr-nim(2,3)\nvalue [n + 5] is Q", "Q", 3, "expected outcomes", ""),
        ("game lr-nim(2,3)\nvalue n + 5 is P", "n + 5", 3, "expected heaps", ""),
        ("game lr-nim(2,3)\nvalue [n*n] is P", "n*n", 3, "a size such as", ""),
        ("game lr-nim(2,3)\nfacts\n  5 has value {1|", "{", 4, "never closed", ""),
    ];
    for (lines, under, line, message, help) in rows {
        let error = refused(lines, under, line, message);
        let given = error.complaint.help.clone().unwrap_or_default();
        assert!(given.contains(help), "{error}\nhelp `{given}`");
    }
    for text in ["", "# nothing\n", "P iff a = b\n", "game nim\n", "nonsense\n"] {
        assert!(parse_claims("it.claim", text).is_err(), "{text}");
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
    let limits =
        Limits { states: 2_000, memory: 64 << 20, time: Duration::from_millis(50), positions: 200 };
    let words =
        ["P", "given", "<=", "9", "0", "999999999", "\"", "\n", "(", "<", "*", "xor", "é", ":"];
    let mut dice = Dice::new(4);
    let (mut judged, mut refused) = (0, 0);
    let begun = Instant::now();
    while judged + refused < 3000 && begun.elapsed() < Duration::from_secs(15) {
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
                    if matches!(&claim.subject, sprague_claim::text::Subject::Board { names, .. } if names.len() > 2)
                    {
                        continue;
                    }
                    let begun = Instant::now();
                    judge(claim, &limits);
                    assert!(begun.elapsed() < Duration::from_secs(10), "takes long:\n{damaged}");
                }
                judged += 1;
            }
        }
    }
    assert!(judged > 5 && refused > 10, "{judged} judged, {refused} refused");
}
