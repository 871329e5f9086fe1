//! What is measured: times, bytes and plain numbers, of which less is better.

use std::fmt;
use std::time::Duration;

/// One figure of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Figure {
    /// Seconds.
    Time(f64),
    /// Bytes.
    Bytes(f64),
    /// A number of something that the row names.
    Count(f64),
}

impl Figure {
    /// How many times more the other is.
    pub fn of(self, other: Figure) -> f64 {
        let number = |figure: Figure| match figure {
            Figure::Time(number) | Figure::Bytes(number) | Figure::Count(number) => number,
        };
        number(other) / number(self).max(1e-12)
    }
}

impl From<Duration> for Figure {
    fn from(time: Duration) -> Figure {
        Figure::Time(time.as_secs_f64())
    }
}

impl From<f64> for Figure {
    fn from(seconds: f64) -> Figure {
        Figure::Time(seconds)
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        const TIMES: [(f64, &str); 4] = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")];
        const BYTES: [(f64, &str); 4] = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B")];
        const COUNTS: [(f64, &str); 1] = [(1.0, "")];
        let (number, units): (f64, &[(f64, &str)]) = match *self {
            Figure::Time(number) => (number, &TIMES),
            Figure::Bytes(number) => (number, &BYTES),
            Figure::Count(number) => (number, &COUNTS),
        };
        let fits = |(unit, _): &&(f64, &str)| number >= *unit;
        let (unit, name) = units.iter().find(fits).unwrap_or(&units[units.len() - 1]);
        let shown = number / unit;
        let places = if name.is_empty() {
            0
        } else {
            usize::from(shown < 100.0) + usize::from(shown < 10.0)
        };
        write!(f, "{shown:.places$}{}{name}", if name.is_empty() { "" } else { " " })
    }
}
