//! Wyg and Wygthoff on complete graphs, with any chips.
//!
//! Every two stacks are joined, so a position is a multiset of stacks, and no graph is needed: the
//! stacks, sorted and packed into one word, are the key of the memory. When an edge binds, only its
//! two stacks change until one is empty, so what a choice is worth depends on the other stacks R only
//! through the numbers r for which R with r is a P-position; fewer than one multiset in a thousand is
//! ever met. When no edge binds, nearly all multisets are met, and [`Table`] is the better way.

mod table;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::game::{Game, edges::takes};
use crate::limit::{Budget, Limit};
use crate::position::Position;
use crate::stack::is_low;

pub use table::Table;

/// Stacks that fit the packed word.
pub const MOST_STACKS: usize = 25;
/// Chips that fit one of these stacks.
pub const MOST_CHIPS: u32 = 31;

/// Nonempty stacks in nondecreasing order.
type Stacks = SmallVec<[u8; 32]>;

/// Solves positions on complete graphs in normal play, and remembers.
pub struct Complete<'a> {
    game: Game,
    budget: Budget<'a>,
    wins: FxHashMap<u128, bool>,
}

impl<'a> Complete<'a> {
    /// A solver that remembers nothing yet; the game is Wyg or Wygthoff, bound or free.
    pub fn new(game: Game, budget: Budget<'a>) -> Complete<'a> {
        assert!(game.on_edges());
        Complete { game, budget, wins: FxHashMap::default() }
    }

    /// Is this a position on a complete graph that fits?
    pub fn suits(position: &Position) -> bool {
        let n = position.chips.len();
        n <= MOST_STACKS
            && position.play.is_none()
            && position.graph.size() == n * n.saturating_sub(1) / 2
            && position.chips.iter().all(|&c| c <= MOST_CHIPS)
    }

    /// Is it better to look at this position as a multiset than as a graph? Small ones are solved in
    /// no time either way, and a table of the free versions needs memory for every multiset.
    pub fn pays(position: &Position) -> bool {
        let n = position.chips.len();
        let most = position.chips.iter().max().map_or(0, |&c| c as usize);
        n > 4 && Complete::suits(position) && table::multisets(n, most).is_some_and(|c| c < 1 << 46)
    }

    /// Does the player to move win with these stacks and no edge in play?
    pub fn wins(&mut self, stacks: &[u32]) -> Result<bool, Limit> {
        assert!(stacks.len() <= MOST_STACKS && stacks.iter().all(|&c| c <= MOST_CHIPS));
        let mut sorted: Stacks = stacks.iter().filter(|&&c| c > 0).map(|&c| c as u8).collect();
        sorted.sort_unstable();
        self.search(&sorted)
    }

    /// How many multisets were solved.
    pub fn solved(&self) -> u64 {
        self.wins.len() as u64
    }

    fn search(&mut self, stacks: &[u8]) -> Result<bool, Limit> {
        if stacks.len() < 2 {
            return Ok(false);
        }
        let key = pack(stacks);
        if let Some(&known) = self.wins.get(&key) {
            return Ok(known);
        }
        self.check()?;
        let wins = self.some_pair_wins(stacks)?;
        self.wins.insert(key, wins);
        Ok(wins)
    }

    fn some_pair_wins(&mut self, stacks: &[u8]) -> Result<bool, Limit> {
        // Equal stacks are twins: of each value the first, and the second for pairs of equals.
        let first = |i: usize| i == 0 || stacks[i - 1] != stacks[i];
        for i in (0..stacks.len()).filter(|&i| first(i)) {
            for j in i + 1..stacks.len() {
                if !(first(j) || j == i + 1) {
                    continue;
                }
                let mut rest: Stacks = stacks.into();
                rest.remove(j);
                rest.remove(i);
                let pair = (u32::from(stacks[i]), u32::from(stacks[j]));
                let wins = match self.game.binds() {
                    true => Duel { rest, table: [[None; 32]; 32] }.wins(self, pair)?,
                    false => self.free_pair_wins(&rest, pair)?,
                };
                if wins {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn free_pair_wins(&mut self, rest: &[u8], pair: (u32, u32)) -> Result<bool, Limit> {
        for take in takes(self.game, pair) {
            let left = (pair.0 - take.0, pair.1 - take.1);
            if !self.search(&with(rest, left))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn check(&self) -> Result<(), Limit> {
        let solved = self.solved();
        if is_low() {
            return Err(Limit::Depth { solved });
        }
        // A full table holds at least half as many entries as it has places for.
        if 64 * solved as usize > self.budget.bytes {
            return Err(Limit::Memory { solved, most: self.budget.bytes });
        }
        match solved.is_multiple_of(4096) && !self.budget.watch.goes_on() {
            true => Err(Limit::Stopped { solved }),
            false => Ok(()),
        }
    }
}

/// The play on one edge.
struct Duel {
    rest: Stacks,
    /// By the two stacks: before an end is empty, whether the player to move wins; after, whether
    /// what is left is a P-position.
    table: [[Option<bool>; 32]; 32],
}

impl Duel {
    fn wins(&mut self, solver: &mut Complete, pair: (u32, u32)) -> Result<bool, Limit> {
        if let Some(known) = self.table[pair.0 as usize][pair.1 as usize] {
            return Ok(known);
        }
        let mut wins = false;
        for take in takes(solver.game, pair) {
            let left = (pair.0 - take.0, pair.1 - take.1);
            wins = if left.0 > 0 && left.1 > 0 {
                !self.wins(solver, left)?
            } else {
                // Which of the two ends is left makes no difference.
                let (x, y) = (left.0.max(left.1) as usize, 0);
                match self.table[x][y] {
                    Some(known) => known,
                    None => {
                        let p = !solver.search(&with(&self.rest, left))?;
                        self.table[x][y] = Some(p);
                        p
                    }
                }
            };
            if wins {
                break;
            }
        }
        self.table[pair.0 as usize][pair.1 as usize] = Some(wins);
        self.table[pair.1 as usize][pair.0 as usize] = Some(wins);
        Ok(wins)
    }
}

/// The stacks with two more.
fn with(rest: &[u8], pair: (u32, u32)) -> Stacks {
    let mut stacks: Stacks = rest.into();
    for chips in [pair.0 as u8, pair.1 as u8] {
        if chips > 0 {
            let place = stacks.partition_point(|&c| c < chips);
            stacks.insert(place, chips);
        }
    }
    stacks
}

fn pack(stacks: &[u8]) -> u128 {
    stacks.iter().fold(0, |key, &c| key << 5 | u128::from(c))
}
