//! **Any number of piles, as words.** A position is a word in `+` (one size up) and `o` (a pile of this size): 2, 2, 5 is `++oo+++o`. Every
//! move takes from one pile: an `o` is taken away, and written again further to the left, unless nothing is left of the pile.
//! So a position with one of its moves is a word as well, in which one `o` is marked as *taken* and an `o` before it, at a smaller size, as *left*.
//!
//! Such words are read from left to right, and of what was read only so much is kept as conditions look at (`reading`): the smallest, second
//! smallest and largest pile before the move, beside it and after it, the sizes taken and left, how many piles there are, are
//! largest, are smallest, are of some kind, whether two are equal. Sizes are kept up to this: a gap between two sizes that are neighbours among those
//! kept, 0 and the size that is being read, is lowered by multiples of p to less than g + p, where it is more. Numbers of piles are lowered
//! likewise, with a threshold and a period of their own. A comparison of two sizes, or of a size or a number of piles with a constant, gives the same before and after that if the constants in it are
//! less than g together, for a difference of two sizes is a sum of gaps: if one of them was lowered, it is at least g before and after, and
//! otherwise it is as it was. Remainders modulo divisors of p stay as they are. What `seen` lets pass is made of these comparisons and
//! remainders alone. Reading on from a lowered state leads to what reading on from the state itself leads to, lowered; so
//! finitely many states stand for all words.
//!
//! One state is kept for the position, and the set of states for the position with each of its moves: the next letter determines both.
//! All pairs of these are explored. At every position that the claim speaks of, the partition theorem is tested: if it
//! is claimed to be P, no option is; if not, some option is (in misère play, or there is none, and then it is not claimed to be
//! P). Of an option that the claim does not speak of nothing is known, unless it is empty: it must not be an option of a position that is claimed to be
//! P, and is of no use for one that is not. For `nim-value = g` a number v is marked in the word, too: at every position x and v
//! <= g(x), some option has the value v if v < g(x), and none has if v = g(x). By induction on tokens the claim is right for all
//! positions that it speaks of, any number of piles of any size. ∎

mod reading;
mod seen;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet, VecDeque};

use sprague_certificate::Words;
use sprague_claim::Number;
use sprague_claim::claim::{Meaning, OnPiles, Says};
use sprague_rules::expr::{Cond, Piles};
use sprague_rules::ruleset::{Amount, Ending, Move, MoveAct};
use sprague_rules::{Ruleset, Shape};
use sprague_task::Task;

use crate::Rejection;
use reading::{Group, Kept, Lowered, Phase, Reading};
use seen::{Seen, Told, View};

/// Decides it.
pub(crate) fn check(on: &OnPiles, words: &Words, task: &Task) -> Result<(), Rejection> {
    let game = Game::of(on)?;
    for (said, told, of) in
        [(words.gaps, game.seen.sizes, "gaps"), (words.numbers, game.seen.numbers, "numbers")]
    {
        let (from, period) = (i64::from(said.0), i64::from(said.1));
        if from <= told.bound || period < 1 || period % told.period != 0 {
            return Err(Rejection::new(format!(
                "the claim tells {of} up to {} apart, and remainders modulo {}",
                told.bound, told.period
            )));
        }
    }
    let states = game.explore(words.gaps, words.numbers, task)?;
    if states != words.states {
        return Err(Rejection::new(format!("there are {states} states, not {}", words.states)));
    }
    Ok(())
}

/// Evidence by words for the claim, if it is right: what it looks at, and how many states that makes.
///
/// # Errors
///
/// Where words do not suit the claim, or the partition theorem fails at a state.
pub fn read_all(on: &OnPiles, task: &Task) -> Result<Words, Rejection> {
    let game = Game::of(on)?;
    let least = |told: Told| -> Option<(u32, u32)> {
        Some((u32::try_from(told.bound + 1).ok()?, u32::try_from(told.period).ok()?))
    };
    let (gaps, numbers) = (least(game.seen.sizes), least(game.seen.numbers));
    let (Some(gaps), Some(numbers)) = (gaps, numbers) else {
        return Err(Rejection::new("there are too many states"));
    };
    let states = game.explore(gaps, numbers, task)?;
    Ok(Words { gaps, numbers, states })
}

