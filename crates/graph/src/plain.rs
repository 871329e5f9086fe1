//! The plain twin: outcomes and nim-values straight from the definitions.
//!
//! One memory of numbered positions; no components, no canonical forms, no twins, and the moves are
//! written out once more. Everything faster is compared with this.

use std::collections::HashMap;
use std::collections::HashSet;

use crate::game::Game;
use crate::position::Position;

/// The options of a position, from the rules.
pub fn options(game: Game, position: &Position) -> Vec<Position> {
    let n = position.chips.len();
    let chips = &position.chips;
    let joined = |u: usize, v: usize| position.graph.adjacent(u, v) && chips[u] > 0 && chips[v] > 0;
    if game == Game::EdgeDelete {
        let degree = |x: usize| (0..n).filter(|&w| joined(x, w)).count();
        let pairs = (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v)));
        let allowed = pairs.filter(|&(u, v)| joined(u, v) && degree(u) > 1 && degree(v) > 1);
        let without = |(u, v)| std::sync::Arc::new(position.graph.without_edge(u, v));
        return allowed.map(|e| Position { graph: without(e), ..position.clone() }).collect();
    }
    let mut options = Vec::new();
    let mut leave = |change: &[(usize, u32)], play: Option<(usize, usize)>| {
        let mut option = Position { play, ..position.clone() };
        for &(v, left) in change {
            option.chips[v] = left;
        }
        options.push(option);
    };
    match game {
        Game::Mig => {
            for v in 0..n {
                let near = (0..n).filter(|&w| w == v || joined(v, w));
                let least = near.map(|w| chips[w]).min().unwrap_or(0);
                for k in 1..=least {
                    leave(&[(v, chips[v] - k)], None);
                }
            }
            return options;
        }
        Game::NodeKayles => {
            for v in (0..n).filter(|&v| chips[v] > 0) {
                let gone: Vec<(usize, u32)> =
                    (0..n).filter(|&w| w == v || joined(v, w)).map(|w| (w, 0)).collect();
                leave(&gone, None);
            }
            return options;
        }
        _ => {}
    }
    for u in 0..n {
        for v in u + 1..n {
            if !joined(u, v) || position.play.is_some_and(|e| e != (u, v)) {
                continue;
            }
            match game {
                Game::ArcKayles => leave(&[(u, 0), (v, 0)], None),
                _ => {
                    let (a, b) = (chips[u], chips[v]);
                    for k in 1..=a.max(b) {
                        let (x, y) = (a.saturating_sub(k), b.saturating_sub(k));
                        let within = k <= a && k <= b;
                        let generous = matches!(game, Game::Wygthoff | Game::WygthoffFree);
                        let bound = |x: u32, y: u32| {
                            let binds = matches!(game, Game::Wyg | Game::Wygthoff);
                            (binds && x > 0 && y > 0).then_some((u, v))
                        };
                        if within || generous && k <= a {
                            leave(&[(u, x)], bound(x, b));
                        }
                        if within || generous && k <= b {
                            leave(&[(v, y)], bound(a, y));
                        }
                        if within {
                            leave(&[(u, x), (v, y)], bound(x, y));
                        }
                    }
                }
            }
        }
    }
    options
}

/// A memory for one game and one play.
pub struct Plain {
    game: Game,
    misere: bool,
    wins: HashMap<(Position, u32), bool>,
    nims: HashMap<Position, u32>,
}

impl Plain {
    /// A memory that holds nothing yet.
    pub fn new(game: Game, misere: bool) -> Plain {
        Plain { game, misere, wins: HashMap::new(), nims: HashMap::new() }
    }

    /// Does the player to move win?
    pub fn wins(&mut self, position: &Position) -> bool {
        self.wins_beside(position, 0)
    }

    /// Does the player to move win this position beside a nim-heap? The heap may be moved on when
    /// no edge is in play.
    pub fn wins_beside(&mut self, position: &Position, heap: u32) -> bool {
        let key = (position.clone(), heap);
        if let Some(&known) = self.wins.get(&key) {
            return known;
        }
        let options = options(self.game, position);
        let smaller = if position.play.is_none() { heap } else { 0 };
        let stuck = options.is_empty() && smaller == 0;
        let wins = (stuck && self.misere)
            || options.iter().any(|o| !self.wins_beside(o, heap))
            || (0..smaller).any(|h| !self.wins_beside(position, h));
        self.wins.insert(key, wins);
        wins
    }

    /// The mex of the nim-values of the options, in games that bind no one.
    pub fn nim_value(&mut self, position: &Position) -> u32 {
        assert!(!self.game.binds() && !self.misere);
        if let Some(&known) = self.nims.get(position) {
            return known;
        }
        let options = options(self.game, position);
        let values: HashSet<u32> = options.iter().map(|o| self.nim_value(o)).collect();
        let value = (0..).find(|n| !values.contains(n)).expect("some number is missing");
        self.nims.insert(position.clone(), value);
        value
    }

    /// How many positions were met.
    pub fn positions(&self) -> usize {
        self.wins.len() + self.nims.len()
    }
}
