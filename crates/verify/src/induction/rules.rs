//! What the rules of a claim's games say of every set.

use sprague_claim::claim::OnOutcomes;
use sprague_claim::outcomes::sentence::{Like, Says, Sentence};
use sprague_claim::outcomes::{Any, Family};
use sprague_rules::expr::{Aggregate, Cond, Expr};
use sprague_rules::parse::parse_game;
use sprague_rules::ruleset::{Ending, EndingResult};
use sprague_rules::syntax::{Kind, Node, Operator, Term};
use sprague_rules::{Outcome, catalogue, game_file};

use crate::Rejection;
use crate::outcomes::Known;

/// What sets may be like, in the order of certificates.
pub(super) const LIKE: [Like; 4] = [Like::Symmetric, Like::Consecutive, Like::Even, Like::Odd];

/// A claim about every set: its games, and its sentences.
pub struct Setting<'c> {
    pub(super) on: &'c OnOutcomes,
    pub(super) family: &'c Family,
    /// Is every set of the family finite?
    pub(super) finite: bool,
    /// How stuck heaps end, in every game of the claim.
    pub(super) endings: Vec<Stuck>,
    /// Every sentence that speaks of all heaps, by its number.
    pub(super) every: Vec<Sentence>,
    /// What is to be proved after the lemmas, part by part.
    pub(super) clauses: Vec<&'c Sentence>,
}

/// How the heaps below min(S) end.
pub(super) enum Stuck {
    /// In any way, heap by heap.
    Open,
    /// The first case whose condition on the heap is met decides.
    Cases(Vec<(Cond, Outcome)>),
}

