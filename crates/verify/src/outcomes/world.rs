//! One set with its games, and whether a sentence is true there.
//!
//! *Every heap.* `whenever` says something of every heap n. Let the outcomes that its parts look at repeat with period p
//! from e on, the conditions on n with period q from t on, and let no part look further back than b. From max(e + b, t)
//! on, what each part says of n repeats with lcm(p, q): so the heaps below max(e + b, t) + lcm(p, q) are all that
//! there are. Of a heap below 0 nothing is supposed and nothing is claimed.
//!
//! *Heaps in a row.* A maximal row of heaps whose outcomes are among some begins at 0 or after a heap whose outcome is not.
//! One that begins after e + p is like one that begins p before it. One that begins at e + p or earlier either ends
//! before e + 2p or lasts for ever, as within a period after e every outcome that recurs is met.

use sprague_claim::Condition;
use sprague_claim::claim::OnOutcomes;
use sprague_claim::condition::{SLOTS, Sight, value_of};
use sprague_claim::outcomes::Family;
use sprague_claim::outcomes::sentence::{
    GCD, Like, MAX, MIN, N, OFTEN, Outcomes, PERIOD, Part, SIZE, SUM, Sentence, Where, names_slot,
};
use sprague_rules::Outcome;
use sprague_rules::expr::{Expr, Mention};
use sprague_task::Task;

use super::games::{Game, Source};
use super::heaps::{Heaps, bit};
use crate::Rejection;
use crate::repeats::{Repeats, gcd};

/// Numbers in a claim stay below this, so that no expression overflows: it was read with this bound.
const LARGEST: i64 = 1 << 30;
/// How far from n a part may look.
const AWAY: i64 = 1 << 24;

/// One set of a claim, and what is known of it.
pub(super) struct World<'c, 'w> {
    family: Option<&'c Family>,
    sources: &'w mut [Source<'c>],
    task: &'c Task,
    /// Which of the open numbers are in the set, a bit each.
    bits: u64,
    /// The members; of an infinite set the first.
    set: Vec<u32>,
    ends: Vec<Outcome>,
    numbers: [i64; SLOTS],
    games: Vec<Option<Game>>,
    heaps: Vec<Option<Heaps>>,
    /// Was the condition of the last `whenever` met by any heap?
    met: bool,
}

