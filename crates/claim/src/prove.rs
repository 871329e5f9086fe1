//! Proofs by automata: the partition theorem as sentences of arithmetic.
//!
//! Let A be the positions that are claimed to be P, on the whole board with its smaller boards. Every tuple of
//! numbers is a position, moves lead from tuples to tuples, and play ends (the rule language proves it). Then A is the
//! set of P-positions iff no position of A has an option in A, and every other one has. In misère play a position without
//! moves is not in A, and needs no option in A. A relation R(x, v) is the nim-value iff it is a function,
//! no option of x has its value, and every smaller one is the value of an option.

use std::time::Instant;

use sprague_automata::{Blowup, Budget, Dfa, Formula, Linear, Relations, compile};
use sprague_rules::ruleset::Ending;
use sprague_sequence::{Sequence, Terms};
use sprague_solve::Watch;

use crate::arithmetic::{Inexpressible, Scene, all, any};
use crate::board::Board;
use crate::condition::{Condition, Number};
use crate::options::some_option;
use crate::text::{Claim, Meaning, Subject};
use crate::verdict::Limits;

pub enum Proof {
    Complete {
        states: usize,
    },
    /// A sentence fails at this position.
    Broken {
        at: Vec<u32>,
    },
}

/// Tries to prove an exact statement for all positions. An error says why that was not possible.
pub fn prove(
    claim: &Claim,
    meaning: &Meaning,
    limits: &Limits,
    deadline: Instant,
    steps: &mut Vec<String>,
) -> Result<Proof, String> {
    let Subject::Board { board, names } = &claim.subject else {
        return Err("it is not about piles or counts".into());
    };
    let golden = match meaning {
        Meaning::P(condition) => condition.is_golden(),
        Meaning::NimValue(_) => false,
    };
    let relations = if golden { Relations::fibonacci() } else { Relations::binary() };
    let bytes = usize::try_from(limits.memory).unwrap_or(usize::MAX);
    let budget = Budget { states: limits.states, bytes, deadline: Some(deadline), cancel: None };
    let mut prover = Prover { claim, board: *board, relations, budget, steps, most: 0 };
    let outcome = match meaning {
        Meaning::P(condition) => prover.outcomes(names.len(), condition),
        Meaning::NimValue(number) => prover.nim_values(names.len(), number),
    };
    outcome.map_err(|trouble| match trouble {
        Trouble::Inexpressible(Inexpressible(what)) => format!("arithmetic cannot say it: {what}"),
        Trouble::Blowup(blowup) => format!("too large for automata: {blowup}"),
        Trouble::Open(what) => what,
    })
}

enum Trouble {
    Inexpressible(Inexpressible),
    Blowup(Blowup),
    Open(String),
}

impl From<Inexpressible> for Trouble {
    fn from(what: Inexpressible) -> Self {
        Trouble::Inexpressible(what)
    }
}

impl From<Blowup> for Trouble {
    fn from(blowup: Blowup) -> Self {
        Trouble::Blowup(blowup)
    }
}

struct Prover<'a> {
    claim: &'a Claim,
    board: Board,
    relations: Relations,
    budget: Budget,
    steps: &'a mut Vec<String>,
    most: usize,
}

/// The name of the claimed set, and of the set of all positions.
const CLAIMED: &str = "A";
const ANY: &str = "any";
/// The nim-value.
const VALUE: &str = "v";
/// Heaps from which the behaviour of one pile is guessed; the guess is proved with the rest.
const GUESSED_FROM: u32 = 300;

