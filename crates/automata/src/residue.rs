//! Numbers as `n = P k + r`: the residue r is a finite component and only the quotient k is read
//! digit by digit.
//!
//! A modulus with an odd factor makes binary automata large, since they must count modulo P while
//! reading digits; beside bitwise xor they explode. With the residues apart the odd factor is gone:
//! a [`Relation`] is a table from residue tuples to automata over the quotients. Most entries are
//! equal, so the automata are kept once each and every operation is done once for each combination
//! that occurs.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::budget::{Blowup, Budget, Operation};
use crate::compile::compile;
use crate::dfa::Dfa;
use crate::formula::Formula;
use crate::linear::{Linear, Variable};
use crate::numeration::Numeration;
use crate::product::Connective;
use crate::relations::Relations;

mod periodic;
mod split;
mod sumset;

pub use periodic::Periodic;
use split::{OVERFLOW, number, split, split_bound};

/// A set of tuples of numbers, split by the residues of the coordinates. Quotients are in binary.
#[derive(Clone, Debug)]
pub struct Relation {
    /// Each variable with its modulus, sorted by variable. The quotient goes by the variable's
    /// name.
    coordinates: Vec<(Variable, u32)>,
    /// The distinct sets of quotients, without idle tracks, so that equal sets are equal values.
    sets: Vec<Dfa>,
    /// For each residue tuple (first coordinate fastest), which set.
    parts: Vec<u32>,
}

/// Distinct sets with their numbers.
#[derive(Default)]
struct Pool {
    numbers: FxHashMap<Dfa, u32>,
    sets: Vec<Dfa>,
}

impl Pool {
    fn number(&mut self, set: Dfa) -> u32 {
        let set = set.without_idle_tracks();
        *self.numbers.entry(set).or_insert_with_key(|set| {
            self.sets.push(set.clone());
            self.sets.len() as u32 - 1
        })
    }
}

impl Relation {
    /// The tuples of its free variables that satisfy the formula, given the modulus of each. A
    /// bound variable whose name is listed too is split in the same way; one that is not is read
    /// whole.
    ///
    /// # Panics
    /// If a free variable has no modulus, a modulus is 0, or a coefficient leaves 64 bits.
    pub fn new<V: Into<Variable>>(
        coordinates: impl IntoIterator<Item = (V, u32)>,
        formula: &Formula,
        relations: &Relations,
        budget: &Budget,
    ) -> Result<Relation, Blowup> {
        let moduli: BTreeMap<Variable, u32> =
            coordinates.into_iter().map(|(v, modulus)| (v.into(), modulus)).collect();
        assert!(moduli.values().all(|&modulus| modulus > 0), "moduli are positive");
        assert_eq!(relations.numeration(), Numeration::Binary, "quotients are binary");
        let modulus = |v: Variable| {
            let modulus = *moduli.get(&v).expect("a modulus for each free variable");
            (v, modulus)
        };
        let coordinates: Vec<(Variable, u32)> = formula.free().into_iter().map(modulus).collect();
        let formula = split_bound(formula, &moduli);
        Relation::from_formulas(coordinates.clone(), relations, budget, |residues| {
            let numbers = coordinates.iter().zip(residues);
            let numbers = numbers.map(|((v, modulus), &r)| (v.clone(), number(v, *modulus, r)));
            formula.at(&numbers.collect()).expect(OVERFLOW)
        })
    }

    /// One formula over the quotients for each residue tuple.
    fn from_formulas(
        coordinates: Vec<(Variable, u32)>,
        relations: &Relations,
        budget: &Budget,
        formula: impl Fn(&[u32]) -> Formula,
    ) -> Result<Relation, Blowup> {
        let mut pool = Pool::default();
        let mut known: FxHashMap<Formula, u32> = FxHashMap::default();
        let mut parts = Vec::new();
        for index in 0..count(&coordinates, budget)? {
            let formula = formula(&residues(&coordinates, index));
            let number = match known.get(&formula) {
                Some(&number) => number,
                None => {
                    let number = pool.number(compile(&formula, relations, budget)?);
                    known.insert(formula, number);
                    number
                }
            };
            parts.push(number);
        }
        Ok(Relation { coordinates, sets: pool.sets, parts })
    }

    /// The variables, and how many residues each has.
    pub fn coordinates(&self) -> &[(Variable, u32)] {
        &self.coordinates
    }

    /// How many different sets of quotients occur, and the states of the largest.
    pub fn sizes(&self) -> (usize, usize) {
        (self.sets.len(), self.sets.iter().map(Dfa::states).max().unwrap_or(0))
    }

    /// Is the tuple, in the order of the coordinates, a member?
    pub fn contains(&self, tuple: &[u128]) -> bool {
        assert_eq!(tuple.len(), self.coordinates.len(), "one number for each coordinate");
        let mut index = 0;
        for ((_, modulus), n) in self.coordinates.iter().zip(tuple).rev() {
            index = index * *modulus as usize + (n % u128::from(*modulus)) as usize;
        }
        let set = &self.sets[self.parts[index] as usize];
        let quotient = |v: &Variable| {
            let place =
                self.coordinates.iter().position(|(own, _)| own == v).expect("a coordinate");
            tuple[place] / u128::from(self.coordinates[place].1)
        };
        set.contains(&set.tracks().iter().map(quotient).collect::<Vec<_>>())
    }

