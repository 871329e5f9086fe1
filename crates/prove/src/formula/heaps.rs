//! Nim-values and nim-sets of the games that a formula speaks of, by the kernels or from the rules alone.

use std::collections::{BTreeSet, HashMap};

use sprague_sequence::{Regularity, Sequence, Terms, Verdict as Known};
use sprague_solve::heaps::{HeapValues, nim_sets_within};
use sprague_solve::{Budget, Watch};

use super::Only;
use crate::sequences::certified;
use sprague_certificate::Regularity as Certified;
use sprague_claim::formula::games::{Games, Of};
use sprague_claim::formula::plain::{Heaps as Meaning, Valued};

/// Nim-values and nim-sets of the games that a formula speaks of, made when they are asked for.
pub struct Heaps<'c> {
    /// The games of the case.
    pub games: Games<'c>,
    budget: Budget,
    watch: Watch,
    /// From the rules alone, slowly.
    plainly: bool,
    /// Heaps whose values are computed at least.
    to: u32,
    lines: HashMap<Of, Line>,
}

/// One game: its nim-values, whether they are regular, and nim-sets.
#[derive(Default)]
pub struct Line {
    /// The nim-values, from heap 0 on.
    pub values: Vec<u32>,
    /// A proved one.
    pub regularity: Option<Regularity>,
    /// The same for the checker.
    pub certified: Option<Certified>,
    /// Was it used for infinitely many heaps?
    pub endless: bool,
    /// The largest heap that was asked for.
    pub asked: usize,
    sets: HashMap<(usize, Option<Only>), Vec<Vec<u32>>>,
}

