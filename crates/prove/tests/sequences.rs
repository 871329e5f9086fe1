//! Claims about the sequence of one heap: what is proved is accepted, damaged certificates are not, and no verdict differs
//! from what plain loops see.

use proptest::prelude::*;
use proptest::sample::subsequence;
use sprague_certificate::Certificate;
use sprague_claim::claim::{About, OfHeap};
use sprague_claim::sequence::Regular;
use sprague_claim::{Claim, parse_claims, parse_claims_with};
use sprague_prove::{Judgement, Task, Verdict, judge};
use sprague_rules::{Options, Player, Ruleset};
use sprague_verify::accept;

fn claim_of(text: &str) -> Claim {
    let text = format!("claim \"it\"\n{text}\n");
    parse_claims("test", &text).unwrap_or_else(|wrong| panic!("{text}{wrong}")).remove(0)
}

fn judged(text: &str) -> Judgement {
    judge(&claim_of(text), &Task::default())
}

/// What is wrong with a claim, and what stands at the place that is pointed at.
fn complaint(text: &str) -> (String, String) {
    let text = format!("claim \"it\"\n{text}\n");
    let wrong = parse_claims("test", &text).expect_err(&text);
    let complaint = &wrong.first().complaint;
    (complaint.message.clone(), text[complaint.span.clone()].to_string())
}

fn is_proved(judgement: &Judgement) -> bool {
    matches!(judgement.verdict, Verdict::Proved(_))
}

/// Refuted at this heap, which the checker has seen.
fn refuted_at(judgement: &Judgement) -> Option<u32> {
    match &judgement.verdict {
        Verdict::Refuted { witness, accepted: Some(_), .. } => witness.piles().first().copied(),
        _ => None,
    }
}

/// The nim-values of heaps by the definition.
fn plain_values(ruleset: &Ruleset, to: usize) -> Vec<i64> {
    let options = Options::new(ruleset);
    let mut values: Vec<i64> = vec![0];
    for n in 1..=to {
        let options = options.list(&[n as u32], Player::Left);
        let sum = |piles: &Vec<u32>| piles.iter().fold(0, |sum, &pile| sum ^ values[pile as usize]);
        let reached: Vec<i64> = options.iter().map(sum).collect();
        values.push((0..).find(|value| !reached.contains(value)).unwrap());
    }
    values
}

/// A game, the heaps its proof needs at most, and its regularity.
const PROVED: [(&str, &str); 11] = [
    ("kayles", "from 71 with period 12"),
    ("dawson", "from 52 with period 34"),
    ("octal(4.3)", "from 2 with period 2"),
    ("cut(1,4)", "from 1 with period 24 and saltus 8"),
    ("cut(1,6)", "from 1 with period 36 and saltus 8"),
    ("cut(3,5)", "from 1 with period 3 and saltus 1"),
    ("subtract(2,5,7)", "from 0 with period 22"),
    ("lr-nim(2,3)", "from 2 with period 5"),
    ("ending-nim(2,3; N,L)", "from 0 with period 5"),
    ("misere subtract(1,4)", "from 0 with period 5"),
    ("octal(0.1)", "from 2 with period 1"),
];

#[test]
fn a_regularity_is_proved_with_its_numbers_and_with_no_others() {
    for (game, numbers) in PROVED {
        let judgement = judged(&format!("  game {game}\n  regular"));
        assert!(is_proved(&judgement), "{game}: {judgement:?}");
        let judgement = judged(&format!("  game {game}\n  regular {numbers}"));
        assert!(is_proved(&judgement), "{game} {numbers}: {judgement:?}");
        let words: Vec<&str> = numbers.split(' ').collect();
        for place in (0..words.len()).filter(|&place| words[place].parse::<usize>().is_ok()) {
            let number: usize = words[place].parse().unwrap();
            for other in [number + 1, number.saturating_sub(1), 2 * number] {
                if other == number || other == 0 && words[place - 1] == "period" {
                    continue;
                }
                let mut words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
                words[place] = other.to_string();
                let other = words.join(" ");
                let judgement = judged(&format!("  game {game}\n  regular {other}"));
                assert!(refuted_at(&judgement).is_some(), "{game} {other}: {judgement:?}");
            }
        }
    }
}

