//! The rule language's expressions and conditions as straight-line code.
//!
//! Every number of piles gets its own function, so an aggregate is a fold over a short list of
//! values. Nothing is skipped at run time: every expression has a value, so both sides of an `and`
//! may be computed. The meaning is that of [`sprague_rules::expr::Board`].

use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use sprague_rules::expr::{Aggregate, Comparison, Cond, Expr, Piles, Slot};

use crate::number::{Arithmetic, Num, Truth};

/// Larger than any pile: stands for a pile that is gone when the smallest is looked for.
const GONE: i64 = 1 << 40;
/// Sets with more members than this are looked up in a bit map.
const SHORT_SET: usize = 6;
/// A bit map spans at most so many numbers.
const LONGEST_MAP: i64 = 1 << 22;

/// What the slots and the piles of an expression stand for; compare
/// [`Board`](sprague_rules::expr::Board).
#[derive(Clone, Default)]
pub struct Stage {
    pub slots: Vec<Option<Num>>,
    pub before: Vec<Num>,
    pub chosen: Vec<usize>,
    pub after: Vec<Num>,
    /// Are these lists in nondecreasing order?
    pub sorted: bool,
}

impl Stage {
    pub fn bind(&mut self, slot: Slot, num: Num) {
        if self.slots.len() <= slot {
            self.slots.resize(slot + 1, None);
        }
        self.slots[slot] = Some(num);
    }

    fn sizes(&self, piles: Piles) -> Vec<Num> {
        let list = match piles {
            Piles::Before | Piles::Others => &self.before,
            Piles::After => &self.after,
        };
        let hidden = |i: &usize| piles == Piles::Others && self.chosen.contains(i);
        (0..list.len()).filter(|i| !hidden(i)).map(|i| list[i]).collect()
    }
}

/// A constant table that the code reads; it must live as long as the code.
pub type Tables = Vec<Box<[u64]>>;

/// Writes conditions.
pub struct Conditions<'f, 't> {
    pub code: Arithmetic<'f>,
    pub tables: &'t mut Tables,
}

