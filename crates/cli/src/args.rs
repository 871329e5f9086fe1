//! The command line: what can be typed, with its help.

mod claims;
mod graphs;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use sprague_census::Key;
use sprague_play::Level;
use sprague_solve::Kernel;

pub use claims::ClaimsArgs;
pub use graphs::{GraphsArgs, GraphsFormat, Range};

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
                  1  a verdict is not the one that its file expects, or a certificate is rejected\n  \
                  2  bad input, with a message that points at it\n  \
                  3  over a limit or stopped"
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,

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

impl Limits {
    /// Memory that a table may take.
    pub fn memory(&self) -> u64 {
        self.memory.unwrap_or(4 << 30)
    }
}

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

#[derive(Subcommand)]
pub enum Command {
    /// List the games, or show one game's rules
    #[command(after_help = "Examples:\n  sprague games\n  sprague games minnie\n  \
                            sprague games ./my.game    check a file of your own and its examples")]
    Games {
        /// A game's name, or a path to a .game file
        name: Option<String>,
        /// How to print
        #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
        format: PlainFormat,
    },

    /// Who wins a position, its nim-value, and every winning move
    #[command(after_help = "Examples:\n  sprague solve minnie 3,8\n  \
                            sprague solve 'misere wynnie' 3,6\n  \
                            sprague solve 'lr-nim(2,3)' 17 --format json\n  \
                            sprague solve wyg 'K(5) chips=1'\n  \
                            sprague solve wyg 'P(4) + C(3) chips=deg' -o position.svg\n  \
                            seq 1 100 | sprague solve max-nim --positions - --no-moves")]
    Solve {
        /// The ruleset, such as minnie, 'lr-nim(2,3)' or ./my.game
        ruleset: String,
        /// The position, such as 3,8; `-` is the empty one. On graphs: P(n), C(n), K(n), W(n), S(n),
        /// K(m,n), DS(m,n,k), g6:... or edges:0-1,1-2 with chips=1, chips=deg or a list; `+` between
        #[arg(required_unless_present = "positions", conflicts_with = "positions")]
        position: Option<String>,
        /// Solve every position of a file, one a line (`-`: standard input); prints for each, with
        /// tabs between, the position, the outcome, the nim-value and the winning moves
        #[arg(long, value_name = "FILE")]
        positions: Option<PathBuf>,
        /// Leave out the winning moves
        #[arg(long)]
        no_moves: bool,
        /// Compute the nim-value however long it takes
        #[arg(long)]
        nim: bool,
        /// Use this kernel: reference, search, heaps, sweep, native or units
        #[arg(long, value_parser = kernel)]
        kernel: Option<Kernel>,
        /// How to print [default: text, or what the file's name says]; pictures show graphs
        #[arg(long, value_enum)]
        format: Option<SolveFormat>,
        /// Write to a file instead of standard output
        #[arg(short, long, value_name = "FILE", conflicts_with = "positions")]
        output: Option<PathBuf>,
    },

