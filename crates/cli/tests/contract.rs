//! The command line keeps its contract: JSON keys, exit codes, what goes where.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn sprague(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sprague")).args(arguments).output().unwrap()
}

fn answer(arguments: &[&str]) -> Value {
    let output = sprague(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn fails(arguments: &[&str], code: i32, message: &str) {
    let output = sprague(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
    assert!(error.contains(message), "{arguments:?}: {error}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
}

#[test]
fn solve_answers_in_json() {
    let minnie = answer(&["solve", "minnie", "8,3", "--format", "json"]);
    let expected =
        json!({"ruleset": "minnie", "position": [3, 8], "outcome": "P", "nim": 0, "winning": []});
    assert_eq!(minnie, expected);
    let wynnie = answer(&["solve", "misere wynnie", "3,6", "--format", "json"]);
    assert_eq!((&wynnie["outcome"], &wynnie["nim"]), (&json!("P"), &Value::Null));
    let ending = answer(&["solve", "lr-nim(2,3)", "8", "--format", "json"]);
    assert_eq!(ending["outcome"], "N");
    assert_eq!(ending["winning"], json!({"left": [[5], [6]], "right": [[6]]}));
    let empty = answer(&["solve", "nim", "-", "--format", "json", "--no-moves"]);
    assert_eq!(empty, json!({"ruleset": "nim", "position": [], "outcome": "P", "nim": 0}));
    let wythoff = answer(&["solve", "wythoff", "6,12", "--format", "json"]);
    assert_eq!(wythoff["winning"], json!([[6, 10]]));
}

#[test]
fn solve_answers_for_many_positions_one_a_line() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sprague"))
        .args(["solve", "minnie", "--positions", "-", "--no-moves", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"3,8\n\n# a comment\n4,4\n7\n-\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let lines: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let outcomes: Vec<&str> = lines.iter().map(|l| l["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["P", "P", "N", "P"]);
    assert_eq!(lines[2]["nim"], 7);
    assert!(lines[0].get("winning").is_none());
}

#[test]
fn lines_for_many_positions_have_the_same_columns() {
    let folder = std::env::temp_dir().join(format!("sprague-columns-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("many.txt");
    std::fs::write(&file, "3,8\n5,1000000\n2\n").unwrap();
    for game in ["minnie", "misere minnie", "nim"] {
        let output = sprague(&["solve", game, "--positions", file.to_str().unwrap()]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.lines().count(), 3, "{text}");
        assert!(text.lines().all(|line| line.split('\t').count() == 4), "{text}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn tables_answer_in_json() {
    let table = answer(&["table", "wythoff", "--piles", "2", "--max", "7", "--format", "json"]);
    assert_eq!((&table["positions"], &table["p_count"]), (&json!(28), &json!(3)));
    assert_eq!(table["p_positions"], json!([[1, 2], [3, 5], [4, 7]]));
    let count =
        answer(&["table", "minnie", "--piles", "3", "--max", "220", "--count", "--format", "json"]);
    assert_eq!((&count["positions"], &count["p_count"]), (&json!(1_798_940), &json!(24_009)));
    assert!(count.get("p_positions").is_none());
    let nim = answer(&["table", "nimb", "--piles", "2", "--max", "2", "--nim", "--format", "json"]);
    assert_eq!(nim["nim"], json!([[[1, 1], 0], [[1, 2], 0], [[2, 2], 1]]));
    let counts = answer(&["table", "ooooob-b", "--counts", "2,1", "--format", "json"]);
    assert_eq!(counts["positions"], 6);
    // Lemma 2.7: an even number of ones, and a two; and the empty position.
    assert_eq!(counts["p_positions"], json!([[0, 0], [0, 1], [2, 1]]));
    let ending =
        answer(&["table", "lr-nim(2,3)", "--piles", "1", "--max", "4", "--format", "json"]);
    assert_eq!(ending["outcomes"], json!([[[1], "R"], [[2], "L"], [[3], "N"], [[4], "N"]]));
}

#[test]
fn tables_have_slices_and_rows_have_zeros() {
    let slice = |extra: &[&str]| {
        let table = ["table", "nim", "--piles", "3", "--max", "7", "--format", "json"];
        answer(&[&table[..], extra].concat())
    };
    // Nim: 5, x, y is a P-position if y is the nim-sum of 5 and x.
    let fixed = slice(&["--fix", "5"]);
    assert_eq!((&fixed["fixed"], &fixed["positions"]), (&json!([5]), &json!(28)));
    assert_eq!(fixed["p_positions"], json!([[1, 4], [2, 7], [3, 6]]));
    assert_eq!(slice(&["--fix", "5,9"])["p_positions"], json!([]));
    assert_eq!(slice(&["--fix", "5", "--min", "3"])["p_positions"], json!([[3, 6]]));
    let row = ["table", "vector(1,0;0,1;1,1)", "--piles", "2", "--max", "2", "--format", "json"];
    let both_even = json!([[0, 0], [0, 2], [2, 0], [2, 2]]);
    assert_eq!(answer(&row)["p_positions"], both_even);
    assert_eq!(answer(&[&row[..], &["--min", "0"]].concat())["p_positions"], both_even);
    assert_eq!(answer(&[&row[..], &["--min", "1"]].concat())["p_positions"], json!([[2, 2]]));
    let nim = ["table", "nim", "--piles", "1", "--max", "5"];
    fails(&[&nim[..], &["--min", "0"]].concat(), 2, "a pile of size 0 is gone");
    fails(&[&nim[..], &["--fix", "1,2"]].concat(), 2, "cannot be fixed");
}

#[test]
fn sequences_and_nim_sets_answer_in_json() {
    let kayles = answer(&["sequence", "kayles", "--to", "200", "--format", "json"]);
    assert_eq!(kayles["values"].as_array().unwrap().len(), 201);
    let proved = json!({
        "preperiod": 71, "period": 12, "saltus": 0, "verdict": "proved", "by": "guy-smith",
    });
    assert_eq!(kayles["regularity"], proved);
    let lr = answer(&["sequence", "lr-nim(2,3)", "--to", "14", "--format", "json"]);
    assert_eq!(lr["outcomes"], "LRLNNLPLNNLPLNN");
    let grundy = answer(&["sequence", "grundy", "--to", "100", "--format", "json"]);
    assert_eq!(grundy["regularity"], Value::Null);
    // Table 3 of the paper on CUT.
    let sets = answer(&["nim-set", "cut(1,6)", "--parts", "7", "--to", "14", "--format", "json"]);
    let expected =
        json!([[], [], [], [], [], [], [], [0], [1], [0], [1], [0], [1], [0, 2], [1, 3]]);
    assert_eq!(sets["sets"], expected);
    let bfile = sprague(&["sequence", "nim", "--to", "3", "--format", "bfile"]);
    assert_eq!(bfile.stdout, b"0 0\n1 1\n2 2\n3 3\n");
    fails(&["sequence", "misere nim", "--to", "3", "--format", "bfile"], 2, "outcomes");
    fails(&["sequence", "vector(1,0;0,1)", "--to", "3"], 2, "2 places");
    fails(&["nim-set", "minnie", "--parts", "2", "--to", "3"], 2, "one pile alone");
}

#[test]
fn sequences_come_in_every_format() {
    let sequence = |ruleset: &str, format: &str| {
        let output = sprague(&["sequence", ruleset, "--to", "250", "--format", format]);
        assert!(output.status.success());
        output.stdout
    };
    let latex = |ruleset: &str| String::from_utf8(sequence(ruleset, "latex")).unwrap();
    // Theorem 3 of the paper on CUT, claimed or, where it is not proved, in a comment.
    let cut = latex("cut(1,6)");
    assert!(cut.contains("(0,1)^3(2,3)^3,1,4,(5,4)^2,(3,2)^3(4,5)^3(6,7)^3(+8)"), "{cut}");
    assert!(latex("kayles").ends_with("8,6,\\overline{7,4,1,2,8,1,4,7,2,1,8,2}}\n"));
    assert!(latex("lr-nim(2,3)").contains("LR\\overline{LNNLP}"));
    let grundy = latex("grundy");
    assert!(grundy.contains("no regularity") && grundy.ends_with(",\\ldots}\n"), "{grundy}");
    for ruleset in ["kayles", "lr-nim(2,3)"] {
        assert!(sequence(ruleset, "svg").starts_with(b"<svg"));
        assert!(sequence(ruleset, "png").starts_with(b"\x89PNG"));
    }
}

#[test]
fn the_name_of_a_file_says_how_a_sequence_is_written() {
    let folder = std::env::temp_dir().join(format!("sprague-sequence-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, start) in [("a.tex", "% nim: "), ("a.svg", "<svg"), ("a.csv", "heap,nim\n")] {
        let path = folder.join(name);
        let output = sprague(&["sequence", "nim", "--to", "20", "-o", path.to_str().unwrap()]);
        assert!(output.status.success() && output.stdout.is_empty(), "{name}");
        assert!(std::fs::read_to_string(&path).unwrap().starts_with(start), "{name}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
    fails(&["sequence", "nim", "--to", "9", "-o", "a.doc"], 2, "which format is .doc?");
}

#[test]
fn known_games_are_identified() {
    let shifted = answer(&["identify", "octal(0.7F)", "--to", "200", "--format", "json"]);
    assert_eq!((&shifted["ruleset"], &shifted["to"]), (&json!("octal(0.7F)"), &json!(200)));
    let cut = json!({"ruleset": "cut(1,2)", "shift": 1, "agrees_to": 200, "verdict": "holds"});
    assert!(shifted["matches"].as_array().unwrap().contains(&cut), "{shifted}");
    let kayles = answer(&["identify", "octal(0.77)", "--to", "400", "--format", "json"]);
    let name = json!({"ruleset": "kayles", "shift": 0, "agrees_to": null, "verdict": "proved"});
    assert_eq!(kayles["matches"][0], name);
    let alone = sprague(&["identify", "subtract(3,11,17,29)", "--to", "100"]);
    assert!(String::from_utf8(alone.stdout).unwrap().contains("like no game"));
    fails(&["identify", "lr-nim(2,3)"], 2, "only nim-sequences");
    fails(&["identify", "vector(1,0;0,1)"], 2, "2 places");
}

#[test]
fn a_game_whose_examples_fail_is_found_out() {
    let path = std::env::temp_dir().join(format!("sprague-wrong-{}.game", std::process::id()));
    let text = "game wrong \"s\" piles any move take k from one pile example 1,1 is N";
    std::fs::write(&path, text).unwrap();
    let output = sprague(&["games", path.to_str().unwrap()]);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("example 1,1 is N: found P"), "{error}");
}

#[test]
fn the_catalogue_is_listed_in_json() {
    let output = sprague(&["games", "--format", "json"]);
    let lines = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = lines.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert!(lines.len() > 25);
    let lr = lines.iter().find(|line| line["name"] == "lr-nim").unwrap();
    assert_eq!(lr["params"], json!(["S: set of numbers >= 2"]));
    assert!(lr["summary"].as_str().unwrap().ends_with('.'));
}

#[test]
fn bad_input_exits_with_2_and_points_at_it() {
    fails(&["solve", "mnnie", "3"], 2, "did you mean `minnie`?");
    fails(&["solve", "minnie", "3,x"], 2, "^");
    fails(&["solve", "lr-nim(1)", "3"], 2, "at least 2");
    fails(&["table", "wythoff", "--piles", "3", "--max", "5"], 2, "at most 2 piles");
    fails(&["table", "misere nim", "--piles", "2", "--max", "5", "--nim"], 2, "no nim-values");
    fails(&["solve", "minnie", "--positions", "/no/such/file"], 2, "cannot read");
    fails(&["table", "nim", "--piles", "3", "--max", "5", "--format", "png"], 2, "--piles 2");
    fails(&["solve", "minnie", "3", "--kernel", "unitz"], 2, "the kernels are");
    fails(&["solve", "minnie", "3", "--kernel", "units"], 2, "cannot do this");
    fails(&["tabel"], 2, "table");
}

#[test]
fn too_large_tables_exit_with_3_and_say_what_fits() {
    let table = ["table", "minnie", "--piles", "6", "--max", "1000", "--count"];
    fails(&table, 3, "With 6 piles, sizes up to");
    fails(&["table", "nim", "--piles", "60", "--max", "90", "--kernel", "sweep"], 3, "needs");
}

#[test]
fn a_table_that_is_stopped_keeps_what_is_finished() {
    let arguments = ["table", "minnie", "--piles", "3", "--max", "1200", "--time", "1s"];
    let output = sprague(&[&arguments[..], &["--kernel", "sweep", "--count"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert!(error.contains("complete"), "{error}");
    if let Some(complete) = error.split("up to size ").nth(1) {
        let complete = complete.trim();
        let small = sprague(&["table", "minnie", "--piles", "3", "--max", complete, "--count"]);
        assert_eq!(text, String::from_utf8(small.stdout).unwrap());
    }
}

#[test]
fn tables_come_in_every_format() {
    let table = |format: &str| {
        let output =
            sprague(&["table", "wynnie", "--piles", "2", "--max", "9", "--format", format]);
        assert!(output.status.success());
        output.stdout
    };
    let text = String::from_utf8(table("text")).unwrap();
    assert!(text.contains("9 |") && text.contains("P-positions of 45"), "{text}");
    let csv = String::from_utf8(table("csv")).unwrap();
    assert!(csv.starts_with("pile1,pile2,outcome\n1,1,N\n1,2,P\n"), "{csv}");
    assert_eq!(csv.lines().count(), 46);
    assert!(String::from_utf8(table("latex")).unwrap().contains("\\begin{tabular}"));
    assert!(String::from_utf8(table("svg")).unwrap().starts_with("<svg"));
    assert!(table("png").starts_with(b"\x89PNG"));
}

#[test]
fn alone_it_greets_with_three_things_to_try() {
    let output = sprague(&[]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.matches("  sprague ").count(), 3);
}

#[test]
fn a_certificate_is_written_and_checked_and_a_damaged_one_is_rejected() {
    let folder = std::env::temp_dir().join(format!("sprague-certify-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("cut.cert");
    let file = path.to_str().unwrap();
    let made = answer(&["certify", "lr-nim(2,3)", "-o", file, "--format", "json"]);
    let outcomes = "game lr-nim(2,3); regular from 2 with period 5";
    assert!(made["statement"].as_str().unwrap().ends_with(outcomes), "{made}");
    assert_eq!(answer(&["verify", file, "--format", "json"])["ok"], true);
    let made = answer(&["certify", "cut(1,6)", "-o", file, "--format", "json"]);
    assert_eq!(made["ok"], true);
    let checked = answer(&["verify", file, "--format", "json"]);
    assert_eq!(checked["ok"], true);
    let statement = checked["statement"].as_str().unwrap();
    assert!(statement.contains("regular from 1 with period 36 and saltus 8"), "{statement}");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("\nperiod 36", "\nperiod 37")).unwrap();
    let rejected = sprague(&["verify", file, "--format", "json"]);
    assert_eq!(rejected.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&rejected.stdout).contains("\"ok\":false"));
    fails(&["certify", "cut(1,2)", "--to", "300"], 3, "no proof yet");
    // A saltus that is no power of two: more heaps would not help, and that is said at once.
    fails(&["certify", "octal(0.3F)"], 3, "no theorem applies");
    // A game file is part of the certificate, which is then checked without it.
    let game = folder.join("own.game");
    let rules = "game kayles\n  \"Own.\"\n  piles any\n  move take k from one pile where k <= 3\n";
    std::fs::write(&game, rules).unwrap();
    answer(&["certify", game.to_str().unwrap(), "-o", file, "--format", "json"]);
    std::fs::remove_file(&game).unwrap();
    let checked = answer(&["verify", file, "--format", "json"]);
    assert!(checked["statement"].as_str().unwrap().contains("regular from 0 with period 4"));
    answer(&["certify", "octal(0.02?)", "-o", file, "--format", "json"]);
    answer(&["verify", file, "--format", "json"]);
    fails(&["verify", "no-such-file.cert"], 2, "cannot read");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn one_position_that_is_too_large_takes_nothing_away_from_the_others() {
    let folder = std::env::temp_dir().join(format!("sprague-many-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("many.txt");
    std::fs::write(&file, "3,8\n40,41,42,43,44,45,46,47\n4,8\n").unwrap();
    let many = ["solve", "minnie", "--positions", file.to_str().unwrap(), "--memory", "64M"];
    let output =
        sprague(&[&many[..], &["--no-moves", "--time", "5s", "--format", "json"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 3, "{text}");
    assert_eq!((&rows[0]["outcome"], &rows[2]["outcome"]), (&"P".into(), &"N".into()), "{text}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_line_that_is_no_position_takes_nothing_away_from_the_others() {
    let folder = std::env::temp_dir().join(format!("sprague-wrong-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("many.txt");
    for (game, [good, bad, other]) in
        [("minnie", ["3,8", "3,x", "4,4"]), ("wyg", ["P(3) chips=1", "Q(3)", "C(4) chips=1"])]
    {
        std::fs::write(&file, format!("{bad}\n{good}\n{bad}\n# none\n\n{other}\n{bad}\n")).unwrap();
        let many = ["solve", game, "--positions", file.to_str().unwrap(), "--no-moves"];
        let output = sprague(&[&many[..], &["--format", "json"]].concat());
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8(output.stdout).unwrap();
        let rows: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(rows.len(), 5, "{text}");
        for (place, row) in rows.iter().enumerate() {
            let wrong = place % 2 == 0;
            assert_eq!(row.get("error").is_some(), wrong, "{text}");
            assert_eq!(row.get("outcome").is_none(), wrong, "{text}");
        }
        assert_eq!(rows[0]["position"], bad);
        let complaints = String::from_utf8(output.stderr).unwrap();
        assert_eq!(complaints.matches("error: ").count(), 3, "{complaints}");
        let plain = String::from_utf8(sprague(&many).stdout).unwrap();
        assert_eq!(plain.matches("not answered: ").count(), 3, "{plain}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_census_that_cannot_be_written_is_not_begun() {
    let none =
        ["census", "lr-nim", "--min", "2", "--max", "9", "--out", "no/such/folder/x.parquet"];
    fails(&none, 2, "there is no folder");
    let folder = std::env::temp_dir();
    let folder =
        ["census", "lr-nim", "--min", "2", "--max", "9", "--out", folder.to_str().unwrap()];
    fails(&folder, 2, "is a folder");
    fails(&["sequence", "wyg", "--to", "9"], 2, "not played with piles");
    fails(&["solve", "domineering", "4"], 2, "not played with piles");
}

#[test]
fn exit_codes_are_in_the_help() {
    let help = String::from_utf8(sprague(&["help"]).stdout).unwrap();
    for code in ["\n  0  answered", "\n  1  a verdict", "\n  2  bad input", "\n  3  over a limit"] {
        assert!(help.contains(code), "{help}");
    }
}

#[test]
fn a_saved_run_is_taken_up_again() {
    let folder = std::env::temp_dir().join(format!("sprague-save-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("grundy.b");
    let file = path.to_str().unwrap();
    let sequence = |to: &str, more: &[&str]| {
        let args = [&["sequence", "grundy", "--to", to, "--format", "csv"], more].concat();
        String::from_utf8(sprague(&args).stdout).unwrap()
    };
    let whole = sequence("3000", &[]);
    assert_eq!(sequence("1000", &["--save", file]), sequence("1000", &[]));
    assert_eq!(sequence("3000", &["--save", file]), whole);
    assert_eq!(sequence("3000", &["--save", file]), whole);
    fails(&["sequence", "kayles", "--to", "5", "--save", file], 2, "a run of grundy");
    fails(&["sequence", "lr-nim(2,3)", "--to", "5", "--save", file], 2, "only nim-values");
    std::fs::write(&path, "0 0\n1 0\n").unwrap();
    fails(&["sequence", "grundy", "--to", "5", "--save", file], 2, "not a saved run");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn values_are_worked_out() {
    let eval = |text: &str| answer(&["eval", text, "--format", "json"]);
    let sum = eval("{1|-1}+^*");
    assert_eq!(sum["canonical"], "{1^*|-1^*}");
    assert_eq!(
        (&sum["outcome"], &sum["mean"], &sum["temperature"]),
        (&json!("N"), &json!("0"), &json!("1"))
    );
    assert_eq!(sum["birthday"], 4);
    assert_eq!(eval("3/4 <> *")["holds"], false);
    assert_eq!(eval("-1^")["canonical"], "-1^");
    fails(&["eval", "{1|"], 2, "never closed");
    fails(&["eval", "1/0"], 2, "divides by 0");

    let heaps = answer(&["value", "lr-nim(2,3)", "--to", "14", "--format", "json"]);
    let expected = "1 -1 1* +-1 {1*|-1} 1 0 1* {1|0} {1*|0} 1 0 1* {1|0} {1*|0}";
    assert_eq!(heaps["values"], json!(expected.split(' ').collect::<Vec<_>>()));
    let regularity = json!({
        "preperiod": 5, "period": 5, "saltus": "0", "verdict": "proved", "by": "window",
    });
    assert_eq!(heaps["regularity"], regularity);
    let board = answer(&["value", "domineering", "4x4", "--format", "json"]);
    assert_eq!(board["canonical"], "+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}");
    let strip = answer(&["value", "toads-and-frogs", "TTT..FFF", "--format", "json"]);
    assert_eq!(strip["canonical"], "+-1/8");
    let piles = answer(&["value", "kayles", "3,4", "--format", "json"]);
    assert_eq!((&piles["position"], &piles["canonical"]), (&json!([3, 4]), &json!("*2")));
    fails(&["value", "misere nim", "--to", "3"], 2, "normal play");
    fails(&["value", "domineering", "..|.a"], 2, "no cell");
    fails(&["value", "domineering", "--to", "3"], 2, "boards");

    let arguments = ["difference", "lr-nim(2,3,6)", "--shift", "9", "--to", "17"];
    let difference = answer(&[&arguments[..], &["--format", "json"]].concat());
    assert_eq!(difference["outcomes"], "PLPLLPLLLPLPLPPLLL");
}

#[test]
fn positions_on_graphs_are_solved() {
    let k5 = answer(&["solve", "wyg", "K(5) chips=1", "--format", "json"]);
    assert_eq!((&k5["position"], &k5["outcome"]), (&json!("K(5) chips=1"), &json!("N")));
    assert_eq!((&k5["ruleset"], &k5["nim"]), (&json!("wyg"), &json!(1)));
    assert_eq!(k5["winning"].as_array().unwrap().len(), 5);
    assert_eq!(k5["winning"][0], "K(5) chips=0,1,1,1,1");
    // What is printed can be solved again.
    let again = answer(&["solve", "wyg", k5["winning"][0].as_str().unwrap(), "--format", "json"]);
    assert_eq!((&again["outcome"], &again["nim"]), (&json!("P"), &json!(0)));
    // A chosen edge binds: no nim-value, and why.
    let c6 = answer(&["solve", "wyg", "C(6) chips=deg", "--format", "json", "--no-moves"]);
    assert_eq!((&c6["outcome"], &c6["nim"]), (&json!("N"), &Value::Null));
    assert_eq!(c6["entailing"], "loony");
    assert!(c6["nim_missing"].as_str().unwrap().contains("binds"));
    let play = answer(&["solve", "wyg", "P(3) chips=1,2,1 play=0-1", "--format", "json"]);
    assert_eq!((&play["outcome"], &play["nim"]), (&json!("P"), &Value::Null));
    let misere = answer(&["solve", "misere mig", "P(3) chips=1,2,3", "--format", "json"]);
    assert_eq!(misere["winning"], json!(["P(3) chips=1,1,3"]));
    let text = sprague(&["solve", "node-kayles", "P(9)"]);
    assert!(String::from_utf8(text.stdout).unwrap().contains("delete 4 and its neighbours"));
    let svg = sprague(&["solve", "wyg", "K(4) + P(3) chips=deg", "--format", "svg"]);
    assert!(svg.stdout.starts_with(b"<svg"));
}

#[test]
fn bad_graphs_are_refused_with_the_place() {
    for (position, message) in [
        ("edges:0-1,1-1 chips=1", "1:11"),
        ("edges:0-1,1-5 chips=1,1", "no vertex 5"),
        ("g6:D!c chips=1", "1:5"),
        ("P(4) chips=1,2", "2 stacks for 4 vertices"),
        ("Q(4)", "no family"),
    ] {
        fails(&["solve", "wyg", position], 2, message);
    }
    fails(&["solve", "arc-kayles", "K(4) chips=2"], 2, "without chips");
    fails(&["solve", "nim", "3,5", "--format", "svg"], 2, "only positions on graphs");
    fails(&["graphs", "wynnie", "--vertices", "4"], 2, "no game on graphs");
    fails(&["graphs", "wyg", "--family", "DS(m,n,k)", "--m", "1..2", "--n", "1..2"], 2, "--k");
}

#[test]
fn graphs_are_swept() {
    let lines = |arguments: &[&str]| -> Vec<Value> {
        let output = sprague(arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let all = lines(&["graphs", "wyg", "--vertices", "7", "--chips", "1", "--format", "json"]);
    assert_eq!(all.len(), 1044);
    assert_eq!(all.iter().filter(|row| row["outcome"] == "P").count(), 99);
    let last = json!({"graph6": "F~~~w", "vertices": 7, "edges": 21, "outcome": "P", "nim": 0});
    assert_eq!(all.last(), Some(&last));
    let family = ["graphs", "wyg", "--family", "DS(m,n,k)", "--m", "1..4", "--n", "1..4"];
    let exceptions = lines(&[&family[..], &["--k", "3..100", "--format", "json"]].concat());
    let lengths: std::collections::BTreeSet<u64> =
        exceptions.iter().map(|row| row["k"].as_u64().unwrap()).collect();
    assert_eq!(lengths, [6, 21, 27, 62, 66, 70].into());
    assert!(exceptions.iter().all(|row| row["outcome"] == "P" && row["nim"] == 0));
}

#[test]
fn the_path_is_identified_as_an_octal_game() {
    let path = answer(&["identify", "wyg P(n)", "--to", "300", "--format", "json"]);
    let expected =
        json!({"ruleset": "octal(0.67)", "shift": 0, "agrees_to": 300, "verdict": "holds"});
    assert!(path["matches"].as_array().unwrap().contains(&expected), "{path}");
}
