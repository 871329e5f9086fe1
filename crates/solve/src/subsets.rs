//! P-positions of games in which a move takes one token from each pile of any set of piles, or of any that is large enough.
//!
//! With k piles there are up to 2^k such sets. They need not be walked: a set of the first i + 1 piles either leaves the
//! last of them alone or takes from it, so what the sets of more and more piles reach is found in k steps, if it is
//! kept for all smaller positions. Let A(i, p) say that some set of the first i piles of p, perhaps the empty one, leads
//! to a P-position. Among equal piles the first ones are taken from: then the piles stay in order, and no option is met
//! twice. If the last of i + 1 piles is the last of s equal ones, of which none or some of the first s - 1 are in the set, A(i, p)
//! tells; if all s are in it, A(i + 1 - s, q) does, where q is p with these s piles lowered. A position is N if a set that is
//! not empty leads to a P-position; after that its own A is known.
//!
//! Where sets of fewer than L piles are not all allowed, A is kept for sets of 1, 2, ..., L - 1, and L or more piles. All of it
//! is one word a position.

use sprague_rules::expr::{Cond, Expr};
use sprague_rules::ruleset::{Amount, Ending, MoveAct};
use sprague_rules::{Ruleset, Shape};

use crate::budget::Watch;
use crate::region::{Ranking, Region};

/// The largest L.
const MOST_COUNTED: usize = 3;
/// Positions between two looks at the watch.
const LOOK_UP: usize = 1 << 14;

/// One token from each pile of a set: which numbers of piles are allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubsetMoves {
    /// This number and all above it.
    pub least: usize,
    /// Those below it, ascending.
    pub below: Vec<usize>,
    /// Does a player who cannot move win?
    pub misere: bool,
}

impl SubsetMoves {
    /// The moves of a ruleset, if they are of this form.
    pub fn of(ruleset: &Ruleset) -> Option<SubsetMoves> {
        let misere = match ruleset.ending {
            Ending::StuckLoses => false,
            Ending::StuckWins => true,
            Ending::Decided(_) => return None,
        };
        if !ruleset.same_moves() || !matches!(ruleset.shape, Shape::Piles { .. }) {
            return None;
        }
        let one = |amount: &Amount, condition: &Cond| match (amount, condition) {
            (Amount::Fixed(number), Cond::Always) => *number == Expr::Const(1),
            (Amount::Chosen(slot), Cond::InSet(Expr::Slot(s), set)) => s == slot && *set == [1],
            _ => false,
        };
        let (mut least, mut sizes) = (usize::MAX, Vec::new());
        for m in &ruleset.moves {
            match &m.act {
                MoveAct::Take(takes) if takes.len() == 1 && one(&takes[0].1, &m.condition) => {
                    sizes.push(1);
                }
                MoveAct::TakeEach { amount, least: from, most } if one(amount, &m.condition) => {
                    match most {
                        Some(most) => sizes.extend(*from..=*most),
                        None => least = least.min(*from),
                    }
                }
                _ => return None,
            }
        }
        sizes.sort_unstable();
        sizes.dedup();
        // What lies just below belongs to those above.
        while least > 1 && least != usize::MAX && sizes.contains(&(least - 1)) {
            least -= 1;
        }
        sizes.retain(|&size| size < least);
        (1..=MOST_COUNTED).contains(&least).then_some(SubsetMoves { least, below: sizes, misere })
    }

    /// Do the words of positions with so many piles have enough bits?
    pub fn fits(&self, places: usize) -> bool {
        // One bit tells P-positions.
        self.least * places < u32::BITS as usize
    }

    /// The least number of piles from which something may be taken.
    fn fewest(&self) -> usize {
        self.below.first().copied().unwrap_or(self.least)
    }
}

/// Bit 0 of a word: a P-position.
const P: u32 = 1;

/// The answers for all positions of a region.
pub struct SubsetTable {
    ranking: Ranking,
    words: Vec<u32>,
    /// The table is right for sizes up to this.
    pub complete: u32,
}

impl SubsetTable {
    /// Bytes that the table will take; `None` if beyond counting.
    pub fn bytes(region: Region) -> Option<u64> {
        region.positions()?.checked_mul(4)
    }

    /// Computes the table. If the watch stops it early, the table is complete for smaller sizes.
    pub fn compute(moves: &SubsetMoves, region: Region, watch: &Watch) -> Option<SubsetTable> {
        let positions = region.positions()? as usize;
        let ranking = Ranking::new(region);
        let mut words: Vec<u32> = Vec::with_capacity(positions);
        let mut piles = vec![0; region.places];
        loop {
            words.push(word(moves, &ranking, &words, &piles));
            if words.len().is_multiple_of(LOOK_UP) && !watch.advance(LOOK_UP as u64) {
                // The largest pile decides first.
                let complete = piles.last()?.checked_sub(1)?;
                return Some(SubsetTable { ranking, words, complete });
            }
            // The next in the order of ranks.
            let beyond = |i: usize| piles.get(i + 1).copied().unwrap_or(region.max);
            let Some(i) = (0..piles.len()).find(|&i| piles[i] < beyond(i)) else { break };
            piles[i] += 1;
            piles[..i].fill(0);
        }
        Some(SubsetTable { ranking, words, complete: region.max })
    }

    /// Is the position in the table?
    pub fn contains(&self, position: &[u32]) -> bool {
        self.ranking.contains(position) && position.iter().all(|&size| size <= self.complete)
    }

    /// Which positions it has, if it is complete.
    pub fn region(&self) -> Region {
        self.ranking.region
    }

    /// Is it a P-position?
    pub fn is_p(&self, position: &[u32]) -> bool {
        self.words[self.ranking.rank(position) as usize] & P != 0
    }

    /// Says in words what was computed.
    pub fn size(&self) -> String {
        format!("{} positions, a word for each", self.words.len())
    }
}

/// What is known of the position whose rank is the number of words.
fn word(moves: &SubsetMoves, ranking: &Ranking, words: &[u32], piles: &[u32]) -> u32 {
    let most = moves.least;
    // Bits for sets of 1, 2, ..., `most` or more of the first piles.
    let first = |word: u32, piles: usize| match piles {
        0 => 0,
        _ => word >> (1 + most * (piles - 1)) & ((1 << most) - 1),
    };
    let empty = piles.iter().take_while(|&&size| size == 0).count();
    let (mut reached, mut word) = (0, 0);
    let (mut group, mut lower) = (empty, words.len());
    for i in empty..piles.len() {
        if i > empty && piles[i] != piles[i - 1] {
            (group, lower) = (i, words.len());
        }
        lower -= (ranking.term(i, piles[i]) - ranking.term(i, piles[i] - 1)) as usize;
        let other = words[lower];
        let sets = u64::from(other & P | first(other, group) << 1) << (i + 1 - group);
        let (few, many) = (sets & ((1 << most) - 1), sets >> most != 0);
        reached |= (few >> 1) as u32 | u32::from(many) << (most - 1);
        word |= reached << (1 + most * i);
    }
    let below = moves.below.iter().fold(0, |mask, size| mask | 1 << (size - 1));
    let wins = match piles.len() - empty >= moves.fewest() {
        true => reached & (below | 1 << (most - 1)) != 0,
        false => moves.misere,
    };
    word | if wins { 0 } else { P }
}
