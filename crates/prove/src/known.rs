//! P-positions that were learned and proved in this run, so that the many statements about one ruleset
//! prove them once. What is kept was proved for the same moves, ending and board; nothing outlives the process.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use sprague_automata::Dfa;
use sprague_rules::Ruleset;

use sprague_claim::Board;

/// Sets that are kept; statements come in files about few rulesets.
const MOST: usize = 64;

fn sets() -> &'static Mutex<HashMap<String, Dfa>> {
    static SETS: OnceLock<Mutex<HashMap<String, Dfa>>> = OnceLock::new();
    SETS.get_or_init(Mutex::default)
}

/// Everything that the P-positions depend on.
fn key(ruleset: &Ruleset, board: Board) -> String {
    format!("{board:?} {:?} {:?} {:?}", ruleset.shape, ruleset.ending, ruleset.moves)
}

/// The P-positions of this board, if they are proved.
pub fn recall(ruleset: &Ruleset, board: Board) -> Option<Dfa> {
    sets().lock().ok()?.get(&key(ruleset, board)).cloned()
}

/// Keeps P-positions that were proved.
pub fn keep(ruleset: &Ruleset, board: Board, set: &Dfa) {
    if let Ok(mut sets) = sets().lock()
        && sets.len() < MOST
    {
        sets.insert(key(ruleset, board), set.clone());
    }
}
