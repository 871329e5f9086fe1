//! What an expression is along a whole class of numbers at once.
//!
//! A class is a tuple of numbers, some of which are raised in steps: n = at + step k, for all k >= 0. Along it a number is
//! *linear*, at + slope k, or no answer is given. Linear numbers add; a division or remainder by d is linear if d
//! divides the slopes; a comparison is settled if what is compared grows apart, or not at all; G(n) is linear by a proved
//! regularity, if its period divides the slopes and n lies beyond the preperiod; a nim-sum is linear if all but one
//! number are fixed and smaller than the power of two in the slopes of that one; nim-sets are automata over k, and
//! relations between them are decided. What is found for a class is so for every member of it.
//!
//! Where a step is too small for that, [`Need`] says by what it should be multiplied, and where a class begins too early, that it
//! should begin later.

use smallvec::{SmallVec, smallvec};
use sprague_automata::Connective;
use sprague_automata::residue::Relation;

use super::Scene;
use super::linear::{Answer, LinearNumber, Need, linear, nim_sum};
use super::sets::{Residues, Sets};
use super::{Builtin, Combination, Comparison, Expr, Game, Only, SetRelation};
use sprague_claim::formula::games::Of;
use sprague_claim::formula::plain::Heaps as _;

/// What an expression is along a class.
pub enum Along {
    /// A number.
    Number(LinearNumber),
    /// The same for all k.
    Set(Vec<i64>),
    /// {(k, v)}, and of which number k is the step.
    Sets(Box<Relation>, usize),
    /// True or false.
    Truth(bool),
    /// Not the same for all k.
    Mixed,
}

/// Works out expressions on classes of numbers, of which all members are treated alike.
pub struct Classes<'c, 's, 'g> {
    /// What the names stand for.
    pub scene: Scene<'s, 'g>,
    /// The sets that are spoken of.
    pub sets: &'c mut Sets,
    /// How many numbers there are.
    pub numbers: usize,
    /// Where two sets were last seen to differ: after so many steps of this number.
    pub differ: Option<(usize, i64)>,
}

