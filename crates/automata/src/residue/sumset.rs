//! Sums in one coordinate, xors in the other: {(n + h, v xor w) : (n, v) in R, (h, w) in S}.
//!
//! This is one step from the values of q heaps to those of q + 1, for all heap sizes at once. With
//! `n = P k + r` the residues add with a carry into the quotients; with values split at a power of
//! two the low digits xor among themselves. So each part of the result is a union, over the pairs
//! of parts that add up to it, of one construction: {(k + j + c, l xor m)}, by projection of (j, m)
//! from the product of both sets and a borrow.

use rustc_hash::FxHashMap;

use super::{Pool, Relation, Unions};
use crate::budget::{Blowup, Budget, Operation};
use crate::dfa::Dfa;
use crate::explore::explore;
use crate::linear::Variable;
use crate::numeration::Numeration;

impl Relation {
    /// {(n + h, v xor w) : (n, v) in self, (h, w) in other}; the coordinates are (n, v) in the
    /// order of their names, in both.
    ///
    /// # Panics
    /// If there are not two coordinates, the same in both, or the second modulus is no power of two.
    pub fn sum_xor(&self, other: &Relation, budget: &Budget) -> Result<Relation, Blowup> {
        assert_eq!(self.coordinates, other.coordinates, "the same coordinates in both");
        let [(n, period), (v, low)] = &self.coordinates[..] else { panic!("a sum and a value") };
        assert!(low.is_power_of_two(), "low digits of the value");
        let (period, low) = (*period as usize, *low as usize);
        let mut pool = Pool::default();
        let mut sums: FxHashMap<(u32, u32, bool), u32> = FxHashMap::default();
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); period * low];
        let occupied = |relation: &Relation| -> Vec<(usize, u32)> {
            let parts = relation.parts.iter().copied().enumerate();
            parts.filter(|&(_, part)| !relation.sets[part as usize].is_empty()).collect()
        };
        let others = occupied(other);
        for (index, part) in occupied(self) {
            for &(other_index, other_part) in &others {
                let residue = index % period + other_index % period;
                let carry = residue >= period;
                let key = (part, other_part, carry);
                let number = match sums.get(&key) {
                    Some(&number) => number,
                    None => {
                        let (a, b) = (&self.sets[part as usize], &other.sets[other_part as usize]);
                        let number = pool.number(sum(a, b, carry, n, v, budget)?);
                        sums.insert(key, number);
                        number
                    }
                };
                let digits = (index / period) ^ (other_index / period);
                members[residue % period + period * digits].push(number);
            }
        }
        let mut unions = Unions::default();
        let mut parts = Vec::new();
        for members in members {
            parts.push(unions.of(members, &mut pool, budget)?);
        }
        Ok(Relation { coordinates: self.coordinates.clone(), sets: pool.sets, parts })
    }
}

/// {(k + j + carry, l xor m) : (k, l) in a, (j, m) in b}.
fn sum(
    a: &Dfa,
    b: &Dfa,
    carry: bool,
    n: &Variable,
    v: &Variable,
    budget: &Budget,
) -> Result<Dfa, Blowup> {
    let names = [n.clone(), v.clone()];
    let (a, b) = (a.extend(&names, budget)?, b.extend(&names, budget)?);
    // Letters: the digits of the sum, the value, and the (j, m) of `b`; names that sort last.
    let hidden = ["\u{10ffff}1", "\u{10ffff}2"].map(Variable::from);
    let tracks = vec![n.clone(), v.clone(), hidden[0].clone(), hidden[1].clone()];
    let dead = |set: &Dfa, state| set.table.sink(state) == Some(false);
    let table = explore(
        Operation::Product,
        1 << 4,
        // The borrow of k = n - j - carry: 0 or -1.
        Some((0u32, 0u32, -i8::from(carry))),
        |state, letter| {
            let (p, q, borrow) = (*state)?;
            let digit = |track: usize| (letter >> track & 1) as i8;
            let rest = digit(0) - digit(2) + borrow;
            let k = (rest & 1) as usize;
            let l = (digit(1) ^ digit(3)) as usize;
            let p = a.table.step(p, k | l << 1);
            let q = b.table.step(q, letter >> 2);
            (!dead(&a, p) && !dead(&b, q)).then_some((p, q, rest >> 1))
        },
        |state| {
            state.is_some_and(|(p, q, borrow)| {
                borrow == 0 && a.table.accepting[p as usize] && b.table.accepting[q as usize]
            })
        },
        budget,
    )?;
    Dfa::new(Numeration::Binary, tracks, table, budget)?.exists(&hidden, budget)
}
