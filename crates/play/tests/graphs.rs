//! Plays on graphs against the plain twin, on random graphs with random chips.

mod common;

use std::collections::HashSet;

use common::{at, graph, on_graph, random_graph};
use sprague_graph::plain::{self, Plain};
use sprague_graph::{Game, Move};
use sprague_play::{Judgement, Proposal, Reason};

#[test]
fn the_moves_are_the_options_and_each_is_judged_as_the_plain_twin_does() {
    for game in Game::ALL {
        for seed in 0..40 {
            let misere = seed % 3 == 0;
            let position = random_graph(game, seed);
            let mut twin = Plain::new(game, misere);
            let mut play = on_graph(game, misere, &position);
            let worths = play.worth();
            let found: HashSet<_> =
                worths.moves.iter().map(|m| graph(m.made.after()).clone()).collect();
            let options: HashSet<_> = plain::options(game, &position).into_iter().collect();
            assert_eq!(found, options, "{} {}", game.name(), position.text());
            assert_eq!(found.len(), worths.moves.len(), "every option once");
            assert_eq!(worths.position.wins, Some(twin.wins(&position)));
            for priced in &worths.moves {
                let after = graph(priced.made.after());
                assert_eq!(priced.worth.wins, Some(!twin.wins(after)), "{}", position.text());
                if let Some(nim) = priced.worth.nim.filter(|_| !game.binds()) {
                    assert_eq!(nim, twin.nim_value(after));
                }
                for way in &priced.made.also {
                    let made = on_graph(game, misere, &position).play(&way.id).unwrap();
                    assert_eq!((made.to, made.words), (priced.made.to.clone(), way.words.clone()));
                }
            }
            if let Some(nim) = worths.position.nim {
                // The one heap that the position is P beside.
                assert!(!twin.wins_beside(&position, nim));
            }
        }
    }
}

/// Everything that could be said about a graph with so many vertices, sensible or not.
fn sayable(vertices: usize) -> Vec<Move> {
    let mut all = Vec::new();
    for u in 0..=vertices {
        all.push(Move::DeleteAround { vertex: u });
        all.extend((0..5).map(|chips| Move::Take { vertex: u, chips }));
        for v in u..=vertices {
            let edge = (u, v);
            all.extend([Move::DeleteEnds { edge }, Move::DeleteEdge { edge }]);
            let takes = (0..5).flat_map(|a| (0..5).map(move |b| (a, b)));
            all.extend(takes.map(|take| Move::OnEdge { edge, take }));
        }
    }
    all
}

#[test]
fn what_is_not_a_move_is_refused_with_a_reason_and_changes_nothing() {
    let mut reasons: HashSet<String> = HashSet::new();
    for game in Game::ALL {
        for seed in 0..12 {
            let position = random_graph(game, seed);
            let mut legal = HashSet::new();
            game.moves(&position, None, &mut |m| {
                legal.insert(m);
                true
            });
            let mut play = on_graph(game, false, &position);
            let before = play.state();
            if before.over.is_some() {
                continue;
            }
            for m in sayable(position.chips.len()) {
                match play.judge(&Proposal::OnGraph(m)) {
                    Judgement::Legal { made, .. } => {
                        assert!(legal.contains(&m), "{} {m:?} at {}", game.name(), position.text());
                        assert_eq!(*graph(made.after()), m.made(game, &position));
                    }
                    Judgement::Illegal(illegal) => {
                        assert!(
                            !legal.contains(&m),
                            "{} {m:?} at {}",
                            game.name(),
                            position.text()
                        );
                        check_reason(game, &position, m, &illegal.reason);
                        let kind =
                            serde_json::to_value(illegal.reason).unwrap()["kind"].to_string();
                        let [rule] = &illegal.rules[..] else { panic!("one rule: {illegal:?}") };
                        let pointed = rule.forbidding().next().is_some();
                        let points = ["in-play", "unequal", "too-many", "isolates", "no-edge"];
                        assert_eq!(
                            pointed,
                            points.contains(&kind.trim_matches('"')),
                            "{illegal:?}"
                        );
                        reasons.insert(kind);
                    }
                }
                assert_eq!(play.state(), before);
            }
        }
    }
    assert_eq!(reasons.len(), 10, "{reasons:?}");
}

