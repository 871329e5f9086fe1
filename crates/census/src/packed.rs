//! Any 512 games at once: each amount has a mask of the games that have it.

use crate::game::{Cycle, Game};
use crate::lanes::{LANES, Lanes};
use crate::single;
use crate::slices::{Bundle, Patience, Slices};
use crate::vector::Vector;

/// How long games are computed together before the last of them are computed alone; found by trying.
pub const CALM: Patience = Patience { first: 7, again: 7, looks: 4, enough: 8 };

/// The cycles of up to 512 games, all with the same least amount.
#[inline(always)]
pub fn decide<V: Vector>(slices: &mut Slices, games: &[Game], cycles: &mut [Cycle; LANES]) {
    let Some(first) = games.first() else { return };
    let least = first.amounts.trailing_zeros();
    let mut masks = [Lanes::NONE; 64];
    let mut stuck = vec![(Lanes::NONE, Lanes::NONE); least as usize];
    let mut amounts = 0;
    for (lane, game) in games.iter().enumerate() {
        debug_assert_eq!(game.amounts.trailing_zeros(), least);
        amounts |= game.amounts;
        let mut rest = game.amounts;
        while rest != 0 {
            masks[rest.trailing_zeros() as usize].insert(lane);
            rest &= rest - 1;
        }
        for (heap, (right_loses, left_loses)) in stuck.iter_mut().enumerate() {
            right_loses.0[lane / 64] |= (game.right_loses >> heap & 1) << (lane % 64);
            left_loses.0[lane / 64] |= (game.left_loses >> heap & 1) << (lane % 64);
        }
    }
    let some: Vec<(u32, Lanes)> = (least + 1..64)
        .map(|amount| (amount, masks[amount as usize]))
        .filter(|(_, mask)| mask.any())
        .collect();
    let bundle = Bundle {
        most: amounts.ilog2(),
        common: &[least],
        some: &some,
        wanted: Lanes::where_lane(|lane| lane < games.len()),
        stuck: &stuck,
    };
    let decided = slices.decide::<V>(&bundle, CALM);
    slices.left_from::<V>(decided.left, |preperiod, lanes| {
        lanes.for_each(|lane| cycles[lane] = Cycle::left(preperiod));
    });
    slices.cycles::<V>(decided.periodic, |lane, cycle| cycles[lane] = *cycle);
    decided.open.for_each(|lane| {
        cycles[lane] = single::decide(&games[lane], u64::MAX).expect("there is no limit");
    });
}