    /// Does it hold no tuple?
    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(|&part| self.sets[part as usize].is_empty())
    }

    /// The member with the least sum, of these the lexicographically first, as [`Dfa::least`].
    pub fn least(&self) -> Option<Vec<u128>> {
        let modulus = |v: &Variable| {
            let (_, modulus) =
                self.coordinates.iter().find(|(own, _)| own == v).expect("a coordinate");
            u128::from(*modulus)
        };
        let least: Vec<Option<Vec<u128>>> = self
            .sets
            .iter()
            .map(|set| set.least_scaled(&set.tracks().iter().map(modulus).collect::<Vec<_>>()))
            .collect();
        let member = |(index, &part): (usize, &u32)| -> Option<Vec<u128>> {
            let quotients = least[part as usize].as_ref()?;
            let tracks = self.sets[part as usize].tracks();
            let residues = residues(&self.coordinates, index);
            let number = |((v, modulus), r): (&(Variable, u32), u32)| {
                // An idle quotient is least at 0.
                let quotient = tracks.binary_search(v).map_or(0, |track| quotients[track]);
                quotient * u128::from(*modulus) + u128::from(r)
            };
            Some(self.coordinates.iter().zip(residues).map(number).collect())
        };
        let members = self.parts.iter().enumerate().filter_map(member);
        members.min_by_key(|tuple| (tuple.iter().sum::<u128>(), tuple.clone()))
    }

    /// The tuples over the coordinates of both for which the connective holds.
    ///
    /// # Panics
    /// If a variable has different moduli in the two.
    pub fn product(
        &self,
        other: &Relation,
        connective: Connective,
        budget: &Budget,
    ) -> Result<Relation, Blowup> {
        let mut coordinates: Vec<(Variable, u32)> =
            self.coordinates.iter().chain(&other.coordinates).cloned().collect();
        coordinates.sort();
        coordinates.dedup();
        assert!(coordinates.windows(2).all(|w| w[0].0 != w[1].0), "one modulus for a variable");
        let left = Restriction::new(&coordinates, &self.coordinates);
        let right = Restriction::new(&coordinates, &other.coordinates);
        let mut pool = Pool::default();
        let mut known: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        let mut parts = Vec::new();
        for index in 0..count(&coordinates, budget)? {
            let residues = residues(&coordinates, index);
            let pair = (self.parts[left.index(&residues)], other.parts[right.index(&residues)]);
            let number = match known.get(&pair) {
                Some(&number) => number,
                None => {
                    let (a, b) = (&self.sets[pair.0 as usize], &other.sets[pair.1 as usize]);
                    let number = pool.number(a.product(b, connective, budget)?);
                    known.insert(pair, number);
                    number
                }
            };
            parts.push(number);
        }
        Ok(Relation { coordinates, sets: pool.sets, parts })
    }

    /// Do both hold the same tuples? Coordinates that one of them lacks are free there.
    pub fn is_equivalent(&self, other: &Relation, budget: &Budget) -> Result<bool, Blowup> {
        Ok(self.product(other, Connective::Xor, budget)?.is_empty())
    }

    /// The tuples that it does not hold.
    pub fn complement(&self, budget: &Budget) -> Result<Relation, Blowup> {
        let mut complement = self.clone();
        for set in &mut complement.sets {
            *set = set.complement(budget)?;
        }
        Ok(complement)
    }

    /// The tuples that some number for the variable completes to a member: some residue and some
    /// quotient.
    pub fn exists(&self, variable: &Variable, budget: &Budget) -> Result<Relation, Blowup> {
        let Some(place) = self.coordinates.iter().position(|(v, _)| v == variable) else {
            return Ok(self.clone());
        };
        let mut pool = Pool::default();
        let mut projected = Vec::new();
        for set in &self.sets {
            projected.push(pool.number(set.exists(std::slice::from_ref(variable), budget)?));
        }
        let mut coordinates = self.coordinates.clone();
        let (_, modulus) = coordinates.remove(place);
        let own = Restriction::new(&self.coordinates, &self.coordinates);
        let mut unions = Unions::default();
        let mut parts = Vec::new();
        for index in 0..count(&coordinates, budget)? {
            let mut full = residues(&coordinates, index);
            full.insert(place, 0);
            let mut members = Vec::new();
            for residue in 0..modulus {
                full[place] = residue;
                members.push(projected[self.parts[own.index(&full)] as usize]);
            }
            parts.push(unions.of(members, &mut pool, budget)?);
        }
        Ok(Relation { coordinates, sets: pool.sets, parts })
    }

    /// The relation at linear terms, one for each variable that is a key; the others stay. The
    /// carries between residues and quotients are worked out here; no projection is needed.
    ///
    /// `coordinates` are those of the result. A term `sum of c_j x_j + c0` for a coordinate of
    /// modulus P needs every `c_j P_j` to be a multiple of P, so that the residue follows from
    /// residues.
    ///
    /// # Panics
    /// If that is not so, or a variable of a term is not among the coordinates.
    pub fn substitute<V: Into<Variable>>(
        &self,
        terms: &BTreeMap<Variable, Linear>,
        coordinates: impl IntoIterator<Item = (V, u32)>,
        budget: &Budget,
    ) -> Result<Relation, Blowup> {
        let coordinates: BTreeMap<Variable, u32> =
            coordinates.into_iter().map(|(v, modulus)| (v.into(), modulus)).collect();
        let coordinates: Vec<(Variable, u32)> = coordinates.into_iter().collect();
        let term = |v: &Variable| terms.get(v).cloned().unwrap_or_else(|| Linear::var(v));
        let own = Restriction::new(&self.coordinates, &self.coordinates);
        let mut pool = Pool::default();
        let mut known: FxHashMap<(u32, Vec<Linear>), u32> = FxHashMap::default();
        let mut parts = Vec::new();
        for index in 0..count(&coordinates, budget)? {
            let residues = residues(&coordinates, index);
            let mut own_residues = Vec::new();
            let mut quotients = Vec::new();
            for (v, modulus) in &self.coordinates {
                let (residue, quotient) = split(&term(v), *modulus, &coordinates, &residues);
                own_residues.push(residue);
                quotients.push(quotient);
            }
            let part = self.parts[own.index(&own_residues)];
            let key = (part, quotients);
            let number = match known.get(&key) {
                Some(&number) => number,
                None => {
                    // A coordinate that the set does not read still must not be negative.
                    let names: Vec<Variable> =
                        self.coordinates.iter().map(|c| c.0.clone()).collect();
                    let set = self.sets[part as usize].extend(&names, budget)?;
                    let terms = names.into_iter().zip(key.1.iter().cloned()).collect();
                    let number = pool.number(set.substitute(&terms, budget)?);
                    known.insert(key, number);
                    number
                }
            };
            parts.push(number);
        }
        Ok(Relation { coordinates, sets: pool.sets, parts })
    }
}