impl<'c, 'w> World<'c, 'w> {
    /// No set yet.
    pub(super) fn new(on: &'c OnOutcomes, sources: &'w mut [Source<'c>], task: &'c Task) -> Self {
        let count = sources.len();
        World {
            family: on.family.as_ref(),
            sources,
            task,
            bits: 0,
            set: Vec::new(),
            ends: Vec::new(),
            numbers: [0; SLOTS],
            games: vec![None; count],
            heaps: vec![None; count],
            met: true,
        }
    }

    /// Is this clause of a claim about anything, as far as it was looked at just now? A `whenever` is, if a heap meets its condition.
    pub(super) fn speaks(&self, clause: &Sentence) -> bool {
        self.met || !matches!(clause, Sentence::Whenever(..))
    }

    /// Another set: its members, of an infinite one those that are enough to know the least and what divides all.
    pub(super) fn turn_to(&mut self, bits: u64, set: Vec<u32>) {
        let wide = || set.iter().map(|&s| i64::from(s));
        self.numbers = [0; SLOTS];
        self.numbers[MIN] = wide().next().unwrap_or(0);
        self.numbers[MAX] = wide().next_back().unwrap_or(0);
        self.numbers[SIZE] = set.len() as i64;
        self.numbers[SUM] = wide().sum();
        (self.bits, self.set) = (bits, set);
        self.end(&[]);
    }

    /// The same set with other endings.
    pub(super) fn end(&mut self, ends: &[Outcome]) {
        self.ends.clear();
        self.ends.extend(ends);
        self.games.iter_mut().for_each(|game| *game = None);
        self.heaps.iter_mut().for_each(|heaps| *heaps = None);
    }

    /// The least member.
    pub(super) fn least(&self) -> u32 {
        self.set.first().copied().unwrap_or(0)
    }

    /// Makes sure that every game of the claim exists for this set.
    pub(super) fn admit(&self) -> Result<(), Rejection> {
        self.sources.iter().try_for_each(|source| source.admits(&self.set))
    }

    /// The moves and endings of a game, of a finite set.
    pub(super) fn game(&mut self, place: usize) -> Result<&Game, Rejection> {
        if self.games[place].is_none() {
            if self.family.is_some_and(|family| family.tail.is_some()) {
                return Err(Rejection::new("this is for finite sets, and these are infinite"));
            }
            let mut game = Game::default();
            self.sources[place].game(&self.set, &self.ends, &mut game)?;
            self.games[place] = Some(game);
        }
        self.games[place].as_ref().ok_or_else(|| Rejection::new("there is no such game"))
    }

    /// The outcomes of a game.
    pub(super) fn heaps(&mut self, place: usize) -> Result<&mut Heaps, Rejection> {
        if self.heaps[place].is_none() {
            let infinite = self.family.filter(|family| family.tail.is_some());
            let heaps = match infinite {
                Some(family) => self.of_infinite(place, family)?,
                None => {
                    let task = self.task;
                    let game = self.game(place)?;
                    Heaps::finite(&game.amounts, &game.stuck, task)?
                }
            };
            self.numbers[PERIOD + 2 * place] = small(heaps.period as i64)?;
            self.numbers[PERIOD + 2 * place + 1] = small(heaps.preperiod as i64)?;
            self.heaps[place] = Some(heaps);
        }
        self.heaps[place].as_mut().ok_or_else(|| Rejection::new("there is no such game"))
    }

    fn of_infinite(&mut self, place: usize, family: &Family) -> Result<Heaps, Rejection> {
        let (bits, task) = (self.bits, self.task);
        let Some(known) = self.sources[place].known() else {
            return Err(Rejection::new("of an infinite set a game may say only `take s in S`"));
        };
        known.end(&self.ends);
        let Some((condition, _)) = &family.tail else {
            return Err(Rejection::new("the set is finite"));
        };
        let Some(repeats) = Repeats::of(condition, &[0]) else {
            return Err(Rejection::new("it is not seen from where on the set repeats"));
        };
        let known = &*known;
        let beyond = u64::from(family.largest.max(known.largest_other())) + 1;
        let amounts = |to: u32| {
            let mut amounts = Vec::new();
            known.amounts(&family.members(bits, to), &mut amounts);
            amounts
        };
        let from = repeats.from.max(beyond);
        Heaps::infinite(&amounts, (from, repeats.period), &|heap| known.stuck(heap), task)
    }

    /// Makes sure that the numbers that are named are known.
    fn know(&mut self, names: &dyn Fn(usize) -> bool) -> Result<(), Rejection> {
        let infinite = self.family.is_some_and(|family| family.tail.is_some());
        if infinite && [MAX, SIZE, SUM].into_iter().any(names) {
            return Err(Rejection::new("this is for finite sets, and these are infinite"));
        }
        for place in 0..self.heaps.len() {
            if names(PERIOD + 2 * place) || names(PERIOD + 2 * place + 1) {
                self.heaps(place)?;
            }
        }
        if names(GCD) {
            let all = self.set.iter().fold(0, |all, &s| gcd(all, s.into()));
            self.numbers[GCD] = all as i64;
        }
        for (place, outcome) in Outcomes::EVERY.into_iter().enumerate() {
            if names(OFTEN + place) {
                let often = often(self.heaps(0)?, bit(outcome));
                self.numbers[OFTEN + place] = often as i64;
            }
        }
        match self.numbers.iter().all(|number| (0..=LARGEST).contains(number)) {
            true => Ok(()),
            false => Err(Rejection::new("a number is too large")),
        }
    }

    fn value(&mut self, expr: &Expr) -> Result<i64, Rejection> {
        if let Expr::Const(number) = expr {
            return Ok(*number);
        }
        self.know(&|slot| expr.mentions(&|mention| mention == Mention::Slot(slot)))?;
        Ok(value_of(expr, Sight::of(&self.numbers)))
    }

    /// Is it seen from the set alone that the sentence is false?
    pub(super) fn excludes(&mut self, sentence: &Sentence) -> Result<bool, Rejection> {
        match sentence {
            Sentence::And(parts) => {
                for part in parts {
                    if self.excludes(part)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            of_set if of_set.is_of_set() => Ok(self.fails(of_set)?.is_some()),
            _ => Ok(false),
        }
    }

    /// Is the sentence false? If so, the first heap at which that shows, or 0 where nothing is said of single heaps.
    pub(super) fn fails(&mut self, sentence: &Sentence) -> Result<Option<u64>, Rejection> {
        let fails_unless = |holds: bool| if holds { None } else { Some(0) };
        Ok(match sentence {
            Sentence::Not(inner) => fails_unless(self.fails(inner)?.is_some()),
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
                self.know(&|slot| names_slot(condition, slot))?;
                fails_unless(condition.holds(Sight::of(&self.numbers)))
            }
            Sentence::Set(like) => {
                if self.family.is_some_and(|family| family.tail.is_some()) {
                    return Err(Rejection::new("this is for finite sets, and these are infinite"));
                }
                fails_unless(is_like(&self.set, *like))
            }
            Sentence::Has(expr) => {
                let value = u32::try_from(self.value(expr)?).ok();
                let has = |value: u32| match self.family {
                    Some(family) => family.has(self.bits, value),
                    None => self.set.contains(&value),
                };
                fails_unless(value.is_some_and(has))
            }
            Sentence::Ends(outcome) => fails_unless(self.ends.contains(outcome)),
            Sentence::Coprime(a, b) => {
                let (a, b) = (self.value(a)?.unsigned_abs(), self.value(b)?.unsigned_abs());
                fails_unless(gcd(a, b) == 1)
            }
            Sentence::HasPeriod(expr) => {
                let value = self.value(expr)?;
                let period = self.heaps(0)?.period as i64;
                fails_unless(value > 0 && value % period == 0)
            }
            Sentence::Eventually(place, outcomes) => {
                let (_, cycle) = self.heaps(*place)?.parts();
                fails_unless(cycle.iter().all(|outcome| outcome & mask(*outcomes) != 0))
            }
            Sentence::Recurs(place, outcomes) => {
                let (_, cycle) = self.heaps(*place)?.parts();
                fails_unless(cycle.iter().any(|outcome| outcome & mask(*outcomes) != 0))
            }
            Sentence::Appears(place, outcomes) => {
                let (before, cycle) = self.heaps(*place)?.parts();
                let mut all = before.iter().chain(cycle);
                fails_unless(all.any(|outcome| outcome & mask(*outcomes) != 0))
            }
            Sentence::Whenever(alternatives, conclusions) => {
                self.whenever(alternatives, conclusions)?
            }
            Sentence::Runs { of, most, between } => {
                let most = most.as_ref().map(|most| self.value(most)).transpose()?;
                let between = between.map(|(before, after)| (mask(before), mask(after)));
                let heaps = self.heaps(0)?;
                rows(heaps, mask(*of), most, between)
            }
        })
    }

    /// The first heap of which all of an alternative is true and not all of the conclusions.
    fn whenever(
        &mut self,
        alternatives: &[Vec<Part>],
        conclusions: &[Part],
    ) -> Result<Option<u64>, Rejection> {
        let mut plan = Plan { repeats: Repeats::AT_ONCE, back: 0, forth: 0 };
        let alternatives: Vec<Vec<Ready>> = alternatives
            .iter()
            .map(|parts| parts.iter().map(|part| self.ready(part, &mut plan)).collect())
            .collect::<Result<_, _>>()?;
        let conclusions: Vec<Ready> =
            conclusions.iter().map(|part| self.ready(part, &mut plan)).collect::<Result<_, _>>()?;
        let far = || Rejection::new("the periods have too large a common multiple");
        let end = plan.repeats.from.checked_add(plan.back).ok_or_else(far)?;
        let end = end.checked_add(plan.repeats.period).ok_or_else(far)?;
        if end > LARGEST as u64 {
            return Err(far());
        }
        let task = self.task;
        task.spend(end)?;
        for place in 0..self.heaps.len() {
            if self.heaps[place].is_some() {
                self.heaps(place)?.extend(end + plan.forth, task)?;
            }
        }
        let mut numbers = self.numbers;
        self.met = false;
        for n in 0..end as usize {
            if n.is_multiple_of(1 << 16) {
                task.glance()?;
            }
            let mut so = |part: &Ready, below: bool| self.is_so(part, n, below, &mut numbers);
            if alternatives.iter().any(|parts| parts.iter().all(|part| so(part, false))) {
                let right = conclusions.iter().all(|part| so(part, true));
                self.met = true;
                if !right {
                    return Ok(Some(n as u64));
                }
            }
        }
        Ok(None)
    }

    /// A part with its numbers, which are the same for all heaps, worked out.
    fn ready<'p>(&mut self, part: &'p Part, plan: &mut Plan) -> Result<Ready<'p>, Rejection> {
        let (places, from, to, ready) = match part {
            Part::At { game, outcomes, place: Where::Heaps(from, to) } => {
                let (from, to) = (self.value(from)?, self.value(to)?);
                ([*game; 2], from, to, Ready::At { game: *game, mask: mask(*outcomes), from, to })
            }
            Part::At { game, outcomes, place } => {
                let every = *place == Where::EveryOption;
                let most = self.game(*game)?.amounts.last().copied().unwrap_or(0);
                let ready = Ready::Options { game: *game, mask: mask(*outcomes), every };
                ([*game; 2], -i64::from(most), 0, ready)
            }
            Part::Same { game, shift } => {
                let shift = self.value(shift)?;
                ([0, *game], shift.min(0), shift.max(0), Ready::Same { game: *game, shift })
            }
            Part::Number(condition) => {
                self.know(&|slot| names_slot(condition, slot))?;
                let repeats = Repeats::of(condition, &self.numbers);
                let both = repeats.and_then(|repeats| plan.repeats.and(repeats));
                plan.repeats = both.ok_or_else(|| {
                    Rejection::new("it is not seen from where on a condition on n repeats")
                })?;
                return Ok(Ready::Number(condition));
            }
        };
        if from.abs() > AWAY || to.abs() > AWAY {
            return Err(Rejection::new("it speaks of heaps too far from n"));
        }
        plan.back = plan.back.max(from.min(to).min(0).unsigned_abs());
        plan.forth = plan.forth.max(from.max(to).max(0).unsigned_abs() + 1);
        for place in places {
            let heaps = self.heaps(place)?;
            let (from, period) = (heaps.preperiod as u64, heaps.period as u64);
            let both = plan.repeats.and(Repeats { from, period });
            plan.repeats = both.ok_or_else(|| Rejection::new("the periods are too large"))?;
        }
        Ok(ready)
    }

