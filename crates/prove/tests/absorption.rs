//! Claims for every set of further cuts: true ones are proved, what is false for some set is not, and no certificate proves another claim.

use sprague_certificate::{Certificate, Evidence, HeapEvidence};
use sprague_claim::claim::About;
use sprague_claim::formula::plain::Value;
use sprague_claim::parse_claims;
use sprague_prove::{Judgement, Verdict, judge};
use sprague_task::Task;

fn text_of(text: &str) -> String {
    format!("claim \"it\"\n{text}\n")
}

fn judged(text: &str) -> Judgement {
    let text = text_of(text);
    let claims = parse_claims("it.claim", &text).unwrap_or_else(|e| panic!("{text}\n{e}"));
    judge(&claims[0], &Task::default())
}

fn certificate(text: &str) -> Certificate {
    let judgement = judged(text);
    let Verdict::Proved(accepted) = &judgement.verdict else { panic!("{text}: {judgement:?}") };
    accepted.certificate().clone()
}

/// The counterexample in words.
fn refuted(text: &str) -> String {
    match judged(text).verdict {
        Verdict::Refuted { accepted: Some(_), shown, .. } => shown,
        other => panic!("{text}: {other:?}"),
    }
}

fn undecided(text: &str) -> String {
    match judged(text).verdict {
        Verdict::Undecided { why } => why,
        other => panic!("{text}: {other:?}"),
    }
}

fn complaint(text: &str) -> String {
    parse_claims("it.claim", &text_of(text)).unwrap_err().to_string()
}

const WITHOUT_ONE: &str =
    "  game cut(c,D)\n  for c >= 2\n  any D of d where d >= c\n  sequence (0)^c(+1)";
const ODD: &str = "  game cut(1,D)\n  any D of d where odd(d)\n  sequence (0,1)";
const FAMILY_A: &str = "  game cut(1,3,2c,D)\n  for c >= 2\n  any D of d where even(d) and d >= 2c or odd(d) and d >= 5\n  sequence (0,1)^c(+2)";

#[test]
fn every_set_of_further_cuts() {
    for text in [
        WITHOUT_ONE,
        ODD,
        FAMILY_A,
        "  game cut(1,2,3,D)\n  any D of d\n  sequence (0)(+1)",
        "  game cut(1,2,3,D)\n  any D of d where d > 3\n  formula G(n) = n - 1 for n >= 1",
        "  game cut(1,4,D)\n  any D of d where even(d) and d >= 4 or odd(d) and d > 12\n  formula G(n) = G(n, {1,4}) for n >= 1",
        "  game cut(1,2c,D)\n  for c in 2..4\n  any D of d where d mod 4 = 0 and d >= 4c\n  formula G(n) = G(n, {1,2c}) for n >= 1",
        "  game cut(1,4,D)\n  any D of d where d = 13\n  regular",
    ] {
        certificate(text);
    }
    let judgement = judged(ODD);
    assert_eq!(judgement.by, Some("absorption"));
}

/// What a claim says of a set: plainly, heap by heap, for many sets of further cuts.
#[test]
fn a_plain_computation_agrees_for_many_sets() {
    let values = |cuts: &[usize], heaps: usize| {
        let parts = cuts.iter().max().unwrap() + 1;
        // By the number of parts and the heap, the values as bits.
        let mut sets = vec![vec![0u64; heaps + 1]; parts + 1];
        let mut values = vec![0usize];
        for n in 1..=heaps {
            for p in 2..=parts.min(n) {
                let mut set = 0;
                for h in 1..n {
                    let rest = sets[p - 1][n - h];
                    (0..64)
                        .filter(|v| rest >> v & 1 == 1)
                        .for_each(|v| set |= 1 << (v ^ values[h]));
                }
                sets[p][n] = set;
            }
            let options = cuts.iter().filter(|&&d| d < n).fold(0, |all, &d| all | sets[d + 1][n]);
            let value: u64 = options;
            values.push(value.trailing_ones() as usize);
            sets[1][n] = 1 << values[n];
        }
        values
    };
    let mut state = 1u64;
    let mut flip = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        state >> 62 == 0
    };
    for c in 2..=4 {
        for _ in 0..6 {
            let evens: Vec<usize> = (c..20).map(|x| 2 * x).filter(|_| flip()).collect();
            let odd: Vec<usize> = (2..20).map(|x| 2 * x + 1).filter(|_| flip()).collect();
            let above: Vec<usize> = odd.iter().copied().filter(|&y| y > 6 * c).collect();
            let all = |head: &[usize], more: &[&[usize]]| {
                let mut all = head.to_vec();
                more.iter().for_each(|more| all.extend(*more));
                values(&all, 50)
            };
            assert_eq!(all(&[1, 2 * c], &[&evens, &above]), all(&[1, 2 * c], &[]));
            assert_eq!(all(&[1, 3, 2 * c], &[&evens, &odd]), all(&[1, 3, 2 * c], &[]));
            assert_eq!(all(&[c], &[&evens]), all(&[c], &[]));
            assert_eq!(all(&[1], &[&odd]), all(&[1], &[]));
            assert_eq!(all(&[1, 2, 3], &[&odd, &evens]), all(&[1, 2, 3], &[]));
        }
    }
}

