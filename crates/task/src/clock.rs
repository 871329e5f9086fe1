//! Time that can be told to go slower or faster than it does.

use std::time::{Duration, Instant};

/// A clock that was started.
#[derive(Clone, Debug)]
pub struct Clock {
    begun: Instant,
    /// How much faster it goes than the time it measures: 10 makes a second look like ten.
    rate: u32,
}

impl Clock {
    /// A clock that goes right.
    pub fn start() -> Clock {
        Clock::faster(1)
    }

    /// A clock by which everything takes so many times as long as it does.
    pub fn faster(rate: u32) -> Clock {
        Clock { begun: Instant::now(), rate }
    }

    /// The time since it was started, by this clock.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed().saturating_mul(self.rate)
    }

    /// How long that is on an ordinary clock.
    pub fn real(&self, time: Duration) -> Duration {
        time / self.rate.max(1)
    }
}
