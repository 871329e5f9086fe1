//! Sums of piles: where every move acts on one pile and looks at no other, the nim-value of a
//! position is the nim-sum of its piles' values (Sprague, Grundy), so one sequence answers all.
//!
//! A pile that may be left in p parts reaches the nim-values of its splits into p parts. These
//! nim-sets are built up by one part at a time, `N(n, p) = union over h of N(n - h, p - 1) ^ G(h)`,
//! instead of going through all partitions.

use sprague_rules::ruleset::{MoveAct, Parts};
use sprague_rules::{Options, Ruleset};

use crate::budget::{Refusal, Watch};
use crate::region::Region;
use crate::table::{Method, Table, Wanted};

/// The nim-values of single piles.
pub struct HeapValues {
    values: Vec<u32>,
}

impl HeapValues {
    /// The nim-values of the piles up to `max`, for a ruleset in which they add.
    pub fn compute(
        ruleset: &Ruleset,
        max: u32,
        memory: u64,
        watch: &Watch,
    ) -> Result<HeapValues, Refusal> {
        let one_pile = Region::new(ruleset, 1, max);
        if ruleset.only_takes() {
            let (wanted, method) = (Wanted::NimValues, Method::Compiled);
            match Table::compute(ruleset, one_pile, wanted, method, watch) {
                Err(Refusal::Unsuitable { .. }) => {}
                Err(other) => return Err(other),
                Ok(table) if table.complete < max => return Err(stopped(table.complete)),
                Ok(table) => {
                    let values = (0..=max).map(|size| table.heap_value(size)).collect();
                    return Ok(HeapValues { values });
                }
            }
        }
        HeapValues::interpret(ruleset, max, memory, watch)
    }

    /// The same, walking the checked tree.
    fn interpret(
        ruleset: &Ruleset,
        max: u32,
        memory: u64,
        watch: &Watch,
    ) -> Result<HeapValues, Refusal> {
        let options = Options::new(ruleset);
        let mut heaps = HeapValues { values: Vec::with_capacity(max as usize + 1) };
        let mut splits = Splits::new(memory);
        watch.expect(u64::from(max) + 1);
        for size in 0..=max {
            let mut seen = NimSet::default();
            splits.prepare(size, &heaps.values);
            for (index, checked) in ruleset.moves.iter().enumerate() {
                let counted = matches!(
                    checked.act,
                    MoveAct::Break { parts: Parts::Chosen { .. } | Parts::Between(..), .. }
                );
                if counted {
                    options.visit_breaks(index, size, &mut |rest, parts| {
                        seen.merge(splits.values(rest, parts, &heaps.values), 0);
                    });
                } else {
                    let position: &[u32] = if size == 0 { &[] } else { &[size] };
                    options.visit_one(index, position, &mut |option| {
                        seen.insert(heaps.sum(option));
                        true
                    });
                }
            }
            if let Some(needed) = splits.overflow {
                return Err(Refusal::Memory {
                    what: format!("a table of the nim-sets of splits of a pile of {size}"),
                    needed: Some(needed),
                    budget: memory,
                    fits: format!("Piles below {size} fit."),
                });
            }
            heaps.values.push(seen.mex());
            splits.finish(size, &heaps.values);
            if !watch.advance(1) {
                return Err(stopped(size));
            }
        }
        Ok(heaps)
    }

    /// The nim-value of a position: the nim-sum of its piles.
    pub fn sum(&self, position: &[u32]) -> u32 {
        position.iter().fold(0, |sum, &size| sum ^ self.values[size as usize])
    }
}

/// The nim-sets of splits into exactly so many heaps: for each n the nim-values, ascending, that
/// splits of n can have, given the nim-values of single heaps.
pub fn nim_sets(values: &[u32], parts: usize) -> Vec<Vec<u32>> {
    let mut splits = Splits::new(u64::MAX);
    let sizes = 0..values.len() as u32;
    sizes.map(|size| splits.values(size, parts, values).members()).collect()
}

