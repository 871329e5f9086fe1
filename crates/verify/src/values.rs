//! Claims about values of heaps: who wins sums of heaps and their negatives.
//!
//! A value is what a heap stands for in sums. In normal play the heap itself is the game; where the rules decide the stuck
//! heaps, and both players have the same moves, a stuck heap stands for 1, -1, `*` or 0, as it is won by Left, by Right, by the next player or
//! by the previous one, and everything else is normal play (Nowakowski's normalisation). No value is computed: sums are played,
//! position by position, with a memory. Two heaps have the same value iff the second player wins their difference.
//!
//! *Periods.* Let every move take one of finitely many amounts, at most M, from any heap that has as many tokens. Then
//! heaps n >= M have options n - s for the same amounts s. If heap j + p has the value of heap j for e <= j < e + M, then
//! heap n + p has that of n for all n >= e: by induction, for n >= e + M the options of both have the same values.
//!
//! *All n.* Let a sum have the heaps a n + b with a >= 0. From the n on for which all those that grow are at least e, its value at
//! n + p is that at n; so the n up to a common period of this and of the condition on n, further on, are all that there are.

use std::collections::HashMap;

use sprague_certificate::ValuesEvidence;
use sprague_claim::claim::{OfValues, OnValues, Sum};
use sprague_claim::{Claim, Condition, Sight};
use sprague_rules::ruleset::{Ending, Mover};
use sprague_rules::{HeapMoves, Options, Outcome, Player, Ruleset, Shape};
use sprague_task::{Stop, Task};

use crate::Rejection;
use crate::outcomes::heaps::{Heaps, bit};
use crate::outcomes::{Game, position};
use crate::plain::Plain;
use crate::repeats::{Repeats, line};

/// Tokens of a sum that is played.
const MOST: i64 = 20_000;
/// Numbers n that are looked at.
const MOST_NUMBERS: u64 = 1_000_000;

/// Decides the evidence again.
pub(crate) fn check(
    _claim: &Claim,
    on: &OnValues,
    evidence: &ValuesEvidence,
    task: &Task,
) -> Result<(), Rejection> {
    let ruleset = &on.ruleset;
    has_values(ruleset)?;
    let mut play = Play::new(ruleset, task);
    match (evidence, &on.says) {
        (
            ValuesEvidence::Periodic { preperiod, period },
            OfValues::Outcome { sum, outcomes, when, only },
        ) => {
            repeats(ruleset, &mut play, *preperiod, *period)?;
            let says = |n: u64, outcome: Outcome| {
                let holds = when.holds(Sight::of(&[n as i64]));
                let is = outcomes.contains(outcome);
                (holds || *only).then_some(holds == is)
            };
            every_sum(&mut play, sum, when, (*preperiod, *period), &says)
        }
        (ValuesEvidence::Periodic { preperiod, period }, OfValues::Keeps) => {
            repeats(ruleset, &mut play, *preperiod, *period)?;
            let game = Game::of(ruleset)?;
            let heaps = Heaps::finite(&game.amounts, &game.stuck, task)?;
            let (from, again) = (heaps.preperiod as u64, heaps.period as u64);
            let own = Repeats { from: (*preperiod).into(), period: (*period).into() };
            let both = own.and(Repeats { from, period: again });
            for n in 0..until(both)? {
                if heaps.at(n as usize) != bit(play.outcome(&[(1, n as i64)])?) {
                    return Err(Rejection::new(format!("it is false of heap {n}")));
                }
            }
            Ok(())
        }
        (ValuesEvidence::Regular { preperiod, period }, OfValues::Irregular) => {
            repeats(ruleset, &mut play, *preperiod, *period)
        }
        (ValuesEvidence::Counterexample(n), OfValues::Outcome { sum, outcomes, when, only }) => {
            let Some(heaps) = at(sum, (*n).into())? else {
                return Err(Rejection::new("there is no such sum of heaps for this n"));
            };
            let is = outcomes.contains(play.outcome(&heaps)?);
            let false_there = match when.holds(Sight::of(&[i64::from(*n)])) {
                true => !is,
                false => *only && is,
            };
            match false_there {
                true => Ok(()),
                false => Err(Rejection::new("it is true for this n")),
            }
        }
        (ValuesEvidence::Counterexample(n), OfValues::Keeps) => {
            let value = play.outcome(&[(1, (*n).into())])?;
            match Plain::new(ruleset, task).outcome(&position(*n))? == value {
                true => Err(Rejection::new("it is true of this heap")),
                false => Ok(()),
            }
        }
        _ => Err(Rejection::new(format!(
            "`{}` is no evidence for a claim that says this",
            evidence.kind()
        ))),
    }
}

