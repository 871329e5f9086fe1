//! The shortest description of samples: a disjunction of cases, each a conjunction of literals, that is true of all samples
//! that are to be described and false of all others.
//!
//! A case grows from an uncovered sample: literals that are true of it are added, those first that shut out the most others
//! for what they cost and lose, several ways side by side, until no other sample is left; then whatever can be left out is.
//! Cases are gathered from many samples, and some of them chosen so that they cover everything at the least cost (greedily; the
//! problem is NP-hard). The result is right about the samples, and about nothing else: who wants more has to prove it.

use crate::describe::Dice;

/// Which samples something is true of: first those that are to be described, then the others.
pub type Bits = Vec<u64>;

/// A literal with what it is true of.
pub struct Word {
    /// Which samples it is true of.
    pub bits: Bits,
    /// What it costs.
    pub cost: u32,
}

/// Samples, and the literals that may describe them.
pub struct Problem {
    /// Words of bits for those that are to be described.
    pub inside: usize,
    /// Which samples there are among these.
    pub members: Bits,
    /// The literals.
    pub words: Vec<Word>,
}

/// A case: literals by their places, and what it covers.
#[derive(Clone, PartialEq, Eq)]
pub struct Case {
    /// The literals.
    pub words: Vec<usize>,
    covers: Bits,
    cost: u32,
}

/// Ways that are followed side by side.
const BEAM: usize = 6;
/// Cases that are gathered from one sample.
const GATHERED: usize = 12;
/// Literals that may be added after the first case was found.
const FURTHER: usize = 2;
/// How often growing cases from one sample looks at every bit of every literal, about.
const EFFORT: u64 = 100;
/// Literals of a case.
const LONGEST: usize = 12;
/// How often cases are gathered from some more samples.
const ROUNDS: usize = 4;
/// Covers with more cases than this are looked for again so often.
const FEW: usize = 3;
const LOTS: usize = 24;

fn count(bits: &[u64]) -> u32 {
    bits.iter().map(|word| word.count_ones()).sum()
}

fn common(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a & b).count_ones()).sum()
}

fn has(bits: &[u64], place: usize) -> bool {
    bits[place / 64] >> (place % 64) & 1 == 1
}

/// A case on its way.
#[derive(Clone)]
struct Way {
    words: Vec<usize>,
    bits: Bits,
    cost: u32,
    merit: f64,
}

impl Case {
    /// The only member that it covers, if there is just one.
    pub fn only(&self) -> Option<usize> {
        match count(&self.covers) {
            1 => first(&self.covers),
            _ => None,
        }
    }
}

impl Problem {
    /// Cases that cover all members, and no other sample, at little cost; none, if more than so many would be needed, or there is
    /// no more time.
    pub fn cover(&self, most: usize, goes_on: &dyn Fn(u64) -> bool) -> Option<Vec<Case>> {
        // Words of bits that growing one case looks at, about.
        let effort = (self.words.len() * self.words[0].bits.len()) as u64 * EFFORT;
        let mut pool: Vec<Case> = Vec::new();
        let mut uncovered = self.members.clone();
        // Once greedily, so that there is a cover at all ...
        let mut grown = 0;
        while let Some(seed) = first(&uncovered) {
            grown += 1;
            if grown > 3 * most || !goes_on(effort) {
                return None;
            }
            let mut found = self.cases(seed, &uncovered);
            if found.is_empty() {
                found.push(self.narrow(seed)?);
            }
            let best = found.iter().max_by_key(|case| {
                let gained = common(&case.covers, &uncovered);
                (u64::from(gained) << 20) / u64::from(case.cost + 2)
            })?;
            subtract(&mut uncovered, &best.covers);
            pool.extend(found);
        }
        let mut best = self.chosen(&pool)?;
        // ... then from other samples, in the hope of better cases.
        for round in 0..ROUNDS {
            let members: Vec<usize> = ones(&self.members).collect();
            for pick in 0..6 {
                if !goes_on(effort) {
                    break;
                }
                let seed = members[(round * 6 + pick) * 7919 % members.len()];
                pool.extend(self.cases(seed, &self.members));
            }
            let next = self.chosen(&pool)?;
            if total(&next) < total(&best) {
                best = next;
            } else if round >= 1 {
                break;
            }
        }
        let best = self.chosen_by_lot(&pool, best, goes_on);
        (best.len() <= most).then_some(best)
    }

