//! `sprague play`: a game against the perfect opponent.
//!
//! The [`judge`] knows the moves and who wins, [`mod@line`] reads what is typed, [`wording`],
//! [`explain`] and [`illegal`] find the words; here they talk to each other.

mod explain;
mod game;
mod illegal;
mod judge;
mod line;
mod wording;

use std::cmp::Reverse;
use std::io::{BufRead, IsTerminal as _, Write};

use sprague_rules::{Player, Shape, parse_position, write_position};
use sprague_solve::{Question, Watch};

use crate::args::{Limits, Side};
use crate::failure::Outcome;
use crate::open;
use crate::work;
use game::{Game, Voice};
use judge::{Judge, total};
use line::{Line, parse_line};

/// Options that `moves` lists.
const LISTED: usize = 40;

pub fn run(ruleset: &str, position: &str, second: bool, side: Side, limits: &Limits) -> Outcome {
    let ruleset = open::ruleset(ruleset)?;
    let start =
        parse_position(position, ruleset.shape).map_err(|c| c.about("position", position))?;
    // A watch of our own: between moves Ctrl-C should end the game, not a computation.
    let watch = Watch::new(limits.time);
    let thought = Thought { watch: &watch };
    let question = Question::about_positions(&ruleset, [&start[..]]).watch(&watch);
    let question = question.budget(&work::budget(limits));
    let judge = thought.take(|| {
        let mut solver = question.solver()?;
        // Whatever is over budget should be so before the game begins.
        solver.outcome(&start)?;
        Ok::<_, sprague_solve::Refusal>(Judge::new(&ruleset, solver))
    })?;
    if limits.verbose {
        let choice = judge.choice();
        eprintln!("kernel {}: {}", choice.kernel, choice.reason);
    }
    let person = match side {
        _ if ruleset.is_impartial() => Player::Left,
        Side::Left => Player::Left,
        Side::Right => Player::Right,
    };
    let first = if second { person.opponent() } else { person };
    let (input, out) = (std::io::stdin(), std::io::stdout());
    let typed = input.is_terminal();
    let mut table = Table {
        voice: Voice::new(&ruleset, person),
        judge,
        thought,
        game: Game::new(start, person, first),
        out: out.lock(),
        typed,
    };
    table.play(input.lock())
}

/// The opponent's thinking: each thought has the whole time, and shows its progress.
struct Thought<'w> {
    watch: &'w Watch,
}

impl Thought<'_> {
    fn take<T>(&self, work: impl FnOnce() -> T) -> T {
        self.watch.restart();
        work::with_progress(self.watch, "positions", work)
    }
}

/// Where a game is played: everything but the input.
struct Table<'r, W> {
    judge: Judge<'r>,
    thought: Thought<'r>,
    game: Game,
    voice: Voice,
    out: W,
    /// Is the input typed by hand? Otherwise it is repeated, so that the output reads as a whole.
    typed: bool,
}

