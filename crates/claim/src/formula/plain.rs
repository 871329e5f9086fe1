//! What an expression is, number by number: the plain meaning of formulas.

use sprague_rules::expr::{quotient, remainder};

use super::games::Of;
use super::{
    Arithmetic, Builtin, Combination, Comparison, Definition, Expr, Game, Only, SetRelation,
};

/// What an expression has as its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(i64),
    /// A set. Ascending, each once.
    Set(Vec<i64>),
    /// Whether something is so.
    Truth(bool),
}

impl Value {
    /// The number that it is; kinds are checked while reading.
    pub fn number(&self) -> i64 {
        match self {
            Value::Number(number) => *number,
            _ => unreachable!("kinds are checked while reading"),
        }
    }

    /// The set that it is, ascending.
    pub fn set(self) -> Vec<i64> {
        match self {
            Value::Set(set) => set,
            _ => unreachable!("kinds are checked while reading"),
        }
    }

    /// The truth value that it is.
    pub fn truth(&self) -> bool {
        match self {
            Value::Truth(truth) => *truth,
            _ => unreachable!("kinds are checked while reading"),
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Truth(truth) => write!(f, "{truth}"),
            Value::Set(set) => {
                let members: Vec<String> = set.iter().map(|member| member.to_string()).collect();
                write!(f, "{{{}}}", members.join(","))
            }
        }
    }
}

/// What is the same for all numbers that a formula is looked at for.
pub struct Scene<'s, H> {
    /// The functions that the claim defines.
    pub definitions: &'s [Definition],
    /// What the case of the claim fixes.
    pub globals: &'s [Value],
    /// Nim-values and nim-sets.
    pub heaps: &'s mut H,
}

/// Where the nim-values and nim-sets come from that a formula speaks of.
pub trait Heaps {
    /// The nim-value of a heap of a game.
    fn value(&mut self, game: &Of, heap: i64) -> Valued<i64>;

    /// A nim-set that was made before.
    fn known_set(
        &self,
        game: &Of,
        heap: usize,
        parts: usize,
        only: Option<Only>,
    ) -> Option<Vec<i64>>;

    /// Makes the nim-sets of splits into so many parts, of all heaps up to one; `fits` says which heaps the parts may be.
    fn make_sets(
        &mut self,
        game: &Of,
        to: usize,
        parts: usize,
        only: Option<Only>,
        fits: &[bool],
    ) -> Valued<()>;
}

/// Where no game is spoken of.
pub struct NoHeaps;

impl Heaps for NoHeaps {
    fn value(&mut self, _: &Of, _: i64) -> Valued<i64> {
        Err("no game is spoken of here".into())
    }

    fn known_set(&self, _: &Of, _: usize, _: usize, _: Option<Only>) -> Option<Vec<i64>> {
        None
    }

    fn make_sets(&mut self, _: &Of, _: usize, _: usize, _: Option<Only>, _: &[bool]) -> Valued<()> {
        Err("no game is spoken of here".into())
    }
}

/// Why something has no value, in words.
pub type Valued<T> = Result<T, String>;

/// Members of one set.
const LARGEST_SET: i64 = 100_000;

