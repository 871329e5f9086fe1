//! What is proved of a ruleset's positions of any size, for positions that would take long otherwise: the statements of the
//! record that are about this very ruleset, and an automaton that reads its piles in any order. Nothing is taken from the
//! record but the statement: it is proved again, within a bounded number of steps, and only what the checker accepts is
//! used.

use std::fmt;
use std::sync::{Arc, LazyLock};

use sprague_certificate::{Evidence, PilesEvidence};
use sprague_claim::claim::{About, Meaning, OnPiles, Says};
use sprague_claim::meaning::Demand;
use sprague_claim::{Claim, Expected};
use sprague_prove::{judge, piles_quotient};
use sprague_rules::{Game, Library, Outcome, Ruleset, Shape};
use sprague_solve::Watch;
use sprague_solve::law::{Law, Lore};
use sprague_task::{Limits, Memory, Task};
use sprague_verify::Accepted;

/// Steps for one statement, and steps after which no other is tried: a second or two.
const STEPS: u64 = 400_000_000;
const ALL_STEPS: u64 = 400_000_000;

/// With more piles nothing is looked up: what a statement says of them all takes time with the square of their number.
const MOST_PILES: usize = 4_000;

/// With fewer bytes nothing is proved: the statements of the record alone take some.
const LEAST_BYTES: u64 = 64 << 20;

/// Proves what may tell who wins.
pub(crate) struct Proofs {
    pub(crate) limits: Limits,
    pub(crate) found: Arc<Memory>,
}

impl fmt::Debug for Proofs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Proofs")
    }
}

/// What is proved of one ruleset, and what was tried.
#[derive(Clone, Default)]
struct Proved {
    facts: Vec<Arc<Fact>>,
    tried: Vec<String>,
    spent: u64,
}

/// By ruleset.
#[derive(Default)]
struct Remembered(Vec<(Arc<Ruleset>, Proved)>);

/// Something that the checker has accepted.
struct Fact {
    says: Saying,
    accepted: Accepted,
}

enum Saying {
    /// What the claim demands of a position is so.
    Claim(Box<Claim>),
    /// The automaton of the certificate knows the P-positions.
    Automaton,
}

impl Lore for Proofs {
    fn law(
        &self,
        ruleset: &Arc<Ruleset>,
        positions: &[&[u32]],
        others: &[&[u32]],
        watch: &Watch,
    ) -> Option<Arc<dyn Law>> {
        let many = positions.iter().any(|position| position.len() > MOST_PILES);
        if self.limits.bytes < LEAST_BYTES || many {
            return None;
        }
        let mut proved = self.recall(ruleset);
        let silent = |proved: &Proved, position: &[u32]| proved.outcome(position).is_none();
        let open = |proved: &Proved, some: &[&[u32]]| some.iter().any(|p| silent(proved, p));
        let before = proved.tried.len();
        if open(&proved, positions) && !proved.tried.contains(&String::new()) {
            // The automaton has no text.
            proved.tried.push(String::new());
            self.try_automaton(ruleset, &mut proved, watch);
        }
        for claim in statements(ruleset) {
            if proved.spent >= ALL_STEPS || !watch.goes_on() {
                break;
            }
            let tells = |position: &&&[u32]| {
                silent(&proved, position) && demand(&claim.about, position).is_some()
            };
            let told = positions.iter().chain(others).find(tells);
            if told.is_some() && !proved.tried.contains(&claim.text) {
                proved.tried.push(claim.text.clone());
                self.try_claim(claim, &mut proved, watch);
            }
        }
        // What was given up for want of time may be tried again.
        if watch.goes_on() && proved.tried.len() > before {
            self.remember(ruleset, &proved);
        }
        (!open(&proved, positions)).then(|| Arc::new(proved) as Arc<dyn Law>)
    }
}

impl Proofs {
    fn recall(&self, ruleset: &Arc<Ruleset>) -> Proved {
        let found = self.found.look(|known: &mut Remembered| {
            let same = known.0.iter().find(|(other, _)| is_same(other, ruleset));
            same.map(|(_, proved)| proved.clone())
        });
        found.flatten().unwrap_or_default()
    }

    fn remember(&self, ruleset: &Arc<Ruleset>, proved: &Proved) {
        self.found.look(|known: &mut Remembered| {
            known.0.retain(|(other, _)| !is_same(other, ruleset));
            known.0.push((ruleset.clone(), proved.clone()));
        });
    }

    fn task(&self, steps: u64, watch: &Watch) -> Task {
        // Half of the time is left for other ways.
        let time = watch.remaining().map_or(self.limits.time, |time| time / 2);
        let steps = steps.min(self.limits.steps);
        let limits = Limits { steps, time, ..self.limits.clone() };
        let task = Task::with(limits, watch.cancel().clone(), sprague_task::Clock::start());
        task.remembering(self.found.clone())
    }

    fn try_claim(&self, claim: &Claim, proved: &mut Proved, watch: &Watch) {
        let task = self.task(STEPS, watch);
        let judgement = judge(claim, &task);
        proved.spent = proved.spent.saturating_add(task.spent());
        if let sprague_prove::Verdict::Proved(accepted) = judgement.verdict {
            let says = Saying::Claim(Box::new(claim.clone()));
            proved.facts.push(Arc::new(Fact { says, accepted: *accepted }));
        }
    }

    fn try_automaton(&self, ruleset: &Arc<Ruleset>, proved: &mut Proved, watch: &Watch) {
        let task = self.task(STEPS, watch);
        let found = named(ruleset)
            .and_then(|(library, expression)| piles_quotient(&expression, &library, &task));
        proved.spent = proved.spent.saturating_add(task.spent());
        if let Some(accepted) = found {
            proved.facts.push(Arc::new(Fact { says: Saying::Automaton, accepted }));
        }
    }
}

