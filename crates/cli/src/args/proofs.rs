//! Claims and certificates: `prove`, `claims`, `certify`, `verify`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::formats::PlainFormat;
use super::parts::InParts;

/// What the work on one claim or one certificate may cost, beside memory and time.
#[derive(Args, Clone, Debug, Default)]
pub struct ProofLimits {
    /// Elementary steps for a claim: transitions that are built, options that are looked at [default: 4000000000]
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// States of one automaton [default: 300000]
    #[arg(long, value_name = "N")]
    pub states: Option<usize>,
    /// Positions that are looked at before a proof is tried [default: 60000]
    #[arg(long, value_name = "N")]
    pub positions: Option<u64>,
}

/// A verdict for each claim: proved for all positions, holding on a region, refuted, or undecided
#[derive(Args)]
#[command(
    after_help = "What is found is checked at once by the independent checker. Limits are for each claim. \
                        Exit code 1 if a verdict differs from what its file expects.\n\n\
                        Examples:\n  sprague prove my.claim -v\n  \
                        sprague prove @self-referential/theorem-5.2\n  \
                        sprague prove @cut --certificates kept && sprague verify kept\n  \
                        sprague prove @ --format markdown > verdicts.md"
)]
pub struct ProveArgs {
    /// Claim files, or folders of them; `-` is standard input. @PAPER/NAME is a statement that comes with the program,
    /// @PAPER all of that paper, @ everything: `sprague claims` lists them
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Only this claim of a file, from 1 on
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub claim: Option<u64>,
    /// Judge the claims of a folder that take long, too
    #[arg(long)]
    pub deep: bool,
    /// Write the record of all claims to a file [default: the README.md of a folder that has such a record]
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Keep the certificates in this folder, one file a claim
    #[arg(long, value_name = "DIR", conflicts_with = "no_check")]
    pub certificates: Option<PathBuf>,
    /// Do not show the proofs to the checker: they are `proved, unchecked`
    #[arg(long)]
    pub no_check: bool,
    #[command(flatten)]
    pub in_parts: InParts,
    #[command(flatten)]
    pub limits: ProofLimits,
    /// How to print
    #[arg(long, value_enum, default_value_t = ProveFormat::Text)]
    pub format: ProveFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProveFormat {
    Text,
    Json,
    Latex,
    Markdown,
}

/// List the statements of the papers that come with the program, or show one
#[derive(Args)]
#[command(after_help = "Examples:\n  sprague claims\n  sprague claims cut --word repaired\n  \
                        sprague claims self-referential/theorem-5.2\n  \
                        sprague prove @self-referential/theorem-5.2    judges it")]
pub struct ClaimsArgs {
    /// A paper, or PAPER/NAME to show that text [default: all papers]
    pub name: Option<String>,
    /// Only statements with this word in their name, title, source or game
    #[arg(long, value_name = "WORD")]
    pub word: Option<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
}

/// Prove that a sequence is regular for ever, or that a claim holds, and write the certificate
#[derive(Args)]
#[command(after_help = "Heaps are computed until there is a proof, or up to --to.\n\n\
                        Examples:\n  sprague certify kayles -o kayles.cert\n  \
                        sprague certify 'cut(1,6)' | tee cut.cert\n  \
                        sprague certify @self-referential/theorem-5.2 -o minnie.cert")]
pub struct CertifyArgs {
    /// A ruleset, a file of claims, or @PAPER/NAME
    #[arg(value_name = "RULESET | FILE.claim | @PAPER/NAME")]
    pub what: String,
    /// Which claim of the file, from 1 on
    #[arg(long, value_name = "N")]
    pub claim: Option<usize>,
    /// The largest heap that may be computed
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    pub to: u32,
    /// Write the certificate to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub limits: ProofLimits,
    /// How to print what was proved
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
}

/// Check certificates with the independent checker: exit 0 if all are accepted, 1 if one is not
#[derive(Args)]
#[command(after_help = "Limits are for each certificate.\n\n\
                        Examples:\n  sprague verify kayles.cert\n  \
                        sprague verify kept    all files below this folder that end in .cert")]
pub struct VerifyArgs {
    /// Certificates, or folders of them
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub limits: ProofLimits,
    /// How to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
}
