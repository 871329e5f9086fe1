//! Claims, measured: states and times of the proofs for all positions, against checking the same
//! statement on every position up to a bound by a table.
//!
//! `cargo bench -p sprague-claim`

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sprague_claim::check::{Checked, positions};
use sprague_claim::{Claim, Limits, Statement, Verdict, judge, parse_claims};

/// The bound of the check, by the number of names: 200 where a table of that size is small.
const CHECKED_TO: [u32; 7] = [200, 200, 200, 200, 60, 30, 20];

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../claims");
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
    println!(
        "{:>10} {:>7} {:>10} {:>7} {:>6}  claim",
        "proof", "states", "check", "up to", "ratio"
    );
    let mut total = Duration::ZERO;
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a claim file");
        for claim in parse_claims(&file.display().to_string(), &text).expect("claims") {
            let quick = Limits { positions: 2000, ..Limits::default() };
            let judgement = judge(&claim, &quick);
            total += judgement.time;
            let Verdict::Proved { .. } = judgement.verdict else { continue };
            let states = judgement.states.map_or("-".into(), |states| states.to_string());
            let proof = judgement.time;
            match checked(&claim) {
                Some((time, to)) => {
                    let ratio = time.as_secs_f64() / proof.as_secs_f64();
                    println!(
                        "{proof:>10.2?} {states:>7} {time:>10.2?} {to:>7} {ratio:>5.1}x  {}",
                        claim.name
                    );
                }
                None => println!(
                    "{proof:>10.2?} {states:>7} {:>10} {:>7} {:>6}  {}",
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
    let piles = matches!(board, sprague_claim::board::Board::Piles(_));
    if !piles || matches!(claim.statement, Statement::Adding(_)) {
        return None;
    }
    let to = *CHECKED_TO.get(names.len())?;
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
