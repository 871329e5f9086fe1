//! Tables of small positions, as large as is affordable, and what they tell of a tuple.

use std::collections::HashMap;

use sprague_claim::Board;
use sprague_rules::Outcome;
use sprague_solve::{Budget, Question, Region, Solver, Wanted, work};
use sprague_task::{Task, Watch};

use crate::describe::Dice;
use crate::subject::Subject;

/// What is known of small positions.
pub struct Table {
    subject: Subject,
    solver: Solver,
    /// The largest pile, or count, of the table.
    pub most: u32,
    /// Positions outside of it whose outcomes are known.
    outcomes: HashMap<Vec<u64>, bool>,
}

/// The part of all steps that one table may take.
const PART: u64 = 6;

/// Largest piles of the tables that are looked at, one after the other, by the number of piles.
const PILES: [&[u32]; 8] = [
    &[],
    &[300, 4000],
    &[120, 700, 2000],
    &[40, 150, 300],
    &[24, 60, 128, 224],
    &[16, 34, 64, 110],
    &[12, 24, 36, 56],
    &[10, 16, 24],
];
/// The same for the places of a row, which are not sorted.
const PLACES: [&[u32]; 6] =
    [&[], &[300, 2000], &[100, 500, 1000], &[30, 80, 160], &[14, 28, 40], &[9, 14, 20]];
/// The same for counts, by the largest pile.
const COUNTS: [&[u32]; 6] = [&[], &[200], &[40, 80], &[16, 30], &[8, 12], &[7]];

/// The sizes of the tables for a board, in the order in which they are looked at; nim-values are dearer.
pub fn sizes(board: Board, wanted: Wanted) -> Vec<u32> {
    let all: &[&[u32]] = match board {
        Board::Piles(_) => &PILES,
        Board::Row(_) => &PLACES,
        Board::Counts(_) => &COUNTS,
        Board::Mixed { .. } => &[],
    };
    let sizes = all.get(board.numbers()).copied().unwrap_or(&[]);
    match wanted {
        Wanted::NimValues => sizes.iter().map(|&size| (size / 2).max(8)).collect(),
        _ => sizes.to_vec(),
    }
}

impl Table {
    /// The table up to a size; none, if it would cost too much.
    pub fn new(subject: &Subject, most: u32, wanted: Wanted, task: &Task) -> Option<Table> {
        let ruleset = &subject.ruleset;
        let region = match subject.board {
            Board::Counts(size) => Region::new(ruleset, size * most as usize, size as u32),
            board => Region::new(ruleset, board.numbers(), most),
        };
        if work(ruleset, region, wanted) > task.limits().steps / PART {
            return None;
        }
        let budget = Budget { memory: task.limits().bytes, ..Budget::default() };
        let watch: Watch = task.watch();
        let question = Question::about_region(ruleset, region).wanted(wanted);
        let solver = question.budget(&budget).watch(&watch).solver().ok()?;
        Some(Table { subject: subject.clone(), solver, most, outcomes: HashMap::new() })
    }

    /// The position of a tuple, if it is in the table.
    fn position(&self, tuple: &[u64]) -> Option<Vec<u32>> {
        let most = u64::from(self.most);
        let inside = match self.subject.board {
            Board::Piles(_) => tuple.iter().sum::<u64>() <= most,
            _ => tuple.iter().all(|&n| n <= most),
        };
        if !inside {
            return None;
        }
        let wide: Vec<u128> = tuple.iter().map(|&n| n.into()).collect();
        self.subject.board.position(&wide)
    }

    /// Is the position of a tuple P? None, if that is not known.
    pub fn is_lost(&mut self, tuple: &[u64]) -> Option<bool> {
        if let Some(&known) = self.outcomes.get(tuple) {
            return Some(known);
        }
        let position = self.position(tuple)?;
        self.solver.outcome(&position).ok().map(|outcome| outcome == Outcome::P)
    }

    /// The nim-value of the position of a tuple.
    pub fn nim_value(&mut self, tuple: &[u64]) -> Option<u32> {
        let position = self.position(tuple)?;
        self.solver.nim_value(&position).ok()?
    }

    /// Tells it of a position outside of it.
    pub fn tell(&mut self, tuple: Vec<u64>, lost: bool) {
        self.outcomes.insert(tuple, lost);
    }
}

/// All tuples of a board with numbers up to a bound (of piles: with a largest pile up to it), by their tokens; only so many.
pub fn tuples(subject: &Subject, most: u32, limit: usize) -> Vec<Vec<u64>> {
    let numbers = subject.board.numbers();
    let by_sum = matches!(subject.board, Board::Piles(_));
    let mut most = u64::from(most);
    let count = |most: u64| -> f64 {
        match by_sum {
            true => (1..=numbers as u64).map(|i| (most + i) as f64 / i as f64).product(),
            false => ((most + 1) as f64).powi(numbers as i32),
        }
    };
    while most > 1 && count(most) > limit as f64 {
        most -= 1 + most / 32;
    }
    let mut all: Vec<Vec<u64>> = vec![Vec::new()];
    for _ in 0..numbers {
        let longer = |head: Vec<u64>| {
            let room = if by_sum { most - head.iter().sum::<u64>() } else { most };
            (0..=room).map(move |n| [head.clone(), vec![n]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all.sort_by_key(|tuple| subject.tokens(tuple));
    all
}

/// Tuples that are scattered over a table of piles, many of them with small numbers among large ones.
pub fn scattered(subject: &Subject, most: u32, many: usize) -> Vec<Vec<u64>> {
    let (numbers, most) = (subject.board.numbers(), u64::from(most));
    let mut dice = Dice::new();
    let tuple = |_| {
        let mut room = most;
        let mut tuple = vec![0; numbers];
        // Whichever comes first has the most room.
        let first = dice.roll(numbers as u64) as usize;
        for place in (first..numbers).chain(0..first) {
            let below = 1 + if dice.roll(3) == 0 { room.min(8) } else { room };
            tuple[place] = dice.roll(below);
            if matches!(subject.board, Board::Piles(_)) {
                room -= tuple[place];
            }
        }
        tuple
    };
    let mut all: Vec<Vec<u64>> = (0..many).map(tuple).collect();
    all.sort_by_cached_key(|tuple| (subject.tokens(tuple), tuple.clone()));
    all.dedup();
    all
}