impl<'f> Conditions<'f, '_> {
    pub fn number(&mut self, stage: &mut Stage, expr: &Expr) -> Num {
        match expr {
            Expr::Const(c) => Num::Known(*c),
            Expr::Slot(slot) => stage.slots[*slot].expect("every slot is bound before it is read"),
            Expr::Add(a, b) => self.apply(stage, a, b, Arithmetic::add),
            Expr::Sub(a, b) => self.apply(stage, a, b, Arithmetic::sub),
            Expr::Mul(a, b) => self.apply(stage, a, b, Arithmetic::mul),
            Expr::Div(a, b) => self.apply(stage, a, b, Arithmetic::quotient),
            Expr::Mod(a, b) => self.apply(stage, a, b, Arithmetic::remainder),
            Expr::Min(a, b) => self.apply(stage, a, b, Arithmetic::min),
            Expr::Max(a, b) => self.apply(stage, a, b, Arithmetic::max),
            Expr::Of(aggregate, piles) => self.aggregate(*aggregate, &stage.sizes(*piles)),
            Expr::CountWhere(piles, slot, cond) => {
                let mut count = Num::Known(0);
                for size in stage.sizes(*piles) {
                    stage.bind(*slot, size);
                    let there = self.code.is_there(size);
                    let holds = self.holds(stage, cond);
                    let counts = self.code.and(there, holds);
                    let one = self.code.indicator(counts);
                    count = self.code.add(count, one);
                }
                count
            }
        }
    }

    fn apply(
        &mut self,
        stage: &mut Stage,
        a: &Expr,
        b: &Expr,
        operation: fn(&mut Arithmetic<'f>, Num, Num) -> Num,
    ) -> Num {
        let a = self.number(stage, a);
        let b = self.number(stage, b);
        operation(&mut self.code, a, b)
    }

    fn aggregate(&mut self, aggregate: Aggregate, sizes: &[Num]) -> Num {
        let code = &mut self.code;
        let none = Num::Known(0);
        match aggregate {
            Aggregate::Sum => sizes.iter().fold(none, |sum, &size| code.add(sum, size)),
            Aggregate::Count => sizes.iter().fold(none, |count, &size| {
                let there = code.is_there(size);
                let one = code.indicator(there);
                code.add(count, one)
            }),
            // A pile that is gone has size 0 and is never the only largest one.
            Aggregate::Max => sizes.iter().copied().reduce(|a, b| code.max(a, b)).unwrap_or(none),
            Aggregate::Min => {
                let smallest = sizes.iter().copied().map(|size| {
                    let there = code.is_there(size);
                    code.choose(there, size, Num::Known(GONE))
                });
                let smallest: Vec<Num> = smallest.collect();
                let Some(smallest) = smallest.into_iter().reduce(|a, b| code.min(a, b)) else {
                    return none;
                };
                if sizes.iter().any(|size| !size.may_be_zero()) {
                    return smallest;
                }
                let gone = code.compare(Comparison::Equal, smallest, Num::Known(GONE));
                code.choose(gone, none, smallest)
            }
        }
    }

    /// The smallest of these sizes that is not 0, or 0.
    pub fn smallest(&mut self, sizes: &[Num]) -> Num {
        self.aggregate(Aggregate::Min, sizes)
    }

    pub fn holds(&mut self, stage: &mut Stage, cond: &Cond) -> Truth {
        match cond {
            Cond::Always => Truth::Known(true),
            Cond::Never => Truth::Known(false),
            Cond::Not(inner) => {
                let inner = self.holds(stage, inner);
                self.code.not(inner)
            }
            Cond::And(parts) => parts.iter().fold(Truth::Known(true), |all, part| {
                let part = self.holds(stage, part);
                self.code.and(all, part)
            }),
            Cond::Or(parts) => parts.iter().fold(Truth::Known(false), |any, part| {
                let part = self.holds(stage, part);
                self.code.or(any, part)
            }),
            Cond::Compare(comparison, a, b) => {
                let a = self.number(stage, a);
                let b = self.number(stage, b);
                self.code.compare(*comparison, a, b)
            }
            Cond::InSet(a, set) => {
                let a = self.number(stage, a);
                self.in_set(a, set)
            }
            Cond::InPiles(a, piles) => {
                let a = self.number(stage, a);
                stage.sizes(*piles).into_iter().fold(Truth::Known(false), |any, size| {
                    let equal = self.code.compare(Comparison::Equal, a, size);
                    let there = self.code.is_there(size);
                    let this = self.code.and(equal, there);
                    self.code.or(any, this)
                })
            }
            Cond::Distinct(piles) => {
                let sizes = stage.sizes(*piles);
                let mut distinct = Truth::Known(true);
                for (i, &a) in sizes.iter().enumerate() {
                    // In a sorted list equal piles are neighbours.
                    let rivals = if stage.sorted { i + 2 } else { sizes.len() }.min(sizes.len());
                    for &b in &sizes[i + 1..rivals] {
                        let mut differ = self.code.compare(Comparison::NotEqual, a, b);
                        if a.may_be_zero() && b.may_be_zero() {
                            let there = self.code.is_there(a);
                            let gone = self.code.not(there);
                            differ = self.code.or(differ, gone);
                        }
                        distinct = self.code.and(distinct, differ);
                    }
                }
                distinct
            }
        }
    }

    /// Membership in a set of constants.
    fn in_set(&mut self, a: Num, set: &[i64]) -> Truth {
        let span = match (set.first(), set.last()) {
            (Some(first), Some(last)) => last - first,
            _ => return Truth::Known(false),
        };
        let Num::Run(run) = a else {
            let Num::Known(n) = a else { unreachable!() };
            return Truth::Known(set.contains(&n));
        };
        if set.len() <= SHORT_SET || span >= LONGEST_MAP {
            return set.iter().fold(Truth::Known(false), |any, &member| {
                let equal = self.code.compare(Comparison::Equal, a, Num::Known(member));
                self.code.or(any, equal)
            });
        }
        let mut map = vec![0u64; span as usize / 64 + 1];
        for member in set {
            let bit = (member - set[0]) as usize;
            map[bit / 64] |= 1 << (bit % 64);
        }
        let address = self.table(map);
        let index = self.code.sub(a, Num::Known(set[0]));
        let low = self.code.compare(Comparison::AtMost, Num::Known(0), index);
        let high = self.code.compare(Comparison::AtMost, index, Num::Known(span));
        let inside = self.code.and(low, high);
        // Outside of the map the first bit is read, and then not counted.
        let index = self.code.choose(inside, index, Num::Known(0));
        let index = self.code.value(index);
        let six = self.code.constant(6);
        let three = self.code.constant(3);
        let one = self.code.constant(1);
        let ins = &mut self.code.builder;
        let word = ins.ins().ushr(index, six);
        let offset = ins.ins().ishl(word, three);
        let place = ins.ins().iadd(address, offset);
        let word = ins.ins().load(types::I64, MemFlagsData::trusted(), place, 0);
        let bit = ins.ins().ushr(word, index);
        let bit = ins.ins().band(bit, one);
        let bit = ins.ins().ireduce(types::I8, bit);
        self.code.and(inside, Truth::Run { value: bit, varies: run.varies })
    }

    /// The address of a constant table.
    pub fn table(&mut self, table: Vec<u64>) -> Value {
        let known = self.tables.iter().position(|known| **known == *table);
        let index = known.unwrap_or_else(|| {
            self.tables.push(table.into_boxed_slice());
            self.tables.len() - 1
        });
        let address = self.tables[index].as_ptr() as i64;
        self.code.constant(address)
    }
}

