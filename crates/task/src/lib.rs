//! A task: what a piece of work may cost, how far it is, and whether it is still wanted.
//!
//! Every long function takes a [`Task`], or the [`Watch`] of one, counts what it does ([`Task::spend`]) and stops when it is told to. Work is
//! counted first and seconds second, so that an answer does not depend on how busy the machine is: the limit in steps
//! is meant to be reached before the limit in seconds.
//!
//! ```
//! use sprague_task::{Limits, Stop, Task};
//!
//! let task = Task::new(Limits { steps: 1000, ..Limits::default() });
//! let sum = (0..).map(|n: u64| task.spend(1).map(|()| n)).find_map(|step| step.err());
//! assert_eq!(sum, Some(Stop::Steps { limit: 1000 }));
//! assert_eq!(sum.unwrap().to_string(), "more than 1000 steps; a larger limit on steps allows more");
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod clock;
mod held;
mod limits;
mod memory;
mod watch;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

pub use clock::Clock;
pub use held::{give, held, hold_at_most, take};
pub use limits::{Limits, Stop};
pub use memory::Memory;
pub use watch::Watch;

/// A piece of work: what it may cost, the [`Watch`] by which it is stopped, what was noted and found on the way.
#[derive(Debug)]
pub struct Task {
    limits: Limits,
    watch: Watch,
    spent: Arc<AtomicU64>,
    log: Arc<Mutex<Vec<String>>>,
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
        let watch = Watch::by(clock, Some(limits.time)).stopped_by(cancel);
        Task::watched(limits, watch)
    }

    fn watched(limits: Limits, watch: Watch) -> Task {
        let (spent, log, memory): (Arc<AtomicU64>, _, _) = Default::default();
        let watch = watch.counted_by(spent.clone(), limits.steps);
        Task { limits, watch, spent, log, memory }
    }

    /// The same task, which also stops when the process [holds](held) clearly more than so many bytes: what its parts estimate
    /// is one thing, and what all of them take together another.
    pub fn holding(self, bytes: u64) -> Task {
        Task { watch: self.watch.holding(bytes), ..self }
    }

    /// From how many bytes on that is, if there is a limit.
    pub fn most_held(&self) -> Option<u64> {
        self.watch.most_held()
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

    /// A watch for a computation that is a part of it: it counts its steps here, and stops when the task does.
    pub fn watch(&self) -> Watch {
        self.watch.beside()
    }

    /// The flag that ends it.
    pub fn cancel(&self) -> &Arc<AtomicBool> {
        self.watch.cancel()
    }

    /// How long it has been going on.
    pub fn elapsed(&self) -> Duration {
        self.watch.elapsed()
    }

    /// What is left of the time that is allowed, by an ordinary clock.
    pub fn remaining(&self) -> Duration {
        self.watch.remaining().unwrap_or(Duration::MAX)
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

    /// Looks at flags, clock and counters.
    pub fn glance(&self) -> Result<(), Stop> {
        self.watch.glance()
    }

    /// Is it still wanted, and within its limits?
    pub fn goes_on(&self) -> bool {
        self.glance().is_ok()
    }

    /// Work on a part of it: with fewer steps, but the same clock, flag and notes. What the part spends is not counted here.
    pub fn part(&self, steps: u64) -> Task {
        let limits = Limits { steps: steps.min(self.limits.steps), ..self.limits.clone() };
        let part = Task::watched(limits, self.watch.beside());
        Task { log: self.log.clone(), ..part }.remembering(self.memory.clone())
    }

    /// The same task, which ends sooner: a share of the time that is left is kept for what comes after it.
    pub fn leaving(&self, share: u32) -> Task {
        let (limits, watch) = (self.limits.clone(), self.watch.leaving(share));
        let (spent, log, memory) = (self.spent.clone(), self.log.clone(), self.memory.clone());
        Task { limits, watch, spent, log, memory }
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
