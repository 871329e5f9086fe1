//! The value of a position, from its options down to the end of play.
//!
//! A game says what the options of a position are, each as a sum of independent parts; the value of a
//! part is remembered, parts wait for the parts they need on a stack of our own.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::arena::{Arena, Value, ZERO};
use crate::limit::Limit;

/// One summand of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part<P> {
    pub position: P,
    /// Does it count with the players' roles exchanged?
    pub negated: bool,
}

/// Independent summands.
pub type Parts<P> = SmallVec<[Part<P>; 2]>;

/// What can be done at a position.
pub enum Moves<P> {
    /// Left's options and Right's.
    Options([Vec<Parts<P>>; 2]),
    /// Play has ended with this value.
    Ended(Value),
}

/// A game whose positions have values.
pub trait Play {
    type Position: Clone + Eq + Hash;

    fn moves(&self, position: &Self::Position) -> Moves<Self::Position>;
}

/// Values of positions of one game, remembered.
pub struct Evaluator<G: Play> {
    game: G,
    known: FxHashMap<G::Position, Value>,
}

struct Frame<P> {
    position: P,
    options: [Vec<Parts<P>>; 2],
    /// All parts of the options before this one are known.
    next: [usize; 2],
}

impl<G: Play> Evaluator<G> {
    pub fn new(game: G) -> Evaluator<G> {
        Evaluator { game, known: FxHashMap::default() }
    }

    pub fn game(&self) -> &G {
        &self.game
    }

    /// How many positions are remembered.
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    /// The value of a sum of parts.
    pub fn value(&mut self, arena: &mut Arena, parts: &Parts<G::Position>) -> Result<Value, Limit> {
        for part in parts {
            self.settle(arena, &part.position)?;
        }
        self.sum(arena, parts)
    }

    /// Makes the value of one position known.
    fn settle(&mut self, arena: &mut Arena, position: &G::Position) -> Result<(), Limit> {
        if self.known.contains_key(position) {
            return Ok(());
        }
        let mut stack = Vec::new();
        self.enter(position.clone(), &mut stack);
        while let Some(frame) = stack.last_mut() {
            match self.missing(frame) {
                Some(position) => self.enter(position, &mut stack),
                None => {
                    let frame = stack.pop().expect("there is a frame");
                    let [left, right] = &frame.options;
                    let left = self.sums(arena, left)?;
                    let right = self.sums(arena, right)?;
                    let value = arena.game(&left, &right)?;
                    self.known.insert(frame.position, value);
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, position: G::Position, stack: &mut Vec<Frame<G::Position>>) {
        match self.game.moves(&position) {
            Moves::Options(options) => stack.push(Frame { position, options, next: [0, 0] }),
            Moves::Ended(value) => {
                self.known.insert(position, value);
            }
        }
    }

    /// A position that must be known before the one of the frame.
    fn missing(&self, frame: &mut Frame<G::Position>) -> Option<G::Position> {
        for side in 0..2 {
            while let Some(parts) = frame.options[side].get(frame.next[side]) {
                for part in parts {
                    if !self.known.contains_key(&part.position) {
                        return Some(part.position.clone());
                    }
                }
                frame.next[side] += 1;
            }
        }
        None
    }

    fn sums(
        &self,
        arena: &mut Arena,
        options: &[Parts<G::Position>],
    ) -> Result<SmallVec<[Value; 16]>, Limit> {
        options.iter().map(|parts| self.sum(arena, parts)).collect()
    }

    fn sum(&self, arena: &mut Arena, parts: &Parts<G::Position>) -> Result<Value, Limit> {
        let mut sum = ZERO;
        for part in parts {
            let value = self.known[&part.position];
            let value = if part.negated { arena.negative(value)? } else { value };
            sum = arena.sum(sum, value)?;
        }
        Ok(sum)
    }
}
