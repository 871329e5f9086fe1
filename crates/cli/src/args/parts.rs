//! A large job in parts: the options that every such command has, `missing` and `merge`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use sprague::parts::Shards;

/// Which part is wanted, or who computes all of them.
#[derive(Args, Clone, Debug, Default)]
pub struct PartsAsk {
    /// Compute one of N parts, I from 0 on, and leave it in the folder --out; what is there already is not computed again.
    /// Several, as `missing` prints them: 12,40-43/64
    #[arg(long, value_name = "I/N", requires = "out")]
    pub shard: Option<Shards>,
    /// Compute all parts: local (processes here), slurm, hq (HyperQueue), or ssh:HOST,HOST,... (GNU parallel); the same
    /// command again goes on with what is missing
    #[arg(long, value_name = "ENGINE", conflicts_with = "shard", requires = "out")]
    pub on: Option<On>,
    /// Into how many parts
    #[arg(long, value_name = "N", default_value_t = 64, requires = "on", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub shards: u64,
    /// How many processes at once, here or on each host, or tasks of Slurm's array [default: as many as cores, or as the cluster
    /// grants]
    #[arg(long, value_name = "N", requires = "on", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Print what would be submitted, and submit nothing
    #[arg(long, requires = "on")]
    pub dry_run: bool,
    /// Options for the engine, after `--`: they go to sbatch, hq submit or parallel as they are
    #[arg(last = true, requires = "on", value_name = "ENGINE OPTIONS", allow_hyphen_values = true)]
    pub for_engine: Vec<String>,
}

/// The same of commands that otherwise print lines.
#[derive(Args, Clone, Debug, Default)]
pub struct InParts {
    /// With --shard or --on: the folder of the parts
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub parts: PartsAsk,
}

impl InParts {
    /// Is it to be done in parts?
    pub fn wanted(&self) -> bool {
        self.parts.is_wanted()
    }
}

impl PartsAsk {
    /// Is it to be done in parts?
    pub fn is_wanted(&self) -> bool {
        self.shard.is_some() || self.on.is_some()
    }
}

/// Who computes parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum On {
    /// Processes on this machine.
    Local,
    /// The scheduler of most clusters.
    Slurm,
    /// HyperQueue.
    Hq,
    /// Machines that can be reached.
    Ssh(Vec<String>),
}

impl std::str::FromStr for On {
    type Err = String;

    fn from_str(text: &str) -> Result<On, String> {
        let hosts = |list: &str| list.split(',').map(|host| host.trim().to_string()).collect();
        match text.split_once(':') {
            None if text == "local" => Ok(On::Local),
            None if text == "slurm" => Ok(On::Slurm),
            None if text == "hq" => Ok(On::Hq),
            Some(("ssh", list)) if list.split(',').all(|host| !host.trim().is_empty()) => {
                Ok(On::Ssh(hosts(list)))
            }
            _ => Err("write local, slurm, hq, or ssh:HOST,HOST,...".into()),
        }
    }
}

/// Which parts are missing, as `12,40-43`; nothing if none is
#[derive(Args)]
#[command(
    after_help = "Example:\n  sbatch --array=$(sprague census missing FOLDER --shards 512) job.sh"
)]
pub struct MissingArgs {
    /// The folder of the parts
    pub folder: PathBuf,
    /// Into how many parts the work is divided
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub shards: u64,
}

/// A large job in parts: what is missing, and the whole
#[derive(Args)]
#[command(
    after_help = "Parts are left in a folder by --shard I/N or --on ENGINE of census, graphs, survey, prove and sequence."
)]
pub struct PartsArgs {
    #[command(subcommand)]
    pub what: PartsCommand,
}

#[derive(Subcommand)]
pub enum PartsCommand {
    Missing(MissingArgs),
    Merge(MergeArgs),
}

/// The parts as one result: lines of JSON, as an undivided run prints them with --format json
#[derive(Args)]
pub struct MergeArgs {
    /// The folder of the parts
    pub folder: PathBuf,
    /// Write to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}
