//! The play on a chosen edge, until one of its ends is empty.
//!
//! While an edge is in play the rest of the position does not change; it only decides what the
//! player who empties an end must have reached in order to win: a remainder whose value equals the
//! value of what stands beside the part (its *target*). So who wins from stacks a and b is a small
//! table, filled from the remainders. A part's own value is the least heap n beside which no edge is
//! worth choosing ([`Value`]); if choosing wins beside a heap larger than every remainder that was
//! looked at, it wins beside every larger one as well, and the part is loony.

use rustc_hash::FxHashMap;

use crate::game::edges::takes;
use crate::limit::Limit;
use crate::position::Position;
use crate::solver::Solver;
use crate::twins::Twins;
use crate::value::Value;

/// The play on one edge of one part.
struct Duel {
    edge: (usize, usize),
    /// What is left when an end is empty.
    remainders: FxHashMap<(u32, u32), Value>,
}

/// What is known at given stacks: before an end is empty, whether the player to move wins; after,
/// whether the remainder is the one that was wanted.
type Table = FxHashMap<(u32, u32), bool>;

impl Solver<'_> {
    /// Does the player to move win a position with an edge in play?
    pub(crate) fn wins_in_play(&mut self, position: &Position) -> Result<bool, Limit> {
        let (u, v) = position.play.expect("an edge is in play");
        let mut beside = Position { play: None, ..position.clone() };
        let mut part = beside.clone();
        for (w, &inside) in reached(position, u).iter().enumerate() {
            let other = if inside { &mut beside } else { &mut part };
            other.chips[w] = 0;
        }
        let target = self.value(&beside)?;
        let stacks = (position.chips[u], position.chips[v]);
        match target {
            Value::Nim(0) => self.wins_for_zero(&part, (u, v), stacks, &mut Table::default()),
            _ => {
                let mut duel = Duel { edge: (u, v), remainders: FxHashMap::default() };
                self.wins(&part, &mut duel, stacks, target, &mut Table::default())
            }
        }
    }

    /// Is there an edge whose choice wins the part by itself?
    pub(crate) fn some_edge_wins(&mut self, part: &Position) -> Result<bool, Limit> {
        for edge in edges_to_try(part) {
            let stacks = (part.chips[edge.0], part.chips[edge.1]);
            if self.wins_for_zero(part, edge, stacks, &mut Table::default())? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The value of a part with no edge in play.
    pub(crate) fn value_by_duels(&mut self, part: &Position) -> Result<Value, Limit> {
        let mut duels: Vec<Duel> = edges_to_try(part)
            .into_iter()
            .map(|edge| Duel { edge, remainders: FxHashMap::default() })
            .collect();
        for heap in 0.. {
            let mut chosen = false;
            for duel in &mut duels {
                let stacks = (part.chips[duel.edge.0], part.chips[duel.edge.1]);
                if self.wins(part, duel, stacks, Value::Nim(heap), &mut Table::default())? {
                    chosen = true;
                    break;
                }
            }
            if !chosen {
                return Ok(Value::Nim(heap));
            }
            let nim = |value: &Value| if let Value::Nim(n) = value { Some(*n) } else { None };
            let highest = duels.iter().flat_map(|d| d.remainders.values().filter_map(nim)).max();
            if highest.is_none_or(|highest| heap > highest) {
                return Ok(Value::Loony);
            }
        }
        unreachable!("some heap is larger than every remainder")
    }

    /// Does the player to move win, if whoever empties an end wants a remainder worth `target`?
    fn wins(
        &mut self,
        part: &Position,
        duel: &mut Duel,
        stacks: (u32, u32),
        target: Value,
        table: &mut Table,
    ) -> Result<bool, Limit> {
        if let Some(&known) = table.get(&stacks) {
            return Ok(known);
        }
        let mut wins = false;
        for take in takes(self.game, stacks) {
            self.pass(1)?;
            let left = (stacks.0 - take.0, stacks.1 - take.1);
            wins = if left.0 > 0 && left.1 > 0 {
                !self.wins(part, duel, left, target, table)?
            } else {
                let value = match duel.remainders.get(&left) {
                    Some(&value) => value,
                    None => {
                        let value = self.value(&remainder(part, duel.edge, left))?;
                        duel.remainders.insert(left, value);
                        value
                    }
                };
                // Two loony remainders are a win for whoever moves next.
                value == target && value != Value::Loony
            };
            if wins {
                break;
            }
        }
        table.insert(stacks, wins);
        Ok(wins)
    }

    /// The same for the target 0, where the remainders need outcomes only.
    fn wins_for_zero(
        &mut self,
        part: &Position,
        edge: (usize, usize),
        stacks: (u32, u32),
        table: &mut Table,
    ) -> Result<bool, Limit> {
        if let Some(&known) = table.get(&stacks) {
            return Ok(known);
        }
        let mut wins = false;
        for take in takes(self.game, stacks) {
            self.pass(1)?;
            let left = (stacks.0 - take.0, stacks.1 - take.1);
            wins = match (left.0 > 0 && left.1 > 0, table.get(&left)) {
                (true, _) => !self.wins_for_zero(part, edge, left, table)?,
                (false, Some(&known)) => known,
                (false, None) => {
                    let zero = self.is_p(&remainder(part, edge, left))?;
                    table.insert(left, zero);
                    zero
                }
            };
            if wins {
                break;
            }
        }
        table.insert(stacks, wins);
        Ok(wins)
    }
}

/// The position that is left when an end of the edge is empty.
pub(crate) fn remainder(part: &Position, (u, v): (usize, usize), left: (u32, u32)) -> Position {
    let mut chips = part.chips.clone();
    (chips[u], chips[v]) = left;
    Position { graph: part.graph.clone(), chips, play: None }
}

/// The edges of a part up to exchange of twins, those with the most edges around them first.
pub(crate) fn edges_to_try(part: &Position) -> Vec<(usize, usize)> {
    let twins = Twins::of(&part.graph, &part.chips);
    let mut edges: Vec<_> = part.edges().filter(|&e| twins.speaks_for(e)).collect();
    edges.sort_by_key(|&(u, v)| std::cmp::Reverse(part.graph.degree(u) + part.graph.degree(v)));
    edges
}

/// Which vertices hang together with `start`?
fn reached(position: &Position, start: usize) -> Vec<bool> {
    let mut seen = vec![false; position.chips.len()];
    seen[start] = true;
    let mut stack = vec![start];
    while let Some(v) = stack.pop() {
        for w in position.neighbours(v) {
            if !seen[w] {
                seen[w] = true;
                stack.push(w);
            }
        }
    }
    seen
}