impl Classes<'_, '_, '_> {
    /// The number in that place of a tuple.
    pub fn raised(&self, at: i64, place: usize, step: i64) -> LinearNumber {
        let mut slopes: SmallVec<[i64; 6]> = smallvec![0; self.numbers];
        slopes[place] = step;
        LinearNumber { at, slopes }
    }

    fn fixed(&self, at: i64) -> LinearNumber {
        LinearNumber { at, slopes: smallvec![0; self.numbers] }
    }

    /// The number that an expression stands for.
    pub fn number(&mut self, expr: &Expr, locals: &[LinearNumber]) -> Answer<LinearNumber> {
        match self.along(expr, locals)? {
            Along::Number(number) => Ok(number),
            _ => unreachable!("kinds are checked while reading"),
        }
    }

    /// None: not the same for the whole class.
    pub fn truth(&mut self, expr: &Expr, locals: &[LinearNumber]) -> Answer<Option<bool>> {
        match self.along(expr, locals)? {
            Along::Truth(truth) => Ok(Some(truth)),
            Along::Mixed => Ok(None),
            _ => unreachable!("kinds are checked while reading"),
        }
    }

    fn along(&mut self, expr: &Expr, locals: &[LinearNumber]) -> Answer<Along> {
        Ok(match expr {
            Expr::Number(number) => Along::Number(self.fixed(*number)),
            Expr::Name(name, _) => return Err(format!("nothing says what {name} is").into()),
            Expr::Local(place) => Along::Number(locals[*place].clone()),
            Expr::Global(_) | Expr::Set(_) => self.constant(expr, locals)?,
            Expr::Arithmetic(operation, pair) => {
                let (a, b) = (self.number(&pair[0], locals)?, self.number(&pair[1], locals)?);
                Along::Number(linear(*operation, &a, &b)?)
            }
            Expr::Compare(Comparison::Equal, pair)
                if let Expr::Call(Builtin::Mex, set) = &pair[1]
                    && let [set] = &set[..] =>
            {
                let (number, set) = (self.number(&pair[0], locals)?, self.along(set, locals)?);
                self.is_mex(&number, set)?
            }
            Expr::Compare(comparison, pair) => {
                let (a, b) = (self.number(&pair[0], locals)?, self.number(&pair[1], locals)?);
                let sign = a.minus(&b)?.sign()?;
                Along::Truth(match comparison {
                    Comparison::Equal => sign == 0,
                    Comparison::Unequal => sign != 0,
                    Comparison::Less => sign < 0,
                    Comparison::AtMost => sign <= 0,
                })
            }
            Expr::Sets(relation, pair) => {
                let (a, b) = (self.along(&pair[0], locals)?, self.along(&pair[1], locals)?);
                let unequal = *relation == SetRelation::Unequal;
                match (self.related(*relation, a, b)?, unequal) {
                    (Along::Truth(truth), true) => Along::Truth(!truth),
                    (found, _) => found,
                }
            }
            Expr::In(pair) => {
                let (member, set) = (self.number(&pair[0], locals)?, self.along(&pair[1], locals)?);
                self.member(&member, set)?
            }
            Expr::Combine(combination, pair) => {
                let (a, b) = (self.along(&pair[0], locals)?, self.along(&pair[1], locals)?);
                let by = match combination {
                    Combination::Union => Connective::Or,
                    Combination::Without => Connective::AndNot,
                };
                match (a, b) {
                    (Along::Set(a), Along::Set(b)) => {
                        let all = a.iter().chain(&b).copied();
                        let has = |set: &[i64], member: &i64| set.contains(member);
                        let mut set: Vec<i64> =
                            all.filter(|m| by.of(has(&a, m), has(&b, m))).collect();
                        set.sort_unstable();
                        set.dedup();
                        Along::Set(set)
                    }
                    (a, b) => {
                        let ([a, b], place) = self.both(a, b)?;
                        Along::Sets(Box::new(self.sets.combined(&a, &b, by)?), place)
                    }
                }
            }
            Expr::Added(pair) => {
                let (set, more) = (self.along(&pair[0], locals)?, self.number(&pair[1], locals)?);
                if !more.is_fixed() || more.at < 0 {
                    return Err(Need::Never("a set nim-added to what varies".into()));
                }
                match set {
                    Along::Sets(set, place) => {
                        Along::Sets(Box::new(self.sets.added(&set, more.at)?), place)
                    }
                    Along::Set(set) if set.iter().any(|&member| member < 0) => {
                        return Err(Need::Never("a negative number has no nim-sum".into()));
                    }
                    Along::Set(set) => {
                        let mut sums: Vec<i64> =
                            set.iter().map(|member| member ^ more.at).collect();
                        sums.sort_unstable();
                        Along::Set(sums)
                    }
                    _ => unreachable!("kinds are checked while reading"),
                }
            }
            Expr::Not(inner) => match self.truth(inner, locals)? {
                Some(truth) => Along::Truth(!truth),
                None => Along::Mixed,
            },
            Expr::And(all) => self.joined(all, locals, false)?,
            Expr::Or(all) => self.joined(all, locals, true)?,
            Expr::If(three) => match self.truth(&three[0], locals)? {
                Some(true) => self.along(&three[1], locals)?,
                Some(false) => self.along(&three[2], locals)?,
                None => return Err(Need::Never("a case that depends on nim-sets".into())),
            },
            Expr::Call(builtin, arguments) => self.called(*builtin, arguments, locals)?,
            Expr::Defined(place, arguments) => {
                let mut numbers = Vec::new();
                for argument in arguments {
                    numbers.push(self.number(argument, locals)?);
                }
                let definitions = self.scene.definitions;
                self.along(&definitions[*place].body, &numbers)?
            }
            Expr::NimValue { heap, game } => {
                let heap = self.number(heap, locals)?;
                let game = self.game(game.as_deref(), locals)?;
                Along::Number(self.nim_value(&game, &heap)?)
            }
            Expr::NimSet { heap, parts, game, only } => {
                let (heap, parts) = (self.number(heap, locals)?, self.number(parts, locals)?);
                let name = self.game(game.as_deref(), locals)?;
                if heap.is_fixed() && parts.is_fixed() {
                    return self.constant_set(expr, heap.at, parts.at, locals);
                }
                self.nim_set(&name, heap, parts, *only)?
            }
        })
    }

    /// What does not depend on numbers that are raised.
    fn constant(&mut self, expr: &Expr, locals: &[LinearNumber]) -> Answer<Along> {
        let raised = |local: usize| !locals[local].is_fixed();
        if (0..locals.len()).any(|local| raised(local) && expr.mentions(local)) {
            return Err(Need::Never("a set whose members vary".into()));
        }
        let numbers: Vec<i64> = locals.iter().map(|local| local.at).collect();
        Ok(match self.scene.value(expr, &numbers)? {
            sprague_claim::formula::plain::Value::Number(number) => {
                Along::Number(self.fixed(number))
            }
            sprague_claim::formula::plain::Value::Set(set) => Along::Set(set),
            sprague_claim::formula::plain::Value::Truth(truth) => Along::Truth(truth),
        })
    }

    /// A nim-set of one heap.
    fn constant_set(
        &mut self,
        expr: &Expr,
        at: i64,
        parts: i64,
        locals: &[LinearNumber],
    ) -> Answer<Along> {
        let Expr::NimSet { game, only, .. } = expr else { unreachable!("a nim-set") };
        let game = match game.as_deref() {
            Some(Game::With(set)) => match self.along(set, locals)? {
                Along::Set(members) => {
                    let members = members.into_iter().map(|m| (Expr::Number(m), None)).collect();
                    Some(Box::new(Game::With(Expr::Set(members))))
                }
                _ => return Err(Need::Never("a game that varies".into())),
            },
            _ => game.clone(),
        };
        let (heap, parts) = (Box::new(Expr::Number(at)), Box::new(Expr::Number(parts)));
        let expr = Expr::NimSet { heap, parts, game, only: *only };
        Ok(Along::Set(self.scene.value(&expr, &[])?.set()))
    }

    fn game(&mut self, game: Option<&Game>, locals: &[LinearNumber]) -> Answer<Of> {
        if let Some(Game::With(set)) = game {
            let raised = |local: usize| !locals[local].is_fixed() && set.mentions(local);
            if (0..locals.len()).any(raised) {
                return Err(Need::Never("a game that varies".into()));
            }
        }
        let numbers: Vec<i64> = locals.iter().map(|local| local.at).collect();
        Ok(self.scene.game(game, &numbers)?)
    }

    fn unproved(&self, game: &Of) -> String {
        let name = self.scene.heaps.games.expression(game);
        format!("the regularity of the nim-sequence of {name} is not proved")
    }

    fn joined(&mut self, all: &[Expr], locals: &[LinearNumber], settles: bool) -> Answer<Along> {
        let mut found = Along::Truth(!settles);
        for part in all {
            match self.truth(part, locals)? {
                Some(truth) if truth == settles => return Ok(Along::Truth(settles)),
                Some(_) => {}
                None => found = Along::Mixed,
            }
        }
        Ok(found)
    }

    fn nim_value(&mut self, game: &Of, heap: &LinearNumber) -> Answer<LinearNumber> {
        if heap.is_fixed() {
            let value = self.scene.heaps.value(game, heap.at)?;
            return Ok(self.fixed(value));
        }
        let line = self.scene.heaps.line(game, 0)?;
        line.endless = true;
        let regularity = line.regularity;
        let regularity = regularity.ok_or_else(|| self.unproved(game))?;
        heap.multiple_of(regularity.period as i64)?;
        // Beyond the preperiod, and staying there.
        let beyond = heap.minus(&self.fixed(regularity.preperiod as i64 - 1))?;
        if beyond.sign()? <= 0 {
            return Err(Need::Never("heaps below 1".into()));
        }
        let value = self.scene.heaps.value(game, heap.at)?;
        let rises =
            heap.each(|slope| (slope / regularity.period as i64).checked_mul(regularity.saltus))?;
        Ok(LinearNumber { at: value, slopes: rises.slopes })
    }

    fn nim_set(
        &mut self,
        game: &Of,
        mut heap: LinearNumber,
        mut parts: LinearNumber,
        only: Option<Only>,
    ) -> Answer<Along> {
        if !self.sets.knows(game) {
            let line = self.scene.heaps.line(game, 0)?;
            line.endless = true;
            if !self.sets.add(game, line)? {
                return Err(self.unproved(game).into());
            }
        }
        let along = match only {
            None if !parts.is_fixed() || parts.at > 3 => self.sets.moves_along(game)?,
            _ => None,
        };
        if let Some(q) = along {
            // N(n, q + i) is N(n - i, q).
            let more = parts.minus(&self.fixed(q as i64))?;
            if more.sign().is_ok_and(|sign| sign > 0) {
                heap = heap.minus(&more)?;
                parts = self.fixed(q as i64);
            } else if !parts.is_fixed() {
                more.sign()?;
                return Err(Need::Later(parts.only_slope()?));
            }
        }
        if !parts.is_fixed() {
            return Err(Need::Never("any number of parts".into()));
        }
        let Ok(parts @ 1..=200) = usize::try_from(parts.at) else {
            return Err(Need::Never(format!("{} parts", parts.at)));
        };
        if heap.is_fixed() {
            let (heap, parts) =
                (Box::new(Expr::Number(heap.at)), Box::new(Expr::Number(parts as i64)));
            let game = written(game);
            let expr = Expr::NimSet { heap, parts, game, only };
            return Ok(Along::Set(self.scene.value(&expr, &[])?.set()));
        }
        if let Some(only) = only
            && !self.sets.knows_condition(game, only)
        {
            let heaps = self.residues(only)?;
            self.sets.condition(game, only, &heaps)?;
        }
        let place = heap.only_slope()?;
        heap.multiple_of(self.sets.period(game))?;
        let along = (heap.at, heap.slopes[place]);
        Ok(Along::Sets(Box::new(self.sets.along(game, along, parts, only)?), place))
    }

    /// Which heaps fulfil a definition, for all heaps.
    fn residues(&mut self, only: Only) -> Answer<Residues> {
        let body = &self.scene.definitions[only.definition].body;
        let numbers = std::mem::replace(&mut self.numbers, 1);
        let found = self.residues_of(body);
        self.numbers = numbers;
        found
    }

    fn residues_of(&mut self, body: &Expr) -> Answer<Residues> {
        let (mut modulus, mut from) = (1, 1);
        'steps: while modulus <= 5000 && from <= 100 * modulus {
            let mut members = Vec::new();
            for heap in 1..from + modulus {
                let step = if heap >= from { modulus } else { 0 };
                let raised = self.raised(heap, 0, step);
                match self.truth(body, &[raised]) {
                    Ok(Some(true)) => members.push(heap),
                    Ok(Some(false)) => {}
                    Ok(None) => return Err(Need::Never("a condition on nim-sets".into())),
                    Err(Need::Factor(_, factor)) => {
                        modulus *= factor;
                        continue 'steps;
                    }
                    Err(Need::Later(_)) => {
                        from += modulus;
                        continue 'steps;
                    }
                    Err(never) => return Err(never),
                }
            }
            return Ok(Residues { modulus, from, members });
        }
        Err(Need::Never("the condition on the parts is not periodic".into()))
    }

    fn called(
        &mut self,
        builtin: Builtin,
        arguments: &[Expr],
        locals: &[LinearNumber],
    ) -> Answer<Along> {
        if matches!(builtin, Builtin::Even | Builtin::Odd) {
            let number = self.number(&arguments[0], locals)?;
            number.multiple_of(2)?;
            return Ok(Along::Truth((number.at % 2 == 0) == (builtin == Builtin::Even)));
        }
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.along(argument, locals)?);
        }
        if let [Along::Set(set)] = &values[..] {
            let set = Expr::Set(set.iter().map(|&member| (Expr::Number(member), None)).collect());
            return self.constant(&Expr::Call(builtin, vec![set]), &[]);
        }
        let numbers: Option<Vec<LinearNumber>> = values
            .into_iter()
            .map(|value| match value {
                Along::Number(number) => Some(number),
                _ => None,
            })
            .collect();
        let numbers =
            numbers.ok_or_else(|| Need::Never("members of nim-sets of all heaps".into()))?;
        match builtin {
            Builtin::Xor => Ok(Along::Number(nim_sum(numbers, self.fixed(0))?)),
            Builtin::Min | Builtin::Max => {
                let mut all = numbers.into_iter();
                let mut best = all.next().unwrap_or_else(|| self.fixed(0));
                for number in all {
                    let sign = number.minus(&best)?.sign()?;
                    if (sign < 0) == (builtin == Builtin::Min) {
                        best = number;
                    }
                }
                Ok(Along::Number(best))
            }
            _ => unreachable!("kinds are checked while reading"),
        }
    }

    /// Two sets as relations over the steps of the same number.
    fn both(&mut self, a: Along, b: Along) -> Answer<([Relation; 2], usize)> {
        let place = match (&a, &b) {
            (Along::Sets(_, a), Along::Sets(_, b)) if a != b => {
                return Err(Need::Never("nim-sets of more than one number without bound".into()));
            }
            (Along::Sets(_, place), _) | (_, Along::Sets(_, place)) => *place,
            _ => return Err(Need::Never("sets of different kinds".into())),
        };
        let relation = |set: Along| match set {
            Along::Sets(set, _) => Ok(*set),
            // Automata read natural numbers only.
            Along::Set(members) if members.iter().any(|&member| member < 0) => {
                Err(Need::Never("a set with members below 0".into()))
            }
            Along::Set(members) => Ok(self.sets.fixed(&members)?),
            _ => unreachable!("kinds are checked while reading"),
        };
        let (a, b) = (relation(a)?, relation(b)?);
        Ok(([a, b], place))
    }

    fn related(&mut self, relation: SetRelation, a: Along, b: Along) -> Answer<Along> {
        if let (Along::Set(a), Along::Set(b)) = (&a, &b) {
            let within = a.iter().all(|member| b.contains(member));
            let holds = within && (relation == SetRelation::Within || a.len() == b.len());
            return Ok(Along::Truth(holds));
        }
        let by = if relation == SetRelation::Within { Connective::AndNot } else { Connective::Xor };
        let ([a, b], place) = self.both(a, b)?;
        Ok(match self.sets.combined(&a, &b, by)?.least() {
            None => Along::Truth(true),
            Some(least) => {
                self.differ = i64::try_from(least[0]).ok().map(|steps| (place, steps));
                Along::Mixed
            }
        })
    }

    /// Is the number the least that is missing: not in the set, but all below it are?
    fn is_mex(&mut self, number: &LinearNumber, set: Along) -> Answer<Along> {
        if let (Along::Set(members), true) = (&set, number.is_fixed()) {
            let missing = (0..).find(|value| !members.contains(value));
            return Ok(Along::Truth(missing == Some(number.at)));
        }
        let place = match (&set, number.is_fixed()) {
            (Along::Sets(_, place), true) => *place,
            (Along::Sets(_, place), false) if number.only_slope()? == *place => *place,
            _ => return Err(Need::Never("nim-sets of more than one number".into())),
        };
        if number.minus(&self.fixed(-1))?.sign()? <= 0 {
            return Ok(Along::Truth(false));
        }
        let below = self.sets.below(number.at, number.slopes[place])?;
        let reached = self.related(
            SetRelation::Within,
            Along::Sets(Box::new(below), place),
            match &set {
                Along::Sets(set, place) => Along::Sets(set.clone(), *place),
                Along::Set(members) => Along::Set(members.clone()),
                _ => unreachable!("kinds are checked while reading"),
            },
        )?;
        Ok(match (reached, self.member(number, set)?) {
            (Along::Truth(true), Along::Truth(false)) => Along::Truth(true),
            _ => Along::Mixed,
        })
    }

    fn member(&mut self, member: &LinearNumber, set: Along) -> Answer<Along> {
        match set {
            Along::Set(set) => {
                for other in set {
                    let difference = member.minus(&self.fixed(other))?;
                    if difference.sign()? == 0 {
                        return Ok(Along::Truth(true));
                    }
                }
                Ok(Along::Truth(false))
            }
            Along::Sets(set, place) => {
                if !member.is_fixed() && member.only_slope()? != place {
                    return Err(Need::Never("nim-sets of more than one number".into()));
                }
                // Automata read natural numbers only; nim-sets have no others.
                let least = member.minus(&self.fixed(-1))?;
                if least.sign()? <= 0 {
                    return Ok(Along::Truth(false));
                }
                let single = self.sets.single(member.at, member.slopes[place])?;
                if self.sets.combined(&single, &set, Connective::AndNot)?.is_empty() {
                    return Ok(Along::Truth(true));
                }
                match self.sets.combined(&single, &set, Connective::And)?.is_empty() {
                    true => Ok(Along::Truth(false)),
                    false => Ok(Along::Mixed),
                }
            }
            _ => unreachable!("kinds are checked while reading"),
        }
    }
}

/// A game as an expression names it.
fn written(game: &Of) -> Option<Box<Game>> {
    Some(Box::new(match game {
        Of::Own => return None,
        Of::Called(text) => Game::Called(text.clone()),
        Of::With(set) => {
            Game::With(Expr::Set(set.iter().map(|&member| (Expr::Number(member), None)).collect()))
        }
    }))
}
