//! Sentences of a claim as formulas: what they say of one heap, and what is left to be said of all.
//!
//! In a `whenever`, of a heap below 0 nothing is supposed and nothing is claimed: as a condition it is false, as a conclusion true.

use sprague_certificate::induction::{Choice, Row, Term};
use sprague_claim::Condition;
use sprague_claim::outcomes::sentence::{MAX, MIN, N, Outcomes, PERIOD, Part, Sentence, Where};
use sprague_rules::expr::{Aggregate, Comparison, Cond, Expr};

use super::facts::{LARGEST, LEAST, PERIODS, PREPERIOD, Problem};
use super::formula::{Atom, Formula};
use super::rules::LIKE;
use crate::Rejection;

pub(super) type Said = Result<Formula, Rejection>;

/// A number was too large.
pub(super) fn large() -> Rejection {
    Rejection::new("a number is too large")
}

/// A bit for each of these, in the order L, R, N, P.
pub(super) fn mask(outcomes: Outcomes) -> u8 {
    let bits = Outcomes::EVERY.into_iter().enumerate();
    bits.filter(|(_, o)| outcomes.contains(*o)).fold(0, |mask, (place, _)| mask | 1 << place)
}

/// The opposite of these outcomes.
pub(super) fn others(outcomes: u8) -> u8 {
    !outcomes & 15
}

