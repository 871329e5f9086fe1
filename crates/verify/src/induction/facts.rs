//! What is true of every set with its games: instances of finitely many kinds of facts, as formulas.
//!
//! Some facts say that there is a number: each use brings in an unknown of its own, which is such a number where there is one,
//! and any number where there is none. An unknown of an earlier use may be named by a later fact, but nothing was said of it
//! before; so each fact is true of some choice of the unknowns so far, and the choice can be made in their order.

use std::collections::HashMap;

use sprague_certificate::induction::{Choice, Instance, Row, Term};
use sprague_claim::outcomes::sentence::{Outcomes, Part, Sentence, Where};
use sprague_rules::expr::Expr;

use super::formula::{Atom, Formula};
use super::rules::{LIKE, Setting, Stuck};
use super::sentence::{Said, large, mask, others};
use crate::Rejection;

/// The unknowns that every problem has: the least member of the set.
pub(super) const LEAST: usize = 0;
/// The largest one, of a finite set.
pub(super) const LARGEST: usize = 1;
/// The period of the claim's own game, where sets are finite.
pub(super) const PERIODS: usize = 2;
/// Its preperiod.
pub(super) const PREPERIOD: usize = 3;
/// The first unknown of which an instance says that it is there.
const FRESH: usize = 4;

/// What an unknown stands for.
#[derive(Clone, Debug, PartialEq)]
enum Unknown {
    /// The least heap of which a sentence is not so.
    Least(usize),
    /// From here on all outcomes are such.
    Lasting(usize, u8),
    /// From here on the sequence has this period.
    Periodic(Term),
    /// A number with some property.
    Other,
}

/// Formulas that cannot all be true if what is to be proved is so.
pub struct Problem<'s> {
    pub(super) setting: &'s Setting<'s>,
    atoms: Vec<Atom>,
    numbers: HashMap<Atom, usize>,
    formulas: Vec<Formula>,
    unknowns: Vec<Unknown>,
}

impl<'s> Problem<'s> {
    /// The places of the first two formulas: the opposite of the goal, and what is supposed.
    pub const OPPOSITE: usize = 0;
    /// See [`Problem::OPPOSITE`].
    pub const SUPPOSED: usize = 1;

