//! A laboratory for combinatorial games: the front door, which is all that a Rust user depends on.
//!
//! ```
//! use sprague::{Game, Outcome, Session};
//!
//! // A rule text of one's own.
//! let game = Game::from_text(r#"
//!     game few(S: set of numbers >= 1)
//!       "Take one of the numbers of S from a pile."
//!       piles any
//!       move take k in S from one pile
//! "#)?;
//! let few = game.ruleset("1,2,4")?;
//! let session = Session::new();
//!
//! // Who wins, and by which moves?
//! let position = few.position("5,9")?;
//! let solution = session.solve(&few, &position)?;
//! assert_eq!((solution.outcome, solution.nim), (Outcome::N, Some(2)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod claims;
mod error;
mod heap;
mod session;
mod table;

pub use claims::{Judged, claims};
pub use error::{Error, Kind};
pub use session::{Progress, Session};
pub use table::{Matrix, Table, TableRequest};

pub use sprague_certificate::Certificate;
pub use sprague_claim::{Claim, Expected};
pub use sprague_prove::{Judgement, Verdict, Witness};
pub use sprague_report::SequenceReport;
pub use sprague_rules::{
    Complaint, Diagnostic, Diagnostics, Game, Library, Misfit, Outcome, Player, Position, Ruleset,
    Shape, catalogue,
};
pub use sprague_sequence::{Regularity, Sequence, Terms};
pub use sprague_solve::{
    Answer, Explanation, Extent, Inquiry, Kernel, Pool, Refusal, Refused, Rows, Solution,
    TableReport, Tally, Watch, Winning,
};
pub use sprague_verify::{Accepted, Rejection};
