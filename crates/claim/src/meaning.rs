//! The meaning of claims about positions: of which positions a claim speaks, and what it demands of each. Checking on
//! tables, proving and verifying all begin here.

use sprague_rules::position::canonical;
use sprague_rules::{Options, Outcome, Player, Shape};

use crate::board::Board;
use crate::claim::{Given, Meaning, OnBoard, OnPiles, Says};
use crate::condition::{Condition, Sight};

/// What a claim demands of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Demand {
    /// It does not speak of it.
    Nothing,
    /// This outcome.
    Outcome(Outcome),
    /// This nim-value; a negative number is never one.
    NimValue(i64),
    /// Some option is so, and it is P.
    Move(Condition),
    /// The outcome is that with these piles added.
    Same(Vec<u32>),
}

/// Whether a position is P, as far as conditions may ask for it.
pub type IsLost<'l, E> = &'l mut dyn FnMut(&[u32]) -> Result<bool, E>;

/// What is demanded where these numbers and piles are seen.
pub fn demanded<E>(
    suppose: &Condition,
    says: &Says,
    sight: Sight,
    is_lost: IsLost<E>,
) -> Result<Demand, E> {
    let mut holds = |condition: &Condition| condition.holds_with(sight, is_lost);
    if !holds(suppose)? {
        return Ok(Demand::Nothing);
    }
    Ok(match says {
        Says::Exactly(Meaning::P(condition)) => {
            Demand::Outcome(if holds(condition)? { Outcome::P } else { Outcome::N })
        }
        Says::Exactly(Meaning::NimValue(number)) => Demand::NimValue(number.value(sight)),
        Says::If { outcome, condition } if holds(condition)? => Demand::Outcome(*outcome),
        Says::Strategy { from, to } if holds(from)? => Demand::Move(to.clone()),
        Says::Adding(piles) => Demand::Same(piles.clone()),
        Says::If { .. } | Says::Strategy { .. } | Says::Depends(_) | Says::SameAs { .. } => {
            Demand::Nothing
        }
    })
}

impl OnBoard {
    /// The numbers that the claim names, for a position: none if it does not speak of it, several where piles may be
    /// counted or not.
    pub fn readings(&self, position: &[u32]) -> Vec<Vec<i64>> {
        match self.board {
            Board::Piles(count) | Board::Row(count) if position.len() == count => {
                vec![position.iter().map(|&n| n.into()).collect()]
            }
            Board::Piles(_) | Board::Row(_) => Vec::new(),
            Board::Counts(most) => {
                let largest = position.last().copied().unwrap_or(0) as usize;
                let spoken = self.boards(most).contains(&largest);
                if spoken { vec![counts(position, most)] } else { Vec::new() }
            }
            Board::Mixed { sizes, piles } => {
                let mut found = Vec::new();
                for chosen in parts(position, piles) {
                    let mut left = position.to_vec();
                    for pile in &chosen {
                        if let Some(place) = left.iter().position(|n| n == pile) {
                            left.remove(place);
                        }
                    }
                    if left.iter().all(|&n| n as usize <= sizes) {
                        let gone = std::iter::repeat_n(0, piles - chosen.len());
                        let named = gone.chain(chosen.iter().map(|&n| i64::from(n)));
                        found.push(counts(&left, sizes).into_iter().chain(named).collect());
                    }
                }
                found
            }
        }
    }

    /// What is demanded of a position with these numbers.
    pub fn demand<E>(
        &self,
        position: &[u32],
        numbers: &[i64],
        is_lost: IsLost<E>,
    ) -> Result<Demand, E> {
        // Places of a row keep their order; piles have none.
        let row = matches!(self.ruleset.shape, Shape::Row { .. });
        let mut is_lost = |piles: &[u32]| {
            let mut piles = piles.to_vec();
            if !row {
                canonical(&mut piles);
            }
            is_lost(&piles)
        };
        demanded(&self.suppose, &self.says, Sight { numbers, piles: position }, &mut is_lost)
    }

    /// Everything that is demanded of a position: by the statement, once for each way to read the position, and by what is
    /// given on smaller boards.
    pub fn demands<E>(&self, position: &[u32], is_lost: IsLost<E>) -> Result<Vec<Demand>, E> {
        let mut demands = Vec::new();
        for numbers in self.readings(position) {
            demands.push(self.demand(position, &numbers, is_lost)?);
        }
        demands.extend(self.given_demand(position));
        Ok(demands)
    }

