//! What can be said of the outcomes of one heap, for a set S of amounts: sentences about S, about the
//! sequence as a whole, and about every heap n.

use sprague_rules::expr::{Expr, Mention};
use sprague_rules::{Outcome, Ruleset};

use crate::condition::{Condition, SLOTS};

/// Some of the four outcomes, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcomes(u8);

impl Outcomes {
    /// All four.
    pub const EVERY: [Outcome; 4] = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];

    /// These.
    pub fn of(some: &[Outcome]) -> Outcomes {
        Outcomes(some.iter().fold(0, |bits, &outcome| bits | 1 << outcome as u8))
    }

    /// Is it one of them?
    pub fn contains(self, outcome: Outcome) -> bool {
        self.0 >> outcome as u8 & 1 == 1
    }

    /// The other outcomes.
    pub fn others(self) -> Outcomes {
        Outcomes(!self.0 & 15)
    }

    /// `L or N`.
    pub fn words(self) -> String {
        let some = Outcomes::EVERY.into_iter().filter(|&outcome| self.contains(outcome));
        some.map(|outcome| outcome.to_string()).collect::<Vec<_>>().join(" or ")
    }
}

/// The games that a claim compares, by their place in it; the first is its own.
pub type Place = usize;

/// The numbers that sentences may name, in the order of their slots.
pub const N: usize = 0;
/// The least member of the set.
pub const MIN: usize = 1;
/// The largest.
pub const MAX: usize = 2;
/// How many members there are.
pub const SIZE: usize = 3;
/// Their greatest common divisor.
pub const GCD: usize = 4;
/// Their sum.
pub const SUM: usize = 5;
/// The period of the first game, then its preperiod, then those of the others.
pub const PERIOD: usize = 6;
/// Games in one claim.
pub const MOST_GAMES: usize = 3;
/// How many heaps of a period of the first game are L, then R, N and P.
pub const OFTEN: usize = PERIOD + 2 * MOST_GAMES;

/// What a set may be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Like {
    /// With s it has p - s, for p = min + max: no other p is possible, as the least has the largest as its partner.
    Symmetric,
    /// Its members follow each other without a gap.
    Consecutive,
    /// All of its members are even.
    Even,
    /// All of them are odd.
    Odd,
}

/// Something that is true of a set and its outcomes, or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// It is not so.
    Not(Box<Sentence>),
    /// All of these.
    And(Vec<Sentence>),
    /// One of these.
    Or(Vec<Sentence>),
    /// About the numbers of the set and of its sequences.
    Numbers(Condition),
    /// The set is so.
    Set(Like),
    /// It has this number.
    Has(Expr),
    /// A stuck heap ends so.
    Ends(Outcome),
    /// These have no common divisor but 1.
    Coprime(Expr, Expr),
    /// The sequence repeats with this period, from some heap on.
    HasPeriod(Expr),
    /// From some heap on all outcomes are among these.
    Eventually(Place, Outcomes),
    /// Infinitely many heaps have one of these outcomes.
    Recurs(Place, Outcomes),
    /// Some heap has one of these outcomes.
    Appears(Place, Outcomes),
    /// For every heap n of which all of one of the first is true, so is all of the second: `A and B or C: D; E`.
    Whenever(Vec<Vec<Part>>, Vec<Part>),
    /// How many heaps in a row have these outcomes at most, and what stands before and after them.
    Runs {
        /// These outcomes.
        of: Outcomes,
        /// At most so many in a row.
        most: Option<Expr>,
        /// What stands before, and what after.
        between: Option<(Outcomes, Outcomes)>,
    },
}

/// Something that is so at a heap n, or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The outcome there is one of these. Of a heap below 0 nothing is claimed, and nothing supposed.
    At {
        /// In which game.
        game: Place,
        /// One of these.
        outcomes: Outcomes,
        /// At which heaps.
        place: Where,
    },
    /// The outcome of heap n + shift in that game is that of n in the claim's own.
    Same {
        /// The other game.
        game: Place,
        /// What is added to n.
        shift: Expr,
    },
    /// A condition on n.
    Number(Condition),
}

/// At which heaps something is so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Where {
    /// At n + the first, and so on to n + the second.
    Heaps(Expr, Expr),
    /// At some heap to which one can move from n; at every such heap.
    SomeOption,
    /// At every heap to which one can move from n.
    EveryOption,
}

impl Sentence {
    /// What is always so.
    pub const ALWAYS: Sentence = Sentence::And(Vec::new());

    /// What it says one after the other: the parts of an `and`, or the sentence itself. Each has to speak of something.
    pub fn clauses(&self) -> Vec<&Sentence> {
        match self {
            Sentence::And(parts) => parts.iter().flat_map(Sentence::clauses).collect(),
            _ => vec![self],
        }
    }