    /// Is this so of heap n? `below` where it speaks of a heap below 0.
    #[inline]
    fn is_so(&self, part: &Ready, n: usize, below: bool, numbers: &mut [i64; SLOTS]) -> bool {
        let outcome = |game: usize, heap: usize| match &self.heaps[game] {
            Some(heaps) => heaps.written(heap),
            None => 0,
        };
        match part {
            Ready::At { game, mask, from, to } => {
                (*from..=*to).all(|shift| match usize::try_from(n as i64 + shift) {
                    Ok(heap) => outcome(*game, heap) & mask != 0,
                    Err(_) => below,
                })
            }
            Ready::Options { game, mask, every } => {
                let amounts = self.games[*game].as_ref().map_or(&[][..], |game| &game.amounts);
                let mut options = amounts.iter().filter_map(|&s| n.checked_sub(s as usize));
                match every {
                    true => options.all(|heap| outcome(*game, heap) & mask != 0),
                    false => options.any(|heap| outcome(*game, heap) & mask != 0),
                }
            }
            Ready::Same { game, shift } => match usize::try_from(n as i64 + shift) {
                Ok(heap) => outcome(*game, heap) == outcome(0, n),
                Err(_) => below,
            },
            Ready::Number(condition) => {
                numbers[N] = n as i64;
                condition.holds(Sight::of(&numbers[..]))
            }
        }
    }
}

