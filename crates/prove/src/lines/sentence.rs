//! Lines as sentences: for all numbers left open, decided with the P-positions of the whole board.

use sprague_task::Task;

use sprague_automata::{Formula, Linear, Relations, Variable};
use sprague_certificate::{PositionSet, SetOf};
use sprague_rules::expr::Expr;
use sprague_rules::{Outcome, Ruleset};

use sprague_arithmetic::{
    CLAIMED, Coordinates, Inexpressible, Scene, all, any, merges, some_option,
};
use sprague_claim::Board;
use sprague_claim::claim::{Line, OfLine};
use sprague_claim::condition::SLOTS;

use super::positions;
use crate::finding::Trace;
use crate::prove::{Prover, Trouble};

pub(super) enum Proved {
    /// Every line, with these P-positions.
    All(Option<PositionSet>),
    Broken(Broken),
}

/// A line that is not so at these numbers.
pub(super) struct Broken {
    pub(super) line: usize,
    pub(super) numbers: Vec<u128>,
}

/// All lines with all numbers.
pub(super) fn prove(
    ruleset: &Ruleset,
    lines: &[Line],
    task: &Task,
    judgement: &mut Trace,
) -> Result<Proved, String> {
    let piles = lines.iter().flat_map(|line| positions(line)).map(Vec::len).max().unwrap_or(1);
    let board = Board::Piles(piles.max(1));
    let relations = Relations::binary();
    let mut prover = Prover::new(ruleset, board, relations, task, &mut judgement.steps);
    prover.settle("numbers are left open").map_err(Trouble::words)?;
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| !line.names.is_empty()) {
        let words = |Inexpressible(what): Inexpressible| {
            format!("arithmetic cannot say it: {what}, in the line `{}`", line.text)
        };
        let broken = Sentence { ruleset, board, line }.broken().map_err(words)?;
        let broken = prover.compile(&line.text, &broken).map_err(Trouble::words)?;
        if !broken.is_empty() {
            let least = broken.least().ok_or("a line fails far out")?;
            let of = |name: usize| {
                let track = broken.tracks().iter().position(|track| *track == open(name));
                track.map_or(0, |track| least[track])
            };
            let numbers = (0..line.names.len()).map(of).collect();
            return Ok(Proved::Broken(Broken { line: index, numbers }));
        }
    }
    judgement.states = Some(prover.most);
    Ok(Proved::All(prover.known_set(SetOf::Lost)))
}

/// The variable of a number left open.
fn open(name: usize) -> Variable {
    Variable::from(format!("open{name}"))
}

/// A line as a sentence.
struct Sentence<'a> {
    ruleset: &'a Ruleset,
    board: Board,
    line: &'a Line,
}

impl Sentence<'_> {
    /// The numbers for which the line is not so.
    fn broken(&self) -> Result<Formula, Inexpressible> {
        let from = self.terms(&self.line.from)?;
        let good = match &self.line.saying {
            OfLine::Outcome(Outcome::P) => self.is_lost(&from),
            OfLine::Outcome(Outcome::N) => self.is_lost(&from).not(),
            OfLine::Outcome(_) => {
                return Err(Inexpressible("outcomes other than P and N".into()));
            }
            OfLine::Option(to) => self.leads(&from, &[self.terms(to)?], true)?,
            OfLine::Winning(to) => {
                let to = self.terms(to)?;
                all([self.leads(&from, std::slice::from_ref(&to), true)?, self.is_lost(&to)])
            }
            OfLine::Options(to) => {
                let to = to.iter().map(|to| self.terms(to)).collect::<Result<Vec<_>, _>>()?;
                let each = to
                    .iter()
                    .map(|to| self.leads(&from, std::slice::from_ref(to), true))
                    .collect::<Result<Vec<_>, _>>()?;
                all([all(each), self.leads(&from, &to, false)?.not()])
            }
            OfLine::NimValue(_) => return Err(Inexpressible("a nim-value left open".into())),
            OfLine::Lasts(_) => return Err(Inexpressible("the length of play".into())),
        };
        let mut sizes = from;
        for position in positions(self.line) {
            sizes.extend(self.terms(position)?);
        }
        let possible = all(sizes.iter().map(|size| size.at_least(0)));
        let slots = self.slots();
        let fresh = std::cell::Cell::new(0);
        let scene = Scene { slots: &slots, before: &[], chosen: &[], after: &[], fresh: &fresh };
        Ok(all([scene.claimed(&self.line.when)?, all([possible, good]).not()]))
    }

    fn slots(&self) -> Vec<Linear> {
        let named = (0..self.line.names.len()).map(|name| Linear::var(open(name)));
        named.chain(std::iter::repeat_with(|| Linear::constant(0))).take(SLOTS).collect()
    }

    /// The piles as linear terms, with zeros for those that the board has more.
    fn terms(&self, piles: &[Expr]) -> Result<Vec<Linear>, Inexpressible> {
        let slots = self.slots();
        let fresh = std::cell::Cell::new(0);
        let scene = Scene { slots: &slots, before: &[], chosen: &[], after: &[], fresh: &fresh };
        let mut terms = vec![Linear::constant(0); self.board.numbers() - piles.len()];
        for pile in piles {
            match &scene.cases(pile)?[..] {
                [case] if case.numbers.is_empty() && case.guard == Formula::True => {
                    terms.push(case.value.clone());
                }
                _ => return Err(Inexpressible("sizes that are not linear".into())),
            }
        }
        Ok(terms)
    }

    /// The coordinates of the position in every order of its piles; those in another order than ascending are
    /// below 0 somewhere, and no position.
    fn coordinates(&self, piles: &[Linear]) -> Vec<Vec<Linear>> {
        let orders = merges(&[], piles, false);
        orders.iter().map(|order| self.board.coordinates(order)).collect()
    }

    /// The position is P.
    fn is_lost(&self, piles: &[Linear]) -> Formula {
        let orders = self.coordinates(piles).into_iter();
        any(orders.map(|coordinates| Formula::relation(CLAIMED, coordinates)))
    }

    /// Some option is one of these, or none of these.
    fn leads(
        &self,
        from: &[Linear],
        to: &[Vec<Linear>],
        among: bool,
    ) -> Result<Formula, Inexpressible> {
        let same = |left: &[Linear], right: &[Linear]| {
            all(left.iter().zip(right).map(|(left, right)| left.equals(right)))
        };
        let there: Vec<Vec<Linear>> = to.iter().flat_map(|to| self.coordinates(to)).collect();
        let goal = |option: Vec<Linear>| {
            let one_of = any(there.iter().map(|there| same(&option, there)));
            let is_position = all(option.iter().map(|number| number.at_least(0)));
            // An order of the piles that does not ascend is no option, whatever it is equal to.
            all([is_position, if among { one_of } else { one_of.not() }])
        };
        let some = some_option(self.ruleset, self.board, &goal)?;
        let variables = self.board.variables();
        let here: Vec<Linear> = variables.iter().map(Linear::var).collect();
        let from = any(self.coordinates(from).iter().map(|from| same(&here, from)));
        Ok(Formula::exists(variables, all([from, some])))
    }
}
