//! How many sets with a given least member are L from some heap on: 256 of them at a time.
//!
//! The sets of a block have the same large members and differ in up to eight small ones; each has its bit, its *lane*, in
//! every word. The recursion is that of [`super::heaps`], with one word operation for 64 sets: Left, to move, wins
//! heap n iff Right, to move, loses n - s for some s in the set, and s is in the set in the lanes that have it.
//!
//! Let M be at least the largest member. *Yes*: M heaps in a row are L. Then the next one is: Left moves to L, and Right can
//! move to nothing else. *No*: what is known of the last M heaps is the same at two places, and they are not
//! all L. From there on the outcomes repeat; were they all L from some heap on, they would be so there already. A lane of
//! which neither is seen within some heaps is looked at by itself.

use sprague_rules::Outcome;
use sprague_task::Task;

use super::heaps::{Heaps, bit};
use crate::Rejection;

/// Words of a block.
const WORDS: usize = 4;
/// Numbers in which the sets of a block may differ: 2^8 sets fill four words.
const VARIED: u32 = 8;
/// Heaps after which a lane is looked at by itself.
const PATIENCE: usize = 2000;

/// So few lanes are looked at by themselves at once: that is quicker than to go on with all.
const FEW: u32 = 12;

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
    for lane in 0..64 * WORDS {
        if lane >> place & 1 == 1 {
            lanes[lane / 64] |= 1 << (lane % 64);
        }
    }
    lanes
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
    let mut block = Block {
        window: largest as usize,
        varied: (0..varied).map(|place| ((least + 1 + place) as usize, with_bit(place))).collect(),
        fixed: Vec::new(),
        left_loses: Vec::new(),
        right_loses: Vec::new(),
    };
    let mut lanes = NONE;
    (0..1usize << varied).for_each(|lane| lanes[lane / 64] |= 1 << (lane % 64));
    let mut found = 0;
    for number in 0..1u64 << (others - varied) {
        let high = (0..others - varied).filter(|place| number >> place & 1 == 1);
        block.fixed.clear();
        block.fixed.push(least as usize);
        block.fixed.extend(high.map(|place| (least + varied + 1 + place) as usize));
        let (yes, open) = block.settle(lanes, stuck, task)?;
        found += yes.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        for lane in (0..64 * WORDS).filter(|lane| open[lane / 64] >> (lane % 64) & 1 == 1) {
            let small = block.varied.iter().enumerate().filter(|(place, _)| lane >> place & 1 == 1);
            let small = small.map(|(_, (s, _))| *s as u32);
            let mut set: Vec<u32> = block.fixed.iter().map(|&s| s as u32).chain(small).collect();
            set.sort_unstable();
            let heaps = Heaps::finite(&set, stuck, task)?;
            let left = heaps.parts().1.iter().all(|&outcome| outcome == bit(Outcome::L));
            found += u64::from(left);
        }
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
    /// The lanes that come to be L for ever, and those of which that is not known.
    fn settle(
        &mut self,
        lanes: Lanes,
        stuck: &[Outcome],
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
        let mut kept = self.left_loses.len();
        for _ in 0..PATIENCE {
            self.next();
            let heap = self.left_loses.len();
            let left = self.all_left(&open);
            for word in 0..WORDS {
                yes[word] |= left[word];
                open[word] &= !left[word];
            }
            let again = self.again(kept, &open);
            (0..WORDS).for_each(|word| open[word] &= !again[word]);
            if open.iter().map(|word| word.count_ones()).sum::<u32>() <= FEW {
                break;
            }
            if heap >= 2 * kept {
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
        for (least, largest) in [(1, 1), (1, 9), (2, 12), (3, 7), (3, 14), (4, 13), (2, 2)] {
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
