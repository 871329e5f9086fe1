//! What helps a newcomer: a game in one line, a first file, words explained, numbers recognised.

mod common;

use common::sprague;
use serde_json::{Value, json};

/// The JSON that is printed.
fn answer(arguments: &[&str], input: &str) -> Value {
    let output = sprague(arguments, input);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_rule_in_one_line_stands_where_a_ruleset_does() {
    let few = "take k from one pile where k <= 3";
    let solved = answer(&["solve", "--rule", few, "3,8", "--format", "json"], "");
    assert_eq!((&solved["ruleset"], &solved["outcome"]), (&json!(few), &json!("N")));
    assert_eq!(
        solved["winning"],
        answer(&["solve", "subtract(1,2,3)", "3,8", "--format", "json"], "")["winning"]
    );
    let many = answer(
        &["solve", "--positions", "-", "--no-moves", "--rule", few, "--format", "json"],
        "4\n",
    );
    assert_eq!(many["outcome"], "P");
    let both = ["--rule=take k from one pile", "--rule=take k from each of 2 piles"];
    let table = answer(
        &[&["table", "--piles", "2", "--max", "9", "--format", "json"], &both[..]].concat(),
        "",
    );
    let wythoff =
        answer(&["table", "wythoff", "--piles", "2", "--max", "9", "--format", "json"], "");
    assert_eq!(table["p_positions"], wythoff["p_positions"]);
    let misere =
        answer(&["solve", "--rule", "misere take 1 from one pile", "2", "--format", "json"], "");
    assert_eq!(misere["outcome"], "N");
    let halves = "take k from one pile a where k <= a/2";
    let values = answer(&["sequence", "--rule", halves, "--to", "6", "--format", "json"], "");
    assert_eq!(values["values"], json!([0, 0, 1, 0, 2, 1, 3]));
}

#[test]
fn what_is_wrong_with_a_rule_is_pointed_at() {
    let output = sprague(&["solve", "--rule", "take k form one pile", "3"], "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains("rule:1:8") && error.contains("did you mean `from`?"), "{error}");
}

#[test]
fn a_first_file_is_in_order_and_nothing_is_overwritten() {
    let folder = std::env::temp_dir().join(format!("sprague-new-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, command) in [("first.game", "games"), ("first.claim", "prove")] {
        let file = folder.join(name);
        let file = file.to_str().unwrap();
        assert!(sprague(&["new", file], "").status.success());
        assert!(sprague(&[command, file], "").status.success(), "{name}");
        let again = sprague(&["new", file], "");
        assert_eq!(again.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&again.stderr).contains("stays as it is"));
    }
    let other = sprague(&["new", folder.join("first.txt").to_str().unwrap()], "");
    assert_eq!(other.status.code(), Some(2));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn words_are_explained() {
    let mex = String::from_utf8(sprague(&["explain", "mex"], "").stdout).unwrap();
    assert!(mex.contains("least of 0, 1, 2"), "{mex}");
    assert!(sprague(&["explain"], "").status.success());
    let unknown = sprague(&["explain", "mexx"], "");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("did you mean `mex`?"));
}

#[test]
fn a_list_of_numbers_and_a_b_file_are_identified() {
    let kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4];
    let list = kayles.map(|value| value.to_string()).join(", ");
    let indexed: String =
        kayles.iter().enumerate().map(|(n, value)| format!("{n} {value}\n")).collect();
    for text in [list, indexed] {
        let found = answer(&["identify", "-", "--format", "json"], &text);
        assert!(
            found["matches"].as_array().unwrap().iter().any(|game| game["ruleset"] == "kayles")
        );
        assert_eq!(found["to"], 21);
    }
    let wrong = sprague(&["identify", "-"], "0,1,x");
    assert_eq!(wrong.status.code(), Some(2));
}
