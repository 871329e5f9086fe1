//! What an expression is along a class of numbers: numbers are linear or refused, truths are the same for the whole class or
//! left open, sets are fixed or given by levels and digits. Each step follows the plain meaning of expressions
//! ([`sprague_claim::formula::plain`]), member by member of the class, so what is found holds for every member.

use std::collections::HashMap;

use sprague_claim::formula::games::Of;
use sprague_claim::formula::plain::Value;
use sprague_claim::formula::{Builtin, Combination, Comparison, Definition, Expr, Game};
use sprague_task::Task;

use super::digits::Decisions;
use super::heaps::Heaps;
use super::linear::{Checked, Linear, reject};
use super::relations::both;
use super::sets::{Layer, SetAlong, Shape};
use crate::Rejection;

/// A set along a class.
pub(super) enum Set {
    /// The same for all, ascending.
    Fixed(Vec<i64>),
    Along(SetAlong),
}

/// The evaluator of one case.
pub(super) struct Classes<'c, 'h> {
    pub(super) definitions: &'c [Definition],
    pub(super) globals: &'c [Value],
    pub(super) heaps: &'h mut Heaps<'c>,
    pub(super) task: &'c Task,
    /// By the game and the condition on parts: what nim-sets are made of, and the choices of 0, 1, 2, ... parts.
    pub(super) layers: HashMap<(Of, Option<usize>), (Shape, Vec<Layer>)>,
    /// Games whose nim-sets are known to move along.
    pub(super) moving: HashMap<Of, usize>,
    pub(super) decisions: Decisions,
}

impl<'c, 'h> Classes<'c, 'h> {
    pub(super) fn new(
        definitions: &'c [Definition],
        globals: &'c [Value],
        heaps: &'h mut Heaps<'c>,
        task: &'c Task,
    ) -> Classes<'c, 'h> {
        let (layers, moving, decisions) = (HashMap::new(), HashMap::new(), Decisions::default());
        Classes { definitions, globals, heaps, task, layers, moving, decisions }
    }

    /// A number that is linear along the class.
    pub(super) fn number(&mut self, expr: &Expr, locals: &[Linear]) -> Checked<Linear> {
        match expr {
            Expr::Number(number) => Ok(Linear::fixed(*number)),
            Expr::Local(place) => match locals.get(*place) {
                Some(number) => Ok(*number),
                None => reject("a number is not bound"),
            },
            Expr::Global(place) => match self.globals.get(*place) {
                Some(Value::Number(number)) => Ok(Linear::fixed(*number)),
                _ => wrong_kind(),
            },
            Expr::Arithmetic(operation, pair) => {
                let (a, b) = (self.number(&pair[0], locals)?, self.number(&pair[1], locals)?);
                Linear::arithmetic(*operation, &a, &b)
            }
            Expr::If(three) => match self.settled(&three[0], locals)? {
                true => self.number(&three[1], locals),
                false => self.number(&three[2], locals),
            },
            Expr::Defined(place, arguments) => {
                let arguments = self.numbers(arguments, locals)?;
                let definition = self.definition(*place)?;
                self.number(&definition.body, &arguments)
            }
            Expr::NimValue { heap, game } => {
                let heap = self.number(heap, locals)?;
                let game = self.game(game.as_deref(), locals)?;
                self.nim_value(&game, &heap)
            }
            Expr::Call(builtin @ (Builtin::Xor | Builtin::Min | Builtin::Max), arguments) => {
                let numbers = self.numbers(arguments, locals)?;
                if *builtin == Builtin::Xor {
                    return Linear::nim_sum(&numbers);
                }
                let mut all = numbers.into_iter();
                let Some(mut best) = all.next() else { return Ok(Linear::fixed(0)) };
                for number in all {
                    let sign = number.minus(&best)?.sign()?;
                    if (sign < 0) == (*builtin == Builtin::Min) {
                        best = number;
                    }
                }
                Ok(best)
            }
            Expr::Call(builtin, arguments) => {
                let [set] = &arguments[..] else { return wrong_kind() };
                let Set::Fixed(set) = self.set(set, locals)? else {
                    return reject("a number of a nim-set of infinitely many heaps");
                };
                Ok(Linear::fixed(match builtin {
                    Builtin::Least | Builtin::Largest => {
                        let least = *builtin == Builtin::Least;
                        let member = if least { set.first() } else { set.last() };
                        *member.ok_or_else(|| Rejection::new("a set has no members"))?
                    }
                    Builtin::Size => set.len() as i64,
                    Builtin::Mex => mex(&set),
                    _ => return wrong_kind(),
                }))
            }
            _ => wrong_kind(),
        }
    }