impl Problem<'_> {
    /// The atom as a formula.
    pub(super) fn atom(&mut self, atom: Atom) -> Formula {
        Formula::Atom(self.number_of(atom))
    }

    /// a <= b
    pub(super) fn at_most(&mut self, a: &Term, b: &Term) -> Said {
        let term = a.plus(-1, b).ok_or_else(large)?;
        if term.factors.is_empty() {
            return Ok(if term.constant <= 0 { Formula::TRUE } else { Formula::FALSE });
        }
        Ok(self.atom(Atom::AtMostZero(term)))
    }

    /// a < b
    pub(super) fn less(&mut self, a: &Term, b: &Term) -> Said {
        let a = a.plus(1, &Term::number(1)).ok_or_else(large)?;
        self.at_most(&a, b)
    }

    /// a = b
    pub(super) fn equal(&mut self, a: &Term, b: &Term) -> Said {
        Ok(Formula::And(vec![self.at_most(a, b)?, self.at_most(b, a)?]))
    }

    /// The heap is not below 0.
    pub(super) fn is_heap(&mut self, heap: &Term) -> Said {
        self.at_most(&Term::number(0), heap)
    }

    /// The set has the number.
    pub(super) fn member(&mut self, number: &Term) -> Formula {
        self.atom(Atom::Member(number.clone()))
    }

    pub(super) fn wins(&mut self, game: usize, player: usize, heap: &Term) -> Formula {
        self.atom(Atom::Wins { game, player, heap: heap.clone() })
    }

    /// The number is odd: an odd number of its odd parts is.
    pub(super) fn odd(&mut self, number: &Term) -> Formula {
        let mut odd = if number.constant % 2 == 0 { Formula::FALSE } else { Formula::TRUE };
        for (place, factor) in number.factors.iter().enumerate() {
            if factor % 2 != 0 {
                let atom = self.atom(Atom::Odd(place));
                odd = match odd == Formula::FALSE {
                    true => atom,
                    false if odd == Formula::TRUE => atom.not(),
                    false => odd.iff(atom).not(),
                };
            }
        }
        odd
    }

    /// The outcome of the heap is one of these, a bit each.
    pub(super) fn has(&mut self, game: usize, outcomes: u8, heap: &Term) -> Formula {
        let [left, right] = [0, 1].map(|player| self.wins(game, player, heap));
        // In the order L, R, N, P: who wins moving first.
        let pairs = [(true, false), (false, true), (true, true), (false, false)];
        let all = pairs.iter().enumerate().filter(|(place, _)| outcomes >> place & 1 == 1);
        let all: Vec<(bool, bool)> = all.map(|(_, pair)| *pair).collect();
        let signed = |formula: &Formula, sign: bool| match sign {
            true => formula.clone(),
            false => formula.clone().not(),
        };
        match all[..] {
            [(l, _), (m, _)] if l == m => signed(&left, l),
            [(_, r), (_, q)] if r == q => signed(&right, r),
            _ => {
                let both = |(l, r)| Formula::And(vec![signed(&left, l), signed(&right, r)]);
                Formula::Or(all.into_iter().map(both).collect())
            }
        }
    }

    /// Two heaps have the same outcome.
    pub(super) fn same(&mut self, one: (usize, &Term), other: (usize, &Term)) -> Formula {
        let same = |player| {
            let a = self.wins(one.0, player, one.1);
            a.iff(self.wins(other.0, player, other.1))
        };
        Formula::And([0, 1].map(same).into())
    }

    /// A sentence of the claim.
    pub(super) fn sentence(&mut self, sentence: &Sentence) -> Said {
        Ok(match sentence {
            Sentence::Not(inner) => self.sentence(inner)?.not(),
            Sentence::And(parts) => Formula::And(
                parts.iter().map(|part| self.sentence(part)).collect::<Result<_, _>>()?,
            ),
            Sentence::Or(parts) => {
                Formula::Or(parts.iter().map(|part| self.sentence(part)).collect::<Result<_, _>>()?)
            }
            Sentence::Numbers(condition) => self.condition(condition, &Term::default())?,
            Sentence::Set(like) => {
                let place = LIKE.iter().position(|known| known == like);
                self.atom(Atom::Like(place.ok_or_else(|| unable("this of a set"))?))
            }
            Sentence::Has(expr) => {
                let number = self.term(expr, &Term::default())?;
                self.member(&number)
            }
            Sentence::Ends(outcome) => {
                self.ends_are_open()?;
                let place = Outcomes::EVERY.iter().position(|known| known == outcome);
                self.atom(Atom::Ends(place.ok_or_else(|| unable("this ending"))?))
            }
            Sentence::HasPeriod(expr) => {
                let step = self.term(expr, &Term::default())?;
                self.atom(Atom::HasPeriod(step))
            }
            Sentence::Eventually(game, outcomes) => {
                self.atom(Atom::Eventually(*game, mask(*outcomes)))
            }
            Sentence::Recurs(game, outcomes) => {
                self.atom(Atom::Eventually(*game, others(mask(*outcomes)))).not()
            }
            Sentence::Whenever(..) | Sentence::Runs { .. } => {
                let place = self.place_of(sentence)?;
                self.atom(Atom::Every(place))
            }
            // What is said of every heap is that it has another outcome.
            Sentence::Appears(..) => {
                let place = self.place_of(sentence)?;
                self.atom(Atom::Every(place)).not()
            }
            Sentence::Coprime(..) => return Err(unable("common divisors")),
        })
    }

    fn place_of(&self, sentence: &Sentence) -> Result<usize, Rejection> {
        let place = self.setting.every.iter().position(|known| known == sentence);
        place.ok_or_else(|| Rejection::new("a sentence without a number"))
    }

    /// What a sentence about every heap says of this one, which is not below 0.
    pub(super) fn body(&mut self, sentence: &Sentence, heap: &Term) -> Said {
        match sentence {
            Sentence::Whenever(alternatives, conclusions) => {
                let mut parts = Vec::new();
                for alternative in alternatives {
                    let all = alternative.iter().map(|part| self.part(part, heap, false));
                    parts.push(Formula::And(all.collect::<Result<_, _>>()?).not());
                }
                // None of the alternatives, or all of the conclusions.
                let none = Formula::And(parts);
                let all = conclusions.iter().map(|part| self.part(part, heap, true));
                Ok(Formula::Or(vec![none, Formula::And(all.collect::<Result<_, _>>()?)]))
            }
            Sentence::Appears(game, outcomes) => Ok(self.has(*game, others(mask(*outcomes)), heap)),
            Sentence::Runs { of, most, between } => {
                let of = mask(*of);
                let here = self.has(0, of, heap);
                let mut all = Vec::new();
                if let Some(most) = most {
                    // Not so many and one more from here on, and not this one alone.
                    let to = heap.plus(1, &self.term(most, &Term::default())?).ok_or_else(large)?;
                    let row = Row { game: 0, outcomes: of, from: heap.clone(), to };
                    let row = self.atom(Atom::Row(row));
                    all.push(Formula::And(vec![here.clone(), row]).not());
                }
                if let Some((before, after)) = between {
                    for (by, side) in [(-1, mask(*before)), (1, mask(*after))] {
                        let beside = heap.plus(by, &Term::number(1)).ok_or_else(large)?;
                        let is_heap = self.is_heap(&beside)?;
                        let ends = self.has(0, others(of), &beside);
                        let right = self.has(0, side, &beside);
                        all.push(Formula::implies(vec![here.clone(), is_heap, ends], right));
                    }
                }
                Ok(Formula::And(all))
            }
            _ => Err(Rejection::new("this does not speak of every heap")),
        }
    }

    fn part(&mut self, part: &Part, heap: &Term, below: bool) -> Said {
        match part {
            Part::Number(condition) => self.condition(condition, heap),
            Part::At { game, outcomes, place: Where::Heaps(from, to) } => {
                let outcomes = mask(*outcomes);
                let first = heap.plus(1, &self.term(from, &Term::default())?).ok_or_else(large)?;
                let is_heap = self.is_heap(&first)?;
                if from == to {
                    let has = self.has(*game, outcomes, &first);
                    return Ok(on_heap(is_heap, has, below));
                }
                let last = heap.plus(1, &self.term(to, &Term::default())?).ok_or_else(large)?;
                let none = self.less(&last, &first)?;
                let row = Row { game: *game, outcomes, from: first, to: last };
                let row = self.atom(Atom::Row(row));
                // A row says nothing of heaps below 0.
                Ok(match below {
                    true => row,
                    false => Formula::Or(vec![none, Formula::And(vec![is_heap, row])]),
                })
            }
            Part::At { game, outcomes, place } => {
                let outcomes = mask(*outcomes);
                let choice = |outcomes| Choice { game: *game, outcomes, heap: heap.clone() };
                Ok(match place {
                    Where::EveryOption => self.atom(Atom::Choice(choice(others(outcomes)))).not(),
                    _ => self.atom(Atom::Choice(choice(outcomes))),
                })
            }
            Part::Same { game, shift } => {
                let there = heap.plus(1, &self.term(shift, &Term::default())?).ok_or_else(large)?;
                let is_heap = self.is_heap(&there)?;
                let same = self.same((*game, &there), (0, heap));
                Ok(on_heap(is_heap, same, below))
            }
        }
    }

    /// A condition on a heap and the numbers of the set.
    fn condition(&mut self, condition: &Condition, heap: &Term) -> Said {
        let all = |problem: &mut Self, parts: &[Condition]| {
            parts.iter().map(|part| problem.condition(part, heap)).collect::<Result<Vec<_>, _>>()
        };
        match condition {
            Condition::Plain(cond) => self.plain(cond, heap),
            Condition::Not(inner) => Ok(self.condition(inner, heap)?.not()),
            Condition::And(parts) => Ok(Formula::And(all(self, parts)?)),
            Condition::Or(parts) => Ok(Formula::Or(all(self, parts)?)),
            _ => Err(unable("this condition")),
        }
    }

    /// A condition of the rule language; `total` is the heap.
    pub(super) fn plain(&mut self, cond: &Cond, heap: &Term) -> Said {
        let all = |problem: &mut Self, parts: &[Cond]| {
            parts.iter().map(|part| problem.plain(part, heap)).collect::<Result<Vec<_>, _>>()
        };
        match cond {
            Cond::Always => Ok(Formula::TRUE),
            Cond::Never => Ok(Formula::FALSE),
            Cond::Not(inner) => Ok(self.plain(inner, heap)?.not()),
            Cond::And(parts) => Ok(Formula::And(all(self, parts)?)),
            Cond::Or(parts) => Ok(Formula::Or(all(self, parts)?)),
            Cond::Compare(
                comparison @ (Comparison::Equal | Comparison::NotEqual),
                Expr::Mod(number, two),
                Expr::Const(rest @ (0 | 1)),
            ) if **two == Expr::Const(2) => {
                let number = self.term(number, heap)?;
                let odd = self.odd(&number);
                match (*rest == 1) == (*comparison == Comparison::Equal) {
                    true => Ok(odd),
                    false => Ok(odd.not()),
                }
            }
            Cond::Compare(comparison, a, b) => {
                let (a, b) = (self.term(a, heap)?, self.term(b, heap)?);
                match comparison {
                    Comparison::Less => self.less(&a, &b),
                    Comparison::AtMost => self.at_most(&a, &b),
                    Comparison::Equal => self.equal(&a, &b),
                    Comparison::NotEqual => Ok(self.equal(&a, &b)?.not()),
                }
            }
            Cond::InSet(number, members) => {
                let number = self.term(number, heap)?;
                let equal =
                    members.iter().map(|&member| self.equal(&number, &Term::number(member)));
                Ok(Formula::Or(equal.collect::<Result<_, _>>()?))
            }
            Cond::InPiles(..) | Cond::Distinct(_) => Err(unable("piles")),
        }
    }

    /// A number that is a sum.
    pub(super) fn term(&self, expr: &Expr, heap: &Term) -> Result<Term, Rejection> {
        let finite = |place: usize| match self.setting.finite {
            true => Ok(Term::unknown(place)),
            false => Err(Rejection::new("this is for finite sets")),
        };
        match expr {
            Expr::Const(number) => Ok(Term::number(*number)),
            Expr::Slot(N) | Expr::Of(Aggregate::Sum, _) => Ok(heap.clone()),
            Expr::Slot(MIN) => Ok(Term::unknown(LEAST)),
            Expr::Slot(MAX) => finite(LARGEST),
            Expr::Slot(PERIOD) => finite(PERIODS),
            Expr::Slot(slot) if *slot == PERIOD + 1 => finite(PREPERIOD),
            Expr::Add(a, b) => self.term(a, heap)?.plus(1, &self.term(b, heap)?).ok_or_else(large),
            Expr::Sub(a, b) => self.term(a, heap)?.plus(-1, &self.term(b, heap)?).ok_or_else(large),
            Expr::Mul(a, b) => {
                let (a, b) = (self.term(a, heap)?, self.term(b, heap)?);
                let (number, other) = if a.factors.is_empty() { (a, b) } else { (b, a) };
                match number.factors.is_empty() {
                    true => Term::default().plus(number.constant, &other).ok_or_else(large),
                    false => Err(unable("products of unknown numbers")),
                }
            }
            _ => Err(unable("this number, which is not a sum of n, min(S), max(S), the period")),
        }
    }
}

/// Something about a heap, which is so or not so where there is none.
fn on_heap(is_heap: Formula, said: Formula, below: bool) -> Formula {
    match below {
        true => Formula::implies(vec![is_heap], said),
        false => Formula::And(vec![is_heap, said]),
    }
}

fn unable(what: &str) -> Rejection {
    Rejection::new(format!("induction with an open set does not know {what}"))
}
