//! Games on graphs: positions, rules, who wins, and sweeps over families of graphs.
//!
//! ```
//! use sprague_graph::{Game, Solver, Value, parse};
//!
//! let k5 = parse("K(5) chips=1").unwrap().position;
//! let mut solver = Solver::new(Game::Wyg, false);
//! assert_eq!(solver.outcome(&k5).unwrap().letter(), 'N');
//! assert_eq!(solver.value(&k5), Ok(Value::Nim(1)));
//! assert_eq!(solver.winning(&k5).unwrap().len(), 5); // delete any one vertex
//! ```
//!
//! A position is a [`Graph`] with chips on its vertices and perhaps an edge that has to be played on
//! ([`Position`]). [`Solver`] takes it apart into components and knows isomorphic ones by their
//! [`canonical`] form; [`subsets`], [`families`] and [`complete`] are shorter ways for special
//! positions; [`plain`] is the slow twin of all of them.

#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod canonical;
pub mod complete;
pub mod crowd;
mod duel;
pub mod families;
pub mod family;
pub mod game;
pub mod generate;
pub mod graph;
pub mod graph6;
pub mod layout;
pub mod limit;
mod misere;
pub mod notation;
pub mod plain;
pub mod position;
pub mod random;
pub mod solver;
pub mod stack;
pub mod subsets;
pub mod sweep;
pub mod twins;
pub mod value;

pub use game::{Game, Move, parse_game};
pub use graph::Graph;
pub use limit::{Budget, Limit};
pub use notation::{Written, parse, parse_graph};
pub use position::Position;
pub use solver::Solver;
pub use stack::deep;
pub use value::Value;
