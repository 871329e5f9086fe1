//! The cycles of games whose periods are known, for all of them at once.
//!
//! Games of the same period differ from what comes a period later at the same distance, and their periods
//! are the same heaps: so the least preperiod is found by going back heap by heap, and the outcomes of a
//! period are counted in numbers whose bits are [`Lanes`]. No game is looked at alone, and the more
//! games have the same period, the less a game costs.

use std::ops::Range;

use super::{BEFORE, Heap, Slices};
use crate::game::Cycle;
use crate::lanes::{LANES, Lanes, bytes};
use crate::vector::Vector;

/// The cycles of up to 512 games, all preperiods and periods below 256.
pub struct Repeats {
    /// Of each game the preperiod, and how many heaps of a period are L, R and P.
    numbers: Box<[[u8; LANES]; 4]>,
}

impl Default for Repeats {
    fn default() -> Self {
        Repeats { numbers: Box::new([[0; LANES]; 4]) }
    }
}

impl Repeats {
    /// The cycle of a game that has this period.
    #[inline(always)]
    pub fn cycle(&self, lane: usize, period: u32) -> Cycle {
        let [preperiod, l, r, p] = self.numbers.each_ref().map(|of| u32::from(of[lane]));
        Cycle { preperiod, period, counts: [l, r, period - l - r - p, p] }
    }
}

/// A number below 256 for every game, from its lowest bit to its highest.
type Sliced<V> = [V; 8];

#[inline(always)]
fn zero<V: Vector>() -> Sliced<V> {
    [V::load(&Lanes::NONE); 8]
}

/// Adds one, and adds another one, where they are.
#[inline(always)]
fn count<V: Vector>(numbers: &mut Sliced<V>, one: V, other: V) {
    let sum = one.xor(other);
    let mut carry = one.and(other).or(sum.and(numbers[0]));
    numbers[0] = numbers[0].xor(sum);
    for bit in &mut numbers[1..] {
        let next = bit.and(carry);
        *bit = bit.xor(carry);
        carry = next;
    }
}

impl Slices {
    /// The cycles of games that repeat at the end of the heaps, fewer than 256, that are known: all games
    /// of a period together, their last `window` outcomes being those of a period before. Calls `from`
    /// with each period, each preperiod, and the games that have both.
    #[inline(always)]
    pub fn repeats<V: Vector>(
        &self,
        window: u32,
        periods: &[(u32, Range<usize>)],
        repeats: &mut Repeats,
        mut from: impl FnMut(u32, u32, Lanes),
    ) {
        let known = &self.heaps[BEFORE..];
        let mut numbers = [zero::<V>(); 4];
        for (period, games) in periods {
            let period = *period;
            let games = V::load(&Lanes::between(games));
            let beginning = &known[..known.len() - window as usize];
            preperiods(beginning, known, period as usize, games, |preperiod, lanes| {
                for (bit, has) in numbers[0].iter_mut().enumerate() {
                    if preperiod >> bit & 1 == 1 {
                        *has = has.or(lanes);
                    }
                }
                from(period, preperiod, lanes.lanes());
            });
            let counts = counts::<V>(&known[known.len() - period as usize..]);
            for (all, counts) in numbers[1..].iter_mut().zip(counts) {
                all.iter_mut().zip(counts).for_each(|(bit, here)| *bit = bit.or(here.and(games)));
            }
        }
        for (numbers, out) in numbers.iter().zip(repeats.numbers.iter_mut()) {
            bytes::<V>(&numbers.map(|bit| bit.lanes()), out);
        }
    }
}

/// Calls `from` with the least preperiods.
#[inline(always)]
fn preperiods<V: Vector>(
    beginning: &[Heap],
    known: &[Heap],
    period: usize,
    games: V,
    mut from: impl FnMut(u32, V),
) {
    let mut open = games;
    let later = &known[period..];
    for heap in (0..beginning.len() - period).rev() {
        let (now, then) = (&known[heap], &later[heap]);
        let right = V::load(&now.right_loses).xor(V::load(&then.right_loses));
        let left = V::load(&now.left_loses).xor(V::load(&then.left_loses));
        let other = open.and(right.or(left));
        if other.any() {
            from(heap as u32 + 1, other);
            open = open.without(other);
            if !open.any() {
                return;
            }
        }
    }
    from(0, open);
}

/// How many of these heaps are L, R and P.
#[inline(always)]
fn counts<V: Vector>(heaps: &[Heap]) -> [Sliced<V>; 3] {
    let outcomes = |heap: &Heap| {
        let (right, left) = (V::load(&heap.right_loses), V::load(&heap.left_loses));
        [right.without(left), left.without(right), right.and(left)]
    };
    let mut counts = [zero::<V>(); 3];
    let (pairs, rest) = heaps.as_chunks::<2>();
    for [one, other] in pairs {
        let (one, other) = (outcomes(one), outcomes(other));
        for (i, counts) in counts.iter_mut().enumerate() {
            count(counts, one[i], other[i]);
        }
    }
    for heap in rest {
        let one = outcomes(heap);
        for (i, counts) in counts.iter_mut().enumerate() {
            count(counts, one[i], V::load(&Lanes::NONE));
        }
    }
    counts
}
