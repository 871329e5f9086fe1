//! A commutative automaton for the outcomes of positions, learned from questions about small ones.
//!
//! Positions u and v are told apart by a test t if exactly one of u + t and v + t is P. The states are positions no two of which
//! the tests told apart; reading a pile leads to the state that is like the position with it. There are three ways to find a new test:
//!
//! - reading a and then b leads elsewhere than b and then a: with a test t by which these differ, a + t or b + t tells
//!   a state from what was taken to be like it;
//! - the automaton is wrong at a position: going through its piles, those that are left when the answer first changes are a test (Rivest
//!   and Schapire);
//! - exploring all positions ends at one where the automaton contradicts itself: it or one of its options is such a position.

use rustc_hash::FxHashMap;
use sprague_task::{Stop, Task};

use super::explore::{Explored, Guess};
use super::moves::{Moves, Oracle};

/// What was learned, and explored for all positions.
#[derive(Clone, Debug)]
pub struct Learned {
    /// Amounts up to this are looked at one by one.
    pub small: u32,
    /// From here on sizes are told apart by residues only.
    pub threshold: u32,
    /// Modulo this.
    pub period: u32,
    /// Which states are lost.
    pub lost: Vec<bool>,
    /// For each state the next ones for the sizes 1, 2, ..., threshold + period - 1.
    pub next: Vec<Vec<u32>>,
}

impl Learned {
    fn after(&self, state: u32, size: u32) -> u32 {
        after(&self.next, (self.threshold, self.period), state, size)
    }

    /// Is the position P?
    pub fn is_lost(&self, piles: &[u32]) -> bool {
        let state = piles.iter().fold(0, |state, &size| self.after(state, size));
        self.lost[state as usize]
    }
}

/// The state after one more pile.
fn after(next: &[Vec<u32>], (threshold, period): (u32, u32), state: u32, size: u32) -> u32 {
    let letter = match size {
        0 => return state,
        small if small < threshold => small,
        large => threshold + (large - threshold) % period,
    };
    next[state as usize][letter as usize - 1]
}

/// Sizes up to which positions are looked at, one after the other.
const SIZES: [u8; 6] = [8, 12, 16, 24, 32, 48];
const MOST_STATES: usize = 600;
const MOST_TESTS: usize = 400;

/// The automaton of these moves, if one is found.
pub fn learned(moves: &Moves, task: &Task) -> Option<Learned> {
    let mut learner = Learner { oracle: Oracle::new(moves, task), tests: vec![Vec::new()], task };
    SIZES.into_iter().find_map(|sizes| learner.with_sizes(sizes).ok()?)
}

struct Learner<'m> {
    oracle: Oracle<'m>,
    tests: Vec<Vec<u8>>,
    task: &'m Task,
}

/// States as positions, with the next ones for each size from 1 on.
struct Table {
    states: Vec<Vec<u8>>,
    next: Vec<Vec<u32>>,
    lost: Vec<bool>,
}

fn joined(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut both = [a, b].concat();
    both.sort_unstable();
    both
}