/// How many heaps must be looked at.
struct Plan {
    /// From where on everything repeats, but for how far parts look back.
    repeats: Repeats,
    back: u64,
    forth: u64,
}

/// A part of a sentence whose numbers are known.
enum Ready<'p> {
    At { game: usize, mask: u8, from: i64, to: i64 },
    Options { game: usize, mask: u8, every: bool },
    Same { game: usize, shift: i64 },
    Number(&'p Condition),
}

/// A bit for each of these outcomes.
fn mask(outcomes: Outcomes) -> u8 {
    let some = Outcomes::EVERY.into_iter().filter(|&outcome| outcomes.contains(outcome));
    some.fold(0, |mask, outcome| mask | bit(outcome))
}

fn small(number: i64) -> Result<i64, Rejection> {
    match number <= LARGEST {
        true => Ok(number),
        false => Err(Rejection::new("a period is too large")),
    }
}

/// How many heaps of a period have one of these outcomes.
fn often(heaps: &Heaps, mask: u8) -> usize {
    heaps.parts().1.iter().filter(|&outcome| outcome & mask != 0).count()
}

fn is_like(set: &[u32], like: Like) -> bool {
    let (Some(least), Some(largest)) = (set.first(), set.last()) else { return false };
    match like {
        Like::Symmetric => set.iter().all(|s| set.contains(&(least + largest - s))),
        Like::Consecutive => set.windows(2).all(|two| two[0] + 1 == two[1]),
        Like::Even => set.iter().all(|s| s.is_multiple_of(2)),
        Like::Odd => set.iter().all(|s| s % 2 == 1),
    }
}

