//! `sprague play`: a game in the terminal.
//!
//! The room `play` knows the game and finds the words; here lines are read and boards drawn ([`mod@line`], [`board`]).

mod board;
mod line;

use std::io::{BufRead, IsTerminal as _, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use sprague::play::{Board, Level, Limit, Move, Play, Position, Setting, Unknown, Voice, changes};
use sprague::{Library, Player, Session};

use crate::args::{Limits, PlayArgs, Side};
use crate::failure::{Failure, Outcome};
use crate::open;
use crate::work;
use line::{Line, parse_line};

pub fn run(args: &PlayArgs, limits: &Limits) -> Outcome {
    let setting = match sprague::graph_game(&args.ruleset) {
        Some(_) => Setting::read(&Library::catalogue(), &args.ruleset, &args.position)?,
        None => Setting::piles(open::ruleset(&args.ruleset)?, &args.position)
            .map_err(|complaint| complaint.about("position", &args.position))?,
    };
    // Between moves Ctrl-C should end the game, not a computation.
    let session = work::limited(Session::new(), limits);
    let person = match args.side {
        Side::Right if setting.is_partizan() => Player::Right,
        _ => Player::Left,
    };
    let first = if args.second { person.opponent() } else { person };
    let seed = args.seed.unwrap_or_else(any_seed);
    let mut play = session.play(setting, first, seed);
    let thought = Thought { session };
    if args.level == Level::Perfect && play.over().is_none() {
        // Who cannot be perfect should say so before the game begins.
        thought.take(|| play.wins_now())?;
        if limits.verbose {
            eprintln!("{}", play.way().unwrap_or_default());
        }
    }
    let (input, out) = (std::io::stdin(), std::io::stdout());
    let typed = input.is_terminal();
    let voice = Voice::new(&play.state(), person);
    let level = args.level;
    let mut table = Table { play, voice, thought, level, doubted: false, out: out.lock(), typed };
    table.play(input.lock())
}

/// A seed that is another one every time.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_nanos()) ^ now.as_secs()
}

impl From<Unknown> for Failure {
    fn from(unknown: Unknown) -> Failure {
        match unknown.limit {
            Limit::Stopped => Failure::Stopped(unknown.why),
            Limit::Memory | Limit::Effort => Failure::Budget(unknown.why),
        }
    }
}

/// The opponent's thinking: it shows its progress.
struct Thought {
    session: Session,
}

impl Thought {
    fn take<T>(&self, work: impl FnOnce() -> T) -> T {
        work::with_progress(&self.session, "positions", work)
    }
}

/// Where a game is played: everything but the input.
struct Table<W> {
    play: Play,
    voice: Voice,
    thought: Thought,
    level: Level,
    /// Was it said that the opponent does not know what to do?
    doubted: bool,
    out: W,
    /// Is the input typed by hand? Otherwise it is repeated, so that the output reads as a whole.
    typed: bool,
}

impl<W: Write> Table<W> {
    /// Plays until the game or the input ends.
    fn play(&mut self, mut input: impl BufRead) -> Outcome {
        let state = self.play.state();
        write!(self.out, "{}", self.voice.introduction(&state))?;
        if self.level != Level::Perfect {
            writeln!(self.out, "I play at the level {} (seed {}).", self.level, state.seed)?;
        }
        if self.play.over().is_none() {
            self.greet()?;
        }
        while self.play.over().is_none() {
            if self.play.to_move() != self.voice.person {
                self.reply()?;
                continue;
            }
            self.show_board()?;
            if !self.turn(&mut input)? {
                let at = self.play.text();
                writeln!(self.out, "The game stays unfinished at {at}. Goodbye.")?;
                return Ok(self.out.flush()?);
            }
        }
        self.show_board()?;
        let state = self.play.state();
        if let Some(end) = &state.over {
            let could_win = self.thought.take(|| self.play.first_could_win());
            write!(self.out, "{}", self.voice.ending(&state, end, could_win))?;
        }
        Ok(self.out.flush()?)
    }

    /// How to begin.
    fn greet(&mut self) -> Outcome {
        let example = self.example();
        match self.play.position() {
            Position::Piles(_) => {
                writeln!(self.out, "\nType the position after your move{example}.")?;
            }
            Position::Graph(_) => {
                writeln!(self.out, "\nType a move{example}, or its number in the list of moves.")?;
            }
        }
        writeln!(
            self.out,
            "Or: hint (h) for a winning move and why, moves (m) for all moves, undo (u), help (?), quit (q)."
        )?;
        Ok(())
    }

