//! Claims, measured: times of the proofs for all positions, with the states of their automata or the points of their boxes,
//! against checking the same statement on every position up to a bound by a table.
//!
//! `cargo bench -p sprague-claim`

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sprague_claim::board::Board;
use sprague_claim::check::{Checked, positions};
use sprague_claim::{Claim, Limits, Statement, Verdict, judge, parse_claims};

/// The bound of the check, by the number of names: 200 where a table of that size is small.
const CHECKED_TO: [u32; 7] = [200, 200, 200, 200, 60, 30, 20];
/// The same for counts.
const COUNTED_TO: [u32; 7] = [200, 200, 80, 24, 10, 6, 4];

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../claims");
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
    println!("{:>10} {:>10} {:>10} {:>7} {:>6}  claim", "proof", "size", "check", "up to", "ratio");
    let mut total = Duration::ZERO;
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a claim file");
        for claim in parse_claims(&file.display().to_string(), &text).expect("claims") {
            let quick = Limits { positions: 2000, ..Limits::default() };
            if claim.deep {
                continue;
            }
            let judgement = judge(&claim, &quick);
            total += judgement.time;
            let Verdict::Proved { .. } = judgement.verdict else { continue };
            let size = match (judgement.states, judgement.points) {
                (Some(states), _) => format!("{states} st"),
                (None, Some(points)) => format!("{points} pt"),
                (None, None) => "-".to_string(),
            };
            let proof = judgement.time;
            match checked(&claim) {
                Some((time, to)) => {
                    let ratio = time.as_secs_f64() / proof.as_secs_f64();
                    println!(
                        "{proof:>10.2?} {size:>10} {time:>10.2?} {to:>7} {ratio:>5.1}x  {}",
                        claim.name
                    );
                }
                None => println!(
                    "{proof:>10.2?} {size:>10} {:>10} {:>7} {:>6}  {}",
                    "", "", "", claim.name
                ),
            }
        }
    }
    println!("all verdicts together: {total:.2?}");
}

/// How long it takes to check the claim by a table, and up to which pile.
fn checked(claim: &Claim) -> Option<(Duration, u32)> {
    let sprague_claim::text::Subject::Board { board, names } = &claim.subject else { return None };
    if matches!(claim.statement, Statement::Adding(_) | Statement::Depends(_)) {
        return None;
    }
    let to = match board {
        Board::Piles(_) => *CHECKED_TO.get(names.len())?,
        Board::Counts(_) => *COUNTED_TO.get(names.len())?,
        Board::Mixed { .. } => return None,
    };
    let claim = Claim { check_to: Some(to), ..claim.clone() };
    let begun = Instant::now();
    let checked = positions(&claim, &Limits::default());
    assert!(matches!(checked, Checked::Holds { .. }), "{}", claim.name);
    Some((begun.elapsed(), to))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => collect(&path, files),
            false if path.extension().is_some_and(|e| e == "claim") => files.push(path),
            false => {}
        }
    }
}
