//! The `sprague` command as a library of one function: a face over the front door, which reads arguments, asks, prints,
//! and gives an exit code. The program `sprague` calls it, and so does whatever else brings the command along.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod args;
mod census;
mod census_plot;
mod certify;
mod claims;
mod discover;
mod explain;
mod failure;
mod games;
mod graph;
mod graphs;
mod identify;
#[cfg(feature = "lab")]
mod lab;
mod lines;
mod new;
mod on;
mod open;
mod output;
mod parts;
mod play;
mod proofs;
mod prove;
mod rule;
mod sequence;
mod solve;
mod table;
mod value;
mod verify;
mod work;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use args::{Cli, Command, Limits};
use failure::Outcome;
use work::Scope;

const GREETING: &str = "\
Sprague, a laboratory for combinatorial games.

It reads a game's rules from a few lines of text and tells who wins any position,
by which moves, and what the whole table looks like. Three things to try:

  sprague solve minnie 3,8                      who wins, and every winning move
  sprague table wythoff --piles 2 --max 20      a whole table at once
  sprague play wynnie 17,23                     play against the perfect opponent

`sprague games` lists the games, `sprague help` all commands.";

/// Does what a command line asks, whose first word is the name of the program, with the standard streams of this process.
///
/// The process should have nothing else to do: Ctrl-C is answered here, a second time by ending the process.
///
/// ```
/// use std::process::ExitCode;
///
/// let command = ["sprague", "solve", "minnie", "3,8"];
/// assert_eq!(sprague_cli::run(command.map(Into::into)), ExitCode::SUCCESS);
/// ```
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    on::typed(&arguments);
    let cli = match Cli::try_parse_from(rule::in_place(arguments)) {
        Ok(cli) => cli,
        Err(answer) => {
            // Help that nobody reads to the end is no failure.
            let _ = answer.print();
            return ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(2));
        }
    };
    work::begin(&cli.limits, scope(cli.command.as_ref()));
    match obey(cli.command, &cli.limits) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// What the limits of the command line are for.
fn scope(command: Option<&Command>) -> Scope {
    match command {
        Some(Command::Prove(_) | Command::Verify(_)) => Scope::EachClaim,
        Some(Command::Play(_)) => Scope::EachMove,
        #[cfg(feature = "lab")]
        Some(Command::Lab(_)) => Scope::EachQuestion,
        _ => Scope::Command,
    }
}

fn obey(command: Option<Command>, limits: &Limits) -> Outcome {
    match command {
        None => {
            println!("{GREETING}");
            Ok(())
        }
        Some(Command::Games(args)) => games::run(&args, limits),
        Some(Command::Solve(args)) => solve::run(&args, limits),
        Some(Command::Graphs(args)) => graphs::run(&args, limits),
        Some(Command::Table(args)) => table::run(&args, limits),
        Some(Command::Sequence(args)) => sequence::run(&args, limits),
        Some(Command::NimSet(args)) => sequence::nim_set(&args, limits),
        Some(Command::Identify(args)) => identify::run(&args, limits),
        Some(Command::Eval(args)) => value::eval(&args, limits),
        Some(Command::Value(args)) => value::run(&args, limits),
        Some(Command::Difference(args)) => value::difference(&args, limits),
        Some(Command::Discover(args)) => discover::run(&args, limits),
        Some(Command::Compare(args)) => discover::compare(&args, limits),
        Some(Command::Survey(args)) => discover::survey(&args, limits),
        Some(Command::Repair(args)) => discover::repair(&args, limits),
        Some(Command::Threshold(args)) => discover::threshold(&args, limits),
        Some(Command::Prove(args)) => prove::run(&args, limits),
        Some(Command::Claims(args)) => claims::run(&args),
        Some(Command::Certify(args)) => certify::run(&args, limits),
        Some(Command::Verify(args)) => verify::run(&args, limits),
        Some(Command::Census(args)) => census::run(&args.family, limits),
        Some(Command::Parts(args)) => parts::run(&args.what),
        Some(Command::CensusPlot(args)) => census_plot::run(&args, limits),
        Some(Command::Play(args)) => play::run(&args, limits),
        #[cfg(feature = "lab")]
        Some(Command::Lab(args)) => lab::run(&args, limits),
        Some(Command::New { file }) => new::run(&file),
        Some(Command::Explain { word }) => explain::run(&word.join(" ")),
        Some(Command::Completions { shell }) => {
            let mut command = Cli::command();
            clap_complete::generate(shell, &mut command, "sprague", &mut std::io::stdout());
            Ok(())
        }
    }
}
