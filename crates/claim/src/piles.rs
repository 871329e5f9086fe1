//! What claims about any number of piles speak of: how many there are, the two smallest and the largest, how many are
//! odd and even, and all tokens.

use sprague_rules::Ruleset;
use sprague_rules::expr::{Expr, Mention};
use sprague_rules::ruleset::{Amount, Move, MoveAct};

/// The names that are numbers of their own; the others, such as `total`, are known wherever piles are.
pub fn names() -> Vec<String> {
    vec!["second".to_string()]
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