impl<H: Heaps> Scene<'_, H> {
    /// Whether a condition holds for these numbers.
    pub fn truth(&mut self, expr: &Expr, locals: &[i64]) -> Valued<bool> {
        Ok(self.value(expr, locals)?.truth())
    }

    /// The value of a number.
    pub fn number(&mut self, expr: &Expr, locals: &[i64]) -> Valued<i64> {
        Ok(self.value(expr, locals)?.number())
    }

    fn set(&mut self, expr: &Expr, locals: &[i64]) -> Valued<Vec<i64>> {
        Ok(self.value(expr, locals)?.set())
    }

    /// The value of an expression for these bound numbers.
    pub fn value(&mut self, expr: &Expr, locals: &[i64]) -> Valued<Value> {
        Ok(match expr {
            Expr::Number(number) => Value::Number(*number),
            Expr::Name(name, _) => return Err(format!("nothing says what {name} is")),
            Expr::Local(place) => Value::Number(locals[*place]),
            Expr::Global(place) => self.globals[*place].clone(),
            Expr::Arithmetic(operation, pair) => {
                let (a, b) = (self.number(&pair[0], locals)?, self.number(&pair[1], locals)?);
                Value::Number(arithmetic(*operation, a, b)?)
            }
            Expr::Compare(comparison, pair) => {
                let (a, b) = (self.number(&pair[0], locals)?, self.number(&pair[1], locals)?);
                Value::Truth(match comparison {
                    Comparison::Equal => a == b,
                    Comparison::Unequal => a != b,
                    Comparison::Less => a < b,
                    Comparison::AtMost => a <= b,
                })
            }
            Expr::Sets(relation, pair) => {
                let (a, b) = (self.set(&pair[0], locals)?, self.set(&pair[1], locals)?);
                Value::Truth(match relation {
                    SetRelation::Equal => a == b,
                    SetRelation::Unequal => a != b,
                    SetRelation::Within => a.iter().all(|member| b.binary_search(member).is_ok()),
                })
            }
            Expr::In(pair) => {
                let member = self.number(&pair[0], locals)?;
                Value::Truth(self.set(&pair[1], locals)?.binary_search(&member).is_ok())
            }
            Expr::Combine(combination, pair) => {
                let (mut a, b) = (self.set(&pair[0], locals)?, self.set(&pair[1], locals)?);
                match combination {
                    Combination::Union => a.extend(b),
                    Combination::Without => a.retain(|member| b.binary_search(member).is_err()),
                }
                Value::Set(ascending(a))
            }
            Expr::Added(pair) => {
                let (set, more) = (self.set(&pair[0], locals)?, self.number(&pair[1], locals)?);
                let more = natural(more)?;
                let sums = set.into_iter().map(|member| Ok(natural(member)? ^ more));
                Value::Set(ascending(sums.collect::<Valued<_>>()?))
            }
            Expr::Not(inner) => Value::Truth(!self.truth(inner, locals)?),
            Expr::And(all) => {
                for part in all {
                    if !self.truth(part, locals)? {
                        return Ok(Value::Truth(false));
                    }
                }
                Value::Truth(true)
            }
            Expr::Or(all) => {
                for part in all {
                    if self.truth(part, locals)? {
                        return Ok(Value::Truth(true));
                    }
                }
                Value::Truth(false)
            }
            Expr::If(three) => match self.truth(&three[0], locals)? {
                true => self.value(&three[1], locals)?,
                false => self.value(&three[2], locals)?,
            },
            Expr::Call(builtin, arguments) => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(self.value(argument, locals)?);
                }
                called(*builtin, values)?
            }
            Expr::Defined(place, arguments) => {
                let mut numbers = Vec::new();
                for argument in arguments {
                    numbers.push(self.number(argument, locals)?);
                }
                let definitions = self.definitions;
                self.value(&definitions[*place].body, &numbers)?
            }
            Expr::Set(members) => {
                let mut set = Vec::new();
                for (least, most) in members {
                    let least = self.number(least, locals)?;
                    let most = most.as_ref().map_or(Ok(least), |most| self.number(most, locals))?;
                    if most.saturating_sub(least) > LARGEST_SET {
                        return Err("a set is too large".into());
                    }
                    set.extend(least..=most);
                }
                Value::Set(ascending(set))
            }
            Expr::NimValue { heap, game } => {
                let heap = self.number(heap, locals)?;
                let game = self.game(game.as_deref(), locals)?;
                Value::Number(self.heaps.value(&game, heap)?)
            }
            Expr::NimSet { heap, parts, game, only } => {
                let (heap, parts) = (self.number(heap, locals)?, self.number(parts, locals)?);
                let game = self.game(game.as_deref(), locals)?;
                Value::Set(self.nim_set(&game, heap, parts, *only)?)
            }
        })
    }

    /// The game that is spoken of.
    pub fn game(&mut self, game: Option<&Game>, locals: &[i64]) -> Valued<Of> {
        Ok(match game {
            None => Of::Own,
            Some(Game::Called(text)) => Of::Called(text.clone()),
            Some(Game::With(set)) => Of::With(self.set(set, locals)?),
        })
    }

    fn nim_set(
        &mut self,
        game: &Of,
        heap: i64,
        parts: i64,
        only: Option<Only>,
    ) -> Valued<Vec<i64>> {
        let (Ok(heap), Ok(parts)) = (usize::try_from(heap), usize::try_from(parts)) else {
            return Ok(Vec::new());
        };
        if heap > LARGEST_HEAP {
            return Err(format!("a heap of {heap} is too large"));
        }
        if heap < parts || parts == 0 {
            return Ok(if heap == 0 && parts == 0 { vec![0] } else { Vec::new() });
        }
        if let Some(set) = self.heaps.known_set(game, heap, parts, only) {
            return Ok(set);
        }
        let to = heap.max(MANY).max(heap * 3 / 2);
        let fits = match only {
            None => Vec::new(),
            Some(Only { definition, .. }) => {
                let body = &self.definitions[definition].body;
                let fits = (0..=to as i64).map(|heap| self.truth(body, &[heap]));
                fits.collect::<Valued<Vec<bool>>>()?
            }
        };
        self.heaps.make_sets(game, to, parts, only, &fits)?;
        Ok(self.heaps.known_set(game, heap, parts, only).unwrap_or_default())
    }
}

