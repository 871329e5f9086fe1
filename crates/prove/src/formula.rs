//! Formulas, looked at number by number, and proved class by class ([`classes`]): numbers in arithmetic
//! progressions along which every term is linear, with nim-sets as automata ([`sets`]).

mod before;
pub mod classes;
mod evidence;
pub mod heaps;
pub mod judge;
pub mod linear;
pub mod prove;
pub mod sets;

pub use sprague_claim::formula::{
    Arithmetic, Binding, Builtin, Combination, Comparison, Definition, Expr, Formula, Game, Only,
    Sentence, SetRelation,
};

/// The plain meaning, with values and sets from the kernels.
pub type Scene<'s, 'c> = sprague_claim::formula::plain::Scene<'s, heaps::Heaps<'c>>;