/// Every number of a certificate changed, one at a time: it is rejected, or its statement is still true.
#[test]
fn damaged_certificates_are_rejected_or_say_what_is_true() {
    for (game, numbers) in PROVED {
        let judgement = judged(&format!("  game {game}\n  regular {numbers}"));
        let certificate = judgement.verdict.accepted().unwrap().certificate().write();
        let lines: Vec<&str> = certificate.lines().collect();
        let mut rejected = 0;
        for (index, line) in lines.iter().enumerate() {
            for edited in edits_of(line) {
                let mut damaged: Vec<&str> = lines.clone();
                damaged[index] = &edited;
                let damaged = damaged.join("\n") + "\n";
                match Certificate::read(&damaged).map(|read| accept(read, &Task::default())) {
                    Ok(Ok(seen)) => {
                        let claim = &seen.certificate().claim;
                        let same =
                            damaged.contains(&certificate[..certificate.find("evidence").unwrap()]);
                        assert!(same || is_plainly_so(claim), "{damaged}");
                    }
                    _ => rejected += 1,
                }
            }
            let mut without = lines.clone();
            without.remove(index);
            let read = Certificate::read(&(without.join("\n") + "\n"));
            assert!(read.is_err() || read.is_ok_and(|c| accept(c, &Task::default()).is_err()));
        }
        assert!(rejected > 10, "{game}: {rejected}");
    }
}

/// Does a claim with numbers hold as far as plain loops see?
fn is_plainly_so(text: &str) -> bool {
    let claim = parse_claims_with("test", text, &[]).unwrap().remove(0);
    let About::Heap(on) = &claim.about else { panic!() };
    let OfHeap::Regular(Some(Regular { from, period, saltus })) = on.says else { panic!() };
    if !on.ruleset.has_nim_values() {
        return true;
    }
    let values = plain_values(&on.ruleset, 40);
    let repeats =
        |n: usize| values.get(n + period).is_none_or(|v| *v == values[n] + i64::from(saltus));
    (from..values.len()).all(repeats)
}

