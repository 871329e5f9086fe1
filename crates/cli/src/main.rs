//! The `sprague` command.

mod allocator;

use std::process::ExitCode;

fn main() -> ExitCode {
    sprague_cli::run(std::env::args_os())
}
