//! Claims, measured: times to find the proofs for all positions, with the states of their automata or the points of their
//! boxes, and to check them, against looking at every position up to a bound by a table; the same method by method, with the sizes of
//! the certificates; then how proofs grow with the number of piles, and with what else makes them long.
//!
//! `cargo bench -p sprague-prove`; `-- growth` prints the tables of growth alone, `-- deep` its longest rows, too.

mod growth;
mod methods;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sprague_claim::claim::Says;
use sprague_claim::{About, Board, Claim, Expected, parse_claims};
use sprague_prove::check::{Checked, positions};
use sprague_prove::{Limits, Task, judge};

/// The bound of the check, by the number of names: 200 where a table of that size is small.
const CHECKED_TO: [u32; 7] = [200, 200, 200, 200, 60, 30, 20];
/// The same for counts.
const COUNTED_TO: [u32; 7] = [200, 200, 80, 24, 10, 6, 4];

fn main() {
    let asked = |word: &str| std::env::args().any(|argument| argument == word);
    if !asked("growth") {
        claims();
    }
    growth::table(asked("deep"));
    methods::growth();
}

/// All claims of the record that do not take long.
fn claims() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../claims");
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
    println!(
        "{:>10} {:>10} {:>10} {:>10} {:>7} {:>6}  claim",
        "found", "checked", "size", "table", "up to", "ratio"
    );
    let (mut found, mut seen) = (Duration::ZERO, Duration::ZERO);
    let mut methods = methods::Methods::default();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a claim file");
        for claim in parse_claims(&file.display().to_string(), &text).expect("claims") {
            let quick = Task::new(Limits { positions: 2000, ..Limits::default() });
            if claim.deep {
                continue;
            }
            let judgement = judge(&claim, &quick);
            found += judgement.time;
            seen += judgement.checking;
            if judgement.verdict.kind() != Expected::Proved {
                continue;
            }
            methods.add(&judgement);
            let size = match (judgement.trace.states, judgement.trace.points) {
                (Some(states), _) => format!("{states} st"),
                (None, Some(points)) => format!("{points} pt"),
                (None, None) => "-".to_string(),
            };
            let (proof, checking) = (judgement.time, judgement.checking);
            let by_table = match checked(&claim) {
                Some((time, to)) => {
                    let ratio = time.as_secs_f64() / proof.as_secs_f64();
                    format!("{time:>10.2?} {to:>7} {ratio:>5.1}x")
                }
                None => format!("{:>10} {:>7} {:>6}", "", "", ""),
            };
            println!("{proof:>10.2?} {checking:>10.2?} {size:>10} {by_table}  {}", claim.name);
        }
    }
    println!("all together: {found:.2?} to find, {seen:.2?} to check");
    methods.print();
}

/// How long it takes to check the claim by a table, and up to which pile.
fn checked(claim: &Claim) -> Option<(Duration, u32)> {
    let About::Board(on) = &claim.about else { return None };
    if matches!(on.says, Says::Adding(_) | Says::Depends(_) | Says::SameAs { .. }) {
        return None;
    }
    let to = match on.board {
        Board::Piles(_) | Board::Row(_) => *CHECKED_TO.get(on.names.len())?,
        Board::Counts(_) => *COUNTED_TO.get(on.names.len())?,
        Board::Mixed { .. } => return None,
    };
    let claim = Claim { check_to: Some(to), ..claim.clone() };
    let begun = Instant::now();
    let checked = positions(&claim, on, &Task::default());
    assert!(matches!(checked, Checked::Holds(_)), "{}", claim.name);
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
