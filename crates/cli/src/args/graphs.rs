//! What can be typed after `sprague graphs`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sprague::Chips;

use super::parts::InParts;

/// Games on graphs: every graph on some vertices, graphs from a file, or a whole family
#[derive(Args)]
#[command(
    after_help = "Ranges include both ends. Of a family the exceptions are listed, the members \
                        with the rarer outcome.\n\n\
                        Examples:\n  sprague graphs wyg --vertices 7 --chips 1\n  \
                        geng -c 9 | sprague graphs wygthoff --graphs - --chips deg -o rows.parquet\n  \
                        sprague graphs wyg --family 'DS(m,n,k)' --m 1..10 --n 1..10 --k 3..400"
)]
pub struct GraphsArgs {
    /// The game: wyg, wyg-free, wygthoff, wygthoff-free, mig, node-kayles, arc-kayles or edge-delete
    pub ruleset: String,
    /// All graphs on so many vertices, up to isomorphism
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=9),
          required_unless_present_any = ["graphs", "family", "geng"], conflicts_with_all = ["graphs", "family"])]
    pub vertices: Option<u8>,
    /// The graphs of a file in graph6, one a line (`-`: standard input)
    #[arg(long, value_name = "FILE", conflicts_with = "family")]
    pub graphs: Option<PathBuf>,
    /// A family with m, n and k for what varies, such as 'DS(m,n,k)' or 'C(n)'
    #[arg(long)]
    pub family: Option<String>,
    /// The range of m, such as 1..10
    #[arg(long, value_name = "FROM..TO", value_parser = range, requires = "family")]
    pub m: Option<Range>,
    /// The range of n
    #[arg(long, value_name = "FROM..TO", value_parser = range, requires = "family")]
    pub n: Option<Range>,
    /// The range of k
    #[arg(long, value_name = "FROM..TO", value_parser = range, requires = "family")]
    pub k: Option<Range>,
    /// Chips on each vertex: a number, or deg for as many as neighbours
    #[arg(long, value_name = "CHIPS", default_value = "1", value_parser = chips)]
    pub chips: Chips,
    /// Compute values also where there is more than one chip on a vertex
    #[arg(long)]
    pub nim: bool,
    /// Leave out graphs that are not connected
    #[arg(long, conflicts_with = "family")]
    pub connected: bool,
    /// List all members of a family, not only the exceptions
    #[arg(long, requires = "family")]
    pub all: bool,
    /// The graphs that geng, of nauty, makes of these arguments, such as '-c 10'; it has to be on the path
    #[arg(long, value_name = "ARGUMENTS", requires = "out", conflicts_with_all = ["vertices", "graphs", "family"], allow_hyphen_values = true)]
    pub geng: Option<String>,
    /// Into how many classes geng divides its graphs (its res/mod), each of them a chunk
    #[arg(long, value_name = "N", default_value_t = 256, requires = "geng", value_parser = clap::value_parser!(u32).range(1..))]
    pub classes: u32,
    #[command(flatten)]
    pub in_parts: InParts,
    /// How to print [default: text, or what the file's name says]; JSON is one object a line
    #[arg(long, value_enum)]
    pub format: Option<GraphsFormat>,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["shard", "on"])]
    pub output: Option<PathBuf>,
}

/// Numbers from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub from: usize,
    pub to: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphsFormat {
    Text,
    Json,
    Csv,
    Parquet,
}

/// `1..10` or `7`.
fn range(text: &str) -> Result<Range, String> {
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&n| n <= 1_000_000);
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    match (number(from), number(to.trim_start_matches('='))) {
        (Some(from), Some(to)) if from <= to => Ok(Range { from, to }),
        (Some(_), Some(_)) => Err("the range is empty".into()),
        _ => Err("write a range such as 1..10, up to 1000000".into()),
    }
}

fn chips(text: &str) -> Result<Chips, String> {
    Chips::parse(text).ok_or_else(|| "write a number of chips, or deg".into())
}
