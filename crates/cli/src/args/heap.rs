//! One heap: `sequence`, `nim-set`, `identify`.

use std::path::PathBuf;

use clap::Args;

use super::formats::{PlainFormat, SequenceFormat};
use super::parts::InParts;

/// The nim-values or outcomes of one heap, and whether they are regular for ever
#[derive(Args)]
#[command(after_help = "Examples:\n  sprague sequence kayles --to 400\n  \
                        sprague sequence 'lr-nim(2,3,6)' --to 60\n  \
                        sprague sequence 'octal(0.137)' --to 1000 --format bfile\n  \
                        sprague sequence 'cut(1,6)' --to 400 --format latex\n  \
                        sprague sequence 'cut(1,2)' --to 2000 -o cut.svg\n  \
                        sprague sequence @codes.txt --to 1000000 --save kept --on local --out FOLDER")]
pub struct SequenceArgs {
    /// The ruleset; with --shard or --on @FILE, a list of rulesets, one a line
    pub ruleset: String,
    /// The largest heap
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000_000))]
    pub to: u32,
    /// How to print [default: text, or what the file's name says]; LaTeX is in the notation of
    /// papers, such as (0,1)^3(+2), and claims a period only if it is proved
    #[arg(long, value_enum)]
    pub format: Option<SequenceFormat>,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["shard", "on"])]
    pub output: Option<PathBuf>,
    /// Keep the nim-values in this file, a b-file, while they are computed, and go on from it if it is there; of a
    /// list of rulesets, a folder with a file for each
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    #[command(flatten)]
    pub in_parts: InParts,
}

/// The nim-values of all splits of a heap into some number of heaps
#[derive(Args)]
#[command(after_help = "Example:\n  sprague nim-set 'cut(1,6)' --parts 7 --to 20")]
pub struct NimSetArgs {
    /// The ruleset
    pub ruleset: String,
    /// How many heaps
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub parts: u16,
    /// The largest heap to split
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000_000))]
    pub to: u32,
    /// How to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
}

/// Which known game has the same nim-values, perhaps with heaps a little larger or smaller
#[derive(Args)]
#[command(
    after_help = "Compared are the named games, subtraction sets within 1..10, octal and hexadecimal codes \
                        of up to three digits, and cut-sets of up to three numbers within 1..8.\n\n\
                        Examples:\n  sprague identify kayles\n  \
                        sprague identify 'octal(0.7F)' --to 1000\n  \
                        sprague identify 'wyg P(n)'    paths with one chip on each vertex\n  \
                        echo 0,1,2,3,1,4,3,2,1,4,2,6 | sprague identify -"
)]
pub struct IdentifyArgs {
    /// The ruleset, or a game on graphs with a family; `-`: nim-values of the heaps 0, 1, 2, ... from standard input, as a
    /// list or as a b-file of the OEIS
    pub ruleset: String,
    /// The largest heap to compare
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(10..=1_000_000_000))]
    pub to: u32,
    /// How to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
}
