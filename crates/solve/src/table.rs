//! Tables over a region by sweeping it: outcomes in one bit a player, or nim-values.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use sprague_rules::{Outcome, Player, Ruleset};

use crate::budget::{Bytes, Refusal, Watch};
use crate::finder::{Finder, Found, Interpreter, Seen};
use crate::native::Native;
use crate::region::{Ranking, Region};
use crate::store::{Bits, Numbers, Width};
use crate::sweep::{Visitor, sweep};

/// What a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Outcomes,
    NimValues,
}

/// How the options of a position are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Walking the checked tree.
    Interpreted,
    /// Machine code made for the ruleset and the region.
    Compiled,
}

/// The answers for all positions of a region.
pub struct Table {
    ranking: Ranking,
    contents: Contents,
    /// The table is right for sizes up to this.
    pub complete: u32,
}

enum Contents {
    /// Positions that the player to move loses, whoever that is.
    Lost(Bits),
    /// Positions that Left, or Right, loses moving first.
    LostBy([Bits; 2]),
    Values(Numbers),
}

impl Table {
    /// Bytes that the table will take; `None` if beyond counting.
    pub fn bytes(ruleset: &Ruleset, region: Region, wanted: Wanted) -> Option<u64> {
        let positions = region.positions()?;
        match wanted {
            Wanted::Outcomes if ruleset.is_impartial() => Some(positions.div_ceil(8)),
            Wanted::Outcomes => Some(2 * positions.div_ceil(8)),
            Wanted::NimValues => positions.checked_mul(width_for(region) as u64),
        }
    }

    /// Refuses a region whose table is larger than the budget.
    pub fn check_memory(
        ruleset: &Ruleset,
        region: Region,
        wanted: Wanted,
        budget: u64,
    ) -> Result<(), Refusal> {
        let needed = Table::bytes(ruleset, region, wanted);
        if needed.is_some_and(|bytes| bytes <= budget) {
            return Ok(());
        }
        let per_position = match wanted {
            Wanted::Outcomes if ruleset.is_impartial() => 0.125,
            Wanted::Outcomes => 0.25,
            Wanted::NimValues => width_for(region) as u32 as f64,
        };
        let fits = region.largest_max((budget as f64 / per_position) as u64);
        let Region { places, max, .. } = region;
        let plural = if places == 1 { "" } else { "s" };
        Err(Refusal::Memory {
            what: match region.positions() {
                Some(n) => format!("a table of {n} positions"),
                None => format!("a table of {places} pile{plural} up to size {max}"),
            },
            needed,
            budget,
            fits: format!("With {places} pile{plural}, sizes up to {fits} fit."),
        })
    }

    /// Computes the table. If the watch stops it early, the table is complete for smaller sizes.
    pub fn compute(
        ruleset: &Ruleset,
        region: Region,
        wanted: Wanted,
        method: Method,
        watch: &Watch,
    ) -> Result<Table, Refusal> {
        let ranking = Ranking::new(region);
        let positions = region.positions().expect("memory was checked");
        let stopped = || Refusal::Stopped { reached: "no table is complete yet".into() };
        if wanted == Wanted::NimValues {
            let mut width = Width::U8;
            loop {
                watch.expect(positions);
                let values = Numbers::new(positions, width);
                let overflow = AtomicBool::new(false);
                let complete = {
                    let visit = |finder: &dyn Finder| {
                        let largest = largest_seen(region, width);
                        let visitor =
                            Values { finder, values: &values, largest, width, overflow: &overflow };
                        sweep(&ranking, watch, &visitor)
                    };
                    match method {
                        Method::Interpreted => visit(&Interpreter::new(ruleset, &ranking)),
                        Method::Compiled => {
                            visit(&Native::for_values(ruleset, &ranking, &values, width)?)
                        }
                    }
                };
                if overflow.load(Relaxed) {
                    width = width.wider().expect("nim-values stay below 2^32");
                    continue;
                }
                let contents = Contents::Values(values);
                let complete = complete.ok_or_else(stopped)?;
                return Ok(Table { ranking, contents, complete });
            }
        }
        watch.expect(positions);
        let both = !ruleset.is_impartial();
        let tables = [Bits::new(positions), Bits::new(if both { positions } else { 0 })];
        let complete = {
            let visit = |finder: &dyn Finder| {
                let visitor = Outcomes { ruleset, finder, lost: &tables, both };
                sweep(&ranking, watch, &visitor)
            };
            match method {
                Method::Interpreted => visit(&Interpreter::new(ruleset, &ranking)),
                Method::Compiled => visit(&Native::for_outcomes(ruleset, &ranking, &tables)?),
            }
        };
        let complete = complete.ok_or_else(stopped)?;
        let contents = match tables {
            tables if both => Contents::LostBy(tables),
            [lost, _] => Contents::Lost(lost),
        };
        Ok(Table { ranking, contents, complete })
    }

