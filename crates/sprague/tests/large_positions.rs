//! Positions with many piles, of every game of the catalogue: which take more than a second, and by which kernel.
//!
//! `cargo test --release -p sprague --test large_positions -- --ignored --nocapture` prints the table.

use std::time::Duration;

use sprague::{Game, Library, Position, Session, Shape, catalogue};
use sprague_measure::cpu;

/// How long one position may take.
const PATIENCE: Duration = Duration::from_secs(8);
/// What is slow, in the processor's time.
const SLOW: Duration = Duration::from_secs(1);

/// So many piles up to 50, all different.
fn piles(many: usize) -> Vec<u32> {
    (0..many as u32).map(|i| 50 - i * 41 / many as u32).rev().collect()
}

#[test]
#[ignore = "it measures, and takes minutes"]
fn which_positions_are_slow() {
    let (mut all, mut slow, mut by_law) = (0, 0, 0);
    for name in catalogue::names() {
        let game: Game = Library::catalogue().game(name).unwrap();
        let Some(ruleset) = game.examples().unwrap().into_iter().next().map(|e| e.ruleset) else {
            continue;
        };
        let Shape::Piles { at_most } = ruleset.shape else { continue };
        for many in (4..=10).filter(|&many| at_most.is_none_or(|most| many <= most)) {
            let position = Position::new(piles(many), ruleset.shape).unwrap();
            let session = Session::new().time(PATIENCE);
            let (mut told, mut kernel) = ("not answered".to_string(), String::new());
            let asking = session.ask(ruleset.clone());
            let (explained, time) = cpu(|| {
                asking.solve_each(&[position], &mut |answer| {
                    told = match answer {
                        Ok(solution) => solution.outcome.to_string(),
                        Err(refused) => refused.why.to_string(),
                    };
                    true
                })
            });
            if let Ok(Some(explained)) = explained {
                kernel = format!("{}: {}", explained.choice.kernel, explained.choice.reason);
            }
            all += 1;
            by_law += usize::from(kernel.starts_with("law"));
            if time > SLOW || told.len() > 1 {
                slow += 1;
                println!(
                    "{:>24} {many:>2} piles {time:>8.2?}  {told}; {kernel}",
                    ruleset.expression
                );
            }
        }
    }
    println!(
        "{slow} of {all} positions take more than {SLOW:?} or are refused; {by_law} are answered by what is proved"
    );
}
