//! What conditions look at, whether words show it, and what they say of what was read.
//!
//! A comparison may look at the difference of two sizes, at one size or at one number of piles, with a constant added: so whatever smallest
//! and largest of such numbers is compared, it comes down to these. Remainders by constants may be of any sums. A number of
//! piles is that of all, of the smallest, of the largest, or of those whose size alone is so.

use std::collections::BTreeMap;

use sprague_claim::claim::OnPiles;
use sprague_claim::{Condition, Number};
use sprague_rules::expr::{
    self, Aggregate, Board, Comparison, Cond, Expr, Mention, Piles, remainder,
};
use sprague_rules::ruleset::Amount;

use super::reading::{Group, Reading};

/// What is looked at of some piles.
#[derive(Clone, Debug, Default)]
pub(super) struct Looks {
    pub min: bool,
    pub second: bool,
    pub max: bool,
    pub count: bool,
    pub tokens: bool,
    pub smallest: bool,
    pub largest: bool,
    pub repeated: bool,
}

/// A condition on a size, in this slot, that is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    slot: usize,
    cond: Cond,
}

impl Counted {
    pub fn is_so(&self, size: i64) -> bool {
        let mut slots = vec![0; self.slot + 1];
        slots[self.slot] = size;
        Board { slots: &mut slots, before: &[], chosen: &[], after: &[] }.holds(&self.cond)
    }
}

/// All that is looked at.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub groups: [Looks; 3],
    pub counted: Vec<Counted>,
    /// The size taken from.
    pub taken: bool,
    /// What is left of it.
    pub left: bool,
    /// How many piles must be told apart where nobody looks at their number.
    pub piles: i64,
    /// What is asked of sizes, and of numbers of piles.
    pub sizes: Told,
    pub numbers: Told,
}

/// What must be told apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    /// The constants of no comparison are more than this together.
    pub bound: i64,
    /// A common multiple of all that is divided by.
    pub period: i64,
}

/// A number that is kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Term {
    Min(Group),
    Second(Group),
    Max(Group),
    Taken,
    Left,
    Mark,
    /// The size that is counted.
    Size,
    Number(Counting, Group),
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Counting {
    Piles,
    Tokens,
    Smallest,
    Largest,
    Such(usize),
}

/// A sum of terms with factors, and constants that are at most so large together.
#[derive(Clone, Default)]
struct Form {
    terms: BTreeMap<Term, i64>,
    bound: i64,
}

/// Where an expression stands.
#[derive(Clone, Copy)]
enum Place<'a> {
    Claim,
    Move { pile: usize, amount: &'a Amount },
    Counted { slot: usize },
}

const MOST_FORMS: usize = 64;
const MOST_CONSTANT: i64 = 1 << 20;

impl Form {
    fn plus(&self, other: &Form, factor: i64) -> Form {
        let mut sum = self.clone();
        for (term, times) in &other.terms {
            let sum = sum.terms.entry(*term).or_default();
            *sum = sum.saturating_add(factor.saturating_mul(*times));
        }
        sum.terms.retain(|_, times| *times != 0);
        let more = factor.saturating_abs().saturating_mul(other.bound);
        sum.bound = sum.bound.saturating_add(more).min(MOST_CONSTANT);
        sum
    }

    fn constant(bound: i64) -> Form {
        Form { bound: bound.saturating_abs().min(MOST_CONSTANT), ..Form::default() }
    }

    fn term(term: Term) -> Form {
        Form { terms: BTreeMap::from([(term, 1)]), bound: 0 }
    }

    /// Does the sign of it depend on what is kept alone?
    fn is_shown(&self) -> bool {
        let numbers = self.terms.keys().filter(|term| matches!(term, Term::Number(..))).count();
        let times: Vec<i64> = self.terms.values().copied().collect();
        match times[..] {
            [] => true,
            [only] => matches!(only, 1 | -1),
            [one, two] => numbers == 0 && matches!((one, two), (1, -1) | (-1, 1)),
            _ => false,
        }
    }
}

impl Seen {
    pub fn new() -> Seen {
        let told = Told { bound: 0, period: 1 };
        Seen {
            groups: Default::default(),
            counted: Vec::new(),
            taken: false,
            left: false,
            piles: 1,
            sizes: told,
            numbers: told,
        }
    }

    /// How many piles the claim is about.
    pub fn numbers_of_piles(&mut self, on: &OnPiles) {
        let most = on.most.map_or(0, |most| most + 1).max(on.least).max(1);
        self.piles = most as i64;
        self.numbers.bound = self.piles;
    }

