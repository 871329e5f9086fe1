//! Nim-values and nim-sets of the games that a formula speaks of, by the kernels or from the rules alone.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sprague_sequence::Regularity;
use sprague_solve::heaps::{HeapValues, nim_sets_within, unite_added};
use sprague_task::Task;

use super::Only;
use super::before::{self, Found};
use sprague_certificate::Regularity as Certified;
use sprague_claim::formula::games::{Games, Of};
use sprague_claim::formula::plain::{Heaps as Meaning, Valued};

/// Nim-values and nim-sets of the games that a formula speaks of, made when they are asked for.
pub struct Heaps<'c> {
    /// The games of the case.
    pub games: Games<'c>,
    task: &'c Task,
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
    pub fn new(games: Games<'c>, to: u32, task: &'c Task) -> Heaps<'c> {
        Heaps { games, task, plainly: false, to, lines: HashMap::new() }
    }

    /// The plain twin: values by walking the rules, sets from the definition.
    pub fn plainly(games: Games<'c>, task: &'c Task) -> Heaps<'c> {
        Heaps { plainly: true, ..Heaps::new(games, 0, task) }
    }

    /// The values of a game, at least up to this heap.
    pub fn line(&mut self, game: &Of, heap: usize) -> Valued<&mut Line> {
        let known = self.lines.get(game).map_or(0, |line| line.values.len());
        if known <= heap {
            let line = self.computed(game, heap, known == 0)?;
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

    /// The values up to a heap; with the regularity, which was looked for before where some values are known.
    fn computed(&self, game: &Of, heap: usize, with_regularity: bool) -> Valued<Line> {
        if heap > 10_000_000 {
            return Err(format!("a heap of {heap} is too large"));
        }
        let ruleset = self.games.ruleset(game)?;
        if self.plainly {
            let mut heaps = HeapValues::plainly(&ruleset, self.task.limits().bytes);
            let reached = heaps.reach(heap as u32, &self.task.watch());
            reached.map_err(|refusal| refusal.to_string())?;
            let values = heaps.values().to_vec();
            return Ok(Line { values, ..Line::default() });
        }
        let to = self.to.max(heap as u32).max(heap.saturating_mul(3) as u32 / 2);
        let Found { values, regularity, certified } =
            before::found(&ruleset, to, with_regularity, self.task)?;
        Ok(Line { values, regularity, certified, ..Line::default() })
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
        let (plainly, memory, watch) = (self.plainly, self.task.limits().bytes, self.task.watch());
        let goes_on = || watch.goes_on();
        let line = self.lines.get_mut(game).ok_or("there are no nim-values")?;
        let values = &line.values[..=to];
        let wide = u64::from(values.iter().copied().max().unwrap_or(0)) / 32 + 1;
        if (to as u64).saturating_mul(parts as u64).saturating_mul(8 * wide) > memory {
            return Err(format!("nim-sets of {parts} parts are too large for the memory"));
        }
        let sets = match only {
            None if !plainly => {
                let sets = nim_sets_within(values, parts, &watch);
                (sets.len() == values.len()).then_some(sets)
            }
            None => restricted(values, parts, |_| true, &goes_on),
            Some(Only { all, .. }) if !plainly => gathered(values, parts, fits, all, &goes_on),
            Some(Only { all: true, .. }) => restricted(values, parts, |heap| fits[heap], &goes_on),
            Some(Only { all: false, .. }) => not_all(values, parts, fits, &goes_on),
        };
        let sets = sets.ok_or("time ran out while nim-sets were made")?;
        line.sets.insert((parts, only), sets);
        Ok(())
    }
}

/// Splits all parts of which fit, or not all: rows of bits, one part more at a time. Parts with the same value are nim-added
/// to everything at once, each moved by its own size.
fn gathered(
    values: &[u32],
    parts: usize,
    fits: &[bool],
    all: bool,
    goes_on: &dyn Fn() -> bool,
) -> Option<Vec<Vec<u32>>> {
    let largest = values.iter().copied().max().unwrap_or(0) as usize;
    let width = (largest / 64 + 1).next_power_of_two();
    let mut by_value: BTreeMap<u32, [Vec<usize>; 2]> = BTreeMap::new();
    for (heap, &value) in values.iter().enumerate().skip(1) {
        by_value.entry(value).or_default()[usize::from(!fits[heap])].push(heap);
    }
    let nothing = vec![0u64; width * values.len()];
    let (mut among, mut outside) = (nothing.clone(), nothing.clone());
    among[0] = 1;
    for _ in 0..parts {
        let (mut longer_among, mut longer_outside) = (nothing.clone(), nothing.clone());
        for (&value, [fitting, others]) in &by_value {
            goes_on().then_some(())?;
            let added = |rows: &[u64]| {
                let mut added = nothing.clone();
                let rows = rows.chunks_exact(width);
                added.chunks_exact_mut(width).zip(rows).for_each(|(into, row)| {
                    unite_added(into, row, value);
                });
                added
            };
            let unite = |into: &mut [u64], added: &[u64], heaps: &[usize]| {
                for heap in heaps {
                    let moved = into[heap * width..].iter_mut().zip(added);
                    moved.for_each(|(word, bits)| *word |= bits);
                }
            };
            let added_among = added(&among);
            unite(&mut longer_among, &added_among, fitting);
            if !all {
                let added_outside = added(&outside);
                unite(&mut longer_outside, &added_among, others);
                unite(&mut longer_outside, &added_outside, fitting);
                unite(&mut longer_outside, &added_outside, others);
            }
        }
        (among, outside) = (longer_among, longer_outside);
    }
    let rows = if all { among } else { outside };
    let members = |row: &[u64]| {
        let bits = 0..64 * row.len() as u32;
        bits.filter(|bit| row[*bit as usize / 64] >> (bit % 64) & 1 == 1).collect()
    };
    Some(rows.chunks_exact(width).map(members).collect())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gathered_splits_are_those_of_the_definition() {
        let mut state = 11u32;
        let mut random = move |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        for largest in [3, 60, 64, 200] {
            let values: Vec<u32> =
                (0..40).map(|n| if n == 0 { 0 } else { random(largest + 1) }).collect();
            let fits: Vec<bool> = values.iter().map(|_| random(3) > 0).collect();
            for parts in 0..5 {
                let of = |all: bool| gathered(&values, parts, &fits, all, &|| true);
                assert_eq!(of(true), restricted(&values, parts, |heap| fits[heap], &|| true));
                assert_eq!(of(false), not_all(&values, parts, &fits, &|| true));
            }
        }
    }
}
