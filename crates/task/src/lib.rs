//! A task: what a piece of work may cost, how far it is, and whether it is still wanted.
//!
//! Every long function takes a [`Task`], counts what it does ([`Task::spend`]) and stops when it is told to. Work is
//! counted first and seconds second, so that an answer does not depend on how busy the machine is: the limit in steps
//! is meant to be reached before the limit in seconds.
//!
//! ```
//! use sprague_task::{Limits, Stop, Task};
//!
//! let task = Task::new(Limits { steps: 1000, ..Limits::default() });
//! let sum = (0..).map(|n: u64| task.spend(1).map(|()| n)).find_map(|step| step.err());
//! assert_eq!(sum, Some(Stop::Steps { limit: 1000 }));
//! assert_eq!(sum.unwrap().to_string(), "more than 1000 steps; --steps allows more");
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod clock;
mod limits;
mod memory;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

pub use clock::Clock;
pub use limits::{Limits, Stop};
pub use memory::Memory;

/// A piece of work.
#[derive(Debug)]
pub struct Task {
    limits: Limits,
    clock: Clock,
    cancel: Arc<AtomicBool>,
    spent: Arc<AtomicU64>,
    log: Mutex<Vec<String>>,
    memory: Arc<Memory>,
}

/// Steps between two looks at the clock.
const GLANCE: u64 = 1 << 14;

impl Default for Task {
    fn default() -> Task {
        Task::new(Limits::default())
    }
}

impl Task {
    /// Work within these limits, begun now.
    pub fn new(limits: Limits) -> Task {
        Task::with(limits, Arc::default(), Clock::start())
    }

    /// The same, which ends when the flag is raised, and whose time is that of the clock.
    pub fn with(limits: Limits, cancel: Arc<AtomicBool>, clock: Clock) -> Task {
        let (spent, log, memory) = (Arc::default(), Mutex::default(), Arc::default());
        Task { limits, clock, cancel, spent, log, memory }
    }

    /// The same task, which remembers what others found that share the memory.
    pub fn remembering(self, memory: Arc<Memory>) -> Task {
        Task { memory, ..self }
    }

    /// What was found out before.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// What it may cost.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The flag that ends it.
    pub fn cancel(&self) -> &Arc<AtomicBool> {
        &self.cancel
    }

    /// How long it has been going on.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// What is left of the time that is allowed, by an ordinary clock.
    pub fn remaining(&self) -> Duration {
        self.clock.real(self.limits.time.saturating_sub(self.clock.elapsed()))
    }

    /// When the time that is allowed is over.
    pub fn deadline(&self) -> Instant {
        let now = Instant::now();
        now.checked_add(self.remaining()).unwrap_or(now + Duration::from_secs(1 << 30))
    }

    /// The counter of steps, for work that counts them itself, and how many there may be.
    pub fn steps(&self) -> (Arc<AtomicU64>, u64) {
        (self.spent.clone(), self.limits.steps)
    }

    /// Steps that were done.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Counts steps that are done, and says if that was too many, too late, or no longer wanted.
    pub fn spend(&self, steps: u64) -> Result<(), Stop> {
        let before = self.spent.fetch_add(steps, Ordering::Relaxed);
        let after = before.saturating_add(steps);
        if after > self.limits.steps {
            return Err(Stop::Steps { limit: self.limits.steps });
        }
        if before / GLANCE != after / GLANCE { self.glance() } else { Ok(()) }
    }

    /// Looks at the flag and the clock.
    pub fn glance(&self) -> Result<(), Stop> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        match self.clock.elapsed() > self.limits.time {
            true => Err(Stop::Time { limit: self.limits.time }),
            false => Ok(()),
        }
    }

    /// Is it still wanted, and in time?
    pub fn goes_on(&self) -> bool {
        self.glance().is_ok()
    }

    /// Work on a part of it: with fewer steps, but the same clock and flag. What the part spends is not counted here.
    pub fn part(&self, steps: u64) -> Task {
        let limits = Limits { steps: steps.min(self.limits.steps), ..self.limits.clone() };
        let part = Task::with(limits, self.cancel.clone(), self.clock.clone());
        part.remembering(self.memory.clone())
    }

    /// Notes something for whoever wants to know how the work went.
    pub fn note(&self, line: impl Into<String>) {
        if let Ok(mut log) = self.log.lock() {
            log.push(line.into());
        }
    }

    /// What was noted so far, which is then forgotten.
    pub fn take_notes(&self) -> Vec<String> {
        self.log.lock().map(|mut log| std::mem::take(&mut *log)).unwrap_or_default()
    }
}
