//! Play ends: every move makes the position smaller.
//!
//! Positions are ordered by their total, and among equal totals one with more piles is the smaller
//! one; a position has at most as many piles as tokens, so no play goes down for ever. A chosen
//! amount is at least 1 and a split leaves at least two parts by their meaning; what is left to see
//! is that fixed amounts are at least 1 and that replaced piles become fewer tokens in all. The
//! move's own condition is taken as given, so a writer can always add `sum(after) < total`.

use super::unchanged;
use crate::diagnostic::{Complaint, Span};
use crate::expr::{Aggregate, Comparison, Cond, Expr, Piles, Slot};
use crate::linear::{Form, implies};
use crate::ruleset::{Amount, Move, MoveAct, Parts};

/// Refuses a move that may not make the position smaller, or may make a negative pile.
pub fn check(checked: &Move, amounts: &[Span], whole: &Span) -> Result<(), Complaint> {
    let facts = Facts::of(checked);
    for (amount, span) in taken(&checked.act).into_iter().zip(amounts) {
        let Amount::Fixed(expr) = amount else { continue };
        if !facts.at_least(expr, 1) {
            let text = match expr {
                Expr::Const(n) => format!("taking {n}"),
                _ => "taking this, which may be less than 1,".to_string(),
            };
            let help = match expr {
                Expr::Const(_) => "take at least 1",
                _ => "take at least 1, as in `take max(1, a / 2) from one pile a`",
            };
            return Err(unchanged(span.clone(), &text).help(help));
        }
    }
    if let MoveAct::Replace { piles, by } = &checked.act {
        if by.iter().any(|new| !facts.at_least(new, 0)) {
            return Err(Complaint::new(whole.clone(), "a new pile of this move may be negative")
                .help("add a condition that keeps every new pile at least 0"));
        }
        let sum = |exprs: &mut dyn Iterator<Item = Expr>| {
            exprs.fold(Expr::Const(0), |sum, e| Expr::Add(Box::new(sum), Box::new(e)))
        };
        let old = sum(&mut piles.iter().map(|&slot| Expr::Slot(slot)));
        let new = sum(&mut by.iter().cloned());
        let fewer = Expr::Sub(Box::new(old), Box::new(new));
        if !facts.total_decreases && !facts.at_least(&fewer, 1) {
            let message = "this move need not make the position smaller, as far as can be seen";
            return Err(Complaint::new(whole.clone(), message)
                .help("add a condition such as `sum(after) < total`"));
        }
    }
    Ok(())
}

fn taken(act: &MoveAct) -> Vec<&Amount> {
    match act {
        MoveAct::Take(takes) => takes.iter().map(|(_, amount)| amount).collect(),
        MoveAct::TakeEach { amount, .. } | MoveAct::TakeAll { amount } => vec![amount],
        MoveAct::Break { amount, .. } => amount.iter().collect(),
        MoveAct::Replace { .. } | MoveAct::Subtract(_) => Vec::new(),
    }
}

/// What is known about the numbers of a move whenever its condition holds.
struct Facts {
    forms: Vec<Form>,
    /// Expressions that are not linear, each standing for an atom of its own.
    opaque: Vec<Expr>,
    piles: Vec<Slot>,
    slots: usize,
    /// The condition says `sum(after) < total`.
    total_decreases: bool,
}

impl Facts {
    fn of(checked: &Move) -> Facts {
        let piles: Vec<Slot> = match &checked.act {
            MoveAct::Take(takes) => takes.iter().map(|&(pile, _)| pile).collect(),
            MoveAct::Break { pile, .. } => vec![*pile],
            MoveAct::Replace { piles, .. } => piles.clone(),
            _ => Vec::new(),
        };
        let mut facts = Facts {
            forms: Vec::new(),
            opaque: Vec::new(),
            piles: piles.clone(),
            slots: checked.slots.len(),
            total_decreases: false,
        };
        let mut positive = piles;
        positive.extend(taken(&checked.act).into_iter().filter_map(|amount| match amount {
            Amount::Chosen(slot) => Some(*slot),
            Amount::Fixed(_) => None,
        }));
        if let MoveAct::Break { parts: Parts::Named(slots), .. } = &checked.act {
            positive.extend(slots);
        }
        for slot in positive {
            facts.forms.push(Form::atom(slot).plus(1, &Form::constant(-1)));
        }
        for condition in checked.condition.conjuncts() {
            facts.learn(condition, true);
        }
        facts
    }

    /// Takes a condition, or its negation, as given.
    fn learn(&mut self, condition: &Cond, truth: bool) {
        match (condition, truth) {
            (Cond::Not(inner), _) => self.learn(inner, !truth),
            (Cond::Compare(comparison, a, b), _) => self.learn_comparison(*comparison, a, b, truth),
            (Cond::InSet(e, set), true) => {
                let form = self.linear(e);
                self.forms.push(form.plus(1, &Form::constant(-set[0])));
                self.forms.push(Form::constant(set[set.len() - 1]).plus(-1, &form));
            }
            (Cond::InPiles(e, _), true) => {
                let form = self.linear(e);
                self.forms.push(form.plus(1, &Form::constant(-1)));
            }
            (Cond::And(parts), true) | (Cond::Or(parts), false) => {
                parts.iter().for_each(|c| self.learn(c, truth));
            }
            _ => {}
        }
    }

