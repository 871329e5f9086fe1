//! The outcomes of one heap for ever, for moves that take amounts of a set from any heap that is large enough.
//!
//! A heap smaller than the least amount is stuck, and the rules say how it ends. From any other, a player who moves first
//! wins iff some option is lost by the other one, who is then to move.
//!
//! *Finite sets.* Let M be the largest amount. From the least amount on, the outcomes of the last M heaps decide the next
//! one, in the same way for every heap (heaps below 0 count as ones that nobody loses). So if what is known of the last M
//! heaps is the same before the heaps t and t + p, then o(n + p) = o(n) for all n >= t. Let p be the first such number for a
//! t: the last M outcomes then go through p different things again and again, so no smaller period comes ever.
//!
//! *Infinite sets.* Let S be the same from t on with period q: s is in S iff s + q is, for s >= t, and let S have a member below
//! t + q. Let the outcomes computed for the heaps up to H satisfy O(n + p) = O(n) for e <= n <= H - p, and let l be a
//! common multiple of p and q with H >= e + t + 2l. Continue O with period p. Then it is right for ever. By induction
//! let n > H. From n and from n - l one can move, as both are at least t + q. The outcomes to which one can move are the
//! same ones. For let n - l = m + s, s in S: if m >= e, then n = (m + l) + s and O(m + l) = O(m); otherwise s > H - l - e >= t,
//! so s + l is in S, and n = m + (s + l). And let n = m + s: if m >= e + l, then n - l = (m - l) + s and O(m - l) = O(m);
//! otherwise s > H - e - l >= t + l, so s - l is in S, and n - l = m + (s - l). So o(n) = o(n - l) = O(n - l) = O(n).

use sprague_rules::{Outcome, Player};
use sprague_task::Task;

use crate::Rejection;
use crate::repeats::lcm;

/// Heaps that are computed of one game at most.
const MOST: usize = 60_000_000;
/// From so many on it is looked meanwhile whether they are still wanted.
const LONG: usize = 10_000;
/// Heaps that are computed of an infinite set, until they are enough.
const FAR: [usize; 4] = [200, 800, 3200, 12_800];

/// One bit for each outcome.
pub(crate) fn bit(outcome: Outcome) -> u8 {
    1 << outcome as u8
}

/// Outcomes that repeat.
#[derive(Clone, Debug)]
pub(crate) struct Heaps {
    /// The bits of the outcomes of the heaps 0, 1, 2, ..., for a preperiod and a period at least.
    bits: Vec<u8>,
    /// The least.
    pub(crate) preperiod: usize,
    /// The least.
    pub(crate) period: usize,
}

/// Who wins moving first, as an outcome.
fn outcome(left_wins: bool, right_wins: bool) -> u8 {
    bit(Outcome::from_first_wins(left_wins, right_wins))
}

/// Does this player lose when he is to move?
fn loses(bits: u8, player: Player) -> bool {
    let lost = match player {
        Player::Left => bit(Outcome::P) | bit(Outcome::R),
        Player::Right => bit(Outcome::P) | bit(Outcome::L),
    };
    bits & lost != 0
}

/// The outcome of heap n, which has an option, from those of the smaller heaps.
fn next(bits: &[u8], n: usize, amounts: &[u32]) -> u8 {
    let options = || amounts.iter().filter_map(|&s| n.checked_sub(s as usize)).map(|m| bits[m]);
    outcome(
        options().any(|option| loses(option, Player::Right)),
        options().any(|option| loses(option, Player::Left)),
    )
}

impl Heaps {
    /// The outcomes with these amounts, ascending, where the heaps below the least of them end so.
    pub(crate) fn finite(
        amounts: &[u32],
        stuck: &[Outcome],
        task: &Task,
    ) -> Result<Heaps, Rejection> {
        let (Some(&least), Some(&most)) = (amounts.first(), amounts.last()) else {
            return Err(Rejection::new("a game without moves"));
        };
        if stuck.len() != least as usize {
            return Err(Rejection::new("the stuck heaps are those below the least amount"));
        }
        match most {
            ..=64 => Heaps::in_words(amounts, stuck, task),
            _ => Heaps::in_lists(amounts, stuck, task),
        }
    }

