//! Nim-values that tasks which belong together found before: many statements speak of the same few games.

use sprague_certificate::Regularity as Certified;
use sprague_claim::formula::plain::Valued;
use sprague_rules::Ruleset;
use sprague_rules::ruleset::{Ending, Move, Shape};
use sprague_sequence::{Regularity, Sequence, Terms, Verdict};
use sprague_task::Task;

use crate::cost;
use crate::sequences::certified;

/// Games that are kept, and heaps of one.
const MOST: usize = 256;
const LONGEST: u32 = 1 << 14;

/// The nim-values of a game up to some heap, and what is proved of all, if that was asked.
#[derive(Clone)]
pub(super) struct Found {
    pub values: Vec<u32>,
    pub regularity: Option<Regularity>,
    pub certified: Option<Certified>,
}

/// Everything that this depends on.
#[derive(Clone, PartialEq)]
struct Key {
    shape: Shape,
    ending: Ending,
    moves: Vec<Move>,
    to: u32,
    with_regularity: bool,
}

/// What was found, and the steps that it took.
#[derive(Default)]
struct Before(Vec<(Key, Found, u64)>);

/// The values up to a heap: recalled, or computed and kept. Whoever recalls them counts the steps that they took, so that a
/// verdict does not depend on what was judged before.
pub(super) fn found(
    ruleset: &Ruleset,
    to: u32,
    with_regularity: bool,
    task: &Task,
) -> Valued<Found> {
    let Ruleset { shape, ending, moves, .. } = ruleset;
    let (shape, ending, moves) = (*shape, ending.clone(), moves.clone());
    let key = Key { shape, ending, moves, to, with_regularity };
    let left = task.limits().steps.saturating_sub(task.spent());
    let recalled = task.memory().look(|before: &mut Before| {
        let known = before.0.iter().find(|(known, _, steps)| *steps <= left && *known == key);
        known.map(|(_, found, steps)| (found.clone(), *steps))
    });
    let (found, steps) = match recalled.flatten() {
        Some(recalled) => recalled,
        None => {
            let part = task.part(left);
            let found = computed(ruleset, to, with_regularity, &part)?;
            task.memory().look(|before: &mut Before| {
                // A search that was stopped may have missed a regularity.
                if before.0.len() < MOST && to <= LONGEST && part.goes_on() {
                    before.0.push((key, found.clone(), part.spent()));
                }
            });
            (found, part.spent())
        }
    };
    task.spend(steps).map_err(|stop| stop.to_string())?;
    Ok(found)
}

fn computed(ruleset: &Ruleset, to: u32, with_regularity: bool, task: &Task) -> Valued<Found> {
    let watch = task.watch();
    let sequence = Sequence::compute(ruleset, to, &cost::budget(task), &watch);
    let sequence = sequence.map_err(|refusal| refusal.to_string())?;
    let found = with_regularity.then(|| sequence.regularity_within(ruleset, &watch));
    let regularity = found.flatten().filter(|found| matches!(found.verdict, Verdict::Proved(_)));
    let certified = regularity.and_then(|found| certified(ruleset, &sequence, found));
    match sequence.terms {
        Terms::NimValues(values) => Ok(Found { values: values.to_vec(), regularity, certified }),
        Terms::Outcomes(_) => Err("there are no nim-values".into()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use sprague_rules::parse_ruleset;
    use sprague_task::{Limits, Memory};

    use super::*;

    #[test]
    fn what_is_recalled_is_what_was_found_and_counts_as_many_steps() {
        let ruleset = parse_ruleset("cut(1,4)").unwrap();
        let judged = |memory: &Arc<Memory>, steps: u64| {
            let task = Task::new(Limits { steps, ..Limits::default() });
            let task = task.remembering(memory.clone());
            let found = found(&ruleset, 500, true, &task);
            (found.map(|found| (found.values, found.regularity)), task.spent())
        };
        let memory = Arc::<Memory>::default();
        let first = judged(&memory, u64::MAX);
        assert_eq!(first.0.as_ref().unwrap().0.len(), 501);
        assert!(first.0.as_ref().unwrap().1.is_some() && first.1 > 0);
        assert_eq!(judged(&memory, u64::MAX), first);
        assert_eq!(judged(&memory, 10), judged(&Arc::default(), 10));
    }
}
