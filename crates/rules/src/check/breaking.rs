//! A take-and-break code as moves: one for each number of tokens and run of numbers of parts.

use super::lower::Scope;
use crate::code::{Digit, PartCount, Spread, Take};
use crate::diagnostic::Complaint;
use crate::expr::{Comparison, Cond, Expr, Slot};
use crate::ruleset::{Amount, Move, MoveAct, Parts, Shape};
use crate::syntax::{MoveText, Name};

/// The moves that the code allows.
pub fn moves(
    scope: &Scope,
    text: &MoveText,
    code: &Name,
    shape: Shape,
    words: &str,
) -> Result<Vec<Move>, Complaint> {
    if matches!(shape, Shape::Row { .. }) {
        return Err(Complaint::new(text.span.clone(), "a row keeps its places")
            .help("a code needs `piles`, not `row`"));
    }
    let code = scope.code(code)?;
    let mut moves = Vec::new();
    for digit in &code.digits {
        for parts in runs(digit) {
            let mut draft = Draft { slots: vec!["pile".into()], conditions: Vec::new() };
            let amount = draft.amount(digit.take);
            let parts = draft.parts(parts, digit.spread);
            moves.push(Move {
                mover: text.mover,
                text: words.to_string(),
                act: MoveAct::Break { pile: 0, amount, parts },
                slots: draft.slots,
                condition: Cond::all(match &text.condition {
                    Some(condition) => {
                        [draft.conditions, vec![scope.fresh().condition(condition)?]].concat()
                    }
                    None => draft.conditions,
                }),
            });
        }
    }
    Ok(moves)
}

/// From the first to the last number of parts; no last: any number from the first on.
type Run = (usize, Option<usize>);

/// The numbers of parts of a digit in runs; with a restriction on the parts, one by one.
fn runs(digit: &Digit) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for count in &digit.parts {
        match (*count, runs.last_mut()) {
            (PartCount::AtLeast(n), _) => runs.push((n, None)),
            (PartCount::Exactly(n), Some((_, Some(last))))
                if *last + 1 == n && digit.spread == Spread::Any =>
            {
                *last = n;
            }
            (PartCount::Exactly(n), _) => runs.push((n, Some(n))),
        }
    }
    runs
}

struct Draft {
    slots: Vec<String>,
    conditions: Vec<Cond>,
}

impl Draft {
    fn slot(&mut self, name: String) -> Slot {
        self.slots.push(name);
        self.slots.len() - 1
    }

    fn amount(&mut self, take: Take) -> Option<Amount> {
        let constant = |n: u32| Expr::Const(n.into());
        match take {
            Take::Exactly(0) => None,
            Take::Exactly(k) => Some(Amount::Fixed(constant(k))),
            Take::Every { from, step } => {
                let slot = self.slot("k".into());
                let k = || Expr::Slot(slot);
                let beyond = Expr::Sub(Box::new(k()), Box::new(constant(from)));
                let phase = Expr::Mod(Box::new(beyond), Box::new(constant(step)));
                self.conditions.push(Cond::Compare(Comparison::AtMost, constant(from), k()));
                self.conditions.push(Cond::Compare(Comparison::Equal, phase, constant(0)));
                Some(Amount::Chosen(slot))
            }
        }
    }

    fn parts(&mut self, run: Run, spread: Spread) -> Parts {
        let (from, Some(to)) = run else {
            let slot = self.slot("n".into());
            return Parts::Chosen { slot, least: run.0 };
        };
        if spread == Spread::Any || to < 2 {
            if spread == Spread::NotAllEqual {
                // Fewer than two parts are all equal.
                self.conditions.push(Cond::Never);
            }
            return Parts::Between(from, to);
        }
        // Named parts, in ascending order so that each split is met once.
        let slots: Vec<Slot> = (1..=to).map(|i| self.slot(format!("part {i}"))).collect();
        let comparison = match spread {
            Spread::AllDifferent => Comparison::Less,
            Spread::AllEqual => Comparison::Equal,
            Spread::NotAllEqual | Spread::Any => Comparison::AtMost,
        };
        let compare = |how, a: Slot, b: Slot| Cond::Compare(how, Expr::Slot(a), Expr::Slot(b));
        self.conditions.extend(slots.windows(2).map(|w| compare(comparison, w[0], w[1])));
        if spread == Spread::NotAllEqual {
            self.conditions.push(compare(Comparison::Less, slots[0], slots[to - 1]));
        }
        Parts::Named(slots)
    }
}