#[test]
fn what_is_false_for_some_set_is_not_proved() {
    // The bound of Conjecture 2 is sharp.
    let shown = refuted(
        "  game cut(1,2c,D)\n  for c >= 2\n  any D of d where even(d) and d >= 2c or odd(d) and d > 6c - 2\n  formula G(n) = G(n, {1,2c}) for n >= 1",
    );
    assert!(shown.starts_with("D = {11}, cut(1,4,11)"), "{shown}");
    refuted("  game cut(1,D)\n  any D of d where d >= 101\n  sequence (0,1)");
    refuted("  game cut(1,D)\n  any D of d where odd(d) or d = 40\n  sequence (0,1)");
    refuted("  game cut(1,2,3,D)\n  any D of d\n  sequence (0)(+2)");
    refuted("  game cut(c,D)\n  for c >= 2\n  any D of d where d >= c - 1\n  sequence (0)^c(+1)");
    refuted(
        "  game cut(1,3,2c,D)\n  for c >= 2\n  any D of d where d >= 4\n  sequence (0,1)^c(+2)",
    );
    // Not absorbed, though what is said may be so.
    let why = undecided("  game cut(1,D)\n  any D of d where even(d)\n  formula G(1) = 0");
    assert!(why.starts_with("D is not absorbed: n = 3"), "{why}");
}

#[test]
fn errors_say_what_is_expected() {
    for (text, message) in [
        ("  game cut(1,4)\n  any D of d where even(d)\n  regular", "not one of several arguments"),
        ("  game cut(D)\n  any D of d where even(d)\n  regular", "not one of several arguments"),
        ("  game cut(1,D)\n  any D where even(d)\n  regular", "expected names for a set"),
        ("  game cut(1,D)\n  any D of d where even(e)\n  regular", "nothing says what e is"),
        ("  game cut(1,D)\n  any D of d where d <= 9\n  regular", "there is no largest"),
        ("  game cut(1,D)\n  any D of d where d * d > 9\n  regular", "expected comparisons"),
        (
            "  game cut(1,c,D)\n  for c >= 2\n  any D of d where odd(d) and d >= c\n  regular",
            "depends on c modulo 2",
        ),
        (
            "  game cut(1,c,D)\n  for c >= 2\n  any D of c where odd(c)\n  regular",
            "stands for something already",
        ),
        (
            "  game cut(1,c,e,D)\n  for c in 2..3, e in 4..5\n  any D of d where odd(d)\n  regular",
            "one number open, or none",
        ),
        ("  game cut(1,D)\n  any D of d where odd(d)\n  sequence is fractal", "one game at a time"),
        ("  game misere cut(1,D)\n  any D of d where odd(d)\n  regular", "no nim-values"),
        ("  game cut(1,D)\n  any D of d where d mod 3 = 3\n  regular", "below its divisor"),
    ] {
        let found = complaint(text);
        assert!(found.contains(message), "{text}:\n{found}");
    }
}