/// The line with one of its numbers or outcomes changed; the first and last few of many.
fn edits_of(line: &str) -> Vec<String> {
    if let Some(outcomes) = line.strip_prefix("outcomes ") {
        let edit = |place: usize| {
            let new = if &outcomes[place..=place] == "L" { "R" } else { "L" };
            format!("outcomes {}{new}{}", &outcomes[..place], &outcomes[place + 1..])
        };
        return (0..outcomes.len()).map(edit).collect();
    }
    let words: Vec<&str> = line.split_inclusive(|c: char| !c.is_ascii_digit()).collect();
    let starts_with_digit = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    let numbers: Vec<usize> =
        (0..words.len()).filter(|&word| starts_with_digit(&words[word])).collect();
    let mut edits = Vec::new();
    for (place, &word) in numbers.iter().enumerate() {
        if place >= 12 && place + 12 <= numbers.len() {
            continue;
        }
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

#[test]
fn forged_evidence_does_not_make_a_false_claim_true() {
    let judgement = judged("  game kayles\n  regular from 71 with period 12");
    let mut certificate = judgement.verdict.accepted().unwrap().certificate().clone();
    for false_claim in [
        "regular from 71 with period 24",
        "regular from 70 with period 12",
        "regular from 72 with period 12",
        "regular from 71 with period 12 and saltus 1",
        "sequence (1,2,3,1,4,3,2,1,4,2,6,4)",
        "sequence is fractal",
    ] {
        certificate.claim = format!("claim \"it\"\n  game kayles\n  {false_claim}\n");
        assert!(accept(certificate.clone(), &Task::default()).is_err(), "{false_claim}");
    }
    certificate.claim = "claim \"it\"\n  game dawson\n  regular\n".into();
    assert!(accept(certificate.clone(), &Task::default()).is_err());
}

#[test]
fn huge_numbers_in_evidence_are_rejected_at_once() {
    let judgement = judged("  game cut(1,4)\n  regular");
    let text = judgement.verdict.accepted().unwrap().certificate().write();
    let levels = text.lines().find(|line| line.starts_with("method levels")).unwrap();
    for method in [
        "method levels 18446744073709551615 4",
        "method levels 64 64",
        "method levels 1 9999999999",
        "method levels 0 0",
        "method guy-smith",
        "method window",
    ] {
        let damaged = text.replace(levels, method);
        let read = Certificate::read(&damaged).unwrap();
        let small = sprague_prove::Limits { steps: 50_000_000, ..Default::default() };
        assert!(accept(read, &Task::new(small)).is_err(), "{method}");
    }
    let huge = text.replace("values 0 ", "values 0 4294967295 ");
    assert!(Certificate::read(&huge).is_err());
    let huge = text.replace("saltus 8", "saltus 4294967295");
    assert!(accept(Certificate::read(&huge).unwrap(), &Task::default()).is_err());
}

#[test]
fn a_list_is_a_list_and_what_repeats_says_so() {
    // Three terms speak of three heaps.
    let judgement = judged("  game kayles\n  sequence 1,2,3");
    assert!(is_proved(&judgement), "{judgement:?}");
    let claim = claim_of("  game kayles\n  sequence 1,2,3");
    assert_eq!(claim.scope(), "the heaps 1 to 3");
    assert_eq!(refuted_at(&judged("  game kayles\n  sequence (1,2,3)")), Some(5));
    assert_eq!(refuted_at(&judged("  game kayles\n  sequence 1,2,3,3")), Some(4));
    assert_eq!(refuted_at(&judged("  game kayles\n  sequence 1,2,\\overline{3,1}")), Some(5));
    let (message, place) = complaint("  game kayles\n  sequence 1,2,3,...");
    assert_eq!((&message[..], &place[..]), ("what comes after these dots?", "..."));
}

#[test]
fn sequences_that_are_not_understood_are_errors_that_point_at_them() {
    for (text, place) in [
        ("  game nim\n  sequence hello", "h"),
        ("  game nim\n  sequence L,R,L", "L"),
        ("  game lr-nim(2,3)\n  sequence 1,2,3", "1"),
        ("  game nim\n  regular hello", "hello"),
        ("  game nim\n  regular from 3 with period 0", "from 3 with period 0"),
        (
            "  game cut(1,2c)\n  for c in 2..3\n  sequence (0,1)^{c*900000000}(+2)",
            "(0,1)^{c*900000000}(+2)",
        ),
    ] {
        assert_eq!(complaint(text).1, place, "{text}");
    }
}

#[test]
fn rows_of_places_have_no_heap() {
    let (message, place) = complaint("  game vector(1,0;0,1)\n  sequence 2,1");
    assert!(message.contains("row") && place == "vector(1,0;0,1)", "{message} {place}");
    // A single place is one, and its vectors are the game's own.
    let judgement = judged("  game vector(1;c)\n  for c in 2..3\n  sequence 1,2,0,1");
    assert_eq!(refuted_at(&judgement), Some(2), "{judgement:?}");
    let judgement = judged("  game vector(1;c)\n  for c in 2..2\n  sequence 1,2,0,1");
    assert!(is_proved(&judgement), "{judgement:?}");
}

#[test]
fn numbers_may_be_left_open_in_games_with_several_parameters() {
    let text = "  game ending-nim(2,c; L,N)\n  for c in 3..4\n  regular";
    assert!(is_proved(&judged(text)), "{:?}", judged(text));
}

#[test]
fn a_fractal_sequence_is_one_that_is_left_as_it_was() {
    // Without their first instances 1, 2, 0, 1, 2, 0, ... is left as it was.
    assert!(is_proved(&judged("  game subtract(1,2)\n  sequence is fractal from heap 1")));
    assert!(is_proved(&judged("  game subtract(1,2)\n  sequence is fractal")));
    // Kayles is not; nor is a sequence in which every number comes finitely often.
    assert!(refuted_at(&judged("  game kayles\n  sequence is fractal")).is_some());
    assert!(refuted_at(&judged("  game cut(1,4)\n  sequence is fractal")).is_some());
    assert!(refuted_at(&judged("  game cut(1,2,3)\n  sequence is fractal")).is_some());
    // In Nim every value comes once.
    assert!(refuted_at(&judged("  game nim\n  sequence is fractal")).is_some());
    // Nothing is known where no number came twice.
    let none = judged("  game maximum-nim(n/2)\n  check to 1\n  sequence is fractal from heap 1");
    assert!(!is_proved(&none) && !matches!(none.verdict, Verdict::Holds { .. }), "{none:?}");
}

#[test]
fn a_counterexample_far_out_is_seen_by_the_checker() {
    // The first 2000 terms of Kayles, and one that is wrong.
    let values = plain_values(claim_of("  game kayles\n  regular").ruleset(), 1501);
    let mut terms: Vec<String> = values[1..].iter().map(i64::to_string).collect();
    terms[1500] = "9".into();
    let judgement = judged(&format!("  game kayles\n  sequence {}", terms.join(",")));
    assert_eq!(refuted_at(&judgement), Some(1501));
}

/// A random game of the kinds that theorems speak of.
fn game() -> impl Strategy<Value = String> {
    let joined = |set: Vec<u32>| set.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    prop_oneof![
        subsequence((1..9u32).collect::<Vec<_>>(), 1..4)
            .prop_map(move |set| format!("cut({})", joined(set))),
        subsequence((1..12u32).collect::<Vec<_>>(), 1..5)
            .prop_map(move |set| format!("subtract({})", joined(set))),
        (prop::collection::vec(0u32..16, 0..2), 1u32..16).prop_map(|(mut digits, last)| {
            digits.push(last);
            let code: String = digits.iter().map(|digit| format!("{digit:X}")).collect();
            format!("octal(0.{code})")
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn random_claims_are_judged_as_plain_loops_see_them(
        game in game(),
        from in 0usize..6,
        period in 1usize..8,
        saltus in 0u32..3,
        terms in prop::collection::vec(0u32..4, 1..5),
        repeated in any::<bool>(),
    ) {
        let rise = if saltus > 0 { format!(" and saltus {saltus}") } else { String::new() };
        let regular = format!("  game {game}\n  check to 300\n  regular from {from} with period {period}{rise}");
        let list: Vec<String> = terms.iter().map(u32::to_string).collect();
        let list = list.join(",");
        let sequence = match repeated {
            true => format!("  game {game}\n  check to 300\n  sequence ({list})"),
            false => format!("  game {game}\n  sequence {list}"),
        };
        let values = plain_values(claim_of(&regular).ruleset(), 36);
        let repeats = |n: usize| values[n + period] == values[n] + i64::from(saltus);
        let regular_so = (from..values.len() - period).all(repeats);
        let end = if repeated { values.len() } else { terms.len() + 1 };
        let sequence_so = (1..end).all(|n| values[n] == i64::from(terms[(n - 1) % terms.len()]));
        for (text, so) in [(regular, regular_so), (sequence, sequence_so)] {
            let judgement = judged(&text);
            match &judgement.verdict {
                Verdict::Proved(_) => prop_assert!(so, "{} {:?}", text, judgement),
                Verdict::Refuted { accepted, .. } => prop_assert!(accepted.is_some(), "{}", text),
                Verdict::Unchecked { .. } => prop_assert!(false, "{}: unchecked", text),
                Verdict::Undecided { why } => {
                    prop_assert!(!why.contains("checker"), "{} {}", text, why);
                }
                Verdict::Holds { .. } => {}
            }
            if !so {
                prop_assert!(matches!(judgement.verdict, Verdict::Refuted { .. }), "{} {:?}", text, judgement);
            }
        }
    }

    #[test]
    fn what_is_found_regular_is_accepted(game in game()) {
        let judgement = judged(&format!("  game {game}\n  check to 700\n  regular"));
        let unseen = matches!(&judgement.verdict, Verdict::Undecided { why } if why.contains("checker"));
        prop_assert!(!unseen && !matches!(judgement.verdict, Verdict::Unchecked { .. }), "{}: {:?}", game, judgement);
    }
}
