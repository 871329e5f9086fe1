//! Arithmetic periodicity of take-and-break games with a saltus that is a power of two, for all heaps.
//!
//! Let s = 2^t be the saltus and P the period. The *level* of a heap n is l = G(n) / s rounded down, its
//! *digit* b = G(n) mod s, and delta = n - P l. Suppose that, as far as values are known, each residue of n mod P
//! has one type (delta, b) such that its heaps delta + P l, l >= 1, have the value s l + b: the
//! *upper* heaps. All others must be *low*: of level 0. Let 1 <= delta <= 2 P + 1 for the upper types.
//!
//! Then this lasts for ever if the four conditions below hold. For let n = delta + P l be an upper heap
//! beyond all known ones, and let the shape hold below n. A move takes k and leaves j parts with
//! deltas d_i (a low heap's delta is its size), levels l_i and digits b_i.
//!
//! 1. *The value s l + b is not reached.* If the levels of the parts have the nim-sum l, their sum is
//!    l + 2 e for some e >= 0, and the deltas add up to delta - k - 2 e P. All are at least 1, and delta is at
//!    most 2 P + 1, so e = 0 (with one part, k >= 1). As l >= 1, some part is upper. So it suffices that
//!    no j typed parts, at least one of them upper, have deltas that add up to delta - k and digits with the
//!    nim-sum b. These are finitely many.
//! 2. *Values s l + b' with b' < b are reached*, if some j typed parts of which exactly one is
//!    upper have deltas that add up to delta - k and digits with the nim-sum b': put the upper one at level l.
//! 3. *Values s l' + b' with 0 < l' < l are reached*: put an upper part z at level l', and real heaps beside
//!    it whose nim-sum is a mere digit; with l = l' + k' the sizes of these must add up to
//!    delta + k' P - k - delta_z. This is tested for k' = 1, 2, ..., until for k' of both parities it can also be done
//!    with two upper parts among the others, both counted at level 0: these can be raised by one level
//!    together, which adds 2 P to the sum and changes no nim-sum, so all larger k' are served.
//! 4. *Values b' < s are reached* (l' = 0): the same without z.
//!
//! Moves must be the same for all heaps beyond the known ones, and must not restrict the parts. If the
//! shape does not hold for s and P it may for 2 s and 2 P, and so on; where it does, G(n + p) = G(n) + s,
//! which was seen through one whole such larger period, follows for all n.

use crate::budget::Watch;
use sprague_rules::{HeapMoves, Leave};

use crate::heaps::{NimSets, unite_added};
use crate::regularity::{Repetition, Term};

/// How often period and saltus are doubled in search of the shape.
const DOUBLINGS: usize = 6;
/// How many k' are tried: a few, and if that does not suffice, more.
const LONGEST: [usize; 2] = [4, 12];
/// The largest period and saltus that are tried.
const WIDEST: usize = 1 << 12;

/// With what the conditions hold: what a check of the proof has to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    /// How many periods together have the shape.
    pub factor: usize,
    /// The largest k' that has to be tried.
    pub lifts: usize,
}

/// The proof for all heaps of a repetition that the terms show to their end, if there is one and the watch lets it be found.
pub fn prove<T: Term>(
    terms: &[T],
    repetition: Repetition,
    moves: &HeapMoves,
    watch: &Watch,
) -> Option<Levels> {
    let Repetition { preperiod, period, saltus, .. } = repetition;
    if saltus <= 0 || saltus & (saltus - 1) != 0 || moves.has_unequal() {
        return None;
    }
    let last = terms.len() - 1;
    if last <= moves.uniform_from().max(moves.most_taken()) as usize {
        return None;
    }
    let widest = |factor: &usize| factor * period.max(saltus as usize) <= WIDEST;
    let seen = |factor: &usize| preperiod + (factor + 1) * period <= last + 1;
    let factors = (0..DOUBLINGS).map(|doublings| 1 << doublings);
    factors.take_while(|factor| widest(factor) && seen(factor)).find_map(|factor| {
        let shape = Shape::of(terms, factor * period, factor * saltus as usize)?;
        let lifts = shape.lasts(moves, watch)?;
        Some(Levels { factor, lifts })
    })
}

