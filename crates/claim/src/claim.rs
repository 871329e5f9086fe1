//! What a claim is: a head, and what it is about. Each kind owns the game and everything it speaks of.

use sprague_rules::expr::{Expr, Mention};
use sprague_rules::{Library, Outcome, Player, Ruleset};

use crate::board::Board;
use crate::cases::Cases;
use crate::condition::{Condition, Number};
use crate::formula::Formula;
use crate::further::Further;
use crate::graphs::OnGraphs;
use crate::laws::OnLaws;
use crate::outcomes::sentence::{Like, Sentence};
use crate::outcomes::{Any, Family, Outcomes, Saying as OutcomeSaying};
use crate::sequence::{Regular, Sequence};

/// A statement with its source and what we expect of it.
#[derive(Clone, Debug)]
pub struct Claim {
    /// As it is written.
    pub text: String,
    /// What it says of which game, in one line: its clauses without name, source, notes and expectations.
    pub said: String,
    /// Its name, from the first line.
    pub name: String,
    /// Where it is stated.
    pub source: Option<String>,
    /// How it is read here, or what was changed.
    pub note: Option<String>,
    /// What its verdict tells that readers of the paper do not know: a sentence for the news.
    pub finding: Option<String>,
    /// Whether its source prints it like this, if the file says so.
    pub printed: Option<Printed>,
    /// Takes long: judged only where that is asked for.
    pub deep: bool,
    /// The ruleset as it is written, perhaps with the name of a file.
    pub game: String,
    /// The texts of games that are not in the catalogue, by the names that the claim calls them.
    pub games: Vec<(String, String)>,
    /// What it is about.
    pub about: About,
    /// The largest pile, or count, that is checked; none: as many as are quick.
    pub check_to: Option<u32>,
    /// The most piles that are checked, where there may be any number.
    pub check_piles: Option<u32>,
    /// The verdict that its file expects.
    pub expected: Option<Expected>,
}

/// How a claim compares with what its source prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Printed {
    /// It says all that is printed.
    Whole,
    /// It is for fewer cases: what is printed is for these.
    More(String),
}

/// The kinds of claims.
#[derive(Clone, Debug)]
pub enum About {
    /// All positions of a board.
    Board(OnBoard),
    /// Positions with any number of piles.
    Piles(OnPiles),
    /// The sequence of one heap, for one game or for many.
    Heap(OnHeap),
    /// The outcomes of one heap, for one set of amounts or for all of a family.
    Outcomes(OnOutcomes),
    /// Values of heaps.
    Values(OnValues),
    /// Positions on graphs.
    Graphs(OnGraphs),
    /// Positions written out, some with numbers left open.
    Listed(Listed),
    /// All games.
    Laws(OnLaws),
}

/// A claim about all positions of a board: of exactly so many piles, or of piles up to some size, counted.
#[derive(Clone, Debug)]
pub struct OnBoard {
    /// The game.
    pub ruleset: Ruleset,
    /// Which positions there are.
    pub board: Board,
    /// The names of the numbers of a position: piles in ascending order, or counts, or both.
    pub names: Vec<String>,
    /// The claim speaks only of positions that are so.
    pub suppose: Condition,
    /// What is said of smaller boards: with fewer piles, or smaller ones.
    pub given: Vec<Given>,
    /// What is said.
    pub says: Says,
}

/// A claim about positions with any number of piles, or with so many.
#[derive(Clone, Debug)]
pub struct OnPiles {
    /// The game.
    pub ruleset: Ruleset,
    /// The least number of piles.
    pub least: usize,
    /// The largest, if there is one.
    pub most: Option<usize>,
    /// The claim speaks only of positions that are so.
    pub suppose: Condition,
    /// What is said.
    pub says: Says,
}

