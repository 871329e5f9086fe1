//! Laws: what is so in *every* finite game, as in "an impartial game is N or P", or "the nim-value of a sum is the nim-sum".
//!
//! A law speaks of a game G and of its options, which are left open, and perhaps of sets of positions that are left open as well; or of
//! several games and of what they are together. Its meaning is that of its words at games that are written out
//! ([`tree`]); that it is true of all of them is for a proof.

use sprague_rules::{Player, Ruleset};

use crate::outcomes::Outcomes;

pub mod tree;

/// A claim about all games.
#[derive(Clone, Debug)]
pub struct OnLaws {
    /// A ruleset in name only: it has no moves.
    pub ruleset: Ruleset,
    /// Which games there are.
    pub play: Play,
    /// The names of the sets of positions that are left open.
    pub sets: Vec<String>,
    /// What is true of every position: of the games themselves and of all that can be reached in them.
    pub suppose: Vec<Sentence>,
    /// Where it is claimed.
    pub whenever: Option<Sentence>,
    /// What is claimed.
    pub law: Sentence,
}

/// Which games a law is for. All are finite: every play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Both players have the same options, and whoever cannot move loses.
    Normal,
    /// The same, and whoever cannot move wins.
    Misere,
    /// Both have the same options, and a position without any has one of the outcomes.
    Ending,
    /// Each player has options of their own; whoever cannot move loses.
    Partizan,
}

impl Play {
    /// How it is written.
    pub const ALL: [(Play, &'static str); 4] = [
        (Play::Normal, "any"),
        (Play::Misere, "misere any"),
        (Play::Ending, "ending any"),
        (Play::Partizan, "partizan any"),
    ];

    /// All such games, in words.
    pub fn words(self) -> &'static str {
        match self {
            Play::Normal => "all finite impartial games",
            Play::Misere => "all finite impartial games in misère play",
            Play::Ending => {
                "all finite games with the same options for both players and any ending"
            }
            Play::Partizan => "all finite games",
        }
    }
}

/// The names of games.
pub const GAMES: [&str; 3] = ["G", "H", "K"];

/// Something that is true of games, or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// It is not so.
    Not(Box<Sentence>),
    /// All of these.
    And(Vec<Sentence>),
    /// One of these.
    Or(Vec<Sentence>),
    /// Both, or neither.
    Iff(Box<Sentence>, Box<Sentence>),
    /// The outcome there is one of these.
    Outcome(Outcomes, Place),
    /// What is there belongs to the set with this number; or it does not, where that is said.
    In {
        /// Of what.
        place: Place,
        /// Of which set.
        set: usize,
        /// It does.
        inside: bool,
    },
    /// G has no option.
    Stuck,
    /// G has no option, and it ends with one of these outcomes.
    Ends(Outcomes),
    /// Two nim-sums are equal.
    Equal(Vec<Number>, Vec<Number>),
}

/// What is spoken of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Games played together, or one.
    Games(Together),
    /// Some option of G, of this player where the players have their own.
    SomeOption(Option<Player>),
    /// Every option of G.
    EveryOption(Option<Player>),
    /// Each of any number of games.
    EveryGame,
}

/// Games played at the same time, by their places in [`GAMES`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Together {
    /// A move in exactly one of them; a single game is itself.
    Sum(Vec<usize>),
    /// A move in each of one or more of them.
    Selective(Vec<usize>),
    /// The same with any number of games.
    SelectiveOfAll,
}

impl Together {
    /// One game.
    pub fn one(game: usize) -> Together {
        Together::Sum(vec![game])
    }

    /// The games that are named.
    pub fn games(&self) -> &[usize] {
        match self {
            Together::Sum(games) | Together::Selective(games) => games,
            Together::SelectiveOfAll => &[],
        }
    }
}

/// A number in a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// This one.
    Constant(u32),
    /// A nim-value.
    Nim(Together),
    /// The least number that is the nim-value of no option of G.
    Mex,
}

impl Sentence {
    /// The sentences that it is made of, without words between them.
    pub fn atoms(&self) -> Vec<&Sentence> {
        match self {
            Sentence::Not(inner) => inner.atoms(),
            Sentence::And(parts) | Sentence::Or(parts) => {
                parts.iter().flat_map(Sentence::atoms).collect()
            }
            Sentence::Iff(a, b) => [a, b].into_iter().flat_map(|part| part.atoms()).collect(),
            atom => vec![atom],
        }
    }

    /// Its truth, where that of its parts is known.
    pub fn is_so(&self, of: &mut impl FnMut(&Sentence) -> bool) -> bool {
        match self {
            Sentence::Not(inner) => !inner.is_so(of),
            Sentence::And(parts) => parts.iter().all(|part| part.is_so(of)),
            Sentence::Or(parts) => parts.iter().any(|part| part.is_so(of)),
            Sentence::Iff(a, b) => a.is_so(of) == b.is_so(of),
            atom => of(atom),
        }
    }

    /// Does it speak of one game and its options alone?
    pub fn is_of_one(&self) -> bool {
        let one = Together::one(0);
        self.atoms().into_iter().all(|atom| match atom {
            Sentence::Outcome(_, place) | Sentence::In { place, .. } => {
                !matches!(place, Place::Games(games) if *games != one) && *place != Place::EveryGame
            }
            Sentence::Equal(a, b) => is_zero(a, b),
            _ => true,
        })
    }
}

/// Is it said that the nim-value of G is 0?
pub fn is_zero(a: &[Number], b: &[Number]) -> bool {
    let sides = [a, b].map(|side| match side {
        [Number::Constant(0)] => Some(true),
        [Number::Nim(games)] if *games == Together::one(0) => Some(false),
        _ => None,
    });
    matches!(sides, [Some(a), Some(b)] if a != b)
}

impl OnLaws {
    /// For which games it is.
    pub fn scope(&self) -> String {
        match self.suppose.is_empty() {
            true => self.play.words().to_string(),
            false => format!("{}, as supposed", self.play.words()),
        }
    }

    /// What is supposed of every position, where it is claimed, and what is claimed.
    pub fn sentences(&self) -> impl Iterator<Item = &Sentence> {
        self.suppose.iter().chain(&self.whenever).chain([&self.law])
    }

    /// Does it speak of any number of games at once?
    pub fn is_of_any_number(&self) -> bool {
        let open = |atom: &Sentence| match atom {
            Sentence::Outcome(_, place) => {
                matches!(place, Place::EveryGame | Place::Games(Together::SelectiveOfAll))
            }
            _ => false,
        };
        self.sentences().flat_map(Sentence::atoms).any(open)
    }

    /// How many games are named.
    pub fn games(&self) -> usize {
        let named = |place: &Place| match place {
            Place::Games(games) => games.games().iter().copied().max(),
            _ => None,
        };
        let atoms = self.sentences().flat_map(Sentence::atoms);
        let largest = atoms.filter_map(|atom| match atom {
            Sentence::Outcome(_, place) | Sentence::In { place, .. } => named(place),
            Sentence::Equal(a, b) => {
                let nim = |number: &Number| match number {
                    Number::Nim(games) => games.games().iter().copied().max(),
                    _ => None,
                };
                a.iter().chain(b).filter_map(nim).max()
            }
            _ => None,
        });
        largest.max().unwrap_or(0) + 1
    }
}