    /// What is demanded of a position because it is given on a smaller board.
    pub fn given_demand(&self, position: &[u32]) -> Option<Demand> {
        let (board, numbers): (usize, Vec<i64>) = match self.board {
            Board::Piles(_) => (position.len(), position.iter().map(|&n| n.into()).collect()),
            Board::Counts(_) => {
                let largest = position.last().copied().unwrap_or(0) as usize;
                (largest, counts(position, largest.min(self.names.len())))
            }
            // There is no smaller row, and nothing is given where piles are counted beside others.
            Board::Row(_) | Board::Mixed { .. } => return None,
        };
        let speaks = |given: &&Given| self.boards(given.names.len()).contains(&board);
        let given = self.given.iter().find(speaks)?;
        let mut numbers = numbers;
        numbers.resize(given.names.len(), 0);
        let sight = Sight { numbers: &numbers, piles: position };
        Some(match &given.meaning {
            Meaning::P(condition) => {
                Demand::Outcome(if condition.holds(sight) { Outcome::P } else { Outcome::N })
            }
            Meaning::NimValue(number) => Demand::NimValue(number.value(sight)),
        })
    }

    /// Does the option fulfil the condition? Piles that are gone count as 0.
    pub fn is_target(&self, option: &[u32], to: &Condition) -> bool {
        let holds = |numbers: &[i64]| to.holds(Sight { numbers, piles: option });
        match self.board {
            Board::Mixed { .. } => self.readings(option).iter().any(|numbers| holds(numbers)),
            Board::Piles(count) | Board::Row(count) => {
                let gone = count.saturating_sub(option.len());
                let piles = option.iter().map(|&n| n.into());
                holds(&std::iter::repeat_n(0, gone).chain(piles).collect::<Vec<_>>())
            }
            Board::Counts(most) => holds(&counts(option, most)),
        }
    }

    /// The options that fulfil the condition.
    pub fn targets(&self, position: &[u32], to: &Condition) -> Vec<Vec<u32>> {
        let mut options = Options::new(&self.ruleset).list(position, Player::Left);
        options.retain(|option| self.is_target(option, to));
        options
    }
}

impl OnPiles {
    /// The numbers that the claim names beside those of all piles: the second smallest pile, 0 if there is one pile.
    pub fn numbers(position: &[u32]) -> [i64; 1] {
        [position.get(1).map_or(0, |&n| n.into())]
    }

    /// Does the claim speak of so many piles?
    pub fn is_about(&self, piles: usize) -> bool {
        piles >= self.least && self.most.is_none_or(|most| piles <= most)
    }

    /// What is demanded of a position.
    pub fn demand<E>(&self, position: &[u32], is_lost: IsLost<E>) -> Result<Demand, E> {
        if !self.is_about(position.len()) {
            return Ok(Demand::Nothing);
        }
        let numbers = OnPiles::numbers(position);
        let sight = Sight { numbers: &numbers, piles: position };
        let mut is_lost = |piles: &[u32]| {
            let mut piles = piles.to_vec();
            canonical(&mut piles);
            is_lost(&piles)
        };
        demanded(&self.suppose, &self.says, sight, &mut is_lost)
    }

    /// Does the option fulfil the condition?
    pub fn is_target(&self, option: &[u32], to: &Condition) -> bool {
        to.holds(Sight { numbers: &OnPiles::numbers(option), piles: option })
    }

    /// The options that fulfil the condition.
    pub fn targets(&self, position: &[u32], to: &Condition) -> Vec<Vec<u32>> {
        let mut options = Options::new(&self.ruleset).list(position, Player::Left);
        options.retain(|option| self.is_target(option, to));
        options
    }
}

/// The position with these piles added.
pub fn with_piles(position: &[u32], piles: &[u32]) -> Vec<u32> {
    let mut more = [position, piles].concat();
    canonical(&mut more);
    more
}

fn counts(position: &[u32], most: usize) -> Vec<i64> {
    let count = |size: u32| position.iter().filter(|&&n| n == size).count() as i64;
    (1..=most as u32).map(count).collect()
}

/// The different multisets of at most so many of the piles, ascending.
fn parts(position: &[u32], most: usize) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for &pile in position {
        let longer = all.iter().filter(|part| part.len() < most);
        let longer: Vec<Vec<u32>> = longer.map(|part| [&part[..], &[pile]].concat()).collect();
        all.extend(longer);
        all.sort_unstable();
        all.dedup();
    }
    all
}
