//! The free versions on complete graphs: every multiset of stacks, one bit each.
//!
//! With n stacks of at most t chips, zeros among them, the sorted stacks a_1 >= ... >= a_n are the
//! combination a_i + n - i of n out of n + t numbers, and its rank in the combinatorial number system
//! grows when stacks do. So one pass in the order of ranks meets options first: a multiset that no
//! P-position has marked is itself a P-position, and marks all multisets with a move to it. P-positions
//! are few (three in a hundred), so marking from them is cheaper than looking for one from the others.
//!
//! Raising one or two stacks moves the stacks between by a place or two, and the rank changes by a
//! difference of prefix sums; marking costs a constant number of additions, however many stacks.

use crate::game::Game;
use crate::limit::{Budget, Limit};

/// Who wins, for all multisets of at most `stacks` stacks with at most `most` chips each.
pub struct Table {
    stacks: usize,
    most: usize,
    terms: Terms,
    /// A bit for each rank: does the player to move win?
    wins: Vec<u64>,
    p_positions: u64,
}

/// `at(i, a)`: what a stack of `a` chips at place i adds to the rank.
struct Terms {
    stacks: usize,
    width: usize,
    terms: Vec<u64>,
}

impl Terms {
    fn new(stacks: usize, most: usize) -> Terms {
        // Rows of Pascal's triangle; C(a + n - i - 1, n - i) for place i counted from 0.
        let size = stacks + most + 1;
        let mut pascal = vec![vec![0u64; size + 1]; size + 1];
        for n in 0..=size {
            pascal[n][0] = 1;
            for k in 1..=n {
                pascal[n][k] = pascal[n - 1][k - 1].saturating_add(pascal[n - 1][k]);
            }
        }
        let width = most + 1;
        let mut terms = Vec::with_capacity(stacks * width);
        for i in 0..stacks {
            terms.extend((0..width).map(|a| pascal[a + stacks - i - 1][stacks - i]));
        }
        Terms { stacks, width, terms }
    }

    fn at(&self, i: usize, a: usize) -> u64 {
        self.terms[i * self.width + a]
    }

    fn rank(&self, sorted: &[usize]) -> u64 {
        (0..self.stacks).map(|i| self.at(i, sorted[i])).sum()
    }
}

/// How many multisets there are: C(stacks + most, stacks), if that is a number.
pub fn multisets(stacks: usize, most: usize) -> Option<u64> {
    let mut count: u128 = 1;
    for i in 1..=stacks as u128 {
        count = count.checked_mul(most as u128 + i)? / i;
    }
    u64::try_from(count).ok()
}

impl Table {
    /// Fills the table for `wyg-free` or `wygthoff-free`.
    pub fn new(game: Game, stacks: usize, most: usize, budget: &Budget) -> Result<Table, Limit> {
        assert!(matches!(game, Game::WygFree | Game::WygthoffFree));
        let too_large = Limit::Memory { solved: 0, most: budget.bytes };
        let count = multisets(stacks, most).ok_or(too_large)?;
        if count / 8 > budget.bytes as u64 {
            return Err(too_large);
        }
        let words = vec![0u64; count as usize / 64 + 1];
        let terms = Terms::new(stacks, most);
        let mut table = Table { stacks, most, terms, wins: words, p_positions: 0 };
        let mut sorted = vec![0; stacks];
        let mut marker = Marker::new(stacks);
        for rank in 0..count {
            if table.wins[(rank / 64) as usize] >> (rank % 64) & 1 == 0 {
                table.p_positions += 1;
                marker.mark(game, &mut table, &sorted, rank);
            }
            if rank % (1 << 20) == 0 && !budget.watch.goes_on() {
                return Err(Limit::Stopped { solved: rank });
            }
            advance(&mut sorted);
        }
        Ok(table)
    }

    /// Are these stacks among those of the table?
    pub fn covers(&self, stacks: &[u32]) -> bool {
        let alive = stacks.iter().filter(|&&c| c > 0).count();
        alive <= self.stacks && stacks.iter().all(|&c| c as usize <= self.most)
    }

    /// Does the player to move win with these stacks?
    pub fn wins(&self, stacks: &[u32]) -> bool {
        let mut sorted: Vec<usize> =
            stacks.iter().map(|&c| c as usize).filter(|&c| c > 0).collect();
        assert!(self.covers(stacks));
        sorted.resize(self.stacks, 0);
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        let rank = self.terms.rank(&sorted);
        self.wins[(rank / 64) as usize] >> (rank % 64) & 1 == 1
    }

    /// How many multisets are P-positions.
    pub fn p_positions(&self) -> u64 {
        self.p_positions
    }

    fn set(&mut self, rank: u64) {
        self.wins[(rank / 64) as usize] |= 1 << (rank % 64);
    }
}

