//! **Outcomes of other positions, left open.** A claim about boards of k piles may speak of the outcomes of other positions: `P iff N(a, b) and N(a,
//! c) and N(b, c)`, or say that they are those of another game. Its proof is a strong induction on tokens in which the outcome of every position is a
//! letter of which only two things are known:
//!
//! - *the recursion*: a position is P iff none of its options is (in misère play: and it has one);
//! - *the induction*: the claim itself, at positions with fewer tokens than the one in question.
//!
//! The piles of that position are numbers x1 <= ... <= xk, left open. Every move takes from one pile an amount that the position
//! names (the size of a pile, the smallest one, a constant), so that the options are finitely many, and their piles are sums and
//! differences of the numbers. Which moves there are, in which order the piles of an option stand, and which of all
//! positions spoken of are the same, depends on finitely many comparisons of such sums. They are made one after the other (`cells`): where what is known
//! does not decide one, both ways are gone, if there are numbers for it. So the numbers fall into finitely many cells, and in each of
//! these a finite list of positions is spoken of, in which letters are equal or not.
//!
//! In each cell the induction is written down for the positions with fewer tokens of which the claim speaks, the recursion for the position itself and
//! for the others that are spoken of, up to a depth; and no choice of letters may satisfy all this and not the claim (`letters`). ∎

mod cells;
mod letters;
#[cfg(test)]
mod tests;

use sprague_claim::Board;
use sprague_claim::claim::{Meaning, OnBoard, Says};
use sprague_claim::condition::Condition;
use sprague_rules::expr::{Comparison, Cond, Expr, Mention, Piles};
use sprague_rules::ruleset::{Amount, Ending, MoveAct};
use sprague_rules::{Outcome, Ruleset, Shape};
use sprague_task::Task;

use crate::Rejection;
use crate::arithmetic::{Term, Variable};
use cells::{Oracle, Scene};
use letters::{Letter, Letters};

/// Decides it: the depth, and how many cells there are.
pub(crate) fn check(on: &OnBoard, depth: u32, cells: u64, task: &Task) -> Result<(), Rejection> {
    match unfolded(on, depth, task)? {
        found if found == cells => Ok(()),
        found => Err(Rejection::new(format!("there are {found} cells, not {cells}"))),
    }
}

/// The deepest unfolding, and the most letters of a cell.
const DEEPEST: u32 = 3;
const MOST_LETTERS: usize = 60;
/// Named piles.
const MOST_PILES: usize = 5;

/// How many cells there are, if the claim is proved in each by unfolding to this depth.
///
/// # Errors
///
/// Where moves do not suit, or the claim does not follow in some cell.
pub fn unfolded(on: &OnBoard, depth: u32, task: &Task) -> Result<u64, Rejection> {
    let Board::Piles(piles @ 1..=MOST_PILES) = on.board else {
        return Err(Rejection::new("this is for boards of a few piles"));
    };
    if !(1..=DEEPEST).contains(&depth) || !on.given.is_empty() {
        return Err(Rejection::new(format!("unfolding goes up to {DEEPEST} moves deep")));
    }
    let rulesets: Vec<&Ruleset> = match &on.says {
        Says::SameAs { ruleset, nim_values: false } => vec![&on.ruleset, ruleset],
        Says::Exactly(Meaning::P(_)) | Says::If { .. } => vec![&on.ruleset],
        _ => return Err(Rejection::new("this is for outcomes")),
    };
    for ruleset in &rulesets {
        let on_piles = match ruleset.shape {
            Shape::Piles { at_most } => at_most.is_none_or(|most| most >= piles),
            Shape::Row { .. } => false,
        };
        if !ruleset.same_moves() || !on_piles || matches!(ruleset.ending, Ending::Decided(_)) {
            return Err(Rejection::new("this is for impartial play on piles"));
        }
    }
    let mut oracle = Oracle::new(task);
    let (mut cells, mut spoken_of) = (0, false);
    while oracle.begin() {
        let mut cell = Cell {
            on,
            rulesets: &rulesets,
            oracle: &mut oracle,
            task,
            letters: Letters::default(),
            whole: Vec::new(),
        };
        spoken_of |= cell.follows(piles, depth)?;
        cells += 1;
        task.spend(100)?;
    }
    match spoken_of {
        true => Ok(cells),
        false => Err(Rejection::new("the claim speaks of no position")),
    }
}

/// One way to compare numbers, and what is spoken of in it.
struct Cell<'c, 't> {
    on: &'c OnBoard,
    /// The game, and perhaps another that it is compared with.
    rulesets: &'c [&'c Ruleset],
    oracle: &'c mut Oracle<'t>,
    task: &'t Task,
    letters: Letters,
    /// The piles of the position in question.
    whole: Vec<Term>,
}