/// The progressions that are read off a condition are the numbers that fulfil it.
#[test]
fn progressions_are_the_numbers_that_are_so() {
    for condition in [
        "d >= 1",
        "odd(d)",
        "even(d) and d >= 2c or odd(d) and d > 6c",
        "(even(d) or d mod 4 = 1) and d >= 4c + 3",
        "d = 3c + 1 or d mod 3 = 2 and 3*c < d",
        "d >= 2c and d >= 3 and d >= 2c + 1",
        "d mod 5 = 0 and d >= 10c - 7",
    ] {
        let text =
            format!("  game cut(1,2c,D)\n  for c >= 2\n  any D of d where {condition}\n  regular");
        let claims = parse_claims("it.claim", &text_of(&text)).unwrap_or_else(|e| panic!("{e}"));
        let About::Heap(on) = &claims[0].about else { panic!() };
        let further = on.further.as_ref().unwrap();
        for c in 2..=9 {
            for d in 1..=160 {
                let listed = further.progressions.iter().any(|progression| {
                    let first = progression.first.0 * c + progression.first.1;
                    match progression.step {
                        0 => d == first,
                        step => d >= first && (d - first) % step == 0,
                    }
                });
                let so = further.allows(&[Value::Number(c)], d).unwrap();
                assert_eq!(listed, so, "{condition}: c = {c}, d = {d}");
            }
        }
    }
}

#[test]
fn a_certificate_proves_its_own_claim_alone() {
    let task = Task::default();
    for (text, right, others) in [
        (FAMILY_A, "odd(d) and d >= 5", &["odd(d) and d >= 1 or d >= 4", "d >= 5", "odd(d)"][..]),
        (FAMILY_A, "sequence (0,1)^c(+2)", &["sequence (0,1)^c(+3)"][..]),
        (FAMILY_A, "cut(1,3,2c,D)", &["cut(1,2c,D)", "cut(1,5,2c,D)"][..]),
        (WITHOUT_ONE, "d >= c\n", &["d >= 2\n", "d >= 1\n"][..]),
        (ODD, "where odd(d)", &["where even(d)", "", "where odd(d) or d = 6"][..]),
    ] {
        let proved = certificate(text);
        for other in others {
            let claim = proved.claim.replace(right, other);
            assert_ne!(claim, proved.claim);
            let forged = Certificate { claim, ..proved.clone() };
            assert!(sprague_verify::accept(forged, &task).is_err(), "{right} as {other}");
        }
    }
}

#[test]
fn altered_certificates_are_rejected() {
    let task = Task::default();
    let right = certificate(FAMILY_A);
    let Evidence::Heap(HeapEvidence::Absorption(absorption)) = &right.evidence else { panic!() };
    let altered = |change: &dyn Fn(&mut sprague_certificate::AbsorptionEvidence)| {
        let mut absorption = absorption.clone();
        change(&mut absorption);
        let evidence = Evidence::Heap(HeapEvidence::Absorption(absorption));
        sprague_verify::accept(Certificate { evidence, ..right.clone() }, &task)
    };
    assert!(altered(&|_| {}).is_ok());
    assert!(altered(&|it| it.step = 1).is_err());
    assert!(altered(&|it| it.step = 0).is_err());
    assert!(altered(&|it| it.step = -2).is_err());
    assert!(altered(&|it| it.step = 3).is_err());
    assert!(altered(&|it| it.fewest = 1).is_err());
    assert!(altered(&|it| it.fewest = i64::MAX).is_err());
    assert!(altered(&|it| it.without = it.absorbs.clone()).is_err());
    assert!(altered(&|it| it.absorbs = it.without.clone()).is_err());
    // The proof without further cuts alone, and the whole within itself.
    let only = Evidence::Heap((*absorption.without).clone());
    assert!(
        sprague_verify::accept(Certificate { evidence: only, ..right.clone() }, &task).is_err()
    );
    assert!(altered(&|it| *it.without = HeapEvidence::Absorption(it.clone())).is_err());
    let again = Certificate::read(&right.write()).unwrap();
    assert!(sprague_verify::accept(again, &task).is_ok());
}

#[test]
fn a_refutation_names_a_set_that_is_allowed() {
    let task = Task::default();
    let text = "  game cut(1,D)\n  any D of d where d >= 4\n  sequence (0,1)";
    let judgement = judged(text);
    let Verdict::Refuted { accepted: Some(accepted), .. } = &judgement.verdict else {
        panic!("{judgement:?}")
    };
    let right = accepted.certificate().clone();
    let Evidence::Heap(HeapEvidence::With { further, why }) = &right.evidence else { panic!() };
    assert_eq!(*further, [4]);
    for other in [vec![], vec![5], vec![2], vec![-4], vec![0], vec![4, 4]] {
        let evidence = HeapEvidence::With { further: other.clone(), why: why.clone() };
        let forged = Certificate { evidence: Evidence::Heap(evidence), ..right.clone() };
        assert!(sprague_verify::accept(forged, &task).is_err(), "{other:?}");
    }
}
