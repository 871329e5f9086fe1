//! Why a move is not allowed, by which words of the rules, and what would be.

use std::cell::Cell;
use std::ops::Range;

use serde::Serialize;
use sprague_rules::expr::Cond;
use sprague_rules::options::may_make;
use sprague_rules::ruleset::Mover;
use sprague_rules::{Options, Player, Ruleset};

use crate::moves::{Move, reaches};
use crate::on_graph;
use crate::position::Position;
use crate::setting::Rules;
use crate::words::describe_freely;

/// Choices that are looked at for a move that only a condition forbids.
const TRIED: u32 = 1_000_000;

/// A move that is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Illegal {
    /// Why.
    pub reason: Reason,
    /// What was proposed, as an order.
    pub words: String,
    /// The rules that it breaks, or, if it is like no move, all of this player's.
    pub rules: Vec<Passage>,
    /// Legal moves near it.
    pub near: Vec<Move>,
}

/// Why a move is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Reason {
    /// The game is over.
    Over,
    /// It would leave everything as it is.
    Unchanged,
    /// Only the other player may do that.
    OtherPlayer,
    /// A condition of the rule does not hold: see the passages.
    Condition,
    /// No move does anything like it.
    NotAMove,
    /// There are too many choices to find out whether it is a move.
    TooManyChoices,
    /// The list of moves has no such number, or no move this id.
    NotListed,
    /// The graph has no such vertex.
    NoVertex {
        /// Its number.
        vertex: usize,
    },
    /// The vertex has been deleted, or has no chips left.
    Gone {
        /// Its number.
        vertex: usize,
    },
    /// There is no edge between these two.
    NoEdge {
        /// The two.
        edge: (usize, usize),
    },
    /// Another edge has to be played on.
    InPlay {
        /// That edge.
        edge: (usize, usize),
    },
    /// The vertex has fewer chips than that.
    TooFew {
        /// The vertex.
        vertex: usize,
        /// What is on it.
        chips: u32,
    },
    /// More than may be taken here.
    TooMany {
        /// So many may be.
        most: u32,
    },
    /// From both ends the same number has to be taken.
    Unequal,
    /// A vertex would be left without edges.
    Isolates {
        /// That vertex.
        vertex: usize,
    },
}

/// Where a rule says something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Passage {
    /// Which of the rule's moves, counted from 0; on graphs there is only one.
    pub rule: usize,
    /// The words of that move.
    pub text: String,
    /// The bytes of the words that forbid the proposed move, one range for each condition that does
    /// not hold.
    pub forbid: Vec<Range<usize>>,
}

impl Passage {
    /// The words that forbid.
    pub fn forbidding(&self) -> impl Iterator<Item = &str> {
        self.forbid.iter().map(|range| &self.text[range.clone()])
    }
}

impl Rules {
    /// Why `player` may not move from one of these positions to the other.
    pub fn refuse(&self, position: &Position, target: &Position, player: Player) -> Illegal {
        match (self, position, target) {
            (Rules::Piles(ruleset), Position::Piles(before), Position::Piles(after)) => {
                let (reason, rules) = refuse_piles(ruleset, before, after, player);
                let words = describe_freely(self.is_row(), before, after);
                let other = player.opponent();
                let words = match reason {
                    Reason::OtherPlayer => self.move_to(position, target, other).map(|m| m.words),
                    _ => None,
                }
                .unwrap_or(words);
                Illegal { reason, words, rules, near: self.nearest(position, target, player) }
            }
            (Rules::Graph { game, .. }, Position::Graph(before), Position::Graph(after)) => {
                match on_graph::between(*game, before, after) {
                    Some(m) if on_graph::refusal(*game, before, m).is_some() => {
                        self.refuse_on_graph(position, m, player)
                    }
                    _ => {
                        let same = before.chips == after.chips && before.graph == after.graph;
                        let reason = if same { Reason::Unchanged } else { Reason::NotAMove };
                        let rules = vec![self.graph_passage(&reason)];
                        let words = format!("move to {}", self.write(target));
                        Illegal {
                            reason,
                            words,
                            rules,
                            near: self.nearest(position, target, player),
                        }
                    }
                }
            }
            _ => unreachable!("a play has positions of one kind"),
        }
    }

    /// Why this is not a move here; it must not be one.
    pub fn refuse_on_graph(
        &self,
        position: &Position,
        m: sprague_graph::Move,
        player: Player,
    ) -> Illegal {
        let (Rules::Graph { game, .. }, Position::Graph(before)) = (self, position) else {
            unreachable!("this is a graph")
        };
        let reason = on_graph::refusal(*game, before, m).unwrap_or(Reason::NotAMove);
        let target = Position::Graph(after_anyway(before, m));
        let rules = vec![self.graph_passage(&reason)];
        let near = self.nearest(position, &target, player);
        Illegal { reason, words: m.text(), rules, near }
    }

    fn graph_passage(&self, reason: &Reason) -> Passage {
        let Rules::Graph { game, .. } = self else { unreachable!("this is a graph") };
        let text = on_graph::rule_text(*game);
        let place = |words: &str| text.find(words).map(|at| at..at + words.len());
        let forbid = on_graph::passage(*game, reason).and_then(place).into_iter().collect();
        Passage { rule: 0, text: text.to_string(), forbid }
    }

    /// What is illegal because there is no such move to choose.
    pub fn not_listed(&self, words: &str) -> Illegal {
        let (reason, words) = (Reason::NotListed, words.to_string());
        Illegal { reason, words, rules: Vec::new(), near: Vec::new() }
    }
}

