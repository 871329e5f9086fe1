//! Who wins.

use std::fmt;

/// Left or Right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The player who wins positive games.
    Left,
    /// The player who wins negative games.
    Right,
}

impl Player {
    /// Both, Left first.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The other player.
    pub fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

/// The outcome of a position under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The next player, the one to move, wins.
    N,
    /// The previous player wins.
    P,
    /// Left wins, whoever moves.
    L,
    /// Right wins, whoever moves.
    R,
}

impl Outcome {
    /// The outcome, from who wins moving first.
    pub fn from_first_wins(left: bool, right: bool) -> Outcome {
        match (left, right) {
            (true, true) => Outcome::N,
            (false, false) => Outcome::P,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
        }
    }

    /// Does `player` win moving first?
    pub fn first_wins(self, player: Player) -> bool {
        match self {
            Outcome::N => true,
            Outcome::P => false,
            Outcome::L => player == Player::Left,
            Outcome::R => player == Player::Right,
        }
    }

    /// The outcome when every win becomes a loss.
    pub fn reversed(self) -> Outcome {
        match self {
            Outcome::N => Outcome::P,
            Outcome::P => Outcome::N,
            Outcome::L => Outcome::R,
            Outcome::R => Outcome::L,
        }
    }

    /// `N`, `P`, `L` or `R`.
    pub fn letter(self) -> char {
        match self {
            Outcome::N => 'N',
            Outcome::P => 'P',
            Outcome::L => 'L',
            Outcome::R => 'R',
        }
    }

    /// The outcome with that letter.
    pub fn from_letter(letter: &str) -> Option<Outcome> {
        match letter {
            "N" => Some(Outcome::N),
            "P" => Some(Outcome::P),
            "L" => Some(Outcome::L),
            "R" => Some(Outcome::R),
            _ => None,
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Outcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
