//! The arguments of `lab`.

use std::path::PathBuf;

use clap::Args;

/// Look at games in a browser: tables, plays, sequences, claims and their proofs
///
/// A page is served on this machine alone, from the program itself; its address, which holds a key, is printed and opened. Ctrl-C ends
/// it. The limits --time and --memory are those of each question that the page asks.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sprague lab                  the page, with the games and the papers\n  \
    sprague lab ~/games          and with the files of a folder: .game, .claim, .cert, .parquet\n  \
    sprague lab --no-open        only print the address")]
pub struct LabArgs {
    /// A folder whose games, claims, certificates and files of rows the page can open; it can read nothing else
    pub folder: Option<PathBuf>,

    /// The port; 0 for any that is free [default: 7717, or else one that is free]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,

    /// Print the address, and open nothing
    #[arg(long)]
    pub no_open: bool,
}
