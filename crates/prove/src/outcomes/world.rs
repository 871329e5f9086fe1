//! One set with its numbers and the outcomes of its games: whether a sentence is true there.
//!
//! A sentence about every heap n is decided for all of them. Let the outcomes that it looks at repeat with p from e on, and its
//! conditions on n with q from t on, and let it look back by b at most. From max(e, t) + b on its truth repeats with a common
//! multiple of p and q, so the heaps up to one such multiple further are all that matter.

use sprague_rules::expr::{Expr, Mention};
use sprague_rules::{Outcome, Ruleset};
use sprague_task::Task;

use sprague_claim::outcomes::Family;

use super::family::{Template, amounts_of, settle, settled};
use super::settled::Settled;
use sprague_claim::Condition;
use sprague_claim::condition::{SLOTS, Sight, value_of};
use sprague_claim::outcomes::onwards::{Onwards, gcd};
use sprague_claim::outcomes::sentence::{
    GCD, Like, MAX, MIN, N, OFTEN, Outcomes, PERIOD, Part, Place, SIZE, SUM, Sentence, Where,
    names_slot,
};

/// The games that sentences speak of.
pub struct Games<'c> {
    /// The sets, where these are left open.
    pub family: Option<&'c Family>,
    /// Each game with its set left open.
    pub templates: Vec<Template>,
    /// The games, where nothing is left open.
    pub rulesets: Vec<&'c Ruleset>,
    /// The work that this is a part of.
    pub task: &'c Task,
}

/// One set.
pub struct World<'g, 'c> {
    games: &'g Games<'c>,
    bits: u64,
    ends: Vec<Outcome>,
    /// The members, of an infinite set only the first.
    members: Vec<u32>,
    numbers: [i64; SLOTS],
    outcomes: Vec<Option<Settled>>,
    /// What can be taken in each game, where that was asked for.
    amounts: Vec<Option<Vec<u32>>>,
    /// Did the `whenever` that was looked at last speak of any heap?
    spoke: bool,
}

/// Heaps that a sentence may have to be looked at.
const MOST_HEAPS: i64 = 50_000_000;
/// How far from n it may speak of heaps, and of how many in a row.
const AWAY: i64 = 100_000;
const IN_A_ROW: i64 = 1000;

impl<'g, 'c> World<'g, 'c> {
    pub fn new(games: &'g Games<'c>, bits: u64, members: Vec<u32>) -> World<'g, 'c> {
        let mut numbers = [0; SLOTS];
        let wide = || members.iter().map(|&s| i64::from(s));
        numbers[MIN] = wide().next().unwrap_or(0);
        numbers[MAX] = wide().next_back().unwrap_or(0);
        numbers[SIZE] = members.len() as i64;
        numbers[SUM] = wide().sum();
        let outcomes = games.templates.iter().map(|_| None).collect();
        let amounts = games.templates.iter().map(|_| None).collect();
        let (ends, spoke) = (Vec::new(), true);
        World { games, bits, ends, members, numbers, outcomes, amounts, spoke }
    }

    /// The same set, with other outcomes of its stuck heaps.
    pub fn ending(&mut self, ends: Vec<Outcome>) {
        self.ends = ends;
        self.outcomes.iter_mut().for_each(|known| *known = None);
    }

    pub fn least(&self) -> u32 {
        self.numbers[MIN] as u32
    }

    /// Which of the open numbers are in the set, a bit each.
    pub fn bits(&self) -> u64 {
        self.bits
    }

    pub fn ends(&self) -> &[Outcome] {
        &self.ends
    }

    pub fn members(&self) -> &[u32] {
        &self.members
    }

    /// The outcomes of a game.
    pub fn outcomes(&mut self, game: Place) -> Result<&mut Settled, String> {
        if self.outcomes[game].is_none() {
            let task = self.games.task;
            let known = match self.games.family {
                Some(family) => {
                    let template = &self.games.templates[game];
                    settle(template, family, self.bits, &self.ends, task)?
                }
                None => settled(self.games.rulesets[game], task)?,
            };
            task.spend(known.length() as u64).map_err(|stop| stop.to_string())?;
            self.numbers[PERIOD + 2 * game] = known.period as i64;
            self.numbers[PERIOD + 2 * game + 1] = known.preperiod as i64;
            self.outcomes[game] = Some(known);
        }
        Ok(self.outcomes[game].as_mut().expect("it was just put there"))
    }

