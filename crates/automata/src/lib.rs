//! First-order arithmetic decided by finite automata.
//!
//! A set of tuples of natural numbers is a [`Dfa`] that reads all coordinates at once, least
//! significant digit first, in binary or in digits of an Ostrowski
//! system, Zeckendorf's among them ([`Numeration`]). Sets so described
//! are closed under union, complement and projection; addition, order, congruences and digitwise
//! operations are among them. So every [`Formula`] over these compiles to an automaton
//! ([`compile`]) and a sentence is decided by looking whether anything is accepted. A [`Budget`]
//! bounds every step; past it comes a [`Blowup`] that says where. Numbers written `P k + r` with
//! the residue kept apart are in [`residue`], functions on `N^k` that are periodic in each
//! coordinate in [`boxes`].
//!
//! ```
//! use sprague_automata::{Budget, Formula, Linear, Relations, compile};
//!
//! let (x, y, k) = (Linear::var("x"), Linear::var("y"), Linear::var("k"));
//! let mut relations = Relations::binary();
//! let budget = Budget::default();
//!
//! // Two piles, take any number from one: the second player wins iff the piles are equal.
//! let equal = compile(&x.equals(&y), &relations, &budget).unwrap();
//! relations.define("P", ["x", "y"], equal);
//! let into_p = Formula::exists(["k"], Formula::and([
//!     k.at_least(1),
//!     Formula::or([
//!         Formula::relation("P", [&x - &k, y.clone()]),
//!         Formula::relation("P", [x.clone(), &y - &k]),
//!     ]),
//! ]));
//! let p = Formula::relation("P", [x, y]);
//! let theorem = p.not().iff(into_p);
//! assert!(compile(&theorem, &relations, &budget).unwrap().is_universal());
//!
//! // The claim "P iff x = y + 1" breaks first at the empty position.
//! let shifted = compile(&Linear::var("x").equals(&(Linear::var("y") + 1)), &relations, &budget);
//! relations.define("P", ["x", "y"], shifted.unwrap());
//! let broken = compile(&theorem.not(), &relations, &budget).unwrap();
//! assert_eq!(broken.least(), Some(vec![0, 0]));
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod atoms;
pub mod boxes;
pub mod budget;
mod compile;
mod complement;
mod count;
mod dfa;
pub mod digits;
mod explore;
mod export;
mod formula;
mod letters;
mod linear;
mod minimise;
mod numeration;
mod ostrowski;
mod product;
mod project;
mod relations;
pub mod residue;
mod substitute;
mod witness;

pub use budget::{Blowup, Budget, Limit, Operation};
pub use compile::compile;
pub use dfa::Dfa;
pub use digits::Digitwise;
pub use export::Malformed;
pub use formula::{Comparison, Formula};
pub use letters::{Form, Letters, MOST_TRACKS, most_tracks};
pub use linear::{Linear, Variable};
pub use numeration::Numeration;
pub use product::Connective;
pub use relations::Relations;