    /// The opposite of a goal, with what is supposed, the lemmas before it, and what is known of the set.
    pub fn new(setting: &'s Setting<'s>, goal: usize) -> Result<Problem<'s>, Rejection> {
        let mut problem = Problem {
            setting,
            atoms: Vec::new(),
            numbers: HashMap::new(),
            formulas: Vec::new(),
            unknowns: Vec::new(),
        };
        let aim = setting.goal(goal).ok_or_else(|| Rejection::new("there is no such goal"))?;
        let opposite = problem.sentence(aim)?.not();
        problem.formulas.push(opposite);
        let supposed = problem.sentence(&setting.on.saying.suppose)?;
        problem.formulas.push(supposed);
        for lemma in setting.on.saying.lemmas.iter().take(goal) {
            let lemma = problem.sentence(lemma)?;
            problem.formulas.push(lemma);
        }
        let min = Term::unknown(LEAST);
        let mut known = vec![problem.member(&min)];
        known.push(problem.at_most(&Term::number(setting.family.least.into()), &min)?);
        if setting.finite {
            let max = Term::unknown(LARGEST);
            known.push(problem.member(&max));
            known.push(problem.at_most(&min, &max)?);
            known.push(problem.at_most(&Term::number(1), &Term::unknown(PERIODS))?);
            known.push(problem.at_most(&Term::number(0), &Term::unknown(PREPERIOD))?);
        }
        problem.formulas.extend(known);
        Ok(problem)
    }

    /// All atoms, in the order in which they were first spoken of.
    pub fn atoms(&self) -> &[Atom] {
        &self.atoms
    }

    /// All formulas, in their order.
    pub fn formulas(&self) -> &[Formula] {
        &self.formulas
    }

    /// The number that the next unknown gets.
    pub fn next_unknown(&self) -> usize {
        FRESH + self.unknowns.len()
    }

    pub(super) fn number_of(&mut self, atom: Atom) -> usize {
        if let Some(&number) = self.numbers.get(&atom) {
            return number;
        }
        self.atoms.push(atom.clone());
        self.numbers.insert(atom, self.atoms.len() - 1);
        self.atoms.len() - 1
    }

    fn fresh(&mut self, unknown: Unknown) -> Term {
        self.unknowns.push(unknown);
        Term::unknown(self.next_unknown() - 1)
    }

    fn unknown(&self, place: usize) -> Result<Unknown, Rejection> {
        let unknown = place.checked_sub(FRESH).and_then(|place| self.unknowns.get(place));
        unknown.cloned().ok_or_else(|| Rejection::new("there is no such unknown"))
    }

    fn check_term(&self, term: &Term) -> Result<(), Rejection> {
        let forward = term.factors.len() > self.next_unknown();
        let finite = |place: usize| term.factors.get(place).is_none_or(|factor| *factor == 0);
        let open = !self.setting.finite && ![LARGEST, PERIODS, PREPERIOD].into_iter().all(finite);
        match forward || open {
            true => Err(Rejection::new("a term names an unknown that is not there")),
            false => Ok(()),
        }
    }

    fn check_game(&self, game: usize) -> Result<(), Rejection> {
        match game < self.setting.endings.len() {
            true => Ok(()),
            false => Err(Rejection::new("there is no such game")),
        }
    }

    fn every(&self, sentence: usize) -> Result<&'s Sentence, Rejection> {
        let known: Option<&'s Sentence> = self.setting.every.get(sentence);
        known.ok_or_else(|| Rejection::new("there is no such sentence"))
    }

    pub(super) fn ends_are_open(&self) -> Result<(), Rejection> {
        match self.setting.endings.first() {
            Some(Stuck::Open) => Ok(()),
            _ => Err(Rejection::new("the endings are not left open")),
        }
    }

    /// 0 <= heap < min
    fn is_stuck(&mut self, heap: &Term) -> Result<Vec<Formula>, Rejection> {
        Ok(vec![self.is_heap(heap)?, self.less(heap, &Term::unknown(LEAST))?])
    }

    /// Adds a fact.
    pub fn add(&mut self, instance: &Instance) -> Result<(), Rejection> {
        let formula = self.fact(instance)?;
        self.formulas.push(formula);
        Ok(())
    }

    fn fact(&mut self, instance: &Instance) -> Said {
        let (min, max) = (Term::unknown(LEAST), Term::unknown(LARGEST));
        match instance {
            Instance::Member { number } => {
                self.check_term(number)?;
                let member = self.member(number);
                let mut between = vec![self.at_most(&min, number)?];
                if self.setting.finite {
                    between.push(self.at_most(number, &max)?);
                }
                Ok(Formula::implies(vec![member], Formula::And(between)))
            }
            Instance::Like { like, number } => self.like(*like, number),
            Instance::Unlike { like } => {
                let number = self.fresh(Unknown::Other);
                let is_like = self.atom(Atom::Like(*like));
                let (condition, conclusion) = self.likeness(*like, &number)?;
                Ok(Formula::Or(vec![is_like, Formula::And(vec![condition, conclusion.not()])]))
            }
            Instance::Take { game, heap, amount } => {
                self.check_game(*game)?;
                self.check_term(heap)?;
                self.check_term(amount)?;
                let rest = heap.plus(-1, amount).ok_or_else(large)?;
                let possible = vec![self.member(amount), self.is_heap(&rest)?];
                let wins = |player: usize| {
                    let other_loses = self.wins(*game, 1 - player, &rest).not();
                    Formula::implies(vec![other_loses], self.wins(*game, player, heap))
                };
                let wins = Formula::And([0, 1].map(wins).into());
                Ok(Formula::implies(possible, wins))
            }
            Instance::Win { game, player, heap } => {
                self.check_game(*game)?;
                self.check_term(heap)?;
                if *player > 1 {
                    return Err(Rejection::new("there are two players"));
                }
                let amount = self.fresh(Unknown::Other);
                let rest = heap.plus(-1, &amount).ok_or_else(large)?;
                let wins = vec![self.at_most(&min, heap)?, self.wins(*game, *player, heap)];
                let by = vec![
                    self.member(&amount),
                    self.is_heap(&rest)?,
                    self.wins(*game, 1 - player, &rest).not(),
                ];
                Ok(Formula::implies(wins, Formula::And(by)))
            }
            Instance::Stuck { game, heap } => {
                self.check_game(*game)?;
                self.check_term(heap)?;
                let setting = self.setting;
                let Stuck::Cases(cases) = &setting.endings[*game] else { return Ok(Formula::TRUE) };
                let (mut before, mut all) = (Vec::new(), Vec::new());
                for (condition, outcome) in cases {
                    let condition = self.plain(condition, heap)?;
                    let outcome = self.has(*game, mask(Outcomes::of(&[*outcome])), heap);
                    let mut conditions = before.clone();
                    conditions.push(condition.clone());
                    all.push(Formula::implies(conditions, outcome));
                    before.push(condition.not());
                }
                Ok(Formula::implies(self.is_stuck(heap)?, Formula::And(all)))
            }
            Instance::Never { outcome, heap } => {
                self.ends_are_open()?;
                self.check_term(heap)?;
                let mut conditions = self.is_stuck(heap)?;
                conditions.push(self.ends(*outcome)?.not());
                Ok(Formula::implies(conditions, self.has(0, others(1 << outcome), heap)))
            }
            Instance::Ends { outcome } => {
                self.ends_are_open()?;
                let heap = self.fresh(Unknown::Other);
                let ends = self.ends(*outcome)?;
                let mut all = self.is_stuck(&heap)?;
                all.push(self.has(0, 1 << outcome, &heap));
                Ok(Formula::implies(vec![ends], Formula::And(all)))
            }
            Instance::So { sentence, heap } => {
                self.check_term(heap)?;
                let said = self.every(*sentence)?;
                let conditions = vec![self.atom(Atom::Every(*sentence)), self.is_heap(heap)?];
                Ok(Formula::implies(conditions, self.body(said, heap)?))
            }
            Instance::Least { sentence } => {
                let said = self.every(*sentence)?;
                let heap = self.fresh(Unknown::Least(*sentence));
                let every = self.atom(Atom::Every(*sentence));
                let fails = vec![self.is_heap(&heap)?, self.body(said, &heap)?.not()];
                Ok(Formula::Or(vec![every, Formula::And(fails)]))
            }
            Instance::Below { least, heap } => {
                self.check_term(heap)?;
                let Unknown::Least(sentence) = self.unknown(*least)? else {
                    return Err(Rejection::new("this unknown is no least heap"));
                };
                let said = self.every(sentence)?;
                let every = self.atom(Atom::Every(sentence));
                let smaller = vec![self.is_heap(heap)?, self.less(heap, &Term::unknown(*least))?];
                let so = Formula::implies(smaller, self.body(said, heap)?);
                Ok(Formula::Or(vec![every, so]))
            }
            Instance::In { row, heap } => {
                self.check_row(row)?;
                self.check_term(heap)?;
                let conditions = vec![
                    self.atom(Atom::Row(row.clone())),
                    self.is_heap(heap)?,
                    self.at_most(&row.from, heap)?,
                    self.at_most(heap, &row.to)?,
                ];
                Ok(Formula::implies(conditions, self.has(row.game, row.outcomes, heap)))
            }
            Instance::Out { row } => {
                self.check_row(row)?;
                let heap = self.fresh(Unknown::Other);
                let all = self.atom(Atom::Row(row.clone()));
                let other = vec![
                    self.is_heap(&heap)?,
                    self.at_most(&row.from, &heap)?,
                    self.at_most(&heap, &row.to)?,
                    self.has(row.game, others(row.outcomes), &heap),
                ];
                Ok(Formula::Or(vec![all, Formula::And(other)]))
            }
            Instance::Option { choice, amount } => {
                self.check_choice(choice)?;
                self.check_term(amount)?;
                let rest = choice.heap.plus(-1, amount).ok_or_else(large)?;
                let some = self.atom(Atom::Choice(choice.clone()));
                let possible = vec![some.not(), self.member(amount), self.is_heap(&rest)?];
                Ok(Formula::implies(
                    possible,
                    self.has(choice.game, others(choice.outcomes), &rest),
                ))
            }
            Instance::Choice { choice } => {
                self.check_choice(choice)?;
                let amount = self.fresh(Unknown::Other);
                let rest = choice.heap.plus(-1, &amount).ok_or_else(large)?;
                let some = self.atom(Atom::Choice(choice.clone()));
                let by = vec![
                    self.member(&amount),
                    self.is_heap(&rest)?,
                    self.has(choice.game, choice.outcomes, &rest),
                ];
                Ok(Formula::implies(vec![some], Formula::And(by)))
            }
            Instance::Equal { game, heap, other } => {
                self.check_game(*game)?;
                self.check_term(heap)?;
                self.check_term(other)?;
                let equal = self.equal(heap, other)?;
                Ok(Formula::implies(vec![equal], self.same((*game, heap), (*game, other))))
            }
            Instance::Both { number, other } => {
                self.check_term(number)?;
                self.check_term(other)?;
                let equal = self.equal(number, other)?;
                let one = self.member(number);
                Ok(Formula::implies(vec![equal], one.iff(self.member(other))))
            }
            Instance::Zero { number } => {
                self.check_term(number)?;
                let zero = self.equal(number, &Term::number(0))?;
                Ok(Formula::implies(vec![zero], self.odd(number).not()))
            }
            Instance::Lasting { .. }
            | Instance::Later { .. }
            | Instance::Beyond { .. }
            | Instance::Periodic { .. }
            | Instance::Repeat { .. }
            | Instance::Differ { .. }
            | Instance::Cycle { .. }
            | Instance::Climb { .. }
            | Instance::Chain { .. } => self.fact_for_ever(instance),
        }
    }

    /// Facts about what is so from some heap on.
    fn fact_for_ever(&mut self, instance: &Instance) -> Said {
        match instance {
            Instance::Lasting { game, outcomes } => {
                self.check_game(*game)?;
                let from = self.fresh(Unknown::Lasting(*game, *outcomes));
                let lasts = self.atom(Atom::Eventually(*game, *outcomes));
                Ok(Formula::implies(vec![lasts], self.is_heap(&from)?))
            }
            Instance::Later { from, heap } => {
                self.check_term(heap)?;
                let Unknown::Lasting(game, outcomes) = self.unknown(*from)? else {
                    return Err(Rejection::new("nothing lasts from this unknown on"));
                };
                let conditions = vec![
                    self.atom(Atom::Eventually(game, outcomes)),
                    self.is_heap(heap)?,
                    self.at_most(&Term::unknown(*from), heap)?,
                ];
                Ok(Formula::implies(conditions, self.has(game, outcomes, heap)))
            }
            Instance::Beyond { game, outcomes, heap } => {
                self.check_game(*game)?;
                self.check_term(heap)?;
                let there = self.fresh(Unknown::Other);
                let lasts = self.atom(Atom::Eventually(*game, *outcomes));
                let other = vec![
                    self.is_heap(&there)?,
                    self.at_most(heap, &there)?,
                    self.has(*game, others(*outcomes), &there),
                ];
                Ok(Formula::Or(vec![lasts, Formula::And(other)]))
            }
            Instance::Periodic { step } => {
                self.check_term(step)?;
                let from = self.fresh(Unknown::Periodic(step.clone()));
                let periodic = self.atom(Atom::HasPeriod(step.clone()));
                let all = vec![self.at_most(&Term::number(1), step)?, self.is_heap(&from)?];
                Ok(Formula::implies(vec![periodic], Formula::And(all)))
            }
            Instance::Repeat { from, heap, other } => {
                self.check_term(heap)?;
                self.check_term(other)?;
                let Unknown::Periodic(step) = self.unknown(*from)? else {
                    return Err(Rejection::new("nothing repeats from this unknown on"));
                };
                let first = Term::unknown(*from);
                let apart = other.plus(-1, heap).ok_or_else(large)?;
                let mut conditions = vec![
                    self.atom(Atom::HasPeriod(step.clone())),
                    self.at_most(&first, heap)?,
                    self.at_most(&first, other)?,
                ];
                if step == Term::number(2) {
                    conditions.push(self.odd(&apart).not());
                } else if step != Term::number(1) && step != apart {
                    return Err(Rejection::new("these heaps are not a period apart"));
                }
                Ok(Formula::implies(conditions, self.same((0, heap), (0, other))))
            }
            Instance::Differ { step, heap } => {
                self.check_term(step)?;
                self.check_term(heap)?;
                let there = self.fresh(Unknown::Other);
                let later = there.plus(1, step).ok_or_else(large)?;
                let conditions = vec![
                    self.at_most(&Term::number(1), step)?,
                    self.atom(Atom::HasPeriod(step.clone())).not(),
                ];
                let differs = vec![
                    self.is_heap(&there)?,
                    self.at_most(heap, &there)?,
                    self.same((0, &there), (0, &later)).not(),
                ];
                Ok(Formula::implies(conditions, Formula::And(differs)))
            }
            Instance::Cycle { heap, other } => {
                let (period, from) = (Term::unknown(PERIODS), Term::unknown(PREPERIOD));
                [heap, other, &period].into_iter().try_for_each(|term| self.check_term(term))?;
                let apart = other.plus(-1, heap).ok_or_else(large)?;
                let even = vec![self.equal(&period, &Term::number(2))?, self.odd(&apart).not()];
                let one = self.equal(&period, &Term::number(1))?;
                let conditions = vec![
                    Formula::Or(vec![one, Formula::And(even)]),
                    self.at_most(&from, heap)?,
                    self.at_most(&from, other)?,
                ];
                Ok(Formula::implies(conditions, self.same((0, heap), (0, other))))
            }
            Instance::Climb { sentence, start, heap } => {
                self.check_term(start)?;
                self.check_term(heap)?;
                let said = self.every(*sentence)?;
                let (game, outcomes, _, shift) =
                    step_of(said).filter(|(_, here, after, _)| after & !here == 0).ok_or_else(
                        || Rejection::new("the sentence does not say that it comes again"),
                    )?;
                let step = self.term(shift, &Term::default())?;
                let there = self.fresh(Unknown::Other);
                let conditions = vec![
                    self.atom(Atom::Every(*sentence)),
                    self.at_most(&Term::number(1), &step)?,
                    self.is_heap(start)?,
                    self.has(game, outcomes, start),
                ];
                let again = vec![
                    self.is_heap(&there)?,
                    self.at_most(heap, &there)?,
                    self.has(game, outcomes, &there),
                ];
                Ok(Formula::implies(conditions, Formula::And(again)))
            }
            Instance::Chain { step } => {
                self.check_term(step)?;
                let setting = self.setting;
                // What may follow each outcome; anything, where nothing is said.
                let mut after = [15u8; 4];
                let mut conditions = vec![self.at_most(&Term::number(1), step)?];
                for (place, said) in setting.every.iter().enumerate() {
                    let Some((0, here, next, shift)) = step_of(said) else { continue };
                    if self.term(shift, &Term::default()).ok().as_ref() == Some(step) {
                        conditions.push(self.atom(Atom::Every(place)));
                        for (outcome, after) in after.iter_mut().enumerate() {
                            *after &= if here >> outcome & 1 == 1 { next } else { 15 };
                        }
                    }
                }
                match comes_back(after) {
                    true => Err(Rejection::new("an outcome may come back after another")),
                    false => {
                        Ok(Formula::implies(conditions, self.atom(Atom::HasPeriod(step.clone()))))
                    }
                }
            }
            _ => Err(Rejection::new("there is no such fact")),
        }
    }

    fn ends(&mut self, outcome: usize) -> Said {
        match outcome < 4 {
            true => Ok(self.atom(Atom::Ends(outcome))),
            false => Err(Rejection::new("there are four outcomes")),
        }
    }

    fn check_row(&self, row: &Row) -> Result<(), Rejection> {
        self.check_game(row.game)?;
        self.check_term(&row.from)?;
        self.check_term(&row.to)
    }

    fn check_choice(&self, choice: &Choice) -> Result<(), Rejection> {
        self.check_game(choice.game)?;
        self.check_term(&choice.heap)
    }

    fn like(&mut self, like: usize, number: &Term) -> Said {
        self.check_term(number)?;
        let (condition, conclusion) = self.likeness(like, number)?;
        Ok(Formula::implies(vec![self.atom(Atom::Like(like)), condition], conclusion))
    }

    /// What a set that is like this has for every number: if the first, then the second.
    fn likeness(&mut self, like: usize, number: &Term) -> Result<(Formula, Formula), Rejection> {
        use sprague_claim::outcomes::sentence::Like;
        let (min, max) = (Term::unknown(LEAST), Term::unknown(LARGEST));
        let like = LIKE.get(like).ok_or_else(|| Rejection::new("sets are not like this"))?;
        let member = self.member(number);
        if matches!(like, Like::Symmetric | Like::Consecutive) && !self.setting.finite {
            return Err(Rejection::new("this is for finite sets"));
        }
        Ok(match like {
            Like::Symmetric => {
                let both = min.plus(1, &max).and_then(|sum| sum.plus(-1, number));
                (member, self.member(&both.ok_or_else(large)?))
            }
            Like::Consecutive => {
                let between = vec![self.at_most(&min, number)?, self.at_most(number, &max)?];
                (Formula::And(between), member)
            }
            Like::Even => (member, self.odd(number).not()),
            Like::Odd => (member, self.odd(number)),
        })
    }
}

/// `whenever X at n: Y at n + d`: the game, X, Y and d.
fn step_of(sentence: &Sentence) -> Option<(usize, u8, u8, &Expr)> {
    let Sentence::Whenever(alternatives, conclusions) = sentence else { return None };
    let ([alternative], [there]) = (&alternatives[..], &conclusions[..]) else { return None };
    let [here] = &alternative[..] else { return None };
    fn at(part: &Part) -> Option<(usize, u8, &Expr)> {
        match part {
            Part::At { game, outcomes, place: Where::Heaps(from, to) } if from == to => {
                Some((*game, mask(*outcomes), from))
            }
            _ => None,
        }
    }
    let ((game, here, from), (other, there, shift)) = (at(here)?, at(there)?);
    (game == other && *from == Expr::Const(0)).then_some((game, here, there, shift))
}

/// May an outcome come back after another one, where each is followed by some of these?
fn comes_back(after: [u8; 4]) -> bool {
    // Outcomes after which, apart from themselves, only those that are done come are done.
    let mut done = 0u8;
    for _ in 0..4 {
        for (outcome, next) in after.iter().enumerate() {
            if next & !done & !(1 << outcome) == 0 {
                done |= 1 << outcome;
            }
        }
    }
    done != 15
}
