//! Sweeping a region: every position once, in an order in which its options are already known.
//!
//! Where moves only take, every option of a position is at most the position place by place, so
//! ascending ranks are such an order. For several cores the region is cut into tiles by the sizes
//! in the last two places; a tile needs only tiles whose two indices are both at most its own, so
//! the tiles of one antidiagonal are independent of each other. When the sweep is stopped after
//! some antidiagonals, the square of tiles below them is complete: a smaller table.

use rayon::prelude::*;

use crate::budget::Watch;
use crate::region::{Ranking, Region};

/// Tiles along one place.
const TILES: u32 = 24;

/// What is done at each position.
pub trait Visitor: Sync {
    /// Working memory of one thread.
    type Scratch: Send;

    fn scratch(&self) -> Self::Scratch;

    /// Visits the position with that rank; for piles only those that are not gone are given.
    fn visit(&self, rank: u64, position: &[u32], scratch: &mut Self::Scratch);
}

/// Visits all positions of the region. Returns the largest size up to which the region is complete:
/// its own `max`, unless the watch stopped the sweep; `None` if nothing is complete.
pub fn sweep<V: Visitor>(ranking: &Ranking, watch: &Watch, visitor: &V) -> Option<u32> {
    let region = ranking.region;
    let step = (region.max + 1).div_ceil(TILES);
    let tiles = (region.max + 1).div_ceil(step);
    let mut complete = None;
    for level in 0..=2 * (tiles - 1) {
        let mut level_tiles: Vec<(u32, u32)> = (0..tiles)
            .filter_map(|high| level.checked_sub(high).map(|low| (high, low)))
            .filter(|&(high, low)| low < tiles && (region.row || low <= high))
            .collect();
        if region.places < 2 {
            level_tiles.retain(|&(_, low)| low == 0);
        }
        // Large tiles first, so that no core waits long at the end.
        level_tiles.sort_by_key(|&(high, low)| u64::from(high).abs_diff(u64::from(low)));
        let finished = level_tiles
            .into_par_iter()
            .with_max_len(1)
            .map_init(
                || visitor.scratch(),
                |scratch, (high, low)| {
                    let range = |tile: u32| tile * step..((tile + 1) * step).min(region.max + 1);
                    let piles = Vec::new();
                    let mut tile =
                        Tile { ranking, watch, visitor, scratch, piles, done: 0, effort: 0 };
                    tile.sweep(range(high), range(low))
                },
            )
            .reduce(|| true, |a, b| a && b);
        if !finished {
            return complete;
        }
        if level % 2 == 0 {
            complete = Some(((level / 2 + 1) * step - 1).min(region.max));
        }
    }
    Some(region.max)
}

struct Tile<'s, V: Visitor> {
    ranking: &'s Ranking,
    watch: &'s Watch,
    visitor: &'s V,
    scratch: &'s mut V::Scratch,
    piles: Vec<u32>,
    /// Positions visited since the watch was last told, and how much there was to look at.
    done: u64,
    effort: u64,
}

/// Positions after which to look at the watch, if they are small; so many tokens count as one more.
const LOOK_UP: u64 = 256;
const TOKENS: u64 = 1024;

impl<V: Visitor> Tile<'_, V> {
    /// Sweeps the positions with these sizes in the last and the last but one place.
    fn sweep(&mut self, high: std::ops::Range<u32>, low: std::ops::Range<u32>) -> bool {
        let Region { row, places, .. } = self.ranking.region;
        self.piles = vec![0; places];
        if places == 0 {
            self.visitor.visit(0, &[], self.scratch);
            return self.watch.advance(1);
        }
        for last in high {
            self.piles[places - 1] = last;
            let rank = self.ranking.term(places - 1, last);
            if places == 1 {
                self.visit(rank);
                if !self.goes_on() {
                    return false;
                }
                continue;
            }
            let end = if row { low.end } else { low.end.min(last + 1) };
            for next in low.start..end {
                self.piles[places - 2] = next;
                let rank = rank + self.ranking.term(places - 2, next);
                if places == 2 {
                    self.visit(rank);
                } else if !self.descend(places - 3, rank) {
                    return false;
                }
                if !self.watch.advance(std::mem::take(&mut self.done)) {
                    return false;
                }
            }
        }
        true
    }

    /// Sweeps all sizes in the places up to `place`; false if the watch stopped it.
    fn descend(&mut self, place: usize, rank: u64) -> bool {
        let Region { row, max, .. } = self.ranking.region;
        let largest = if row { max } else { self.piles[place + 1] };
        for size in 0..=largest {
            self.piles[place] = size;
            let rank = rank + self.ranking.term(place, size);
            if place == 0 {
                self.visit(rank);
            } else if !self.descend(place - 1, rank) {
                return false;
            }
        }
        self.goes_on()
    }

    /// Tells the watch now and then; false if it says stop.
    fn goes_on(&mut self) -> bool {
        if self.effort < LOOK_UP {
            return true;
        }
        self.effort = 0;
        self.watch.advance(std::mem::take(&mut self.done))
    }

    fn visit(&mut self, rank: u64) {
        self.done += 1;
        self.effort += 1 + self.piles.last().map_or(0, |&last| u64::from(last) / TOKENS);
        let gone = match self.ranking.region.row {
            true => 0,
            false => self.piles.iter().position(|&s| s > 0).unwrap_or(self.piles.len()),
        };
        self.visitor.visit(rank, &self.piles[gone..], self.scratch);
    }
}