impl<'c> Setting<'c> {
    /// Of a claim about sets without bound.
    pub fn of(on: &'c OnOutcomes) -> Result<Setting<'c>, Rejection> {
        let not_any = || Rejection::new("this is for families without bound");
        let family = on.family.as_ref().ok_or_else(not_any)?;
        let any = family.any.ok_or_else(not_any)?;
        let Says::Every(sentence) = &on.saying.says else {
            return Err(Rejection::new("sets are counted in a family with a bound"));
        };
        let also = on.saying.also.iter().map(|also| also.expression.as_str());
        let expressions = std::iter::once(family.expression.as_str()).chain(also);
        let endings = expressions.map(|text| stuck(family, text)).collect::<Result<_, _>>()?;
        let clauses = sentence.clauses();
        let mut every = Vec::new();
        let sentences = std::iter::once(&on.saying.suppose).chain(&on.saying.lemmas);
        sentences.chain(clauses.iter().copied()).for_each(|sentence| collect(sentence, &mut every));
        let finite = any != Any::Set;
        Ok(Setting { on, family, finite, endings, every, clauses })
    }

    /// How many sentences are to be proved: the lemmas, then the parts of what is said.
    pub fn goals(&self) -> usize {
        self.on.saying.lemmas.len() + self.clauses.len()
    }

    /// How many of them are lemmas.
    pub fn lemmas(&self) -> usize {
        self.on.saying.lemmas.len()
    }

    /// What is supposed, part by part.
    pub fn supposed(&self) -> Vec<&Sentence> {
        self.on.saying.suppose.clauses()
    }

    /// The sentences that speak of all heaps, by their numbers.
    pub fn every(&self) -> &[Sentence] {
        &self.every
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.endings.len()
    }

    /// Is every set of the family finite?
    pub fn is_finite(&self) -> bool {
        self.finite
    }

    /// The sentence that is to be proved as the so manieth.
    pub fn goal(&self, goal: usize) -> Option<&Sentence> {
        let lemmas = &self.on.saying.lemmas;
        lemmas.get(goal).or_else(|| self.clauses.get(goal.checked_sub(lemmas.len())?).copied())
    }
}

/// The sentences about all heaps within a sentence, each once.
fn collect(sentence: &Sentence, every: &mut Vec<Sentence>) {
    match sentence {
        Sentence::Not(inner) => collect(inner, every),
        Sentence::And(parts) | Sentence::Or(parts) => {
            parts.iter().for_each(|part| collect(part, every));
        }
        Sentence::Whenever(..) | Sentence::Runs { .. } | Sentence::Appears(..)
            if !every.contains(sentence) =>
        {
            every.push(sentence.clone());
        }
        _ => {}
    }
}

/// How the stuck heaps of a game end, if its moves are to take a member of the set and nothing else, for every set with members
/// from the family's least on.
fn stuck(family: &Family, expression: &str) -> Result<Stuck, Rejection> {
    let unfit = |why: &str| Rejection::new(format!("{why}, in {expression}"));
    let known =
        Known::of(family, expression).filter(Known::takes_members_alone).ok_or_else(|| {
            unfit("it is not seen that the moves take a member of the set and no more")
        })?;
    allows_every_set(family, expression)?;
    match known.ending() {
        Ending::StuckLoses => Ok(Stuck::Cases(vec![(Cond::Always, Outcome::P)])),
        Ending::StuckWins => Ok(Stuck::Cases(vec![(Cond::Always, Outcome::N)])),
        Ending::Decided(cases) => {
            let open = known.open_cases();
            let [one] = &cases[..] else {
                if !open.is_empty() {
                    return Err(unfit("the endings are not open for every stuck heap"));
                }
                let fixed = cases.iter().map(|case| match &case.result {
                    EndingResult::Fixed(outcome) => Ok((case.condition.clone(), *outcome)),
                    EndingResult::Listed { .. } => Err(unfit("the ending is a list")),
                });
                return Ok(Stuck::Cases(fixed.collect::<Result<_, _>>()?));
            };
            match (&one.result, open) {
                (EndingResult::Fixed(outcome), _) => {
                    Ok(Stuck::Cases(vec![(one.condition.clone(), *outcome)]))
                }
                // The list has one outcome for each stuck heap, as the game requires; see `allows_every_set`.
                (EndingResult::Listed { index: Expr::Of(Aggregate::Sum, _), .. }, [(0, false)])
                    if one.condition == Cond::Always =>
                {
                    Ok(Stuck::Open)
                }
                _ => Err(unfit("the endings are not open for every stuck heap")),
            }
        }
    }
}

/// Makes sure that the game exists for every set with members from the family's least on: its parameters are a set, with no
/// larger least number, and perhaps the endings, of which there are as many as stuck heaps.
fn allows_every_set(family: &Family, expression: &str) -> Result<(), Rejection> {
    let unfit = |why: &str| Rejection::new(format!("{why}, in {expression}"));
    let mut rest = expression.trim();
    while let Some(after) = rest.strip_prefix("misere ").or(rest.strip_prefix("misère ")) {
        rest = after.trim_start();
    }
    let (name, arguments) = rest.split_once('(').ok_or_else(|| unfit("no set is left open"))?;
    let arguments = arguments.strip_suffix(')').unwrap_or(arguments);
    let arguments: Vec<&str> = arguments.split(';').map(str::trim).collect();
    let texts = family.library.games();
    let text = match game_file(expression) {
        Some(file) => texts.iter().find(|(known, _)| known == file).map(|(_, text)| &text[..]),
        None => catalogue::text(name.trim_end()),
    };
    let text = text.and_then(|text| parse_game(text).ok());
    let game = text.ok_or_else(|| unfit("the game has no text"))?;
    let least = i64::from(family.least);
    let kinds: Vec<&Kind> = game.parameters.iter().map(|parameter| &parameter.kind).collect();
    let name_of = |place: usize| game.parameters[place].name.text.as_str();
    match (&kinds[..], &arguments[..]) {
        ([Kind::Set { least: own }], [set]) if *set == family.name && *own <= least => {
            match game.requirements.is_empty() {
                true => Ok(()),
                false => Err(unfit("the game requires more of the set")),
            }
        }
        ([Kind::Set { least: own }, Kind::Outcomes], [set, ends])
            if *set == family.name
                && Some(*ends) == family.ends.as_deref()
                && *own <= least
                && matches!(&game.requirements[..], [(node, _)] if is_one_each(node, name_of(1), name_of(0))) =>
        {
            Ok(())
        }
        _ => Err(unfit("it is not seen that there is such a game for every set")),
    }
}

/// `count(ends) = min(S)`
fn is_one_each(node: &Node, ends: &str, set: &str) -> bool {
    let is_call = |node: &Node, name: &str, of: &str| match &node.term {
        Term::Call { function, arguments } => {
            function.text == name
                && matches!(&arguments[..], [Node { term: Term::Name(x), .. }] if x == of)
        }
        _ => false,
    };
    match &node.term {
        Term::Binary(Operator::Equal, a, b) => is_call(a, "count", ends) && is_call(b, "min", set),
        _ => false,
    }
}
