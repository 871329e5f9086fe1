//! Tables over a region by sweeping it: outcomes in one bit a player, or nim-values.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use sprague_rules::{Outcome, Player, Ruleset};

use crate::budget::{Bytes, Refusal, Watch};
use crate::finder::{FindLost, FindMex, Found, Interpreter, Lost, Stamps};
use crate::native::Code;
use crate::region::{Ranking, Region};
use crate::store::{Bits, Numbers, Width};
use crate::sweep::{Visitor, sweep};

/// What a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Outcomes alone.
    Outcomes,
    /// Nim-values, too.
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
        let table = match wanted {
            Wanted::Outcomes if ruleset.is_impartial() => positions.div_ceil(8),
            Wanted::Outcomes => positions.div_ceil(4),
            Wanted::NimValues => positions.checked_mul(width_for(region) as u64)?,
        };
        // The ranks have one term for each size in each place.
        table.checked_add(8 * region.places as u64 * (u64::from(region.max) + 1))
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
        let fits = region.largest_max(|smaller| {
            Table::bytes(ruleset, smaller, wanted).is_some_and(|bytes| bytes <= budget)
        });
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
        let (contents, complete) = match wanted {
            Wanted::Outcomes => outcomes(ruleset, &ranking, method, watch)?,
            Wanted::NimValues => nim_values(ruleset, &ranking, method, watch)?,
        };
        match complete {
            Some(complete) => Ok(Table { ranking, contents, complete }),
            None => Err(Refusal::Stopped { reached: "no table is complete yet".into() }),
        }
    }

    /// Which positions it has.
    pub fn region(&self) -> Region {
        self.ranking.region
    }

    /// Is the position in the part of the region that is complete?
    pub fn contains(&self, position: &[u32]) -> bool {
        self.ranking.contains(position) && position.iter().all(|&size| size <= self.complete)
    }

    /// Who wins a position.
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

    /// Its nim-value, if these were computed.
    pub fn nim_value(&self, position: &[u32]) -> Option<u32> {
        match &self.contents {
            Contents::Values(values) => Some(values.get(self.ranking.rank(position))),
            _ => None,
        }
    }

    /// The nim-value of one pile.
    pub fn heap_value(&self, size: u32) -> u32 {
        let position: &[u32] = if size == 0 { &[] } else { &[size] };
        self.nim_value(position).expect("this is a table of nim-values")
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
        let bytes = bytes + 8 * self.ranking.terms.len() as u64;
        format!("{positions} positions in {}", Bytes(bytes))
    }
}

/// A nim-value is at most the number of moves that can still be made, hence the total.
fn width_for(region: Region) -> Width {
    match largest_value(region) {
        0..=255 => Width::U8,
        256..=65535 => Width::U16,
        _ => Width::U32,
    }
}

fn largest_value(region: Region) -> u32 {
    u32::try_from(region.places as u64 * u64::from(region.max)).unwrap_or(u32::MAX - 2)
}

/// Sweeps for outcomes; also up to which size the sweep is complete.
fn outcomes(
    ruleset: &Ruleset,
    ranking: &Ranking,
    method: Method,
    watch: &Watch,
) -> Result<(Contents, Option<u32>), Refusal> {
    let positions = ranking.region.positions().expect("memory was checked");
    watch.expect(positions);
    let both = !ruleset.is_impartial();
    let tables = [Bits::new(positions), Bits::new(if both { positions } else { 0 })];
    let lost = Lost { tables: &tables, both };
    let complete = match method {
        Method::Interpreted => {
            let finder = Interpreter::new(ruleset, ranking, lost);
            sweep(ranking, watch, &Outcomes { ruleset, finder, lost })
        }
        Method::Compiled => {
            let code = Code::for_outcomes(ruleset, ranking.region)?;
            let finder = code.find(ranking, lost);
            sweep(ranking, watch, &Outcomes { ruleset, finder, lost })
        }
    };
    let contents = match tables {
        tables if both => Contents::LostBy(tables),
        [lost, _] => Contents::Lost(lost),
    };
    Ok((contents, complete))
}

/// Sweeps for nim-values, beginning with the narrowest numbers.
fn nim_values(
    ruleset: &Ruleset,
    ranking: &Ranking,
    method: Method,
    watch: &Watch,
) -> Result<(Contents, Option<u32>), Refusal> {
    let region = ranking.region;
    let positions = region.positions().expect("memory was checked");
    let mut width = Width::U8;
    loop {
        watch.expect(positions);
        let values = Numbers::new(positions, width);
        let overflow = AtomicBool::new(false);
        let complete = match method {
            Method::Interpreted => {
                let finder = Interpreter::new(ruleset, ranking, &values);
                let visitor =
                    Values { finder, values: &values, region, width, overflow: &overflow };
                sweep(ranking, watch, &visitor)
            }
            Method::Compiled => {
                let code = Code::for_values(ruleset, region, width)?;
                let finder = code.mex(ranking, &values);
                let visitor =
                    Values { finder, values: &values, region, width, overflow: &overflow };
                sweep(ranking, watch, &visitor)
            }
        };
        if !overflow.load(Relaxed) {
            return Ok((Contents::Values(values), complete));
        }
        width = width.wider().expect("nim-values stay below 2^32");
    }
}

struct Outcomes<'t, F> {
    ruleset: &'t Ruleset,
    finder: F,
    lost: Lost<'t>,
}

impl<F: FindLost> Visitor for Outcomes<'_, F> {
    type Scratch = ();

    fn scratch(&self) {}

    fn visit(&self, rank: u64, position: &[u32], _: &mut ()) {
        let players = if self.lost.both { &Player::BOTH[..] } else { &Player::BOTH[..1] };
        for &player in players {
            let wins = match self.finder.find(position, player) {
                Found::Yes => true,
                Found::No => false,
                Found::Stuck => self.ruleset.stuck_outcome(position).first_wins(player),
            };
            if !wins {
                self.lost.by(player).set(rank);
            }
        }
    }
}

struct Values<'t, F> {
    finder: F,
    values: &'t Numbers,
    region: Region,
    width: Width,
    /// Set when a value does not fit the width; then the sweep is in vain.
    overflow: &'t AtomicBool,
}

impl<F: FindMex> Visitor for Values<'_, F> {
    type Scratch = Stamps;

    fn scratch(&self) -> Stamps {
        Stamps::up_to(match self.width {
            Width::U32 => largest_value(self.region),
            narrow => narrow.largest(),
        })
    }

    fn visit(&self, rank: u64, position: &[u32], stamps: &mut Stamps) {
        if self.overflow.load(Relaxed) {
            return;
        }
        match self.finder.mex(position, stamps) {
            value if value <= self.width.largest() => self.values.set(rank, value),
            _ => self.overflow.store(true, Relaxed),
        }
    }
}
