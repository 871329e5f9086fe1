//! Claims about all positions of a board.
//!
//! The evidence of a proof is an automaton of the P-positions, or of the nim-values, of the whole board. Every tuple of
//! numbers is a position, moves lead from tuples to tuples, and play ends (the rule language sees to that). So the
//! automaton is right if these sentences hold for all numbers: a position is accepted iff no option of it is (in misère
//! play: and it has an option). For nim-values: every position has exactly one, no option has the same, and each smaller
//! number is the value of an option. What the claim says, and what it says is given on smaller boards, are further
//! sentences.
//!
//! Two games have the same moves: [`crate::isomorphic`]. Outcomes of other positions are left open: [`crate::unfold`].
//! Multiples of the other pile are taken: [`crate::multiples`].
//!
//! A counterexample is computed again by the plain recursion; one that is too far out for that is shown by an automaton
//! that is proved right in the same way.

mod statement;

use sprague_certificate::{BoardEvidence, PositionSet, SetOf};
use sprague_claim::claim::{OnBoard, Says};
use sprague_claim::{Board, Claim};
use sprague_rules::{Options, Player, Ruleset, write_position};
use sprague_task::Task;

use crate::arithmetic::{Arithmetic, Decided, Formula, TRUE, Term, Variable};
use crate::options::{Game, Goal};
use crate::{Rejection, boxes, depends, isomorphic, multiples, unfold};

/// Decides the evidence again.
pub(crate) fn check(
    _claim: &Claim,
    on: &OnBoard,
    evidence: &BoardEvidence,
    task: &Task,
) -> Result<(), Rejection> {
    match evidence {
        // What is given is said of smaller boards: automata decide it there, boxes do not.
        BoardEvidence::Box(_) if !on.given.is_empty() => {
            Err(Rejection::new("a box does not show what is given on smaller boards"))
        }
        BoardEvidence::Box(periodic) => boxes::check(on, periodic, task),
        BoardEvidence::Isomorphic => match &on.says {
            Says::SameAs { ruleset, nim_values } => {
                isomorphic::same_moves(on, ruleset, *nim_values, task)
            }
            _ => Err(Rejection::new("no other game is spoken of")),
        },
        BoardEvidence::Unfolded { depth, cells } => unfold::check(on, *depth, *cells, task),
        BoardEvidence::Multiples => multiples::check(on, task),
        BoardEvidence::Apart { at, other } => depends::apart(on, at, other, task),
        BoardEvidence::Automaton(set) => {
            let mut positions = Positions::proved(&on.ruleset, on.whole(), set, task)?;
            statement::follows(on, &mut positions)
        }
        BoardEvidence::Counterexample(at) => match &on.says {
            Says::SameAs { ruleset, nim_values } => {
                depends::differs(on, ruleset, *nim_values, at, task)
            }
            _ => statement::fails(on, at, task),
        },
        BoardEvidence::Far { at, set } => {
            let mut positions = Positions::proved(&on.ruleset, on.whole(), set, task)?;
            statement::fails_far(on, at, &mut positions)
        }
    }
}

/// Positions for which the options are compared with those that the rules list.
const COMPARED: u64 = 300;

/// All P-positions, or nim-values, of a board, proved.
pub(crate) struct Positions<'c> {
    pub(crate) game: Game<'c>,
    pub(crate) of: SetOf,
    pub(crate) arithmetic: Arithmetic<'c>,
}

