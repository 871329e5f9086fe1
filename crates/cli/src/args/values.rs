//! Partizan values: `eval`, `value`, `difference`.

use std::path::PathBuf;

use clap::Args;

use super::formats::PlainFormat;

/// Work out an expression of games: canonical form, outcome, mean, temperature, birthday
#[derive(Args)]
#[command(after_help = "Examples:\n  sprague eval '{1|-1}+^*'\n  \
                        sprague eval '3/4 <> *'\n  \
                        sprague eval 'Heat(*2,1)' --thermograph\n  \
                        sprague eval '{3|1||-2}' -o walls.svg")]
pub struct EvalArgs {
    /// The expression, in CGSuite's notation
    #[arg(allow_hyphen_values = true)]
    pub expression: String,
    /// Draw the thermograph in characters
    #[arg(long)]
    pub thermograph: bool,
    /// Draw the thermograph to a file, .svg or .png
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
}

/// The value of a position, or of the heaps 0 to N, and whether the values are regular for ever
#[derive(Args)]
#[command(after_help = "Examples:\n  sprague value 'lr-nim(2,3)' --to 30\n  \
                        sprague value partizan-euclid 5,8\n  \
                        sprague value domineering 4x4\n  \
                        sprague value domineering '..|.#'\n  \
                        sprague value toads-and-frogs TTT..FFF")]
pub struct ValueArgs {
    /// The ruleset, or domineering, or toads-and-frogs
    pub ruleset: String,
    /// The position; `-` is the empty one
    #[arg(required_unless_present = "to", conflicts_with = "to")]
    pub position: Option<String>,
    /// The largest heap
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000_000))]
    pub to: Option<u32>,
    /// How to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
}

/// Who wins the difference of the values of the heaps n + shift and n
#[derive(Args)]
#[command(after_help = "Example:\n  sprague difference 'lr-nim(2,3,6)' --shift 9 --to 400")]
pub struct DifferenceArgs {
    /// The ruleset
    pub ruleset: String,
    /// How much larger the first heap is
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(0..=1_000_000_000))]
    pub shift: u32,
    /// The largest n
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000_000))]
    pub to: u32,
    /// How to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
}
