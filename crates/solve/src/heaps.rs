//! Sums of piles: where every move acts on one pile and looks at no other, the nim-value of a
//! position is the nim-sum of its piles' values (Sprague, Grundy), so one sequence answers all.
//!
//! A pile that may be left in p parts reaches the nim-values of its splits into p parts. These
//! nim-sets are built up by one part at a time, `N(n, p) = union over h of N(n - h, p - 1) ^ G(h)`,
//! instead of going through all partitions.

use std::sync::Arc;

use sprague_rules::expr::Cond;
use sprague_rules::ruleset::{Amount, MoveAct, Parts};
use sprague_rules::{HeapMoves, Options, Ruleset};

use crate::budget::{Refusal, Watch};
use crate::region::Region;
use crate::regularity::Reach;
use crate::table::{Method, Table, Wanted};

mod law;
mod nim_sets;
mod pairs;
mod splits;
mod subtraction;
mod triples;
mod values;
mod winning;

pub use law::Law;
pub use nim_sets::{NimSets, nim_sets, nim_sets_within, unite_added};
pub use pairs::{Pairs, Width};
pub use subtraction::Subtraction;
pub use values::NimValues;
pub use winning::{Listed, Total};

use nim_sets::{ByNimSets, Halt};
use splits::{NimSet, Splits};
use triples::Triples;

/// The nim-values of single piles, in order, as far as they were asked for.
pub struct HeapValues {
    ruleset: Arc<Ruleset>,
    values: NimValues,
    way: Way,
    /// What is proved of the piles beyond.
    law: Option<Law>,
    memory: u64,
}

/// How values are computed.
enum Way {
    /// Every smaller pile is an option.
    All,
    Subtraction(Subtraction),
    Pairs(Box<Pairs>),
    Triples(Triples),
    NimSets(ByNimSets),
    /// A table by compiled moves, all at once.
    Compiled,
    /// By walking the checked tree.
    Interpreted,
}

/// Piles between two looks at the watch where nothing is computed.
const BLOCK: usize = 1 << 16;
/// After this many values, and each time their number has doubled, a proof of their regularity is tried:
/// once there is one, the rest follows from it.
const FIRST_LOOK: u32 = 256;

impl Way {
    fn of(ruleset: &Ruleset, memory: u64) -> Way {
        let Some(moves) = HeapMoves::of(ruleset) else {
            if takes_any_number(ruleset) {
                return Way::All;
            }
            return if ruleset.only_takes() { Way::Compiled } else { Way::Interpreted };
        };
        if let Some(amounts) = moves.subtraction_set() {
            return Way::Subtraction(Subtraction::new(amounts));
        }
        let cut = |leave: &sprague_rules::Leave| {
            leave.take == 0 && leave.least <= 2 && leave.largest == u32::MAX && !leave.unequal
        };
        let three = moves.leaves.iter().any(|leave| leave.parts == 3);
        match moves.most_parts() {
            0..=2 => Way::Pairs(Box::new(Pairs::new(&moves.leaves))),
            3 if three && moves.leaves.iter().all(|leave| cut(leave) && leave.parts >= 2) => {
                Way::Triples(Triples::new(moves.leaves.len() == 2))
            }
            _ if !moves.has_unequal() => Way::NimSets(ByNimSets::new(&moves.leaves, memory)),
            _ => Way::Interpreted,
        }
    }
}

/// Do all moves leave one smaller pile at most, and may any number be taken?
fn takes_any_number(ruleset: &Ruleset) -> bool {
    let any = |m: &sprague_rules::ruleset::Move| match &m.act {
        MoveAct::Take(takes) => {
            matches!(takes[..], [(_, Amount::Chosen(_))]) && m.condition == Cond::Always
        }
        _ => false,
    };
    ruleset.is_sum_of_piles() && ruleset.only_takes() && ruleset.moves.iter().any(any)
}

impl HeapValues {
    /// No values yet, for a ruleset in which they add. Tables of nim-sets may take `memory` bytes.
    pub fn new(ruleset: impl Into<Arc<Ruleset>>, memory: u64) -> HeapValues {
        HeapValues::resume(ruleset, memory, NimValues::default())
    }

