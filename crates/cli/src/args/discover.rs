//! Patterns: `discover`, `compare`, `survey`, `repair`, `threshold`.

use std::path::PathBuf;

use clap::Args;
use sprague::{MOST_NUMBERS, Positions};

use super::formats::PlainFormat;
use super::parts::PartsAsk;

/// Find the pattern of a game's P-positions, prove it for all positions, and say it as a formula
#[derive(Args)]
#[command(
    after_help = "What is proved, the independent checker has accepted; what is not is marked as a guess.\n\n\
                        Examples:\n  sprague discover minnie --piles 2\n  \
                        sprague discover 'misere wynnie'\n  \
                        sprague discover nimtb --piles 3 --nim\n  \
                        sprague discover ooooob-b --counts 3\n  \
                        sprague discover minnie --piles any\n  \
                        sprague discover --rule 'take k from one pile where k <= min(piles)' --piles 2"
)]
pub struct DiscoverArgs {
    /// The ruleset
    pub ruleset: String,
    /// Positions with exactly so many piles, or `any` [default: 2; of a row, all of its places]
    #[arg(long, value_name = "K", value_parser = piles)]
    pub piles: Option<Positions>,
    /// Positions with any number of piles, none larger than this
    #[arg(long, value_name = "N", conflicts_with = "piles", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub counts: Option<u8>,
    /// Nim-values instead of P-positions
    #[arg(long)]
    pub nim: bool,
    /// Write the certificate to a file, for `sprague verify`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Write the claim to a file, for `sprague prove`
    #[arg(long, value_name = "FILE")]
    pub claim: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t = DiscoverFormat::Text)]
    pub format: DiscoverFormat,
}

/// `3`: where any number of piles is not asked about.
fn count(text: &str) -> Result<u8, String> {
    match text.trim().parse::<u8>() {
        Ok(count) if (1..=MOST_NUMBERS).contains(&count.into()) => Ok(count),
        _ => Err(format!("a number from 1 to {MOST_NUMBERS}")),
    }
}

/// `3`, or `any`.
fn piles(text: &str) -> Result<Positions, String> {
    match text.trim().parse::<usize>() {
        _ if text.trim() == "any" => Ok(Positions::Any),
        Ok(count @ 1..=MOST_NUMBERS) => Ok(Positions::Piles(count)),
        _ => Err(format!("a number from 1 to {MOST_NUMBERS}, or `any`")),
    }
}

/// How a discovery is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum DiscoverFormat {
    /// For a person
    Text,
    /// As data
    Json,
    /// The formula, for a paper
    Latex,
}

/// Have two games the same P-positions, or nim-values? A proof, or the first difference
#[derive(Args)]
#[command(after_help = "Examples:\n  sprague compare nim greedy-nim --piles 2\n  \
                        sprague compare nimb nimtb --piles 3 --nim")]
pub struct CompareArgs {
    /// The ruleset
    pub ruleset: String,
    /// The one that it is compared with
    pub other: String,
    /// Positions with exactly so many piles [default: 2]
    #[arg(long, value_name = "K", value_parser = count)]
    pub piles: Option<u8>,
    /// Nim-values instead of P-positions
    #[arg(long)]
    pub nim: bool,
    /// Draws where their P-positions differ, on two piles: a file that ends in .svg or .png
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// The largest pile of the picture
    #[arg(long, value_name = "N", default_value_t = 50, requires = "picture", value_parser = clap::value_parser!(u32).range(1..=4000))]
    pub max: u32,
    /// How to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
}

/// The smallest changes of a refuted claim that hold
#[derive(Args)]
#[command(after_help = "Examples:\n  sprague repair my.claim\n  \
                        sprague repair @self-referential/question-6.6 --claim 1")]
pub struct RepairArgs {
    /// The file of the claim, or @PAPER/NAME
    pub file: PathBuf,
    /// Which claim of the file [default: the only one]
    #[arg(long, value_name = "N")]
    pub claim: Option<usize>,
    /// How to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
}

/// The least number for which a claim is true, with the counterexample just below it
#[derive(Args)]
#[command(after_help = "The claim has a name in place of a number, as in `suppose a >= t`.\n\n\
                        Example:\n  sprague threshold my.claim --for t")]
pub struct ThresholdArgs {
    /// The file of the claim
    pub file: PathBuf,
    /// The name that stands for the number
    #[arg(long = "for", value_name = "NAME")]
    pub name: String,
    /// How to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
}

/// Many rulesets at once, each put through `discover`: rules with holes, {one, way, or, another}
#[derive(Args)]
#[command(
    after_help = "Each line of the file is a rule as `--rule` takes it. Braces behind the word `in` are a set.\n\n\
                        Example: a file with the line\n  \
                        take k from one pile where k <= {min, max}(piles)\n\
                        Then:\n  sprague survey my.rules --misere --out rows.jsonl"
)]
pub struct SurveyArgs {
    /// The file of rules
    pub file: PathBuf,
    /// Positions with exactly so many piles
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = count)]
    pub piles: u8,
    /// Each in misère play, too
    #[arg(long)]
    pub misere: bool,
    /// Keep the rows in this file, as lines of JSON, while they are found, and go on from it if it is there; for a file that ends in
    /// .parquet, beside it, and write it when all are found. With --shard or --on: the folder of the parts
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub parts: PartsAsk,
    /// How to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
}
