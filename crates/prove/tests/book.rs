//! The claims that the book shows get the verdicts that they expect.

use std::path::Path;

use sprague_claim::parse_claims;
use sprague_prove::{Task, judge};

/// The chapters, in the order of the summary.
fn chapters() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
    let summary = std::fs::read_to_string(folder.join("SUMMARY.md")).unwrap();
    let links = summary.lines().filter_map(|line| line.strip_prefix("- [")?.split_once("]("));
    let names = links.map(|(_, link)| link.trim_end_matches(')').to_string());
    names.map(|name| (name.clone(), std::fs::read_to_string(folder.join(&name)).unwrap())).collect()
}

#[test]
fn the_claims_of_the_book_are_judged_as_they_expect() {
    let mut judged = 0;
    for (name, text) in chapters() {
        for block in text.split("```").skip(1).step_by(2) {
            let Some(claims) = block.strip_prefix("claim\n") else { continue };
            for claim in parse_claims(&name, claims).unwrap_or_else(|e| panic!("{e}")) {
                assert!(claim.expected.is_some(), "{name}: {} expects nothing", claim.name);
                let judgement = judge(&claim, &Task::default());
                assert!(judgement.is_expected(&claim), "{name}: {}: {judgement:?}", claim.name);
                judged += 1;
            }
        }
    }
    assert!(judged >= 15, "{judged}");
}

#[test]
fn links_of_the_book_lead_somewhere() {
    let chapters = chapters();
    assert!(chapters.len() >= 5);
    for (name, text) in &chapters {
        for link in text.split("](").skip(1) {
            let target = link.split(')').next().unwrap();
            let (file, place) = target.split_once('#').unwrap_or((target, ""));
            // A chapter, or another file of the repository.
            let Some((_, there)) = chapters.iter().find(|(name, _)| name == file) else {
                let book = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
                assert!(book.join(target).is_file(), "{name} links to {target}");
                continue;
            };
            let heading =
                |line: &str| line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
            let found = there.lines().any(|line| line.starts_with('#') && heading(line) == place);
            assert!(place.is_empty() || found, "{name} links to {target}");
        }
    }
}