fn stopped(size: u32) -> Refusal {
    Refusal::Stopped { reached: format!("nim-values of piles up to {size} are known") }
}

/// A set of nim-values.
#[derive(Clone, Default)]
struct NimSet(Vec<u64>);

impl NimSet {
    fn insert(&mut self, value: u32) {
        let word = value as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (value % 64);
    }

    /// Adds every value of `other`, each nim-added to `shift`.
    fn merge(&mut self, other: &NimSet, shift: u32) {
        for (index, &word) in other.0.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                self.insert((index as u32 * 64 + rest.trailing_zeros()) ^ shift);
                rest &= rest - 1;
            }
        }
    }

    fn members(&self) -> Vec<u32> {
        let bits = 0..self.0.len() as u32 * 64;
        bits.filter(|v| self.0[*v as usize / 64] >> (v % 64) & 1 == 1).collect()
    }

    fn mex(&self) -> u32 {
        let full = self.0.iter().take_while(|&&w| w == u64::MAX).count();
        let last = self.0.get(full).map_or(0, |w| w.trailing_ones());
        full as u32 * 64 + last
    }
}

/// What a set takes, roughly.
const SET_BYTES: u64 = 40;

/// The nim-sets of splits: `sets[p - 1][n]` for p parts of a pile of n.
struct Splits {
    sets: Vec<Vec<NimSet>>,
    /// No part at all has nim-value 0.
    nothing: NimSet,
    /// Splits that do not exist.
    empty: NimSet,
    /// Bytes that the sets may take, and how many were needed if those did not suffice.
    memory: u64,
    overflow: Option<u64>,
}

impl Splits {
    fn new(memory: u64) -> Splits {
        let (nothing, empty) = (NimSet(vec![1]), NimSet::default());
        Splits { sets: Vec::new(), nothing, empty, memory, overflow: None }
    }

    /// Makes the nim-sets of `size` in two or more parts, for as many parts as were asked for.
    fn prepare(&mut self, size: u32, values: &[u32]) {
        for parts in 2..=self.sets.len() {
            self.extend(parts, size, values);
        }
    }

    fn extend(&mut self, parts: usize, size: u32, values: &[u32]) {
        while self.sets[parts - 1].len() <= size as usize {
            let n = self.sets[parts - 1].len();
            let mut set = NimSet::default();
            for (h, &value) in values.iter().enumerate().take(n).skip(1) {
                if let Some(smaller) = self.sets[parts - 2].get(n - h) {
                    set.merge(smaller, value);
                }
            }
            self.sets[parts - 1].push(set);
        }
    }

    /// The nim-values of `rest` left in so many parts.
    fn values(&mut self, rest: u32, parts: usize, values: &[u32]) -> &NimSet {
        match (parts, rest) {
            (0, 0) => return &self.nothing,
            (0, _) | (_, 0) => return &self.empty,
            _ if parts > rest as usize => return &self.empty,
            _ => {}
        }
        let bytes = (parts.max(self.sets.len()) as u64) * (u64::from(rest) + 1) * SET_BYTES;
        if bytes > self.memory {
            self.overflow = Some(bytes);
            return &self.empty;
        }
        while self.sets.len() < parts {
            self.sets.push(Vec::new());
            let known = self.sets.len();
            if known == 1 {
                self.sets[0] = (0..values.len()).map(|n| single(n, values)).collect();
            }
        }
        for p in 2..=parts {
            self.extend(p, rest, values);
        }
        &self.sets[parts - 1][rest as usize]
    }

    /// The value of a whole pile is known.
    fn finish(&mut self, size: u32, values: &[u32]) {
        if let Some(whole) = self.sets.first_mut() {
            whole.resize_with(size as usize, NimSet::default);
            whole.push(single(size as usize, values));
        }
    }
}

/// The values of a pile in one part; a pile of 0 has none.
fn single(size: usize, values: &[u32]) -> NimSet {
    let mut set = NimSet::default();
    if size > 0 {
        set.insert(values[size]);
    }
    set
}