/// What can be said of the positions of a board.
#[derive(Clone, Debug)]
pub enum Says {
    /// The P-positions are exactly these, or the nim-value is this.
    Exactly(Meaning),
    /// Under a condition the outcome is so.
    If {
        /// The outcome.
        outcome: Outcome,
        /// Where it is so.
        condition: Condition,
    },
    /// From these positions some option is so, and it is P.
    Strategy {
        /// The positions it is for.
        from: Condition,
        /// What the option is like.
        to: Condition,
    },
    /// These piles may be added without changing the outcome.
    Adding(Vec<u32>),
    /// The outcome is a function of these numbers.
    Depends(Vec<Expr>),
    /// The outcomes, or nim-values, are those of another ruleset.
    SameAs {
        /// The other one.
        ruleset: Box<Ruleset>,
        /// Nim-values rather than outcomes.
        nim_values: bool,
    },
}

/// What holds on a smaller board.
#[derive(Clone, Debug)]
pub struct Given {
    /// The names of its numbers.
    pub names: Vec<String>,
    /// What is said of it.
    pub meaning: Meaning,
}

/// What is said of the positions of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// They are P exactly under this condition.
    P(Condition),
    /// Their nim-value is this.
    NimValue(Number),
}

impl Meaning {
    /// The conditions that it is made of.
    pub fn conditions(&self) -> Vec<&Condition> {
        match self {
            Meaning::P(condition) => vec![condition],
            Meaning::NimValue(number) => number.conditions(),
        }
    }
}

/// A claim about the sequence of one heap.
#[derive(Clone, Debug)]
pub struct OnHeap {
    /// The game; the first one, where there are many.
    pub ruleset: Ruleset,
    /// The games that are judged one by one, if there are many.
    pub cases: Option<Cases>,
    /// The sets of further numbers that the game may have in its set, if the claim is for all of them; the game and its
    /// cases are those without any.
    pub further: Option<Further>,
    /// What is said.
    pub says: OfHeap,
}

/// What can be said of the sequence of one heap.
#[derive(Clone, Debug)]
pub enum OfHeap {
    /// Its terms, from heap 1 on for nim-values and from heap 0 on for outcomes.
    Sequence(Sequence),
    /// It is regular from some heap on, perhaps with these numbers.
    Regular(Option<Regular>),
    /// Nim-values, nim-sets and arithmetic.
    Formula(Formula),
    /// The nim-values from this heap on are a fractal sequence.
    Fractal {
        /// The first heap that counts.
        first: usize,
    },
}

/// A claim about the outcomes of one heap.
#[derive(Clone, Debug)]
pub struct OnOutcomes {
    /// The game; one of them, where its set is left open.
    pub ruleset: Ruleset,
    /// The sets that the ruleset stands for, where it is left open.
    pub family: Option<Family>,
    /// What is said.
    pub saying: OutcomeSaying,
}

impl OnOutcomes {
    /// Does it speak of all sets of its family?
    pub fn is_of_all(&self) -> bool {
        let any = self.family.as_ref().and_then(|family| family.any);
        match any {
            Some(Any::Symmetric) => self.saying.suppose == Sentence::Set(Like::Symmetric),
            _ => self.saying.suppose == Sentence::ALWAYS,
        }
    }
}

/// A claim about the values of heaps.
#[derive(Clone, Debug)]
pub struct OnValues {
    /// The game.
    pub ruleset: Ruleset,
    /// What is said.
    pub says: OfValues,
}

/// A sum of heaps: how often each is taken, below 0 for negatives, and its size for n.
pub type Sum = Vec<(i64, Expr)>;

/// What can be said of the values of heaps.
#[derive(Clone, Debug)]
pub enum OfValues {
    /// The sum has one of these outcomes where the condition holds, and only there if that is said.
    Outcome {
        /// The heaps.
        sum: Sum,
        /// The outcomes.
        outcomes: Outcomes,
        /// The n for which it is said.
        when: Condition,
        /// And for no other n.
        only: bool,
    },
    /// The value of every heap has the outcome of the heap.
    Keeps,
    /// The values do not repeat, nor do they with something added.
    Irregular,
}

