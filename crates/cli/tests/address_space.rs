//! Commands where the system gives little address space: deep stacks and many threads are not to be had, and nothing
//! panics for want of them.

#![cfg(target_os = "linux")]

mod common;

use std::process::Command;

const COMMANDS: [&str; 9] = [
    "graphs wyg --vertices 5",
    "graphs wyg --family C(n) --n 3..9 --chips 2",
    "solve wyg K(6)",
    "solve minnie 3,4,5",
    "prove @self-referential/theorem-5.2",
    "sequence kayles --to 100",
    "table minnie --piles 3 --max 20",
    "census subtract --max 9",
    "play wyg K(5)",
];
/// In kilobytes.
const ALLOWED: [&str; 6] = ["60000", "150000", "300000", "600000", "1200000", "2000000"];

#[test]
fn little_address_space_is_enough_or_refused() {
    for line in COMMANDS {
        for kilobytes in ALLOWED {
            for threads in ["1", "2", "16"] {
                let script = "ulimit -v \"$0\"; exec \"$@\"";
                let limits = ["--threads", threads, "--time", "2s"];
                let output = Command::new("sh")
                    .args(["-c", script, kilobytes, env!("CARGO_BIN_EXE_sprague")])
                    .args(line.split(' '))
                    .args(limits)
                    .stdin(std::process::Stdio::null())
                    .output()
                    .unwrap();
                let complaint = String::from_utf8_lossy(&output.stderr);
                let fine = matches!(output.status.code(), Some(0 | 1 | 3));
                let what = format!("`{line}` with {kilobytes} KB and {threads} threads");
                assert!(fine, "{what} ended with {}: {complaint}", output.status);
                assert!(!complaint.contains("panicked"), "{what}: {complaint}");
            }
        }
    }
}

#[test]
fn the_deep_stacks_fit_into_what_there_is() {
    for kilobytes in ["600000", "2000000"] {
        let script = "ulimit -v \"$0\"; exec \"$@\"";
        let output = Command::new("sh")
            .args(["-c", script, kilobytes, env!("CARGO_BIN_EXE_sprague")])
            .args(["graphs", "wyg", "--vertices", "5", "--threads", "2"])
            .output()
            .unwrap();
        let whole = common::sprague(&["graphs", "wyg", "--vertices", "5"], "");
        assert_eq!(output.stdout, whole.stdout);
        assert_eq!(output.status.code(), Some(0));
    }
}
