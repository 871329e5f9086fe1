//! Printed statements that the record refutes: the repair that the record has is among the first three that are found.

use std::time::Duration;

use sprague_claim::claim::About;
use sprague_claim::meaning::Demand;
use sprague_claim::{Claim, parse_claims};
use sprague_discover::{Repair, repairs};
use sprague_rules::Library;
use sprague_task::{Limits, Task};

/// How a repair is known to be that of the record.
enum Known {
    /// It demands the same of all small positions as this claim of the repaired file.
    As(usize),
    /// It reads so.
    Reads(&'static str),
}

use Known::{As, Reads};

/// Files of the record, which claim of each is refuted, and its repair.
const QUICK: &[(&str, usize, Known)] = &[
    ("self-referential/lemma-4.7", 1, As(1)),
    ("self-referential/lemma-4.7", 2, Reads("1 is P")),
    ("self-referential/lemma-4.8", 1, As(1)),
    ("self-referential/lemma-4.8", 2, Reads("m < n and even(n - m)")),
    ("self-referential/theorem-4.10", 1, As(1)),
    ("self-referential/proof-of-theorem-4.10", 2, Reads("N if m < n")),
    ("ooooob/lemma-3.1-proof", 2, Reads("2,2,3,3 is N")),
    ("ooooob/lemma-2.7-proof", 1, As(1)),
    ("ending-partizan/proposition-4-proof", 1, Reads("1 is R")),
    ("ending-partizan/theorem-5-proof", 3, Reads("not N at n + max(S)")),
];
const SLOW: &[(&str, usize, Known)] = &[
    ("self-referential/theorem-2.1", 1, As(1)),
    ("ooooob/conjecture-3.1", 2, As(1)),
    ("ooooob/lemma-2.5-proof", 1, As(1)),
    ("ooooob/lemma-2.5-proof", 2, Reads("move to [e2,o3,o3,o3,o3]")),
    ("ooooob/lemma-2.8", 1, As(1)),
];

fn claims(name: &str) -> Vec<Claim> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../claims");
    let text = std::fs::read_to_string(format!("{folder}/{name}.claim")).expect("a claim");
    parse_claims(name, &text).unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// Positions with up to five piles of up to 10.
fn positions() -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![vec![]];
    let mut from = 0;
    for _ in 0..5 {
        let to = all.len();
        for place in from..to {
            let least = all[place].last().copied().unwrap_or(1);
            let longer: Vec<_> = (least..=10).map(|n| [&all[place][..], &[n]].concat()).collect();
            all.extend(longer);
        }
        from = to;
    }
    all
}

fn demands(claim: &Claim, position: &[u32]) -> Vec<Demand> {
    let About::Board(on) = &claim.about else { panic!("{}", claim.text) };
    let mut unknown = |_: &[u32]| Err(());
    on.demands(position, &mut unknown).expect("no outcomes are spoken of")
}

fn is_repaired(&(name, place, ref known): &(&str, usize, Known)) {
    let claim = &claims(name)[place - 1];
    let limits =
        Limits { steps: 2_000_000_000, time: Duration::from_secs(300), ..Limits::default() };
    let found = repairs(claim, &Library::catalogue(), &Task::new(limits)).expect("it is refuted");
    let first = &found[..found.len().min(3)];
    let is_it = |repair: &Repair| match known {
        Reads(words) => repair.text.contains(words),
        As(place) => {
            let read = parse_claims("repair", &repair.claim).expect("a claim");
            let record = &claims(&format!("{name}-repaired"))[place - 1];
            positions().iter().all(|at| demands(&read[0], at) == demands(record, at))
        }
    };
    let shown: Vec<&String> = first.iter().map(|repair| &repair.text).collect();
    assert!(first.iter().any(is_it), "{name}, claim {place}: {shown:#?}");
    assert!(first.iter().all(|repair| repair.checked || repair.verdict == "holds"));
}

#[test]
fn the_repair_of_the_record_is_among_the_first_three() {
    QUICK.iter().for_each(is_repaired);
}

#[test]
#[ignore = "takes minutes"]
fn and_so_are_those_that_take_longer() {
    SLOW.iter().for_each(is_repaired);
}

#[test]
fn a_claim_that_is_right_is_not_repaired() {
    let claim = &claims("self-referential/lemma-4.7-repaired")[0];
    assert!(repairs(claim, &Library::catalogue(), &Task::default()).is_err());
}
