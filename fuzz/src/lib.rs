//! What every fuzz target expects of diagnostics and of rulesets.

use sprague_rules::{Diagnostic, Options, Player, Ruleset, Shape};

/// Positions to play from: few piles, except for one with more piles than a move can name.
const POSITIONS: [&[u32]; 7] = [&[], &[1], &[7], &[1, 2], &[3, 3], &[1, 2, 4], &[1; 24]];

/// At most so many options of each position are looked at.
const MOST_OPTIONS: usize = 2_000;

/// Draws the excerpt, whatever the span.
pub fn show(diagnostic: &Diagnostic) {
    assert!(!diagnostic.to_string().is_empty());
    let (line, column) = diagnostic.line_and_column();
    assert!(line > 0 && column > 0);
}

/// Plays one move in every way from a few small positions: each option must be smaller.
pub fn play(ruleset: &Ruleset) {
    for position in POSITIONS {
        match ruleset.shape {
            Shape::Piles { at_most } if at_most.is_some_and(|most| position.len() > most) => {}
            Shape::Piles { .. } => play_from(ruleset, position),
            Shape::Row { places } => {
                let padded = position.iter().copied().chain(std::iter::repeat(0));
                play_from(ruleset, &padded.take(places).collect::<Vec<_>>());
            }
        }
    }
}

fn play_from(ruleset: &Ruleset, position: &[u32]) {
    let options = Options::new(ruleset);
    for player in [Player::Left, Player::Right] {
        let mut seen = 0;
        options.visit(position, player, &mut |option| {
            assert!(smaller(option, position), "{position:?} to {option:?} in {ruleset:?}");
            seen += 1;
            seen < MOST_OPTIONS
        });
    }
    ruleset.stuck_outcome(position);
}

/// Fewer tokens, or as many tokens in more piles: no play goes down for ever.
fn smaller(option: &[u32], position: &[u32]) -> bool {
    let total = |piles: &[u32]| piles.iter().map(|&size| u64::from(size)).sum::<u64>();
    let count = |piles: &[u32]| piles.iter().filter(|&&size| size > 0).count();
    let (after, before) = (total(option), total(position));
    after < before || (after == before && count(option) > count(position))
}
