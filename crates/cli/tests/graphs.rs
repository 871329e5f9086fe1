//! `sprague graphs` as it is typed: streams of graph6, threads, and Parquet against JSON.

mod common;

use std::path::{Path, PathBuf};

use parquet::file::serialized_reader::SerializedFileReader;
use parquet::record::{Field, Row};
use serde_json::Value;

use common::sprague;

fn rows(arguments: &[&str], input: &str) -> Vec<Value> {
    let output = sprague(&[arguments, &["--format", "json"]].concat(), input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn refused(input: &str, messages: &[&str]) {
    let output = sprague(&["graphs", "wyg", "--graphs", "-"], input);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{input:?}: {error}");
    for message in messages {
        assert!(error.contains(message), "{input:?}: {error}");
    }
}

fn read(path: &Path) -> Vec<Value> {
    let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
    let value = |field: &Field| match field {
        Field::Str(text) => text.as_str().into(),
        Field::UInt(number) => (*number).into(),
        Field::Null => Value::Null,
        other => panic!("{other:?}"),
    };
    let row = |row: Row| {
        let columns = row.get_column_iter().map(|(name, field)| (name.clone(), value(field)));
        Value::Object(columns.collect())
    };
    reader.into_iter().map(|read| row(read.unwrap())).collect()
}

fn place(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("sprague-graphs-{}-{name}", std::process::id()))
}

#[test]
fn streams_may_have_a_header_and_empty_lines() {
    let plain = rows(&["graphs", "wyg", "--graphs", "-"], "Bw\nC~\n");
    assert_eq!(plain.len(), 2);
    for stream in [">>graph6<<Bw\nC~\n", ">>graph6<<\r\nBw\r\n\r\nC~", "\nBw\n\n  C~  \n"] {
        assert_eq!(rows(&["graphs", "wyg", "--graphs", "-"], stream), plain, "{stream:?}");
    }
    assert!(rows(&["graphs", "wyg", "--graphs", "-"], "").is_empty());
}

#[test]
fn what_is_not_graph6_is_refused_with_its_line() {
    refused("Bw\n:Bcd\n", &["line 2", "this is sparse6, not graph6", "copyg"]);
    refused(">>sparse6<<:Bcd\n", &["line 1", "sparse6"]);
    refused("&AO\n", &["digraph6", "without directions"]);
    refused("Bw\nB w\n", &["line 2", "does not occur in graph6"]);
}

#[test]
fn graphs_of_more_than_62_vertices_are_read() {
    // A star on 64 vertices, by hand: 64 is 0, 1, 0 in digits of six bits, and every column of the upper
    // triangle begins with 1.
    let mut bits: Vec<u8> = (1..64).flat_map(|v| (0..v).map(|u| u8::from(u == 0))).collect();
    bits.resize(bits.len().next_multiple_of(6), 0);
    let six = |bits: &[u8]| (63 + bits.iter().fold(0, |six, bit| six << 1 | bit)) as char;
    let star = format!("~?@?{}", bits.chunks(6).map(six).collect::<String>());
    let row = &rows(&["graphs", "arc-kayles", "--graphs", "-"], &star)[0];
    assert_eq!((&row["vertices"], &row["edges"]), (&64.into(), &63.into()));
    assert_eq!(row["graph6"], star.as_str());
    // Whichever edge is taken, nothing is left.
    assert_eq!(row["nim"], 1);
}

#[test]
fn threads_do_not_change_the_rows() {
    for game in ["wyg", "mig", "misere node-kayles"] {
        let question = ["graphs", game, "--vertices", "6"];
        let one = rows(&[&question[..], &["--threads", "1"]].concat(), "");
        assert_eq!(one.len(), 156);
        assert_eq!(rows(&[&question[..], &["--threads", "3"]].concat(), ""), one, "{game}");
    }
    let family = ["graphs", "wyg", "--family", "W(n)", "--n", "4..9", "--chips", "2", "--all"];
    let one = rows(&[&family[..], &["--threads", "1"]].concat(), "");
    assert_eq!(one.len(), 6);
    assert_eq!(rows(&[&family[..], &["--threads", "3"]].concat(), ""), one);
}

#[test]
fn parquet_has_the_rows_of_json() {
    let path = place("rows.parquet");
    let text = path.to_str().unwrap();
    for question in [
        &["graphs", "wyg", "--vertices", "6"][..],
        &["graphs", "misere wyg", "--vertices", "5", "--connected"],
        &["graphs", "wyg", "--vertices", "4", "--chips", "2"],
        &["graphs", "wyg", "--vertices", "4", "--chips", "2", "--nim"],
        &["graphs", "wyg", "--family", "DS(m,n,k)", "--m", "1..2", "--n", "1..2", "--k", "3..30"],
        &["graphs", "mig", "--family", "C(n)", "--n", "3..9", "--all"],
    ] {
        let mut expected = rows(question, "");
        assert!(!expected.is_empty());
        for row in &mut expected {
            // Texts, also where JSON has a number.
            if let Some(value) = row.get_mut("entailing").filter(|value| !value.is_string()) {
                *value = value.to_string().into();
            }
        }
        let output = sprague(&[question, &["-o", text]].concat(), "");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(read(&path), expected, "{question:?}");
    }
    let output = sprague(&["graphs", "wyg", "--graphs", "-", "-o", text], "");
    assert!(output.status.success() && read(&path).is_empty());
    std::fs::remove_file(&path).unwrap();
}
