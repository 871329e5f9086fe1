//! Which kernel for which question: looks at the form of the ruleset and the size of the region,
//! and says why.

use std::fmt;

use sprague_rules::Ruleset;
use sprague_rules::ruleset::Ending;

use crate::budget::{Budget, Refusal};
use crate::native::Code;
use crate::region::Region;
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
    /// A table in bit-parallel, for games that take one token at a time from each of some piles.
    Units,
}

impl Kernel {
    pub const ALL: [Kernel; 6] = [
        Kernel::Reference,
        Kernel::Search,
        Kernel::Heaps,
        Kernel::Sweep,
        Kernel::Native,
        Kernel::Units,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Kernel::Reference => "reference",
            Kernel::Search => "search",
            Kernel::Heaps => "heaps",
            Kernel::Sweep => "sweep",
            Kernel::Native => "native",
            Kernel::Units => "units",
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

/// A kernel and why it was chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    pub kernel: Kernel,
    pub reason: String,
}

/// What the answers are needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// All positions of the region.
    WholeRegion,
    /// Some positions, from which about so many others can be reached.
    Positions { reachable: u64 },
}

/// Positions that a table may have before searching from single positions is preferred.
const CHEAP_NATIVE: u64 = 40_000_000;
const CHEAP_SWEEP: u64 = 2_000_000;
const CHEAP_UNITS: u64 = 2_000_000_000;
/// Above this size of piles other kernels are faster than `units`, and at a much larger one it cannot
/// go so deep.
const LARGE_FOR_UNITS: u32 = 100;
const TOO_LARGE_FOR_UNITS: u32 = 2000;
/// Options that a table of nim-values may look at, likewise.
const CHEAP_OPTIONS_NATIVE: u64 = 4_000_000_000;
const CHEAP_OPTIONS_SWEEP: u64 = 60_000_000;

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
        return Ok(Choice { kernel, reason: "asked for".into() });
    }
    let able = |kernel| suits(ruleset, region, wanted, kernel);
    let fits = |kernel| match purpose {
        Purpose::WholeRegion => true,
        Purpose::Positions { reachable } => {
            let positions = region.positions().unwrap_or(u64::MAX);
            let options = region.places as u64 * u64::from(region.max);
            let (most, most_options) = match kernel {
                Kernel::Units => (CHEAP_UNITS, 0),
                Kernel::Native => (CHEAP_NATIVE, CHEAP_OPTIONS_NATIVE),
                _ => (CHEAP_SWEEP, CHEAP_OPTIONS_SWEEP),
            };
            let memory = Table::bytes(ruleset, region, wanted).is_some_and(|b| b <= budget.memory);
            let cheap = match wanted {
                Wanted::Outcomes => positions <= most && reachable >= positions / 16,
                Wanted::NimValues => positions.saturating_mul(options) <= most_options,
            };
            memory && cheap
        }
    };
    let reason = |kernel: Kernel, text: &str| Ok(Choice { kernel, reason: text.to_string() });
    if able(Kernel::Heaps).is_ok() {
        return reason(Kernel::Heaps, "every move acts on one pile alone, so nim-values add");
    }
    if able(Kernel::Units).is_ok() && region.max <= LARGE_FOR_UNITS && fits(Kernel::Units) {
        return reason(
            Kernel::Units,
            "every move takes one token from each of some piles, many positions to a word",
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
        Ok(()) => "a table would look at far more positions than can be reached".to_string(),
    };
    reason(Kernel::Search, &why)
}

/// Can the kernel do this at all? If not, why.
fn suits(ruleset: &Ruleset, region: Region, wanted: Wanted, kernel: Kernel) -> Result<(), String> {
    let demand = |holds: bool, why: &str| if holds { Ok(()) } else { Err(why.to_string()) };
    if wanted == Wanted::NimValues {
        demand(ruleset.has_nim_values(), "there are no nim-values in this kind of play")?;
    }
    match kernel {
        Kernel::Reference | Kernel::Search => Ok(()),
        Kernel::Heaps => {
            demand(ruleset.has_nim_values(), "nim-values add in normal impartial play only")?;
            demand(ruleset.is_sum_of_piles(), "some move looks at more than one pile")
        }
        Kernel::Sweep => demand(ruleset.only_takes(), "some move does more than take"),
        Kernel::Native => {
            demand(ruleset.only_takes(), "some move does more than take")?;
            Code::supports(ruleset, region)
        }
        Kernel::Units => {
            demand(wanted == Wanted::Outcomes, "it computes outcomes only")?;
            demand(!matches!(ruleset.ending, Ending::Decided(_)), "it needs an impartial ending")?;
            let units = ruleset.unit_moves();
            let largest = units.as_ref().and_then(|u| u.sizes.last().copied()).unwrap_or(0);
            demand(units.is_some(), "some move is not one token from each of some piles")?;
            demand(largest <= 3, "a move takes from more than three piles")?;
            demand(region.max <= TOO_LARGE_FOR_UNITS, "the piles are too large for it")?;
            demand(
                UnitTable::positions(region.places, region.max as usize).is_some(),
                "the region is too large",
            )
        }
    }
}
