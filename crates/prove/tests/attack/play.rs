//! Positions by the definitions: a memory and the options that the rules give.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use sprague_rules::{Options, Outcome, Player, Ruleset};

/// Who wins, for positions of one ruleset.
pub struct Play {
    pub ruleset: &'static Ruleset,
    options: Options,
    wins: [RefCell<HashMap<Vec<u32>, bool>>; 2],
    nim_values: RefCell<HashMap<Vec<u32>, u32>>,
    /// Options that were looked at.
    pub looked: Cell<u64>,
}

impl Play {
    pub fn new(ruleset: &Ruleset) -> Play {
        let ruleset: &'static Ruleset = Box::leak(Box::new(ruleset.clone()));
        let options = Options::new(ruleset);
        let (wins, nim_values) = Default::default();
        Play { ruleset, options, wins, nim_values, looked: Cell::new(0) }
    }

    pub fn options(&self, position: &[u32], player: Player) -> Vec<Vec<u32>> {
        let list = self.options.list(position, player);
        self.looked.set(self.looked.get() + 1 + list.len() as u64);
        list
    }

    /// Does this player win who moves first?
    pub fn wins(&self, position: &[u32], player: Player) -> bool {
        if let Some(&known) = self.wins[player as usize].borrow().get(position) {
            return known;
        }
        let options = self.options(position, player);
        let wins = match options.is_empty() {
            true => self.ruleset.stuck_outcome(position).first_wins(player),
            false => options.iter().any(|option| !self.wins(option, player.opponent())),
        };
        self.wins[player as usize].borrow_mut().insert(position.to_vec(), wins);
        wins
    }

    pub fn outcome(&self, position: &[u32]) -> Outcome {
        match (self.wins(position, Player::Left), self.wins(position, Player::Right)) {
            (true, true) => Outcome::N,
            (false, false) => Outcome::P,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
        }
    }

    pub fn nim_value(&self, position: &[u32]) -> u32 {
        if let Some(&known) = self.nim_values.borrow().get(position) {
            return known;
        }
        let options = self.options(position, Player::Left);
        let values: Vec<u32> = options.iter().map(|option| self.nim_value(option)).collect();
        let mex = (0..).find(|value| !values.contains(value)).unwrap();
        self.nim_values.borrow_mut().insert(position.to_vec(), mex);
        mex
    }
}

/// A position: in ascending order, without empty piles.
pub fn sorted(mut piles: Vec<u32>) -> Vec<u32> {
    piles.retain(|&pile| pile > 0);
    piles.sort_unstable();
    piles
}
