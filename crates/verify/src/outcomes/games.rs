//! The games that a claim speaks of, for each of its sets: the amounts that can be taken from a heap, and how stuck heaps end.
//!
//! Each set could be written into the ruleset, which is then read; and so it is done where nothing better is known. For
//! half a million sets that takes long, so where a game says no more of its set than `take s in S`, it is read once. The
//! argument is one about the rule language: the tree of a ruleset is made from the text in the same way whatever the
//! values of its parameters are. A parameter that is a set becomes the list of a membership `x in S`, or the number `min(S)`,
//! `max(S)`, `sum(S)` or `count(S)`; one that is a list of outcomes becomes such a list, or its length. So two sets A and B that differ
//! in all of these numbers, and two lists of endings, show where S and the endings stand: where the trees of A and B differ.
//! What a game requires of its parameters does not show in the tree: where it requires anything, a ruleset is
//! read for every set, though not for all endings of it.

use sprague_claim::claim::OnOutcomes;
use sprague_claim::outcomes::Family;
use sprague_rules::expr::{Cond, Expr};
use sprague_rules::parse::parse_game;
use sprague_rules::ruleset::{Amount, Ending, EndingCase, EndingResult, MoveAct, Mover};
use sprague_rules::{HeapMoves, Outcome, Ruleset, Shape, catalogue, game_file};

use crate::Rejection;

/// The moves and endings of one game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Game {
    /// The amounts that can be taken from every heap that has as many tokens, ascending.
    pub(crate) amounts: Vec<u32>,
    /// The outcomes of the heaps below the least amount.
    pub(crate) stuck: Vec<Outcome>,
}

/// A game of a claim, perhaps with its set left open.
pub(super) enum Source<'c> {
    /// It is given.
    Given(&'c Ruleset),
    /// Its ruleset is read for each set.
    Read { family: &'c Family, expression: &'c str },
    /// It is known where the set and the endings stand.
    Known(Box<Known<'c>>),
}

/// A game of which it is known where the set and the endings stand.
pub(crate) struct Known<'c> {
    family: &'c Family,
    expression: &'c str,
    /// Can the numbers of the set be taken?
    takes_set: bool,
    /// Other amounts that can be taken.
    others: Vec<u32>,
    /// The ruleset of some set.
    sample: Ruleset,
    /// The cases of the ending whose list is open, and whether it is turned round, as misère play does.
    open: Vec<(usize, bool)>,
    /// Is something required of the parameters?
    requires: bool,
}

/// The position of one heap.
pub(crate) fn position(heap: u32) -> Vec<u32> {
    if heap == 0 { Vec::new() } else { vec![heap] }
}

/// The amounts that both players can take, if that is all they can do.
pub(super) fn amounts_of(ruleset: &Ruleset) -> Result<Vec<u32>, Rejection> {
    let piles = matches!(ruleset.shape, Shape::Piles { .. });
    let moves = HeapMoves::of(ruleset).filter(|_| piles && ruleset.same_moves());
    let amounts = moves.and_then(|moves| moves.subtraction_set());
    amounts.filter(|amounts| amounts.first().is_some_and(|&s| s > 0)).ok_or_else(|| {
        Rejection::new(format!("the moves of {} do not take amounts of a set", ruleset.expression))
    })
}

impl Game {
    /// The game of a ruleset.
    pub(crate) fn of(ruleset: &Ruleset) -> Result<Game, Rejection> {
        let amounts = amounts_of(ruleset)?;
        let stuck = (0..amounts[0]).map(|heap| ruleset.stuck_outcome(&position(heap))).collect();
        Ok(Game { amounts, stuck })
    }
}

impl<'c> Source<'c> {
    /// All games of a claim, its own first.
    pub(super) fn all(on: &'c OnOutcomes) -> Vec<Source<'c>> {
        let Some(family) = &on.family else {
            let also = on.saying.also.iter().map(|also| &also.ruleset);
            return std::iter::once(&on.ruleset).chain(also).map(Source::Given).collect();
        };
        let also = on.saying.also.iter().map(|also| also.expression.as_str());
        let expressions = std::iter::once(family.expression.as_str()).chain(also);
        let source = |expression: &'c str| match Known::of(family, expression) {
            Some(known) => Source::Known(Box::new(known)),
            None => Source::Read { family, expression },
        };
        expressions.map(source).collect()
    }

