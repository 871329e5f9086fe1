//! All c from some number on, where the game is CUT, or one like it, with a set of numbers that are linear in c.
//!
//! *What is compared.* Heaps lie in blocks of length L = a c + b: n = L q + r with r from 1 to L. The first few remainders of a block, and the last few, are
//! classes of their own; all others are told apart modulo a number m only, and m divides a. Let c0 be the cutoff, and g the nim-values there. If g is
//! the same for all heaps of one class in one block, let g_c, for c > c0, be the sequence that has in each block the values of the same classes:
//! it is g with longer blocks. The nim-sets of g_c depend on the block, and on *guards* that are linear in c and r (`guards`).
//!
//! *A sentence* that speaks of values and nim-sets of g_c is followed with c left open (`walk`). Of every number n = L q + r that it binds it is said whether r is one
//! of the first, one of the last, or one between them with a given residue; and every comparison, every carry and every guard has to
//! come out the same way for all c >= c0 and all such r. Then whether it is true depends on the q alone, and on the numbers that have nothing to do with c; as there
//! is such an r for c0, it is true for c if it is true for c0.
//!
//! *The game.* A move splits a heap into d + k parts, d in the set of the game. That g_c(n) is the mex of its nim-sets
//! N(n, d + k), for all n, is a sentence, and true for c0: g are the nim-values there. So it is true for all c >= c0, and g_c are the nim-values of the game
//! with c, by induction on n. The number of parts may grow with c: that N(n + 1, p + 1) = N(n, p) for all n, for one p, is again such a sentence, and then it is so for
//! all larger p (`formula`), so that nim-sets of many parts are those of p parts.
//!
//! So the claim is true for all c >= c0 if each of its sentences is true for c0 and comes out alike; where one is proved by induction on the parts, it
//! is the base of the induction that is compared. The cases up to c0 are checked one by one.

mod form;
mod guards;
mod sequence;
#[cfg(test)]
mod tests;
mod walk;

use sprague_certificate::{
    CaseEvidence, CutoffEvidence, GameEvidence, SentenceEvidence, Stretch, Terms,
};
use sprague_claim::Claim;
use sprague_claim::cases::Cases;
use sprague_claim::claim::{OfHeap, OnHeap};
use sprague_claim::formula::games::Of;
use sprague_claim::formula::{Definition, Expr, Formula, Game, Sentence};
use sprague_task::Task;

use crate::Rejection;
use crate::formula::{base_of_all, tested};
use crate::heap::Case;
use form::{Checked, Form, reject};
use guards::{Class, Guards, classes};
use walk::{Family, Truth, Walk, World};

/// Blocks and classes are at most so many.
const MOST: i64 = 1000;
/// Numbers of a range that are taken one by one.
const FEW: i64 = 64;
/// The least of numbers of which none is known.
const UNKNOWN: i64 = -(1 << 40);

/// A claim for all c from some number on, and the games that it speaks of.
pub struct Setting<'c> {
    on: &'c OnHeap,
    cases: &'c Cases,
    /// The least c.
    pub least: i64,
    /// The sets of the games that depend on c, each member as a coefficient of c and a constant. The first is the claim's own.
    pub families: Vec<Vec<(i64, i64)>>,
    /// A member of the set so much less than the number of parts.
    parts_over: i64,
}

/// How a sentence is compared.
pub struct Compared<'c> {
    /// Which numbers lie in blocks.
    pub blocks: &'c [bool],
    /// Is it proved by induction on the parts?
    pub induction: bool,
}

