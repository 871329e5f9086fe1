//! Method by method: how large proofs are, how long it takes to find and to check them, and how that grows with what makes them long: parts of a split
//! for a cutoff, numbers that are absorbed, contexts, residues of sums, states of words, facts and lemmas of an induction, piles, comparisons.

use std::collections::BTreeMap;
use std::time::Duration;

use sprague_claim::parse_claims;
use sprague_measure::{Figure, Growth, Page, Row};
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

    /// Finding the proofs of each method, against checking them.
    pub fn rows(&self, page: &Page) {
        for (method, sum) in &self.0 {
            let Sum { proofs, bytes, largest, found, slowest, checked } = sum;
            let row = Row::new(format!("{method}: {proofs} proofs")).ours(*found);
            let row = row.against("checking them", *checked);
            let (mean, largest) = (bytes / (*proofs).max(1), largest);
            let row = row.note(format!("slowest {}", Figure::from(*slowest)));
            page.row(row.note(format!("{mean} bytes on average, {largest} at most")));
        }
    }
}

/// What a claim says with a number in it, and the numbers that it is judged with, one after the other.
struct Growing {
    what: &'static str,
    claim: fn(usize) -> String,
    numbers: &'static [usize],
}

const GROWING: [Growing; 11] = [
    Growing {
        what: "parts of a split, for every c",
        claim: |p| {
            format!(
                "game cut(1,2c)\n  for c >= 3\n  formula N(n, {p}) xor 1 within N(n + 1, {p}) for n >= 1"
            )
        },
        numbers: &[4, 5, 6],
    },
    Growing {
        what: "the least even number that is absorbed",
        claim: |d| {
            format!(
                "game cut(1,4,D)\n  any D of d where even(d) and d >= {d}\n  regular from 1 with period 24 and saltus 8"
            )
        },
        numbers: &[4, 8, 16],
    },
    Growing {
        what: "the size of piles that are added",
        claim: |n| {
            format!(
                "game ooooob-b\n  piles any\n  suppose largest >= {n}\n  adding {n},{n} keeps the outcome"
            )
        },
        numbers: &[1, 2],
    },
    Growing {
        what: "amounts that are taken",
        claim: |k| {
            let modulus = k + 1;
            format!(
                "game subtract(1..{k})\n  piles any\n  P iff xor(x mod {modulus} for x in piles) = 0"
            )
        },
        numbers: &[2, 4, 8],
    },
    Growing {
        what: "constants that words see",
        claim: |n| {
            format!(
                "game nimb\n  piles 2..\n  nim-value = smallest - 1 if smallest < {n}, else smallest - 1"
            )
        },
        numbers: &[1, 4, 8],
    },
    Growing {
        what: "heaps that an induction concludes on",
        claim: |heaps| {
            let later = (1..=heaps).map(|k| format!("P at n + {k}*min(S) + {k}*max(S)"));
            let later: Vec<String> = later.collect();
            let later = later.join("; ");
            format!(
                "game ending-nim(S; E)\n  family any symmetric S, any E\n  whenever P at n: {later}"
            )
        },
        numbers: &[1, 2, 3],
    },
    Growing {
        what: "lemmas of an induction",
        claim: |lemmas| {
            let lemma = [
                "  lemma whenever L at n: {L,P} at n + min(S) + max(S)\n",
                "  lemma whenever R at n: {R,P} at n + min(S) + max(S)\n",
                "  lemma whenever N at n + min(S) + max(S): N at n\n",
            ];
            let lemmas = lemma[..lemmas].concat();
            format!(
                "game ending-nim(S; E)\n  family any symmetric S, any E\n{lemmas}  whenever P at n: P at n + min(S) + max(S)"
            )
        },
        numbers: &[0, 1, 2, 3],
    },
    Growing {
        what: "piles whose smaller positions are left open",
        claim: |count| {
            let names = names(count);
            let others = |gone: usize| {
                let kept: Vec<&str> =
                    (0..count).filter(|&at| at != gone).map(|at| names[at].as_str()).collect();
                format!("P({})", kept.join(", "))
            };
            let some: Vec<String> = (0..count).map(others).collect();
            format!("game susen\n  piles {}\n  N if {}", names.join(" <= "), some.join(" or "))
        },
        numbers: &[2, 3, 4],
    },
    Growing {
        what: "comparisons, where multiples are taken",
        claim: |count| {
            let more = ["b*b < a*b + a*a", "a*b + a*a > b*b", "b*b <= a*b + a*a"];
            format!("game euclid-positive\n  piles a <= b\n  P iff {}", more[..count].join(" and "))
        },
        numbers: &[1, 2, 3],
    },
    Growing {
        what: "piles of two games with the same moves",
        claim: |count| {
            let piles = names(count).join(" <= ");
            format!("game wynnie-any\n  piles {piles}\n  same outcomes as wynnie-any")
        },
        numbers: &[2, 3, 4],
    },
    Growing {
        what: "numbers in a law",
        claim: |n| format!("game any\n  law nim(G + H) xor {n} = nim(G) xor nim(H) xor {n}"),
        numbers: &[1, 2, 4],
    },
];

fn names(count: usize) -> Vec<String> {
    (1..=count).map(|place| format!("a{place}")).collect()
}

/// How they grow.
pub fn growth(page: &Page) {
    for Growing { what, claim, numbers } in GROWING {
        let mut growth = Growth::default();
        for &number in numbers {
            let text = format!("claim \"it\"\n  {}\n", claim(number));
            let claim = parse_claims("growth", &text).expect("a claim").remove(0);
            let limits =
                Limits { positions: 2000, time: Duration::from_secs(120), ..Limits::default() };
            let judgement = judge(&claim, &Task::new(limits));
            let step = growth.step(judgement.time);
            let row = Row::new(format!("{what}: {number}")).ours(judgement.time);
            let row = row.growth(step).against("checking", judgement.checking);
            let by = judgement.by.unwrap_or("not proved");
            page.row(row.note(format!("{} bytes", bytes(&judgement))).note(by));
        }
    }
}