impl Cell<'_, '_> {
    /// The claim follows at a position with so many piles; false, if it does not speak of it.
    fn follows(&mut self, piles: usize, depth: u32) -> Result<bool, Rejection> {
        let mut size = Term::number(1);
        for place in 0..piles {
            size = size.plus(&Term::variable(place as Variable));
            self.whole.push(size.clone());
        }
        let whole = self.whole.clone();
        if !self.supposed(&whole)? {
            return Ok(false);
        }
        let goal = self.claimed(&whole, 1)?;
        // What is so whoever wins says nothing here.
        if goal.fixed() == Some(true) {
            return Ok(false);
        }
        for ruleset in 0..self.rulesets.len() {
            self.letter(ruleset, &whole, 0)?;
        }
        // The list grows while it is gone through.
        let mut place = 0;
        while let Some((ruleset, position, level)) = self.letters.entry(place) {
            let known = ruleset == 0 && level <= depth && self.induction(&position, level)?;
            // What the induction speaks of need not be unfolded.
            if position.is_empty() || (level < depth && !known) {
                self.recursion(place, ruleset, &position, level)?;
            }
            place += 1;
            if place > MOST_LETTERS {
                return Err(Rejection::new("too many positions are spoken of"));
            }
        }
        match self.letters.force(&goal, self.task)? {
            true => Ok(true),
            false => Err(Rejection::new("in some cell the claim does not follow")),
        }
    }

    /// The letter of a position of one of the games; none if a pile is below 0.
    fn letter(
        &mut self,
        ruleset: usize,
        piles: &[Term],
        level: u32,
    ) -> Result<Option<Letter>, Rejection> {
        let Some(position) = self.oracle.sorted(piles)? else { return Ok(None) };
        for place in 0.. {
            let Some((of, other, _)) = self.letters.entry(place) else { break };
            if of == ruleset && self.oracle.same(&position, &other)? {
                self.letters.raise(place, level);
                return Ok(Some(Letter::At(place)));
            }
        }
        Ok(Some(self.letters.add(ruleset, position, level)))
    }

    /// A position is P iff no option is, and in misère play there is one.
    fn recursion(
        &mut self,
        place: usize,
        ruleset: usize,
        position: &[Term],
        level: u32,
    ) -> Result<(), Rejection> {
        let mut won = Vec::new();
        for option in self.options(self.rulesets[ruleset], position)? {
            won.extend(self.letter(ruleset, &option, level + 1)?);
        }
        if matches!(self.rulesets[ruleset].ending, Ending::StuckWins) && won.is_empty() {
            won.push(Letter::Fixed(true));
        }
        let lost = Letter::Not(Box::new(Letter::Or(won)));
        self.letters.know(Letter::Iff(Box::new([Letter::At(place), lost])));
        Ok(())
    }

    /// What the claim says of a position with fewer tokens, if it speaks of it.
    fn induction(&mut self, position: &[Term], level: u32) -> Result<bool, Rejection> {
        if position.len() != self.whole.len() {
            return Ok(false);
        }
        let tokens =
            |piles: &[Term]| piles.iter().fold(Term::number(0), |sum, pile| sum.plus(pile));
        // Fewer: the difference and one more is at most 0.
        let more = tokens(position).minus(&tokens(&self.whole)).plus_constant(1);
        if !self.oracle.at_most_zero(&more)? || !self.supposed(position)? {
            return Ok(false);
        }
        let claimed = self.claimed(position, level + 1)?;
        self.letters.know(claimed);
        Ok(true)
    }

    fn supposed(&mut self, position: &[Term]) -> Result<bool, Rejection> {
        match &self.on.suppose {
            Condition::Plain(cond) => self.oracle.holds(cond, &Scene::still(position)),
            _ => Err(Rejection::new("what is supposed is not plain")),
        }
    }

    /// What the claim says of a position with as many piles as it names.
    fn claimed(&mut self, position: &[Term], level: u32) -> Result<Letter, Rejection> {
        let lost = |letter: Option<Letter>| letter.unwrap_or(Letter::Fixed(false));
        let here = lost(self.letter(0, position, level)?);
        match &self.on.says {
            Says::SameAs { .. } => {
                let there = lost(self.letter(1, position, level)?);
                Ok(Letter::Iff(Box::new([here, there])))
            }
            Says::Exactly(Meaning::P(condition)) => {
                let condition = self.condition(condition, position, level)?;
                Ok(Letter::Iff(Box::new([here, condition])))
            }
            Says::If { outcome, condition } => {
                let condition = self.condition(condition, position, level)?;
                let so = match outcome {
                    Outcome::P => here,
                    Outcome::N => Letter::Not(Box::new(here)),
                    _ => Letter::Fixed(false),
                };
                Ok(Letter::Or(vec![Letter::Not(Box::new(condition)), so]))
            }
            _ => Err(Rejection::new("this is for outcomes")),
        }
    }

