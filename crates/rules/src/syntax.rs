//! The syntax tree of a rule text: what was written, with spans, before it is checked.

use crate::diagnostic::Span;
use crate::outcome::Outcome;

/// A word with its place.
#[derive(Clone, Debug)]
pub struct Name {
    /// As it is written.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// One `game ...` text.
#[derive(Clone, Debug)]
pub struct GameText {
    /// What stands after `game`; it may have hyphens.
    pub name: Name,
    /// In the order in which their arguments are given.
    pub parameters: Vec<Parameter>,
    /// The rule in one sentence.
    pub summary: String,
    /// Where the game comes from, one quotation for each `source`.
    pub sources: Vec<String>,
    /// What positions look like, and where the text says so, if it does.
    pub shape: Option<(ShapeText, Span)>,
    /// Conditions on the arguments, each with the words for what is required.
    pub requirements: Vec<(Node, String)>,
    /// In the order of the text.
    pub moves: Vec<MoveText>,
    /// What happens to a player who cannot move, and where the text says so; if it does not, the player loses.
    pub stuck: Option<(StuckText, Span)>,
    /// Positions with what the text says of them.
    pub examples: Vec<ExampleText>,
}

/// A parameter of a game, declared as in `S: set of numbers >= 1`.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// What the clauses of the game call it.
    pub name: Name,
    /// What its argument has to be.
    pub kind: Kind,
}

/// What a parameter stands for.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A non-empty set of numbers, none below `least`.
    Set {
        /// The least member allowed.
        least: i64,
    },
    /// One number, not below `least`.
    Number {
        /// The least number allowed.
        least: i64,
    },
    /// Outcomes of the heaps 0, 1, 2, ...
    Outcomes,
    /// Vectors of one length.
    Vectors,
    /// A number for each value of a variable.
    Function {
        /// The name that stands for it in the argument: `x` in `function of x`.
        variable: String,
    },
    /// A take-and-break code.
    Code,
}

/// The clause that says what positions look like.
#[derive(Clone, Debug)]
pub enum ShapeText {
    /// `piles any`, or `piles 2`: at most so many.
    Piles(Option<usize>),
    /// `row of 2`: so many places; the number may depend on the parameters.
    Row(Node),
}

/// Who may make a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// `move`: either player.
    Both,
    /// `left move`: Left alone.
    Left,
    /// `right move`: Right alone.
    Right,
}

/// The clause of one kind of move.
#[derive(Clone, Debug)]
pub struct MoveText {
    /// Who may make it.
    pub mover: Mover,
    /// What it does to the piles.
    pub act: Act,
    /// What stands after `where`.
    pub condition: Option<Node>,
    /// The whole clause.
    pub span: Span,
}

/// What a move does, as it is written.
#[derive(Clone, Debug)]
pub enum Act {
    /// Take amounts from named piles; the rest of a single pile may be left in parts.
    Take {
        /// Each amount with the name of its pile, if that has one.
        takes: Vec<(Node, Option<Name>)>,
        /// What stands after `leaving`, and where.
        leaving: Option<(PartsText, Span)>,
    },
    /// Take one amount from each of `least` to `most` piles (no `most`: any number of them).
    TakeEach {
        /// The same for all of these piles.
        amount: Node,
        /// The fewest piles.
        least: usize,
        /// The most piles.
        most: Option<usize>,
    },
    /// Take one amount from each pile.
    TakeAll {
        /// The same for all piles.
        amount: Node,
    },
    /// Subtract one of the listed vectors from the row.
    TakeRow {
        /// The name of the parameter that lists the vectors.
        vectors: Name,
    },
    /// Take from one pile and leave it in parts as a code allows.
    TakeAndBreak {
        /// The name of the parameter that is the code.
        code: Name,
    },
    /// Cut one pile into parts.
    Split {
        /// A name for the size of the pile.
        pile: Option<Name>,
        /// What it is cut into.
        parts: PartsText,
        /// Where the parts are written.
        span: Span,
    },
    /// Replace named piles by new ones.
    Replace {
        /// Names for the sizes of the piles.
        piles: Vec<Name>,
        /// The comparisons between neighbouring names, as in `p >= q`.
        order: Vec<Node>,
        /// The sizes of the new piles.
        by: Vec<Node>,
    },
}

/// The parts after `leaving` or `into`.
#[derive(Clone, Debug)]
pub enum PartsText {
    /// One non-empty part for each name.
    Named(Vec<Name>),
    /// A number of non-empty parts that the mover chooses.
    Chosen(Name),
    /// From the first to the second number of non-empty parts.
    Between(usize, usize),
}

