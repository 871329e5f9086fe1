//! What a session answers agrees with the plain recursion, and keeps to its limits.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sprague::{
    Extent, Game, Inquiry, Kind, Library, Outcome, Player, Position, Ruleset, Session, Shape,
    Solution, Table, Verdict, Winning,
};
use sprague_rules::random::{Moves, random_game};
use sprague_solve::{Reference, Solver};

fn ruleset(expression: &str) -> Ruleset {
    Library::catalogue().ruleset(expression).unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// Random rulesets from texts without a file, with how many piles and how large.
fn random_rulesets(
    seeds: std::ops::Range<u64>,
) -> impl Iterator<Item = (String, Ruleset, usize, u32)> {
    seeds.flat_map(|seed| {
        let kind = if seed % 2 == 0 { Moves::Taking } else { Moves::Any };
        let text = random_game(seed, kind);
        let ruleset =
            Game::from_text(&text).and_then(|game| game.ruleset("")).expect("it is valid");
        let (piles, max) = match (ruleset.shape, seed % 3) {
            (Shape::Row { places }, _) => (places, 4),
            (_, 0) => (3, 4),
            _ => (2, 6),
        };
        let misere = ruleset.clone().misere();
        [(text.clone(), ruleset, piles, max), (text, misere, piles, max)]
    })
}

#[test]
fn what_a_face_keeps_can_be_sent_to_another_thread() {
    fn kept<T: Send + 'static>() {}
    fn shared<T: Send + Sync + 'static>() {}
    kept::<Solver>();
    kept::<Table>();
    kept::<Inquiry>();
    kept::<Reference>();
    shared::<Session>();
    shared::<Library>();
}

#[test]
fn dense_tables_agree_with_the_plain_recursion() {
    let session = Session::new();
    for (text, ruleset, piles, max) in random_rulesets(0..60) {
        let mut plain = Reference::new(&ruleset);
        let request = session.table(&ruleset).piles(piles).max(max);
        let valued = ruleset.has_nim_values();
        let request = if valued { request.nim_values() } else { request };
        let Ok(mut table) = request.compute() else {
            // At most so many piles.
            assert!(matches!(ruleset.shape, Shape::Piles { at_most: Some(most) } if most < piles));
            continue;
        };
        let (positions, outcomes) = (table.positions().unwrap(), table.outcome_list().unwrap());
        assert_eq!(positions.rows, outcomes.len());
        let values = valued.then(|| table.nim_list().unwrap());
        for i in 0..positions.rows {
            let position = Position::new(positions.row(i), ruleset.shape).unwrap();
            assert_eq!(plain.outcome(&position).letter() as u8, outcomes[i], "{position}\n{text}");
            if let Some(values) = &values {
                assert_eq!(plain.nim_value(&position), u32::from(values[i]), "{position}\n{text}");
            }
        }
        let losing = table.positions_with(Outcome::P).unwrap();
        assert_eq!(losing.rows as u64, table.tally().unwrap().p);
        if piles < 2 {
            continue;
        }
        let fixed = vec![1; piles - 2];
        for from in [0, 1] {
            let square = table.outcome_square(&fixed, from).unwrap();
            assert_eq!(square.rows, (max + 1 - from) as usize);
            for i in 0..square.rows {
                for j in 0..square.columns {
                    let sizes = [&fixed[..], &[from + i as u32, from + j as u32]].concat();
                    let position = Position::new(sizes, ruleset.shape).unwrap();
                    let outcome = plain.outcome(&position).letter() as u8;
                    assert_eq!(*square.get(i, j), outcome, "{position}\n{text}");
                }
            }
        }
        assert_eq!(table.nim_square(&fixed, 0).is_ok(), valued);
    }
}

#[test]
fn solutions_agree_with_the_plain_recursion() {
    let session = Session::new();
    for (text, ruleset, piles, max) in random_rulesets(100..140) {
        let mut plain = Reference::new(&ruleset);
        let sizes = |seed: u32| -> Vec<u32> {
            (0..piles as u32).map(|i| (seed * (3 + i)) % (max + 1)).collect()
        };
        let positions: Vec<Position> =
            (0..6).filter_map(|seed| Position::new(sizes(seed), ruleset.shape).ok()).collect();
        for (position, answer) in
            positions.iter().zip(session.solve_many(&ruleset, &positions).unwrap())
        {
            let solution = answer.unwrap_or_else(|refused| panic!("{}\n{text}", refused.why));
            assert_eq!(&solution.position, position);
            assert_eq!(solution.outcome, plain.outcome(position), "{position}\n{text}");
            match ruleset.has_nim_values() {
                true => assert_eq!(solution.nim, Some(plain.nim_value(position)), "{text}"),
                false => assert_eq!(solution.nim, None),
            }
            for player in Player::BOTH {
                let mut wins = session.options(&ruleset, position, player).unwrap();
                wins.retain(|option| !plain.first_wins(option, player.opponent()));
                let said = match solution.winning.as_ref().unwrap() {
                    Winning::Either(options) => options,
                    Winning::Each { left, .. } if player == Player::Left => left,
                    Winning::Each { right, .. } => right,
                };
                assert_eq!(said, &wins, "{position}\n{text}");
            }
        }
    }
}

/// What a proved law says of huge piles is said at once, with the moves that win.
#[test]
fn huge_piles_are_answered_by_laws() {
    let session = Session::new().memory(64 << 20);
    let solve = |game: &str, position: &str| {
        let ruleset = ruleset(game);
        let position = ruleset.position(position).unwrap();
        session.solve(&ruleset, &position).unwrap_or_else(|why| panic!("{game}: {why}"))
    };
    let moves = |solution: &Solution| match &solution.winning {
        Some(Winning::Either(options)) => options.len(),
        other => panic!("an impartial game has one list: {other:?}"),
    };
    let equal = solve("nim", "1000000000,1000000000");
    assert_eq!((equal.nim, moves(&equal), equal.winning_total), (Some(0), 0, None));
    let unequal = solve("nim", "999999995,1000000000");
    assert_eq!((moves(&unequal), unequal.winning_total), (1, None));
    let taking = solve("subtract(1,2,3)", "999999999");
    assert_eq!((taking.nim, moves(&taking)), (Some(3), 1));
    let mut options = 0;
    for (game, position) in [
        ("kayles", "1000000000"),
        ("cut(1,6)", "1000000000"),
        ("kayles", "3,999999999,1000000000"),
        ("octal(4.3)", "123456789"),
    ] {
        let solution = solve(game, position);
        let ruleset = ruleset(game);
        if let Some(Winning::Either(winning)) = &solution.winning {
            for option in winning {
                assert_eq!(
                    session.ask(&ruleset).without_moves().solve(option).unwrap().nim,
                    Some(0)
                );
            }
            options += winning.len();
            assert_eq!(winning.is_empty(), solution.nim == Some(0), "{game} at {position}");
        }
    }
    assert!(options > 100);
}

#[test]
fn a_large_position_takes_no_answer_from_the_small_ones() {
    let minnie = ruleset("minnie");
    let mut plain = Reference::new(&minnie);
    let small = (1..=20).flat_map(|a| (1..=20).map(move |b| vec![a, b]));
    let mut all: Vec<Vec<u32>> = small.collect();
    all.insert(100, vec![4001, 4002, 4003, 4004, 4005, 4006, 4007, 4008]);
    let positions: Vec<Position> =
        all.into_iter().map(|sizes| Position::new(sizes, minnie.shape).unwrap()).collect();
    let session = Session::new().memory(64 << 20).time(Duration::from_secs(20));
    let answers = session.solve_many(&minnie, &positions).unwrap();
    assert_eq!(answers.len(), 401);
    for (i, (position, answer)) in positions.iter().zip(&answers).enumerate() {
        match answer {
            Ok(solution) => assert_eq!(solution.position, *position),
            Err(refused) => assert_eq!((i, &refused.position), (100, position)),
        }
        if i != 100 {
            let solution = answer.as_ref().expect("it is small");
            assert_eq!(solution.outcome, plain.outcome(position));
        }
    }
}

#[test]
fn a_batch_is_the_same_as_its_positions_one_by_one() {
    // So little memory that groups have to be made.
    let session = Session::new().memory(3000);
    let wythoff = ruleset("wythoff");
    let positions: Vec<Position> = [[1, 2], [30, 60], [3, 5], [40, 55], [2, 9], [4, 7]]
        .map(|sizes| Position::new(sizes, wythoff.shape).unwrap())
        .to_vec();
    let together = session.solve_many(&wythoff, &positions).unwrap();
    for (position, answer) in positions.iter().zip(together) {
        match session.solve(&wythoff, position) {
            Ok(alone) => assert_eq!(answer.unwrap().outcome, alone.outcome, "{position}"),
            Err(refused) => {
                assert_eq!(refused.kind(), Kind::Limit);
                assert!(answer.is_err(), "{position}");
            }
        }
    }
}

#[test]
fn a_text_with_no_file_is_at_home_in_claims_and_certificates() {
    let game = Game::from_text(
        "game two(S: set of numbers >= 1)\n \"Take.\"\n piles any\n move take k in S from one pile",
    )
    .unwrap();
    let session = Session::new();
    for arguments in ["1,2", " 1, 2 ", "{1,2}"] {
        let ruleset = game.ruleset(arguments).unwrap();
        let again = game.library().ruleset(&ruleset.expression).unwrap();
        assert_eq!(format!("{:?}", ruleset.moves), format!("{:?}", again.moves));
        let claim = format!(
            "claim \"mod three\"\n  game {}\n  piles a\n  P iff a mod 3 = 0\n",
            ruleset.expression
        );
        let judged = session.prove(&claim, &game.library()).unwrap();
        let Verdict::Proved(accepted) = &judged[0].judgement.verdict else {
            panic!("{:?}", judged[0].judgement.verdict)
        };
        let text = accepted.certificate().write();
        assert_eq!(session.verify(&text).unwrap().statement(), accepted.statement());
        let forged = session.verify(&text.replace("a mod 3 = 0", "a mod 3 = 1"));
        assert_eq!(forged.unwrap_err().kind(), Kind::Rejected);
        // The catalogue alone does not know it.
        let unknown = session.prove(&claim, &Library::catalogue()).unwrap_err();
        assert_eq!(unknown.kind(), Kind::Input);
    }
    for wrong in ["", "0", "1;2", "x"] {
        assert!(game.ruleset(wrong).is_err(), "{wrong:?}");
    }
    assert!(Game::from_text("").is_err());
    assert!(Game::from_text("game x \"No moves.\" piles any").is_err());
}

#[test]
fn work_ends_soon_when_it_is_cancelled() {
    let session = Arc::new(Session::new());
    let minnie = ruleset("minnie");
    let asking = session.clone();
    let begun = Instant::now();
    let work = std::thread::spawn(move || {
        asking.table(&minnie).piles(4).max(300).nim_values().compute().map(|table| table.complete())
    });
    std::thread::sleep(Duration::from_millis(300));
    session.cancel();
    match work.join().unwrap() {
        Ok(complete) => assert!(complete.is_some_and(|size| size < 300)),
        Err(stopped) => assert_eq!(stopped.kind(), Kind::Stopped),
    }
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    let nim = ruleset("wythoff");
    let position = nim.position("300,700").unwrap();
    session.resume();
    assert!(session.solve(&nim, &position).is_ok());
}

#[test]
fn a_table_that_ran_out_of_time_shows_what_is_finished() {
    let minnie = ruleset("minnie");
    let session = Session::new().time(Duration::from_millis(400));
    match session.table(&minnie).piles(3).max(2000).compute() {
        Ok(mut table) => {
            let complete = table.complete().expect("not everything is finished");
            assert_eq!(*table.extent(), Extent::piles(3, complete));
            if complete <= 150 {
                assert!(table.tally().unwrap().p > 0);
            }
        }
        Err(stopped) => assert_eq!(stopped.kind(), Kind::Stopped),
    }
}

#[test]
fn what_does_not_suit_the_ruleset_is_refused_as_bad_input() {
    let session = Session::new();
    let input = |wrong: Result<(), sprague::Error>| {
        let wrong = wrong.expect_err("it does not suit");
        assert_eq!(wrong.kind(), Kind::Input, "{wrong}");
    };
    let lr = ruleset("lr-nim(2,3)");
    let row = ruleset("vector(1,0;0,1;1,1)");
    let (euclid, wythoff) = (ruleset("euclid"), ruleset("wythoff"));
    input(session.table(&lr).piles(1).max(9).nim_values().compute().map(drop));
    input(session.table(&row).piles(3).max(9).compute().map(drop));
    input(session.table(&row).counts(vec![1, 1]).compute().map(drop));
    input(session.table(&euclid).piles(9).max(9).compute().map(drop));
    input(session.table(&wythoff).counts(vec![u32::MAX, 7]).compute().map(drop));
    let places = row.position("5,0").unwrap();
    input(session.solve(&wythoff, &places).map(drop));
    input(session.solve(&row, &wythoff.position("5").unwrap()).map(drop));
    input(session.value(&ruleset("misere nim"), &wythoff.position("5").unwrap()).map(drop));
    input(session.values(&row, 5).map(drop));
    input(session.evaluate("{1|").map(drop));
    input(session.solve_graph("nim", "K(5) chips=1").map(drop));
    input(session.solve_graph("wyg", "K(").map(drop));
    input(session.prove("claim", &Library::catalogue()).map(drop));
    input(session.table(&wythoff).piles(2).max(5).compute().unwrap().nim_square(&[], 0).map(drop));
    input(
        session
            .table(&wythoff)
            .piles(2)
            .max(5)
            .compute()
            .unwrap()
            .outcome_square(&[1], 0)
            .map(drop),
    );
    assert_eq!(session.verify("").unwrap_err().kind(), Kind::Rejected);
    // Empty, and as large as can be.
    let none = wythoff.position("-").unwrap();
    assert_eq!(session.solve(&wythoff, &none).unwrap().outcome, Outcome::P);
    assert!(session.solve_many(&wythoff, &[]).unwrap().is_empty());
    assert_eq!(session.table(&wythoff).piles(0).max(0).compute().unwrap().tally().unwrap().p, 1);
    let huge = session.table(ruleset("minnie")).piles(60).max(1_000_000_000).compute();
    assert_eq!(huge.map(drop).unwrap_err().kind(), Kind::Limit);
    assert!(wythoff.position("4000000000").is_err());
    assert!(Position::new(vec![u32::MAX], wythoff.shape).is_err());
}

#[test]
fn values_and_graphs_are_answered_too() {
    let session = Session::new();
    let lr = ruleset("lr-nim(2,3)");
    let heap = lr.position("8").unwrap();
    assert_eq!(session.value(&lr, &heap).unwrap().outcome(), Outcome::N);
    let texts = session.values(&lr, 8).unwrap();
    assert_eq!(texts[8], Some(session.value(&lr, &heap).unwrap().canonical().unwrap()));
    assert_eq!(session.evaluate("^ > 0").unwrap().holds, Some(true));
    let misere = session.solve_graph("misere wyg", "P(2) chips=1").unwrap();
    assert_eq!((misere.nim, misere.ruleset.as_str()), (None, "misere wyg"));
}

#[test]
fn results_are_written_with_the_keys_of_the_command_line() {
    let session = Session::new();
    let lr = ruleset("lr-nim(2,3)");
    let solution = session.solve(&lr, &lr.position("8").unwrap()).unwrap();
    assert_eq!(
        serde_json::to_string(&solution).unwrap(),
        r#"{"ruleset":"lr-nim(2,3)","position":[8],"outcome":"N","nim":null,"winning":{"left":[[5],[6]],"right":[[6]]}}"#
    );
    let mut table = session.table(&lr).piles(1).max(3).compute().unwrap();
    assert_eq!(
        serde_json::to_string(&table.report(true).unwrap()).unwrap(),
        r#"{"ruleset":"lr-nim(2,3)","piles":1,"min":1,"max":3,"positions":3,"p_count":0,"tally":{"N":1,"P":0,"L":1,"R":1},"p_positions":[],"outcomes":[[[1],"R"],[[2],"L"],[[3],"N"]]}"#
    );
}

#[test]
fn a_table_that_is_kept_is_read_off_within_the_limits_of_the_session_that_asks() {
    let nim = Library::catalogue().ruleset("nim").unwrap();
    let short = Session::new().time(Duration::from_millis(500));
    let mut table = short.table(&nim).piles(2).max(1000).nim_values().compute().unwrap();
    table.within(&Session::new().memory(1 << 16));
    let refusals = [
        table.nim_square(&[], 0).map(drop).unwrap_err(),
        table.nim_list().map(drop).unwrap_err(),
        table.positions().map(drop).unwrap_err(),
        table.check_list().unwrap_err(),
    ];
    assert!(refusals.iter().all(|refusal| refusal.kind() == Kind::Limit), "{refusals:?}");
    std::thread::sleep(Duration::from_millis(600));
    table.within(&Session::new());
    assert_eq!(*table.nim_square(&[], 0).unwrap().get(3, 5), 6);
}

/// Slices have the positions of the whole table that hold the fixed piles; rows have places that are 0.
#[test]
fn slices_and_smallest_sizes_agree_with_the_plain_recursion() {
    let session = Session::new();
    for (text, ruleset, piles, max) in random_rulesets(60..100) {
        let row = matches!(ruleset.shape, Shape::Row { .. });
        let mut plain = Reference::new(&ruleset);
        for (fixed, min) in [(vec![], 2), (vec![max + 2], 1), (vec![3, 1], 2), (vec![2], 0)] {
            let request = session.table(&ruleset).piles(piles).max(max).min(min).fix(fixed.clone());
            let Ok(mut table) = request.compute() else {
                let few =
                    matches!(ruleset.shape, Shape::Piles { at_most: Some(most) } if most < piles);
                assert!(few || fixed.len() > piles || min == 0 && !row, "{text}");
                continue;
            };
            let (found, outcomes) = (table.positions().unwrap(), table.outcome_list().unwrap());
            let free = piles - fixed.len();
            assert_eq!((found.columns, found.rows), (free, outcomes.len()));
            // All tuples within the sizes, sorted ones alone where the order does not matter.
            let side = u64::from(max + 1 - min);
            let tuples = (0..side.pow(free as u32)).map(|number| -> Vec<u32> {
                let digit = |i: usize| min + (number / side.pow(i as u32) % side) as u32;
                (0..free).rev().map(digit).collect()
            });
            let tuples: Vec<Vec<u32>> = tuples.filter(|t| row || t.is_sorted()).collect();
            assert_eq!(tuples.concat(), found.data, "{text}");
            assert_eq!(table.tally().unwrap().total(), tuples.len() as u64);
            for (tuple, outcome) in tuples.iter().zip(outcomes) {
                let sizes = [&fixed[..], tuple].concat();
                let position = Position::new(sizes, ruleset.shape).unwrap();
                assert_eq!(plain.outcome(&position).letter() as u8, outcome, "{position}\n{text}");
            }
        }
    }
}

#[test]
fn a_row_has_places_that_are_0() {
    let vector = ruleset("vector(1,0;0,1;1,1)");
    let mut table = Session::new().table(&vector).piles(2).max(2).compute().unwrap();
    assert_eq!(table.positions_with(Outcome::P).unwrap().data, [0, 0, 0, 2, 2, 0, 2, 2]);
}
