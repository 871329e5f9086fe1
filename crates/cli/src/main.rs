//! The `sprague` command: reads arguments, calls the rooms, prints.

mod args;
mod census;
mod census_plot;
mod certify;
mod claims;
mod failure;
mod games;
mod graph;
mod graphs;
mod identify;
mod open;
mod output;
mod play;
mod proofs;
mod prove;
mod sequence;
mod solve;
mod table;
mod value;
mod verify;
mod work;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use args::{Cli, Command};

const GREETING: &str = "\
Sprague, a laboratory for combinatorial games.

It reads a game's rules from a few lines of text and tells who wins any position,
by which moves, and what the whole table looks like. Three things to try:

  sprague solve minnie 3,8                      who wins, and every winning move
  sprague table wythoff --piles 2 --max 20      a whole table at once
  sprague play wynnie 17,23                     play against the perfect opponent

`sprague games` lists the games, `sprague help` all commands.";

fn main() -> ExitCode {
    let cli = Cli::parse();
    let limits = &cli.limits;
    let result = match cli.command {
        None => {
            println!("{GREETING}");
            Ok(())
        }
        Some(Command::Games { name, format }) => games::run(name.as_deref(), format, limits),
        Some(Command::Solve {
            ruleset,
            position,
            positions,
            no_moves,
            nim,
            kernel,
            format,
            output,
        }) => {
            let (moves, insist_on_nim) = (!no_moves, nim);
            let question = solve::Question { moves, insist_on_nim, kernel, format, output };
            match (position, positions) {
                (Some(position), _) => solve::one(&ruleset, &position, &question, limits),
                (None, Some(file)) => solve::many(&ruleset, &file, &question, limits),
                (None, None) => unreachable!("one of the two is required"),
            }
        }
        Some(Command::Graphs(args)) => graphs::run(&args, limits),
        Some(Command::Table(args)) => table::run(args, limits),
        Some(Command::Sequence(args)) => sequence::run(&args, limits),
        Some(Command::NimSet { ruleset, parts, to, format }) => {
            sequence::nim_set(&ruleset, parts, to, format, limits)
        }
        Some(Command::Identify { ruleset, to, format }) => {
            identify::run(&ruleset, to, format, limits)
        }
        Some(Command::Prove(args)) => prove::run(&args, limits),
        Some(Command::Claims(args)) => claims::run(&args),
        Some(Command::Certify(args)) => certify::run(&args, limits),
        Some(Command::Verify(args)) => verify::run(&args, limits),
        Some(Command::Eval { expression, thermograph, output, format }) => {
            value::eval(&expression, format, thermograph, output.as_deref(), limits)
        }
        Some(Command::Value { ruleset, position, to, format }) => match (position, to) {
            (Some(position), _) => value::position(&ruleset, &position, format, limits),
            (None, Some(to)) => value::sequence(&ruleset, to, format, limits),
            (None, None) => unreachable!("one of the two is required"),
        },
        Some(Command::Difference { ruleset, shift, to, format }) => {
            value::difference(&ruleset, shift, to, format, limits)
        }
        Some(Command::Census { family }) => census::run(&family, limits),
        Some(Command::CensusPlot { file, format, output }) => {
            census_plot::run(&file, format, output.as_deref())
        }
        Some(Command::Play(args)) => play::run(&args, limits),
        Some(Command::Completions { shell }) => {
            let mut command = Cli::command();
            clap_complete::generate(shell, &mut command, "sprague", &mut std::io::stdout());
            Ok(())
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
