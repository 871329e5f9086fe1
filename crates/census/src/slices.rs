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

pub mod repeats;

use crate::game::Cycle;
use crate::lanes::{Lanes, transpose};
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
    /// The periods that were found, and the games that have them.
    periods: Vec<(u32, Lanes)>,
    /// The bits of each game, 64 heaps to a block.
    words: Vec<[[Lanes; 64]; 2]>,
}

impl Default for Slices {
    fn default() -> Self {
        Slices { heaps: vec![Heap::NOWHERE; BEFORE], periods: vec![], words: vec![] }
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

    /// Computes so many heaps and decides nothing.
    #[inline(always)]
    pub fn only_compute<V: Vector>(&mut self, bundle: &Bundle, heaps: usize) {
        self.begin(bundle);
        self.compute::<V>(bundle, heaps);
    }

    /// The periods of the games that were decided as periodic.
    pub fn periods(&self) -> &[(u32, Lanes)] {
        &self.periods
    }

    #[inline(always)]
    fn begin(&mut self, bundle: &Bundle) {
        self.periods.clear();
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
                self.periods.push((period as u32, same.lanes()));
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

    /// The same as numbers below 256, bit by bit: for fewer heaps than that.
    ///
    /// Let N be the games that are not L on some heap from h on. A game has the preperiod p if it is in N
    /// just for the p heaps h < p, and bit b of p is odd or even as the number of multiples of 2^b among
    /// 1, ..., p: so the heap h has a say in bit b if 2^b divides h + 1.
    #[inline(always)]
    pub fn left_from_in_bits<V: Vector>(&self, games: Lanes, window: u32) -> [Lanes; 8] {
        let games = V::load(&games);
        let end = self.heaps.len() - window as usize;
        let (eights, rest) = self.heaps[BEFORE..end].as_chunks::<8>();
        let mut bits = [V::load(&Lanes::NONE); 8];
        let mut not_left = V::load(&Lanes::NONE);
        let mut step = |heap: &Heap, bits: &mut [V]| {
            not_left = not_left.or(games.without(heap.left()));
            bits.iter_mut().for_each(|bit| *bit = bit.xor(not_left));
        };
        // The bits that the last of so many heaps has a say in.
        let said = |heaps: usize| ..=heaps.trailing_zeros() as usize & 7;
        for (i, heap) in rest.iter().enumerate().rev() {
            step(heap, &mut bits[said(8 * eights.len() + i + 1)]);
        }
        for (i, eight) in eights.iter().enumerate().rev() {
            step(&eight[7], &mut bits[said(8 * (i + 1))]);
            step(&eight[6], &mut bits[..1]);
            step(&eight[5], &mut bits[..2]);
            step(&eight[4], &mut bits[..1]);
            step(&eight[3], &mut bits[..3]);
            step(&eight[2], &mut bits[..1]);
            step(&eight[1], &mut bits[..2]);
            step(&eight[0], &mut bits[..1]);
        }
        bits.map(V::lanes)
    }

    /// The cycles of the games that were decided as periodic. Calls `found` with each game and its cycle.
    #[inline(always)]
    pub fn cycles<V: Vector>(&mut self, mut found: impl FnMut(usize, &Cycle)) {
        if self.periods.is_empty() {
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
        for &(period, games) in &self.periods {
            games.for_each(|lane| {
                let word = |index: usize| {
                    let [right, left] = self.words.get(index).map_or([0; 2], |planes| {
                        planes.each_ref().map(|plane| plane[lane % 64].0[lane / 64])
                    });
                    (right, left)
                };
                found(lane, &cycle(word, length, period as usize));
            });
        }
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
