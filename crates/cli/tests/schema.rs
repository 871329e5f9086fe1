//! What commands print with `--format json` is as the schemas in `docs/schema` say, and these are as the types are.
//!
//! `UPDATE_SCHEMAS=1 cargo test -p sprague-cli --test schema` writes the files anew.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use jsonschema::Validator;
use serde_json::{Value, json};

/// The schemas by their commands.
fn schemas() -> BTreeMap<&'static str, Value> {
    sprague_report::schema::all().into_iter().map(|(name, schema)| (name, schema.into())).collect()
}

/// The same with no room for keys that are not described: what is printed has none.
fn closed(mut schema: Value) -> Validator {
    let close = |part: &mut Value| {
        if part.get("properties").is_some() {
            part["unevaluatedProperties"] = json!(false);
        }
    };
    close(&mut schema);
    if let Some(parts) = schema.get_mut("$defs").and_then(Value::as_object_mut) {
        parts.values_mut().for_each(close);
    }
    jsonschema::draft202012::new(&schema).expect("a schema")
}

/// A folder that is gone at the end, with some files in it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let folder = std::env::temp_dir().join(format!("sprague-schema-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("mine.claim"), CLAIMS).unwrap();
        std::fs::write(folder.join("least.claim"), LEAST).unwrap();
        std::fs::write(folder.join("grid.rules"), "take k from {one pile, nothing} where k <= 2")
            .unwrap();
        std::fs::write(folder.join("broken.cert"), "certificate of nothing\n").unwrap();
        Folder(folder)
    }

    /// The documents that a command prints, and how it ends.
    fn prints(&self, arguments: &[&str], input: &str) -> (Vec<Value>, Option<i32>) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sprague"))
            .args(arguments)
            .args(["--format", "json"])
            .current_dir(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // A command that reads nothing may be gone before this is written.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let documents = text.lines().map(|line| {
            serde_json::from_str(line).unwrap_or_else(|e| panic!("{arguments:?}: {e}: {line}"))
        });
        (documents.collect(), output.status.code())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Proved, refuted by piles, refuted by a position on a graph; expected, unexpected, nothing expected.
const CLAIMS: &str = r#"
claim "two equal piles"
  from "nowhere, Theorem 1"
  game nim
  piles a <= b
  P iff a = b
  expect proved
claim "one parity"
  game nim
  piles a <= b
  P iff even(a + b)
  expect proved
claim "paths"
  game wyg-free
  graph P(n) chips=2^(n-1),1 for n in 2..6
  N if always
claim "stacks of one"
  game jennifer
  piles a <= b
  N if a = 1 and b > 1
"#;

/// With a name in the place of a number.
const LEAST: &str =
    "claim \"large stacks\"\n  game minnie\n  piles a <= b\n  suppose a >= t\n  N if always\n";

