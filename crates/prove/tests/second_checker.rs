//! The second checker, `tools/check_certificate.py`, which is written from the page on certificates in the book: it comes
//! to what the checker comes to, on certificates as they are found and on damaged ones.

use std::path::{Path, PathBuf};
use std::process::Command;

use sprague_certificate::Certificate;
use sprague_claim::parse_claims;
use sprague_prove::{Task, judge};
use sprague_verify::accept;

/// Claims within the subset that the second checker covers.
const SEQUENCES: [&str; 12] = [
    "game kayles\n  regular from 71 with period 12",
    "game dawson\n  regular",
    "game octal(0.156)\n  sequence 1,0,2,2,1,3",
    "game cut(1,4)\n  sequence (0,1)^2(2,3)^2,1,4,5,4,(3,2)^2(4,5)^2(6,7)^2(+8)",
    "game cut(1,2,7)\n  regular from 1 with period 28 and saltus 16",
    "game cut(3,5)\n  sequence (0)^3(+1)",
    "game subtract(2,5,7)\n  regular from 0 with period 22",
    "game lr-nim(2,3)\n  sequence LR\\overline{LNNLP}",
    "game ending-nim(2,3; N,L)\n  sequence (NLPLN)",
    "game misere subtract(1,4)\n  regular",
    "game kayles\n  sequence (1,2,3)",
    "game cut(1,6)\n  regular from 1 with period 36",
];

const BOARDS: [&str; 6] = [
    "game nim\n  piles a <= b\n  P iff a = b",
    "game minnie\n  piles a <= b\n  P iff a = 1 and odd(b) or a = 2 and b mod 4 = 2\n   or a = 3 and b mod 4 = 0 and b >= 8 or a = 4 and b = 4",
    "game max-nim\n  piles a\n  N if odd(a) and a >= 3",
    "game nim\n  piles a <= b <= c\n  suppose a = 1 and even(b)\n  P iff c = b + 1",
    "game nim\n  piles a <= b\n  P iff a = b and a != 5",
    "game minnie\n  piles a <= b\n  P if a = 4",
];

/// The certificate that the verdict on a claim holds.
fn certificate(claim: &str) -> Option<String> {
    let text = format!("claim \"it\"\n  {claim}\n");
    let claims = parse_claims("test", &text).unwrap_or_else(|wrong| panic!("{wrong}"));
    let judgement = judge(&claims[0], &Task::default());
    Some(judgement.verdict.accepted()?.certificate().write())
}

/// What the second checker says of each text: 0 accepted, 1 rejected, 2 not covered.
fn second(texts: &[String], name: &str) -> Vec<i32> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let files: Vec<PathBuf> = (0..texts.len()).map(|n| folder.join(format!("{n}.cert"))).collect();
    for (file, text) in files.iter().zip(texts) {
        std::fs::write(file, text).unwrap();
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check_certificate.py");
    let ran = Command::new("python3").arg(script).args(&files).output().expect("python3 is there");
    let lines = String::from_utf8_lossy(&ran.stdout);
    assert_eq!(lines.lines().count(), texts.len(), "{}", String::from_utf8_lossy(&ran.stderr));
    let code = |line: &str| match line.split(": ").nth(1) {
        Some("accepted") => 0,
        Some("rejected") => 1,
        Some("not covered") => 2,
        _ => panic!("{line}"),
    };
    lines.lines().map(code).collect()
}

fn first(text: &str) -> bool {
    Certificate::read(text).is_ok_and(|read| accept(read, &Task::default()).is_ok())
}

#[test]
fn it_accepts_the_certificates_of_sequences() {
    let found =
        SEQUENCES.iter().map(|claim| certificate(claim).unwrap_or_else(|| panic!("{claim}")));
    let found: Vec<String> = found.collect();
    assert_eq!(second(&found, "sequences"), vec![0; found.len()]);
}

#[test]
fn it_accepts_the_certificates_of_boards() {
    let found: Vec<String> = BOARDS.iter().filter_map(|claim| certificate(claim)).collect();
    assert_eq!(second(&found, "boards"), vec![0; found.len()]);
}

/// A number of each line changed: neither checker accepts what the other rejects.
#[test]
fn it_rejects_damaged_certificates_as_the_first_one_does() {
    let mut damaged = Vec::new();
    // Three piles make large automata once they are damaged.
    let small = BOARDS.iter().filter(|claim| !claim.contains("<= c"));
    for claim in SEQUENCES.iter().chain(small) {
        let Some(certificate) = certificate(claim) else { continue };
        let lines: Vec<&str> = certificate.lines().collect();
        for (place, line) in lines.iter().enumerate() {
            let Some(digit) = line.rfind(|c: char| c.is_ascii_digit()) else { continue };
            let other = if &line[digit..=digit] == "1" { "2" } else { "1" };
            let mut edited = lines.clone();
            let line = format!("{}{other}{}", &line[..digit], &line[digit + 1..]);
            edited[place] = &line;
            damaged.push(edited.join("\n") + "\n");
            let mut shorter = lines.clone();
            shorter.remove(place);
            damaged.push(shorter.join("\n") + "\n");
        }
    }
    assert!(damaged.len() > 100);
    for (text, second) in damaged.iter().zip(second(&damaged, "damaged")) {
        // What is not covered is no verdict.
        if second != 2 {
            assert_eq!(first(text), second == 0, "{text}");
        }
    }
}
