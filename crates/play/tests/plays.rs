//! Whole plays: levels, undo, seeds, what is kept, and what cannot be known.

mod common;

use std::sync::Arc;

use common::{at, on_graph, on_piles, random_graph, random_piles};
use sprague_graph::Game;
use sprague_play::{Basis, Level, Limit, Play, Proposal, Setting};
use sprague_rules::{Library, Player, parse_ruleset};
use sprague_solve::{Budget, Watch};

#[test]
fn a_play_can_be_sent_anywhere() {
    fn sendable<T: Send + 'static>(_: &T) {}
    let mut play = at("wyg", "P(5) chips=1");
    sendable(&play);
    play.hint();
    let play = std::thread::spawn(move || {
        play.choose(Level::Perfect);
        play
    });
    assert_eq!(play.join().unwrap().text(), "P(5) chips=1");
}

/// Lets one level play against the other; says who wins.
fn play_out(play: &mut Play, levels: [Level; 2]) -> Player {
    for turn in 0.. {
        if let Some(end) = play.over() {
            return end.winner;
        }
        let reply = play.choose(levels[turn % 2]).expect("there is a move");
        play.play(&reply.made.id).expect("opponents make legal moves");
    }
    unreachable!("plays end")
}

fn check_perfect(mut make: impl FnMut() -> Play) -> bool {
    let mut play = make();
    let first = play.to_move();
    let Ok(won) = play.wins_now() else { panic!("small positions are solved") };
    for level in Level::ALL {
        let mut play = make();
        let levels = if won { [Level::Perfect, level] } else { [level, Level::Perfect] };
        let winner = play_out(&mut play, levels);
        assert_eq!(winner == first, won, "{level}: {:?}", play.state());
    }
    won
}

#[test]
fn the_perfect_player_wins_won_positions_of_piles_against_every_level() {
    for seed in 0..60 {
        let (ruleset, start) = random_piles(seed);
        for player in Player::BOTH {
            check_perfect(|| on_piles(&ruleset, &start, player));
        }
    }
    for game in ["minnie", "misere wynnie", "kayles", "grundy", "partizan-euclid", "nimb"] {
        check_perfect(|| at(game, "5,7"));
    }
}

#[test]
fn the_perfect_player_wins_won_positions_on_graphs_against_every_level() {
    for game in Game::ALL {
        for seed in 0..12 {
            check_perfect(|| on_graph(game, seed % 2 == 0, &random_graph(game, seed)));
        }
    }
}

#[test]
fn stronger_levels_win_more_often() {
    let library = Library::catalogue();
    let mut wins = Vec::new();
    for level in Level::ALL {
        let mut won = 0;
        for seed in 0..30 {
            // The opponent is a club player with the same luck.
            let setting = Setting::read(&library, "nim", "3,5,6").unwrap();
            let (budget, watch) = (Budget::default(), Watch::default());
            let mut play = Play::within(setting, Player::Right, seed, &budget, &watch);
            won += usize::from(play_out(&mut play, [Level::Club, level]) == Player::Left);
        }
        wins.push(won);
    }
    // 3,5,6 is lost by whoever begins, so the perfect player wins all.
    assert_eq!(wins[3], 30);
    assert!(wins.is_sorted() && wins[0] < wins[1] && wins[1] < wins[3], "{wins:?}");
}

#[test]
fn undo_restores_what_was() {
    for seed in 0..20 {
        let (ruleset, start) = random_piles(seed);
        let mut play = on_piles(&ruleset, &start, Player::Left);
        let mut states = vec![play.state()];
        while let Some(reply) = play.choose(Level::Random) {
            play.play(&reply.made.id).unwrap();
            states.push(play.state());
        }
        while let Some(state) = states.pop() {
            assert_eq!(play.state(), state);
            assert_eq!(play.undo(), !states.is_empty());
        }
    }
    let mut play = at("nim", "9");
    assert!(!play.undo_for(Player::Left));
    for id in ["8", "7", "5"] {
        play.play(id).unwrap();
    }
    assert!(play.undo_for(Player::Right));
    assert_eq!((play.text(), play.to_move()), ("8".to_string(), Player::Right));
    assert!(play.undo_for(Player::Left));
    assert!(!play.undo_for(Player::Right), "the first move was Left's");
    assert_eq!(play.text(), "9");
}

#[test]
fn plays_with_the_same_seed_are_equal_and_others_are_not() {
    let library = Library::catalogue();
    let played = |ruleset: &str, position: &str, seed: u64, level: Level| {
        let setting = Setting::read(&library, ruleset, position).unwrap();
        let watch = Watch::default();
        let mut play = Play::within(setting, Player::Left, seed, &Budget::default(), &watch);
        play_out(&mut play, [level, level]);
        serde_json::to_string(&play.state().history).unwrap()
    };
    for (ruleset, position) in [("nim", "7,8,9"), ("wyg", "C(6) chips=3"), ("lr-nim(2,3)", "40")] {
        for level in Level::ALL {
            let one = played(ruleset, position, 5, level);
            assert_eq!(one, played(ruleset, position, 5, level));
            let others: Vec<String> =
                (0..5).map(|seed| played(ruleset, position, seed, level)).collect();
            let varied = others.iter().any(|other| *other != others[0]);
            assert_eq!(varied, level != Level::Perfect, "{ruleset} {level}");
        }
    }
}

