//! Looking at the options of one position through a table: the step that a sweep repeats.

use sprague_rules::{Options, Player, Ruleset};

use crate::region::Ranking;
use crate::store::{Bits, Numbers};

/// What a search through a position's options found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// There is no option.
    Stuck,
    /// There are options, but none of the wanted kind.
    Nothing,
    /// Some option is of the wanted kind.
    Something,
}

/// Numbers seen while looking at one position, for the mex.
pub struct Seen {
    stamps: Vec<u32>,
    stamp: u32,
}

impl Seen {
    /// Room for values up to `largest`.
    pub fn new(largest: usize) -> Seen {
        Seen { stamps: vec![0; largest + 2], stamp: 0 }
    }

    /// Forgets everything; returns the array and the stamp that now means "seen".
    pub fn fresh(&mut self) -> (&mut [u32], u32) {
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        (&mut self.stamps, self.stamp)
    }
}

/// A way to look at the options of a position.
pub trait Finder: Sync {
    /// Is there an option of `player` whose bit is set in `lost`?
    fn find(&self, position: &[u32], player: Player, lost: &Bits) -> Found;

    /// The least number that is not the value of an option.
    fn mex(&self, position: &[u32], values: &Numbers, seen: &mut Seen) -> u32;
}

/// The portable finder: walks the checked tree for each position.
pub struct Interpreter<'r> {
    options: Options<'r>,
    ranking: &'r Ranking,
}

impl<'r> Interpreter<'r> {
    pub fn new(ruleset: &'r Ruleset, ranking: &'r Ranking) -> Self {
        Interpreter { options: Options::new(ruleset), ranking }
    }
}

impl Finder for Interpreter<'_> {
    fn find(&self, position: &[u32], player: Player, lost: &Bits) -> Found {
        let mut found = Found::Stuck;
        self.options.visit(position, player, &mut |option| {
            let wanted = lost.get(self.ranking.rank(option));
            found = if wanted { Found::Something } else { Found::Nothing };
            !wanted
        });
        found
    }

    fn mex(&self, position: &[u32], values: &Numbers, seen: &mut Seen) -> u32 {
        let (stamps, stamp) = seen.fresh();
        self.options.visit(position, Player::Left, &mut |option| {
            stamps[values.get(self.ranking.rank(option)) as usize] = stamp;
            true
        });
        stamps.iter().take_while(|&&s| s == stamp).count() as u32
    }
}
