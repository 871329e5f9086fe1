//! What stops a computation: a number out of range, too many values, or the caller.

use std::fmt;

use crate::dyadic::DIGITS;

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A number would need more digits than are kept.
    Number,
    /// A multiple of up, or a nimber, would be too large.
    Infinitesimal,
    /// So many bytes are allowed, and more would be needed.
    Memory {
        /// The bytes that are allowed.
        most: usize,
    },
    /// The value would take more than so many characters to write out.
    Text {
        /// The characters that are allowed.
        most: usize,
    },
    /// The caller's watch said stop.
    Stopped,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Number => {
                write!(
                    f,
                    "a number needs more than {DIGITS} binary digits before or after the point"
                )
            }
            Limit::Infinitesimal => write!(f, "a multiple of ^ or a nimber is too large"),
            Limit::Memory { most } => {
                write!(f, "the values met on the way need more than {} MB", most >> 20)
            }
            Limit::Text { most } => {
                write!(f, "this value takes more than {most} characters to write out")
            }
            Limit::Stopped => write!(f, "stopped"),
        }
    }
}

impl std::error::Error for Limit {}
