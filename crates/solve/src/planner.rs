//! Which kernel for which question: looks at the form of the ruleset and the size of the region,
//! and says why.

use std::fmt;
use std::time::Duration;

use sprague_rules::Ruleset;
use sprague_rules::ruleset::Ending;

use crate::budget::{Budget, Refusal};
use crate::native::Code;
use crate::one_heap::OneHeap;
use crate::region::Region;
use crate::subsets::{SubsetMoves, SubsetTable};
use crate::table::{Method, Table, Wanted};
use crate::units::UnitTable;

/// A way to compute answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// The plain recursion, for comparison.
    Reference,
    /// Search from each position with a memory.
    Search,
    /// Nim-values of single piles, added.
    Heaps,
    /// A table, swept by walking the checked tree.
    Sweep,
    /// A table, swept by compiled moves.
    Native,
    /// Outcomes of single heaps, by windows.
    Window,
    /// A table in bit-parallel, for games that take one token at a time from each of some piles.
    Units,
    /// A table for games that take one token from each of any piles.
    Subsets,
    /// What is proved of positions of any size.
    Law,
}

impl Kernel {
    /// All of them.
    pub const ALL: [Kernel; 9] = [
        Kernel::Reference,
        Kernel::Search,
        Kernel::Heaps,
        Kernel::Window,
        Kernel::Sweep,
        Kernel::Native,
        Kernel::Units,
        Kernel::Subsets,
        Kernel::Law,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Reference => "reference",
            Kernel::Search => "search",
            Kernel::Heaps => "heaps",
            Kernel::Sweep => "sweep",
            Kernel::Native => "native",
            Kernel::Window => "window",
            Kernel::Units => "units",
            Kernel::Subsets => "subsets",
            Kernel::Law => "law",
        }
    }

    pub(crate) fn method(self) -> Option<Method> {
        match self {
            Kernel::Sweep => Some(Method::Interpreted),
            Kernel::Native => Some(Method::Compiled),
            _ => None,
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A kernel, why it was chosen, and how long it will take, roughly.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The kernel.
    pub kernel: Kernel,
    /// Why, in words.
    pub reason: String,
    /// How long it should take.
    pub estimate: Duration,
}

impl Choice {
    /// Will it be a matter of seconds?
    pub fn is_quick(&self) -> bool {
        self.estimate <= Duration::from_nanos(QUICK_VALUES)
    }
}

/// What the answers are needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// All positions of the region.
    WholeRegion,
    /// Some positions, from which by taking about so many others can be reached.
    Positions {
        /// How many positions can be reached from there.
        reachable: u64,
    },
}

impl Purpose {
    /// Answers for these positions.
    pub fn positions<'p>(positions: impl IntoIterator<Item = &'p [u32]>) -> Purpose {
        let below = |position: &[u32]| {
            let sizes = position.iter().map(|&size| u64::from(size) + 1);
            sizes.fold(1, u64::saturating_mul)
        };
        let reachable = positions.into_iter().map(below).fold(0, u64::saturating_add);
        Purpose::Positions { reachable }
    }
}

/// Nanoseconds that kernels take, roughly: a position or an option of a table, a position searched.
const NATIVE_POSITION: u64 = 10;
const NATIVE_OPTION: u64 = 1;
const SWEEP_POSITION: u64 = 500;
const SWEEP_OPTION: u64 = 30;
const UNITS_POSITION: u64 = 2;
const SUBSETS_PLACE: u64 = 4;
const SEARCH_POSITION: u64 = 1500;
/// Moves of a play that the plain recursion can follow.
const LONGEST_RECURSION: u64 = 5000;
/// With fewer bytes than this for each position in reach, a search will not do where a table does not.
const HOPELESS_SEARCH: u64 = 8;
/// Nanoseconds that a table may always take, if only some positions are asked for.
const QUICK_OUTCOMES: u64 = 1_000_000_000;
const QUICK_VALUES: u64 = 4_000_000_000;
/// Above this size of piles other kernels are faster than `units`, and at a much larger one it cannot
/// go so deep.
const LARGE_FOR_UNITS: u32 = 100;
const TOO_LARGE_FOR_UNITS: u32 = 2000;
/// With fewer piles there are not many sets of them.
const FEW_FOR_SUBSETS: usize = 4;

