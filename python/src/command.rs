//! The `sprague` command, which the wheel brings along.

use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use pyo3::prelude::*;

/// Does what a command line asks, whose first word is the name of the program; gives the exit code.
#[pyfunction]
pub fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| {
        let code = sprague_cli::run(arguments);
        // This is no Rust program, which would do so at its end.
        let _ = std::io::stdout().flush();
        // An exit code does not tell its number, but can be compared.
        (0..=u8::MAX).find(|&number| ExitCode::from(number) == code).unwrap_or(1)
    })
}
