//! The outcomes of 512 games at once, heap by heap, and what they come to.
//!
//! For every heap two [`Lanes`] are kept: in which games Right, to move, loses, and in which Left does.
//! The next heap is an OR over the amounts: Left wins where some amount leads to a heap on which Right
//! loses. An amount that only some games have is masked.
//!
//! Let M be an amount that no game exceeds. A game is decided in one of two ways, both of them proofs,
//! because M outcomes decide everything after them: its last M outcomes are all L, and then so is every
//! later one (Left can move from L to L, Right only from L to L); or they are those of M heaps some p
//! earlier, and then they repeat for ever. Trying p = 1, 2, ... finds the least period. Games that are
//! not decided after so many heaps are left to someone with more patience.

use crate::game::Cycle;
use crate::lanes::{LANES, Lanes, WORDS, transpose};
use crate::vector::Vector;

/// Heaps before heap 0 that no game can move to: neither player loses there, and so nobody wins by moving
/// there. They make every window 64 long.
const BEFORE: usize = 64;

/// The outcomes of one heap.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
struct Heap {
    right_loses: Lanes,
    left_loses: Lanes,
}

impl Heap {
    const NOWHERE: Heap = Heap { right_loses: Lanes::NONE, left_loses: Lanes::NONE };

    /// Where the outcome is L.
    #[inline(always)]
    fn left<V: Vector>(&self) -> V {
        V::load(&self.right_loses).without(V::load(&self.left_loses))
    }
}

/// 512 games: amounts that all of them have, and amounts that some have.
pub struct Bundle<'b> {
    /// Not less than the largest amount of any game, at most 63.
    pub most: u32,
    /// The amounts of all games.
    pub common: &'b [u32],
    /// The amounts of some games.
    pub some: &'b [(u32, Lanes)],
    /// Games of no interest are left out.
    pub wanted: Lanes,
    /// The stuck heaps 0, 1, ...: where Right loses, where Left does. A game that is not stuck on one of
    /// these heaps because it has a smaller least amount must not be in the same bundle.
    pub stuck: &'b [(Lanes, Lanes)],
}

/// How many heaps are computed, and when it is seen who is decided.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Heaps after which games are looked at for the first time, as a multiple of the window.
    pub first: u32,
    /// How many windows are computed between two looks.
    pub again: u32,
    /// How many looks there are.
    pub looks: u32,
    /// At the end it is enough if so few games are left undecided.
    pub enough: u32,
}

/// What came out.
pub struct Decided {
    /// Games that are L from some heap on.
    pub left: Lanes,
    /// Games that repeat otherwise.
    pub periodic: Lanes,
    /// Games that are not decided yet.
    pub open: Lanes,
}

/// The memory of a computation, used again for every bundle.
pub struct Slices {
    heaps: Vec<Heap>,
    /// The period of each periodic game.
    periods: Box<[u32; LANES]>,
    /// The bits of each game, 64 heaps to a block.
    words: Vec<[[Lanes; 64]; 2]>,
}

impl Default for Slices {
    fn default() -> Self {
        Slices { heaps: vec![Heap::NOWHERE; BEFORE], periods: Box::new([0; LANES]), words: vec![] }
    }
}

impl Slices {
    /// Decides as many games as patience allows.
    #[inline(always)]
    pub fn decide<V: Vector>(&mut self, bundle: &Bundle, patience: Patience) -> Decided {
        let window = bundle.most as usize;
        let mut decided = Decided { left: Lanes::NONE, periodic: Lanes::NONE, open: bundle.wanted };
        self.begin(bundle);
        let mut length = window * patience.first as usize;
        for _ in 0..patience.looks {
            self.compute::<V>(bundle, length);
            let left = self.all_left::<V>(window, decided.open);
            decided.left = decided.left | left;
            decided.open = decided.open & !left;
            let periodic = self.repeating::<V>(window, decided.open);
            decided.periodic = decided.periodic | periodic;
            decided.open = decided.open & !periodic;
            if decided.open.count() <= patience.enough {
                break;
            }
            length += window * patience.again as usize;
        }
        decided
    }

    /// Computes so many heaps of games that are known to repeat with these periods at the end of them.
    #[inline(always)]
    pub fn repeat<V: Vector>(
        &mut self,
        bundle: &Bundle,
        heaps: usize,
        periods: impl Iterator<Item = u32>,
    ) {
        self.begin(bundle);
        self.compute::<V>(bundle, heaps);
        self.periods.iter_mut().zip(periods).for_each(|(to, period)| *to = period);
    }

