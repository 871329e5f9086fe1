//! Hand-made and random rule texts: conditions from the whole grammar, every kind of taking.

mod agreement;

use agreement::{Chance, agree};
use sprague_rules::{Game, Ruleset, Shape};

/// Texts with something that could go wrong in each.
const HAND_MADE: [&str; 44] = [
    "piles any move take k from one pile a where k mod (a - 3) = 0",
    "piles any move take k from one pile where k mod min(others) = 0 and k >= 2",
    "piles any move take k from one pile where k mod (0 - min(others)) = 0",
    "piles any move take k from one pile where k mod 5 = 0 or k mod 3 = 0",
    "piles any move take k from one pile where k mod 7 = 0 and odd(k)",
    "piles any move take k from one pile a where (a - 4) / (k - 2) = 1",
    "piles any move take k from one pile a where (a - 7) / 3 = 0 - 2",
    "piles any move take k from one pile a where (k - 5) mod 3 = 1",
    "piles any move take k from one pile a where (k - 5) mod (a - 4) = 1",
    "piles any move take k from one pile a where a mod (k - 3) != 0",
    "piles any move take k from one pile a where 3k <= a + 1",
    "piles any move take k from one pile a where 3k >= a - 1 and 2k < total",
    "piles any move take k from one pile a where k = a",
    "piles any move take k from one pile a where 2k = a",
    "piles any move take k from one pile where min(after) = min(piles)",
    "piles any move take k from one pile where max(after) = max(piles)",
    "piles any move take k from one pile where count(after) < count(piles) or even(sum(after))",
    "piles any move take k from one pile where distinct(after) and not distinct(piles)",
    "piles any move take k from one pile where not distinct(after)",
    "piles any move take k from one pile where k in after",
    "piles any move take k from one pile where k in others and k not in after",
    "piles any move take k from one pile where k in piles and 2k <= max(piles)",
    "piles any move take k from one pile a where a - k in others",
    "piles any move take k from one pile a where a - k not in piles and max(others) <= a",
    "piles any move take k from one pile where count(x in after where x = k) = 1",
    "piles any move take k from one pile where count(x in after where x > min(piles)) >= 1",
    "piles any move take k from one pile where count(x in others where count(y in after where y < x) > 0) = 1",
    "piles any move take k from one pile a where k in {1, 2, 4} and sum(after) mod 3 != 0",
    "piles any move take k from one pile a where total - k in {1, 2, 3, 5, 7, 8, 11, 13, 20}",
    "piles any move take k from one pile leaving 1 part where k <= 3",
    "piles any move take k from one pile leaving 0 parts",
    "piles any move take k from one pile leaving at most 1 parts where max(after) >= k",
    "piles any move take 2 from one pile leaving 1 part",
    "piles any move take 1 + count(others) from one pile",
    "piles any move take k from one pile a and k from another pile b where a < b",
    "piles any move take k from one pile a and j from another pile b where k < j and distinct(after)",
    "piles any move take k from one pile and 1 from another pile where min(after) <= k",
    "piles any move take k from each of two piles where k < max(others) or count(others) = 0",
    "piles any move take k from each of two or more piles where min(after) != min(others)",
    "piles any move take 1 from each pile left move take 2 from one pile right move take 3 from each pile",
    "row of 3 move take k from one pile where min(after) < k",
    "row of 3 move take k from each pile where distinct(after)",
    "row of 3 move take k from one pile and j from another pile where k + j <= count(after)",
    "row of 2 move take 1 from each pile move take k from each of one or more piles where k in others",
];

/// The ruleset of a game text without parameters.
fn ruleset(text: &str) -> Option<Ruleset> {
    let with_example = format!("{text}\n  example - is P");
    let game = Game::parse("test.game", &with_example).ok()?;
    Some(game.examples().ok()?.remove(0).ruleset)
}

/// Compares code and interpreter in small regions; how many of them were compiled.
fn agree_in_regions(text: &str, most: usize) -> usize {
    let game = format!("game test \"A test.\" {text}");
    let Some(ruleset) = ruleset(&game) else { return 0 };
    let places = match ruleset.shape {
        Shape::Piles { at_most } => 1..=at_most.unwrap_or(most),
        Shape::Row { places } => places..=places,
    };
    let mut compiled = 0;
    for places in places {
        let max = [16, 9, 6, 5][places - 1];
        let agreement = std::panic::catch_unwind(|| agree(&ruleset, places, max));
        match agreement {
            Ok(result) => compiled += usize::from(result.is_ok()),
            Err(_) => panic!("code and interpreter disagree on: {text}"),
        }
    }
    compiled
}

#[test]
fn hand_made_rules_have_the_options_of_the_interpreter() {
    for text in HAND_MADE {
        assert!(agree_in_regions(text, 4) > 0, "not compiled: {text}");
    }
}

