//! Proofs by automata: the partition theorem as sentences of arithmetic.
//!
//! Let A be the positions that are claimed to be P, on the whole board with its smaller boards. Every tuple of
//! numbers is a position, moves lead from tuples to tuples, and play ends (the rule language proves it). Then A is the
//! set of P-positions iff no position of A has an option in A, and every other one has. In misère play a position without
//! moves is not in A, and needs no option in A. A relation R(x, v) is the nim-value iff it is a function,
//! no option of x has its value, and every smaller one is the value of an option.

use crate::cost;
use sprague_task::Task;

use sprague_automata::{
    Blowup, Budget, Dfa, Formula, Limit, Linear, Numeration, Relations, compile,
};
use sprague_rules::expr::Cond;
use sprague_rules::ruleset::Ending;
use sprague_rules::{Outcome, Ruleset};
use sprague_sequence::{Sequence, Terms};

use sprague_arithmetic::{
    CLAIMED, Coordinates, Inexpressible, Scene, all, any, merges, some_option,
};
use sprague_claim::claim::{Meaning, OnBoard, Says};
use sprague_claim::condition::{Counted, SLOTS};
use sprague_claim::{Board, Condition, Number};

use sprague_certificate::{BoardEvidence, PeriodicBox, PositionSet, SetOf};

use crate::check;
use crate::evidence::position_set;
use crate::known;
use crate::learn::Learned;
use crate::smallest::smallest;

pub enum Proof {
    Complete {
        /// The method, in words.
        by: &'static str,
        /// States of the largest automaton.
        states: usize,
        /// What a checker needs.
        evidence: Option<BoardEvidence>,
    },
    /// The outcomes of all positions lie in a periodic box of so many points.
    Boxed { points: usize, periodic: PeriodicBox },
    /// A sentence fails at this position.
    Broken {
        /// The position.
        at: Vec<u32>,
        /// The P-positions of the whole board, if they are proved: they show that the claim is false there.
        known: Option<PositionSet>,
    },
    /// These two should have the same outcome, but one is N and the other P.
    Apart { won: Vec<u32>, lost: Vec<u32> },
}

/// The numbers in the first slots, and nothing in the others.
fn padded(numbers: &[Linear]) -> Vec<Linear> {
    let mut slots = numbers.to_vec();
    slots.resize(SLOTS, Linear::constant(0));
    slots
}