    /// What can be taken in a game.
    pub fn amounts(&mut self, game: Place) -> Result<&[u32], String> {
        if self.amounts[game].is_none() {
            let template = &self.games.templates[game];
            let amounts = match self.games.family {
                Some(_) if template.takes_set() => self.members.clone(),
                Some(family) => {
                    let text = template.text(family);
                    amounts_of(&family.ruleset(&text, &self.members, &self.ends)?)?
                }
                None => amounts_of(self.games.rulesets[game])?,
            };
            self.amounts[game] = Some(amounts);
        }
        Ok(self.amounts[game].as_deref().unwrap_or_default())
    }

    /// Makes sure that the numbers that are named are known.
    fn know(&mut self, names: impl Fn(usize) -> bool) -> Result<(), String> {
        for game in 0..self.outcomes.len() {
            let slots = [PERIOD + 2 * game, PERIOD + 2 * game + 1];
            if self.outcomes[game].is_none() && slots.into_iter().any(&names) {
                self.outcomes(game)?;
            }
        }
        if names(GCD) {
            self.numbers[GCD] = self.members.iter().fold(0, |all, &s| gcd(all, s.into()));
        }
        for (place, outcome) in Outcomes::EVERY.into_iter().enumerate() {
            if names(OFTEN + place) {
                let often = self.outcomes(0)?.often(Outcomes::of(&[outcome]));
                self.numbers[OFTEN + place] = often as i64;
            }
        }
        Ok(())
    }

    pub fn value(&mut self, expr: &Expr) -> Result<i64, String> {
        match expr {
            Expr::Const(c) => return Ok(*c),
            _ => self.know(|slot| expr.mentions(&|mention| mention == Mention::Slot(slot)))?,
        }
        Ok(value_of(expr, Sight::of(&self.numbers)))
    }

