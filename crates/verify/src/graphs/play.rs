//! Positions on graphs by the rules: who wins them, and what they are worth.
//!
//! The moves are written out here from the rules of the games. Two recursions follow them.
//!
//! *Play as a whole.* A position is won by whoever moves if some option is lost by the opponent; without options it is
//! lost, in misère play won. It may stand beside a nim-heap, which can be moved on whenever no edge has to be played on.
//!
//! *Sums*, in normal play, where no move ever binds the opponent to an edge: in the games that bind nobody, and with at
//! most one chip on each vertex, where every move empties an end. Then a move acts in one connected part and
//! leaves the others alone, the whole is the sum of its parts, and by the theorem of Sprague and Grundy its nim-value
//! is the nim-sum of theirs.
//!
//! *Values* of positions that may bind: the nim-value of G is the one v for which G + *v is P; if there is none, whoever
//! moves wins beside every heap, and G is loony. Heaps up to the number t of chips of G decide which it is. For
//! let all positions without an edge in play that G can become have values below t, or be loony (they have fewer
//! chips, so this is known of them). Beside a heap of t or more each of them is N. So whether some first move in G wins
//! is the same beside all these heaps. If none does, the least heap beside which none does is at most t, and G
//! beside it is P; otherwise such a heap, if there is one, is less than t. ∎

use std::collections::HashMap;

use sprague_claim::graphs::{Game, Graph, Position, Value};
use sprague_task::{Stop, Task};

/// A position on the graph of a [`Play`], and the nim-heap beside it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) chips: Vec<u32>,
    /// The edges that were deleted, where edges are: one bit each, in the order of the list.
    gone: Vec<u64>,
    /// The edge that has to be played on.
    pub(super) play: Option<(usize, usize)>,
    heap: u32,
}

/// A game on one graph, and what is known of its positions.
pub(super) struct Play<'t> {
    game: Game,
    misere: bool,
    edges: Vec<(usize, usize)>,
    /// The places of the edges at each vertex, in the list.
    at: Vec<Vec<usize>>,
    /// Vertices that may be exchanged, in classes of at least two.
    twins: Vec<Vec<usize>>,
    wins: HashMap<State, bool>,
    values: HashMap<State, u32>,
    bytes: u64,
    task: &'t Task,
}

/// A position that is being settled: its options up to `next` are won by the opponent.
struct Open {
    state: State,
    options: Vec<State>,
    next: usize,
}

