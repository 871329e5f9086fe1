//! Claims, measured: times to find the proofs for all positions and to check them, method by method, with the sizes of the
//! certificates; then how proofs grow with the number of piles, and with what else makes them long.
//!
//! `cargo bench -p sprague-prove`; `-- growth` prints the rows of growth alone, `-- deep` also the longest of them, and every
//! claim against looking at all positions up to a bound by a table.

mod growth;
mod methods;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sprague_claim::claim::Says;
use sprague_claim::{About, Board, Claim, Expected, parse_claims};
use sprague_measure::{Page, Row};
use sprague_prove::check::{Checked, positions};
use sprague_prove::{Limits, Task, judge};

/// The bound of the check, by the number of names: 200 where a table of that size is small.
const CHECKED_TO: [u32; 7] = [200, 200, 200, 200, 60, 30, 20];
/// The same for counts.
const COUNTED_TO: [u32; 7] = [200, 200, 80, 24, 10, 6, 4];

fn main() {
    let page = Page::open("claims");
    if page.part("claims of the record, method by method; found, as one waits for it") {
        claims(&page);
    }
    if page.part("growth with the number of piles; found, as one waits for it") {
        growth::rows(&page);
    }
    if page.part("growth with what else makes proofs long; found, as one waits for it") {
        methods::growth(&page);
    }
}

/// All claims of the record that do not take long: method by method, and if deep each of them, against a table up to a bound.
fn claims(page: &Page) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../claims");
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
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
            if page.deep() {
                let row = Row::new(claim.name.clone()).ours(judgement.time);
                page.row(match checked(&claim) {
                    Some((time, to)) => row.against(format!("a table to {to}"), time),
                    None => row.against("checking", judgement.checking),
                });
            }
        }
    }
    methods.rows(page);
    page.row(Row::new("all together").ours(found).against("checking them", seen));
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
