//! Certificates of the record with one number changed: rejected, or what they say then is true.
//!
//! A number of the evidence or of the claim is made larger or smaller. If the checker accepts the result and the claim is another
//! one, the provers judge that claim from nothing: the checker uses nothing of them, and they must not contradict each other.

use std::collections::BTreeMap;

use rayon::prelude::*;
use sprague_certificate::{Certificate, Verdict as Side};
use sprague_claim::{Claim, Expected, parse_claims_with};
use sprague_prove::{Limits, Task, judge};

/// What becomes of a certificate in which a number is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Rejected,
    /// Other evidence for the same claim.
    Same,
    /// Another claim, and the provers come to the same verdict.
    Agreed,
    /// Another claim, which the provers cannot decide within the limits.
    Open,
}

/// Where the numbers of a certificate stand, but for digits in names and quoted texts.
fn numbers(text: &str) -> Vec<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let (mut found, mut quoted, mut at) = (Vec::new(), false, 0);
    while at < bytes.len() {
        let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let named =
            at > 0 && (bytes[at - 1].is_ascii_alphabetic() || b"_.".contains(&bytes[at - 1]));
        if (1..18).contains(&digits) && !named && !quoted {
            found.push(at..at + digits);
        }
        quoted ^= bytes[at] == b'"';
        at += digits.max(1);
    }
    found
}

/// Changes so many numbers of the certificate of a claim, one at a time.
fn altered(claim: &Claim, steps: u64, changes: usize, seed: usize) -> Vec<(&'static str, Fate)> {
    let task = || Task::new(Limits { steps, ..Limits::default() });
    let judgement = judge(claim, &task());
    let Some(accepted) = judgement.verdict.accepted() else { return Vec::new() };
    let certificate = accepted.certificate();
    let text = certificate.write();
    let places = numbers(&text);
    let fate = |change: usize| {
        // Spread over the text, and elsewhere in the next certificate.
        let place = &places[(change * places.len() / changes + 7 * seed) % places.len()];
        let number: u64 = text[place.clone()].parse().expect("digits");
        let other =
            if (seed + change).is_multiple_of(2) { number + 1 } else { number.saturating_sub(1) };
        let altered = format!("{}{other}{}", &text[..place.start], &text[place.end..]);
        if altered == text {
            return None;
        }
        let read = Certificate::read(&altered).ok();
        let Some(seen) = read.and_then(|read| sprague_verify::accept(read, &task()).ok()) else {
            return Some(Fate::Rejected);
        };
        let side = match seen.verdict() {
            Side::Proved => Expected::Proved,
            Side::Refuted => Expected::Refuted,
        };
        let said = seen.certificate();
        if said.claim == certificate.claim && said.games == certificate.games {
            assert_eq!(side, judgement.verdict.kind(), "{altered}");
            return Some(Fate::Same);
        }
        let claims = parse_claims_with("altered.claim", &said.claim, &said.games).unwrap();
        let again = judge(&claims[0], &task()).verdict;
        match again.kind() {
            kind if kind == side => Some(Fate::Agreed),
            Expected::Proved | Expected::Refuted => {
                panic!("the checker accepts what the provers contradict: {again:?}\n{altered}")
            }
            _ => Some(Fate::Open),
        }
    };
    let kind = certificate.evidence.kind();
    (0..changes.min(places.len())).filter_map(fate).map(|fate| (kind, fate)).collect()
}

/// Changes numbers in the certificates of every so many statements of the papers.
fn alter_the_record(every: usize, steps: u64, changes: usize) -> usize {
    let claims = sprague_papers::all().iter().flat_map(|page| page.claims().0);
    let claims: Vec<Claim> = claims.filter(|claim| !claim.deep).step_by(every).collect();
    let one = |(seed, claim): (usize, &Claim)| altered(claim, steps, changes, seed);
    let fates: Vec<(&str, Fate)> = claims.par_iter().enumerate().flat_map_iter(one).collect();
    let mut tally: BTreeMap<(&str, Fate), usize> = BTreeMap::new();
    fates.iter().for_each(|&fate| *tally.entry(fate).or_default() += 1);
    tally.iter().for_each(|((kind, fate), count)| eprintln!("{kind:>16} {fate:?}: {count}"));
    let rejected = fates.iter().filter(|(_, fate)| *fate == Fate::Rejected).count();
    assert!(rejected * 2 > fates.len(), "{rejected} of {} are rejected", fates.len());
    fates.len()
}

#[test]
fn a_changed_number_is_rejected_or_leaves_something_true() {
    assert!(alter_the_record(11, 5_000_000, 2) >= 80);
}

/// The long form: `cargo test --release --workspace --test altered -- --ignored`.
#[test]
#[ignore = "takes some minutes"]
fn changed_numbers_of_all_certificates_are_rejected_or_leave_something_true() {
    assert!(alter_the_record(1, 4_000_000_000, 3) >= 1500);
}
