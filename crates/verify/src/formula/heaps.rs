//! Nim-values and nim-sets of single heaps, from the definitions: a value is the mex of the options' values, that of
//! several heaps is the nim-sum of theirs, and a nim-set is what the splits into so many parts have for values.
//!
//! Where the certificate gives a regularity of a game, it is checked when the game is first spoken of, and values come
//! from it.

use std::collections::{BTreeMap, HashMap};

use sprague_certificate::{GameEvidence, Regularity, Terms};
use sprague_claim::formula::Only;
use sprague_claim::formula::games::{Games, Of};
use sprague_claim::formula::plain::{Heaps as Meaning, Valued};
use sprague_rules::Ruleset;
use sprague_task::Task;

use super::linear::{Checked, reject};
use crate::nim_sets::Rows;
use crate::regular::Lasting;
use crate::{Rejection, terms};

/// Values by the rules are computed for heaps up to this one.
const FARTHEST: usize = 100_000;
/// So many are computed at least.
const SOME: usize = 64;

/// The nim-values and nim-sets of the games of one case.
pub(super) struct Heaps<'c> {
    games: Games<'c>,
    given: &'c [GameEvidence],
    task: &'c Task,
    lines: HashMap<Of, Line<'c>>,
    /// Why something could not be had, where the language only knows words for it.
    pub(super) stopped: Option<Rejection>,
}

/// One game.
struct Line<'c> {
    ruleset: Ruleset,
    given: Option<&'c GameEvidence>,
    /// From the rules, as far as they were asked for.
    values: Vec<u32>,
    /// Nim-sets that formulas ask for.
    sets: HashMap<(usize, Option<Only>), Rows>,
}

impl<'c> Heaps<'c> {
    pub(super) fn new(games: Games<'c>, given: &'c [GameEvidence], task: &'c Task) -> Heaps<'c> {
        Heaps { games, given, task, lines: HashMap::new(), stopped: None }
    }

    /// Takes up a game: its rules, and its regularity if one is given.
    fn line(&mut self, game: &Of) -> Checked<&mut Line<'c>> {
        if !self.lines.contains_key(game) {
            let ruleset = self.games.ruleset(game).map_err(Rejection::new)?;
            let name = self.games.expression(game);
            let given = self.given.iter().find(|given| given.game == name);
            if let Some(given) = given {
                Lasting::tested(&ruleset, &given.regularity, self.task)?;
                if !matches!(given.regularity.terms, Terms::Values(_)) {
                    return reject("a formula speaks of nim-values");
                }
            }
            let (values, sets) = (Vec::new(), HashMap::new());
            self.lines.insert(game.clone(), Line { ruleset, given, values, sets });
        }
        self.lines.get_mut(game).ok_or_else(|| Rejection::new("there is no such game"))
    }

