//! Claims about rules that nobody wrote before, in a file of their own as a user's would be: right ones hold, wrong ones
//! are refuted where they first go wrong.

use sprague_claim::claim::{About, Meaning, OnBoard, Says};
use sprague_claim::{Claim, Expected, Sight, parse_claims, parse_claims_with};
use sprague_prove::{Limits, Task, Verdict, judge};
use sprague_rules::Outcome;
use sprague_solve::Reference;

/// A game, its moves and ending, and claims on two piles a <= b or three piles a <= b <= c, with what is to come out.
struct Variant {
    name: &'static str,
    rules: &'static str,
    claims: &'static [(&'static str, Expected)],
}

use Expected::{Holds, Proved, Refuted};

const VARIANTS: &[Variant] = &[
    Variant {
        name: "even-steps",
        rules: "move take k from one pile where even(k)",
        claims: &[
            ("piles a\n P iff a < 2", Proved),
            ("piles a\n P iff a < 3", Refuted),
            ("piles a <= b\n P iff a / 2 = b / 2", Proved),
            ("piles a <= b\n P iff a = b", Refuted),
            ("piles a <= b\n given a: a / 2\n nim-value = xor(a / 2, b / 2)", Proved),
        ],
    },
    Variant {
        name: "not-the-half",
        rules: "move take k from one pile a where 2k != a",
        claims: &[("piles a\n P if a = 2", Refuted), ("piles a\n N if a > 0", Proved)],
    },
    Variant {
        name: "one-or-both",
        rules: "move take 1 from one pile move take 2 from each of two piles",
        claims: &[
            ("piles a <= b\n P iff even(a + b) and a mod 4 < 2", Refuted),
            ("piles a\n P iff even(a)", Proved),
            ("piles a <= b\n suppose a = 1\n P iff odd(b)", Proved),
        ],
    },
    Variant {
        name: "largest-only-little",
        rules: "move take k from one pile a where a = max(piles) and k <= 2",
        claims: &[
            ("piles a\n P iff a mod 3 = 0", Proved),
            ("piles a <= b\n given a: a mod 3 = 0\n P iff a mod 3 = b mod 3", Proved),
            ("piles a <= b\n P iff a mod 3 = b mod 3 and b < 20", Refuted),
        ],
    },
    Variant {
        name: "misere-steps",
        rules: "move take k in {1, 2} from one pile stuck wins",
        claims: &[
            ("piles a\n P iff a mod 3 = 1", Proved),
            ("piles a\n P iff a mod 3 = 0", Refuted),
            ("piles a <= b\n suppose a mod 3 = 2 or b mod 3 = 2\n P iff a mod 3 = b mod 3", Proved),
            ("piles a <= b\n P iff a mod 3 = b mod 3", Refuted),
        ],
    },
    Variant {
        name: "keep-distance",
        rules: "move take k from one pile where max(after) - min(after) <= 3",
        claims: &[("piles a\n P iff a = 0", Proved), ("piles a\n N if always", Proved)],
    },
    Variant {
        name: "copycat",
        rules: "move take k from one pile where k in others",
        claims: &[
            ("piles a\n P iff always", Holds),
            ("piles a <= b\n suppose b < 2*a and a < b\n P if a > 2", Refuted),
        ],
    },
    Variant {
        name: "merge",
        rules: "move replace piles p >= q by p - q",
        claims: &[
            ("piles a\n P if always", Holds),
            ("piles a <= b\n N iff always", Proved),
            ("piles a <= b\n N iff a != b", Refuted),
        ],
    },
    Variant {
        name: "exactly-more",
        rules: "move take 1 + count(others) from one pile",
        claims: &[
            ("piles a\n P iff even(a)", Proved),
            ("piles a <= b\n P iff a mod 4 < 2 and b mod 4 < 2", Refuted),
        ],
    },
    Variant {
        name: "two-at-once",
        rules: "move take k from one pile a and j from another pile b where k + j <= 3",
        claims: &[
            ("piles a\n P if always", Holds),
            ("piles a <= b\n suppose a = 1\n P iff b mod 2 = 0", Refuted),
            ("piles a <= b\n suppose a = 1\n N if always", Proved),
        ],
    },
    Variant {
        name: "ones-and-all",
        rules: "move take 1 from one pile move take 1 from each of two or more piles",
        claims: &[
            ("piles a <= b\n P iff even(a) and even(b)", Proved),
            ("piles a <= b <= c\n P iff <e, e, e>", Proved),
            ("piles a <= b <= c\n P iff <e, e, e> or [1, 1, 1]", Refuted),
        ],
    },
    Variant {
        name: "far-exception",
        rules: "move take k from one pile",
        claims: &[
            ("piles a <= b\n P iff a = b and a != 3000 or a = b and a > 9000", Refuted),
            ("piles a <= b\n N if a < b and b < 100000", Proved),
        ],
    },
];

