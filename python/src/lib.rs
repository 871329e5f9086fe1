//! The private half of the Python package: the library's front door as Python classes that hold, answer and raise.
//!
//! It knows no mathematics and has no manners: what a user sees is the Python layer in `package/`. Small answers cross
//! as JSON, with the keys of the command line; arrays cross as bytes.

// Only `arrow` has any: it speaks to C.
#![deny(unsafe_code)]

mod arrow;
mod census;
mod claims;
mod command;
mod discover;
mod error;
mod graphs;
mod play;
mod ruleset;
mod sequence;
mod table;
mod values;
mod work;

use pyo3::prelude::*;

/// The extension module.
#[pymodule]
mod _sprague {
    #[pymodule_export]
    use super::census::Census;
    #[pymodule_export]
    use super::claims::{prove, prove_statements, statements, verify};
    #[pymodule_export]
    use super::command::command;
    #[pymodule_export]
    use super::discover::{compare, discover, repair, threshold};
    #[pymodule_export]
    use super::graphs::{graph_game, graph_games, solve_graph};
    #[pymodule_export]
    use super::play::Play;
    #[pymodule_export]
    use super::ruleset::{Ruleset, games};
    #[pymodule_export]
    use super::sequence::Sequence;
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::values::{evaluate, thermograph};
    #[pymodule_export]
    use super::work::{Work, panic_for_tests};
}