    /// Chooses several times more, each time with the worth of every case a little changed, and takes the cheapest.
    fn chosen_by_lot(
        &self,
        pool: &[Case],
        mut best: Vec<Case>,
        goes_on: &dyn Fn(u64) -> bool,
    ) -> Vec<Case> {
        if best.len() <= FEW {
            return best;
        }
        let mut dice = Dice::new();
        for _ in 0..LOTS {
            if !goes_on(0) {
                break;
            }
            let luck: Vec<f64> =
                pool.iter().map(|_| 0.6 + dice.roll(1000) as f64 / 1250.0).collect();
            match self.chosen_with(pool, &luck) {
                Some(next) if total(&next) < total(&best) => best = next,
                _ => {}
            }
        }
        best
    }

    /// Cases that hold at a sample and at no outsider.
    fn cases(&self, seed: usize, wanted: &Bits) -> Vec<Case> {
        let usable: Vec<usize> =
            (0..self.words.len()).filter(|&word| has(&self.words[word].bits, seed)).collect();
        let everything = vec![u64::MAX; self.words[0].bits.len()];
        let mut ways = vec![Way { words: vec![], bits: everything, cost: 0, merit: 0.0 }];
        let mut found: Vec<Case> = Vec::new();
        let mut further = 0;
        for _ in 0..LONGEST {
            further += usize::from(!found.is_empty());
            if further > FURTHER {
                break;
            }
            let mut longer: Vec<Way> = Vec::new();
            for way in &ways {
                let outs = count(&way.bits[self.inside..]);
                for &word in usable.iter().filter(|word| !way.words.contains(word)) {
                    let Word { bits, cost } = &self.words[word];
                    let left = common(&way.bits[self.inside..], &bits[self.inside..]);
                    if left == outs {
                        continue;
                    }
                    let kept = wanted.iter().zip(&way.bits).zip(bits);
                    let kept: u32 = kept.map(|((w, a), b)| (w & a & b).count_ones()).sum();
                    let cost = way.cost + cost;
                    // Few outsiders, many members, at little cost.
                    let merit = f64::from(kept.max(1)).log2()
                        - f64::from(left + 1).log2()
                        - 0.12 * f64::from(cost);
                    longer.push(Way {
                        words: [way.words.clone(), vec![word]].concat(),
                        bits: Vec::new(),
                        cost,
                        merit,
                    });
                }
            }
            longer.sort_by(|a, b| b.merit.total_cmp(&a.merit));
            let mut next: Vec<Way> = Vec::new();
            for mut way in longer {
                if next.len() >= BEAM {
                    break;
                }
                way.bits = self.meet(&way.words);
                if next.iter().any(|known| known.bits == way.bits) {
                    continue;
                }
                if count(&way.bits[self.inside..]) == 0 {
                    let case = self.pruned(way.words, seed);
                    if !found.contains(&case) {
                        found.push(case);
                    }
                    if found.len() >= GATHERED {
                        return found;
                    }
                } else {
                    next.push(way);
                }
            }
            if next.is_empty() {
                break;
            }
            ways = next;
        }
        found
    }

    /// A case that holds at a sample and at no outsider, by whatever shuts out the most; none, if no literals tell them apart.
    fn narrow(&self, seed: usize) -> Option<Case> {
        let mut words = Vec::new();
        loop {
            let bits = self.meet(&words);
            let outs = &bits[self.inside..];
            if !words.is_empty() && count(outs) == 0 {
                return Some(self.pruned(words, seed));
            }
            let usable = (0..self.words.len()).filter(|&word| has(&self.words[word].bits, seed));
            let left = |word: usize| common(outs, &self.words[word].bits[self.inside..]);
            let best = usable.min_by_key(|&word| (left(word), self.words[word].cost))?;
            if left(best) == count(outs) {
                return None;
            }
            words.push(best);
        }
    }

    /// What all of these are true of.
    fn meet(&self, words: &[usize]) -> Bits {
        let mut bits = vec![u64::MAX; self.words[0].bits.len()];
        for &word in words {
            bits.iter_mut().zip(&self.words[word].bits).for_each(|(all, bits)| *all &= bits);
        }
        bits
    }

    /// Without what can be left out, the dearest first.
    fn needed(&self, mut words: Vec<usize>) -> Vec<usize> {
        let mut order = words.clone();
        order.sort_by_key(|&word| std::cmp::Reverse(self.words[word].cost));
        for word in order {
            let rest: Vec<usize> = words.iter().copied().filter(|&w| w != word).collect();
            if count(&self.meet(&rest)[self.inside..]) == 0 {
                words = rest;
            }
        }
        words
    }

