//! The reference solver: a memoised recursion straight from the definitions.
//!
//! It is slow and simple on purpose: every other kernel is compared with it.
//! A player who can move wins moving first iff some option is lost by the opponent moving first; a
//! player who cannot move wins iff the ending says so. The nim-value is the mex over the options.

use std::collections::HashMap;
use std::sync::Arc;

use sprague_rules::{Options, Outcome, Player, Ruleset};

/// Outcomes and nim-values of one ruleset, remembered.
pub struct Reference {
    options: Options,
    first_wins: HashMap<(Vec<u32>, Player), bool>,
    nim_values: HashMap<Vec<u32>, u32>,
}

impl Reference {
    /// Nothing is remembered yet.
    pub fn new(ruleset: impl Into<Arc<Ruleset>>) -> Self {
        Reference {
            options: Options::new(ruleset),
            first_wins: HashMap::new(),
            nim_values: HashMap::new(),
        }
    }

    /// Does `player`, to move at `position`, win?
    pub fn first_wins(&mut self, position: &[u32], player: Player) -> bool {
        let key = (position.to_vec(), player);
        if let Some(&known) = self.first_wins.get(&key) {
            return known;
        }
        let options = self.options.list(position, player);
        let wins = if options.is_empty() {
            self.options.ruleset().stuck_outcome(position).first_wins(player)
        } else {
            options.iter().any(|option| !self.first_wins(option, player.opponent()))
        };
        self.first_wins.insert(key, wins);
        wins
    }

    /// Who wins.
    pub fn outcome(&mut self, position: &[u32]) -> Outcome {
        let [left, right] = Player::BOTH.map(|player| self.first_wins(position, player));
        Outcome::from_first_wins(left, right)
    }

    /// The nim-value, for a ruleset that has them.
    pub fn nim_value(&mut self, position: &[u32]) -> u32 {
        if let Some(&known) = self.nim_values.get(position) {
            return known;
        }
        let options = self.options.list(position, Player::Left);
        let value = mex(options.iter().map(|option| self.nim_value(option)).collect());
        self.nim_values.insert(position.to_vec(), value);
        value
    }
}

/// The least number that is not among `values`.
pub fn mex(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values.dedup();
    (0..).zip(&values).take_while(|(n, v)| n == *v).count() as u32
}
