//! What a task may cost, in the words of the rooms below.

use sprague_rules::Ruleset;
use sprague_solve::{Budget, Region, Wanted, work};
use sprague_task::Task;

/// The budget of a table or a search.
pub(crate) fn budget(task: &Task) -> Budget {
    Budget { memory: task.limits().bytes, ..Budget::default() }
}

/// The part of all steps that one table may take.
const TABLE: u64 = 4;

/// Is the work of a table a part of what the task may cost? Decided before it is begun, and by counting, so that it is
/// the same however busy the machine is.
pub(crate) fn affords(task: &Task, ruleset: &Ruleset, region: Region, wanted: Wanted) -> bool {
    work(ruleset, region, wanted) <= task.limits().steps / TABLE
}

/// The budget of automata within a task.
pub fn automata(task: &Task) -> sprague_automata::Budget {
    sprague_automata::Budget {
        states: task.limits().states,
        bytes: bytes(task),
        deadline: Some(task.deadline()),
        cancel: Some(task.cancel().clone()),
        steps: Some(task.steps()),
        held: task.most_held().map(|most| (sprague_task::held as fn() -> u64, most)),
    }
}

/// Bytes of one construction or table.
pub(crate) fn bytes(task: &Task) -> usize {
    usize::try_from(task.limits().bytes).unwrap_or(usize::MAX)
}