    pub fn region(&self) -> Region {
        self.ranking.region
    }

    /// Is the position in the part of the region that is complete?
    pub fn contains(&self, position: &[u32]) -> bool {
        self.ranking.contains(position) && position.iter().all(|&size| size <= self.complete)
    }

    pub fn outcome(&self, position: &[u32]) -> Outcome {
        let rank = self.ranking.rank(position);
        let lost = |lost: bool| if lost { Outcome::P } else { Outcome::N };
        match &self.contents {
            Contents::Lost(bits) => lost(bits.get(rank)),
            Contents::LostBy([left, right]) => {
                Outcome::from_first_wins(!left.get(rank), !right.get(rank))
            }
            Contents::Values(values) => lost(values.get(rank) == 0),
        }
    }

    pub fn nim_value(&self, position: &[u32]) -> Option<u32> {
        match &self.contents {
            Contents::Values(values) => Some(values.get(self.ranking.rank(position))),
            _ => None,
        }
    }

    /// Says what the table takes.
    pub fn size(&self) -> String {
        let positions = self.region().positions().unwrap_or(0);
        let bytes = match &self.contents {
            Contents::Lost(_) => positions / 8,
            Contents::LostBy(_) => positions / 4,
            Contents::Values(Numbers::U8(_)) => positions,
            Contents::Values(Numbers::U16(_)) => 2 * positions,
            Contents::Values(Numbers::U32(_)) => 4 * positions,
        };
        format!("{positions} positions in {}", Bytes(bytes))
    }
}

/// A nim-value is at most the number of moves that can still be made, hence the total.
fn width_for(region: Region) -> Width {
    match region.places as u64 * u64::from(region.max) {
        0..=255 => Width::U8,
        256..=65535 => Width::U16,
        _ => Width::U32,
    }
}

/// The largest value that a stamp array must have room for.
fn largest_seen(region: Region, width: Width) -> usize {
    let total = region.places as u64 * u64::from(region.max);
    total.min(u64::from(width.largest())) as usize
}

struct Outcomes<'t> {
    ruleset: &'t Ruleset,
    finder: &'t dyn Finder,
    /// Lost by Left and by Right moving first; the first alone if that is the same.
    lost: &'t [Bits; 2],
    both: bool,
}

impl Visitor for Outcomes<'_> {
    type Scratch = ();

    fn scratch(&self) {}

    fn visit(&self, rank: u64, position: &[u32], _: &mut ()) {
        let judge = |player: Player, mine: &Bits, theirs: &Bits| {
            let wins = match self.finder.find(position, player, theirs) {
                Found::Something => true,
                Found::Nothing => false,
                Found::Stuck => self.ruleset.stuck_outcome(position).first_wins(player),
            };
            if !wins {
                mine.set(rank);
            }
        };
        let [left, right] = self.lost;
        if self.both {
            judge(Player::Left, left, right);
            judge(Player::Right, right, left);
        } else {
            judge(Player::Left, left, left);
        }
    }
}

struct Values<'t> {
    finder: &'t dyn Finder,
    values: &'t Numbers,
    largest: usize,
    width: Width,
    overflow: &'t AtomicBool,
}

impl Visitor for Values<'_> {
    type Scratch = Seen;

    fn scratch(&self) -> Seen {
        Seen::new(self.largest)
    }

    fn visit(&self, rank: u64, position: &[u32], seen: &mut Seen) {
        if self.overflow.load(Relaxed) {
            return;
        }
        let value = self.finder.mex(position, self.values, seen);
        if value > self.width.largest() {
            self.overflow.store(true, Relaxed);
            return;
        }
        self.values.set(rank, value);
    }
}
