//! The fast ways against the plain ones, in one run: `cargo bench -p sprague-graph`; with `-- deep`
//! also what takes minutes.

use std::time::{Duration, Instant};

use sprague_graph::canonical::label;
use sprague_graph::complete::{Complete, Table};
use sprague_graph::families::{DoubleStars, Shape};
use sprague_graph::plain::Plain;
use sprague_graph::random::Random;
use sprague_graph::sweep::{Chips, Sweep};
use sprague_graph::{Budget, Game, Graph, Position, Solver, deep, generate};
use sprague_rules::Outcome;

fn main() {
    let far = std::env::args().any(|argument| argument == "deep");
    deep(|| {
        sweeps();
        against_the_plain_twin();
        labelling();
        double_stars();
        complete_graphs(far);
    });
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

fn ratio(slow: Duration, fast: Duration) -> f64 {
    slow.as_secs_f64() / fast.as_secs_f64().max(1e-9)
}

fn sweeps() {
    println!("all graphs on n vertices, one chip each, wyg: generated, and solved three ways");
    for n in [7, 8] {
        let (graphs, generating) = timed(|| generate::all(n));
        let count =
            |wins: &mut dyn FnMut(&Graph) -> bool| graphs.iter().filter(|&g| !wins(g)).count();
        let mut sweep = Sweep::new(Game::Wyg, false, Chips::Constant(1), true, Budget::default());
        let (p, sets) =
            timed(|| count(&mut |g| sweep.graph(g.clone()).unwrap().outcome == Outcome::N));
        let mut solver = Solver::new(Game::Wyg, false);
        let one = |g: &Graph| Position::constant(g.clone(), 1);
        let (q, canonical) =
            timed(|| count(&mut |g| solver.outcome(&one(g)).unwrap() == Outcome::N));
        let (r, plain) = timed(|| count(&mut |g| Plain::new(Game::Wyg, false).wins(&one(g))));
        assert!(p == q && q == r);
        println!(
            "  n = {n}: {} graphs in {generating:.2?}, {p} are P; sets {sets:.2?}, canonical {canonical:.2?}, \
             plain {plain:.2?}: plain / sets {:.0}, plain / canonical {:.1}",
            graphs.len(),
            ratio(plain, sets),
            ratio(plain, canonical)
        );
    }
}

fn against_the_plain_twin() {
    println!("ten random graphs with random chips: components and canonical forms against neither");
    for game in Game::ALL {
        for misere in [false, true] {
            let mut random = Random::new(5);
            let (vertices, percent, most) = match game {
                Game::EdgeDelete => (7, 65, 1),
                Game::NodeKayles => (24, 12, 1),
                Game::ArcKayles => (20, 15, 1),
                Game::Mig => (6, 50, 4),
                _ if game.binds() => (8, 40, 4),
                _ => (7, 40, 3),
            };
            let positions: Vec<Position> = (0..10)
                .map(|_| {
                    let graph = random.graph(vertices, percent);
                    let stack = |_| 1 + random.below(most) as u32;
                    let chips = (0..vertices).map(stack).collect();
                    Position::new(graph, chips)
                })
                .collect();
            let mut solver = Solver::new(game, misere);
            let solve =
                |p: &Position, solver: &mut Solver| solver.outcome(p).unwrap() == Outcome::N;
            let (fast, quick) =
                timed(|| positions.iter().map(|p| solve(p, &mut solver)).collect::<Vec<_>>());
            let mut plain = Plain::new(game, misere);
            let (slow, long) =
                timed(|| positions.iter().map(|p| plain.wins(p)).collect::<Vec<_>>());
            assert_eq!(fast, slow);
            println!(
                "  {:13} {}: {quick:9.2?} against {long:9.2?}, ratio {:6.1}; {} positions against {}",
                game.name(),
                if misere { "misère" } else { "normal" },
                ratio(long, quick),
                solver.solved(),
                plain.positions()
            );
        }
    }
}

fn labelling() {
    println!("canonical forms, microseconds each");
    let mut random = Random::new(6);
    for (vertices, percent) in [(8, 50), (12, 40), (20, 30), (40, 20)] {
        let graphs: Vec<Graph> = (0..2000).map(|_| random.graph(vertices, percent)).collect();
        let colours = vec![1; vertices];
        let (_, time) =
            timed(|| graphs.iter().map(|g| label(g, &colours).form.len()).sum::<usize>());
        println!("  {vertices} vertices: {:.1}", time.as_secs_f64() * 1e6 / graphs.len() as f64);
    }
}

fn double_stars() {
    let mut table = DoubleStars::default();
    let (exceptions, time) = timed(|| {
        let mut lengths = std::collections::BTreeSet::new();
        for (m, n) in [(1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)] {
            lengths.extend((3..=6000).filter(|&k| table.nim_value(Shape { m, n, k }) == 0));
        }
        lengths
    });
    println!("double stars with m, n <= 3 and k to 6000: {time:.2?}; P for k in {exceptions:?}");
    for k in [1000, 2000, 4000] {
        let (_, time) = timed(|| DoubleStars::default().nim_value(Shape { m: 3, n: 3, k }));
        println!("  k to {k}, one pair: {time:.2?}");
    }
}

fn complete_graphs(far: bool) {
    println!("W_dg(K_n), n - 1 chips on each of n vertices");
    for game in [Game::Wyg, Game::Wygthoff, Game::WygFree, Game::WygthoffFree] {
        let to = match (game.binds(), far) {
            (true, _) => 25,
            (false, false) => 14,
            (false, true) => 16,
        };
        let mut outcomes = String::new();
        let mut last = Duration::ZERO;
        let (_, all) = timed(|| {
            for n in 2..=to {
                let stacks = vec![n as u32 - 1; n];
                let (wins, time) = timed(|| match game.binds() {
                    true => Complete::new(game, Budget::default()).wins(&stacks).unwrap(),
                    false => Table::new(game, n, n - 1, &Budget::default()).unwrap().wins(&stacks),
                });
                outcomes.push(if wins { 'N' } else { 'P' });
                last = time;
            }
        });
        println!(
            "  {:13} n = 2..{to}: {outcomes} in {all:.2?}, the last in {last:.2?}",
            game.name()
        );
    }
    // The graph solver for comparison, which knows nothing of multisets.
    let stacks = Position::degrees(Graph::complete(9));
    let (_, table) = timed(|| Table::new(Game::WygFree, 9, 8, &Budget::default()).unwrap());
    let (_, search) = timed(|| Complete::new(Game::WygFree, Budget::default()).wins(&stacks.chips));
    println!(
        "  K_9 free: marking {table:.2?}, search {search:.2?}, ratio {:.0}",
        ratio(search, table)
    );
    let small = Position::degrees(Graph::complete(5));
    let (_, plain) = timed(|| Plain::new(Game::WygFree, false).wins(&small));
    let (_, table) = timed(|| Table::new(Game::WygFree, 5, 4, &Budget::default()).unwrap());
    println!(
        "  K_5 free: marking {table:.2?}, plain {plain:.2?}, ratio {:.0}",
        ratio(plain, table)
    );
}