fn parse(variant: &Variant, statement: &str) -> Claim {
    let file = format!("./{}.game", variant.name);
    let text =
        format!("game {}\n  \"A variant.\"\n  piles any\n  {}\n", variant.name, variant.rules);
    let games = [(file.clone(), text)];
    let text = format!("claim \"it\"\n game {file}\n {statement}\n");
    parse_claims_with("it.claim", &text, &games).unwrap_or_else(|e| panic!("{e}")).remove(0)
}

fn board(claim: &Claim) -> &OnBoard {
    match &claim.about {
        About::Board(on) => on,
        _ => panic!("{} is not about a board", claim.text),
    }
}

/// Is the claim wrong at this position?
fn wrong(claim: &Claim, position: &[u32], reference: &mut Reference) -> bool {
    let numbers: Vec<i64> = position.iter().map(|&n| n.into()).collect();
    let sight = Sight { numbers: &numbers, piles: position };
    let on = board(claim);
    on.suppose.holds(sight)
        && match &on.says {
            Says::Exactly(Meaning::P(condition)) => {
                condition.holds(sight) != (reference.outcome(position) == Outcome::P)
            }
            Says::If { outcome, condition } => {
                condition.holds(sight) && reference.outcome(position) != *outcome
            }
            Says::Exactly(Meaning::NimValue(number)) => {
                number.value(sight) != i64::from(reference.nim_value(position))
            }
            _ => panic!("not about all positions"),
        }
}

