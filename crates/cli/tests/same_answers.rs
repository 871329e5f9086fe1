//! Answers do not depend on how many threads there are, how busy the machine is, or in which order claims come.

mod common;

use std::fs;
use std::path::Path;

use common::sprague;

/// Commands whose output must be the same bytes whatever works on them; `FOLDER` is one with files of claims.
const ASKED: [&[&str]; 10] = [
    &["table", "minnie", "--piles", "3", "--max", "40", "--nim", "--format", "csv"],
    &["table", "ooooob-b", "--counts", "4,4,4", "--format", "json"],
    &["solve", "wythoff", "90,145", "--format", "json"],
    &["sequence", "octal(0.137)", "--to", "400"],
    &["nim-set", "cut(1,6)", "--parts", "4", "--to", "60"],
    &["graphs", "wyg", "--vertices", "6", "--chips", "2", "--format", "csv"],
    &["graphs", "node-kayles", "--family", "C(n)", "--n", "3..40", "--all"],
    &["value", "lr-nim(2,3)", "--to", "40"],
    &["identify", "dawson", "--to", "200"],
    &["prove", "@cut/lemma-10", "@self-referential/theorem-5.2", "@classics", "--format", "json"],
];

/// The output with two numbers of threads, while another command of the kind is under way.
#[test]
fn threads_and_load_change_nothing() {
    let answer = |command: &[&str], threads: &str| {
        let found = sprague(&[command, &["--threads", threads]].concat(), "");
        assert!(found.status.success(), "{command:?}: {}", String::from_utf8_lossy(&found.stderr));
        timeless(&found.stdout)
    };
    for command in ASKED {
        let alone = answer(command, "1");
        let busy = std::thread::scope(|scope| {
            let others = [(); 3].map(|()| scope.spawn(|| answer(command, "2")));
            others.map(|other| other.join().unwrap())
        });
        assert!(busy.iter().all(|busy| *busy == alone), "{command:?}");
    }
}

/// The claims of a file turned round, and in another order again: each has the verdict that it had.
#[test]
fn the_order_of_claims_changes_nothing() {
    let pages = ["nim", "../cut/lemma-10", "../self-referential/theorem-5.2"];
    let claims = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../claims/classics");
    let mut all: Vec<String> = Vec::new();
    for page in pages {
        let text = fs::read_to_string(claims.join(format!("{page}.claim"))).unwrap();
        let claims = text.split("claim \"").skip(1);
        all.extend(claims.map(|claim| format!("claim \"{}\n", claim.trim_end())));
    }
    assert!(all.len() > 5, "{}", all.len());
    let turned: Vec<String> = all.iter().rev().cloned().collect();
    let (odd, even): (Vec<_>, Vec<_>) =
        all.iter().cloned().enumerate().partition(|(i, _)| i % 2 == 1);
    let dealt: Vec<String> = odd.into_iter().chain(even).map(|(_, claim)| claim).collect();
    let verdicts = |order: &[String], threads: &str| {
        let command = ["prove", "-", "--format", "json", "--threads", threads];
        let found = sprague(&command, &order.concat());
        let mut lines: Vec<String> = timeless(&found.stdout).lines().map(str::to_string).collect();
        lines.sort();
        lines
    };
    let first = verdicts(&all, "1");
    assert_eq!(first.len(), all.len());
    assert_eq!(first, verdicts(&turned, "2"));
    assert_eq!(first, verdicts(&dealt, "1"));
}

/// The output without the time that it took, which is no part of an answer.
fn timeless(output: &[u8]) -> String {
    let text = String::from_utf8(output.to_vec()).unwrap();
    let mut lines = Vec::new();
    for line in text.lines() {
        lines.push(match serde_json::from_str::<serde_json::Value>(line) {
            Ok(serde_json::Value::Object(mut object)) => {
                object.retain(|key, _| !["seconds", "check_seconds"].contains(&key.as_str()));
                serde_json::Value::Object(object).to_string()
            }
            _ => line.to_string(),
        });
    }
    lines.join("\n")
}