    /// Is it about the set alone, and not about its outcomes?
    pub fn is_of_set(&self) -> bool {
        match self {
            Sentence::Not(inner) => inner.is_of_set(),
            Sentence::And(parts) | Sentence::Or(parts) => parts.iter().all(Sentence::is_of_set),
            Sentence::Set(_) => true,
            Sentence::Numbers(_) | Sentence::Has(_) | Sentence::Coprime(..) => {
                !(PERIOD..SLOTS).any(|slot| self.names(slot))
            }
            _ => false,
        }
    }

    /// Does it say something that only a finite set has a meaning for: its largest member, size or sum, or the numbers of a
    /// sequence that repeats?
    pub fn is_for_finite_sets(&self) -> bool {
        match self {
            Sentence::Not(inner) => inner.is_for_finite_sets(),
            Sentence::And(parts) | Sentence::Or(parts) => {
                parts.iter().any(Sentence::is_for_finite_sets)
            }
            Sentence::Set(like) => matches!(like, Like::Symmetric | Like::Consecutive),
            Sentence::Whenever(one, other) => {
                let with_heaps = |part: &Part| {
                    let options = [Where::SomeOption, Where::EveryOption];
                    !matches!(part, Part::At { place, .. } if options.contains(place))
                };
                let parts = one.iter().flatten().chain(other).filter(|part| with_heaps(part));
                let rest = Sentence::Whenever(Vec::new(), parts.cloned().collect());
                rest.names_of_finite()
            }
            _ => self.names_of_finite(),
        }
    }

    fn names_of_finite(&self) -> bool {
        [MAX, SIZE, SUM].into_iter().chain(PERIOD..SLOTS).any(|slot| self.names(slot))
    }

    /// Does it name the number in this slot?
    pub fn names(&self, slot: usize) -> bool {
        let here = |expr: &Expr| expr.mentions(&|mention| mention == Mention::Slot(slot));
        match self {
            Sentence::Not(inner) => inner.names(slot),
            Sentence::And(parts) | Sentence::Or(parts) => parts.iter().any(|p| p.names(slot)),
            Sentence::Numbers(condition) => names_slot(condition, slot),
            Sentence::Has(expr) | Sentence::HasPeriod(expr) => here(expr),
            Sentence::Coprime(a, b) => here(a) || here(b),
            Sentence::Whenever(one, other) => {
                one.iter().flatten().chain(other).any(|part| match part {
                    Part::At { place: Where::Heaps(from, to), .. } => here(from) || here(to),
                    Part::At { .. } => slot == MAX,
                    Part::Same { shift, .. } => here(shift),
                    Part::Number(condition) => names_slot(condition, slot),
                })
            }
            Sentence::Runs { most, .. } => most.as_ref().is_some_and(here),
            Sentence::Set(_) => [MAX, SIZE].contains(&slot),
            Sentence::Ends(_)
            | Sentence::Eventually(..)
            | Sentence::Recurs(..)
            | Sentence::Appears(..) => false,
        }
    }
}

/// Does the condition name the number in this slot?
pub fn names_slot(condition: &Condition, slot: usize) -> bool {
    condition.mentions(&|mention| mention == Mention::Slot(slot))
}

/// What a claim says of the outcomes of one heap.
#[derive(Clone, Debug)]
pub struct Saying {
    /// Further games with the same set.
    pub also: Vec<Also>,
    /// It speaks only of sets that are so.
    pub suppose: Sentence,
    /// What may help to prove it for sets without bound: sentences about every heap, each to be proved with the help of those
    /// before it. They change nothing in what is claimed.
    pub lemmas: Vec<Sentence>,
    /// What is said.
    pub says: Says,
}

/// Another game of a claim.
#[derive(Clone, Debug)]
pub struct Also {
    /// What the claim calls it.
    pub name: String,
    /// The ruleset as it is written, perhaps with the set left open: `subtract(S)`.
    pub expression: String,
    /// The game; one of them, where its set is left open.
    pub ruleset: Ruleset,
}

/// How it is said.
#[derive(Clone, Debug)]
pub enum Says {
    /// Every set is so.
    Every(Sentence),
    /// So many sets are so, of so many.
    Count {
        /// So many sets are so.
        sets: u64,
        /// Of so many, if that is said.
        of: Option<u64>,
        /// What they are.
        sentence: Sentence,
    },
}

/// The number that min(S) equals, if the sentence says that and no more.
pub fn is_least(sentence: &Sentence) -> Option<u32> {
    use sprague_rules::expr::{Comparison, Cond};
    match sentence {
        Sentence::Numbers(Condition::Plain(Cond::Compare(
            Comparison::Equal,
            Expr::Slot(MIN),
            Expr::Const(least),
        ))) => u32::try_from(*least).ok(),
        _ => None,
    }
}