impl<'c> Setting<'c> {
    /// What the claim speaks of; a rejection if it is not of this kind.
    pub fn of(claim: &'c Claim, on: &'c OnHeap) -> Result<Setting<'c>, Rejection> {
        let Some(cases) = &on.cases else { return reject("the claim is about one game") };
        let Some(least) = cases.endless() else {
            return reject("the claim is about finitely many games");
        };
        let (name, arguments) = cases.arguments().map_err(Rejection::new)?;
        let game =
            claim.library().game(name).map_err(|found| Rejection::new(found.complaint.message))?;
        let Some(parts_over) = game.splits_by_set() else {
            return reject(format!(
                "{name} is not a game of splitting a pile into numbers of parts that a set gives"
            ));
        };
        let own =
            members(&arguments).ok_or_else(|| Rejection::new("a set that is not linear in c"))?;
        let mut families = vec![own];
        if let OfHeap::Formula(formula) = &on.says {
            let mut found = |expr: &Expr| {
                if let Expr::NimValue { game: Some(game), .. }
                | Expr::NimSet { game: Some(game), .. } = expr
                    && let Game::With(Expr::Set(set)) = &**game
                    && set.iter().all(|(_, most)| most.is_none())
                    && let Some(set) =
                        members(&set.iter().map(|(one, _)| one.clone()).collect::<Vec<_>>())
                    && set.iter().any(|(by_c, _)| *by_c != 0)
                    && !families.contains(&set)
                {
                    families.push(set);
                }
            };
            for sentence in &formula.sentences {
                visit(&sentence.says, &mut found);
                sentence.condition.iter().for_each(|condition| visit(condition, &mut found));
            }
            formula.definitions.iter().for_each(|definition| visit(&definition.body, &mut found));
        }
        Ok(Setting { on, cases, least, families, parts_over })
    }

    /// A game that depends on c, for one c.
    pub fn game(&self, family: usize, c: i64) -> Of {
        if family == 0 {
            return Of::Own;
        }
        let mut set: Vec<i64> = self.families[family].iter().map(|(a, b)| a * c + b).collect();
        set.sort_unstable();
        set.dedup();
        Of::With(set)
    }

    /// Do the games, and what is said, come out alike for all c from this one on? For each game it is said from how many parts on its nim-sets move
    /// along, or 0; a game of which nothing is said here is not spoken of.
    pub fn agrees(
        &self,
        from: i64,
        stretch: &Stretch,
        along: &[Option<usize>],
        compared: &[Compared],
        task: &Task,
    ) -> Result<(), Rejection> {
        let world = self.world(from, stretch, along, task)?;
        let mut guards = Guards::default();
        for place in 0..world.families.len() {
            if world.families[place].given {
                self.family(&world, place, &mut guards)?;
            }
        }
        match &self.on.says {
            OfHeap::Formula(formula) => {
                if compared.len() != formula.sentences.len() {
                    return reject(format!("there are {} sentences", formula.sentences.len()));
                }
                for (place, compared) in compared.iter().enumerate() {
                    self.formula(&world, formula, (place, compared), &mut guards)?;
                }
                Ok(())
            }
            OfHeap::Sequence(said) => sequence::agrees(&world, self.cases, said),
            OfHeap::Regular(None) if world.families[0].given => Ok(()),
            _ => reject("nothing of this kind is compared"),
        }
    }

    /// Does one sentence of a formula come out alike? The games are not looked at.
    pub fn sentence_agrees(
        &self,
        from: i64,
        stretch: &Stretch,
        along: &[Option<usize>],
        (place, compared): (usize, &Compared),
        task: &Task,
    ) -> Result<(), Rejection> {
        let OfHeap::Formula(formula) = &self.on.says else { return reject("there is no formula") };
        let world = self.world(from, stretch, along, task)?;
        self.formula(&world, formula, (place, compared), &mut Guards::default())
    }

    fn world<'w>(
        &'w self,
        from: i64,
        stretch: &Stretch,
        along: &[Option<usize>],
        task: &'w Task,
    ) -> Checked<World<'w>> {
        well_formed(stretch, from)?;
        let definitions: &[Definition] = match &self.on.says {
            OfHeap::Formula(formula) => &formula.definitions,
            _ => &[],
        };
        let families = self.families.iter().enumerate().map(|(place, members)| {
            let along = along.get(place).copied().flatten();
            Family {
                members: members.clone(),
                given: along.is_some(),
                along: along.map_or(0, |along| along as i64),
            }
        });
        let families = families.collect();
        Ok(World { definitions, stretch: *stretch, from, families, task })
    }

    /// The nim-sets of a game, and that its values are their mex.
    fn family(&self, world: &World, place: usize, guards: &mut Guards) -> Checked<()> {
        let Family { members, along, .. } = &world.families[place];
        for &(by_c, constant) in members {
            if by_c < 0 || by_c * world.from + constant < 1 {
                return reject("a set whose members do not grow with c, or are not above 0");
            }
            if by_c * world.from + constant + self.parts_over < 2 {
                return reject("a move that splits a pile into fewer than two");
            }
        }
        for class in around(&world.stretch) {
            world.task.spend(1)?;
            let mut walk = Walk::new(world, guards);
            let heap = walk.placed(0, &class)?;
            if *along > 0 {
                walk.nim_set(place, &heap, *along, None)?;
                walk.nim_set(place, &heap.plus(&Form::number(1), 1)?, along + 1, None)?;
            }
            walk.class(&heap)?;
            for &(by_c, constant) in members {
                let parts = Form::of_c((by_c, constant + self.parts_over));
                let (heap, parts) = walk.moved(place, heap.clone(), parts, None)?;
                walk.nim_set(place, &heap, parts, None)?;
            }
        }
        Ok(())
    }

    fn formula(
        &self,
        world: &World,
        formula: &Formula,
        (place, compared): (usize, &Compared),
        guards: &mut Guards,
    ) -> Checked<()> {
        let Some(sentence) = formula.sentences.get(place) else {
            return reject("there is no such sentence");
        };
        let base = compared.induction.then(|| base_of_all(sentence)).transpose()?;
        let sentence = base.as_ref().unwrap_or(sentence);
        let (count, number) = (sentence.bindings.len(), place + 1);
        if compared.blocks.len() != count {
            return reject(format!("sentence {number} binds {count} numbers"));
        }
        let mut all = All { world, sentence, blocks: compared.blocks, guards };
        all.from(&mut Vec::new()).map_err(|rejection| match formula.sentences.len() {
            1 => rejection,
            _ => Rejection { why: format!("sentence {number}: {}", rejection.why), ..rejection },
        })
    }
}