    /// What is given of a game, and checked.
    pub(super) fn regularity(&mut self, game: &Of) -> Checked<&'c GameEvidence> {
        match self.line(game)?.given {
            Some(given) => Ok(given),
            None => {
                let name = self.games.expression(game);
                reject(format!("no regularity of {name} is given"))
            }
        }
    }

    /// The nim-value of a heap.
    pub(super) fn nim_value(&mut self, game: &Of, heap: i64) -> Checked<i64> {
        let Ok(heap) = usize::try_from(heap) else {
            return reject(format!("there is no heap of {heap}"));
        };
        let task = self.task;
        let line = self.line(game)?;
        match line.given {
            Some(given) => term(&given.regularity, heap),
            None => {
                line.compute(heap, task)?;
                Ok(line.values[heap].into())
            }
        }
    }

    /// The nim-sets of splits into so many parts, of all heaps up to one.
    fn splits(
        &mut self,
        game: &Of,
        to: usize,
        parts: usize,
        only: Option<Only>,
        fits: &[bool],
    ) -> Checked<()> {
        if to > FARTHEST || parts > to {
            return reject(format!("nim-sets of {parts} parts of heaps up to {to} are too many"));
        }
        let mut values = Vec::with_capacity(to + 1);
        for heap in 0..=to {
            let value = self.nim_value(game, heap as i64)?;
            values.push(u32::try_from(value).map_err(|_| Rejection::new("a value is too large"))?);
        }
        let fits = |heap: usize| only.is_none() || fits.get(heap) == Some(&true);
        // Heaps with the same value are taken together: those that fit, and those that do not.
        let mut by_value: BTreeMap<u32, [Vec<usize>; 2]> = BTreeMap::new();
        for (heap, &value) in values.iter().enumerate().skip(1) {
            by_value.entry(value).or_default()[usize::from(!fits(heap))].push(heap);
        }
        let bound = values.iter().copied().max().unwrap_or(0) as usize + 1;
        // So many parts so far: all of them fit, or some do not.
        let nothing = Rows::empty(to + 1, bound, self.task)?;
        let (mut all, mut some) = (nothing.clone(), nothing.clone());
        all.insert(0, 0);
        for _ in 0..parts {
            let (mut next_all, mut next_some) = (nothing.clone(), nothing.clone());
            for (&value, [fitting, others]) in &by_value {
                // A row of words for every heap of the value, and some for nim-adding it to all rows.
                let rows = 4 + fitting.len() + 2 * others.len();
                self.task.spend((rows * (1 + to) * (1 + bound / 64)) as u64)?;
                next_all.unite_shifted(&all, fitting, value as usize);
                next_some.unite_shifted(&all, others, value as usize);
                next_some.unite_shifted(&some, fitting, value as usize);
                next_some.unite_shifted(&some, others, value as usize);
            }
            (all, some) = (next_all, next_some);
        }
        let sets = match only {
            Some(Only { all: false, .. }) => some,
            _ => all,
        };
        self.line(game)?.sets.insert((parts, only), sets);
        Ok(())
    }

    /// Keeps the reason, and says it in words.
    fn words<T>(&mut self, checked: Checked<T>) -> Valued<T> {
        checked.map_err(|rejection| {
            let words = rejection.to_string();
            self.stopped.get_or_insert(rejection);
            words
        })
    }
}

/// A term of a regular sequence.
fn term(regularity: &Regularity, heap: usize) -> Checked<i64> {
    let Terms::Values(values) = &regularity.terms else {
        return reject("a formula speaks of nim-values");
    };
    let (start, period) = (regularity.preperiod, regularity.period);
    let rounds = if heap < start { 0 } else { (heap - start) / period };
    let rise = i64::try_from(rounds).ok().and_then(|n| n.checked_mul(regularity.saltus.into()));
    let value = rise.and_then(|rise| rise.checked_add(values[heap - rounds * period].into()));
    value.filter(|value| *value < 1 << 50).ok_or_else(|| Rejection::new("a value is too large"))
}

impl Line<'_> {
    /// The values of all heaps up to one, from the rules.
    fn compute(&mut self, to: usize, task: &Task) -> Checked<()> {
        if to >= self.values.len() {
            let known = std::mem::take(&mut self.values);
            self.values = terms::continued(known, &self.ruleset, to.max(SOME), task)?;
        }
        Ok(())
    }
}

impl Meaning for Heaps<'_> {
    fn value(&mut self, game: &Of, heap: i64) -> Valued<i64> {
        let value = self.nim_value(game, heap);
        self.words(value)
    }

    fn known_set(
        &self,
        game: &Of,
        heap: usize,
        parts: usize,
        only: Option<Only>,
    ) -> Option<Vec<i64>> {
        let sets = self.lines.get(game)?.sets.get(&(parts, only))?;
        (heap < sets.len()).then(|| sets.members(heap).map(|member| member as i64).collect())
    }

    fn make_sets(
        &mut self,
        game: &Of,
        to: usize,
        parts: usize,
        only: Option<Only>,
        fits: &[bool],
    ) -> Valued<()> {
        let made = self.splits(game, to, parts, only, fits);
        self.words(made)
    }
}
