//! Claims about games on graphs: families with parameters, all graphs on a few vertices, single positions.
//!
//! Every position that a claim speaks of is solved (`check`), the one with the fewest chips first, so that a refutation
//! names a smallest witness; it is confirmed by the plain twin of the solver where that can follow. What is said of
//! all members of a family is then decided, where an argument covers them all (`proof`).

mod arguments;
pub mod board;
mod check;
mod facts;
mod others;
mod proof;
pub mod property;

use std::time::Instant;

use sprague_graph::{Game, Value, Written, deep};
use sprague_rules::expr::Expr;
use sprague_rules::{Outcome, Ruleset};

use crate::condition::{Condition, Number};
use crate::text::Claim;
use crate::verdict::{Judgement, Limits, Verdict};
use board::{Boards, Chips, Source};

/// What is said of a game on graphs.
#[derive(Clone, Debug)]
pub struct OnGraphs {
    pub game: Game,
    pub misere: bool,
    /// The positions that are spoken of; facts name theirs themselves.
    pub boards: Option<Boards>,
    pub saying: Saying,
}

#[derive(Clone, Debug)]
pub enum Saying {
    /// The P-positions are exactly these.
    Exactly(Condition),
    /// Under a condition the outcome is so.
    If {
        outcome: Outcome,
        condition: Condition,
    },
    NimValue(Number),
    /// Whoever moves wins, whatever stands beside it: under a condition, or exactly then.
    Loony {
        condition: Condition,
        exactly: bool,
    },
    /// The outcome, or the value, is that of another position.
    Same {
        values: bool,
        other: Other,
    },
    Facts(Vec<Fact>),
}

/// What positions are compared with.
#[derive(Clone, Debug)]
pub enum Other {
    /// A game on graphs; on the same graph, if no place is named.
    Graph {
        game: Game,
        misere: bool,
        place: Option<Place>,
    },
    Piles {
        ruleset: Box<Ruleset>,
        piles: Vec<Expr>,
    },
}

/// Graphs and chips, with the names of the claim.
#[derive(Clone, Debug)]
pub struct Place {
    pub source: Source,
    pub chips: Chips,
}

/// A single fact.
#[derive(Clone, Debug)]
pub enum Fact {
    Outcome(Written, Outcome),
    Value(Written, Value),
    /// The second position is an option of the first, perhaps one that wins.
    Option {
        from: Written,
        to: Written,
        wins: bool,
    },
}

impl OnGraphs {
    /// The positions for which a proof stands.
    pub fn scope(&self) -> String {
        match &self.boards {
            Some(boards) => boards.words(None),
            None => "the positions listed".to_string(),
        }
    }
}

/// The verdict on a claim about a game on graphs.
pub fn judge(
    claim: &Claim,
    said: &OnGraphs,
    limits: &Limits,
    deadline: Instant,
    judgement: &mut Judgement,
) -> Verdict {
    // Play is as long as there are chips, and the solvers follow it down.
    deep(|| match (&said.saying, &said.boards) {
        (Saying::Facts(facts), _) => facts::facts(said, facts, limits, deadline),
        (_, None) => Verdict::Undecided { why: "it names no graphs".into() },
        (_, Some(boards)) => match check::positions(claim, said, boards, limits, deadline) {
            Ok(region) => match proof::prove(claim, said, boards, limits, deadline) {
                Ok(proof::Proof::Complete { by, steps, states }) => {
                    judgement.steps.extend(steps);
                    judgement.states = Some(states).filter(|&states| states > 0);
                    Verdict::Proved { by }
                }
                Ok(proof::Proof::Broken { values }) => {
                    check::one(claim, said, boards, &values, limits, deadline)
                }
                Err(why) => Verdict::Holds { region, why },
            },
            Err(verdict) => verdict,
        },
    })
}