/// The clause that says what happens to a player who cannot move.
#[derive(Clone, Debug)]
pub enum StuckText {
    /// `stuck loses`: normal play.
    Loses,
    /// `stuck wins`: misère play.
    Wins,
    /// `stuck: left wins if ..., else right wins`: the first case whose condition holds decides.
    Cases(Vec<StuckCase>),
}

/// One case of a decided ending.
#[derive(Clone, Debug)]
pub struct StuckCase {
    /// Who wins in this case.
    pub result: StuckResult,
    /// What stands after `if`; without it the case always applies.
    pub condition: Option<Node>,
    /// The whole case.
    pub span: Span,
}

/// Who wins a stuck position, as it is written.
#[derive(Clone, Debug)]
pub enum StuckResult {
    /// One outcome, as in `left wins`.
    Fixed(Outcome),
    /// `outcome ends[total]`: an entry of a list.
    Listed {
        /// The name of the parameter that is the list.
        list: Name,
        /// The place in the list, counted from 0.
        index: Box<Node>,
    },
}

/// A position with what is known of it.
#[derive(Clone, Debug)]
pub struct ExampleText {
    /// Is this about misère play?
    pub misere: bool,
    /// The arguments as written, without their parentheses, and where they start.
    pub arguments: Option<(String, usize)>,
    /// The position.
    pub piles: Vec<u32>,
    /// What is said of it.
    pub expected: Expectation,
    /// The whole clause.
    pub span: Span,
}

/// What an example says of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// `is P`: who wins.
    Outcome(Outcome),
    /// `has nim-value 3`: the nim-value.
    NimValue(u32),
}

/// An expression, a condition or a set.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is, with the nodes below it.
    pub term: Term,
    /// Where it stands.
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

/// What a node can be.
#[derive(Clone, Debug)]
pub enum Term {
    /// A number in digits.
    Number(i64),
    /// A word: a pile, an amount, a parameter, or one with a fixed meaning such as `total`.
    Name(String),
    /// `{1, 4..6}`: the numbers of a set, with ranges spelt out.
    Set(Vec<i64>),
    /// `-a`
    Negative(Box<Node>),
    /// `not c`, or the `not` of `a not in S`.
    Not(Box<Node>),
    /// Two nodes with an operator between them.
    Binary(Operator, Box<Node>, Box<Node>),
    /// `min(a, b)`: a function and what it is applied to.
    Call {
        /// The word before the parenthesis.
        function: Name,
        /// What stands inside, at least one node.
        arguments: Vec<Node>,
    },
    /// `<e, o, 3>`, entry by entry, or `[1, e2, e2]`, in any order: what the numbers of a claim look like.
    Pattern {
        /// Is it the first kind, `<...>`?
        ordered: bool,
        /// What the numbers look like.
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
        /// Is it `all`, not `not all`?
        all: bool,
        /// The name of the condition on a part.
        of: Name,
    },
    /// `count(x in piles where ...)`
    Count {
        /// The name of a pile as it is looked at.
        variable: Name,
        /// What is looked through, such as `piles` or `after`.
        of: Name,
        /// What holds of those that count.
        condition: Box<Node>,
    },
    /// `xor(x mod 4 for x in piles where x >= 4)`, of claims.
    Each {
        /// What is done with the numbers, such as `xor`.
        function: Name,
        /// The number of one pile.
        term: Box<Node>,
        /// The name of a pile as it is looked at.
        variable: Name,
        /// What is looked through: `piles`.
        of: Name,
        /// What holds of those that count; none: all do.
        condition: Option<Box<Node>>,
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
    Parity {
        /// Is it `o`?
        odd: bool,
        /// The least number that fits; 0 if none is written.
        least: i64,
    },
}

/// What stands between two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `or`, of two conditions.
    Or,
    /// `and`, of two conditions.
    And,
    /// `<`, of two numbers.
    Less,
    /// `<=`, of two numbers.
    AtMost,
    /// `>`, of two numbers.
    Greater,
    /// `>=`, of two numbers.
    AtLeast,
    /// `=`, of two numbers or, in claims, of two sets.
    Equal,
    /// `!=`, likewise.
    NotEqual,
    /// `in`: a number is a member of a set, or the size of a pile.
    In,
    /// Of two sets.
    Within,
    /// The nim-sum.
    Xor,
    /// `union`: what is in one set or the other.
    Union,
    /// `without`: what is in the first set and not in the second.
    Without,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`, and the product in `2k`.
    Multiply,
    /// `/`, rounded down.
    Divide,
    /// `mod`, the remainder.
    Modulo,
}