/// The next sorted list in the order of ranks.
fn advance(sorted: &mut [usize]) {
    let n = sorted.len();
    // The last place that is smaller than the one before it grows, and all behind it become 0.
    let place = (1..n).rev().find(|&i| sorted[i] < sorted[i - 1]).unwrap_or(0);
    if n > 0 {
        sorted[place] += 1;
        sorted[place + 1..].fill(0);
    }
}

/// Marks what has a move to a P-position.
struct Marker {
    /// `sums[s][i]`: what the stacks at places below i add to the rank when moved s places on.
    sums: [Vec<u64>; 3],
}

impl Marker {
    fn new(stacks: usize) -> Marker {
        Marker { sums: std::array::from_fn(|_| vec![0; stacks + 1]) }
    }

    /// What the stacks at places from..to add more when moved `shift` places on.
    fn moved(&self, shift: usize, from: usize, to: usize) -> u64 {
        let sum = |s: usize| self.sums[s][to].wrapping_sub(self.sums[s][from]);
        sum(shift).wrapping_sub(sum(0))
    }

    fn mark(&mut self, game: Game, table: &mut Table, sorted: &[usize], rank: u64) {
        let n = sorted.len();
        for shift in 0..3 {
            for (i, &chips) in sorted.iter().enumerate() {
                let term = if i + shift < n { table.terms.at(i + shift, chips) } else { 0 };
                self.sums[shift][i + 1] = self.sums[shift][i].wrapping_add(term);
            }
        }
        // Equal stacks are alike: raise the first of them, or the first two.
        let first = |i: usize| i == 0 || sorted[i - 1] != sorted[i];
        for i in (0..n).filter(|&i| first(i)) {
            self.raise_one(game, table, sorted, rank, i);
            for j in (i + 1..n).filter(|&j| first(j) || j == i + 1) {
                self.raise_both(table, sorted, rank, (i, j));
            }
        }
    }

    /// The move took k from the stack at place i, whose partner was any other stack.
    fn raise_one(&self, game: Game, table: &mut Table, sorted: &[usize], rank: u64, i: usize) {
        let partner = if i == 0 { sorted.get(1).copied().unwrap_or(0) } else { sorted[0] };
        let room = table.most - sorted[i];
        let most = match game {
            Game::WygFree => room.min(partner),
            _ if partner == 0 => 0,
            _ => room,
        };
        let base = rank.wrapping_sub(table.terms.at(i, sorted[i]));
        let mut to = i;
        for raised in sorted[i] + 1..=sorted[i] + most {
            while to > 0 && sorted[to - 1] <= raised {
                to -= 1;
            }
            let mark =
                base.wrapping_add(table.terms.at(to, raised)).wrapping_add(self.moved(1, to, i));
            table.set(mark);
        }
    }

    /// The move took k from both of the stacks at places i < j.
    fn raise_both(&self, table: &mut Table, sorted: &[usize], rank: u64, (i, j): (usize, usize)) {
        let base = rank
            .wrapping_sub(table.terms.at(i, sorted[i]))
            .wrapping_sub(table.terms.at(j, sorted[j]));
        let (mut high, mut low) = (i, j);
        for k in 1..=table.most - sorted[i] {
            let (a, b) = (sorted[i] + k, sorted[j] + k);
            while high > 0 && sorted[high - 1] <= a {
                high -= 1;
            }
            while low > 0 && sorted[low - 1] <= b {
                low -= 1;
            }
            // `low` is the first place with at most b chips, before anything is moved.
            let (place, shifts) = match low > i {
                true => (low, self.moved(1, high, i).wrapping_add(self.moved(1, low, j))),
                false => {
                    let one = self.moved(1, high, low).wrapping_add(self.moved(1, i + 1, j));
                    (low + 1, one.wrapping_add(self.moved(2, low, i)))
                }
            };
            let mark = base
                .wrapping_add(table.terms.at(high, a))
                .wrapping_add(table.terms.at(place, b))
                .wrapping_add(shifts);
            table.set(mark);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::complete::Complete;

    #[test]
    fn the_table_agrees_with_the_search() {
        for game in [Game::WygFree, Game::WygthoffFree] {
            for (stacks, most) in [(2, 9), (3, 6), (4, 5), (6, 3)] {
                let table = Table::new(game, stacks, most, &Budget::default()).unwrap();
                let mut search = Complete::new(game, Budget::default());
                let mut sorted = vec![0; stacks];
                while sorted[0] <= most {
                    let chips: Vec<u32> = sorted.iter().map(|&c| c as u32).collect();
                    let expected = search.wins(&chips).unwrap();
                    assert_eq!(table.wins(&chips), expected, "{} {chips:?}", game.name());
                    advance(&mut sorted);
                }
            }
        }
    }
}