    /// A condition of the claim.
    pub fn condition(&mut self, condition: &Condition) -> bool {
        match condition {
            Condition::Plain(cond) => self.cond(cond, Place::Claim),
            Condition::Not(inner) => self.condition(inner),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().all(|part| self.condition(part))
            }
            _ => false,
        }
    }

    /// A nim-value: it is compared with the number that is marked.
    pub fn value(&mut self, number: &Number) -> bool {
        match number {
            Number::Plain(expr) => {
                let Some(mut forms) = self.forms(expr, Place::Claim) else { return false };
                forms.push(Form::term(Term::Mark));
                forms.push(Form::constant(0));
                self.compares(&forms)
            }
            Number::Either(condition, then, otherwise) => {
                self.condition(condition) && self.value(then) && self.value(otherwise)
            }
            Number::NimSum(_) | Number::PilesSum(_) => false,
        }
    }

    /// A move that takes an amount from one pile.
    pub fn moved(&mut self, cond: &Cond, pile: usize, amount: &Amount) -> bool {
        let place = Place::Move { pile, amount };
        let fixed = match amount {
            Amount::Chosen(_) => true,
            Amount::Fixed(expr) => {
                (self.taken, self.left) = (true, true);
                let Some(mut forms) = self.forms(expr, place) else { return false };
                forms.push(Form::term(Term::Taken).plus(&Form::term(Term::Left), -1));
                self.compares(&forms)
            }
        };
        fixed && self.cond(cond, place)
    }

    fn cond(&mut self, cond: &Cond, place: Place) -> bool {
        match cond {
            Cond::Always | Cond::Never => true,
            Cond::Not(inner) => self.cond(inner, place),
            Cond::And(parts) | Cond::Or(parts) => parts.iter().all(|part| self.cond(part, place)),
            Cond::Compare(_, a, b) => {
                let (Some(a), Some(b)) = (self.forms(a, place), self.forms(b, place)) else {
                    return false;
                };
                self.compares(&[a, b].concat())
            }
            Cond::InSet(a, set) => {
                let Some(mut forms) = self.forms(a, place) else { return false };
                let largest = set.iter().map(|member| member.saturating_abs()).max();
                forms.push(Form::constant(largest.unwrap_or(0)));
                self.compares(&forms)
            }
            Cond::Distinct(piles) => match self.groups_of(*piles, place) {
                Some(groups) => {
                    groups.iter().for_each(|&group| self.looks(group).repeated = true);
                    true
                }
                None => false,
            },
            Cond::InPiles(..) => false,
        }
    }

    /// Any two of these may be compared.
    fn compares(&mut self, forms: &[Form]) -> bool {
        for (place, form) in forms.iter().enumerate() {
            for other in &forms[place..] {
                let difference = form.plus(other, -1);
                if !difference.is_shown() {
                    return false;
                }
                for told in self.told_by(&difference) {
                    told.bound = told.bound.max(difference.bound);
                }
            }
        }
        true
    }

    /// Whose difference or remainder this is: a matter of sizes, of numbers of piles, or of both. Tokens are a matter of both.
    fn told_by(&mut self, form: &Form) -> Vec<&mut Told> {
        let tokens = |term: &Term| matches!(term, Term::Number(Counting::Tokens, _));
        let number = |term: &Term| matches!(term, Term::Number(..));
        let sizes = form.terms.keys().any(|term| !number(term) || tokens(term));
        let numbers = form.terms.keys().any(number);
        let told = [(sizes, &mut self.sizes), (numbers, &mut self.numbers)];
        told.into_iter().filter(|(asked, _)| *asked).map(|(_, told)| told).collect()
    }

    fn looks(&mut self, group: Group) -> &mut Looks {
        &mut self.groups[group as usize]
    }

    /// The groups that are meant: what a claim says is asked before and after the move.
    fn groups_of(&self, piles: Piles, place: Place) -> Option<Vec<Group>> {
        match (place, piles) {
            (Place::Claim, Piles::Before) => Some(vec![Group::Before, Group::After]),
            (Place::Move { .. }, Piles::Before) => Some(vec![Group::Before]),
            (Place::Move { .. }, Piles::Others) => Some(vec![Group::Others]),
            (Place::Move { .. }, Piles::After) => Some(vec![Group::After]),
            (Place::Claim | Place::Counted { .. }, _) => None,
        }
    }

    /// The numbers whose smallest or largest the expression may be.
    fn forms(&mut self, expr: &Expr, place: Place) -> Option<Vec<Form>> {
        let one = |form: Form| Some(vec![form]);
        match expr {
            Expr::Const(c) => one(Form::constant(*c)),
            Expr::Slot(slot) => match place {
                Place::Claim if *slot == 0 => {
                    for group in [Group::Before, Group::After] {
                        self.looks(group).second = true;
                    }
                    one(Form::term(Term::Second(Group::Before)))
                }
                Place::Move { pile, .. } if *slot == pile => {
                    self.taken = true;
                    one(Form::term(Term::Taken))
                }
                Place::Move { amount: Amount::Chosen(amount), .. } if slot == amount => {
                    (self.taken, self.left) = (true, true);
                    one(Form::term(Term::Taken).plus(&Form::term(Term::Left), -1))
                }
                Place::Counted { slot: counted } if *slot == counted => one(Form::term(Term::Size)),
                _ => None,
            },
            Expr::Add(a, b) => self.sums(a, b, 1, place),
            Expr::Sub(a, b) => self.sums(a, b, -1, place),
            Expr::Mul(a, b) => {
                let ((Expr::Const(factor), other) | (other, Expr::Const(factor))) = (&**a, &**b)
                else {
                    return None;
                };
                if factor.saturating_abs() > MOST_CONSTANT {
                    return None;
                }
                let forms = self.forms(other, place)?;
                Some(forms.iter().map(|form| Form::default().plus(form, *factor)).collect())
            }
            Expr::Mod(a, b) => {
                let Expr::Const(modulus @ 1..=MOST_CONSTANT) = **b else { return None };
                let forms = self.forms(a, place)?;
                // Which of several numbers is meant would be a comparison.
                if forms.len() > 1 {
                    return None;
                }
                for told in self.told_by(&forms[0]) {
                    told.period = least_multiple(told.period, modulus)?;
                }
                one(Form::constant(modulus))
            }
            Expr::Div(..) => None,
            Expr::Min(a, b) | Expr::Max(a, b) => {
                let forms = [self.forms(a, place)?, self.forms(b, place)?].concat();
                (forms.len() <= MOST_FORMS && self.compares(&forms)).then_some(forms)
            }
            Expr::Of(aggregate, piles) => {
                let groups = self.groups_of(*piles, place)?;
                for &group in &groups {
                    let looks = self.looks(group);
                    match aggregate {
                        Aggregate::Min => looks.min = true,
                        Aggregate::Max => looks.max = true,
                        Aggregate::Sum => looks.tokens = true,
                        Aggregate::Count => looks.count = true,
                    }
                }
                let group = *groups.first()?;
                one(Form::term(match aggregate {
                    Aggregate::Min => Term::Min(group),
                    Aggregate::Max => Term::Max(group),
                    Aggregate::Sum => Term::Number(Counting::Tokens, group),
                    Aggregate::Count => Term::Number(Counting::Piles, group),
                }))
            }
            Expr::CountWhere(piles, slot, cond) => {
                let groups = self.groups_of(*piles, place)?;
                let counting = match extreme(*piles, *slot, cond) {
                    Some(Aggregate::Min) => {
                        groups.iter().for_each(|&group| self.looks(group).smallest = true);
                        Counting::Smallest
                    }
                    Some(_) => {
                        groups.iter().for_each(|&group| self.looks(group).largest = true);
                        Counting::Largest
                    }
                    None => {
                        let others = |m: Mention| m != Mention::Slot(*slot);
                        if cond.mentions(&others)
                            || !self.cond(cond, Place::Counted { slot: *slot })
                        {
                            return None;
                        }
                        Counting::Such(self.such(*slot, cond))
                    }
                };
                one(Form::term(Term::Number(counting, *groups.first()?)))
            }
        }
    }

    fn sums(&mut self, a: &Expr, b: &Expr, factor: i64, place: Place) -> Option<Vec<Form>> {
        let (left, right) = (self.forms(a, place)?, self.forms(b, place)?);
        if left.len() * right.len() > MOST_FORMS {
            return None;
        }
        let sums = |a: &Form| right.iter().map(|b| a.plus(b, factor)).collect::<Vec<_>>();
        Some(left.iter().flat_map(sums).collect())
    }

    /// The place of the condition among those that are counted.
    fn such(&mut self, slot: usize, cond: &Cond) -> usize {
        let counted = Counted { slot, cond: cond.clone() };
        let known = self.counted.iter().position(|other| *other == counted);
        known.unwrap_or_else(|| {
            self.counted.push(counted);
            self.counted.len() - 1
        })
    }
}