    fn condition(
        &mut self,
        condition: &Condition,
        position: &[Term],
        level: u32,
    ) -> Result<Letter, Rejection> {
        let mut each = |parts: &[Condition]| -> Result<Vec<Letter>, Rejection> {
            parts.iter().map(|part| self.condition(part, position, level)).collect()
        };
        match condition {
            Condition::And(parts) => Ok(Letter::And(each(parts)?)),
            Condition::Or(parts) => Ok(Letter::Or(each(parts)?)),
            Condition::Not(inner) => {
                Ok(Letter::Not(Box::new(self.condition(inner, position, level)?)))
            }
            Condition::Plain(cond) => {
                Ok(Letter::Fixed(self.oracle.holds(cond, &Scene::still(position))?))
            }
            Condition::Lost(piles) => {
                let scene = Scene::still(position);
                let piles: Result<Vec<Term>, Rejection> =
                    piles.iter().map(|pile| self.oracle.number(pile, &scene)).collect();
                Ok(self.letter(0, &piles?, level)?.unwrap_or(Letter::Fixed(false)))
            }
            _ => Err(Rejection::new("a condition is not linear")),
        }
    }

    /// The options of a position whose piles ascend and are positive.
    fn options(
        &mut self,
        ruleset: &Ruleset,
        position: &[Term],
    ) -> Result<Vec<Vec<Term>>, Rejection> {
        let mut options = Vec::new();
        for m in &ruleset.moves {
            let MoveAct::Take(takes) = &m.act else { return unsuited() };
            let [(slot, amount)] = &takes[..] else { return unsuited() };
            for (place, pile) in position.iter().enumerate() {
                let mut scene = Scene::still(position);
                scene.slots = vec![Term::number(0); m.slots.len().max(1)];
                scene.slots[*slot] = pile.clone();
                scene.chosen = Some(place);
                for taken in self.amounts(&m.condition, amount, &scene)? {
                    let left = pile.minus(&taken);
                    // At least 1, at most the pile.
                    let least = taken.times(-1).plus_constant(1);
                    if !self.oracle.at_most_zero(&least)?
                        || !self.oracle.at_most_zero(&left.times(-1))?
                    {
                        continue;
                    }
                    if let Amount::Chosen(amount) = amount {
                        scene.slots[*amount] = taken;
                    }
                    scene.after = position.to_vec();
                    scene.after[place] = left;
                    if self.oracle.holds(&m.condition, &scene)? {
                        options.push(scene.after.clone());
                    }
                }
            }
        }
        Ok(options)
    }

    /// The amounts among which those that a move may take are: the condition names them.
    fn amounts(
        &mut self,
        condition: &Cond,
        amount: &Amount,
        scene: &Scene,
    ) -> Result<Vec<Term>, Rejection> {
        let chosen = match amount {
            Amount::Fixed(expr) => return Ok(vec![self.oracle.number(expr, scene)?]),
            Amount::Chosen(slot) => *slot,
        };
        let bound = |m| m == Mention::Slot(chosen) || m == Mention::Piles(Piles::After);
        let free = |expr: &Expr| !expr.mentions(&bound);
        for part in condition.conjuncts() {
            match part {
                Cond::InPiles(Expr::Slot(slot), piles @ (Piles::Before | Piles::Others))
                    if *slot == chosen =>
                {
                    return Ok(scene.piles(*piles));
                }
                Cond::Compare(Comparison::Equal, Expr::Slot(slot), expr)
                | Cond::Compare(Comparison::Equal, expr, Expr::Slot(slot))
                    if *slot == chosen && free(expr) =>
                {
                    return Ok(vec![self.oracle.number(expr, scene)?]);
                }
                Cond::InSet(Expr::Slot(slot), set) if *slot == chosen => {
                    return Ok(set.iter().map(|&member| Term::number(member)).collect());
                }
                _ => {}
            }
        }
        Err(Rejection::new("the position does not name the amounts that are taken"))
    }
}

fn unsuited<T>() -> Result<T, Rejection> {
    Err(Rejection::new("a move does not take from one pile"))
}
