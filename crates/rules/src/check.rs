//! Syntax tree and arguments to checked [`Ruleset`]: names, kinds, sizes, and that play ends.

mod breaking;
mod decrease;
mod lower;

use crate::code::{Code, parse_code};
use crate::diagnostic::{Complaint, Span};
use crate::expr::{Board, Cond, Expr, Slot};
use crate::outcome::Outcome;
use crate::ruleset::*;
use crate::syntax::*;

use lower::Scope;

/// The value of a parameter.
#[derive(Clone, Debug)]
pub enum Value {
    /// The members of a set, ascending.
    Set(Vec<i64>),
    /// One number.
    Number(i64),
    /// The outcomes of the heaps 0, 1, 2, ...
    Outcomes(Vec<Outcome>),
    /// Vectors of one length.
    Vectors(Vec<Vec<u32>>),
    /// A number for each value of a variable.
    Function {
        /// The name that the body has for its argument.
        variable: String,
        /// An expression in the variable alone.
        body: Node,
    },
    /// A take-and-break code.
    Code(Code),
}

impl Value {
    /// A value of the right kind, for checking a game before its arguments are known.
    pub fn sample(kind: &Kind) -> Value {
        match kind {
            Kind::Set { least } => Value::Set(vec![*least]),
            Kind::Number { least } => Value::Number((*least).max(1)),
            Kind::Outcomes => Value::Outcomes(vec![Outcome::P]),
            Kind::Vectors => Value::Vectors(vec![vec![1]]),
            Kind::Code => Value::Code(parse_code("0.7", 0).expect("this is a code")),
            Kind::Function { variable } => {
                let body = Node::leaf(Term::Name(variable.clone()), 0..0);
                Value::Function { variable: variable.clone(), body }
            }
        }
    }
}

/// Parameters with their values.
pub type Bindings = Vec<(String, Value)>;

/// What went wrong in building a ruleset.
#[derive(Debug)]
pub enum Refusal {
    /// A fault of the game text.
    Text(Complaint),
    /// A requirement on the arguments, in the game's words.
    Requirement(String),
}

impl From<Complaint> for Refusal {
    fn from(complaint: Complaint) -> Self {
        Refusal::Text(complaint)
    }
}

/// The ruleset of `game` with these parameters. `sampled` values need not meet requirements.
pub fn check(
    game: &GameText,
    source: &str,
    bindings: &Bindings,
    sampled: bool,
) -> Result<Ruleset, Refusal> {
    let scope = Scope::new(bindings, sampled);
    for (requirement, words) in &game.requirements {
        let condition = scope.condition(requirement)?;
        let mut board = Board { slots: &mut [], before: &[], chosen: &[], after: &[] };
        if !sampled && !board.holds(&condition) {
            return Err(Refusal::Requirement(words.clone()));
        }
    }
    let Some((shape, shape_span)) = &game.shape else {
        return Err(Complaint::new(game.name.span.clone(), "the game does not say its piles")
            .help("add `piles any`, `piles 2` or `row of 2`")
            .into());
    };
    let shape = check_shape(&scope, shape, shape_span)?;
    if game.moves.is_empty() {
        return Err(Complaint::new(game.name.span.clone(), "the game has no moves")
            .help("add a line such as `move take k from one pile`")
            .into());
    }
    let mut moves = Vec::new();
    for text in &game.moves {
        let words = &source[text.span.clone()];
        match &text.act {
            Act::TakeAndBreak { code } => {
                moves.extend(breaking::moves(&scope, text, code, shape, words)?);
            }
            _ => moves.push(check_move(&scope, text, shape, words)?),
        }
    }
    if matches!(shape, Shape::Piles { at_most: Some(_) }) && moves.iter().any(makes_piles) {
        return Err(Complaint::new(
            shape_span.clone(),
            "a move can leave more piles than there may be",
        )
        .help("write `piles any`")
        .into());
    }
    let ending = match &game.stuck {
        Some((stuck, span)) => check_stuck(&scope, stuck, span)?,
        None => Ending::StuckLoses,
    };
    Ok(Ruleset {
        expression: game.name.text.clone(),
        name: game.name.text.clone(),
        summary: game.summary.clone(),
        sources: game.sources.clone(),
        shape,
        moves,
        ending,
    })
}

/// Can the move leave more piles than it takes from?
fn makes_piles(m: &Move) -> bool {
    match &m.act {
        MoveAct::Break { parts: Parts::Named(parts), .. } => parts.len() > 1,
        MoveAct::Break { parts: Parts::Between(_, most), .. } => *most > 1,
        MoveAct::Break { parts: Parts::Chosen { .. }, .. } => true,
        MoveAct::Replace { piles, by } => by.len() > piles.len(),
        _ => false,
    }
}

