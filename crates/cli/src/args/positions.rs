//! Positions and tables: `games`, `solve`, `table`, `play`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sprague::Kernel;
use sprague::play::Level;

use super::formats::{PlainFormat, SolveFormat, TableFormat};
use super::read::{kernel, level};

/// List the games, or show one game's rules
#[derive(Args)]
#[command(after_help = "Examples:\n  sprague games\n  sprague games minnie\n  \
                        sprague games ./my.game    check a file of your own and its examples")]
pub struct GamesArgs {
    /// A game's name, or a path to a .game file
    pub name: Option<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
}

/// Who wins a position, its nim-value, and every winning move
#[derive(Args)]
#[command(after_help = "Examples:\n  sprague solve minnie 3,8\n  \
                        sprague solve 'misere wynnie' 3,6\n  \
                        sprague solve 'lr-nim(2,3)' 17 --format json\n  \
                        sprague solve wyg 'K(5) chips=1'\n  \
                        sprague solve wyg 'P(4) + C(3) chips=deg' -o position.svg\n  \
                        seq 1 100 | sprague solve max-nim --positions - --no-moves")]
pub struct SolveArgs {
    /// The ruleset, such as minnie, 'lr-nim(2,3)' or ./my.game
    pub ruleset: String,
    /// The position, such as 3,8; `-` is the empty one. On graphs: P(n), C(n), K(n), W(n), S(n),
    /// K(m,n), DS(m,n,k), g6:... or edges:0-1,1-2 with chips=1, chips=deg or a list; `+` between
    #[arg(required_unless_present = "positions", conflicts_with = "positions")]
    pub position: Option<String>,
    /// Solve every position of a file, one a line (`-`: standard input); prints for each, with
    /// tabs between, the position, the outcome, the nim-value and the winning moves
    #[arg(long, value_name = "FILE")]
    pub positions: Option<PathBuf>,
    /// Leave out the winning moves
    #[arg(long)]
    pub no_moves: bool,
    /// Compute the nim-value however long it takes
    #[arg(long)]
    pub nim: bool,
    /// Use this kernel: reference, search, heaps, window, sweep, native, units, subsets or law
    #[arg(long, value_parser = kernel)]
    pub kernel: Option<Kernel>,
    /// How to print [default: text, or what the file's name says]; pictures show graphs
    #[arg(long, value_enum)]
    pub format: Option<SolveFormat>,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE", conflicts_with = "positions")]
    pub output: Option<PathBuf>,
}

/// All positions of some number of piles, with their outcomes or nim-values
#[derive(Args)]
#[command(after_help = "Examples:\n  sprague table wythoff --piles 2 --max 20\n  \
                        sprague table minnie --piles 3 --max 220 --count\n  \
                        sprague table nimb --piles 2 --max 12 --nim\n  \
                        sprague table jennifer --piles 3 --max 30 --fix 7 --nim\n  \
                        sprague table ooooob-b --counts 6,6,6\n  \
                        sprague table wythoff --piles 2 --max 500 --format png -o wythoff.png")]
pub struct TableArgs {
    /// The ruleset
    pub ruleset: String,
    /// How many piles
    #[arg(long, value_name = "K", requires = "max", required_unless_present = "counts")]
    pub piles: Option<u16>,
    /// The largest pile
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    pub max: Option<u32>,
    /// The smallest pile [default: 1; 0 for the places of a row]
    #[arg(long, value_name = "M", conflicts_with = "counts")]
    pub min: Option<u32>,
    /// Only positions with these piles, or these first places of a row: a slice, in which the others vary
    #[arg(long, value_name = "A,B,..", value_delimiter = ',', conflicts_with = "counts")]
    pub fix: Option<Vec<u32>>,
    /// At most M1 piles of size 1, M2 of size 2, ...
    #[arg(long, value_name = "M1,M2,..", value_delimiter = ',', conflicts_with_all = ["piles", "max"])]
    pub counts: Option<Vec<u32>>,
    /// Compute nim-values, too
    #[arg(long)]
    pub nim: bool,
    /// Only count the P-positions
    #[arg(long)]
    pub count: bool,
    /// Use this kernel: reference, search, heaps, window, sweep, native, units or subsets
    #[arg(long, value_parser = kernel)]
    pub kernel: Option<Kernel>,
    /// How to print [default: text, or what the file's name says]; pictures show two piles
    #[arg(long, value_enum)]
    pub format: Option<TableFormat>,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Play against an opponent, perfect or not
#[derive(Args)]
#[command(after_help = "Examples:\n  sprague play wynnie 17,23\n  \
                        sprague play 'lr-nim(2,3)' 20 --as right --second\n  \
                        sprague play wyg 'P(5) chips=2' --level club")]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    Left,
    Right,
}