/// What is said of outcomes.
enum Said<'a> {
    Exactly(&'a Condition),
    If(Outcome, &'a Condition),
    /// Some option from the first to the second, which is P.
    Strategy(&'a Condition, &'a Condition),
    /// Adding these piles keeps the outcome.
    Adding(&'a [u32]),
}

/// Tries to prove the statement for all positions. An error says why that was not possible.
pub fn prove(on: &OnBoard, task: &Task, steps: &mut Vec<String>) -> Result<Proof, String> {
    let OnBoard { ruleset, names, .. } = on;
    // Metallic pairs are read in Ostrowski digits, nim-sums and powers of two in binary ones; the rest in either.
    let mut metallic: Vec<u8> = on.conditions().iter().flat_map(|c| c.metallic()).collect();
    metallic.sort_unstable();
    metallic.dedup();
    let binary = on.has_nim_sums() || on.conditions().iter().any(|condition| condition.is_binary());
    let relations = match metallic[..] {
        [] => Relations::binary(),
        [_] if binary => {
            return Err("golden pairs and binary digits are not proved together".into());
        }
        [quotient] => Relations::new(Numeration::Ostrowski(quotient)),
        _ => return Err("metallic pairs of several kinds are not proved together".into()),
    };
    let mut prover = Prover::new(ruleset, on.whole(), relations, task, steps);
    let outcome = match &on.says {
        Says::Exactly(Meaning::P(condition)) => {
            prover.outcomes(on, names.len(), &Said::Exactly(condition))
        }
        Says::If { outcome, condition } => {
            prover.outcomes(on, names.len(), &Said::If(*outcome, condition))
        }
        Says::Strategy { from, to } => prover.outcomes(on, names.len(), &Said::Strategy(from, to)),
        Says::Adding(piles) => {
            if !matches!(prover.board, Board::Piles(_)) {
                return Err("piles are added to piles, not to counts".into());
            }
            prover.outcomes(on, names.len(), &Said::Adding(piles))
        }
        Says::Exactly(Meaning::NimValue(number)) => prover.nim_values(on, names.len(), number),
        Says::SameAs { .. } | Says::Depends(_) => {
            return Err("automata do not prove this".into());
        }
    };
    outcome.map_err(Trouble::words)
}

/// Characters of a reason that are shown.
const LONGEST_REASON: usize = 200;

/// Why there is no proof.
pub(crate) enum Trouble {
    Inexpressible(Inexpressible),
    Blowup(Blowup),
    Open(String),
}

impl Trouble {
    pub(crate) fn words(self) -> String {
        match self {
            Trouble::Inexpressible(Inexpressible(what)) => {
                format!("arithmetic cannot say it: {what}")
            }
            Trouble::Blowup(blowup) => {
                let more = match blowup.limit {
                    Limit::States(_) => "; a larger limit on states allows more",
                    Limit::Steps(_) => "; a larger limit on steps allows more",
                    Limit::Bytes(_) => "; a larger limit on memory allows more",
                    Limit::Deadline => "; a larger limit on time allows more",
                    Limit::Tracks(_) | Limit::Coefficient(_) | Limit::Cancelled => "",
                };
                let mut why = format!("too large for automata: {blowup}");
                // The formula itself may fill pages.
                if let Some((end, _)) = why.char_indices().nth(LONGEST_REASON) {
                    why.truncate(end);
                    why += " ...";
                }
                why + more
            }
            Trouble::Open(what) => what,
        }
    }
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

pub(crate) struct Prover<'a> {
    ruleset: &'a Ruleset,
    task: &'a Task,
    pub(crate) board: Board,
    relations: Relations,
    budget: Budget,
    pub(crate) steps: &'a mut Vec<String>,
    /// The most states that an automaton had.
    pub(crate) most: usize,
}

/// The name of the set of all positions.
const ANY: &str = "any";
/// The nim-value.
pub(crate) const VALUE: &str = "v";
/// Heaps from which the behaviour of one pile is guessed; the guess is proved with the rest.
const GUESSED_FROM: u32 = 300;

impl<'a> Prover<'a> {
    pub(crate) fn new(
        ruleset: &'a Ruleset,
        board: Board,
        relations: Relations,
        task: &'a Task,
        steps: &'a mut Vec<String>,
    ) -> Prover<'a> {
        let budget = cost::automata(task);
        Prover { ruleset, task, board, relations, budget, steps, most: 0 }
    }

    /// Something is decided.
    fn step(&mut self, words: String) {
        self.task.note(words.clone());
        self.steps.push(words);
    }

    pub(crate) fn compile(&mut self, what: &str, formula: &Formula) -> Result<Dfa, Trouble> {
        let set = compile(formula, &self.relations, &self.budget)?;
        self.most = self.most.max(set.states());
        self.step(format!("{what}: {} states", set.states()));
        Ok(set)
    }

    /// The proof is done; what was proved is the set of claimed positions.
    fn complete(&self, by: &'static str, of: SetOf) -> Proof {
        let evidence = self.known_set(of).map(BoardEvidence::Automaton);
        Proof::Complete { by, states: self.most, evidence }
    }

    /// The set that was proved, as it stands in certificates.
    pub(crate) fn known_set(&self, of: SetOf) -> Option<PositionSet> {
        let (_, set) = self.relations.get(CLAIMED)?;
        position_set(self.board, of, set)
    }

    /// Is the set empty? If not, the smallest position of a member.
    fn is_empty(&mut self, what: &str, formula: &Formula) -> Result<Option<Proof>, Trouble> {
        let set = self.compile(what, formula)?;
        if set.is_empty() {
            return Ok(None);
        }
        let tuple = smallest(set, self.board, &self.relations, &self.budget)?;
        let tuple = tuple.ok_or_else(|| Trouble::Open(format!("{what} fails far out")))?;
        let at = self.board.position(&tuple);
        let at = at.ok_or_else(|| Trouble::Open(format!("{what} fails at a huge position")))?;
        self.step(format!("{what} fails at {at:?}"));
        Ok(Some(Proof::Broken { at, known: None }))
    }

    /// Proves which positions are P: as claimed, or, where the claim leaves some of them open, by an automaton learned
    /// from a table, from which the claim then has to follow.
    fn outcomes(&mut self, on: &OnBoard, numbers: usize, said: &Said) -> Result<Proof, Trouble> {
        let whole = match said {
            Said::Exactly(condition)
                if on.suppose == Condition::Plain(Cond::Always)
                    && !condition.speaks_of_outcomes() =>
            {
                self.whole_board(on, numbers, condition)
            }
            _ => Err(Trouble::Open("the claim leaves positions open".into())),
        };
        match whole {
            Ok(formula) => {
                let claimed = self.compile("the claimed P-positions", &formula)?;
                if let Some(broken) = self.partition(claimed)? {
                    // Far out no table can tell what is so: the true P-positions may.
                    return match &broken {
                        Proof::Broken { at, .. } if !check::is_near(at) => Ok(self
                            .learned(on, numbers, said, "it fails far out")
                            .unwrap_or(broken)),
                        _ => Ok(broken),
                    };
                }
                Ok(self.complete("automata", SetOf::Lost))
            }
            Err(Trouble::Open(why)) => self.learned(on, numbers, said, &why),
            Err(other) => Err(other),
        }
    }

    /// Everything that is claimed to be P, with the smaller boards.
    fn whole_board(
        &self,
        on: &OnBoard,
        numbers: usize,
        condition: &Condition,
    ) -> Result<Formula, Trouble> {
        let mut cases = vec![all([self.scope(on, numbers), self.claimed(numbers, condition)?])];
        if !self.misere()? {
            cases.push(self.board.nothing());
        }
        for smaller in self.smaller(on, numbers) {
            let formula = match self.given(on, smaller)? {
                Meaning::P(condition) => self.claimed(smaller, &condition)?,
                Meaning::NimValue(_) => {
                    return Err(Trouble::Open("a nim-value is given, not a condition".into()));
                }
            };
            cases.push(all([self.scope(on, smaller), formula]));
        }
        Ok(any(cases))
    }

    fn misere(&self) -> Result<bool, Trouble> {
        match self.ruleset.ending {
            Ending::StuckLoses => Ok(false),
            Ending::StuckWins => Ok(true),
            Ending::Decided(_) => Err(Inexpressible("endings that name a winner".into()).into()),
        }
    }

    /// Is this the set of P-positions? If not, a position where that breaks.
    fn partition(&mut self, set: Dfa) -> Result<Option<Proof>, Trouble> {
        let misere = self.misere()?;
        let variables = self.board.variables();
        let set = set.extend(&variables, &self.budget)?;
        if set.is_universal() {
            return Err(Trouble::Open("every position would be P".into()));
        }
        self.relations.define(CLAIMED, variables.clone(), set);
        let everything =
            Dfa::universe(self.relations.numeration(), variables.clone(), &self.budget)?;
        self.relations.define(ANY, variables.clone(), everything);
        let (ruleset, board) = (self.ruleset, self.board);
        let into = |name: &'static str| {
            some_option(ruleset, board, &|option| Formula::relation(name, option))
        };
        let reaches = self.compile("positions with an option among them", &into(CLAIMED)?)?;
        let reaches = reaches.extend(&variables, &self.budget)?;
        self.relations.define("reaches", variables.clone(), reaches);
        let terms: Vec<Linear> = variables.iter().map(Linear::var).collect();
        let is = |name: &str| Formula::relation(name, terms.clone());
        let mut won = is("reaches");
        if misere {
            let moves = self.compile("positions with a move", &into(ANY)?)?;
            let moves = moves.extend(&variables, &self.budget)?;
            self.relations.define("moves", variables, moves);
            won = any([won, is("moves").not()]);
        }
        let inside = all([is(CLAIMED), won.clone()]);
        if let Some(broken) = self.is_empty("an option from P to P", &inside)? {
            return Ok(Some(broken));
        }
        let outside = all([is(CLAIMED).not(), won.not()]);
        self.is_empty("an N-position without an option in P", &outside)
    }

    /// Learns the P-positions from a table and proves them for all positions: they are the set [`CLAIMED`].
    pub(crate) fn settle(&mut self, why: &str) -> Result<(), Trouble> {
        let numeration = self.relations.numeration();
        let binary = numeration == Numeration::Binary;
        if numeration.base() > 2 {
            return Err(Trouble::Open(format!(
                "{why}, and P-positions are learned in binary digits, in which its pairs are not read"
            )));
        }
        if let Some((set, steps)) =
            known::recall(self.task.memory(), self.ruleset, self.board).filter(|_| binary)
        {
            self.task.spend(steps).map_err(|stop| Trouble::Open(stop.to_string()))?;
            self.step(format!("learned and proved before: {} states", set.states()));
            self.most = self.most.max(set.states());
            self.relations.define(CLAIMED, self.board.variables(), set);
            return Ok(());
        }
        let begun = self.task.spent();
        let mut trouble = "no automaton was learned from the table";
        for attempt in 0..check::ATTEMPTS {
            let guess = check::learned(self.ruleset, self.board, attempt, self.task);
            let learned = match guess {
                Ok(learned) => learned,
                Err(check::Unlearned::TooDear) => {
                    return Err(Trouble::Open(format!(
                        "{why}, and a table to learn from takes too many steps; \
                         a larger limit on steps allows more"
                    )));
                }
                // Tables of many piles are small, and a larger one may show more.
                Err(_) if self.board.numbers() > 3 => continue,
                Err(_) => break,
            };
            let set = self.reading(&learned)?;
            self.step(format!("learned from the table: {} states", set.states()));
            self.most = self.most.max(set.states());
            if self.partition(set)?.is_none() {
                if let Some((_, set)) = self.relations.get(CLAIMED).filter(|_| binary) {
                    let steps = self.task.spent() - begun;
                    known::keep(self.task.memory(), self.ruleset, self.board, set, steps);
                }
                return Ok(());
            }
            trouble = match binary {
                true => "what was learned from the table is wrong further out",
                // Some automata are right in other digits as they are, such as those for equal piles.
                false => {
                    "what was learned in binary digits is wrong in those in which its pairs are read"
                }
            };
        }
        Err(Trouble::Open(format!("{why}, and {trouble}")))
    }

    /// What was learned, as an automaton.
    fn reading(&self, learned: &Learned) -> Result<Dfa, Trouble> {
        // Learned from binary digits alone; in other digits it is a guess like any other.
        let letter = |digits: &[u8]| -> usize {
            digits.iter().enumerate().map(|(track, &digit)| usize::from(digit) << track).sum()
        };
        Ok(Dfa::reading(
            self.relations.numeration(),
            self.board.variables(),
            0usize,
            |&state, digits| learned.next[state * learned.letters + letter(digits)] as usize,
            |&state| learned.accepting[state],
            &self.budget,
        )?)
    }

    /// Learns the P-positions, proves them, and decides the claim with them.
    fn learned(
        &mut self,
        on: &OnBoard,
        numbers: usize,
        said: &Said,
        why: &str,
    ) -> Result<Proof, Trouble> {
        self.settle(why)?;
        let terms: Vec<Linear> = self.board.variables().iter().map(Linear::var).collect();
        let lost = Formula::relation(CLAIMED, terms);
        let broken = match said {
            Said::Exactly(condition) => lost.iff(self.claimed(numbers, condition)?).not(),
            Said::If(Outcome::P, condition) => all([self.claimed(numbers, condition)?, lost.not()]),
            Said::If(_, condition) => all([self.claimed(numbers, condition)?, lost]),
            Said::Strategy(from, to) => {
                let somewhere = any([self.board.at_most(numbers), self.board.nothing()]);
                let target = all([self.claimed(numbers, to)?, somewhere]);
                let target = self.compile("the positions to move to", &target)?;
                let variables = self.board.variables();
                let target = target.extend(&variables, &self.budget)?;
                self.relations.define("target", variables, target);
                let both = |option: Vec<Linear>| {
                    all([
                        Formula::relation("target", option.clone()),
                        Formula::relation(CLAIMED, option),
                    ])
                };
                let reached = some_option(self.ruleset, self.board, &both)?;
                all([self.claimed(numbers, from)?, reached.not()])
            }
            Said::Adding(piles) => {
                let named = self.board.named(numbers);
                let added: Vec<Linear> =
                    piles.iter().map(|&n| Linear::constant(n.into())).collect();
                let with = merges(&named, &added, true)
                    .into_iter()
                    .map(|order| Formula::relation(CLAIMED, self.board.coordinates(&order)));
                lost.iff(any(with)).not()
            }
        };
        let suppose = self.claimed(numbers, &on.suppose)?;
        let mut spoken = vec![self.scope(on, numbers), suppose.clone()];
        if let Said::If(_, condition) | Said::Strategy(condition, _) = said {
            spoken.push(self.claimed(numbers, condition)?);
        }
        if self.compile("the positions spoken of", &all(spoken))?.is_empty() {
            return Err(Trouble::Open("it speaks of no position".into()));
        }
        let broken = all([self.scope(on, numbers), suppose, broken]);
        let mut broken = self.is_empty("a position other than claimed", &broken)?;
        for given in &on.given {
            if broken.is_some() {
                break;
            }
            let Meaning::P(condition) = &given.meaning else {
                return Err(Trouble::Open("a nim-value is given, not a condition".into()));
            };
            let numbers = given.names.len();
            let terms: Vec<Linear> = self.board.variables().iter().map(Linear::var).collect();
            let lost = Formula::relation(CLAIMED, terms);
            let differs = lost.iff(self.claimed(numbers, condition)?).not();
            let differs = all([self.scope(on, numbers), differs]);
            broken = self.is_empty("a position other than given", &differs)?;
        }
        Ok(match broken {
            Some(Proof::Broken { at, .. }) => {
                Proof::Broken { at, known: self.known_set(SetOf::Lost) }
            }
            Some(other) => other,
            None => self.complete("learned automaton", SetOf::Lost),
        })
    }

    fn nim_values(
        &mut self,
        on: &OnBoard,
        numbers: usize,
        number: &Number,
    ) -> Result<Proof, Trouble> {
        if !self.ruleset.has_nim_values() {
            return Err(Trouble::Open("there are no nim-values in this kind of play".into()));
        }
        if on.suppose != Condition::Plain(Cond::Always) {
            return Err(Trouble::Open(
                "nim-values are proved for all positions of a board at once".into(),
            ));
        }
        let value = Linear::var(VALUE);
        let mut cases = vec![all([self.scope(on, numbers), self.valued(numbers, number)?])];
        cases.push(all([self.board.nothing(), value.equals(0)]));
        for smaller in self.smaller(on, numbers) {
            let formula = match self.given(on, smaller)? {
                Meaning::NimValue(number) => self.valued(smaller, &number)?,
                Meaning::P(_) => {
                    return Err(Trouble::Open("a condition is given, not a nim-value".into()));
                }
            };
            cases.push(all([self.scope(on, smaller), formula]));
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
        let (ruleset, board) = (self.ruleset, self.board);
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
        Ok(self.complete("automata", SetOf::NimValues))
    }

    /// The boards smaller than the claim's own of which something must be said.
    fn smaller(&self, on: &OnBoard, numbers: usize) -> Vec<usize> {
        match self.board {
            Board::Piles(_) => (1..numbers).collect(),
            Board::Counts(_) => on.given.iter().map(|given| given.names.len()).collect(),
            Board::Row(_) | Board::Mixed { .. } => Vec::new(),
        }
    }

    /// The positions of which a statement with so many names speaks.
    fn scope(&self, on: &OnBoard, numbers: usize) -> Formula {
        any(on.boards(numbers).map(|size| self.board.exactly(size)))
    }

    /// What holds on a smaller board: as given, or guessed from one pile.
    fn given(&self, on: &OnBoard, numbers: usize) -> Result<Meaning, Trouble> {
        let given = on.given.iter().find(|given| given.names.len() == numbers);
        if let Some(given) = given {
            return Ok(given.meaning.clone());
        }
        let guess = match (self.board, numbers) {
            (Board::Piles(_), 1) => self.guess(on),
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
    fn guess(&self, on: &OnBoard) -> Option<Meaning> {
        use sprague_rules::expr::{Comparison, Expr};
        let ruleset = self.ruleset;
        let watch = self.task.watch();
        let budget = sprague_solve::Budget::default();
        let sequence = Sequence::compute(ruleset, GUESSED_FROM, &budget, &watch).ok()?;
        let pile = || Expr::Slot(0);
        let is = |size: usize| Cond::Compare(Comparison::Equal, pile(), Expr::Const(size as i64));
        let wants_value = matches!(on.says, Says::Exactly(Meaning::NimValue(_)));
        if wants_value {
            let found = sequence.regularity_within(ruleset, &watch)?;
            let Terms::NimValues(values) = &sequence.terms else { return None };
            // Only the simplest form is guessed: the value is the pile itself.
            let same = values.iter().zip(0..).all(|(value, size)| value == size);
            return (same && found.period == 1).then(|| Meaning::NimValue(Number::Plain(pile())));
        }
        let lost: Vec<bool> = match &sequence.terms {
            Terms::NimValues(values) => values.iter().map(|value| value == 0).collect(),
            Terms::Outcomes(outcomes) => {
                outcomes.iter().map(|&outcome| outcome == Outcome::P).collect()
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
        let named = self.board.named(numbers);
        let slots = padded(&named);
        let fresh = std::cell::Cell::new(0);
        match self.counted(numbers) {
            None => {
                let (before, chosen, after) = (&named[..], &[][..], &[][..]);
                let scene = Scene { slots: &slots, before, chosen, after, fresh: &fresh };
                Ok(scene.claimed(condition)?)
            }
            Some(counted) => {
                let condition = counted.condition(condition).ok_or_else(unsaid)?;
                let (before, chosen, after) = (&[][..], &[][..], &[][..]);
                let scene = Scene { slots: &slots, before, chosen, after, fresh: &fresh };
                Ok(scene.claimed(&condition)?)
            }
        }
    }

    /// How piles are counted on a board of so many numbers, if they are.
    fn counted(&self, numbers: usize) -> Option<Counted> {
        let counted = self.board.counted();
        (counted > 0).then(|| Counted {
            sizes: counted.min(numbers),
            piles: numbers.saturating_sub(counted),
        })
    }

    /// The value is this number.
    fn valued(&self, numbers: usize, number: &Number) -> Result<Formula, Trouble> {
        match self.counted(numbers) {
            Some(counted) => {
                let number = counted.number(number).ok_or_else(unsaid)?;
                self.valued_plainly(numbers, &number)
            }
            None => self.valued_plainly(numbers, number),
        }
    }

    fn valued_plainly(&self, numbers: usize, number: &Number) -> Result<Formula, Trouble> {
        use sprague_rules::expr::{Comparison, Expr};
        let named = self.board.named(numbers);
        let mut slots = padded(&named);
        slots[named.len()] = Linear::var(VALUE);
        let value = Expr::Slot(named.len());
        let fresh = std::cell::Cell::new(0);
        let scene = Scene { slots: &slots, before: &named, chosen: &[], after: &[], fresh: &fresh };
        Ok(match number {
            Number::Plain(expr) => {
                scene.formula(&Cond::Compare(Comparison::Equal, value, expr.clone()))?
            }
            Number::NimSum(parts) => {
                let parts = [parts.clone(), vec![value]].concat();
                scene.claimed(&Condition::NimSumZero(parts))?
            }
            Number::PilesSum(_) => {
                return Err(Inexpressible("a nim-sum over all piles".into()).into());
            }
            Number::Either(condition, then, otherwise) => {
                let condition = scene.claimed(condition)?;
                any([
                    all([condition.clone(), self.valued_plainly(numbers, then)?]),
                    all([condition.not(), self.valued_plainly(numbers, otherwise)?]),
                ])
            }
        })
    }
}

/// What is said of all piles cannot be said of counts.
fn unsaid() -> Trouble {
    Inexpressible("all piles at once, where some are counted".into()).into()
}
