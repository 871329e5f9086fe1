//! Claims for all c from some number on: true ones are proved, what is false for some c is not, and no certificate proves another claim.

use sprague_certificate::{Certificate, Evidence, HeapEvidence};
use sprague_claim::parse_claims;
use sprague_prove::{Judgement, Verdict, judge};
use sprague_task::Task;

fn judged(text: &str) -> Judgement {
    let text = format!("claim \"it\"\n{text}\n");
    let claims = parse_claims("it.claim", &text).unwrap_or_else(|e| panic!("{text}\n{e}"));
    judge(&claims[0], &Task::default())
}

fn certificate(text: &str) -> Certificate {
    let judgement = judged(text);
    let Verdict::Proved(accepted) = &judgement.verdict else { panic!("{text}: {judgement:?}") };
    accepted.certificate().clone()
}

fn undecided(text: &str) -> String {
    match judged(text).verdict {
        Verdict::Undecided { why } => why,
        other => panic!("{text}: {other:?}"),
    }
}

fn refuted(text: &str) {
    let judgement = judged(text);
    assert!(
        matches!(judgement.verdict, Verdict::Refuted { accepted: Some(_), .. }),
        "{text}: {judgement:?}"
    );
}

const TABLE: &str = "  game cut(1,3,2c)\n  for c >= 1\n  sequence (0,1)^c(+2)";
const PERIOD: &str = "  game cut(1,3,2c)\n  for c >= 1\n  formula G(n + 2c) = G(n) + 2 for n >= 1";
const MAIN: &str = "  game cut(1,2c)\n  for c >= 2\n  sequence (0,1)^c(2,3)^c,1,4,(5,4)^{c-1},(3,2)^c(4,5)^c(6,7)^c(+8)";

#[test]
fn sequences_for_every_c() {
    for text in [TABLE, MAIN, "  game cut(c)\n  for c >= 2\n  sequence (0)^c(+1)"] {
        certificate(text);
    }
    let judgement = judged(MAIN);
    let how = judgement.trace.how.unwrap();
    assert_eq!(how, "cases: c in 2..10 one by one, from 10 on by a cutoff");
}

#[test]
fn formulas_for_every_c() {
    for formula in [
        "N(n + 1, p + 1) = N(n, p) for n >= 1, p >= 4",
        "G(n + 1) = xor(G(n), 1) for n >= 1 where n mod 2c != 0 and n mod 12c != 4c + 1",
        "xor(G(2c), G(12c)) = 6",
        "G(n) = mex(N(n, 2) union N(n, 2c + 1)) for n >= 1",
        "xor(G(n), G(n), G(2c*a)) = xor(G(n + 1), G(n + 1), G(2c*a - 2)) for n >= 1, a >= 1",
    ] {
        certificate(&format!("  game cut(1,2c)\n  for c >= 2\n  formula {formula}"));
    }
}

#[test]
fn sums_of_two_remainders() {
    let small = "  game cut(1,2c)\n  for c >= 3\n  define rank(n) = (n - 1) / 2c\n  formula ";
    let right = judged(&format!(
        "{small}rank(a) + rank(b) <= rank(a + b) <= rank(a) + rank(b) + 1 for a >= 1, b >= 1"
    ));
    assert!(!matches!(right.verdict, Verdict::Refuted { .. }), "{right:?}");
    refuted(&format!("{small}rank(a + b) <= rank(a) + rank(b) for a >= 1, b >= 1"));
}

#[test]
fn what_is_false_for_some_c_is_not_proved() {
    refuted("  game cut(1,3,2c)\n  for c >= 1\n  sequence (0,1)^c(+3)");
    refuted("  game cut(1,3,2c)\n  for c >= 1\n  sequence (0,1)^{c + 1}(+2)");
    refuted(
        "  game cut(1,2c)\n  for c >= 2\n  sequence (0,1)^c(2,3)^c,1,4,(5,4)^{c-1},(3,2)^c(4,5)^c(7,6)^c(+8)",
    );
    refuted("  game cut(1,2c)\n  for c >= 1\n  formula G(n + 12c) = G(n) + 8 for n >= 1");
    refuted(
        "  game cut(1,2c)\n  for c >= 2\n  formula N(n, 3) xor 1 within N(n + 1, 3) for n >= 1",
    );
    // One exceptional c, before the cutoff and beyond all that is looked at.
    refuted("  game cut(1,3,2c)\n  for c >= 1\n  formula G(n) >= 0 and c != 9 for n >= 1");
    let why =
        undecided("  game cut(1,3,2c)\n  for c >= 1\n  formula G(n) >= 0 and c != 90 for n >= 1");
    assert!(why.contains("does not come out the same for all c"), "{why}");
    assert!(why.contains("proved one by one for c in 1..7"), "{why}");
    undecided(
        "  game cut(1,3,2c)\n  for c >= 1\n  formula G(n + 2c) = G(n) + 2 for n >= 1 where n != 200",
    );
}

