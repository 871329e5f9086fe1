//! Verdicts do not depend on how busy the machine is: by a clock that goes ten times as fast they are the same.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sprague_claim::{Claim, parse_claims};
use sprague_prove::{Clock, Limits, Task, Verdict, judge_unchecked};

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(self::files(&path)),
            false => files.extend(path.extension().is_some_and(|e| e == "claim").then_some(path)),
        }
    }
    files.sort();
    files
}

/// Claims of the record that do not take long, some of every paper.
fn claims(many: usize) -> Vec<Claim> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../claims");
    let mut all = Vec::new();
    for file in files(Path::new(root)) {
        let text = std::fs::read_to_string(&file).unwrap();
        let origin = file.display().to_string();
        all.extend(parse_claims(&origin, &text).unwrap().into_iter().filter(|claim| !claim.deep));
    }
    let step = all.len() / many;
    all.into_iter().step_by(step.max(1)).take(many).collect()
}

/// All that a verdict says.
fn told(claim: &Claim, rate: u32) -> String {
    let task = Task::with(Limits::default(), Arc::default(), Clock::faster(rate));
    let judgement = judge_unchecked(claim, &task);
    let (states, points) = (judgement.trace.states, judgement.trace.points);
    match judgement.verdict {
        Verdict::Proved(_) | Verdict::Unchecked { .. } => {
            format!("proved by {:?}, {states:?} {points:?}", judgement.by)
        }
        Verdict::Holds { region, why } => format!("holds: {region}; {why}"),
        Verdict::Refuted { witness, shown, .. } => format!("refuted at {witness}: {shown}"),
        Verdict::Undecided { why } => format!("undecided: {why}"),
    }
}

#[test]
fn thirty_claims_of_the_record_are_judged_alike_by_a_slow_machine() {
    let claims = claims(30);
    assert_eq!(claims.len(), 30);
    for claim in &claims {
        assert_eq!(told(claim, 1), told(claim, 10), "{}", claim.text);
    }
}