impl<'t> Play<'t> {
    /// Nothing is known yet.
    pub(super) fn new(game: Game, misere: bool, graph: &Graph, task: &'t Task) -> Play<'t> {
        let edges: Vec<(usize, usize)> = graph.edges().collect();
        let mut at = vec![Vec::new(); graph.vertices()];
        for (place, &(u, v)) in edges.iter().enumerate() {
            at[u].push(place);
            at[v].push(place);
        }
        let twins = if game == Game::EdgeDelete { Vec::new() } else { twins(graph) };
        let (wins, values) = (HashMap::new(), HashMap::new());
        Play { game, misere, edges, at, twins, wins, values, bytes: 0, task }
    }

    /// The position on this graph with these chips.
    pub(super) fn state(&self, position: &Position) -> State {
        let edges = if self.game == Game::EdgeDelete { self.edges.len() } else { 0 };
        let gone = vec![0; edges.div_ceil(64)];
        State { chips: position.chips.clone(), gone, play: position.play, heap: 0 }
    }

    fn is_gone(&self, state: &State, edge: usize) -> bool {
        state.gone.get(edge / 64).is_some_and(|bits| bits >> (edge % 64) & 1 == 1)
    }

    /// The edges that are there: both ends have chips.
    pub(super) fn edges(&self, state: &State) -> Vec<(usize, usize)> {
        let there = |place: usize| {
            let (u, v) = self.edges[place];
            state.chips[u] > 0 && state.chips[v] > 0 && !self.is_gone(state, place)
        };
        (0..self.edges.len()).filter(|&place| there(place)).map(|place| self.edges[place]).collect()
    }

    /// The neighbours of a vertex that are there.
    fn neighbours(&self, state: &State, v: usize) -> Vec<usize> {
        let there = self.at[v].iter().filter(|&&place| !self.is_gone(state, place));
        let others = there.map(|&place| self.edges[place]).map(|(a, b)| if a == v { b } else { a });
        others.filter(|&w| state.chips[w] > 0).collect()
    }

    /// The positions one move away, by the rules.
    pub(super) fn options(&self, state: &State) -> Result<Vec<State>, Stop> {
        let mut options = Vec::new();
        let mut leave = |change: &[(usize, u32)], play: Option<(usize, usize)>| {
            let mut option = State { play, ..state.clone() };
            for &(v, left) in change {
                option.chips[v] = left;
            }
            options.push(option);
        };
        let alive = || (0..state.chips.len()).filter(|&v| state.chips[v] > 0);
        match self.game {
            // Choose an edge, the one in play if there is one, and take k from an end or from both.
            Game::Wyg | Game::WygFree | Game::Wygthoff | Game::WygthoffFree => {
                let binds = matches!(self.game, Game::Wyg | Game::Wygthoff);
                // In Wyg k is at most the smaller stack, in Wygthoff at most the stacks it is taken from.
                let any = matches!(self.game, Game::Wygthoff | Game::WygthoffFree);
                for (u, v) in self.edges(state) {
                    if state.play.is_some_and(|edge| edge != (u, v)) {
                        continue;
                    }
                    let (a, b) = (state.chips[u], state.chips[v]);
                    let least = a.min(b);
                    self.task.spend(u64::from(a) + u64::from(b))?;
                    // The edge is left as soon as an end is empty.
                    let play = |x: u32, y: u32| (binds && x > 0 && y > 0).then_some((u, v));
                    for k in 1..=if any { a } else { least } {
                        leave(&[(u, a - k)], play(a - k, b));
                    }
                    for k in 1..=if any { b } else { least } {
                        leave(&[(v, b - k)], play(a, b - k));
                    }
                    for k in 1..=least {
                        leave(&[(u, a - k), (v, b - k)], play(a - k, b - k));
                    }
                }
            }
            // Choose a vertex and take at most the smallest stack among it and its neighbours.
            Game::Mig => {
                for v in alive() {
                    let near = self.neighbours(state, v);
                    let least = near.iter().map(|&w| state.chips[w]).min();
                    let least = least.map_or(state.chips[v], |least| least.min(state.chips[v]));
                    self.task.spend(u64::from(least))?;
                    for k in 1..=least {
                        leave(&[(v, state.chips[v] - k)], None);
                    }
                }
            }
            // Delete a vertex together with its neighbours.
            Game::NodeKayles => {
                for v in alive() {
                    let mut gone: Vec<(usize, u32)> =
                        self.neighbours(state, v).into_iter().map(|w| (w, 0)).collect();
                    gone.push((v, 0));
                    leave(&gone, None);
                }
            }
            // Delete both ends of an edge.
            Game::ArcKayles => {
                for (u, v) in self.edges(state) {
                    leave(&[(u, 0), (v, 0)], None);
                }
            }
            // Delete an edge, but leave none of its ends without edges.
            Game::EdgeDelete => {
                for (place, &(u, v)) in self.edges.iter().enumerate() {
                    let there =
                        state.chips[u] > 0 && state.chips[v] > 0 && !self.is_gone(state, place);
                    let more = |x: usize| self.neighbours(state, x).len() > 1;
                    if there && more(u) && more(v) {
                        let mut option = state.clone();
                        option.gone[place / 64] |= 1 << (place % 64);
                        options.push(option);
                    }
                }
            }
        }
        self.task.spend(1 + (self.edges.len() + state.chips.len() * (1 + options.len())) as u64)?;
        Ok(options)
    }

    /// The same position up to an exchange of twins: their chips in order. Not where an edge is in play, or edges are
    /// deleted one by one.
    fn normal(&self, mut state: State) -> State {
        if state.play.is_none() {
            for class in &self.twins {
                let mut chips: Vec<u32> = class.iter().map(|&v| state.chips[v]).collect();
                chips.sort_unstable();
                class.iter().zip(chips).for_each(|(&v, chips)| state.chips[v] = chips);
            }
        }
        state
    }

    fn keep(&mut self, state: &State) -> Result<(), Stop> {
        self.bytes += 120 + 4 * state.chips.len() as u64 + 8 * state.gone.len() as u64;
        let limit = self.task.limits().bytes;
        if self.bytes > limit { Err(Stop::Bytes { limit }) } else { Ok(()) }
    }

    /// Is nobody bound to an edge, and does no move from here on bind anybody to one?
    fn is_sum(&self, state: &State) -> bool {
        let binds = matches!(self.game, Game::Wyg | Game::Wygthoff);
        !self.misere && state.play.is_none() && (!binds || state.chips.iter().all(|&c| c <= 1))
    }

    /// Does whoever moves win?
    pub(super) fn is_won(&mut self, state: &State) -> Result<bool, Stop> {
        match self.is_sum(state) {
            true => Ok(self.nim_value(state)? != 0),
            false => self.wins(state.clone()),
        }
    }

    /// The value in normal play with no edge in play.
    pub(super) fn value(&mut self, state: &State) -> Result<Value, Stop> {
        if self.is_sum(state) {
            return Ok(Value::Nim(self.nim_value(state)?));
        }
        let total: u64 = state.chips.iter().map(|&c| u64::from(c)).sum();
        for heap in 0..=u32::try_from(total).unwrap_or(u32::MAX) {
            if !self.wins(State { heap, ..state.clone() })? {
                return Ok(Value::Nim(heap));
            }
        }
        Ok(Value::Loony)
    }

    /// The options of the position, and of the heap where it may be moved on.
    fn all_options(&self, state: &State) -> Result<Vec<State>, Stop> {
        let mut options = self.options(state)?;
        if state.play.is_none() {
            self.task.spend(u64::from(state.heap) * state.chips.len() as u64)?;
            options.extend((0..state.heap).map(|heap| State { heap, ..state.clone() }));
        }
        Ok(options.into_iter().map(|option| self.normal(option)).collect())
    }

    /// Play as a whole: does whoever moves win? On a stack of our own, since plays are as long as there are chips.
    fn wins(&mut self, state: State) -> Result<bool, Stop> {
        let first = self.normal(state);
        if let Some(&known) = self.wins.get(&first) {
            return Ok(known);
        }
        let options = self.all_options(&first)?;
        let mut open = vec![Open { state: first.clone(), options, next: 0 }];
        while let Some(last) = open.last_mut() {
            let known = match last.options.get(last.next) {
                None if last.options.is_empty() => Some(self.misere),
                None => Some(false),
                Some(option) => match self.wins.get(option) {
                    Some(false) => Some(true),
                    Some(true) => {
                        last.next += 1;
                        None
                    }
                    None => {
                        let state = option.clone();
                        let options = self.all_options(&state)?;
                        open.push(Open { state, options, next: 0 });
                        None
                    }
                },
            };
            if let Some(wins) = known
                && let Some(Open { state, .. }) = open.pop()
            {
                self.keep(&state)?;
                self.wins.insert(state, wins);
            }
        }
        Ok(self.wins[&first])
    }

    /// Sums: the nim-sum of the values of the connected parts, each the least number that no option has.
    fn nim_value(&mut self, state: &State) -> Result<u32, Stop> {
        let mut waiting = self.parts(state)?;
        while let Some(part) = waiting.last().cloned() {
            if self.values.contains_key(&part) {
                waiting.pop();
                continue;
            }
            let open = waiting.len();
            let mut values = Vec::new();
            for option in self.options(&part)? {
                let mut sum = Some(0);
                for below in self.parts(&option)? {
                    match self.values.get(&below) {
                        Some(value) => sum = sum.map(|sum| sum ^ value),
                        None => {
                            sum = None;
                            waiting.push(below);
                        }
                    }
                }
                values.extend(sum);
            }
            if waiting.len() == open {
                values.sort_unstable();
                values.dedup();
                let mex = (0..).zip(&values).take_while(|(n, value)| n == *value).count();
                self.keep(&part)?;
                self.values.insert(part, mex as u32);
                waiting.pop();
            }
        }
        let parts = self.parts(state)?;
        Ok(parts.iter().fold(0, |sum, part| sum ^ self.values[part]))
    }

    /// The connected parts, each a position on the whole graph in which all other vertices, and edges, are gone.
    pub(super) fn parts(&self, state: &State) -> Result<Vec<State>, Stop> {
        self.task.spend((state.chips.len() + self.edges.len()) as u64)?;
        let mut seen = vec![false; state.chips.len()];
        let mut parts = Vec::new();
        for start in 0..state.chips.len() {
            if state.chips[start] == 0 || seen[start] {
                continue;
            }
            seen[start] = true;
            let mut members = vec![start];
            let mut next = 0;
            while let Some(&v) = members.get(next) {
                next += 1;
                for w in self.neighbours(state, v) {
                    if !seen[w] {
                        seen[w] = true;
                        members.push(w);
                    }
                }
            }
            let mut part = State { chips: vec![0; state.chips.len()], ..state.clone() };
            members.iter().for_each(|&v| part.chips[v] = state.chips[v]);
            for (place, &(u, v)) in self.edges.iter().enumerate() {
                if !part.gone.is_empty() && (part.chips[u] == 0 || part.chips[v] == 0) {
                    part.gone[place / 64] |= 1 << (place % 64);
                }
            }
            parts.push(self.normal(part));
        }
        Ok(parts)
    }
}

/// Vertices with the same neighbours, each other left aside: to exchange them is an automorphism of the graph. No vertex is in two
/// classes: if u has the neighbours of v, and w is joined to v and has its other neighbours, then w is joined to u, and so v
/// is, which is no neighbour of u.
fn twins(graph: &Graph) -> Vec<Vec<usize>> {
    // Vertices that are not joined have the same lists; joined ones have, each with itself.
    let mut classes: HashMap<(bool, Vec<u32>), Vec<usize>> = HashMap::new();
    for v in 0..graph.vertices() {
        let list = graph.neighbours(v).to_vec();
        let mut closed = list.clone();
        closed.push(v as u32);
        closed.sort_unstable();
        classes.entry((false, list)).or_default().push(v);
        classes.entry((true, closed)).or_default().push(v);
    }
    let mut twins: Vec<Vec<usize>> =
        classes.into_values().filter(|class| class.len() > 1).collect();
    twins.sort();
    twins
}