    fn numbers(&mut self, all: &[Expr], locals: &[Linear]) -> Checked<Vec<Linear>> {
        all.iter().map(|one| self.number(one, locals)).collect()
    }

    pub(super) fn definition(&self, place: usize) -> Checked<&'c Definition> {
        self.definitions.get(place).ok_or_else(|| Rejection::new("there is no such definition"))
    }

    /// The truth for the whole class, which must be the same.
    pub(super) fn settled(&mut self, expr: &Expr, locals: &[Linear]) -> Checked<bool> {
        match self.truth(expr, locals)? {
            Some(truth) => Ok(truth),
            None => reject("a condition is not the same for a whole class"),
        }
    }

    /// The truth for the whole class; none if it is not, or may not be, the same.
    pub(super) fn truth(&mut self, expr: &Expr, locals: &[Linear]) -> Checked<Option<bool>> {
        match expr {
            Expr::Compare(Comparison::Equal, pair)
                if let Expr::Call(Builtin::Mex, arguments) = &pair[1]
                    && let [set] = &arguments[..] =>
            {
                let (number, set) = (self.number(&pair[0], locals)?, self.set(set, locals)?);
                match set {
                    Set::Fixed(set) => {
                        Ok(Some(number.minus(&Linear::fixed(mex(&set)))?.sign()? == 0))
                    }
                    Set::Along(set) => self.is_mex(&number, &set),
                }
            }
            Expr::Compare(comparison, pair) => {
                let (a, b) = (self.number(&pair[0], locals)?, self.number(&pair[1], locals)?);
                let sign = a.minus(&b)?.sign()?;
                Ok(Some(match comparison {
                    Comparison::Equal => sign == 0,
                    Comparison::Unequal => sign != 0,
                    Comparison::Less => sign < 0,
                    Comparison::AtMost => sign <= 0,
                }))
            }
            Expr::Sets(relation, pair) => {
                let (a, b) = (self.set(&pair[0], locals)?, self.set(&pair[1], locals)?);
                self.related(*relation, a, b)
            }
            Expr::In(pair) => {
                let (member, set) = (self.number(&pair[0], locals)?, self.set(&pair[1], locals)?);
                self.member(&member, set)
            }
            Expr::Not(inner) => Ok(self.truth(inner, locals)?.map(|truth| !truth)),
            Expr::And(all) => self.joined(all, locals, false),
            Expr::Or(all) => self.joined(all, locals, true),
            Expr::If(three) => match self.settled(&three[0], locals)? {
                true => self.truth(&three[1], locals),
                false => self.truth(&three[2], locals),
            },
            Expr::Defined(place, arguments) => {
                let arguments = self.numbers(arguments, locals)?;
                let definition = self.definition(*place)?;
                self.truth(&definition.body, &arguments)
            }
            Expr::Call(builtin @ (Builtin::Even | Builtin::Odd), arguments) => {
                let [number] = &arguments[..] else { return wrong_kind() };
                let number = self.number(number, locals)?;
                number.divisible(2)?;
                Ok(Some((number.at % 2 == 0) == (*builtin == Builtin::Even)))
            }
            Expr::Global(place) => match self.globals.get(*place) {
                Some(Value::Truth(truth)) => Ok(Some(*truth)),
                _ => wrong_kind(),
            },
            _ => wrong_kind(),
        }
    }

    /// `and` is settled by one part that is false, `or` by one that is true.
    fn joined(&mut self, all: &[Expr], locals: &[Linear], by: bool) -> Checked<Option<bool>> {
        let mut found = Some(!by);
        for part in all {
            match self.truth(part, locals)? {
                Some(truth) if truth == by => return Ok(Some(by)),
                Some(_) => {}
                None => found = None,
            }
        }
        Ok(found)
    }

    fn set(&mut self, expr: &Expr, locals: &[Linear]) -> Checked<Set> {
        match expr {
            Expr::Global(place) => match self.globals.get(*place) {
                Some(Value::Set(set)) => Ok(Set::Fixed(set.clone())),
                _ => wrong_kind(),
            },
            Expr::Set(members) => {
                let mut set = Vec::new();
                for (least, most) in members {
                    let least = self.number(least, locals)?.constant()?;
                    let most = match most {
                        Some(most) => self.number(most, locals)?.constant()?,
                        None => least,
                    };
                    for member in least..=most {
                        self.task.spend(1)?;
                        set.push(member);
                    }
                }
                Ok(Set::Fixed(ascending(set)))
            }
            Expr::Combine(combination, pair) => {
                let (a, b) = (self.set(&pair[0], locals)?, self.set(&pair[1], locals)?);
                if let (Set::Fixed(a), Set::Fixed(b)) = (&a, &b) {
                    let mut set = a.clone();
                    match combination {
                        Combination::Union => set.extend(b),
                        Combination::Without => set.retain(|member| !b.contains(member)),
                    }
                    return Ok(Set::Fixed(ascending(set)));
                }
                let [a, b] = both(a, b)?;
                let levels = a.levels.into_iter().zip(b.levels).map(|(a, b)| match combination {
                    Combination::Union => a.or(b),
                    Combination::Without => a.and_not(b),
                });
                Ok(Set::Along(SetAlong { place: a.place, levels: levels.collect() }))
            }
            Expr::Added(pair) => {
                let set = self.set(&pair[0], locals)?;
                let more = self.number(&pair[1], locals)?.constant()?;
                if more < 0 {
                    return reject("a negative number has no nim-sum");
                }
                match set {
                    Set::Fixed(set) if set.first().is_some_and(|&member| member < 0) => {
                        reject("a negative number has no nim-sum")
                    }
                    Set::Fixed(set) => {
                        Ok(Set::Fixed(ascending(set.into_iter().map(|n| n ^ more).collect())))
                    }
                    Set::Along(set) => match usize::try_from(more) {
                        Ok(more) if more < set.levels.len() => {
                            let levels =
                                (0..set.levels.len()).map(|d| set.levels[d ^ more].clone());
                            Ok(Set::Along(SetAlong { levels: levels.collect(), ..set }))
                        }
                        _ => reject("a nim-set nim-added to a number that is not below its saltus"),
                    },
                }
            }
            Expr::Call(builtin @ (Builtin::Evens | Builtin::Odds), arguments) => {
                let [set] = &arguments[..] else { return wrong_kind() };
                match self.set(set, locals)? {
                    Set::Fixed(mut set) => {
                        set.retain(|member| (member % 2 == 0) == (*builtin == Builtin::Evens));
                        Ok(Set::Fixed(set))
                    }
                    Set::Along(_) => reject("members of a nim-set of infinitely many heaps"),
                }
            }
            Expr::If(three) => match self.settled(&three[0], locals)? {
                true => self.set(&three[1], locals),
                false => self.set(&three[2], locals),
            },
            Expr::Defined(place, arguments) => {
                let arguments = self.numbers(arguments, locals)?;
                let definition = self.definition(*place)?;
                self.set(&definition.body, &arguments)
            }
            Expr::NimSet { heap, parts, game, only } => {
                let (heap, parts) = (self.number(heap, locals)?, self.number(parts, locals)?);
                let game = self.game(game.as_deref(), locals)?;
                self.nim_set(&game, heap, parts, *only)
            }
            _ => wrong_kind(),
        }
    }

    fn game(&mut self, game: Option<&Game>, locals: &[Linear]) -> Checked<Of> {
        Ok(match game {
            None => Of::Own,
            Some(Game::Called(text)) => Of::Called(text.clone()),
            Some(Game::With(set)) => match self.set(set, locals)? {
                Set::Fixed(set) => Of::With(set),
                Set::Along(_) => return reject("a game that varies"),
            },
        })
    }

    /// Beyond the preperiod a value rises with the heap.
    fn nim_value(&mut self, game: &Of, heap: &Linear) -> Checked<Linear> {
        if heap.is_fixed() {
            return Ok(Linear::fixed(self.heaps.nim_value(game, heap.at)?));
        }
        let regularity = &self.heaps.regularity(game)?.regularity;
        if !heap.at_least(regularity.preperiod as i64)? {
            return reject("heaps before the period, without end");
        }
        let (period, saltus) = (regularity.period as i64, i64::from(regularity.saltus));
        heap.divisible(period)?;
        let value = Linear { at: self.heaps.nim_value(game, heap.at)?, slopes: heap.slopes };
        let mut rising = Linear::fixed(value.at);
        for (rise, slope) in rising.slopes.iter_mut().zip(heap.slopes) {
            let product = (slope / period).checked_mul(saltus);
            *rise = product.ok_or_else(|| Rejection::new("a number is too large"))?;
        }
        Ok(rising)
    }
}

fn mex(set: &[i64]) -> i64 {
    (0..).find(|number| !set.contains(number)).unwrap_or(0)
}

fn ascending(mut set: Vec<i64>) -> Vec<i64> {
    set.sort_unstable();
    set.dedup();
    set
}

/// The language gives every expression its kind.
pub(super) fn wrong_kind<T>() -> Checked<T> {
    reject("an expression is not of the kind that is wanted")
}
