//! **Few piles are enough.** Suppose that play is normal, that every move takes from one pile, that its amount and
//! condition speak of the piles only through the size of the chosen pile and the smallest and largest size of all piles,
//! of the others, or after the move, and that both players have the same moves. Suppose further that a claim
//! says `P iff` or `nim-value =` of all positions with at least so many piles, at most 4, and speaks only of the smallest
//! and the largest pile. *If it is right for all positions with 4 and with 5 piles, it is right for more.*
//!
//! By induction on the number n >= 6 of piles, and on tokens for each n. Let x have the piles x1 <= ... <= xn, and let x'
//! be x without its pile p = x3. Two other piles are at most p (x1, x2), and at least three are at least p. A move of a pile q other
//! than p takes q from these or lowers it, and at least one on either side stays as it is. So the smallest and the
//! largest of all piles, of those other than q, and of those after the move are the same in x' as in x: q has the same moves in both, and
//! the claim says the same of an option of x by such a move and of the one of x', which has n - 2 >= 4 or n - 1 piles. What is claimed
//! of the options of x is true by induction on tokens or piles, and so is what is claimed of x' and its options. The claim says the
//! same of x and x'; so the options of x by moves of other piles than p have values whose mex is what is claimed of x (in outcomes:
//! one of them is P iff x is claimed to be N).
//! Moves of p do not change this. In x without its pile x4, of which the same is claimed, p has the same moves for the same
//! reason, to options of which the same is claimed; and none of these has the value of that position. ∎

use sprague_claim::claim::{Meaning, OnPiles, Says};
use sprague_claim::{Condition, Number};
use sprague_rules::Ruleset;
use sprague_rules::expr::{Aggregate, Cond, Expr, Piles};
use sprague_rules::ruleset::{Amount, Ending, MoveAct};

/// The claim must be right for these numbers of piles.
pub(crate) const ENOUGH: std::ops::RangeInclusive<usize> = 4..=5;

/// Does the theorem speak of this claim?
pub(crate) fn are_enough(on: &OnPiles) -> bool {
    let said = match &on.says {
        Says::Exactly(Meaning::P(condition)) => sees_ends(condition),
        Says::Exactly(Meaning::NimValue(number)) => number_sees_ends(number),
        _ => false,
    };
    said && on.suppose == Condition::Plain(Cond::Always)
        && on.least <= *ENOUGH.start()
        && takes_from_one(&on.ruleset)
}

/// Moves take from one pile and look at the others only for their smallest and largest size.
fn takes_from_one(ruleset: &Ruleset) -> bool {
    let suits = |act: &MoveAct| match act {
        MoveAct::Take(takes) => match &takes[..] {
            [(_, Amount::Chosen(_))] => true,
            [(_, Amount::Fixed(expr))] => of_ends(expr, true),
            _ => false,
        },
        _ => false,
    };
    ruleset.same_moves()
        && matches!(ruleset.ending, Ending::StuckLoses)
        && ruleset.moves.iter().all(|m| suits(&m.act) && cond_of_ends(&m.condition, true))
}

/// Is the number made of constants, the smallest and the largest pile, and, in moves, of what is chosen?
fn of_ends(expr: &Expr, in_move: bool) -> bool {
    match expr {
        Expr::Const(_) => true,
        Expr::Slot(_) => in_move,
        Expr::Of(Aggregate::Min | Aggregate::Max, piles) => in_move || *piles == Piles::Before,
        Expr::Of(..) | Expr::CountWhere(..) => false,
        _ => expr.operands().is_some_and(|parts| parts.iter().all(|part| of_ends(part, in_move))),
    }
}

fn cond_of_ends(cond: &Cond, in_move: bool) -> bool {
    match cond {
        Cond::Always | Cond::Never => true,
        Cond::Not(inner) => cond_of_ends(inner, in_move),
        Cond::And(parts) | Cond::Or(parts) => parts.iter().all(|part| cond_of_ends(part, in_move)),
        Cond::Compare(_, a, b) => of_ends(a, in_move) && of_ends(b, in_move),
        Cond::InSet(a, _) => of_ends(a, in_move),
        Cond::InPiles(..) | Cond::Distinct(_) => false,
    }
}

/// The condition speaks of the smallest and the largest pile alone.
fn sees_ends(condition: &Condition) -> bool {
    let ends = |parts: &[Expr]| parts.iter().all(|part| of_ends(part, false));
    match condition {
        Condition::Plain(cond) => cond_of_ends(cond, false),
        Condition::Not(inner) => sees_ends(inner),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().all(sees_ends),
        Condition::NimSumZero(parts) => ends(parts),
        Condition::PowerOfTwo(a) => of_ends(a, false),
        Condition::LowBit(a, b) | Condition::MetallicPair(_, a, b) => {
            of_ends(a, false) && of_ends(b, false)
        }
        Condition::PilesSumZero(_) | Condition::Lost(_) => false,
    }
}

fn number_sees_ends(number: &Number) -> bool {
    match number {
        Number::Plain(expr) => of_ends(expr, false),
        Number::NimSum(parts) => parts.iter().all(|part| of_ends(part, false)),
        Number::PilesSum(_) => false,
        Number::Either(condition, then, otherwise) => {
            sees_ends(condition) && number_sees_ends(then) && number_sees_ends(otherwise)
        }
    }
}
