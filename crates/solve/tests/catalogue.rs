//! Every example in every file of the catalogue holds.

use sprague_rules::{Expectation, catalogue, load_game};
use sprague_solve::Reference;

#[test]
fn every_example_of_the_catalogue_holds() {
    for name in catalogue::names() {
        let game = load_game(name).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(game.name(), name, "a file is named after its game");
        let examples = game.examples().unwrap_or_else(|e| panic!("{e}"));
        assert!(examples.len() >= 2, "{name} gives examples");
        for example in examples.iter().filter(|e| e.piles.iter().max() < Some(&100)) {
            let mut reference = Reference::new(&example.ruleset);
            let found = match example.expected {
                Expectation::Outcome(_) => Expectation::Outcome(reference.outcome(&example.piles)),
                Expectation::NimValue(_) => {
                    Expectation::NimValue(reference.nim_value(&example.piles))
                }
            };
            assert_eq!(found, example.expected, "{name}: {}", example.text);
        }
    }
}