#[test]
fn the_state_as_data_is_stable_and_enough_to_play_again() {
    for (ruleset, position) in
        [("minnie", "3,8"), ("lr-nim(2,3)", "9"), ("wyg", "P(4) chips=2"), ("edge-delete", "K(4)")]
    {
        let mut play = at(ruleset, position);
        for _ in 0..3 {
            let reply = play.choose(Level::Club).unwrap();
            play.play(&reply.made.id).unwrap();
        }
        let written = serde_json::to_value(play.state()).unwrap();
        let text = |key: &str| written[key].as_str().unwrap().to_string();
        let start = written["start"]["text"].as_str().unwrap();
        let setting = Setting::read(&Library::catalogue(), &text("ruleset"), start).unwrap();
        let first = if text("first") == "left" { Player::Left } else { Player::Right };
        let (seed, watch) = (written["seed"].as_u64().unwrap(), Watch::default());
        let mut again = Play::within(setting, first, seed, &Budget::default(), &watch);
        for made in written["history"].as_array().unwrap() {
            again.play(made["id"].as_str().unwrap()).unwrap();
        }
        assert_eq!(serde_json::to_value(again.state()).unwrap(), written);
    }
    let state = serde_json::to_string(&at("wyg", "P(2) chips=1").state()).unwrap();
    assert_eq!(
        state,
        r#"{"ruleset":"wyg","summary":"Choose an edge and play Wynnie on its ends until one is empty: take k from one end or from both, k at most the smaller stack. Then the other player chooses.","finish":"stuck-loses","partizan":false,"seed":0,"start":{"kind":"graph","text":"P(2) chips=1","chips":[1,1],"edges":[[0,1]],"in_play":null,"counts_chips":true},"first":"left","history":[],"board":{"kind":"graph","text":"P(2) chips=1","chips":[1,1],"edges":[[0,1]],"in_play":null,"counts_chips":true},"to_move":"left","over":null}"#
    );
    let moves = serde_json::to_string(&at("nim", "2").worth()).unwrap();
    assert_eq!(
        moves,
        r#"{"position":{"wins":true,"nim":2},"moves":[{"id":"-","words":"take the whole pile of 2","to":"-","rule":0,"worth":{"wins":true,"nim":0}},{"id":"1","words":"take 1 from the pile of 2","to":"1","rule":0,"worth":{"wins":false,"nim":1}}],"complete":true,"unknown":null}"#
    );
}

#[test]
fn a_lost_position_is_left_where_a_win_is_hard_to_find() {
    let best = |position: &str| at("nim", position).choose(Level::Perfect).unwrap().made.id;
    // From 3 alone the game can be won at once, although only one reply of three wins.
    assert_eq!(best("3,3"), "2,3");
    assert_eq!(best("1,1"), "1");
}

#[test]
fn what_is_too_large_is_called_unknown_and_played_all_the_same() {
    let ruleset = parse_ruleset("misere cut(1,2)").unwrap();
    let setting = Setting::piles(ruleset, "30").unwrap();
    let budget = Budget { memory: 10_000, ..Budget::default() };
    let mut play = Play::within(setting, Player::Left, 0, &budget, &Watch::default());
    assert_eq!(play.wins_now().unwrap_err().limit, Limit::Memory);
    let hint = play.hint();
    assert_eq!((hint.wins, hint.unknown.unwrap().limit), (None, Limit::Memory));
    let worths = play.worth();
    assert!(worths.unknown.is_some() && worths.position.wins.is_none());
    assert!(worths.moves.iter().all(|m| m.worth.wins.is_none()));
    let reply = play.choose(Level::Perfect).unwrap();
    assert!(reply.unknown.is_some());
    assert_eq!(reply.basis, Basis::Drawn);
    // Towards the end everything is known, and nothing that was said before is false.
    let mut known = 0;
    while let Some(reply) = play.choose(Level::Perfect) {
        known += usize::from(reply.basis == Basis::Solved);
        play.play(&reply.made.id).unwrap();
    }
    assert!(known > 0);
    while play.undo() {
        play.hint();
    }
    assert_eq!(play.wins_now().unwrap_err().limit, Limit::Memory);
}

#[test]
fn a_stopped_thought_is_unknown_and_can_be_had_again() {
    let stop = Arc::new(std::sync::atomic::AtomicBool::new(true));
    let watch = Watch::new(None).stopped_by(stop.clone());
    let setting = Setting::read(&Library::catalogue(), "misere cut(1,2)", "24").unwrap();
    let budget = Budget { threads: 1, ..Budget::default() };
    let mut play = Play::within(setting, Player::Left, 0, &budget, &watch);
    assert_eq!(play.wins_now().unwrap_err().limit, Limit::Stopped);
    assert_eq!(play.hint().unknown.unwrap().limit, Limit::Stopped);
    stop.store(false, std::sync::atomic::Ordering::Relaxed);
    assert!(play.wins_now().is_ok());
}

/// What is proved of all heaps of Nim tells the worth of a huge one; `jennifer` has no such law.
#[test]
fn a_huge_pile_has_more_moves_than_are_listed() {
    for (game, wins) in [("nim", Some(true)), ("jennifer", None)] {
        let setting = Setting::read(&Library::catalogue(), game, "1000000000").unwrap();
        let budget = Budget { memory: 1 << 20, ..Budget::default() };
        let mut play = Play::within(setting, Player::Left, 0, &budget, &Watch::default());
        let moves = play.moves();
        assert!(!moves.complete && moves.moves.len() >= 1000, "{game}");
        let worths = play.worth();
        assert!(!worths.complete && worths.position.wins == wins, "{game}: {:?}", worths.position);
        assert_eq!(worths.unknown.is_some(), wins.is_none(), "{game}");
        let reply = play.choose(Level::Club).unwrap();
        play.play(&reply.made.id).unwrap();
        assert!(matches!(play.read("-").unwrap(), Proposal::To(_)));
    }
}