/// A claim about positions that are written out.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The game.
    pub ruleset: Ruleset,
    /// What is said.
    pub says: OfListed,
}

/// What can be said of positions that are written out.
#[derive(Clone, Debug)]
pub enum OfListed {
    /// Single facts.
    Facts(Vec<Fact>),
    /// What is said of positions with numbers left open.
    Lines(Vec<Line>),
    /// A play, move by move.
    Play(Play),
}

/// A fact about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Its outcome.
    Outcome(Vec<u32>, Outcome),
    /// Its nim-value.
    NimValue(Vec<u32>, u32),
    /// Its value in normal play, in CGSuite's notation.
    Value(Vec<u32>, String),
    /// A move.
    Move(Move),
}

/// What is said of a move: a player can make it, and perhaps wins with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who makes it; none, where both have the same moves: one of them.
    pub mover: Option<Player>,
    /// The position before it.
    pub from: Vec<u32>,
    /// The position after it.
    pub to: Vec<u32>,
    /// Does whoever makes it win?
    pub wins: bool,
}

impl Move {
    /// The players of whom one must be able to make it.
    pub fn movers(&self) -> Vec<Player> {
        self.mover.map_or(Player::BOTH.to_vec(), |player| vec![player])
    }
}

/// What is said of the positions that a line stands for.
#[derive(Clone, Debug)]
pub struct Line {
    /// As it is written.
    pub text: String,
    /// The numbers left open, all at least 0, and what they fulfil.
    pub names: Vec<String>,
    /// What they fulfil.
    pub when: Condition,
    /// The position.
    pub from: Vec<Expr>,
    /// What is said of it.
    pub saying: OfLine,
}

/// What a line says of its positions.
#[derive(Clone, Debug)]
pub enum OfLine {
    /// The outcome.
    Outcome(Outcome),
    /// The nim-value.
    NimValue(Expr),
    /// This is an option.
    Option(Vec<Expr>),
    /// This is an option, and it is P.
    Winning(Vec<Expr>),
    /// These are the options, and there are no others.
    Options(Vec<Vec<Expr>>),
    /// The longest play has so many moves.
    Lasts(Expr),
}

/// A play: Left moves first; where both have the same moves, Left is the first player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// One after the other.
    pub positions: Vec<Vec<u32>>,
    /// Who wins, if the play is told to its end.
    pub winner: Option<Player>,
}

/// The verdict that a file expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// For all positions.
    Proved,
    /// As far as was looked.
    Holds,
    /// Not so.
    Refuted,
    /// Nothing is known.
    Undecided,
}

impl Expected {
    /// All of them, with their words.
    pub const ALL: [(Expected, &'static str); 4] = [
        (Expected::Proved, "proved"),
        (Expected::Holds, "holds"),
        (Expected::Refuted, "refuted"),
        (Expected::Undecided, "undecided"),
    ];

    /// Its word.
    pub fn name(self) -> &'static str {
        Expected::ALL.iter().find(|(expected, _)| *expected == self).map_or("", |(_, name)| name)
    }
}

impl Claim {
    /// The catalogue and the games that it brings along.
    pub fn library(&self) -> Library {
        Library::with(self.games.clone())
    }

    /// The ruleset that it was read with; of a family, one of its games.
    pub fn ruleset(&self) -> &Ruleset {
        match &self.about {
            About::Board(on) => &on.ruleset,
            About::Piles(on) => &on.ruleset,
            About::Heap(on) => &on.ruleset,
            About::Outcomes(on) => &on.ruleset,
            About::Values(on) => &on.ruleset,
            About::Graphs(on) => &on.ruleset,
            About::Listed(on) => &on.ruleset,
            About::Laws(on) => &on.ruleset,
        }
    }
}