/// Commands with their exit codes and how many documents they print at least.
const RUNS: &[(&str, &str, i32, usize)] = &[
    // Catalogues.
    ("games", "games", 0, 40),
    ("games", "games minnie", 0, 1),
    ("games", "games lr-nim", 0, 1),
    ("games", "games wyg", 0, 1),
    ("games", "games no-such-game", 2, 0),
    ("claims", "claims", 0, 780),
    ("claims", "claims cut --word repaired", 0, 5),
    ("claims", "claims @self-referential/theorem-5.2", 0, 1),
    ("claims", "claims cut --word no-such-word", 0, 0),
    // Positions: impartial, partizan, misère, empty, a row, nim-values left out; on graphs.
    ("solve", "solve minnie 3,8", 0, 1),
    ("solve", "solve nim - --no-moves", 0, 1),
    ("solve", "solve lr-nim(2,3) 8", 0, 1),
    ("solve", "solve misere|wynnie 3,6", 0, 1),
    ("solve", "solve vector(1,0;0,1;1,1) 3,2", 0, 1),
    ("solve", "solve jennifer 70,80,90", 0, 1),
    ("solve", "solve nim --positions -", 0, 2),
    ("solve", "solve minnie --positions - --memory 1", 3, 2),
    ("solve", "solve wyg K(5)|chips=1", 0, 1),
    ("solve", "solve wyg P(3)|chips=2 --no-moves", 0, 1),
    ("solve", "solve wyg P(2)|chips=2", 0, 1),
    ("solve", "solve misere|mig C(5)|chips=deg", 0, 1),
    // Tables: with numbers alone, with nim-values, partizan, by counts, of rows.
    ("table", "table wythoff --piles 2 --max 6", 0, 1),
    ("table", "table wythoff --piles 2 --max 6 --count", 0, 1),
    ("table", "table nimb --piles 2 --max 4 --nim", 0, 1),
    ("table", "table lr-nim(2,3) --piles 1 --max 5", 0, 1),
    ("table", "table ooooob-b --counts 2,1", 0, 1),
    ("table", "table vector(1,0;0,1) --piles 2 --max 3", 0, 1),
    ("table", "table nim --piles 3 --max 4 --fix 2", 0, 1),
    // One heap.
    ("sequence", "sequence kayles --to 300", 0, 1),
    ("sequence", "sequence lr-nim(2,3) --to 39", 0, 1),
    ("sequence", "sequence cut(1,6) --to 300", 0, 1),
    ("sequence", "sequence grundy --to 20", 0, 1),
    ("sequence", "sequence misere|kayles --to 20", 0, 1),
    ("sequence", "sequence nim --to 0", 0, 1),
    ("nim-set", "nim-set cut(1,6) --parts 7 --to 14", 0, 1),
    ("nim-set", "nim-set kayles --parts 1 --to 0", 0, 1),
    // Patterns: proved, as nim-values, one heap, undecided; rulesets that agree and differ; a claim that is refuted and one that is not.
    ("discover", "discover minnie --piles 2", 0, 1),
    ("discover", "discover nimtb --piles 2 --nim", 0, 1),
    ("discover", "discover ooooob-b --counts 2", 0, 1),
    ("discover", "discover kayles --piles 1", 0, 1),
    ("discover", "discover lr-nim(2,3)", 2, 0),
    ("discover", "discover jennifer --time 3s", 3, 1),
    ("compare", "compare nim greedy-nim --piles 2", 0, 1),
    ("compare", "compare nim wythoff --piles 2", 0, 1),
    ("repair", "repair mine.claim --claim 2", 0, 1),
    ("repair", "repair mine.claim --claim 1", 2, 0),
    ("survey", "survey grid.rules --misere", 0, 4),
    ("threshold", "threshold least.claim --for t", 0, 1),
    ("threshold", "threshold mine.claim --for t", 2, 0),
    ("identify", "identify kayles --to 200", 0, 1),
    ("identify", "identify octal(0.7F) --to 200", 0, 1),
    ("identify", "identify subtract(1,2) --to 50", 0, 1),
    ("identify", "identify wyg|P(n) --to 40", 0, 1),
    ("identify", "identify subtract(3,17,40) --to 100", 0, 1),
    // Values.
    ("eval", "eval {1|-1}+^*", 0, 1),
    ("eval", "eval 3/4|<>|*", 0, 1),
    ("eval", "eval {3|1||-2}", 0, 1),
    ("eval", "eval ^", 0, 1),
    ("eval", "eval 1|+", 2, 0),
    ("value", "value lr-nim(2,3) --to 30", 0, 1),
    ("value", "value lr-nim(2,3,6) --to 30", 0, 1),
    ("value", "value partizan-euclid 5,8", 0, 1),
    ("value", "value domineering 3x3", 0, 1),
    ("value", "value toads-and-frogs TT.FF", 0, 1),
    ("value", "value nim -", 0, 1),
    ("difference", "difference lr-nim(2,3,6) --shift 9 --to 40", 0, 1),
    ("difference", "difference lr-nim(2,3) --shift 0 --to 0", 0, 1),
    // Families.
    ("census", "census lr-nim --min 2 --max 12", 0, 1),
    ("census", "census lr-nim --min 2 --max 12 --group-by class,period,class --top 3", 0, 1),
    ("census", "census octal --digits 2 --group-by class,saltus,value --top 2 --by value", 0, 1),
    ("census", "census cut --within 5 --size 2 --group-by period", 0, 1),
    ("graphs", "graphs wyg --vertices 4", 0, 11),
    ("graphs", "graphs wyg --vertices 4 --chips 2 --nim", 0, 11),
    ("graphs", "graphs misere|wyg --vertices 3", 0, 4),
    ("graphs", "graphs wyg --family DS(m,n,k) --m 1..2 --n 1..2 --k 2..4 --all", 0, 12),
    ("graphs", "graphs wyg --family K(n) --chips deg --nim --n 2..4 --all", 0, 3),
    // Claims and certificates.
    ("prove", "prove mine.claim", 1, 4),
    ("prove", "prove mine.claim --claim 1 --certificates kept", 0, 1),
    ("prove", "prove mine.claim --claim 4 --certificates kept", 0, 1),
    ("prove", "prove mine.claim --claim 1 --no-check", 0, 1),
    ("prove", "prove mine.claim --claim 1 --steps 1 --positions 1", 1, 1),
    ("prove", "prove mine.claim --claim 1 --steps 1 --positions 1 --certificates kept", 1, 1),
    ("prove", "prove @cut/section-7 --steps 1000 --positions 5", 1, 4),
    ("prove", "prove @classics @ooooob/lemma-3.2 @cut/theorem-15-proof", 0, 6),
    ("certify", "certify cut(1,6) -o cut.cert", 0, 1),
    ("certify", "certify @self-referential/theorem-5.2 -o minnie.cert", 0, 1),
    ("verify", "verify cut.cert minnie.cert kept", 0, 3),
    ("verify", "verify cut.cert broken.cert mine.claim", 1, 3),
    ("verify", "verify no-such-file", 2, 1),
];

