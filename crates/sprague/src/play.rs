//! A game being played: legal moves, what they are worth and why, and opponents of every strength.
//!
//! ```
//! use sprague::play::{Level, Setting};
//! use sprague::{Library, Player, Session};
//!
//! let setting = Setting::read(&Library::catalogue(), "wyg", "P(5) chips=1").unwrap();
//! let mut play = Session::new().play(setting, Player::Left, 1);
//! let hint = play.hint().best.unwrap(); // a winning move: the middle of the path
//! assert_eq!(hint.words, "on 1-2 take 1 from 2");
//! play.play(&hint.id).unwrap();
//! let reply = play.choose(Level::Perfect).unwrap();
//! play.play(&reply.made.id).unwrap();
//! assert_eq!(play.history().len(), 2);
//! ```

use sprague_rules::Player;

pub use sprague_play::{
    Basis, Board, Effect, End, Exchange, Finish, Hint, Illegal, Judgement, Level, Limit, Made,
    Move, Moves, Passage, Play, Position, Priced, Proposal, Reason, Reply, Setting, State, Unknown,
    Voice, Way, Worth, Worths, changes,
};

use crate::session::Session;

impl Session {
    /// Begins to play, within the limits of the session. What opponents draw they draw from the seed: the same seed, the
    /// same play.
    pub fn play(&self, setting: Setting, first: Player, seed: u64) -> Play {
        Play::within(setting, first, seed, &self.budget(), &self.watch())
    }
}