    /// The case without what can be left out, and as wide as it may be; it still holds at the sample from which it grew.
    fn pruned(&self, words: Vec<usize>, seed: usize) -> Case {
        let mut words = self.needed(words);
        // A literal may be replaced by one that lets more in, or costs less.
        for place in 0..words.len() {
            let rest: Vec<usize> = words
                .iter()
                .copied()
                .enumerate()
                .filter(|&(i, _)| i != place)
                .map(|(_, w)| w)
                .collect();
            let around = self.meet(&rest);
            let here = |word: usize| {
                let kept =
                    around[..self.inside].iter().zip(&self.words[word].bits).zip(&self.members);
                kept.map(|((a, b), m)| (a & b & m).count_ones()).sum::<u32>()
            };
            let merit = |word: usize| (here(word), std::cmp::Reverse(self.words[word].cost));
            let now = merit(words[place]);
            let better = (0..self.words.len())
                .filter(|&word| has(&self.words[word].bits, seed))
                .filter(|&word| {
                    common(&around[self.inside..], &self.words[word].bits[self.inside..]) == 0
                })
                .map(|word| (merit(word), word))
                .filter(|(merit, _)| *merit > now)
                .max_by_key(|(merit, word)| (*merit, std::cmp::Reverse(*word)));
            if let Some((_, word)) = better {
                words[place] = word;
            }
        }
        words.sort_unstable();
        words.dedup();
        let words = self.needed(words);
        let mut covers = self.meet(&words);
        covers.truncate(self.inside);
        covers.iter_mut().zip(&self.members).for_each(|(covers, members)| *covers &= members);
        let cost = words.iter().map(|&word| self.words[word].cost).sum();
        Case { words, covers, cost }
    }

    /// Some of the cases that cover everything: greedily, then without what is not needed.
    fn chosen(&self, pool: &[Case]) -> Option<Vec<Case>> {
        self.chosen_with(pool, &vec![1.0; pool.len()])
    }

    /// The same, where each case is worth so many times what it is.
    fn chosen_with(&self, pool: &[Case], luck: &[f64]) -> Option<Vec<Case>> {
        let mut uncovered = self.members.clone();
        let mut chosen: Vec<&Case> = Vec::new();
        while count(&uncovered) > 0 {
            let worth = |(case, luck): &(&Case, &f64)| {
                *luck * f64::from(common(&case.covers, &uncovered)) / f64::from(case.cost + 2)
            };
            let (best, _) = pool.iter().zip(luck).max_by(|a, b| worth(a).total_cmp(&worth(b)))?;
            if common(&best.covers, &uncovered) == 0 {
                return None;
            }
            subtract(&mut uncovered, &best.covers);
            chosen.push(best);
        }
        let mut order: Vec<usize> = (0..chosen.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(chosen[i].cost));
        let mut kept = vec![true; chosen.len()];
        for i in order {
            let mut rest = self.members.clone();
            let others = (0..chosen.len()).filter(|&j| j != i && kept[j]);
            others.for_each(|j| subtract(&mut rest, &chosen[j].covers));
            kept[i] = count(&rest) > 0;
        }
        let keep = chosen.into_iter().zip(kept).filter(|(_, kept)| *kept);
        Some(keep.map(|(case, _)| case.clone()).collect())
    }
}

/// What cases cost together.
pub fn total(cases: &[Case]) -> u32 {
    cases.iter().map(|case| case.cost + 2).sum()
}

fn subtract(from: &mut Bits, what: &Bits) {
    from.iter_mut().zip(what).for_each(|(from, what)| *from &= !what);
}

fn first(bits: &Bits) -> Option<usize> {
    ones(bits).next()
}

fn ones(bits: &Bits) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(place, &word)| {
        (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| place * 64 + bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples 0..64 inside and 64..128 outside; literals are bits of the number.
    #[test]
    fn cases_cover_all_members_and_no_other_sample() {
        // Members n in 0..64, outsiders n in 0..64: members are those with bit 0 and 1 set, or bit 5 alone.
        let is = |n: u64| n & 3 == 3 || n & 63 == 32;
        let ins: Vec<u64> = (0..64).filter(|&n| is(n)).collect();
        let outs: Vec<u64> = (0..64).filter(|&n| !is(n)).collect();
        let word = |bit: u32, set: bool| {
            let of = |all: &[u64]| {
                let bits = all.iter().enumerate().filter(|(_, n)| (*n >> bit & 1 == 1) == set);
                bits.fold(0u64, |bits, (place, _)| bits | 1 << place)
            };
            Word { bits: vec![of(&ins), of(&outs)], cost: 1 }
        };
        let words = (0..6).flat_map(|bit| [word(bit, true), word(bit, false)]).collect();
        let members = vec![(1u64 << ins.len()) - 1];
        let problem = Problem { inside: 1, members: members.clone(), words };
        let cases = problem.cover(10, &|_| true).unwrap();
        assert_eq!(cases.len(), 2);
        let union = cases.iter().fold(0, |all, case| all | case.covers[0]);
        assert_eq!(union, members[0]);
        for case in &cases {
            assert_eq!(problem.meet(&case.words)[1] & ((1 << outs.len()) - 1), 0);
        }
    }
}