    /// The period of a game that was decided as periodic.
    pub fn period(&self, lane: usize) -> u32 {
        self.periods[lane]
    }

    #[inline(always)]
    fn begin(&mut self, bundle: &Bundle) {
        self.heaps.truncate(BEFORE);
        let stuck = bundle.stuck.iter();
        self.heaps.extend(stuck.map(|&(right_loses, left_loses)| Heap { right_loses, left_loses }));
    }

    /// How many heaps are known.
    pub fn length(&self) -> usize {
        self.heaps.len() - BEFORE
    }

    /// Goes on to so many heaps.
    #[inline(always)]
    fn compute<V: Vector>(&mut self, bundle: &Bundle, length: usize) {
        let end = BEFORE + length;
        let begin = self.heaps.len();
        if begin >= end {
            return;
        }
        self.heaps.resize(end, Heap::NOWHERE);
        for n in begin..end {
            let (before, rest) = self.heaps.split_at_mut(n);
            let window: &[Heap; 64] = before.last_chunk().expect("64 heaps come before the first");
            // An amount is at most 63, so this is `64 - amount`.
            let option = |amount: u32| &window[(64 - amount) as usize & 63];
            let (mut left, mut right) = (V::load(&Lanes::NONE), V::load(&Lanes::NONE));
            for &amount in bundle.common {
                let heap = option(amount);
                left = left.or(V::load(&heap.right_loses));
                right = right.or(V::load(&heap.left_loses));
            }
            for (amount, which) in bundle.some {
                let (heap, which) = (option(*amount), V::load(which));
                left = left.or(V::load(&heap.right_loses).and(which));
                right = right.or(V::load(&heap.left_loses).and(which));
            }
            let all = V::load(&Lanes::ALL);
            rest[0].right_loses = all.without(right).lanes();
            rest[0].left_loses = all.without(left).lanes();
        }
    }

    /// Whose last outcomes are all L.
    #[inline(always)]
    fn all_left<V: Vector>(&self, window: usize, among: Lanes) -> Lanes {
        let last = &self.heaps[self.heaps.len() - window..];
        last.iter().rev().fold(V::load(&among), |left, heap| left.and(heap.left())).lanes()
    }

    /// Whose last outcomes were there before; notes how long before.
    #[inline(always)]
    fn repeating<V: Vector>(&mut self, window: usize, among: Lanes) -> Lanes {
        let mut open = V::load(&among);
        let known = &self.heaps[BEFORE..];
        let last = &known[known.len() - window..];
        for period in 1..=known.len() - window {
            if !open.any() {
                break;
            }
            let end = known.len() - period;
            let earlier = &known[end - window..end];
            let mut same = open;
            for (now, then) in last.rchunks(4).zip(earlier.rchunks(4)) {
                for (now, then) in now.iter().zip(then) {
                    let right = V::load(&now.right_loses).xor(V::load(&then.right_loses));
                    let left = V::load(&now.left_loses).xor(V::load(&then.left_loses));
                    same = same.without(right.or(left));
                }
                if !same.any() {
                    break;
                }
            }
            if same.any() {
                same.lanes().for_each(|lane| self.periods[lane] = period as u32);
                open = open.without(same);
            }
        }
        V::load(&among).without(open).lanes()
    }

    /// From which heap on these games, decided as all L, are L: after the last other outcome, which is not
    /// in the last window. Calls `from` with each such heap and the games it is true of.
    #[inline(always)]
    pub fn left_from<V: Vector>(
        &self,
        games: Lanes,
        window: u32,
        mut from: impl FnMut(u32, Lanes),
    ) {
        let mut open = V::load(&games);
        if !open.any() {
            return;
        }
        let end = self.heaps.len() - window as usize;
        for (heap, outcomes) in self.heaps[BEFORE..end].iter().enumerate().rev() {
            let other = open.without(outcomes.left());
            if other.any() {
                from(heap as u32 + 1, other.lanes());
                open = open.without(other);
                if !open.any() {
                    return;
                }
            }
        }
        if open.any() {
            from(0, open.lanes());
        }
    }