/// The positions with so many piles and so many tokens at most, fewest tokens first.
fn positions(piles: usize, tokens: u32) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..piles {
        let longer = |head: Vec<u32>| {
            let left = tokens - head.iter().sum::<u32>();
            (head.last().copied().unwrap_or(1)..=left)
                .map(move |n| [head.clone(), vec![n]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all.sort_by_key(|position| (position.iter().sum::<u32>(), position.clone()));
    all
}

#[test]
fn right_and_wrong_claims_about_new_games_are_told_apart() {
    let limits = || Task::new(Limits { positions: 4_000, ..Limits::default() });
    let mut other = Vec::new();
    for variant in VARIANTS {
        for (statement, expected) in variant.claims {
            let claim = parse(variant, statement);
            let about = format!("{}: {statement}", variant.name);
            let names = &board(&claim).names;
            let mut reference = Reference::new(claim.ruleset());
            let small = positions(names.len(), [0, 60, 50, 30][names.len()]);
            let first = small.iter().find(|position| wrong(&claim, position, &mut reference));
            let verdict = judge(&claim, &limits()).verdict;
            match (&verdict, first) {
                (Verdict::Refuted { witness, .. }, Some(first)) => {
                    assert_eq!(witness.piles(), first, "{about}");
                }
                (Verdict::Refuted { witness, .. }, None) => {
                    // Further out than brute force looked, but not too far for one position of Nim.
                    assert_eq!(witness.piles(), &[3000, 3000], "{about}");
                }
                (_, first) => assert_eq!(first, None, "{about}: {verdict:?}"),
            }
            if verdict.kind() != *expected {
                other.push(format!("{about}: {verdict:?}"));
            }
        }
    }
    assert!(other.is_empty(), "other than expected:\n{}", other.join("\n"));
}

/// Each of these was once called proved, or broke the program.
#[test]
fn claims_that_need_care_get_it() {
    let kind = |text: &str| {
        let claim = parse_claims("care.claim", &format!("claim \"it\"\n{text}\n"));
        let claim = claim.unwrap_or_else(|e| panic!("{e}")).remove(0);
        let limits = Limits { positions: 20_000, ..Limits::default() };
        judge(&claim, &Task::new(limits)).verdict.kind()
    };
    // Golden pairs are read in other digits than nim-sums, wherever they stand.
    let golden = "game nim\npiles a <= b\nsuppose golden(a, b) and a > 1000\nP iff b != 2*a";
    assert_eq!(kind(golden), Refuted);
    let mixed = "game wythoff\npiles a <= b\nP iff golden(a, b) and (a < 1000 or not lowbit(a, 2))";
    assert_eq!(kind(mixed), Holds);
    // What comes at the end of a period stands before the next one.
    assert_eq!(kind("game lr-nim(2,3)\nwhenever L at n: {R,N} at n - 1"), Refuted);
    assert_eq!(kind("game lr-nim(2,3)\nwhenever L at n: {R,N,P} at n - 1"), Proved);
    // A run without end is longer than any number.
    assert_eq!(kind("game ending-nim(2;L,L)\nruns of L at most 1000"), Refuted);
    // All terms of a list are computed, however far one is to look.
    assert_eq!(kind("game subtract(1,2)\nsequence 1,2,0,9,9\ncheck to 3"), Refuted);
    // Nothing is said of any position.
    assert_eq!(kind("game nim\npiles a <= b\nsuppose b < a\nP iff a = b"), Expected::Undecided);
    // Long play, and more positions than can be looked at.
    assert_eq!(
        kind("game subtract(1)\npiles a\nP iff even(a) and a != 50000\ncheck to 50001"),
        Refuted
    );
    let wide = "game nim\npiles a <= b <= c\nP iff xor(a, b, c) = 0\ncheck to 100000";
    assert_eq!(kind(wide), Expected::Undecided);
    // Zero piles belong to smaller boards.
    assert_eq!(kind("game nim\npiles a <= b\nP iff a = b or a = 0 and b = 7"), Proved);
    // What is given must be so, too, near and far.
    assert_eq!(kind("game nim\npiles a <= b\ngiven a: a = 7\nP iff a = b"), Refuted);
    assert_eq!(kind("game nim\npiles a <= b\ngiven a: a = 70000\nP iff a = b"), Refuted);
    assert_eq!(
        kind("game nim\npiles a <= b <= c\ngiven a <= b: a != b\nP iff xor(a, b, c) = 0"),
        Refuted
    );
    // Cases of nim-values are read in the digits that they need.
    let halves = "game ./h.game\npiles a\nnim-value = 1 if golden(a, 2a), else 0";
    let rules = "game h \"Halve.\"\n piles any\n move replace pile a by a / 2 where a mod 2 = 0\n move take a from one pile a where a mod 2 = 1\n";
    let files = [("./h.game".to_string(), rules.to_string())];
    if let Ok(claims) = parse_claims_with("h.claim", &format!("claim \"it\"\n{halves}\n"), &files) {
        assert_ne!(judge(&claims[0], &Task::default()).verdict.kind(), Proved);
    }
    // Piles are piles where they are counted.
    let counts = |said: &str| kind(&format!("game subtract(1)\ncounts a1, a2\n{said}"));
    assert_eq!(counts("nim-value = total mod 2"), Proved);
    assert_eq!(counts("P iff even(count(x in piles where odd(x)))"), Proved);
    assert_eq!(counts("P iff even(odds)"), Proved);
    assert_eq!(counts("P iff even(count)"), Refuted);
    assert_eq!(counts("N if smallest = 1 and count = 1"), Proved);
    assert_eq!(counts("N if smallest = 2 and count = 1"), Refuted);
    assert_eq!(counts("P if largest = 2 and count = 1"), Proved);
    // Neither a crash nor a false word far out.
    assert_eq!(kind("game nim\npiles a <= b\nP iff a = b and a != 999999999"), Refuted);
    assert_eq!(kind("game nim\npiles a <= b\nP iff a = b and a != 1048576"), Refuted);
}
