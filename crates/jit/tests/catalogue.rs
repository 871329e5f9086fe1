//! The games of the catalogue, and full tables.

mod agreement;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use agreement::{agree, positions, rank};
use sprague_jit::{Found, Native, Query, ranks};
use sprague_rules::{Player, Ruleset, Shape, catalogue, load_game, parse_ruleset};

#[test]
fn every_game_of_the_catalogue_has_the_options_of_the_interpreter() {
    for name in catalogue::names() {
        let game = load_game(name).unwrap();
        let examples = game.examples().unwrap();
        let mut rulesets: Vec<Ruleset> = examples.into_iter().map(|e| e.ruleset).collect();
        rulesets.dedup_by(|a, b| a.expression == b.expression);
        for ruleset in rulesets {
            let most = match ruleset.shape {
                Shape::Piles { at_most } => at_most.unwrap_or(4),
                Shape::Row { places } => places,
            };
            let least = if matches!(ruleset.shape, Shape::Row { .. }) { most } else { 1 };
            for places in least..=most {
                let max = [40, 14, 8, 6][places - 1];
                let compiled = agree(&ruleset, places, max);
                let expected = ruleset.only_takes();
                assert_eq!(compiled.is_ok(), expected, "{}: {compiled:?}", ruleset.expression);
            }
        }
    }
}

#[test]
fn larger_sets_and_more_piles_have_the_options_of_the_interpreter() {
    let many = "subtract(1,2,3,5,8,13,21,34,55,89)";
    for (expression, places, max) in [
        (many, 1, 100),
        (many, 2, 30),
        (many, 3, 15),
        ("lr-nim(2,3,6,7,8,9,10,11,12,30,31)", 1, 60),
        ("minnie", 5, 5),
        ("mine", 6, 4),
        ("nimb", 8, 3),
        ("wynnie-any", 6, 3),
        ("vector(1,0,0;0,1,0;0,0,2;1,1,1)", 3, 4),
        ("misere wynnie", 2, 20),
        ("maximum-nim((n-1)/2)", 2, 20),
        ("maximum-nim(n/3+1)", 3, 9),
    ] {
        let ruleset = parse_ruleset(expression).unwrap();
        agree(&ruleset, places, max).unwrap_or_else(|e| panic!("{expression}: {e}"));
    }
}

#[test]
fn what_is_not_compiled_is_refused_with_a_reason() {
    let refused = |expression: &str, places, max| {
        let ruleset = parse_ruleset(expression).unwrap();
        let compiled = Native::compile(&ruleset, Player::Left, places, max, Query::Search);
        compiled.err().expect(expression).0
    };
    assert!(refused("kayles", 2, 9).contains("parts"));
    assert!(refused("partizan-euclid", 2, 9).contains("replaces"));
    assert!(refused("wynnie-any", 40, 2).contains("too many sets of piles"));
    assert!(refused("nim", 100, 2).contains("so many piles"));
    assert!(refused("nim", 0, 2).contains("no places"));
    assert!(refused("vector(1,0;0,1)", 3, 2).contains("the row has 2 places"));
}

/// Who loses, by the definition: a position is lost if no option of it is.
fn is_lost(piles: &[u32], known: &mut HashMap<Vec<u32>, bool>) -> bool {
    if let Some(&lost) = known.get(piles) {
        return lost;
    }
    let smallest = piles.first().copied().unwrap_or(0);
    let mut lost = true;
    for i in 0..piles.len() {
        for k in 1..=smallest {
            let mut option = piles.to_vec();
            option[i] -= k;
            option.retain(|&size| size > 0);
            option.sort_unstable();
            lost &= !is_lost(&option, known);
        }
    }
    known.insert(piles.to_vec(), lost);
    lost
}

#[test]
fn a_full_table_of_minnie_agrees_with_the_definition() {
    let (places, max) = (3, 40);
    let minnie = parse_ruleset("minnie").unwrap();
    let native = Native::compile(&minnie, Player::Left, places, max, Query::Search).unwrap();
    let ranks = ranks(minnie.shape, places, max);
    let mut positions = positions(minnie.shape, places, max);
    positions.sort_by_key(|piles| rank(&ranks, piles, places, max));
    let lost: Vec<AtomicU64> = (0..positions.len() / 64 + 1).map(|_| AtomicU64::new(0)).collect();
    let search = native.bind_search(&ranks, &lost);
    let mut known = HashMap::new();
    for (index, piles) in positions.iter().enumerate() {
        assert_eq!(rank(&ranks, piles, places, max), index);
        let found = search.search(piles);
        assert_eq!(found != Found::Yes, is_lost(piles, &mut known), "{piles:?}");
        if found != Found::Yes {
            lost[index / 64].fetch_or(1 << (index % 64), Relaxed);
        }
    }
}

fn search_nim(piles: &[u32]) -> Found {
    let nim = parse_ruleset("nim").unwrap();
    let native = Native::compile(&nim, Player::Left, 2, 9, Query::Search).unwrap();
    native.bind_search(&ranks(nim.shape, 2, 9), &[AtomicU64::new(1)]).search(piles)
}

#[test]
fn the_empty_position_is_stuck() {
    assert_eq!(search_nim(&[]), Found::Stuck);
    assert_eq!(search_nim(&[1]), Found::Yes);
    assert_eq!(search_nim(&[1, 9]), Found::No);
}

#[test]
#[should_panic(expected = "in nondecreasing order")]
fn piles_that_are_too_large_are_refused() {
    search_nim(&[1, 10]);
}

#[test]
#[should_panic(expected = "in nondecreasing order")]
fn piles_out_of_order_are_refused() {
    search_nim(&[2, 1]);
}

#[test]
#[should_panic(expected = "2 places")]
fn too_many_piles_are_refused() {
    search_nim(&[1, 2, 3]);
}

#[test]
#[should_panic(expected = "a bit for every position")]
fn a_table_that_is_too_short_is_refused() {
    let nim = parse_ruleset("nim").unwrap();
    let native = Native::compile(&nim, Player::Left, 2, 10, Query::Search).unwrap();
    native.bind_search(&ranks(nim.shape, 2, 10), &[AtomicU64::new(0)]);
}
