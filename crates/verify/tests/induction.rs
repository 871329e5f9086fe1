//! Proofs of true sentences, put under false ones, and with every number changed.

use sprague_certificate::{Certificate, Evidence, OutcomesEvidence};
use sprague_claim::claim::About;
use sprague_claim::parse_claims;
use sprague_prove::judge;
use sprague_task::Task;
use sprague_verify::induction::check;

/// Is this evidence accepted for the claim, apart from what small sets say?
fn accepts(claim: &str, certificate: &str) -> bool {
    let claims = parse_claims("it.claim", claim).unwrap();
    let About::Outcomes(on) = &claims[0].about else { panic!("it is about outcomes") };
    let Ok(certificate) = Certificate::read(certificate) else { return false };
    let Evidence::Outcomes(OutcomesEvidence::Induction { refutations }) = certificate.evidence
    else {
        return false;
    };
    check(on, &refutations, &Task::default()).is_ok()
}

/// The text with each number of its evidence changed, one at a time.
fn changed(text: &str) -> Vec<String> {
    let start = text.find("\nevidence ").unwrap();
    let bytes = text.as_bytes();
    let mut all = Vec::new();
    let mut at = start;
    while at < bytes.len() {
        let digits = bytes[at..].iter().take_while(|b| b.is_ascii_digit()).count();
        if let Ok(number) = text[at..at + digits].parse::<i64>() {
            for other in [number - 1, number + 1, number + 2, -number] {
                all.push(format!("{}{other}{}", &text[..at], &text[at + digits..]));
            }
        }
        at += digits.max(1);
    }
    all
}

#[test]
fn what_proves_a_true_sentence_proves_no_false_one_whatever_number_is_changed() {
    // A sentence that is true of every set, and some that are not.
    let rows = [
        (
            "  game lr-nim(S)\n  family any S\n  whenever {R,N} at n: {L,N} at n - 1; {L,N} at n + 1",
            vec![
                "  game lr-nim(S)\n  family any S\n  whenever {L,N} at n: {R,N} at n - 1; {R,N} at n + 1",
                "  game lr-nim(S)\n  family any S\n  whenever {R,N} at n: {L,N} at n - 1; {L,N} at n + 2",
                "  game lr-nim(S)\n  family any S\n  whenever {R,N} at n: {L,P} at n - 1; {L,P} at n + 1",
                "  game subtract(S)\n  family any S\n  whenever {R,N} at n: {L,N} at n - 1; {L,N} at n + 1",
            ],
        ),
        (
            "  game ending-nim(S; E)\n  family any symmetric S, any E\n  whenever P at n: P at n + min(S) + max(S)",
            vec![
                "  game ending-nim(S; E)\n  family any finite S, any E\n  whenever P at n: P at n + min(S) + max(S)",
                "  game ending-nim(S; E)\n  family any symmetric S, any E\n  whenever N at n: N at n + min(S) + max(S)",
                "  game ending-nim(S; E)\n  family any symmetric S, any E\n  whenever P at n: P at n + max(S)",
            ],
        ),
        (
            "  game lr-nim(S)\n  family any symmetric S\n  lemma whenever {R,P} at n: {R,P} at n + min(S) + max(S)\n  then not eventually(L)",
            vec![
                "  game lr-nim(S)\n  family any finite S\n  lemma whenever {R,P} at n: {R,P} at n + min(S) + max(S)\n  then not eventually(L)",
                "  game lr-nim(S)\n  family any symmetric S\n  lemma whenever {R,P} at n: {R,P} at n + min(S) + max(S)\n  then not eventually(L, P)",
            ],
        ),
    ];
    let claim = |lines: &str| format!("claim \"it\"\n{lines}\n");
    for (right, wrong) in rows {
        let claims = parse_claims("it.claim", &claim(right)).unwrap();
        let judgement = judge(&claims[0], &Task::default());
        let accepted = judgement.verdict.accepted().expect(right);
        let text = accepted.certificate().write();
        assert!(accepts(&claim(right), &text), "{right}");
        let others = changed(&text);
        assert!(others.len() > 100, "{text}");
        for lines in wrong {
            let false_claim = claim(lines);
            assert!(!accepts(&false_claim, &text), "{false_claim}{text}");
            for other in &others {
                assert!(!accepts(&false_claim, other), "{false_claim}{other}");
            }
        }
    }
}
