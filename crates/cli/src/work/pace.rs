//! How fast work goes, and how long the rest will take, from what was done: the rate is that of the latter half of the time so far.
//!
//! So what was there when the work was taken up again, and is counted in the first moments, is soon left out, and the rate
//! that is shown is one that was kept for as long as it was looked at. Nothing is said before anything was done.

use std::time::Duration;

/// What was done at some moments.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    seen: Vec<(Duration, u64)>,
}

/// More moments than these are thinned out.
const MOST: usize = 512;

impl Pace {
    /// Takes note that so much was done after that time.
    pub fn see(&mut self, time: Duration, done: u64) {
        self.seen.push((time, done));
        if self.seen.len() > MOST {
            let mut place = 0;
            self.seen.retain(|_| {
                place += 1;
                place % 2 == 1
            });
        }
    }

    /// What is done in a second, if anything was in the latter half of the time.
    pub fn rate(&self) -> Option<f64> {
        let &(time, done) = self.seen.last()?;
        let place = self.seen.partition_point(|(moment, _)| *moment < time / 2);
        let (begun, before) = self.seen[place.min(self.seen.len() - 1)];
        let (done, time) = (done.saturating_sub(before) as f64, (time - begun).as_secs_f64());
        (done > 0.0 && time > 0.0).then(|| done / time)
    }

    /// How long it takes to come to that number, if that can be said.
    pub fn left(&self, expected: u64) -> Option<Duration> {
        let &(_, done) = self.seen.last()?;
        let left = expected.saturating_sub(done) as f64 / self.rate()?;
        Duration::try_from_secs_f64(left).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(time: f64) -> Duration {
        Duration::from_secs_f64(time)
    }

    #[test]
    fn nothing_is_said_before_anything_is_done() {
        let mut pace = Pace::default();
        assert_eq!(pace.left(100), None);
        for tenth in 0..50 {
            pace.see(seconds(tenth as f64 / 10.0), 0);
            assert_eq!(pace.left(100), None);
        }
    }

    #[test]
    fn what_was_there_before_is_no_speed() {
        // Of a million, half a million were there at the beginning; then a thousand come each second.
        let mut pace = Pace::default();
        for tenth in 0..600 {
            pace.see(
                seconds(tenth as f64 / 10.0),
                if tenth == 0 { 0 } else { 500_000 + 100 * tenth },
            );
            if tenth >= 3 {
                let left = pace.left(1_000_000).unwrap().as_secs_f64();
                let truth = (500_000.0 - 100.0 * tenth as f64) / 1000.0;
                assert!(
                    (left / truth - 1.0).abs() < 0.02,
                    "after {tenth} tenths: {left}, not {truth}"
                );
            }
        }
        assert!(pace.seen.len() <= MOST + 1);
    }

    #[test]
    fn steps_of_many_seconds_are_smoothed() {
        // Two machines finish a shard of 100 every 30 seconds.
        let mut pace = Pace::default();
        for second in 0..600u64 {
            pace.see(seconds(second as f64), second / 30 * 200);
            if second >= 120 {
                let left = pace.left(10_000).unwrap().as_secs_f64();
                let truth = (10_000 - second / 30 * 200) as f64 * 30.0 / 200.0;
                assert!(
                    (0.6..1.7).contains(&(left / truth)),
                    "after {second}: {left}, not {truth}"
                );
            }
        }
    }
}
