//! Every statement that is kept in `claims/` is understood.

use std::path::{Path, PathBuf};

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

/// The statements that there are, deep ones among them; more are welcome.
const STATEMENTS: usize = 801;

#[test]
fn all_claims_are_understood() {
    let mut all = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../claims"), &mut all);
    let (mut count, mut wrong) = (0, Vec::new());
    for file in all {
        let text = std::fs::read_to_string(&file).expect("a text");
        let none = |name: &str| Err(format!("{name} is not at hand"));
        let (claims, diagnostics) =
            sprague_claim::read_claims(&file.display().to_string(), &text, &none);
        count += claims.len();
        wrong.extend(diagnostics.iter().map(|diagnostic| diagnostic.render(false)));
    }
    assert!(wrong.is_empty(), "{} texts:\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(count >= STATEMENTS, "{count} statements");
}