impl Claim {
    /// For which positions a proof of it stands, in words.
    pub fn scope(&self) -> String {
        match &self.about {
            About::Board(_) => "all positions".to_string(),
            About::Values(OnValues { says: OfValues::Outcome { .. }, .. }) => "all n".to_string(),
            About::Values(_) => "all heaps".to_string(),
            About::Piles(on) => match on.most {
                Some(most) => format!("all positions of up to {most} piles"),
                None => "all positions".to_string(),
            },
            About::Heap(on) => {
                let names = on.cases.as_ref().map_or(&[][..], Cases::names);
                let all = match &on.says {
                    OfHeap::Formula(formula) => formula.scope(names),
                    OfHeap::Sequence(sequence) => sequence.scope(),
                    _ => "all heaps".into(),
                };
                let cases = on.cases.as_ref().map(Cases::words);
                let further = on.further.as_ref().map(Further::words);
                let all = std::iter::once(all).chain(cases).chain(further);
                all.collect::<Vec<_>>().join(", ")
            }
            About::Outcomes(on) => match &on.family {
                Some(family) if on.is_of_all() => format!("all heaps, {}", family.words()),
                Some(family) => format!("all heaps, {} that is as supposed", family.words()),
                None => "all heaps".to_string(),
            },
            About::Graphs(on) => on.scope(),
            About::Listed(on) if on.is_finite() => "the positions listed".to_string(),
            About::Listed(_) => "all positions".to_string(),
            About::Laws(on) => on.scope(),
        }
    }
}

impl Listed {
    /// Does it speak of single positions only, each written out?
    pub fn is_finite(&self) -> bool {
        match &self.says {
            OfListed::Facts(_) | OfListed::Play(_) => true,
            OfListed::Lines(lines) => lines.iter().all(|line| line.names.is_empty()),
        }
    }
}

impl OnBoard {
    /// The boards that a statement with so many names speaks of: exactly so many piles; or a largest pile of at
    /// most this size, down to what is given for smaller ones.
    pub fn boards(&self, names: usize) -> std::ops::RangeInclusive<usize> {
        match self.board {
            Board::Counts(_) => {
                let given = self.given.iter().map(|given| given.names.len());
                given.filter(|&given| given < names).max().unwrap_or(0) + 1..=names
            }
            _ => names..=names,
        }
    }

    /// The board that the claim's positions lie on once piles are added to them.
    pub fn whole(&self) -> Board {
        match (&self.says, self.board) {
            (Says::Adding(piles), Board::Piles(count)) => Board::Piles(count + piles.len()),
            _ => self.board,
        }
    }

    /// Every condition of it: of the statement, of what is supposed and of what is given, cases of numbers included.
    pub fn conditions(&self) -> Vec<&Condition> {
        let given = self.given.iter().flat_map(|given| given.meaning.conditions());
        self.says.conditions().into_iter().chain([&self.suppose]).chain(given).collect()
    }

    /// Is a nim-value said to be a nim-sum?
    pub fn has_nim_sums(&self) -> bool {
        let of = |meaning: &Meaning| matches!(meaning, Meaning::NimValue(n) if n.has_nim_sums());
        let said = matches!(&self.says, Says::Exactly(meaning) if of(meaning));
        said || self.given.iter().any(|given| of(&given.meaning))
    }
}

impl Says {
    /// Does any part of it speak of all piles at once?
    pub fn speaks_of_piles(&self) -> bool {
        let of_piles = |mention: Mention| matches!(mention, Mention::Piles(_));
        match self {
            Says::Exactly(Meaning::NimValue(number)) => number.speaks_of_piles(),
            Says::Depends(numbers) => numbers.iter().any(|number| number.mentions(&of_piles)),
            _ => self.conditions().iter().any(|condition| condition.speaks_of_piles()),
        }
    }

    /// The conditions that it is made of.
    pub fn conditions(&self) -> Vec<&Condition> {
        match self {
            Says::Exactly(meaning) => meaning.conditions(),
            Says::If { condition, .. } => vec![condition],
            Says::Strategy { from, to } => vec![from, to],
            _ => Vec::new(),
        }
    }
}