#[test]
fn what_is_printed_is_as_its_schema_says() {
    let schemas: BTreeMap<&str, Validator> =
        schemas().into_iter().map(|(name, schema)| (name, closed(schema))).collect();
    let folder = Folder::new();
    let mut met: Vec<&str> = Vec::new();
    let mut wrong = Vec::new();
    for &(name, line, code, least) in RUNS {
        let arguments: Vec<String> = words(line);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (documents, ended) = folder.prints(&arguments, "3,8\n1,2,3\n");
        assert_eq!(ended, Some(code), "{line}");
        assert!(documents.len() >= least, "{line}: {} documents", documents.len());
        for document in documents {
            let faults = schemas[name].iter_errors(&document);
            wrong.extend(faults.map(|fault| format!("{line}: {fault} in {document}")));
            met.push(name);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let unmet: Vec<&&str> = schemas.keys().filter(|name| !met.contains(name)).collect();
    assert!(unmet.is_empty(), "nothing was printed for {unmet:?}");
}

/// The arguments of a line. A bar that stands between two words, and not in a game, is a space within an argument.
fn words(line: &str) -> Vec<String> {
    let is_value = |word: &str| word.starts_with('{');
    let word = |word: &str| if is_value(word) { word.into() } else { word.replace('|', " ") };
    line.split(' ').map(word).collect()
}

#[test]
fn the_schemas_notice_what_is_wrong() {
    let schemas = schemas();
    let sequence = closed(schemas["sequence"].clone());
    let right = json!({ "ruleset": "nim", "values": [0, 1], "regularity": null });
    assert!(sequence.is_valid(&right));
    for (key, value) in [
        ("values", json!(["0"])),
        ("values", json!(null)),
        ("regularity", json!({ "period": 1 })),
        ("ruleset", json!(1)),
        ("surprise", json!(1)),
    ] {
        let mut broken = right.clone();
        broken[key] = value;
        assert!(!sequence.is_valid(&broken), "{broken}");
    }
    let prove = closed(schemas["prove"].clone());
    assert!(!prove.is_valid(&json!({ "claim": "it", "verdict": "true" })));
    let solve = closed(schemas["solve"].clone());
    assert!(
        !solve.is_valid(&json!({ "ruleset": "nim", "position": [1], "outcome": "Q", "nim": 0 }))
    );
    assert!(!solve.is_valid(&json!({ "ruleset": "nim", "position": [1] })));
}

#[test]
fn the_files_are_as_the_types_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
    let mut names: Vec<String> = Vec::new();
    for (name, schema) in schemas() {
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        let file = folder.join(format!("{name}.json"));
        if std::env::var_os("UPDATE_SCHEMAS").is_some() {
            std::fs::write(&file, &text).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(kept == text, "{} is out of date: set UPDATE_SCHEMAS=1", file.display());
        names.push(format!("{name}.json"));
    }
    let files = std::fs::read_dir(&folder).unwrap();
    let mut files: Vec<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    assert_eq!(files, names, "a file without a command, or the other way round");
}

#[test]
fn the_command_line_assembles_no_json() {
    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { sources(&path, found) } else { found.push(path) }
        }
    }
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for word in ["json!", "serde_json::Value", "serde_json::Map", "serde_json::{"] {
            assert!(!text.contains(word), "{} has {word}: results are types", file.display());
        }
    }
}
