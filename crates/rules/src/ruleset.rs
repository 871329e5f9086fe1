//! The checked ruleset: what a game text says once its parameters have values.
//!
//! It is a tree of constants, choices and arithmetic with nothing left to look up, so that it can
//! be walked by an interpreter ([`crate::options`]), compiled to machine code, or translated into
//! formulas.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::expr::{Cond, Expr, Slot};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::syntax::Expectation;

pub use crate::syntax::Mover;

/// What positions look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Multisets of piles; at most so many of them.
    Piles {
        /// No number: as many as one likes.
        at_most: Option<usize>,
    },
    /// A fixed number of places, each with its own pile, which may be 0.
    Row {
        /// How many places.
        places: usize,
    },
}

/// A game with its parameters filled in.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// How it is written: `lr-nim(2,3)`, `misere wynnie`.
    pub expression: String,
    /// The game's name without arguments.
    pub name: String,
    /// The rule in one sentence.
    pub summary: String,
    /// Where the game comes from.
    pub sources: Vec<String>,
    /// What its positions look like.
    pub shape: Shape,
    /// Every kind of move, in the order of the text.
    pub moves: Vec<Move>,
    /// What happens to a player who cannot move.
    pub ending: Ending,
}

/// One kind of move: everything the mover may choose, under a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who may make it.
    pub mover: Mover,
    /// The words of the rule text.
    pub text: String,
    /// The names of the chosen numbers.
    pub slots: Vec<String>,
    /// What it does to the piles.
    pub act: MoveAct,
    /// What must hold of the choices and of the piles before and after.
    pub condition: Cond,
}

/// What a move does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveAct {
    /// Choose as many different piles as there are takes; bind each pile's size to its slot; take
    /// at least 1 and at most the pile from each.
    Take(Vec<(Slot, Amount)>),
    /// Choose `least..=most` piles (no `most`: any number) and take the same amount from each.
    TakeEach {
        /// Taken from each of the chosen piles.
        amount: Amount,
        /// The fewest piles.
        least: usize,
        /// The most piles.
        most: Option<usize>,
    },
    /// Take the same amount from each pile there is.
    TakeAll {
        /// Taken from each pile.
        amount: Amount,
    },
    /// Take an amount, or nothing, from one pile and leave the rest in non-empty parts.
    Break {
        /// Where the size of the pile is kept.
        pile: Slot,
        /// What is taken; nothing in a split.
        amount: Option<Amount>,
        /// What the rest is left in.
        parts: Parts,
    },
    /// Remove the chosen piles and put new ones in their place.
    Replace {
        /// Where the sizes of the chosen piles are kept.
        piles: Vec<Slot>,
        /// The sizes of the new piles; there is no such move if one of them is negative.
        by: Vec<Expr>,
    },
    /// Subtract one of these vectors from the row.
    Subtract(Vec<Vec<u32>>),
}

/// How much is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A number from 1 on that the mover chooses.
    Chosen(Slot),
    /// A number fixed by the position; known to be at least 1.
    Fixed(Expr),
}

/// The non-empty parts that a pile is left in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parts {
    /// One part for each slot, in every order.
    Named(Vec<Slot>),
    /// A number of parts, at least `least`, that the mover chooses.
    Chosen {
        /// Where the number of parts is kept.
        slot: Slot,
        /// The fewest parts.
        least: usize,
    },
    /// From the first to the second number of parts.
    Between(usize, usize),
}

/// What happens to a player who cannot move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Normal play.
    StuckLoses,
    /// Misère play.
    StuckWins,
    /// The first case whose condition holds decides.
    Decided(Vec<EndingCase>),
}

/// One case of a decided ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndingCase {
    /// When the case applies.
    pub condition: Cond,
    /// Who wins then.
    pub result: EndingResult,
}

/// Who wins a stuck position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndingResult {
    /// The same outcome for every position of the case.
    Fixed(Outcome),
    /// The listed outcome with that index, and one for all indices that are not in the list.
    Listed {
        /// Those of the indices 0, 1, 2, ...
        outcomes: Vec<Outcome>,
        /// The place in the list, computed from the stuck position.
        index: Expr,
        /// The outcome for an index that is not in the list.
        beyond: Outcome,
    },
}

/// A position of a ruleset with what its file says of it.
#[derive(Clone, Debug)]
pub struct Example {
    /// The game with the arguments of the example.
    pub ruleset: Ruleset,
    /// The position.
    pub piles: Vec<u32>,
    /// What the file says of it.
    pub expected: Expectation,
    /// The words of the rule text.
    pub text: String,
}

/// What works with a ruleset keeps it: handed over by reference, it is copied.
impl From<&Ruleset> for Arc<Ruleset> {
    fn from(ruleset: &Ruleset) -> Arc<Ruleset> {
        Arc::new(ruleset.clone())
    }
}

impl Ruleset {
    /// Reads a position of this ruleset, such as `3,8`; `-` is the empty one.
    pub fn position(&self, text: &str) -> Result<Position, Diagnostic> {
        Position::parse(text, self.shape).map_err(|complaint| complaint.about("position", text))
    }

    /// May both players always make the same moves?
    pub fn same_moves(&self) -> bool {
        self.moves.iter().all(|m| m.mover == Mover::Both)
    }

    /// Are all outcomes N or P?
    pub fn is_impartial(&self) -> bool {
        self.same_moves() && !matches!(self.ending, Ending::Decided(_))
    }

    /// Do nim-values make sense: impartial, and a stuck player loses?
    pub fn has_nim_values(&self) -> bool {
        self.same_moves() && matches!(self.ending, Ending::StuckLoses)
    }

    /// The same game in misère play: every stuck position is won by the other side.
    pub fn misere(mut self) -> Ruleset {
        self.expression = format!("misere {}", self.expression);
        self.ending = match self.ending {
            Ending::StuckLoses => Ending::StuckWins,
            Ending::StuckWins => Ending::StuckLoses,
            Ending::Decided(mut cases) => {
                for case in &mut cases {
                    match &mut case.result {
                        EndingResult::Fixed(outcome) => *outcome = outcome.reversed(),
                        EndingResult::Listed { outcomes, beyond, .. } => {
                            outcomes.iter_mut().for_each(|o| *o = o.reversed());
                            *beyond = beyond.reversed();
                        }
                    }
                }
                Ending::Decided(cases)
            }
        };
        self
    }
}
