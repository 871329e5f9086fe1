//! Damaged input of every kind: it is answered, refused with a message, or stopped at a limit; nothing panics, nothing
//! takes much longer than it may.
//!
//! Texts are taken from the catalogue, the papers and certificates of our own; a few places of each are cut out,
//! doubled, exchanged or replaced by something that tends to hurt. The dice have fixed seeds: what fails, fails again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use sprague::{Certificate, Game, Library, Session, Summary, Watch, claims};
use sprague_rules::random::Dice;

/// What hurts where a number or a word is expected.
const HURTS: [&str; 24] = [
    "0",
    "1",
    "-1",
    "7",
    "64",
    "1000",
    "65536",
    "999999999",
    "4294967295",
    "9223372036854775807",
    "18446744073709551616",
    "1e9",
    "(",
    ")",
    "{",
    "|",
    ",",
    "\"",
    "é",
    "\u{0}",
    "..",
    "misere ",
    "((((((((((((((((((((((((((((((((",
    "+",
];

/// A session that gives up soon.
fn session() -> Session {
    let session = Session::new().time(Duration::from_millis(250)).memory(32 << 20).threads(1);
    session.steps(2_000_000).positions(2_000).states(2_000)
}

/// How long a single input may take, on a machine that has other things to do.
const MOST: Duration = Duration::from_secs(8);

/// Changes a text in one to four places.
fn damaged(text: &str, dice: &mut Dice) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=dice.roll(4) {
        let length = chars.len() as u64;
        let at = dice.roll(length + 1) as usize;
        let to = (at + dice.roll(9) as usize).min(chars.len());
        match dice.roll(6) {
            0 => drop(chars.drain(at..to)),
            1 => {
                let part: Vec<char> = chars[at..to].to_vec();
                chars.splice(at..at, part);
            }
            2 if length > 0 => {
                let other = dice.roll(length) as usize;
                let at = at.min(chars.len() - 1);
                chars.swap(at, other);
            }
            3 => {
                // A number becomes another one.
                let digit = |i: &usize| chars[*i].is_ascii_digit();
                let digits: Vec<usize> = (0..chars.len()).filter(digit).collect();
                if let Some(&place) = digits.get(dice.roll(digits.len().max(1) as u64) as usize) {
                    let hurts = HURTS[dice.roll(12) as usize];
                    chars.splice(place..place + 1, hurts.chars());
                }
            }
            _ => {
                let hurts = HURTS[dice.roll(HURTS.len() as u64) as usize];
                chars.splice(at..to, hurts.chars());
            }
        }
    }
    chars.into_iter().collect()
}

/// Tries damaged forms of the texts; says how many were good enough to be answered.
fn attack(
    seed: u64,
    rounds: usize,
    texts: &[String],
    mut attempt: impl FnMut(&str) -> bool,
) -> usize {
    assert!(!texts.is_empty());
    let mut dice = Dice::new(seed);
    let mut good = 0;
    for round in 0..rounds {
        let text = damaged(&texts[dice.roll(texts.len() as u64) as usize], &mut dice);
        let begun = Instant::now();
        let tried = catch_unwind(AssertUnwindSafe(|| attempt(&text)));
        let Ok(answered) = tried else { panic!("round {round} of seed {seed}: {text:?}") };
        assert!(begun.elapsed() < MOST, "{:?} for {text:?}", begun.elapsed());
        good += usize::from(answered);
    }
    good
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| text.to_string()).collect()
}

#[test]
fn damaged_rules() {
    let text = |name| sprague::catalogue::text(name).map(str::to_string);
    let texts: Vec<String> = sprague::catalogue::names().filter_map(text).collect();
    let session = session();
    let good = attack(1, 600, &texts, |text| match Game::from_text(text) {
        Ok(game) => session.examples(&game).is_ok(),
        Err(diagnostic) => diagnostic.to_string().is_empty(),
    });
    assert!(good > 5, "{good}");
}

#[test]
fn damaged_positions_and_rulesets() {
    let asked = owned(&[
        "nim 3,5,7",
        "minnie 3,8",
        "wythoff 12,20",
        "lr-nim(2,3,6) 17",
        "ending-nim(2,3; L,N) 9",
        "cut(1,6) 30",
        "octal(0.137) 25",
        "octal(4!.0) 8",
        "vector(1,0;0,1;1,1) 4,5",
        "euclid 10,4",
        "misere wynnie 3,6",
        "ooooob-b 2,3,3",
        "subtract(1,2,5) 40",
    ]);
    let (session, library) = (session(), Library::catalogue());
    let good = attack(2, 600, &asked, |text| {
        let Some((ruleset, position)) = text.rsplit_once(' ') else { return false };
        let Ok(ruleset) = library.ruleset(ruleset) else { return false };
        let Ok(position) = ruleset.position(position) else { return false };
        session.solve(&ruleset, &position).is_ok()
    });
    assert!(good > 5, "{good}");
}

#[test]
fn damaged_graphs() {
    let asked = owned(&[
        "wyg K(5) chips=1",
        "wygthoff P(4) chips=1,2,2,1",
        "misere wyg C(6) chips=deg",
        "wyg-free DS(2,3,4) chips=2",
        "mig W(5) chips=3",
        "node-kayles P(9)",
        "arc-kayles K(3,4)",
        "edge-delete S(5)",
        "wyg g6:DQc chips=1",
        "wyg edges:0-1,1-2 chips=1,1,2",
        "wyg P(4) + C(3) chips=deg",
    ]);
    let session = session();
    let good = attack(3, 600, &asked, |text| {
        let words = text.strip_prefix("misere ").unwrap_or(text);
        let Some(space) = words.find(' ') else { return false };
        let (game, position) = text.split_at(text.len() - words.len() + space);
        session.solve_graph(game, position).is_ok()
    });
    assert!(good > 5, "{good}");
}

