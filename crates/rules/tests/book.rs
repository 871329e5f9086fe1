//! What `docs/src/rules.md` shows is accepted.

use sprague_rules::Game;

const BOOK: &str = include_str!("../../../docs/src/rules.md");

#[test]
fn the_games_of_the_book_are_accepted() {
    let games: Vec<&str> = BOOK.split("```").filter(|b| b.starts_with("text\ngame ")).collect();
    assert!(!games.is_empty());
    for game in games {
        let game = Game::parse("docs/src/rules.md", &game["text\n".len()..]).unwrap();
        assert!(!game.examples().unwrap().is_empty());
    }
}

/// The texts in the first column of the table under a heading.
fn first_column(heading: &str) -> Vec<&'static str> {
    let section = BOOK.split("\n## ").find(|s| s.starts_with(heading)).unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| row.split('`').next().unwrap()).collect()
}

#[test]
fn every_move_of_the_book_is_accepted() {
    let moves = first_column("Moves");
    assert!(moves.len() > 8);
    for line in moves {
        let shape = if line.contains("row") { "row of length(V)" } else { "piles any" };
        // The condition that the book leaves out where it speaks of the form only.
        let condition = if line.starts_with("replace") { " where p mod q > 0" } else { "" };
        let text = format!(
            "game g(S: set of numbers >= 1; C: code; V: list of vectors) \"s\"
             {shape} move {line}{condition}"
        );
        Game::parse("docs/src/rules.md", &text).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn every_ending_and_parameter_of_the_book_is_accepted() {
    for ending in first_column("The end") {
        let text = format!(
            "game g(ends: list of outcomes) \"s\" piles 1 move take k from one pile {ending}"
        );
        Game::parse("docs/src/rules.md", &text).unwrap_or_else(|e| panic!("{e}"));
    }
    for parameter in first_column("The head") {
        let text = format!("game g({parameter}) \"s\" piles 1 move take k from one pile");
        Game::parse("docs/src/rules.md", &text).unwrap_or_else(|e| panic!("{e}"));
    }
}
