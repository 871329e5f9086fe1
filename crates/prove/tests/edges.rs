//! Claims at the edges: what is said beyond a bound, of huge or deep positions, of no position, or of values that are not
//! there.

use sprague_claim::{parse_claims, parse_claims_with};
use sprague_prove::{Task, Verdict, judge};

fn verdict(text: &str) -> Verdict {
    let claims = parse_claims("test", text).unwrap();
    judge(&claims[0], &Task::default()).verdict
}

fn witness(verdict: Verdict) -> Vec<u32> {
    match verdict {
        Verdict::Refuted { witness, .. } => witness.piles().to_vec(),
        other => panic!("{other:?}"),
    }
}

/// One or two piles of 1 are taken, or a pile of 2: the outcome is periodic in the piles of 1 with period 3. Where at most 3 of them
/// are supposed a period of 2 fits as well, but not where five more are added.
#[test]
fn piles_that_are_added_may_pass_a_bound() {
    let game = "game pairs \"as above\"\n piles any\n move take 1 from one pile a where a = 1\n
        move take 1 from one pile a and 1 from another pile b where a = 1 and b = 1\n
        move take 2 from one pile a where a = 2\n";
    let claim = |added: &str| {
        let text = format!(
            "claim \"added\"\n game ./pairs.game\n counts a, b\n
             suppose a <= 3 and a mod 3 = 1 and b >= 5\n adding {added} keeps the outcome\n check to 1"
        );
        let games = [("./pairs.game".to_string(), game.to_string())];
        let claims = parse_claims_with("test", &text, &games).unwrap();
        judge(&claims[0], &Task::default()).verdict
    };
    assert!(!matches!(claim("1,1,1,1,1"), Verdict::Proved(_) | Verdict::Unchecked { .. }));
    assert!(matches!(claim("1,1,1"), Verdict::Proved(_) | Verdict::Unchecked { .. }));
}

#[test]
fn deep_positions_are_followed_to_their_ends() {
    let far = "claim \"far\"\n game subtract(1,2), piles a\n check to 5\n P iff a mod 3 = 0 and a != 210000";
    assert_eq!(witness(verdict(far)), [210000]);
    let same = "claim \"same\"\n game subtract(1,2), piles a\n suppose a > 199990\n
        same nim-values as subtract(1,3)\n check to 200000";
    assert!(matches!(verdict(same), Verdict::Refuted { .. }));
    let line =
        "claim \"line\"\n game subtract(1,2)\n lines\n  1000k is N for k: k = 210\n check to 210";
    assert_eq!(witness(verdict(line)), [210_000]);
    let lasts = "claim \"lasts\"\n game subtract(1,2)\n lines\n  100000 lasts 100000";
    assert!(matches!(verdict(lasts), Verdict::Proved(_) | Verdict::Unchecked { .. }));
}

/// A pile that is too large for a table is not one below 0.
#[test]
fn huge_piles_refute_nothing() {
    let huge = "claim \"huge\"\n game nim\n lines\n  1000000000k+3 is N for k";
    assert!(matches!(verdict(huge), Verdict::Undecided { .. }));
}

#[test]
fn nothing_holds_where_nothing_is_said() {
    let heads =
        ["suppose a > b\n P iff a = b", "P if a > b", "suppose a > 500\n outcome depends on b"];
    for said in heads {
        let text = format!("claim \"none\"\n game nim\n piles a <= b\n {said}\n check to 20");
        let verdict = verdict(&text);
        assert!(matches!(verdict, Verdict::Undecided { .. }), "{said}: {verdict:?}");
    }
    let heaps = "claim \"none\"\n game max-nim\n sequence is fractal from heap 90\n check to 3";
    assert!(matches!(verdict(heaps), Verdict::Undecided { .. }));
    // Of two piles it says something.
    let some =
        "claim \"some\"\n game nim\n piles 1..2\n P if count(x in piles where x = largest) = 2";
    assert!(matches!(verdict(some), Verdict::Holds { .. }));
}

#[test]
fn both_rulesets_need_nim_values() {
    let text = "claim \"same\"\n game misere nim\n piles a <= b\n same nim-values as nim";
    let message = parse_claims("test", text).unwrap_err().first().complaint.message.clone();
    assert_eq!(message, "there are no nim-values in misere nim");
    let text = "claim \"same\"\n game nim\n piles a <= b <= c\n same outcomes as wythoff";
    let message = parse_claims("test", text).unwrap_err().first().complaint.message.clone();
    assert_eq!(message, "wythoff is not played on 3 piles");
}

/// A comma in brackets does not end a number.
#[test]
fn an_outcome_may_depend_on_a_minimum() {
    let text = "claim \"least\"\n game ooooob-c\n piles a\n outcome depends on a mod 2, min(a, 3)\n check to 9";
    assert!(parse_claims("test", text).is_ok());
}