/// Is it asked which of the piles are the smallest, or the largest, of the same piles?
fn extreme(piles: Piles, slot: usize, cond: &Cond) -> Option<Aggregate> {
    match cond {
        Cond::Compare(Comparison::Equal, Expr::Slot(of), Expr::Of(aggregate, all))
        | Cond::Compare(Comparison::Equal, Expr::Of(aggregate, all), Expr::Slot(of)) => {
            let suits = matches!(aggregate, Aggregate::Min | Aggregate::Max);
            (suits && *of == slot && *all == piles).then_some(*aggregate)
        }
        _ => None,
    }
}

fn least_multiple(a: i64, b: i64) -> Option<i64> {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b).filter(|&multiple| multiple <= MOST_CONSTANT)
}

/// What was read, as expressions see it.
pub(super) struct View<'a> {
    pub reading: &'a Reading,
    /// What is called `piles`.
    pub piles: Group,
    /// In a move: the slots of the size taken from and of the amount, with their numbers.
    pub taken: Option<[(usize, i64); 2]>,
    pub seen: &'a Seen,
}

impl View<'_> {
    pub fn condition(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Plain(cond) => self.cond(cond),
            Condition::Not(inner) => !self.condition(inner),
            Condition::And(parts) => parts.iter().all(|part| self.condition(part)),
            Condition::Or(parts) => parts.iter().any(|part| self.condition(part)),
            _ => unreachable!("these are not let pass"),
        }
    }

    pub fn cond(&self, cond: &Cond) -> bool {
        match cond {
            Cond::Always => true,
            Cond::Never => false,
            Cond::Not(inner) => !self.cond(inner),
            Cond::And(parts) => parts.iter().all(|part| self.cond(part)),
            Cond::Or(parts) => parts.iter().any(|part| self.cond(part)),
            Cond::Compare(comparison, a, b) => comparison.holds(self.number(a), self.number(b)),
            Cond::InSet(a, set) => set.contains(&self.number(a)),
            Cond::Distinct(piles) => !self.sizes(*piles).repeated,
            Cond::InPiles(..) => unreachable!("these are not let pass"),
        }
    }

    fn sizes(&self, piles: Piles) -> &super::reading::Sizes {
        let group = match piles {
            Piles::Before => self.piles,
            Piles::Others => Group::Others,
            Piles::After => Group::After,
        };
        &self.reading.groups[group as usize]
    }

    pub fn number(&self, expr: &Expr) -> i64 {
        match expr {
            Expr::Const(c) => *c,
            Expr::Slot(slot) => match &self.taken {
                Some(slots) => {
                    let found = slots.iter().find(|(named, _)| named == slot);
                    found.map_or_else(|| unreachable!("no other slots pass"), |found| found.1)
                }
                None => self.sizes(Piles::Before).second,
            },
            Expr::Add(a, b) => self.number(a) + self.number(b),
            Expr::Sub(a, b) => self.number(a) - self.number(b),
            Expr::Mul(a, b) => self.number(a) * self.number(b),
            Expr::Div(a, b) => expr::quotient(self.number(a), self.number(b)),
            Expr::Mod(a, b) => remainder(self.number(a), self.number(b)),
            Expr::Min(a, b) => self.number(a).min(self.number(b)),
            Expr::Max(a, b) => self.number(a).max(self.number(b)),
            Expr::Of(aggregate, piles) => {
                let sizes = self.sizes(*piles);
                match aggregate {
                    Aggregate::Min => sizes.min,
                    Aggregate::Max => sizes.max,
                    Aggregate::Sum => sizes.tokens,
                    Aggregate::Count => sizes.count,
                }
            }
            Expr::CountWhere(piles, slot, cond) => {
                let sizes = self.sizes(*piles);
                match extreme(*piles, *slot, cond) {
                    Some(Aggregate::Min) => sizes.smallest,
                    Some(_) => sizes.largest,
                    None => {
                        let such = |c: &Counted| c.slot == *slot && c.cond == **cond;
                        let place = self.seen.counted.iter().position(such);
                        sizes.counted[place.unwrap_or_else(|| unreachable!("it was let pass"))]
                    }
                }
            }
        }
    }
}
