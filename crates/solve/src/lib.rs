//! Who wins: the reference solver, search from one position, tables over whole regions.
//!
//! ```
//! use sprague_rules::{Outcome, parse_ruleset};
//! use sprague_solve::{Question, Region};
//!
//! let minnie = parse_ruleset("minnie").unwrap();
//! let region = Region::new(&minnie, 2, 20);
//! let mut solver = Question::about_region(&minnie, region).solver().unwrap();
//! assert_eq!(solver.outcome(&[3, 8]), Ok(Outcome::P));
//! ```
//!
//! A [`Solver`] asks the [`planner`] for a kernel and answers for positions. Every kernel has the
//! [`Reference`] solver as its twin in the tests.

#![warn(missing_docs)]

pub mod budget;
mod finder;
pub mod heaps;
mod inquiry;
pub mod law;
pub mod levels;
mod listing;
mod native;
mod one_heap;
mod order;
pub mod plain_units;
pub mod planner;
mod question;
mod reference;
pub mod region;
pub mod regularity;
mod search;
mod solution;
mod solver;
mod store;
pub mod subsets;
mod sweep;
pub mod table;
pub mod units;
pub mod window;

pub use budget::{Budget, Refusal, Watch, start_threads};
pub use heaps::Total;
pub use inquiry::{Answers, Explanation, Inquiry};
pub use listing::{Extent, Rows, TableReport, Tally};
pub use order::InOrder;
pub use planner::{Choice, Kernel, Purpose, work};
pub use question::{Pool, Question};
pub use reference::{Reference, Stopped};
pub use region::Region;
pub use solution::{Answer, Refused, Solution, TAKES_LONG, Winning};
pub use solver::Solver;
pub use table::Wanted;
