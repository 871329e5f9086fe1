//! The fast ways against the plain ones, in one run: `cargo bench -p sprague-graph`; with `-- deep`
//! also what takes minutes.

use std::time::Duration;

use sprague_graph::canonical::label;
use sprague_graph::complete::{Complete, Table};
use sprague_graph::families::{DoubleStars, Shape};
use sprague_graph::plain::Plain;
use sprague_graph::random::Random;
use sprague_graph::sweep::{Chips, Sweep};
use sprague_graph::{Budget, Game, Graph, Position, Solver, deep, generate};
use sprague_measure::{Growth, Page, Row, cpu};
use sprague_rules::Outcome;

fn main() {
    let page = Page::open("games on graphs");
    deep(|| {
        if page.part("all graphs on n vertices, one chip each, wyg") {
            sweeps(&page);
        }
        if page.part("ten random graphs with random chips") {
            against_the_plain_twin(&page);
        }
        if page.part("canonical forms, each") {
            labelling(&page);
        }
        if page.part("double stars") {
            double_stars(&page);
        }
        if page.part("complete graphs, n - 1 chips on each of n vertices") {
            complete_graphs(&page);
        }
    });
}

fn sweeps(page: &Page) {
    let mut growth = [Growth::default(), Growth::default()];
    for n in [6, 7, 8] {
        let (graphs, generating) = cpu(|| generate::all(n));
        let count =
            |wins: &mut dyn FnMut(&Graph) -> bool| graphs.iter().filter(|&g| !wins(g)).count();
        let mut sweep = Sweep::new(Game::Wyg, false, Chips::Constant(1), true, Budget::default());
        let (p, sets) =
            cpu(|| count(&mut |g| sweep.graph(g.clone()).unwrap().outcome == Outcome::N));
        let mut solver = Solver::new(Game::Wyg, false);
        let one = |g: &Graph| Position::constant(g.clone(), 1);
        let (q, canonical) = cpu(|| count(&mut |g| solver.outcome(&one(g)).unwrap() == Outcome::N));
        let (r, plain) = cpu(|| count(&mut |g| Plain::new(Game::Wyg, false).wins(&one(g))));
        assert!(p == q && q == r);
        growth[0].step(sets);
        growth[1].step(canonical);
        if n == 8 {
            let graphs = graphs.len();
            page.row(Row::new(format!("{graphs} graphs made")).ours(generating));
            for (way, time, growth) in
                [("by sets", sets, &growth[0]), ("by canonical forms", canonical, &growth[1])]
            {
                let row = Row::new(format!("solved {way}, n = {n}")).ours(time);
                let row = row.growth(format!("one vertex more: {}", growth.steps()));
                page.row(row.against("the plain twin", plain).note(format!("{p} are P")));
            }
        }
    }
}

fn against_the_plain_twin(page: &Page) {
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
            let (fast, ours) =
                cpu(|| positions.iter().map(|p| solve(p, &mut solver)).collect::<Vec<_>>());
            let mut plain = Plain::new(game, misere);
            let (slow, long) = cpu(|| positions.iter().map(|p| plain.wins(p)).collect::<Vec<_>>());
            assert_eq!(fast, slow);
            let play = if misere { "misère " } else { "" };
            let row = Row::new(format!("{play}{}", game.name())).ours(ours);
            let (solved, all) = (solver.solved(), plain.positions());
            let row = row.against("the plain twin", long);
            page.row(row.note(format!("{solved} positions for its {all}")));
        }
    }
}

fn labelling(page: &Page) {
    let mut random = Random::new(6);
    for (vertices, percent) in [(8, 50), (12, 40), (20, 30), (40, 20)] {
        let graphs: Vec<Graph> = (0..2000).map(|_| random.graph(vertices, percent)).collect();
        let colours = vec![1; vertices];
        let (_, time) = cpu(|| graphs.iter().map(|g| label(g, &colours).form.len()).sum::<usize>());
        page.row(Row::new(format!("{vertices} vertices")).ours(time / graphs.len() as u32));
    }
}

fn double_stars(page: &Page) {
    let mut table = DoubleStars::default();
    let (exceptions, time) = cpu(|| {
        let mut lengths = std::collections::BTreeSet::new();
        for (m, n) in [(1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)] {
            lengths.extend((3..=6000).filter(|&k| table.nim_value(Shape { m, n, k }) == 0));
        }
        lengths
    });
    let row = Row::new("m, n <= 3 and k to 6000").ours(time);
    page.row(row.note(format!("P for k in {exceptions:?}")));
    let (mut growth, mut last) = (Growth::default(), Duration::ZERO);
    for k in [1000, 2000, 4000] {
        last = cpu(|| DoubleStars::default().nim_value(Shape { m: 3, n: 3, k })).1;
        growth.step(last);
    }
    let row = Row::new("m = n = 3 and k to 4000").ours(last);
    page.row(row.growth(format!("twice as long: {}", growth.steps())));
}

fn complete_graphs(page: &Page) {
    for game in [Game::Wyg, Game::Wygthoff, Game::WygFree, Game::WygthoffFree] {
        let to = match (game.binds(), page.deep()) {
            (true, _) => 25,
            (false, false) => 14,
            (false, true) => 16,
        };
        let (mut outcomes, mut growth) = (String::new(), String::new());
        let (mut steps, mut last) = (Growth::default(), Duration::ZERO);
        for n in 2..=to {
            let stacks = vec![n as u32 - 1; n];
            let (wins, time) = cpu(|| match game.binds() {
                true => Complete::new(game, Budget::default()).wins(&stacks).unwrap(),
                false => Table::new(game, n, n - 1, &Budget::default()).unwrap().wins(&stacks),
            });
            outcomes.push(if wins { 'N' } else { 'P' });
            (growth, last) = (steps.step(time), time);
        }
        let row = Row::new(format!("{}, n = {to}", game.name())).ours(last);
        page.row(row.growth(format!("the last vertex: {growth}")).note(outcomes));
    }
    // The graph solver knows nothing of multisets.
    let stacks = Position::degrees(Graph::complete(9));
    let (_, table) = cpu(|| Table::new(Game::WygFree, 9, 8, &Budget::default()).unwrap());
    let (_, search) = cpu(|| Complete::new(Game::WygFree, Budget::default()).wins(&stacks.chips));
    page.row(Row::new("wyg-free, n = 9, marking").ours(table).against("search", search));
    let small = Position::degrees(Graph::complete(5));
    let (_, plain) = cpu(|| Plain::new(Game::WygFree, false).wins(&small));
    let (_, table) = cpu(|| Table::new(Game::WygFree, 5, 4, &Budget::default()).unwrap());
    page.row(Row::new("wyg-free, n = 5, marking").ours(table).against("the plain twin", plain));
}
