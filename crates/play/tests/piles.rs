//! Plays on piles against the definitions, on random rule texts.

mod common;

use std::collections::BTreeSet;

use common::{at, on_piles, piles, random_piles};
use sprague_play::{Effect, Judgement, Position, Proposal, Reason};
use sprague_rules::{Options, Player, Shape};
use sprague_solve::Reference;

#[test]
fn the_moves_are_the_options_and_each_is_judged_as_the_reference_does() {
    let mut partizan = 0;
    for seed in 0..150 {
        let (ruleset, start) = random_piles(seed);
        let (options, mut reference) = (Options::new(&ruleset), Reference::new(&ruleset));
        partizan += usize::from(!ruleset.is_impartial());
        for player in Player::BOTH {
            let mut play = on_piles(&ruleset, &start, player);
            let listed: Vec<Vec<u32>> =
                play.moves().moves.iter().map(|m| piles(m.after()).clone()).collect();
            assert_eq!(listed, options.list(&start, player), "{seed}");
            let worths = play.worth();
            assert_eq!((worths.complete, &worths.unknown), (true, &None));
            let wins = reference.first_wins(&start, player);
            assert_eq!(worths.position.wins, Some(wins), "{seed}: {start:?}");
            for priced in &worths.moves {
                let after = piles(priced.made.after());
                let good = !reference.first_wins(after, player.opponent());
                assert_eq!(priced.worth.wins, Some(good), "{seed}: {start:?} to {after:?}");
                if let Some(nim) = priced.worth.nim {
                    assert_eq!(nim, reference.nim_value(after), "{seed}");
                }
                let effect = match (wins, good) {
                    (true, true) => Effect::KeepsTheWin,
                    (true, false) => Effect::GivesTheWinAway,
                    (false, false) => Effect::StaysLost,
                    (false, true) => panic!("a lost position has no winning move"),
                };
                match play.judge(&Proposal::Id(priced.made.id.clone())) {
                    Judgement::Legal { made, effect: found, .. } => {
                        assert_eq!((made, found), (priced.made.clone(), Some(effect)));
                    }
                    Judgement::Illegal(illegal) => panic!("{illegal:?}"),
                }
            }
        }
    }
    assert!(partizan > 20, "many of the games are partizan or decide their ends");
}

#[test]
fn a_hint_names_a_winning_move_and_answers_that_win() {
    for seed in 0..100 {
        let (ruleset, start) = random_piles(seed);
        let mut reference = Reference::new(&ruleset);
        for player in Player::BOTH {
            let mut play = on_piles(&ruleset, &start, player);
            let hint = play.hint();
            let wins = reference.first_wins(&start, player);
            assert_eq!(hint.wins, Some(wins), "{seed}");
            if play.over().is_some() {
                continue;
            }
            let best = hint.best.expect("there is a move");
            assert_eq!(!reference.first_wins(piles(best.after()), player.opponent()), wins);
            let winner = if wins { player } else { player.opponent() };
            for exchange in hint.exchanges {
                let after = exchange.answer.as_ref().unwrap_or(&exchange.made).after();
                let to_move = if exchange.answer.is_some() { winner.opponent() } else { winner };
                assert_eq!(reference.first_wins(piles(after), to_move), to_move == winner);
                if let Some(end) = exchange.end {
                    assert_eq!((end.stuck, end.winner), (to_move, winner), "{seed}");
                }
            }
        }
    }
}