impl Learner<'_> {
    /// The automaton for sizes up to this, as far as the tests tell; none, if there are too many states.
    fn table(&mut self, sizes: u8) -> Result<Option<Table>, Stop> {
        let mut known: FxHashMap<Vec<bool>, u32> = FxHashMap::default();
        let mut states: Vec<Vec<u8>> = vec![Vec::new()];
        known.insert(self.row(&[])?, 0);
        let mut next = Vec::new();
        while next.len() < states.len() {
            self.task.spend(1)?;
            let mut row = Vec::with_capacity(sizes.into());
            for size in 1..=sizes {
                let position = joined(&states[next.len()], &[size]);
                let fresh = known.len() as u32;
                let state = *known.entry(self.row(&position)?).or_insert(fresh);
                if state as usize == states.len() {
                    states.push(position);
                }
                row.push(state);
            }
            next.push(row);
            if states.len() > MOST_STATES {
                return Ok(None);
            }
        }
        let lost = states.iter().map(|state| self.oracle.is_lost(state));
        let lost = lost.collect::<Result<_, _>>()?;
        Ok(Some(Table { states, next, lost }))
    }

    fn row(&mut self, position: &[u8]) -> Result<Vec<bool>, Stop> {
        let Learner { oracle, tests, task } = self;
        task.spend(1 + tests.len() as u64 / 8)?;
        tests.iter().map(|test| oracle.is_lost(&joined(position, test))).collect()
    }

    /// What is learned from positions of sizes up to this.
    fn with_sizes(&mut self, sizes: u8) -> Result<Option<Learned>, Stop> {
        while self.tests.len() < MOST_TESTS {
            let Some(table) = self.table(sizes)? else { return Ok(None) };
            if let Some(test) = self.out_of_order(&table, sizes)? {
                self.tests.push(test);
                continue;
            }
            let Some((threshold, period)) = repeats(&table, sizes.into()) else {
                return Ok(None);
            };
            let Some(small) = self.small(&table, sizes.into()) else { return Ok(None) };
            let letters = (threshold + period - 1) as usize;
            let next: Vec<Vec<u32>> =
                table.next.iter().map(|row| row[..letters].to_vec()).collect();
            let step = |state, size| after(&next, (threshold, period), state, size);
            let largest = threshold + period + small - 1;
            if largest > 200 {
                return Ok(None);
            }
            let guess =
                Guess { moves: self.oracle.moves, small, largest, after: &step, lost: &table.lost };
            let wrong = match guess.explored(self.task)? {
                Explored::Right => {
                    return Ok(Some(Learned { small, threshold, period, lost: table.lost, next }));
                }
                Explored::TooMuch => return Ok(None),
                Explored::Wrong(piles) => joined(&piles, &[]),
            };
            let read =
                |position: &[u8]| position.iter().fold(0, |state, &size| step(state, size.into()));
            // It, or one of its options, is read wrongly; if not, what is explored is too little.
            let mut found = None;
            for position in std::iter::once(wrong.clone()).chain(self.oracle.options(&wrong)) {
                if self.oracle.is_lost(&position)? != table.lost[read(&position) as usize] {
                    found = Some(position);
                    break;
                }
            }
            let Some(position) = found else { return Ok(None) };
            match self.left_over(&table, &position, &step)? {
                Some(test) if !self.tests.contains(&test) => self.tests.push(test),
                // The sizes do not repeat as was thought.
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    /// A test that is wanted because the order of two piles matters.
    fn out_of_order(&mut self, table: &Table, sizes: u8) -> Result<Option<Vec<u8>>, Stop> {
        for (state, row) in table.states.iter().zip(&table.next) {
            self.task.spend(u64::from(sizes))?;
            for a in 1..=sizes {
                for b in 1..a {
                    let (via_a, via_b) = (row[a as usize - 1], row[b as usize - 1]);
                    let one = table.next[via_a as usize][b as usize - 1];
                    let other = table.next[via_b as usize][a as usize - 1];
                    if one == other {
                        continue;
                    }
                    let ab = joined(&table.states[via_a as usize], &[b]);
                    let ba = joined(&table.states[via_b as usize], &[a]);
                    let both = joined(state, &[a, b]);
                    for test in self.tests.clone() {
                        let one = self.oracle.is_lost(&joined(&ab, &test))?;
                        let other = self.oracle.is_lost(&joined(&ba, &test))?;
                        if one != other {
                            let truth = self.oracle.is_lost(&joined(&both, &test))?;
                            return Ok(Some(joined(&[if truth != one { b } else { a }], &test)));
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    /// The piles of a position that is read wrongly which are left when the answer first changes.
    fn left_over(
        &mut self,
        table: &Table,
        position: &[u8],
        step: &dyn Fn(u32, u32) -> u32,
    ) -> Result<Option<Vec<u8>>, Stop> {
        let mut state = 0u32;
        for (i, &size) in position.iter().enumerate() {
            let rest = &position[i + 1..];
            let next = step(state, size.into());
            let here = joined(&joined(&table.states[state as usize], &[size]), rest);
            let there = joined(&table.states[next as usize], rest);
            if self.oracle.is_lost(&here)? != self.oracle.is_lost(&there)? {
                return Ok(Some(rest.to_vec()));
            }
            state = next;
        }
        Ok(None)
    }

    /// The bound on amounts that are looked at one by one: the largest there is, or the largest smallest pile of a lost position.
    fn small(&self, table: &Table, sizes: u32) -> Option<u32> {
        if let Some(most) = self.oracle.moves.largest {
            return Some(most.max(1));
        }
        let is_lost_from = |least: u32| {
            let mut seen = vec![false; table.next.len()];
            let mut waiting = vec![0u32];
            while let Some(state) = waiting.pop() {
                for &next in &table.next[state as usize][least as usize - 1..] {
                    if !std::mem::replace(&mut seen[next as usize], true) {
                        waiting.push(next);
                    }
                }
            }
            seen.iter().zip(&table.lost).any(|(seen, lost)| *seen && *lost)
        };
        (1..sizes).find(|&least| !is_lost_from(least + 1)).filter(|&most| most < sizes / 2)
    }
}

/// From where on, and with which period, sizes are read alike, seen for two periods.
fn repeats(table: &Table, sizes: u32) -> Option<(u32, u32)> {
    let alike =
        |a: u32, b: u32| table.next.iter().all(|row| row[a as usize - 1] == row[b as usize - 1]);
    let of_period = |period: u32| {
        let from = (1..=sizes - period).rev().take_while(|&n| alike(n, n + period)).last()?;
        (sizes + 1 - from >= 2 * period).then_some((from, period))
    };
    (1..=sizes / 2).find_map(of_period)
}
