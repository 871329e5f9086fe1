//! The outcomes of all positions with at most K piles of at most N tokens, for moves that take one token from each of
//! some piles, by a plain sweep with a bit a position.
//!
//! A position is a tuple s_1 <= ... <= s_K, piles that are gone being 0, and has the number
//! C(s_1, 1) + C(s_2 + 1, 2) + ... + C(s_K + K - 1, K): how many tuples come before it, where the last pile in which
//! two differ decides. Lowering s_j by one lowers the number by C(s_j + j - 2, j - 1), whatever the other piles are; so
//! options have smaller numbers, and the sweep goes upwards. Of equal piles the first ones are lowered, which keeps the
//! order, and every option arises so.

use sprague_rules::ruleset::Ending;
use sprague_rules::{Options, Player, Ruleset};
use sprague_task::Task;

use crate::Rejection;

/// One token from each of some piles.
#[derive(Clone, Debug)]
pub(crate) struct Units {
    /// From so many piles; each of these numbers.
    many: Vec<usize>,
    /// From every pile there is.
    each: bool,
    misere: bool,
}

impl Units {
    /// The moves of a ruleset, if they are of this kind.
    pub(crate) fn of(ruleset: &Ruleset) -> Option<Units> {
        let units = ruleset.unit_moves()?;
        let misere = match ruleset.ending {
            Ending::StuckLoses => false,
            Ending::StuckWins => true,
            Ending::Decided(_) => return None,
        };
        Some(Units { many: units.sizes, each: units.each, misere })
    }

    /// Can a move be made from these piles, in ascending order?
    fn are_possible(&self, piles: &[u32]) -> bool {
        let there = piles.iter().filter(|&&pile| pile > 0).count();
        self.each && there > 0 || self.many.iter().any(|&many| many <= there)
    }
}

/// The P-positions with at most so many piles of at most so many tokens.
pub(crate) struct Multisets {
    places: usize,
    largest: u32,
    /// `rises[j][s]`: the number of tuples before one whose places above j are 0 and whose place j has s.
    rises: Vec<Vec<u64>>,
    lost: Vec<u64>,
}

/// Positions whose steps are counted together.
const TOGETHER: u64 = 1 << 8;

/// Positions that are looked at a second time, with the options that the rules list.
const COMPARED: u64 = 500;

impl Multisets {
    /// Sweeps through them.
    pub(crate) fn compute(
        ruleset: &Ruleset,
        places: usize,
        largest: u32,
        task: &Task,
    ) -> Result<Multisets, Rejection> {
        let units = Units::of(ruleset)
            .ok_or_else(|| Rejection::new("moves do not take one token from each of some piles"))?;
        let too_many = || Rejection::new("there are too many positions to check");
        if places == 0 || places > 64 || largest > 100_000 {
            return Err(too_many());
        }
        let rises = binomials(places, largest as u64).ok_or_else(too_many)?;
        let count = rises[places - 1][largest as usize + 1];
        if count / 8 > task.limits().bytes {
            return Err(too_many());
        }
        let words = usize::try_from(count / 64 + 1).map_err(|_| too_many())?;
        let mut table = Multisets { places, largest, rises, lost: vec![0; words] };
        table.sweep(&units, count, task)?;
        table.compare(ruleset, count)?;
        Ok(table)
    }

    fn sweep(&mut self, units: &Units, count: u64, task: &Task) -> Result<(), Rejection> {
        let mut piles = vec![0u32; self.places];
        // By how much lowering each place lowers the number of the tuple.
        let mut drops = vec![0u64; self.places];
        for number in 0..count {
            if number.is_multiple_of(TOGETHER) {
                task.spend(TOGETHER.min(count - number) * (1 + self.places as u64))?;
            }
            let won = match self.reaches_lost(units, &piles, &drops, number) {
                false => units.misere && !units.are_possible(&piles),
                true => true,
            };
            if !won {
                self.lost[(number / 64) as usize] |= 1 << (number % 64);
            }
            let next = (0..self.places).find(|&j| match piles.get(j + 1) {
                Some(&above) => piles[j] < above,
                None => piles[j] < self.largest,
            });
            let Some(j) = next else { break };
            piles[j] += 1;
            piles[..j].fill(0);
            drops[..j].fill(0);
            drops[j] = self.rises[j][piles[j] as usize] - self.rises[j][piles[j] as usize - 1];
        }
        Ok(())
    }

    /// Is some option lost?
    fn reaches_lost(&self, units: &Units, piles: &[u32], drops: &[u64], number: u64) -> bool {
        let Some(first) = piles.iter().position(|&pile| pile > 0) else { return false };
        let each = || self.is_numbered_lost(number - drops[first..].iter().sum::<u64>());
        let some = |&many: &usize| match many {
            1 => self.one(piles, drops, first, number),
            _ => self.some(piles, drops, first, many, number),
        };
        units.many.iter().any(some) || units.each && each()
    }

