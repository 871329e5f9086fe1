//! Every claim of the repository gets the verdict that its file expects.

use std::path::{Path, PathBuf};

use sprague_claim::{Limits, judge, parse_claims};

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(self::files(&path)),
            false if path.extension().is_some_and(|e| e == "claim") => files.push(path),
            false => {}
        }
    }
    files.sort();
    files
}

#[test]
fn every_claim_gets_the_verdict_its_file_expects() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../claims");
    let mut judged = 0;
    for file in files(&folder) {
        let text = std::fs::read_to_string(&file).unwrap();
        let claims = parse_claims(&file.display().to_string(), &text);
        for claim in claims.unwrap_or_else(|diagnostic| panic!("{diagnostic}")) {
            assert!(claim.expected.is_some(), "{}: say what is expected", file.display());
            if claim.deep {
                continue;
            }
            let judgement = judge(&claim, &Limits::default());
            let verdict = &judgement.verdict;
            assert!(
                judgement.is_expected(&claim),
                "{}: {}: {verdict:?}",
                file.display(),
                claim.name
            );
            judged += 1;
        }
    }
    assert!(judged >= 50, "{judged}");
}