/// One number that a sentence binds.
#[derive(Clone, Copy)]
enum Number {
    /// In a block, with such a remainder.
    Placed(Class),
    Fixed(i64),
    /// Any from this one on.
    Plain(i64),
}

/// A sentence, with everything that is to be told apart of the numbers that it binds.
struct All<'a> {
    world: &'a World<'a>,
    sentence: &'a Sentence,
    blocks: &'a [bool],
    guards: &'a mut Guards,
}

impl All<'_> {
    fn from(&mut self, numbers: &mut Vec<Number>) -> Checked<()> {
        self.world.task.spend(1)?;
        let place = numbers.len();
        let Some(binding) = self.sentence.bindings.get(place) else {
            return self.comes_out(numbers);
        };
        let choices: Vec<Number> = if self.blocks[place] {
            around(&self.world.stretch).into_iter().map(Number::Placed).collect()
        } else {
            // Where the range is written out, numbers that are few are taken one by one.
            let written =
                |expr: &Expr| if let Expr::Number(number) = expr { Some(*number) } else { None };
            let along = self.world.families.iter().map(|family| family.along).max().unwrap_or(0);
            match (written(&binding.least), binding.largest.as_ref().map(written)) {
                (Some(least), Some(Some(most))) if most.saturating_sub(least) < FEW => {
                    (least..=most).map(Number::Fixed).collect()
                }
                (Some(least), None) if along.saturating_sub(least) < FEW => {
                    let later = least.max(along);
                    (least..later).map(Number::Fixed).chain([Number::Plain(later)]).collect()
                }
                _ => vec![Number::Plain(UNKNOWN)],
            }
        };
        for choice in choices {
            numbers.push(choice);
            self.from(numbers)?;
            numbers.pop();
        }
        Ok(())
    }

    /// The sentence, for all numbers of this kind.
    fn comes_out(&mut self, numbers: &[Number]) -> Checked<()> {
        let sentence = self.sentence;
        let mut walk = Walk::new(self.world, self.guards);
        let mut locals = Vec::new();
        for (place, number) in numbers.iter().enumerate() {
            locals.push(match number {
                Number::Placed(class) => walk.placed(place, class)?,
                Number::Fixed(number) => Form::number(*number),
                Number::Plain(least) => walk.plain(place, *least),
            });
        }
        let followed = walk.every_way(&mut |walk| {
            for (place, binding) in sentence.bindings.iter().enumerate() {
                let bounds = [Some(&binding.least), binding.largest.as_ref()];
                for (side, bound) in bounds.into_iter().enumerate() {
                    let Some(bound) = bound else { continue };
                    let ends = [Expr::Local(place), bound.clone()];
                    let [one, other] = ends;
                    let pair = if side == 0 { [other, one] } else { [one, other] };
                    let within =
                        Expr::Compare(sprague_claim::formula::Comparison::AtMost, Box::new(pair));
                    if walk.truth(&within, &locals)? == Truth::Known(false) {
                        return Ok(());
                    }
                }
            }
            if let Some(condition) = &sentence.condition
                && walk.truth(condition, &locals)? == Truth::Known(false)
            {
                return Ok(());
            }
            walk.truth(&sentence.says, &locals).map(|_| ())
        });
        followed.map_err(|rejection| self.where_so(rejection, numbers))
    }

    /// For which numbers.
    fn where_so(&self, rejection: Rejection, numbers: &[Number]) -> Rejection {
        let (a, b) = self.world.stretch.block;
        let of_c = |(x, y): (i64, i64)| match (x, y) {
            (0, y) => y.to_string(),
            (1, 0) => "c".to_string(),
            (x, 0) => format!("{x}c"),
            (x, y) if y < 0 => format!("{x}c - {}", -y),
            (x, y) => format!("{x}c + {y}"),
        };
        let block = of_c((a, b));
        let words = numbers.iter().zip(&self.sentence.bindings).map(|(number, binding)| {
            let name = &binding.name;
            match number {
                Number::Fixed(number) => format!("{name} = {number}"),
                Number::Plain(_) => format!("any {name}"),
                Number::Placed(class) if class.least == class.most => {
                    format!("{name} = {} modulo {block}", of_c(class.least))
                }
                Number::Placed(class) => {
                    let (least, most) = (of_c(class.least), of_c(class.most));
                    format!("{name} = {least} to {most} modulo {block}")
                }
            }
        });
        let words: Vec<String> = words.collect();
        match words.is_empty() {
            true => rejection,
            false => {
                Rejection { why: format!("{}: {}", words.join(", "), rejection.why), ..rejection }
            }
        }
    }
}

