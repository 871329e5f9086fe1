//! What can be typed, with its help: the options of all commands; the commands are in files of their own.

mod census;
mod discover;
mod formats;
mod graphs;
mod heap;
#[cfg(feature = "lab")]
mod lab;
mod parts;
mod positions;
mod proofs;
mod read;
mod values;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

pub use census::{CensusArgs, CensusAsk, CensusFamily, CensusPlotArgs};
pub use discover::{
    CompareArgs, DiscoverArgs, DiscoverFormat, RepairArgs, SurveyArgs, ThresholdArgs,
};
pub use formats::{PictureFormat, PlainFormat, SequenceFormat, SolveFormat, TableFormat};
pub use graphs::{GraphsArgs, GraphsFormat};
pub use heap::{IdentifyArgs, NimSetArgs, SequenceArgs};
#[cfg(feature = "lab")]
pub use lab::LabArgs;
pub use parts::{InParts, MergeArgs, MissingArgs, On, PartsArgs, PartsAsk, PartsCommand};
pub use positions::{GamesArgs, PlayArgs, Side, SolveArgs, TableArgs};
pub use proofs::{CertifyArgs, ClaimsArgs, ProofLimits, ProveArgs, ProveFormat, VerifyArgs};
use read::{bytes, duration};
pub use values::{DifferenceArgs, EvalArgs, ValueArgs};

/// Who wins, by which move, and why: a laboratory for combinatorial games.
#[derive(Parser)]
#[command(
    name = "sprague",
    version,
    max_term_width = 100,
    after_help = "A ruleset is a game's NAME, NAME(arguments), or a path to a .game file; \
                  `misere ` in front turns the ending round. `sprague games` lists the games.\n\
                  Exit codes:\n  \
                  0  answered\n  \
                  1  a verdict is not the one that its file expects, a certificate is rejected, or parts are not whole\n  \
                  2  bad input, with a message that points at it\n  \
                  3  over a limit or stopped"
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// A game in one line, in place of RULESET: 'take k from one pile where k <= 3'; several for several moves
    // It is put into the place of the ruleset before the arguments are read; here it has its help.
    #[arg(long, global = true, value_name = "MOVE", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    rule: Vec<String>,

    #[command(flatten)]
    pub limits: Limits,
}

/// What a computation may use, and what is said about it.
#[derive(Args, Clone)]
pub struct Limits {
    /// Threads to use [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Memory that a table may take, or what is built to prove a claim, such as 500M or 8G [default: 4G; 2G for a claim]
    #[arg(long, global = true, value_name = "SIZE", value_parser = bytes)]
    pub memory: Option<u64>,

    /// Time after which to stop, such as 30s, 5m or 2h
    #[arg(long, global = true, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,

    /// Say which kernel was chosen and why
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

#[derive(Subcommand)]
pub enum Command {
    Games(GamesArgs),
    Solve(SolveArgs),
    Graphs(GraphsArgs),
    Table(TableArgs),
    Sequence(SequenceArgs),
    NimSet(NimSetArgs),
    Identify(IdentifyArgs),
    Eval(EvalArgs),
    Value(ValueArgs),
    Difference(DifferenceArgs),
    Discover(DiscoverArgs),
    Compare(CompareArgs),
    Survey(SurveyArgs),
    Prove(ProveArgs),
    Repair(RepairArgs),
    Threshold(ThresholdArgs),
    Claims(ClaimsArgs),
    Certify(CertifyArgs),
    Verify(VerifyArgs),
    Census(CensusArgs),
    CensusPlot(CensusPlotArgs),
    Parts(PartsArgs),
    Play(PlayArgs),
    #[cfg(feature = "lab")]
    Lab(LabArgs),
    /// Begin a game or a claim of your own: a file with an example to change
    #[command(after_help = "Examples:\n  sprague new my.game\n  sprague new my.claim")]
    New {
        /// The file, which must not be there yet: NAME.game or NAME.claim
        file: PathBuf,
    },
    /// What a word means: P-position, nim-value, mex, misère, period, certificate, ...
    #[command(
        after_help = "Examples:\n  sprague explain            all the words\n  sprague explain mex"
    )]
    Explain {
        /// The word
        word: Vec<String>,
    },
    /// Print completions for a shell
    #[command(
        after_help = "Example:\n  sprague completions bash > ~/.local/share/bash-completion/completions/sprague"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}
