//! Whether an automaton that reads piles is right for all positions; or a position at which it and its options are not as they should be.

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::FxHashSet;
use sprague_task::{Stop, Task};

use super::moves::Moves;

/// The automaton to be looked at: how many states, the next one, and which are lost.
pub struct Guess<'g> {
    pub moves: &'g Moves,
    /// Amounts and smallest piles up to this one by one.
    pub small: u32,
    /// Sizes up to this stand for all.
    pub largest: u32,
    pub after: &'g dyn Fn(u32, u32) -> u32,
    pub lost: &'g [bool],
}

/// Pairs of a state and of the states of the options.
const MOST_PAIRS: usize = 300_000;

/// What came of it.
pub enum Explored {
    /// It is right.
    Right,
    /// Not at the position with these piles.
    Wrong(Vec<u8>),
    /// There is too much to look at.
    TooMuch,
}

impl Guess<'_> {
    pub fn explored(&self, task: &Task) -> Result<Explored, Stop> {
        let all = (1..=self.largest).collect::<Vec<u32>>();
        if !self.moves.looks_at_smallest() {
            return self.explore(1, &all, true, task);
        }
        for smallest in 1..=self.small {
            match self.explore(smallest, &[smallest], true, task)? {
                Explored::Right => {}
                other => return Ok(other),
            }
        }
        let whole = self.moves.largest.is_some_and(|most| most <= self.small);
        self.explore(self.small + 1, &all[self.small as usize..], whole, task)
    }

    fn explore(
        &self,
        smallest: u32,
        first: &[u32],
        whole: bool,
        task: &Task,
    ) -> Result<Explored, Stop> {
        let bound = if self.moves.looks_at_smallest() { smallest } else { u32::MAX };
        let legal = |&amount: &u32| self.moves.is_legal(amount, bound);
        let amounts: Vec<u32> = (1..=self.small).filter(legal).collect();
        let left = |state: u32, size: u32| -> Vec<u32> {
            let fits = amounts.iter().filter(|&&amount| amount <= size);
            fits.map(|amount| (self.after)(state, size - amount)).collect()
        };
        let mut seen: FxHashSet<(u32, BTreeSet<u32>)> = FxHashSet::default();
        let mut waiting: VecDeque<(u32, BTreeSet<u32>, Vec<u8>)> = VecDeque::new();
        for &size in first {
            let mut options: BTreeSet<u32> = left(0, size).into_iter().collect();
            if !whole && self.moves.free {
                options.extend((0..=self.small).map(|left| (self.after)(0, left)));
            }
            let state = (self.after)(0, size);
            if seen.insert((state, options.clone())) {
                waiting.push_back((state, options, vec![size as u8]));
            }
        }
        while let Some((state, options, piles)) = waiting.pop_front() {
            task.spend(u64::from(self.largest) * (1 + options.len() as u64))?;
            let wins = options.iter().any(|&option| self.lost[option as usize]);
            let stuck = whole && self.moves.misere && options.is_empty();
            let right = match self.lost[state as usize] {
                true => whole && !wins && !stuck,
                false => wins || stuck,
            };
            if !right {
                return Ok(Explored::Wrong(piles));
            }
            if seen.len() > MOST_PAIRS {
                return Ok(Explored::TooMuch);
            }
            for size in smallest..=self.largest {
                let mut more: BTreeSet<u32> =
                    options.iter().map(|&option| (self.after)(option, size)).collect();
                more.extend(left(state, size));
                let next = (self.after)(state, size);
                if seen.insert((next, more.clone())) {
                    waiting.push_back((next, more, [&piles[..], &[size as u8]].concat()));
                }
            }
        }
        Ok(Explored::Right)
    }
}