#[test]
fn random_rules_have_the_options_of_the_interpreter() {
    let seed = std::env::var("SPRAGUE_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    let count = std::env::var("SPRAGUE_RULES").ok().and_then(|s| s.parse().ok()).unwrap_or(400);
    let mut chance = Chance(seed);
    let mut compiled = 0;
    for number in 0..count {
        let text = random_text(&mut chance);
        let most = if number % 4 == 0 { 4 } else { 3 };
        compiled += usize::from(agree_in_regions(&text, most) > 0);
    }
    assert!(compiled * 2 > count, "only {compiled} of {count} random rules were compiled");
}

fn one_of<'a>(chance: &mut Chance, things: &[&'a str]) -> &'a str {
    things[chance.below(things.len())]
}

fn random_text(chance: &mut Chance) -> String {
    let shape = one_of(chance, &["piles any", "piles any", "piles 2", "row of 2", "row of 3"]);
    let mut text = shape.to_string();
    for _ in 0..1 + chance.below(2) {
        let (act, names) = random_act(chance);
        let mover = one_of(chance, &["", "", "", "left ", "right "]);
        text += &format!(" {mover}move take {act}");
        if chance.below(8) > 0 {
            let condition = random_condition(chance, &names, 2);
            text += &format!(" where {condition}");
        }
    }
    text
}

/// A kind of taking, and the numbers it names.
fn random_act(chance: &mut Chance) -> (String, Vec<&'static str>) {
    let acts: [(&str, &[&str]); 18] = [
        ("k from one pile a", &["k", "k", "a"]),
        ("k from one pile a", &["k", "k", "a"]),
        ("k from one pile a", &["k", "k", "a"]),
        ("k from one pile a", &["k", "k", "a"]),
        ("k in {1, 3, 4} from one pile a", &["k", "a"]),
        ("k in {1, 2, 3, 4, 6, 7, 8, 9, 10, 12} from one pile a", &["k", "a"]),
        ("k from one pile a leaving 1 part", &["k", "a"]),
        ("2 from one pile a", &["a"]),
        ("1 + count(others) from one pile a", &["a"]),
        ("k from one pile a and k from another pile b", &["k", "a", "b"]),
        ("k from one pile a and j from another pile b", &["k", "j", "a", "b"]),
        ("1 from one pile a and k from another pile b", &["k", "a", "b"]),
        ("k from each of two piles", &["k"]),
        ("k from each of one or more piles", &["k"]),
        ("k from each of one to two piles", &["k"]),
        ("1 from each of two or more piles", &[]),
        ("k from each pile", &["k"]),
        ("1 + count(x in piles where x > 3) from each pile", &[]),
    ];
    let (act, names) = acts[chance.below(acts.len())];
    (act.to_string(), names.to_vec())
}

fn random_condition(chance: &mut Chance, names: &[&str], depth: usize) -> String {
    let number = |chance: &mut Chance| random_number(chance, names, 2);
    let inner = |chance: &mut Chance| random_condition(chance, names, depth - 1);
    let piles = one_of(chance, &["piles", "others", "after"]);
    let negated = one_of(chance, &["", "not "]);
    match chance.below(if depth == 0 { 8 } else { 11 }) {
        0..3 => {
            let sign = one_of(chance, &["<", "<=", ">", ">=", "=", "!="]);
            format!("{} {sign} {}", number(chance), number(chance))
        }
        3 => format!("{} {negated}in {piles}", number(chance)),
        4 => format!("{negated}distinct({piles})"),
        5 => format!("{}({})", one_of(chance, &["even", "odd"]), number(chance)),
        6 => {
            let set = one_of(chance, &["{0, 2, 5}", "{1, 2, 3, 5, 8, 9, 11, 70}", "{1}"]);
            format!("{} {negated}in {set}", number(chance))
        }
        7 => {
            let name = names.first().copied().unwrap_or("total");
            let sign = one_of(chance, &["<=", "<", ">=", "="]);
            let factor = one_of(chance, &["", "2", "3"]);
            format!("{factor}{name} {sign} {}", number(chance))
        }
        8 => format!("({}) and ({})", inner(chance), inner(chance)),
        9 => format!("({}) or ({})", inner(chance), inner(chance)),
        _ => format!("not ({})", inner(chance)),
    }
}

fn random_number(chance: &mut Chance, names: &[&str], depth: usize) -> String {
    let piles = one_of(chance, &["piles", "others", "after"]);
    let inner = |chance: &mut Chance| random_number(chance, names, depth - 1);
    match chance.below(if depth == 0 { 6 } else { 9 }) {
        0 => chance.below(6).to_string(),
        1..4 if !names.is_empty() => one_of(chance, names).to_string(),
        1..6 => format!("{}({piles})", one_of(chance, &["min", "max", "sum", "count"])),
        6 => {
            let variable = one_of(chance, &["x", "y"]);
            let inside: Vec<&str> = names.iter().copied().chain([variable]).collect();
            let condition = random_condition(chance, &inside, 0);
            format!("count({variable} in {piles} where {condition})")
        }
        7 => {
            let sign = one_of(chance, &["+", "-", "*", "/", "/", "mod", "mod"]);
            format!("({} {sign} {})", inner(chance), inner(chance))
        }
        _ => format!("{}({}, {})", one_of(chance, &["min", "max"]), inner(chance), inner(chance)),
    }
}