/// The remainders that are told apart where a number is bound.
fn around(stretch: &Stretch) -> Vec<Class> {
    classes(&Stretch { first: stretch.around.0, last: stretch.around.1, ..*stretch })
}

/// Are all classes there, from the cutoff on?
fn well_formed(stretch: &Stretch, from: i64) -> Checked<()> {
    let Stretch { block: (a, b), first, last, modulo, around: (before, after) } = *stretch;
    let small =
        [a, first, last, modulo, before, after, from].iter().all(|n| (0..=MOST).contains(n));
    if !small || !(-MOST..=MOST).contains(&b) || a < 1 || modulo < 1 || a % modulo != 0 {
        return reject("blocks grow with c, and what their heaps are told apart by divides that");
    }
    let all = classes(stretch).into_iter().chain(around(stretch));
    for class in all {
        let at = |(by_c, constant): (i64, i64)| by_c * from + constant;
        if at(class.least) < 1 || at(class.least) > at(class.most) {
            return reject("the blocks of the cutoff are too short");
        }
    }
    Ok(())
}

/// The members of a set, if they are linear in c.
fn members(exprs: &[Expr]) -> Option<Vec<(i64, i64)>> {
    let mut all = exprs.iter().map(linear).collect::<Option<Vec<_>>>()?;
    if all
        .iter()
        .any(|(by_c, constant)| ![by_c, constant].iter().all(|n| (-MOST..=MOST).contains(*n)))
    {
        return None;
    }
    all.sort_unstable();
    all.dedup();
    Some(all)
}

