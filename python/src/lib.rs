//! The private half of the Python package: the library's front door as Python classes that hold, answer and raise.
//!
//! It knows no mathematics and has no manners: what a user sees is the Python layer in `package/`. Small answers cross
//! as JSON, with the keys of the command line; arrays cross as bytes.

#![forbid(unsafe_code)]

mod claims;
mod error;
mod graphs;
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
    use super::claims::{prove, verify};
    #[pymodule_export]
    use super::graphs::{graph_game, graph_games, solve_graph};
    #[pymodule_export]
    use super::ruleset::{Ruleset, games};
    #[pymodule_export]
    use super::sequence::Sequence;
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::values::evaluate;
    #[pymodule_export]
    use super::work::{Work, panic_for_tests};
}