impl Prover<'_> {
    fn compile(&mut self, what: &str, formula: &Formula) -> Result<Dfa, Trouble> {
        let set = compile(formula, &self.relations, &self.budget)?;
        self.most = self.most.max(set.states());
        self.steps.push(format!("{what}: {} states", set.states()));
        Ok(set)
    }

    /// Is the set empty? If not, the position of its least member.
    fn is_empty(&mut self, what: &str, formula: &Formula) -> Result<Option<Proof>, Trouble> {
        let set = self.compile(what, formula)?;
        if set.is_empty() {
            return Ok(None);
        }
        let tracks = set.tracks().to_vec();
        let least = set.least().ok_or_else(|| Trouble::Open(format!("{what} fails far out")))?;
        let number = |variable: &sprague_automata::Variable| {
            tracks.iter().position(|track| track == variable).map_or(0, |place| least[place])
        };
        let tuple: Vec<u128> = self.board.variables().iter().map(number).collect();
        let at = self.board.position(&tuple);
        let at = at.ok_or_else(|| Trouble::Open(format!("{what} fails at a huge position")))?;
        self.steps.push(format!("{what} fails at {at:?}"));
        Ok(Some(Proof::Broken { at }))
    }

    fn outcomes(&mut self, numbers: usize, condition: &Condition) -> Result<Proof, Trouble> {
        let ending = &self.claim.ruleset.ending;
        let misere = match ending {
            Ending::StuckLoses => false,
            Ending::StuckWins => true,
            Ending::Decided(_) => {
                return Err(Inexpressible("endings that name a winner".into()).into());
            }
        };
        let mut cases = vec![all([self.scope(numbers), self.claimed(numbers, condition)?])];
        if !misere {
            cases.push(self.board.is_empty());
        }
        for smaller in self.smaller(numbers) {
            let formula = match self.given(smaller)? {
                Meaning::P(condition) => self.claimed(smaller, &condition)?,
                Meaning::NimValue(_) => {
                    return Err(Trouble::Open("a nim-value is given, not a condition".into()));
                }
            };
            cases.push(all([self.board.is_exactly(smaller), formula]));
        }
        let variables = self.board.variables();
        let claimed = self.compile("the claimed P-positions", &any(cases))?;
        let claimed = claimed.extend(&variables, &self.budget)?;
        if claimed.is_universal() {
            return Err(Trouble::Open("every position is claimed to be P".into()));
        }
        self.relations.define(CLAIMED, variables.clone(), claimed);
        let everything =
            Dfa::universe(self.relations.numeration(), variables.clone(), &self.budget)?;
        self.relations.define(ANY, variables.clone(), everything);
        let (ruleset, board) = (&self.claim.ruleset, self.board);
        let into = |name: &'static str| {
            some_option(ruleset, board, &|option| Formula::relation(name, option))
        };
        let reaches = self.compile("positions with an option among them", &into(CLAIMED)?)?;
        let reaches = reaches.extend(&variables, &self.budget)?;
        self.relations.define("reaches", variables.clone(), reaches);
        let terms: Vec<Linear> = variables.iter().map(Linear::var).collect();
        let is = |name: &str| Formula::relation(name, terms.clone());
        let mut lost = is("reaches");
        if misere {
            let moves = self.compile("positions with a move", &into(ANY)?)?;
            let moves = moves.extend(&variables, &self.budget)?;
            self.relations.define("moves", variables, moves);
            lost = any([lost, is("moves").not()]);
        }
        if let Some(broken) =
            self.is_empty("an option from P to P", &all([is(CLAIMED), lost.clone()]))?
        {
            return Ok(broken);
        }
        if let Some(broken) = self.is_empty(
            "an N-position without an option in P",
            &all([is(CLAIMED).not(), lost.not()]),
        )? {
            return Ok(broken);
        }
        Ok(Proof::Complete { states: self.most })
    }

    fn nim_values(&mut self, numbers: usize, number: &Number) -> Result<Proof, Trouble> {
        if !self.claim.ruleset.has_nim_values() {
            return Err(Trouble::Open("there are no nim-values in this kind of play".into()));
        }
        let value = Linear::var(VALUE);
        let mut cases = vec![all([self.scope(numbers), self.valued(numbers, number)?])];
        cases.push(all([self.board.is_empty(), value.equals(0)]));
        for smaller in self.smaller(numbers) {
            let formula = match self.given(smaller)? {
                Meaning::NimValue(number) => self.valued(smaller, &number)?,
                Meaning::P(_) => {
                    return Err(Trouble::Open("a condition is given, not a nim-value".into()));
                }
            };
            cases.push(all([self.board.is_exactly(smaller), formula]));
        }
        let mut variables = self.board.variables();
        variables.push(VALUE.into());
        let claimed = self.compile("the claimed nim-values", &any(cases))?;
        let claimed = claimed.extend(&variables, &self.budget)?;
        self.relations.define(CLAIMED, variables.clone(), claimed);
        let terms: Vec<Linear> = self.board.variables().iter().map(Linear::var).collect();
        let has = |value: &str| {
            Formula::relation(CLAIMED, [terms.clone(), vec![Linear::var(value)]].concat())
        };
        let (ruleset, board) = (&self.claim.ruleset, self.board);
        let reached = some_option(ruleset, board, &|option| {
            Formula::relation(CLAIMED, [option, vec![Linear::var("w")]].concat())
        })?;
        let reached = self.compile("the values of options", &reached)?;
        let mut with = self.board.variables();
        with.push("w".into());
        let reached = reached.extend(&with, &self.budget)?;
        self.relations.define("reached", with, reached);
        let reaches = |value: &str| {
            Formula::relation("reached", [terms.clone(), vec![Linear::var(value)]].concat())
        };
        let none = Formula::exists([VALUE], has(VALUE)).not();
        let two = all([has(VALUE), has("w"), Linear::var("w").less(&value)]);
        let own = all([has(VALUE), reaches(VALUE)]);
        let missing = all([has(VALUE), Linear::var("w").less(&value), reaches("w").not()]);
        let sentences = [
            ("a position without a value", none),
            ("a position with two values", two),
            ("an option of the same value", own),
            ("a smaller value that no option has", missing),
        ];
        for (what, formula) in sentences {
            if let Some(broken) = self.is_empty(what, &formula)? {
                return Ok(broken);
            }
        }
        Ok(Proof::Complete { states: self.most })
    }

    /// The boards smaller than the claim's own of which something must be said.
    fn smaller(&self, numbers: usize) -> Vec<usize> {
        match self.board {
            Board::Counts(_) if self.claim.given.is_empty() => Vec::new(),
            _ => (1..numbers).collect(),
        }
    }

    /// The positions of which the claim itself speaks.
    fn scope(&self, numbers: usize) -> Formula {
        match self.smaller(numbers).is_empty() {
            true => self.board.is_at_most(numbers),
            false => self.board.is_exactly(numbers),
        }
    }

    /// What holds on a smaller board: as given, or guessed from one pile.
    fn given(&self, numbers: usize) -> Result<Meaning, Trouble> {
        let given = self.claim.given.iter().find(|given| given.names.len() == numbers);
        if let Some(given) = given {
            return Ok(given.meaning.clone());
        }
        let guess = match (self.board, numbers) {
            (Board::Piles(_), 1) => self.guess(),
            _ => None,
        };
        guess.ok_or_else(|| {
            let names = ["a", "b", "c", "d", "e", "f", "g"][..numbers.min(7)].join(" <= ");
            Trouble::Open(format!(
                "what holds for smaller boards is not known: add `given {names}: ...`"
            ))
        })
    }

    /// What one pile does, guessed from its sequence.
    fn guess(&self) -> Option<Meaning> {
        use sprague_rules::expr::{Comparison, Cond, Expr};
        let ruleset = &self.claim.ruleset;
        let watch = Watch::new(None);
        let budget = sprague_solve::Budget::default();
        let sequence = Sequence::compute(ruleset, GUESSED_FROM, &budget, &watch).ok()?;
        let pile = || Expr::Slot(0);
        let is = |size: usize| Cond::Compare(Comparison::Equal, pile(), Expr::Const(size as i64));
        let wants_value =
            matches!(self.claim.statement, crate::text::Statement::Exactly(Meaning::NimValue(_)));
        if wants_value {
            let found = sequence.regularity(ruleset)?;
            let Terms::NimValues(values) = &sequence.terms else { return None };
            // Only the simplest form is guessed: the value is the pile itself.
            let same = values.iter().zip(0..).all(|(&value, size)| value == size);
            return (same && found.period == 1).then(|| Meaning::NimValue(Number::Plain(pile())));
        }
        let lost: Vec<bool> = match &sequence.terms {
            Terms::NimValues(values) => values.iter().map(|&value| value == 0).collect(),
            Terms::Outcomes(outcomes) => {
                outcomes.iter().map(|&outcome| outcome == sprague_rules::Outcome::P).collect()
            }
        };
        let last = lost.len() - 1;
        let fits = |start: usize, period: usize| {
            (start..=last - period).all(|n| lost[n] == lost[n + period])
        };
        let (start, period) = (1..=last / 3)
            .flat_map(|period| [1, 10, 50, 100].map(|start| (start, period)))
            .find(|&(start, period)| start + 2 * period <= last && fits(start, period))?;
        let early = (1..start).filter(|&n| lost[n]).map(|n| Condition::Plain(is(n)));
        let late = (start..start + period).filter(|&n| lost[n]).map(|n| {
            let far = Cond::Compare(Comparison::AtMost, Expr::Const(n as i64), pile());
            let rest = Expr::Mod(Box::new(pile()), Box::new(Expr::Const(period as i64)));
            let class = Cond::Compare(Comparison::Equal, rest, Expr::Const((n % period) as i64));
            Condition::Plain(Cond::all(vec![far, class]))
        });
        Some(Meaning::P(Condition::Or(early.chain(late).collect())))
    }

    /// The condition, over the numbers that a board of this size names.
    fn claimed(&self, numbers: usize, condition: &Condition) -> Result<Formula, Trouble> {
        let slots = self.board.named(numbers);
        let fresh = std::cell::Cell::new(0);
        let scene = Scene { slots: &slots, before: &[], chosen: &[], after: &[], fresh: &fresh };
        Ok(scene.claimed(condition)?)
    }

    /// The value is this number.
    fn valued(&self, numbers: usize, number: &Number) -> Result<Formula, Trouble> {
        use sprague_rules::expr::{Comparison, Cond, Expr};
        let mut slots = self.board.named(numbers);
        slots.push(Linear::var(VALUE));
        let value = Expr::Slot(slots.len() - 1);
        let fresh = std::cell::Cell::new(0);
        let scene = Scene { slots: &slots, before: &[], chosen: &[], after: &[], fresh: &fresh };
        Ok(match number {
            Number::Plain(expr) => {
                scene.formula(&Cond::Compare(Comparison::Equal, value, expr.clone()))?
            }
            Number::NimSum(parts) => {
                let parts = [parts.clone(), vec![value]].concat();
                scene.claimed(&Condition::NimSumZero(parts))?
            }
        })
    }
}