    /// Games on graphs: every graph on some vertices, graphs from a file, or a whole family
    #[command(
        after_help = "Ranges include both ends. Of a family the exceptions are listed, the members \
                            with the rarer outcome.\n\n\
                            Examples:\n  sprague graphs wyg --vertices 7 --chips 1\n  \
                            geng -c 9 | sprague graphs wygthoff --graphs - --chips deg -o rows.parquet\n  \
                            sprague graphs wyg --family 'DS(m,n,k)' --m 1..10 --n 1..10 --k 3..400"
    )]
    Graphs(GraphsArgs),

    /// All positions of some number of piles, with their outcomes or nim-values
    #[command(after_help = "Examples:\n  sprague table wythoff --piles 2 --max 20\n  \
                            sprague table minnie --piles 3 --max 220 --count\n  \
                            sprague table nimb --piles 2 --max 12 --nim\n  \
                            sprague table ooooob-b --counts 6,6,6\n  \
                            sprague table wythoff --piles 2 --max 500 --format png -o wythoff.png")]
    Table(TableArgs),

    /// The nim-values or outcomes of one heap, and whether they are regular for ever
    #[command(after_help = "Examples:\n  sprague sequence kayles --to 400\n  \
                            sprague sequence 'lr-nim(2,3,6)' --to 60\n  \
                            sprague sequence 'octal(0.137)' --to 1000 --format bfile\n  \
                            sprague sequence 'cut(1,6)' --to 400 --format latex\n  \
                            sprague sequence 'cut(1,2)' --to 2000 -o cut.svg")]
    Sequence(SequenceArgs),

    /// The nim-values of all splits of a heap into some number of heaps
    #[command(after_help = "Example:\n  sprague nim-set 'cut(1,6)' --parts 7 --to 20")]
    NimSet {
        /// The ruleset
        ruleset: String,
        /// How many heaps
        #[arg(long, value_name = "P", value_parser = clap::value_parser!(u16).range(1..=1000))]
        parts: u16,
        /// The largest heap to split
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000_000))]
        to: u32,
        /// How to print
        #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
        format: PlainFormat,
    },

    /// Which known game has the same nim-values, perhaps with heaps a little larger or smaller
    #[command(
        after_help = "Compared are the named games, subtraction sets within 1..10, octal and hexadecimal codes \
                            of up to three digits, and cut-sets of up to three numbers within 1..8.\n\n\
                            Examples:\n  sprague identify kayles\n  \
                            sprague identify 'octal(0.7F)' --to 1000\n  \
                            sprague identify 'wyg P(n)'    paths with one chip on each vertex"
    )]
    Identify {
        /// The ruleset, or a game on graphs with a family
        ruleset: String,
        /// The largest heap to compare
        #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(10..=1_000_000_000))]
        to: u32,
        /// How to print
        #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
        format: PlainFormat,
    },

    /// Work out an expression of games: canonical form, outcome, mean, temperature, birthday
    #[command(after_help = "Examples:\n  sprague eval '{1|-1}+^*'\n  \
                            sprague eval '3/4 <> *'\n  \
                            sprague eval 'Heat(*2,1)' --thermograph\n  \
                            sprague eval '{3|1||-2}' -o walls.svg")]
    Eval {
        /// The expression, in CGSuite's notation
        #[arg(allow_hyphen_values = true)]
        expression: String,
        /// Draw the thermograph in characters
        #[arg(long)]
        thermograph: bool,
        /// Draw the thermograph to a file, .svg or .png
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// How to print
        #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
        format: PlainFormat,
    },

    /// The value of a position, or of the heaps 0 to N, and whether the values are regular for ever
    #[command(after_help = "Examples:\n  sprague value 'lr-nim(2,3)' --to 30\n  \
                            sprague value partizan-euclid 5,8\n  \
                            sprague value domineering 4x4\n  \
                            sprague value domineering '..|.#'\n  \
                            sprague value toads-and-frogs TTT..FFF")]
    Value {
        /// The ruleset, or domineering, or toads-and-frogs
        ruleset: String,
        /// The position; `-` is the empty one
        #[arg(required_unless_present = "to", conflicts_with = "to")]
        position: Option<String>,
        /// The largest heap
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000_000))]
        to: Option<u32>,
        /// How to print
        #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
        format: PlainFormat,
    },

    /// Who wins the difference of the values of the heaps n + shift and n
    #[command(after_help = "Example:\n  sprague difference 'lr-nim(2,3,6)' --shift 9 --to 400")]
    Difference {
        /// The ruleset
        ruleset: String,
        /// How much larger the first heap is
        #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(0..=1_000_000_000))]
        shift: u32,
        /// The largest n
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000_000))]
        to: u32,
        /// How to print
        #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
        format: PlainFormat,
    },

    /// A verdict for each claim: proved for all positions, holding on a region, refuted, or undecided
    #[command(
        after_help = "What is found is checked at once by the independent checker. Limits are for each claim. \
                            Exit code 1 if a verdict differs from what its file expects.\n\n\
                            Examples:\n  sprague prove my.claim -v\n  \
                            sprague prove @self-referential/theorem-5.2\n  \
                            sprague prove @cut --certificates kept && sprague verify kept\n  \
                            sprague prove @ --format markdown > verdicts.md"
    )]
    Prove(ProveArgs),

    /// List the statements of the papers that come with the program, or show one
    #[command(after_help = "Examples:\n  sprague claims\n  sprague claims cut --word repaired\n  \
                            sprague claims self-referential/theorem-5.2\n  \
                            sprague prove @self-referential/theorem-5.2    judges it")]
    Claims(ClaimsArgs),

    /// Prove that a sequence is regular for ever, or that a claim holds, and write the certificate
    #[command(after_help = "Heaps are computed until there is a proof, or up to --to.\n\n\
                            Examples:\n  sprague certify kayles -o kayles.cert\n  \
                            sprague certify 'cut(1,6)' | tee cut.cert\n  \
                            sprague certify @self-referential/theorem-5.2 -o minnie.cert")]
    Certify(CertifyArgs),

    /// Check certificates with the independent checker: exit 0 if all are accepted, 1 if one is not
    #[command(after_help = "Limits are for each certificate.\n\n\
                            Examples:\n  sprague verify kayles.cert\n  \
                            sprague verify kept    all files below this folder that end in .cert")]
    Verify(VerifyArgs),

    /// A whole family of games at once: exact counts, distributions, records, a row for each game
    #[command(after_help = "Examples:\n  sprague census lr-nim --min 2 --max 29\n  \
                            sprague census lr-nim --min 3 --max 24 --group-by period --top 10\n  \
                            sprague census lr-nim --min 2 --max 29 --out lr.parquet\n  \
                            sprague census octal --digits 3 --group-by class")]
    Census {
        #[command(subcommand)]
        family: CensusFamily,
    },

    /// A picture of a census: the share of all-L sets by largest element, and how often each period is
    #[command(after_help = "Example:\n  sprague census-plot lr.parquet -o lr.svg")]
    CensusPlot {
        /// A file that `sprague census ... --out` wrote
        file: PathBuf,
        /// How to draw [default: svg, or what the file's name says]
        #[arg(long, value_enum)]
        format: Option<PictureFormat>,
        /// Write to a file instead of standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },

    /// Play against an opponent, perfect or not
    #[command(after_help = "Examples:\n  sprague play wynnie 17,23\n  \
                            sprague play 'lr-nim(2,3)' 20 --as right --second\n  \
                            sprague play wyg 'P(5) chips=2' --level club")]
    Play(PlayArgs),

    /// Print completions for a shell
    #[command(
        after_help = "Example:\n  sprague completions bash > ~/.local/share/bash-completion/completions/sprague"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

#[derive(Args)]
pub struct PlayArgs {
    /// The ruleset
    pub ruleset: String,
    /// The position to begin with
    pub position: String,
    /// Let the opponent begin
    #[arg(long)]
    pub second: bool,
    /// Which player you are, where that makes a difference
    #[arg(long = "as", value_enum, default_value_t = Side::Left)]
    pub side: Side,
    /// How well the opponent plays: random, beginner, club or perfect
    #[arg(long, value_name = "NAME", default_value = "perfect", value_parser = level)]
    pub level: Level,
    /// What the opponent draws its moves from, where it draws them: the same seed, the same game
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

#[derive(Args)]
pub struct TableArgs {
    /// The ruleset
    pub ruleset: String,
    /// How many piles
    #[arg(long, value_name = "K", requires = "max", required_unless_present = "counts")]
    pub piles: Option<u16>,
    /// The largest pile
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    pub max: Option<u32>,
    /// At most M1 piles of size 1, M2 of size 2, ...
    #[arg(long, value_name = "M1,M2,..", value_delimiter = ',', conflicts_with_all = ["piles", "max"])]
    pub counts: Option<Vec<u32>>,
    /// Compute nim-values, too
    #[arg(long)]
    pub nim: bool,
    /// Only count the P-positions
    #[arg(long)]
    pub count: bool,
    /// Use this kernel: reference, search, heaps, sweep, native or units
    #[arg(long, value_parser = kernel)]
    pub kernel: Option<Kernel>,
    /// How to print [default: text, or what the file's name says]; pictures show two piles
    #[arg(long, value_enum)]
    pub format: Option<TableFormat>,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
pub struct SequenceArgs {
    /// The ruleset
    pub ruleset: String,
    /// The largest heap
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000_000))]
    pub to: u32,
    /// How to print [default: text, or what the file's name says]; LaTeX is in the notation of
    /// papers, such as (0,1)^3(+2), and claims a period only if it is proved
    #[arg(long, value_enum)]
    pub format: Option<SequenceFormat>,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Keep the nim-values in this file, a b-file, while they are computed, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
}