/// About how many instructions a condition takes when there are so many piles. Counts within counts
/// are unrolled, so this can be very large.
pub fn cost(cond: &Cond, piles: usize) -> f64 {
    let all = |parts: &[Cond]| parts.iter().map(|part| cost(part, piles)).sum::<f64>();
    match cond {
        Cond::Always | Cond::Never => 0.0,
        Cond::Not(inner) => 1.0 + cost(inner, piles),
        Cond::And(parts) | Cond::Or(parts) => parts.len() as f64 + all(parts),
        Cond::Compare(_, a, b) => 1.0 + cost_of_number(a, piles) + cost_of_number(b, piles),
        Cond::InSet(a, set) => {
            let long = set.last().zip(set.first()).is_some_and(|(z, a)| z - a >= LONGEST_MAP);
            let look = if long { 2 * set.len() } else { 15 };
            look as f64 + cost_of_number(a, piles)
        }
        Cond::InPiles(a, _) => 4.0 * piles as f64 + cost_of_number(a, piles),
        Cond::Distinct(_) => 4.0 * (piles * piles) as f64,
    }
}

/// See [`cost`].
pub fn cost_of_number(expr: &Expr, piles: usize) -> f64 {
    match expr {
        Expr::Const(_) | Expr::Slot(_) => 1.0,
        Expr::Add(a, b) | Expr::Sub(a, b) | Expr::Mul(a, b) | Expr::Min(a, b) | Expr::Max(a, b) => {
            2.0 + cost_of_number(a, piles) + cost_of_number(b, piles)
        }
        Expr::Div(a, b) | Expr::Mod(a, b) => {
            15.0 + cost_of_number(a, piles) + cost_of_number(b, piles)
        }
        Expr::Of(..) => 4.0 * piles as f64,
        Expr::CountWhere(_, _, cond) => piles as f64 * (4.0 + cost(cond, piles)),
    }
}
