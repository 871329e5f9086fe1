//! The value of a position, from its options down to the end of play.
//!
//! A game says what the options of a position are, each as a sum of independent parts; the value of a
//! part is remembered, parts wait for the parts they need on a stack of our own.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use sprague_task::Watch;

use crate::arena::{Arena, Value, ZERO};
use crate::limit::Limit;

/// One summand of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part<P> {
    /// A position without other summands.
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
    /// What the moves are made from, such as a board or piles.
    type Position: Clone + Eq + Hash;

    /// The moves from a position; they must fit into so many bytes, and be found before the watch says stop.
    fn moves(
        &self,
        position: &Self::Position,
        room: usize,
        watch: &Watch,
    ) -> Result<Moves<Self::Position>, Limit>;
}

/// About as many bytes does an option take that is listed.
pub(crate) fn bytes_of_option<P>() -> usize {
    size_of::<Parts<P>>() + 32
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
    /// Bytes that it takes.
    bytes: usize,
}

impl<G: Play> Evaluator<G> {
    /// An evaluator that knows no positions yet.
    pub fn new(game: G) -> Evaluator<G> {
        Evaluator { game, known: FxHashMap::default() }
    }

    /// The game whose positions it evaluates.
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
        let settled = self.settle_with(arena, position.clone(), &mut stack);
        arena.release(stack.iter().map(|frame| frame.bytes).sum());
        settled
    }

    fn settle_with(
        &mut self,
        arena: &mut Arena,
        position: G::Position,
        stack: &mut Vec<Frame<G::Position>>,
    ) -> Result<(), Limit> {
        self.enter(arena, position, stack)?;
        while let Some(frame) = stack.last_mut() {
            match self.missing(frame) {
                Some(position) => self.enter(arena, position, stack)?,
                None => {
                    let [left, right] = &frame.options;
                    let left = self.sums(arena, left)?;
                    let right = self.sums(arena, right)?;
                    let value = arena.game(&left, &right)?;
                    let frame = stack.pop().expect("there is a frame");
                    arena.release(frame.bytes);
                    self.know(arena, frame.position, value)?;
                }
            }
        }
        Ok(())
    }

    fn enter(
        &mut self,
        arena: &mut Arena,
        position: G::Position,
        stack: &mut Vec<Frame<G::Position>>,
    ) -> Result<(), Limit> {
        let (room, most) = (arena.room(), arena.most());
        let moves =
            self.game.moves(&position, room, arena.watched_by()).map_err(|limit| match limit {
                Limit::Memory { .. } => Limit::Memory { most },
                limit => limit,
            });
        match moves? {
            Moves::Options(options) => {
                let count = options[0].capacity() + options[1].capacity();
                let bytes = count * bytes_of_option::<G::Position>() + size_of::<Frame<()>>();
                stack.push(Frame { position, options, next: [0, 0], bytes });
                arena.charge(bytes)
            }
            Moves::Ended(value) => self.know(arena, position, value),
        }
    }

    fn know(
        &mut self,
        arena: &mut Arena,
        position: G::Position,
        value: Value,
    ) -> Result<(), Limit> {
        self.known.insert(position, value);
        arena.charge(2 * size_of::<(G::Position, Value)>() + 32)
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
