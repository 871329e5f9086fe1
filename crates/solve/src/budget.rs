//! What a computation may use, how far it is, and how it is stopped.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

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
        Budget { memory: 4 << 30, threads: rayon::current_num_threads(), time: None }
    }
}

/// Progress of a running computation, shared with whoever shows or stops it: a copy watches the same computation.
#[derive(Clone, Debug)]
pub struct Watch {
    shared: Arc<Shared>,
    time: Option<Duration>,
    /// Raised from elsewhere to stop the computation.
    cancel: Option<Arc<AtomicBool>>,
    /// A count of steps that others share, and how far it may go.
    steps: Option<(Arc<AtomicU64>, u64)>,
}

#[derive(Debug)]
struct Shared {
    done: AtomicU64,
    expected: AtomicU64,
    stopped: AtomicBool,
    made: Instant,
    /// Nanoseconds from `made` to the last start.
    started: AtomicU64,
}

impl Default for Watch {
    /// One that lets the computation go on.
    fn default() -> Watch {
        Watch::new(None)
    }
}

impl Watch {
    /// A watch that stops the computation after this time, if there is one, from now on.
    pub fn new(time: Option<Duration>) -> Watch {
        let shared = Shared {
            done: AtomicU64::new(0),
            expected: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            made: Instant::now(),
            started: AtomicU64::new(0),
        };
        Watch { shared: Arc::new(shared), time, cancel: None, steps: None }
    }

    /// The same, which also stops when the flag is raised.
    pub fn stopped_by(self, cancel: Arc<AtomicBool>) -> Watch {
        Watch { cancel: Some(cancel), ..self }
    }

    /// The same, which counts positions as steps and stops once there are more than these.
    pub fn counted_by(self, steps: Arc<AtomicU64>, limit: u64) -> Watch {
        Watch { steps: Some((steps, limit)), ..self }
    }

    /// Starts anew: the whole time is left, and nothing is stopped.
    pub fn restart(&self) {
        self.shared.started.store(self.shared.made.elapsed().as_nanos() as u64, Ordering::Relaxed);
        self.shared.stopped.store(false, Ordering::Relaxed);
    }

    /// Says how many positions there are.
    pub fn expect(&self, positions: u64) {
        self.shared.done.store(0, Ordering::Relaxed);
        self.shared.expected.store(positions, Ordering::Relaxed);
    }

    /// Counts positions as done; false if the computation should stop.
    pub fn advance(&self, positions: u64) -> bool {
        self.shared.done.fetch_add(positions, Ordering::Relaxed);
        if let Some((steps, limit)) = &self.steps
            && steps.fetch_add(positions, Ordering::Relaxed).saturating_add(positions) > *limit
        {
            self.stop();
        }
        self.goes_on()
    }

    /// Says how many positions are done in all; false if the computation should stop.
    pub fn reach(&self, positions: u64) -> bool {
        self.shared.done.store(positions, Ordering::Relaxed);
        self.goes_on()
    }

    /// Should the computation go on?
    pub fn goes_on(&self) -> bool {
        if let Some(limit) = self.time {
            let started = Duration::from_nanos(self.shared.started.load(Ordering::Relaxed));
            if self.shared.made.elapsed() > started + limit {
                self.stop();
            }
        }
        let cancelled = self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        !cancelled && !self.shared.stopped.load(Ordering::Relaxed)
    }

    /// Asks the computation to stop soon.
    pub fn stop(&self) {
        self.shared.stopped.store(true, Ordering::Relaxed);
    }

    /// Positions done, of how many (0: not known).
    pub fn progress(&self) -> (u64, u64) {
        (self.shared.done.load(Ordering::Relaxed), self.shared.expected.load(Ordering::Relaxed))
    }
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
    Unsuitable { kernel: &'static str, why: String },
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
                write!(f, " (--memory raises it). {fits}")
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