    /// Is it lost to take a token from one pile, from this place on? Of equal piles it is the first.
    fn one(&self, piles: &[u32], drops: &[u64], from: usize, number: u64) -> bool {
        let is_first = |j: usize| j == from || piles[j] != piles[j - 1];
        (from..piles.len()).any(|j| is_first(j) && self.is_numbered_lost(number - drops[j]))
    }

    /// Is it lost to take one token from each of so many piles, from this place on?
    fn some(&self, piles: &[u32], drops: &[u64], from: usize, many: usize, number: u64) -> bool {
        if many == 0 {
            return self.is_numbered_lost(number);
        }
        let Some(&pile) = piles.get(from) else { return false };
        let equal = piles[from..].iter().take_while(|&&other| other == pile).count();
        let mut number = number;
        for taken in 0..=equal.min(many) {
            if self.some(piles, drops, from + equal, many - taken, number) {
                return true;
            }
            if taken < equal {
                number -= drops[from + taken];
            }
        }
        false
    }

    fn is_numbered_lost(&self, number: u64) -> bool {
        self.lost[(number / 64) as usize] >> (number % 64) & 1 == 1
    }

    /// Is the position a P-position? None if it is not in the table.
    pub(crate) fn is_lost(&self, position: &[u32]) -> Option<bool> {
        let gone = self.places.checked_sub(position.len())?;
        if position.iter().any(|&pile| pile > self.largest) {
            return None;
        }
        let places = position.iter().zip(gone..);
        let number = places.map(|(&pile, j)| self.rises[j][pile as usize]).sum();
        Some(self.is_numbered_lost(number))
    }

    /// A second look at the first positions: the options that the rules list, one by one.
    fn compare(&self, ruleset: &Ruleset, count: u64) -> Result<(), Rejection> {
        let options = Options::new(ruleset);
        let misere = matches!(ruleset.ending, Ending::StuckWins);
        let mut piles = vec![0u32; self.places];
        for number in 0..count.min(COMPARED) {
            let position: Vec<u32> = piles.iter().copied().filter(|&pile| pile > 0).collect();
            let listed = options.list(&position, Player::Left);
            let mut won = misere && listed.is_empty();
            for option in &listed {
                won |= self.is_lost(option) == Some(true);
            }
            if self.is_numbered_lost(number) == won {
                let why = format!("the options of {position:?} are not those of the rules");
                return Err(Rejection::new(why));
            }
            let next = (0..self.places)
                .find(|&j| piles[j] < piles.get(j + 1).copied().unwrap_or(self.largest));
            let Some(j) = next else { break };
            piles[j] += 1;
            piles[..j].fill(0);
        }
        Ok(())
    }

    /// Visits every position with exactly so many piles, each between the bounds, until one is refused.
    pub(crate) fn visit<E>(
        many: usize,
        least: u32,
        most: u32,
        visit: &mut dyn FnMut(&[u32]) -> Result<(), E>,
    ) -> Result<(), E> {
        if least > most {
            return Ok(());
        }
        let mut piles = vec![least; many];
        loop {
            visit(&piles)?;
            let next = (0..many).find(|&j| piles[j] < piles.get(j + 1).copied().unwrap_or(most));
            let Some(j) = next else { return Ok(()) };
            piles[j] += 1;
            piles[..j].fill(least);
        }
    }
}

/// `C(s + j, j + 1)` for places j and sizes s up to one more than the largest.
fn binomials(places: usize, largest: u64) -> Option<Vec<Vec<u64>>> {
    let mut rows: Vec<Vec<u64>> = Vec::with_capacity(places);
    for j in 0..places {
        let mut row = vec![0u64];
        for s in 1..=largest + 1 {
            // C(s + j, j + 1) = C(s - 1 + j, j + 1) + C(s + j - 1, j)
            let more = if j == 0 { 1 } else { rows[j - 1][s as usize] };
            row.push(row[s as usize - 1].checked_add(more)?);
        }
        rows.push(row);
    }
    Some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::Plain;
    use sprague_rules::{Outcome, parse_ruleset};

    /// Every outcome of a table is that of the definitions.
    #[test]
    fn the_sweep_agrees_with_the_definitions() {
        for game in ["ooooob-b", "ooooob-c", "misere ooooob-b", "misere ooooob-c"] {
            let ruleset = parse_ruleset(game).unwrap();
            let task = Task::default();
            let table = Multisets::compute(&ruleset, 5, 5, &task).unwrap();
            let mut plain = Plain::new(&ruleset, &task);
            for many in 0..=5 {
                Multisets::visit(many, 1, 5, &mut |position| {
                    let lost = plain.outcome(position).unwrap() == Outcome::P;
                    assert_eq!(table.is_lost(position), Some(lost), "{game} {position:?}");
                    Ok::<(), ()>(())
                })
                .unwrap();
            }
            assert_eq!(table.is_lost(&[6]), None);
        }
    }
}
