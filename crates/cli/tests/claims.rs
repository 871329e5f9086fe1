//! Claims on the command line: verdicts, records, certificates.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::{Value, json};

fn sprague(folder: &Folder, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprague"));
    command.current_dir(&folder.0).args(arguments).output().expect("sprague runs")
}

/// What it says on standard output, if it ends with this code.
fn says(folder: &Folder, arguments: &[&str], code: i32) -> String {
    let output = sprague(folder, arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// A folder that is gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("sprague-{name}-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("claims/games")).unwrap();
        Folder(folder)
    }

    fn write(&self, file: &str, text: &str) {
        std::fs::write(self.0.join(file), text).unwrap();
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.join(file)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const TWO: &str = r#"
claim "two equal piles"
  from "games, Theorem 1.10"
  game nim
  piles a <= b
  P iff a = b
  expect proved

claim "two piles of one parity"
  from "games, Theorem 1.9"
  finding "One parity is not enough."
  game nim
  piles a <= b
  P iff even(a + b)
  expect refuted
"#;

const LONG: &str = r#"
claim "a claim that takes long"
  from "games, Conjecture 2"
  deep
  game nim
  piles a <= b <= c
  P iff xor(a, b, c) = 0
  expect proved
"#;

#[test]
fn a_folder_has_a_record() {
    let folder = Folder::new("record");
    folder.write("claims/games/theorem-1.claim", TWO);
    folder.write("claims/games/conjecture-2.claim", LONG);
    let verdicts = says(&folder, &["prove", "claims"], 0);
    assert!(verdicts.contains("2 judged: 1 proved, 0 hold, 1 refuted"), "{verdicts}");
    assert!(verdicts.contains("1 more take longer"), "{verdicts}");
    // Nothing is written where nobody asked for it, nor over what is not a record.
    assert!(!folder.0.join("claims/README.md").exists());
    folder.write("claims/README.md", "mine");
    says(&folder, &["prove", "claims"], 0);
    assert_eq!(folder.read("claims/README.md"), "mine");
    says(&folder, &["prove", "claims", "--record", "claims/README.md"], 0);
    let record = folder.read("claims/README.md");
    assert!(record.contains("| [games](#games) | 3 | 1 | 0 | 0 | 0 | 1 | 0 | 0 | 1 |"), "{record}");
    assert!(
        record.contains("- **games, Theorem 1.9.** One parity is not enough. Witness: 1,3."),
        "{record}"
    );
    assert!(record.contains("`sprague prove claims/games/theorem-1.claim --claim 2`"), "{record}");
    // From then on it is kept up to date.
    says(&folder, &["prove", "claims", "--deep"], 0);
    assert!(folder.read("claims/README.md").contains("| 3 | 2 | 0 | 0 | 0 | 1 | 0 | 0 | 0 |"));
    says(&folder, &["prove", "claims"], 0);
    assert_eq!(folder.read("claims/README.md"), record);
    let one = says(&folder, &["prove", "claims/games/theorem-1.claim", "--claim", "2"], 0);
    assert!(one.contains("1 judged: 0 proved, 0 hold, 1 refuted"), "{one}");
    says(&folder, &["prove", "claims/games/theorem-1.claim", "--claim", "3"], 2);
}

#[test]
fn a_claim_has_a_certificate_and_so_has_its_refutation() {
    let folder = Folder::new("certificate");
    folder.write("two.claim", TWO);
    says(&folder, &["certify", "two.claim", "-o", "two.cert"], 2);
    says(&folder, &["certify", "two.claim", "--claim", "2", "-o", "two.cert"], 0);
    let accepted = says(&folder, &["verify", "two.cert"], 0);
    let refuted = "accepted: \"two piles of one parity\" is false: game nim; piles a <= b; P iff even(a + b)\n";
    assert_eq!(accepted, refuted);
    says(&folder, &["certify", "two.claim", "--claim", "1", "-o", "two.cert"], 0);
    let accepted = says(&folder, &["verify", "two.cert"], 0);
    let proved =
        "accepted: \"two equal piles\", for all positions: game nim; piles a <= b; P iff a = b\n";
    assert_eq!(accepted, proved);
    let altered = folder.read("two.cert").replace("P iff a = b", "P iff a <= b");
    folder.write("two.cert", &altered);
    assert!(says(&folder, &["verify", "two.cert"], 1).starts_with("rejected: "));
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn certificates_are_kept_and_a_folder_of_them_is_verified() {
    let folder = Folder::new("kept");
    folder.write("claims/games/theorem-1.claim", TWO);
    folder.write("claims/games/conjecture-2.claim", LONG);
    let verdicts = ["prove", "claims", "--deep", "--certificates", "kept/here", "--format", "json"];
    let verdicts = lines(&says(&folder, &verdicts, 0));
    let names: Vec<&Value> = verdicts.iter().map(|line| &line["certificate"]).collect();
    let expected = ["games-conjecture-2.cert", "games-theorem-1-1.cert", "games-theorem-1-2.cert"];
    let mut sorted: Vec<&str> = names.iter().filter_map(|name| name.as_str()).collect();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
    assert!(verdicts.iter().all(|line| line["checked"] == true), "{verdicts:?}");
    let checked = lines(&says(&folder, &["verify", "kept", "--format", "json"], 0));
    assert_eq!(checked.len(), 3);
    assert_eq!(checked[0]["file"], "kept/here/games-conjecture-2.cert");
    assert!(checked.iter().all(|line| line["ok"] == true && line["statement"].is_string()));
    let text = says(&folder, &["verify", "kept"], 0);
    assert!(text.ends_with("\n3 accepted, 0 rejected\n"), "{text}");
    // One that is damaged is named, and the others are checked all the same.
    folder.write("kept/here/a.cert", "sprague certificate 2\nclaim\n");
    let checked = lines(&says(&folder, &["verify", "kept", "--format", "json"], 1));
    assert_eq!(checked.len(), 4);
    assert_eq!((&checked[0]["ok"], &checked[0]["statement"]), (&json!(false), &Value::Null));
    assert!(checked[0]["why"].as_str().unwrap().starts_with("line "), "{checked:?}");
    // Files that are not there, and folders without certificates.
    says(&folder, &["verify", "kept/here/b.cert"], 2);
    says(&folder, &["verify", "claims"], 2);
}

#[test]
fn without_the_checker_nothing_is_proved_but_unchecked() {
    let folder = Folder::new("no-check");
    folder.write("two.claim", TWO);
    let text = says(&folder, &["prove", "two.claim", "--no-check"], 0);
    assert!(text.starts_with("proved, unchecked"), "{text}");
    assert!(text.contains("2 proofs and counterexamples, 0 of them checked"), "{text}");
    let checked = says(&folder, &["prove", "two.claim", "-v"], 0);
    assert!(checked.contains("2 proofs and counterexamples, all of them checked"), "{checked}");
    assert!(checked.contains("; certificate of ") && checked.contains("checked in "), "{checked}");
    let json = lines(&says(&folder, &["prove", "two.claim", "--no-check", "--format", "json"], 0));
    assert_eq!((&json[0]["verdict"], &json[0]["checked"]), (&json!("proved"), &json!(false)));
    says(&folder, &["prove", "two.claim", "--no-check", "--certificates", "kept"], 2);
}

#[test]
fn a_limit_that_is_reached_is_named_with_its_flag() {
    let folder = Folder::new("limits");
    folder.write("long.claim", LONG);
    // The prover runs into the first limits, the checker into the last.
    for (limit, most) in [("--steps", "10"), ("--states", "3"), ("--steps", "1000")] {
        let text = says(&folder, &["prove", "long.claim", limit, most], 1);
        assert!(text.contains(limit), "{limit}: {text}");
    }
    let text = says(&folder, &["prove", "long.claim", "--positions", "100"], 0);
    assert!(text.contains("1 proved"), "{text}");
}

/// The first Ctrl-C ends the work within a second; what was judged before is there.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_proof_within_a_second() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let folder = Folder::new("stopped");
    folder.write("two.claim", TWO);
    let deep = [
        "ending-partizan/deep-families.claim",
        "self-referential/question-6-misere-minnie.claim",
        "self-referential/conjecture-5.6.claim",
        "self-referential/theorem-4.12.claim",
        "ooooob/conjecture-2.2-repaired.claim",
        "cut/lemma-17.claim",
    ];
    let deep = deep.iter().map(|file| format!("{root}/claims/{file}"));
    for file in deep {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sprague"))
            .current_dir(&folder.0)
            .args(["prove", "two.claim", &file, "--deep", "--format", "json", "--threads", "1"])
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(1500));
        let over = child.try_wait().unwrap().is_some();
        let begun = std::time::Instant::now();
        let id = child.id().to_string();
        Command::new("kill").args(["-INT", &id]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        if !over {
            assert!(begun.elapsed().as_secs_f64() < 1.0, "{file}: {:?}", begun.elapsed());
            assert_eq!(output.status.code(), Some(3), "{file}");
        }
        assert!(lines(&String::from_utf8(output.stdout).unwrap()).len() >= 2, "{file}");
    }
}

/// A game of one's own goes into the certificate.
#[test]
fn a_certificate_needs_no_other_file() {
    let folder = Folder::new("own-game");
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/nim.game");
    let rules = std::fs::read_to_string(rules).unwrap();
    folder.write("own.game", &rules);
    folder.write(
        "own.claim",
        &TWO.split("claim \"two piles").next().unwrap().replace("game nim", "game own.game"),
    );
    says(&folder, &["certify", "own.claim", "-o", "own.cert"], 0);
    std::fs::remove_file(folder.0.join("own.game")).unwrap();
    assert!(says(&folder, &["verify", "own.cert"], 0).starts_with("accepted: \"two equal piles\""));
}

/// Every claim of the repository gets the verdict that its file expects, and the record in the repository says so.
#[test]
fn the_record_of_the_papers_is_up_to_date() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let file = std::env::temp_dir().join(format!("sprague-papers-{}.md", std::process::id()));
    let output = Command::new(env!("CARGO_BIN_EXE_sprague"))
        .current_dir(root)
        .args(["prove", "claims", "--time", "900s", "--record", file.to_str().unwrap()])
        .output()
        .unwrap();
    let verdicts = String::from_utf8_lossy(&output.stdout);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{verdicts}\n{error}");
    let record = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let kept = std::fs::read_to_string(format!("{root}/claims/README.md")).unwrap();
    for (made, kept) in record.lines().zip(kept.lines()) {
        assert_eq!(made, kept, "`cargo run --release -- prove claims` brings it up to date");
    }
    assert_eq!(record.lines().count(), kept.lines().count());
}

#[test]
fn statements_that_come_with_the_program_are_judged_in_any_folder() {
    let folder = Folder::new("papers");
    let json = says(&folder, &["prove", "@self-referential/theorem-5.2", "--format", "json"], 0);
    let verdict: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(verdict["from"], "self-referential, Theorem 5.2");
    assert_eq!((&verdict["verdict"], &verdict["checked"]), (&json!("proved"), &json!(true)));
    let paper = says(&folder, &["prove", "@classics", "--certificates", "kept"], 0);
    assert!(paper.contains("4 judged: 4 proved"), "{paper}");
    assert!(folder.read("kept/classics-nim-1.cert").starts_with("sprague certificate"));
    says(&folder, &["prove", "@classics/nim.claim", "--claim", "2", "--record", "record.md"], 0);
    assert!(folder.read("record.md").contains("| [classics](#classics) | 1 |"));
    says(&folder, &["certify", "@classics/nim", "--claim", "1", "-o", "nim.cert"], 0);
    says(&folder, &["verify", "nim.cert"], 0);
}

#[test]
fn statements_that_come_with_the_program_are_listed_and_shown() {
    let folder = Folder::new("listed");
    let lines = |arguments: &[&str]| -> Vec<Value> {
        let text = says(&folder, &[&["claims", "--format", "json"], arguments].concat(), 0);
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let (all, cut) = (lines(&[]), lines(&["cut"]));
    assert!(all.len() > 780 && cut.len() > 100 && lines(&["@"]) == all && lines(&["@cut"]) == cut);
    assert!(cut.iter().all(|line| line["name"].as_str().unwrap().starts_with("cut/")));
    let false_ones = lines(&["cut", "--word", "LEMMA 12"]);
    assert!(false_ones.iter().any(|line| line["expected"] == "refuted"), "{false_ones:?}");
    assert!(false_ones.len() < cut.len() && lines(&["--word", "no such word"]).is_empty());
    // The text of one is the file.
    let text = says(&folder, &["claims", "self-referential/theorem-5.2"], 0);
    folder.write("own.claim", &text);
    assert!(says(&folder, &["prove", "own.claim"], 0).contains("1 judged: 1 proved"));
    assert_eq!(lines(&["self-referential/theorem-5.2"])[0]["text"], text);
}

#[test]
fn a_statement_that_is_not_there_is_pointed_at() {
    let folder = Folder::new("misspelt");
    for (arguments, pointed, help) in [
        (&["prove", "@cutt/lemma-7"][..], "\n1 | @cutt/lemma-7\n  |  ^^^^\n", "`cut`"),
        (&["prove", "@cut/lema-7"], "\n1 | @cut/lema-7\n  |      ^^^^^^\n", "`lemma-7`"),
        (&["certify", "@cut/lema-7"], "\n  |      ^^^^^^\n", "`lemma-7`"),
        (&["claims", "cut/lema-7"], "\n1 | cut/lema-7\n  |     ^^^^^^\n", "`lemma-7`"),
        (&["claims", "xyzzyx"], "\n  | ^^^^^^\n", "there are classics, cut,"),
        (&["claims", "cut/xyzzyx"], "\n  |     ^^^^^^\n", "`sprague claims cut` lists them"),
    ] {
        let output = sprague(&folder, arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error.contains(pointed) && error.contains(help), "{arguments:?}: {error}");
        assert!(output.stdout.is_empty());
    }
}
