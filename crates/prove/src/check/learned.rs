//! Tables from which the P-positions of a whole board are learned.

use crate::cost;
use sprague_rules::{Outcome, Ruleset};
use sprague_solve::{Question, Region, Wanted};
use sprague_task::Task;

use sprague_claim::Board;

use crate::learn::{Learned, Samples, learn};

/// Largest pile of the tables from which P-positions are learned, by the number of piles, at the first attempt and at
/// the next ones, if what was learned before turned out to be wrong.
const LEARNED_TO: [[u32; 7]; 3] =
    [[0, 4000, 700, 150, 60, 34, 24], [0, 8000, 1500, 300, 128, 64, 36], [0, 0, 0, 0, 0, 110, 56]];
/// Largest pile of the positions with which a guess is compared.
const SAMPLED_TO: [u32; 7] = [0, 4000, 700, 150, 60, 34, 24];
/// The same for counts, by the largest pile.
const COUNTED_TO: [u32; 6] = [0, 200, 80, 30, 12, 7];
/// States of an automaton that is worth a proof.
const LEARNED_STATES: usize = 400;

/// How often learning is worth trying.
pub const ATTEMPTS: usize = LEARNED_TO.len();

/// Why nothing was learned.
pub enum Unlearned {
    /// No table is made for such a board.
    NoTable,
    /// The table would cost too much.
    TooDear,
    /// No small automaton fits what the table shows.
    NoPattern,
}

/// The table of an attempt: its region, its largest number, and up to where a guess is compared with it.
fn table(ruleset: &Ruleset, board: Board, attempt: usize) -> Option<(Region, u32, u32)> {
    match board {
        Board::Piles(count) => {
            let max = *LEARNED_TO.get(attempt)?.get(count).filter(|&&max| max > 0)?;
            Some((Region::new(ruleset, count, max), max, SAMPLED_TO[count]))
        }
        Board::Counts(size) => {
            let max = *COUNTED_TO.get(size).filter(|_| attempt == 0)?;
            Some((Region::new(ruleset, size * max as usize, size as u32), max, max))
        }
        Board::Row(_) | Board::Mixed { .. } => None,
    }
}

/// The P-positions of the whole board as an automaton learned from a table, if one fits.
pub fn learned(
    ruleset: &Ruleset,
    board: Board,
    attempt: usize,
    task: &Task,
) -> Result<Learned, Unlearned> {
    let (region, most, sampled) = table(ruleset, board, attempt).ok_or(Unlearned::NoTable)?;
    if !cost::affords(task, ruleset, region, Wanted::Outcomes) {
        return Err(Unlearned::TooDear);
    }
    let budget = cost::budget(task);
    let watch = task.watch();
    let question = Question::about_region(ruleset, region).budget(&budget).watch(&watch);
    let mut solver = question.solver().map_err(|_| Unlearned::TooDear)?;
    let mut oracle = |tuple: &[u32]| {
        let inside = match board {
            Board::Piles(_) => tuple.iter().sum::<u32>() <= most,
            _ => tuple.iter().all(|&count| count <= most),
        };
        if !inside {
            return None;
        }
        let wide: Vec<u128> = tuple.iter().map(|&n| n.into()).collect();
        solver.outcome(&board.position(&wide)?).ok().map(|outcome| outcome == Outcome::P)
    };
    let sum = if matches!(board, Board::Piles(_)) { sampled } else { u32::MAX };
    let samples = Samples { numbers: board.numbers(), most: sampled, sum };
    learn(board.numbers(), &mut oracle, &samples, LEARNED_STATES, &|| watch.goes_on())
        .ok_or(Unlearned::NoPattern)
}