impl<'c> Positions<'c> {
    /// Tests that a set is what it is said to be.
    pub(crate) fn proved(
        ruleset: &'c Ruleset,
        board: Board,
        set: &PositionSet,
        task: &'c Task,
    ) -> Result<Positions<'c>, Rejection> {
        let numbers = board.numbers();
        let tracks = numbers + usize::from(set.of == SetOf::NimValues);
        if set.automaton.tracks != tracks || !set.automaton.is_complete() {
            return Err(Rejection::new(format!(
                "the automaton must read {tracks} numbers at once"
            )));
        }
        let automaton = set.automaton.clone();
        let letters = automaton.next.len() / automaton.states();
        for state in 0..automaton.states() {
            let then = automaton.next[state * letters] as usize;
            if automaton.accepting[state] != automaton.accepting[then] {
                return Err(Rejection::new(format!(
                    "after state {state} zeros change what is accepted"
                )));
            }
        }
        // The numbers of a position, a value, and a second one; then what conditions need.
        let game = Game::new(ruleset, board, numbers as Variable + 2)?;
        let mut positions =
            Positions { game, of: set.of, arithmetic: Arithmetic::new(automaton, task) };
        match set.of {
            SetOf::Lost => positions.are_lost()?,
            SetOf::NimValues => positions.are_nim_values()?,
        }
        Ok(positions)
    }

    /// A sentence must hold for all numbers: those of a position, and so many more.
    pub(crate) fn demand(
        &mut self,
        formula: Formula,
        more: usize,
        fault: &str,
    ) -> Result<(), Rejection> {
        let board = self.game.board;
        match self.arithmetic.always(formula, board.numbers() + more)? {
            Decided::Holds => Ok(()),
            Decided::Fails(numbers) => {
                let numbers = numbers.unwrap_or_default();
                let tuple = numbers.iter().take(board.numbers()).map(|&n| u128::from(n));
                let position = board.position(&tuple.collect::<Vec<_>>());
                let position = position.filter(|_| !numbers.is_empty());
                let position = position.map_or("a huge position".into(), |at| write_position(&at));
                Err(Rejection::new(format!("{fault}: {position}")))
            }
        }
    }

    /// A nim-value, or a second one.
    pub(crate) fn value(&self, which: usize) -> Term {
        Term::variable((self.game.board.numbers() + which) as Variable)
    }

    /// The position of these terms is accepted, with a value if there is one.
    pub(crate) fn accepted(&mut self, terms: &[Term], value: Option<Term>) -> Formula {
        let tuple = self.game.coordinates(terms).into_iter().chain(value).collect();
        self.arithmetic.member(tuple)
    }

    /// Some option is accepted.
    fn reaches(&mut self, value: Option<Term>) -> Result<Formula, Rejection> {
        let game = self.game;
        let so = |a: &mut Arithmetic, terms: &[Term], _| {
            Ok(a.member(game.coordinates(terms).into_iter().chain(value.clone()).collect()))
        };
        game.some_option(&Goal { so: &so, ascends: true }, &mut self.arithmetic)
    }

    /// The automaton accepts the P-positions.
    fn are_lost(&mut self) -> Result<(), Rejection> {
        let mut won = self.reaches(None)?;
        self.compare(won)?;
        if self.game.is_misere() {
            let goal = Goal { so: &|_, _, _| Ok(TRUE), ascends: false };
            let moves = self.game.some_option(&goal, &mut self.arithmetic)?;
            let stuck = self.arithmetic.not(moves);
            won = self.arithmetic.or([won, stuck]);
        }
        let lost = self.accepted(&self.game.terms(), None);
        let not = self.arithmetic.not(won);
        let sentence = self.arithmetic.iff(lost, not);
        self.demand(sentence, 0, "the automaton does not accept the P-positions; it is wrong about")
    }

    /// A second look at small positions: the options that the rules list, one by one.
    fn compare(&mut self, reaches: Formula) -> Result<(), Rejection> {
        let numbers = self.game.board.numbers() as u32;
        let side = (2..20u64).take_while(|n| n.pow(numbers) <= COMPARED).last().unwrap_or(2);
        let options = Options::new(self.game.ruleset);
        for index in 0..side.pow(numbers).min(COMPARED) {
            let tuple: Vec<u64> = (0..numbers).map(|i| index / side.pow(i) % side).collect();
            let wide: Vec<u128> = tuple.iter().map(|&n| n.into()).collect();
            let Some(position) = self.game.board.position(&wide) else { continue };
            let mut listed = false;
            for option in options.list(&position, Player::Left) {
                let tuple = self.tuple(&option).ok_or_else(|| {
                    Rejection::new(format!("{option:?} is an option, but not on the board"))
                })?;
                let terms: Vec<Term> = (0..numbers as Variable).map(Term::variable).collect();
                let accepted = self.arithmetic.member(terms);
                listed |= self.arithmetic.holds_at(accepted, &tuple)?;
            }
            if self.arithmetic.holds_at(reaches, &tuple)? != listed {
                let why = format!("the options of {position:?} are not those of the rules");
                return Err(Rejection::new(why));
            }
        }
        Ok(())
    }

    /// A tuple of a position written out, if it is one of the board.
    pub(crate) fn tuple(&self, position: &[u32]) -> Option<Vec<u64>> {
        let board = self.game.board;
        let counted = board.counted();
        let mut counts = vec![0u64; counted];
        let mut piles = Vec::new();
        for &size in position.iter().filter(|&&size| size > 0) {
            match counts.get_mut(size as usize - 1) {
                Some(count) => *count += 1,
                None => piles.push(u64::from(size)),
            }
        }
        let gone = (board.numbers() - counted).checked_sub(piles.len())?;
        piles.sort_unstable();
        let mut before = 0;
        let more = piles.into_iter().map(|pile| {
            let more = pile - before;
            before = pile;
            more
        });
        counts.extend(std::iter::repeat_n(0, gone));
        counts.extend(more);
        Some(counts)
    }

    /// The automaton accepts each position with its nim-value.
    fn are_nim_values(&mut self) -> Result<(), Rejection> {
        if !self.game.ruleset.has_nim_values() {
            return Err(Rejection::new("there are no nim-values in this kind of play"));
        }
        let (v, w) = (self.value(0), self.value(1));
        let terms = self.game.terms();
        let (has, has_too) =
            (self.accepted(&terms, Some(v.clone())), self.accepted(&terms, Some(w.clone())));
        let some = self.arithmetic.exists(self.game.board.numbers() as Variable, has);
        self.demand(some, 0, "a position has no value")?;
        let same = self.arithmetic.equal(&v, &w);
        let both = self.arithmetic.and([has, has_too]);
        let sentence = self.arithmetic.implies(both, same);
        self.demand(sentence, 2, "a position has two values")?;
        let reaches = self.reaches(Some(w.clone()))?;
        let other = self.arithmetic.not(reaches);
        let sentence = self.arithmetic.implies(has_too, other);
        self.demand(sentence, 2, "an option has the same value")?;
        let less = self.arithmetic.less(&w, &v);
        let smaller = self.arithmetic.and([has, less]);
        let sentence = self.arithmetic.implies(smaller, reaches);
        self.demand(sentence, 2, "no option has some smaller value")
    }
}
