//! Method by method: how large proofs are, how long it takes to find and to check them, and how that grows with what makes them long: parts of a split
//! for a cutoff, numbers that are absorbed, contexts, residues of sums, states of words, facts of an induction.

use std::collections::BTreeMap;
use std::time::Duration;

use sprague_claim::parse_claims;
use sprague_prove::{Judgement, Limits, Task, judge};

/// What the proofs of one method come to.
#[derive(Default)]
struct Sum {
    proofs: usize,
    bytes: usize,
    largest: usize,
    found: Duration,
    slowest: Duration,
    checked: Duration,
}

/// All methods, by their names.
#[derive(Default)]
pub struct Methods(BTreeMap<&'static str, Sum>);

/// The size of the certificate, in bytes.
fn bytes(judgement: &Judgement) -> usize {
    judgement.verdict.accepted().map_or(0, |accepted| accepted.certificate().write().len())
}

impl Methods {
    pub fn add(&mut self, judgement: &Judgement) {
        let size = bytes(judgement);
        let sum = self.0.entry(judgement.by.unwrap_or("-")).or_default();
        sum.proofs += 1;
        sum.bytes += size;
        sum.largest = sum.largest.max(size);
        sum.found += judgement.time;
        sum.slowest = sum.slowest.max(judgement.time);
        sum.checked += judgement.checking;
    }

    pub fn print(&self) {
        println!(
            "\n{:>7} {:>9} {:>9} {:>10} {:>10} {:>10}  method",
            "proofs", "bytes", "largest", "found", "slowest", "checked"
        );
        for (method, sum) in &self.0 {
            let Sum { proofs, bytes, largest, found, slowest, checked } = sum;
            let mean = bytes / (*proofs).max(1);
            println!(
                "{proofs:>7} {mean:>9} {largest:>9} {found:>10.2?} {slowest:>10.2?} {checked:>10.2?}  {method}"
            );
        }
    }
}

/// A claim with a number in it, as `#`, and the numbers that it is judged with, one after the other.
const GROWING: [(&str, &str, &[u32]); 7] = [
    (
        "parts of a split, for every c",
        "game cut(1,2c)\n  for c >= 3\n  formula N(n, #) xor 1 within N(n + 1, #) for n >= 1",
        &[4, 5, 6],
    ),
    (
        "even numbers from # on that are absorbed",
        "game cut(1,4,D)\n  any D of d where even(d) and d >= #\n  regular from 1 with period 24 and saltus 8",
        &[4, 8, 16],
    ),
    (
        "piles that are added",
        "game ooooob-b\n  piles any\n  suppose largest >= #\n  adding #,# keeps the outcome",
        &[1, 2],
    ),
    (
        "amounts that are taken",
        "game subtract(1..#)\n  piles any\n  P iff xor(x mod (# + 1) for x in piles) = 0",
        &[2, 4, 8],
    ),
    (
        "constants that words see",
        "game nimb\n  piles 2..\n  nim-value = smallest - 1 if smallest < #, else smallest - 1",
        &[1, 4, 8],
    ),
    (
        "sets of an induction: lemmas that may be used",
        "game lr-nim(S)\n  family any S\n  lemma whenever {R,N} at n: {L,N} at n - #; {L,N} at n + #\n  whenever R at n: {L,N} at n - 1; {L,N} at n + 1",
        &[1],
    ),
    ("games in a law", "game any\n  law nim(G + H) xor # = nim(G) xor nim(H) xor #", &[1, 2, 4]),
];

/// Prints how they grow.
pub fn growth() {
    println!(
        "\n{:>5} {:>9} {:>10} {:>8} {:>10}  what grows, method",
        "#", "bytes", "found", "growth", "checked"
    );
    for (what, text, numbers) in GROWING {
        let mut before: Option<Duration> = None;
        for number in numbers {
            let text = format!("claim \"it\"\n  {}\n", text.replace('#', &number.to_string()));
            let claim = parse_claims("growth", &text).expect("a claim").remove(0);
            let limits =
                Limits { positions: 2000, time: Duration::from_secs(120), ..Limits::default() };
            let judgement = judge(&claim, &Task::new(limits));
            let growth = before.map_or(String::new(), |before| {
                format!("{:.1}x", judgement.time.as_secs_f64() / before.as_secs_f64())
            });
            let (size, found, checked) = (bytes(&judgement), judgement.time, judgement.checking);
            let by = judgement.by.unwrap_or("not proved");
            println!(
                "{number:>5} {size:>9} {found:>10.2?} {growth:>8} {checked:>10.2?}  {what}: {by}"
            );
            before = Some(found);
        }
    }
}
