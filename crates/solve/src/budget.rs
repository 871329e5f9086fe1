//! What a table or a search may use, and how it is refused.

use std::fmt;
use std::sync::Once;
use std::time::Duration;

pub use sprague_task::Watch;

/// Limits of one computation.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Bytes that its tables may take.
    pub memory: u64,
    /// Threads to use.
    pub threads: usize,
    /// When to stop.
    pub time: Option<Duration>,
}

impl Default for Budget {
    fn default() -> Self {
        start_threads();
        Budget { memory: 4 << 30, threads: rayon::current_num_threads(), time: None }
    }
}

/// Starts the threads that all share who have none of their own: one a core, or as many as the system has room for.
/// Without this, the first who needs them would panic where there is no room.
pub fn start_threads() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        // Only the first try to start the shared ones counts, so others are started to see how many fit. 0 stands for as many
        // as are usual.
        let halves = std::iter::successors(Some(cores / 2), |&n| Some(n / 2));
        let mut counts = std::iter::once(0).chain(halves.take_while(|&n| n > 0));
        // An error says that they are there already.
        let _ = match counts.find(|&threads| pool(threads).build().is_ok()) {
            Some(threads) => pool(threads).build_global(),
            None => pool(1).use_current_thread().build_global(),
        };
    });
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// More memory would be needed than the budget allows.
    Memory {
        /// What was asked for, in words.
        what: String,
        /// Bytes needed; `None` if beyond counting.
        needed: Option<u64>,
        /// Bytes allowed.
        budget: u64,
        /// What would fit.
        fits: String,
    },
    /// Time ran out, or someone stopped the computation.
    Stopped {
        /// How far it got, in words.
        reached: String,
    },
    /// The chosen kernel cannot do this.
    Unsuitable {
        /// Its name.
        kernel: &'static str,
        /// Why not.
        why: String,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Memory { what, needed, budget, fits } => {
                let needed = match needed {
                    Some(bytes) => format!("about {}", Bytes(*bytes)),
                    None => "more memory than can be counted".to_string(),
                };
                write!(f, "{what} needs {needed}; the budget is {}", Bytes(*budget))?;
                if fits.is_empty() { Ok(()) } else { write!(f, ". {fits}") }
            }
            Refusal::Stopped { reached } => write!(f, "stopped before the end: {reached}"),
            Refusal::Unsuitable { kernel, why } => {
                write!(f, "the kernel `{kernel}` cannot do this: {why}")
            }
        }
    }
}

impl std::error::Error for Refusal {}

/// A number of bytes, for people.
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut size = self.0 as f64;
        let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        let mut unit = 0;
        while size >= 1024.0 && unit + 1 < units.len() {
            size /= 1024.0;
            unit += 1;
        }
        if unit == 0 { write!(f, "{size} B") } else { write!(f, "{size:.1} {}", units[unit]) }
    }
}
