//! A game of one's own is read with its own rules wherever a claim names it, and stays with the claim.

use sprague_claim::claim::{OfHeap, Says};
use sprague_claim::{About, parse_claims, parse_claims_with, read_claims};

/// A file whose head says the name of another game of the catalogue.
const OWN: &str =
    "game kayles\n \"Take one to three.\"\n piles any\n move take k from one pile where k <= 3\n";
const SUBTRACT: &str = "game subtract(S: set of numbers >= 1; T: set of numbers >= 1)\n \"Either set.\"\n piles any\n move take k in S from one pile\n move take k in T from one pile\n";

fn games() -> Vec<(String, String)> {
    vec![("./kayles.game".into(), OWN.into()), ("my/subtract.game".into(), SUBTRACT.into())]
}

#[test]
fn a_claim_brings_its_games_along() {
    let rows = [
        ("game ./kayles.game\npiles a\nP iff a mod 4 = 0", 1),
        ("game ./kayles.game\nformula G(n + 4) = G(n) for n >= 0", 1),
        ("game nim\npiles a <= b\nsame outcomes as ./kayles.game", 1),
        ("game nim\nformula G(n, \"./kayles.game\") <= 3 for n >= 0", 1),
        ("game my/subtract.game(S; 1)\nfamily S within 1..3\nwhenever N at n: N at n", 1),
        (
            "game subtract(S)\nfamily S within 1..3\nalso both: my/subtract.game(S; 1)\nthen period = period(both)",
            1,
        ),
        ("game my/subtract.game(1,c; 2)\nfor c in 3..5\nregular", 1),
        ("game kayles\nregular", 0),
    ];
    for (lines, brought) in rows {
        let text = format!("claim \"it\"\n{lines}\n");
        let claims = parse_claims_with("it.claim", &text, &games())
            .unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(claims[0].games.len(), brought, "{lines}");
        // With what it brought along it is read again, and to the same.
        let again = parse_claims_with("again.claim", &claims[0].text, &claims[0].games)
            .unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(format!("{:?}", claims[0].about), format!("{:?}", again[0].about));
        assert_eq!(parse_claims("it.claim", &text).is_ok(), brought == 0, "{lines}");
    }
}

#[test]
fn a_game_is_called_by_its_file() {
    let text = "claim \"it\"\n game ./kayles.game\n formula G(4) = 0 for n in 1..1\n";
    let claims = parse_claims_with("it.claim", text, &games()).unwrap();
    assert_eq!(claims[0].ruleset().expression, "./kayles.game");
    let text = "claim \"it\"\n game kayles\n piles a <= b\n same outcomes as ./kayles.game\n";
    let claims = parse_claims_with("it.claim", text, &games()).unwrap();
    let About::Board(on) = &claims[0].about else { panic!() };
    let Says::SameAs { ruleset, .. } = &on.says else { panic!() };
    assert_eq!(on.ruleset.expression, "kayles");
    assert_eq!(ruleset.expression, "./kayles.game");
    assert_ne!(format!("{:?}", on.ruleset.moves), format!("{:?}", ruleset.moves));
}

#[test]
fn nothing_handed_over_passes_for_a_game_of_the_catalogue() {
    let text = "claim \"it\"\n game kayles\n regular\n";
    let other = vec![("kayles".to_string(), OWN.to_string())];
    let known = parse_claims("it.claim", text).unwrap();
    let read = parse_claims_with("it.claim", text, &other).unwrap();
    assert_eq!(format!("{:?}", known[0].ruleset()), format!("{:?}", read[0].ruleset()));
    assert!(read[0].games.is_empty());
}

#[test]
fn cases_of_games_with_several_parameters_keep_them_apart() {
    let text = "claim \"it\"\n game my/subtract.game(1, c; c*(1+1), 2)\n for c in 3..5\n regular\n";
    let claims = parse_claims_with("it.claim", text, &games()).unwrap();
    let About::Heap(on) = &claims[0].about else { panic!() };
    assert!(matches!(on.says, OfHeap::Regular(_)));
    let cases = on.cases.as_ref().unwrap();
    let all = cases.all().unwrap();
    let names: Vec<String> =
        all.iter().map(|case| cases.ruleset(case).unwrap().expression).collect();
    let expected = ["(1,3;6,2)", "(1,4;8,2)", "(1,5;10,2)"];
    assert_eq!(names, expected.map(|arguments| format!("my/subtract.game{arguments}")));
}

#[test]
fn a_file_that_is_not_there_is_pointed_at() {
    let text = "claim \"it\"\n game ./missing.game\n regular\n";
    let (claims, wrong) = read_claims("it.claim", text, &|_| Err("no such file".into()));
    assert!(claims.is_empty());
    assert_eq!(&text[wrong[0].complaint.span.clone()], "./missing.game");
    assert!(wrong[0].complaint.message.contains("no such file"));
}