    /// The ruleset of a finite set, read from its text.
    pub(super) fn ruleset(&self, set: &[u32], ends: &[Outcome]) -> Result<Ruleset, Rejection> {
        let (family, expression) = match self {
            Source::Given(ruleset) => return Ok((*ruleset).clone()),
            Source::Read { family, expression } => (family, expression),
            Source::Known(known) => (&known.family, &known.expression),
        };
        family.ruleset(expression, set, ends).map_err(Rejection::new)
    }

    /// Makes sure that there is such a game for a finite set, whatever the endings are.
    pub(super) fn admits(&self, set: &[u32]) -> Result<(), Rejection> {
        match self {
            Source::Known(known) if known.requires => {
                let ends = vec![Outcome::P; set.first().map_or(0, |&least| least as usize)];
                self.ruleset(set, &ends).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    /// The game of a finite set.
    pub(super) fn game(
        &mut self,
        set: &[u32],
        ends: &[Outcome],
        into: &mut Game,
    ) -> Result<(), Rejection> {
        match self {
            Source::Known(known) => {
                known.amounts(set, &mut into.amounts);
                let Some(&least) = into.amounts.first() else {
                    return Err(Rejection::new("a game without moves"));
                };
                known.end(ends);
                into.stuck.clear();
                into.stuck.extend((0..least).map(|heap| known.stuck(heap)));
            }
            _ => *into = Game::of(&self.ruleset(set, ends)?)?,
        }
        Ok(())
    }

    /// The game, if it is known where its set stands.
    pub(super) fn known(&mut self) -> Option<&mut Known<'c>> {
        match self {
            Source::Known(known) => Some(known),
            _ => None,
        }
    }
}

impl<'c> Known<'c> {
    /// Finds out where the set stands; `None` if the game says more of it than that it can be taken.
    pub(crate) fn of(family: &'c Family, expression: &'c str) -> Option<Known<'c>> {
        let every = family.members(u64::MAX, family.listed().ok()?);
        let least = *every.first()?;
        let far = every.last()?.max(&1000) + 13;
        let a = [least, far];
        let b = [least + 1, far + 1, far + 3];
        let ends_of = |least: u32, outcome: Outcome| vec![outcome; least as usize];
        let ends = [ends_of(a[0], Outcome::L), ends_of(b[0], Outcome::N)];
        let sample = family.ruleset(expression, &a, &ends[0]).ok()?;
        let other = family.ruleset(expression, &b, &ends[1]).ok()?;
        let wide = |set: &[u32]| set.iter().map(|&s| i64::from(s)).collect::<Vec<i64>>();
        let sets = [wide(&a), wide(&b)];
        let same_kind = matches!(sample.shape, Shape::Piles { .. })
            && sample.shape == other.shape
            && sample.moves.len() == other.moves.len();
        if !same_kind {
            return None;
        }
        let (mut takes_set, mut others) = (false, Vec::new());
        for (one, other) in sample.moves.iter().zip(&other.moves) {
            if (one.mover, other.mover) != (Mover::Both, Mover::Both) {
                return None;
            }
            let (MoveAct::Take(one_takes), MoveAct::Take(other_takes)) = (&one.act, &other.act)
            else {
                return None;
            };
            let ([(_, amount)], [(_, other_amount)]) = (&one_takes[..], &other_takes[..]) else {
                return None;
            };
            if amount != other_amount {
                return None;
            }
            match (amount, &one.condition, &other.condition) {
                (Amount::Fixed(Expr::Const(k)), Cond::Always, Cond::Always) => {
                    others.push(u32::try_from(*k).ok().filter(|&k| k > 0)?);
                }
                (
                    Amount::Chosen(slot),
                    Cond::InSet(Expr::Slot(x), first),
                    Cond::InSet(Expr::Slot(y), second),
                ) if x == slot && y == slot => {
                    let more = match first == second {
                        true => first.clone(),
                        false => {
                            takes_set = true;
                            beside(first, second, &sets)?
                        }
                    };
                    for k in more {
                        others.push(u32::try_from(k).ok().filter(|&k| k > 0)?);
                    }
                }
                _ => return None,
            }
        }
        let open = open_cases(&sample.ending, &other.ending, &ends)?;
        others.sort_unstable();
        others.dedup();
        let requires = requires(expression, family.library.games())?;
        Some(Known { family, expression, takes_set, others, sample, open, requires })
    }

    /// The amounts that can be taken with this set.
    pub(super) fn amounts(&self, set: &[u32], into: &mut Vec<u32>) {
        into.clear();
        into.extend(set.iter().filter(|_| self.takes_set));
        if !self.others.is_empty() {
            into.extend(&self.others);
            into.sort_unstable();
            into.dedup();
        }
    }

    /// Is `take s in S` all that is said, of any set?
    pub(super) fn takes_just_set(&self) -> bool {
        self.takes_set && self.others.is_empty() && !self.requires
    }

    /// Can the members of the set be taken, and nothing else?
    pub(crate) fn takes_members_alone(&self) -> bool {
        self.takes_set && self.others.is_empty()
    }

    /// How the heaps of some set end.
    pub(crate) fn ending(&self) -> &Ending {
        &self.sample.ending
    }

    /// The cases of the ending whose list is the one left open, and whether it is turned round.
    pub(crate) fn open_cases(&self) -> &[(usize, bool)] {
        &self.open
    }

    /// The largest amount that can be taken with every set.
    pub(super) fn largest_other(&self) -> u32 {
        self.others.last().copied().unwrap_or(0)
    }

    /// The heaps end so from now on.
    pub(super) fn end(&mut self, ends: &[Outcome]) {
        let Ending::Decided(cases) = &mut self.sample.ending else { return };
        for &(place, turned) in &self.open {
            if let Some(EndingCase { result: EndingResult::Listed { outcomes, .. }, .. }) =
                cases.get_mut(place)
            {
                outcomes.clear();
                let end = |&end: &Outcome| if turned { end.reversed() } else { end };
                outcomes.extend(ends.iter().map(end));
            }
        }
    }

    /// How a stuck heap ends.
    pub(super) fn stuck(&self, heap: u32) -> Outcome {
        match heap {
            0 => self.sample.stuck_outcome(&[]),
            _ => self.sample.stuck_outcome(&[heap]),
        }
    }
}

/// The numbers beside S in `S, 9`: what the lists have that A and B, which are disjoint, have not. No number of A or B can
/// be among them, as it would be in one of the two lists alone.
fn beside(first: &[i64], second: &[i64], sets: &[Vec<i64>; 2]) -> Option<Vec<i64>> {
    let whole = |list: &[i64], set: &[i64]| set.iter().all(|s| list.contains(s));
    let rest = |list: &[i64], set: &[i64]| {
        list.iter().copied().filter(|s| !set.contains(s)).collect::<Vec<i64>>()
    };
    let (one, other) = (rest(first, &sets[0]), rest(second, &sets[1]));
    (whole(first, &sets[0]) && whole(second, &sets[1]) && one == other).then_some(one)
}

/// The cases whose list is the one left open, where nothing else differs.
fn open_cases(
    one: &Ending,
    other: &Ending,
    ends: &[Vec<Outcome>; 2],
) -> Option<Vec<(usize, bool)>> {
    let (one, other) = match (one, other) {
        (Ending::StuckLoses, Ending::StuckLoses) | (Ending::StuckWins, Ending::StuckWins) => {
            return Some(Vec::new());
        }
        (Ending::Decided(one), Ending::Decided(other)) if one.len() == other.len() => (one, other),
        _ => return None,
    };
    let turned = |ends: &[Outcome]| ends.iter().map(|end| end.reversed()).collect::<Vec<_>>();
    let mut open = Vec::new();
    for (place, (one, other)) in one.iter().zip(other).enumerate() {
        if one.condition != other.condition {
            return None;
        }
        match (&one.result, &other.result) {
            (EndingResult::Fixed(one), EndingResult::Fixed(other)) if one == other => {}
            (
                EndingResult::Listed { outcomes: a, index: i, beyond: p },
                EndingResult::Listed { outcomes: b, index: j, beyond: q },
            ) if i == j && p == q => {
                if a == &ends[0] && b == &ends[1] {
                    open.push((place, false));
                } else if *a == turned(&ends[0]) && *b == turned(&ends[1]) {
                    open.push((place, true));
                } else if a != b {
                    return None;
                }
            }
            _ => return None,
        }
    }
    Some(open)
}

/// Does the game with this ruleset require anything of its parameters? `None` if it has no text.
fn requires(expression: &str, texts: &[(String, String)]) -> Option<bool> {
    let mut rest = expression.trim_start();
    while let Some(after) = rest.strip_prefix("misere ").or(rest.strip_prefix("misère ")) {
        rest = after.trim_start();
    }
    let name = rest.split('(').next().unwrap_or(rest).trim_end();
    let text = match game_file(expression) {
        Some(file) => texts.iter().find(|(known, _)| known == file).map(|(_, text)| &text[..])?,
        None => catalogue::text(name)?,
    };
    Some(!parse_game(text).ok()?.requirements.is_empty())
}
