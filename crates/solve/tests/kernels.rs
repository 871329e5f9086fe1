//! Every kernel agrees with the reference solver, on random rule texts and on the catalogue.

use sprague_rules::random::{Moves, random_game};
use sprague_rules::{Game, Outcome, Ruleset, catalogue, load_game};
use sprague_solve::{Budget, Kernel, Question, Reference, Refusal, Region, Wanted, Watch};

/// All positions of at most `places` piles up to `max`, in canonical form.
fn positions(region: Region) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    let mut tuple = vec![0; region.places];
    loop {
        if region.row || tuple.is_sorted() {
            let mut canonical = tuple.clone();
            canonical.retain(|&size| region.row || size > 0);
            all.push(canonical);
        }
        let Some(i) = (0..region.places).find(|&i| tuple[i] < region.max) else { break };
        tuple[i] += 1;
        tuple[..i].fill(0);
    }
    all
}

/// Compares every kernel that can do it with the reference; returns how many could.
fn compare(ruleset: &Ruleset, region: Region, context: &str) -> usize {
    let mut reference = Reference::new(ruleset);
    let budget = Budget::default();
    let mut able = 0;
    for kernel in Kernel::ALL {
        for wanted in [Wanted::Outcomes, Wanted::NimValues] {
            let question = Question::about_region(ruleset, region).wanted(wanted);
            let question = question.budget(&budget).kernel(Some(kernel));
            let mut solver = match question.solver() {
                Ok(solver) => solver,
                Err(Refusal::Unsuitable { .. }) => continue,
                Err(other) => panic!("{other}\n{context}"),
            };
            able += 1;
            for position in positions(region) {
                let expected = reference.outcome(&position);
                let found = solver.outcome(&position).unwrap();
                assert_eq!(found, expected, "{kernel} at {position:?}\n{context}");
                if wanted == Wanted::NimValues {
                    let expected = reference.nim_value(&position);
                    let found = solver.nim_value(&position).unwrap();
                    assert_eq!(found, Some(expected), "{kernel} at {position:?}\n{context}");
                    assert_eq!(expected == 0, reference.outcome(&position) == Outcome::P);
                }
            }
        }
    }
    able
}

fn ruleset(text: &str) -> Ruleset {
    // As a user's own game is read.
    let games = [("./random.game".to_string(), text.to_string())];
    let library = sprague_rules::Library::with(games.to_vec());
    library.ruleset("./random.game").unwrap_or_else(|e| panic!("{e}"))
}

fn random_games_agree(seeds: std::ops::Range<u64>, moves: Moves) {
    let mut swept = 0;
    for seed in seeds {
        let text = random_game(seed, moves);
        let ruleset = ruleset(&text);
        let row = matches!(ruleset.shape, sprague_rules::Shape::Row { .. });
        let (places, max) = match (row, seed % 3) {
            (true, _) => (2, 6),
            (false, 0) => (2, 9),
            (false, 1) => (3, 6),
            (false, _) => (4, 4),
        };
        let region = Region::new(&ruleset, places, max);
        for ruleset in [ruleset.clone(), ruleset.misere()] {
            swept += usize::from(compare(&ruleset, region, &text) > 2);
        }
    }
    assert!(swept > 0, "some games are fit for more than searching");
}

#[test]
fn kernels_agree_on_random_taking_games() {
    random_games_agree(0..300, Moves::Taking);
}

#[test]
fn kernels_agree_on_random_games_of_all_kinds() {
    random_games_agree(1000..1150, Moves::Any);
}

#[test]
fn sets_of_any_piles_agree_with_the_reference() {
    let several = ["", "two piles", "three piles", "four piles"];
    let words = ["one", "two", "three", "four"];
    let mut able = 0;
    for least in words {
        for fixed in several {
            let mut text = format!(
                "game random\n  \"Sets of piles.\"\n  piles any\n  move take 1 from each of {least} or more piles\n"
            );
            if !fixed.is_empty() {
                text.push_str(&format!("  move take 1 from each of {fixed}\n"));
            }
            let ruleset = ruleset(&text);
            for ruleset in [ruleset.clone(), ruleset.misere()] {
                for (places, max) in [(3, 5), (5, 4), (7, 2)] {
                    let region = Region::new(&ruleset, places, max);
                    let question = Question::about_region(&ruleset, region);
                    able += usize::from(question.kernel(Some(Kernel::Subsets)).solver().is_ok());
                    compare(&ruleset, region, &text);
                }
            }
        }
    }
    assert!(able > 40, "{able} could be done");
}

#[test]
fn a_table_of_sets_that_is_stopped_is_right_for_smaller_sizes() {
    let ruleset = ruleset(
        "game random\n  \"Sets of piles.\"\n  piles any\n  move take 1 from each of two or more piles\n",
    );
    let region = Region::new(&ruleset, 6, 14);
    let steps = std::sync::Arc::default();
    let watch = Watch::new(None).counted_by(steps, 20_000);
    let question = Question::about_region(&ruleset, region).kernel(Some(Kernel::Subsets));
    let mut solver = question.watch(&watch).solver().unwrap();
    let complete = solver.complete().expect("it was stopped");
    assert!((3..14).contains(&complete), "{complete}");
    assert!(solver.outcome(&[complete + 1]).is_err());
    let mut reference = Reference::new(&ruleset);
    for position in positions(Region { max: complete.min(4), ..region }) {
        assert_eq!(solver.outcome(&position), Ok(reference.outcome(&position)), "{position:?}");
    }
}

#[test]
fn kernels_agree_on_the_catalogue() {
    for name in catalogue::names() {
        let game: Game = load_game(name).unwrap();
        for example in game.examples().unwrap() {
            let (places, max) = match example.ruleset.shape {
                sprague_rules::Shape::Row { places } => (places, 6),
                sprague_rules::Shape::Piles { at_most } => match at_most.unwrap_or(3).min(3) {
                    1 => (1, 30),
                    2 => (2, 14),
                    places => (places, 6),
                },
            };
            let region = Region::new(&example.ruleset, places, max);
            compare(&example.ruleset, region, &example.text);
            compare(&example.ruleset.clone().misere(), region, &example.text);
        }
    }
}
