//! Any number of piles of any size, proved in one stroke: which method proves what, what is false beside it, and certificates with a
//! number changed.

use std::time::Duration;

use sprague_certificate::Certificate;
use sprague_claim::parse_claims;
use sprague_prove::{Judgement, Limits, Task, Verdict, judge};

fn judged(text: &str) -> Judgement {
    let text = format!("claim \"it\"\n{text}\n");
    let claims = parse_claims("it.claim", &text).unwrap_or_else(|error| panic!("{error}"));
    let limits = Limits { steps: 3_000_000, time: Duration::from_secs(120), ..Limits::default() };
    judge(&claims[0], &Task::new(limits))
}

fn proved_by(text: &str) -> Option<&'static str> {
    let judgement = judged(text);
    matches!(judgement.verdict, Verdict::Proved(_)).then_some(judgement.by).flatten()
}

const MISERE_MINNIE: &str = "  game misere minnie\n  piles any
  P iff smallest = 1 and second != 3 and odd(total)
     or smallest = 1 and second = 3 and xor(x mod 4 for x in piles) = 3
     or smallest = 2 and count(x in piles where x = 3) = 0 and xor(x mod 4 for x in piles) = 3
     or smallest = 3 and xor(x mod 4 for x in piles) = 0";

#[test]
fn sums_follow_from_one_pile() {
    let by = Some("sum rule");
    assert_eq!(proved_by("  game nim\n  piles any\n  P iff xor(piles) = 0"), by);
    assert_eq!(proved_by("  game nim\n  piles any\n  N iff xor(piles) != 0"), by);
    assert_eq!(proved_by("  game nim\n  piles any\n  nim-value = xor(piles)"), by);
    let taking = "  game subtract(1,2)\n  piles 2..\n  nim-value = xor(x mod 3 for x in piles)";
    assert_eq!(proved_by(taking), by);
    let some = "  game nim\n  piles 3..\n  suppose largest > 5\n  N if xor(piles) = 3";
    assert_eq!(proved_by(some), by);
    let strategy =
        "  game nim\n  piles any\n  strategy from xor(piles) != 0 move to xor(piles) = 0";
    assert_eq!(proved_by(strategy), by);
    assert_eq!(proved_by("  game kayles\n  piles any\n  adding 5,9 keeps the outcome"), by);
}

#[test]
fn what_is_no_sum_is_not_proved_as_one() {
    for text in [
        "  game subtract(1,2)\n  piles any\n  nim-value = xor(x mod 4 for x in piles)",
        "  game nim\n  piles any\n  adding 3,5,7 keeps the outcome",
        "  game nim\n  piles any\n  P iff xor(piles) = 0 and count > 2",
        "  game nim\n  piles any\n  P iff xor(piles) = 1",
        "  game minnie\n  piles any\n  P iff xor(piles) = 0",
    ] {
        let verdict = judged(text).verdict;
        assert!(matches!(verdict, Verdict::Refuted { .. }), "{text}\n{verdict:?}");
    }
    // Nothing is said: that is no theorem.
    let nothing = judged("  game nim\n  piles any\n  suppose never\n  P iff xor(piles) = 0");
    assert!(!matches!(nothing.verdict, Verdict::Proved(_)));
}

#[test]
fn piles_are_added_beside_any_position() {
    let by = Some("context closure");
    assert_eq!(proved_by("  game ooooob-b\n  piles any\n  adding 1,1 keeps the outcome"), by);
    let twos =
        "  game ooooob-b\n  piles any\n  suppose largest >= 2\n  adding 2,2 keeps the outcome";
    assert_eq!(proved_by(twos), by);
    let false_one = judged(&twos.replace("  suppose largest >= 2\n", ""));
    assert!(matches!(false_one.verdict, Verdict::Refuted { .. }), "{:?}", false_one.verdict);
}

#[test]
fn misere_minnie_is_solved() {
    assert_eq!(proved_by(MISERE_MINNIE), Some("finite quotient"));
    for (right, wrong) in [("odd(total)", "even(total)"), ("= 3 and xor", "= 2 and xor")] {
        let verdict = judged(&MISERE_MINNIE.replacen(right, wrong, 1)).verdict;
        assert!(matches!(verdict, Verdict::Refuted { .. }), "{verdict:?}");
    }
}

/// A transition or a state that is lost is another one, or the claim is: rejected.
#[test]
fn certificates_of_quotients_cannot_be_altered() {
    let judgement = judged(MISERE_MINNIE);
    let Verdict::Proved(accepted) = &judgement.verdict else { panic!("{judgement:?}") };
    let text = accepted.certificate().write();
    let is_accepted = |text: &str| {
        let read = Certificate::read(text).ok();
        read.is_some_and(|certificate| {
            sprague_verify::accept(certificate, &Task::default()).is_ok()
        })
    };
    assert!(is_accepted(&text));
    assert!(!is_accepted(&text.replacen("second != 3", "second != 2", 1)));
    assert!(!is_accepted(&text.replacen("misere minnie", "minnie", 1)));
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        if !line.starts_with("next ") && !line.starts_with("lost ") {
            continue;
        }
        let numbers: Vec<u32> = line[5..].split(' ').map(|n| n.parse().unwrap()).collect();
        for place in 0..numbers.len() {
            let mut other = numbers.clone();
            other[place] = (other[place] + 1) % 24;
            let list: Vec<String> = other.iter().map(u32::to_string).collect();
            let changed = format!("{} {}", &line[..4], list.join(" "));
            let mut altered = lines.clone();
            altered[at] = &changed;
            assert!(!is_accepted(&format!("{}\n", altered.join("\n"))), "{line}: {changed}");
        }
    }
}