fn check_shape(scope: &Scope, shape: &ShapeText, span: &Span) -> Result<Shape, Complaint> {
    match shape {
        ShapeText::Piles(at_most) => Ok(Shape::Piles { at_most: *at_most }),
        ShapeText::Row(places) => {
            let places = scope.number(places)?;
            let mut board = Board { slots: &mut [], before: &[], chosen: &[], after: &[] };
            match board.number(&places) {
                n @ 1..=1000 => Ok(Shape::Row { places: n as usize }),
                _ => Err(Complaint::new(span.clone(), "a row has 1 to 1000 places")),
            }
        }
    }
}

fn check_stuck(scope: &Scope, stuck: &StuckText, span: &Span) -> Result<Ending, Complaint> {
    let cases = match stuck {
        StuckText::Loses => return Ok(Ending::StuckLoses),
        StuckText::Wins => return Ok(Ending::StuckWins),
        StuckText::Cases(cases) => cases,
    };
    if cases.last().is_some_and(|last| last.condition.is_some()) {
        return Err(Complaint::new(span.clone(), "this does not say who wins otherwise")
            .help("end with a case without `if`, such as `, else right wins`"));
    }
    let mut checked = Vec::new();
    for case in cases {
        let condition = match &case.condition {
            Some(condition) => scope.condition(condition)?,
            None => Cond::Always,
        };
        if condition.mentions(&|m| m == after()) {
            return Err(Complaint::new(case.span.clone(), "a stuck position has no `after`")
                .help("use `piles` or `total`"));
        }
        let result = match &case.result {
            StuckResult::Fixed(outcome) => EndingResult::Fixed(*outcome),
            StuckResult::Listed { list, index } => EndingResult::Listed {
                outcomes: scope.outcomes(list)?,
                index: scope.number(index)?,
                beyond: Outcome::P,
            },
        };
        checked.push(EndingCase { condition, result });
    }
    Ok(Ending::Decided(checked))
}

fn after() -> crate::expr::Mention {
    crate::expr::Mention::Piles(crate::expr::Piles::After)
}

/// A move under construction.
struct Draft<'s> {
    scope: Scope<'s>,
    conditions: Vec<Cond>,
}

impl Draft<'_> {
    /// The slot of a chosen pile, which need not be named.
    fn pile(&mut self, name: Option<&Name>, whole: &Span) -> Result<Slot, Complaint> {
        match name {
            Some(name) => self.scope.declare(name),
            None => self.scope.make("pile", whole.clone()),
        }
    }

    /// An amount: a new name is a number the mover chooses.
    fn amount(&mut self, node: &Node) -> Result<Amount, Complaint> {
        match &node.term {
            Term::Name(name) if !self.scope.knows(name) => {
                let name = Name { text: name.clone(), span: node.span.clone() };
                Ok(Amount::Chosen(self.scope.declare(&name)?))
            }
            Term::Binary(Operator::In, name, set) => {
                let amount = self.amount(name)?;
                let Amount::Chosen(slot) = amount else {
                    return Err(Complaint::new(name.span.clone(), "expected a new name here")
                        .help("as in `take s in S from one pile`"));
                };
                let members = self.scope.set(set)?;
                if members.contains(&0) {
                    return Err(unchanged(set.span.clone(), "0 is in this set, and taking 0")
                        .help("write `set of numbers >= 1`, or leave out 0"));
                }
                self.conditions.push(Cond::InSet(Expr::Slot(slot), members));
                Ok(amount)
            }
            _ => Ok(Amount::Fixed(self.before_the_move(node)?)),
        }
    }

    /// A number that the move is made from, so it cannot depend on what comes out.
    fn before_the_move(&self, node: &Node) -> Result<Expr, Complaint> {
        let expr = self.scope.number(node)?;
        if expr.mentions(&|m| m == after()) {
            return Err(Complaint::new(
                node.span.clone(),
                "this depends on the piles after the move",
            )
            .help("use `piles` or `others` here; `after` belongs into the condition"));
        }
        Ok(expr)
    }
}

/// The complaint that something leaves the position as it was.
fn unchanged(span: Span, what: &str) -> Complaint {
    Complaint::new(span, format!("{what} leaves the position unchanged, so play need not end"))
}

