//! The outcomes of one heap, settled for ever: the preperiod, a period, and the promise that the rest repeats.
//!
//! Two planes of bits are kept, 64 heaps to a word: where Right, to move, loses, and where Left does. So what
//! a sentence says of every heap is decided for 64 heaps at a time.
//!
//! *Finite sets.* With amounts up to M, the last M outcomes decide the next one. Brent's search finds the least
//! time after which a window of M outcomes comes again; from there on the outcomes repeat. M outcomes L in
//! a row are followed by L only: Left can move from L to L, Right to nothing else.
//!
//! *Infinite sets.* Let S repeat with q from t on (s is in S iff s + q is, for s >= t), let outcomes that are computed up
//! to H agree with a sequence O that repeats with p from e on, and let l be a common multiple of p and q. If H >= e + t + 2l
//! then they agree for ever. By induction, let n > H: the outcomes to which one can move from n are those O(m) with n = m + s, s in S.
//! They are those to which one can move from n - l. For let n - l = m + s; if m >= e then O(m + l) = O(m), and otherwise
//! s >= t and s + l is in S. Now let n = m + s; if m >= e + l then O(m - l) = O(m), and otherwise s > t + l and s - l is in S.
//! So the outcome of n is that of n - l, and this is O(n - l) = O(n).

use sprague_census::game::Game;
use sprague_rules::{Outcome, Player};

use sprague_claim::outcomes::Outcomes;
use sprague_claim::outcomes::onwards::gcd;

/// Outcomes that repeat for ever.
#[derive(Clone, Debug, Default)]
pub struct Settled {
    right_loses: Vec<u64>,
    left_loses: Vec<u64>,
    /// How many heaps are written out.
    length: usize,
    /// Both least.
    pub preperiod: usize,
    pub period: usize,
}

/// The heaps just below, bit i the heap i + 1 below: where Right loses, where Left does.
type Windows = (u64, u64);

impl Settled {
    /// The outcomes of a game, if they repeat within so many heaps.
    pub fn game(game: &Game, most: usize) -> Option<Settled> {
        let mut settled = Settled::default();
        let set = game.amounts >> 1;
        let reach = u64::MAX >> set.leading_zeros();
        let mut windows: Windows = (0, 0);
        for heap in 0..game.amounts.trailing_zeros() {
            let bits = (game.right_loses >> heap & 1, game.left_loses >> heap & 1);
            windows = (windows.0 << 1 | bits.0, windows.1 << 1 | bits.1);
            settled.push(bits);
        }
        let agree = |a: Windows, b: Windows| ((a.0 ^ b.0) | (a.1 ^ b.1)) & reach == 0;
        let (mut slow, mut power, mut period) = (windows, 1, 0);
        loop {
            let bits = (u64::from(windows.1 & set == 0), u64::from(windows.0 & set == 0));
            windows = (windows.0 << 1 | bits.0, windows.1 << 1 | bits.1);
            settled.push(bits);
            period += 1;
            if agree(windows, slow) {
                break;
            }
            if windows.0 & reach == reach && windows.1 & reach == 0 {
                period = 1;
                break;
            }
            if settled.length > most {
                return None;
            }
            if period == power {
                (slow, power, period) = (windows, 2 * power, 0);
            }
        }
        settled.period = period;
        settled.preperiod = settled.preperiod_of(period);
        Some(settled)
    }

    /// The same from outcomes that were computed, with windows of any length.
    pub fn windows(outcomes: &[Outcome], window: usize) -> Option<Settled> {
        let settled = Settled::written(outcomes);
        let enough =
            |preperiod: usize, period: usize| preperiod + window + period <= outcomes.len();
        settled.repeating(enough)
    }

    /// The outcomes of an infinite set that repeats with `cycle` from `from` on, computed far enough; `None` if they
    /// show no period that is proved with these.
    pub fn infinite(outcomes: &[Outcome], from: usize, cycle: usize) -> Option<Settled> {
        let settled = Settled::written(outcomes);
        let enough = |preperiod: usize, period: usize| {
            let common = period / gcd(period as i64, cycle as i64) as usize * cycle;
            preperiod + from + 2 * common < outcomes.len()
        };
        settled.repeating(enough)
    }