#[derive(clap::Args)]
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

#[derive(clap::Args)]
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

#[derive(clap::Args)]
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

#[derive(Subcommand)]
pub enum CensusFamily {
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
    /// Write a row for every game to a Parquet file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Keep finished work in this folder, from which the same command goes on [default with --out:
    /// FILE.run, removed at the end]
    #[arg(long, value_name = "FOLDER")]
    pub run: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlainFormat {
    Text,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolveFormat {
    Text,
    Json,
    Svg,
    Png,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SequenceFormat {
    Text,
    Json,
    Csv,
    Bfile,
    Latex,
    Svg,
    Png,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    Text,
    Json,
    Csv,
    Latex,
    Svg,
    Png,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PictureFormat {
    Svg,
    Png,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    Left,
    Right,
}

fn level(text: &str) -> Result<Level, String> {
    text.parse::<Level>().map_err(|complaint| complaint.help.unwrap_or(complaint.message))
}

fn kernel(text: &str) -> Result<Kernel, String> {
    Kernel::ALL.into_iter().find(|k| k.name() == text).ok_or_else(|| {
        let names: Vec<&str> = Kernel::ALL.iter().map(|k| k.name()).collect();
        format!("the kernels are {}", names.join(", "))
    })
}

fn key(text: &str) -> Result<Key, String> {
    Key::from_name(text).ok_or_else(|| {
        let names: Vec<&str> = Key::EVERY.iter().map(|key| key.name()).collect();
        format!("games are counted by {}", names.join(", "))
    })
}

/// `500M`, `8G`, `1.5GiB`, or a number of bytes.
fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match text[digits.len()..].to_ascii_uppercase().trim_end_matches("IB") {
        "" | "B" => 1u64,
        "K" | "KB" => 1 << 10,
        "M" | "MB" => 1 << 20,
        "G" | "GB" => 1 << 30,
        "T" | "TB" => 1 << 40,
        _ => return Err("write a size such as 500M or 8G".into()),
    };
    let number: f64 = digits.parse().map_err(|_| "write a size such as 500M or 8G")?;
    let size = number * factor as f64;
    if size.is_finite() && (0.0..1e18).contains(&size) {
        Ok(size as u64)
    } else {
        Err("this size is out of reach".into())
    }
}

/// `30s`, `5m`, `2h`, or seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &text[digits.len()..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("write a time such as 30s, 5m or 2h".into()),
    };
    let number: f64 = digits.parse().map_err(|_| "write a time such as 30s, 5m or 2h")?;
    Duration::try_from_secs_f64(number * factor).map_err(|_| "this time is out of reach".into())
}
