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
    /// Its name.
    pub name: String,
    /// How many numbers it is of.
    pub arguments: usize,
    /// What it gives.
    pub kind: Kind,
    /// What it is, with its arguments as [`Expr::Local`].
    pub body: Expr,
    /// How many parts it has once the functions that it uses are written out: what it costs to look at it.
    pub unfolded: u64,
}

/// What an expression stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Number,
    /// A finite set of numbers.
    Set,
    /// True or false.
    Truth,
}

impl Kind {
    /// In words.
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
    /// The numbers that it is for, with their ranges.
    pub bindings: Vec<Binding>,
    /// What they fulfil.
    pub condition: Option<Expr>,
    /// What is so.
    pub says: Expr,
}

/// A number and its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Its name.
    pub name: String,
    /// The least value.
    pub least: Expr,
    /// None: all numbers from the least on.
    pub largest: Option<Expr>,
}

/// Sentences, with the functions that they use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// The functions.
    pub definitions: Vec<Definition>,
    /// The sentences, all of which are said.
    pub sentences: Vec<Sentence>,
}

/// A number, a set or a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A number that is written out.
    Number(i64),
    /// While reading: a name that is not yet known to be bound.
    Name(String, Span),
    /// A bound number, or an argument of a definition.
    Local(usize),
    /// What the cases of a claim differ in.
    Global(usize),
    /// Two numbers made one.
    Arithmetic(Arithmetic, Box<[Expr; 2]>),
    /// Two numbers compared.
    Compare(Comparison, Box<[Expr; 2]>),
    /// Two sets compared.
    Sets(SetRelation, Box<[Expr; 2]>),
    /// A number is in a set.
    In(Box<[Expr; 2]>),
    /// Two sets made one.
    Combine(Combination, Box<[Expr; 2]>),
    /// Every member of the set nim-added to a number.
    Added(Box<[Expr; 2]>),
    /// It is not so.
    Not(Box<Expr>),
    /// All of these.
    And(Vec<Expr>),
    /// One of these.
    Or(Vec<Expr>),
    /// Under the condition the second, else the third.
    If(Box<[Expr; 3]>),
    /// A function of the language.
    Call(Builtin, Vec<Expr>),
    /// A function of the claim, by its place.
    Defined(usize, Vec<Expr>),
    /// Members, and ranges of them.
    Set(Vec<(Expr, Option<Expr>)>),
    /// The nim-value of a heap.
    NimValue {
        /// Its size.
        heap: Box<Expr>,
        /// Another game than the claim's own.
        game: Option<Box<Game>>,
    },
    /// The nim-values of the splits of a heap into so many parts.
    NimSet {
        /// Its size.
        heap: Box<Expr>,
        /// How many parts.
        parts: Box<Expr>,
        /// Another game than the claim's own.
        game: Option<Box<Game>>,
        /// Of some splits only.
        only: Option<Only>,
    },
}

/// What is made of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// The sum.
    Plus,
    /// The difference.
    Minus,
    /// The product.
    Times,
    /// The quotient, rounded down; 0 for a divisor of 0.
    Over,
    /// The remainder; the number itself for a divisor of 0.
    Mod,
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// =
    Equal,
    /// !=
    Unequal,
    /// <
    Less,
    /// <=
    AtMost,
}

/// How two sets compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetRelation {
    /// =
    Equal,
    /// !=
    Unequal,
    /// Every member of the first is one of the second.
    Within,
}

/// What is made of two sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// The members of both.
    Union,
    /// The members of the first that are not in the second.
    Without,
}

/// The functions of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// The nim-sum of numbers.
    Xor,
    /// The least of some numbers.
    Min,
    /// The largest of some numbers.
    Max,
    /// The least member of one set.
    Least,
    /// The largest member of one set.
    Largest,
    /// How many members a set has.
    Size,
    /// The least natural number that is not in a set.
    Mex,
    /// Is a number even?
    Even,
    /// Is a number odd?
    Odd,
    /// The even members of a set.
    Evens,
    /// The odd members of a set.
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
    /// All parts fulfil it; else not all do.
    pub all: bool,
    /// The place of the definition.
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

    /// How many parts it has once these functions are written out.
    pub fn unfolded(&self, definitions: &[Definition]) -> u64 {
        let own = match self {
            Expr::Defined(place, _) => definitions.get(*place).map_or(1, |known| known.unfolded),
            _ => 1,
        };
        let parts = self.children().into_iter().map(|child| child.unfolded(definitions));
        parts.fold(own, u64::saturating_add)
    }

    /// Does it speak of the bound number in this place?
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
