//! Levels of play: how far an opponent sees.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use sprague_rules::Complaint;
use sprague_rules::diagnostic::did_you_mean;

use crate::look::Look;
use crate::moves::{Move, Moves};
use crate::oracle::Unknown;
use crate::play::Play;

/// How well an opponent plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Any move.
    Random,
    /// Sees a win with the next move, and does not leave one to the other player.
    Beginner,
    /// Sees three moves ahead after its own.
    Club,
    /// Wins every position that can be won, and makes it as hard as it can otherwise.
    Perfect,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Level; 4] = [Level::Random, Level::Beginner, Level::Club, Level::Perfect];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Beginner => "beginner",
            Level::Club => "club",
            Level::Perfect => "perfect",
        }
    }

    /// How many moves after its own it looks at; the perfect one does so only where it cannot know.
    pub(crate) fn depth(self) -> u32 {
        match self {
            Level::Random => 0,
            Level::Beginner => 1,
            Level::Club => 3,
            Level::Perfect => 5,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = Complaint;

    fn from_str(text: &str) -> Result<Level, Complaint> {
        let word = text.trim().to_lowercase();
        Level::ALL.into_iter().find(|level| level.name() == word).ok_or_else(|| {
            let message = format!("`{text}` is no level of play");
            let names = Level::ALL.map(Level::name);
            let near =
                did_you_mean(&word, names).map(|near| format!("{near} ")).unwrap_or_default();
            let help = format!("{near}there are {}", names.join(", "));
            Complaint::new(0..text.len(), message).help(help)
        })
    }
}

/// A move that an opponent has chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// The move.
    pub made: Move,
    /// What it rests on.
    pub basis: Basis,
    /// Why the perfect opponent could not know what is best, where it could not.
    pub unknown: Option<Unknown>,
}

/// What the choice of a move rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// On nothing: it was drawn.
    Drawn,
    /// On a look a few moves ahead, which settled it.
    LookedAhead,
    /// On who wins.
    Solved,
}

impl Play {
    /// The move that an opponent of this level chooses for the player to move; `None` if there is no
    /// move. It is the same for the same seed, position and number of moves made.
    pub fn choose(&mut self, level: Level) -> Option<Reply> {
        let unknown = match level {
            Level::Perfect => match self.best() {
                Ok(best) => {
                    return best.map(|made| Reply { made, basis: Basis::Solved, unknown: None });
                }
                Err(unknown) => Some(unknown),
            },
            _ => None,
        };
        let (made, basis) = self.looking(level)?;
        Some(Reply { made, basis, unknown })
    }

    /// A move that wins as far as one can see, or else one of those that do not lose as far.
    pub(crate) fn looking(&self, level: Level) -> Option<(Move, Basis)> {
        let Moves { mut moves, complete } = self.moves();
        if moves.is_empty() {
            return None;
        }
        let draw = |from: &[usize]| from[self.drawn(from.len())];
        let all: Vec<usize> = (0..moves.len()).collect();
        if level == Level::Random {
            return Some((moves.swap_remove(draw(&all)), Basis::Drawn));
        }
        let wins = self.seen(&moves, level.depth());
        let with = |wanted: Option<bool>| -> Vec<usize> {
            all.iter().copied().filter(|&i| wins[i] == wanted).collect()
        };
        let (winning, open) = (with(Some(true)), with(None));
        let (from, basis) = match (&winning[..], &open[..]) {
            ([], []) if complete => (&all[..], Basis::LookedAhead),
            ([], []) => (&all[..], Basis::Drawn),
            ([], open) => (open, Basis::Drawn),
            (winning, _) => (winning, Basis::LookedAhead),
        };
        let chosen = draw(from);
        Some((moves.swap_remove(chosen), basis))
    }

    /// Whether each of the moves wins for the player to move, as far as one can see.
    pub(crate) fn seen(&self, moves: &[Move], depth: u32) -> Vec<Option<bool>> {
        let opponent = self.to_move().opponent();
        let mut seen = vec![None; moves.len()];
        // Little by little, so that what is near is seen even where there is much to see.
        for depth in 0..=depth {
            let mut look = Look::new(self.rules(), self.oracle.unwanted());
            for (seen, m) in seen.iter_mut().zip(moves).filter(|(seen, _)| seen.is_none()) {
                *seen = look.wins(&m.after, opponent, depth).map(|wins| !wins);
            }
        }
        seen
    }
}