/// The unions of sets of a pool, each done once.
#[derive(Default)]
struct Unions {
    known: FxHashMap<Vec<u32>, u32>,
    pairs: FxHashMap<(u32, u32), u32>,
}

impl Unions {
    fn of(
        &mut self,
        mut members: Vec<u32>,
        pool: &mut Pool,
        budget: &Budget,
    ) -> Result<u32, Blowup> {
        members.sort_unstable();
        members.dedup();
        if let Some(&number) = self.known.get(&members) {
            return Ok(number);
        }
        let none: [Variable; 0] = [];
        let mut union = pool.number(Dfa::nothing(Numeration::Binary, none)?);
        for &member in &members {
            let pair = (union.min(member), union.max(member));
            union = match self.pairs.get(&pair) {
                Some(&number) => number,
                None => {
                    let (a, b) = (&pool.sets[pair.0 as usize], &pool.sets[pair.1 as usize]);
                    let number = pool.number(a.or(b, budget)?);
                    self.pairs.insert(pair, number);
                    number
                }
            };
        }
        self.known.insert(members, union);
        Ok(union)
    }
}

/// Finds the part of a relation, given residues of more coordinates.
struct Restriction {
    /// Which coordinate, and its modulus.
    places: Vec<(usize, usize)>,
}

impl Restriction {
    fn new(all: &[(Variable, u32)], part: &[(Variable, u32)]) -> Restriction {
        let place = |(v, modulus): &(Variable, u32)| {
            (all.iter().position(|(own, _)| own == v).expect("a coordinate"), *modulus as usize)
        };
        Restriction { places: part.iter().map(place).collect() }
    }

    fn index(&self, residues: &[u32]) -> usize {
        let digits = self.places.iter().rev();
        digits.fold(0, |index, &(place, modulus)| index * modulus + residues[place] as usize)
    }
}

/// The number of residue tuples, if the budget has room for a table of them.
fn count(coordinates: &[(Variable, u32)], budget: &Budget) -> Result<usize, Blowup> {
    assert!(coordinates.iter().all(|&(_, modulus)| modulus > 0), "moduli are positive");
    let mut count = 1usize;
    for &(_, modulus) in coordinates {
        count = count.saturating_mul(modulus as usize);
        budget.allow(Operation::Residues, 0, count.saturating_mul(64))?;
    }
    Ok(count)
}

fn residues(coordinates: &[(Variable, u32)], mut index: usize) -> Vec<u32> {
    let digit = |&(_, modulus): &(Variable, u32)| {
        let residue = (index % modulus as usize) as u32;
        index /= modulus as usize;
        residue
    };
    coordinates.iter().map(digit).collect()
}