/// What would be left if the move were made as far as it can be.
fn after_anyway(
    before: &sprague_graph::Position,
    m: sprague_graph::Move,
) -> sprague_graph::Position {
    use sprague_graph::Move as M;
    let mut after = before.clone();
    let mut take = |vertex: usize, chips: u32| {
        if let Some(stack) = after.chips.get_mut(vertex) {
            *stack = stack.saturating_sub(chips);
        }
    };
    match m {
        M::OnEdge { edge, take: (a, b) } => {
            take(edge.0, a);
            take(edge.1, b);
        }
        M::Take { vertex, chips } => take(vertex, chips),
        M::DeleteAround { vertex } => take(vertex, u32::MAX),
        M::DeleteEnds { edge } => {
            take(edge.0, u32::MAX);
            take(edge.1, u32::MAX);
        }
        M::DeleteEdge { .. } => {}
    }
    after
}

fn refuse_piles(
    ruleset: &Ruleset,
    before: &[u32],
    after: &[u32],
    player: Player,
) -> (Reason, Vec<Passage>) {
    let own = |player: Player| {
        let mine = move |&rule: &usize| may_make(ruleset.moves[rule].mover, player);
        (0..ruleset.moves.len()).filter(mine)
    };
    let whole = |rule: usize| passage(ruleset, rule);
    if before == after {
        return (Reason::Unchanged, own(player).map(whole).collect());
    }
    let options = Options::new(ruleset);
    if own(player).any(|rule| reaches(&options, rule, before, after).is_none()) {
        return (Reason::TooManyChoices, own(player).map(whole).collect());
    }
    let others = own(player.opponent()).filter(|&rule| ruleset.moves[rule].mover != Mover::Both);
    if others.into_iter().any(|rule| reaches(&options, rule, before, after) == Some(true)) {
        return (Reason::OtherPlayer, own(player).map(whole).collect());
    }
    let forbidden: Vec<Passage> =
        own(player).filter_map(|rule| forbidden_by(ruleset, rule, before, after)).collect();
    match forbidden.is_empty() {
        true => (Reason::NotAMove, own(player).map(whole).collect()),
        false => (Reason::Condition, forbidden),
    }
}

/// The rule, with the conditions that keep it from reaching `after`, if nothing else does.
fn forbidden_by(ruleset: &Ruleset, rule: usize, before: &[u32], after: &[u32]) -> Option<Passage> {
    let total = |piles: &[u32]| piles.iter().map(|&size| u64::from(size)).sum::<u64>();
    if total(after) > total(before) {
        return None;
    }
    let left = Cell::new(TRIED);
    let reaches_if = |condition: Cond| {
        let mut relaxed = ruleset.clone();
        relaxed.moves[rule].condition = condition;
        let mut found = false;
        Options::new(relaxed).visit_one(rule, before, &mut |option| {
            found = option == after;
            left.set(left.get().saturating_sub(1));
            !found && left.get() > 0
        });
        found
    };
    if !reaches_if(Cond::Always) {
        return None;
    }
    let parts = ruleset.moves[rule].condition.conjuncts();
    let broken: Vec<usize> = (0..parts.len()).filter(|&i| !reaches_if(parts[i].clone())).collect();
    let mut passage = passage(ruleset, rule);
    passage.forbid = places(&passage.text, parts.len(), &broken);
    Some(passage)
}

fn passage(ruleset: &Ruleset, rule: usize) -> Passage {
    let words: Vec<&str> = ruleset.moves[rule].text.split_whitespace().collect();
    Passage { rule, text: words.join(" "), forbid: Vec::new() }
}

/// Where the conditions with these numbers, of so many, stand in the text of a rule. The last ones
/// are those after `where`; the others belong to the choice before it, as in `take s in S`. Where they
/// cannot be told apart, as when they fail only together, it is all that is said of conditions.
fn places(text: &str, count: usize, broken: &[usize]) -> Vec<Range<usize>> {
    let whole = 0..text.len();
    let Some(start) = word_at(text, "where") else { return vec![whole] };
    let clause = start + "where ".len()..text.len();
    let pieces = conjuncts(text, clause.clone());
    let choice = text[..start].split(' ').filter(|word| matches!(*word, "in" | ">=" | ">")).count();
    if choice + pieces.len() != count {
        return vec![if choice == 0 { clause } else { whole }];
    }
    if broken.is_empty() {
        return vec![clause];
    }
    let mut places: Vec<Range<usize>> = Vec::new();
    for &part in broken {
        let place = match part.checked_sub(choice) {
            Some(piece) => pieces[piece].clone(),
            None => 0..start - 1,
        };
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

/// Where a word stands by itself, outside parentheses.
fn word_at(text: &str, word: &str) -> Option<usize> {
    outside(text, 0..text.len()).find(|at| {
        text[*at..].starts_with(word)
            && text[*at + word.len()..].starts_with(' ')
            && text[..*at].ends_with(' ')
    })
}

/// The parts of a range between the words `and` that no parenthesis encloses; the whole range, if an
/// `or` stands beside them.
fn conjuncts(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let is = |at: usize, word: &str| text[at..].starts_with(word);
    if outside(text, range.clone()).any(|at| is(at, " or ")) {
        return vec![range];
    }
    let mut parts = Vec::new();
    let mut start = range.start;
    for at in outside(text, range.clone()).filter(|&at| is(at, " and ")) {
        parts.push(start..at);
        start = at + " and ".len();
    }
    parts.push(start..range.end);
    parts
}

/// The places of a range that are not in parentheses or braces.
fn outside(text: &str, range: Range<usize>) -> impl Iterator<Item = usize> {
    let mut depth = 0;
    text[range.clone()].char_indices().filter_map(move |(at, c)| {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(range.start + at)
    })
}