    fn written(outcomes: &[Outcome]) -> Settled {
        let mut settled = Settled::default();
        for &outcome in outcomes {
            let loses = |player| u64::from(!outcome.first_wins(player));
            settled.push((loses(Player::Right), loses(Player::Left)));
        }
        settled
    }

    /// With the least period that is enough.
    fn repeating(self, enough: impl Fn(usize, usize) -> bool) -> Option<Settled> {
        let mut periods = 1..self.length / 2;
        let (preperiod, period) = periods.find_map(|period| {
            let preperiod = self.preperiod_of(period);
            enough(preperiod, period).then_some((preperiod, period))
        })?;
        Some(Settled { preperiod, period, ..self })
    }

    #[inline(always)]
    fn push(&mut self, (right, left): (u64, u64)) {
        let place = self.length % 64;
        if place == 0 {
            self.right_loses.push(0);
            self.left_loses.push(0);
        }
        let word = self.length / 64;
        self.right_loses[word] |= right << place;
        self.left_loses[word] |= left << place;
        self.length += 1;
    }

    /// From which heap on those that are written out repeat with this period.
    fn preperiod_of(&self, period: usize) -> usize {
        let compared = self.length - period;
        for word in (0..compared.div_ceil(64)).rev() {
            let place = 64 * word as i64;
            let (now, then) = (self.word(place), self.word(place + period as i64));
            let mut different = (now.0 ^ then.0) | (now.1 ^ then.1);
            if compared < 64 * (word + 1) {
                different &= (1 << (compared % 64)) - 1;
            }
            if different != 0 {
                return 64 * word + 64 - different.leading_zeros() as usize;
            }
        }
        0
    }

    /// Both planes, 64 heaps from this one on; what is not written out is nothing.
    #[inline(always)]
    fn word(&self, from: i64) -> Windows {
        let (word, shift) = (from.div_euclid(64), from.rem_euclid(64));
        let join = |plane: &[u64]| {
            let get = |word: i64| {
                usize::try_from(word).ok().and_then(|word| plane.get(word)).copied().unwrap_or(0)
            };
            match shift {
                0 => get(word),
                _ => get(word) >> shift | get(word + 1) << (64 - shift),
            }
        };
        (join(&self.right_loses), join(&self.left_loses))
    }

    /// Writes out so many heaps.
    pub fn extend(&mut self, length: usize) {
        while self.length < length {
            let (right, left) = self.word((self.length - self.period) as i64);
            self.push((right & 1, left & 1));
        }
    }

    /// How many heaps are written out.
    pub fn length(&self) -> usize {
        self.length
    }

    pub fn outcome(&self, heap: usize) -> Outcome {
        let heap = match heap < self.length {
            true => heap,
            false => self.preperiod + (heap - self.preperiod) % self.period,
        };
        let (right, left) = self.word(heap as i64);
        Outcome::from_first_wins(left & 1 == 0, right & 1 == 0)
    }

    /// Bit n: the outcome of heap n + shift is one of these; `below` where that is below 0. For n below
    /// `length`, rounded up to whole words.
    pub fn mask(&mut self, outcomes: Outcomes, shift: i64, below: bool, length: usize) -> Vec<u64> {
        let words = length.div_ceil(64);
        self.extend(usize::try_from(64 * words as i64 + shift).unwrap_or(0));
        let all = |which: bool| if which { u64::MAX } else { 0 };
        let [l, r, n, p] = Outcomes::EVERY.map(|outcome| all(outcomes.contains(outcome)));
        let mask = |word: usize| {
            let from = 64 * word as i64 + shift;
            let (right, left) = self.word(from);
            let found = (right & !left & l)
                | (left & !right & r)
                | (!left & !right & n)
                | (left & right & p);
            match -from {
                ..=0 => found,
                64.. => all(below),
                some => (found & (u64::MAX << some)) | (all(below) & !(u64::MAX << some)),
            }
        };
        (0..words).map(mask).collect()
    }

    /// How many heaps of a period have one of these outcomes.
    pub fn often(&self, outcomes: Outcomes) -> usize {
        let period = self.preperiod..self.preperiod + self.period;
        period.filter(|&heap| outcomes.contains(self.outcome(heap))).count()
    }
}
