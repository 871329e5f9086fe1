//! A game being played, as data: what may be done, what it is worth and why, and opponents of every
//! strength. A terminal, a notebook or a page in the browser are faces of it.
//!
//! ```
//! use sprague_play::{Level, Play, Setting};
//! use sprague_rules::{Library, Player};
//!
//! let setting = Setting::read(&Library::catalogue(), "wyg", "P(5) chips=1").unwrap();
//! let mut play = Play::new(setting, Player::Left);
//! assert_eq!(play.moves().moves[0].words, "on 0-1 take 1 from both");
//!
//! let best = play.hint().best.unwrap(); // a winning move: the middle of the path
//! assert_eq!(best.words, "on 1-2 take 1 from 2");
//! play.play(&best.id).unwrap();
//! let reply = play.choose(Level::Perfect).unwrap();
//! play.play(&reply.made.id).unwrap();
//! assert_eq!(play.history().len(), 2);
//! ```
//!
//! A [`Setting`] is the rules and the position to begin with, of piles or of chips on a graph. A
//! [`Play`] owns all it needs and can be sent anywhere: it lists the [`Move`]s, [judges](Play::judge)
//! what is proposed, gives [hints](Play::hint) with their reasons, knows the [worth](Play::worth) of
//! every move, and [chooses](Play::choose) moves at any [`Level`]. What it cannot find out within its
//! limits it calls [`Unknown`], never a win or a loss. A [`Voice`] makes sentences of all this.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod hint;
mod illegal;
mod level;
mod look;
mod moves;
mod near;
mod on_graph;
mod oracle;
mod play;
mod position;
mod read;
mod setting;
mod think;
mod voice;
mod words;
mod worth;

pub use hint::{Exchange, Hint};
pub use illegal::{Illegal, Passage, Reason};
pub use level::{Basis, Level, Reply};
pub use moves::{Move, Moves, Way};
pub use oracle::{Limit, Unknown};
pub use play::{Made, Play, State};
pub use position::{Board, Position};
pub use read::Proposal;
pub use setting::{End, Finish, Setting};
pub use voice::Voice;
pub use words::changes;
pub use worth::{Effect, Judgement, Priced, Worth, Worths};