/// Gaps, numbers and periods beyond this are not looked at.
const MOST_TOLD: u32 = 200;
/// The most states, and the most moves beside all of their positions.
const MOST_STATES: usize = 100_000;
const MOST_MOVES: usize = 1_000_000;

/// A game and a claim that words suit.
struct Game<'a> {
    on: &'a OnPiles,
    moves: Vec<OneTake<'a>>,
    misere: bool,
    seen: Seen,
}

/// A move that takes from one pile.
struct OneTake<'a> {
    rule: &'a Move,
    pile: usize,
    amount: &'a Amount,
}

/// What is known of an option.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Known {
    /// The claim does not speak of it.
    Nothing,
    /// It is P.
    Lost,
    /// It is not.
    Won,
    /// It has this nim-value.
    Value(i64),
}

/// A position that has been read, with each of its moves: their numbers among all [`Readings`], ascending.
type State = (u32, Box<[u32]>);

impl<'a> Game<'a> {
    fn of(on: &'a OnPiles) -> Result<Game<'a>, Rejection> {
        let ruleset: &Ruleset = &on.ruleset;
        let misere = match ruleset.ending {
            Ending::StuckLoses => false,
            Ending::StuckWins => true,
            Ending::Decided(_) => return Err(Rejection::new("play is neither normal nor misère")),
        };
        let suits = ruleset.same_moves() && ruleset.shape == Shape::Piles { at_most: None };
        let moves: Option<Vec<OneTake>> = ruleset.moves.iter().map(one_take).collect();
        let moves = moves.filter(|_| suits && on.least >= 1).ok_or_else(|| {
            Rejection::new("not every move takes from one of any number of piles")
        })?;
        match &on.says {
            Says::Exactly(Meaning::P(_)) => {}
            Says::Exactly(Meaning::NimValue(_)) if !misere => {}
            _ => return Err(Rejection::new("this is for `P iff` and `nim-value =`")),
        }
        let mut seen = Seen::new();
        seen.numbers_of_piles(on);
        let looked_at = seen.condition(&on.suppose)
            && match &on.says {
                Says::Exactly(Meaning::P(condition)) => seen.condition(condition),
                Says::Exactly(Meaning::NimValue(number)) => seen.value(number),
                _ => false,
            }
            && moves.iter().all(|m| seen.moved(&m.rule.condition, m.pile, m.amount));
        match looked_at {
            true => Ok(Game { on, moves, misere, seen }),
            false => Err(Rejection::new("a condition looks at more than words show")),
        }
    }

    /// Every state that a word leads to, tested; how many there are.
    fn explore(
        &self,
        gaps: (u32, u32),
        numbers: (u32, u32),
        task: &Task,
    ) -> Result<u64, Rejection> {
        if [gaps.0, gaps.1, numbers.0, numbers.1].iter().any(|&told| told > MOST_TOLD) {
            let why = format!("gaps, numbers and periods up to {MOST_TOLD} are looked at");
            return Err(Rejection::new(why));
        }
        let lowered =
            |(from, period): (u32, u32)| Lowered { from: from.into(), period: period.into() };
        let (gaps, numbers) = (lowered(gaps), lowered(numbers));
        let kept = Kept { gaps, numbers, seen: &self.seen };
        let mut moves_met = 0;
        let mut readings = Readings::new(self, kept);
        let start = readings.number(Reading::start(self.seen.counted.len()));
        let first: State = (start, [start].into());
        let marks = matches!(self.on.says, Says::Exactly(Meaning::NimValue(_)));
        let mut met: HashSet<State> = HashSet::from([first.clone()]);
        let mut waiting = VecDeque::from([first]);
        let mut spoken = false;
        while let Some((position, moves)) = waiting.pop_front() {
            task.spend(1 + 8 * moves.len() as u64)?;
            spoken |= readings.test(position, &moves)?;
            let position = readings.all[position as usize].clone();
            let mut next: Vec<State> = vec![readings.after(Letter::Up, &position, &moves)];
            // There are no piles of 0.
            if position.now > 0 {
                next.push(readings.after(Letter::Pile, &position, &moves));
            }
            if marks && position.mark.is_none() {
                next.push(readings.after(Letter::Mark, &position, &moves));
            }
            for state in next {
                if met.contains(&state) {
                    continue;
                }
                moves_met += state.1.len();
                met.insert(state.clone());
                if moves_met > MOST_MOVES || met.len() > MOST_STATES {
                    return Err(Rejection::new("there are too many states"));
                }
                waiting.push_back(state);
            }
        }
        match spoken {
            true => Ok(met.len() as u64),
            false => Err(Rejection::new("the claim speaks of no position")),
        }
    }

    /// What is known of the position that a move leads to. A value is compared with the one that is marked in the same reading, as sizes of
    /// different readings are lowered differently: where both are the same, the option counts as lost.
    fn option(&self, moved: &Reading) -> Result<Known, Rejection> {
        let known = match moved.groups[Group::After as usize].count {
            // The empty position has no options.
            0 => match (&self.on.says, self.misere) {
                (Says::Exactly(Meaning::NimValue(_)), _) => Known::Value(0),
                (_, true) => Known::Won,
                (_, false) => Known::Lost,
            },
            _ => self.said(moved, Group::After)?,
        };
        Ok(match known {
            Known::Value(value) if moved.mark == Some(value) => Known::Lost,
            Known::Value(_) => Known::Won,
            other => other,
        })
    }

    /// What the claim says of these piles, which are not empty.
    fn said(&self, reading: &Reading, piles: Group) -> Result<Known, Rejection> {
        let view = View { reading, piles, taken: None, seen: &self.seen };
        let count = reading.groups[piles as usize].count;
        let about =
            count >= self.on.least as i64 && self.on.most.is_none_or(|most| count <= most as i64);
        if !about || !view.condition(&self.on.suppose) {
            return Ok(Known::Nothing);
        }
        match &self.on.says {
            Says::Exactly(Meaning::P(condition)) => {
                Ok(if view.condition(condition) { Known::Lost } else { Known::Won })
            }
            Says::Exactly(Meaning::NimValue(number)) => match value(&view, number) {
                negative if negative < 0 => Err(Rejection::new("a nim-value would be negative")),
                value => Ok(Known::Value(value)),
            },
            _ => Ok(Known::Nothing),
        }
    }

    /// Does some move not ask for different piles where two are equal?
    fn may_be_legal(&self, moved: &Reading) -> bool {
        let repeated = |piles: Piles| {
            let group = match piles {
                Piles::Before => Group::Before,
                Piles::Others => Group::Others,
                Piles::After => Group::After,
            };
            moved.groups[group as usize].repeated
        };
        let fails = |cond: &&Cond| matches!(cond, Cond::Distinct(piles) if repeated(*piles));
        self.moves.iter().any(|m| !m.rule.condition.conjuncts().iter().any(&fails))
    }

    fn is_legal(&self, moved: &Reading) -> bool {
        let (Some(taken), Some(left)) = (moved.taken, moved.left) else { return false };
        self.moves.iter().any(|m| {
            let slots = match m.amount {
                Amount::Chosen(amount) => [(m.pile, taken), (*amount, taken - left)],
                Amount::Fixed(_) => [(m.pile, taken), (m.pile, taken)],
            };
            let view =
                View { reading: moved, piles: Group::Before, taken: Some(slots), seen: &self.seen };
            let amount = match m.amount {
                Amount::Chosen(_) => true,
                Amount::Fixed(expr) => view.number(expr) == taken - left,
            };
            amount && view.cond(&m.rule.condition)
        })
    }
}

/// What may be read next.
#[derive(Clone, Copy)]
enum Letter {
    Up,
    Pile,
    Mark,
}

/// All readings that were met, by their numbers, each with what was found out about it: many positions share their moves.
struct Readings<'g> {
    game: &'g Game<'g>,
    kept: Kept<'g>,
    all: Vec<Reading>,
    numbers: HashMap<Reading, u32>,
    /// What reading each letter leads to from a position with a move.
    next: Vec<[Option<Box<[u32]>>; 3]>,
    /// What is known of the option, if the move is one.
    options: Vec<Option<Option<Known>>>,
}

