//! The moves of a position: each option once, with an id to send back and the words for it.

use std::collections::BTreeMap;
use std::collections::hash_map::{Entry, HashMap};

use serde::Serialize;
use sprague_rules::options::may_make;
use sprague_rules::{Options, Player, write_position};

use crate::on_graph;
use crate::position::Position;
use crate::setting::Rules;
use crate::words::describe;

/// Options that are listed at most; the largest list a person or a page could want.
pub(crate) const MOST: usize = 20_000;
/// Choices that are looked at to find them; different choices may lead to the same option.
pub(crate) const LOOKED_AT: usize = 2_000_000;

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Move {
    /// Its name, the same whenever the position is the same. Of piles it is the position after the
    /// move, on graphs what is done: `3,5`; `5-6:1,1`, `v3:2`, `v3` or `5-6`.
    pub id: String,
    /// What is done, as an order: `take 3 from the pile of 8`.
    pub words: String,
    /// The position after it.
    pub to: String,
    /// The first of the rule's moves that allows it, counted from 0; on graphs there is only one.
    pub rule: usize,
    /// Other ways to reach the same position, on graphs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Way>,
    #[serde(skip)]
    pub(crate) after: Position,
}

impl Move {
    /// The position after it.
    pub fn after(&self) -> &Position {
        &self.after
    }
}

/// A way to make a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// Its id, which stands for the move as well.
    pub id: String,
    /// What is done.
    pub words: String,
}

/// The moves of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moves {
    /// In an order that depends on the position alone.
    pub moves: Vec<Move>,
    /// Are these all? A pile of a million has too many to list.
    pub complete: bool,
}

impl Rules {
    /// The moves of `player`.
    pub fn moves(&self, position: &Position, player: Player) -> Moves {
        match (self, position) {
            (Rules::Piles(_), Position::Piles(piles)) => self.pile_moves(piles, player),
            (_, Position::Graph(graph)) => self.graph_moves(graph),
            _ => unreachable!("a play has positions of one kind"),
        }
    }

    fn pile_moves(&self, before: &[u32], player: Player) -> Moves {
        let Rules::Piles(ruleset) = self else { unreachable!("these are piles") };
        let options = Options::new(ruleset.clone());
        let mut first: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
        let (mut complete, mut looked) = (true, 0);
        for (rule, m) in ruleset.moves.iter().enumerate() {
            if !may_make(m.mover, player) {
                continue;
            }
            complete &= options.visit_one(rule, before, &mut |option| {
                looked += 1;
                if !first.contains_key(option) {
                    if first.len() == MOST {
                        return false;
                    }
                    first.insert(option.to_vec(), rule);
                }
                looked < LOOKED_AT
            });
        }
        let row = self.is_row();
        let moves = first.into_iter().map(|(after, rule)| Move {
            id: write_position(&after),
            words: describe(&ruleset.moves[rule].act, row, before, &after),
            to: write_position(&after),
            rule,
            also: Vec::new(),
            after: Position::Piles(after),
        });
        Moves { moves: moves.collect(), complete }
    }

    fn graph_moves(&self, before: &sprague_graph::Position) -> Moves {
        let Rules::Graph { game, .. } = self else { unreachable!("this is a graph") };
        let mut moves: Vec<Move> = Vec::new();
        let mut numbers: HashMap<sprague_graph::Position, usize> = HashMap::new();
        let complete = game.moves(before, None, &mut |m| {
            if moves.len() == MOST {
                return false;
            }
            let after = m.made(*game, before);
            let (id, words) = (on_graph::id(m), m.text());
            match numbers.entry(after) {
                Entry::Occupied(known) => moves[*known.get()].also.push(Way { id, words }),
                Entry::Vacant(new) => {
                    let after = Position::Graph(new.key().clone());
                    let to = self.write(&after);
                    new.insert(moves.len());
                    moves.push(Move { id, words, to, rule: 0, also: Vec::new(), after });
                }
            }
            true
        });
        Moves { moves, complete }
    }

    /// The move from `before` to `after`, if `player` may make it.
    pub fn move_to(&self, before: &Position, after: &Position, player: Player) -> Option<Move> {
        match (self, before, after) {
            (Rules::Piles(ruleset), Position::Piles(before), Position::Piles(piles)) => {
                let options = Options::new(ruleset.clone());
                let own = |rule: &usize| may_make(ruleset.moves[*rule].mover, player);
                let reaches = |rule: &usize| reaches(&options, *rule, before, piles) == Some(true);
                let rule = (0..ruleset.moves.len()).filter(own).find(reaches)?;
                Some(Move {
                    id: write_position(piles),
                    words: describe(&ruleset.moves[rule].act, self.is_row(), before, piles),
                    to: write_position(piles),
                    rule,
                    also: Vec::new(),
                    after: after.clone(),
                })
            }
            (Rules::Graph { game, .. }, Position::Graph(before), Position::Graph(graph)) => {
                let ways = on_graph::ways(*game, before, graph);
                let mut ways = ways.iter().map(|&m| Way { id: on_graph::id(m), words: m.text() });
                let Way { id, words } = ways.next()?;
                let (to, also, after) = (self.write(after), ways.collect(), after.clone());
                Some(Move { id, words, to, rule: 0, also, after })
            }
            _ => None,
        }
    }
}

/// Choices of one rule that are looked at to find a single option: all of a single pile, whatever its
/// size.
const SEARCHED: u64 = 2_000_000_000;

/// Does this rule lead from `before` to `after`? `None` if there are too many choices to tell.
pub(crate) fn reaches(
    options: &Options,
    rule: usize,
    before: &[u32],
    after: &[u32],
) -> Option<bool> {
    let (mut found, mut left) = (false, SEARCHED);
    options.visit_one(rule, before, &mut |option| {
        found = option == after;
        left -= 1;
        !found && left > 0
    });
    (found || left > 0).then_some(found)
}