/// Have the heaps of this game values?
fn has_values(ruleset: &Ruleset) -> Result<(), Rejection> {
    match (&ruleset.ending, ruleset.shape) {
        (_, Shape::Row { .. }) => Err(Rejection::new("there is no heap in this game")),
        (Ending::StuckWins, _) => Err(Rejection::new("values belong to normal play")),
        (Ending::Decided(_), _) if !ruleset.same_moves() => {
            Err(Rejection::new("stuck positions are decided, and the moves differ"))
        }
        _ => Ok(()),
    }
}

/// The most that a move takes, if all that moves do is to take amounts from any heap that is large enough.
fn most_taken(ruleset: &Ruleset) -> Result<u32, Rejection> {
    let mut most = 0;
    for player in [Mover::Left, Mover::Right] {
        let mut own = ruleset.clone();
        own.moves.retain(|m| m.mover == Mover::Both || m.mover == player);
        own.moves.iter_mut().for_each(|m| m.mover = Mover::Both);
        let amounts = HeapMoves::of(&own).and_then(|moves| moves.subtraction_set());
        let amounts = amounts.ok_or_else(|| {
            Rejection::new(format!(
                "the moves of {} do not take amounts of a set",
                ruleset.expression
            ))
        })?;
        most = most.max(amounts.last().copied().unwrap_or(0));
    }
    Ok(most)
}

/// Has heap n + period the value of heap n for all n from the preperiod on?
fn repeats(
    ruleset: &Ruleset,
    play: &mut Play,
    preperiod: u32,
    period: u32,
) -> Result<(), Rejection> {
    let most = most_taken(ruleset)?;
    let (from, period) = (i64::from(preperiod), i64::from(period));
    // Without a move every heap is stuck, however large, and its value may be anything.
    if most == 0 {
        return Err(Rejection::new("values repeat for ever only where there is a move"));
    }
    if period == 0 || from + i64::from(most) + period > MOST / 2 {
        return Err(Rejection::new("a period is a positive number, and not too large"));
    }
    for heap in from..from + i64::from(most) {
        if play.outcome(&[(1, heap + period), (-1, heap)])? != Outcome::P {
            let other = heap + period;
            return Err(Rejection::new(format!("the heaps {heap} and {other} differ in value")));
        }
    }
    Ok(())
}

/// A number of heaps of one size; below 0 for their negatives.
type Times = (i64, i64);

/// The heaps of a sum for n; `None` if one would be below 0.
fn at(sum: &Sum, n: i64) -> Result<Option<Vec<Times>>, Rejection> {
    let mut heaps = Vec::with_capacity(sum.len());
    for (times, size) in sum {
        let (a, b) = line(size).ok_or_else(|| Rejection::new("a heap has the size a n + b"))?;
        let size = a.checked_mul(n).and_then(|size| size.checked_add(b));
        let size = size.ok_or_else(|| Rejection::new("a heap is too large"))?;
        if size < 0 {
            return Ok(None);
        }
        heaps.push((*times, size));
    }
    Ok(Some(heaps))
}

/// How many numbers must be looked at, if all is the same from there on.
fn until(repeats: Option<Repeats>) -> Result<u64, Rejection> {
    let end = repeats.and_then(|repeats| repeats.from.checked_add(repeats.period));
    end.filter(|&end| end <= MOST_NUMBERS)
        .ok_or_else(|| Rejection::new("it is not seen from where on it is the same for all n"))
}

/// Is this so of the sum for every n of which it says something, the values of heaps being known to repeat?
fn every_sum(
    play: &mut Play,
    sum: &Sum,
    when: &Condition,
    (preperiod, period): (u32, u32),
    says: &dyn Fn(u64, Outcome) -> Option<bool>,
) -> Result<(), Rejection> {
    let (preperiod, period) = (i64::from(preperiod), i64::from(period));
    let mut from = 0;
    for (_, size) in sum {
        from = from.max(match line(size) {
            Some((a @ 1.., b)) => {
                preperiod.checked_sub(b).map_or(i64::MAX, |rest| rest.max(0) / a + 1) as u64
            }
            Some((0, 0..)) => 0,
            _ => return Err(Rejection::new("a heap has the size a n + b, with a >= 0")),
        });
    }
    let values = Repeats { from, period: period as u64 };
    let all = Repeats::of(when, &[0]).and_then(|when| when.and(values));
    let mut spoken = false;
    for n in 0..until(all)? {
        let Some(mut heaps) = at(sum, n as i64)? else { continue };
        for (_, size) in &mut heaps {
            if *size >= preperiod + period {
                *size = preperiod + (*size - preperiod) % period;
            }
        }
        match says(n, play.outcome(&heaps)?) {
            Some(false) => return Err(Rejection::new(format!("it is false for n = {n}"))),
            Some(true) => spoken = true,
            None => {}
        }
    }
    match spoken {
        true => Ok(()),
        false => Err(Rejection::new("it says nothing of any sum of heaps")),
    }
}