    /// The cycles of these games, decided as periodic. Calls `found` with each game and its cycle.
    #[inline(always)]
    pub fn cycles<V: Vector>(&mut self, games: Lanes, mut found: impl FnMut(usize, &Cycle)) {
        if !games.any() {
            return;
        }
        let blocks = self.heaps[BEFORE..].chunks(64);
        self.words.resize(blocks.len(), [[Lanes::NONE; 64]; 2]);
        for (block, [right, left]) in blocks.zip(&mut self.words) {
            for (i, (right, left)) in right.iter_mut().zip(left.iter_mut()).enumerate() {
                let heap = block.get(i).unwrap_or(&Heap::NOWHERE);
                (*right, *left) = (heap.right_loses, heap.left_loses);
            }
            transpose::<V>(right);
            transpose::<V>(left);
        }
        let length = self.length();
        if let [low, high] = &self.words[..] {
            for row in 0..64 {
                let mut periods = Lanes::NONE;
                for word in 0..WORDS {
                    periods.0[word] = self.periods[64 * word + row].into();
                }
                let right = [&low[0][row], &high[0][row]];
                let left = [&low[1][row], &high[1][row]];
                let cycles = short_cycles::<V>(right, left, length as u64, periods);
                for word in 0..WORDS {
                    if games.contains(64 * word + row) {
                        found(64 * word + row, &cycles[word]);
                    }
                }
            }
            return;
        }
        games.for_each(|lane| {
            let word = |index: usize| {
                let [right, left] = self.words.get(index).map_or([0; 2], |planes| {
                    planes.each_ref().map(|plane| plane[lane % 64].0[lane / 64])
                });
                (right, left)
            };
            found(lane, &cycle(word, length, self.periods[lane] as usize));
        });
    }
}

/// The cycles of eight games of at most 128 outcomes, which are bits of the lower and the higher heaps (where
/// Right loses, where Left does) and repeat with these periods at their end. There may be places that stand
/// for no game.
#[inline(always)]
fn short_cycles<V: Vector>(
    right: [&Lanes; 2],
    left: [&Lanes; 2],
    length: u64,
    periods: Lanes,
) -> [Cycle; WORDS] {
    let mut compared = Lanes::NONE;
    for i in 0..WORDS {
        compared.0[i] = length.wrapping_sub(periods.0[i]);
    }
    let (period, compared) = (Shift::<V>::of(periods), Shift::<V>::of(compared));
    let right = [V::load(right[0]), V::load(right[1])];
    let left = [V::load(left[0]), V::load(left[1])];
    let (later_right, later_left) = (period.down(right), period.down(left));
    let (before, all) = (compared.first(), period.first());
    let (ends_right, ends_left) = (compared.down(right), compared.down(left));
    let (mut different, mut ends) = ([Lanes::NONE; 2], [[Lanes::NONE; 2]; 2]);
    for half in 0..2 {
        let other = right[half].xor(later_right[half]).or(left[half].xor(later_left[half]));
        different[half] = other.and(before[half]).lanes();
        ends[0][half] = ends_right[half].and(all[half]).lanes();
        ends[1][half] = ends_left[half].and(all[half]).lanes();
    }
    let mut cycles = [Cycle::default(); WORDS];
    for (i, cycle) in cycles.iter_mut().enumerate() {
        // Without a branch, which would go either way.
        let (low, high) = (different[0].0[i], different[1].0[i]);
        let (top, above) = if high != 0 { (high, 64) } else { (low, 0) };
        let preperiod = above + 64 - top.leading_zeros();
        let [[right, high_right], [left, high_left]] = &ends;
        let (right, high_right) = (right.0[i], high_right.0[i]);
        let (left, high_left) = (left.0[i], high_left.0[i]);
        let both = (right & left).count_ones() + (high_right & high_left).count_ones();
        let l = right.count_ones() + high_right.count_ones() - both;
        let r = left.count_ones() + high_left.count_ones() - both;
        let period = periods.0[i] as u32;
        let counts = [l, r, period.wrapping_sub(l + r + both), both];
        *cycle = Cycle { preperiod, period, counts };
    }
    cycles
}

/// How far eight pairs of words are shifted. A shift by less than nothing is one by very much, which leaves
/// nothing.
struct Shift<V> {
    by: V,
    /// How far the higher words come down into the lower ones: up, if it is less than a word, else down.
    back: V,
    over: V,
    /// How much of it is left for the higher words.
    rest: V,
}

