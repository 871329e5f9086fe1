//! What a position is worth in a sum.
//!
//! Where every move may be answered anywhere, a position G has a nim-value: the one heap n for which
//! G + *n is a P-position. In Wyg and Wygthoff a chosen edge binds both players, so moves are
//! *entailing*: they have to be answered on the same edge. As long as no edge is in play the parts
//! of a graph still add up, but a part may now be *loony*: whoever moves first wins, whatever stands
//! beside it (Winning Ways, chapter 12; Larsson, Nowakowski and Santos, Impartial games with
//! entailing moves). The reason is short. Let T be the set of heaps n for which some first move in G
//! wins G + *n. If n is the least heap not in T, then G + *n is P, and G + *m is N for all m > n, by
//! moving to *n. If there is no such heap, the player who moves in G wins beside every heap; the same
//! first moves win beside a loony part, for what decides the play on the edge beside a large enough
//! heap is that whoever empties an end loses.

use std::fmt;

/// A nim-value, or loony.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Worth this nim-heap in every sum.
    Nim(u32),
    /// The next player wins every sum with it.
    Loony,
}

impl Value {
    /// The value of a position that adds nothing to a sum, such as one without moves.
    pub const ZERO: Value = Value::Nim(0);

    /// The value of the sum.
    pub fn beside(self, other: Value) -> Value {
        match (self, other) {
            (Value::Nim(a), Value::Nim(b)) => Value::Nim(a ^ b),
            _ => Value::Loony,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nim(n) => write!(f, "{n}"),
            Value::Loony => f.write_str("loony"),
        }
    }
}

/// The least number that is not among these.
pub fn mex(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    let mut least = 0;
    for value in values {
        match value.cmp(&least) {
            std::cmp::Ordering::Equal => least += 1,
            std::cmp::Ordering::Greater => break,
            std::cmp::Ordering::Less => {}
        }
    }
    least
}
