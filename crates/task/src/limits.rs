//! What work may cost, and which limit was passed.

use std::fmt;
use std::time::Duration;

/// What a piece of work may cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Elementary steps: transitions that are built, options that are looked at, terms that are computed.
    pub steps: u64,
    /// States of one automaton.
    pub states: usize,
    /// Bytes of one construction or table.
    pub bytes: u64,
    /// Positions that are looked at before a proof is tried.
    pub positions: u64,
    /// The last resort: time on the clock.
    pub time: Duration,
    /// Threads.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 4_000_000_000,
            states: 300_000,
            bytes: 1 << 30,
            positions: 60_000,
            time: Duration::from_secs(120),
            threads: 1,
        }
    }
}

/// Why work was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It is no longer wanted.
    Cancelled,
    /// More steps than this.
    Steps {
        /// How many were allowed.
        limit: u64,
    },
    /// More states than this in one automaton.
    States {
        /// How many were allowed.
        limit: usize,
    },
    /// More bytes than this.
    Bytes {
        /// How many were allowed.
        limit: u64,
    },
    /// More positions than this.
    Positions {
        /// How many were allowed.
        limit: u64,
    },
    /// More time than this.
    Time {
        /// How much was allowed.
        limit: Duration,
    },
}

impl Stop {
    /// The name of the limit that was passed: `steps`, `states`, `memory`, `positions` or `time`.
    pub fn name(&self) -> Option<&'static str> {
        match self {
            Stop::Cancelled => None,
            Stop::Steps { .. } => Some("steps"),
            Stop::States { .. } => Some("states"),
            Stop::Bytes { .. } => Some("memory"),
            Stop::Positions { .. } => Some("positions"),
            Stop::Time { .. } => Some("time"),
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Cancelled => f.write_str("stopped"),
            Stop::Steps { limit } => write!(f, "more than {limit} steps"),
            Stop::States { limit } => write!(f, "more than {limit} states"),
            Stop::Bytes { limit } => write!(f, "more than {limit} bytes"),
            Stop::Positions { limit } => write!(f, "more than {limit} positions"),
            Stop::Time { limit } => write!(f, "more than {} s", limit.as_secs_f64()),
        }?;
        match self.name() {
            Some(name) => write!(f, "; a larger limit on {name} allows more"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Stop {}