impl<V: Vector> Shift<V> {
    #[inline(always)]
    fn of(by: Lanes) -> Shift<V> {
        let [mut back, mut over, mut rest] = [Lanes::NONE; 3];
        for i in 0..WORDS {
            back.0[i] = 64u64.wrapping_sub(by.0[i]);
            over.0[i] = by.0[i].wrapping_sub(64);
            rest.0[i] = by.0[i].saturating_sub(64);
        }
        let [back, over, rest] = [V::load(&back), V::load(&over), V::load(&rest)];
        Shift { by: V::load(&by), back, over, rest }
    }

    /// The pairs shifted toward the lower bits.
    #[inline(always)]
    fn down(&self, [low, high]: [V; 2]) -> [V; 2] {
        let from_high = high.up_by(self.back).or(high.down_by(self.over));
        [low.down_by(self.by).or(from_high), high.down_by(self.by)]
    }

    /// The first so many bits of the pairs.
    #[inline(always)]
    fn first(&self) -> [V; 2] {
        let all = V::load(&Lanes::ALL);
        [all.without(all.up_by(self.by)), all.without(all.up_by(self.rest))]
    }
}

/// The cycle of a game whose `length` outcomes are bits of words (where Right loses, where Left does) and
/// repeat with that period at their end.
#[inline(always)]
fn cycle(word: impl Fn(usize) -> (u64, u64), length: usize, period: usize) -> Cycle {
    // 64 bits from any heap on.
    let from = |heap: usize| {
        let (low, shift) = (word(heap / 64), heap % 64);
        if shift == 0 {
            return low;
        }
        let high = word(heap / 64 + 1);
        let join = |low: u64, high: u64| low >> shift | high << (64 - shift);
        (join(low.0, high.0), join(low.1, high.1))
    };
    let compared = length - period;
    let mut preperiod = 0;
    for index in (0..compared.div_ceil(64)).rev() {
        let (now, later) = (word(index), from(64 * index + period));
        let mut different = now.0 ^ later.0 | now.1 ^ later.1;
        if compared < 64 * (index + 1) {
            different &= (1 << (compared % 64)) - 1;
        }
        if different != 0 {
            preperiod = 64 * index + 64 - different.leading_zeros() as usize;
            break;
        }
    }
    let mut counts = [0; 4];
    let mut heap = compared;
    while heap < length {
        let (right, left) = from(heap);
        let all = if length - heap < 64 { (1 << (length - heap)) - 1 } else { u64::MAX };
        let places = [right & !left, left & !right, !left & !right, left & right];
        for (count, place) in counts.iter_mut().zip(places) {
            *count += (place & all).count_ones();
        }
        heap += 64;
    }
    Cycle { preperiod: preperiod as u32, period: period as u32, counts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_cycles_are_found_alike() {
        let (mut right, mut left) = (0x9E37_79B9_7F4A_7C15_u128, 0xC2B2_AE3D_27D4_EB4F_u128);
        for period in 1..90 {
            // Random bits, made to repeat from heap 23 on.
            right = right.wrapping_mul(0x2545_F491_4F6C_DD1D_2545_F491).rotate_left(17);
            left = left.wrapping_mul(0x5851_F42D_4C95_7F2D_5851_F42D).rotate_left(29);
            let repeat = |mut word: u128| {
                for heap in 23 + period..120 {
                    let bit = word >> (heap - period) & 1;
                    word = word & !(1 << heap) | bit << heap;
                }
                word & u128::MAX >> 8
            };
            let (right, left) = (repeat(right), repeat(left));
            let word = |i: usize| match i {
                0 => (right as u64, left as u64),
                1 => ((right >> 64) as u64, (left >> 64) as u64),
                _ => (0, 0),
            };
            let long = cycle(word, 120, period as usize);
            let halves = |word: u128| [word as u64, (word >> 64) as u64];
            let (right, left) = (halves(right), halves(left));
            let [low_right, high_right] = right.map(|half| Lanes([half; WORDS]));
            let [low_left, high_left] = left.map(|half| Lanes([half; WORDS]));
            let (right, left) = ([&low_right, &high_right], [&low_left, &high_left]);
            let short = short_cycles::<Lanes>(right, left, 120, Lanes([period; WORDS]));
            assert_eq!(short, [long; WORDS], "{period}");
            assert!(long.preperiod <= 23);
        }
    }
}
