//! Who wins: the reference solver, search from one position, tables over whole regions.
//!
//! ```
//! use sprague_rules::{Outcome, parse_ruleset};
//! use sprague_solve::{Budget, Purpose, Region, Solver, Wanted, Watch};
//!
//! let minnie = parse_ruleset("minnie").unwrap();
//! let region = Region::new(&minnie, 2, 20);
//! let (budget, watch) = (Budget::default(), Watch::new(None));
//! let purpose = Purpose::WholeRegion;
//! let mut solver =
//!     Solver::new(&minnie, region, Wanted::Outcomes, purpose, &budget, None, &watch).unwrap();
//! assert_eq!(solver.outcome(&[3, 8]), Ok(Outcome::P));
//! ```
//!
//! A [`Solver`] asks the [`planner`] for a kernel and answers for positions. Every kernel has the
//! [`Reference`] solver as its twin in the tests.

pub mod budget;
pub mod finder;
pub mod heaps;
pub mod native;
pub mod plain_units;
pub mod planner;
pub mod reference;
pub mod region;
pub mod search;
pub mod solver;
pub mod store;
pub mod sweep;
pub mod table;
pub mod units;
pub mod window;

pub use budget::{Budget, Refusal, Watch};
pub use planner::{Kernel, Purpose, choose, work};
pub use reference::Reference;
pub use region::Region;
pub use solver::{Solver, Winning};
pub use table::Wanted;
