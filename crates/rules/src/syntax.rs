//! The syntax tree of a rule text: what was written, with spans, before it is checked.

use crate::diagnostic::Span;
use crate::outcome::Outcome;

/// A word with its place.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// One `game ...` text.
#[derive(Clone, Debug)]
pub struct GameText {
    pub name: Name,
    pub parameters: Vec<Parameter>,
    pub summary: String,
    pub sources: Vec<String>,
    pub shape: Option<(ShapeText, Span)>,
    pub requirements: Vec<(Node, String)>,
    pub moves: Vec<MoveText>,
    pub stuck: Option<(StuckText, Span)>,
    pub examples: Vec<ExampleText>,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: Name,
    pub kind: Kind,
}

/// What a parameter stands for.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A non-empty set of numbers, none below `least`.
    Set { least: i64 },
    /// One number, not below `least`.
    Number { least: i64 },
    /// Outcomes of the heaps 0, 1, 2, ...
    Outcomes,
    /// Vectors of one length.
    Vectors,
    /// A number for each value of a variable.
    Function { variable: String },
    /// A take-and-break code.
    Code,
}

#[derive(Clone, Debug)]
pub enum ShapeText {
    Piles(Option<usize>),
    Row(Node),
}

/// Who may make a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    Both,
    Left,
    Right,
}

#[derive(Clone, Debug)]
pub struct MoveText {
    pub mover: Mover,
    pub act: Act,
    pub condition: Option<Node>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Act {
    /// Take amounts from named piles; the rest of a single pile may be left in parts.
    Take { takes: Vec<(Node, Option<Name>)>, leaving: Option<(PartsText, Span)> },
    /// Take one amount from each of `least` to `most` piles (no `most`: any number of them).
    TakeEach { amount: Node, least: usize, most: Option<usize> },
    /// Take one amount from each pile.
    TakeAll { amount: Node },
    /// Subtract one of the listed vectors from the row.
    TakeRow { vectors: Name },
    /// Take from one pile and leave it in parts as a code allows.
    TakeAndBreak { code: Name },
    /// Cut one pile into parts.
    Split { pile: Option<Name>, parts: PartsText, span: Span },
    /// Replace named piles by new ones.
    Replace { piles: Vec<Name>, order: Vec<Node>, by: Vec<Node> },
}

#[derive(Clone, Debug)]
pub enum PartsText {
    /// One non-empty part for each name.
    Named(Vec<Name>),
    /// A number of non-empty parts that the mover chooses.
    Chosen(Name),
    /// From the first to the second number of non-empty parts.
    Between(usize, usize),
}

#[derive(Clone, Debug)]
pub enum StuckText {
    Loses,
    Wins,
    Cases(Vec<StuckCase>),
}

#[derive(Clone, Debug)]
pub struct StuckCase {
    pub result: StuckResult,
    pub condition: Option<Node>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StuckResult {
    Fixed(Outcome),
    Listed { list: Name, index: Node },
}

/// A position with what is known of it.
#[derive(Clone, Debug)]
pub struct ExampleText {
    pub misere: bool,
    /// The arguments as written, without their parentheses, and where they start.
    pub arguments: Option<(String, usize)>,
    pub piles: Vec<u32>,
    pub expected: Expectation,
    pub span: Span,
}

/// What an example says of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    Outcome(Outcome),
    NimValue(u32),
}

/// An expression, a condition or a set.
#[derive(Clone, Debug)]
pub struct Node {
    pub term: Term,
    pub span: Span,
    /// Height of the tree.
    pub depth: usize,
    /// Nodes of the tree.
    pub size: usize,
}

impl Node {
    /// A node without others below it.
    pub fn leaf(term: Term, span: Span) -> Node {
        Node { term, span, depth: 1, size: 1 }
    }
}

#[derive(Clone, Debug)]
pub enum Term {
    Number(i64),
    Name(String),
    Set(Vec<i64>),
    Negative(Box<Node>),
    Not(Box<Node>),
    Binary(Operator, Box<Node>, Box<Node>),
    Call {
        function: Name,
        arguments: Vec<Node>,
    },
    /// `<e, o, 3>`, entry by entry, or `[1, e2, e2]`, in any order: what the numbers of a claim look like.
    Pattern {
        ordered: bool,
        entries: Vec<Entry>,
    },
    /// `{n, 2n..3n}`: members, and ranges of them, that are not all numbers.
    Members(Vec<(Node, Option<Node>)>),
    /// The first is a condition; under it the second, else the third: `if c then a else b`, or `a if c, else b`.
    If(Box<[Node; 3]>),
    /// `"octal(0.7F)"`, as an argument: a ruleset.
    Text(String),
    /// `| all exit`, as a last argument: of splits whose parts all, or not all, are so.
    Only {
        all: bool,
        of: Name,
    },
    /// `count(x in piles where ...)`
    Count {
        variable: Name,
        of: Name,
        condition: Box<Node>,
    },
}

/// What one number of a pattern looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// `*`
    Any,
    /// `3`
    Number(i64),
    /// `>= 3`
    AtLeast(i64),
    /// `{1, 3}`
    Set(Vec<i64>),
    /// `e`, `o`, and `e4`: even and at least 4.
    Parity { odd: bool, least: i64 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Or,
    And,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
    NotEqual,
    In,
    /// Of two sets.
    Within,
    /// The nim-sum.
    Xor,
    Union,
    Without,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}
