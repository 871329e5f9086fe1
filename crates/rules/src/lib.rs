//! The rule language: a game's rules as text, checked and ready to be played.
//!
//! A text such as
//!
//! ```
//! use sprague_rules::{Game, Options, Player};
//!
//! let game = Game::parse("minnie.game", r#"
//!     game minnie
//!       "Take at most as many chips as the smallest stack holds."
//!       piles any
//!       move take k from one pile where k <= min(piles)
//! "#).unwrap();
//! let minnie = sprague_rules::parse_ruleset("minnie").unwrap();
//! assert_eq!(game.name(), minnie.name);
//! let options = Options::new(&minnie).list(&[2, 3], Player::Left);
//! assert_eq!(options, [vec![1, 2], vec![1, 3], vec![2, 2], vec![3]]);
//! ```
//!
//! goes through [`lex`], [`parse`] and [`check`] and becomes a [`Ruleset`]: a tree of choices,
//! arithmetic and constants with nothing left to look up. [`options`] is its meaning.

#![warn(missing_docs)]

pub mod analysis;
pub mod catalogue;
pub mod check;
pub mod code;
pub mod diagnostic;
pub mod expr;
pub mod game;
pub mod heap_moves;
pub mod lex;
pub mod library;
pub mod linear;
pub mod options;
pub mod outcome;
pub mod parse;
pub mod plan;
pub mod position;
#[cfg(feature = "random")]
pub mod random;
pub mod ruleset;
pub mod syntax;

pub use analysis::UnitMoves;
pub use diagnostic::{Complaint, Diagnostic, Diagnostics};
pub use game::{Game, load_game, parse_ruleset};
pub use heap_moves::{HeapMoves, Leave};
pub use library::{Library, game_file};
pub use options::Options;
pub use outcome::{Outcome, Player};
pub use position::{Misfit, Position, parse_position, write_position};
pub use ruleset::{Ruleset, Shape};
pub use syntax::Expectation;