/// The first heap at which a row of such heaps is too long, begins after another heap than it should or, one heap behind
/// it, ends before one. Of a row that lasts for ever where no row may, the first heap that is too much.
fn rows(heaps: &Heaps, of: u8, most: Option<i64>, between: Option<(u8, u8)>) -> Option<u64> {
    let (preperiod, period) = (heaps.preperiod, heaps.period);
    let is = |heap: usize| heaps.at(heap) & of != 0;
    let mut heap = 0;
    while heap <= preperiod + period {
        if !is(heap) {
            heap += 1;
            continue;
        }
        let first = heap;
        if let (Some((before, _)), Some(last)) = (between, first.checked_sub(1))
            && heaps.at(last) & before == 0
        {
            return Some(first as u64);
        }
        while heap <= preperiod + 2 * period && is(heap) {
            heap += 1;
        }
        // It lasts for ever iff it is there for a whole period after the preperiod.
        let endless = heap > preperiod + 2 * period;
        let length = (heap - first) as i64;
        match most {
            Some(most) if endless || length > most => {
                return Some(first as u64 + most.clamp(0, AWAY) as u64);
            }
            _ => {}
        }
        if endless {
            return None;
        }
        if between.is_some_and(|(_, after)| heaps.at(heap) & after == 0) {
            return Some(heap as u64);
        }
    }
    None
}
