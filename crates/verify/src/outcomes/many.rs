//! How many sets with a given least member are L from some heap on: 512 of them at a time.
//!
//! The sets of a block have the same large members and differ in up to nine small ones; each has its bit, its *lane*, in
//! every word. The recursion is that of [`super::heaps`], with one word operation for 64 sets: Left, to move, wins
//! heap n iff Right, to move, loses n - s for some s in the set, and s is in the set in the lanes that have it.
//!
//! Let M be at least the largest member. *Yes*: M heaps in a row are L. Then the next one is: Left moves to L, and Right can
//! move to nothing else; so it is enough to look for that now and then. *No*: what is known of the last M heaps is the
//! same at two places, and they are not all L. From there on the outcomes repeat; were they all L from some heap on, they
//! would be so there already.
//!
//! When few lanes of a block are left, they wait until sets of many blocks fill one of their own, in which all members
//! may differ. What is left of those, too, is looked at set by set.

use sprague_rules::Outcome;
use sprague_task::Task;

use super::heaps::{Heaps, bit};
use crate::Rejection;

/// Words of a block.
const WORDS: usize = 8;
/// Sets of a block.
const SETS: usize = 64 * WORDS;
/// Numbers in which the sets of a block may differ: 2^9 sets fill eight words.
const VARIED: u32 = 9;
/// Heaps after which a lane is looked at by itself.
const PATIENCE: usize = 2000;

/// So few lanes of a block wait for others: that is quicker than to go on with all.
const FEW: u32 = 32;
/// So few lanes that waited are looked at by themselves.
const FEWER: u32 = 12;
/// Heaps between two looks for lanes that are L for ever.
const TOGETHER: usize = 8;

/// One bit for each set of a block.
type Lanes = [u64; WORDS];

const ALL: Lanes = [u64::MAX; WORDS];
const NONE: Lanes = [0; WORDS];

fn is_none(lanes: &Lanes) -> bool {
    lanes.iter().all(|&word| word == 0)
}

/// The lanes whose number has this bit.
fn with_bit(place: u32) -> Lanes {
    let mut lanes = NONE;
    (0..SETS).filter(|lane| lane >> place & 1 == 1).for_each(|lane| set(&mut lanes, lane));
    lanes
}

fn set(lanes: &mut Lanes, lane: usize) {
    lanes[lane / 64] |= 1 << (lane % 64);
}

fn count(lanes: &Lanes) -> u32 {
    lanes.iter().map(|word| word.count_ones()).sum()
}

/// The numbers of the lanes.
fn each(lanes: &Lanes) -> impl Iterator<Item = usize> + '_ {
    (0..SETS).filter(|lane| lanes[lane / 64] >> (lane % 64) & 1 == 1)
}

/// How many sets with this least member and others up to the largest are L from some heap on. The heaps below the least member
/// end so.
pub(super) fn eventually_left(
    least: u32,
    largest: u32,
    stuck: &[Outcome],
    task: &Task,
) -> Result<u64, Rejection> {
    let others = largest - least;
    let varied = others.min(VARIED);
    let small = |place: u32| ((least + 1 + place) as usize, with_bit(place));
    let mut block = Block::new(largest, (0..varied).map(small).collect());
    let mut lanes = NONE;
    (0..1usize << varied).for_each(|lane| set(&mut lanes, lane));
    // Sets that wait, with a bit for each member, as others above the least.
    let mut waiting: Vec<u64> = Vec::new();
    let mut found = 0;
    for number in 0..1u64 << (others - varied) {
        let high = (0..others - varied).filter(|place| number >> place & 1 == 1);
        block.fixed.clear();
        block.fixed.push(least as usize);
        block.fixed.extend(high.map(|place| (least + varied + 1 + place) as usize));
        let (yes, open) = block.settle(lanes, stuck, FEW, task)?;
        found += u64::from(count(&yes));
        waiting.extend(each(&open).map(|lane| number << varied | lane as u64));
        while waiting.len() >= SETS {
            let some = waiting.split_off(waiting.len() - SETS);
            found += one_by_one(&some, least, largest, stuck, task)?;
        }
    }
    Ok(found + one_by_one(&waiting, least, largest, stuck, task)?)
}

/// How many of these sets, no more than fill a block, are so: bit i stands for the member `least + 1 + i`.
fn one_by_one(
    sets: &[u64],
    least: u32,
    largest: u32,
    stuck: &[Outcome],
    task: &Task,
) -> Result<u64, Rejection> {
    let mut lanes = NONE;
    (0..sets.len()).for_each(|lane| set(&mut lanes, lane));
    let having = |place: u32| {
        let mut having = NONE;
        let has = |&(_, set): &(usize, &u64)| set >> place & 1 == 1;
        sets.iter().enumerate().filter(has).for_each(|(lane, _)| set(&mut having, lane));
        ((least + 1 + place) as usize, having)
    };
    let mut block = Block::new(largest, (0..largest - least).map(having).collect());
    block.fixed.push(least as usize);
    let (yes, open) = block.settle(lanes, stuck, FEWER, task)?;
    let mut found = u64::from(count(&yes));
    for lane in each(&open) {
        let others = (0..largest - least).filter(|place| sets[lane] >> place & 1 == 1);
        let set: Vec<u32> =
            std::iter::once(least).chain(others.map(|place| least + 1 + place)).collect();
        let heaps = Heaps::finite(&set, stuck, task)?;
        found += u64::from(heaps.parts().1.iter().all(|&outcome| outcome == bit(Outcome::L)));
    }
    Ok(found)
}

