//! How proofs grow with the number of piles: the P-positions of a whole board are found and proved for all sizes, and
//! checked, for one pile more in every row.
//!
//! For Nim the claim says which positions are P. For the other games it says no more than the outcome of one small position, so
//! that the P-positions have to be learned from a table, or found as a periodic box, and proved, before it can be judged.

use std::time::Duration;

use sprague_claim::parse_claims;
use sprague_measure::{Growth, Page, Row};
use sprague_prove::{Judgement, Limits, Task, judge};
use sprague_rules::parse_ruleset;
use sprague_solve::Reference;

/// A game, the numbers of piles or sizes that are quick to settle, and those that take long.
const ROWS: [(&str, Board, std::ops::RangeInclusive<usize>, std::ops::RangeInclusive<usize>); 4] = [
    ("minnie", Board::Piles, 2..=4, 5..=6),
    ("mine", Board::Piles, 2..=3, 4..=5),
    ("nim", Board::Nim, 2..=5, 6..=7),
    ("ooooob-b", Board::Counts, 3..=5, 6..=8),
];

#[derive(Clone, Copy)]
enum Board {
    Piles,
    Counts,
    Nim,
}

/// A row for each number of piles.
pub fn rows(page: &Page) {
    for (game, board, quick, long) in ROWS {
        let mut growth = Growth::default();
        for count in quick.chain(long.filter(|_| page.deep())) {
            let judgement = judged(&claim(game, board, count));
            let step = growth.step(judgement.time);
            let row = Row::new(format!("{game} {count}")).ours(judgement.time).growth(step);
            let row = row.against("checking", judgement.checking);
            page.row(row.note(size(&judgement)).note(in_words(&judgement)));
        }
    }
}

/// How large the proof is.
pub fn size(judgement: &Judgement) -> String {
    match (judgement.trace.states, judgement.trace.points) {
        (Some(states), _) => format!("{states} states"),
        (None, Some(points)) => format!("{points} points"),
        (None, None) => String::new(),
    }
}

fn judged(text: &str) -> Judgement {
    let claims = parse_claims("growth", text).expect("a claim");
    let limits = Limits { positions: 2000, time: Duration::from_secs(600), ..Limits::default() };
    judge(&claims[0], &Task::new(limits))
}

/// The verdict, and what stands in the way of a proof.
fn in_words(judgement: &Judgement) -> String {
    use sprague_prove::Verdict;
    match &judgement.verdict {
        Verdict::Proved(_) => "proved".to_string(),
        Verdict::Holds { why, .. } | Verdict::Undecided { why } => format!("open: {why}"),
        Verdict::Unchecked { why, .. } => format!("unchecked: {why}"),
        Verdict::Refuted { shown, .. } => format!("refuted: {shown}"),
    }
}

fn claim(game: &str, board: Board, count: usize) -> String {
    let names: Vec<String> = (1..=count).map(|place| format!("a{place}")).collect();
    let head = format!("claim \"{game} {count}\"\n  game {game}\n");
    match board {
        Board::Nim => {
            let sum = |many: usize| format!("xor({}) = 0", names[..many].join(", "));
            let given: String = (2..count)
                .map(|many| format!("  given {}: {}\n", names[..many].join(" <= "), sum(many)))
                .collect();
            let piles = names.join(" <= ");
            format!("{head}  piles {piles}\n{given}  P iff {}\n", sum(count))
        }
        Board::Piles => {
            let (piles, last) = (names.join(" <= "), &names[count - 1]);
            let outcome = outcome(game, vec![1; count]);
            format!("{head}  piles {piles}\n  {outcome} if {last} = 1\n")
        }
        Board::Counts => {
            let alone: Vec<String> =
                (1..=count).map(|size| format!("a{size} = {}", u32::from(size == count))).collect();
            let outcome = outcome(game, vec![count as u32]);
            let counts = names.join(", ");
            format!("{head}  counts {counts}\n  {outcome} if {}\n", alone.join(" and "))
        }
    }
}

/// The outcome of a small position, from the definitions.
fn outcome(game: &str, piles: Vec<u32>) -> sprague_rules::Outcome {
    let ruleset = parse_ruleset(game).expect("a game of the catalogue");
    Reference::new(&ruleset).outcome(&piles)
}
