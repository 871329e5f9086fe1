//! Lines with numbers left open, for all of them at once.
//!
//! With the P-positions of all positions of so many piles, proved as in [`crate::board`], a line is a sentence: for all
//! natural numbers that fulfil its condition none of its piles is below 0, and what it says is so. That a position is an
//! option of another is the sentence that the rules give for "some option is so": the one whose piles, in ascending order,
//! are those that the line says, in some order.

use sprague_certificate::{PositionSet, SetOf};
use sprague_claim::Board;
use sprague_claim::claim::{Line, OfLine};
use sprague_claim::condition::SLOTS;
use sprague_rules::expr::Expr;
use sprague_rules::{Outcome, Ruleset};
use sprague_task::Task;

use crate::Rejection;
use crate::arithmetic::{Arithmetic, Decided, Formula, TRUE, Term, Variable};
use crate::board::Positions;
use crate::options::{Game, Goal};
use crate::plain::Plain;
use crate::scene::{Scene, differences, orders};

/// All lines hold, with all numbers.
pub(super) fn check(
    ruleset: &Ruleset,
    lines: &[Line],
    set: &PositionSet,
    plain: &mut Plain,
    task: &Task,
) -> Result<(), Rejection> {
    if set.of != SetOf::Lost {
        return Err(Rejection::new("lines need the P-positions"));
    }
    let board = Board::Piles(set.automaton.tracks);
    let mut positions = Positions::proved(ruleset, board, set, task)?;
    for (place, line) in lines.iter().enumerate() {
        let wrong =
            |what: &str| Rejection::new(format!("line {}, `{}`: {what}", place + 1, line.text));
        if line.names.is_empty() {
            if !super::lines::holds(ruleset, line, &[], plain, task)? {
                return Err(wrong("it is false"));
            }
            continue;
        }
        let mut open = Open::new(&positions, line);
        let a = &mut positions.arithmetic;
        let when = open.scene().claimed(&line.when, a)?;
        let never = a.not(when);
        let numbers = usize::from(open.game.fresh);
        if a.always(never, numbers)? == Decided::Holds {
            return Err(wrong("it speaks of no numbers"));
        }
        let said = open.said(a)?;
        let whole = a.implies(when, said);
        if let Decided::Fails(at) = a.always(whole, numbers)? {
            let at = at.map(|at| at[open.first..].to_vec());
            return Err(wrong(&match at {
                Some(at) => format!("it is false for {at:?}"),
                None => "it is false far out".to_string(),
            }));
        }
    }
    Ok(())
}

/// A line whose numbers are variables behind those of a position.
struct Open<'a> {
    game: Game<'a>,
    line: &'a Line,
    /// The variable of its first name.
    first: usize,
}

