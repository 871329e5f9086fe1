//! Settings for tests: random rule texts with random positions, random graphs.
#![allow(dead_code)]

use sprague_graph::Game;
use sprague_graph::random::Random;
use sprague_play::{Play, Position, Setting};
use sprague_rules::random::{Dice, Moves, random_game};
use sprague_rules::{Library, Player, Ruleset, Shape, write_position};

/// The ruleset of a random text, perhaps in misère play, with a small position of it.
pub fn random_piles(seed: u64) -> (Ruleset, Vec<u32>) {
    let file = "./random.game".to_string();
    let moves = if seed.is_multiple_of(3) { Moves::Taking } else { Moves::Any };
    let library = Library::with(vec![(file.clone(), random_game(seed, moves))]);
    let misere = if seed.is_multiple_of(4) { "misere " } else { "" };
    let ruleset = library.ruleset(&format!("{misere}{file}")).unwrap();
    let mut dice = Dice::new(seed ^ 0x5eed);
    let places = match ruleset.shape {
        Shape::Row { places } => places,
        Shape::Piles { at_most } => (1 + dice.roll(3) as usize).min(at_most.unwrap_or(3)),
    };
    let largest = if places > 2 { 4 } else { 7 };
    let mut piles: Vec<u32> = (0..places).map(|_| dice.roll(largest) as u32 + 1).collect();
    if let Shape::Piles { .. } = ruleset.shape {
        piles.sort_unstable();
    }
    (ruleset, piles)
}

/// A play on piles that Left or Right begins.
pub fn on_piles(ruleset: &Ruleset, piles: &[u32], first: Player) -> Play {
    Play::new(Setting::piles(ruleset.clone(), &write_position(piles)).unwrap(), first)
}

/// A random position of a game on graphs; with an edge in play now and then.
pub fn random_graph(game: Game, seed: u64) -> sprague_graph::Position {
    let mut random = Random::new(seed);
    let vertices = 2 + random.below(4) as usize;
    let most = if game.counts_chips() { 3 } else { 1 };
    let position = random.position(vertices, 60, most);
    let edges: Vec<(usize, usize)> = position.edges().collect();
    match game.binds() && !edges.is_empty() && random.below(3) == 0 {
        true => {
            let (u, v) = edges[random.below(edges.len() as u64) as usize];
            position.playing(u, v)
        }
        false => position,
    }
}

/// A play on a graph.
pub fn on_graph(game: Game, misere: bool, position: &sprague_graph::Position) -> Play {
    Play::new(Setting::graph(game, misere, &position.text()).unwrap(), Player::Left)
}

/// A play from the catalogue.
pub fn at(ruleset: &str, position: &str) -> Play {
    let setting = Setting::read(&Library::catalogue(), ruleset, position).unwrap();
    Play::new(setting, Player::Left)
}

pub fn piles(position: &Position) -> &Vec<u32> {
    match position {
        Position::Piles(piles) => piles,
        Position::Graph(_) => panic!("these are piles"),
    }
}

pub fn graph(position: &Position) -> &sprague_graph::Position {
    match position {
        Position::Graph(graph) => graph,
        Position::Piles(_) => panic!("this is a graph"),
    }
}
