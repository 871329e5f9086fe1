//! The smallest position of a set: by its total, and of those with one total the first by its piles.

use sprague_automata::{Blowup, Budget, Dfa, Formula, Linear, Relations, Variable, compile};

use sprague_arithmetic::{Coordinates, all};
use sprague_claim::Board;

/// Terms that are never negative, by which positions are ordered: the first that differs decides.
fn order(board: Board) -> Vec<Linear> {
    let terms = board.terms();
    let weight = |place: usize| if place < board.counted() { place as i64 + 1 } else { 1 };
    let weighted = terms.iter().enumerate().map(|(place, term)| term.clone() * weight(place));
    let total = weighted.fold(Linear::constant(0), |sum, term| sum + term);
    let later: Vec<Linear> = match board {
        Board::Piles(_) | Board::Row(_) => terms,
        // Many small piles come first.
        Board::Counts(_) => terms.iter().map(|count| &total - count).collect(),
        Board::Mixed { .. } => Vec::new(),
    };
    std::iter::once(total).chain(later).collect()
}

/// The member whose position comes first; none if the set is empty, or all of it too far out.
pub fn smallest(
    set: Dfa,
    board: Board,
    relations: &Relations,
    budget: &Budget,
) -> Result<Option<Vec<u128>>, Blowup> {
    let variables = board.variables();
    let others = set.tracks().iter().filter(|track| !variables.contains(track));
    let whole: Vec<Variable> = variables.iter().chain(others).cloned().collect();
    let mut set = set.extend(&whole, budget)?;
    let mut found = match member(&set, &variables) {
        Some(found) => found,
        None => return Ok(None),
    };
    let mut relations = relations.clone();
    for term in order(board) {
        let value = |tuple: &[u128]| {
            let place = |variable: &Variable| variables.iter().position(|known| known == variable);
            term.value(|variable| place(variable).map_or(0, |place| tuple[place] as i128))
        };
        relations.define("members", whole.clone(), set.clone());
        let those = |bound: Formula| {
            let members = Formula::relation("members", whole.iter().map(Linear::var));
            compile(&all([members, bound]), &relations, budget)?.extend(&whole, budget)
        };
        let (mut low, mut high) = (0, value(&found));
        while low < high {
            let middle = low + (high - low) / 2;
            // Beyond 64 bits any member will do.
            let Ok(bound) = i64::try_from(middle) else { return Ok(Some(found)) };
            match member(&those(term.at_most(bound))?, &variables) {
                Some(smaller) => (high, found) = (value(&smaller), smaller),
                None => low = middle + 1,
            }
        }
        let Ok(least) = i64::try_from(high) else { return Ok(Some(found)) };
        set = those(term.equals(least))?;
    }
    Ok(Some(found))
}

/// The numbers of one member.
fn member(set: &Dfa, variables: &[Variable]) -> Option<Vec<u128>> {
    let least = set.least()?;
    let place = |variable: &Variable| set.tracks().iter().position(|track| track == variable);
    variables.iter().map(|variable| Some(least[place(variable)?])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against every position of a box, on sets of every shape.
    #[test]
    fn no_member_comes_before_it() {
        type Condition = fn(&Linear, &Linear, &Linear) -> Formula;
        let conditions: [Condition; 3] = [
            |a, b, c| all([a.at_least(2), (b.clone() - c.clone()).equals(3)]),
            |a, b, c| all([(a.clone() + b.clone() + c.clone()).congruent(4, 7), c.at_least(5)]),
            |a, b, c| all([a.congruent(1, 2), b.congruent(2, 3), (c.clone() * 2).at_least(11)]),
        ];
        for board in [Board::Piles(3), Board::Counts(3)] {
            for condition in conditions {
                let variables: Vec<Linear> = board.variables().iter().map(Linear::var).collect();
                let [a, b, c] = &variables[..] else { unreachable!() };
                let (relations, budget) = (Relations::binary(), Budget::default());
                let set = compile(&condition(a, b, c), &relations, &budget).unwrap();
                let rank = |tuple: &[u128]| {
                    let position = board.position(tuple).unwrap();
                    (position.iter().sum::<u32>(), position)
                };
                let every = (0..20u128.pow(3)).map(|n| [n % 20, n / 20 % 20, n / 400]);
                let inside = every.filter(|tuple| {
                    let place = |v: &Variable| board.variables().iter().position(|k| k == v);
                    let of: Vec<u128> =
                        set.tracks().iter().map(|t| tuple[place(t).unwrap()]).collect();
                    set.contains(&of)
                });
                let expected = inside.map(|tuple| rank(&tuple)).min();
                let found = smallest(set.clone(), board, &relations, &budget).unwrap();
                assert_eq!(found.map(|tuple| rank(&tuple)), expected, "{board:?}");
            }
        }
    }
}
