//! One game alone, by two windows in machine words.
//!
//! The outcomes of the last 64 heaps are two words: where Right, to move, loses, and where Left does. A
//! step is an AND of each with the set. Brent's search for a cycle needs no memory of the outcomes, so
//! no game costs more than these words, however long it takes to repeat.

use crate::game::{Cycle, Game};

/// The outcomes of the heaps just below: bit i is the heap i + 1 below.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Windows {
    right_loses: u64,
    left_loses: u64,
}

impl Windows {
    /// After the stuck heaps.
    fn start(game: &Game) -> Windows {
        let mut windows = Windows { right_loses: 0, left_loses: 0 };
        for heap in 0..game.amounts.trailing_zeros() {
            windows.right_loses = windows.right_loses << 1 | game.right_loses >> heap & 1;
            windows.left_loses = windows.left_loses << 1 | game.left_loses >> heap & 1;
        }
        windows
    }

    #[inline(always)]
    fn step(&mut self, set: u64) {
        let right_loses = self.left_loses & set == 0;
        let left_loses = self.right_loses & set == 0;
        self.right_loses = self.right_loses << 1 | u64::from(right_loses);
        self.left_loses = self.left_loses << 1 | u64::from(left_loses);
    }

    /// Do the last outcomes, as many as a move can reach, agree?
    fn agree(&self, other: &Windows, reach: u64) -> bool {
        let different = self.right_loses ^ other.right_loses | self.left_loses ^ other.left_loses;
        different & reach == 0
    }
}

/// The cycle of the game, however long it takes; `None` if it takes more steps than that.
pub fn decide(game: &Game, most: u64) -> Option<Cycle> {
    // Bit i of the window is the heap i + 1 below.
    let set = game.amounts >> 1;
    let reach = u64::MAX >> set.leading_zeros();
    // From here on no heap is stuck: `step` is the whole game, and windows that agree go on alike.
    let start = Windows::start(game);
    let (mut slow, mut fast) = (start, start);
    let (mut period, mut power, mut steps) = (0u64, 1u64, 0u64);
    let all_left = |w: &Windows| w.right_loses & reach == reach && w.left_loses & reach == 0;
    loop {
        fast.step(set);
        period += 1;
        steps += 1;
        if fast.agree(&slow, reach) {
            break;
        }
        if all_left(&fast) {
            period = 1;
            break;
        }
        if steps > most {
            return None;
        }
        if period == power {
            (slow, power, period) = (fast, 2 * power, 0);
        }
    }
    // The outcomes themselves repeat from the first heap that equals the one a period later.
    let (mut behind, mut ahead) = (Prefix::new(game, set), Prefix::new(game, set));
    for _ in 0..period {
        ahead.next();
    }
    let (mut preperiod, mut run) = (0u64, 0u64);
    let mut heap = 0u64;
    let window = u64::from(64 - reach.leading_zeros());
    while run < window {
        match behind.next() == ahead.next() {
            true => run += 1,
            false => (run, preperiod) = (0, heap + 1),
        }
        heap += 1;
    }
    let mut counts = [0u32; 4];
    for _ in 0..period {
        counts[behind.next() as usize] += 1;
    }
    let (preperiod, period) = (u32::try_from(preperiod).ok()?, u32::try_from(period).ok()?);
    Some(Cycle { preperiod, period, counts })
}

/// The outcomes from heap 0 on, as places in [`Cycle::counts`].
struct Prefix<'g> {
    game: &'g Game,
    set: u64,
    heap: u32,
    windows: Windows,
}

impl<'g> Prefix<'g> {
    fn new(game: &'g Game, set: u64) -> Self {
        Prefix { game, set, heap: 0, windows: Windows { right_loses: 0, left_loses: 0 } }
    }

    fn next(&mut self) -> u8 {
        let least = self.game.amounts.trailing_zeros();
        if self.heap < least {
            let bit = |word: u64| word >> self.heap & 1;
            let windows = &mut self.windows;
            windows.right_loses = windows.right_loses << 1 | bit(self.game.right_loses);
            windows.left_loses = windows.left_loses << 1 | bit(self.game.left_loses);
            self.heap += 1;
        } else {
            self.windows.step(self.set);
        }
        outcome(self.windows.right_loses & 1 == 1, self.windows.left_loses & 1 == 1)
    }
}

/// The place of an outcome in [`Cycle::counts`].
#[inline(always)]
pub fn outcome(right_loses: bool, left_loses: bool) -> u8 {
    match (right_loses, left_loses) {
        (true, false) => 0,
        (false, true) => 1,
        (false, false) => 2,
        (true, true) => 3,
    }
}
