//! Does the code visit exactly the options that the interpreter visits?
//!
//! For a position with options `o_1, ..., o_n`: a search finds nothing in the table of all positions
//! that are no options, and finds each `o_i` alone in the table. Mexes are compared on pseudo-random
//! nim-values.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

use sprague_jit::{Found, Native, NimValue, Query, Stamps, Unsupported, ranks};
use sprague_rules::{Options, Player, Ruleset, Shape};

/// A source of pseudo-random numbers: splitmix64.
pub struct Chance(pub u64);

impl Chance {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// All positions of the region: the piles that are not 0, or all places of a row.
pub fn positions(shape: Shape, places: usize, max: u32) -> Vec<Vec<u32>> {
    let row = matches!(shape, Shape::Row { .. });
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..places {
        let longer = all.iter().flat_map(|p| {
            let least = if row { 0 } else { p.last().copied().unwrap_or(0) };
            (least..=max).map(move |size| p.iter().copied().chain([size]).collect())
        });
        all = longer.collect();
    }
    if !row {
        all.iter_mut().for_each(|p| p.retain(|&size| size > 0));
    }
    all
}

pub fn rank(ranks: &[u64], piles: &[u32], places: usize, max: u32) -> usize {
    let first = places - piles.len();
    let sizes = max as usize + 1;
    let part = |(i, &size): (usize, &u32)| ranks[(first + i) * sizes + size as usize];
    piles.iter().enumerate().map(part).sum::<u64>() as usize
}

/// Compares code and interpreter on the whole region.
pub fn agree(ruleset: &Ruleset, places: usize, max: u32) -> Result<(), Unsupported> {
    for player in Player::BOTH {
        agree_on_search(ruleset, player, places, max)?;
        agree_on_mex::<AtomicU8>(ruleset, player, places, max, |v| AtomicU8::new(v as u8))?;
    }
    agree_on_mex::<AtomicU16>(ruleset, Player::Left, places, max, |v| AtomicU16::new(v as u16))?;
    agree_on_mex::<AtomicU32>(ruleset, Player::Left, places, max, AtomicU32::new)
}

fn agree_on_search(
    ruleset: &Ruleset,
    player: Player,
    places: usize,
    max: u32,
) -> Result<(), Unsupported> {
    let native = Native::compile(ruleset, player, places, max, Query::Search)?;
    let ranks = ranks(ruleset.shape, places, max);
    let options = Options::new(ruleset);
    let positions = positions(ruleset.shape, places, max);
    let bits: Vec<AtomicU64> = positions.iter().map(|_| AtomicU64::new(0)).collect();
    let bits = &bits[..positions.len().div_ceil(64)];
    let search = native.bind_search(&ranks, bits);
    for piles in &positions {
        let list = options.list(piles, player);
        let clear = if list.is_empty() { Found::Stuck } else { Found::No };
        let place = |option: &[u32]| {
            let rank = rank(&ranks, option, places, max);
            (&bits[rank / 64], 1u64 << (rank % 64))
        };
        bits.iter().for_each(|word| word.store(u64::MAX, Relaxed));
        for option in &list {
            let (word, bit) = place(option);
            word.fetch_and(!bit, Relaxed);
        }
        let about = format!("{piles:?} for {player:?}, {places} places up to {max}");
        assert_eq!(search.search(piles), clear, "{about}: the code visits too much");
        bits.iter().for_each(|word| word.store(0, Relaxed));
        assert_eq!(search.search(piles), clear, "{about}: nothing is set");
        for option in &list {
            let (word, bit) = place(option);
            word.store(bit, Relaxed);
            assert_eq!(search.search(piles), Found::Yes, "{about}: the code misses {option:?}");
            word.store(0, Relaxed);
        }
    }
    Ok(())
}

fn agree_on_mex<T: NimValue>(
    ruleset: &Ruleset,
    player: Player,
    places: usize,
    max: u32,
    cell: fn(u32) -> T,
) -> Result<(), Unsupported> {
    let native = Native::compile(ruleset, player, places, max, Query::Mex(T::WIDTH))?;
    let ranks = ranks(ruleset.shape, places, max);
    let options = Options::new(ruleset);
    let positions = positions(ruleset.shape, places, max);
    let mut chance = Chance(places as u64);
    let values: Vec<u32> = positions
        .iter()
        .map(|_| match chance.below(20) {
            0 => 255,
            _ => (chance.below(7) * chance.below(7) / 4) as u32,
        })
        .collect();
    let cells: Vec<T> = values.iter().map(|&v| cell(v)).collect();
    let mex = native.bind_mex(&ranks, &cells);
    let mut stamps = Stamps::up_to(match T::WIDTH {
        sprague_jit::Width::U8 => 255,
        sprague_jit::Width::U16 => 65535,
        sprague_jit::Width::U32 => 150,
    });
    for piles in &positions {
        let mut seen: Vec<u32> = Vec::new();
        options.visit(piles, player, &mut |option| {
            seen.push(values[rank(&ranks, option, places, max)]);
            true
        });
        let expected = (0..).find(|v| !seen.contains(v)).unwrap();
        let about = format!("{piles:?} for {player:?}, {places} places up to {max}");
        assert_eq!(mex.mex(piles, &mut stamps), expected, "{about}: mex");
    }
    Ok(())
}