    /// The same, after values that were computed before.
    pub fn resume(
        ruleset: impl Into<Arc<Ruleset>>,
        memory: u64,
        values: impl Into<NimValues>,
    ) -> HeapValues {
        let ruleset = ruleset.into();
        let way = Way::of(&ruleset, memory);
        HeapValues { way, ruleset, values: values.into(), law: None, memory }
    }

    /// The same, by the plain way alone.
    pub fn plainly(ruleset: impl Into<Arc<Ruleset>>, memory: u64) -> HeapValues {
        let (ruleset, values) = (ruleset.into(), NimValues::default());
        HeapValues { ruleset, values, way: Way::Interpreted, law: None, memory }
    }

    /// The values of the piles 0, 1, 2, ... that were computed.
    pub fn values(&self) -> &NimValues {
        &self.values
    }

    /// The nim-values.
    pub fn into_values(self) -> NimValues {
        self.values
    }

    /// What is proved of the piles beyond those that were computed.
    pub fn law(&self) -> Option<Law> {
        self.law
    }

    /// How they are computed, in words.
    pub fn way(&self) -> &'static str {
        match self.way {
            Way::All => "every smaller pile is an option",
            Way::Subtraction(_) => "subtraction: windows of excluded values",
            Way::Pairs(_) => "two parts: some splits marked, the others compared",
            Way::Triples(_) => "three parts: values differ within each parity",
            Way::NimSets(_) => "several parts: nim-sets",
            Way::Compiled => "compiled moves",
            Way::Interpreted => "walking the rules",
        }
    }

    /// Computes values until that of `max` is known: computed, or by a law that is proved meanwhile.
    pub fn settle(&mut self, max: u32, watch: &Watch) -> Result<(), Refusal> {
        if let Way::All = self.way {
            self.law = Some(Law::SIZE);
        }
        let reach = Reach::of(&self.ruleset);
        while self.law.is_none() && self.values.len() <= max as usize {
            let known = self.values.len().saturating_sub(1) as u32;
            let look = (known + 1).next_power_of_two().max(FIRST_LOOK);
            self.reach(look.min(max), watch)?;
            if look <= max {
                self.law = self.proved(reach.as_ref(), watch);
            }
        }
        Ok(())
    }

    /// The regularity of the values that were computed, if it is proved.
    fn proved(&self, reach: Option<&Reach>, watch: &Watch) -> Option<Law> {
        // Without a theorem there is nothing to be proved.
        reach?;
        Law::of(self.values.regularity_within(reach, watch)?)
    }

    /// How many piles are cheap to compute, where more may show a law.
    pub fn cheap(&self) -> u32 {
        match self.way {
            Way::All | Way::Subtraction(_) => 1 << 16,
            Way::Pairs(_) => 1 << 13,
            Way::NimSets(_) | Way::Triples(_) => 1 << 10,
            Way::Compiled | Way::Interpreted => 1 << 8,
        }
    }

    /// The value of a pile, which is computed or covered by a law.
    pub fn value(&self, size: u32) -> u32 {
        match (self.values.get(size as usize), self.law) {
            (Some(value), _) => value,
            (None, Some(law)) => law.value(&self.values, size),
            (None, None) => panic!("the value of a pile of {size} was not asked for"),
        }
    }

    /// Computes the values of the piles up to `max`. What was computed before a stop is kept. The watch is
    /// told of each value.
    pub fn reach(&mut self, max: u32, watch: &Watch) -> Result<(), Refusal> {
        let to = max as usize;
        let finished = match &mut self.way {
            Way::All => loop {
                let (from, end) = (self.values.len(), (self.values.len() + BLOCK).min(to + 1));
                (from..end).for_each(|size| self.values.push(size as u32));
                if self.values.len() > to {
                    break true;
                }
                if !watch.advance(BLOCK as u64) {
                    break false;
                }
            },
            Way::Subtraction(way) => way.extend(self.values.wide(), to, watch),
            Way::Triples(way) => way.extend(self.values.wide(), to, watch),
            Way::Pairs(way) => {
                let fits = |values: &&mut Vec<u16>| !pairs::too_large(values);
                let Some(values) = self.values.narrow().filter(fits) else {
                    self.way = Way::Interpreted;
                    return self.reach(max, watch);
                };
                let finished = way.extend(values, to, watch);
                if !finished && pairs::too_large(values) {
                    return self.reach(max, watch);
                }
                finished
            }
            Way::NimSets(way) => match way.extend(self.values.wide(), to, watch) {
                Ok(()) => true,
                Err(Halt::Stopped) => false,
                Err(Halt::Memory(needed)) => return Err(self.too_much(needed)),
            },
            Way::Compiled => return self.compile(max, watch),
            Way::Interpreted => return self.interpret(max, watch),
        };
        if finished { Ok(()) } else { Err(self.stopped()) }
    }

    fn stopped(&self) -> Refusal {
        let known = self.values.len().saturating_sub(1);
        Refusal::Stopped { reached: format!("nim-values of piles up to {known} are known") }
    }

    /// The nim-sets would take too many bytes.
    fn too_much(&self, needed: u64) -> Refusal {
        let size = self.values.len();
        Refusal::Memory {
            what: format!("a table of the nim-sets of splits of a pile of {size}"),
            needed: Some(needed),
            budget: self.memory,
            fits: format!("Piles below {size} fit."),
        }
    }

    /// A table by compiled moves.
    fn compile(&mut self, max: u32, watch: &Watch) -> Result<(), Refusal> {
        let one_pile = Region::new(&self.ruleset, 1, max);
        let (wanted, method) = (Wanted::NimValues, Method::Compiled);
        match Table::compute(&self.ruleset, one_pile, wanted, method, watch) {
            Err(Refusal::Unsuitable { .. }) => {
                self.way = Way::Interpreted;
                self.interpret(max, watch)
            }
            Err(other) => Err(other),
            Ok(table) => {
                let values = (0..=table.complete).map(|size| table.heap_value(size));
                self.values = values.collect();
                if table.complete < max { Err(self.stopped()) } else { Ok(()) }
            }
        }
    }

    /// Walking the checked tree, with the nim-sets of splits into any number of parts.
    fn interpret(&mut self, max: u32, watch: &Watch) -> Result<(), Refusal> {
        let options = Options::new(self.ruleset.clone()).watched(watch);
        let mut splits = Splits::new(self.memory);
        let mut values = std::mem::take(self.values.wide());
        let sum = |values: &[u32], position: &[u32]| {
            position.iter().fold(0, |sum, &size| sum ^ values[size as usize])
        };
        let mut end = Ok(());
        'sizes: for size in values.len() as u32..=max {
            let mut seen = NimSet::default();
            splits.prepare(size, &values);
            for (index, checked) in self.ruleset.moves.iter().enumerate() {
                let counted = matches!(
                    checked.act,
                    MoveAct::Break { parts: Parts::Chosen { .. } | Parts::Between(..), .. }
                );
                let finished = if counted {
                    options.visit_breaks(index, size, &mut |rest, parts| {
                        seen.merge(splits.values(rest, parts, &values), 0);
                    })
                } else {
                    let position: &[u32] = if size == 0 { &[] } else { &[size] };
                    options.visit_one(index, position, &mut |option| {
                        seen.insert(sum(&values, option));
                        true
                    })
                };
                if !finished {
                    end = Err(None);
                    break 'sizes;
                }
            }
            if let Some(needed) = splits.overflow {
                end = Err(Some(needed));
                break;
            }
            values.push(seen.mex());
            splits.finish(size, &values);
            if !watch.advance(1) && size < max {
                end = Err(None);
                break;
            }
        }
        self.values = values.into();
        end.map_err(|needed| needed.map_or_else(|| self.stopped(), |bytes| self.too_much(bytes)))
    }

    /// Are the nim-values of its piles computed, or covered by a law?
    pub fn contains(&self, position: &[u32]) -> bool {
        self.law.is_some() || position.iter().all(|&size| (size as usize) < self.values.len())
    }

    /// The nim-value of a position: the nim-sum of its piles.
    pub fn sum(&self, position: &[u32]) -> u32 {
        position.iter().fold(0, |sum, &size| sum ^ self.value(size))
    }
}
