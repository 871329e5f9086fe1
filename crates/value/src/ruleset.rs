//! Values of the positions of a ruleset.
//!
//! In normal play the options say everything, and where every move acts on one pile alone a position
//! is the sum of its piles. A ruleset that decides its stuck positions, such as LR-Nim, is turned into
//! normal play by Nowakowski's normalisation (Inoue, Kadowaki, Kimura and Wada, *On ending partizan
//! subtraction Nim*, 2026, section 4.2): a stuck position won by Left becomes the game 1, one won by
//! Right -1. The paper's other two outcomes go the same way: the simplest game won by the previous
//! player is 0, by the next player `*`. Each keeps the outcome of every position. This needs both
//! players to have the same moves, so that both are stuck or neither.

use std::sync::Arc;

use sprague_rules::ruleset::Ending;
use sprague_rules::{Options, Outcome, Player, Ruleset, Shape};
use sprague_task::Watch;

use crate::arena::{Arena, STAR, Value, ZERO};
use crate::limit::Limit;
use crate::play::{Evaluator, Moves, Part, Parts, Play, bytes_of_option};

/// A ruleset whose positions have values.
pub struct Positions {
    ruleset: Arc<Ruleset>,
    options: Options,
    /// Is a position the sum of its piles?
    sums: bool,
    one: Value,
    minus_one: Value,
}

/// Why the positions of a ruleset have no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoValues {
    /// A stuck player wins, and values belong to normal play.
    Misere,
    /// Stuck positions are decided, and the players' moves differ.
    DecidedAndPartizan,
}

impl std::fmt::Display for NoValues {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NoValues::Misere => {
                "values belong to normal play, and in this game a stuck player wins"
            }
            NoValues::DecidedAndPartizan => {
                "a game whose stuck positions are decided has values only if both players have \
                 the same moves"
            }
        })
    }
}

impl std::error::Error for NoValues {}

impl Positions {
    /// The positions of a ruleset, if they have values.
    pub fn new(ruleset: impl Into<Arc<Ruleset>>, arena: &mut Arena) -> Result<Positions, NoValues> {
        let ruleset = ruleset.into();
        let normal = match &ruleset.ending {
            Ending::StuckLoses => true,
            Ending::StuckWins => return Err(NoValues::Misere),
            Ending::Decided(_) if !ruleset.same_moves() => {
                return Err(NoValues::DecidedAndPartizan);
            }
            Ending::Decided(_) => false,
        };
        Ok(Positions {
            options: Options::new(ruleset.clone()).watched(arena.watched_by()),
            sums: normal && ruleset.is_sum_of_piles(),
            ruleset,
            one: arena.integer(1),
            minus_one: arena.integer(-1),
        })
    }

    /// The position as a sum.
    pub fn parts(&self, position: &[u32]) -> Parts<Vec<u32>> {
        let part = |position: Vec<u32>| Part { position, negated: false };
        match self.sums {
            true => position.iter().map(|&size| part(vec![size])).collect(),
            false => std::iter::once(part(position.to_vec())).collect(),
        }
    }
}

impl Play for Positions {
    type Position = Vec<u32>;

    fn moves(
        &self,
        position: &Vec<u32>,
        room: usize,
        watch: &Watch,
    ) -> Result<Moves<Vec<u32>>, Limit> {
        // Both players' options, and twice as many as there are while a list grows.
        let most = room / (4 * bytes_of_option::<Vec<u32>>());
        let options = |player| {
            let mut options = Vec::new();
            let finished = self.options.visit(position, player, &mut |option| {
                options.push(self.parts(option));
                options.len() <= most && (!options.len().is_multiple_of(1 << 12) || watch.goes_on())
            });
            match finished {
                // What takes most comes first: few positions then wait for many others.
                true => {
                    options.reverse();
                    Ok(options)
                }
                false if options.len() > most => Err(Limit::Memory { most: room }),
                false => Err(Limit::Stopped),
            }
        };
        let left = options(Player::Left)?;
        let right = match self.ruleset.same_moves() {
            true => left.clone(),
            false => options(Player::Right)?,
        };
        if left.is_empty() && right.is_empty() {
            return Ok(Moves::Ended(match self.ruleset.stuck_outcome(position) {
                Outcome::P => ZERO,
                Outcome::N => STAR,
                Outcome::L => self.one,
                Outcome::R => self.minus_one,
            }));
        }
        Ok(Moves::Options([left, right]))
    }
}

/// The values of the heaps 0, 1, ..., `to`.
pub fn heaps(
    arena: &mut Arena,
    evaluator: &mut Evaluator<Positions>,
    to: u32,
) -> Result<Vec<Value>, Limit> {
    let mut values = Vec::new();
    more_heaps(arena, evaluator, to, &mut values)?;
    Ok(values)
}

/// Appends the values of heaps up to `to`; those that were found before a limit was met stay.
pub fn more_heaps(
    arena: &mut Arena,
    evaluator: &mut Evaluator<Positions>,
    to: u32,
    values: &mut Vec<Value>,
) -> Result<(), Limit> {
    let row = matches!(evaluator.game().ruleset.shape, Shape::Row { .. });
    let heap = |size: u32| if size == 0 && !row { vec![] } else { vec![size] };
    for size in values.len() as u32..=to {
        let parts = evaluator.game().parts(&heap(size));
        values.push(evaluator.value(arena, &parts)?);
    }
    Ok(())
}