/// A block that is itself a remainder is not the same for all c.
#[test]
fn blocks_that_depend_on_remainders_are_not_compared() {
    undecided("  game cut(1,3,2c)\n  for c >= 1\n  formula G(2c*(n mod 2c) + 1) <= 36 for n >= 1");
}

#[test]
fn games_of_other_kinds_are_left_open() {
    let why = undecided("  game subtract(c)\n  for c >= 1\n  formula G(n) <= 1 for n >= 1");
    assert!(why.contains("splitting"), "{why}");
    let claim = "claim \"it\"\n  game cut(1,2c,d)\n  for c >= 2, d in 2..4\n  regular\n";
    let wrong = parse_claims("it.claim", claim).unwrap_err().to_string();
    assert!(wrong.contains("c has no bound"), "{wrong}");
    let claim = "claim \"it\"\n  game cut(1,2c)\n  for c >= 2 where even(c)\n  regular\n";
    assert!(parse_claims("it.claim", claim).is_err());
}

#[test]
fn a_certificate_proves_its_own_claim_alone() {
    for (text, others) in [
        (
            TABLE,
            &["sequence (0,1)^c(+3)", "sequence (0,1)^{c + 1}(+2)", "sequence (0,1)^{2c}(+2)"][..],
        ),
        (
            PERIOD,
            &["formula G(n + 2c) = G(n) + 3 for n >= 1", "formula G(n + 2c) = G(n) + 2 for n >= 0"]
                [..],
        ),
    ] {
        let right = certificate(text);
        let said = text.lines().last().unwrap().trim();
        for other in others {
            let claim = right.claim.replace(said, other);
            assert_ne!(claim, right.claim);
            let forged = Certificate { claim, ..right.clone() };
            assert!(sprague_verify::accept(forged, &Task::default()).is_err(), "{other}");
        }
        let claim = right.claim.replace("cut(1,3,2c)", "cut(1,2c)");
        let forged = Certificate { claim, ..right.clone() };
        assert!(sprague_verify::accept(forged, &Task::default()).is_err());
    }
}

#[test]
fn too_early_a_cutoff_is_rejected() {
    let right = certificate(TABLE);
    let Evidence::Heap(HeapEvidence::Cutoff(cutoff)) = &right.evidence else { panic!("a cutoff") };
    let altered = |change: &dyn Fn(&mut sprague_certificate::CutoffEvidence)| {
        let mut cutoff = cutoff.clone();
        change(&mut cutoff);
        let evidence = Evidence::Heap(HeapEvidence::Cutoff(cutoff));
        sprague_verify::accept(Certificate { evidence, ..right.clone() }, &Task::default())
    };
    assert!(altered(&|_| {}).is_ok());
    assert!(altered(&|cutoff| cutoff.cases.truncate(2)).is_err());
    assert!(altered(&|cutoff| cutoff.cases.clear()).is_err());
    assert!(altered(&|cutoff| cutoff.games.clear()).is_err());
    assert!(altered(&|cutoff| cutoff.stretch.block = (1, 0)).is_err());
    assert!(altered(&|cutoff| cutoff.stretch.modulo = 1).is_err());
    assert!(altered(&|cutoff| cutoff.stretch.modulo = 0).is_err());
    assert!(altered(&|cutoff| cutoff.stretch.around = (0, 0)).is_err());
    assert!(altered(&|cutoff| cutoff.stretch.block = (i64::MAX, i64::MAX)).is_err());
}
