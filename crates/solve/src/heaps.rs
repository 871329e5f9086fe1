//! Sums of piles: where every move acts on one pile and looks at no other, the nim-value of a
//! position is the nim-sum of its piles' values (Sprague, Grundy), so one sequence answers all.
//!
//! A pile that may be left in p parts reaches the nim-values of its splits into p parts. These
//! nim-sets are built up by one part at a time, `N(n, p) = union over h of N(n - h, p - 1) ^ G(h)`,
//! instead of going through all partitions.

use std::sync::Arc;

use sprague_rules::ruleset::{MoveAct, Parts};
use sprague_rules::{HeapMoves, Options, Ruleset};

use crate::budget::{Refusal, Watch};
use crate::region::Region;
use crate::table::{Method, Table, Wanted};

mod nim_sets;
mod pairs;
mod splits;
mod subtraction;
mod triples;

pub use nim_sets::{NimSets, nim_sets, nim_sets_while, unite_added};
pub use subtraction::Subtraction;

use nim_sets::{ByNimSets, Halt};
use pairs::Pairs;
use splits::{NimSet, Splits};
use triples::Triples;

/// The nim-values of single piles, in order, as far as they were asked for.
pub struct HeapValues {
    ruleset: Arc<Ruleset>,
    values: Vec<u32>,
    way: Way,
    memory: u64,
}

/// How values are computed.
enum Way {
    Subtraction(Subtraction),
    Pairs(Box<Pairs>),
    Triples(Triples),
    NimSets(ByNimSets),
    /// A table by compiled moves, all at once.
    Compiled,
    /// By walking the checked tree.
    Interpreted,
}

impl Way {
    fn of(ruleset: &Ruleset, memory: u64) -> Way {
        let Some(moves) = HeapMoves::of(ruleset) else {
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

impl HeapValues {
    /// No values yet, for a ruleset in which they add. Tables of nim-sets may take `memory` bytes.
    pub fn new(ruleset: impl Into<Arc<Ruleset>>, memory: u64) -> HeapValues {
        HeapValues::resume(ruleset, memory, Vec::new())
    }

    /// The same, after values that were computed before.
    pub fn resume(ruleset: impl Into<Arc<Ruleset>>, memory: u64, values: Vec<u32>) -> HeapValues {
        let ruleset = ruleset.into();
        HeapValues { way: Way::of(&ruleset, memory), ruleset, values, memory }
    }

    /// The same, by the plain way alone.
    pub fn plainly(ruleset: impl Into<Arc<Ruleset>>, memory: u64) -> HeapValues {
        HeapValues { ruleset: ruleset.into(), values: Vec::new(), way: Way::Interpreted, memory }
    }

    /// The values of the piles 0, 1, 2, ...
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    pub fn into_values(self) -> Vec<u32> {
        self.values
    }

    /// How they are computed, in words.
    pub fn way(&self) -> &'static str {
        match self.way {
            Way::Subtraction(_) => "subtraction: windows of excluded values",
            Way::Pairs(_) => "two parts: sparse space, or all splits where that does not pay",
            Way::Triples(_) => "three parts: values differ within each parity",
            Way::NimSets(_) => "several parts: nim-sets",
            Way::Compiled => "compiled moves",
            Way::Interpreted => "walking the rules",
        }
    }

    /// Computes the values of the piles up to `max`. What was computed before a stop is kept. The watch is
    /// told of each value.
    pub fn reach(&mut self, max: u32, watch: &Watch) -> Result<(), Refusal> {
        let (to, values) = (max as usize, &mut self.values);
        let finished = match &mut self.way {
            Way::Subtraction(way) => way.extend(values, to, watch),
            Way::Triples(way) => way.extend(values, to, watch),
            Way::Pairs(way) => {
                let finished = way.extend(values, to, watch);
                if !finished && way.too_large() {
                    self.way = Way::Interpreted;
                    return self.reach(max, watch);
                }
                finished
            }
            Way::NimSets(way) => match way.extend(values, to, watch) {
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
                self.values = (0..=table.complete).map(|size| table.heap_value(size)).collect();
                if table.complete < max { Err(self.stopped()) } else { Ok(()) }
            }
        }
    }

    /// Walking the checked tree, with the nim-sets of splits into any number of parts.
    fn interpret(&mut self, max: u32, watch: &Watch) -> Result<(), Refusal> {
        let options = Options::new(self.ruleset.clone());
        let mut splits = Splits::new(self.memory);
        for size in self.values.len() as u32..=max {
            let mut seen = NimSet::default();
            splits.prepare(size, &self.values);
            for (index, checked) in self.ruleset.moves.iter().enumerate() {
                let counted = matches!(
                    checked.act,
                    MoveAct::Break { parts: Parts::Chosen { .. } | Parts::Between(..), .. }
                );
                if counted {
                    options.visit_breaks(index, size, &mut |rest, parts| {
                        seen.merge(splits.values(rest, parts, &self.values), 0);
                    });
                } else {
                    let position: &[u32] = if size == 0 { &[] } else { &[size] };
                    options.visit_one(index, position, &mut |option| {
                        seen.insert(self.sum(option));
                        true
                    });
                }
            }
            if let Some(needed) = splits.overflow {
                return Err(self.too_much(needed));
            }
            self.values.push(seen.mex());
            splits.finish(size, &self.values);
            if !watch.advance(1) && size < max {
                return Err(self.stopped());
            }
        }
        Ok(())
    }

    /// The nim-value of a position: the nim-sum of its piles.
    pub fn sum(&self, position: &[u32]) -> u32 {
        position.iter().fold(0, |sum, &size| sum ^ self.values[size as usize])
    }
}