impl<'a> Open<'a> {
    fn new(positions: &Positions<'a>, line: &'a Line) -> Open<'a> {
        let first = usize::from(positions.game.fresh);
        let game = Game { fresh: (first + line.names.len()) as Variable, ..positions.game };
        Open { game, line, first }
    }

    /// The numbers of the line in their slots.
    fn scene(&self) -> Scene {
        let names = 0..self.line.names.len();
        let mut slots: Vec<Term> =
            names.map(|name| Term::variable((self.first + name) as Variable)).collect();
        slots.resize(SLOTS, Term::number(0));
        let (before, others, after) = (Vec::new(), Vec::new(), Vec::new());
        Scene { slots, before, others, after, lost: None, fresh: self.game.fresh }
    }

    /// What the line says, and that its piles are natural numbers.
    fn said(&mut self, a: &mut Arithmetic) -> Result<Formula, Rejection> {
        let from = self.terms(&self.line.from, a)?;
        let mut piles = from.clone();
        let said = match &self.line.saying {
            OfLine::Outcome(Outcome::P) => self.is_lost(&from, a),
            OfLine::Outcome(Outcome::N) => {
                let lost = self.is_lost(&from, a);
                a.not(lost)
            }
            OfLine::Option(to) | OfLine::Winning(to) => {
                let to = self.terms(to, a)?;
                piles.extend(to.iter().cloned());
                let leads = self.leads(&from, std::slice::from_ref(&to), true, a)?;
                let wins = match self.line.saying {
                    OfLine::Winning(_) => self.is_lost(&to, a),
                    _ => TRUE,
                };
                a.and([leads, wins])
            }
            OfLine::Options(all) => {
                let mut to = Vec::new();
                for option in all {
                    to.push(self.terms(option, a)?);
                }
                piles.extend(to.iter().flatten().cloned());
                let mut parts = Vec::new();
                for option in &to {
                    parts.push(self.leads(&from, std::slice::from_ref(option), true, a)?);
                }
                let others = self.leads(&from, &to, false, a)?;
                parts.push(a.not(others));
                a.and(parts)
            }
            OfLine::Outcome(_) | OfLine::NimValue(_) | OfLine::Lasts(_) => {
                return Err(Rejection::new("what this line says is not checked for all numbers"));
            }
        };
        let mut all: Vec<Formula> =
            piles.iter().map(|pile| a.at_most(&Term::number(0), pile)).collect();
        all.push(said);
        Ok(a.and(all))
    }

    /// The piles as linear terms.
    fn terms(&self, piles: &[Expr], a: &mut Arithmetic) -> Result<Vec<Term>, Rejection> {
        if piles.len() > self.game.board.numbers() {
            return Err(Rejection::new("a line has more piles than the automaton reads"));
        }
        let scene = self.scene();
        let mut terms = Vec::new();
        for pile in piles {
            let mut fresh = scene.fresh;
            match &scene.cases(pile, &mut fresh, a)?[..] {
                [case] if case.numbers.is_empty() && case.guard == TRUE => {
                    terms.push(case.value.clone());
                }
                _ => return Err(Rejection::new("a pile of a line is not linear in its numbers")),
            }
        }
        Ok(terms)
    }

    /// The position with these piles is P.
    fn is_lost(&self, piles: &[Term], a: &mut Arithmetic) -> Formula {
        let whole = self.game.board.numbers();
        let each: Vec<Formula> =
            ascending(piles).iter().map(|order| a.member(differences(whole, order))).collect();
        a.or(each)
    }

    /// Some option of the first position is one of these; or none of these.
    fn leads(
        &self,
        from: &[Term],
        to: &[Vec<Term>],
        among: bool,
        a: &mut Arithmetic,
    ) -> Result<Formula, Rejection> {
        let whole = self.game.board.numbers();
        let padded = |piles: &[Term]| {
            let gone = std::iter::repeat_n(Term::number(0), whole.saturating_sub(piles.len()));
            gone.chain(piles.iter().cloned()).collect::<Vec<_>>()
        };
        // The piles of an option ascend, and so must the piles that are equal to them; zeros come first.
        let mut there: Vec<Vec<Term>> =
            to.iter().flat_map(|to| ascending(to)).map(|order| padded(&order)).collect();
        there.sort();
        there.dedup();
        let so = |a: &mut Arithmetic, option: &[Term], _| {
            let mut some = Vec::new();
            for order in &there {
                let same: Vec<Formula> =
                    option.iter().zip(order).map(|(x, y)| a.equal(x, y)).collect();
                some.push(a.and(same));
            }
            let one_of = a.or(some);
            Ok(if among { one_of } else { a.not(one_of) })
        };
        let some = self.game.some_option(&Goal { so: &so, ascends: false }, a)?;
        // The position itself, in ascending order, in the variables 0, 1, 2, ...
        let mut here = Vec::new();
        for order in ascending(from) {
            let coordinates = differences(whole, &order);
            let same: Vec<Formula> = coordinates
                .iter()
                .enumerate()
                .map(|(i, more)| a.equal(&Term::variable(i as Variable), more))
                .collect();
            here.push(a.and(same));
        }
        let mut each = Vec::new();
        for here in here {
            let inner = a.and([here, some]);
            each.push((0..whole as Variable).fold(inner, |inner, number| a.exists(number, inner)));
        }
        Ok(a.or(each))
    }
}

/// The orders of the piles that may ascend for some numbers.
fn ascending(piles: &[Term]) -> Vec<Vec<Term>> {
    let falls = |pair: &[Term]| pair[1].minus(&pair[0]).largest().is_some_and(|more| more < 0);
    let mut all = orders(piles);
    all.retain(|order| !order.windows(2).any(falls));
    all.sort();
    all.dedup();
    all
}