fn check_move(
    scope: &Scope,
    text: &MoveText,
    shape: Shape,
    words: &str,
) -> Result<Move, Complaint> {
    let mut draft = Draft { scope: scope.fresh(), conditions: Vec::new() };
    let mut amounts: Vec<Span> = Vec::new();
    let act = match &text.act {
        Act::Take { takes, leaving: None } => {
            let mut checked = Vec::new();
            // Piles first, so that an amount may mention any of them.
            let mut piles = Vec::new();
            for (_, name) in takes {
                piles.push(draft.pile(name.as_ref(), &text.span)?);
            }
            for ((amount, _), pile) in takes.iter().zip(piles) {
                checked.push((pile, draft.amount(amount)?));
                amounts.push(amount.span.clone());
            }
            MoveAct::Take(checked)
        }
        Act::Take { takes, leaving: Some((parts, span)) } => {
            let [(amount, name)] = &takes[..] else {
                return Err(Complaint::new(span.clone(), "only a single pile can leave parts"));
            };
            let pile = draft.pile(name.as_ref(), &text.span)?;
            let taken = draft.amount(amount)?;
            amounts.push(amount.span.clone());
            let parts = check_parts(&mut draft, parts, 0)?;
            MoveAct::Break { pile, amount: Some(taken), parts }
        }
        Act::Split { pile, parts, span } => {
            let pile = draft.pile(pile.as_ref(), &text.span)?;
            let parts = check_parts(&mut draft, parts, 2)?;
            let fewest = match &parts {
                Parts::Named(slots) => slots.len(),
                Parts::Chosen { least, .. } => *least,
                Parts::Between(least, _) => *least,
            };
            if fewest < 2 {
                return Err(unchanged(span.clone(), "a split into one part")
                    .help("split into two parts or more"));
            }
            MoveAct::Break { pile, amount: None, parts }
        }
        Act::TakeEach { amount, least, most } => {
            amounts.push(amount.span.clone());
            MoveAct::TakeEach { amount: draft.amount(amount)?, least: *least, most: *most }
        }
        Act::TakeAll { amount } => {
            amounts.push(amount.span.clone());
            MoveAct::TakeAll { amount: draft.amount(amount)? }
        }
        Act::TakeAndBreak { .. } => unreachable!("a code stands for several moves"),
        Act::TakeRow { vectors } => check_row(&draft.scope, vectors, shape)?,
        Act::Replace { piles, order, by } => {
            let mut slots = Vec::new();
            for name in piles {
                slots.push(draft.scope.declare(name)?);
            }
            for condition in order {
                let condition = draft.scope.condition(condition)?;
                draft.conditions.push(condition);
            }
            let by = by.iter().map(|n| draft.before_the_move(n)).collect::<Result<_, _>>()?;
            MoveAct::Replace { piles: slots, by }
        }
    };
    if matches!(shape, Shape::Row { .. })
        && matches!(act, MoveAct::Break { .. } | MoveAct::Replace { .. })
    {
        return Err(Complaint::new(text.span.clone(), "a row keeps its places")
            .help("splitting and replacing need `piles`, not `row`"));
    }
    if let Some(condition) = &text.condition {
        let condition = draft.scope.condition(condition)?;
        draft.conditions.push(condition);
    }
    let checked = Move {
        mover: text.mover,
        text: words.split_whitespace().collect::<Vec<_>>().join(" "),
        slots: draft.scope.slot_names(),
        act,
        condition: Cond::all(draft.conditions),
    };
    decrease::check(&checked, &amounts, &text.span)?;
    Ok(checked)
}

fn check_parts(draft: &mut Draft, parts: &PartsText, least: usize) -> Result<Parts, Complaint> {
    Ok(match parts {
        PartsText::Named(names) => {
            let slots = names.iter().map(|n| draft.scope.declare(n)).collect::<Result<_, _>>()?;
            Parts::Named(slots)
        }
        PartsText::Chosen(name) => Parts::Chosen { slot: draft.scope.declare(name)?, least },
        PartsText::Between(from, to) => Parts::Between(*from, *to),
    })
}

fn check_row(scope: &Scope, name: &Name, shape: Shape) -> Result<MoveAct, Complaint> {
    let vectors = scope.vectors(name)?;
    let Shape::Row { places } = shape else {
        return Err(Complaint::new(name.span.clone(), "vectors are taken from a row")
            .help("say `row of length(V)` instead of `piles`"));
    };
    if !scope.sampled && vectors.iter().any(|v| v.len() != places) {
        return Err(Complaint::new(
            name.span.clone(),
            format!("the row has {places} places, and some vector has not"),
        ));
    }
    Ok(MoveAct::Subtract(vectors))
}
