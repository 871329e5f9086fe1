//! **Kinds of positions.** What a law says of a position G and its options depends on the *kind* of G and of each option: who wins
//! moving first, whether the nim-value is 0, and which of the open sets it belongs to. All but the sets follow from the kinds of the options,
//! and of these it matters only which there are: Left wins moving first iff some option of hers is of a kind that Right loses
//! moving first; the nim-value is 0 iff that of no option is.
//!
//! So begin with no kind at all, and add every kind that a position can have whose options are of known kinds, in any choice, and
//! which is as supposed, until there are no more. Every position of every finite game that is as supposed throughout has one of these kinds, by
//! induction; and every choice of kinds occurs, as games can be put side by side as options. So a law is true iff it is true of
//! every choice: this decides it.

use std::collections::BTreeSet;

use sprague_claim::laws::tree::outcome;
use sprague_claim::laws::{OnLaws, Place, Play, Sentence};
use sprague_rules::{Outcome, Player};
use sprague_task::Task;

use crate::Rejection;

/// Kinds of positions, if both players have the same options, and if they have not.
const MOST_KINDS: usize = 14;
const MOST_OWN_KINDS: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    /// Who wins moving first: Left, and Right.
    firsts: [bool; 2],
    /// The nim-value is 0.
    zero: bool,
    sets: u32,
}

/// A position, as far as laws see it.
struct Scene<'s> {
    kind: Kind,
    /// The kinds of the options of Left, and of Right.
    options: [&'s [Kind]; 2],
    end: Option<Outcome>,
}

/// Decides it.
pub(super) fn check(on: &OnLaws, task: &Task) -> Result<(), Rejection> {
    let mut kinds: BTreeSet<Kind> = BTreeSet::new();
    loop {
        let before = kinds.len();
        let list: Vec<Kind> = kinds.iter().copied().collect();
        scenes(on, &list, task, &mut |scene| {
            kinds.insert(scene.kind);
            Ok(())
        })?;
        if kinds.len() == before {
            break;
        }
    }
    let list: Vec<Kind> = kinds.into_iter().collect();
    let mut spoken = false;
    scenes(on, &list, task, &mut |scene| {
        if on.whenever.as_ref().is_some_and(|whenever| !scene.is_so(whenever)) {
            return Ok(());
        }
        spoken = true;
        match scene.is_so(&on.law) {
            true => Ok(()),
            false => Err(Rejection::new("a position can be such that the law is false there")),
        }
    })?;
    if spoken { Ok(()) } else { Err(Rejection::new("the law speaks of no game")) }
}

/// All positions with options of these kinds that are as supposed.
fn scenes(
    on: &OnLaws,
    kinds: &[Kind],
    task: &Task,
    visit: &mut impl FnMut(&Scene) -> Result<(), Rejection>,
) -> Result<(), Rejection> {
    let own = on.play == Play::Partizan;
    if kinds.len() > if own { MOST_OWN_KINDS } else { MOST_KINDS } {
        return Err(Rejection::new("there are too many kinds of positions"));
    }
    let choices = 1u32 << kinds.len();
    let chosen = |choice: u32| -> Vec<Kind> {
        let some = kinds.iter().enumerate().filter(|(place, _)| choice >> place & 1 == 1);
        some.map(|(_, &kind)| kind).collect()
    };
    for first in 0..choices {
        let left = chosen(first);
        for second in if own { 0..choices } else { first..first + 1 } {
            let right = chosen(second);
            let stuck = left.is_empty() && right.is_empty();
            let ends: &[Option<Outcome>] = match on.play {
                Play::Ending if stuck => {
                    &[Some(Outcome::L), Some(Outcome::R), Some(Outcome::N), Some(Outcome::P)]
                }
                _ => &[None],
            };
            task.spend(1 << on.sets.len())?;
            for &end in ends {
                let firsts = match end {
                    Some(Outcome::L) => [true, false],
                    Some(Outcome::R) => [false, true],
                    Some(Outcome::N) => [true, true],
                    Some(Outcome::P) => [false, false],
                    None if on.play == Play::Misere && stuck => [true, true],
                    None => [
                        left.iter().any(|option| !option.firsts[1]),
                        right.iter().any(|option| !option.firsts[0]),
                    ],
                };
                let zero = !left.iter().any(|option| option.zero);
                for sets in 0..1 << on.sets.len() {
                    let kind = Kind { firsts, zero, sets };
                    let scene = Scene { kind, options: [&left, &right], end };
                    if on.suppose.iter().all(|supposed| scene.is_so(supposed)) {
                        visit(&scene)?;
                    }
                }
            }
        }
    }
    Ok(())
}

impl Scene<'_> {
    fn is_so(&self, sentence: &Sentence) -> bool {
        sentence.is_so(&mut |atom| match atom {
            Sentence::Stuck => self.options.iter().all(|options| options.is_empty()),
            Sentence::Ends(some) => self.end.is_some_and(|end| some.contains(end)),
            Sentence::Outcome(some, place) => {
                self.at(place, &|kind| some.contains(outcome(kind.firsts)))
            }
            Sentence::In { place, set, inside } => {
                self.at(place, &|kind| (kind.sets >> set & 1 == 1) == *inside)
            }
            // That the nim-value of G is 0: the reader allows nothing else here.
            Sentence::Equal(..) => self.kind.zero,
            _ => false,
        })
    }

    fn at(&self, place: &Place, is: &dyn Fn(Kind) -> bool) -> bool {
        let options = |player: &Option<Player>| match player {
            Some(Player::Right) => self.options[1],
            _ => self.options[0],
        };
        match place {
            Place::SomeOption(player) => options(player).iter().any(|&kind| is(kind)),
            Place::EveryOption(player) => options(player).iter().all(|&kind| is(kind)),
            _ => is(self.kind),
        }
    }
}
