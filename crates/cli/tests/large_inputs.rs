//! Inputs that are much larger than anybody writes by hand: they are answered or refused, and what stands beside them is
//! answered.

mod common;

use std::fs;
use std::path::Path;

use common::sprague;

#[test]
fn very_many_piles_are_answered_or_refused() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("very-many-piles");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("positions.txt");
    fs::write(&file, format!("{}\n", vec!["7"; 100_000].join(","))).unwrap();
    let file = file.to_str().unwrap();
    for game in ["wynnie-any", "misere wynnie-any", "ooooob-a"] {
        let output = sprague(&["solve", game, "--positions", file, "--time", "2s"], "");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 3)), "{game}: {complaint}");
    }
}

#[test]
fn a_certificate_that_is_too_large_is_named_and_the_others_are_judged() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("large-certificates");
    fs::create_dir_all(&folder).unwrap();
    let certificate = sprague(&["certify", "kayles"], "").stdout;
    let text = String::from_utf8(certificate).unwrap();
    fs::write(folder.join("a.cert"), &text).unwrap();
    fs::write(folder.join("b.cert"), "\n".repeat(20_000_000)).unwrap();
    fs::write(folder.join("c.cert"), format!("\u{feff}{text}")).unwrap();
    let output = sprague(&["verify", folder.to_str().unwrap(), "--memory", "64M"], "");
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(said.matches(": accepted").count(), 2, "{said}");
    assert!(said.contains("b.cert: not checked to the end: it is larger"), "{said}");
}