    fn help(&mut self) -> Outcome {
        self.greet()?;
        let also = match self.play.state().board {
            Board::Piles { .. } => {
                "A move may also be typed in words (`take 3 from 8`), or as #3, the third of the moves."
            }
            Board::Graph { counts_chips: true, .. } => {
                "A move may also be typed as the chips that are left (`1,0,1`). In the picture, 2(5) is vertex 2 with 5 chips."
            }
            Board::Graph { .. } => "The numbers in the picture are the vertices.",
        };
        let level = self.level;
        writeln!(self.out, "{also}")?;
        writeln!(
            self.out,
            "worth (o) tells for every move whether it wins; level NAME changes how I play: random, beginner, club, perfect (now {level})."
        )?;
        Ok(())
    }

    /// How a small move of the person could be typed.
    fn example(&self) -> String {
        let moves = match self.play.to_move() == self.voice.person {
            true => self.play.moves().moves,
            false => return String::new(),
        };
        match self.play.state().board {
            Board::Graph { .. } => {
                moves.last().map_or(String::new(), |m| format!(", such as `{}`", m.words))
            }
            Board::Piles { piles, row, .. } => smallest(&piles, row, &moves),
        }
    }

    /// The person's lines up to a move or an undo; false if they want to end the game.
    fn turn(&mut self, input: &mut impl BufRead) -> Outcome<bool> {
        loop {
            let Some(text) = self.read(input)? else { return Ok(false) };
            let line = match parse_line(&text, &self.play) {
                Ok(line) => line,
                Err(complaint) => {
                    writeln!(self.out, "{complaint}")?;
                    continue;
                }
            };
            match line {
                Line::Nothing => {}
                Line::Hint => {
                    let hint = self.thought.take(|| self.play.hint());
                    write!(self.out, "{}", self.voice.hint(&hint))?;
                }
                Line::Moves => {
                    let moves = self.play.moves();
                    write!(self.out, "{}", self.voice.moves(&moves.moves, moves.complete))?;
                }
                Line::Worth => {
                    let worths = self.thought.take(|| self.play.worth());
                    write!(self.out, "{}", self.voice.worth(&worths))?;
                }
                Line::Help => self.help()?,
                Line::Level(level) => {
                    self.level = level.unwrap_or(self.level);
                    self.doubted = false;
                    writeln!(self.out, "I play at the level {}.", self.level)?;
                }
                Line::Quit => return Ok(false),
                Line::Undo if self.play.undo_for(self.voice.person) => return Ok(true),
                Line::Undo => writeln!(self.out, "There is no move of yours to take back.")?,
                Line::Move(proposal) => match self.play.propose(&proposal) {
                    Ok(made) => {
                        if let sprague::play::Proposal::Number(_) = proposal {
                            write!(self.out, "{}", self.voice.made(&made))?;
                        }
                        return Ok(true);
                    }
                    Err(illegal) => {
                        let at = self.play.text();
                        write!(self.out, "{}", self.voice.refuse(&at, &illegal))?;
                    }
                },
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
        let reply = self.thought.take(|| self.play.choose(self.level));
        let reply = reply.expect("the opponent is not stuck");
        writeln!(self.out)?;
        match self.voice.doubt(&reply) {
            Some(doubt) if !self.doubted => {
                write!(self.out, "{doubt}")?;
                self.doubted = true;
            }
            Some(_) => {}
            None => self.doubted = false,
        }
        let made = self.play.play(&reply.made.id).expect("the opponent's move is legal");
        write!(self.out, "{}", self.voice.made(&made))?;
        Ok(())
    }

    fn show_board(&mut self) -> Outcome {
        Ok(write!(self.out, "\n{}", board::draw(&self.play.state().board))?)
    }
}

/// How a move between piles that takes little is typed.
fn smallest(piles: &[u32], row: bool, moves: &[Move]) -> String {
    let after = |m: &Move| match m.after() {
        Position::Piles(after) => after.clone(),
        Position::Graph(_) => Vec::new(),
    };
    let total = |piles: &[u32]| piles.iter().map(|&size| u64::from(size)).sum::<u64>();
    let smallest = moves.iter().map(after).min_by_key(|o| std::cmp::Reverse((total(o), o.len())));
    let Some(after) = smallest else { return String::new() };
    let whole = sprague::write_position(&after);
    match row {
        true => format!(", such as {whole}"),
        false => format!(", such as {whole}, or only what changes: {}", changes(piles, &after)),
    }
}
