//! The checker stays small: it depends on the languages, the format of certificates and limits, and on nothing else.

use std::collections::BTreeSet;
use std::process::Command;

/// The rooms that it may use: `graph` and `value` for what their positions and values look like in a claim.
const ROOMS: [&str; 7] = [
    "sprague-certificate",
    "sprague-claim",
    "sprague-graph",
    "sprague-rules",
    "sprague-task",
    "sprague-value",
    "sprague-verify",
];

/// What these need: hash tables, short vectors, and messages with a caret.
const OTHERS: [&str; 9] = [
    "allocator-api2",
    "annotate-snippets",
    "anstyle",
    "equivalent",
    "foldhash",
    "hashbrown",
    "rustc-hash",
    "smallvec",
    "strsim",
];

#[test]
fn the_checker_depends_on_languages_and_formats_alone() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let tree = Command::new(cargo)
        .args(["tree", "-p", "sprague-verify", "-e", "normal", "--prefix", "none", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let error = String::from_utf8_lossy(&tree.stderr);
    assert!(tree.status.success(), "{error}");
    let text = String::from_utf8(tree.stdout).unwrap();
    let used: BTreeSet<&str> =
        text.lines().filter_map(|line| line.split_whitespace().next()).collect();
    for room in ["sprague-verify", "sprague-rules", "sprague-claim", "sprague-certificate"] {
        assert!(used.contains(room), "{text}");
    }
    for package in used {
        let known = ROOMS.contains(&package) || OTHERS.contains(&package);
        assert!(known || package == "unicode-width", "the checker depends on {package}:\n{text}");
    }
}
