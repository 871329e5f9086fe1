//! How far work is, and whether it should go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::clock::Clock;
use crate::held::held;
use crate::limits::Stop;

/// Progress of a running computation, shared with whoever shows or stops it: a copy watches the same computation.
#[derive(Clone, Debug)]
pub struct Watch {
    shared: Arc<Shared>,
    time: Option<Duration>,
    /// Raised from elsewhere to stop the computation.
    cancel: Arc<AtomicBool>,
    /// A count of steps that others share, and how far it may go.
    steps: Option<(Arc<AtomicU64>, u64)>,
    /// What the process may hold.
    bytes: Option<u64>,
    /// Was too much held? Once that was so, it stays so, whatever was given back since; for those beside it, too.
    heavy: Arc<AtomicBool>,
}

#[derive(Debug)]
struct Shared {
    done: AtomicU64,
    expected: AtomicU64,
    stopped: AtomicBool,
    clock: Clock,
    /// Nanoseconds from the start of the clock to the last start of the work.
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
        Watch::by(Clock::start(), time)
    }

    /// The same by a clock that was started before.
    pub fn by(clock: Clock, time: Option<Duration>) -> Watch {
        let shared = Shared {
            done: AtomicU64::new(0),
            expected: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            clock,
            started: AtomicU64::new(0),
        };
        Watch {
            shared: Arc::new(shared),
            time,
            cancel: Arc::default(),
            steps: None,
            bytes: None,
            heavy: Arc::default(),
        }
    }

    /// The same, which also stops when the flag is raised.
    pub fn stopped_by(self, cancel: Arc<AtomicBool>) -> Watch {
        Watch { cancel, ..self }
    }

    /// The same, which counts positions as steps and stops once there are more than these.
    pub fn counted_by(self, steps: Arc<AtomicU64>, limit: u64) -> Watch {
        Watch { steps: Some((steps, limit)), ..self }
    }

    /// The same, which also stops when the process [holds](crate::held) clearly more than so many bytes: an estimate that
    /// was a little too low is no reason. Where no allocator counts them, it never does.
    pub fn holding(self, bytes: u64) -> Watch {
        Watch { bytes: Some(bytes), ..self }
    }

    /// From how many bytes on that is, if there is a limit.
    pub fn most_held(&self) -> Option<u64> {
        self.bytes.map(|limit| limit.saturating_add(limit / 16).saturating_add(8 << 20))
    }

    /// Another computation, which ends when this one does: its progress and its being stopped are its own.
    pub fn beside(&self) -> Watch {
        let clock = self.shared.clock.clone();
        let beside = Watch::by(clock, self.time);
        let started = self.shared.started.load(Ordering::Relaxed);
        beside.shared.started.store(started, Ordering::Relaxed);
        let (cancel, steps) = (self.cancel.clone(), self.steps.clone());
        Watch { cancel, steps, bytes: self.bytes, heavy: self.heavy.clone(), ..beside }
    }

    /// Another computation, which ends sooner than this one: a share of the time that is left is kept for what comes after it.
    pub fn leaving(&self, share: u32) -> Watch {
        let left = |time: Duration| time.saturating_sub(self.elapsed());
        let time = self.time.map(|time| time - left(time) / share.max(1));
        Watch { time, ..self.beside() }
    }

    /// Starts anew: the whole time is left, and nothing is stopped.
    pub fn restart(&self) {
        let now = self.shared.clock.elapsed().as_nanos() as u64;
        self.shared.started.store(now, Ordering::Relaxed);
        self.shared.stopped.store(false, Ordering::Relaxed);
        self.heavy.store(false, Ordering::Relaxed);
    }

    /// How long it has been going on.
    pub fn elapsed(&self) -> Duration {
        let started = Duration::from_nanos(self.shared.started.load(Ordering::Relaxed));
        self.shared.clock.elapsed().saturating_sub(started)
    }

    /// What is left of the time that is allowed, by an ordinary clock; none, if there is no end to it.
    pub fn remaining(&self) -> Option<Duration> {
        let left = self.time?.saturating_sub(self.elapsed());
        Some(self.shared.clock.real(left))
    }

    /// The flag that ends it.
    pub fn cancel(&self) -> &Arc<AtomicBool> {
        &self.cancel
    }

    /// Says how many positions there are.
    pub fn expect(&self, positions: u64) {
        self.shared.done.store(0, Ordering::Relaxed);
        self.shared.expected.store(positions, Ordering::Relaxed);
    }

    /// Counts positions as done; false if the computation should stop.
    pub fn advance(&self, positions: u64) -> bool {
        self.shared.done.fetch_add(positions, Ordering::Relaxed);
        if let Some((steps, _)) = &self.steps {
            steps.fetch_add(positions, Ordering::Relaxed);
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
        self.glance().is_ok()
    }

    /// Looks at flags, clock and counters, and says why the computation should stop.
    pub fn glance(&self) -> Result<(), Stop> {
        if self.cancel.load(Ordering::Relaxed) || self.shared.stopped.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        if let Some((steps, limit)) = &self.steps
            && steps.load(Ordering::Relaxed) > *limit
        {
            return Err(Stop::Steps { limit: *limit });
        }
        if let (Some(limit), Some(most)) = (self.bytes, self.most_held()) {
            if held() > most {
                self.heavy.store(true, Ordering::Relaxed);
            }
            if self.heavy.load(Ordering::Relaxed) {
                return Err(Stop::Bytes { limit });
            }
        }
        match self.time {
            Some(limit) if self.elapsed() > limit => Err(Stop::Time { limit }),
            _ => Ok(()),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watch_says_which_limit_was_passed() {
        let watch = Watch::new(None);
        assert_eq!(watch.glance(), Ok(()));
        watch.stop();
        assert_eq!(watch.glance(), Err(Stop::Cancelled));
        watch.restart();
        assert!(watch.goes_on());
        let limit = Duration::ZERO;
        let late = Watch::by(Clock::faster(1_000_000), Some(limit));
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!(late.glance(), Err(Stop::Time { limit }));
        assert_eq!(late.beside().glance(), Err(Stop::Time { limit }));
        let steps: Arc<AtomicU64> = Arc::default();
        let counted = Watch::new(None).counted_by(steps.clone(), 10);
        assert!(counted.advance(10) && !counted.beside().advance(1));
        assert_eq!(counted.glance(), Err(Stop::Steps { limit: 10 }));
    }
}
