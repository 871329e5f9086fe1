//! Any 512 games at once: each amount has a mask of the games that have it.

use crate::game::{Cycle, Game};
use crate::lanes::{LANES, Lanes, WORDS, transpose};
use crate::single;
use crate::slices::{Bundle, Patience, Slices};
use crate::vector::Vector;

/// How long games are computed together before the last of them are computed alone; found by trying.
pub const CALM: Patience = Patience { first: 7, again: 7, looks: 4, enough: 8 };

/// The memory for amounts and endings as masks, used again for every 512 games.
pub struct Packed {
    planes: Box<[[Lanes; 64]; 3]>,
    least: [u32; 1],
    most: u32,
    some: Vec<(u32, Lanes)>,
    stuck: Vec<(Lanes, Lanes)>,
    wanted: Lanes,
}

impl Default for Packed {
    fn default() -> Self {
        Packed {
            planes: Box::new([[Lanes::NONE; 64]; 3]),
            least: [0],
            most: 0,
            some: Vec::with_capacity(64),
            stuck: Vec::with_capacity(64),
            wanted: Lanes::NONE,
        }
    }
}

impl Packed {
    /// The cycles of up to 512 games, all with the same least amount.
    #[inline(always)]
    pub fn decide<V: Vector>(
        &mut self,
        slices: &mut Slices,
        games: impl Iterator<Item = Game> + Clone,
        cycles: &mut [Cycle; LANES],
    ) {
        self.pack::<V>(games.clone());
        if !self.wanted.any() {
            return;
        }
        let decided = slices.decide::<V>(&self.bundle(), CALM);
        slices.left_from::<V>(decided.left, self.most, |preperiod, lanes| {
            lanes.for_each(|lane| cycles[lane] = Cycle::left(preperiod));
        });
        slices.cycles::<V>(|lane, cycle| cycles[lane] = *cycle);
        decided.open.for_each(|lane| {
            let game = games.clone().nth(lane).expect("open are some of the games");
            cycles[lane] = single::decide(&game, u64::MAX).expect("there is no limit");
        });
    }

    #[inline(always)]
    fn pack<V: Vector>(&mut self, games: impl Iterator<Item = Game> + Clone) {
        let [amounts, right_loses, left_loses] = &mut *self.planes;
        let (mut all, mut count) = (0, 0);
        let mut ends: Option<(u64, u64)> = None;
        let mut alike = true;
        for (lane, game) in games.clone().enumerate() {
            amounts[lane % 64].0[lane / 64] = game.amounts;
            all |= game.amounts;
            count += 1;
            let own = (game.right_loses, game.left_loses);
            alike &= *ends.get_or_insert(own) == own;
        }
        transpose::<V>(amounts);
        self.wanted = Lanes::first(count);
        self.some.clear();
        self.stuck.clear();
        // Lanes without a game have what was there before, and nobody looks at them.
        let Some(most) = u64::checked_ilog2(all) else { return };
        let least = all.trailing_zeros();
        debug_assert_eq!(
            amounts[least as usize] & self.wanted,
            self.wanted,
            "the same least amount"
        );
        (self.least, self.most) = ([least], most);
        for amount in (least + 1..=most).filter(|amount| all >> amount & 1 == 1) {
            self.some.push((amount, amounts[amount as usize]));
        }
        if let (true, Some((right_loses, left_loses))) = (alike, ends) {
            let whole = |word: u64, heap: u32| Lanes([(word >> heap & 1).wrapping_neg(); WORDS]);
            let stuck = (0..least).map(|heap| (whole(right_loses, heap), whole(left_loses, heap)));
            self.stuck.extend(stuck);
            return;
        }
        for (lane, game) in games.enumerate() {
            right_loses[lane % 64].0[lane / 64] = game.right_loses;
            left_loses[lane % 64].0[lane / 64] = game.left_loses;
        }
        transpose::<V>(right_loses);
        transpose::<V>(left_loses);
        for heap in 0..least as usize {
            self.stuck.push((right_loses[heap], left_loses[heap]));
        }
    }

    fn bundle(&self) -> Bundle<'_> {
        Bundle {
            most: self.most,
            common: &self.least,
            some: &self.some,
            wanted: self.wanted,
            stuck: &self.stuck,
        }
    }
}
