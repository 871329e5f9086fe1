//! `sprague census` as it is typed: answers, rows, pictures, and what a kill leaves.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

fn sprague(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sprague")).args(arguments).output().unwrap()
}

fn answer(arguments: &[&str]) -> Value {
    let output = sprague(&[arguments, &["--format", "json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn refused(arguments: &[&str], message: &str) {
    let output = sprague(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(error.contains(message), "{arguments:?}: {error}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("sprague-census-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn families_are_counted() {
    let lr = answer(&["census", "lr-nim", "--min", "2", "--max", "6"]);
    assert_eq!((&lr["total"], &lr["eventually_left"]), (&json!(16), &json!(4)));
    assert!(lr["seconds"].as_f64().is_some());
    // Set by set by the reference: tests/reference.rs of the census.
    let lr = answer(&["census", "lr-nim", "--min", "2", "--max", "20", "--group-by", "max,class"]);
    assert_eq!(lr["eventually_left"], json!(200992));
    let row = json!({ "max": 20, "games": 131072, "eventually_left": 101631 });
    assert!(lr["groups"]["max"].as_array().unwrap().contains(&row));
    let ending = answer(&["census", "ending-nim", "--min", "1", "--max", "3"]);
    assert_eq!(ending["total"], json!(16));
    let octal = answer(&["census", "octal", "--digits", "1", "--top", "1", "--by", "value"]);
    assert_eq!(octal["total"], json!(7));
    assert!(octal.get("eventually_left").is_none());
    let cut = answer(&["census", "cut", "--within", "4", "--size", "2", "--group-by", "class"]);
    assert_eq!(cut["total"], json!(6));
    let four = answer(&["census", "octal", "--digits", "1", "--before", "4", "--to", "100"]);
    assert_eq!(four["total"], json!(8));
}

#[test]
fn records_are_named_by_games_that_hold_them() {
    let lr = answer(&["census", "lr-nim", "--min", "2", "--max", "16", "--top", "3"]);
    for record in lr["top"].as_array().unwrap() {
        let ruleset = record["ruleset"].as_str().unwrap();
        let sequence = answer(&["sequence", ruleset, "--to", "400"]);
        assert_eq!(sequence["regularity"]["period"], record["period"], "{ruleset}");
    }
    let subtract = answer(&["census", "subtract", "--max", "9", "--top", "1", "--by", "preperiod"]);
    let record = &subtract["top"][0];
    let sequence = answer(&["sequence", record["ruleset"].as_str().unwrap(), "--to", "400"]);
    assert_eq!(sequence["regularity"]["preperiod"], record["preperiod"]);
}

#[test]
fn nonsense_is_refused() {
    refused(&["census", "lr-nim", "--min", "9", "--max", "5"], "greater than max");
    refused(&["census", "lr-nim", "--min", "1", "--max", "5"], "at least 2");
    refused(&["census", "lr-nim", "--min", "2", "--max", "64"], "up to 63");
    refused(&["census", "cut", "--within", "3", "--size", "4"], "no cut-sets");
    refused(&["census", "octal", "--digits", "0"], "without digits");
    refused(&["census", "octal", "--digits", "2", "--before", "3"], "0 or 4");
    refused(&["census", "octal", "--digits", "2", "--group-by", "max"], "does not suit");
    refused(&["census", "lr-nim", "--min", "2", "--max", "5", "--group-by", "size"], "counted by");
    refused(&["census", "lr-nim", "--min", "2", "--max", "5", "--by", "max"], "does not suit");
    refused(&["census-plot", "/no/such/file"], "/no/such/file");
}

#[test]
fn a_census_that_is_stopped_says_how_to_go_on() {
    let arguments = ["census", "lr-nim", "--min", "2", "--max", "60", "--time", "200ms"];
    let output = sprague(&arguments);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--run"));
}

#[test]
fn rows_are_drawn() {
    let folder = folder("plot");
    for (i, family) in
        ["lr-nim --min 2 --max 12", "octal --digits 1", "subtract --max 6"].into_iter().enumerate()
    {
        let rows = folder.join(format!("{i}.parquet"));
        let family: Vec<&str> = family.split(' ').collect();
        answer(&[&["census"], &family[..], &["--out", text(&rows)]].concat());
        assert!(!folder.join(format!("{i}.parquet.run")).exists());
        let svg = sprague(&["census-plot", text(&rows)]).stdout;
        assert!(svg.starts_with(b"<svg"), "{family:?}");
        let png = folder.join("a.png");
        assert!(sprague(&["census-plot", text(&rows), "-o", text(&png)]).status.success());
        assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Files in a folder whose names end so.
fn files(folder: &Path, ending: &str) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    entries.flatten().filter(|e| e.file_name().to_string_lossy().ends_with(ending)).count()
}

#[test]
fn a_killed_census_goes_on_to_the_same_bytes() {
    let folder = folder("kill");
    let (undisturbed, killed) = (folder.join("a.parquet"), folder.join("b.parquet"));
    let run = folder.join("b.parquet.run");
    let question = ["census", "lr-nim", "--min", "2", "--max", "27", "--top", "5", "--out"];
    let first = answer(&[&question[..], &[text(&undisturbed)]].concat());
    let mut kills = 0;
    for finished in [1, 3, 6] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sprague"))
            .args(question)
            .args([text(&killed), "--threads", "1"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Until so many chunks are there, beside the manifest.
        while files(&run, ".json") <= finished && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        if child.try_wait().unwrap().is_none() {
            // Meanwhile nobody else may work there, nor with another question.
            if finished == 1 {
                refused(&[&question[..], &[text(&killed)]].concat(), "another run is at work");
            }
            child.kill().unwrap();
            kills += 1;
        }
        child.wait().unwrap();
    }
    assert!(kills > 0 && !killed.exists());
    let other = ["census", "lr-nim", "--min", "3", "--max", "27", "--out", text(&killed)];
    refused(&other, "--min 2 --max 27");
    let mut second = answer(&[&question[..], &[text(&killed)]].concat());
    second["seconds"] = first["seconds"].clone();
    assert_eq!(first, second);
    assert!(std::fs::read(&undisturbed).unwrap() == std::fs::read(&killed).unwrap());
    assert!(!run.exists());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn damaged_chunks_are_computed_again_and_foreign_folders_left_alone() {
    let folder = folder("damage");
    let (run, out) = (folder.join("run"), folder.join("a.parquet"));
    let question = ["census", "lr-nim", "--min", "2", "--max", "25", "--run", text(&run)];
    let question = [&question[..], &["--out", text(&out)]].concat();
    let mut whole = answer(&question);
    let rows = std::fs::read(&out).unwrap();
    let mut altered = rows.clone();
    altered[rows.len() / 4] ^= 1;
    let longer = [&rows[..], b"more"].concat();
    let told = std::fs::read_to_string(run.join("00000001.json")).unwrap();
    let elsewhere = told.replace("\"rows\":[", "\"rows\":[1");
    assert!(elsewhere != told);
    let damages: [(&str, &[u8]); 7] = [
        ("rows.parquet", b"short"),
        ("rows.parquet", &rows[..rows.len() / 2]),
        ("rows.parquet", &altered),
        ("rows.parquet", &longer),
        ("00000000.json", b""),
        ("00000001.json", elsewhere.as_bytes()),
        ("00000001.json", &told.as_bytes()[..told.len() / 2]),
    ];
    for (name, bytes) in damages {
        std::fs::write(run.join(name), bytes).unwrap();
        let again = answer(&question);
        whole["seconds"] = again["seconds"].clone();
        assert_eq!(whole, again, "{name}");
        assert!(std::fs::read(&out).unwrap() == rows, "{name}");
    }
    let foreign = ["census", "lr-nim", "--min", "2", "--max", "9", "--run", text(&folder)];
    refused(&foreign, "not a run folder");
    std::fs::remove_dir_all(&folder).unwrap();
}