/// The sets of a block.
struct Block {
    /// At least as large as any member.
    window: usize,
    /// Members that only some lanes have.
    varied: Vec<(usize, Lanes)>,
    /// Members that all lanes have.
    fixed: Vec<usize>,
    /// Where Left, to move, loses; the heaps from `window` places on, so that there are some below 0 that nobody loses.
    left_loses: Vec<Lanes>,
    right_loses: Vec<Lanes>,
}

// Words of several planes are looked at side by side.
#[allow(clippy::needless_range_loop)]
impl Block {
    /// One whose sets have members up to the largest; those that only some have are given.
    fn new(largest: u32, varied: Vec<(usize, Lanes)>) -> Block {
        let (fixed, left_loses, right_loses) = (Vec::new(), Vec::new(), Vec::new());
        Block { window: largest as usize, varied, fixed, left_loses, right_loses }
    }

    /// The lanes that come to be L for ever, and those of which that is not known, which are few, or need patience.
    fn settle(
        &mut self,
        lanes: Lanes,
        stuck: &[Outcome],
        few: u32,
        task: &Task,
    ) -> Result<(Lanes, Lanes), Rejection> {
        for plane in [&mut self.left_loses, &mut self.right_loses] {
            plane.clear();
            plane.resize(self.window, NONE);
        }
        for end in stuck {
            let lost = |loses: bool| if loses { ALL } else { NONE };
            self.left_loses.push(lost(matches!(end, Outcome::P | Outcome::R)));
            self.right_loses.push(lost(matches!(end, Outcome::P | Outcome::L)));
        }
        let (mut yes, mut open) = (NONE, lanes);
        // Hardly anything comes again before there was a whole window.
        let begin = self.left_loses.len() + self.window + TOGETHER;
        let mut kept = self.left_loses.len();
        for _ in 0..PATIENCE / TOGETHER {
            for _ in 0..TOGETHER {
                self.next();
                if kept >= begin {
                    let again = self.again(kept, &open);
                    (0..WORDS).for_each(|word| open[word] &= !again[word]);
                }
            }
            // They are looked for just before a place is kept: so what comes again from there is not all L.
            let left = self.all_left(&open);
            for word in 0..WORDS {
                yes[word] |= left[word];
                open[word] &= !left[word];
            }
            if count(&open) <= few {
                break;
            }
            let heap = self.left_loses.len();
            if heap >= 2 * kept || kept < begin {
                kept = heap;
            }
        }
        task.spend((self.left_loses.len() - self.window) as u64)?;
        Ok((yes, open))
    }

    /// One heap more.
    fn next(&mut self) {
        let heap = self.left_loses.len();
        let (mut left_wins, mut right_wins) = (NONE, NONE);
        for &s in &self.fixed {
            let (left, right) = (&self.left_loses[heap - s], &self.right_loses[heap - s]);
            for word in 0..WORDS {
                left_wins[word] |= right[word];
                right_wins[word] |= left[word];
            }
        }
        for (s, has) in &self.varied {
            let (left, right) = (&self.left_loses[heap - s], &self.right_loses[heap - s]);
            for word in 0..WORDS {
                left_wins[word] |= right[word] & has[word];
                right_wins[word] |= left[word] & has[word];
            }
        }
        self.left_loses.push(left_wins.map(|word| !word));
        self.right_loses.push(right_wins.map(|word| !word));
    }

    /// The lanes, among these, whose last heaps are all L, as many as there are in the window.
    fn all_left(&self, among: &Lanes) -> Lanes {
        let end = self.left_loses.len();
        let mut left = *among;
        for heap in (end - self.window..end).rev() {
            for word in 0..WORDS {
                left[word] &= self.right_loses[heap][word] & !self.left_loses[heap][word];
            }
            if is_none(&left) {
                break;
            }
        }
        left
    }

    /// The lanes, among these, whose last heaps are those before the place `kept`, as many as there are in the window.
    fn again(&self, kept: usize, among: &Lanes) -> Lanes {
        let end = self.left_loses.len();
        let mut same = *among;
        for back in 1..=self.window {
            let (now, then) = (end - back, kept - back);
            for word in 0..WORDS {
                same[word] &= !(self.left_loses[now][word] ^ self.left_loses[then][word]);
                same[word] &= !(self.right_loses[now][word] ^ self.right_loses[then][word]);
            }
            if is_none(&same) {
                break;
            }
        }
        same
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_rules::random::Dice;

    #[test]
    fn blocks_are_counted_as_sets_one_by_one() {
        let mut dice = Dice::new(4);
        let task = Task::default();
        for (least, largest) in [(1, 1), (1, 9), (2, 12), (3, 7), (3, 16), (4, 13), (2, 2), (2, 15)]
        {
            let ends = [Outcome::L, Outcome::L, Outcome::R, Outcome::N, Outcome::P];
            let stuck: Vec<Outcome> =
                (0..least).map(|_| ends[dice.roll(ends.len() as u64) as usize]).collect();
            let mut expected = 0;
            for bits in 0..1u32 << (largest - least) {
                let others = (0..largest - least).filter(|place| bits >> place & 1 == 1);
                let set: Vec<u32> =
                    std::iter::once(least).chain(others.map(|p| least + 1 + p)).collect();
                let heaps = Heaps::finite(&set, &stuck, &task).unwrap();
                let left = heaps.parts().1.iter().all(|&outcome| outcome == bit(Outcome::L));
                expected += u64::from(left);
            }
            let found = eventually_left(least, largest, &stuck, &task).unwrap();
            assert_eq!(found, expected, "{least}..{largest}, {stuck:?}");
        }
    }
}
