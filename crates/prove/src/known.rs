//! P-positions that were learned and proved by tasks that belong together, so that the many statements about one ruleset
//! prove them once. What is kept was proved for the same moves, ending and board.

use sprague_automata::Dfa;
use sprague_rules::Ruleset;
use sprague_rules::ruleset::{Ending, Move, Shape};
use sprague_task::Memory;

use sprague_claim::Board;

/// Sets that are kept; statements come in files about few rulesets.
const MOST: usize = 64;

/// Everything that the P-positions depend on.
#[derive(Clone, PartialEq)]
struct Key {
    board: Board,
    shape: Shape,
    ending: Ending,
    moves: Vec<Move>,
}

/// P-positions, and the steps that it took to prove them.
type Proved = (Dfa, u64);

#[derive(Default)]
struct Sets(Vec<(Key, Proved)>);

fn key(ruleset: &Ruleset, board: Board) -> Key {
    let Ruleset { shape, ending, moves, .. } = ruleset;
    Key { board, shape: *shape, ending: ending.clone(), moves: moves.clone() }
}

/// The P-positions of this board, if they are proved, and the steps that this took: whoever recalls them counts these, so
/// that a verdict does not depend on what was judged before.
pub(crate) fn recall(memory: &Memory, ruleset: &Ruleset, board: Board) -> Option<Proved> {
    let key = key(ruleset, board);
    memory.look(|sets: &mut Sets| {
        let found = sets.0.iter().find(|(known, _)| *known == key);
        found.map(|(_, set)| set.clone())
    })?
}

/// Keeps P-positions that were proved.
pub(crate) fn keep(memory: &Memory, ruleset: &Ruleset, board: Board, set: &Dfa, steps: u64) {
    let key = key(ruleset, board);
    memory.look(|sets: &mut Sets| {
        if sets.0.len() < MOST {
            sets.0.push((key, (set.clone(), steps)));
        }
    });
}
