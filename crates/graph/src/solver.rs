//! The solver: components, canonical forms, and a memory of what is solved.
//!
//! A position falls into its connected parts; parts without moves are dropped, and each of the others
//! is known by a number, the same for isomorphic ones. In normal play a part has a [`Value`], and a
//! position is P if its parts add up to 0. A position of one part is asked only who wins it, which
//! ends at the first winning move; a position of several parts needs their values. Misère play has
//! no such theory: there the memory is of whole positions, as sorted lists of parts
//! (`misere`).
//!
//! With an edge in play nothing but that edge can be played, so the play on it is worked out as a
//! table over the two stacks (`duel`); the rest of the position enters as what the
//! player who empties an end wants to have reached. Double stars and complete graphs are handed to
//! the rooms that know them better ([`crate::families`], [`crate::complete`]).

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use sprague_rules::Outcome;

use crate::canonical::{Canonical, Key};
use crate::complete::{Complete, Table};
use crate::families::{DoubleStars, Shape};
use crate::game::{Game, Move};
use crate::limit::{Budget, Limit};
use crate::position::Position;
use crate::stack::is_low;
use crate::twins::Twins;
use crate::value::{Value, mex};

/// The number of a part.
pub(crate) type Id = u32;
/// The parts of a position, in increasing order.
pub(crate) type Parts = SmallVec<[Id; 6]>;

/// Solves positions of one game, and remembers.
pub struct Solver<'a> {
    pub(crate) game: Game,
    misere: bool,
    pub(crate) budget: Budget<'a>,
    canonical: Canonical,
    /// Parts as they were numbered when they were met: spares most canonical forms.
    met: FxHashMap<Position, Id>,
    ids: FxHashMap<Key, Id>,
    pub(crate) parts: Vec<Position>,
    known: Vec<Known>,
    pub(crate) sums: FxHashMap<Parts, bool>,
    double_stars: DoubleStars,
    complete: Option<Complete<'a>>,
    table: Option<Table>,
    bytes: usize,
    solved: u64,
    effort: u64,
    /// Work since the watch was looked at.
    unseen: u64,
}

/// Vertices and edges between two looks at memory and watch: some milliseconds.
const LOOK_UP: u64 = 1 << 15;

/// What is known of a part in normal play.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Is it a P-position by itself?
    zero: Option<bool>,
    value: Option<Value>,
}