/// The statements about the positions of a ruleset that the record calls proved and that do not take long, those that say most first.
fn statements(ruleset: &Ruleset) -> Vec<&'static Claim> {
    static ALL: LazyLock<Vec<Claim>> = LazyLock::new(|| {
        let pages = sprague_papers::all().iter().flat_map(|page| page.claims().0);
        let usable = pages.filter(|claim| {
            let plain = match &claim.about {
                About::Piles(_) => true,
                // What is given on smaller boards is for the verdict to speak of.
                About::Board(on) => on.given.is_empty(),
                _ => false,
            };
            plain && !claim.deep && claim.expected == Some(Expected::Proved)
        });
        usable.collect()
    });
    let about = |claim: &&Claim| match &claim.about {
        About::Piles(on) => is_same(&on.ruleset, ruleset),
        About::Board(on) => is_same(&on.ruleset, ruleset),
        _ => false,
    };
    let mut all: Vec<&Claim> = ALL.iter().filter(about).collect();
    all.sort_by_key(|claim| match &claim.about {
        About::Piles(OnPiles { says, .. }) => match says {
            Says::Exactly(Meaning::NimValue(_)) => 0,
            Says::Exactly(Meaning::P(_)) => 1,
            _ => 2,
        },
        _ => 3,
    });
    all
}

/// Have they the same positions, moves and ending, whatever they are called?
fn is_same(one: &Ruleset, other: &Ruleset) -> bool {
    let alike = |(a, b): (&sprague_rules::ruleset::Move, &sprague_rules::ruleset::Move)| {
        a.mover == b.mover && a.act == b.act && a.condition == b.condition
    };
    one.shape == other.shape
        && one.ending == other.ending
        && one.moves.len() == other.moves.len()
        && one.moves.iter().zip(&other.moves).all(alike)
}

/// How a claim may call this very ruleset.
fn named(ruleset: &Ruleset) -> Option<(Library, String)> {
    let catalogue = Library::catalogue();
    let calls = |library: &Library, expression: &str| {
        library.ruleset(expression).is_ok_and(|named| is_same(&named, ruleset))
    };
    if calls(&catalogue, &ruleset.expression) {
        return Some((catalogue, ruleset.expression.clone()));
    }
    if ruleset.shape != (Shape::Piles { at_most: None }) {
        return None;
    }
    // The words of its moves, unless they speak of parameters.
    let moves: Vec<&str> = ruleset.moves.iter().map(|m| m.text.as_str()).collect();
    let game = Game::from_rule(&moves.join("\n")).ok()?;
    let (library, plain) = (game.library(), game.ruleset("").ok()?.expression);
    let names = [plain.clone(), format!("misere {plain}")];
    let name = names.into_iter().find(|name| calls(&library, name))?;
    Some((library, name))
}

/// What is said of a position, where that is an outcome, a nim-value, or that some move wins.
fn demand(about: &About, position: &[u32]) -> Option<Demand> {
    // Nothing is looked up: a statement that speaks of other outcomes says nothing here.
    let mut unknown = |_: &[u32]| Err(());
    let demand = match about {
        About::Piles(on) => on.demand(position, &mut unknown).ok()?,
        About::Board(on) => {
            let [numbers] = &on.readings(position)[..] else { return None };
            on.demand(position, numbers, &mut unknown).ok()?
        }
        _ => return None,
    };
    match demand {
        Demand::Outcome(_) | Demand::NimValue(_) | Demand::Move(_) => Some(demand),
        Demand::Nothing | Demand::Same(_) => None,
    }
}

impl Fact {
    fn demand(&self, position: &[u32]) -> Option<Demand> {
        match &self.says {
            Saying::Claim(claim) => demand(&claim.about, position),
            Saying::Automaton => match &self.accepted.certificate().evidence {
                Evidence::Piles(PilesEvidence::Quotient(automaton)) => {
                    let lost = automaton.is_lost(position)?;
                    Some(Demand::Outcome(if lost { Outcome::P } else { Outcome::N }))
                }
                _ => None,
            },
        }
    }

    fn outcome(&self, position: &[u32]) -> Option<Outcome> {
        match self.demand(position)? {
            Demand::Outcome(outcome) => Some(outcome),
            Demand::NimValue(0) => Some(Outcome::P),
            Demand::NimValue(_) | Demand::Move(_) => Some(Outcome::N),
            Demand::Nothing | Demand::Same(_) => None,
        }
    }
}

impl Law for Proved {
    fn outcome(&self, position: &[u32]) -> Option<Outcome> {
        self.facts.iter().find_map(|fact| fact.outcome(position))
    }

    fn nim_value(&self, position: &[u32]) -> Option<u32> {
        self.facts.iter().find_map(|fact| match fact.demand(position)? {
            Demand::NimValue(value) => u32::try_from(value).ok(),
            _ => None,
        })
    }

    fn words(&self) -> String {
        let said = self.facts.iter().map(|fact| {
            match (&fact.says, &fact.accepted.certificate().evidence) {
                (Saying::Claim(claim), _) => match &claim.source {
                    Some(source) => format!("{source}: {}", fact.accepted.statement()),
                    None => fact.accepted.statement().to_string(),
                },
                (_, Evidence::Piles(PilesEvidence::Quotient(automaton))) => format!(
                    "an automaton of {} states that reads the piles in any order",
                    automaton.next.len()
                ),
                _ => String::new(),
            }
        });
        format!("proved, and accepted by the checker: {}", said.collect::<Vec<_>>().join("; "))
    }
}