/// A sum, and who is to move: positions of the game, some with the players exchanged.
type Turn = (Vec<(bool, Vec<u32>)>, Player);

/// Sums that are played through.
struct Play<'r> {
    ruleset: &'r Ruleset,
    options: Options,
    task: &'r Task,
    /// Whether the player who is to move wins.
    known: HashMap<Turn, bool>,
    /// What the sums that are known take, about.
    bytes: u64,
}

impl<'r> Play<'r> {
    fn new(ruleset: &'r Ruleset, task: &'r Task) -> Play<'r> {
        Play { ruleset, options: Options::new(ruleset), task, known: HashMap::new(), bytes: 0 }
    }

    /// Who wins the sum of these heaps.
    fn outcome(&mut self, heaps: &[Times]) -> Result<Outcome, Rejection> {
        let mut parts = Vec::new();
        let mut tokens = 0i64;
        for &(times, size) in heaps {
            let more = times.checked_abs().and_then(|times| times.checked_mul(size.max(1)));
            tokens = more.map_or(MOST + 1, |more| tokens.saturating_add(more));
            let heap = u32::try_from(size).ok().filter(|_| tokens <= MOST);
            let heap = heap.ok_or_else(|| Rejection::new("the sum is too large to be played"))?;
            let part = (times < 0, position(heap));
            parts.extend(std::iter::repeat_n(part, times.unsigned_abs() as usize));
        }
        parts.sort_unstable();
        let left = self.wins((parts.clone(), Player::Left))?;
        let right = self.wins((parts, Player::Right))?;
        Ok(Outcome::from_first_wins(left, right))
    }

    /// Does the player win who is to move? Sums are settled one by one on a stack of our own.
    fn wins(&mut self, start: Turn) -> Result<bool, Stop> {
        if let Some(&known) = self.known.get(&start) {
            return Ok(known);
        }
        // Each with its options that are not known to be won by the opponent.
        let mut open = vec![(start.clone(), self.next(&start)?)];
        while let Some((turn, options)) = open.last_mut() {
            let wins = match options.last() {
                None => false,
                Some(option) => match self.known.get(option) {
                    Some(false) => true,
                    Some(true) => {
                        options.pop();
                        continue;
                    }
                    None => {
                        let option = option.clone();
                        let next = self.next(&option)?;
                        open.push((option, next));
                        continue;
                    }
                },
            };
            self.bytes += 64 + 64 * turn.0.len() as u64;
            let limit = self.task.limits().bytes;
            if self.bytes > limit {
                return Err(Stop::Bytes { limit });
            }
            self.known.insert(turn.clone(), wins);
            open.pop();
        }
        Ok(self.known[&start])
    }

    /// The sums to which the player may move, with the other one to move.
    fn next(&self, (parts, player): &Turn) -> Result<Vec<Turn>, Stop> {
        let mut all = Vec::new();
        for (place, (negated, part)) in parts.iter().enumerate() {
            if place > 0 && parts[place - 1] == parts[place] {
                continue;
            }
            let mover = if *negated { player.opponent() } else { *player };
            for option in self.moves(part, mover) {
                let mut next = parts.clone();
                next.remove(place);
                next.extend(option.map(|part| (*negated, part)));
                next.sort_unstable();
                all.push((next, player.opponent()));
            }
        }
        self.task.spend(1 + all.len() as u64)?;
        Ok(all)
    }

    /// What a player may make of a position; `None` for a game without moves.
    fn moves(&self, position: &[u32], player: Player) -> Vec<Option<Vec<u32>>> {
        let options = self.options.list(position, player);
        if !options.is_empty() || !self.options.list(position, player.opponent()).is_empty() {
            return options.into_iter().map(Some).collect();
        }
        // It is stuck, and stands for 1, -1, `*` or 0: whoever wins it moving first has one move, to 0.
        match self.ruleset.stuck_outcome(position).first_wins(player) {
            true => vec![None],
            false => vec![],
        }
    }
}