/// Nim-sets of larger heaps are not made.
const LARGEST_HEAP: usize = 10_000_000;

/// Heaps whose nim-sets are made at once.
const MANY: usize = 160;

fn ascending(mut set: Vec<i64>) -> Vec<i64> {
    set.sort_unstable();
    set.dedup();
    set
}

fn natural(number: i64) -> Valued<i64> {
    if number >= 0 { Ok(number) } else { Err("a negative number has no nim-sum".into()) }
}

/// Sums, products and quotients. Division rounds down, and by 0 it is as in the rules of games: `a / 0` is 0 and
/// `a mod 0` is a. A number that is too large has no value.
pub fn arithmetic(operation: Arithmetic, a: i64, b: i64) -> Valued<i64> {
    let result = match operation {
        Arithmetic::Plus => a.checked_add(b),
        Arithmetic::Minus => a.checked_sub(b),
        Arithmetic::Times => a.checked_mul(b),
        Arithmetic::Over => Some(quotient(a, b)),
        Arithmetic::Mod => Some(remainder(a, b)),
    };
    result
        .filter(|result| result.unsigned_abs() < LARGEST)
        .ok_or_else(|| "a number is too large".into())
}

/// Numbers below this have values.
const LARGEST: u64 = 1 << 50;

fn called(builtin: Builtin, mut values: Vec<Value>) -> Valued<Value> {
    let one = |mut values: Vec<Value>| values.remove(0);
    Ok(match builtin {
        Builtin::Xor => {
            let numbers = values.iter().map(|value| natural(value.number()));
            Value::Number(numbers.collect::<Valued<Vec<i64>>>()?.into_iter().fold(0, |a, b| a ^ b))
        }
        Builtin::Min => Value::Number(values.iter().map(Value::number).min().unwrap_or(0)),
        Builtin::Max => Value::Number(values.iter().map(Value::number).max().unwrap_or(0)),
        Builtin::Least | Builtin::Largest => {
            let set = one(values).set();
            let member = if builtin == Builtin::Least { set.first() } else { set.last() };
            let none = "there is no least or largest member of no members";
            Value::Number(*member.ok_or_else(|| none.to_string())?)
        }
        Builtin::Size => Value::Number(one(values).set().len() as i64),
        Builtin::Mex => {
            let set = one(values).set();
            let missing = (0..).find(|number| set.binary_search(number).is_err());
            Value::Number(missing.unwrap_or(0))
        }
        Builtin::Even => Value::Truth(values.remove(0).number() % 2 == 0),
        Builtin::Odd => Value::Truth(values.remove(0).number() % 2 != 0),
        Builtin::Evens => {
            Value::Set(one(values).set().into_iter().filter(|n| n % 2 == 0).collect())
        }
        Builtin::Odds => Value::Set(one(values).set().into_iter().filter(|n| n % 2 != 0).collect()),
    })
}