/// A heap size or delta, and a digit.
type Typed = (usize, u32);

struct Shape {
    period: usize,
    saltus: usize,
    /// The low heaps from 1 on: all of them.
    low: Vec<Typed>,
    upper: Vec<Typed>,
}

impl Shape {
    /// The shape that the terms have, if they have it.
    fn of<T: Term>(terms: &[T], period: usize, saltus: usize) -> Option<Shape> {
        let last = terms.len() - 1;
        let split = |n: usize| {
            let value = terms[n].number() as usize;
            (value / saltus, (value % saltus) as u32)
        };
        let mut upper = vec![None; period];
        // The last heaps of each residue give its type.
        for n in (last + 1).checked_sub(period)?..=last {
            let (level, digit) = split(n);
            let delta = n.checked_sub(period * level)?;
            if level == 0 || !(1..=2 * period + 1).contains(&delta) {
                return None;
            }
            upper[n % period] = Some((delta, digit));
        }
        let upper: Vec<Typed> = upper.into_iter().collect::<Option<_>>()?;
        let mut low = Vec::new();
        for n in 1..=last {
            let (delta, digit) = upper[n % period];
            match split(n) {
                (0, digit) if n < delta + period => low.push((n, digit)),
                found if n >= delta + period && found == ((n - delta) / period, digit) => {}
                _ => return None,
            }
        }
        Some(Shape { period, saltus, low, upper })
    }

    fn value(&self, n: usize) -> u32 {
        if n == 0 {
            return 0;
        }
        let (delta, digit) = self.upper[n % self.period];
        match n.checked_sub(delta + self.period) {
            Some(beyond) => ((beyond / self.period + 1) * self.saltus) as u32 + digit,
            None => self.low[n - 1 - self.upper_below(n)].1,
        }
    }

    /// How many heaps below n are upper.
    fn upper_below(&self, n: usize) -> usize {
        n - 1 - self.low.partition_point(|low| low.0 < n)
    }

    /// The largest k' that has to be tried, if the four conditions hold.
    fn lasts(&self, moves: &HeapMoves, watch: &Watch) -> Option<usize> {
        let leaves: Vec<Leave> =
            moves.leaves.iter().copied().filter(|l| l.parts > 0 && l.largest == u32::MAX).collect();
        let most_parts = moves.most_parts() as usize;
        let far = self.upper.iter().map(|upper| upper.0).max().unwrap_or(0);
        let typed = TypedSums::new(self, most_parts, far, watch)?;
        let never = |target: &Typed| {
            leaves.iter().any(|leave| {
                let rest = target.0.checked_sub(leave.take as usize);
                rest.is_some_and(|rest| typed.any[leave.parts as usize].has(rest, target.1))
            })
        };
        let below = |target: &Typed| {
            let mut reached = typed.blank();
            for leave in &leaves {
                if let Some(rest) = target.0.checked_sub(leave.take as usize) {
                    unite(&mut reached, typed.one[leave.parts as usize].row(rest));
                }
            }
            (0..target.1).all(|digit| bit(&reached, digit))
        };
        if self.upper.iter().any(never) || !self.upper.iter().all(below) {
            return None;
        }
        LONGEST.iter().find_map(|&longest| {
            let lower = LowerLevels::new(self, most_parts, far + longest * self.period, watch)?;
            let lifts = |target: &Typed| lower.are_reached(target.0, &leaves, longest);
            self.upper.iter().try_fold(0, |most, target| Some(lifts(target)?.max(most)))
        })
    }
}

/// For every sum, the digits that something with this sum can have.
#[derive(Clone)]
struct DigitSets {
    width: usize,
    bits: Vec<u64>,
}

