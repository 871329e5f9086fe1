//! What stops a search: memory, or the caller.

use std::fmt;
use std::sync::LazyLock;

use sprague_task::Watch;

/// What a search may use.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Bytes that the memory of solved positions may take, roughly.
    pub bytes: usize,
    /// Vertices and edges of positions that may be looked at: a measure of time that is the same on
    /// every machine.
    pub effort: u64,
    /// Asked now and then: may the search go on?
    pub watch: &'a Watch,
}

impl Default for Budget<'_> {
    fn default() -> Self {
        static FREE: LazyLock<Watch> = LazyLock::new(Watch::default);
        Budget { bytes: 4 << 30, effort: u64::MAX, watch: &FREE }
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The solved positions take more bytes than allowed.
    Memory {
        /// Positions solved by then.
        solved: u64,
        /// The bytes that are allowed.
        most: usize,
    },
    /// More would have to be looked at than allowed.
    Effort {
        /// Positions solved by then.
        solved: u64,
    },
    /// Play goes on for longer than the stack that the system gives can follow.
    Depth {
        /// Positions solved by then.
        solved: u64,
    },
    /// The caller's watch said stop.
    Stopped {
        /// Positions solved by then.
        solved: u64,
    },
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Memory { solved, most } => {
                write!(f, "{solved} positions are solved and fill the {} MB allowed", most >> 20)
            }
            Limit::Depth { solved } => {
                let why = "play goes on for longer than the stack that the system gives can follow";
                write!(f, "{solved} positions were solved, and {why}")
            }
            Limit::Effort { solved } => write!(f, "{solved} positions were solved, not enough"),
            Limit::Stopped { solved } => write!(f, "{solved} positions were solved, not enough"),
        }
    }
}

impl std::error::Error for Limit {}