    fn learn_comparison(&mut self, comparison: Comparison, a: &Expr, b: &Expr, truth: bool) {
        let sum = |piles| Expr::Of(Aggregate::Sum, piles);
        if truth && comparison == Comparison::Less {
            self.total_decreases |= (a, b) == (&sum(Piles::After), &sum(Piles::Before));
        }
        let (a, b) = (self.linear(a), self.linear(b));
        let up = b.plus(-1, &a);
        let down = a.plus(-1, &b);
        let less = Form::constant(-1);
        match (comparison, truth) {
            (Comparison::AtMost, true) => self.forms.push(up),
            (Comparison::Less, true) => self.forms.push(up.plus(1, &less)),
            (Comparison::AtMost, false) => self.forms.push(down.plus(1, &less)),
            (Comparison::Less, false) => self.forms.push(down),
            (Comparison::Equal, true) | (Comparison::NotEqual, false) => {
                self.forms.push(up);
                self.forms.push(down);
            }
            // a != b with a >= b known means a > b, and the other way round.
            (Comparison::NotEqual, true) | (Comparison::Equal, false) => {
                if implies(&self.forms, &down) {
                    self.forms.push(down.plus(1, &less));
                } else if implies(&self.forms, &up) {
                    self.forms.push(up.plus(1, &less));
                }
            }
        }
    }

    fn at_least(&self, expr: &Expr, least: i64) -> bool {
        let mut facts = Facts {
            forms: self.forms.clone(),
            opaque: self.opaque.clone(),
            piles: self.piles.clone(),
            ..*self
        };
        let form = facts.linear(expr);
        implies(&facts.forms, &form.plus(1, &Form::constant(-least)))
    }

    /// The expression as a form, with an atom and the facts about it for each part that is not
    /// linear.
    fn linear(&mut self, expr: &Expr) -> Form {
        match expr {
            Expr::Const(c) => Form::constant(*c),
            Expr::Slot(slot) => Form::atom(*slot),
            Expr::Add(a, b) => self.linear(a).plus(1, &self.linear(b)),
            Expr::Sub(a, b) => self.linear(a).plus(-1, &self.linear(b)),
            Expr::Mul(a, b) => {
                let (a, b) = (self.linear(a), self.linear(b));
                match (a.value(), b.value()) {
                    (Some(factor), _) => Form::default().plus(factor, &b),
                    (_, Some(factor)) => Form::default().plus(factor, &a),
                    _ => self.atom(expr),
                }
            }
            _ => self.atom(expr),
        }
    }

    fn atom(&mut self, expr: &Expr) -> Form {
        if let Some(known) = self.opaque.iter().position(|e| e == expr) {
            return Form::atom(self.slots + known);
        }
        let atom = Form::atom(self.slots + self.opaque.len());
        self.opaque.push(expr.clone());
        let minus_one = Form::constant(-1);
        match expr {
            // b * atom <= a < b * atom + b
            Expr::Div(a, b) => {
                let (a, b) = (self.linear(a), self.linear(b));
                if let Some(b) = b.value().filter(|&b| b > 0) {
                    self.forms.push(a.plus(-b, &atom));
                    self.forms.push(Form::constant(b - 1).plus(b, &atom).plus(-1, &a));
                }
            }
            // 0 <= atom < b where b > 0, and atom <= a where a >= 0
            Expr::Mod(a, b) => {
                let (a, b) = (self.linear(a), self.linear(b));
                if implies(&self.forms, &b.plus(1, &minus_one)) {
                    self.forms.push(atom.clone());
                    self.forms.push(b.plus(-1, &atom).plus(1, &minus_one));
                    if implies(&self.forms, &a) {
                        self.forms.push(a.plus(-1, &atom));
                    }
                }
            }
            Expr::Min(a, b) => {
                let sides = [self.linear(a), self.linear(b)];
                for least in [1, 0] {
                    let above = |form: &Form| form.plus(1, &Form::constant(-least));
                    if sides.iter().all(|side| implies(&self.forms, &above(side))) {
                        self.forms.push(above(&atom));
                        break;
                    }
                }
                self.forms.extend(sides.iter().map(|side| side.plus(-1, &atom)));
            }
            Expr::Max(a, b) => {
                for side in [self.linear(a), self.linear(b)] {
                    self.forms.push(atom.plus(-1, &side));
                }
            }
            Expr::Of(aggregate, piles) => self.learn_aggregate(*aggregate, *piles, &atom),
            Expr::CountWhere(..) => self.forms.push(atom.clone()),
            _ => {}
        }
        atom
    }

    fn learn_aggregate(&mut self, aggregate: Aggregate, piles: Piles, atom: &Form) {
        self.forms.push(atom.clone());
        if piles != Piles::Before {
            return;
        }
        // A move is made from at least one pile, and the chosen piles are among them.
        self.forms.push(atom.plus(1, &Form::constant(-1)));
        let chosen: Vec<Form> = self.piles.iter().map(|&pile| Form::atom(pile)).collect();
        match aggregate {
            Aggregate::Min => {
                self.forms.extend(chosen.iter().map(|pile| pile.plus(-1, atom)));
            }
            Aggregate::Max => {
                self.forms.extend(chosen.iter().map(|pile| atom.plus(-1, pile)));
            }
            Aggregate::Sum => {
                let sum = chosen.iter().fold(atom.clone(), |rest, pile| rest.plus(-1, pile));
                self.forms.push(sum);
            }
            Aggregate::Count => {}
        }
    }
}