#[test]
fn damaged_expressions() {
    let texts = owned(&[
        "{1|-1}+^*",
        "3/4 <> *",
        "Heat(*2,1)",
        "{3|1||-2}",
        "^3+*2-1/2",
        "{2||1|{0|-3}}",
        "Cool({5|-5},2)",
        "^<4>*2",
        "{1|-1}+{2|-2}+{4|-4}+{8|-8}+{16|-16}",
        "10.{2|*}",
        "+-5",
        "{0,*|*2,^}",
        "Tiny(2)",
    ]);
    let session = session();
    let good = attack(4, 800, &texts, |text| match session.evaluate(text) {
        Ok(mut value) => value.facts().is_ok(),
        Err(error) => error.to_string().is_empty(),
    });
    assert!(good > 5, "{good}");
}

#[test]
fn damaged_boards() {
    let texts = owned(&["4x4", "..|.#", "...|.#.|...", "3x5", "TTT..FFF", "TF.TF", "T.F", "##|.."]);
    let session = session();
    let good = attack(5, 300, &texts, |text| {
        let mut found = [
            session.board_value("domineering", text),
            session.board_value("toads-and-frogs", text),
        ];
        found.iter_mut().any(|value| value.as_mut().is_ok_and(|value| value.canonical().is_ok()))
    });
    assert!(good > 5, "{good}");
}

/// Statements of the papers, some of every kind.
fn statements() -> Vec<String> {
    let pages = sprague::papers::all();
    let texts: Vec<String> = pages.iter().step_by(3).map(|page| page.text.to_string()).collect();
    // A file may hold many; one is enough to hurt, and quicker.
    let first = |text: &String| {
        let starts: Vec<usize> = text.match_indices("claim \"").map(|(at, _)| at).collect();
        let end = starts.get(1).copied().unwrap_or(text.len());
        starts.first().map(|&start| text[start..end].to_string())
    };
    texts.iter().filter_map(first).collect()
}

#[test]
fn damaged_claims() {
    let (texts, library, session) = (statements(), Library::catalogue(), session());
    let good = attack(6, 250, &texts, |text| match claims(text, &library) {
        Ok(all) => {
            all.iter().take(1).for_each(|claim| drop(session.judge(claim)));
            true
        }
        Err(error) => error.to_string().is_empty(),
    });
    assert!(good > 5, "{good}");
}

#[test]
fn damaged_certificates() {
    let (library, session) = (Library::catalogue(), session());
    let sequences = ["kayles", "cut(1,6)", "lr-nim(2,3)", "subtract(1,2,5)", "octal(0.137)"];
    let mut texts: Vec<String> = sequences
        .iter()
        .filter_map(|game| Session::new().certify(&library, game, 2000).ok())
        .map(|accepted| accepted.certificate().write())
        .collect();
    assert!(texts.len() > 2);
    let proofs = "claim \"Nim\"\n  game nim\n  piles a <= b\n  P iff a = b\n\
                  claim \"K\"\n  game wyg\n  graph K(n) chips=1 for n >= 1\n  P if n = 1\n";
    for claim in claims(proofs, &library).unwrap() {
        let judgement = Session::new().judge(&claim);
        texts.extend(judgement.verdict.accepted().map(|accepted| accepted.certificate().write()));
    }
    attack(7, 500, &texts, |text| {
        let read = Certificate::read(text).is_ok();
        let _ = session.verify(text);
        read
    });
}

#[test]
fn damaged_parquet_files() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutations");
    std::fs::create_dir_all(&folder).unwrap();
    let (whole, damaged) = (folder.join("whole.parquet"), folder.join("damaged.parquet"));
    let session = Session::new();
    let family = sprague::Family::lr_nim(2, 14).unwrap();
    session.census(family).rows_to(&whole).compute().unwrap();
    let bytes = std::fs::read(&whole).unwrap();
    assert!(Summary::read(&whole, &Watch::default()).is_ok());
    let mut dice = Dice::new(8);
    for round in 0..400 {
        let mut broken = bytes.clone();
        for _ in 0..=dice.roll(3) {
            let at = dice.roll(broken.len() as u64) as usize;
            // What the footer says is more often believed than what the pages say.
            let at =
                if dice.roll(2) == 0 { at } else { broken.len() - 1 - at % 600.min(broken.len()) };
            match dice.roll(4) {
                0 => broken[at] ^= 1 << dice.roll(8),
                1 => broken[at] = 0xff,
                2 => broken.truncate(at.max(1)),
                _ => drop(broken.drain(at..(at + 3).min(broken.len()))),
            }
            if broken.is_empty() {
                broken.push(0);
            }
        }
        std::fs::write(&damaged, &broken).unwrap();
        let watch = Watch::new(Some(Duration::from_secs(1)));
        let tried = catch_unwind(AssertUnwindSafe(|| Summary::read(&damaged, &watch)));
        assert!(tried.is_ok(), "round {round}");
    }
}