    /// Is it known of the set alone that a sentence is false?
    pub fn is_out(&mut self, sentence: &Sentence) -> Result<bool, String> {
        match sentence {
            Sentence::And(parts) => {
                for part in parts {
                    if self.is_out(part)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            of_set if of_set.is_of_set() => Ok(self.fails(of_set)?.is_some()),
            _ => Ok(false),
        }
    }

    /// The same as [`World::fails`], for each of the clauses in turn up to the first that fails; a bit for each clause that speaks of
    /// something: of a `whenever` whose condition is never met nothing can be learned.
    pub fn fails_of(&mut self, clauses: &[&Sentence]) -> Result<(Option<usize>, u64), String> {
        let mut spoken = 0;
        for (place, clause) in clauses.iter().enumerate() {
            self.spoke = true;
            if let Some(heap) = self.fails(clause)? {
                return Ok((Some(heap), spoken));
            }
            spoken |= u64::from(self.spoke) << place.min(63);
        }
        Ok((None, spoken))
    }

    /// Is it true? If not, a heap at which it fails, the least one; 0 if it is not about heaps.
    pub fn fails(&mut self, sentence: &Sentence) -> Result<Option<usize>, String> {
        let so = |holds: bool| if holds { None } else { Some(0) };
        Ok(match sentence {
            Sentence::Not(inner) => so(self.fails(inner)?.is_some()),
            Sentence::And(parts) => {
                for part in parts {
                    if let Some(heap) = self.fails(part)? {
                        return Ok(Some(heap));
                    }
                }
                None
            }
            Sentence::Or(parts) => {
                for part in parts {
                    if self.fails(part)?.is_none() {
                        return Ok(None);
                    }
                }
                Some(0)
            }
            Sentence::Numbers(condition) => {
                self.know(|slot| names_slot(condition, slot))?;
                so(condition.holds(Sight::of(&self.numbers)))
            }
            Sentence::Set(like) => so(is_like(&self.members, *like)),
            Sentence::Has(expr) => {
                let value = self.value(expr)?;
                so(u32::try_from(value).is_ok_and(|value| match self.games.family {
                    Some(family) => family.has(self.bits, value),
                    None => self.members.contains(&value),
                }))
            }
            Sentence::Ends(outcome) => so(self.ends.contains(outcome)),
            Sentence::Coprime(a, b) => so(gcd(self.value(a)?, self.value(b)?).abs() == 1),
            Sentence::HasPeriod(expr) => {
                let value = self.value(expr)?;
                so(value > 0 && value % self.outcomes(0)?.period as i64 == 0)
            }
            Sentence::Eventually(game, outcomes) => {
                let settled = self.outcomes(*game)?;
                so(settled.often(*outcomes) == settled.period)
            }
            Sentence::Recurs(game, outcomes) => so(self.outcomes(*game)?.often(*outcomes) > 0),
            Sentence::Appears(game, outcomes) => {
                let settled = self.outcomes(*game)?;
                let mut heaps = 0..settled.preperiod + settled.period;
                so(heaps.any(|heap| outcomes.contains(settled.outcome(heap))))
            }
            Sentence::Whenever(one, other) => self.whenever(one, other)?,
            Sentence::Runs { of, most, between } => {
                let most = most.as_ref().map(|most| self.value(most)).transpose()?;
                runs(self.outcomes(0)?, *of, most, *between)
            }
        })
    }

    /// The least heap at which all of one of the first is so and not all of the second.
    fn whenever(&mut self, one: &[Vec<Part>], other: &[Part]) -> Result<Option<usize>, String> {
        let length = self.horizon(one.iter().flatten().chain(other))?;
        let words = length.div_ceil(64);
        let mut open = vec![0; words];
        for parts in one {
            let mut all = vec![u64::MAX; words];
            for part in parts {
                let mask = self.mask(part, false, length)?;
                all.iter_mut().zip(&mask).for_each(|(all, mask)| *all &= mask);
            }
            open.iter_mut().zip(&all).for_each(|(open, all)| *open |= all);
        }
        let last = length % 64;
        if last != 0 {
            open[words - 1] &= (1 << last) - 1;
        }
        self.spoke = open.iter().any(|&word| word != 0);
        if !self.spoke {
            return Ok(None);
        }
        let mut wrong = vec![0; words];
        for part in other {
            let mask = self.mask(part, true, length)?;
            wrong.iter_mut().zip(&mask).for_each(|(wrong, mask)| *wrong |= !mask);
        }
        let found =
            open.iter().zip(&wrong).enumerate().find(|(_, (open, wrong))| *open & *wrong != 0);
        Ok(found.map(|(word, (open, wrong))| 64 * word + (open & wrong).trailing_zeros() as usize))
    }

    /// How many heaps must be looked at to know of all.
    fn horizon<'p>(&mut self, parts: impl Iterator<Item = &'p Part>) -> Result<usize, String> {
        let mut onwards = Onwards::AT_ONCE;
        let mut back = 0;
        let far = || "the periods have too large a common multiple".to_string();
        for part in parts {
            let (games, shift) = match part {
                Part::At { game, place: Where::Heaps(from, to), .. } => {
                    let (from, to) = (self.value(from)?, self.value(to)?);
                    if to.abs() > AWAY || to - from > IN_A_ROW {
                        return Err("it speaks of heaps too far from n".into());
                    }
                    ([*game; 2], from)
                }
                Part::At { game, .. } => {
                    let most = self.amounts(*game)?.last().copied().unwrap_or(0);
                    ([*game; 2], -i64::from(most))
                }
                Part::Same { game, shift } => ([0, *game], self.value(shift)?),
                Part::Number(condition) => {
                    self.know(|slot| names_slot(condition, slot))?;
                    let one = Onwards::of(condition, &self.numbers)
                        .ok_or("it is not seen from where on a condition on n repeats")?;
                    onwards = onwards.and(one).ok_or_else(far)?;
                    continue;
                }
            };
            if shift.abs() > AWAY {
                return Err("it speaks of heaps too far from n".into());
            }
            back = back.max(-shift);
            for game in games {
                let settled = self.outcomes(game)?;
                let one = Onwards { from: settled.preperiod as i64, period: settled.period as i64 };
                onwards = onwards.and(one).ok_or_else(far)?;
            }
        }
        let length = onwards.from.saturating_add(back).saturating_add(onwards.period);
        if length > MOST_HEAPS { Err(far()) } else { Ok(length as usize) }
    }

    /// Bit n: the part is so at n; `below` where it speaks of a heap below 0.
    fn mask(&mut self, part: &Part, below: bool, length: usize) -> Result<Vec<u64>, String> {
        Ok(match part {
            Part::At { game, outcomes, place: Where::Heaps(from, to) } => {
                let (from, to) = (self.value(from)?, self.value(to)?);
                let settled = self.outcomes(*game)?;
                let mut mask = vec![u64::MAX; length.div_ceil(64)];
                for shift in from..=to {
                    let one = settled.mask(*outcomes, shift, below, length);
                    mask.iter_mut().zip(&one).for_each(|(mask, one)| *mask &= one);
                }
                mask
            }
            Part::At { game, outcomes, place } => {
                let every = *place == Where::EveryOption;
                // Every option is so unless some option is not.
                let outcomes = if every { outcomes.others() } else { *outcomes };
                let amounts = self.amounts(*game)?.to_vec();
                let settled = self.outcomes(*game)?;
                let mut mask = vec![0; length.div_ceil(64)];
                for amount in amounts {
                    let one = settled.mask(outcomes, -i64::from(amount), false, length);
                    mask.iter_mut().zip(&one).for_each(|(mask, one)| *mask |= one);
                }
                if every {
                    mask.iter_mut().for_each(|word| *word = !*word);
                }
                mask
            }
            Part::Same { game, shift } => {
                let shift = self.value(shift)?;
                let mut mask = vec![0; length.div_ceil(64)];
                for outcome in Outcomes::EVERY {
                    let outcomes = Outcomes::of(&[outcome]);
                    let here = self.outcomes(0)?.mask(outcomes, 0, false, length);
                    let there = self.outcomes(*game)?.mask(outcomes, shift, below, length);
                    let both = here.iter().zip(&there).map(|(here, there)| here & there);
                    mask.iter_mut().zip(both).for_each(|(mask, both)| *mask |= both);
                }
                mask
            }
            Part::Number(condition) => {
                self.know(|slot| names_slot(condition, slot))?;
                numbers_mask(condition, self.numbers, length)
            }
        })
    }
}

/// Bit n: the condition holds. It is tried until it repeats.
fn numbers_mask(condition: &Condition, mut numbers: [i64; SLOTS], length: usize) -> Vec<u64> {
    let mut mask = vec![0; length.div_ceil(64)];
    let onwards = Onwards::of(condition, &numbers);
    let tried = onwards.map_or(i64::MAX, |onwards| onwards.from.saturating_add(onwards.period));
    for n in 0..64 * mask.len() {
        let holds = match onwards {
            Some(onwards) if n as i64 >= tried => {
                let before = n - onwards.period as usize;
                mask[before / 64] >> (before % 64) & 1
            }
            _ => {
                numbers[N] = n as i64;
                u64::from(condition.holds(Sight::of(&numbers)))
            }
        };
        mask[n / 64] |= holds << (n % 64);
    }
    mask
}

fn is_like(members: &[u32], like: Like) -> bool {
    let (Some(&least), Some(&largest)) = (members.first(), members.last()) else { return false };
    match like {
        Like::Symmetric => {
            members.iter().all(|s| members.binary_search(&(least + largest - s)).is_ok())
        }
        Like::Consecutive => (largest - least) as usize + 1 == members.len(),
        Like::Even => members.iter().all(|s| s % 2 == 0),
        Like::Odd => members.iter().all(|s| s % 2 == 1),
    }
}

/// The first heap at which heaps in a row with these outcomes are too many, or stand beside another than they should.
///
/// Heaps in a row that begin within the preperiod or the first period end before two periods are over, or never; and
/// those that begin later are like some that begin before.
fn runs(
    settled: &mut Settled,
    of: Outcomes,
    most: Option<i64>,
    between: Option<(Outcomes, Outcomes)>,
) -> Option<usize> {
    let end = settled.preperiod + settled.period;
    settled.extend(end + settled.period + 1);
    let endless = settled.often(of) == settled.period;
    let mut run = 0;
    for heap in 0..=end + settled.period {
        let outcome = settled.outcome(heap);
        if of.contains(outcome) {
            let before = heap.checked_sub(1).map(|heap| settled.outcome(heap));
            let beside = |(before_it, _): (Outcomes, _)| {
                before.is_none_or(|before| before_it.contains(before))
            };
            if run == 0 && between.is_some_and(|between| !beside(between)) {
                return Some(heap);
            }
            run += 1;
            match most {
                Some(most) if run > most => return Some(heap),
                // There will be too many.
                Some(most) if endless && heap >= settled.preperiod => {
                    return Some(heap + (most - run + 1).clamp(0, 1 << 24) as usize);
                }
                _ => {}
            }
        } else {
            if run > 0 && between.is_some_and(|(_, after)| !after.contains(outcome)) {
                return Some(heap);
            }
            run = 0;
        }
    }
    None
}