/// a c + b
fn linear(expr: &Expr) -> Option<(i64, i64)> {
    use sprague_claim::formula::Arithmetic::{Minus, Plus, Times};
    match expr {
        Expr::Number(number) => Some((0, *number)),
        Expr::Global(0) => Some((1, 0)),
        Expr::Arithmetic(operation, pair) => {
            let ((a, b), (x, y)) = (linear(&pair[0])?, linear(&pair[1])?);
            Some(match operation {
                Plus => (a.checked_add(x)?, b.checked_add(y)?),
                Minus => (a.checked_sub(x)?, b.checked_sub(y)?),
                Times if a == 0 => (b.checked_mul(x)?, b.checked_mul(y)?),
                Times if x == 0 => (a.checked_mul(y)?, b.checked_mul(y)?),
                _ => return None,
            })
        }
        _ => None,
    }
}

fn visit(expr: &Expr, found: &mut dyn FnMut(&Expr)) {
    found(expr);
    for child in expr.children() {
        visit(child, found);
    }
}

/// Decides the evidence again, the cases up to the cutoff being right.
pub(crate) fn check<'c>(
    last: &Case<'c>,
    evidence: &'c CutoffEvidence,
    from: i64,
    task: &'c Task,
) -> Result<(), Rejection> {
    let setting = Setting::of(last.claim, last.on)?;
    well_formed(&evidence.stretch, from)?;
    let texts = &last.claim.games;
    let games = sprague_claim::formula::games::Games { own: last.ruleset, texts };
    let mut along = Vec::new();
    for family in 0..setting.families.len() {
        let of = setting.game(family, from);
        let name = games.expression(&of);
        along.push(match evidence.games.iter().any(|given| given.game == name) {
            false => None,
            true => {
                let given = tested(last, &evidence.games, &of, task)?;
                constant_on_classes(&evidence.stretch, from, given, task)?;
                Some(given.along)
            }
        });
    }
    let induction: Vec<bool> = match (&last.on.says, evidence.cases.last()) {
        (OfHeap::Formula(_), Some(CaseEvidence::Formula(formula))) => {
            let by =
                |sentence: &SentenceEvidence| matches!(sentence, SentenceEvidence::Induction(_));
            formula.sentences.iter().map(by).collect()
        }
        (OfHeap::Formula(_), _) => return reject("the last case is not one of a formula"),
        _ => Vec::new(),
    };
    if induction.len() != evidence.sentences.len() {
        return reject(format!("there are {} sentences", induction.len()));
    }
    if !matches!(last.on.says, OfHeap::Formula(_)) && along[0].is_none() {
        return reject("nothing is given of the game");
    }
    let compared = evidence.sentences.iter().zip(induction);
    let compared: Vec<Compared> =
        compared.map(|(blocks, induction)| Compared { blocks, induction }).collect();
    setting.agrees(from, &evidence.stretch, &along, &compared, task)
}

/// Has a game the same values for all heaps of one class in one block, at the cutoff?
fn constant_on_classes(
    stretch: &Stretch,
    from: i64,
    given: &GameEvidence,
    task: &Task,
) -> Checked<()> {
    let regularity = &given.regularity;
    let Terms::Values(values) = &regularity.terms else { return reject("there are no nim-values") };
    let (start, period) = (regularity.preperiod, regularity.period);
    let length = (stretch.block.0 * from + stretch.block.1) as usize;
    let term = |heap: usize| -> u64 {
        let rounds = if heap < start { 0 } else { (heap - start) / period };
        u64::from(values[heap - rounds * period]) + rounds as u64 * u64::from(regularity.saltus)
    };
    // After so many blocks everything comes again, with something added that is the same within a block.
    let mut together = period;
    while !together.is_multiple_of(length) {
        together += period;
    }
    for block in 0..(start + together) / length + 1 {
        for class in classes(stretch) {
            let at = |(by_c, constant): (i64, i64)| (by_c * from + constant) as usize;
            let (least, most) = (at(class.least), at(class.most));
            let value = term(block * length + least);
            for rest in (least..=most).step_by(stretch.modulo as usize) {
                task.spend(1)?;
                if term(block * length + rest) != value {
                    let heap = block * length + rest;
                    return reject(format!(
                        "in {} the heap {heap} has another value than {}",
                        given.game,
                        block * length + least
                    ));
                }
            }
        }
    }
    Ok(())
}