impl<'a> Solver<'a> {
    /// A solver without limits.
    pub fn new(game: Game, misere: bool) -> Solver<'a> {
        Solver::within(game, misere, Budget::default())
    }

    /// A solver that keeps to a budget.
    pub fn within(game: Game, misere: bool, budget: Budget<'a>) -> Solver<'a> {
        Solver {
            game,
            misere,
            budget,
            canonical: Canonical::default(),
            met: FxHashMap::default(),
            ids: FxHashMap::default(),
            parts: Vec::new(),
            known: Vec::new(),
            sums: FxHashMap::default(),
            double_stars: DoubleStars::default(),
            complete: None,
            table: None,
            bytes: 0,
            solved: 0,
            effort: 0,
            unseen: 0,
        }
    }

    /// The game that is solved.
    pub fn game(&self) -> Game {
        self.game
    }

    /// How many positions were solved on the way, isomorphic ones counted once.
    pub fn solved(&self) -> u64 {
        self.solved
    }

    /// Changes what may be used from here on; effort counts from here, too.
    pub fn set_budget(&mut self, budget: Budget<'a>) {
        self.effort = 0;
        self.budget = budget;
    }

    /// Who wins.
    pub fn outcome(&mut self, position: &Position) -> Result<Outcome, Limit> {
        let p = match self.misere {
            true => !self.misere_wins(position)?,
            false => self.is_p(position)?,
        };
        Ok(if p { Outcome::P } else { Outcome::N })
    }

    /// The options that win, with a move to each.
    pub fn winning(&mut self, position: &Position) -> Result<Vec<(Move, Position)>, Limit> {
        let mut winning = Vec::new();
        let (mut trouble, mut listed) = (None, 0);
        let game = self.game;
        game.visit_options(position, &mut |m, option| {
            // Winning or not, it is remembered that the option was met.
            listed += 100 + 8 * option.chips.len();
            let outcome = match listed > self.budget.bytes {
                true => Err(Limit::Memory { solved: self.solved, most: self.budget.bytes }),
                false => self.outcome(&option),
            };
            match outcome {
                Ok(Outcome::P) => winning.push((m, option)),
                Ok(_) => {}
                Err(limit) => trouble = Some(limit),
            }
            trouble.is_none()
        });
        trouble.map_or(Ok(winning), Err)
    }

    /// What the position is worth in sums: normal play, no edge in play.
    pub fn value(&mut self, position: &Position) -> Result<Value, Limit> {
        assert!(!self.misere, "misère play has no nim-values");
        assert!(position.play.is_none(), "an edge in play has no value");
        let (mut value, parts) = self.split(position)?;
        for id in parts {
            value = value.beside(self.part_value(id)?);
        }
        Ok(value)
    }

    /// Is it a P-position in normal play?
    pub(crate) fn is_p(&mut self, position: &Position) -> Result<bool, Limit> {
        if position.play.is_some() {
            return Ok(!self.wins_in_play(position)?);
        }
        let (value, mut parts) = self.split(position)?;
        if !self.game.binds() {
            cancel(&mut parts);
        }
        if parts.len() == 1 && value == Value::ZERO {
            return self.part_is_p(parts[0]);
        }
        let mut sum = value;
        for &id in &parts {
            sum = sum.beside(self.part_value(id)?);
            if sum == Value::Loony {
                return Ok(false);
            }
        }
        Ok(sum == Value::ZERO)
    }

    /// The sum of the parts whose values are read off a table, and the numbers of the others.
    fn split(&mut self, position: &Position) -> Result<(Value, Parts), Limit> {
        let mut value = Value::ZERO;
        let mut parts = Parts::new();
        self.look_at(position)?;
        for part in position.components() {
            if part.chips.len() == 1 && !self.game.plays_lone_vertices() {
                continue;
            }
            let shape = if self.game.on_edges() { Shape::of(&part) } else { None };
            let shape = shape.filter(|shape| shape.pays());
            match shape {
                Some(shape) => {
                    let stopped = Limit::Stopped { solved: self.solved };
                    let nim = self.double_stars.nim_value_within(shape, self.budget.watch);
                    value = value.beside(Value::Nim(nim.ok_or(stopped)?));
                }
                None => parts.push(self.number(part)?),
            }
        }
        parts.sort_unstable();
        Ok((value, parts))
    }

    /// The number of a part.
    pub(crate) fn number(&mut self, part: Position) -> Result<Id, Limit> {
        if let Some(&id) = self.met.get(&part) {
            return Ok(id);
        }
        debug_assert!(part.play.is_none(), "the play on an edge is not numbered");
        let key = self.canonical.key_within(&part.graph, &part.chips, self.budget.watch);
        let key = key.ok_or(Limit::Stopped { solved: self.solved })?;
        let fresh = self.parts.len() as Id;
        let bytes = 4 * (key.len() + 2 * part.chips.len() + 2 * part.graph.size()) + 200;
        let id = *self.ids.entry(key).or_insert(fresh);
        self.bytes += bytes;
        self.met.insert(part.clone(), id);
        if id == fresh {
            self.bytes += bytes;
            self.parts.push(part);
            self.known.push(Known::default());
        }
        Ok(id)
    }

    fn part_is_p(&mut self, id: Id) -> Result<bool, Limit> {
        let known = self.known[id as usize];
        if let Some(zero) = known.zero {
            return Ok(zero);
        }
        self.count_one()?;
        let part = self.parts[id as usize].clone();
        let zero = match self.game.binds() {
            _ if self.game.on_edges() && Complete::pays(&part) => self.complete_is_p(&part)?,
            true => !self.some_edge_wins(&part)?,
            false => {
                let mut zero = true;
                for (m, _) in self.ordered_moves(&part)? {
                    if self.is_p(&m.made(self.game, &part))? {
                        zero = false;
                        break;
                    }
                }
                zero
            }
        };
        self.known[id as usize].zero = Some(zero);
        if zero {
            self.known[id as usize].value = Some(Value::ZERO);
        }
        Ok(zero)
    }

    /// A part that is a complete graph: by its multiset of stacks.
    fn complete_is_p(&mut self, part: &Position) -> Result<bool, Limit> {
        if self.game.binds() {
            let (game, budget) = (self.game, self.budget);
            let complete = self.complete.get_or_insert_with(|| Complete::new(game, budget));
            return Ok(!complete.wins(&part.chips)?);
        }
        if let Some(table) = self.table.as_ref().filter(|table| table.covers(&part.chips)) {
            return Ok(!table.wins(&part.chips));
        }
        let most = part.chips.iter().max().map_or(0, |&c| c as usize);
        let table = Table::new(self.game, part.chips.len(), most, &self.budget)?;
        Ok(!self.table.insert(table).wins(&part.chips))
    }

    fn part_value(&mut self, id: Id) -> Result<Value, Limit> {
        if let Some(value) = self.known[id as usize].value {
            return Ok(value);
        }
        self.count_one()?;
        let part = self.parts[id as usize].clone();
        let value = match self.game.binds() {
            true => self.value_by_duels(&part)?,
            false => {
                let mut values = Vec::new();
                for (m, _) in self.ordered_moves(&part)? {
                    if let Value::Nim(n) = self.value(&m.made(self.game, &part))? {
                        values.push(n);
                    }
                }
                Value::Nim(mex(values))
            }
        };
        self.known[id as usize] = Known { zero: Some(value == Value::ZERO), value: Some(value) };
        Ok(value)
    }

    /// The moves in a part, up to exchange of twins; those that delete the most edges first.
    pub(crate) fn ordered_moves(&mut self, part: &Position) -> Result<Vec<(Move, usize)>, Limit> {
        let twins = Twins::of(&part.graph, &part.chips);
        let mut moves = Vec::new();
        let most = self.budget.bytes / (2 * size_of::<(Move, usize)>());
        let finished = self.game.moves(part, Some(&twins), &mut |m| {
            moves.push((m, deleted(part, m)));
            moves.len() <= most
        });
        if !finished {
            return Err(Limit::Memory { solved: self.solved, most: self.budget.bytes });
        }
        self.pass(moves.len() as u64)?;
        moves.sort_by_key(|&(_, edges)| std::cmp::Reverse(edges));
        Ok(moves)
    }

    /// Counts the effort of taking a position apart.
    pub(crate) fn look_at(&mut self, position: &Position) -> Result<(), Limit> {
        let effort = (position.chips.len() + position.graph.size()) as u64;
        self.effort += effort;
        self.pass(effort)
    }

    /// Looks at the stack, and after so much work, now and then, at memory and watch.
    pub(crate) fn pass(&mut self, work: u64) -> Result<(), Limit> {
        if is_low() {
            return Err(Limit::Depth { solved: self.solved });
        }
        self.unseen += work;
        if self.unseen < LOOK_UP {
            return Ok(());
        }
        self.unseen = 0;
        let solved = self.solved;
        if self.bytes + self.canonical.bytes() + 64 * self.sums.len() > self.budget.bytes {
            return Err(Limit::Memory { solved, most: self.budget.bytes });
        }
        match self.budget.watch.goes_on() {
            true => Ok(()),
            false => Err(Limit::Stopped { solved }),
        }
    }

    /// Counts one more solved position, and stops if that is too much effort.
    pub(crate) fn count_one(&mut self) -> Result<(), Limit> {
        self.solved += 1;
        match self.effort > self.budget.effort {
            true => Err(Limit::Effort { solved: self.solved }),
            false => self.pass(1),
        }
    }
}

/// Takes pairs of equal parts away: in a sum where every move may be answered in the other part,
/// they are worth nothing.
fn cancel(parts: &mut Parts) {
    let mut kept = Parts::new();
    for &id in parts.iter() {
        if kept.last() == Some(&id) {
            kept.pop();
        } else {
            kept.push(id);
        }
    }
    *parts = kept;
}

/// How many edges lose an end (counted twice if they lose both).
fn deleted(part: &Position, m: Move) -> usize {
    let gone = |v: usize, taken: u32| match taken == part.chips[v] {
        true => part.graph.degree(v),
        false => 0,
    };
    match m {
        Move::OnEdge { edge: (u, v), take } => gone(u, take.0) + gone(v, take.1),
        Move::Take { vertex, chips } => gone(vertex, chips),
        Move::DeleteAround { vertex } => part.graph.degree(vertex),
        Move::DeleteEnds { edge: (u, v) } => part.graph.degree(u) + part.graph.degree(v),
        Move::DeleteEdge { .. } => 1,
    }
}