    /// The same for amounts up to 64: bit i of a word is for the heap i + 1 below.
    fn in_words(amounts: &[u32], stuck: &[Outcome], task: &Task) -> Result<Heaps, Rejection> {
        let set = amounts.iter().fold(0u64, |set, s| set | 1 << (s - 1));
        let reach = u64::MAX >> set.leading_zeros();
        let mut bits: Vec<u8> = Vec::with_capacity(256);
        // Where Left, to move, loses; where Right does.
        let mut window = (0u64, 0u64);
        let push = |bits: &mut Vec<u8>, window: (u64, u64), outcome: u8| {
            bits.push(outcome);
            let left = u64::from(loses(outcome, Player::Left));
            let right = u64::from(loses(outcome, Player::Right));
            ((window.0 << 1 | left) & reach, (window.1 << 1 | right) & reach)
        };
        for &end in stuck {
            window = push(&mut bits, window, bit(end));
        }
        // The window before heap `at` is compared with all later ones, until there were twice as many; and every window
        // with the one just before it.
        let (mut kept, mut at) = (window, bits.len());
        loop {
            let before = window;
            window = push(&mut bits, window, outcome(window.1 & set != 0, window.0 & set != 0));
            let n = bits.len();
            if window == before {
                return Heaps::repeating(bits, n - 1, 1, task);
            }
            if window == kept {
                return Heaps::repeating(bits, at, n - at, task);
            }
            if n >= 2 * at + 16 {
                if n > MOST {
                    return Err(far());
                }
                // Of most sets so few heaps are computed that the clock would take longer; they are counted in the end.
                if n > LONG {
                    task.glance()?;
                }
                (kept, at) = (window, n);
            }
        }
    }

    /// The same for any amounts.
    fn in_lists(amounts: &[u32], stuck: &[Outcome], task: &Task) -> Result<Heaps, Rejection> {
        let mut bits: Vec<u8> = stuck.iter().map(|&end| bit(end)).collect();
        let window = amounts[amounts.len() - 1] as usize;
        while bits.len() < window {
            bits.push(next(&bits, bits.len(), amounts));
        }
        let mut at = window;
        loop {
            bits.push(next(&bits, bits.len(), amounts));
            task.spend(amounts.len() as u64)?;
            let n = bits.len();
            if bits[n - window..] == bits[at - window..at] {
                return Heaps::repeating(bits, at, n - at, task);
            }
            if n >= 2 * at + 16 {
                if n > MOST {
                    return Err(far());
                }
                at = n;
            }
        }
    }

    /// The outcomes of an infinite set that is the same from `from` on with period `cycle`. The amounts up to a bound are
    /// asked for.
    pub(crate) fn infinite(
        amounts: &dyn Fn(u32) -> Vec<u32>,
        (from, cycle): (u64, u64),
        stuck: &dyn Fn(u32) -> Outcome,
        task: &Task,
    ) -> Result<Heaps, Rejection> {
        for far in FAR {
            let amounts = amounts(far as u32);
            let Some(&least) = amounts.first() else { continue };
            if u64::from(least) >= from.saturating_add(cycle) {
                return Err(Rejection::new("this set has no member where it should"));
            }
            let mut bits = Vec::with_capacity(far + 1);
            for n in 0..=far {
                let amounts = &amounts[..amounts.partition_point(|&s| s as usize <= n)];
                bits.push(match amounts.is_empty() {
                    true => bit(stuck(n as u32)),
                    false => next(&bits, n, amounts),
                });
                task.spend(1 + amounts.len() as u64)?;
            }
            for period in 1..far / 2 {
                let preperiod = agree_from(&bits, period);
                let common = lcm(period as u64, cycle).filter(|&l| l < MOST as u64);
                let enough = common
                    .and_then(|l| (preperiod as u64).checked_add(from)?.checked_add(2 * l))
                    .is_some_and(|needed| needed <= far as u64);
                task.spend((far - preperiod) as u64 / 16 + 1)?;
                if enough {
                    return Heaps::repeating(bits, preperiod, period, task);
                }
            }
        }
        Err(Rejection::new(format!("no period is seen in the heaps up to {}", FAR[3])))
    }

    /// Outcomes of which it is known that they repeat with this period from this heap on, those of a period being there.
    fn repeating(
        bits: Vec<u8>,
        from: usize,
        period: usize,
        task: &Task,
    ) -> Result<Heaps, Rejection> {
        task.spend(bits.len() as u64)?;
        // The least period divides every other, and begins where they do.
        let cycle = &bits[from..from + period];
        let is_period = |p: &usize| (0..period - p).all(|n| cycle[n] == cycle[n + p]);
        let divisors = (1..=period / 2).take_while(|p| p * p <= period);
        let mut smaller = period;
        for p in divisors.filter(|&p| period.is_multiple_of(p)) {
            if is_period(&p) {
                smaller = p;
                break;
            }
            if p > 1 && is_period(&(period / p)) {
                smaller = smaller.min(period / p);
            }
        }
        let period = smaller;
        let mut preperiod = from;
        while preperiod > 0 && bits[preperiod - 1] == bits[preperiod - 1 + period] {
            preperiod -= 1;
        }
        Ok(Heaps { bits, preperiod, period })
    }

