//! Formulas: statements about nim-values G(n), nim-sets N(n, p) and the arithmetic around them, for all numbers of
//! some ranges.
//!
//! ```text
//! G(n + 1) = xor(G(n), 1) for n >= 1 where n mod 2c != 0 and n mod 12c != 4c + 1
//! N(n + 1, p + 1) = N(n, p) for n >= 1, p >= 4
//! N(n, p | all exit) within N(n, p | not all exit) for n >= 1, p >= 4
//! list N(n, 3) from n = 1: {}, {}, {0}, {1}
//! ```
//!
//! Its meaning, number by number, is in [`plain`].

pub mod games;
pub mod plain;
pub mod read;
mod scope;

use sprague_rules::diagnostic::Span;

/// A function that the claim defines in its own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub name: String,
    pub arguments: usize,
    pub kind: Kind,
    pub body: Expr,
}

/// What an expression stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Number,
    Set,
    Truth,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Number => "a number",
            Kind::Set => "a set",
            Kind::Truth => "a condition",
        }
    }
}

/// Something is so for all numbers of some ranges that fulfil a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    pub bindings: Vec<Binding>,
    pub condition: Option<Expr>,
    pub says: Expr,
}

/// A number and its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    pub name: String,
    pub least: Expr,
    /// None: all numbers from the least on.
    pub largest: Option<Expr>,
}

/// Sentences, with the functions that they use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    pub definitions: Vec<Definition>,
    pub sentences: Vec<Sentence>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    Number(i64),
    /// While reading: a name that is not yet known to be bound.
    Name(String, Span),
    /// A bound number, or an argument of a definition.
    Local(usize),
    /// What the cases of a claim differ in.
    Global(usize),
    Arithmetic(Arithmetic, Box<[Expr; 2]>),
    Compare(Comparison, Box<[Expr; 2]>),
    Sets(SetRelation, Box<[Expr; 2]>),
    In(Box<[Expr; 2]>),
    Combine(Combination, Box<[Expr; 2]>),
    /// Every member of the set nim-added to a number.
    Added(Box<[Expr; 2]>),
    Not(Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    If(Box<[Expr; 3]>),
    Call(Builtin, Vec<Expr>),
    Defined(usize, Vec<Expr>),
    /// Members, and ranges of them.
    Set(Vec<(Expr, Option<Expr>)>),
    NimValue {
        heap: Box<Expr>,
        game: Option<Box<Game>>,
    },
    NimSet {
        heap: Box<Expr>,
        parts: Box<Expr>,
        game: Option<Box<Game>>,
        only: Option<Only>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    Plus,
    Minus,
    Times,
    Over,
    Mod,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetRelation {
    Equal,
    Unequal,
    Within,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    Union,
    Without,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    Xor,
    Min,
    Max,
    /// Of one set.
    Least,
    Largest,
    Size,
    Mex,
    Even,
    Odd,
    Evens,
    Odds,
}

/// Another game than the one that the claim is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Game {
    /// The same rules with another set.
    With(Expr),
    /// A ruleset by its text.
    Called(String),
}

/// Splits of which all parts, or not all, fulfil a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Only {
    pub all: bool,
    pub definition: usize,
}

impl Formula {
    /// Does it speak of nim-values or nim-sets of the claim's game, or of one with another set?
    pub fn speaks_of_heaps(&self) -> bool {
        let heaps = |expr: &Expr| {
            matches!(expr, Expr::NimValue { game, .. } | Expr::NimSet { game, .. }
                if !matches!(game.as_deref(), Some(Game::Called(_))))
        };
        let of_sentence = |sentence: &Sentence| {
            sentence.says.any(&heaps) || sentence.condition.as_ref().is_some_and(|c| c.any(&heaps))
        };
        self.definitions.iter().any(|definition| definition.body.any(&heaps))
            || self.sentences.iter().any(of_sentence)
    }
}

impl Expr {
    /// The expressions that it is made of.
    pub fn children(&self) -> Vec<&Expr> {
        match self {
            Expr::Number(_) | Expr::Name(..) | Expr::Local(_) | Expr::Global(_) => Vec::new(),
            Expr::Arithmetic(_, pair)
            | Expr::Compare(_, pair)
            | Expr::Sets(_, pair)
            | Expr::In(pair)
            | Expr::Combine(_, pair)
            | Expr::Added(pair) => pair.iter().collect(),
            Expr::Not(inner) => vec![inner],
            Expr::And(all) | Expr::Or(all) | Expr::Call(_, all) | Expr::Defined(_, all) => {
                all.iter().collect()
            }
            Expr::If(three) => three.iter().collect(),
            Expr::Set(members) => members
                .iter()
                .flat_map(|(least, most)| [Some(least), most.as_ref()])
                .flatten()
                .collect(),
            Expr::NimValue { heap, game } => std::iter::once(&**heap).chain(with(game)).collect(),
            Expr::NimSet { heap, parts, game, .. } => {
                [&**heap, &**parts].into_iter().chain(with(game)).collect()
            }
        }
    }

    /// Is some part of it so?
    pub fn any(&self, so: &dyn Fn(&Expr) -> bool) -> bool {
        so(self) || self.children().into_iter().any(|child| child.any(so))
    }

    pub fn mentions(&self, local: usize) -> bool {
        self.any(&|expr| matches!(expr, Expr::Local(found) if *found == local))
    }
}

fn with(game: &Option<Box<Game>>) -> Option<&Expr> {
    match game.as_deref() {
        Some(Game::With(set)) => Some(set),
        _ => None,
    }
}
