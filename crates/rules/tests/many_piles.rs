//! Positions of very many piles: their options are visited without a recursion as deep as there are piles.

use sprague_rules::{Library, Options, Player};

const MANY: usize = 100_000;

#[test]
fn any_number_of_very_many_equal_piles_may_be_chosen() {
    let options = options("wynnie-any");
    let position = vec![7; MANY];
    let mut visited = 0;
    let all = options.visit(&position, Player::Left, &mut |option| {
        visited += 1;
        assert!(option.len() <= MANY);
        visited < 100
    });
    assert!(!all && visited == 100);
}

#[test]
fn some_of_a_few_piles_are_chosen_and_equal_ones_are_alike() {
    let options = options("ooooob-a");
    let all = options.list(&[1, 1, 2], Player::Left);
    let expected: [&[u32]; 5] = [&[1], &[1, 1], &[1, 1, 1], &[1, 2], &[2]];
    assert_eq!(all, expected);
}

fn options(name: &str) -> Options {
    Options::new(Library::catalogue().ruleset(name).unwrap())
}