impl<W: Write> Table<'_, W> {
    /// Plays until the game or the input ends.
    fn play(&mut self, mut input: impl BufRead) -> Outcome {
        self.introduce()?;
        if !self.judge.is_stuck(&self.game.position, self.game.to_move) {
            self.help()?;
        }
        while !self.judge.is_stuck(&self.game.position, self.game.to_move) {
            if self.game.to_move != self.game.person {
                self.reply()?;
                continue;
            }
            self.show_board()?;
            if !self.turn(&mut input)? {
                let at = write_position(&self.game.position);
                writeln!(self.out, "The game stays unfinished at {at}. Goodbye.")?;
                return Ok(self.out.flush()?);
            }
        }
        let end = self.thought.take(|| explain::ending(&mut self.judge, &self.game, self.voice))?;
        self.show_board()?;
        write!(self.out, "{end}")?;
        Ok(self.out.flush()?)
    }

    fn introduce(&mut self) -> Outcome {
        let ruleset = self.judge.ruleset;
        writeln!(self.out, "{}: {}", ruleset.expression, ruleset.summary)?;
        let begins = match self.game.to_move == self.game.person {
            true => "You begin.",
            false => "I begin.",
        };
        let sides = explain::sides(self.voice).map_or(String::new(), |sides| sides + " ");
        writeln!(self.out, "{} {sides}{begins}", explain::ending_rule(ruleset))?;
        Ok(())
    }

    fn help(&mut self) -> Outcome {
        let example = example(&self.judge, &self.game);
        writeln!(self.out, "\nType the position after your move{example}.")?;
        writeln!(
            self.out,
            "Or: hint (h) for a winning move and why, moves (m) for all moves, undo (u), help (?), quit (q)."
        )?;
        Ok(())
    }

    /// The person's lines up to a move or an undo; false if they want to end the game.
    fn turn(&mut self, input: &mut impl BufRead) -> Outcome<bool> {
        loop {
            let Some(text) = self.read(input)? else { return Ok(false) };
            let shape = self.judge.ruleset.shape;
            match parse_line(&text, &self.game.position, shape) {
                Err(complaint) => writeln!(self.out, "{complaint}")?,
                Ok(Line::Nothing) => {}
                Ok(Line::Hint) => {
                    let (judge, game) = (&mut self.judge, &self.game);
                    let hint = self.thought.take(|| explain::hint(judge, game, self.voice))?;
                    write!(self.out, "{hint}")?;
                }
                Ok(Line::Moves) => self.list_moves()?,
                Ok(Line::Help) => self.help()?,
                Ok(Line::Quit) => return Ok(false),
                Ok(Line::Undo) if self.game.undo() => return Ok(true),
                Ok(Line::Undo) => writeln!(self.out, "There is no move of yours to take back.")?,
                Ok(Line::Move(target)) => {
                    let (position, person) = (&self.game.position, self.game.person);
                    if self.judge.allows(position, &target, person) {
                        self.game.play(target);
                        return Ok(true);
                    }
                    write!(
                        self.out,
                        "{}",
                        illegal::refuse(&self.judge, position, &target, person)
                    )?;
                }
            }
        }
    }

    /// The next line; `None` at the end of the input.
    fn read(&mut self, input: &mut impl BufRead) -> Outcome<Option<String>> {
        if self.typed {
            write!(self.out, "> ")?;
        }
        self.out.flush()?;
        let mut bytes = Vec::new();
        let ended = input.read_until(b'\n', &mut bytes)? == 0;
        let text = String::from_utf8_lossy(&bytes).trim().to_string();
        match (ended, self.typed) {
            (true, true) => writeln!(self.out)?,
            (false, false) => writeln!(self.out, "> {text}")?,
            _ => {}
        }
        Ok((!ended).then_some(text))
    }

    /// The opponent's move.
    fn reply(&mut self) -> Outcome {
        let (position, me) = (self.game.position.clone(), self.game.to_move);
        let best = self.thought.take(|| self.judge.best_option(&position, me))?;
        let option = best.expect("the opponent is not stuck");
        let done = explain::words(&self.judge, &position, &option, me);
        writeln!(self.out, "\nI {done}: {}.", explain::rest(&option))?;
        self.game.play(option);
        Ok(())
    }

    fn show_board(&mut self) -> Outcome {
        Ok(write!(self.out, "\n{}", wording::board(&self.game.position))?)
    }

    fn list_moves(&mut self) -> Outcome {
        let (position, person) = (&self.game.position, self.game.person);
        let options = self.judge.options(position, person);
        let written: Vec<String> = options.iter().take(LISTED).map(|o| write_position(o)).collect();
        let width = written.iter().map(String::len).max().unwrap_or(0);
        for (option, written) in options.iter().zip(&written) {
            let done = explain::words(&self.judge, position, option, person);
            writeln!(self.out, "  {written:<width$}  {done}")?;
        }
        if options.len() > LISTED {
            writeln!(self.out, "  and {} more", options.len() - LISTED)?;
        }
        Ok(())
    }
}

/// How a small move of the person could be typed.
fn example(judge: &Judge, game: &Game) -> String {
    let (position, person) = (&game.position, game.person);
    let options = judge.options(position, person);
    let smallest = options.iter().min_by_key(|option| Reverse((total(option), option.len())));
    let Some(option) = smallest else {
        return String::new();
    };
    let whole = write_position(option);
    match judge.ruleset.shape {
        Shape::Row { .. } => format!(", such as {whole}"),
        Shape::Piles { .. } => {
            let short = line::changes(position, option);
            format!(", such as {whole}, or only what changes: {short}")
        }
    }
}
