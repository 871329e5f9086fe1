//! What claims about any number of piles speak of: how many there are, the two smallest and the largest, how many are
//! odd and even, and all tokens.

use sprague_rules::Ruleset;
use sprague_rules::expr::{Cond, Expr, Mention};
use sprague_rules::ruleset::{Amount, Move, MoveAct};

use crate::board::Board;
use crate::claim::{Given, Meaning, OnBoard, OnPiles, Says};
use crate::condition::Condition;

/// The names that are numbers of their own; the others, such as `total`, are known wherever piles are.
pub fn names() -> Vec<String> {
    vec!["second".to_string()]
}

/// The most piles whose claim can be read as one about that many named piles.
const MOST_NAMED: usize = 12;

/// The names of so many piles.
fn pile_names(count: usize) -> Vec<String> {
    (1..=count).map(|i| format!("pile{i}")).collect()
}

/// The second smallest of so many piles is the one in the second slot, or there is none.
fn second_of(count: usize) -> impl Fn(&Expr) -> Option<Expr> {
    move |expr: &Expr| match expr {
        Expr::Slot(0) if count > 1 => Some(Expr::Slot(1)),
        Expr::Slot(0) => Some(Expr::Const(0)),
        _ => None,
    }
}

/// The condition on positions with exactly so many piles.
fn exactly(condition: &Condition, count: usize) -> Condition {
    condition.rewritten(&second_of(count)).spelled(count)
}

/// What is said of positions with exactly so many piles.
fn meaning_of(meaning: &Meaning, count: usize) -> Meaning {
    match meaning {
        Meaning::P(condition) => Meaning::P(exactly(condition, count)),
        Meaning::NimValue(number) => {
            Meaning::NimValue(number.rewritten(&second_of(count)).spelled(count))
        }
    }
}

impl OnPiles {
    /// The claim for positions with exactly so many piles. None if there are too many to be named, or if it speaks of the
    /// second smallest pile of options, which may have fewer piles.
    pub fn with_exactly(&self, count: usize) -> Option<OnBoard> {
        if count == 0 || count > MOST_NAMED {
            return None;
        }
        let of = |condition: &Condition| exactly(condition, count);
        let says = match &self.says {
            Says::Exactly(meaning) => Says::Exactly(meaning_of(meaning, count)),
            Says::If { outcome, condition } => {
                Says::If { outcome: *outcome, condition: of(condition) }
            }
            Says::Strategy { to, .. } if to.mentions_beyond(0) || to.sums_piles() => return None,
            Says::Strategy { from, to } => Says::Strategy { from: of(from), to: to.clone() },
            Says::Adding(_) => self.says.clone(),
            Says::Depends(_) | Says::SameAs { .. } => return None,
        };
        let (ruleset, suppose) = (self.ruleset.clone(), of(&self.suppose));
        let (board, names) = (Board::Piles(count), pile_names(count));
        Some(OnBoard { ruleset, board, names, suppose, given: Vec::new(), says })
    }

    /// What the claim says of positions with fewer piles, down to the least number: once it is proved of these, it is
    /// given for so many.
    pub fn given_below(&self, count: usize) -> Vec<Given> {
        match &self.says {
            Says::Exactly(meaning) if self.suppose == Condition::Plain(Cond::Always) => {
                let given =
                    |count| Given { names: pile_names(count), meaning: meaning_of(meaning, count) };
                (self.least..count).map(given).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The amounts that a move takes, if they are constants.
pub fn constant_amounts(m: &Move) -> Option<Vec<u64>> {
    let constant = |amount: &Amount| match amount {
        Amount::Fixed(Expr::Const(k)) => u64::try_from(*k).ok(),
        _ => None,
    };
    match &m.act {
        MoveAct::Take(takes) => takes.iter().map(|(_, amount)| constant(amount)).collect(),
        MoveAct::TakeEach { amount, .. } | MoveAct::TakeAll { amount } => {
            constant(amount).map(|amount| vec![amount])
        }
        _ => None,
    }
}

/// Are all amounts constants, and no other piles looked at?
pub fn takes_constants(ruleset: &Ruleset) -> bool {
    let piles = |mention| matches!(mention, Mention::Piles(_));
    ruleset.moves.iter().all(|m| constant_amounts(m).is_some() && !m.condition.mentions(&piles))
}
