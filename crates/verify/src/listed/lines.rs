//! A line with numbers put in for its names.
//!
//! A line says something for all natural numbers that fulfil its condition. With one choice of them it is a statement about
//! single positions. A line whose position, or whose option, would have a pile below 0 says something that is not so.

use std::collections::HashMap;

use sprague_claim::Sight;
use sprague_claim::claim::{Line, OfLine};
use sprague_claim::condition::value_of;
use sprague_rules::expr::Expr;
use sprague_rules::position::canonical;
use sprague_rules::{Player, Ruleset};
use sprague_task::{Stop, Task};

use crate::Rejection;
use crate::plain::Plain;

/// Numbers beyond this are not put in: expressions of a claim have no overflow below it.
const LARGEST: u32 = 1 << 30;

/// Is the line true for these numbers? They must be such as it speaks of.
pub(super) fn holds(
    ruleset: &Ruleset,
    line: &Line,
    numbers: &[u32],
    plain: &mut Plain,
    task: &Task,
) -> Result<bool, Rejection> {
    if numbers.len() != line.names.len() || numbers.iter().any(|&n| n > LARGEST) {
        return Err(Rejection::new("the numbers are not those of the line"));
    }
    let numbers: Vec<i64> = numbers.iter().map(|&n| n.into()).collect();
    if !line.when.holds(Sight::of(&numbers)) {
        return Err(Rejection::new("the line does not speak of these numbers"));
    }
    let Some(from) = position(&line.from, &numbers)? else { return Ok(false) };
    let number = |expr: &Expr| value_of(expr, Sight::of(&numbers));
    match &line.saying {
        OfLine::Outcome(outcome) => Ok(plain.outcome(&from)? == *outcome),
        OfLine::NimValue(_) if !ruleset.has_nim_values() => {
            Err(Rejection::new("this game has no nim-values"))
        }
        OfLine::NimValue(value) => Ok(i64::from(plain.nim_value(&from)?) == number(value)),
        OfLine::Lasts(moves) => Ok(Longest::new(plain).moves(&from, task)? as i64 == number(moves)),
        OfLine::Option(to) | OfLine::Winning(to) => {
            let Some(to) = position(to, &numbers)? else { return Ok(false) };
            let wins = matches!(line.saying, OfLine::Winning(_));
            let said = sprague_claim::claim::Move { mover: None, from, to, wins };
            super::moves::can_be_made(&said, plain)
        }
        OfLine::Options(all) => {
            let mut stated = Vec::new();
            for option in all {
                let Some(option) = position(option, &numbers)? else { return Ok(false) };
                stated.push(option);
            }
            Ok(sorted(stated) == options(&from, plain)?)
        }
    }
}

/// The position that the piles stand for; none, if one of them is below 0.
fn position(piles: &[Expr], numbers: &[i64]) -> Result<Option<Vec<u32>>, Rejection> {
    let mut sizes = Vec::new();
    for pile in piles {
        let size = value_of(pile, Sight::of(numbers));
        if size < 0 {
            return Ok(None);
        }
        let size = u32::try_from(size).map_err(|_| Rejection::new("a pile is too large"))?;
        sizes.push(size);
    }
    canonical(&mut sizes);
    Ok(Some(sizes))
}

/// The options of both players, in order and each once.
fn options(position: &[u32], plain: &mut Plain) -> Result<Vec<Vec<u32>>, Stop> {
    let mut all = plain.options(position, Player::Left)?;
    all.extend(plain.options(position, Player::Right)?);
    Ok(sorted(all))
}

fn sorted(mut positions: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    positions.sort();
    positions.dedup();
    positions
}

/// How many moves the longest play has, whoever moves.
struct Longest<'p, 'r> {
    plain: &'p mut Plain<'r>,
    known: HashMap<Vec<u32>, u64>,
}

impl<'p, 'r> Longest<'p, 'r> {
    fn new(plain: &'p mut Plain<'r>) -> Longest<'p, 'r> {
        Longest { plain, known: HashMap::new() }
    }

    fn moves(&mut self, position: &[u32], task: &Task) -> Result<u64, Stop> {
        let mut waiting = vec![position.to_vec()];
        while let Some(position) = waiting.last().cloned() {
            if self.known.contains_key(&position) {
                waiting.pop();
                continue;
            }
            task.spend(1)?;
            let (mut longest, open) = (0, waiting.len());
            for option in options(&position, self.plain)? {
                match self.known.get(&option) {
                    Some(&moves) => longest = longest.max(moves + 1),
                    None => waiting.push(option),
                }
            }
            if waiting.len() == open {
                self.known.insert(position, longest);
                waiting.pop();
            }
        }
        Ok(self.known[position])
    }
}