impl<'c> Heaps<'c> {
    /// The heaps of these games up to that size.
    pub fn new(games: Games<'c>, to: u32, budget: Budget, watch: Watch) -> Heaps<'c> {
        Heaps { games, budget, watch, plainly: false, to, lines: HashMap::new() }
    }

    /// The plain twin: values by walking the rules, sets from the definition.
    pub fn plainly(games: Games<'c>, budget: Budget, watch: Watch) -> Heaps<'c> {
        Heaps { plainly: true, ..Heaps::new(games, 0, budget, watch) }
    }

    /// The values of a game, at least up to this heap.
    pub fn line(&mut self, game: &Of, heap: usize) -> Valued<&mut Line> {
        let known = self.lines.get(game).map_or(0, |line| line.values.len());
        if known <= heap {
            let line = self.computed(game, heap)?;
            match self.lines.get_mut(game) {
                Some(known) => known.values = line.values,
                None => {
                    self.lines.insert(game.clone(), line);
                }
            }
        }
        self.lines.get_mut(game).ok_or_else(|| "there are no nim-values".into())
    }

    /// The games that were spoken of.
    pub fn lines(&self) -> impl Iterator<Item = (&Of, &Line)> {
        self.lines.iter()
    }

    fn computed(&self, game: &Of, heap: usize) -> Valued<Line> {
        if heap > 10_000_000 {
            return Err(format!("a heap of {heap} is too large"));
        }
        let ruleset = self.games.ruleset(game)?;
        if self.plainly {
            let mut heaps = HeapValues::plainly(&ruleset, self.budget.memory);
            heaps.reach(heap as u32, &self.watch).map_err(|refusal| refusal.to_string())?;
            let values = heaps.values().to_vec();
            return Ok(Line { values, ..Line::default() });
        }
        let to = self.to.max(heap as u32).max(heap.saturating_mul(3) as u32 / 2);
        let sequence = Sequence::compute(&ruleset, to, &self.budget, &self.watch);
        let sequence = sequence.map_err(|refusal| refusal.to_string())?;
        let regularity = sequence.regularity_within(&ruleset, &self.watch);
        let regularity = regularity.filter(|found| matches!(found.verdict, Known::Proved(_)));
        let certified = regularity.and_then(|found| certified(&ruleset, &sequence, found));
        match sequence.terms {
            Terms::NimValues(values) => {
                let values = values.to_vec();
                Ok(Line { values, regularity, certified, ..Line::default() })
            }
            Terms::Outcomes(_) => Err("there are no nim-values".into()),
        }
    }
}

impl Meaning for Heaps<'_> {
    fn value(&mut self, game: &Of, heap: i64) -> Valued<i64> {
        let heap = usize::try_from(heap).map_err(|_| format!("there is no heap of {heap}"))?;
        let line = self.line(game, heap)?;
        line.asked = line.asked.max(heap);
        Ok(line.values[heap].into())
    }

    fn known_set(
        &self,
        game: &Of,
        heap: usize,
        parts: usize,
        only: Option<Only>,
    ) -> Option<Vec<i64>> {
        let set = self.lines.get(game)?.sets.get(&(parts, only))?.get(heap)?;
        Some(set.iter().map(|&member| member.into()).collect())
    }

    /// The nim-sets of splits into so many parts, of all heaps up to one.
    fn make_sets(
        &mut self,
        game: &Of,
        to: usize,
        parts: usize,
        only: Option<Only>,
        fits: &[bool],
    ) -> Valued<()> {
        let line = self.line(game, to)?;
        line.asked = line.asked.max(to);
        let (plainly, memory) = (self.plainly, self.budget.memory);
        let goes_on = || self.watch.goes_on();
        let line = self.lines.get_mut(game).ok_or("there are no nim-values")?;
        let values = &line.values[..=to];
        let wide = u64::from(values.iter().copied().max().unwrap_or(0)) / 32 + 1;
        if (to as u64).saturating_mul(parts as u64).saturating_mul(8 * wide) > memory {
            return Err(format!("nim-sets of {parts} parts are too large for the memory"));
        }
        let sets = match only {
            None if !plainly => {
                let sets = nim_sets_within(values, parts, &self.watch);
                (sets.len() == values.len()).then_some(sets)
            }
            None => restricted(values, parts, |_| true, &goes_on),
            Some(Only { all: true, .. }) => restricted(values, parts, |heap| fits[heap], &goes_on),
            Some(Only { all: false, .. }) => not_all(values, parts, fits, &goes_on),
        };
        let sets = sets.ok_or("time ran out while nim-sets were made")?;
        line.sets.insert((parts, only), sets);
        Ok(())
    }
}

/// By the definition, part by part: every part is one of some heaps.
fn restricted(
    values: &[u32],
    parts: usize,
    fits: impl Fn(usize) -> bool,
    goes_on: &dyn Fn() -> bool,
) -> Option<Vec<Vec<u32>>> {
    let mut sets: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); values.len()];
    sets[0].insert(0);
    for _ in 0..parts {
        sets = with_one_more(&sets, values, &fits, goes_on)?;
    }
    Some(sets.into_iter().map(|set| set.into_iter().collect()).collect())
}

/// Some part is none of these heaps: the first such, those before it, and any after it.
fn not_all(
    values: &[u32],
    parts: usize,
    fits: &[bool],
    goes_on: &dyn Fn() -> bool,
) -> Option<Vec<Vec<u32>>> {
    let mut among: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); values.len()];
    among[0].insert(0);
    let mut outside: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); values.len()];
    for _ in 0..parts {
        let mut longer = with_one_more(&outside, values, &|_| true, goes_on)?;
        let first = with_one_more(&among, values, &|heap: usize| !fits[heap], goes_on)?;
        longer.iter_mut().zip(first).for_each(|(set, more)| set.extend(more));
        outside = longer;
        among = with_one_more(&among, values, &|heap: usize| fits[heap], goes_on)?;
    }
    Some(outside.into_iter().map(|set| set.into_iter().collect()).collect())
}

fn with_one_more(
    sets: &[BTreeSet<u32>],
    values: &[u32],
    fits: &dyn Fn(usize) -> bool,
    goes_on: &dyn Fn() -> bool,
) -> Option<Vec<BTreeSet<u32>>> {
    let longer = |n: usize| {
        let heaps = (1..=n).filter(|&heap| fits(heap));
        heaps
            .flat_map(|heap| sets[n - heap].iter().map(move |value| value ^ values[heap]))
            .collect()
    };
    (0..sets.len()).map(|n| goes_on().then(|| longer(n))).collect()
}