/// Every position with piles no larger than those of `start`, and some that are larger.
fn targets(start: &[u32], row: bool) -> BTreeSet<Vec<u32>> {
    let mut all: BTreeSet<Vec<u32>> = BTreeSet::from([vec![]]);
    for &size in start {
        let longer = |piles: &Vec<u32>| {
            (0..=size + 1).map(|n| [&piles[..], &[n]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    let tidy = |mut piles: Vec<u32>| {
        if !row {
            piles.retain(|&size| size > 0);
            piles.sort_unstable();
        }
        piles
    };
    all.into_iter().map(tidy).collect()
}

#[test]
fn illegal_moves_are_refused_with_the_right_reason_and_change_nothing() {
    let mut reasons = BTreeSet::new();
    for seed in 0..60 {
        let (ruleset, start) = random_piles(seed);
        let row = matches!(ruleset.shape, Shape::Row { .. });
        let options = Options::new(&ruleset);
        let mut free = ruleset.clone();
        free.moves.iter_mut().for_each(|m| m.condition = sprague_rules::expr::Cond::Always);
        let free = Options::new(&free);
        for player in Player::BOTH {
            let mut play = on_piles(&ruleset, &start, player);
            let before = play.state();
            if before.over.is_some() {
                let target = Position::Piles(vec![1; start.len()]);
                let refused = play.propose(&Proposal::To(target)).unwrap_err();
                assert_eq!(refused.reason, Reason::Over);
                continue;
            }
            let legal = options.list(&start, player);
            let others = options.list(&start, player.opponent());
            let unconditional = free.list(&start, player);
            for target in targets(&start, row) {
                let proposal = Proposal::To(Position::Piles(target.clone()));
                if legal.contains(&target) {
                    play.propose(&proposal).unwrap();
                    assert!(play.undo());
                    assert_eq!(play.state(), before);
                    continue;
                }
                let refused = play.propose(&proposal).unwrap_err();
                let expected = match () {
                    () if target == start => Reason::Unchanged,
                    () if others.contains(&target) => Reason::OtherPlayer,
                    () if unconditional.contains(&target) => Reason::Condition,
                    () => Reason::NotAMove,
                };
                assert_eq!(refused.reason, expected, "{seed}: {start:?} to {target:?}");
                reasons.insert(format!("{expected:?}"));
                assert!(!refused.near.is_empty() && refused.near.len() <= 3);
                for passage in &refused.rules {
                    let pointed = passage.forbidding().all(|words| !words.trim().is_empty());
                    assert!(pointed, "{passage:?}");
                    assert_eq!(expected == Reason::Condition, !passage.forbid.is_empty());
                }
                assert_eq!(play.state(), before);
            }
        }
    }
    assert_eq!(reasons.len(), 4, "{reasons:?}");
}

/// The words that forbid a move.
fn forbidding(ruleset: &str, position: &str, target: &str) -> Vec<String> {
    let mut play = at(ruleset, position);
    let proposal = play.read(target).unwrap();
    match play.judge(&proposal) {
        Judgement::Illegal(illegal) => {
            let rules = illegal.rules.iter();
            rules.flat_map(|rule| rule.forbidding().map(str::to_string)).collect()
        }
        Judgement::Legal { made, .. } => panic!("{made:?} is legal"),
    }
}

#[test]
fn the_condition_that_forbids_a_move_is_pointed_at() {
    assert_eq!(forbidding("minnie", "3,8", "3,4"), ["k <= min(piles)"]);
    assert_eq!(forbidding("nimtb", "3,4,6", "3,4"), ["min(after) != min(piles)"]);
    assert_eq!(
        forbidding("nimtb", "3,4,6", "3,6"),
        ["min(after) != min(piles)", "max(after) != max(piles)"]
    );
    assert_eq!(
        forbidding("nimtb", "3,4,6", "3,3,4"),
        ["min(after) != min(piles)", "distinct(after)"]
    );
    assert_eq!(forbidding("lr-nim(2,3)", "8", "4"), ["move take s in S from one pile"]);
}

#[test]
fn moves_are_read_in_every_way_they_are_typed() {
    for (ruleset, position, text, to) in [
        ("nim", "3,8", "3,5", "3,5"),
        ("nim", "3,8", "5 3", "3,5"),
        ("nim", "3,8", " 5 , 0 , 3", "3,5"),
        ("nim", "3", "-", "-"),
        ("nim", "3,8", "8>5", "3,5"),
        ("nim", "3,8", "8 -> 5", "3,5"),
        ("nim", "3,8", "take 3 from the pile of 8", "3,5"),
        ("nim", "3,8", "Take 3 from 8", "3,5"),
        ("nim", "3,8", "take all of 3", "8"),
        ("nim", "3,8", "take the whole pile of 3", "8"),
        ("nim", "3,8", "#1", "1,3"),
        ("wythoff", "3,8", "take 2 from both", "1,6"),
        ("wythoff", "3,3", "3>1 3>1", "1,1"),
        ("kayles", "1,9", "9>4+3", "1,3,4"),
        ("kayles", "9", "take 2 from 9, leaving 3 and 4", "3,4"),
        ("grundy", "9", "split 9 into 4 and 5", "4,5"),
        ("vector(1,0;0,1)", "2,3", "3>2", "2,2"),
        ("vector(1,0;0,1)", "2,3", "take 1 from place 1", "1,3"),
        ("vector(1,0;0,1)", "2,1", "2,0", "2,0"),
    ] {
        let mut play = at(ruleset, position);
        let proposal = play.read(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let made = play.propose(&proposal).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        assert_eq!(made.to, to, "{text}");
    }
    for text in
        ["", "#", "#x", "take", "take x from y", "take 9 from 3", "split 8", "8>", "3,x", "½"]
    {
        assert!(at("nim", "3,8").read(text).is_err(), "{text}");
    }
}

#[test]
fn the_short_form_of_a_move_reads_back() {
    for (before, after, short) in [
        (&[3, 8][..], &[3, 5][..], "8>5"),
        (&[3, 8], &[2, 7], "8>7,3>2"),
        (&[3, 3], &[], "3>0,3>0"),
        (&[1, 9], &[1, 3, 4], "9>3+4"),
    ] {
        assert_eq!(sprague_play::changes(before, after), short);
        let play = at("nim", &sprague_rules::write_position(before));
        assert_eq!(play.read(short), Ok(Proposal::To(Position::Piles(after.to_vec()))));
    }
}
