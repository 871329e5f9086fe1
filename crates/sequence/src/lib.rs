//! One heap: the sequence of its nim-values or outcomes, and whether it is regular for ever.
//!
//! ```
//! use sprague_rules::parse_ruleset;
//! use sprague_sequence::{Sequence, Verdict};
//! use sprague_solve::{Budget, Watch};
//!
//! let kayles = parse_ruleset("kayles").unwrap();
//! let watch = Watch::new(None);
//! let sequence = Sequence::compute(&kayles, 400, &Budget::default(), &watch).unwrap();
//! let regularity = sequence.regularity(&kayles).unwrap();
//! assert_eq!((regularity.preperiod, regularity.period, regularity.saltus), (71, 12, 0));
//! assert!(matches!(regularity.verdict, Verdict::Proved(_)));
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod identify;
pub mod saved;
pub mod sequence;

pub use identify::{Identification, Match, Near, identify, identify_values, nearest};
pub use sequence::{Run, Sequence, Terms};
pub use sprague_solve::heaps::NimValues;
pub use sprague_solve::regularity::{self, Method, Regularity, Verdict};
