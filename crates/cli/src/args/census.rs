//! Families at once: `census`, `census-plot`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use sprague::Key;

use super::formats::{PictureFormat, PlainFormat};
use super::parts::{MissingArgs, PartsAsk};
use super::read::key;

/// A whole family of games at once: exact counts, distributions, records, a row for each game
#[derive(Args)]
#[command(after_help = "Examples:\n  sprague census lr-nim --min 2 --max 29\n  \
                        sprague census lr-nim --min 3 --max 24 --group-by period --top 10\n  \
                        sprague census lr-nim --min 2 --max 29 --out lr.parquet\n  \
                        sprague census octal --digits 3 --group-by class\n\n\
                        In parts, on as many machines as there are:\n  \
                        sprague census lr-nim --min 2 --max 40 --shard 12/512 --out FOLDER    one of 512\n  \
                        sprague census missing FOLDER --shards 512\n  \
                        sprague census merge FOLDER --out lr.parquet\n  \
                        sprague census lr-nim --min 2 --max 40 --on slurm --shards 512 --out FOLDER -- --partition=long")]
pub struct CensusArgs {
    #[command(subcommand)]
    pub family: CensusFamily,
}

#[derive(Subcommand)]
pub enum CensusFamily {
    Missing(MissingArgs),
    /// The parts of a census as one result: what an undivided run says, and the bytes that it writes
    Merge {
        /// The folder of the parts
        folder: PathBuf,
        /// Write all rows to one Parquet file
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// How to print
        #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
        format: PlainFormat,
    },
    /// LR-Subtraction Nim: every S with min S = a inside {a..b}
    LrNim {
        /// The least element of the sets, 2 or more
        #[arg(long, value_name = "A")]
        min: u32,
        /// The largest element that a set may have, at most 63
        #[arg(long, value_name = "B")]
        max: u32,
        #[command(flatten)]
        ask: CensusAsk,
    },
    /// Ending-partizan subtraction: every such S, with all outcomes of the stuck heaps 0, ..., a - 1
    EndingNim {
        /// The least element of the sets
        #[arg(long, value_name = "A")]
        min: u32,
        /// The largest element that a set may have
        #[arg(long, value_name = "B")]
        max: u32,
        #[command(flatten)]
        ask: CensusAsk,
    },
    /// Subtraction games: every S with min S = a inside {a..b}, nim-values
    Subtract {
        /// The least element of the sets
        #[arg(long, value_name = "A", default_value_t = 1)]
        min: u32,
        /// The largest element that a set may have
        #[arg(long, value_name = "B")]
        max: u32,
        /// Give a game up that has no proved period up to this heap
        #[arg(long, value_name = "N", default_value_t = 1 << 22, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
        to: u32,
        #[command(flatten)]
        ask: CensusAsk,
    },
    /// CUT: every cut-set of k numbers inside {1..m}
    Cut {
        /// The largest number that a cut-set may have
        #[arg(long, value_name = "M")]
        within: u32,
        /// How many numbers a cut-set has
        #[arg(long, value_name = "K")]
        size: u32,
        /// The largest heap that is computed
        #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
        to: u32,
        #[command(flatten)]
        ask: CensusAsk,
    },
    /// Take-and-break: every octal code of at most d digits
    Octal {
        /// How many digits may stand after the point
        #[arg(long, value_name = "D")]
        digits: u32,
        /// The digit before the point: 0, or 4 if a heap may be cut in two
        #[arg(long, value_name = "DIGIT", default_value_t = 0)]
        before: u32,
        /// The largest heap that is computed
        #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
        to: u32,
        #[command(flatten)]
        ask: CensusAsk,
    },
}

/// What is asked of a family, and where the answer goes.
#[derive(Args)]
pub struct CensusAsk {
    /// Count the games by period, preperiod, class, max (the largest element), or, of games with
    /// nim-values, saltus or value (the largest nim-value)
    #[arg(long, value_name = "KEY", value_delimiter = ',', value_parser = key)]
    pub group_by: Vec<Key>,
    /// Name the games of the greatest value of --by
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub top: Option<u16>,
    /// What --top goes by: period, preperiod, saltus or value
    #[arg(long, value_name = "KEY", default_value = "period", value_parser = key)]
    pub by: Key,
    /// Write a row for every game to a Parquet file; with --shard or --on, parts to a folder
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Parts without rows, only counted
    #[arg(long)]
    pub no_rows: bool,
    #[command(flatten)]
    pub parts: PartsAsk,
    /// Keep finished work in this folder, from which the same command goes on [default with --out:
    /// FILE.run, removed at the end]
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["shard", "on"])]
    pub run: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
}

/// A picture of a census: the share of all-L sets by largest element, and how often each period is
#[derive(Args)]
#[command(after_help = "Example:\n  sprague census-plot lr.parquet -o lr.svg")]
pub struct CensusPlotArgs {
    /// A file that `sprague census ... --out` wrote, or a folder of parts
    pub file: PathBuf,
    /// How to draw [default: svg, or what the file's name says]
    #[arg(long, value_enum)]
    pub format: Option<PictureFormat>,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
