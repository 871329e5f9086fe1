//! Running the program as a user does.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// What it answers to these arguments, with this on standard input.
pub fn sprague(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sprague"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Who refuses its arguments, or an early line, does not read the rest.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}