    /// Makes sure that so many heaps are written out.
    pub(crate) fn extend(&mut self, length: u64, task: &Task) -> Result<(), Rejection> {
        if length > 2 * MOST as u64 {
            return Err(far());
        }
        let length = length as usize;
        if self.bits.len() < length {
            task.spend((length - self.bits.len()) as u64)?;
            self.bits.truncate(self.preperiod + self.period);
            while self.bits.len() < length {
                self.bits.push(self.bits[self.bits.len() - self.period]);
            }
        }
        Ok(())
    }

    /// The bit of the outcome of a heap that is written out.
    #[inline]
    pub(crate) fn written(&self, heap: usize) -> u8 {
        self.bits[heap]
    }

    /// The bit of the outcome of any heap.
    pub(crate) fn at(&self, heap: usize) -> u8 {
        match heap < self.preperiod {
            true => self.bits[heap],
            false => self.bits[self.preperiod + (heap - self.preperiod) % self.period],
        }
    }

    /// The outcomes of a preperiod; those of a period.
    pub(crate) fn parts(&self) -> (&[u8], &[u8]) {
        let (before, rest) = self.bits.split_at(self.preperiod);
        (before, &rest[..self.period])
    }
}

/// From which heap on those that are written out repeat with this period.
fn agree_from(bits: &[u8], period: usize) -> usize {
    let compared = bits.len() - period;
    (0..compared).rev().find(|&n| bits[n] != bits[n + period]).map_or(0, |n| n + 1)
}

fn far() -> Rejection {
    Rejection::new(format!("no period within {MOST} heaps"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_rules::random::Dice;

    /// The outcomes by the definition.
    fn plainly(amounts: &[u32], stuck: &[Outcome], to: usize) -> Vec<u8> {
        let mut bits: Vec<u8> = stuck.iter().map(|&end| bit(end)).collect();
        while bits.len() < to {
            bits.push(next(&bits, bits.len(), amounts));
        }
        bits
    }

    #[test]
    fn outcomes_repeat_as_it_is_said_and_no_sooner() {
        let mut dice = Dice::new(9);
        let task = Task::default();
        for round in 0..300 {
            let most = if round % 10 == 0 { 90 } else { 4 + dice.roll(9) as u32 };
            let mut amounts: Vec<u32> = (1..12.min(most)).filter(|_| dice.roll(3) == 0).collect();
            amounts.push(most);
            let ends = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];
            let stuck: Vec<Outcome> =
                (0..amounts[0]).map(|_| ends[dice.roll(ends.len() as u64) as usize]).collect();
            let heaps = Heaps::finite(&amounts, &stuck, &task).unwrap();
            let (e, p) = (heaps.preperiod, heaps.period);
            let far = e + 3 * p + 200;
            let truly = plainly(&amounts, &stuck, far);
            assert!((0..far).all(|n| heaps.at(n) == truly[n]), "{amounts:?} {stuck:?}");
            let repeats = |e: usize, p: usize| (e..far - p).all(|n| truly[n] == truly[n + p]);
            assert!(e == 0 || !repeats(e - 1, p), "{amounts:?} {stuck:?}: preperiod {e}");
            assert!((1..p.min(300)).all(|less| !repeats(e, less)), "{amounts:?}: period {p}");
            // Words and lists come to the same.
            let lists = Heaps::in_lists(&amounts, &stuck, &task).unwrap();
            assert_eq!((lists.preperiod, lists.period), (e, p), "{amounts:?}");
        }
    }

    #[test]
    fn infinite_sets_go_on_as_they_are_computed() {
        let mut dice = Dice::new(31);
        let task = Task::default();
        let mut settled = 0;
        for _ in 0..60 {
            let (cycle, from) = (1 + dice.roll(5), 2 + dice.roll(9));
            let rests: Vec<bool> = (0..cycle).map(|_| dice.roll(2) == 0).collect();
            let single = 1 + dice.roll(from - 1);
            let has = |s: u64| s == single || s >= from && rests[(s % cycle) as usize];
            let amounts = |to: u32| (1..=to).filter(|&s| has(s.into())).collect::<Vec<u32>>();
            let letters = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];
            let ends: Vec<Outcome> = (0..20).map(|_| letters[dice.roll(4) as usize]).collect();
            let stuck = |heap: u32| ends[heap as usize];
            let Ok(heaps) = Heaps::infinite(&amounts, (from, cycle), &stuck, &task) else {
                continue;
            };
            settled += 1;
            let all = amounts(4000);
            let truly = plainly(&all, &ends[..all[0] as usize], 4000);
            assert!((0..4000).all(|n| heaps.at(n) == truly[n]), "{single}, {from}, {rests:?}");
        }
        assert!(settled >= 40, "{settled}");
    }
}