/// Chooses a kernel; a forced one is taken if it can do the work.
pub fn choose(
    ruleset: &Ruleset,
    region: Region,
    wanted: Wanted,
    purpose: Purpose,
    budget: &Budget,
    forced: Option<Kernel>,
) -> Result<Choice, Refusal> {
    if let Some(kernel) = forced {
        suits(ruleset, region, wanted, kernel)
            .map_err(|why| Refusal::Unsuitable { kernel: kernel.name(), why })?;
        let reason = "asked for".to_string();
        return Ok(Choice { kernel, reason, estimate: estimate(region, wanted, purpose, kernel) });
    }
    let able = |kernel| suits(ruleset, region, wanted, kernel);
    let fits = |kernel| match purpose {
        Purpose::WholeRegion => true,
        Purpose::Positions { reachable } => {
            let memory = Table::bytes(ruleset, region, wanted).is_some_and(|b| b <= budget.memory);
            let (table, search) = (table_time(region, wanted, kernel), search_time(reachable));
            let quick = match wanted {
                Wanted::Outcomes => QUICK_OUTCOMES,
                Wanted::NimValues => QUICK_VALUES,
            };
            memory && table <= search.max(quick)
        }
    };
    let reason = |kernel: Kernel, text: &str| {
        let estimate = estimate(region, wanted, purpose, kernel);
        Ok(Choice { kernel, reason: text.to_string(), estimate })
    };
    if able(Kernel::Heaps).is_ok() {
        return reason(Kernel::Heaps, "every move acts on one pile alone, so nim-values add");
    }
    if able(Kernel::Window).is_ok() {
        return reason(
            Kernel::Window,
            "moves take some numbers from one heap, so that the heaps just below decide",
        );
    }
    if able(Kernel::Units).is_ok() && region.max <= LARGE_FOR_UNITS && fits(Kernel::Units) {
        return reason(
            Kernel::Units,
            "every move takes one token from each of some piles, many positions to a word",
        );
    }
    if able(Kernel::Subsets).is_ok()
        && region.places >= FEW_FOR_SUBSETS
        && SubsetTable::bytes(region).is_some_and(|bytes| bytes <= budget.memory)
        && fits(Kernel::Subsets)
    {
        return reason(
            Kernel::Subsets,
            "a move takes one token from each of any piles: what sets of more and more piles reach is kept",
        );
    }
    let compiled = able(Kernel::Native);
    if compiled.is_ok() && fits(Kernel::Native) {
        return reason(Kernel::Native, "moves only take, and they can be compiled");
    }
    if able(Kernel::Sweep).is_ok() && fits(Kernel::Sweep) {
        let why = compiled.err().unwrap_or_default();
        return reason(Kernel::Sweep, &format!("moves only take; not compiled: {why}"));
    }
    let why = match able(Kernel::Sweep) {
        Err(why) => why,
        Ok(()) => {
            // A search that may remember everything in reach is no way round the budget.
            if let Purpose::Positions { reachable } = purpose
                && reachable > budget.memory / HOPELESS_SEARCH
            {
                Table::check_memory(ruleset, region, wanted, budget.memory)?;
            }
            "a table would look at far more positions than can be reached".to_string()
        }
    };
    reason(Kernel::Search, &why)
}

/// Choices that compiled moves go through in the time of one step of an interpreter: many are never tried, as the first
/// option that wins is enough.
const COMPILED_CHOICES: u64 = 64;

/// About so many steps does it take to compute all answers in a region: a count that does not depend on how fast
/// or how busy the machine is.
pub fn work(ruleset: &Ruleset, region: Region, wanted: Wanted) -> u64 {
    let able = |kernel| suits(ruleset, region, wanted, kernel).is_ok();
    let choices = |places: usize| ruleset.choices(places, region.max);
    let positions = region.positions().unwrap_or(u64::MAX);
    if able(Kernel::Heaps) {
        return u64::from(region.max).saturating_mul(1 + choices(1) / COMPILED_CHOICES);
    }
    if able(Kernel::Units) && region.max <= LARGE_FOR_UNITS {
        return positions / COMPILED_CHOICES;
    }
    // Nearly every such move can be compiled; to try would take longer than many a table.
    let each = match ruleset.only_takes() {
        true => choices(region.places) / COMPILED_CHOICES,
        false => choices(region.places),
    };
    positions.saturating_mul(1 + each)
}