impl DigitSets {
    fn new(digits: usize, most: usize) -> DigitSets {
        let width = digits.div_ceil(64);
        DigitSets { width, bits: vec![0; width * (most + 1)] }
    }

    fn row(&self, sum: usize) -> &[u64] {
        &self.bits[sum * self.width..][..self.width]
    }

    fn row_mut(&mut self, sum: usize) -> &mut [u64] {
        &mut self.bits[sum * self.width..][..self.width]
    }

    fn has(&self, sum: usize, digit: u32) -> bool {
        bit(self.row(sum), digit)
    }

    /// All digits nim-added to this one.
    fn added(&self, digit: u32) -> Vec<u64> {
        let mut added = vec![0; self.bits.len()];
        let rows = self.bits.chunks_exact(self.width);
        for (into, row) in added.chunks_exact_mut(self.width).zip(rows) {
            unite_added(into, row, digit);
        }
        added
    }

    /// Adds one part of these types to everything in `others`; none if it is told to stop. Parts with the same digit move
    /// the same digits, each by its delta: rows lie behind each other, so that all are moved at once.
    fn unite_with_part(
        &mut self,
        others: &DigitSets,
        parts: &[Typed],
        watch: &Watch,
    ) -> Option<()> {
        let mut parts = parts.to_vec();
        parts.sort_unstable_by_key(|&(delta, digit)| (digit, delta));
        for alike in parts.chunk_by(|a, b| a.1 == b.1) {
            watch.goes_on().then_some(())?;
            let added = others.added(alike[0].1);
            for (delta, _) in alike {
                let from = (delta * self.width).min(self.bits.len());
                unite(&mut self.bits[from..], &added);
            }
        }
        Some(())
    }
}

fn bit(row: &[u64], digit: u32) -> bool {
    row[digit as usize / 64] >> (digit % 64) & 1 == 1
}

fn unite(into: &mut [u64], row: &[u64]) {
    into.iter_mut().zip(row).for_each(|(word, bits)| *word |= bits);
}

/// Digits of typed parts, by the number of parts and the sum of their deltas.
struct TypedSums {
    /// With exactly one upper part.
    one: Vec<DigitSets>,
    /// With at least one.
    any: Vec<DigitSets>,
    width: usize,
}

impl TypedSums {
    fn new(shape: &Shape, most_parts: usize, most: usize, watch: &Watch) -> Option<TypedSums> {
        let empty = DigitSets::new(shape.saltus, most);
        let mut nothing = empty.clone();
        nothing.row_mut(0)[0] = 1;
        let (mut low, mut one, mut any) = (vec![nothing], vec![empty.clone()], vec![empty.clone()]);
        for parts in 1..=most_parts {
            let mut sets = [empty.clone(), empty.clone(), empty.clone()];
            sets[0].unite_with_part(&low[parts - 1], &shape.low, watch)?;
            sets[1].unite_with_part(&low[parts - 1], &shape.upper, watch)?;
            sets[2].unite_with_part(&low[parts - 1], &shape.upper, watch)?;
            sets[2].unite_with_part(&any[parts - 1], &shape.upper, watch)?;
            let [all_low, exactly_one, at_least_one] = sets;
            low.push(all_low);
            one.push(exactly_one);
            any.push(at_least_one);
        }
        let width = empty.width;
        Some(TypedSums { one, any, width })
    }

    fn blank(&self) -> Vec<u64> {
        vec![0; self.width]
    }
}

/// What is needed for values of lower levels, by the sum of sizes. The first index is the number of parts in all.
struct LowerLevels {
    period: usize,
    saltus: usize,
    /// Real heaps alone.
    real: Vec<DigitSets>,
    /// An upper part z, and real heaps.
    with_upper: Vec<DigitSets>,
    /// Two upper parts at level 0, and real heaps; and the same with z.
    with_pair: Vec<DigitSets>,
    with_upper_and_pair: Vec<DigitSets>,
}

