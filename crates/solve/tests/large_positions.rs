//! Positions with many piles, of every game of the catalogue: which take more than a second, and by which kernel.
//!
//! `cargo test --release -p sprague-solve --test large_positions -- --ignored --nocapture` prints the table.

use std::time::{Duration, Instant};

use sprague_rules::{Game, Position, Shape, catalogue, load_game};
use sprague_solve::{Inquiry, Question, Watch};

/// How long one position may take.
const PATIENCE: Duration = Duration::from_secs(5);
const SLOW: Duration = Duration::from_secs(1);

/// So many piles up to 50, all different.
fn piles(many: usize) -> Vec<u32> {
    (0..many as u32).map(|i| 50 - i * 41 / many as u32).rev().collect()
}

#[test]
#[ignore = "it measures, and takes minutes"]
fn which_positions_are_slow() {
    let (mut all, mut slow) = (0, 0);
    for name in catalogue::names() {
        let game: Game = load_game(name).unwrap();
        let Some(ruleset) = game.examples().unwrap().into_iter().next().map(|e| e.ruleset) else {
            continue;
        };
        let Shape::Piles { at_most } = ruleset.shape else { continue };
        for many in (4..=10).filter(|&many| at_most.is_none_or(|most| many <= most)) {
            let position = Position::new(piles(many), ruleset.shape).unwrap();
            let choice = Question::about_positions(&ruleset, [&position[..]]).choose();
            let watch = Watch::new(Some(PATIENCE));
            let begun = Instant::now();
            let answer = Inquiry::new(&ruleset).watch(&watch).solve(&position);
            let time = begun.elapsed();
            all += 1;
            if time > SLOW || answer.is_err() {
                slow += 1;
                let shown = match &answer {
                    Ok(solution) => solution.outcome.to_string(),
                    Err(refusal) => refusal.to_string(),
                };
                let why = choice.map(|choice| format!("{}: {}", choice.kernel, choice.reason));
                let why = why.unwrap_or_else(|refusal| refusal.to_string());
                println!("{:>24} {many:>2} piles {time:>8.2?}  {shown}; {why}", ruleset.expression);
            }
        }
    }
    println!("{slow} of {all} positions take more than {SLOW:?} or are refused");
}
