//! The parser survives any text: random bytes, random words of the language, and damaged games.

use proptest::prelude::*;
use sprague_rules::{Game, catalogue, parse_position, parse_ruleset};

/// Parses, and shows the message if there is one; neither may panic.
fn survive(text: &str) {
    if let Err(error) = Game::parse("text", text) {
        let _ = (error.to_string(), error.line_and_column());
    }
    if let Err(error) = parse_ruleset(&text.replace(['/', '.'], "")) {
        let _ = error.to_string();
    }
    for ruleset in ["nim", "wythoff", "vector(1,0;0,1)"] {
        let shape = parse_ruleset(ruleset).unwrap().shape;
        if let Err(complaint) = parse_position(text, shape) {
            let _ = complaint.about("position", text).to_string();
        }
    }
}

fn words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(
        "game g \"s\" piles any row of 2 move take k from one each pile two or more leaving split \
         into x , y n parts replace p >= q by where and not in min max sum count ( ) { } [ ] mod \
         + - * / = != < <= 1 0 7 stuck : left right wins if else outcome example is has nim-value \
         P N L R even odd distinct total others after require source S set numbers function list"
            .split_whitespace()
            .collect::<Vec<_>>(),
    );
    prop::collection::vec(word, 0..60).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        survive(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_words_of_the_language(text in words()) {
        survive(&text);
        survive(&format!("game g \"s\" piles any move take k from one pile where {text}"));
    }

    #[test]
    fn damaged_games(
        index in 0usize..64, at in any::<prop::sample::Index>(), patch in ".{0,3}", cut in 0usize..9,
    ) {
        let (_, text) = catalogue::TEXTS[index % catalogue::TEXTS.len()];
        let mut chars: Vec<char> = text.chars().collect();
        let start = at.index(chars.len());
        let end = (start + cut).min(chars.len());
        chars.splice(start..end, patch.chars());
        survive(&chars.into_iter().collect::<String>());
    }
}

#[test]
fn deep_nesting_and_long_chains_are_refused_not_fatal() {
    let head = "game g \"s\" piles any move take k from one pile where ";
    for text in [
        format!("{head}{}", "(".repeat(100_000)),
        format!("{head}{}", "not ".repeat(100_000)),
        format!("{head}{}k", "-".repeat(100_000)),
        format!("{head}k = {}1", "1 + ".repeat(100_000)),
        format!("{head}{}k = 1", "k = 1 and ".repeat(100_000)),
        format!("{head}k {}", "< k ".repeat(100_000)),
        format!("{head}k = {}", "min(".repeat(100_000)),
        format!("{head}{}0{}", "0<(".repeat(40), ")<0".repeat(40)),
        format!("{head}k = max({}1)", "1,".repeat(100_000)),
        format!("{head}{}k = 1", "count(x in piles where ".repeat(40)),
        format!("game g \"s\" piles any move take 1 from one pile{}", " and 1 from another pile".repeat(20)),
        "game g(V: list of vectors; k: number) \"s\" row of 1 move take 1 from one pile".into(),
        "game g(V: list of vectors; W: list of vectors) \"s\" row of length(W) move take v in V from the row".into(),
    ] {
        assert!(Game::parse("text", &text).is_err(), "{}", &text[..text.len().min(80)]);
    }
    let nested = format!("maximum-nim({}n{})", "max(n,".repeat(60), ")".repeat(60));
    assert!(parse_ruleset(&nested).is_err());
}

#[test]
fn functions_inside_functions_stay_small() {
    let inside = format!("{}1{}", "f(".repeat(28), ")".repeat(28));
    let text = format!(
        "game g(f: function of t) \"s\" piles 1 move take {inside} from one pile
         example (max(t,t)) 1 is P"
    );
    assert!(Game::parse("text", &text).and_then(|game| game.examples()).is_err());
}

#[test]
fn a_row_of_fixed_length_may_be_used_with_vectors() {
    let text = "game g(V: list of vectors) \"s\" row of 2 move take v in V from the row
                example (1,0;0,1) 1,1 is P";
    assert_eq!(Game::parse("text", text).unwrap().examples().unwrap().len(), 1);
    let wrong = text.replace("row of 2", "row of 3");
    assert!(Game::parse("text", &wrong).unwrap().examples().is_err());
}