impl LowerLevels {
    fn new(shape: &Shape, most_parts: usize, most: usize, watch: &Watch) -> Option<LowerLevels> {
        let values: Vec<u32> = (0..=most).map(|n| shape.value(n)).collect();
        let empty = DigitSets::new(shape.saltus, most);
        let mut real = vec![empty.clone(); most_parts + 1];
        real[0].row_mut(0)[0] = 1;
        let mut sets = NimSets::new(most_parts);
        sets.admit(values.iter().copied().max().unwrap_or(0));
        let mask = if shape.saltus < 64 { (1 << shape.saltus) - 1 } else { u64::MAX };
        for n in 0..=most {
            if !sets.push(&values, watch) {
                return None;
            }
            if n > 0 && (values[n] as usize) < shape.saltus {
                real[1].row_mut(n)[values[n] as usize / 64] |= 1 << (values[n] % 64);
            }
            for (parts, real) in real.iter_mut().enumerate().skip(2) {
                for (word, bits) in real.row_mut(n).iter_mut().zip(sets.row(n, parts)) {
                    *word = bits & mask;
                }
            }
        }
        let upper = |sets: &[DigitSets]| {
            let mut all = vec![empty.clone()];
            for set in &sets[..sets.len() - 1] {
                let mut with = empty.clone();
                with.unite_with_part(set, &shape.upper, watch)?;
                all.push(with);
            }
            Some(all)
        };
        let with_upper = upper(&real)?;
        let with_pair = upper(&with_upper)?;
        let with_upper_and_pair = upper(&with_pair)?;
        let (period, saltus) = (shape.period, shape.saltus);
        Some(LowerLevels { period, saltus, real, with_upper, with_pair, with_upper_and_pair })
    }

    /// The largest k' to be tried for the upper heaps with this delta, if conditions 3 and 4 hold.
    fn are_reached(&self, delta: usize, leaves: &[Leave], longest: usize) -> Option<usize> {
        let cases = [(&self.real, &self.with_pair), (&self.with_upper, &self.with_upper_and_pair)];
        let lifts = cases.map(|(plainly, in_pairs)| {
            let mut raised = [vec![0; plainly[0].width], vec![0; plainly[0].width]];
            for k in 1..=longest {
                let mut reached = vec![0; plainly[0].width];
                for leave in leaves {
                    let (sum, parts) = (delta + k * self.period, leave.parts as usize);
                    if let Some(rest) = sum.checked_sub(leave.take as usize) {
                        unite(&mut reached, plainly[parts].row(rest));
                        unite(&mut raised[k % 2], in_pairs[parts].row(rest));
                    }
                }
                if !self.all_digits(&reached) {
                    return None;
                }
                if raised.iter().all(|raised| self.all_digits(raised)) {
                    return Some(k);
                }
            }
            None
        });
        Some(lifts[0]?.max(lifts[1]?))
    }

    fn all_digits(&self, row: &[u64]) -> bool {
        row.iter().map(|word| word.count_ones() as usize).sum::<usize>() == self.saltus
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Digit by digit, sum by sum.
    #[test]
    fn a_part_is_added_to_every_sum() {
        let mut state = 7u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        for digits in [1, 2, 16, 64, 128] {
            let (most, mut others) = (20, DigitSets::new(digits, 20));
            for _ in 0..30 {
                let (sum, digit) = (random(most + 1), random(digits));
                others.row_mut(sum)[digit / 64] |= 1 << (digit % 64);
            }
            let parts: Vec<Typed> =
                (0..12).map(|_| (random(most + 5), random(digits) as u32)).collect();
            let mut united = DigitSets::new(digits, most);
            united.unite_with_part(&others, &parts, &Watch::new(None)).unwrap();
            for sum in 0..=most {
                for digit in 0..digits as u32 {
                    let with = |&(delta, own): &Typed| {
                        sum >= delta && others.has(sum - delta, digit ^ own)
                    };
                    assert_eq!(united.has(sum, digit), parts.iter().any(with), "{sum} {digit}");
                }
            }
        }
    }
}
