//! Every way to solve a position agrees with the plain twin: random graphs with random chips, all
//! games, normal and misère play.

use sprague_graph::complete::Complete;
use sprague_graph::plain::{self, Plain};
use sprague_graph::random::Random;
use sprague_graph::{Budget, Game, Graph, Position, Solver, Value, subsets};
use sprague_rules::Outcome;
use sprague_task::Watch;

/// Small enough for the plain twin.
fn random_position(random: &mut Random, game: Game) -> Position {
    let percent = 20 + random.below(70);
    match game {
        Game::EdgeDelete | Game::NodeKayles | Game::ArcKayles => {
            let vertices = 1 + random.below(7) as usize;
            random.position(vertices, percent.min(60), 1)
        }
        _ => {
            let vertices = 2 + random.below(4) as usize;
            random.position(vertices, percent, if vertices > 4 { 2 } else { 3 })
        }
    }
}

/// With an edge in play, if the game knows such a thing.
fn perhaps_in_play(random: &mut Random, game: Game, position: Position) -> Position {
    let edges: Vec<_> = position.edges().collect();
    if !game.binds() || edges.is_empty() || random.below(3) > 0 {
        return position;
    }
    let (u, v) = edges[random.below(edges.len() as u64) as usize];
    position.playing(u, v)
}

#[test]
fn outcomes_and_winning_moves_agree_with_the_definition() {
    for game in Game::ALL {
        for misere in [false, true] {
            let mut random = Random::new(11);
            let mut solver = Solver::new(game, misere);
            for round in 0..400 {
                // Some memory is shared between rounds, some is fresh.
                if round % 50 == 0 {
                    solver = Solver::new(game, misere);
                }
                let mut plain = Plain::new(game, misere);
                let position = random_position(&mut random, game);
                let position = perhaps_in_play(&mut random, game, position);
                let (name, text) = (game.name(), position.text());
                let wins = solver.outcome(&position).unwrap() == Outcome::N;
                assert_eq!(wins, plain.wins(&position), "{name}, misère {misere}: {text}");
                let mut expected: Vec<Position> = plain::options(game, &position);
                expected.retain(|option| !plain.wins(option));
                let mut found: Vec<Position> =
                    solver.winning(&position).unwrap().into_iter().map(|(_, o)| o).collect();
                let by_text = |p: &Position| p.text();
                expected.sort_by_key(by_text);
                expected.dedup();
                found.sort_by_key(by_text);
                assert_eq!(found, expected, "{name}, misère {misere}: {text}");
            }
        }
    }
}

#[test]
fn nim_values_agree_with_the_definition() {
    for game in Game::ALL.into_iter().filter(|game| !game.binds()) {
        let mut random = Random::new(12);
        let mut solver = Solver::new(game, false);
        for _ in 0..400 {
            let position = random_position(&mut random, game);
            let expected = Plain::new(game, false).nim_value(&position);
            assert_eq!(solver.value(&position), Ok(Value::Nim(expected)), "{}", position.text());
        }
    }
}

/// Where edges bind, a value says beside which nim-heap the position is a P-position; loony says
/// that there is none, as far as we look.
#[test]
fn values_where_edges_bind_tell_the_outcome_beside_every_heap() {
    let mut loony = 0;
    for game in [Game::Wyg, Game::Wygthoff] {
        let mut random = Random::new(13);
        let mut solver = Solver::new(game, false);
        for _ in 0..300 {
            let position = random_position(&mut random, game);
            let value = solver.value(&position).unwrap();
            loony += u32::from(value == Value::Loony);
            let mut plain = Plain::new(game, false);
            for heap in 0..8 {
                let p = !plain.wins_beside(&position, heap);
                assert_eq!(p, value == Value::Nim(heap), "{} beside {heap}", position.text());
            }
        }
    }
    assert!(loony > 20, "loony positions are met: {loony}");
}

/// Sums of two parts where each is small but the whole is too large for luck.
#[test]
fn sums_agree_with_the_definition() {
    for game in Game::ALL.into_iter().filter(|g| g.counts_chips()) {
        for misere in [false, true] {
            let mut random = Random::new(14);
            let mut solver = Solver::new(game, misere);
            for _ in 0..120 {
                let (one, two) = (random.position(3, 80, 2), random.position(3, 80, 2));
                let chips = [one.chips.clone(), two.chips.clone()].concat();
                let both = Position::new(one.graph.beside(&two.graph), chips);
                let wins = solver.outcome(&both).unwrap() == Outcome::N;
                let expected = Plain::new(game, misere).wins(&both);
                assert_eq!(wins, expected, "{}, misère {misere}: {}", game.name(), both.text());
            }
        }
    }
}

#[test]
fn tables_over_sets_of_vertices_agree_with_the_definition() {
    let mut random = Random::new(15);
    for game in Game::ALL.into_iter().filter(|&game| subsets::suits(game, 6)) {
        for misere in [false, true] {
            for _ in 0..120 {
                let graph = random.graph(6, 50);
                let answer = subsets::solve(game, misere, &graph);
                let position = Position::constant(graph, 1);
                let mut plain = Plain::new(game, misere);
                assert_eq!(answer.wins, plain.wins(&position), "{}", position.text());
                if !misere && !game.binds() {
                    let expected = plain.nim_value(&position);
                    assert_eq!(answer.nim_value, Some(expected), "{}", position.text());
                }
            }
        }
    }
}

#[test]
fn complete_graphs_agree_with_the_definition_and_with_the_solver() {
    for game in [Game::Wyg, Game::WygFree, Game::Wygthoff, Game::WygthoffFree] {
        let mut random = Random::new(16);
        let mut complete = Complete::new(game, Budget::default());
        let mut solver = Solver::new(game, false);
        for _ in 0..60 {
            let n = 2 + random.below(3) as usize;
            let chips: Vec<u32> = (0..n).map(|_| random.below(4) as u32).collect();
            let position = Position::new(Graph::complete(n), chips);
            let wins = complete.wins(&position.chips).unwrap();
            assert_eq!(wins, Plain::new(game, false).wins(&position), "{}", position.text());
        }
        for n in 2..=6 {
            let position = Position::degrees(Graph::complete(n));
            let wins = solver.outcome(&position).unwrap() == Outcome::N;
            assert_eq!(complete.wins(&position.chips), Ok(wins), "{} on K_{n}", game.name());
        }
    }
}

#[test]
fn a_budget_stops_the_search() {
    let position = Position::constant(Graph::wheel(9), 3);
    let few = Budget { effort: 500, ..Budget::default() };
    let mut solver = Solver::within(Game::WygFree, false, few);
    assert!(solver.outcome(&position).is_err());
    let watch = Watch::default();
    watch.stop();
    let stopped = Budget { watch: &watch, ..Budget::default() };
    let mut solver = Solver::within(Game::WygFree, true, stopped);
    assert!(solver.outcome(&position).is_err());
}