impl<'g> Readings<'g> {
    fn new(game: &'g Game<'g>, kept: Kept<'g>) -> Readings<'g> {
        let (all, numbers) = (Vec::new(), HashMap::new());
        Readings { game, kept, all, numbers, next: Vec::new(), options: Vec::new() }
    }

    fn number(&mut self, reading: Reading) -> u32 {
        if let Some(&known) = self.numbers.get(&reading) {
            return known;
        }
        let number = self.all.len() as u32;
        self.all.push(reading.clone());
        self.numbers.insert(reading, number);
        self.next.push([None, None, None]);
        self.options.push(None);
        number
    }

    /// The state after one letter more.
    fn after(&mut self, letter: Letter, position: &Reading, moves: &[u32]) -> State {
        let position = match letter {
            Letter::Up => position.up(&self.kept),
            Letter::Pile => position.pile(&self.kept),
            Letter::Mark => position.marked(&self.kept),
        };
        let mut after = Vec::new();
        for &moved in moves {
            if self.next[moved as usize][letter as usize].is_none() {
                let next = self.read(letter, moved);
                self.next[moved as usize][letter as usize] = Some(next);
            }
            after.extend(self.next[moved as usize][letter as usize].iter().flatten());
        }
        after.sort_unstable();
        after.dedup();
        (self.number(position), after.into())
    }

    fn read(&mut self, letter: Letter, moved: u32) -> Box<[u32]> {
        let reading = self.all[moved as usize].clone();
        // Piles that are equal stay so: what no move allows need not be read on.
        if !self.game.may_be_legal(&reading) {
            return [].into();
        }
        let next: Vec<Reading> = match letter {
            Letter::Up => reading.up_with_move(&self.kept).into_iter().collect(),
            Letter::Pile => reading.pile_with_move(&self.kept).into_iter().collect(),
            Letter::Mark => vec![reading.marked(&self.kept)],
        };
        next.into_iter().map(|reading| self.number(reading)).collect()
    }

    /// What is known of the option that a move leads to; none, if it is no legal move.
    fn option(&mut self, moved: u32) -> Result<Option<Known>, Rejection> {
        if let Some(known) = self.options[moved as usize] {
            return Ok(known);
        }
        let reading = &self.all[moved as usize];
        let known = match reading.phase == Phase::Taken && self.game.is_legal(reading) {
            true => Some(self.game.option(reading)?),
            false => None,
        };
        self.options[moved as usize] = Some(known);
        Ok(known)
    }

    /// The partition theorem at one position; false, if the claim does not speak of it.
    fn test(&mut self, position: u32, moves: &[u32]) -> Result<bool, Rejection> {
        let game = self.game;
        let position = self.all[position as usize].clone();
        let said = match position.groups[Group::Before as usize].count {
            0 => Known::Nothing,
            _ => game.said(&position, Group::Before)?,
        };
        if said == Known::Nothing {
            return Ok(false);
        }
        let mut options: Vec<Known> = Vec::new();
        for &moved in moves {
            options.extend(self.option(moved)?);
        }
        let has = |known: Known| options.contains(&known);
        let right = match said {
            Known::Lost => {
                let ended = game.misere && options.is_empty();
                !(has(Known::Lost) || has(Known::Nothing) || ended)
            }
            Known::Won => has(Known::Lost) || (game.misere && options.is_empty()),
            // Of each option it was asked whether it has the value that is marked.
            Known::Value(value) => match position.mark {
                Some(mark) if mark < value => has(Known::Lost),
                Some(mark) if mark == value => !has(Known::Lost) && !has(Known::Nothing),
                _ => true,
            },
            Known::Nothing => true,
        };
        match right {
            true => Ok(true),
            false => Err(Rejection::new(format!(
                "the claim does not follow from what it says of the options of positions such as {}",
                position.shown()
            ))),
        }
    }
}

fn one_take(rule: &Move) -> Option<OneTake<'_>> {
    match &rule.act {
        MoveAct::Take(takes) => match &takes[..] {
            [(pile, amount)] => Some(OneTake { rule, pile: *pile, amount }),
            _ => None,
        },
        _ => None,
    }
}

fn value(view: &View, number: &Number) -> i64 {
    match number {
        Number::Plain(expr) => view.number(expr),
        Number::Either(condition, then, otherwise) => match view.condition(condition) {
            true => value(view, then),
            false => value(view, otherwise),
        },
        Number::NimSum(_) | Number::PilesSum(_) => unreachable!("these are not let pass"),
    }
}