/// How long a kernel will take, roughly, if every position has as many options as it can.
fn estimate(region: Region, wanted: Wanted, purpose: Purpose, kernel: Kernel) -> Duration {
    let nanoseconds = match (kernel, purpose) {
        (Kernel::Heaps | Kernel::Window, _) => {
            table_time(Region { places: 1, ..region }, Wanted::NimValues, Kernel::Native)
        }
        (Kernel::Reference | Kernel::Search, Purpose::Positions { reachable }) => {
            search_time(reachable)
        }
        (Kernel::Reference | Kernel::Search, Purpose::WholeRegion) => {
            search_time(region.positions().unwrap_or(u64::MAX))
        }
        _ => table_time(region, wanted, kernel),
    };
    Duration::from_nanos(nanoseconds)
}

/// Nanoseconds that a table takes, roughly.
fn table_time(region: Region, wanted: Wanted, kernel: Kernel) -> u64 {
    let positions = region.positions().unwrap_or(u64::MAX);
    let options = (region.places as u64 * u64::from(region.max)).max(1);
    positions.saturating_mul(match (kernel, wanted) {
        (Kernel::Units, _) => UNITS_POSITION,
        (Kernel::Subsets, _) => SUBSETS_PLACE * region.places as u64,
        (Kernel::Native, Wanted::Outcomes) => NATIVE_POSITION,
        (Kernel::Native, Wanted::NimValues) => NATIVE_POSITION + NATIVE_OPTION * options,
        (_, Wanted::Outcomes) => SWEEP_POSITION,
        (_, Wanted::NimValues) => SWEEP_POSITION + SWEEP_OPTION * options,
    })
}

/// Nanoseconds that a search takes, roughly.
fn search_time(reachable: u64) -> u64 {
    reachable.saturating_mul(SEARCH_POSITION)
}

/// Can the kernel do this at all? If not, why.
fn suits(ruleset: &Ruleset, region: Region, wanted: Wanted, kernel: Kernel) -> Result<(), String> {
    let demand = |holds: bool, why: &str| if holds { Ok(()) } else { Err(why.to_string()) };
    if wanted == Wanted::NimValues {
        demand(ruleset.has_nim_values(), "there are no nim-values in this kind of play")?;
    }
    match kernel {
        Kernel::Reference => {
            let longest = region.places as u64 * u64::from(region.max);
            demand(longest <= LONGEST_RECURSION, "its recursion would go too deep")
        }
        Kernel::Search => Ok(()),
        Kernel::Law => Err("it is for positions of which something is proved".to_string()),
        Kernel::Heaps => {
            demand(ruleset.has_nim_values(), "nim-values add in normal impartial play only")?;
            demand(ruleset.is_sum_of_piles(), "some move looks at more than one pile")
        }
        Kernel::Window => {
            demand(wanted == Wanted::Outcomes, "it computes outcomes only")?;
            demand(!region.row && region.places <= 1, "there is more than one heap")?;
            demand(
                OneHeap::amounts(ruleset).is_some(),
                "moves do more than take one of some numbers",
            )
        }
        Kernel::Sweep => demand(ruleset.only_takes(), "some move does more than take"),
        Kernel::Native => {
            demand(ruleset.only_takes(), "some move does more than take")?;
            Code::supports(ruleset, region)
        }
        Kernel::Subsets => {
            demand(wanted == Wanted::Outcomes, "it computes outcomes only")?;
            let moves = SubsetMoves::of(ruleset);
            let moves = moves.ok_or("some move is not one token from each of any piles")?;
            demand(moves.fits(region.places), "there are too many piles")
        }
        Kernel::Units => {
            demand(wanted == Wanted::Outcomes, "it computes outcomes only")?;
            demand(!matches!(ruleset.ending, Ending::Decided(_)), "it needs an impartial ending")?;
            let units = ruleset.unit_moves();
            let largest = units.as_ref().and_then(|u| u.sizes.last().copied()).unwrap_or(0);
            demand(
                units.is_some(),
                "some move is not one token from each of a fixed number of piles",
            )?;
            demand(largest <= 3, "a move takes from more than three piles")?;
            demand(region.max <= TOO_LARGE_FOR_UNITS, "the piles are too large for it")?;
            demand(
                UnitTable::positions(region.places, region.max as usize).is_some(),
                "the region is too large",
            )
        }
    }
}
