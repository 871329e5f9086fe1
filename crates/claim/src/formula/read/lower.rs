//! Expressions of the common language as expressions of formulas, with the kind of each: a number, a set or a condition.

use sprague_rules::Complaint;
use sprague_rules::diagnostic::Span;
use sprague_rules::syntax::{Name, Node, Operator, Term};

use super::kinds::{applied, related, wanted};
use super::{BUILTINS, Known, Part, Read};
use crate::formula::{Arithmetic, Builtin, Combination, Expr, Game, Kind, Only};

impl Known<'_> {
    /// The expression that a node stands for.
    pub(super) fn part(self, node: &Node) -> Read<Part> {
        let complain = |message: &str| Err(Complaint::new(node.span.clone(), message));
        let (expr, kind) = match &node.term {
            Term::Number(number) => (Expr::Number(*number), Kind::Number),
            Term::Name(name) if name == "always" => (Expr::And(Vec::new()), Kind::Truth),
            Term::Name(name) if name == "never" => (Expr::Or(Vec::new()), Kind::Truth),
            Term::Name(name) => match self.globals.iter().position(|(known, _)| known == name) {
                Some(place) => (Expr::Global(place), self.globals[place].1),
                None => (Expr::Name(name.clone(), node.span.clone()), Kind::Number),
            },
            Term::Set(members) => (Expr::Set(runs(members)), Kind::Set),
            Term::Members(members) => {
                let member = |(least, most): &(Node, Option<Node>)| {
                    let most = most.as_ref().map(|most| self.of_kind(most, Kind::Number));
                    Ok((self.of_kind(least, Kind::Number)?, most.transpose()?))
                };
                (Expr::Set(members.iter().map(member).collect::<Read<_>>()?), Kind::Set)
            }
            Term::Negative(inner) => {
                let pair = [Expr::Number(0), self.of_kind(inner, Kind::Number)?];
                (Expr::Arithmetic(Arithmetic::Minus, Box::new(pair)), Kind::Number)
            }
            Term::Not(inner) => {
                (Expr::Not(Box::new(self.of_kind(inner, Kind::Truth)?)), Kind::Truth)
            }
            Term::Binary(operator, left, right) => self.binary(node, *operator, left, right)?,
            Term::If(three) => {
                let [condition, yes, no] = &**three;
                let (condition, yes) = (self.of_kind(condition, Kind::Truth)?, self.part(yes)?);
                let no = self.of_kind(no, yes.kind)?;
                (Expr::If(Box::new([condition, yes.expr, no])), yes.kind)
            }
            Term::Call { function, arguments } => self.called(function, arguments, &node.span)?,
            Term::Text(_) => {
                return complain("a game is named only in `G(n, \"...\")` and the like");
            }
            Term::Only { .. } => return complain("`|` stands only in `N(n, p | all ...)`"),
            Term::Pattern { .. } => return complain("formulas speak of numbers, not of positions"),
            Term::Count { .. } | Term::Each { .. } => {
                return complain("there are no piles to count in a formula");
            }
        };
        Ok(Part { expr, kind, span: node.span.clone() })
    }

    /// The expression, which must be of this kind.
    pub(super) fn of_kind(self, node: &Node, kind: Kind) -> Read<Expr> {
        Ok(wanted(self.part(node)?, kind)?.expr)
    }

    fn binary(
        self,
        node: &Node,
        operator: Operator,
        left: &Node,
        right: &Node,
    ) -> Read<(Expr, Kind)> {
        let two = |kind: Kind| -> Read<Box<[Expr; 2]>> {
            Ok(Box::new([self.of_kind(left, kind)?, self.of_kind(right, kind)?]))
        };
        let arithmetic = |operation: Arithmetic| {
            Ok((Expr::Arithmetic(operation, two(Kind::Number)?), Kind::Number))
        };
        let combined = |how: Combination| Ok((Expr::Combine(how, two(Kind::Set)?), Kind::Set));
        match operator {
            Operator::And | Operator::Or => {
                let mut all = Vec::new();
                self.joined(node, operator, &mut all)?;
                let join = if operator == Operator::And { Expr::And } else { Expr::Or };
                Ok((join(all), Kind::Truth))
            }
            Operator::Add => arithmetic(Arithmetic::Plus),
            Operator::Subtract => arithmetic(Arithmetic::Minus),
            Operator::Multiply => arithmetic(Arithmetic::Times),
            Operator::Divide | Operator::Modulo if matches!(right.term, Term::Number(0)) => {
                Err(Complaint::new(right.span.clone(), "this divides by 0"))
            }
            Operator::Divide => arithmetic(Arithmetic::Over),
            Operator::Modulo => arithmetic(Arithmetic::Mod),
            Operator::Union => combined(Combination::Union),
            Operator::Without => combined(Combination::Without),
            Operator::Xor => {
                let left = self.part(left)?;
                let right = self.of_kind(right, Kind::Number)?;
                match left.kind {
                    Kind::Set => Ok((Expr::Added(Box::new([left.expr, right])), Kind::Set)),
                    _ => {
                        let pair = vec![wanted(left, Kind::Number)?.expr, right];
                        Ok((Expr::Call(Builtin::Xor, pair), Kind::Number))
                    }
                }
            }
            _ => Ok((related(operator, self.part(left)?, self.part(right)?)?, Kind::Truth)),
        }
    }

    /// The parts of `a and b and c`, or of `a or b or c`.
    fn joined(self, node: &Node, by: Operator, all: &mut Vec<Expr>) -> Read<()> {
        match &node.term {
            Term::Binary(operator, left, right) if *operator == by => {
                self.joined(left, by, all)?;
                self.joined(right, by, all)
            }
            _ => {
                all.push(self.of_kind(node, Kind::Truth)?);
                Ok(())
            }
        }
    }

    fn called(self, function: &Name, arguments: &[Node], span: &Span) -> Read<(Expr, Kind)> {
        let number = |node: &Node| self.of_kind(node, Kind::Number).map(Box::new);
        let name = function.text.as_str();
        if name == "G" {
            let (heap, game) = match arguments {
                [heap] => (heap, None),
                [heap, game] => (heap, Some(self.game(game)?)),
                _ => {
                    let message = "expected `G(heap)` or `G(heap, game)`";
                    return Err(Complaint::new(span.clone(), message));
                }
            };
            return Ok((Expr::NimValue { heap: number(heap)?, game }, Kind::Number));
        }
        if name == "N" {
            let (rest, only) = match arguments.split_last() {
                Some((Node { term: Term::Only { all, of }, .. }, rest)) => {
                    (rest, Some(self.only(*all, of)?))
                }
                _ => (arguments, None),
            };
            let (heap, parts, game) = match rest {
                [heap, parts] => (heap, parts, None),
                [heap, parts, game] => (heap, parts, Some(self.game(game)?)),
                _ => {
                    let message = "expected `N(heap, parts)` or `N(heap, parts, game)`";
                    return Err(Complaint::new(span.clone(), message));
                }
            };
            let (heap, parts) = (number(heap)?, number(parts)?);
            return Ok((Expr::NimSet { heap, parts, game, only }, Kind::Set));
        }
        if let Some((_, builtin)) = BUILTINS.iter().find(|(known, _)| *known == name) {
            let arguments = arguments.iter().map(|argument| self.part(argument));
            return applied(*builtin, arguments.collect::<Read<_>>()?, &function.span);
        }
        let Some(place) = self.definitions.iter().position(|known| known.name == name) else {
            let known = BUILTINS.iter().map(|(name, _)| *name).chain(["G", "N"]);
            let known = known.chain(self.definitions.iter().map(|d| d.name.as_str()));
            let complaint = Complaint::new(function.span.clone(), format!("{name} is not known"));
            return Err(match sprague_rules::diagnostic::did_you_mean(name, known) {
                Some(help) => complaint.help(help),
                None => complaint.help(format!("say what it is: `define {name}(n) = ...`")),
            });
        };
        let known = &self.definitions[place];
        if known.arguments != arguments.len() {
            let message = format!("{name} is defined for {} numbers", known.arguments);
            return Err(Complaint::new(span.clone(), message));
        }
        let numbers = arguments.iter().map(|argument| self.of_kind(argument, Kind::Number));
        Ok((Expr::Defined(place, numbers.collect::<Read<_>>()?), known.kind))
    }

    /// `{1, 6}`, or `"octal(0.7F)"`.
    fn game(self, node: &Node) -> Read<Box<Game>> {
        let Term::Text(text) = &node.term else {
            return Ok(Box::new(Game::With(self.of_kind(node, Kind::Set)?)));
        };
        let ruleset = self.shelf.ruleset(text);
        let ruleset =
            ruleset.map_err(|found| Complaint::new(node.span.clone(), found.complaint.message))?;
        if !ruleset.has_nim_values() || !ruleset.is_sum_of_piles() {
            let message = format!("{text}: nim-values need moves that act on one pile alone");
            return Err(Complaint::new(node.span.clone(), message));
        }
        Ok(Box::new(Game::Called(text.clone())))
    }

    /// `all exit`, or `not all exit`.
    fn only(self, all: bool, of: &Name) -> Read<Only> {
        let name = &of.text;
        let known = self.definitions.iter().position(|known| {
            known.name == *name && known.arguments == 1 && known.kind == Kind::Truth
        });
        let definition = known.ok_or_else(|| {
            Complaint::new(of.span.clone(), format!("{name} is no condition on one number"))
                .help(format!("say what it is: `define {name}(n) = n > 1`"))
        })?;
        Ok(Only { all, definition })
    }
}

/// In a row at least so many numbers are written as a range.
const MANY: usize = 8;

/// Numbers, those in long rows as ranges.
fn runs(members: &[i64]) -> Vec<(Expr, Option<Expr>)> {
    let mut members = members.to_vec();
    members.sort_unstable();
    members.dedup();
    let runs = members.chunk_by(|a, b| a + 1 == *b);
    runs.flat_map(|run| match run {
        [least, .., most] if run.len() >= MANY => {
            vec![(Expr::Number(*least), Some(Expr::Number(*most)))]
        }
        few => few.iter().map(|&member| (Expr::Number(member), None)).collect(),
    })
    .collect()
}
