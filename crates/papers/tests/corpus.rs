//! Every statement that is kept in `claims/` is understood.

use std::path::{Path, PathBuf};

/// The statements that there are, deep ones among them; more are welcome.
const STATEMENTS: usize = 788;

#[test]
fn all_claims_are_understood() {
    let (mut count, mut wrong) = (0, Vec::new());
    for page in sprague_papers::all() {
        let (claims, diagnostics) = page.claims();
        count += claims.len();
        wrong.extend(diagnostics.iter().map(|diagnostic| diagnostic.render(false)));
    }
    assert!(wrong.is_empty(), "{} texts:\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(count >= STATEMENTS, "{count} statements");
}

#[test]
fn what_is_compiled_in_is_what_is_in_the_folder() {
    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("the folder of claims") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                files(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "claim") {
                found.push(path);
            }
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("claims");
    let mut found = Vec::new();
    files(&folder, &mut found);
    found.sort_by_cached_key(|file| sprague_papers::order(file));
    let found = found.iter().map(|file| {
        let name = file.strip_prefix(&folder).unwrap().with_extension("");
        (name.to_str().unwrap().to_string(), std::fs::read_to_string(file).unwrap())
    });
    let pages = sprague_papers::all().iter();
    let pages = pages.map(|page| (page.name.to_string(), page.text.to_string()));
    assert_eq!(pages.collect::<Vec<_>>(), found.collect::<Vec<_>>());
}
