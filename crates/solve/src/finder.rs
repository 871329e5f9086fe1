//! Looking at the options of one position through a table: the step that a sweep repeats.
//!
//! There are two ways to do it: walking the checked tree, here, which works for every ruleset, and
//! running machine code made for the ruleset and the region, in [`crate::native`].

pub use sprague_jit::{Found, Stamps};
use sprague_rules::{Options, Player, Ruleset};

use crate::region::Ranking;
use crate::store::{Bits, Numbers};

/// The positions lost by the player to move.
#[derive(Clone, Copy)]
pub struct Lost<'t> {
    /// By Left and by Right.
    pub tables: &'t [Bits; 2],
    /// Are the two different? Otherwise only the first is used.
    pub both: bool,
}

impl<'t> Lost<'t> {
    /// The positions that `player` loses moving first.
    pub fn by(&self, player: Player) -> &'t Bits {
        &self.tables[usize::from(self.both && player == Player::Right)]
    }
}

/// Looks for an option that the opponent loses.
pub trait FindLost: Sync {
    fn find(&self, position: &[u32], player: Player) -> Found;
}

/// Looks for the least number that is not the value of an option.
pub trait FindMex: Sync {
    fn mex(&self, position: &[u32], stamps: &mut Stamps) -> u32;
}

/// Walks the checked tree at each position.
pub struct Interpreter<'t, T> {
    options: Options,
    ranking: &'t Ranking,
    table: T,
}

impl<'t, T> Interpreter<'t, T> {
    pub fn new(ruleset: &'t Ruleset, ranking: &'t Ranking, table: T) -> Self {
        Interpreter { options: Options::new(ruleset), ranking, table }
    }
}

impl FindLost for Interpreter<'_, Lost<'_>> {
    fn find(&self, position: &[u32], player: Player) -> Found {
        let lost = self.table.by(player.opponent());
        let mut found = Found::Stuck;
        self.options.visit(position, player, &mut |option| {
            let wanted = lost.get(self.ranking.rank(option));
            found = if wanted { Found::Yes } else { Found::No };
            !wanted
        });
        found
    }
}

impl FindMex for Interpreter<'_, &Numbers> {
    fn mex(&self, position: &[u32], stamps: &mut Stamps) -> u32 {
        stamps.mex_of(|mark| {
            self.options.visit(position, Player::Left, &mut |option| {
                mark(self.table.get(self.ranking.rank(option)));
                true
            });
        })
    }
}