/// Is what the reason says so?
fn check_reason(game: Game, position: &sprague_graph::Position, m: Move, reason: &Reason) {
    let true_of = match (*reason, m) {
        (Reason::NoVertex { vertex }, _) => vertex >= position.chips.len(),
        (Reason::Gone { vertex }, _) => position.chips[vertex] == 0,
        (Reason::NoEdge { edge: (u, v) }, _) => !position.graph.adjacent(u, v),
        (Reason::InPlay { edge }, Move::OnEdge { edge: other, .. }) => {
            position.play == Some(edge) && edge != other
        }
        (Reason::TooFew { vertex, chips }, _) => position.chips[vertex] == chips,
        (Reason::TooMany { most }, Move::Take { vertex, chips }) => {
            let least = position.neighbours(vertex).map(|w| position.chips[w]).min();
            chips > most && most == position.chips[vertex].min(least.unwrap_or(u32::MAX))
        }
        (Reason::TooMany { most }, Move::OnEdge { edge, take }) => {
            take.0.max(take.1) > most && most == position.chips[edge.0].min(position.chips[edge.1])
        }
        (Reason::Unequal, Move::OnEdge { take, .. }) => take.0 != take.1,
        (Reason::Unchanged, Move::OnEdge { take, .. }) => take == (0, 0),
        (Reason::Unchanged, Move::Take { chips, .. }) => chips == 0,
        (Reason::Isolates { vertex }, Move::DeleteEdge { .. }) => {
            position.neighbours(vertex).count() == 1
        }
        (Reason::NotAMove, _) => match m {
            Move::OnEdge { .. } => !game.on_edges(),
            Move::Take { .. } => game != Game::Mig,
            Move::DeleteAround { .. } => game != Game::NodeKayles,
            Move::DeleteEnds { .. } => game != Game::ArcKayles,
            Move::DeleteEdge { .. } => game != Game::EdgeDelete,
        },
        _ => false,
    };
    assert!(true_of, "{} {m:?} at {}: {reason:?}", game.name(), position.text());
}

#[test]
fn moves_are_read_in_every_way_they_are_typed() {
    for (game, position, text, id) in [
        ("wyg", "P(5) chips=1", "on 1-2 take 1 from 2", "1-2:0,1"),
        ("wyg", "P(5) chips=1", "On 2-3 take 1 from 2", "2-3:1,0"),
        ("wyg", "P(5) chips=1", "take 1 from both on 0-1", "0-1:1,1"),
        ("wyg", "P(5) chips=1", "take 1 from 4", "3-4:0,1"),
        ("wyg", "P(5) chips=1", "1", "0-1:1,1"),
        ("wyg", "P(5) chips=1", "#2", "0-1:1,0"),
        ("wyg", "P(5) chips=1", "4-3:1,0", "3-4:0,1"),
        ("wyg", "P(5) chips=1", "1,1,0,1,1", "1-2:0,1"),
        ("wyg", "P(5) chips=1", "chips=0,1,1,1,1", "0-1:1,0"),
        ("wyg", "P(5) chips=1", "P(5) chips=1,1,1,0,1", "2-3:0,1"),
        ("wyg", "P(3) chips=2", "1,1,2", "0-1:1,1"),
        ("wyg", "P(3) chips=2 play=0-1", "take 1 from both", "0-1:1,1"),
        ("mig", "P(3) chips=2", "take 2 from 1", "v1:2"),
        ("mig", "P(3) chips=2", "v1:2", "v1:2"),
        ("node-kayles", "P(3)", "v1", "v1"),
        ("node-kayles", "P(3)", "delete vertex 1", "v1"),
        ("node-kayles", "P(3)", "2", "v1"),
        ("arc-kayles", "P(3)", "delete 0 and 1", "0-1"),
        ("edge-delete", "C(4)", "delete the edge 1-2", "1-2"),
        ("edge-delete", "C(4)", "delete 2-1", "1-2"),
    ] {
        let mut play = at(game, position);
        let proposal = play.read(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let made = play.propose(&proposal).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        assert_eq!(made.id, id, "{game}: {text}");
    }
    for text in [
        "",
        "take 1 from both",
        "on 0-9",
        "take 1 from x",
        "1-",
        "P(5",
        "½",
        "take 1 from 3 on 0-1",
    ] {
        assert!(at("wyg", "P(5) chips=1").read(text).is_err(), "{text}");
    }
}

#[test]
fn a_position_that_no_move_leads_to_is_refused() {
    let mut play = at("wyg", "P(4) chips=3");
    for (text, reason) in [
        ("3,3,3,3", Reason::Unchanged),
        ("chips=3,3,3,3 play=2-3", Reason::Unchanged),
        ("P(2) chips=3", Reason::NotAMove),
        ("2,3,2,3", Reason::NoEdge { edge: (0, 2) }),
        ("1,2,3,3", Reason::Unequal),
        ("2,2,2,2", Reason::NotAMove),
        ("4,3,3,3", Reason::NotAMove),
        ("C(4) chips=3,3,3,2", Reason::NotAMove),
        ("P(3) chips=3", Reason::NotAMove),
        ("#99", Reason::NotListed),
    ] {
        let proposal = play.read(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let refused = play.propose(&proposal).unwrap_err();
        assert_eq!(refused.reason, reason, "{text}");
    }
}
