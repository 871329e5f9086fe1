//! The first terms of the sequence of one heap, computed again: nim-values where there are any, otherwise outcomes.
//!
//! Where positions are sums of their piles, the value of a heap is the mex of the nim-sums of its options, and single heaps
//! are all that is needed; options into many parts are gathered as nim-sets. In any other game each heap is a position
//! like every other.

use sprague_rules::{HeapMoves, Options, Player, Ruleset, Shape};
use sprague_task::Task;

use crate::Rejection;
use crate::nim_sets::{self, Rows};
use crate::plain::Plain;

/// More terms than this are not computed plainly.
const MOST: usize = 1 << 20;

/// Beyond this, heaps are not computed further than they are asked for.
const FURTHER: usize = 100_000;

/// The terms of the heaps 0 to `to` as numbers: nim-values, or the numbers of outcomes.
pub(crate) fn computed(ruleset: &Ruleset, to: usize, task: &Task) -> Result<Vec<u32>, Rejection> {
    if to > MOST {
        return Err(Rejection::new(format!("heaps beyond {MOST} are not computed")));
    }
    if is_by_options(ruleset) {
        return continued(Vec::new(), ruleset, to, task);
    }
    if let Some(moves) =
        HeapMoves::of(ruleset).filter(|_| ruleset.has_nim_values() && ruleset.is_sum_of_piles())
    {
        return by_nim_sets(&moves, to, task);
    }
    let mut plain = Plain::new(ruleset, task);
    let row = matches!(ruleset.shape, Shape::Row { .. });
    let term = |heap: usize| -> Result<u32, Rejection> {
        let size = heap as u32;
        let position = if size == 0 && !row { vec![] } else { vec![size] };
        Ok(match ruleset.has_nim_values() {
            true => plain.nim_value(&position)?,
            false => plain.outcome(&position)? as u32,
        })
    };
    (0..=to).map(term).collect()
}

/// The same, where the terms of the first heaps are there already: they are taken up again, if each heap needs no more than
/// the values of smaller ones.
pub(crate) fn continued(
    mut values: Vec<u32>,
    ruleset: &Ruleset,
    to: usize,
    task: &Task,
) -> Result<Vec<u32>, Rejection> {
    match is_by_options(ruleset) && to <= MOST {
        true => by_options(&mut values, ruleset, to, task).map(|()| values),
        false => computed(ruleset, to.saturating_add(to / 2).clamp(to, to.max(FURTHER)), task),
    }
}

/// Are all options of each heap looked at?
fn is_by_options(ruleset: &Ruleset) -> bool {
    let gathered = |moves: &HeapMoves| moves.most_parts() > 2 && !moves.has_unequal();
    ruleset.has_nim_values()
        && ruleset.is_sum_of_piles()
        && !HeapMoves::of(ruleset).as_ref().is_some_and(gathered)
}

/// The mex of the nim-sums of all options, for the heaps whose values are not there yet. Options are looked at as they
/// come, some of them more than once.
fn by_options(
    values: &mut Vec<u32>,
    ruleset: &Ruleset,
    to: usize,
    task: &Task,
) -> Result<(), Rejection> {
    let options = Options::new(ruleset);
    // The last heap that had an option of this value, from 1 on.
    let mut seen: Vec<usize> = Vec::new();
    for n in values.len()..=to {
        let position: &[u32] = if n == 0 { &[] } else { &[n as u32] };
        let mut looked_at = 1;
        let smaller = options.visit(position, Player::Left, &mut |option| {
            looked_at += 1;
            let value = |pile: &u32| values.get(*pile as usize);
            let Some(sum) = option.iter().try_fold(0, |sum, pile| Some(sum ^ value(pile)?)) else {
                return false;
            };
            if sum as usize >= seen.len() {
                seen.resize(sum as usize + 1, 0);
            }
            seen[sum as usize] = n + 1;
            true
        });
        task.spend(looked_at)?;
        if !smaller {
            return Err(Rejection::new("an option is no smaller heap"));
        }
        let mex = seen.iter().position(|&last| last != n + 1).unwrap_or(seen.len());
        values.push(mex as u32);
    }
    Ok(())
}

/// The same with the options into several parts gathered as nim-sets.
fn by_nim_sets(moves: &HeapMoves, to: usize, task: &Task) -> Result<Vec<u32>, Rejection> {
    let reached = |sets: &[Rows], n: usize, value: usize| {
        moves
            .leaves
            .iter()
            .filter(|leave| leave.fits(n as u32))
            .any(|leave| sets[leave.parts as usize].has(n - leave.take as usize, value))
    };
    nim_sets::values(moves.most_parts() as usize, to, &reached, task)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_rules::random::{Moves, random_game};
    use sprague_rules::{Library, parse_ruleset};

    /// The definition: the options that the rules list, sorted and without repetition.
    fn by_lists(ruleset: &Ruleset, to: usize) -> Vec<u32> {
        let options = Options::new(ruleset);
        let mut values: Vec<u32> = Vec::new();
        for n in 0..=to {
            let position: &[u32] = if n == 0 { &[] } else { &[n as u32] };
            let list = options.list(position, Player::Left);
            let sum = |option: &Vec<u32>| option.iter().fold(0, |sum, &s| sum ^ values[s as usize]);
            let reached: Vec<u32> = list.iter().map(sum).collect();
            values.push((0..).find(|value| !reached.contains(value)).unwrap());
        }
        values
    }

    #[test]
    fn values_are_those_of_the_listed_options_at_once_and_continued() {
        let named = ["nim", "max-nim", "kayles", "dawsons-kayles", "grundy", "subtract(2,5,6)"];
        let mut rulesets: Vec<Ruleset> =
            named.iter().filter_map(|name| parse_ruleset(name).ok()).collect();
        rulesets.extend((0..1200).filter_map(|seed| {
            let text = random_game(seed, Moves::Any);
            Library::with(vec![("./it.game".to_string(), text)]).ruleset("./it.game").ok()
        }));
        let task = Task::default();
        let mut compared = 0;
        for ruleset in rulesets.iter().filter(|ruleset| is_by_options(ruleset)) {
            let expected = by_lists(ruleset, 40);
            assert_eq!(computed(ruleset, 40, &task).unwrap(), expected, "{}", ruleset.expression);
            let some = continued(Vec::new(), ruleset, 13, &task).unwrap();
            let all = continued(some, ruleset, 40, &task).unwrap();
            assert_eq!(all, expected, "{}", ruleset.expression);
            compared += 1;
        }
        assert!(compared >= 20, "{compared}");
    }
}
